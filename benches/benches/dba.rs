//! What a battle of `dba` costs. Each bench asserts its answer first.
//!
//! Run with `cargo bench -p testudo-benches --bench dba`.

use dba::api::board::Base;
use dba::api::board::contact;
use dba::api::combat::{Clash, Fighter, Kind};
use dba::api::data::Troop;
use dice::{D6, Dice, RollId, Seeded, exact};
use std::time::Duration;
use table::{Facing, Rect, Vec2};
use testudo::AnyBattle;
use testudo_benches::{best, bundled, ratio, recruit_battles, tell};
use umpire::{Side, UnitId};

fn main() {
    let zama = bundled("dba/zama");
    clone_a_battle(&zama);
    contact_against_48();
    exact_combat();
    resolution_against_its_dice();
    recruit_battles("dba/zama", 40, Duration::from_millis(1));
}

fn clone_a_battle(zama: &AnyBattle) {
    assert_eq!(zama.clone().digest(), zama.digest());
    let took = best(7, 20_000, || zama.clone());
    let AnyBattle::Dba(battle) = zama else { unreachable!("zama is a battle of dba") };
    let bytes = std::mem::size_of_val(battle.field().units());
    let copy = best(7, 20_000, || battle.field().units().to_vec());
    tell(&format!("clone a battle ({bytes} bytes of units)"), took, "copying its units", ratio(took, copy));
}

fn contact_against_48() {
    let base = |n: u16, x: f64, y: f64, facing: Facing| Base {
        id: UnitId(n),
        side: Side::Red,
        troop: Troop::Blades,
        general: false,
        rect: Rect::new(Vec2::new(x, y), facing, 160.0, 60.0),
        facing,
    };
    let others: Vec<Base> = (0..48)
        .map(|n| base(n, 160.0 * f64::from(n % 12), 100.0 * f64::from(n / 12), Facing::SOUTH))
        .collect();
    let mover = base(99, 640.0, -60.0, Facing::NORTH);
    let query = || others.iter().filter_map(|o| contact(&mover, o)).count();
    assert_eq!(query(), 3, "one in front and an overlap on each side");
    let took = best(7, 20_000, query);
    let sat = best(7, 20_000, || others.iter().filter(|o| mover.rect.penetration(&o.rect) > 0.5).count());
    tell("one contact query against 48 bases", took, "48 bare overlap tests", ratio(took, sat));
}

fn exact_combat() {
    let book = dba::Dba::default();
    let knights = Fighter { moved_into_contact: true, ..Fighter::new(Troop::Knights) };
    let spears = Fighter::new(Troop::Spears);
    let odds = || {
        let clash = Clash::new(&book, Kind::Close, [&knights, &spears]);
        clash.odds().map(|(ways, end)| (ways, end.results))
    };
    let walked =
        exact(100, |dice| dba::api::combat::fight(&book, Kind::Close, &knights, &spears, dice).end.results)
            .expect("36 paths");
    let ways: u32 = odds().iter().map(|(ways, _)| u32::from(*ways)).sum();
    assert_eq!((ways, walked.len()), (36, 4));
    let took = best(7, 20_000, odds);
    tell(
        "exact odds of one combat, factors and all",
        took,
        "the limit of 5 microseconds",
        ratio(took, Duration::from_micros(5)),
    );
    let walk = best(5, 2_000, || {
        exact(100, |dice| dba::api::combat::fight(&book, Kind::Close, &knights, &spears, dice).end.results)
    });
    tell("the same by walking the rule along every path", walk, "the direct way", ratio(walk, took));
}

fn resolution_against_its_dice() {
    let book = dba::Dba::default();
    let (knights, spears) = (Fighter::new(Troop::Knights), Fighter::new(Troop::Spears));
    let mut dice = Seeded::new(1);
    let fights =
        best(7, 20_000, || dba::api::combat::fight(&book, Kind::Close, &knights, &spears, &mut dice).faces);
    let why = RollId::new("dba.combat.total", 0);
    let rolls = best(7, 20_000, || (dice.roll(why, &D6), dice.roll(why, &D6)));
    tell("one combat resolved", fights, "its two dice alone", ratio(fights, rolls));
}
