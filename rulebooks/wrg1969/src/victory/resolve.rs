//! Victory on the table: what is left, the ground held, and when the battle is over.

use crate::army::points::{Commander, Purchase};
use crate::board::state::Phase;
use crate::board::{Board, Body, cover};
use crate::data::feature::Feature;
use crate::data::kit::{Kit, Role};
use crate::data::measure::{in_mils, within};
use crate::data::reaction::Grade;
use crate::data::tables::tables;
use crate::nerve::factors;
use crate::victory::rules;
use crate::{Wrg1969, rule};
use umpire::BySide;
use umpire::Ending;
use umpire::Field;
use umpire::Outcome;
use umpire::Place;
use umpire::Side;
use umpire::UnitId;
/// What a unit of so many figures is worth, its specialists the last to fall (`wrg1969.points.values`).
pub fn worth(kit: &Kit, grade: Option<Grade>, figures: u16) -> i32 {
    let part = kit.part.as_ref().map_or(0, |p| p.figures.min(figures));
    worth_with(kit, grade, figures, part)
}

/// What a unit of so many figures is worth, of whom so many are specialists.
fn worth_with(kit: &Kit, grade: Option<Grade>, figures: u16, part: u16) -> i32 {
    match kit.role {
        Role::General => return tables().points.commander_in_chief.into(),
        Role::Subordinate => return tables().points.subordinate_general.into(),
        Role::Messenger => return 0,
        Role::Unit => {}
    }
    let main = Purchase {
        troop: kit.troop,
        regular: kit.regular,
        grade,
        figures: figures - part,
        bow_and_shafted: kit.bow_and_shafted(),
        shieldless: !kit.shields && !kit.troop.is_model(),
        commander: if kit.detached { Commander::None } else { Commander::of(kit.troop, kit.led) },
    };
    // What stands on the table was paid for, so it has a price.
    let price = |p: Purchase| p.price().map_or(0, |price| price.total(p.figures));
    let specialists = kit.part.as_ref().filter(|_| part > 0).map_or(0, |p| {
        price(Purchase {
            troop: p.troop,
            figures: part,
            bow_and_shafted: false,
            shieldless: !p.shields,
            commander: Commander::SubUnit,
            ..main
        })
    });
    price(main) + specialists
}

/// The points of a side's survivors (`wrg1969.victory.count`).
pub fn survivors(book: &Wrg1969, field: &Field, phase: &Phase, side: Side) -> i32 {
    surviving(book, field, phase, side).iter().map(|(_, worth)| worth).sum()
}

/// A side's survivors, and the points of each (`wrg1969.victory.count`).
pub fn surviving(book: &Wrg1969, field: &Field, phase: &Phase, side: Side) -> Vec<(UnitId, i32)> {
    let on_table = field.ids().filter(|&id| field.side(id) == side && field.on_table(id));
    let alive = |id: UnitId| book.kit(id).is_troops() || is_free_general(phase, side, id);
    let board = Board::of(book, field, phase);
    let worth = |id: UnitId| {
        let part = board.body(id).map_or(0, |body| board.specialists(body));
        worth_with(book.kit(id), board.state(id).kept.grade, phase.strength(field, id), part)
    };
    let worths = on_table.filter(|&id| alive(id)).map(|id| (id, worth(id)));
    worths.filter(|(_, worth)| *worth > 0).collect()
}

fn is_free_general(phase: &Phase, side: Side, figure: UnitId) -> bool {
    phase.command[side].generals().any(|g| g.figure == figure && g.free)
}

/// What the ground a side holds is worth to it (`wrg1969.victory.feature`).
pub fn ground(board: &Board<'_>, side: Side) -> f64 {
    let held = board.book.features.iter().filter(|f| f.value > 0).map(|feature| {
        let force = force_at(board, feature, side);
        let in_reach = force.iter().any(|b| factors::in_charge_reach(board, b));
        if force.is_empty() { 0.0 } else { rules::feature_worth(f64::from(feature.value), in_reach) }
    });
    held.sum()
}

/// The force by which a side controls a feature: its units in it, if no enemy is; where nobody is, those who bar
/// the straight way of the nearest enemy.
fn force_at<'b, 'a>(board: &'b Board<'a>, feature: &Feature, side: Side) -> Vec<&'b Body<'a>> {
    let steady = || board.units().filter(|b| !board.routing(b.id));
    let inside: Vec<&Body<'a>> =
        steady().filter(|b| within(cover::distance_to(feature, b.standard()), 0.0)).collect();
    if !inside.is_empty() {
        let ours = inside.iter().all(|b| b.side == side);
        return if ours { inside } else { Vec::new() };
    }
    let away = |b: &Body<'_>| cover::distance_to(feature, b.standard());
    let enemies = steady().filter(|b| b.side != side);
    let Some(enemy) = enemies.min_by_key(|b| in_mils(away(b))) else { return Vec::new() };
    let way = [enemy.standard(), feature.centre()];
    steady().filter(|b| b.side == side && table::line_inside(way, &b.rect).is_some()).collect()
}

/// Both sides' totals.
pub fn totals(book: &Wrg1969, field: &Field, phase: &Phase) -> BySide<f64> {
    let board = Board::of(book, field, phase);
    BySide::each(|side| f64::from(survivors(book, field, phase, side)) + ground(&board, side))
}

/// Whether a side has a unit left that is not broken.
pub fn stands(book: &Wrg1969, field: &Field, phase: &Phase, side: Side) -> bool {
    let unbroken = |id: UnitId| book.kit(id).is_unit() && !phase.units[id.index()].is_broken();
    field.ids().any(|id| field.side(id) == side && field.on_table(id) && unbroken(id))
}

/// Who has won, if the battle is over (`wrg1969.victory.end`).
pub fn outcome(book: &Wrg1969, field: &Field, phase: &Phase) -> Option<Outcome> {
    let finished = Side::ALL.into_iter().any(|side| !stands(book, field, phase, side));
    let time = phase.period >= book.house.periods;
    if !finished && !time {
        return None;
    }
    let totals = totals(book, field, phase);
    let winner = rules::winner(book.house.competition, totals.0).map(|i| Side::ALL[i]);
    let (reason, ending) = if finished {
        ("a side had no unbroken unit left", Ending::Fought)
    } else {
        ("the agreed time was up", Ending::Time)
    };
    Some(Outcome { winner, rule: rule::VICTORY_END, reason, ending })
}

/// Figures that a side has lost, those off the table counted too.
pub fn figures_lost(book: &Wrg1969, field: &Field, phase: &Phase, side: Side) -> i32 {
    let troops = field.ids().filter(|&id| field.side(id) == side && book.kit(id).is_troops());
    let lost = |id: UnitId| {
        let unit = field.unit(id);
        let left = match unit.place {
            Place::Destroyed | Place::Fled | Place::Off => 0,
            Place::Waiting if book.kit(id).detached => 0,
            Place::Table | Place::Waiting => phase.strength(field, id),
        };
        // Those who broke from it are counted as bodies of their own.
        let broke_away: i32 =
            book.parts_of(id).map(|part| i32::from(phase.units[part.index()].seen.original)).sum();
        // A veiled unit's strength is nobody's business: it has lost nothing that is known.
        (i32::from(phase.units[id.index()].seen.original) - i32::from(left) - broke_away).max(0)
    };
    troops.map(lost).sum()
}
