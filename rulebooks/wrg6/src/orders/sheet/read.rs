//! Reading sheets that players filled in.

use super::{Item, Plan, Sheet, Written};
use crate::aftermath::off_table;
use crate::board::Board;
use crate::movement::written;
use crate::movement::written::Doing;
use crate::orders::order::Order;
use crate::orders::{objective, riding};
use crate::rule;
use ruling::Refusal;
use umpire::{Command, OptionId, Side, UnitId};

impl Sheet {
    /// What holds if nothing is written: every pick as usual.
    pub fn usual(&self, board: Board<'_>) -> Plan {
        self.filled_in(board, |_| false)
    }

    /// The plan of what is offered, but for the moves of lines that the player wrote himself.
    fn filled_in(&self, board: Board<'_>, written: impl Fn(usize) -> bool) -> Plan {
        let doing = |(i, line): (usize, &Written)| match line {
            Written::Move(id, _) if written(i) => Some((*id, Doing::Halt)),
            Written::Move(id, words) => Some((*id, written::judge(board, *id, words).unwrap_or(Doing::Halt))),
            Written::First(..) | Written::Order(..) | Written::Ride(..) | Written::Enter(..) => None,
        };
        Plan {
            picks: self.items.iter().map(|item| item.usual()).collect(),
            doings: self.lines.iter().enumerate().filter_map(doing).collect(),
            ..Plan::default()
        }
    }

    /// Reads a sheet filled in.
    ///
    /// # Errors
    /// Every reason why it is not allowed.
    pub fn read(&self, board: Board<'_>, side: Side, command: &Command) -> Result<Plan, Vec<Refusal>> {
        let (lines, picks) = match command {
            Command::Done => return Ok(self.usual(board)),
            Command::Sheet { lines, picks } => (lines, picks),
            _ => return Err(vec![Refusal::new(rule::TURN_SEALED, "fill in the sheet, or take it as it is")]),
        };
        let mut plan = self.filled_in(board, |i| lines.iter().any(|(number, _)| usize::from(*number) == i));
        let mut refusals = Vec::new();
        for (number, OptionId(option)) in picks {
            let options = self.items.get(usize::from(*number)).map(Item::options);
            match options {
                Some(n) if usize::from(*option) < n => plan.picks[usize::from(*number)] = *option,
                _ => refusals.push(Refusal::new(
                    rule::TURN_SEALED,
                    format!("there is no option {option} of pick {number}"),
                )),
            }
        }
        for (number, text) in lines {
            match self.lines.get(usize::from(*number)) {
                Some(Written::Move(id, _)) => match written::judge(board, *id, text) {
                    Ok(doing) => {
                        if let Some(slot) = plan.doings.iter_mut().find(|(who, _)| who == id) {
                            slot.1 = doing;
                        }
                    }
                    Err(mut why) => refusals.append(&mut why),
                },
                Some(Written::First(id, _)) => match first_order(board, *id, text) {
                    Ok(order) => plan.first.push((*id, order)),
                    Err(why) => refusals.push(*why),
                },
                Some(Written::Ride(general)) => match riding::read(board, side, *general, text) {
                    Ok(ride) => plan.rides.push((*general, ride)),
                    Err(why) => refusals.push(*why),
                },
                Some(Written::Enter(id, _)) => match off_table::read_entry(board, *id, text) {
                    Ok(paces) => plan.entries.push((*id, paces)),
                    Err(why) => refusals.push(*why),
                },
                Some(Written::Order(general)) => match new_order(board, side, *general, text) {
                    Ok(order) => plan.orders.extend(order.map(|(id, order)| (*general, id, order))),
                    Err(why) => refusals.push(*why),
                },
                None => refusals.push(Refusal::new(rule::TURN_SEALED, format!("there is no line {number}"))),
            }
        }
        if refusals.is_empty() { Ok(plan) } else { Err(refusals) }
    }
}

/// An order before the battle: nobody who is on the table marches round a flank, and nobody else whom a scenario puts
/// off it does anything else (`wrg6.setup.deploy`).
fn first_order(board: Board<'_>, id: UnitId, text: &str) -> Result<Order, Box<Refusal>> {
    let order = objective::read(board, board.side(id), text)
        .map_err(|what| Box::new(Refusal::new(rule::ORDERS_GRAMMAR, what).about(id.0)))?;
    let (on, off) = (board.field.on_table(id), board.state(id).kept.away.is_some());
    if (on || off) && order.area.is_flank_march() == on {
        let what = "those on the table are ordered R, C or L, those off it RF or LF";
        return Err(Box::new(Refusal::new(rule::SETUP_DEPLOY, what).about(id.0)));
    }
    Ok(order)
}

/// A new order as a general writes it: the label of a body in his line of command, a colon, the order.
fn new_order(
    board: Board<'_>,
    side: Side,
    general: usize,
    text: &str,
) -> Result<Option<(UnitId, Order)>, Box<Refusal>> {
    let text = text.trim();
    if text.is_empty() {
        return Ok(None);
    }
    let refuse = |what: String| Box::new(Refusal::new(rule::ORDERS_CHANGE, what));
    let (label, code) = text.split_once(':').ok_or_else(|| refuse("write it as `R3: C Q A`".to_owned()))?;
    let found = board.field.ids().find(|&id| {
        board.side(id) == side && board.field.card(id).label == label.trim() && board.field.on_table(id)
    });
    let id = found.ok_or_else(|| refuse(format!("you have no `{}` on the table", label.trim())))?;
    let commander = &board.phase.command[side].generals[general];
    if !commander.cinc && !commander.command.contains(&id) {
        return Err(refuse(format!("{} does not command `{}`", commander.name, label.trim())));
    }
    let order = objective::read(board, side, code).map_err(refuse)?;
    if order.area.is_flank_march() {
        return Err(refuse("flank marches begin off the table".to_owned()));
    }
    Ok(Some((id, order)))
}
