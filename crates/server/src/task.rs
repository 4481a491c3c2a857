//! The one task that owns a live battle.
//!
//! Whoever wants something of the battle sends it a [`Note`]. A decision is judged and carried out on a copy,
//! written to the store, and only then made true and told to everyone, to each through his own eyes.

mod general;
mod tell;

use crate::config::Limits;
use crate::live::{Live, LoadError};
use crate::seat::Roles;
use axum::extract::ws::Utf8Bytes;
use general::Thinking;
use opponent::Lead;
use proto::{ClientMsg, ServerMsg, WireCommand, WireErrorCode, WirePreview, WireRegion, WireWhy};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use store::{Appended, Store};
pub use tell::text;
use tokio::sync::{Semaphore, mpsc};
use umpire::{BySide, Command, Side, Viewer};

/// The number of a connection.
pub type Line = u64;

/// What is sent to the task of a battle.
#[derive(Debug)]
pub enum Note {
    /// Someone connects.
    Join {
        /// The number of his connection.
        line: Line,
        /// What he may do.
        roles: Roles,
        /// The last step he knows.
        since: Option<u32>,
        /// Where to tell him; it is closed when he must go.
        out: mpsc::Sender<Utf8Bytes>,
    },
    /// Someone who is connected says something.
    Say(Line, ClientMsg),
    /// Someone goes.
    Leave(Line),
    /// Another node may have written decisions.
    Refresh,
}

/// Someone who is connected.
#[derive(Debug)]
struct Listener {
    roles: Roles,
    /// The computer's general of whom he was told that he is thinking, since the last step he noticed.
    thinking: Option<Side>,
    out: mpsc::Sender<Utf8Bytes>,
}

/// What the task needs of the rest of the server.
#[derive(Clone, Debug)]
pub struct Means {
    /// Where battles are kept.
    pub store: Store,
    /// The server's limits.
    pub limits: Limits,
    /// How many of the computer's generals may think at once.
    pub thinkers: Arc<Semaphore>,
}

struct Task {
    means: Means,
    live: Live,
    listeners: BTreeMap<Line, Listener>,
    thinking: Option<Thinking>,
    /// The computer's general has failed at this decision and is not asked again.
    stuck_at: Option<u32>,
    /// How each general has made up his mind to lead his army.
    leads: BySide<Option<Lead>>,
}

/// Runs a battle until nobody has wanted anything of it for a while.
pub async fn run(means: Means, id: String, mut notes: mpsc::Receiver<Note>) {
    let live = match Live::load(&means.store, &id).await {
        Ok(live) => live,
        Err(error) => return turn_away(&id, &error, notes).await,
    };
    tracing::debug!(battle = id, kept = live.kept(), "loaded");
    let idle = means.limits.idle;
    let leads = BySide([None, None]);
    let mut task = Task { means, live, listeners: BTreeMap::new(), thinking: None, stuck_at: None, leads };
    loop {
        let nobody = task.listeners.is_empty() && task.thinking.is_none();
        tokio::select! {
            note = notes.recv() => match note {
                Some(note) => task.take(note).await,
                None => break,
            },
            thought = general::thought(&mut task.thinking) => task.take_thought(thought).await,
            () = tokio::time::sleep(idle), if nobody => notes.close(),
        }
        if task.live.broken() {
            break;
        }
        task.consult();
    }
    tracing::debug!(battle = id, "put away");
}

/// Tells everyone who asks that the battle cannot be loaded.
async fn turn_away(id: &str, error: &LoadError, mut notes: mpsc::Receiver<Note>) {
    let code = match error {
        LoadError::Unknown => WireErrorCode::NotFound,
        LoadError::Store(_) | LoadError::Broken(_) => WireErrorCode::Broken,
    };
    tracing::warn!(battle = id, %error, "cannot be loaded");
    notes.close();
    while let Some(note) = notes.recv().await {
        if let Note::Join { out, .. } = note {
            let message = match error {
                // What the database says is not for everyone.
                LoadError::Store(_) => "the battle cannot be read now".to_owned(),
                other => other.to_string(),
            };
            let _ = out.try_send(tell::text(&ServerMsg::Error { code, message }));
        }
    }
}

impl Task {
    async fn take(&mut self, note: Note) {
        match note {
            Note::Join { line, roles, since, out } => {
                self.join(line, Listener { roles, thinking: None, out }, since)
            }
            Note::Leave(line) => {
                if self.listeners.remove(&line).is_some() {
                    self.tell_presence();
                }
            }
            Note::Refresh => self.catch_up().await,
            Note::Say(line, message) => self.hear(line, message).await,
        }
    }

    fn join(&mut self, line: Line, listener: Listener, since: Option<u32>) {
        if self.listeners.len() >= self.means.limits.sockets_per_battle {
            let message = "too many are connected to this battle".to_owned();
            let _ =
                listener.out.try_send(tell::text(&ServerMsg::Error { code: WireErrorCode::Full, message }));
            return;
        }
        self.listeners.insert(line, listener);
        self.welcome(line, since.unwrap_or(0));
        self.tell_presence();
    }

    async fn hear(&mut self, line: Line, message: ClientMsg) {
        let Some(listener) = self.listeners.get(&line) else { return };
        let roles = listener.roles;
        match message {
            ClientMsg::Hello { .. } => self.error(line, WireErrorCode::Malformed, "hello was said already"),
            ClientMsg::Ping => self.tell(line, &ServerMsg::Pong),
            ClientMsg::Reasons { id, since } => {
                let reasons = self.live.reasons(since.unwrap_or(0), roles);
                self.tell(line, &ServerMsg::Reasons { id, reasons });
            }
            ClientMsg::Submit { seq, side, command } => {
                if !roles.plays(side.into()) {
                    return self.refuse(line, seq, WireWhy::NotYourSeat);
                }
                let Some(command) = self.read(line, command) else { return };
                self.submit(Some(line), seq, side.into(), &command).await;
            }
            ClientMsg::Preview { id, side, command } => {
                if !roles.plays(side.into()) {
                    return self.error(line, WireErrorCode::Forbidden, "that is not your seat");
                }
                let Some(command) = self.read(line, command) else { return };
                let view = self.live.battle().view(Viewer::Player(side.into()));
                match guarded(|| WirePreview::of_any(&view, side.into(), &command)) {
                    Some(preview) => self.tell(line, &ServerMsg::Preview { id, preview }),
                    None => self.error(line, WireErrorCode::Broken, "this cannot be judged"),
                }
            }
            ClientMsg::Regions { id, side, unit } => {
                let viewer = match side.map(Side::from) {
                    Some(side) if roles.plays(side) => Some(Viewer::Player(side)),
                    Some(_) => None,
                    None => roles.viewers().next(),
                };
                let Some(viewer) = viewer else {
                    return self.error(line, WireErrorCode::Forbidden, "that is not your seat");
                };
                let view = self.live.battle().view(viewer);
                match guarded(|| WireRegion::of_any(&view, unit)) {
                    Some(regions) => self.tell(line, &ServerMsg::Regions { id, regions }),
                    None => self.error(line, WireErrorCode::Broken, "this cannot be judged"),
                }
            }
        }
    }

    /// The command a message stands for; whoever sent one that stands for nothing is told.
    fn read(&mut self, line: Line, command: WireCommand) -> Option<Command> {
        match command.command(self.live.battle().manners()) {
            Ok(command) => Some(command),
            Err(message) => {
                self.error(line, WireErrorCode::Malformed, &message);
                None
            }
        }
    }

    /// Takes a decision made at the side's step `seq`; says whether it was accepted. `from` is nobody for the computer.
    async fn submit(&mut self, from: Option<Line>, seq: u32, side: Side, command: &Command) -> bool {
        loop {
            if seq != self.live.seq(Viewer::Player(side)) {
                if let Some(line) = from {
                    self.refuse(line, seq, WireWhy::Stale);
                    self.welcome(line, seq);
                }
                return false;
            }
            let decided = match guarded(|| self.live.decide(side, command)) {
                Some(Ok(decided)) => decided,
                Some(Err(reasons)) => {
                    match from {
                        Some(line) => self.refuse_by(line, seq, &reasons),
                        None => tracing::error!(battle = self.live.row().id, ?command, ?reasons, "refused"),
                    }
                    return false;
                }
                None => {
                    if let Some(line) = from {
                        self.error(line, WireErrorCode::Broken, "this cannot be judged");
                    }
                    return false;
                }
            };
            let (id, n) = (&self.live.row().id, self.live.kept() + 1);
            let kept = self.means.store.append(id, n, decided.step.clone()).await;
            match kept {
                Ok(Appended::Kept) => {
                    let carried_out = self.live.accept(decided).is_some();
                    self.tell_step(side, carried_out);
                    return true;
                }
                // Someone else was quicker: see what he did, and judge again.
                Ok(Appended::Taken) => self.catch_up().await,
                Err(error) => {
                    tracing::error!(battle = id, %error, "a decision was not kept");
                    // It may be on disk all the same: only reading tells.
                    self.catch_up().await;
                    if let Some(line) = from {
                        self.refuse(line, seq, WireWhy::NotKept);
                        self.welcome(line, seq);
                    }
                    return false;
                }
            }
            if self.live.broken() {
                return false;
            }
        }
    }

    /// Follows what others have written.
    async fn catch_up(&mut self) {
        let steps = match self.means.store.steps(&self.live.row().id, self.live.kept()).await {
            Ok(steps) => steps,
            Err(error) => {
                tracing::error!(battle = self.live.row().id, %error, "cannot be read");
                return;
            }
        };
        for step in steps {
            let Some(side) = Side::parse(&step.side) else { continue };
            match self.live.follow(&step) {
                Ok(carried_out) => {
                    let carried_out = carried_out.is_some();
                    self.tell_step(side, carried_out);
                }
                Err(error) => {
                    tracing::error!(battle = self.live.row().id, %error, "cannot be followed");
                    return;
                }
            }
        }
    }
}

/// Runs rules code on what a client sent; a fault in it must not take the battle down with it.
fn guarded<T>(work: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(work)).ok()
}
