//! Deleting battles that nobody has touched for long, if the operator wants it so.

use crate::app::App;
use std::time::Duration;

/// How often it is looked for them.
const PAUSE: Duration = Duration::from_secs(3600);
/// Seconds of a day.
const DAY: i64 = 86_400;

/// Deletes what is too old, now and every hour.
pub async fn run(app: App) {
    let days = i64::from(app.limits.retention_days);
    if days == 0 {
        return;
    }
    loop {
        if let Err(error) = prune(&app, crate::live::now() - days * DAY).await {
            tracing::error!(%error, "old battles cannot be deleted");
        }
        tokio::time::sleep(PAUSE).await;
    }
}

async fn prune(app: &App, before: i64) -> Result<(), store::StoreError> {
    for battle in app.store.untouched_since(before).await? {
        if !app.store.delete_untouched(&battle.id, before).await? {
            continue;
        }
        app.hub.refresh(&battle.id);
        tracing::info!(
            battle = battle.id,
            touched = battle.touched,
            "deleted: nobody has touched it for long"
        );
    }
    Ok(())
}
