//! The order of recoil: blocked, free, through, over, pushing, destroyed.

use crate::aftermath::recoil::{Block, Recoil, decide};
use crate::board::state::{Camp, Holder};
use crate::board::{Base, Board};
use crate::data::tables::Terrain;
use crate::data::troop::Troop::{self, *};
use crate::tests::chapters::{bare, blue, house, red, stands, with};
use crate::{Dba, rule};
use table::{Ground, Vec2};
use umpire::{Side, UnitId};

const HERE: [f64; 2] = [1000.0, 1000.0];

fn on(book: &Dba, ground: &Ground, bases: &[Base]) -> Recoil {
    decide(&Board::new(book, ground, bases.to_vec()), &bases[0], None)
}

/// The first of these recoils on a bare table, facing north from the middle.
fn recoil(troop: Troop, others: &[Base]) -> Recoil {
    let bases: Vec<Base> = [red(0, troop, HERE, 0.0)].into_iter().chain(others.iter().copied()).collect();
    on(&Dba::default(), &bare(), &bases)
}

fn goes(done: &Recoil, to: [f64; 2]) -> bool {
    done.to.is_some_and(|base| stands(&base, to, 0.0))
}

fn is_lost(done: &Recoil) -> bool {
    done.to.is_none() && done.pushed.is_empty() && done.trampled.is_empty()
}

#[test]
fn a_free_recoil_is_its_own_depth_and_at_most_160() {
    let depths = [(Blades, 940.0), (Psiloi, 920.0), (Knights, 880.0), (Elephants, 840.0)];
    for (troop, y) in depths {
        let done = recoil(troop, &[]);
        assert!(goes(&done, [1000.0, y]) && done.rule == rule::RECOIL_MOVE, "{troop:?}");
    }
}

#[test]
fn an_enemy_on_the_flank_or_in_the_way_destroys_it() {
    let blades = red(0, Blades, HERE, 0.0);
    let held = decide(&Board::new(&Dba::default(), &bare(), vec![blades]), &blades, Some(UnitId(9)));
    assert!(is_lost(&held) && held.rule == rule::RECOIL_BLOCKED);
    assert_eq!(held.blocked, Some(Block::Held(UnitId(9))));
    let behind = |y| recoil(Blades, &[blue(1, Cavalry, [1000.0, y], 0.0)]);
    assert!(is_lost(&behind(880.0)));
    assert_eq!(behind(880.0).blocked, Some(Block::Enemy(UnitId(1))));
    assert!(goes(&behind(850.0), [1000.0, 940.0]), "it only touches");
}

#[test]
fn the_table_edge_stops_it_but_may_be_reached() {
    let at = |y| on(&Dba::default(), &bare(), &[red(0, Knights, [1000.0, y], 0.0)]);
    assert!(goes(&at(180.0), [1000.0, 60.0]) && is_lost(&at(170.0)));
}

#[test]
fn a_camp_behind_destroys_it() {
    let (book, ground) = (Dba::default(), bare());
    let blades = red(0, Blades, HERE, 0.0);
    let mut board = Board::new(&book, &ground, vec![blades]);
    let camp = [[900.0, 800.0], [1140.0, 800.0], [1140.0, 960.0], [900.0, 960.0]];
    board.camps[Side::Red] = Some(Camp::new(&camp.map(|[x, y]| Vec2::new(x, y))));
    assert!(is_lost(&decide(&board, &blades, None)));
}

#[test]
fn a_garrison_has_nowhere_to_go() {
    let (book, ground) = (Dba::default(), bare());
    let blades = red(0, Blades, HERE, 0.0);
    let mut board = Board::new(&book, &ground, vec![blades]);
    let mut camp = Camp::new(&blades.rect.corners());
    camp.holder = Holder::Element(UnitId(0));
    board.camps[Side::Red] = Some(camp);
    assert_eq!(decide(&board, &blades, None).rule, rule::CAMP_RECOIL);
}

#[test]
fn water_stops_everyone_and_bad_going_stops_guns() {
    let book = Dba::default();
    let (south, north) = ([800.0, 700.0], [1200.0, 950.0]);
    let over = |terrain, troop| on(&book, &with(terrain, south, north), &[red(0, troop, HERE, 0.0)]);
    assert!(is_lost(&over(Terrain::Waterway, Knights)));
    assert!(goes(&over(Terrain::Woods, Knights), [1000.0, 880.0]));
    let gun = |y| on(&book, &with(Terrain::Woods, south, north), &[red(0, Cannon, [1000.0, y], 0.0)]);
    assert!(is_lost(&gun(1100.0)) && goes(&gun(1190.0), [1000.0, 1030.0]));
}

#[test]
fn it_passes_before_it_pushes() {
    let done = recoil(Blades, &[red(1, Spears, [1000.0, 940.0], 0.0)]);
    assert!(goes(&done, [1000.0, 880.0]) && done.pushed.is_empty());
    assert_eq!((done.distance, done.rule), (120.0, rule::PASS_RECOIL));
    let by_right = recoil(Psiloi, &[red(1, Spears, [1000.0, 930.0], 0.0)]);
    assert!(goes(&by_right, [1000.0, 860.0]) && by_right.rule == rule::PASS_RECOIL_BY_RIGHT);
    // A friend farther back is passed too, and never less than the whole distance is gone.
    let gap = recoil(Knights, &[red(1, Spears, [1000.0, 910.0], 0.0)]);
    assert!(goes(&gap, [1000.0, 820.0]));
}

#[test]
fn friends_met_together_must_all_be_passable() {
    let pair = |right| {
        let side_by_side = [red(1, Spears, [920.0, 940.0], 0.0), red(2, right, [1080.0, 940.0], 0.0)];
        recoil(Blades, &side_by_side)
    };
    assert!(goes(&pair(Spears), [1000.0, 880.0]));
    let mixed = pair(Pikes);
    assert!(goes(&mixed, [1000.0, 940.0]) && mixed.pushed.len() == 2);
}

#[test]
fn only_the_first_rank_met_may_be_passed() {
    let ranks = [red(1, Spears, [1000.0, 940.0], 0.0), red(2, Spears, [1000.0, 880.0], 0.0)];
    let done = recoil(Blades, &ranks);
    assert!(goes(&done, [1000.0, 940.0]) && done.rule == rule::RECOIL_PUSH);
    assert!(stands(&done.pushed[0], [1000.0, 880.0], 0.0) && stands(&done.pushed[1], [1000.0, 820.0], 0.0));
}

#[test]
fn pushes_run_down_the_ranks_as_little_as_they_must() {
    let ranks = [red(1, Spears, [1000.0, 940.0], 0.0), red(2, Auxilia, [1000.0, 865.0], 0.0)];
    let done = recoil(Spears, &ranks);
    assert!(stands(&done.pushed[0], [1000.0, 880.0], 0.0) && stands(&done.pushed[1], [1000.0, 810.0], 0.0));
    let far = recoil(Spears, &[ranks[0], red(2, Auxilia, [1000.0, 700.0], 0.0)]);
    assert_eq!(far.pushed.len(), 1);
    // One that stands half behind a neighbour pushes both.
    let staggered = [red(1, Spears, [950.0, 940.0], 0.0), red(2, Spears, [1110.0, 930.0], 0.0)];
    let done = recoil(Spears, &staggered);
    assert_eq!(done.pushed.len(), 2);
    assert!(stands(&done.pushed[0], [950.0, 880.0], 0.0) && stands(&done.pushed[1], [1110.0, 880.0], 0.0));
}

#[test]
fn a_push_that_fails_anywhere_moves_nobody() {
    let first = red(1, Spears, [1000.0, 940.0], 0.0);
    let last = [
        red(2, WarWagons, [1000.0, 825.0], 0.0),
        red(2, Elephants, [1000.0, 825.0], 0.0),
        red(2, Spears, [1000.0, 875.0], 180.0),
        red(2, Spears, [1000.0, 870.0], 5.0),
        blue(2, Spears, [1000.0, 870.0], 0.0),
    ];
    for blocker in last {
        assert!(is_lost(&recoil(Spears, &[first, blocker])), "{blocker:?}");
    }
    // An enemy on the flank of the second rank holds it where it is.
    let flanker = blue(2, Cavalry, [860.0, 890.0], 90.0);
    assert!(is_lost(&recoil(Spears, &[first, flanker])));
}

#[test]
fn a_friend_is_not_pushed_off_the_table() {
    let ranks = |y| [red(0, Spears, [1000.0, y], 0.0), red(1, Spears, [1000.0, y - 60.0], 0.0)];
    let done = |y| on(&Dba::default(), &bare(), &ranks(y));
    assert!(done(150.0).to.is_some() && is_lost(&done(149.0)));
}

#[test]
fn elephants_trample_whom_they_cannot_pass() {
    let done = recoil(Elephants, &[red(1, Pikes, [1000.0, 800.0], 0.0)]);
    assert!(goes(&done, [1000.0, 840.0]) && done.rule == rule::RECOIL_ELEPHANTS);
    assert_eq!((done.trampled, done.pushed), (vec![UnitId(1)], vec![]));
    // Through Spears they pass.
    let through = recoil(Elephants, &[red(1, Spears, [1000.0, 890.0], 0.0)]);
    assert!(goes(&through, [1000.0, 780.0]) && through.trampled.is_empty());
    // Without room beyond they trample everyone in the way, and die with other Elephants.
    let herd = [red(1, Spears, [1000.0, 890.0], 0.0), red(2, Elephants, [1000.0, 780.0], 0.0)];
    let done = recoil(Elephants, &herd);
    assert_eq!((done.to, done.trampled), (None, vec![UnitId(1), UnitId(2)]));
}

#[test]
fn the_house_may_have_elephants_push() {
    let gentle = house(|h| h.elephant_trample = false);
    let bases = [red(0, Elephants, HERE, 0.0), red(1, Pikes, [1000.0, 800.0], 0.0)];
    let done = on(&gentle, &bare(), &bases);
    assert!(done.trampled.is_empty() && stands(&done.pushed[0], [1000.0, 730.0], 0.0));
}

#[test]
fn ranks_thinner_than_the_recoil_stay_in_order_when_pushed() {
    let gentle = house(|h| h.elephant_trample = false);
    let ranks = [890.0, 830.0].map(|y| [1000.0, y]);
    let bases = [red(0, Elephants, HERE, 0.0), red(1, Pikes, ranks[0], 0.0), red(2, Pikes, ranks[1], 0.0)];
    let done = on(&gentle, &bare(), &bases);
    assert!(stands(&done.pushed[0], [1000.0, 730.0], 0.0) && stands(&done.pushed[1], [1000.0, 670.0], 0.0));
}
