//! What must hold at every decision of a battle, whatever the owners choose.

use dice::{D6, Dice, RollId, Seeded};
use form::Source;
use std::sync::Arc;
use testudo_wrg1969::board::{JOSTLE, TOUCH};
use testudo_wrg1969::feature::MM;
use testudo_wrg1969::state::{Doing, Flight, Reaction, Step};
use testudo_wrg1969::troop::Troop;
use testudo_wrg1969::{Wrg1969, scenario};
use umpire::{Ask, Asked, Battle, Command, Form, OptionId, Pending, Side, Silent, UnitId};

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

/// Pairs of units that lie upon each other deeper than files give way, though no rule puts them there: light infantry
/// passes through friends, the broken burst through, evaders run where they can, and fighters are in contact.
fn overlaps(battle: &Battle<Wrg1969>) -> Vec<(UnitId, UnitId)> {
    let (field, phase) = (battle.field(), battle.phase());
    let solid = |id: &UnitId| {
        let (kit, state) = (battle.book().kit(*id), &phase.units[id.index()]);
        let runs = state.is_broken() || matches!(state.doing, Doing::Evading(_));
        field.on_table(*id) && kit.is_troops() && kit.troop != Troop::LightInfantry && !runs
    };
    let ids: Vec<UnitId> = field.ids().filter(solid).collect();
    let mut found = Vec::new();
    for (i, &a) in ids.iter().enumerate() {
        let lies_on = |b: UnitId| field.shape(a).penetration(field.shape(b)) > (2.0 * JOSTLE + TOUCH) * MM;
        let fights = |b: UnitId| phase.opponents(a).any(|e| e == b);
        found.extend(ids[i + 1..].iter().filter(|&&b| lies_on(b) && !fights(b)).map(|&b| (a, b)));
    }
    found
}

#[test]
fn units_hardly_ever_come_to_lie_upon_each_other() {
    let (mut decisions, mut new) = (0, Vec::new());
    for (id, _) in scenario::bundled() {
        for seed in 1..=8 {
            let (mut battle, mut dice) = (battle(id), Seeded::new(seed));
            let mut before = overlaps(&battle);
            while let Asked::Sealed(asked) = battle.asked() {
                for side in Side::ALL.into_iter().filter(|&side| asked[side]) {
                    let done = battle.submit(side, &Command::Done, &mut dice, &mut Silent);
                    assert!(done.is_ok(), "{id} {seed}: {done:?}");
                }
                let now = overlaps(&battle);
                let period = battle.phase().period;
                new.extend(now.iter().filter(|p| !before.contains(p)).map(|p| (id, seed, period, *p)));
                (before, decisions) = (now, decisions + 1);
            }
        }
    }
    assert!(decisions > 2000, "{decisions}");
    assert!(new.len() * 400 < decisions, "{} of {decisions}: {new:?}", new.len());
}

#[test]
fn laws_hold_whatever_the_owners_choose() {
    for (id, _) in scenario::bundled() {
        for seed in 1..6 {
            let mut battle = battle(id);
            let (mut dice, mut whims) = (Seeded::new(seed), Seeded::new(seed + 100));
            for decision in 0..4000 {
                let (side, ask) = match battle.pending() {
                    Pending::Over(_) => break,
                    Pending::Decide(side, ask) => (side, ask),
                    Pending::Sealed(asks) => {
                        let side = Side::ALL.into_iter().find(|s| asks[*s].is_some()).expect("one is asked");
                        (side, asks[side].clone().expect("he is asked"))
                    }
                };
                let when = format!("{id} {seed}, decision {decision}, {:?}", battle.phase().step);
                let command = any_choice(&ask, &mut whims);
                // What the generals may not command is refused; nothing is always allowed.
                if battle.submit(side, &command, &mut dice, &mut Silent).is_err() {
                    let done = battle.submit(side, &Command::Done, &mut dice, &mut Silent);
                    assert!(done.is_ok(), "{when}: {done:?}");
                }
                hold(&battle, &when);
            }
            assert!(matches!(battle.pending(), Pending::Over(_)), "{id} {seed} does not end");
        }
    }
}
