//! Lines meet as lines: charging side by side, turning flush, closing up, parting, and going on through those who run.

use crate::board::state::{Doing, Fight, Flight, Meant};
use crate::charge::answers::{Answer, Answers};
use crate::combat::resolve::{meet, part};
use crate::data::kit::Kit;
use crate::data::reaction::Reaction;
use crate::data::troop::Troop;
use crate::movement::closing::close_lines;
use crate::orders::order::{Charge, Leg, Ref, Verb};
use crate::play::period;
use crate::rule;
use crate::tests::movement::table_of::{Table, charged, kit, near, slingers};
use ruling::proves;
use table::Facing;
use umpire::{Side, UnitId};

const N: Facing = Facing::NORTH;
const S: Facing = Facing::SOUTH;

/// Two cohorts side by side with a gap between them, ordered at a war band parallel to them or turned.
fn two_cohorts(gap: f64, degrees: f64, leg: impl Fn() -> Leg) -> (Table, [UnitId; 2], UnitId) {
    let mut t = Table::new(Vec::new());
    let off = 2.5 + gap / 2.0;
    let cohort = |t: &mut Table, x: f64| t.add(Side::Red, kit(Troop::HeavyInfantry), (30, 10), (x, 20.0), N);
    let both = [cohort(&mut t, 40.0 - off), cohort(&mut t, 40.0 + off)];
    let band = Kit::usual(Troop::MediumInfantry, false);
    let facing = Facing::degrees(180.0 + degrees);
    let blue = t.add(Side::Blue, band, (45, 15), (40.0, 25.5), facing);
    t.order(blue, Leg::new(Verb::Hold), None);
    for id in both {
        t.order(id, leg(), Some(Meant::Unit(blue)));
        t.state(id).kept.may_charge = true;
    }
    (t, both, blue)
}

/// `wrg1969.geo.charge_way`: units that stand in line charge side by side.
#[test]
fn two_cohorts_abreast_both_get_in() {
    for gap in [0.0, 0.5, 1.0, 2.0] {
        for advance in [false, true] {
            let leg = || match advance {
                true => Leg { charge: Charge::AtWill, ..Leg::new(Verb::Advance) },
                false => Leg::to(Verb::Attack, Ref::NearestEnemy),
            };
            let (mut t, both, _) = two_cohorts(gap, 0.0, leg);
            t.normal();
            t.bonus(&[]);
            for id in both {
                assert!(t.phase.engaged(id), "gap {gap}, advance {advance}: {id:?}");
            }
        }
    }
}

/// The same against a line turned by ten degrees: in the second period at the latest both fight.
#[test]
fn a_line_at_an_angle_is_met_by_both() {
    proves!(rule::GEO_CONFORM);
    for degrees in [-10.0, 10.0] {
        let (mut t, both, _) = two_cohorts(0.5, degrees, || Leg::to(Verb::Attack, Ref::NearestEnemy));
        for _ in 0..2 {
            t.with(close_lines);
            t.normal();
            t.bonus(&[]);
            t.with(meet);
            t.next_period();
        }
        assert!(both.iter().all(|id| t.phase.engaged(*id)), "{degrees}: {:?}", t.phase.fights);
    }
}

/// `wrg1969.geo.close_up`: a unit that touches with few files slides along the enemy's front until whole fronts fight.
#[test]
fn a_unit_that_holds_on_by_a_corner_closes_up() {
    proves!(rule::GEO_CLOSE_UP);
    let mut t = Table::new(Vec::new());
    let red = t.add(Side::Red, kit(Troop::HeavyInfantry), (20, 10), (40.0, 20.0), N);
    let blue = t.add(Side::Blue, kit(Troop::HeavyInfantry), (20, 10), (44.5, 20.0), S);
    t.order(blue, Leg::new(Verb::Hold), None);
    t.phase.fights.push(Fight { red, blue, periods: 1, red_stood: false, blue_stood: true, thin: 0 });
    let shared = |t: &mut Table| t.rect(red).fr().x - t.rect(blue).fr().x;
    assert!(near(shared(&mut t), 0.5));
    t.with(close_lines);
    assert!(shared(&mut t) > 2.0, "{}", shared(&mut t));
    t.next_period();
    t.with(close_lines);
    t.next_period();
    t.with(close_lines);
    assert!(shared(&mut t) > 4.5, "{}", shared(&mut t));
    let rest = t.rect(red);
    t.next_period();
    t.with(close_lines);
    assert_eq!(t.rect(red), rest, "closing up comes to rest");
}

/// `wrg1969.geo.part`: a few figures do not hold two whole units for the rest of the battle.
#[test]
fn those_who_cannot_reach_each_other_draw_apart() {
    let mut t = Table::new(Vec::new());
    let red = t.add(Side::Red, kit(Troop::HeavyInfantry), (20, 10), (40.0, 20.0), N);
    let blue = t.add(Side::Blue, kit(Troop::HeavyInfantry), (20, 10), (44.5, 20.0), S);
    let fight = |thin| Fight { red, blue, periods: 3, red_stood: false, blue_stood: true, thin };
    t.phase.fights.push(fight(2));
    t.with(part);
    assert_eq!(t.phase.fights.len(), 1, "not yet");
    t.phase.fights[0].thin = 3;
    t.with(part);
    t.with(meet);
    assert!(t.phase.fights.is_empty() && t.phase.parted == [(red, blue)]);
}

/// Horse charges slingers with a legion behind them.
fn slingers_before_a_legion() -> (Table, UnitId, UnitId, UnitId) {
    let (mut t, red, blue) = charged(Troop::MediumCavalry, slingers(), (10, 5), 10.75);
    let legion = t.add(Side::Blue, kit(Troop::HeavyInfantry), (40, 20), (40.0, 34.0), S);
    t.order(red, Leg { charge: Charge::AtWill, ..Leg::new(Verb::Attack) }, Some(Meant::Unit(blue)));
    (t, red, blue, legion)
}

/// `wrg1969.move.evade.after`: whoever follows evaders into another unit is tested, and so is that unit; the evaders'
/// shot counts.
#[test]
fn following_evaders_into_another_unit_is_tested_by_both() {
    proves!(rule::MOVE_EVADE_AFTER);
    let (mut t, red, blue, legion) = slingers_before_a_legion();
    t.normal();
    let told = Answers { met: vec![(blue, Answer::Evade)], through: vec![(red, true)], ..Answers::default() };
    t.with(|book, phase, cx| period::bonus_stage(book, phase, &told, cx));
    assert!(t.state(red).kept.last_score.is_some(), "the charger tests");
    assert!(t.state(legion).kept.last_score.is_some(), "the legion tests");
    assert_eq!(t.state(blue).now.shot_at, Some(red), "the slingers shot before they ran");
    let (mut t, red, blue, legion) = slingers_before_a_legion();
    t.normal();
    let told =
        Answers { met: vec![(blue, Answer::Evade)], through: vec![(red, false)], ..Answers::default() };
    t.with(|book, phase, cx| period::bonus_stage(book, phase, &told, cx));
    assert!(t.state(legion).kept.last_score.is_none() && !t.phase.engaged(red));
    assert!(t.gap(red, legion) > 0.4, "it stopped short");
}

/// `wrg1969.after.trapped`, `wrg1969.rout.path`: evaders caught from behind can run, and run from whoever struck them.
#[test]
fn evaders_caught_run_from_the_enemy() {
    let mut t = Table::new(Vec::new());
    let red = t.add(Side::Red, kit(Troop::MediumCavalry), (12, 6), (40.0, 20.0), N);
    let blue = t.add(Side::Blue, slingers(), (10, 5), (40.0, 21.0), N);
    t.state(blue).now.doing = Doing::Evading(red);
    t.phase.fights.push(Fight { red, blue, periods: 0, red_stood: false, blue_stood: false, thin: 0 });
    let field = t.field().clone();
    let board = crate::board::Board::of(&t.book, &field, &t.phase);
    let body = board.body(blue).expect("on the table");
    assert!(!crate::combat::resolve::hemmed_in(&board, body), "nothing is before them");
    t.state(blue).now.doing = Doing::Standing;
    t.state(blue).seen.flight = Flight::Routing(0);
    t.state(blue).seen.broke_running = true;
    t.phase.fights.clear();
    let from = t.rect(blue).centre.y;
    t.normal();
    assert!(t.rect(blue).centre.y > from + 3.0, "away from the horse");
}

/// `wrg1969.rout.outdistance`: broken by a test, with no enemy in contact, is no milder than a retreat.
#[test]
fn who_breaks_untouched_runs_no_less_than_one_who_retreats() {
    let rallies = |run: u8, untouched: bool| {
        let mut t = Table::new(Vec::new());
        let red = t.add(Side::Red, kit(Troop::HeavyInfantry), (20, 10), (40.0, 20.0), S);
        t.state(red).seen.flight = Flight::Routing(run);
        t.state(red).seen.broke_untouched = untouched;
        t.with(crate::aftermath::rout::rallies);
        t.state(red).seen.flight == Flight::Rallying(0)
    };
    assert!(rallies(1, false), "whoever broke in a fight has outdistanced it");
    assert_eq!([1, 2, 3].map(|run| rallies(run, true)), [false, false, true]);
}

/// `wrg1969.disorg.2`: only an enemy who is free to charge disorganises by standing behind the flank.
#[test]
fn an_enemy_behind_the_flank_who_fights_disorganises_nobody() {
    let disorganised = |change: &dyn Fn(&mut Table, UnitId, UnitId)| {
        let mut t = Table::new(Vec::new());
        let red = t.add(Side::Red, kit(Troop::HeavyInfantry), (20, 10), (40.0, 20.0), N);
        let other = t.add(Side::Red, kit(Troop::HeavyInfantry), (20, 10), (60.0, 19.0), N);
        let blue =
            t.add(Side::Blue, kit(Troop::MediumCavalry), (12, 6), (48.0, 17.0), Facing::degrees(285.0));
        change(&mut t, blue, other);
        let field = t.field().clone();
        let board = crate::board::Board::of(&t.book, &field, &t.phase);
        let causes = crate::combat::disorder::causes(&board, board.body(red).expect("on the table"));
        causes.has(crate::combat::disorder::Cause::EnemyBehindFlank)
    };
    assert!(disorganised(&|_, _, _| {}));
    let fights = |t: &mut Table, blue: UnitId, red: UnitId| {
        t.phase.fights.push(Fight { red, blue, periods: 1, red_stood: false, blue_stood: false, thin: 0 });
    };
    assert!(!disorganised(&fights), "he fights another");
    assert!(!disorganised(&|t, blue, _| t.run(blue, Reaction::Retreat)));
}

/// `wrg1969.move.countercharge`: any troops who can wheel to face in time, foot too.
#[test]
fn foot_may_countercharge() {
    let (mut t, red, blue) = charged(Troop::HeavyInfantry, kit(Troop::HeavyInfantry), (20, 10), 5.5);
    t.state(blue).kept.last_score = Some((7, 3));
    t.normal();
    t.bonus(&[(blue, Answer::Countercharge)]);
    assert_eq!(t.state(blue).now.doing, Doing::Countercharging(red));
    assert!(t.phase.engaged(red) && t.moved(blue) > 0.5);
}
