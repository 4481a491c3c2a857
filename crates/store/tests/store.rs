//! Both databases keep the same promises.
//!
//! SQLite runs on a real file. PostgreSQL runs where `TESTUDO_PG_URL` says, which `cargo xtask test` sets up; a
//! server that is named there and cannot be reached fails the tests.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use testudo_store::{Appended, Change, StepRow, Store, StoreError, TokenRow};

mod common;

use common::{battle, name, places, standing, step};

#[tokio::test]
async fn what_is_created_and_appended_is_read_back() {
    for place in places() {
        let store = Store::open(&place.address).await.unwrap();
        let id = name();
        let mut row = battle(&id);
        let mut hash = [7; 32];
        hash[..16].copy_from_slice(&id.as_bytes()[..16]);
        let token = TokenRow { hash, role: "red".into() };
        store.create(&row, &[token], &[], &[]).await.unwrap();
        assert_eq!(store.battle(&id).await.unwrap(), Some(row.clone()));
        assert_eq!(store.token(&hash).await.unwrap(), Some((id.clone(), "red".to_owned())));
        assert_eq!(store.token(&[9; 32]).await.unwrap(), None);
        assert_eq!(store.battle("nothing").await.unwrap(), None);

        for n in 1..=3 {
            let kept = store.append(&id, n, step(n)).await.unwrap();
            assert_eq!(kept, Appended::Kept);
        }
        assert_eq!(store.steps(&id, 0).await.unwrap(), [step(1), step(2), step(3)]);
        assert_eq!(store.steps(&id, 2).await.unwrap(), [step(3)]);

        // Another handle, as after a restart, reads the same.
        let again = Store::open(&place.address).await.unwrap();
        (row.steps, row.standing) = (3, standing(3));
        assert_eq!(again.battle(&id).await.unwrap(), Some(row));
        assert_eq!(again.steps(&id, 0).await.unwrap().len(), 3);
    }
}

#[tokio::test]
async fn a_battle_may_begin_with_decisions_and_is_created_whole_or_not_at_all() {
    for place in places() {
        let store = Store::open(&place.address).await.unwrap();
        let id = name();
        store.create(&battle(&id), &[], &[], &[step(1), step(2)]).await.unwrap();
        assert_eq!(store.steps(&id, 0).await.unwrap(), [step(1), step(2)]);
        assert_eq!(store.battle(&id).await.unwrap().unwrap().standing, standing(2));

        let twice = TokenRow { hash: [3; 32], role: "red".into() };
        let other = name();
        let failed = store.create(&battle(&other), &[twice.clone(), twice], &[], &[step(1)]).await;
        assert!(matches!(failed, Err(StoreError::Database(_))), "{failed:?}");
        assert_eq!(store.battle(&other).await.unwrap(), None);
        assert_eq!(store.steps(&other, 0).await.unwrap(), []);
    }
}

#[tokio::test]
async fn a_number_is_taken_once_however_many_write() {
    for place in places() {
        let stores = [Store::open(&place.address).await.unwrap(), Store::open(&place.address).await.unwrap()];
        let id = name();
        stores[0].create(&battle(&id), &[], &[], &[]).await.unwrap();
        let mut writers = Vec::new();
        for writer in 0..8u32 {
            let (store, id) = (stores[writer as usize % 2].clone(), id.clone());
            writers.push(tokio::spawn(async move {
                let mut kept = Vec::new();
                for n in 1..=20 {
                    let mine = StepRow { command: writer.to_string(), ..step(n) };
                    if store.append(&id, n, mine).await.unwrap() == Appended::Kept {
                        kept.push((n, writer.to_string()));
                    }
                }
                kept
            }));
        }
        let mut kept = Vec::new();
        for writer in writers {
            kept.extend(writer.await.unwrap());
        }
        kept.sort();
        let stored = stores[0].steps(&id, 0).await.unwrap();
        let stored: Vec<(u32, String)> = (1..).zip(stored.into_iter().map(|s| s.command)).collect();
        assert_eq!(kept, stored);
        assert_eq!(stored.len(), 20);
    }
}

#[tokio::test]
async fn one_decision_that_cannot_be_kept_spoils_no_other() {
    for place in places() {
        let store = Store::open(&place.address).await.unwrap();
        let id = name();
        store.create(&battle(&id), &[], &[], &[]).await.unwrap();
        let (good, bad) =
            tokio::join!(store.append(&id, 1, step(1)), store.append("no such battle", 1, step(1)),);
        assert_eq!(good.unwrap(), Appended::Kept);
        assert!(matches!(bad, Err(StoreError::Database(_))));
        assert_eq!(store.steps(&id, 0).await.unwrap().len(), 1);
    }
}

#[tokio::test]
async fn postgres_tells_other_nodes() {
    let Ok(address) = std::env::var("TESTUDO_PG_URL") else { return };
    let (here, there) = (Store::open(&address).await.unwrap(), Store::open(&address).await.unwrap());
    let id = name();
    here.create(&battle(&id), &[], &[], &[]).await.unwrap();
    let mut changes = there.changes().await.unwrap();
    here.append(&id, 1, step(1)).await.unwrap();
    // Other tests share the server: their battles are announced too.
    let heard = async { while changes.next().await.unwrap() != Change::In(id.clone()) {} };
    tokio::time::timeout(std::time::Duration::from_secs(60), heard).await.expect("the change is announced");
    assert_eq!(there.steps(&id, 0).await.unwrap(), [step(1)]);
}

#[tokio::test]
async fn an_address_of_neither_kind_is_refused() {
    let refused = Store::open("mysql://x").await.unwrap_err();
    assert_eq!(refused.to_string(), "`mysql://x` is neither sqlite:PATH nor postgres://…");
    assert!(Store::open("sqlite:/no/such/folder/battles.db").await.is_err());
}
