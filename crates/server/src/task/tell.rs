//! Telling those who are connected, each through his own eyes.

use super::{Line, Task, Thinking};
use crate::live::Live;
use crate::seat::Roles;
use axum::extract::ws::Utf8Bytes;
use proto::{ServerMsg, WireEntry, WireErrorCode, WirePresence, WireRefusal, WireSides, WireWhy};
use ruling::Refusal;
use std::collections::BTreeMap;
use umpire::Side;

/// A message as it is sent.
pub fn text(message: &ServerMsg) -> Utf8Bytes {
    serde_json::to_string(message).expect("a message is plain data").into()
}

impl Task {
    /// Sends to one connection; one that does not keep up is dropped and may come back.
    fn send(&mut self, line: Line, text: Utf8Bytes) {
        if let Some(listener) = self.listeners.get(&line)
            && listener.out.try_send(text).is_err()
        {
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
        };
        self.tell(line, &message);
    }

    /// Tells that one of the computer's generals is thinking: once between two steps that somebody notices, lest he
    /// count those he does not.
    pub(super) fn tell_thinking(&mut self, side: Side) {
        let message = text(&ServerMsg::Thinking { side: side.into() });
        self.listeners.retain(|_, listener| {
            let news = listener.thinking.replace(side) != Some(side);
            !news || listener.out.try_send(message.clone()).is_ok()
        });
    }

    fn presence(&self) -> WirePresence {
        let online = |side| self.listeners.values().any(|l| l.roles.plays(side));
        let watches = |roles: Roles| Side::ALL.into_iter().all(|side| !roles.plays(side));
        let spectators = self.listeners.values().filter(|l| watches(l.roles)).count();
        WirePresence {
            online: WireSides { red: online(Side::Red), blue: online(Side::Blue) },
            sealed: (&self.live.sealed()).into(),
            spectators: u32::try_from(spectators).unwrap_or(u32::MAX),
        }
    }

    pub(super) fn tell_presence(&mut self) {
        self.tell_all(text(&ServerMsg::Presence { presence: self.presence() }));
    }

    /// Sends the same to everyone.
    pub(super) fn tell_all(&mut self, text: Utf8Bytes) {
        self.listeners.retain(|_, listener| listener.out.try_send(text.clone()).is_ok());
    }

    /// Tells of a decision that has just been kept. What happened is for everyone who has noticed it; a sealed
    /// decision is told to those who made it, and to the others only that it is in.
    pub(super) fn tell_step(&mut self, side: Side, carried_out: bool) {
        let mut written: BTreeMap<Roles, Option<Utf8Bytes>> = BTreeMap::new();
        let lines: Vec<(Line, Roles)> = self.listeners.iter().map(|(line, l)| (*line, l.roles)).collect();
        for (line, roles) in lines {
            let live = &self.live;
            let message = written.entry(roles).or_insert_with(|| {
                if carried_out {
                    let entries = || live.last(roles).map_or_else(Vec::new, |step| step.entries);
                    live.is_noticed(roles).then(|| step(live, side, entries(), roles))
                } else {
                    // Of a sealed decision there is nothing to read yet.
                    roles.plays(side).then(|| step(live, side, Vec::new(), roles))
                }
            });
            if let Some(message) = message.clone() {
                if let Some(listener) = self.listeners.get_mut(&line) {
                    listener.thinking = None;
                }
                self.send(line, message);
            }
        }
        if !carried_out {
            self.tell_presence();
        }
    }
}

/// A decision and what is to be read of it, with the views of someone with these roles.
fn step(live: &Live, side: Side, entries: Vec<WireEntry>, roles: Roles) -> Utf8Bytes {
    let seq = live.seq(live.reader(roles));
    text(&ServerMsg::Step { seq, side: side.into(), entries, views: live.views(roles) })
}
