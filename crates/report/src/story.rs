//! A battle told on one page: the armies, maps at the turning points, what it cost, and the whole journal.

use crate::chart::{Line, lines};
use crate::{Palette, Paper, draw_map, escape, journal_text};
use testudo::AnyBattle;
use umpire::{BySide, Entry, Outcome, Pending, Place, ReplayError, Side, Standing, StepRecord};

/// How many maps a page has at the most, the first and the last included.
const MAPS: usize = 7;

/// What a page says of a battle beside what happened in it.
#[derive(Clone, Debug)]
pub struct Byline {
    /// The battle's name.
    pub title: String,
    /// Its rulebook.
    pub book: String,
    /// Who played each side.
    pub players: BySide<String>,
}

/// How the battle stood after a turn.
struct Turn {
    standing: Standing,
    battle: AnyBattle,
    entries: Vec<Entry>,
}

/// The page of a battle from its start and its steps.
///
/// # Errors
/// The first step that does not fit the battle.
pub fn story(start: &AnyBattle, steps: &[StepRecord], byline: &Byline) -> Result<String, ReplayError> {
    let turns = turns(start, steps)?;
    let last = turns.last().map_or(start, |turn| &turn.battle);
    let names = &start.field().roster().names;
    let lead = format!(
        "{} (red, {}) against {} (blue, {}). {}.",
        names[Side::Red],
        byline.players[Side::Red],
        names[Side::Blue],
        byline.players[Side::Blue],
        byline.book
    );
    let mut paper = Paper::new(&byline.title, &lead);
    paper.paragraph(&ending(last));
    paper.heading("The armies");
    paper.table(&["", "unit", "troops", "in the end"], army_rows(start, last));
    paper.heading("The turning points");
    for i in turning_points(&turns) {
        let turn = &turns[i];
        paper.figure(&draw_map(&turn.battle), &caption(turn, names));
    }
    paper.heading("The losses");
    paper.figure(&lines(&loss_lines(&turns, names), turn_word(&turns)), "Losses as the book counts them.");
    paper.heading("The journal");
    for turn in &turns {
        let text = journal_text(&turn.battle, &turn.entries, &Palette::PLAIN);
        if !text.trim().is_empty() {
            let (word, n) = (turn.standing.turn_word, turn.standing.turn);
            paper.raw(&format!(
                "<details><summary>{} {n}</summary><pre style=\"white-space:pre-wrap\">{}</pre></details>",
                capital(word),
                escape(text.trim_matches('\n'))
            ));
        }
    }
    Ok(paper.finish())
}

/// Replays the steps, turn by turn; the first turn is the battle before any step.
fn turns(start: &AnyBattle, steps: &[StepRecord]) -> Result<Vec<Turn>, ReplayError> {
    let mut battle = start.clone();
    let mut turns = vec![Turn { standing: battle.standing(), battle: battle.clone(), entries: Vec::new() }];
    for step in steps {
        let mut entries: Vec<Entry> = Vec::new();
        let turn = battle.standing().turn;
        battle.replay(std::slice::from_ref(step), &mut entries)?;
        match turns.last_mut() {
            // What was done in a turn belongs to it, even if it ended the turn.
            Some(now) if now.standing.turn == turn => {
                now.entries.extend(entries);
                now.battle = battle.clone();
                now.standing = Standing { turn, ..battle.standing() };
            }
            _ => {
                let standing = Standing { turn, ..battle.standing() };
                turns.push(Turn { standing, battle: battle.clone(), entries });
            }
        }
    }
    Ok(turns)
}

/// The turns to draw: the first, the last, and those between in which most was lost.
fn turning_points(turns: &[Turn]) -> Vec<usize> {
    let total = |turn: &Turn| turn.standing.losses.0.iter().sum::<i32>();
    let mut costly: Vec<(i32, usize)> = (1..turns.len().saturating_sub(1))
        .map(|i| (total(&turns[i]) - total(&turns[i - 1]), i))
        .filter(|(lost, _)| *lost > 0)
        .collect();
    // The costliest first, the earlier of equals first.
    costly.sort_by_key(|&(lost, i)| (-lost, i));
    let mut chosen: Vec<usize> = costly.into_iter().take(MAPS - 2).map(|(_, i)| i).collect();
    chosen.extend([0, turns.len() - 1]);
    chosen.sort_unstable();
    chosen.dedup();
    chosen
}

fn caption(turn: &Turn, names: &BySide<String>) -> String {
    let Standing { turn: n, turn_word, losses, .. } = &turn.standing;
    let cost = |side: Side| format!("{} {}", names[side], losses[side]);
    format!("{} {n}. Losses so far: {}, {}.", capital(turn_word), cost(Side::Red), cost(Side::Blue))
}

fn ending(last: &AnyBattle) -> String {
    let names = &last.field().roster().names;
    let turns = last.standing().turn;
    match last.pending() {
        Pending::Over(Outcome { winner: Some(side), reason, .. }) => {
            format!("{} won after {turns} {}s: {reason}.", names[side], last.standing().turn_word)
        }
        Pending::Over(Outcome { winner: None, reason, .. }) => format!("Nobody won: {reason}."),
        _ => "The battle has not been fought out.".to_owned(),
    }
}

fn army_rows(start: &AnyBattle, last: &AnyBattle) -> Vec<Vec<String>> {
    let field = last.field();
    let row = |id| {
        let card = field.card(id);
        let fate = match field.unit(id).place {
            Place::Table => "on the field",
            Place::Waiting => "never came",
            Place::Off => "off the table",
            Place::Destroyed => "destroyed",
            Place::Fled => "fled",
        };
        let words = [card.label.as_str(), &card.name, last.class(id), fate];
        words.map(str::to_owned).into()
    };
    let listed = || start.field().ids().filter(|id| last.is_listed(*id));
    let of = |side| listed().filter(move |id| start.field().side(*id) == side);
    Side::ALL.into_iter().flat_map(of).map(row).collect()
}

fn loss_lines(turns: &[Turn], names: &BySide<String>) -> Vec<Line> {
    let most = turns.iter().flat_map(|turn| turn.standing.losses.0).max().unwrap_or(1).max(1);
    let line = |side: Side| Line {
        name: format!("{} {}", names[side], turns.last().map_or(0, |t| t.standing.losses[side])),
        values: turns.iter().map(|t| f64::from(t.standing.losses[side]) / f64::from(most)).collect(),
        colour: if side == Side::Red { "var(--red)" } else { "var(--blue)" },
        dashes: if side == Side::Red { "" } else { "6 3" },
    };
    Side::ALL.map(line).into()
}

fn turn_word(turns: &[Turn]) -> &'static str {
    turns.first().map_or("turn", |turn| turn.standing.turn_word)
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|c| c.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
