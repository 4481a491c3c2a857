//! Why troops are disorganised, and who is exempt.

use crate::board::state::{Causes, Doing, Flight, Running, Standing};
use crate::combat::disorder::{Cause, causes};
use crate::data::kit::{Kit, Role};
use crate::data::reaction::{Grade, Reaction};
use crate::data::troop::{Hand, Missile, Troop};
use crate::orders::order::{Leg, Order, Verb};
use crate::tests::fighting::common::{Spec, Table, unit};
use table::Facing;
use umpire::Side::{Blue, Red};
use umpire::UnitId;

fn has(table: &Table, i: u16, cause: Cause) -> bool {
    let board = table.board();
    causes(&board, board.body(UnitId(i)).expect("on the table")).has(cause)
}

fn foot() -> Table {
    Table::new(vec![unit(Red, Troop::MediumInfantry, 20, 10, (30.0, 10.0))])
}

/// `wrg1969.disorg.5`: the ground upsets everyone but light infantry, in this period and the next.
#[test]
fn light_infantry_is_not_upset_by_the_ground() {
    for (troop, upset) in [(Troop::MediumInfantry, true), (Troop::LightInfantry, false)] {
        let mut table = Table::new(vec![unit(Red, troop, 10, 5, (30.0, 10.0))]);
        table.state(0).now.causes.add(Cause::Terrain);
        assert_eq!(has(&table, 0, Cause::Terrain), upset, "{troop:?}");
        table.state(0).last.causes = std::mem::take(&mut table.state(0).now.causes);
        assert_eq!(has(&table, 0, Cause::Terrain), upset, "{troop:?}");
    }
}

/// A broken front is mended when it is one line again; what passed through tells for a period more.
#[test]
fn only_some_causes_last_into_the_next_period() {
    let mut table = foot();
    let lasts = [Cause::Pursuit, Cause::Repulsed, Cause::PassedThrough, Cause::ChangedDirection];
    let gone = [Cause::FrontBroken, Cause::MountedTerrain];
    for cause in lasts.into_iter().chain(gone) {
        table.state(0).last.causes = Causes::default();
        table.state(0).last.causes.add(cause);
        assert_eq!(has(&table, 0, cause), lasts.contains(&cause), "{cause:?}");
    }
}

/// `wrg1969.disorg.3`, `wrg1969.disorg.7`, `wrg1969.disorg.other`.
#[test]
fn runners_pursuers_those_who_lap_round_and_those_who_retire_are_disorganised() {
    let mut table = foot();
    for (flight, upset) in
        [(Flight::Routing(1), true), (Flight::Pursuing(UnitId(0), 1), true), (Flight::Rallying(3000), false)]
    {
        table.state(0).seen.flight = flight;
        assert_eq!(has(&table, 0, Cause::Pursuit), upset, "{flight:?}");
    }
    let mut table = foot();
    assert!(!has(&table, 0, Cause::FrontBroken));
    table.state(0).now.laps = true;
    assert!(has(&table, 0, Cause::FrontBroken));
    let results = [(Reaction::Retire, true), (Reaction::HaltDisorganised, true), (Reaction::Halt, false)];
    for (reaction, upset) in results.into_iter().chain([(Reaction::Retreat, false)]) {
        table.state(0).seen.running = Some(Running { reaction, periods: 1, run: 0, since: 0 });
        assert_eq!(has(&table, 0, Cause::Retiring), upset, "{reaction:?}");
    }
}

/// `wrg1969.disorg.13`: not in the first period, nor in the second of anything else.
#[test]
fn running_wild_upsets_in_the_second_period() {
    let mut table = foot();
    let cases = [
        (Reaction::UncontrolledAdvance, 0, false),
        (Reaction::UncontrolledAdvance, 1, true),
        (Reaction::Halt, 1, false),
    ];
    for (reaction, run, upset) in cases {
        table.state(0).seen.running = Some(Running { reaction, periods: 1, run, since: 0 });
        assert_eq!(has(&table, 0, Cause::OutOfControl), upset, "{reaction:?} {run}");
    }
}

/// `wrg1969.disorg.15`: once they have seen an enemy, until they have won.
#[test]
fn poor_troops_are_upset_until_they_have_won() {
    for (grade, seen, won, upset) in [
        (Grade::E, true, false, true),
        (Grade::E, false, false, false),
        (Grade::E, true, true, false),
        (Grade::D, true, false, false),
    ] {
        let mut table = foot();
        let state = table.state(0);
        (state.kept.grade, state.kept.has_seen_enemy, state.seen.has_won) = (Some(grade), seen, won);
        assert_eq!(has(&table, 0, Cause::Untried), upset, "{grade:?} seen {seen} won {won}");
    }
}

/// Horses so many inches east of enemy elephants; their own army has an elephant far off, or not.
fn beside_elephants(horses: Spec, gap: f64, own: bool) -> bool {
    let half = f64::from(horses.files) * 0.375;
    let mut all = vec![
        Spec { at: (30.75 + gap + half, 20.0), ..horses },
        unit(Blue, Troop::Elephant, 1, 1, (30.0, 20.0)).facing(Facing::NORTH),
    ];
    if own {
        all.push(unit(Red, Troop::Elephant, 1, 1, (60.0, 40.0)));
    }
    has(&Table::new(all), 0, Cause::StrangeBeasts)
}

/// `wrg1969.disorg.1`: six inches, or three where their own army has such beasts; camels do not mind.
#[test]
fn horses_shy_at_elephants_sooner_if_their_army_has_none() {
    let horses = || unit(Red, Troop::HeavyCavalry, 4, 4, (0.0, 0.0));
    for (gap, own, upset) in
        [(5.9, false, true), (6.1, false, false), (2.9, true, true), (3.1, true, false), (5.9, true, false)]
    {
        assert_eq!(beside_elephants(horses(), gap, own), upset, "{gap} {own}");
    }
    assert!(!beside_elephants(horses().kit(|k| k.camel = true), 2.0, false));
    assert!(!beside_elephants(unit(Red, Troop::MediumInfantry, 4, 4, (0.0, 0.0)), 2.0, false));
    assert!(beside_elephants(unit(Red, Troop::Chariot, 2, 2, (0.0, 0.0)), 2.0, false));
    // Camels are as strange, friends though they be.
    let camels = unit(Red, Troop::MediumCavalry, 4, 4, (33.5, 20.0)).kit(|k| k.camel = true);
    let table = Table::new(vec![unit(Red, Troop::MediumCavalry, 4, 4, (30.0, 20.0)), camels]);
    assert!(has(&table, 0, Cause::StrangeBeasts) && !has(&table, 1, Cause::StrangeBeasts));
    let table = Table::new(vec![
        unit(Red, Troop::MediumCavalry, 4, 4, (30.0, 20.0)),
        unit(Red, Troop::MediumCavalry, 4, 4, (33.5, 20.0)),
    ]);
    assert!(!has(&table, 0, Cause::StrangeBeasts), "horses are not strange to each other");
}

/// `wrg1969.disorg.2`: he must be able to charge from behind the flank; a square has none, and a runner charges nobody.
#[test]
fn an_enemy_behind_the_flank_upsets() {
    let with = |at: (f64, f64)| {
        Table::new(vec![
            unit(Red, Troop::MediumInfantry, 20, 10, (30.0, 20.0)),
            unit(Blue, Troop::MediumInfantry, 20, 10, at).facing(Facing::WEST),
        ])
    };
    let upset = |table: &Table| has(table, 0, Cause::EnemyBehindFlank);
    assert!(upset(&with((40.0, 19.0))));
    assert!(!upset(&with((40.0, 22.0))), "ahead of the front");
    assert!(!upset(&with((30.0, 14.0))), "straight behind");
    assert!(!upset(&with((45.0, 19.0))), "out of his charge of 8");
    let mut table = with((40.0, 19.0));
    table.state(0).seen.square = true;
    assert!(!upset(&table));
    let mut table = with((40.0, 19.0));
    table.state(1).seen.flight = Flight::Routing(1);
    assert!(!upset(&table));
}

/// `wrg1969.disorg.6`: engines, aimed at them, and they less than three inches under way.
#[test]
fn engine_fire_upsets_those_who_stand_under_it() {
    let shot = |shooter: Troop, at: u16, moved: i32| {
        let mut table = Table::new(vec![
            unit(Red, Troop::MediumInfantry, 20, 10, (30.0, 10.0)),
            unit(Blue, shooter, 1, 1, (30.0, 30.0)),
            unit(Red, Troop::MediumInfantry, 20, 10, (40.0, 10.0)),
        ]);
        table.state(1).now.shot_at = Some(UnitId(at));
        table.state(0).now.moved = moved;
        has(&table, 0, Cause::EngineFire)
    };
    assert!(shot(Troop::StoneThrower, 0, 2900));
    assert!(!shot(Troop::StoneThrower, 0, 3000), "they move");
    assert!(!shot(Troop::StoneThrower, 2, 0), "others are shot at");
    assert!(!shot(Troop::LightInfantry, 0, 0), "no engine");
}

/// Whether troops that are charged are upset for a cause.
fn charged(charger: Spec, target: Spec, told: bool, cause: Cause) -> bool {
    let mut table = Table::new(vec![target, charger]);
    table.state(1).now.doing = Doing::Charging(UnitId(0));
    let leg = Leg { against_chariots: told, ..Leg::new(Verb::Hold) };
    table.state(0).kept.order = Some(Standing::new(Order::new(vec![leg])));
    has(&table, 0, cause)
}

/// `wrg1969.disorg.10`, `wrg1969.orders.against`: only regular infantry, only chariots, only if told.
#[test]
fn elephants_and_chariots_upset_those_they_charge() {
    let foot = |side| unit(side, Troop::MediumInfantry, 20, 10, (30.0, 20.0));
    let comes = |side, troop| unit(side, troop, 2, 2, (30.0, 24.0));
    let upset = |charger, target, told| charged(charger, target, told, Cause::ChargedByBeasts);
    assert!(upset(comes(Blue, Troop::Elephant), foot(Red), false));
    assert!(upset(comes(Blue, Troop::Elephant), foot(Red), true), "elephants all the same");
    assert!(upset(comes(Blue, Troop::Chariot), foot(Red), false));
    assert!(!upset(comes(Blue, Troop::Chariot), foot(Red), true));
    assert!(upset(comes(Red, Troop::Chariot), foot(Blue), true), "barbarians");
    let horse = unit(Red, Troop::HeavyCavalry, 6, 6, (30.0, 20.0));
    assert!(upset(comes(Blue, Troop::Chariot), horse, true), "no infantry");
    assert!(!upset(comes(Blue, Troop::HeavyCavalry), foot(Red), false));
}

/// `wrg1969.disorg.14`: javelins in the hands of cavalry or light infantry.
#[test]
fn chariots_charged_with_javelins_are_upset() {
    let chariots = || unit(Red, Troop::Chariot, 4, 4, (30.0, 20.0));
    let upset = |charger, target| charged(charger, target, false, Cause::ChariotsAtJavelins);
    let at = (30.0, 24.0);
    assert!(upset(unit(Blue, Troop::MediumCavalry, 6, 6, at), chariots()));
    assert!(upset(unit(Blue, Troop::LightInfantry, 10, 5, at), chariots()));
    assert!(!upset(unit(Blue, Troop::MediumInfantry, 10, 5, at), chariots()), "close order");
    let lancers = unit(Blue, Troop::HeavyCavalry, 6, 6, at).kit(|k| {
        (k.hand, k.missile) = (Hand::CavalryKontos, None);
    });
    assert!(!upset(lancers, chariots()));
    let slingers = unit(Blue, Troop::LightInfantry, 10, 5, at).missile(Missile::Sling);
    assert!(!upset(slingers, chariots()));
    assert!(!upset(
        unit(Blue, Troop::MediumCavalry, 6, 6, at),
        unit(Red, Troop::HeavyCavalry, 6, 6, (30.0, 20.0))
    ));
}

/// `wrg1969.disorg.11`: medium and heavy infantry, going at cavalry.
#[test]
fn close_order_foot_that_goes_at_horse_is_upset() {
    let goes = |foot: Troop, target: Troop| {
        let mut table =
            Table::new(vec![unit(Red, foot, 20, 10, (30.0, 20.0)), unit(Blue, target, 6, 6, (30.0, 24.0))]);
        table.state(0).now.doing = Doing::Charging(UnitId(1));
        has(&table, 0, Cause::FootAtCavalry)
    };
    assert!(
        goes(Troop::MediumInfantry, Troop::LightCavalry) && goes(Troop::HeavyInfantry, Troop::HeavyCavalry)
    );
    assert!(!goes(Troop::LightInfantry, Troop::LightCavalry), "light infantry");
    assert!(!goes(Troop::MediumInfantry, Troop::LightInfantry), "foot");
    assert!(!goes(Troop::MediumCavalry, Troop::LightCavalry), "horse");
}

/// A general's own figure is never disorganised.
#[test]
fn riders_are_never_disorganised() {
    let mut spec = unit(Red, Troop::HeavyCavalry, 1, 1, (30.0, 10.0));
    spec.kit = Kit::rider(Role::General, true);
    let mut table = Table::new(vec![spec]);
    table.state(0).now.causes.add(Cause::Terrain);
    assert!(!has(&table, 0, Cause::Terrain));
}
