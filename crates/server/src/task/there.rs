//! Who is connected, here and to other nodes.

use super::Task;
use proto::{WirePresence, WireSides};
use std::collections::BTreeMap;
use std::time::Duration;
use tokio::time::Instant;
use umpire::{BySide, Side};

/// How long another node's word holds: it speaks up more often.
const HOLDS: Duration = Duration::from_secs(25);

/// Who is connected to a node in one battle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Elsewhere {
    /// The node.
    pub node: String,
    /// Whether each side's player is there.
    online: BySide<bool>,
    /// How many watch.
    spectators: u32,
    /// Whether it wants to know who is here.
    asks: bool,
}

impl Elsewhere {
    /// Reads what a node says; `None` if it is not understood.
    pub fn read(words: &str) -> Option<(String, Elsewhere)> {
        let mut words = words.split(' ');
        let (battle, node) = (words.next()?.to_owned(), words.next()?.to_owned());
        let mut number = || words.next()?.parse::<u32>().ok();
        let online = BySide([number()? != 0, number()? != 0]);
        let (spectators, asks) = (number()?, number()? != 0);
        Some((battle, Elsewhere { node, online, spectators, asks }))
    }

    fn write(&self, battle: &str) -> String {
        let BySide([red, blue]) = self.online.map(u8::from);
        format!("{battle} {} {red} {blue} {} {}", self.node, self.spectators, u8::from(self.asks))
    }

    fn anybody(&self) -> bool {
        self.spectators > 0 || Side::ALL.into_iter().any(|side| self.online[side])
    }
}

/// The other nodes where somebody is connected, and when they last said so.
#[derive(Debug, Default)]
pub struct Others(BTreeMap<String, (Elsewhere, Instant)>);

impl Task {
    /// Who is connected here.
    fn here(&self, asks: bool) -> Elsewhere {
        let online = BySide::each(|side| self.listeners.values().any(|l| l.roles.plays(side)));
        let watches = |l: &&super::Listener| Side::ALL.into_iter().all(|side| !l.roles.plays(side));
        let spectators = self.listeners.values().filter(watches).count();
        let spectators = u32::try_from(spectators).unwrap_or(u32::MAX);
        Elsewhere { node: self.node.to_string(), online, spectators, asks }
    }

    /// Who is connected anywhere, and who has sealed.
    pub(super) fn presence(&self) -> WirePresence {
        let here = self.here(false);
        let others = || self.elsewhere.0.values().map(|(there, _)| there);
        let online = |side: Side| here.online[side] || others().any(|there| there.online[side]);
        let spectators = others().map(|there| there.spectators).fold(here.spectators, u32::saturating_add);
        WirePresence {
            online: WireSides { red: online(Side::Red), blue: online(Side::Blue) },
            sealed: (&self.live.sealed()).into(),
            spectators,
            asks_back: self.asks_back.map(Into::into),
        }
    }

    /// Tells everyone, on all nodes, who is here now.
    pub(super) fn presence_changed(&mut self, asks: bool) {
        self.announce(asks);
        self.tell_presence();
    }

    fn announce(&self, asks: bool) {
        if !self.means.store.is_shared() {
            return;
        }
        let (store, words) = (self.means.store.clone(), self.here(asks).write(&self.live.row().id));
        tokio::spawn(async move {
            if let Err(error) = store.tell_presence(&words).await {
                tracing::debug!(%error, "other nodes are not told who is here");
            }
        });
    }

    /// Takes another node's word on who is there.
    pub(super) fn hear_of(&mut self, there: Elsewhere) {
        if there.asks && !self.listeners.is_empty() {
            self.announce(false);
        }
        let known = self.elsewhere.0.get(&there.node).map(|(known, _)| known);
        let news =
            known.is_none_or(|known| (known.online, known.spectators) != (there.online, there.spectators));
        if there.anybody() {
            self.elsewhere.0.insert(there.node.clone(), (there, Instant::now()));
        } else {
            self.elsewhere.0.remove(&there.node);
        }
        if news {
            self.tell_presence();
        }
    }

    /// Now and then: forgets nodes that are gone, tells the others who is here, and reads what was missed.
    pub(super) async fn look_around(&mut self) {
        let before = self.elsewhere.0.len();
        self.elsewhere.0.retain(|_, (_, heard)| heard.elapsed() < HOLDS);
        if self.elsewhere.0.len() != before {
            self.tell_presence();
        }
        self.announce(false);
        self.refresh().await;
    }

    /// Whether this node is the first of those where somebody is connected: it is the one whose generals think.
    pub(super) fn is_first(&self) -> bool {
        self.elsewhere.0.keys().next().is_none_or(|other| self.node.as_ref() < other.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_understand_each_other() {
        let there = Elsewhere { node: "n1".into(), online: BySide([true, false]), spectators: 3, asks: true };
        assert_eq!(Elsewhere::read(&there.write("b")), Some(("b".into(), there)));
        for bad in ["", "b", "b n 1 0", "b n 1 0 x 1"] {
            assert_eq!(Elsewhere::read(bad), None, "{bad}");
        }
    }
}
