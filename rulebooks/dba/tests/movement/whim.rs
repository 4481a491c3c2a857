//! Orders at random on a crowded table: whatever is allowed leaves the table sound.

use crate::data::tables::Terrain;
use crate::tests::movement::common::*;
use dice::{D6, Dice, RollId, Seeded};
use umpire::{Side, Step, UnitId};

/// A number below a limit.
fn pick(dice: &mut Seeded, below: usize) -> usize {
    let roll = |dice: &mut Seeded| usize::from(dice.roll(RollId::new("test.whim", 0), &D6)) - 1;
    (0..5).fold(0, |sum, _| 6 * sum + roll(dice)) % below
}

fn crowd(seed: u64) -> Table {
    let mut table = Table::default();
    let near = seed % 5;
    for (i, troop) in [Blades, Blades, Spears, Psiloi, Warband, LightHorse].into_iter().enumerate() {
        table.red(troop, 800.0 + 160.0 * i as f64, 900.0 + 10.0 * near as f64, 0.0);
        table.blue(troop, 780.0 + 160.0 * i as f64 + 7.0 * near as f64, 1150.0 + 30.0 * near as f64, 180.0);
    }
    for (i, troop) in [Blades, Pikes, Elephants, WarWagons].into_iter().enumerate() {
        table.red(troop, 800.0 + 160.0 * i as f64, 700.0, 0.0);
        table.blue(troop, 800.0 + 160.0 * i as f64, 1600.0, 180.0);
    }
    table.red(Cavalry, 500.0, 1200.0, 60.0);
    table.blue(Cavalry, 1950.0, 1100.0, 250.0);
    table.camp(Side::Red, 400.0, 300.0);
    table.camp(Side::Blue, 1700.0, 1900.0);
    table.area(Terrain::Woods, (300.0, 1300.0), (700.0, 1700.0));
    table.band(Terrain::River, 80.0, &[(0.0, 1150.0), (600.0, 1130.0)]);
    table.band(Terrain::Road, 100.0, &[(1850.0, 0.0), (1850.0, 2400.0)]);
    table
}

fn step(dice: &mut Seeded) -> Step {
    let paces = (1 + pick(dice, 300)) as f64;
    let degrees = (1 + pick(dice, 90)) as f64;
    match pick(dice, 9) {
        0..=3 => forward(paces),
        4 => left(degrees),
        5 => right(degrees),
        6 => shift(paces - 150.0),
        7 => turn(degrees * 4.0),
        _ => back(paces),
    }
}

#[test]
fn what_is_allowed_leaves_the_table_sound() {
    let mut allowed = 0;
    let mut touched = 0;
    for seed in 0..300 {
        let mut dice = Seeded::new(seed);
        let mut table = crowd(seed);
        for _ in 0..60 {
            table.phase.pips = 6.into();
            let side = table.phase.active;
            let own: Vec<UnitId> =
                table.with_board(|b, _| b.bases.iter().filter(|b| b.side == side).map(|b| b.id).collect());
            let first = own[pick(&mut dice, own.len())];
            let mut units = vec![first];
            let manner =
                [SINGLE, SINGLE, GROUP, COLUMN, FORM_COLUMN, BREAK_OFF, ENTER_CAMP][pick(&mut dice, 7)];
            if (GROUP..=FORM_COLUMN).contains(&manner) {
                table.with_board(|board, _| {
                    for other in own.iter().filter_map(|&id| board.base(id)) {
                        let joins = units
                            .iter()
                            .filter_map(|&u| board.base(u))
                            .any(|b| b.id != other.id && crate::board::geometry::joined(b, other));
                        if joins && units.len() < 4 {
                            units.push(other.id);
                        }
                    }
                });
            }
            let path: Vec<Step> = (0..1 + pick(&mut dice, 2)).map(|_| step(&mut dice)).collect();
            let before = table.phase.clone();
            match table.check(manner, &units, &path) {
                Err(no) => assert!(!no.is_empty() && table.phase == before),
                Ok(plan) => {
                    assert!(plan.spent <= plan.rate + 0.5 || plan.contacts.len() == 1, "{plan:?}");
                    table.order(manner, &units, &path);
                    allowed += 1;
                    touched += plan.contacts.len();
                }
            }
            if pick(&mut dice, 8) == 0 {
                table.face();
                table.phase.active = side.other();
                table.phase.marks.iter_mut().for_each(|m| *m = Default::default());
            }
        }
    }
    assert!(allowed > 1000 && touched > 100, "{allowed} moves, {touched} contacts");
}
