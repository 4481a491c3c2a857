//! The battles that are in memory, each with its task.

use crate::task::{self, Elsewhere, Means, Note};
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use store::Change;
use tokio::sync::mpsc;

/// How many notes may wait for a battle's task.
const NOTES: usize = 256;

/// The battles that are in memory.
#[derive(Clone, Debug)]
pub struct Hub {
    means: Means,
    tasks: Arc<Mutex<HashMap<String, mpsc::Sender<Note>>>>,
    lines: Arc<AtomicU64>,
    /// What this node calls itself to others.
    node: Arc<str>,
}

impl Hub {
    /// A hub with nothing in memory, which hears of what other nodes write.
    pub fn new(means: Means) -> Self {
        // A node without chance of its own cannot make tokens either; its name is the least of its troubles.
        let node = crate::chance::battle_id().unwrap_or_default().into();
        let hub = Hub { means, tasks: Arc::default(), lines: Arc::default(), node };
        tokio::spawn(listen(hub.clone()));
        hub
    }

    /// A number for a new connection.
    pub fn line(&self) -> task::Line {
        self.lines.fetch_add(1, Ordering::Relaxed)
    }

    /// The task of a battle, started if there is none; `opener` is the address of whoever wants it.
    ///
    /// The receiver closes when the task puts its battle away; a note that was refused may be sent to the next.
    pub fn task(&self, id: &str, opener: IpAddr) -> mpsc::Sender<Note> {
        let mut tasks = self.tasks.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(task) = tasks.get(id)
            && !task.is_closed()
        {
            return task.clone();
        }
        // Those that have ended leave their names behind: a good time to forget them.
        tasks.retain(|_, task| !task.is_closed());
        let (sender, notes) = mpsc::channel(NOTES);
        tokio::spawn(task::run(self.means.clone(), Arc::clone(&self.node), id.to_owned(), opener, notes));
        tasks.insert(id.to_owned(), sender.clone());
        sender
    }

    /// How many battles are in memory.
    pub fn live(&self) -> usize {
        let tasks = self.tasks.lock().unwrap_or_else(PoisonError::into_inner);
        tasks.values().filter(|task| !task.is_closed()).count()
    }

    /// Tells a battle's task, if it is in memory, that something was written.
    pub fn refresh(&self, id: &str) {
        self.note(Some(id), || Note::Refresh);
    }

    /// Lets every battle end what it is doing, and puts it away.
    pub async fn close(&self, patience: Duration) {
        let tasks: Vec<_> = {
            let mut tasks = self.tasks.lock().unwrap_or_else(PoisonError::into_inner);
            tasks.drain().map(|(_, task)| task).collect()
        };
        let ended = async {
            for task in tasks {
                let _ = task.send(Note::End).await;
                task.closed().await;
            }
        };
        if tokio::time::timeout(patience, ended).await.is_err() {
            tracing::warn!("some battles were not put away in time; nothing is lost");
        }
    }

    /// Sends a note to a battle's task, or to all.
    fn note(&self, id: Option<&str>, note: impl Fn() -> Note) {
        let tasks: Vec<mpsc::Sender<Note>> = {
            let tasks = self.tasks.lock().unwrap_or_else(PoisonError::into_inner);
            match id {
                Some(id) => tasks.get(id).cloned().into_iter().collect(),
                None => tasks.values().cloned().collect(),
            }
        };
        for task in tasks {
            // A task with so many notes waiting looks again by itself.
            let _ = task.try_send(note());
        }
    }
}

/// Tells battles of what other nodes have written.
async fn listen(hub: Hub) {
    const PAUSE: Duration = Duration::from_secs(1);
    loop {
        let mut changes = match hub.means.store.changes().await {
            Ok(changes) => changes,
            Err(error) => {
                tracing::warn!(%error, "cannot listen to other nodes");
                tokio::time::sleep(PAUSE).await;
                continue;
            }
        };
        // What was written while nobody listened was announced to nobody.
        hub.note(None, || Note::Refresh);
        loop {
            match changes.next().await {
                Ok(Change::In(id)) => hub.note(Some(&id), || Note::Refresh),
                Ok(Change::Anything) => hub.note(None, || Note::Refresh),
                Ok(Change::Presence(words)) => {
                    if let Some((id, there)) = Elsewhere::read(&words)
                        && there.node != *hub.node
                    {
                        hub.note(Some(&id), || Note::Elsewhere(there.clone()));
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
