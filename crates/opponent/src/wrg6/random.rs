//! Anything that is offered, and anything that comes to mind on the lines.

use super::answers::Answers;
use dice::Seeded;
use wrg6::board::Board;
use wrg6::normal;
use wrg6::order::{Area, Order, Pace, Posture};
use wrg6::sheet::{Sheet, Written};

/// Fills a sheet in at random.
pub fn fill(board: Board<'_>, sheet: &Sheet, whims: &mut Seeded) -> Answers {
    let picks = sheet.items.iter().map(|item| whims.below(item.options() as u32) as u16).collect();
    let mut answers = Answers { picks, lines: Vec::new() };
    for (i, line) in sheet.lines.iter().enumerate() {
        match line {
            Written::Move(id, _) => {
                let words = any_move(whims);
                if normal::judge(board, *id, &words).is_ok() {
                    answers.write(i, words);
                }
            }
            Written::First(_, now) => answers.write(i, any_order(*now, whims).to_string()),
            Written::Order(_) | Written::Ride(_) | Written::Enter(..) => {}
        }
    }
    answers
}

/// Any order: those on the table any sector, those off it any flank.
fn any_order(now: Order, whims: &mut Seeded) -> Order {
    let areas: Vec<Area> =
        Area::ALL.iter().copied().filter(|area| area.is_flank_march() == now.area.is_flank_march()).collect();
    let area = areas[whims.below(areas.len() as u32) as usize];
    let pace = Pace::ALL[whims.below(Pace::ALL.len() as u32) as usize];
    let posture = Posture::ALL[whims.below(Posture::ALL.len() as u32) as usize];
    Order { area, pace, posture, ..now }
}

/// Any move, whether it is allowed or not.
fn any_move(whims: &mut Seeded) -> String {
    let side = if whims.below(2) == 0 { "left" } else { "right" };
    let (degrees, far) = (5 + whims.below(40), 10 * (1 + whims.below(10)));
    match whims.below(4) {
        0 => "halt".to_owned(),
        1 => format!("wheel {side} {degrees}"),
        2 => format!("wheel {side} {degrees}, ahead {far}"),
        _ => format!("ahead {far}"),
    }
}
