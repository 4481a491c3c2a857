//! What must hold at every decision of a battle, whatever the owners choose.

use dice::{D6, Dice, RollId, Seeded};
use form::Source;
use std::sync::Arc;
use testudo_wrg1969::feature::MM;
use testudo_wrg1969::room::STANDS_UPON;
use testudo_wrg1969::state::{Doing, Flight, Reaction, Step};
use testudo_wrg1969::troop::Troop;
use testudo_wrg1969::{Wrg1969, scenario};
use umpire::{Ask, Battle, Command, Form, OptionId, Pending, Side, Silent, UnitId};

fn battle(id: &str) -> Battle<Wrg1969> {
    let (_, text) = scenario::bundled().iter().find(|(name, _)| *name == id).expect("it is bundled");
    let (book, field, phase) =
        scenario::read(&Source { name: id, text }).unwrap_or_else(|faults| panic!("{faults:?}"));
    Battle::new(Arc::new(book), field, phase)
}

/// Every choice of a sheet taken by the dice; nothing is written.
fn any_choice(ask: &Ask, whims: &mut Seeded) -> Command {
    let Form::Sheet { picks, .. } = &ask.form else { return Command::Done };
    let why = RollId::new("whim", 0);
    let mut option = |count: usize| {
        let thrown = usize::from(whims.roll(why, &D6)) * 6 + usize::from(whims.roll(why, &D6));
        OptionId((thrown % count.max(1)) as u16)
    };
    let picks = picks.iter().enumerate().map(|(n, p)| (n as u16, option(p.options.len()))).collect();
    Command::Sheet { lines: Vec::new(), picks }
}

/// What must hold now.
fn hold(battle: &Battle<Wrg1969>, when: &str) {
    let (field, phase) = (battle.field(), battle.phase());
    for fight in &phase.fights {
        assert!(field.on_table(fight.red) && field.on_table(fight.blue), "{when}: a fight with the absent");
        assert_eq!((field.side(fight.red), field.side(fight.blue)), (Side::Red, Side::Blue), "{when}");
    }
    for id in field.ids() {
        let (unit, state) = (field.unit(id), &phase.units[id.index()]);
        let name = &field.card(id).label;
        if !field.on_table(id) {
            continue;
        }
        assert!(unit.formation.figures > 0, "{when}: {name} is empty");
        assert!(unit.formation.figures <= state.original, "{when}: {name} has grown");
        assert!(!state.is_broken() || state.order.is_none(), "{when}: {name} is broken and has an order");
        if let Flight::Pursuing(prey, _) = state.flight {
            assert!(field.side(prey) != field.side(id), "{when}: {name} pursues a friend");
        }
        // It may be attacked as it rallies, but does not begin to in a fight.
        if matches!(state.flight, Flight::Rallying(_)) && matches!(phase.step, Step::Command | Step::Intent) {
            assert!(phase.opponents(id).next().is_none(), "{when}: {name} rallies in a fight");
        }
        if state.running.is_some_and(|r| r.reaction == Reaction::LeaveField) {
            assert!(state.gone_for_good && state.order.is_none(), "{when}: {name} leaves with an order");
        }
    }
}

/// Pairs of units that lie upon each other, deeper than files give way at the ends of their fronts.
fn overlaps(battle: &Battle<Wrg1969>) -> Vec<(UnitId, UnitId)> {
    let field = battle.field();
    let there = |id: &UnitId| field.on_table(*id) && battle.book().kit(*id).is_troops();
    let ids: Vec<UnitId> = field.ids().filter(there).collect();
    let mut found = Vec::new();
    for (i, &a) in ids.iter().enumerate() {
        let lies_on = |b: &UnitId| field.shape(a).penetration(field.shape(*b)) > STANDS_UPON * MM;
        found.extend(ids[i + 1..].iter().copied().filter(lies_on).map(|b| (a, b)));
    }
    found
}

/// Whether a rule lets two units lie upon each other: the broken burst through, evaders run where they can, and light
/// infantry passes through friends.
fn may_overlap(battle: &Battle<Wrg1969>, (a, b): (UnitId, UnitId)) -> bool {
    let runs = |id: UnitId| {
        let state = &battle.phase().units[id.index()];
        state.is_broken() || matches!(state.doing, Doing::Evading(_))
    };
    let light = |id: UnitId| battle.book().kit(id).troop == Troop::LightInfantry;
    let friends = battle.field().side(a) == battle.field().side(b);
    runs(a) || runs(b) || (friends && (light(a) || light(b)))
}

/// One decision of somebody who is asked.
fn decide(battle: &mut Battle<Wrg1969>, choose: &mut dyn FnMut(&Ask) -> Command, dice: &mut Seeded) -> bool {
    let (side, ask) = match battle.pending() {
        Pending::Over(_) => return false,
        Pending::Decide(side, ask) => (side, ask),
        Pending::Sealed(asks) => {
            let side = Side::ALL.into_iter().find(|s| asks[*s].is_some()).expect("one is asked");
            (side, asks[side].clone().expect("he is asked"))
        }
    };
    // What the generals may not command is refused; nothing is always allowed.
    if battle.submit(side, &choose(&ask), dice, &mut Silent).is_err() {
        let done = battle.submit(side, &Command::Done, dice, &mut Silent);
        assert!(done.is_ok(), "{done:?} in {:?}", battle.phase().step);
    }
    true
}

/// Fights a battle out and says how many decisions it took.
fn nobody_comes_to_lie_upon_another(id: &str, seed: u64, choose: &mut dyn FnMut(&Ask) -> Command) -> usize {
    let (mut battle, mut dice) = (battle(id), Seeded::new(seed));
    let (mut before, mut decisions) = (overlaps(&battle), 0);
    while decide(&mut battle, choose, &mut dice) {
        let now = overlaps(&battle);
        for pair in now.iter().filter(|p| !before.contains(p)) {
            let names = [pair.0, pair.1].map(|id| &battle.field().card(id).label);
            assert!(may_overlap(&battle, *pair), "{id} {seed}, period {}: {names:?}", battle.phase().period);
        }
        (before, decisions) = (now, decisions + 1);
    }
    decisions
}

#[test]
fn units_do_not_come_to_lie_upon_each_other() {
    let mut decisions = 0;
    for (id, _) in scenario::bundled() {
        for seed in 1..=8 {
            decisions += nobody_comes_to_lie_upon_another(id, seed, &mut |_| Command::Done);
            let mut whims = Seeded::new(seed + 100);
            decisions += nobody_comes_to_lie_upon_another(id, seed, &mut |ask| any_choice(ask, &mut whims));
        }
    }
    assert!(decisions > 8000, "{decisions}");
}

#[test]
fn units_that_once_came_to_lie_upon_each_other_do_not() {
    // Turned about with no room, stopped before a turn, pushed by two, broken off through friends.
    let found = [
        ("medway", [20, 24, 27].as_slice()),
        ("raphia", &[10, 13, 57]),
        ("carrhae", &[16, 18, 59]),
        ("kadesh", &[16]),
        ("mons_graupius", &[15, 35, 42, 111]),
    ];
    for (id, seeds) in found {
        for &seed in seeds {
            let mut whims = Seeded::new(seed + 100);
            nobody_comes_to_lie_upon_another(id, seed, &mut |ask| any_choice(ask, &mut whims));
        }
    }
}

#[test]
fn laws_hold_whatever_the_owners_choose() {
    for (id, _) in scenario::bundled() {
        for seed in 1..6 {
            let mut battle = battle(id);
            let (mut dice, mut whims) = (Seeded::new(seed), Seeded::new(seed + 100));
            for decision in 0..4000 {
                let when = format!("{id} {seed}, decision {decision}, {:?}", battle.phase().step);
                if !decide(&mut battle, &mut |ask| any_choice(ask, &mut whims), &mut dice) {
                    break;
                }
                hold(&battle, &when);
            }
            assert!(matches!(battle.pending(), Pending::Over(_)), "{id} {seed} does not end");
        }
    }
}
