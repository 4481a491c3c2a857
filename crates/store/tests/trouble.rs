//! Stores in trouble: full disks, logs that grow, two servers on one file, databases that are not there, old tables.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use common::{battle, name, places, standing, step};
use sqlx::Executor as _;
use sqlx::postgres::PgPool;
use sqlx::sqlite::{SqliteConnectOptions, SqlitePool};
use std::path::Path;
use std::time::Duration;
use testudo_store::{Appended, BattleRow, Store, StoreError};

/// A file in a folder of its own.
fn file() -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("battles.db").display().to_string();
    (folder, path)
}

async fn beside(path: &str) -> SqlitePool {
    SqlitePool::connect_with(SqliteConnectOptions::new().filename(path)).await.unwrap()
}

#[tokio::test]
async fn a_full_disk_stops_writing_only_as_long_as_it_is_full() {
    let (_folder, path) = file();
    let store = Store::open(&format!("sqlite:{path}?max_mb=1")).await.unwrap();
    let big = |id: &str| BattleRow { text: "x".repeat(100_000), ..battle(id) };
    store.create(&battle("small"), &[], &[], &[]).await.unwrap();
    store.probe().await.unwrap();
    let mut made = 0;
    while store.create(&big(&format!("big{made}")), &[], &[], &[]).await.is_ok() {
        made += 1;
        assert!(made < 20, "one megabyte holds no twenty battles of a tenth");
    }
    // Decisions fill what is left, then they are refused, and so is the probe.
    let mut kept = 0;
    while store.append("small", kept + 1, step(kept + 1)).await.is_ok() {
        kept += 1;
        assert!(kept < 10_000);
    }
    assert!(store.probe().await.is_err());
    assert!(store.append("small", kept + 1, step(kept + 1)).await.is_err());
    // Somebody makes room: the store goes on by itself, and nothing acknowledged is lost.
    beside(&path).await.execute("DELETE FROM battles WHERE id = 'big0'").await.unwrap();
    assert_eq!(store.append("small", kept + 1, step(kept + 1)).await.unwrap(), Appended::Kept);
    store.create(&battle("another"), &[], &[], &[]).await.unwrap();
    store.probe().await.unwrap();
    assert_eq!(store.steps("small", 0).await.unwrap().len() as u32, kept + 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_log_is_cut_while_somebody_writes() {
    let (_folder, path) = file();
    let store = Store::open(&format!("sqlite:{path}")).await.unwrap();
    store.create(&battle("a"), &[], &[], &[]).await.unwrap();
    let log = || std::fs::metadata(format!("{path}-wal")).map_or(0, |file| file.len());
    let (mut n, mut longest) = (0, 0);
    // Written on and on, until the log has once been long and then short again.
    let begun = std::time::Instant::now();
    while begun.elapsed() < Duration::from_secs(30) {
        n += 1;
        let fat = testudo_store::StepRow { command: "x".repeat(20_000), ..step(n) };
        store.append("a", n, fat).await.unwrap();
        let now = log();
        if now < longest / 2 {
            return;
        }
        longest = longest.max(now);
    }
    panic!("the log has grown to {longest} bytes and was never cut");
}

#[tokio::test]
async fn a_file_is_for_one_server() {
    let (_folder, path) = file();
    let address = format!("sqlite:{path}");
    let first = Store::open_alone(&address).await.unwrap();
    let second = Store::open_alone(&address).await;
    assert!(matches!(second, Err(StoreError::InUse(_))), "{second:?}");
    // A tool may look in while the server runs.
    Store::open(&address).await.unwrap().battle("x").await.unwrap();
    drop(first);
    // The lock is let go of a moment after the store.
    for _ in 0..200 {
        match Store::open_alone(&address).await {
            Err(StoreError::InUse(_)) => tokio::time::sleep(Duration::from_millis(50)).await,
            opened => return drop(opened.unwrap()),
        }
    }
    panic!("the lock outlives its server");
}

#[tokio::test]
async fn a_database_that_is_not_there_is_named() {
    // Nobody listens on a port that was just given back.
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let error = Store::open(&format!("postgres://me:secret@127.0.0.1:{port}/club")).await.unwrap_err();
    let words = error.to_string();
    assert!(words.contains(&format!("127.0.0.1:{port}/club")), "{words}");
    assert!(words.contains("tried 5 times") && words.contains("refused"), "{words}");
    assert!(!words.contains("secret"), "{words}");
}

#[tokio::test]
async fn a_file_that_is_not_there_is_named_and_not_made() {
    let (folder, path) = file();
    let error = Store::open_beside(&format!("sqlite:{path}")).await.unwrap_err().to_string();
    assert_eq!(error, format!("cannot open {path}: there is no such file"));
    assert!(std::fs::read_dir(folder.path()).unwrap().next().is_none(), "nothing is made by looking");
    for open in [true, false] {
        let address = format!("sqlite:{}/none/b.db", folder.path().display());
        let opened = if open { Store::open(&address).await } else { Store::open_alone(&address).await };
        let error = opened.unwrap_err().to_string();
        assert!(error.contains("/none/b.db: there is no folder"), "{error}");
    }
    std::fs::write(&path, "this is a letter, not a database; it is long enough to be looked at").unwrap();
    let error = Store::open(&format!("sqlite:{path}")).await.unwrap_err().to_string();
    assert_eq!(error, format!("cannot open {path}: file is not a database"));
    let error = Store::open("postgre://me:secret@here/club").await.unwrap_err().to_string();
    assert!(error.contains("postgre://…@here/club") && !error.contains("secret"), "{error}");
}

#[tokio::test]
async fn a_setting_that_is_not_known_is_refused() {
    for address in ["sqlite:a.db?size=3", "sqlite:a.db?max_mb=much"] {
        assert!(matches!(Store::open(address).await, Err(StoreError::Setting(_))), "{address}");
    }
}

#[tokio::test]
async fn a_backup_is_whole_while_the_server_writes() {
    let (folder, path) = file();
    let store = Store::open(&format!("sqlite:{path}")).await.unwrap();
    store.create(&battle("a"), &[], &[], &[step(1)]).await.unwrap();
    store.append("a", 2, step(2)).await.unwrap();
    let copy = folder.path().join("copy.db");
    store.backup(&copy).await.unwrap();
    assert!(store.backup(&copy).await.is_err(), "a copy is never written over another");
    store.append("a", 3, step(3)).await.unwrap();
    let read = Store::open(&format!("sqlite:{}", copy.display())).await.unwrap();
    assert_eq!(read.steps("a", 0).await.unwrap(), [step(1), step(2)]);
}

#[tokio::test]
async fn old_battles_are_found_and_deleted_with_all_that_is_theirs() {
    for place in places() {
        let store = Store::open(&place.address).await.unwrap();
        let id = name();
        store.create(&battle(&id), &[], &[], &[]).await.unwrap();
        let mine = async |before: i64| {
            let listed = store.untouched_since(before).await.unwrap();
            listed.into_iter().find(|battle| battle.id == id)
        };
        let begun = standing(0).since;
        assert_eq!(mine(begun).await, None);
        let listed = mine(begun + 1).await.unwrap();
        assert_eq!((listed.steps, listed.touched), (0, begun));
        // A decision of today, in a turn that began long ago: the battle is not old.
        store.append(&id, 1, step(1)).await.unwrap();
        assert_eq!(mine(begun + 1_000_000).await, None);
        assert!(!store.delete_untouched(&id, begun + 1_000_000).await.unwrap(), "somebody has come back");
        let listed = mine(i64::MAX).await.unwrap();
        assert!(listed.steps == 1 && listed.touched > begun + 1_000_000, "{listed:?}");
        assert!(store.delete_untouched(&id, i64::MAX).await.unwrap());
        store.create(&battle(&id), &[], &[], &[step(1)]).await.unwrap();
        assert!(store.count().await.unwrap() >= 1);
        assert!(store.delete(&id).await.unwrap());
        assert!(!store.delete(&id).await.unwrap());
        assert_eq!(store.battle(&id).await.unwrap(), None);
        assert_eq!(store.steps(&id, 0).await.unwrap(), []);
    }
}

/// Tables of the first version, with a battle in them, as a server of then left them.
#[tokio::test]
async fn a_database_of_the_version_before_is_brought_up_to_date() {
    let (_folder, path) = file();
    let first = include_str!("../migrations/sqlite/0001_battles.sql");
    let old = SqlitePool::connect_with(
        SqliteConnectOptions::new().filename(Path::new(&path)).create_if_missing(true),
    )
    .await
    .unwrap();
    old.execute(sqlx::AssertSqlSafe(first)).await.unwrap();
    old.execute(include_str!("version1.sql")).await.unwrap();
    old.close().await;
    let store = Store::open(&format!("sqlite:{path}")).await.unwrap();
    let row = store.battle("k3v9").await.unwrap().unwrap();
    assert_eq!((row.seed, row.secret, row.chosen, row.round), (7, None, false, 1));
    assert_eq!((row.steps, row.rules.as_str()), (2, ""));
    assert_eq!(store.token(&[7; 32]).await.unwrap(), Some(("k3v9".to_owned(), "red".to_owned())));
    assert_eq!(store.append("k3v9", 3, step(3)).await.unwrap(), Appended::Kept);
    assert_eq!(store.seating("k3v9").await.unwrap().tokens.len(), 1);
    // Opened again, nothing is done twice.
    drop(store);
    tokio::time::sleep(Duration::from_millis(10)).await;
    Store::open(&format!("sqlite:{path}")).await.unwrap();
}

/// Tables of the second version: they have no time of a decision.
#[tokio::test]
async fn a_database_of_the_second_version_is_brought_up_to_date() {
    use sqlx::migrate::{Migration, MigrationType, Migrator};
    let (_folder, path) = file();
    let old = SqlitePool::connect_with(
        SqliteConnectOptions::new().filename(Path::new(&path)).create_if_missing(true),
    )
    .await
    .unwrap();
    let version = |n: i64, name: &'static str, sql: &'static str| {
        Migration::new(n, name.into(), MigrationType::Simple, sqlx::SqlSafeStr::into_sql_str(sql), false)
    };
    let versions = Migrator::with_migrations(vec![
        version(1, "battles", include_str!("../migrations/sqlite/0001_battles.sql")),
        version(2, "seats and dice", include_str!("../migrations/sqlite/0002_seats_and_dice.sql")),
    ]);
    versions.run(&old).await.unwrap();
    old.execute(
        "INSERT INTO battles (id, engine, book, scenario, name, text, seed, red, blue, turn, waiting, written, secret)
         VALUES ('k3v9', '0.1.0', 'dba', 'dba/zama', 'Zama', 'text', 7, 'here', 'link', 0, 'red', 1700000000,
                 zeroblob(32));
         INSERT INTO steps (battle, n, side, command, faces, digest, turn, waiting, written)
         VALUES ('k3v9', 1, 'red', '\"done\"', x'03', '0000000000000001', 1, 'red', 1700000001)",
    )
    .await
    .unwrap();
    old.close().await;
    let store = Store::open(&format!("sqlite:{path}")).await.unwrap();
    let row = store.battle("k3v9").await.unwrap().unwrap();
    assert_eq!((row.steps, row.secret), (1, Some([0; 32])));
    let listed = store.untouched_since(i64::MAX).await.unwrap();
    assert_eq!((listed[0].steps, listed[0].touched), (1, 1_700_000_001));
    assert_eq!(store.append("k3v9", 2, step(2)).await.unwrap(), Appended::Kept);
}

/// The same on PostgreSQL, in a room of its own.
#[tokio::test]
async fn tables_of_the_version_before_are_brought_up_to_date_on_postgres() {
    let Ok(address) = std::env::var("TESTUDO_PG_URL") else { return };
    let room = format!("before_{}", name().replace('-', "_"));
    let server = PgPool::connect(&address).await.unwrap();
    server.execute(sqlx::AssertSqlSafe(format!("CREATE SCHEMA {room}"))).await.unwrap();
    let address = format!("{address}?options=-c%20search_path%3D{room}");
    let first = include_str!("../migrations/postgres/0001_battles.sql");
    let old = PgPool::connect(&address).await.unwrap();
    old.execute(first).await.unwrap();
    old.execute(
        "CREATE TABLE _sqlx_migrations (version BIGINT PRIMARY KEY, description TEXT NOT NULL,
           installed_on TIMESTAMPTZ NOT NULL DEFAULT now(), success BOOLEAN NOT NULL, checksum BYTEA NOT NULL,
           execution_time BIGINT NOT NULL)",
    )
    .await
    .unwrap();
    sqlx::query(
        "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
         VALUES (1, 'battles', true, sha384(convert_to($1, 'UTF8')), 0)",
    )
    .bind(first)
    .execute(&old)
    .await
    .unwrap();
    old.execute(
        "INSERT INTO battles (id, engine, book, scenario, name, text, seed, red, blue, turn, waiting, written)
         VALUES ('k3v9', '0.1.0', 'dba', 'dba/zama', 'Zama', 'text', 7, 'here', 'link', 0, 'red', 1700000000);
         INSERT INTO steps (battle, n, side, command, faces, digest, turn, waiting, written)
         VALUES ('k3v9', 1, 'red', '\"done\"', '\\x03', '0000000000000001', 1, 'red', 1700000001)",
    )
    .await
    .unwrap();
    old.close().await;
    let store = Store::open(&address).await.unwrap();
    let row = store.battle("k3v9").await.unwrap().unwrap();
    assert_eq!((row.seed, row.secret, row.chosen, row.round, row.steps), (7, None, false, 1, 1));
    assert_eq!(store.append("k3v9", 2, step(2)).await.unwrap(), Appended::Kept);
    store.close().await;
    server.execute(sqlx::AssertSqlSafe(format!("DROP SCHEMA {room} CASCADE"))).await.unwrap();
}
