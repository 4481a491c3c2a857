//! Telling those who are connected, each through his own eyes.

use super::{Line, Task, Thinking};
use crate::metrics::one_more;
use crate::seat::Roles;
use crate::task::seen::Seen;
use axum::extract::ws::Utf8Bytes;
use proto::{ServerMsg, WireErrorCode, WireRefusal, WireWhy};
use ruling::Refusal;
use std::collections::BTreeMap;
use std::time::Duration;
use tokio::time::Instant;
use umpire::Side;

/// How often everything is told again to one who decides on an old view.
const RENEWED: Duration = Duration::from_secs(1);

/// A message as it is sent.
pub fn text(message: &ServerMsg) -> Utf8Bytes {
    serde_json::to_string(message).expect("a message is plain data").into()
}

impl Task {
    /// Sends to one connection; one that does not keep up is dropped, its socket closed, and may come back.
    fn send(&mut self, line: Line, text: Utf8Bytes) {
        if let Some(listener) = self.listeners.get(&line)
            && !listener.out.tell(text)
        {
            one_more(&self.means.metrics.refusals.too_slow);
            self.listeners.remove(&line);
        }
    }

    pub(super) fn tell(&mut self, line: Line, message: &ServerMsg) {
        self.send(line, text(message));
    }

    pub(super) fn error(&mut self, line: Line, code: WireErrorCode, message: &str) {
        self.tell(line, &ServerMsg::Error { code, message: message.to_owned() });
    }

    pub(super) fn refuse(&mut self, line: Line, seq: u32, why: WireWhy) {
        self.tell(line, &ServerMsg::Refused { seq, why, reasons: Vec::new() });
    }

    pub(super) fn refuse_by(&mut self, line: Line, seq: u32, reasons: &[Refusal]) {
        let reasons = reasons.iter().map(WireRefusal::from).collect();
        self.tell(line, &ServerMsg::Refused { seq, why: WireWhy::Rules, reasons });
    }

    /// Sends everything as it stands. `since` is the last step he knows, by his own numbers.
    pub(super) fn welcome(&mut self, line: Line, since: u32) {
        let Some(listener) = self.listeners.get_mut(&line) else { return };
        let roles = listener.roles;
        listener.told = self.live.seq(self.live.reader(roles));
        listener.thinking = self.thinking.as_ref().map(Thinking::side);
        let thinking = listener.thinking.map(Into::into);
        let message = ServerMsg::Welcome {
            battle: self.live.about(),
            roles: roles.wire(),
            seq: self.live.seq(self.live.reader(roles)),
            views: self.live.views(roles),
            steps: self.live.since(since, roles),
            presence: self.presence(),
            thinking,
            back: self.live.back(roles),
            dice: self.live.fair.wire(self.live.over()),
        };
        if let Some(listener) = self.listeners.get_mut(&line) {
            listener.seen = Seen::of(&message);
        }
        self.tell(line, &message);
    }

    /// Sends everything again to one who decided on an old view, from the last step he was told of; not too often, for
    /// he may be asking on purpose.
    pub(super) fn renew(&mut self, line: Line) {
        let Some(listener) = self.listeners.get_mut(&line) else { return };
        if listener.renewed.is_none_or(|last| last.elapsed() >= RENEWED) {
            listener.renewed = Some(Instant::now());
            let told = listener.told;
            self.welcome(line, told);
        }
    }

    /// Tells everyone where the dice come from now.
    pub(super) fn tell_dice(&mut self) {
        self.tell_all(text(&ServerMsg::Dice { dice: self.live.fair.wire(self.live.over()) }));
    }

    /// Tells that one of the computer's generals is thinking: once between two steps that somebody notices, lest he
    /// count those he does not.
    pub(super) fn tell_thinking(&mut self, side: Side) {
        let message = text(&ServerMsg::Thinking { side: side.into() });
        self.listeners.retain(|_, listener| {
            let news = listener.thinking.replace(side) != Some(side);
            !news || listener.out.tell(message.clone())
        });
    }

    pub(super) fn tell_presence(&mut self) {
        self.tell_all(text(&ServerMsg::Presence { presence: self.presence() }));
    }

    /// Sends the same to everyone.
    pub(super) fn tell_all(&mut self, text: Utf8Bytes) {
        self.listeners.retain(|_, listener| listener.out.tell(text.clone()));
    }

    /// Tells of a decision that has just been kept. What happened is for everyone who has noticed it; a sealed
    /// decision is told to those who made it, and to the others only that it is in.
    pub(super) fn tell_step(&mut self, side: Side, carried_out: bool) {
        let mut views: BTreeMap<Roles, Option<Seen>> = BTreeMap::new();
        // Those who have seen the same are told the same: it is worked out once.
        let mut told: Vec<(Roles, Seen, Utf8Bytes)> = Vec::new();
        let live = &self.live;
        let too_slow = &self.means.metrics.refusals.too_slow;
        self.listeners.retain(|_, listener| {
            let roles = listener.roles;
            let concerns = if carried_out { live.is_noticed(roles) } else { roles.plays(side) };
            let now = views.entry(roles).or_insert_with(|| concerns.then(|| Seen::views(&live.views(roles))));
            let Some(now) = now else { return true };
            listener.thinking = None;
            listener.told = live.seq(live.reader(roles));
            let same = told.iter().find(|(to, seen, _)| *to == roles && seen.is(&listener.seen));
            let message = if let Some((.., message)) = same {
                message.clone()
            } else {
                // Of a sealed decision there is nothing to read yet.
                let read = if carried_out { live.last(roles) } else { None };
                let standing = live.battle().standing();
                let message = text(&ServerMsg::Step {
                    seq: listener.told,
                    side: side.into(),
                    turn: standing.turn,
                    active: standing.active.map(Into::into),
                    entries: read.map_or_else(Vec::new, |step| step.entries),
                    changes: listener.seen.change_to(now),
                    back: live.back(roles),
                });
                told.push((roles, listener.seen.clone(), message.clone()));
                message
            };
            listener.seen = now.clone();
            let stays = listener.out.tell(message);
            if !stays {
                one_more(too_slow);
            }
            stays
        });
        if !carried_out {
            self.tell_presence();
        }
        if self.live.over() {
            // The secret is open now.
            self.tell_dice();
        }
    }
}
