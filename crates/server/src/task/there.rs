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
    /// What was just said there about taking back.
    back: Option<AboutBack>,
}

/// What is said about taking back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AboutBack {
    /// A side asks for it.
    Asked(Side),
    /// The other side does not agree.
    Refused,
}

impl AboutBack {
    fn read(word: &str) -> Option<Self> {
        if word == "no" { Some(AboutBack::Refused) } else { Side::parse(word).map(AboutBack::Asked) }
    }

    /// The side that now waits for an answer.
    fn asked(self) -> Option<Side> {
        if let AboutBack::Asked(side) = self { Some(side) } else { None }
    }

    fn word(self) -> &'static str {
        match self {
            AboutBack::Asked(side) => side.as_str(),
            AboutBack::Refused => "no",
        }
    }
}

impl Elsewhere {
    /// Reads what a node says; `None` if it is not understood.
    pub fn read(words: &str) -> Option<(String, Elsewhere)> {
        let mut words = words.split(' ');
        let (battle, node) = (words.next()?.to_owned(), words.next()?.to_owned());
        let mut number = || words.next()?.parse::<u32>().ok();
        let online = BySide([number()? != 0, number()? != 0]);
        let (spectators, asks) = (number()?, number()? != 0);
        let back = words.next().and_then(AboutBack::read);
        Some((battle, Elsewhere { node, online, spectators, asks, back }))
    }

    fn write(&self, battle: &str) -> String {
        let BySide([red, blue]) = self.online.map(u8::from);
        let back = self.back.map_or("", AboutBack::word);
        format!("{battle} {} {red} {blue} {} {} {back}", self.node, self.spectators, u8::from(self.asks))
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
        Elsewhere { node: self.node.to_string(), online, spectators, asks, back: None }
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
        self.announce_that(&self.here(asks));
    }

    /// Tells everyone, on all nodes, that a side asks to take back, or is refused.
    pub(super) fn tell_about_back(&mut self, said: AboutBack) {
        self.asks_back = said.asked();
        self.announce_that(&Elsewhere { back: Some(said), ..self.here(false) });
        self.tell_presence();
    }

    fn announce_that(&self, here: &Elsewhere) {
        if !self.means.store.is_shared() {
            return;
        }
        let (store, words) = (self.means.store.clone(), here.write(&self.live.row().id));
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
        let mut news =
            known.is_none_or(|known| (known.online, known.spectators) != (there.online, there.spectators));
        if let Some(said) = there.back {
            news = true;
            self.asks_back = said.asked();
        }
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
        for back in [None, Some(AboutBack::Asked(Side::Blue)), Some(AboutBack::Refused)] {
            let online = BySide([true, false]);
            let there = Elsewhere { node: "n1".into(), online, spectators: 3, asks: true, back };
            assert_eq!(Elsewhere::read(&there.write("b")), Some(("b".into(), there)));
        }
        for bad in ["", "b", "b n 1 0", "b n 1 0 x 1"] {
            assert_eq!(Elsewhere::read(bad), None, "{bad}");
        }
    }
}
