//! The chapters: stretches of a battle cut where it turned, each with its words and its map.

use super::chronicle::{Chronicle, Step, Turn};
use super::fates::{about, last_words};
use super::lead::Lead;
use super::turning::{Turning, weight};
use crate::map::{Block, Extent, Loss, Way, view_of};
use proto::{Scene, WireEntry, WireUnit};
use table::Vec2;
use umpire::voice::{Name, counted, list, sentence};
use umpire::{BySide, Side};

/// A stretch of a battle.
#[derive(Clone, Debug)]
pub struct Chapter {
    /// Its first turn and its last.
    pub turns: [u16; 2],
    /// The last step of it, as the replay counts.
    pub seq: u32,
    /// What it was about, in a few words.
    pub title: String,
    /// What happened.
    pub paragraphs: Vec<String>,
    /// The table at its end.
    pub scene: Scene,
    /// Where everyone came from.
    pub ways: Vec<Way>,
    /// Who was lost.
    pub losses: Vec<Loss>,
    /// The part of the table it is about.
    pub view: Extent,
}

const MOST: usize = 5;
const FEWEST: usize = 3;

/// The table as the armies were drawn up: the last moment before the first turn, or the first there is.
pub fn drawn_up(chronicle: &Chronicle) -> &Scene {
    let before =
        chronicle.turns.iter().rev().find(|turn| turn.number == 0 && turn.end.on_table().next().is_some());
    &before.unwrap_or(&chronicle.turns[0]).end
}

/// The chapters of a battle.
pub fn chapters(chronicle: &Chronicle, turnings: &[Turning], leads: &[Lead]) -> Vec<Chapter> {
    let first = chronicle.turns.iter().position(|turn| turn.number > 0).unwrap_or(0);
    let turns = &chronicle.turns[first..];
    let mut start = 0;
    let mut before = drawn_up(chronicle);
    let mut chapters = Vec::new();
    for end in cuts(turns, turnings) {
        let part = &turns[start..=end];
        chapters.push(chapter(part, before, chapters.len(), leads));
        (start, before) = (end + 1, &turns[end].end);
    }
    chapters
}

/// After which turns a chapter ends, by their places: before the first loss, where it turned, and at the end.
fn cuts(turns: &[Turn], turnings: &[Turning]) -> Vec<usize> {
    let last = turns.len().saturating_sub(1);
    let of_note = |turn: &Turn| {
        turn.steps.iter().any(|step| !step.left.is_empty() || step.entries.iter().any(|e| weight(e) >= 20))
    };
    let mut cuts: Vec<usize> =
        turns.iter().position(of_note).and_then(|at| at.checked_sub(1)).into_iter().collect();
    cuts.extend(
        turns.iter().enumerate().filter(|(_, t)| turnings.iter().any(|p| p.turn == t.number)).map(|(i, _)| i),
    );
    cuts.push(last);
    cuts.sort_unstable();
    cuts.dedup();
    // A turning point a turn after another belongs to the same story.
    const SHORT: usize = 2;
    if turns.len() > 2 * FEWEST {
        let near = |cuts: &[usize]| (1..cuts.len()).find(|i| cuts[*i] - cuts[i - 1] < SHORT);
        while let Some(at) = near(&cuts) {
            cuts.remove(at - 1);
        }
    }
    while cuts.len() > MOST {
        let length = |i: usize| cuts[i] - if i == 0 { 0 } else { cuts[i - 1] + 1 };
        let shortest = (0..cuts.len() - 1).min_by_key(|i| (length(*i), *i)).unwrap_or(0);
        cuts.remove(shortest);
    }
    while cuts.len() < FEWEST.min(turns.len()) {
        let from = |i: usize| if i == 0 { 0 } else { cuts[i - 1] + 1 };
        let longest = (0..cuts.len()).max_by_key(|i| (cuts[*i] - from(*i), usize::MAX - i)).unwrap_or(0);
        let middle = usize::midpoint(from(longest), cuts[longest]);
        if middle == cuts[longest] {
            break;
        }
        cuts.insert(longest, middle);
    }
    cuts
}

fn chapter(turns: &[Turn], before: &Scene, number: usize, leads: &[Lead]) -> Chapter {
    let (first, last) = (&turns[0], &turns[turns.len() - 1]);
    let scene = last.end.clone();
    let ways = ways(turns, before);
    let losses = losses(turns, &scene);
    let view = view_of(&scene, &points(&scene, &ways, &losses));
    Chapter {
        turns: [first.number, last.number],
        seq: last.steps.last().map_or(0, |step| step.seq),
        title: title(turns, number),
        paragraphs: paragraphs(turns, before, &ways, leads),
        scene,
        ways,
        losses,
        view,
    }
}

/// Whoever stands on the table and can go somewhere: a camp cannot.
pub fn standing(scene: &Scene) -> impl Iterator<Item = &WireUnit> {
    scene.on_table().filter(|unit| unit.glyph != "camp")
}

/// What a map must show: everyone who moved, fought or was lost.
fn points(scene: &Scene, ways: &[Way], losses: &[Loss]) -> Vec<Vec2> {
    let depth = scene.table.depth;
    let mut points: Vec<Vec2> = standing(scene).flat_map(|u| Block::of(u, depth).corners()).collect();
    points.extend(losses.iter().flat_map(|loss| loss.at.corners()));
    points.extend(ways.iter().flat_map(|way| way.from.corners()));
    points
}

/// The way each unit on the table went, turn by turn.
fn ways(turns: &[Turn], before: &Scene) -> Vec<Way> {
    let depth = before.table.depth;
    let mut ways = Vec::new();
    for unit in before.on_table() {
        let from = Block::of(unit, depth);
        let (mut at, mut number, mut through) = (from.at, 0, Vec::new());
        for turn in turns {
            let Some(now) = turn.end.unit(unit.id).filter(|u| u.place == "table") else { continue };
            let to = Block::of(now, depth).at;
            // A base that only turned or lined up has not gone anywhere.
            if at.distance(to) > unit.depth.min(unit.width) / 2.0 {
                if number == 0 {
                    number = turn.number;
                }
                through.push(to);
                at = to;
            }
        }
        let stays = turns.last().is_some_and(|t| t.end.unit(unit.id).is_some_and(|u| u.place == "table"));
        if number > 0 && stays {
            ways.push(Way { side: unit.side, from, through, number });
        }
    }
    ways
}

fn losses(turns: &[Turn], scene: &Scene) -> Vec<Loss> {
    let steps = turns.iter().flat_map(|turn| &turn.steps);
    let of = |step: &Step| -> Vec<Loss> {
        let loss = |(id, at): &(u16, Block)| {
            let unit = scene.unit(*id).filter(|u| u.place != "table")?;
            let words = format!("{} {}, {} {}", unit.label, fate(unit), scene.turn_word, step.turn);
            Some(Loss { side: unit.side, at: *at, words })
        };
        step.left.iter().filter_map(loss).collect()
    };
    steps.flat_map(of).collect()
}

fn fate(unit: &WireUnit) -> &'static str {
    match unit.place {
        "fled" => "fled",
        "off" => "left",
        _ => "lost",
    }
}

/// Who left the table, by side.
fn gone(turns: &[Turn]) -> BySide<Vec<&WireUnit>> {
    let scene = &turns[turns.len() - 1].end;
    let left = turns.iter().flat_map(|turn| &turn.steps).flat_map(|step| &step.left);
    let units: Vec<&WireUnit> =
        left.filter_map(|(id, _)| scene.unit(*id)).filter(|u| u.place != "table").collect();
    BySide::each(|side| units.iter().copied().filter(|u| u.side == side.as_str()).collect())
}

/// A few words on what a stretch was about.
fn title(turns: &[Turn], number: usize) -> String {
    const NAMED: usize = 2;
    let scene = &turns[turns.len() - 1].end;
    if let Some((winner, _)) = scene.over {
        return match winner {
            Some(side) => format!("{} held the field", scene.names.of(side)),
            None => "Neither side gave way".to_owned(),
        };
    }
    let gone = gone(turns);
    if let Some(general) = Side::ALL.iter().flat_map(|side| &gone[*side]).find(|unit| unit.general) {
        return format!("{} lost its general", scene.names.of(side_of(general)));
    }
    let one_sided =
        Side::ALL.into_iter().find(|side| !gone[*side].is_empty() && gone[side.other()].is_empty());
    let fights = turns.iter().flat_map(|t| &t.steps).flat_map(|s| &s.entries).any(|e| weight(e) >= 20);
    match one_sided {
        Some(side) if gone[side].len() <= NAMED => {
            let mut names: Vec<String> = gone[side].iter().map(|unit| unit.name.clone()).collect();
            names.dedup();
            format!("{} lost {}", scene.names.of(side), list(names))
        }
        Some(side) => format!("{} gave way", scene.names.of(side)),
        None if !gone[Side::Red].is_empty() => "Losses on both sides".to_owned(),
        None if fights && number <= 1 => "The lines met".to_owned(),
        None if fights => "The fight hung in the balance".to_owned(),
        None if number == 0 => "The approach".to_owned(),
        None => "Manoeuvre".to_owned(),
    }
}

fn side_of(unit: &WireUnit) -> Side {
    if unit.side == "red" { Side::Red } else { Side::Blue }
}

fn paragraphs(turns: &[Turn], before: &Scene, ways: &[Way], leads: &[Lead]) -> Vec<String> {
    let mut all = vec![marches(turns, before, ways)];
    all.extend(deeds(turns));
    all.extend(tally(turns, before, leads));
    all.retain(|paragraph| !paragraph.is_empty());
    all
}

/// Who moved, and how far the farthest went.
fn marches(turns: &[Turn], before: &Scene, ways: &[Way]) -> String {
    let scene = &turns[turns.len() - 1].end;
    let of = |side: Side| {
        let name = Name::new(scene.names.of(side).clone());
        let own: Vec<&Way> = ways.iter().filter(|way| way.side == side.as_str()).collect();
        let there = standing(before).filter(|u| u.side == side.as_str()).count();
        if own.is_empty() {
            return format!("{name} stood where {} {}.", name.it(), name.was());
        }
        let far = own.iter().map(|way| length(way)).fold(0.0, f64::max) / scene.table.unit_mm;
        let who = if own.len() == there {
            "the whole line".to_owned()
        } else {
            format!("{} of {} {there} units", own.len(), name.its())
        };
        let far = if far >= 20.0 { far.round() } else { (far * 10.0).round() / 10.0 };
        format!("{name} moved {who}, the farthest {far} {}.", scene.table.unit)
    };
    format!("{} {}", of(Side::Red), of(Side::Blue))
}

fn length(way: &Way) -> f64 {
    let mut at = way.from.at;
    way.through.iter().map(|p| std::mem::replace(&mut at, *p).distance(*p)).sum()
}

/// How many rulings of a stretch are told.
const TOLD: usize = 8;

/// The rulings of a stretch that mattered, a paragraph a turn.
fn deeds(turns: &[Turn]) -> Vec<String> {
    let mut told: Vec<(usize, usize, &str)> = Vec::new();
    for (i, turn) in turns.iter().enumerate() {
        for step in &turn.steps {
            let ends: Vec<&WireEntry> = step
                .left
                .iter()
                .filter_map(|(id, _)| last_words(step, &turn.end, turn.end.unit(*id)?))
                .collect();
            for entry in &step.entries {
                let WireEntry::Ruling { text, .. } = entry else { continue };
                let ended = ends.iter().any(|end| std::ptr::eq(*end, entry));
                let heavy = if ended { 1000 } else { weight(entry) };
                if ended || (heavy > 0 && !about(entry).is_empty()) {
                    told.push((heavy, i, text));
                }
            }
        }
    }
    let mut kept: Vec<usize> = (0..told.len()).collect();
    kept.sort_by_key(|i| (usize::MAX - told[*i].0, *i));
    kept.truncate(TOLD);
    kept.sort_unstable();
    let of_turn = |(i, turn): (usize, &Turn)| {
        let mut sentences: Vec<String> = kept
            .iter()
            .map(|k| told[*k])
            .filter(|(_, at, _)| *at == i)
            .map(|(_, _, words)| sentence(words))
            .collect();
        sentences.dedup();
        let when = format!("{} {}", super::words::capital(turn.end.turn_word), turn.number);
        (!sentences.is_empty()).then(|| format!("{when}. {}", sentences.join(" ")))
    };
    turns.iter().enumerate().filter_map(of_turn).collect()
}

/// Who moved in a turn, and how far.
pub fn moved(turn: &Turn, before: &Scene) -> String {
    let turns = std::slice::from_ref(turn);
    marches(turns, before, &ways(turns, before))
}

/// What the stretch cost, and who looked likelier to win after it.
fn tally(turns: &[Turn], before: &Scene, leads: &[Lead]) -> Option<String> {
    let last = &turns[turns.len() - 1];
    let scene = &last.end;
    let lost = BySide::each(|side| scene.losses.of(side) - before.losses.of(side));
    let mut words = String::new();
    if lost.0.iter().any(|n| *n > 0) {
        let one = scene.losses_in.strip_suffix('s').unwrap_or(scene.losses_in);
        let cost = |side: Side| {
            let n = u64::try_from(lost[side].max(0)).unwrap_or(0);
            format!("{} {}", scene.names.of(side), counted(n, one, scene.losses_in))
        };
        words = format!("It cost {} and {}.", cost(Side::Red), cost(Side::Blue));
    }
    if let Some(lead) = leads.iter().find(|lead| lead.turn == last.number).filter(|_| scene.over.is_none()) {
        let side = if lead.red >= 0.5 { Side::Red } else { Side::Blue };
        let share = if side == Side::Red { lead.red } else { 1.0 - lead.red };
        let name = scene.names.of(side);
        words += &format!(" Of a hundred such battles {name} would now win {}.", (share * 100.0).round());
    }
    let words = words.trim().to_owned();
    (!words.is_empty()).then_some(words)
}
