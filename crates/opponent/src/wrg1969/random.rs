//! Any legal thing that comes to mind: the yardstick the others must beat.

use super::scene::{Scene, filled};
use dice::Seeded;
use umpire::{Command, Form, LineAsk, OptionId, PickAsk, Rulebook};
use wrg1969::state::Step;

/// Orders that come to mind.
const ORDERS: [&str; 5] = [
    "Hold.",
    "Advance.",
    "Attack the nearest enemy.",
    "Advance until any enemy is within 12 inches. Then hold.",
    "Hold until any enemy is within 9 inches. Then attack the nearest enemy.",
];
/// How many sheets he fills in before he leaves one as it is.
const THOUGHTS: usize = 3;

/// A sheet with some of it filled in anyhow; everything else as the umpire offers it.
pub fn answer(scene: &Scene<'_>, form: &Form, whims: &mut Seeded) -> Command {
    let Form::Sheet { lines, picks } = form else { return Command::Done };
    let view = scene.view;
    for _ in 0..THOUGHTS {
        let sheet = anyhow(scene, lines, picks, whims);
        if view.book.check(&view.field, &view.phase, scene.side, &sheet).is_ok() {
            return sheet;
        }
    }
    Command::Done
}

fn anyhow(scene: &Scene<'_>, lines: &[LineAsk], picks: &[PickAsk], whims: &mut Seeded) -> Command {
    // A general dictates once a period; before the battle he writes to everyone.
    let often = if scene.view.phase.step == Step::Orders { 2 } else { 4 * lines.len().max(1) as u32 };
    let mut written = Vec::new();
    for (n, _) in lines.iter().enumerate().filter(|(_, line)| line.unit.is_some()) {
        if whims.below(often) == 0 {
            written.push((n as u16, ORDERS[whims.below(ORDERS.len() as u32) as usize].to_owned()));
        }
    }
    let mut made = Vec::new();
    for (n, pick) in picks.iter().enumerate() {
        if whims.below(3) == 0 && !pick.options.is_empty() {
            made.push((n as u16, OptionId(whims.below(pick.options.len() as u32) as u16)));
        }
    }
    filled(written, made)
}
