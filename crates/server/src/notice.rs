//! Who notices a step: one of which somebody sees and hears nothing is none to him, and his steps are numbered without
//! it. Otherwise the numbers would tell how often the enemy's hidden troops stir.

use proto::{WireEntry, WireJournalStep};
use testudo::{AnyBattle, AnyView};
use umpire::{BySide, Entry, Side, Standing, Viewer};

/// Everyone who has steps of his own: both players, those who watch, and those who know everything.
const EYES: [Viewer; 4] =
    [Viewer::Player(Side::Red), Viewer::Player(Side::Blue), Viewer::Spectator, Viewer::Opened];

/// A viewer's place in [`EYES`].
fn place(viewer: Viewer) -> usize {
    match viewer {
        Viewer::Player(Side::Red) => 0,
        Viewer::Player(Side::Blue) => 1,
        Viewer::Spectator => 2,
        Viewer::Opened => 3,
    }
}

/// The battle as everyone sees it now, and how many steps he has noticed.
#[derive(Debug)]
pub struct Noticed([(AnyView, u32); EYES.len()]);

/// A step as everyone may read it.
#[derive(Debug)]
pub struct Heard {
    side: Side,
    /// The turn it ended in, and whose it was.
    turn: u16,
    active: Option<Side>,
    told: [Told; EYES.len()],
}

/// A step as one viewer may read it.
#[derive(Debug)]
struct Told {
    /// How many steps he has noticed, with this one if he did.
    seq: u32,
    /// Whether he did.
    noticed: bool,
    entries: Vec<WireEntry>,
}

impl Noticed {
    /// Before the first step.
    pub fn before(battle: &AnyBattle) -> Self {
        Noticed(EYES.map(|viewer| (battle.view(viewer), 0)))
    }

    /// How many steps a viewer has noticed.
    pub fn seq(&self, viewer: Viewer) -> u32 {
        self.0[place(viewer)].1
    }

    /// What a viewer sees.
    pub fn view(&self, viewer: Viewer) -> &AnyView {
        &self.0[place(viewer)].0
    }

    /// A side has sealed its decision: it sees that it is asked nothing more. Nobody else sees anything.
    pub fn sealed(&mut self, battle: &AnyBattle, side: Side) {
        let viewer = Viewer::Player(side);
        self.0[place(viewer)].0 = battle.view(viewer);
    }

    /// Looks at a step that has just been carried out. Whoever has decided something in it notices it, and whoever
    /// knows everything.
    pub fn step(&mut self, battle: &AnyBattle, side: Side, by: BySide<bool>, entries: &[Entry]) -> Heard {
        let told = EYES.map(|viewer| {
            let (seen, seq) = &mut self.0[place(viewer)];
            let heard = battle.overheard(viewer, entries);
            let now = battle.view(viewer);
            let decided = match viewer {
                Viewer::Player(side) => by[side],
                Viewer::Spectator => false,
                Viewer::Opened => true,
            };
            let noticed = decided || !heard.is_empty() || !now.same(seen);
            *seen = now;
            *seq += u32::from(noticed);
            let entries = heard.iter().map(|entry| WireEntry::of(entry, battle.rules())).collect();
            Told { seq: *seq, noticed, entries }
        });
        let Standing { turn, active, .. } = battle.standing();
        Heard { side, turn, active, told }
    }
}

impl Heard {
    /// Whether a viewer noticed it.
    pub fn is_noticed_by(&self, viewer: Viewer) -> bool {
        self.told[place(viewer)].noticed
    }

    /// What a viewer may read of it, if he noticed it.
    pub fn through(&self, viewer: Viewer) -> Option<WireJournalStep> {
        let Told { seq, noticed, entries } = &self.told[place(viewer)];
        noticed.then(|| WireJournalStep {
            seq: *seq,
            side: self.side.into(),
            turn: self.turn,
            active: self.active.map(Into::into),
            entries: entries.clone(),
        })
    }
}
