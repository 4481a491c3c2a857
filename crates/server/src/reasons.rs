//! Why the computer's generals did what they did, and who may read it when.

use opponent::Reason;
use proto::WireReason;
use store::ReasonRow;
use testudo::AnyBattle;
use umpire::{Asked, Side, UnitId, Viewer};

/// A turn, and whose it is where turns alternate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    number: u16,
    active: Option<Side>,
}

impl Turn {
    /// The present turn of a battle.
    pub fn of(battle: &AnyBattle) -> Self {
        let standing = battle.standing();
        Turn { number: standing.turn, active: standing.active }
    }
}

/// A reason as it was given.
#[derive(Debug)]
pub struct Given {
    /// How many steps there had been, those taken back included.
    pub step: u32,
    /// Whose general gave it.
    pub side: Side,
    /// When.
    pub turn: Turn,
    /// What he said, of units by their true numbers.
    pub reason: Reason,
}

impl Given {
    /// As it is kept with the decision it explains.
    pub fn row(&self, n: u32) -> ReasonRow {
        ReasonRow {
            n,
            step: self.step,
            side: self.side.as_str().to_owned(),
            turn: self.turn.number.into(),
            active: self.turn.active.map_or("", Side::as_str).to_owned(),
            text: self.reason.text.clone(),
            units: self.reason.units.iter().map(|unit| unit.0).collect(),
        }
    }

    /// Reads what is kept; `None` if it is of no side.
    pub fn of(row: ReasonRow) -> Option<Self> {
        let turn =
            Turn { number: u16::try_from(row.turn).unwrap_or(u16::MAX), active: Side::parse(&row.active) };
        let reason = Reason { text: row.text, units: row.units.into_iter().map(UnitId).collect() };
        Some(Given { step: row.step, side: Side::parse(&row.side)?, turn, reason })
    }

    /// As a viewer may read it now: his own at once, the enemy's when the turn is over and if it speaks of nothing he
    /// cannot see, everything once the battle is over. `seq` is his number of the step.
    pub fn read_by(&self, battle: &AnyBattle, viewer: Viewer, seq: u32) -> Option<WireReason> {
        let own = viewer == Viewer::Player(self.side);
        let over = matches!(battle.asked(), Asked::Nobody(_));
        let is_open = own || over || (self.turn != Turn::of(battle) && self.is_seen(battle, viewer));
        let numbers = battle.numbers(viewer);
        is_open.then(|| WireReason {
            seq,
            side: self.side.into(),
            turn: self.turn.number,
            text: self.reason.text.clone(),
            units: self.reason.units.iter().filter_map(|id| numbers.called(*id)).map(|id| id.0).collect(),
        })
    }

    fn is_seen(&self, battle: &AnyBattle, viewer: Viewer) -> bool {
        let (view, numbers) = (battle.view(viewer), battle.numbers(viewer));
        let (truly, seen) = (battle.field(), view.field());
        let same = |id, called| {
            truly.unit(id).place == seen.unit(called).place && truly.card(id) == seen.card(called)
        };
        self.reason.units.iter().all(|&id| numbers.called(id).is_some_and(|called| same(id, called)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use opponent::{General as _, Level, Player};
    use testudo::Scenario;
    use umpire::{BySide, Silent};

    /// Fights on until something is so, and says whether it came to that.
    fn fight_until(battle: &mut AnyBattle, mut done: impl FnMut(&AnyBattle) -> bool) -> bool {
        let mut players = BySide::each(|side| Player::new(Level::Recruit, 3, side));
        let mut dice = dice::Seeded::new(3);
        while !done(battle) {
            let Asked::One(side) = battle.asked() else { return false };
            let command = players[side].decide(&battle.view(Viewer::Player(side)), side);
            battle.submit(side, &command, &mut dice, &mut Silent).expect("it is legal");
        }
        true
    }

    #[test]
    fn a_reason_is_the_sides_own_until_its_turn_is_over() {
        let mut battle = Scenario::bundled("dba/zama").expect("bundled").muster().expect("good");
        assert!(fight_until(&mut battle, |b| b.standing().turn == 1));
        let Asked::One(side) = battle.asked() else { panic!("somebody is asked") };
        let turn = Turn::of(&battle);
        let proposal = Player::new(Level::Veteran, 3, side).propose(&battle.view(Viewer::Player(side)), side);
        let given = Given { step: 0, side, turn, reason: proposal.reason.expect("a veteran has reasons") };
        let enemy = Viewer::Player(side.other());
        let others = [enemy, Viewer::Spectator];
        assert!(given.read_by(&battle, Viewer::Player(side), 1).is_some());
        assert!(others.iter().all(|viewer| given.read_by(&battle, *viewer, 1).is_none()));
        assert!(fight_until(&mut battle, |b| Turn::of(b) != turn));
        assert!(others.iter().all(|viewer| given.read_by(&battle, *viewer, 1).is_some()));
    }

    #[test]
    fn a_reason_does_not_speak_of_what_is_hidden() {
        let text = "book = \"dba\"\nid = \"p\"\nname = \"P\"\nsummary = \"A battle.\"\n\
                    [red]\nname = \"Red\"\narmy = \"swiss\"\n[blue]\nname = \"Blue\"\narmy = \"hussite\"\n";
        let battle = Scenario::from_text("p", text).expect("good").muster().expect("good");
        let unit =
            battle.field().ids().find(|id| battle.field().side(*id) == Side::Red).expect("there is one");
        let reason = Reason { text: "a secret".to_owned(), units: vec![unit] };
        let before = Turn { number: 9, active: None };
        let given = Given { step: 0, side: Side::Red, turn: before, reason };
        assert!(given.read_by(&battle, Viewer::Player(Side::Blue), 1).is_none());
        assert!(given.read_by(&battle, Viewer::Player(Side::Red), 1).is_some());
    }
}
