//! What players want to know and to change while they plan: how far, how it would stand, what a good general would do,
//! and taking back.

use super::there::AboutBack;
use super::{Line, Task, tell};
use opponent::{Budget, General as _, Level, Player};
use proto::{
    ServerMsg, WireCommand, WireErrorCode, WireHint, WirePreview, WireRehearsal, WireSide, WireView, WireWay,
    WireWhy,
};
use std::sync::Arc;
use store::Appended;
use testudo::AnyView;
use tokio::task::JoinHandle;
use tokio::time::Instant;
use umpire::{Asked, Command, Side, Viewer};

/// How many commands may be tried at once.
const MOST: usize = 48;

/// What a command would do, as a screen shows it.
pub(super) fn previewed(view: &AnyView, side: Side, command: &Command) -> WirePreview {
    foretold(WirePreview::of_any(view, side, command), view, side, command)
}

/// A preview with the odds that generals reckon with, where the book tells none.
fn foretold(mut preview: WirePreview, view: &AnyView, side: Side, command: &Command) -> WirePreview {
    if preview.odds.is_empty()
        && preview.refusals.is_empty()
        && let Some((odds, words)) = opponent::foreseen(view, side, command)
    {
        preview.odds.push(odds.into());
        preview.words.extend(Some(words).filter(|words| !words.is_empty()));
    }
    preview
}

/// Advice that somebody waits for.
#[derive(Debug)]
pub(super) struct Advice(JoinHandle<()>);

impl Drop for Advice {
    fn drop(&mut self) {
        // A general who has not begun to think about it need not; nobody waits for it any more.
        self.0.abort();
    }
}

impl Task {
    /// The battle as a side sees it, after orders it has planned; whoever sent orders that stand for nothing is told.
    pub(super) async fn planned(
        &mut self,
        line: Line,
        side: WireSide,
        after: Vec<WireCommand>,
    ) -> Option<AnyView> {
        let side = Side::from(side);
        if !self.listeners.get(&line)?.roles.plays(side) {
            self.error(line, WireErrorCode::Forbidden, "that is not your seat");
            return None;
        }
        let after = self.read_all(line, after)?;
        let view = self.live.battle().view(Viewer::Player(side));
        if after.is_empty() {
            return Some(view);
        }
        let planned = self.aside(line, move || WireRehearsal::of_any(&view, side, &after).view).await;
        if planned.is_none() {
            self.error(line, WireErrorCode::Malformed, "this cannot be judged");
        }
        planned
    }

    fn read_all(&mut self, line: Line, commands: Vec<WireCommand>) -> Option<Vec<Command>> {
        if commands.len() > MOST {
            self.error(line, WireErrorCode::TooLarge, "these are too many orders at once");
            return None;
        }
        commands.into_iter().map(|command| self.read(line, command)).collect()
    }

    /// How far each of some commands can be carried out.
    pub(super) async fn tell_ways(
        &mut self,
        line: Line,
        id: u32,
        side: WireSide,
        commands: Vec<WireCommand>,
        view: AnyView,
    ) {
        let Some(commands) = self.read_all(line, commands) else { return };
        let judge = move || {
            let of = |command: &Command| {
                let way = WireWay::of_any(&view, side.into(), command);
                WireWay { preview: foretold(way.preview, &view, side.into(), command), ..way }
            };
            commands.iter().map(of).collect()
        };
        let judged = self.aside(line, judge).await;
        self.tell_judged(line, judged.map(|ways| ServerMsg::Ways { id, ways }));
    }

    /// How it would stand after some orders.
    pub(super) async fn tell_rehearsal(
        &mut self,
        line: Line,
        id: u32,
        side: WireSide,
        commands: Vec<WireCommand>,
    ) {
        let Some(view) = self.planned(line, side, Vec::new()).await else { return };
        let Some(commands) = self.read_all(line, commands) else { return };
        let seq = self.live.seq(Viewer::Player(side.into()));
        let judge = move || {
            let WireRehearsal { view, done, refusals, rolls } =
                WireRehearsal::of_any(&view, side.into(), &commands);
            let view = Box::new(WireView { seq, ..WireView::of_any(&view) });
            let done = u32::try_from(done).unwrap_or(u32::MAX);
            ServerMsg::Rehearsed { id, done, refusals, rolls, view }
        };
        let judged = self.aside(line, judge).await;
        self.tell_judged(line, judged);
    }

    /// Asks a good general what he would do, as the side sees it; the answer comes when he has made up his mind. Where
    /// another person plays against it there is no such advice.
    pub(super) fn advise(&mut self, line: Line, id: u32, side: WireSide) {
        let Some(listener) = self.listeners.get(&line) else { return };
        let (roles, out, side) = (listener.roles, listener.out.clone(), Side::from(side));
        if !roles.plays(side) || self.live.needs_consent(side, roles) {
            return self.error(line, WireErrorCode::Forbidden, "there is no advice here");
        }
        let is_asked = match self.live.battle().asked() {
            Asked::One(who) => who == side,
            Asked::Sealed(both) => both[side],
            Asked::Nobody(_) => false,
        };
        // One piece of advice at a time.
        let waits = listener.advice.as_ref().is_some_and(|advice| !advice.0.is_finished());
        if !is_asked || waits {
            return self.tell(line, &ServerMsg::Hint { id, hint: None });
        }
        let view = self.live.battle().view(Viewer::Player(side));
        let (manners, whims) = (self.live.battle().manners(), u64::from(self.live.kept()));
        let (thinkers, metrics) = (self.means.thinkers.clone(), Arc::clone(&self.means.metrics));
        let advice = tokio::spawn(async move {
            let Some(turn) = thinkers.turn(out.address(), false).await else { return };
            let think = move || {
                // His turn lasts as long as he thinks, whoever still waits for him.
                let _turn = turn;
                let begun = Instant::now();
                let proposal =
                    Player::new(Level::Veteran, whims, side).within(Budget::LIVE).propose(&view, side);
                metrics.thinking_times.add(begun.elapsed());
                let reason = proposal.reason;
                WireHint {
                    preview: WirePreview::of_any(&view, side, &proposal.command),
                    command: WireCommand::of(&proposal.command, manners),
                    words: reason.as_ref().map_or_else(String::new, |reason| reason.text.clone()),
                    units: reason.map_or_else(Vec::new, |r| r.units.iter().map(|id| id.0).collect()),
                }
            };
            let hint = tokio::task::spawn_blocking(think).await.ok();
            // Whoever has gone does not hear it.
            out.tell(tell::text(&ServerMsg::Hint { id, hint }));
        });
        if let Some(listener) = self.listeners.get_mut(&line) {
            listener.advice = Some(Advice(advice));
        }
    }

    /// Takes a side's last decision back, or asks the other side first.
    pub(super) async fn hear_take_back(&mut self, line: Line, seq: u32, side: Side) {
        let Some(roles) = self.listeners.get(&line).map(|listener| listener.roles) else { return };
        if !roles.plays(side) {
            return self.refuse(line, seq, WireWhy::NotYourSeat);
        }
        if seq != self.live.seq(Viewer::Player(side)) {
            self.refuse(line, seq, WireWhy::Stale);
            return self.renew(line);
        }
        let Some(word) = self.live.word_of_taking_back(side) else {
            let why = if self.live.over() { "the battle is over" } else { "dice have fallen" };
            return self.error(line, WireErrorCode::Final, &format!("nothing can be taken back: {why}"));
        };
        if !self.may_keep(Some(line), &word) {
            return self.refuse(line, seq, WireWhy::NotKept);
        }
        if self.live.needs_consent(side, roles) {
            return self.tell_about_back(AboutBack::Asked(side));
        }
        self.take_back(side).await;
    }

    /// Hears whether a side lets the other take back.
    pub(super) async fn hear_consent(&mut self, line: Line, side: Side, granted: bool) {
        let plays = self.listeners.get(&line).is_some_and(|listener| listener.roles.plays(side));
        if !plays || self.asks_back != Some(side.other()) {
            return;
        }
        if !granted {
            return self.tell_about_back(AboutBack::Refused);
        }
        self.asks_back = None;
        self.take_back(side.other()).await;
        self.tell_presence();
    }

    async fn take_back(&mut self, side: Side) {
        let Some(word) = self.live.word_of_taking_back(side) else { return };
        let (id, n) = (&self.live.row().id, self.live.kept() + 1);
        match self.means.store.append(id, n, word).await {
            Ok(Appended::Kept) => {
                // Whatever a general was thinking of is no more.
                self.thinking = None;
                self.stuck_at = None;
                self.live.take_back(side);
                self.tell_step(side, true);
                self.tell_presence();
            }
            Ok(Appended::Taken) => drop(self.catch_up().await),
            Err(error) => {
                tracing::error!(battle = id, %error, "a taking back was not kept");
                self.catch_up().await;
            }
        }
    }
}
