//! The one task that owns a live battle.
//!
//! Whoever wants something of the battle sends it a [`Note`]. A decision is judged and carried out on a copy,
//! written to the store, and only then made true and told to everyone, to each through his own eyes.

mod general;
mod hear;
mod plan;
mod seen;
mod shares;
mod tell;
mod there;

use crate::config::Limits;
use crate::count::{Count, Part, Turns};
use crate::live::{Live, LoadError, size};
use crate::metrics::{Metrics, one_more};
use crate::pace::{Caller, Pace};
use crate::queue::{DONE, POLICY, Queue};
use crate::readable::Readable;
use crate::seat::Roles;
pub use general::Thinkers;
use general::Thinking;
use opponent::Lead;
use plan::Advice;
use proto::{ClientMsg, ServerMsg, WireErrorCode, WireWhy};
use seen::Seen;
use std::collections::BTreeMap;
use std::net::IpAddr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;
use store::{Appended, Hash, StepRow, Store};
pub use tell::text;
pub use there::Elsewhere;
use tokio::runtime::RuntimeFlavor;
use tokio::sync::mpsc;
use tokio::time::Instant;
use umpire::{BySide, Command, Side, Viewer};

/// How often a battle looks by itself for what other nodes have written, and tells them who is here.
const LOOK: Duration = Duration::from_secs(10);
/// How long a newcomer waits for a database that does not answer.
const PATIENCE: Duration = Duration::from_secs(3);

/// The number of a connection.
pub type Line = u64;

/// What is sent to the task of a battle.
#[derive(Debug)]
pub enum Note {
    /// Someone connects.
    Join {
        /// The number of his connection.
        line: Line,
        /// What he may do, and the tokens that allow it.
        roles: Roles,
        tokens: Vec<Hash>,
        /// The last step he knows.
        since: Option<u32>,
        /// Where to tell him.
        out: Arc<Queue>,
    },
    /// Someone who is connected says something.
    Say(Line, ClientMsg),
    /// Someone goes.
    Leave(Line),
    /// Something may have been written: decisions, seats, shares.
    Refresh,
    /// Another node says who is connected to it.
    Elsewhere(Elsewhere),
    /// The server stops.
    End,
}

/// Someone who is connected.
#[derive(Debug)]
struct Listener {
    roles: Roles,
    tokens: Vec<Hash>,
    /// The last step he was told of, by his own numbers.
    told: u32,
    /// When he was last told everything again because he was behind.
    renewed: Option<Instant>,
    /// The computer's general of whom he was told that he is thinking, since the last step he noticed.
    thinking: Option<Side>,
    /// What he was last shown.
    seen: Seen,
    /// The advice that he waits for.
    advice: Option<Advice>,
    out: Arc<Queue>,
}

/// What the task needs of the rest of the server.
#[derive(Clone, Debug)]
pub struct Means {
    /// Where battles are kept.
    pub store: Store,
    /// The server's limits.
    pub limits: Limits,
    /// How many of the computer's generals may think at once.
    pub thinkers: Thinkers,
    /// Who asks how often and has how much kept.
    pub pace: Arc<Pace>,
    /// How much of what each address plans is judged at once.
    pub judges: Turns,
    /// How many decisions the battles in memory have, by who opened them.
    pub memory: Count,
    /// Which battles can be gone on with.
    pub readable: Arc<Readable>,
    /// What the server has done.
    pub metrics: Arc<Metrics>,
}

struct Task {
    means: Means,
    live: Live,
    listeners: BTreeMap<Line, Listener>,
    /// What this node calls itself, and who is connected to others.
    node: Arc<str>,
    elsewhere: there::Others,
    thinking: Option<Thinking>,
    /// The computer's general has failed at this decision and is not asked again.
    stuck_at: Option<u32>,
    /// How each general has made up his mind to lead his army.
    leads: BySide<Option<Lead>>,
    /// Which side asks to take its last decision back.
    asks_back: Option<Side>,
    /// How long the computer's general waits before he thinks.
    pause: Duration,
    /// Nothing more is to be done.
    ended: bool,
}

/// What became of a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Became {
    Kept,
    Refused,
    NotKept,
    /// Whoever it is decided for has had enough kept for now.
    TooMuch,
}

/// Runs a battle until nobody has wanted anything of it for a while.
pub async fn run(means: Means, node: Arc<str>, id: String, opener: IpAddr, mut notes: mpsc::Receiver<Note>) {
    let (live, _room) = match load(&means, &id, opener).await {
        Ok(loaded) => loaded,
        Err(error) => {
            if matches!(error, LoadError::NoRoom) {
                one_more(&means.metrics.refusals.memory);
            }
            if matches!(error, LoadError::Broken(_)) {
                means.readable.note(&id, false);
            }
            return turn_away(&id, &error, notes).await;
        }
    };
    tracing::debug!(battle = id, kept = live.kept(), "loaded");
    let idle = means.limits.idle;
    let shared = means.store.is_shared();
    let mut task = Task {
        means,
        live,
        listeners: BTreeMap::new(),
        node,
        elsewhere: there::Others::default(),
        thinking: None,
        stuck_at: None,
        leads: BySide([None, None]),
        asks_back: None,
        pause: Duration::ZERO,
        ended: false,
    };
    let mut look = tokio::time::interval(LOOK);
    look.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    while !task.ended {
        let nobody = task.listeners.is_empty() && task.thinking.is_none();
        tokio::select! {
            note = notes.recv() => match note {
                Some(note) => task.take(note).await,
                None => break,
            },
            thought = general::thought(&mut task.thinking) => task.take_thought(thought).await,
            _ = look.tick(), if shared && !nobody => task.look_around().await,
            () = tokio::time::sleep(idle), if nobody => notes.close(),
        }
        if task.live.broken() {
            task.means.readable.note(&id, false);
            task.tell_all(text(&ServerMsg::Error {
                code: WireErrorCode::Broken,
                message: "the battle cannot be gone on with; its replay can be read".to_owned(),
            }));
            break;
        }
        task.consult();
    }
    for listener in task.listeners.values() {
        listener.out.close(DONE);
    }
    tracing::debug!(battle = id, "put away");
}

/// Loads a battle, if there is room in memory for one so long.
async fn load(means: &Means, id: &str, opener: IpAddr) -> Result<(Live, Part), LoadError> {
    /// What the battle itself weighs, in decisions.
    const BARE: usize = 50;
    let row = means.store.battle(id).await?.ok_or(LoadError::Unknown)?;
    let (weight, limits) = (BARE + row.steps as usize, &means.limits);
    let room = means.memory.part(opener, weight, limits.decisions_per_address, limits.decisions_live);
    let room = room.ok_or(LoadError::NoRoom)?;
    Ok((Live::load(&means.store, row).await?, room))
}

/// Tells everyone who asks that the battle cannot be loaded.
async fn turn_away(id: &str, error: &LoadError, mut notes: mpsc::Receiver<Note>) {
    let code = match error {
        LoadError::Unknown => WireErrorCode::NotFound,
        LoadError::NoRoom => WireErrorCode::Full,
        // What the database says passes.
        LoadError::Store(_) => WireErrorCode::Stopping,
        LoadError::Broken(_) => WireErrorCode::Broken,
    };
    match error {
        // Whoever asks again and again does not fill the log: these are counted elsewhere.
        LoadError::NoRoom | LoadError::Unknown => tracing::debug!(battle = id, %error, "not loaded"),
        _ => tracing::warn!(battle = id, %error, "cannot be loaded"),
    }
    notes.close();
    while let Some(note) = notes.recv().await {
        if let Note::Join { out, .. } = note {
            let message = match error {
                // What the database says is not for everyone.
                LoadError::Store(_) => "the battle cannot be read now; try again in a moment".to_owned(),
                other => other.to_string(),
            };
            out.tell(tell::text(&ServerMsg::Error { code, message }));
            out.close(POLICY);
        }
    }
}

impl Task {
    async fn take(&mut self, note: Note) {
        match note {
            Note::Join { line, roles, tokens, since, out } => {
                let (seen, thinking, renewed, advice) = (Seen::default(), None, None, None);
                let listener = Listener { roles, tokens, told: 0, renewed, thinking, seen, advice, out };
                self.join(line, listener, since).await;
            }
            Note::Leave(line) => {
                if self.listeners.remove(&line).is_some() {
                    self.presence_changed(false);
                }
            }
            Note::Refresh => self.refresh().await,
            Note::Elsewhere(there) => self.hear_of(there),
            Note::Say(line, message) => self.judge(line, message).await,
            Note::End => self.ended = true,
        }
    }

    async fn join(&mut self, line: Line, listener: Listener, since: Option<u32>) {
        if self.listeners.len() >= self.means.limits.sockets_per_battle {
            one_more(&self.means.metrics.refusals.battle_full);
            let message = "too many are connected to this battle".to_owned();
            listener.out.tell(tell::text(&ServerMsg::Error { code: WireErrorCode::Full, message }));
            listener.out.close(POLICY);
            return;
        }
        if self.means.store.is_shared() {
            // Another node may have written what was announced to nobody here.
            let _ = tokio::time::timeout(PATIENCE, self.refresh()).await;
        }
        let first = self.listeners.is_empty();
        self.listeners.insert(line, listener);
        self.welcome(line, since.unwrap_or(0));
        self.presence_changed(first);
    }

    /// Takes a decision made at the side's step `seq`; says what became of it. `from` is nobody for the computer.
    async fn submit(&mut self, from: Option<Line>, seq: u32, side: Side, command: &Command) -> Became {
        let (metrics, begun) = (Arc::clone(&self.means.metrics), Instant::now());
        let counts = &metrics.decisions;
        loop {
            if seq != self.live.seq(Viewer::Player(side)) {
                one_more(&counts.stale);
                if let Some(line) = from {
                    self.refuse(line, seq, WireWhy::Stale);
                    self.renew(line);
                }
                return Became::Refused;
            }
            let decided = match self.guarded(from, || self.live.decide(side, command)) {
                Some(Ok(decided)) if decided.too_early => {
                    one_more(&counts.waiting);
                    if let Some(line) = from {
                        self.refuse(line, seq, WireWhy::Waiting);
                    }
                    return Became::Refused;
                }
                Some(Ok(decided)) => decided,
                Some(Err(reasons)) => {
                    one_more(&counts.rules);
                    match from {
                        Some(line) => self.refuse_by(line, seq, &reasons),
                        None => tracing::error!(battle = self.live.row().id, ?command, ?reasons, "refused"),
                    }
                    return Became::Refused;
                }
                None => {
                    if let Some(line) = from {
                        self.error(line, WireErrorCode::Malformed, "this cannot be judged");
                    }
                    return Became::Refused;
                }
            };
            if !self.may_keep(from, &decided.step) {
                if let Some(line) = from {
                    self.refuse(line, seq, WireWhy::NotKept);
                }
                return Became::TooMuch;
            }
            let (id, n) = (&self.live.row().id, self.live.kept() + 1);
            let kept = self.means.store.append(id, n, decided.step.clone()).await;
            match kept {
                Ok(Appended::Kept) => {
                    one_more(&counts.kept);
                    metrics.decision_times.add(begun.elapsed());
                    let (address, told) = (self.address_of(from), Instant::now());
                    let carried_out = self.live.accept(decided).is_some();
                    self.tell_step(side, carried_out);
                    if let Some(address) = address {
                        self.means.pace.judged().add(address, told.elapsed());
                    }
                    // What was asked before it is no more to be answered.
                    if self.asks_back.take().is_some() {
                        self.tell_presence();
                    }
                    return Became::Kept;
                }
                // Someone else was quicker: see what he did, and judge again.
                Ok(Appended::Taken) => {
                    if !self.catch_up().await {
                        return Became::NotKept;
                    }
                }
                Err(error) => {
                    one_more(&counts.not_kept);
                    one_more(&metrics.store_errors);
                    tracing::error!(battle = id, %error, "a decision was not kept");
                    // It may be on disk all the same: only reading tells.
                    self.catch_up().await;
                    if let Some(line) = from {
                        self.refuse(line, seq, WireWhy::NotKept);
                        self.renew(line);
                    }
                    return Became::NotKept;
                }
            }
            if self.live.broken() {
                return Became::Refused;
            }
        }
    }

    /// Whether a decision may be kept: a battle has an end, and so has what an address may have kept in an hour. What
    /// the computer's generals decide is kept for whoever is there to see it.
    fn may_keep(&mut self, from: Option<Line>, step: &StepRow) -> bool {
        if self.live.kept() >= self.means.limits.decisions {
            let message = "the battle has become too long to be gone on with".to_owned();
            self.tell_all(text(&ServerMsg::Error { code: WireErrorCode::TooLarge, message }));
            return false;
        }
        let who = if from.is_some() { self.address_of(from) } else { self.beneficiary() };
        let Some(address) = who else { return true };
        let may = self.means.pace.keep(Caller(address), size(step)).is_ok();
        if !may {
            one_more(&self.means.metrics.refusals.disk);
            if let Some(line) = from {
                self.error(line, WireErrorCode::TooFast, "you have had too much kept; wait a little");
            }
        }
        may
    }

    /// The address of whoever the computer's generals play for: somebody who plays, or else who watches.
    fn beneficiary(&self) -> Option<IpAddr> {
        let plays = |l: &&Listener| Side::ALL.into_iter().any(|side| l.roles.plays(side));
        let player = self.listeners.values().find(plays).or_else(|| self.listeners.values().next());
        player.map(|listener| listener.out.address())
    }

    /// Runs rules code on what a client sent; a fault in it must not take the battle down with it. How long it takes is
    /// put down to the client's address.
    fn guarded<T>(&self, from: Option<Line>, work: impl FnOnce() -> T) -> Option<T> {
        let begun = Instant::now();
        let work = || catch_unwind(AssertUnwindSafe(work)).ok();
        // However long it takes, other battles go on on another thread, where there are several.
        let many = tokio::runtime::Handle::current().runtime_flavor() == RuntimeFlavor::MultiThread;
        let done = if many { tokio::task::block_in_place(work) } else { work() };
        if let Some(address) = self.address_of(from) {
            self.means.pace.judged().add(address, begun.elapsed());
        }
        done
    }

    /// The same for what takes longer: it is done aside, so that other battles do not wait for it, and for one address
    /// only so much of it at once.
    async fn aside<T: Send + 'static>(
        &self,
        line: Line,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        let address = self.address_of(Some(line))?;
        let turn = self.means.judges.turn(address).await?;
        let judged = tokio::task::spawn_blocking(move || {
            let (_turn, begun) = (turn, Instant::now());
            (work(), begun.elapsed())
        });
        let (done, time) = judged.await.ok()?;
        self.means.pace.judged().add(address, time);
        Some(done)
    }

    fn address_of(&self, line: Option<Line>) -> Option<IpAddr> {
        line.and_then(|line| self.listeners.get(&line)).map(|listener| listener.out.address())
    }

    /// Looks for whatever others have written.
    async fn refresh(&mut self) {
        self.catch_up().await;
        self.look_at_seats().await;
    }

    /// Follows what others have decided; says whether the store could be read.
    async fn catch_up(&mut self) -> bool {
        let steps = match self.means.store.steps(&self.live.row().id, self.live.kept()).await {
            Ok(steps) => steps,
            Err(error) => {
                one_more(&self.means.metrics.store_errors);
                tracing::error!(battle = self.live.row().id, %error, "cannot be read");
                return false;
            }
        };
        for step in steps {
            let Some(side) = Side::parse(&step.side) else { continue };
            match self.live.follow(&step) {
                Ok(carried_out) => {
                    let carried_out = carried_out.is_some();
                    // Somebody else has decided: what one's own general thinks about is past, and so is what was
                    // asked before it.
                    self.thinking = None;
                    let asked = self.asks_back.take().is_some();
                    self.tell_step(side, carried_out);
                    if asked {
                        self.tell_presence();
                    }
                }
                Err(error) => {
                    tracing::error!(battle = self.live.row().id, %error, "cannot be followed");
                    return false;
                }
            }
        }
        true
    }
}
