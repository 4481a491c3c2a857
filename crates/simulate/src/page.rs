//! A page of charts about many battles, in one file.

use crate::arena::{Card, Meeting, Score, totals};
use crate::sweep::Variant;
use crate::{Figures, Health, Plan, Summary};
use opponent::Level;
use report::Paper;
use report::chart::{Bar, Line, Matrix, bars, columns, lines, matrix};
use std::collections::BTreeMap;
use umpire::{Side, UnitId};

/// The page about a simulation.
pub fn page(plan: &Plan, summary: &Summary) -> String {
    let roster = plan.start.field().roster();
    let [red, blue] = Side::ALL.map(|side| roster.names[side].as_str());
    let lead = format!(
        "{} battles, {} (red, {}) against {} (blue, {}){}; seeds from {}.",
        summary.battles,
        red,
        plan.levels[Side::Red],
        blue,
        plan.levels[Side::Blue],
        if plan.swap_sides { ", players changing sides" } else { "" },
        plan.seed,
    );
    let mut paper = Paper::new(&plan.scenario, &lead);
    paper.heading("Who wins");
    paper.figure(&bars(&win_bars(plan, summary)), "Share of battles won, with its 95% interval.");
    if plan.swap_sides {
        paper.table(&["player", "against", "won", "of", "share", "95% interval"], player_rows(plan, summary));
    }
    paper.heading("How it ends");
    let reasons = summary.reasons.iter().map(|(reason, n)| {
        vec![(*reason).to_owned(), n.to_string(), percent(f64::from(*n) / f64::from(summary.battles.max(1)))]
    });
    paper.table(&["because", "battles", "share"], reasons);
    paper.heading("How it is fought");
    paper.table(&["", ""], health_rows(&summary.health));
    paper.table(&["chapter of the book", "came into play in"], chapter_rows(&summary.health));
    paper.heading("How long it lasts");
    chart(&mut paper, &summary.turns, "#8A7A5B", "turns");
    chart(&mut paper, &summary.decided, "#8A7A5B", "turn from which the winner was ahead for good");
    paper.heading("What it costs");
    for (side, colour) in [(Side::Red, "#B23A22"), (Side::Blue, "#1F4077")] {
        chart(&mut paper, &summary.losses[side], colour, &format!("losses of {}", roster.names[side]));
    }
    paper.heading("Who survives");
    for side in Side::ALL {
        let caption = format!("{}: share of battles in which each unit is still there.", roster.names[side]);
        paper.figure(&lines(&survival(plan, summary, side), "turn"), &caption);
    }
    paper.heading("Who falls before whom");
    for side in Side::ALL {
        let caption = format!(
            "How often in a hundred battles units of {} were lost, by the enemy who stood nearest.",
            roster.names[side]
        );
        paper.figure(&matrix(&matchups(plan, summary, side)), &caption);
    }
    paper.finish()
}

/// The health of battles in words, a line each.
pub fn health_rows(health: &Health) -> impl Iterator<Item = Vec<String>> {
    let share = |battles: u32| percent(health.share(battles));
    let of = |part: u32, all: u32| match all {
        0 => "-".to_owned(),
        _ => format!("{part} of {all} ({})", percent(f64::from(part) / f64::from(all))),
    };
    let turns = |turns: u16| if turns == 1 { "1 turn".to_owned() } else { format!("{turns} turns") };
    [
        ("battles ended by the clock", share(health.by_clock)),
        ("battles conceded", share(health.conceded)),
        ("battles without a blow", share(health.without_blow)),
        ("combats a battle", format!("{:.1}", health.share(health.combats))),
        ("charges that struck home", of(health.contacts, health.charges)),
        ("blows by one figure", of(health.blows_by_one, health.blows)),
        ("blows by at most three figures", of(health.blows_by_three, health.blows)),
        ("longest fight of the same two units", turns(health.longest_lock)),
        ("longest run of turns in which nothing happened", turns(health.longest_idle)),
        ("units that stood upon each other", health.overlaps.to_string()),
        ("charges and forced moves nobody was told the end of", health.unexplained.to_string()),
        ("charges and rallies against a test or a rule", health.forbidden.to_string()),
    ]
    .into_iter()
    .map(|(what, figure)| vec![what.to_owned(), figure])
}

/// How often each chapter of the book came into play, the most used first.
fn chapter_rows(health: &Health) -> impl Iterator<Item = Vec<String>> {
    let mut used: Vec<(&str, u32)> = health.chapters.iter().map(|(chapter, n)| (*chapter, *n)).collect();
    used.sort_by_key(|(chapter, n)| (std::cmp::Reverse(*n), *chapter));
    used.into_iter().map(|(chapter, n)| vec![chapter.replace('_', " "), percent(health.share(n))])
}

/// The page about a sweep.
pub fn sweep_page(plan: &Plan, variants: &[Variant]) -> String {
    let lead = format!(
        "{} battles of each variant with the same dice, {} against {}.",
        plan.battles,
        plan.levels[Side::Red],
        plan.levels[Side::Blue]
    );
    let mut paper = Paper::new(&format!("{}: what matters", plan.scenario), &lead);
    let bar = |variant: &Variant| {
        let share = variant.summary.share(Side::Red);
        Bar {
            name: variant.name.clone(),
            share: share.share,
            between: Some((share.low, share.high)),
            colour: "var(--red)",
            label: percent(share.share),
        }
    };
    let drawn: Vec<Bar> = variants.iter().map(bar).collect();
    paper.figure(&bars(&drawn), "Share of battles won by red, with its 95% interval.");
    paper.table(&SWEEP_HEADER, variants.iter().map(sweep_row));
    paper.finish()
}

/// The page about opponents who met: for each scenario who beats whom, and how long decisions took.
pub fn arena_page(card: &Card, met: &[Meeting]) -> String {
    let lead = format!(
        "{} battles of each pair on each scenario, half of them from each side; seeds from {}.",
        card.battles, card.seed
    );
    let mut paper = Paper::new("The opponents against each other", &lead);
    for scenario in &card.scenarios {
        let here: Vec<&Meeting> = met.iter().filter(|meeting| meeting.scenario == scenario.name).collect();
        if here.is_empty() {
            continue;
        }
        paper.heading(&scenario.name);
        let caption = "Share of battles that each on the left won against each above.";
        paper.figure(&matrix(&who_beats_whom(&card.levels, &here)), caption);
        paper.table(&SCORES, here.iter().map(|meeting| score_row(&meeting.score())));
    }
    let totals = totals(met);
    if !totals.is_empty() {
        paper.heading("All scenarios of a book together");
        let row = |score: &Score| [vec![score.place.clone()], score_row(score)].concat();
        let header: Vec<&str> = ["book"].into_iter().chain(SCORES).collect();
        paper.table(&header, totals.iter().map(row));
    }
    paper.finish()
}

const SCORES: [&str; 7] =
    ["player", "against", "won", "share", "95% interval", "turns", "time of 95% of its decisions"];

fn score_row(score: &Score) -> Vec<String> {
    let share = score.share();
    vec![
        score.upper.to_string(),
        score.lower.to_string(),
        format!("{} of {}", score.won, score.of),
        percent(share.share),
        format!("{} to {}", percent(share.low), percent(share.high)),
        format!("{:.1}", score.turns.mean()),
        format!("{:.1?}", score.pace.quantile(0.95)),
    ]
}

fn who_beats_whom(levels: &[Level], met: &[&Meeting]) -> Matrix {
    let cell = |who: Level, against: Level| {
        let meeting =
            met.iter().find(|m| [m.upper, m.lower] == [who, against] || [m.lower, m.upper] == [who, against]);
        meeting.map_or((0.0, String::new()), |meeting| {
            let (won, of) = meeting.summary.player(who, against);
            let share = f64::from(won) / f64::from(of.max(1));
            (share, format!("{:.0}%", share * 100.0))
        })
    };
    let names: Vec<String> = levels.iter().map(Level::to_string).collect();
    Matrix {
        cells: levels.iter().map(|who| levels.iter().map(|other| cell(*who, *other)).collect()).collect(),
        rows: names.clone(),
        columns: names,
        colour: "var(--link)",
    }
}

/// The header of a table of variants.
pub const SWEEP_HEADER: [&str; 7] =
    ["variant", "red wins", "95% interval", "blue wins", "drawn", "turned to red / from red", "by chance"];

/// A row of a table of variants.
pub fn sweep_row(variant: &Variant) -> Vec<String> {
    let (red, blue) = (variant.summary.share(Side::Red), variant.summary.share(Side::Blue));
    let drawn = f64::from(variant.summary.drawn()) / f64::from(variant.summary.battles.max(1));
    vec![
        variant.name.clone(),
        percent(red.share),
        format!("{} to {}", percent(red.low), percent(red.high)),
        percent(blue.share),
        percent(drawn),
        format!("{} / {}", variant.turned[0], variant.turned[1]),
        if variant.chance < 0.001 { "under 0.001".to_owned() } else { format!("{:.3}", variant.chance) },
    ]
}

/// How often each player won against the other, from both sides.
pub fn player_rows(plan: &Plan, summary: &Summary) -> Vec<Vec<String>> {
    let [a, b] = plan.levels.0;
    let row = |(who, against)| {
        let (won, of) = summary.player(who, against);
        let share = crate::wilson(won, of);
        vec![
            who.to_string(),
            against.to_string(),
            won.to_string(),
            of.to_string(),
            percent(share.share),
            format!("{} to {}", percent(share.low), percent(share.high)),
        ]
    };
    if a == b { Vec::new() } else { [(a, b), (b, a)].map(row).into() }
}

/// A share in percent with one decimal.
pub fn percent(share: f64) -> String {
    format!("{:.1}%", share * 100.0)
}

fn win_bars(plan: &Plan, summary: &Summary) -> Vec<Bar> {
    let names = &plan.start.field().roster().names;
    let bar = |(name, colour, n): (&str, &'static str, u32)| {
        let share = crate::wilson(n, summary.battles);
        Bar {
            name: name.to_owned(),
            share: share.share,
            between: Some((share.low, share.high)),
            colour,
            label: percent(share.share),
        }
    };
    let (red, blue) = (Side::Red, Side::Blue);
    [
        (names[red].as_str(), "var(--red)", summary.won[red]),
        (names[blue].as_str(), "var(--blue)", summary.won[blue]),
        ("nobody", "var(--none)", summary.drawn()),
    ]
    .map(bar)
    .into()
}

fn chart(paper: &mut Paper, figures: &Figures, colour: &str, axis: &str) {
    let counts: Vec<(i64, u32)> = figures.counts().collect();
    let caption = format!(
        "{axis}: mean {:.1}, half of the battles up to {}, nine tenths up to {}.",
        figures.mean(),
        figures.quantile(0.5),
        figures.quantile(0.9)
    );
    paper.figure(&columns(&counts, colour, axis), &caption);
}

fn survival(plan: &Plan, summary: &Summary, side: Side) -> Vec<Line> {
    const DASHES: [&str; 5] = ["", "6 3", "2 3", "8 3 2 3", "1 4"];
    let field = plan.start.field();
    let last = u16::try_from(summary.turns.quantile(1.0)).unwrap_or(u16::MAX);
    let colour = if side == Side::Red { "var(--red)" } else { "var(--blue)" };
    let listed = |id: &UnitId| field.side(*id) == side && plan.start.is_listed(*id);
    let own: Vec<UnitId> = field.ids().filter(listed).collect();
    let line = |(i, id): (usize, &UnitId)| Line {
        name: format!("{} {}", field.card(*id).label, field.card(*id).name),
        values: (0..=last).map(|turn| summary.survival(*id, turn)).collect(),
        colour,
        dashes: DASHES[i % DASHES.len()],
    };
    own.iter().enumerate().map(line).collect()
}

/// A side's kinds of troops against the enemy's: how many were lost before whom in a hundred battles.
fn matchups(plan: &Plan, summary: &Summary, side: Side) -> Matrix {
    let (start, field) = (&plan.start, plan.start.field());
    let kinds = |side: Side| {
        let mut kinds: Vec<&str> =
            field.ids().filter(|id| field.side(*id) == side).map(|id| start.class(id)).collect();
        kinds.sort_unstable();
        kinds.dedup();
        kinds
    };
    let mut lost: BTreeMap<[&str; 2], u32> = BTreeMap::new();
    for (unit, enemy, n) in summary.lost_before().filter(|(unit, ..)| field.side(*unit) == side) {
        *lost.entry([start.class(unit), start.class(enemy)]).or_default() += n;
    }
    let most = f64::from(lost.values().copied().max().unwrap_or(1));
    let hundred = 100.0 / f64::from(summary.battles.max(1));
    let (own, enemies) = (kinds(side), kinds(side.other()));
    let cell = |pair: [&str; 2]| {
        let n = f64::from(lost.get(&pair).copied().unwrap_or(0));
        (n / most, if n > 0.0 { format!("{:.0}", n * hundred) } else { String::new() })
    };
    Matrix {
        cells: own.iter().map(|kind| enemies.iter().map(|enemy| cell([*kind, *enemy])).collect()).collect(),
        rows: own.into_iter().map(str::to_owned).collect(),
        columns: enemies.into_iter().map(str::to_owned).collect(),
        colour: if side == Side::Red { "var(--red)" } else { "var(--blue)" },
    }
}
