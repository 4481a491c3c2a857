//! What a move costs in PIPs on the board.

use crate::board::geometry::in_range;
use crate::board::state::Phase;
use crate::board::{Base, Board, ground};
use crate::data::tables::tables;
use crate::movement::rules::{General, Paid};
use crate::{movement, rule};
use ruling::{Refusal, Tally};

/// What it costs to move these elements together, each factor with its rule.
pub fn cost(board: &Board<'_>, phase: &Phase, movers: &[Base]) -> Tally {
    let Some(first) = movers.first() else { return Tally::default() };
    let general = general_of(board, first);
    let paid = Paid {
        troops: movers.iter().map(|b| b.troop).collect(),
        elements: movers.len(),
        general: match general {
            None => General::Lost,
            Some(_) if movers.iter().any(|b| b.general) => General::Moves,
            Some(general) => command(board, general, movers),
        },
        secluded: general.is_some_and(|general| ground::secluded(board, general)),
        first_bound: is_first_bound(phase),
    };
    movement::rules::pips(&board.book.house, &paid)
}

/// The general whom an element hears: that of its command.
fn general_of<'b>(board: &'b Board<'_>, mover: &Base) -> Option<&'b Base> {
    let commands = &board.book.commands;
    let heard = |b: &&Base| b.side == mover.side && commands.of(b.id) == commands.of(mover.id);
    board.bases.iter().filter(heard).find(|b| b.general)
}

/// Whether this is the active side's own first bound.
pub fn is_first_bound(phase: &Phase) -> bool {
    phase.bound <= 2
}

/// The mover best placed to hear the general (`dba.pips.command`): in command if any of them is.
fn command(board: &Board<'_>, general: &Base, movers: &[Base]) -> General {
    let (seen, unseen) = (tables().pips.command_seen, tables().pips.command_unseen);
    let mut nearest = f64::INFINITY;
    for mover in movers {
        let distance = table::distance(&general.rect, &mover.rect);
        nearest = nearest.min(distance);
        if in_range(distance, unseen) {
            return General::Away { distance, in_sight: true };
        }
        let in_sight = || {
            table::shortest_between(&general.rect, &mover.rect)
                .is_none_or(|[from, to]| ground::sight(board, from, to))
        };
        if in_range(distance, seen) && in_sight() {
            return General::Away { distance, in_sight: true };
        }
    }
    General::Away { distance: nearest, in_sight: false }
}

/// Whether movers who are out of command would be in command if their general saw them (`dba.terrain.sight`).
pub fn is_out_of_sight(board: &Board<'_>, price: &Tally, movers: &[Base]) -> bool {
    let extra = price.factors().iter().any(|factor| factor.rule == rule::PIPS_COMMAND);
    let general = movers.first().and_then(|mover| general_of(board, mover));
    let reach = tables().pips.command_seen;
    let near =
        |general: &Base| movers.iter().any(|m| in_range(table::distance(&general.rect, &m.rect), reach));
    extra && general.is_some_and(near)
}

/// Why the command of these elements cannot pay a price, if it cannot.
pub fn unpaid(board: &Board<'_>, phase: &Phase, movers: &[Base], price: &Tally) -> Option<Refusal> {
    let command = board.book.commands.of(movers.first()?.id);
    let (needs, has) = (f64::from(price.total()), f64::from(phase.pips.of(command)));
    (needs > has).then(|| {
        // The last extra says best what makes it dear.
        let rule = price.factors().last().map_or(rule::PIPS_COST, |f| f.rule);
        let rule = if price.total() > 1 { rule } else { rule::PIPS_COST };
        Refusal::new(rule, "there are not enough PIPs for this move").needs(needs, has, "PIPs")
    })
}
