//! After hand-to-hand, case by case: what each exception changes.

use crate::aftermath::resolve::{judge, may_stand};
use crate::aftermath::rules::Fate;
use crate::board::state::{Flight, General, Running};
use crate::combat::disorder::Cause;
use crate::data::kit::{Kit, Role};
use crate::data::reaction::{Grade, Reaction};
use crate::data::troop::Troop;
use crate::orders::order::Verb;
use crate::rule;
use crate::tests::fighting::common::{Table, unit};
use ruling::proves;
use std::sync::Arc;
use umpire::Side::{Blue, Red};
use umpire::UnitId;

/// Two units in contact, front to front; each has lost so many men to the other.
fn fought(red: Troop, blue: Troop, stood: [bool; 2], lost: [u16; 2]) -> Table {
    let deep = |troop: Troop| if troop.is_infantry() { (20, 10, 0.75) } else { (6, 6, 0.75) };
    let spec = |side, troop: Troop, y: f64| {
        let (figures, files, half) = if troop == Troop::Elephant { (3, 3, 1.25) } else { deep(troop) };
        unit(side, troop, figures, files, (30.0, 20.0 + y * half))
    };
    let mut table = Table::new(vec![spec(Red, red, -1.0), spec(Blue, blue, 1.0)]);
    table.fight(0, 1, stood, 1);
    table.tally(0, lost[0], lost[1]);
    table.tally(1, lost[1], lost[0]);
    table
}

/// `wrg1969.after.precedence`: whether they stood is settled when they met, not by what they do now.
#[test]
fn standing_is_settled_at_contact_and_holds_for_the_whole_fight() {
    let mut table = fought(Troop::HeavyCavalry, Troop::MediumInfantry, [false, false], [5, 21]);
    // The foot moved when it was met: it must lose twice as much, and has.
    assert_eq!(table.fates(), [Fate::Pursue, Fate::Break]);
    (table.state(0).now.melee_loss, table.state(1).now.melee_dealt) = (15, 15);
    table.phase.fights[0].periods = 2;
    assert_eq!(table.fates(), [Fate::FightOn; 2], "it does not stand now, in its second period");
    table.phase.fights[0].blue_stood = true;
    assert_eq!(table.fates(), [Fate::Pursue, Fate::Break], "it stood then");
    // Horse that stood and was attacked by foot is judged by the ratio, and does not draw off.
    let met = fought(Troop::HeavyCavalry, Troop::MediumInfantry, [true, false], [5, 5]);
    assert_eq!(met.fates(), [Fate::FightOn; 2]);
}

/// `wrg1969.after.infantry_push`: elephants push as foot does, and never draw off from it.
#[test]
fn elephants_are_judged_as_foot_is() {
    let drawn = fought(Troop::Elephant, Troop::MediumInfantry, [false, true], [2, 2]);
    assert_eq!(drawn.fates(), [Fate::FightOn; 2]);
    let pushed = fought(Troop::Elephant, Troop::MediumInfantry, [false, true], [2, 25]);
    assert_eq!(pushed.fates(), [Fate::FollowUp, Fate::PushBack]);
}

/// `wrg1969.after.mounted`: the three periods are for fights with horse in them.
#[test]
fn foot_may_push_for_longer_than_three_periods() {
    let mut table = fought(Troop::MediumInfantry, Troop::MediumInfantry, [false, false], [5, 5]);
    table.phase.fights[0].periods = 5;
    assert_eq!(table.fates(), [Fate::FightOn; 2]);
}

/// `wrg1969.after.missiles`: what fell to missiles last period is no longer counted.
#[test]
fn missile_losses_count_in_their_own_period_alone() {
    let mut table = fought(Troop::MediumInfantry, Troop::MediumInfantry, [true, false], [5, 10]);
    table.state(1).now.missile_loss = 0;
    table.state(1).last.missile_loss = 40;
    assert_eq!(table.fates(), [Fate::FightOn; 2]);
    table.state(1).now.missile_loss = 10;
    assert_eq!(table.fates(), [Fate::FollowUp, Fate::PushBack]);
}

/// `wrg1969.after.push_break`: pushes add up while they follow each other.
#[test]
fn pushes_in_periods_running_add_up() {
    let mut table = fought(Troop::MediumInfantry, Troop::MediumInfantry, [true, false], [5, 30]);
    (table.state(1).kept.grade, table.state(1).seen.pushed_back) = (Some(Grade::A), 2);
    table.settle(&[], &[]);
    assert_eq!(table.phase.units[1].seen.pushed_back, 3);
    assert_eq!(table.phase.units[1].seen.flight, Flight::None);
}

/// `wrg1969.reaction.when.thrown_back`: standing infantry, ordered to hold, that pushed back infantry.
#[test]
fn only_standing_foot_that_holds_against_foot_may_test_to_stand() {
    let may = |red: Troop, blue: Troop, stood: bool, verb: Verb| {
        let mut table = fought(red, blue, [stood, false], [5, 70]);
        table.order(0, verb);
        assert_eq!(table.fates()[0], Fate::FollowUp, "{red:?} {blue:?}");
        may_stand(&table.board(), &judge(&table.board())) == [UnitId(0)]
    };
    let foot = Troop::MediumInfantry;
    assert!(may(foot, foot, true, Verb::Hold));
    assert!(!may(foot, foot, true, Verb::Advance), "not ordered to hold");
    assert!(!may(foot, foot, false, Verb::Hold), "it moved when they met");
    assert!(!may(foot, Troop::Elephant, true, Verb::Hold), "elephants were pushed back");
    assert!(!may(Troop::Elephant, foot, true, Verb::Hold), "elephants hold");
    // An enemy who was not pushed back is none that was thrown back.
    let mut table = fought(foot, foot, [true, false], [5, 5]);
    table.order(0, Verb::Hold);
    assert!(may_stand(&table.board(), &judge(&table.board())).is_empty());
}

/// A rash score follows up, whatever its owner prefers.
#[test]
fn who_tests_to_stand_and_is_rash_follows_up() {
    let mut table = fought(Troop::MediumInfantry, Troop::MediumInfantry, [true, false], [5, 30]);
    table.order(0, Verb::Hold);
    // A general with them and friends near bring three fives to 16, which runs wild.
    table.state(1).seen.running = Some(Running { reaction: Reaction::Retire, periods: 2, run: 0, since: 0 });
    (table.book.house.special_sign, table.state(0).kept.grade) =
        (crate::house::SpecialSign::Plus, Some(Grade::C));
    table.phase.command[Red].general = Some(General { with: Some(UnitId(0)), ..General::new(UnitId(0)) });
    table.settle(&[5, 5, 5], &[UnitId(0)]);
    assert_eq!(table.place(0), (30.0, 22.25), "{}", table.words());
    assert!(table.phase.units[0].seen.following_up && table.phase.units[0].kept.order.is_some());
}

/// `wrg1969.pursuit.who`: nobody tests who is not told to stand; a rash one told to stand goes after them.
#[test]
fn who_is_not_told_to_stand_pursues_without_a_test() {
    proves!(rule::PURSUIT_WHO);
    for (pursue, dice, goes) in [(true, &[][..], true), (false, &[2, 2, 2], false), (false, &[5, 5, 5], true)]
    {
        let mut table = fought(Troop::MediumInfantry, Troop::MediumInfantry, [true, false], [5, 30]);
        table.state(1).seen.flight = Flight::Routing(0);
        table.order(0, Verb::Attack);
        table.book.house.special_sign = crate::house::SpecialSign::Plus;
        table.phase.command[Red].general = Some(General { with: Some(UnitId(0)), ..General::new(UnitId(0)) });
        if let Some(standing) = &mut table.state(0).kept.order {
            Arc::make_mut(&mut standing.order).legs[0].pursue = pursue;
        }
        table.settle(dice, &[]);
        assert_eq!(table.phase.units[0].is_pursuing(), goes, "{}", table.words());
    }
}

/// `wrg1969.pursuit.who`: another enemy in contact holds a unit, unless he runs too.
#[test]
fn who_is_held_by_another_enemy_does_not_pursue() {
    proves!(rule::PURSUIT_WHO);
    for (other_runs, goes) in [(false, false), (true, true)] {
        let mut table = Table::new(vec![
            unit(Red, Troop::MediumInfantry, 20, 10, (30.0, 19.25)),
            unit(Blue, Troop::MediumInfantry, 8, 4, (28.5, 20.75)),
            unit(Blue, Troop::MediumInfantry, 8, 4, (31.5, 20.75)),
        ]);
        table.fight(0, 1, [true, false], 1);
        table.fight(0, 2, [true, false], 1);
        table.state(1).seen.flight = Flight::Routing(0);
        table.state(2).seen.flight = if other_runs { Flight::Routing(0) } else { Flight::None };
        table.settle(&[], &[]);
        assert_eq!(table.phase.units[0].is_pursuing(), goes);
    }
}

/// Who breaks off, leaves the field or runs himself goes after nobody.
#[test]
fn who_is_on_his_own_way_out_pursues_nobody() {
    let pursues = |change: fn(&mut Table)| {
        let mut table = fought(Troop::MediumInfantry, Troop::MediumInfantry, [true, false], [5, 5]);
        table.state(1).seen.flight = Flight::Routing(0);
        change(&mut table);
        table.settle(&[], &[]);
        table.phase.units[0].is_pursuing()
    };
    assert!(pursues(|_| {}));
    assert!(!pursues(|t| t.state(0).kept.secret.breaks_off = true));
    assert!(!pursues(|t| {
        t.state(0).seen.running =
            Some(Running { reaction: Reaction::LeaveField, periods: u8::MAX, run: 0, since: 0 });
    }));
    assert!(!pursues(|t| t.state(0).seen.flight = Flight::Rallying(3000)));
    assert!(!pursues(|t| t.state(0).seen.flight = Flight::Routing(0)));
}

/// `wrg1969.disorg.4`: cavalry whose charge was repulsed; chariots draw off in order.
#[test]
fn chariots_that_draw_off_are_not_upset_by_it() {
    for (troop, upset) in [(Troop::HeavyCavalry, true), (Troop::Chariot, false)] {
        let mut table = fought(troop, Troop::MediumInfantry, [false, true], [5, 5]);
        table.settle(&[], &[]);
        let state = &table.phase.units[0];
        assert_eq!(state.seen.flight, Flight::Rallying(10_000));
        assert_eq!(state.now.causes.has(Cause::Repulsed), upset, "{troop:?}");
    }
    // Nor is cavalry that parts from other cavalry after a drawn fight.
    let mut table = fought(Troop::HeavyCavalry, Troop::HeavyCavalry, [false, false], [2, 2]);
    table.phase.fights[0].periods = 3;
    table.settle(&[], &[]);
    assert!(!table.phase.units[0].now.causes.has(Cause::Repulsed));
}

/// `wrg1969.after.trapped`: those who cannot run; the general with them by what his figure has lost.
#[test]
fn a_unit_shut_in_behind_gives_up_half_and_its_general_with_ten_lost() {
    proves!(rule::AFTER_TRAPPED);
    for (lost, taken) in [(9, false), (10, true)] {
        let mut general = unit(Blue, Troop::HeavyCavalry, 1, 1, (40.0, 40.0));
        general.kit = Kit::rider(Role::General, false);
        let mut table = Table::new(vec![
            unit(Red, Troop::HeavyCavalry, 6, 6, (30.0, 19.25)),
            unit(Blue, Troop::HeavyCavalry, 7, 7, (30.0, 20.75)),
            unit(Red, Troop::HeavyCavalry, 6, 6, (30.0, 22.25)).facing(table::Facing::SOUTH),
            general,
        ]);
        table.phase.command[Blue].general =
            Some(General { with: Some(UnitId(1)), lost: (lost, 1), ..General::new(UnitId(3)) });
        table.fight(0, 1, [false, false], 1);
        table.fight(2, 1, [false, false], 1);
        table.state(1).now.melee_loss = 30;
        assert_eq!(table.fates()[1], Fate::HalfSurrender);
        table.settle(&[], &[]);
        assert_eq!(table.figures(1), 4, "an odd figure breaks out");
        assert_eq!(table.phase.command[Blue].general.as_ref().is_some_and(|g| !g.free), taken, "{lost}");
    }
}

/// Sixty foot before two bodies of horse who charged it.
fn large(left: u16, right: u16) -> Table {
    let mut table = Table::new(vec![
        unit(Red, Troop::MediumInfantry, 60, 20, (30.0, 18.875)),
        unit(Blue, Troop::HeavyCavalry, 4, 4, (26.5, 20.75)),
        unit(Blue, Troop::HeavyCavalry, 4, 4, (33.5, 20.75)),
    ]);
    table.fight(0, 1, [true, false], 1);
    table.fight(0, 2, [true, false], 1);
    table.state(0).now.melee_loss = left + right;
    table.phase.blows = vec![(UnitId(1), UnitId(0), left), (UnitId(2), UnitId(0), right)];
    table
}

/// `wrg1969.after.large_unit`: each part for itself; the whole breaks if all of them do.
#[test]
fn a_large_unit_breaks_as_a_whole_only_if_every_part_does() {
    proves!(rule::AFTER_LARGE_UNIT);
    assert_eq!(large(24, 24).fates()[0], Fate::Break, "48 men are less than one a figure of 60");
    assert_eq!(large(24, 1).fates()[0], Fate::Hold);
    // Missiles are shared among the parts.
    let mut shot = large(15, 1);
    shot.state(0).now.missile_loss = 20;
    shot.settle(&[], &[]);
    assert!(shot.words().contains("ran from the field"), "{}", shot.words());
    let mut whole = large(15, 1);
    whole.settle(&[], &[]);
    assert_eq!(whole.figures(0), 60);
}

/// `wrg1969.after.large_unit`: a part that breaks is a body of its own, where its files stood; it runs, those who broke
/// it pursue, friends test for it, and the rest fights on.
#[test]
fn a_part_that_breaks_is_a_body_of_its_own() {
    proves!(rule::AFTER_LARGE_UNIT);
    let mut table = Table::new(vec![
        unit(Red, Troop::MediumInfantry, 60, 20, (30.0, 18.875)),
        unit(Blue, Troop::HeavyCavalry, 4, 4, (26.5, 20.75)),
        unit(Blue, Troop::HeavyCavalry, 4, 4, (33.5, 20.75)),
        unit(Red, Troop::MediumInfantry, 1, 1, (5.0, 5.0)).kit(|kit| kit.detached = true),
    ]);
    table.book.parts = vec![(UnitId(0), UnitId(3))];
    let waiting =
        umpire::Event::Left { unit: UnitId(3), place: umpire::Place::Waiting, rule: rule::GEO_LEAVE };
    table.field.apply(&waiting);
    table.state(3).seen.original = 0;
    table.fight(0, 1, [true, false], 1);
    table.fight(0, 2, [true, false], 1);
    table.state(0).now.melee_loss = 25;
    table.phase.blows = vec![(UnitId(1), UnitId(0), 24), (UnitId(2), UnitId(0), 1)];
    assert_eq!(table.fates()[1], Fate::Pursue, "the horse that broke it does not draw off");
    let before = *table.field.shape(UnitId(0));
    table.settle(&[], &[]);
    assert!(table.words().contains("broke before Unit 1"), "{}", table.words());
    let part = UnitId(3);
    assert!(table.field.on_table(part) && table.phase.units[3].is_broken());
    assert_eq!(table.figures(0) + table.figures(3), 60, "nobody is taken off");
    assert!(!table.phase.units[0].is_broken());
    assert!(matches!(table.phase.units[1].seen.flight, Flight::Pursuing(prey, _) if prey == part));
    assert!(matches!(table.phase.units[2].seen.flight, Flight::Rallying(_)), "the other horse broke nobody");
    let (rest, gone) = (*table.field.shape(UnitId(0)), *table.field.shape(part));
    assert!(rest.penetration(&gone) < 0.01 && before.half_width > rest.half_width);
    assert!(gone.centre.x < rest.centre.x, "the files before that enemy went");
    assert!(table.phase.units[3].now.broke_now, "friends test for it");
    assert_eq!(crate::victory::resolve::figures_lost(&table.book, &table.field, &table.phase, Red), 0);
}

/// A unit of no more than forty figures, or with one enemy, is judged as a whole.
#[test]
fn only_a_unit_over_forty_with_two_enemies_is_judged_in_parts() {
    let mut one = large(24, 0);
    one.phase.fights.truncate(1);
    assert_eq!(one.fates()[0], Fate::Hold, "one enemy");
    one.settle(&[], &[]);
    assert_eq!(one.figures(0), 60);
    let mut forty = large(24, 1);
    forty.state(0).now.at_start = 40;
    forty.settle(&[], &[]);
    assert_eq!(forty.figures(0), 60, "{}", forty.words());
}

/// `wrg1969.after.several`: each unit compares all it lost with all it inflicted, and breaks or not by itself.
#[test]
fn each_of_several_is_judged_by_itself() {
    let mut table = Table::new(vec![
        unit(Red, Troop::HeavyCavalry, 10, 10, (30.0, 19.25)),
        unit(Blue, Troop::HeavyCavalry, 4, 4, (28.0, 20.75)),
        unit(Blue, Troop::HeavyCavalry, 4, 4, (32.0, 20.75)),
    ]);
    table.fight(0, 1, [false, false], 1);
    table.fight(0, 2, [false, false], 1);
    table.tally(0, 8, 12);
    table.tally(1, 10, 4);
    table.tally(2, 2, 4);
    assert_eq!(table.fates(), [Fate::Pursue, Fate::Break, Fate::FightOn]);
    table.settle(&[], &[]);
    assert!(!table.phase.units[0].is_pursuing(), "the other holds it");
}

/// House rule `horse_in_mixed_fight_may_break`.
#[test]
fn horse_that_fights_foot_and_horse_breaks_unless_the_house_spares_it() {
    for (may, fate) in [(true, Fate::Break), (false, Fate::RallyBackFar)] {
        let mut table = Table::new(vec![
            unit(Red, Troop::HeavyCavalry, 6, 6, (30.0, 19.25)),
            unit(Blue, Troop::MediumInfantry, 8, 4, (29.0, 20.75)),
            unit(Blue, Troop::HeavyCavalry, 2, 2, (31.5, 20.75)),
        ]);
        table.book.house.horse_in_mixed_fight_may_break = may;
        table.fight(0, 1, [false, true], 1);
        table.fight(0, 2, [false, false], 1);
        table.tally(0, 30, 5);
        assert_eq!(table.fates()[0], fate);
    }
}

/// Those who are told they won: who turned back a charge, pushed back or broke an enemy.
#[test]
fn who_only_fights_on_has_not_won() {
    let mut drawn = fought(Troop::MediumInfantry, Troop::MediumInfantry, [true, false], [5, 5]);
    drawn.settle(&[], &[]);
    assert!(!drawn.phase.units[0].seen.has_won && !drawn.phase.units[1].seen.has_won);
    let mut turned_back = fought(Troop::HeavyCavalry, Troop::MediumInfantry, [false, true], [5, 5]);
    turned_back.settle(&[], &[]);
    assert!(turned_back.phase.units[1].seen.has_won && !turned_back.phase.units[0].seen.has_won);
}
