//! The rules on small tables: charges, answers, fights, results and what follows a period later.

use crate::board::state::{Answer, Phase, Step};
use crate::board::{Board, contact};
use crate::charge::reach;
use crate::movement::written;
use crate::orders::sheet;
use crate::orders::sheet::Item;
use crate::tests::small;
use crate::{Wrg6, charge, rule, shooting};
use dice::Seeded;
use ruling::proves;
use small::{Put, id, scenario};
use std::sync::Arc;
use umpire::{Battle, Command, Entry, Field, OptionId, Pending, Side};

fn legion_and_gauls() -> (Wrg6, Field, Phase) {
    scenario(
        "",
        &[
            Put("red", "R1", "HI", "regular B", 24, 3, "heavy_throwing_weapon", [900, 500], "C Q A", ""),
            Put("blue", "B1", "LHI", "irregular C", 24, 3, "javelin", [900, 570], "C Q A", ""),
        ],
    )
}

/// Answers every sheet by a picker until the battle reaches a step of a period, and gives back the journal.
fn run_to(
    battle: &mut Battle<Wrg6>,
    dice: &mut Seeded,
    until: impl Fn(&Phase) -> bool,
    pick: impl Fn(Board<'_>, &Item) -> Option<u16>,
) -> Vec<Entry> {
    let mut journal = Vec::new();
    for _ in 0..200 {
        if until(battle.phase()) {
            return journal;
        }
        let Pending::Sealed(asks) = battle.pending() else { return journal };
        for side in Side::ALL {
            if asks[side].is_none() {
                continue;
            }
            let picks = {
                let book = Arc::clone(battle.book());
                let board = Board::of(&book, battle.field(), battle.phase());
                let items = sheet::of(board, side).items;
                items
                    .iter()
                    .enumerate()
                    .filter_map(|(i, item)| Some((i as u16, OptionId(pick(board, item)?))))
                    .collect()
            };
            let command = Command::Sheet { lines: Vec::new(), picks };
            battle.submit(side, &command, dice, &mut journal).expect("picks are legal");
        }
    }
    panic!("the step never comes");
}

fn charge_first(_: Board<'_>, item: &Item) -> Option<u16> {
    match item {
        Item::Charge(..) => Some(1),
        _ => None,
    }
}

#[test]
fn foot_in_reach_may_charge_and_the_way_is_straight() {
    let (book, field, phase) = legion_and_gauls();
    let board = Board::of(&book, &field, &phase);
    let (r, b) = (id(&field, "R1"), id(&field, "B1"));
    assert!(reach::in_reach(board, r, b) && reach::in_reach(board, b, r));
    let targets = charge::resolve::targets(board, r);
    assert_eq!((targets.len(), targets[0].wheel, targets[0].front), (1, 0, true));
}

#[test]
fn orders_bound_where_and_how_fast_a_body_moves() {
    let (book, field, phase) = scenario(
        "",
        &[
            Put("red", "R1", "HI", "regular C", 24, 3, "pike", [700, 300], "C Q A", ""),
            Put("blue", "B1", "HI", "regular C", 24, 3, "pike", [900, 900], "C W H", ""),
        ],
    );
    let board = Board::of(&book, &field, &phase);
    let (r, b) = (id(&field, "R1"), id(&field, "B1"));
    assert!(written::judge(board, r, "ahead 60").is_ok());
    assert!(written::judge(board, r, "ahead 61").is_err(), "beyond the move");
    assert!(written::judge(board, r, "ahead 20").is_err(), "less than half at pace Q");
    assert!(written::judge(board, r, "halt").is_err(), "nobody is near");
    assert!(written::judge(board, r, "turn about, ahead 30").is_ok(), "it may come back");
    assert!(written::judge(board, r, "fly 30").is_err());
    assert!(written::judge(board, b, "halt").is_ok() && written::judge(board, b, "ahead 31").is_err());
    assert_eq!(written::usual(board, r), "ahead 60");
}

#[test]
fn difficult_ground_halves_the_move_of_close_foot_alone() {
    let rough = "[[terrain]]\nid = 'r'\nkind = 'rough'\npoints = [[600, 310], [1200, 310], [1200, 500], [600, 500]]\n";
    let (book, field, phase) = scenario(
        rough,
        &[
            Put("red", "R1", "HI", "regular C", 24, 3, "pike", [700, 300], "C Q A", ""),
            Put("red", "R2", "LI", "regular C", 12, 2, "javelin", [1000, 300], "C Q S", ""),
            Put("blue", "B1", "HI", "regular C", 24, 3, "pike", [900, 1000], "C W H", ""),
        ],
    );
    let board = Board::of(&book, &field, &phase);
    assert!(written::judge(board, id(&field, "R1"), "ahead 40").is_err());
    assert!(written::judge(board, id(&field, "R1"), "ahead 30").is_ok());
    assert!(written::judge(board, id(&field, "R2"), "ahead 80").is_ok());
}

#[test]
fn horses_fear_elephants_they_do_not_know() {
    let (book, field, phase) = scenario(
        "",
        &[
            Put("red", "R1", "HC", "regular C", 12, 2, "lance", [700, 500], "C Q A", ""),
            Put("blue", "B1", "EL", "irregular C", 4, 1, "javelin", [700, 555], "C Q A", ""),
            Put("blue", "B2", "MC", "regular C", 12, 2, "light_spear", [700, 690], "C W H", ""),
        ],
    );
    let board = Board::of(&book, &field, &phase);
    assert!(board.disordered(id(&field, "R1")), "55 paces off, and Rome has none");
    assert!(!board.disordered(id(&field, "B2")), "55 paces off, and used to them");
}

#[test]
fn a_charge_comes_home_and_both_sides_are_hurt() {
    proves!(rule::CHARGE_BOTH, rule::SHOOTING_WHO, rule::MELEE_EXTRA_LIGHT_SPEAR);
    for seed in 0..6 {
        let (book, field, phase) = legion_and_gauls();
        let mut battle = Battle::new(Arc::new(book), field, phase);
        let mut dice = Seeded::new(seed);
        run_to(&mut battle, &mut dice, |p| p.step == Step::Move && p.period == 1, charge_first);
        let (r, b) = (id(battle.field(), "R1"), id(battle.field(), "B1"));
        let gap = table::distance(battle.field().shape(r), battle.field().shape(b));
        if battle.phase().in_contact(r) {
            assert!(gap <= contact::TOUCH, "in contact at {gap}");
            run_to(
                &mut battle,
                &mut dice,
                |p| p.period == 2 || matches!(p.step, Step::Over(_)),
                charge_first,
            );
            let state = battle.phase().state(r);
            assert!(state.seen.received + state.seen.inflicted > 0, "they have fought");
            return;
        }
    }
    panic!("nobody ever charged home");
}

#[test]
fn lights_may_evade_elephants_and_legions_stand() {
    let (book, field, phase) = scenario(
        "",
        &[
            Put("red", "R1", "HI", "regular B", 24, 3, "heavy_throwing_weapon", [700, 500], "C Q A", ""),
            Put("red", "R2", "LI", "regular C", 12, 2, "javelin", [1000, 500], "C Q A", ""),
            Put("blue", "B1", "EL", "irregular C", 4, 1, "javelin", [700, 580], "C Q A", ""),
            Put("blue", "B2", "EL", "irregular C", 4, 1, "javelin", [1000, 580], "C Q A", ""),
        ],
    );
    let (r1, r2) = (id(&field, "R1"), id(&field, "R2"));
    let mut phase = phase;
    for (on, by) in [(r1, id(&field, "B1")), (r2, id(&field, "B2"))] {
        let board = Board::of(&book, &field, &phase);
        let charge = charge::resolve::way(board, by, on).expect("straight ahead");
        phase.charges.push(charge);
        phase.units[on.index()].now.row = 2;
    }
    let board = Board::of(&book, &field, &phase);
    assert_eq!(charge::resolve::answers(board, r1), [Answer::Stand]);
    assert_eq!(charge::resolve::answers(board, r2), [Answer::Evade, Answer::Stand]);
}

#[test]
fn whoever_is_only_shaken_by_a_charge_stands() {
    let (book, field, mut phase) = legion_and_gauls();
    let (r, b) = (id(&field, "R1"), id(&field, "B1"));
    let charge = charge::resolve::way(Board::of(&book, &field, &phase), b, r).expect("straight ahead");
    phase.charges.push(charge);
    phase.units[r.index()].now.row = 5;
    phase.units[r.index()].seen.shaken = true;
    assert_eq!(charge::resolve::answers(Board::of(&book, &field, &phase), r), [Answer::Stand]);
}

#[test]
fn archers_shoot_ahead_within_range_and_not_behind() {
    let (book, field, phase) = scenario(
        "",
        &[
            Put("red", "R1", "LMI", "irregular C", 24, 4, "bow", [700, 500], "C W H", ""),
            Put("blue", "B1", "HI", "regular C", 24, 3, "pike", [700, 640], "C W H", ""),
            Put("blue", "B2", "HI", "regular C", 24, 3, "pike", [700, 300], "C W H", "facing = 0"),
        ],
    );
    let board = Board::of(&book, &field, &phase);
    let r = id(&field, "R1");
    assert_eq!(shooting::resolve::targets(board, r), [id(&field, "B1")]);
    let shot = shooting::resolve::shot(board, r, id(&field, "B1")).expect("they have bows");
    assert_eq!(shot.figures, 12, "24 figures at long range");
}

#[test]
fn a_flank_shows_and_is_a_weak_target() {
    let (book, field, phase) = scenario(
        "",
        &[
            Put("red", "R1", "HC", "regular B", 12, 2, "lance", [640, 500], "C Q A", ""),
            Put("blue", "B1", "HI", "regular C", 24, 3, "pike", [690, 560], "C W H", "facing = 90"),
        ],
    );
    let board = Board::of(&book, &field, &phase);
    let target = charge::resolve::target(board, id(&field, "R1"), id(&field, "B1"));
    assert!(target.flank && target.is_weak());
}

#[test]
fn who_stands_on_the_table_marches_round_no_flank() {
    proves!(rule::SETUP_DEPLOY);
    let (book, field, phase) = legion_and_gauls();
    let mut battle = Battle::new(Arc::new(book), field, phase);
    let write = |order: &str| Command::Sheet { lines: vec![(0, order.to_owned())], picks: Vec::new() };
    let mut dice = Seeded::new(1);
    let refused = battle.submit(Side::Red, &write("RF Q A"), &mut dice, &mut Vec::new());
    assert_eq!(refused.expect_err("it is on the table")[0].rule.as_str(), "wrg6.setup.deploy");
    assert!(battle.submit(Side::Red, &write("C W H"), &mut dice, &mut Vec::new()).is_ok());
}

#[test]
fn an_enemy_sees_neither_class_nor_order() {
    let (book, field, phase) = legion_and_gauls();
    let battle = Battle::new(Arc::new(book), field, phase);
    let view = battle.view(umpire::Viewer::Player(Side::Red));
    let (r, b) = (id(&view.field, "R1"), id(&view.field, "B1"));
    assert!(view.phase.state(b).kept.class.is_none() && view.phase.state(b).kept.order.is_none());
    assert!(view.phase.state(r).kept.class.is_some() && view.phase.state(r).kept.order.is_some());
    assert!(view.phase.command[Side::Blue].generals.is_empty());
}
