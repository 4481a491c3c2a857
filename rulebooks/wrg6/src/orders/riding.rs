//! Generals on their own horses: joining, leaving and riding alone, and being taken (`wrg6.generals.move`).

use crate::board::Board;
use crate::board::state::{General, Leader, Mourned, Phase};
use crate::data::lengths::{HAIR, LEFT_OVER};
use crate::data::tables::tables;
use crate::{Wrg6, rule};
use ruling::Refusal;
use table::{Point, Solid, Vec2};
use umpire::voice;
use umpire::{Cx, Ruling, Side, UnitId};

/// What a general does in step 7.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ride {
    /// He stays where he is.
    Stay,
    /// He joins a body.
    Join(UnitId),
    /// He rides alone to a place.
    Go(Point),
}

/// Whether a general may ride: whoever is with a broken body flees with it (`wrg6.generals.risk`).
pub fn may_ride(board: Board<'_>, general: &General) -> bool {
    board.general_at(general).is_some() && !general.with.is_some_and(|id| board.state(id).seen.routing)
}

/// Reads a ride: `stay`, `join R3`, `go 900 300`.
///
/// # Errors
/// Why he cannot.
pub fn read(board: Board<'_>, side: Side, general: usize, text: &str) -> Result<Ride, Box<Refusal>> {
    let refuse = |what: String| Box::new(Refusal::new(rule::GENERALS_MOVE, what));
    let general = &board.phase.command[side].generals[general];
    let Some(from) = board.general_at(general) else { return Ok(Ride::Stay) };
    let far = tables().command.general_move;
    let parts: Vec<&str> = text.split_whitespace().collect();
    let (ride, to) = match parts[..] {
        [] | ["stay"] => return Ok(Ride::Stay),
        ["join", label] => {
            let mine = |id: &UnitId| board.side(*id) == side && board.field.card(*id).label == label;
            let id = board
                .bodies()
                .find(mine)
                .ok_or_else(|| refuse(format!("you have no `{label}` on the table")))?;
            if board.state(id).seen.routing {
                return Err(refuse("nobody joins those who run".to_owned()));
            }
            (Ride::Join(id), board.rect(id).nearest(from))
        }
        ["go", x, y] => match (x.parse::<f64>(), y.parse::<f64>()) {
            (Ok(x), Ok(y)) if on_table(board, Vec2::new(x, y)) => {
                let to = Vec2::new(x, y);
                (Ride::Go(Point::round(to)), to)
            }
            _ => return Err(refuse("that is no place on the table".to_owned())),
        },
        _ => {
            return Err(Box::new(
                refuse("write where he rides".to_owned()).instead("stay, join R3, go 900 300"),
            ));
        }
    };
    let gap = from.distance(to);
    if gap > far + LEFT_OVER {
        return Err(Box::new(refuse("he cannot ride so far".to_owned()).needs(gap, far, "paces")));
    }
    Ok(ride)
}

fn on_table(board: Board<'_>, p: Vec2) -> bool {
    let ground = board.field.ground();
    p.x >= 0.0 && p.y >= 0.0 && p.x <= ground.width() && p.y <= ground.depth()
}

/// Carries a ride out.
pub fn ride(phase: &mut Phase, side: Side, general: usize, ride: Ride, cx: &mut Cx<'_>) {
    let who = &mut phase.command[side].generals[general];
    match ride {
        Ride::Stay => return,
        Ride::Join(id) => who.with = Some(id),
        Ride::Go(at) => (who.with, who.at) = (None, at),
    }
    let name = who.name.clone();
    cx.rule(|field| {
        let text = match ride {
            Ride::Join(id) => format!("{name} rode to {}.", voice::name(field, id)),
            _ => format!("{name} rode alone."),
        };
        Ruling::new(rule::GENERALS_MOVE, text).kept_for(side)
    });
}

/// Lone generals whom an enemy reaches are taken, unless friends are at hand.
pub fn take_lone(book: &Wrg6, phase: &mut Phase, cx: &mut Cx<'_>) {
    let safe = tables().command.general_safe;
    let mut taken = Vec::new();
    {
        let board = Board::of(book, cx.field(), phase);
        for side in Side::ALL {
            for (i, general) in board.phase.command[side].generals.iter().enumerate() {
                if general.lost || general.with.is_some() {
                    continue;
                }
                let at = general.at.vec();
                let near = |id: UnitId| board.rect(id).nearest(at).distance(at);
                let reached = board.enemies(side).any(|e| !board.state(e).seen.routing && near(e) <= HAIR);
                let friends = board.bodies().any(|f| board.side(f) == side && near(f) <= safe);
                if reached && !friends {
                    taken.push((side, i));
                }
            }
        }
    }
    for (side, i) in taken {
        let period = phase.period;
        let command = &mut phase.command[side];
        command.generals[i].lost = true;
        let (at, name) = (command.generals[i].at, command.generals[i].name.clone());
        command.mourned.push(Mourned { at, period, what: Leader::General });
        cx.rule(|_| Ruling::new(rule::GENERALS_MOVE, format!("{name} was taken.")));
    }
}
