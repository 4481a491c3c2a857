//! Seats that change hands, and shares of the dice.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use common::{battle, name, places};
use testudo_store::{Claimed, CodeKind, CodeRow, Hash, ReasonRow, Store, TokenRow};

/// A hash no other test uses.
fn hash(id: &str, n: u8) -> Hash {
    let mut hash = [n; 32];
    let from = id.len() - 28;
    hash[..28].copy_from_slice(&id.as_bytes()[from..]);
    hash
}

fn code(hash: Hash, kind: CodeKind, until: i64) -> CodeRow {
    CodeRow { hash, role: "blue".into(), kind, until }
}

fn id() -> String {
    format!("{:0>40}", name())
}

#[tokio::test]
async fn an_invitation_is_claimed_once_and_belongs_to_its_claimer() {
    for place in places() {
        let store = Store::open(&place.address).await.unwrap();
        let id = id();
        let (invitation, friend, stranger) = (hash(&id, 1), hash(&id, 2), hash(&id, 3));
        let row = code(invitation, CodeKind::Invite, 0);
        store.create(&battle(&id), &[], &[row], &[]).await.unwrap();
        assert!(!store.is_taken(&id, "blue").await.unwrap());
        let yours = Claimed::Yours { battle: id.clone(), role: "blue".into() };
        assert_eq!(store.claim(&invitation, &friend, 5).await.unwrap(), yours);
        // The answer may be lost on its way: the same browser may ask again, nobody else may.
        assert_eq!(store.claim(&invitation, &friend, 6).await.unwrap(), yours);
        assert_eq!(store.claim(&invitation, &stranger, 6).await.unwrap(), Claimed::Spent);
        assert_eq!(store.token(&friend).await.unwrap(), Some((id.clone(), "blue".into())));
        assert_eq!(store.token(&stranger).await.unwrap(), None);
        assert!(store.is_taken(&id, "blue").await.unwrap());
        assert_eq!(store.claim(&hash(&id, 9), &stranger, 6).await.unwrap(), Claimed::Unknown);
    }
}

#[tokio::test]
async fn many_who_claim_at_once_are_one() {
    for place in places() {
        let store = Store::open(&place.address).await.unwrap();
        let id = id();
        let invitation = hash(&id, 1);
        store.create(&battle(&id), &[], &[code(invitation, CodeKind::Invite, 0)], &[]).await.unwrap();
        let mut claims = Vec::new();
        for n in 10..26 {
            let (store, token) = (store.clone(), hash(&id, n));
            claims.push(tokio::spawn(async move { store.claim(&invitation, &token, 0).await.unwrap() }));
        }
        let mut won = 0;
        for claim in claims {
            won += u32::from(matches!(claim.await.unwrap(), Claimed::Yours { .. }));
        }
        assert_eq!(won, 1);
        assert_eq!(store.seating(&id).await.unwrap().tokens.len(), 1);
    }
}

/// Whoever invites a friend may try to have a second invitation ready when the friend takes the seat.
#[tokio::test]
async fn nobody_is_invited_to_a_seat_that_is_taken() {
    for place in places() {
        let store = Store::open(&place.address).await.unwrap();
        let id = id();
        let both = [1, 2].map(|n| code(hash(&id, n), CodeKind::Invite, 0));
        store.create(&battle(&id), &[], &both, &[]).await.unwrap();
        let claims = [(1, 11), (2, 12)].map(|(code, token)| {
            let (store, code, token) = (store.clone(), hash(&id, code), hash(&id, token));
            tokio::spawn(async move { store.claim(&code, &token, 5).await.unwrap() })
        });
        let mut won = 0;
        for claim in claims {
            won += u32::from(matches!(claim.await.unwrap(), Claimed::Yours { .. }));
        }
        assert_eq!((won, store.seating(&id).await.unwrap().tokens.len()), (1, 1));
        assert!(!store.add_code(&id, &code(hash(&id, 3), CodeKind::Invite, 0), 5).await.unwrap());
        assert_eq!(store.claim(&hash(&id, 3), &hash(&id, 13), 5).await.unwrap(), Claimed::Unknown);
    }
}

#[tokio::test]
async fn a_new_code_takes_the_place_of_the_last() {
    for place in places() {
        let store = Store::open(&place.address).await.unwrap();
        let id = id();
        let holder = TokenRow { hash: hash(&id, 1), role: "blue".into() };
        store.create(&battle(&id), &[holder], &[], &[]).await.unwrap();
        for n in 2..8 {
            assert!(store.add_code(&id, &code(hash(&id, n), CodeKind::Carry, 100), 10).await.unwrap());
        }
        assert_eq!(store.claim(&hash(&id, 6), &hash(&id, 9), 20).await.unwrap(), Claimed::Unknown);
        let carried = store.claim(&hash(&id, 7), &hash(&id, 9), 20).await.unwrap();
        assert!(matches!(carried, Claimed::Yours { .. }));
        // What holds no longer is forgotten, though it was claimed.
        assert!(store.add_code(&id, &code(hash(&id, 8), CodeKind::Hand, 300), 200).await.unwrap());
        assert_eq!(store.claim(&hash(&id, 7), &hash(&id, 9), 20).await.unwrap(), Claimed::Unknown);
        assert_eq!(store.token(&hash(&id, 9)).await.unwrap(), Some((id.clone(), "blue".into())));
    }
}

#[tokio::test]
async fn a_seat_is_carried_handed_on_and_given_up() {
    for place in places() {
        let store = Store::open(&place.address).await.unwrap();
        let id = id();
        let holder = TokenRow { hash: hash(&id, 1), role: "blue".into() };
        store.create(&battle(&id), &[holder], &[], &[]).await.unwrap();
        // To another device: both open it.
        assert!(store.add_code(&id, &code(hash(&id, 2), CodeKind::Carry, 100), 10).await.unwrap());
        assert_eq!(store.claim(&hash(&id, 2), &hash(&id, 3), 101).await.unwrap(), Claimed::Unknown);
        assert!(matches!(
            store.claim(&hash(&id, 2), &hash(&id, 3), 100).await.unwrap(),
            Claimed::Yours { .. }
        ));
        assert_eq!(store.seating(&id).await.unwrap().tokens.len(), 2);
        // To somebody else: only the new one does.
        assert!(store.add_code(&id, &code(hash(&id, 4), CodeKind::Hand, 100), 10).await.unwrap());
        store.claim(&hash(&id, 4), &hash(&id, 5), 50).await.unwrap();
        let tokens = store.seating(&id).await.unwrap().tokens;
        assert_eq!(tokens, [TokenRow { hash: hash(&id, 5), role: "blue".into() }]);
        store.vacate(&id, "blue").await.unwrap();
        assert_eq!(store.seating(&id).await.unwrap().tokens, []);
        // Of two invitations only the later holds.
        assert!(store.add_code(&id, &code(hash(&id, 6), CodeKind::Invite, 0), 10).await.unwrap());
        assert!(store.add_code(&id, &code(hash(&id, 7), CodeKind::Invite, 0), 10).await.unwrap());
        assert_eq!(store.claim(&hash(&id, 6), &hash(&id, 8), 0).await.unwrap(), Claimed::Unknown);
        assert!(matches!(store.claim(&hash(&id, 7), &hash(&id, 8), 0).await.unwrap(), Claimed::Yours { .. }));
    }
}

#[tokio::test]
async fn a_share_is_opened_when_all_are_promised_and_only_as_promised() {
    for place in places() {
        let store = Store::open(&place.address).await.unwrap();
        let id = id();
        store.create(&battle(&id), &[], &[], &[]).await.unwrap();
        let open = async |side: &str, promise: u8, share: u8| {
            store.open_share(&id, side, &[promise; 32], &[share; 32], 2).await.unwrap();
            store.seating(&id).await.unwrap().shares.iter().filter(|row| row.share.is_some()).count()
        };
        store.promise(&id, "red", &[1; 32]).await.unwrap();
        assert_eq!(open("red", 1, 11).await, 0, "blue has promised nothing yet");
        store.promise(&id, "blue", &[2; 32]).await.unwrap();
        store.promise(&id, "red", &[3; 32]).await.unwrap();
        assert_eq!(open("red", 3, 11).await, 0, "a promise is not changed");
        assert_eq!(open("red", 1, 11).await, 1);
        assert_eq!(open("red", 1, 12).await, 1);
        // A seat is given up while a share is not open: all begin again.
        store.vacate(&id, "blue").await.unwrap();
        let seating = store.seating(&id).await.unwrap();
        assert_eq!((seating.shares.len(), seating.round), (0, 2));
        store.promise(&id, "red", &[1; 32]).await.unwrap();
        store.promise(&id, "blue", &[2; 32]).await.unwrap();
        assert_eq!((open("red", 1, 11).await, open("blue", 2, 12).await), (1, 2));
        // Once all are open they stay.
        store.vacate(&id, "blue").await.unwrap();
        let seating = store.seating(&id).await.unwrap();
        assert_eq!((seating.shares.len(), seating.round), (2, 2));
        assert_eq!(seating.shares[0].share, Some([12; 32]));
    }
}

#[tokio::test]
async fn reasons_are_kept() {
    for place in places() {
        let store = Store::open(&place.address).await.unwrap();
        let id = id();
        store.create(&battle(&id), &[], &[], &[]).await.unwrap();
        let reason = ReasonRow {
            n: 3,
            step: 2,
            side: "red".into(),
            turn: 1,
            active: String::new(),
            text: "to win".into(),
            units: vec![4, 500],
        };
        store.explain(&id, &reason).await.unwrap();
        store.explain(&id, &reason).await.unwrap();
        assert_eq!(store.reasons(&id).await.unwrap(), [reason]);
    }
}
