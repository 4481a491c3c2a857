//! `testudo arena`: the opponents against each other.

use crate::{Verdict, args::Arena, output, progress};
use opponent::{Budget, Level};
use serde_json::json;
use simulate::arena::{self, Card, Meeting, Score};
use simulate::page::{self, percent};
use testudo::{Book, Scenario, shelf};

/// How many characters the bar of a share has.
const BAR: usize = 20;

/// Lets the levels meet and prints a table or JSON.
pub fn run(args: &Arena) -> anyhow::Result<Verdict> {
    let card = Card {
        scenarios: scenarios(&args.places)?,
        levels: levels(&args.levels)?,
        budget: Budget { battles: args.budget, time: None },
        battles: args.battles,
        seed: args.seed,
    };
    output::can_write(args.html.as_deref())?;
    let meetings = card.scenarios.len() as u64 * arena::pairs(&card.levels).count() as u64;
    let bar = progress::bar(meetings * u64::from(args.battles));
    let stop = progress::stop_on_interrupt();
    let mut met: Vec<Meeting> = Vec::new();
    arena::run(&card, args.jobs, stop, || bar.inc(1), |meeting| met.push(meeting))?;
    bar.finish_and_clear();
    if let Some(path) = &args.html {
        let html = page::arena_page(&card, &met);
        output::write_whole(path, html.as_bytes())?;
    }
    if args.json {
        output::json(&met.iter().map(told).collect())?;
        return Ok(Verdict::Yes);
    }
    let header = [
        "place",
        "player",
        "against",
        "won",
        "of",
        "share",
        "95% interval",
        "",
        "turns",
        "time a decision (95%)",
    ];
    let scores = met.iter().map(Meeting::score).chain(arena::totals(&met));
    output::table(&header, scores.map(|score| row(&score)))?;
    Ok(Verdict::Yes)
}

/// The scenarios named, and the battles of the books named; of every book if nothing is named.
fn scenarios(places: &[String]) -> anyhow::Result<Vec<Scenario>> {
    if places.is_empty() {
        return shelf().iter().flat_map(bundled).collect();
    }
    let mut chosen = Vec::new();
    for place in places {
        if place.contains('/') {
            chosen.push(Scenario::bundled(place)?);
        } else {
            chosen.extend(bundled(super::find_book(place)?).collect::<anyhow::Result<Vec<_>>>()?);
        }
    }
    Ok(chosen)
}

/// A book's battles; a lesson is no contest and must be named.
fn bundled(book: &'static Book) -> impl Iterator<Item = anyhow::Result<Scenario>> {
    let lesson = book.lesson();
    let ids = (book.scenarios)().into_iter().map(|s| format!("{}/{}", book.id, s.id));
    ids.filter(move |id| lesson.as_ref() != Some(id)).map(|id| Ok(Scenario::bundled(&id)?))
}

fn levels(words: &[String]) -> anyhow::Result<Vec<Level>> {
    if words.is_empty() {
        return Ok(Level::QUICK.to_vec());
    }
    let levels: Vec<Level> =
        words.iter().map(|word| super::battle::level("--levels", word)).collect::<anyhow::Result<_>>()?;
    anyhow::ensure!(levels.len() > 1, "--levels: name two opponents or more");
    Ok(levels)
}

fn row(score: &Score) -> Vec<String> {
    let share = score.share();
    let full = (share.share * BAR as f64).round() as usize;
    vec![
        score.place.clone(),
        score.upper.to_string(),
        score.lower.to_string(),
        score.won.to_string(),
        score.of.to_string(),
        percent(share.share),
        format!("{} to {}", percent(share.low), percent(share.high)),
        format!("{}{}", "█".repeat(full), "·".repeat(BAR - full.min(BAR))),
        format!("{:.1}", score.turns.mean()),
        format!("{:.1?}", score.pace.quantile(0.95)),
    ]
}

fn told(meeting: &Meeting) -> serde_json::Value {
    let (won, of) = meeting.summary.player(meeting.upper, meeting.lower);
    let share = simulate::wilson(won, of);
    let pace = |level: Level| {
        let pace = meeting.summary.pace.get(&level).cloned().unwrap_or_default();
        json!({
            "decisions": pace.decisions,
            "mean_seconds": pace.total.as_secs_f64() / f64::from(pace.decisions.max(1)),
            "p95_seconds": pace.quantile(0.95).as_secs_f64(),
        })
    };
    json!({
        "scenario": meeting.scenario,
        "player": meeting.upper.as_str(),
        "against": meeting.lower.as_str(),
        "won": won,
        "lost": meeting.summary.player(meeting.lower, meeting.upper).0,
        "battles": of,
        "share": share.share,
        "low": share.low,
        "high": share.high,
        "turns": meeting.summary.turns.mean(),
        "pace": { meeting.upper.as_str(): pace(meeting.upper), meeting.lower.as_str(): pace(meeting.lower) },
    })
}
