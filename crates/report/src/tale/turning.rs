//! Where a battle turned: the turns in which the lead changed most, and the ruling that changed it.

use super::chapters::moved;
use super::chronicle::{Chronicle, Turn};
use super::fates::{about, called, last_words};
use super::lead::Lead;
use super::odds::{Chance, Thrown, chance, thrown};
use proto::{Scene, WireEntry};
use umpire::voice::{self, counted, sentence};
use umpire::{BySide, Side};

/// A turning point.
#[derive(Clone, Debug)]
pub struct Turning {
    /// The step, as the replay counts.
    pub seq: u32,
    /// Its turn.
    pub turn: u16,
    /// What it was, in a few words.
    pub title: String,
    /// The ruling.
    pub words: String,
    /// The dice that decided it.
    pub thrown: Vec<Thrown>,
    /// How likely they were.
    pub chance: Option<Chance>,
    /// Who gained by it.
    pub side: Side,
    /// What the turn changed, in words.
    pub changed: String,
    /// The chance of whoever gained before the turn and after it, if it was reckoned.
    pub lead: Option<[f64; 2]>,
}

/// At most so many, and none by less than this.
const MOST: usize = 5;
const LEAST: f64 = 0.10;

/// How much a turn changed, and for whom it was good.
struct Swing {
    turn: usize,
    side: Side,
    by: f64,
    lead: Option<[f64; 2]>,
}

/// The turning points in their order.
pub fn turnings(chronicle: &Chronicle, leads: &[Lead]) -> Vec<Turning> {
    let mut swings = if leads.is_empty() { by_losses(chronicle) } else { by_lead(chronicle, leads) };
    // The greatest first, the earlier of equals first.
    swings.sort_by(|a, b| b.by.total_cmp(&a.by).then(a.turn.cmp(&b.turn)));
    swings.truncate(MOST);
    swings.sort_by_key(|swing| swing.turn);
    swings.iter().filter_map(|swing| turning(chronicle, swing)).collect()
}

fn by_lead(chronicle: &Chronicle, leads: &[Lead]) -> Vec<Swing> {
    let of = |pair: &[Lead]| {
        let [before, after] = pair else { return None };
        let turn = chronicle.turns.iter().position(|turn| turn.number == after.turn)?;
        let by = after.red - before.red;
        // A change that may be nothing but the error of the reckoning is none.
        let sure = by.abs() >= LEAST && by.abs() > before.error.hypot(after.error);
        let side = if by > 0.0 { Side::Red } else { Side::Blue };
        let lead = [before.red, after.red].map(|red| if side == Side::Red { red } else { 1.0 - red });
        sure.then_some(Swing { turn, side, by: by.abs(), lead: Some(lead) })
    };
    leads.windows(2).filter_map(of).filter(|swing| chronicle.turns[swing.turn].number > 0).collect()
}

fn by_losses(chronicle: &Chronicle) -> Vec<Swing> {
    let of = |(i, pair): (usize, &[Turn])| {
        let [lost_red, lost_blue] =
            Side::ALL.map(|side| pair[1].end.losses.of(side) - pair[0].end.losses.of(side));
        let by = f64::from(lost_blue - lost_red);
        let side = if by > 0.0 { Side::Red } else { Side::Blue };
        (by != 0.0).then_some(Swing { turn: i + 1, side, by: by.abs(), lead: None })
    };
    chronicle.turns.windows(2).enumerate().filter_map(of).collect()
}

fn turning(chronicle: &Chronicle, swing: &Swing) -> Option<Turning> {
    let turn = &chronicle.turns[swing.turn];
    let loser = swing.side.other();
    let scene = &turn.end;
    // The last of the loser's to go decides it; without one, the weightiest ruling about his units.
    let gone = turn.steps.iter().rev().find_map(|step| {
        let unit =
            step.left.iter().filter_map(|(id, _)| scene.unit(*id)).find(|u| u.side == loser.as_str())?;
        Some((step, last_words(step, scene, unit), Some(unit)))
    });
    let heavy = || {
        let rulings = turn.steps.iter().flat_map(|step| step.entries.iter().map(move |entry| (step, entry)));
        let weighed = rulings.filter(|(_, entry)| weight(entry) > 0);
        weighed.max_by_key(|(_, entry)| weight(entry)).map(|(step, entry)| (step, Some(entry), None))
    };
    let (step, ruling, unit) = gone.or_else(heavy).or_else(|| Some((turn.steps.last()?, None, None)))?;
    let words = match ruling {
        Some(WireEntry::Ruling { text, .. }) => sentence(text),
        _ => moved(turn, &chronicle.turns[swing.turn.checked_sub(1)?].end),
    };
    let title = match unit {
        Some(unit) => {
            let name = called(unit);
            let what = match unit.place {
                "fled" => "fled".to_owned(),
                "off" => "left the field".to_owned(),
                _ => format!("{} lost", name.was()),
            };
            format!("{name} ({}) {what}", unit.label)
        }
        None => format!("{} gained the upper hand", voice::Name::new(scene.names.of(swing.side).clone())),
    };
    let thrown = ruling.map(thrown).unwrap_or_default();
    Some(Turning {
        seq: step.seq,
        turn: turn.number,
        title,
        words,
        chance: chance(&thrown),
        thrown,
        side: swing.side,
        changed: changed(chronicle, swing.turn, scene),
        lead: swing.lead,
    })
}

/// How much a ruling matters: dice and factors of more than one unit.
pub fn weight(entry: &WireEntry) -> usize {
    let WireEntry::Ruling { tallies, rolls, throws, .. } = entry else { return 0 };
    let dice = rolls.len() + throws.iter().map(|cast| cast.faces.len()).sum::<usize>();
    let units = about(entry).len();
    if dice == 0 || (tallies.is_empty() && units == 0) { 0 } else { 10 * units + dice.min(9) }
}

/// What a turn cost each side.
fn changed(chronicle: &Chronicle, turn: usize, scene: &Scene) -> String {
    let before = turn.checked_sub(1).map(|i| &chronicle.turns[i].end.losses);
    let lost = BySide::each(|side| scene.losses.of(side) - before.map_or(0, |losses| *losses.of(side)));
    if lost.0.iter().all(|n| *n <= 0) {
        return format!("Neither side lost anything in the {}.", scene.turn_word);
    }
    let one = scene.losses_in.strip_suffix('s').unwrap_or(scene.losses_in);
    let cost = |side: Side| {
        let n = u64::try_from(lost[side].max(0)).unwrap_or(0);
        format!("{} {}", scene.names.of(side), counted(n, one, scene.losses_in))
    };
    format!("Lost in the {}: {}, {}.", scene.turn_word, cost(Side::Red), cost(Side::Blue))
}
