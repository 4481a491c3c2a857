//! The battles that are in memory, each with its task.

use crate::task::{self, Means, Note};
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::mpsc;

/// How many notes may wait for a battle's task.
const NOTES: usize = 256;

/// The battles that are in memory.
#[derive(Clone, Debug)]
pub struct Hub {
    means: Means,
    tasks: Arc<Mutex<HashMap<String, mpsc::Sender<Note>>>>,
    lines: Arc<AtomicU64>,
}

impl Hub {
    /// A hub with nothing in memory, which hears of what other nodes write.
    pub fn new(means: Means) -> Self {
        let hub = Hub { means, tasks: Arc::default(), lines: Arc::default() };
        tokio::spawn(listen(hub.clone()));
        hub
    }

    /// A number for a new connection.
    pub fn line(&self) -> task::Line {
        self.lines.fetch_add(1, Ordering::Relaxed)
    }

    /// The task of a battle, started if there is none.
    ///
    /// The receiver closes when the task puts its battle away; a note that was refused may be sent to the next.
    pub fn task(&self, id: &str) -> mpsc::Sender<Note> {
        let mut tasks = self.tasks.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(task) = tasks.get(id)
            && !task.is_closed()
        {
            return task.clone();
        }
        // Those that have ended leave their names behind: a good time to forget them.
        tasks.retain(|_, task| !task.is_closed());
        let (sender, notes) = mpsc::channel(NOTES);
        tokio::spawn(task::run(self.means.clone(), id.to_owned(), notes));
        tasks.insert(id.to_owned(), sender.clone());
        sender
    }

    /// How many battles are in memory.
    pub fn live(&self) -> usize {
        let tasks = self.tasks.lock().unwrap_or_else(PoisonError::into_inner);
        tasks.values().filter(|task| !task.is_closed()).count()
    }

    fn some(&self, id: Option<&str>) -> Vec<mpsc::Sender<Note>> {
        let tasks = self.tasks.lock().unwrap_or_else(PoisonError::into_inner);
        match id {
            Some(id) => tasks.get(id).cloned().into_iter().collect(),
            None => tasks.values().cloned().collect(),
        }
    }
}

/// Tells battles of what other nodes have written.
async fn listen(hub: Hub) {
    const PAUSE: std::time::Duration = std::time::Duration::from_secs(1);
    loop {
        let mut changes = match hub.means.store.changes().await {
            Ok(changes) => changes,
            Err(error) => {
                tracing::warn!(%error, "cannot listen to other nodes");
                tokio::time::sleep(PAUSE).await;
                continue;
            }
        };
        loop {
            match changes.next().await {
                Ok(id) => {
                    for task in hub.some(id.as_deref()) {
                        // A task with so many notes waiting will find out by itself.
                        let _ = task.try_send(Note::Refresh);
                    }
                }
                Err(error) => {
                    tracing::warn!(%error, "cannot hear other nodes");
                    tokio::time::sleep(PAUSE).await;
                    break;
                }
            }
        }
    }
}
