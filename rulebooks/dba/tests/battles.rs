//! Whole battles played at random: whatever the players do, the table stays sound and the battle ends.

use crate::board::Board;
use crate::board::geometry::{self, Contact};
use crate::board::state::{Phase, Step};
use crate::data::scale::MM;
use crate::tests::small::sound;
use crate::{Dba, scenario, victory};
use dice::{D6, D12, Dice, Recorded, RollId, Seeded};
use std::sync::Arc;
use table::{Facing, Pose};
use umpire::{
    Battle, Command, Entry, Form, OptionId, Pending, Place, Record, Side, StepRecord, UnitId, replay,
};

/// A player who does anything.
struct Player(Seeded);

impl Player {
    /// A number below `n`.
    fn below(&mut self, n: usize) -> usize {
        let why = RollId::new("test", 0);
        let throw = usize::from(self.0.roll(why, &D12)) * 6 + usize::from(self.0.roll(why, &D6)) - 7;
        throw % n.max(1)
    }

    fn decide(&mut self, battle: &Battle<Dba>, form: &Form) -> Vec<Command> {
        match form {
            Form::Choose(options) => vec![Command::Choose(OptionId(self.below(options.len()) as u16))],
            Form::Shoot(shooters) if self.below(2) == 0 => {
                let pick =
                    |p: &mut Player, s: &umpire::Shooter| (s.unit, s.targets[p.below(s.targets.len())]);
                vec![Command::Shoot(shooters.iter().map(|s| pick(self, s)).collect()), Command::Done]
            }
            Form::Move { units, .. } => {
                let mut tries: Vec<Command> = (0..4).map(|_| self.moves(battle, units)).collect();
                tries.push(Command::Done);
                tries
            }
            _ => vec![Command::Done],
        }
    }

    /// A move that may or may not be allowed: at an enemy, with the neighbours, or anywhere.
    fn moves(&mut self, battle: &Battle<Dba>, units: &[UnitId]) -> Command {
        let board = Board::of(battle.book(), battle.field(), battle.phase());
        let unit = units[self.below(units.len())];
        let Some(base) = board.base(unit) else { return Command::Done };
        let grid = |paces: usize| (paces as f64 * MM * table::Point::PER_MM) as i32;
        let far = grid(40 + 10 * self.below(40));
        match self.below(6) {
            0 | 1 => {
                let mut enemies: Vec<_> = board.enemies(base.side).collect();
                enemies.sort_by(|a, b| {
                    let far = |e: &crate::board::Base| e.rect.centre.distance(base.rect.centre);
                    far(a).total_cmp(&far(b))
                });
                let Some(enemy) = enemies.get(self.below(3)) else { return Command::Done };
                let kinds =
                    [Contact::Front, Contact::Front, Contact::LeftFlank, Contact::RightFlank, Contact::Rear];
                let place = geometry::line_up(base, enemy, kinds[self.below(kinds.len())]);
                let way = place.rect.centre - base.rect.centre;
                let share = (f64::from(far) / table::Point::PER_MM / MM / way.len().max(1.0)).min(1.0);
                let to = Pose::new((base.rect.centre + way * share) * MM, place.facing);
                Command::Move { manner: 0, units: vec![unit], path: vec![umpire::Step::To(to)] }
            }
            2 | 3 => {
                let mut block = vec![unit];
                let mut i = 0;
                while i < block.len() {
                    let one = *board.base(block[i]).expect("on the table");
                    for f in board.friends(&one).filter(|f| geometry::joined(f, &one)) {
                        if !block.contains(&f.id) {
                            block.push(f.id);
                        }
                    }
                    i += 1;
                }
                let path = match self.below(3) {
                    0 => vec![umpire::Step::WheelLeft(Facing::degrees(10.0)), umpire::Step::Forward(far / 2)],
                    _ => vec![umpire::Step::Forward(far)],
                };
                Command::Move { manner: u8::from(block.len() > 1), units: block, path }
            }
            4 => Command::Move { manner: 4, units: vec![unit], path: vec![umpire::Step::Back(far)] },
            _ => {
                let turn = Facing::degrees(30.0 * self.below(12) as f64);
                let path = vec![umpire::Step::Turn(turn), umpire::Step::Forward(far)];
                Command::Move { manner: self.below(7) as u8, units: vec![unit], path }
            }
        }
    }
}

/// A battle about to begin.
fn begin(id: &str) -> Battle<Dba> {
    let (name, text) = *scenario::read::bundled().iter().find(|(name, _)| *name == id).expect("bundled");
    let (book, field, phase) =
        scenario::read::read(&form::Source { name, text }).unwrap_or_else(|faults| panic!("{faults:?}"));
    Battle::new(Arc::new(book), field, phase)
}

/// Plays a battle to its end and gives its record.
fn play(id: &str, seed: u64) -> (Battle<Dba>, Record, Vec<Entry>) {
    let mut battle = begin(id);
    let (mut player, mut chance) = (Player(Seeded::new(seed)), Seeded::new(seed ^ 0xdba));
    let (mut record, mut journal) = (Record::default(), Vec::new());
    loop {
        let (side, ask) = match battle.pending() {
            Pending::Decide(side, ask) => (side, ask),
            Pending::Over(_) => return (battle, record, journal),
            Pending::Sealed(_) => panic!("this book seals nothing"),
        };
        let before = battle.phase().clone();
        for command in player.decide(&battle, &ask.form) {
            let digest = battle.digest();
            let mut dice = Recorded::new(&mut chance);
            if battle.submit(side, &command, &mut dice, &mut journal).is_err() {
                assert_eq!(battle.digest(), digest, "a refusal changes nothing");
                continue;
            }
            let faces = dice.faces().collect();
            record.steps.push(StepRecord { side, command, faces, digest: battle.digest() });
            break;
        }
        check(id, seed, &battle, &before, &journal);
    }
}

/// What must hold after every decision.
fn check(id: &str, seed: u64, battle: &Battle<Dba>, before: &Phase, journal: &[Entry]) {
    let (field, phase) = (battle.field(), battle.phase());
    let tail = || {
        let from = journal.len().saturating_sub(12);
        journal[from..].iter().map(|e| format!("{e:?}\n")).collect::<String>()
    };
    let wrong = sound(battle.book(), field, phase);
    assert_eq!(wrong, Ok(()), "{id}, seed {seed}, bound {}\n{}", phase.bound, tail());
    for side in Side::ALL {
        let own = field.ids().filter(|&u| field.side(u) == side);
        let army = own.filter(|&u| field.card(u).class != crate::data::troop::Troop::CampFollowers as u16);
        let (mut lost, mut left) = (0, 0);
        for unit in army {
            match field.unit(unit).place {
                Place::Table => left += 1,
                _ => lost += 1,
            }
        }
        assert_eq!(lost + left, 12, "{id}, seed {seed}");
    }
    if before.step == Step::Move && phase.step == Step::Move && before.bound == phase.bound {
        assert!(phase.pips.total() <= before.pips.total(), "PIPs are only spent");
    }
    if before.bound != phase.bound && !matches!(phase.step, Step::Over(_)) && before.bound > 0 {
        assert_eq!(
            victory::check(battle.book(), field, &Phase { bound: before.bound, ..phase.clone() }),
            None
        );
    }
}

#[test]
fn random_battles_stay_sound_and_end() {
    let mut winners = [0; 3];
    for seed in 0..40 {
        for id in ["zama", "lutzen"] {
            let (battle, _, _) = play(id, seed);
            let Pending::Over(outcome) = battle.pending() else { panic!("it ends") };
            winners[outcome.winner.map_or(2, |side| side as usize)] += 1;
            assert!(battle.phase().bound <= battle.book().house.max_bounds);
        }
    }
    assert_eq!(winners.iter().sum::<i32>(), 80);
    assert!(winners[0] + winners[1] > 0, "some battle is won: {winners:?}");
}

#[test]
fn a_battle_replays_to_the_same_end() {
    for id in ["zama", "lutzen"] {
        let (battle, record, journal) = play(id, 3);
        let (mut again, mut entries) = (begin(id), Vec::new());
        assert_eq!(replay(&mut again, &record.steps, &mut entries), Ok(()));
        assert_eq!(again.digest(), battle.digest());
        assert_eq!(entries, journal);
    }
}

#[test]
fn every_ruling_of_a_battle_cites_a_rule_of_the_book() {
    let (_, _, journal) = play("lutzen", 5);
    let known = |rule: ruling::RuleId| Dba::index().get(rule.as_str()).is_some();
    for entry in &journal {
        match entry {
            Entry::Heading { rule, .. } => assert!(known(*rule), "{rule}"),
            Entry::Event(event) => assert!(known(event.rule()), "{event:?}"),
            Entry::Ruling(ruling) => {
                assert!(known(ruling.rule) && ruling.also.iter().all(|r| known(*r)), "{ruling:?}");
                let factors = ruling.tallies.iter().flat_map(|(_, tally)| tally.factors());
                assert!(factors.clone().all(|f| known(f.rule)), "{ruling:?}");
            }
        }
    }
    assert!(journal.iter().any(|e| matches!(e, Entry::Ruling(r) if !r.tallies.is_empty())));
}
