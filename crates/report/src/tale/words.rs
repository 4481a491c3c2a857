//! The sentences of a report that no ruling says.

use super::chronicle::Chronicle;
use super::fates::Army;
use super::lead::Lead;
use super::{Record, chapters};
use proto::{Scene, WireEntry, WireMotion};
use umpire::voice::{Name, count, counted, list, sentence};
use umpire::{BySide, Side};

/// A word with a capital first.
pub fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|c| c.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// What came of a battle.
pub fn lede(chronicle: &Chronicle, end: &Scene, leads: &[Lead]) -> String {
    let fought = chronicle.turns.iter().filter(|turn| turn.number > 0 && !turn.steps.is_empty()).count();
    let turns = count(fought as u64, end.turn_word);
    let lost = losses(end);
    match end.over {
        Some((Some(winner), reason)) => {
            let name = Name::new(end.names.of(winner).clone());
            let has = name.form("has", "have");
            let turned = fortunes(end, leads, winner);
            format!("{name} {has} the field after {turns}: {}. {lost}{turned}", reason.trim_end_matches('.'))
        }
        Some((None, reason)) => format!("Neither side won. {} {lost}", sentence(reason)),
        None => format!("After {turns} it is not yet decided. {lost}"),
    }
}

fn losses(end: &Scene) -> String {
    let one = end.losses_in.strip_suffix('s').unwrap_or(end.losses_in);
    let n = |side: Side| u64::try_from((*end.losses.of(side)).max(0)).unwrap_or(0);
    let more = if n(Side::Red) > n(Side::Blue) { Side::Red } else { Side::Blue };
    let less = more.other();
    format!(
        "{} lost {}, {} {}.",
        end.names.of(more),
        counted(n(more), one, end.losses_in),
        end.names.of(less),
        if n(less) == 0 { "none".to_owned() } else { n(less).to_string() }
    )
}

/// For how long the loser looked likelier to win.
fn fortunes(end: &Scene, leads: &[Lead], winner: Side) -> String {
    let winners = |lead: &Lead| if winner == Side::Red { lead.red } else { 1.0 - lead.red };
    let against = leads.iter().filter(|lead| lead.turn > 0 && winners(lead) < 0.5 - lead.error / 2.0).count();
    let loser = end.names.of(winner.other());
    let most = leads.len().max(1);
    match against {
        0 => String::new(),
        n if n * 2 > most => format!(" For most of the battle {loser} looked likelier to win."),
        n => format!(" For {} {loser} looked likelier to win.", count(n as u64, end.turn_word)),
    }
}

/// How it began: the scenario's words, and the two armies.
pub fn opening(summary: &str, chronicle: &Chronicle, armies: &BySide<Army>) -> Vec<String> {
    let scene = chapters::drawn_up(chronicle);
    let mut paragraphs = Vec::new();
    let summary = summary.split_whitespace().collect::<Vec<_>>().join(" ");
    if !summary.is_empty() {
        paragraphs.push(sentence(&summary));
    }
    let army = |side: Side| {
        let mut kinds: Vec<(&str, usize)> = Vec::new();
        let army = || armies[side].fates.iter().filter(|fate| fate.unit.glyph != "camp");
        for fate in army() {
            match kinds.iter_mut().find(|(class, _)| *class == fate.unit.class) {
                Some((_, n)) => *n += 1,
                None => kinds.push((fate.unit.class, 1)),
            }
        }
        kinds.sort_by_key(|(_, n)| usize::MAX - n);
        let named = kinds
            .iter()
            .map(|(class, n)| if *n > 1 { format!("{class} ({n})") } else { (*class).to_owned() });
        let all = count(army().count() as u64, "unit");
        format!("{} brought {all}: {}.", scene.names.of(side), list(named))
    };
    paragraphs.push(format!("{} {}", army(Side::Red), army(Side::Blue)));
    paragraphs
}

/// The journal, turn by turn: headings, rulings, and moves that no ruling tells.
pub fn record(chronicle: &Chronicle, end: &Scene) -> Vec<(u16, Vec<Record>)> {
    let told = |turn: &super::chronicle::Turn| {
        let mut lines: Vec<Record> = Vec::new();
        for step in &turn.steps {
            let ruled = step.entries.iter().any(|e| matches!(e, WireEntry::Ruling { .. }));
            let mut moved: Option<(WireMotion, Vec<u16>)> = None;
            for entry in &step.entries {
                if let WireEntry::Moved { unit, motion, .. } = entry {
                    // A march under orders is told by its ruling, where there is one.
                    if *motion == WireMotion::March && ruled {
                        continue;
                    }
                    match &mut moved {
                        Some((same, units)) if same == motion => units.push(*unit),
                        _ => {
                            lines.extend(moves(moved.take(), end));
                            moved = Some((*motion, vec![*unit]));
                        }
                    }
                    continue;
                }
                lines.extend(moves(moved.take(), end));
                lines.extend(line(entry, end));
            }
            lines.extend(moves(moved.take(), end));
        }
        (turn.number, lines)
    };
    chronicle.turns.iter().map(told).filter(|(_, lines)| !lines.is_empty()).collect()
}

fn line(entry: &WireEntry, end: &Scene) -> Option<Record> {
    match entry {
        WireEntry::Heading { text, .. } => Some(Record { heading: true, words: text.clone() }),
        WireEntry::Ruling { text, .. } => Some(Record { heading: false, words: sentence(text) }),
        WireEntry::Left { unit, place, .. } => {
            let name = named(&[*unit], end);
            let what = match *place {
                "fled" => "fled the field",
                "off" => "left the table",
                _ => "went out of the battle",
            };
            Some(Record { heading: false, words: format!("{name} {what}.") })
        }
        WireEntry::Moved { .. } | WireEntry::Changed { .. } => None,
    }
}

fn named(units: &[u16], end: &Scene) -> String {
    let mut seen: Vec<u16> = Vec::new();
    let once = units.iter().filter(|id| {
        !seen.contains(id) && {
            seen.push(**id);
            true
        }
    });
    list(once.filter_map(|id| end.unit(*id)).map(|u| format!("{} ({})", u.name, u.label)).collect::<Vec<_>>())
}

fn moves(moved: Option<(WireMotion, Vec<u16>)>, end: &Scene) -> Option<Record> {
    let (motion, units) = moved?;
    let names = named(&units, end);
    let what = match motion {
        WireMotion::Placed => "set down",
        WireMotion::March => "moved",
        WireMotion::Conform => "lined up",
        WireMotion::Turn => "turned",
        WireMotion::Recoil => "fell back",
        WireMotion::Pushed => "pushed back",
        WireMotion::Flight => "fled",
        WireMotion::Pursuit => "pursued",
        WireMotion::Swap => "exchanged places",
    };
    (!names.is_empty()).then(|| Record { heading: false, words: format!("{names}: {what}.") })
}
