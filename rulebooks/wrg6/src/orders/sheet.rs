//! The sheets that both sides fill in unseen: what is asked in each step, and reading the answers.

mod ask;
mod read;

use crate::aftermath::{off_table, pursuit};
use crate::board::Board;
use crate::board::state::{Answer, Charge, Step};
use crate::data::occasion::Occasion;
use crate::data::troop::Troop;
use crate::movement::written;
use crate::movement::written::Doing;
use crate::nerve::resolve::Sign;
use crate::nerve::rules::Line;
use crate::orders::order::Order;
use crate::orders::riding::Ride;
use crate::orders::{duel, riding};
use crate::{charge, nerve, shooting};
use table::{Piece, Pose};
use umpire::{BySide, Side, UnitId};

/// Something to pick.
#[derive(Clone, Debug)]
pub enum Item {
    /// The sign of a factor: plus, minus, not counted.
    Sign(UnitId, Line),
    /// Whom to charge: nobody, or one of these.
    Charge(UnitId, Vec<Charge>),
    /// Whether to test for holding back or recovering: no, yes.
    Try(UnitId, Occasion),
    /// How to answer a charge.
    Respond(UnitId, Vec<Answer>),
    /// Whether to break off: no, yes.
    BreakOff(UnitId),
    /// Whether to follow up: no, yes.
    Follow(UnitId),
    /// Whether to pursue where it may: no, yes.
    Chase(UnitId),
    /// Whether an impetuous body that sees nobody shall rally: no, yes.
    LetRally(UnitId),
    /// Whom to shoot at: one of these, or nobody.
    Aim(UnitId, Vec<UnitId>),
    /// Whether to offer a personal combat, or to take up the enemy's challenge: no, yes.
    Duel(UnitId),
    /// Whether to show the signal: no, yes.
    Signal,
}

/// A line to write.
#[derive(Clone, Debug)]
pub enum Written {
    /// A body's move.
    Move(UnitId, String),
    /// A body's order before the battle.
    First(UnitId, Order),
    /// A general's new order, by his number.
    Order(usize),
    /// A general's ride, by his number.
    Ride(usize),
    /// Where a flank march enters, in paces from the own base edge.
    Enter(UnitId, u16),
}

/// A side's sheet.
#[derive(Clone, Debug, Default)]
pub struct Sheet {
    /// The picks.
    pub items: Vec<Item>,
    /// The lines.
    pub lines: Vec<Written>,
}

/// A sheet filled in.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// The option picked of each item.
    pub picks: Vec<u16>,
    /// What bodies do in step 7.
    pub doings: Vec<(UnitId, Doing)>,
    /// Orders written before the battle.
    pub first: Vec<(UnitId, Order)>,
    /// A piece of terrain named in the set-up.
    pub piece: Option<Piece>,
    /// Where bodies are placed in the set-up.
    pub places: Vec<(UnitId, Pose)>,
    /// Where generals ride, by their numbers.
    pub rides: Vec<(usize, Ride)>,
    /// Where flank marches enter, in paces from the own base edge.
    pub entries: Vec<(UnitId, u16)>,
    /// New orders: by which general, to whom, what.
    pub orders: Vec<(usize, UnitId, Order)>,
}

/// What a side is asked in the present step.
pub fn of(board: Board<'_>, side: Side) -> Sheet {
    let mut sheet = Sheet::default();
    let mine = || board.bodies().filter(move |&id| board.side(id) == side);
    let phase = board.phase;
    match phase.step {
        Step::Begin => {
            for id in board.field.ids().filter(|&id| board.side(id) == side) {
                sheet.lines.extend(board.state(id).kept.order.map(|order| Written::First(id, order)));
            }
        }
        Step::First => {
            for (id, ..) in
                nerve::resolve::testers(board).into_iter().filter(|(id, ..)| board.side(*id) == side)
            {
                signs(board, id, &mut sheet);
            }
        }
        Step::Declare => {
            for id in mine().filter(|&id| !board.state(id).seen.impetuous) {
                let targets = charge::resolve::targets(board, id);
                if !targets.is_empty() {
                    sheet.items.push(Item::Charge(id, targets));
                    signs(board, id, &mut sheet);
                }
            }
        }
        Step::Charged => {
            for id in mine().filter(|&id| must_test_charged(board, id)) {
                signs(board, id, &mut sheet);
            }
        }
        Step::Other => {
            for (id, occasion, must) in nerve::resolve::testers(board) {
                if board.side(id) == side {
                    // Whoever tests anyway is held back by it only if its owner wishes that.
                    if !must || nerve::resolve::may_be_held(board, id) {
                        sheet.items.push(Item::Try(id, occasion));
                    }
                    signs(board, id, &mut sheet);
                }
            }
        }
        Step::Respond => {
            for id in mine().filter(|&id| !board.state(id).seen.routing) {
                respond(board, id, &mut sheet);
            }
        }
        Step::Move => {
            let generals = &phase.command[side].generals;
            for (i, _) in generals.iter().enumerate().filter(|(_, g)| riding::may_ride(board, g)) {
                sheet.lines.push(Written::Ride(i));
            }
            for id in board.field.ids().filter(|&id| board.side(id) == side) {
                sheet.lines.extend(off_table::usual_entry(board, id).map(|paces| Written::Enter(id, paces)));
            }
            for id in mine().filter(|&id| written::is_free(board, id)) {
                if !board.state(id).seen.impetuous {
                    sheet.lines.push(Written::Move(id, written::usual(board, id)));
                } else if board.nearest_enemy(id).is_none() {
                    sheet.items.push(Item::LetRally(id));
                }
            }
        }
        Step::Orders => {
            let command = &phase.command[side];
            for (i, general) in command.generals.iter().enumerate() {
                if board.general_at(general).is_some() {
                    sheet.lines.push(Written::Order(i));
                }
            }
            let shows = command.generals.iter().any(|g| g.cinc && board.general_at(g).is_some());
            if command.signal.is_some() && shows {
                sheet.items.push(Item::Signal);
            }
        }
        Step::Shoot => {
            for id in mine() {
                let targets = shooting::resolve::targets(board, id);
                if !targets.is_empty() {
                    sheet.items.push(Item::Aim(id, targets));
                }
            }
            sheet.items.extend(duel::challenger(board, side).map(Item::Duel));
        }
        Step::Challenged(who) => {
            let body = duel::meeting(board).filter(|_| who == side).map(|pair| pair[side as usize].body);
            sheet.items.extend(body.map(Item::Duel));
        }
        Step::Terrain(_) | Step::Deploy(_) | Step::Over(_) => {}
    }
    sheet
}

fn signs(board: Board<'_>, id: UnitId, sheet: &mut Sheet) {
    sheet.items.extend(nerve::resolve::choices(board, id).into_iter().map(|line| Item::Sign(id, line)));
}

/// Whether a body tests for being charged: not if it meets the charge head on with its own (`wrg6.charge.both`).
pub fn must_test_charged(board: Board<'_>, id: UnitId) -> bool {
    let own = board.phase.charge_of(id);
    let head_on = |charge: &Charge| charge.front && own.is_some_and(|own| own.on == charge.by);
    !board.state(id).seen.routing && board.phase.charges_on(id).any(|charge| !head_on(charge))
}

fn respond(board: Board<'_>, id: UnitId, sheet: &mut Sheet) {
    let phase = board.phase;
    let fights = phase.in_contact(id);
    if phase.charges_on(id).next().is_some() && phase.charge_of(id).is_none() && !fights {
        let answers = charge::resolve::answers(board, id);
        if answers.len() > 1 {
            sheet.items.push(Item::Respond(id, answers));
        }
    }
    if fights {
        if may_break_off(board, id) {
            sheet.items.push(Item::BreakOff(id));
        }
        let state = board.state(id);
        let optional = !board.book.house.pursuit_compulsory && pursuit::would_pursue(board, id).is_some();
        let left_alone = phase.opponents(id).all(|foe| may_break_off(board, foe));
        if (optional || left_alone) && !state.now.no_advance && !state.now.held_back && !state.seen.impetuous
        {
            sheet.items.push(Item::Chase(id));
        }
        let beaten = |foe: UnitId| board.state(foe).seen.fate.is_some() && !board.state(foe).seen.routing;
        if phase.opponents(id).any(beaten) && !board.state(id).now.no_advance {
            sheet.items.push(Item::Follow(id));
        }
    }
}

/// Whether a body in hand-to-hand may break off: mounted from foot and elephants, lights from all but lights
/// (`wrg6.charge.breakoff`).
fn may_break_off(board: Board<'_>, id: UnitId) -> bool {
    let troop = board.kit(id).troop;
    let from = |foe: UnitId| {
        let foe = board.kit(foe).troop;
        (troop.is_mounted() && (!foe.is_mounted() || foe == Troop::Elephant))
            || (troop.is_light() && !foe.is_light())
    };
    !board.state(id).seen.routing
        && board.phase.opponents(id).all(|foe| from(foe) && !board.state(foe).seen.routing)
}

impl Sheet {
    /// Whether nothing is asked.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty() && self.lines.is_empty()
    }
}

impl Item {
    /// How many options there are.
    pub fn options(&self) -> usize {
        match self {
            Item::Sign(..) => 3,
            Item::Charge(_, targets) => 1 + targets.len(),
            Item::Respond(_, answers) => answers.len(),
            Item::Aim(_, targets) => 1 + targets.len(),
            Item::Try(..)
            | Item::BreakOff(_)
            | Item::Follow(_)
            | Item::Chase(_)
            | Item::LetRally(_)
            | Item::Duel(_)
            | Item::Signal => 2,
        }
    }

    /// The option taken if nothing is picked.
    pub const fn usual(&self) -> u16 {
        match self {
            Item::Try(..) | Item::Follow(_) => 1,
            _ => 0,
        }
    }
}

/// The items of both sheets with what was picked.
pub fn picked(sheets: &BySide<(Sheet, Plan)>) -> impl Iterator<Item = (Side, &Item, u16)> {
    Side::ALL.into_iter().flat_map(|side| {
        let (sheet, plan) = &sheets[side];
        sheet.items.iter().zip(&plan.picks).map(move |(item, pick)| (side, item, *pick))
    })
}

/// The signs that owners chose for factors of their bodies.
pub fn chosen_signs(sheets: &BySide<(Sheet, Plan)>) -> Vec<Sign> {
    let sign = |(_, item, pick): (Side, &Item, u16)| match item {
        Item::Sign(id, line) if pick < 2 => Some((*id, *line, pick == 0)),
        _ => None,
    };
    picked(sheets).filter_map(sign).collect()
}
