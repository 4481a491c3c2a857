//! `testudo admin`: what an operator does with the battles of a store.

use super::serve::{place, runtime};
use crate::args::{Admin, AdminTask};
use crate::{Verdict, output};
use anyhow::{Context as _, bail};
use serde_json::json;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};
use store::{Listed, Store};

/// Seconds of a day.
const DAY: i64 = 86_400;

/// Does one thing, beside a running server if need be.
pub fn run(args: &Admin) -> anyhow::Result<Verdict> {
    runtime()?.block_on(async {
        let address = args.store.clone().or_else(|| std::env::var("TESTUDO_STORE").ok());
        let store = Store::open_beside(&place(address.as_deref())?).await.context("--store")?;
        let done = act(&store, &args.task).await;
        store.close().await;
        done
    })
}

async fn act(store: &Store, task: &AdminTask) -> anyhow::Result<Verdict> {
    match task {
        AdminTask::List { days, json } => list(store, *days, *json).await,
        AdminTask::Export { battle, out } => match battle {
            Some(id) => export(store, id, out).await,
            None => export_all(store, out).await,
        },
        AdminTask::Delete { battle } => {
            if !store.delete(battle).await? {
                anstream::eprintln!("there is no battle `{battle}`");
                return Ok(Verdict::No);
            }
            output::line(format!("deleted {battle}"))?;
            Ok(Verdict::Yes)
        }
        AdminTask::Prune { days, dry_run } => prune(store, *days, *dry_run).await,
        AdminTask::Backup { out } => {
            if out.exists() {
                bail!("{}: is there already; a backup is never written over another", out.display());
            }
            store.backup(out).await?;
            output::line(format!("backed up to {}", out.display()))?;
            Ok(Verdict::Yes)
        }
    }
}

async fn list(store: &Store, days: Option<u32>, json: bool) -> anyhow::Result<Verdict> {
    let battles = store.untouched_since(days.map_or(i64::MAX, |days| now() - i64::from(days) * DAY)).await?;
    if json {
        let battle = |b: &Listed| {
            json!({"id": b.id, "scenario": b.scenario, "red": b.red, "blue": b.blue, "decisions": b.steps,
                "waiting": b.waiting, "touched": b.touched})
        };
        output::json(&battles.iter().map(battle).collect())?;
        return Ok(Verdict::Yes);
    }
    let row = |b: Listed| {
        let ago = (now() - b.touched).max(0) / DAY;
        let ago = match ago {
            0 => "today".to_owned(),
            1 => "yesterday".to_owned(),
            days => format!("{days} days ago"),
        };
        vec![b.id, b.scenario, b.red, b.blue, b.steps.to_string(), b.waiting, ago]
    };
    let header = ["battle", "scenario", "red", "blue", "decisions", "waits for", "touched"];
    output::table(&header, battles.into_iter().map(row))?;
    Ok(Verdict::Yes)
}

async fn export(store: &Store, id: &str, out: &Path) -> anyhow::Result<Verdict> {
    let bytes = server::saved(store, id).await.with_context(|| id.to_owned())?;
    let path = if out.is_dir() { out.join(format!("{id}.testudo")) } else { out.to_owned() };
    output::write_whole(&path, &bytes)?;
    output::line(path.display())?;
    Ok(Verdict::Yes)
}

async fn export_all(store: &Store, folder: &Path) -> anyhow::Result<Verdict> {
    std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    let (mut written, mut failed) = (0, 0);
    for battle in store.untouched_since(i64::MAX).await? {
        match server::saved(store, &battle.id).await {
            Ok(bytes) => {
                output::write_whole(&folder.join(format!("{}.testudo", battle.id)), &bytes)?;
                written += 1;
            }
            Err(error) => {
                anstream::eprintln!("{}: {error}", battle.id);
                failed += 1;
            }
        }
    }
    output::line(format!("{written} battles written to {}, {failed} could not be", folder.display()))?;
    Ok(if failed == 0 { Verdict::Yes } else { Verdict::No })
}

async fn prune(store: &Store, days: u32, dry_run: bool) -> anyhow::Result<Verdict> {
    let since = now() - i64::from(days) * DAY;
    let old = store.untouched_since(since).await?;
    let mut count = old.len();
    if !dry_run {
        count = 0;
        for battle in &old {
            count += usize::from(store.delete_untouched(&battle.id, since).await?);
        }
    }
    let words = if dry_run { "would be deleted" } else { "deleted" };
    output::line(format!("{count} battles untouched for {days} days {words}"))?;
    Ok(Verdict::Yes)
}

fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |time| i64::try_from(time.as_secs()).unwrap_or(i64::MAX))
}
