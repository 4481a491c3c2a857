//! What a random general writes: any words a line allows, drawn until the rules accept them.

use dice::Seeded;
use umpire::{LineAsk, Side, UnitId};
use wrg6::api::board::Board;
use wrg6::api::orders::{Area, Order, Pace, Posture};
use wrg6::api::orders::{Sheet, Written};
use wrg6::api::{aftermath, movement, orders};

/// How often words of each kind are drawn for a line before another kind is, or it is left as it is offered.
const DRAWS: usize = 16;

/// Words for every line of a sheet, which offers some already.
pub fn lines(
    board: Board<'_>,
    side: Side,
    sheet: &Sheet,
    offered: &[LineAsk],
    whims: &mut Seeded,
) -> Vec<(u16, String)> {
    let all = sheet.lines.iter().zip(offered).enumerate();
    all.filter_map(|(i, (line, offered))| Some((i as u16, drawn(board, side, line, offered, whims)?)))
        .collect()
}

/// Any legal words for a line: each kind of them is as likely, however few of the kind are legal.
fn drawn(
    board: Board<'_>,
    side: Side,
    line: &Written,
    offered: &LineAsk,
    whims: &mut Seeded,
) -> Option<String> {
    let mut kinds: Vec<u32> = (0..if matches!(line, Written::Move(..)) { MOVES } else { 1 }).collect();
    while !kinds.is_empty() {
        let kind = kinds.swap_remove(whims.below(kinds.len() as u32) as usize);
        let mut tries = (0..DRAWS).map(|_| words(board, side, line, kind, whims));
        if let Some(words) = tries.find(|words| legal(board, side, line, offered, words)) {
            return Some(words);
        }
    }
    None
}

fn legal(board: Board<'_>, side: Side, line: &Written, offered: &LineAsk, words: &str) -> bool {
    match line {
        // An enemy whom nobody sees may keep a body from rallying: it may where that is offered.
        Written::Move(..) if words == "rally" => offered.now == words,
        Written::Move(id, _) => movement::judge(board, *id, words).is_ok(),
        Written::Ride(general) => orders::read(board, side, *general, words).is_ok(),
        Written::Enter(id, _) => aftermath::read_entry(board, *id, words).is_ok(),
        // These are drawn from what is legal.
        Written::First(..) | Written::Order(_) => true,
    }
}

fn words(board: Board<'_>, side: Side, line: &Written, kind: u32, whims: &mut Seeded) -> String {
    match line {
        Written::Move(id, _) => movement(board, *id, kind, whims),
        Written::First(id, now) => {
            // Who stands on the table stays there, and who is off it comes round a flank; others may do either.
            let (on, off) = (board.field.on_table(*id), board.state(*id).kept.away.is_some());
            order(*now, |area| !(on && area.is_flank_march() || off && !area.is_flank_march()), whims)
                .to_string()
        }
        Written::Order(general) => {
            let command = &board.phase.command[side].generals[*general];
            let mine = board.bodies().filter(|&id| board.side(id) == side);
            let all: Vec<UnitId> = mine.filter(|id| command.cinc || command.command.contains(id)).collect();
            // To give no order is as likely as to give one to any of them.
            let Some(&id) = all.get(whims.below(all.len() as u32 + 1) as usize) else { return String::new() };
            let Some(now) = board.state(id).kept.order else { return String::new() };
            format!("{}: {}", board.field.card(id).label, order(now, |area| !area.is_flank_march(), whims))
        }
        Written::Ride(_) => {
            let ground = board.field.ground();
            let place = |most: f64, whims: &mut Seeded| whims.below(most as u32 + 1);
            let mine: Vec<UnitId> = board.bodies().filter(|&id| board.side(id) == side).collect();
            match (whims.below(3), mine.get(whims.below(mine.len().max(1) as u32) as usize)) {
                (0, _) | (1, None) => "stay".to_owned(),
                (1, Some(&id)) => format!("join {}", board.field.card(id).label),
                _ => format!("go {} {}", place(ground.width(), whims), place(ground.depth(), whims)),
            }
        }
        Written::Enter(_, farthest) => format!("at {}", whims.below(u32::from(*farthest) + 1)),
    }
}

fn one_of<T: Copy>(all: &[T], whims: &mut Seeded) -> T {
    all[whims.below(all.len() as u32) as usize]
}

fn order(now: Order, allowed: impl Fn(Area) -> bool, whims: &mut Seeded) -> Order {
    let areas: Vec<Area> = Area::ALL.iter().copied().filter(|area| allowed(*area)).collect();
    let (pace, posture) = (one_of(Pace::ALL, whims), one_of(Posture::ALL, whims));
    Order { area: one_of(&areas, whims), pace, posture, ..now }
}

/// How many kinds of moves there are.
const MOVES: u32 = 5;

/// Any move of a kind: to halt, to rally and the like, or one leg, two or three.
fn movement(board: Board<'_>, id: UnitId, kind: u32, whims: &mut Seeded) -> String {
    match kind {
        0 => "halt".to_owned(),
        1 => one_of(&["rally", "mount", "dismount", "disembark"], whims).to_owned(),
        more => (1..more).map(|_| leg(board, id, whims)).collect::<Vec<_>>().join(", "),
    }
}

fn leg(board: Board<'_>, id: UnitId, whims: &mut Seeded) -> String {
    let paces = 1 + whims.below(board.kit(id).normal().max(1.0) as u32);
    let hand = one_of(&["left", "right"], whims);
    match whims.below(6) {
        0 => format!("back {paces}"),
        1 => format!("shift {hand} {paces}"),
        2 => format!("wheel {hand} {}", 1 + whims.below(90)),
        3 => format!("turn {}", one_of(&["left", "right", "about"], whims)),
        4 => format!("files {}", 1 + whims.below(board.strength(id).into())),
        _ => format!("ahead {paces}"),
    }
}
