//! `testudo simulate`: battles in bulk.

use super::battle::{find, level};
use crate::{Verdict, args::Simulate, output, progress};
use opponent::Budget;
use serde_json::{Value, json};
use simulate::page::{self, health_rows, percent, player_rows, sweep_row};
use simulate::sweep::{self, Change, Variant};
use simulate::{Figures, Health, Interval, Plan, RowFile, Summary};
use std::collections::BTreeMap;
use std::time::Instant;
use umpire::{BySide, Side, UnitId};

/// Fights the battles and prints what came of them, as words or JSON.
pub fn run(args: &Simulate) -> anyhow::Result<Verdict> {
    let scenario = find(&args.scenario, &args.armies, args.seed)?;
    let levels = BySide([level("--red", &args.red)?, level("--blue", &args.blue)?]);
    let (battles, seed) = part(args)?;
    let plan = Plan {
        battles,
        seed,
        levels,
        budget: Budget { battles: args.budget, time: None },
        swap_sides: args.swap_sides,
        ..Plan::new(&scenario)?
    };
    let changes: Vec<Change> = args
        .sweep
        .iter()
        .map(|text| text.parse().map_err(|e: String| anyhow::anyhow!("--sweep {text}: {e}")))
        .collect::<anyhow::Result<_>>()?;
    output::can_write(args.html.as_deref())?;
    if changes.is_empty() { fight(args, &plan) } else { vary(args, &scenario, &plan, &changes) }
}

/// How many battles are fought, and the first seed: all, or one of several equal parts of them.
///
/// With sides swapped a seed is fought twice, and both battles belong to the same part.
fn part(args: &Simulate) -> anyhow::Result<(u32, u64)> {
    let Some(shard) = args.shard else { return Ok((args.battles, args.seed)) };
    let each = if args.swap_sides { 2 } else { 1 };
    let (from, to) = shard.bounds(args.battles.div_ceil(each));
    let battles = (to * each).min(args.battles) - from * each;
    if battles == 0 {
        anyhow::bail!("--shard: {} battles are too few for {} parts", args.battles, shard.of);
    }
    Ok((battles, args.seed.wrapping_add(from.into())))
}

fn fight(args: &Simulate, plan: &Plan) -> anyhow::Result<Verdict> {
    let mut sheet =
        args.out.as_ref().map(|path| RowFile::create(path, &plan.scenario, plan.seed)).transpose()?;
    let bar = progress::bar(plan.battles.into());
    let (mut summary, mut written) = (Summary::default(), Ok(()));
    let begun = Instant::now();
    let stop = progress::stop_on_interrupt();
    plan.run(args.jobs, stop, |row| {
        summary.add(&row);
        if let (Some(sheet), Ok(())) = (&mut sheet, &written) {
            written = sheet.add(&row, &plan.start);
        }
        bar.inc(1);
    })?;
    let seconds = begun.elapsed().as_secs_f64();
    bar.finish_and_clear();
    // What cannot be written is said last: the summary of what was fought is told first in any case.
    let mut written = written.map_err(anyhow::Error::from);
    if let (Some(sheet), Ok(())) = (sheet, &written) {
        if sheet.kept() > 0 {
            anstream::eprintln!("gone on with: the {} rows that were there are kept", sheet.kept());
        }
        written = sheet.finish().map_err(Into::into);
    }
    if let Some(path) = &args.html {
        let html = page::page(plan, &summary);
        written = output::write_whole(path, html.as_bytes()).and(written);
    }
    if args.json {
        output::json(&told(plan, &summary, seconds))?;
    } else {
        print(plan, &summary)?;
    }
    if summary.battles < plan.battles {
        let pairs = if plan.swap_sides { summary.battles / 2 } else { summary.battles };
        anstream::eprintln!(
            "stopped after {} of {} battles; go on with --seed {}",
            summary.battles,
            plan.battles,
            plan.seed.wrapping_add(pairs.into())
        );
    }
    written?;
    Ok(Verdict::Yes)
}

fn print(plan: &Plan, summary: &Summary) -> anyhow::Result<()> {
    let names = &plan.start.field().roster().names;
    output::line(format!("{}: {} battles, seeds from {}", plan.scenario, summary.battles, plan.seed))?;
    let row = |name: &str, player: String, won: u32| {
        let Interval { share, low, high } = simulate::wilson(won, summary.battles);
        let between = format!("{} to {}", percent(low), percent(high));
        vec![name.to_owned(), player, won.to_string(), percent(share), between]
    };
    let player = |side: Side| if plan.swap_sides { "both".to_owned() } else { plan.levels[side].to_string() };
    let rows = Side::ALL.map(|side| row(&names[side], player(side), summary.won[side]));
    let drawn = row("nobody", String::new(), summary.drawn());
    output::table(
        &["winner", "player", "battles", "share", "95% interval"],
        rows.into_iter().chain([drawn]),
    )?;
    if plan.swap_sides && plan.levels.0[0] != plan.levels.0[1] {
        output::line("")?;
        let header = ["player", "against", "won", "of", "share", "95% interval"];
        output::table(&header, player_rows(plan, summary))?;
    }
    output::line("")?;
    let figures = |name: &str, f: &Figures| {
        let [low, middle, high] = [0.1, 0.5, 0.9].map(|share| f.quantile(share).to_string());
        vec![name.to_owned(), format!("{:.1}", f.mean()), low, middle, high]
    };
    let rows = [
        figures("turns", &summary.turns),
        figures("decided in turn", &summary.decided),
        figures(&format!("losses of {}", names[Side::Red]), &summary.losses[Side::Red]),
        figures(&format!("losses of {}", names[Side::Blue]), &summary.losses[Side::Blue]),
    ];
    output::table(&["", "mean", "one in ten up to", "half up to", "nine in ten up to"], rows)?;
    output::line("")?;
    let rows = summary.reasons.iter().map(|(reason, n)| vec![(*reason).to_owned(), n.to_string()]);
    output::table(&["ended because", "battles"], rows)?;
    output::line("")?;
    output::table(&["how it was fought", ""], health_rows(&summary.health))?;
    Ok(())
}

/// Whether the battles were fought as battles: shares of battles, and counts.
fn health(plan: &Plan, health: &Health) -> Value {
    let shares = |used: &BTreeMap<&'static str, u32>| -> BTreeMap<&'static str, f64> {
        used.iter().map(|(name, n)| (*name, health.share(*n))).collect()
    };
    let name = |id: &UnitId| plan.start.field().card(*id).name.clone();
    let breaches = health.breaches.iter().map(|breach| {
        let units: Vec<String> = breach.units.iter().map(name).collect();
        json!({ "law": breach.law.breach(), "seed": breach.seed, "turn": breach.turn, "units": units })
    });
    json!({
        "by_clock": health.share(health.by_clock),
        "conceded": health.share(health.conceded),
        "draws": health.share(health.draws),
        "without_blow": health.share(health.without_blow),
        "combats_mean": health.share(health.combats),
        "charges": health.charges,
        "contacts": health.contacts,
        "blows": health.blows,
        "blows_by_one": health.blows_by_one,
        "blows_by_three": health.blows_by_three,
        "longest_lock": health.longest_lock,
        "longest_idle": health.longest_idle,
        "overlaps": health.overlaps,
        "unexplained": health.unexplained,
        "forbidden": health.forbidden,
        "breaches": breaches.collect::<Vec<_>>(),
        "chapters": shares(&health.chapters),
        "rules": shares(&health.rules),
    })
}

fn told(plan: &Plan, summary: &Summary, seconds: f64) -> Value {
    let share = |side: Side| {
        let i = summary.share(side);
        json!({ "share": i.share, "low": i.low, "high": i.high })
    };
    let figures = |f: &Figures| {
        let [p5, p10, p50, p90, p95] = [0.05, 0.1, 0.5, 0.9, 0.95].map(|share| f.quantile(share));
        json!({ "mean": f.mean(), "p5": p5, "p10": p10, "p50": p50, "p90": p90, "p95": p95 })
    };
    let players = summary.by_players.iter().map(|([red, blue], [n, by_red, by_blue])| {
        json!({
            "red": red.as_str(), "blue": blue.as_str(), "battles": n, "red_won": by_red, "blue_won": by_blue,
        })
    });
    json!({
        "scenario": plan.scenario,
        "battles": summary.battles,
        "planned": plan.battles,
        "seed": plan.seed,
        "red_wins": summary.won[Side::Red],
        "blue_wins": summary.won[Side::Blue],
        "draws": summary.drawn(),
        "red": share(Side::Red),
        "blue": share(Side::Blue),
        "players": players.collect::<Vec<_>>(),
        "reasons": summary.reasons,
        "health": health(plan, &summary.health),
        "turns": figures(&summary.turns),
        "decided": figures(&summary.decided),
        "losses": { "red": figures(&summary.losses[Side::Red]), "blue": figures(&summary.losses[Side::Blue]) },
        "seconds": seconds,
        "battles_per_second": f64::from(summary.battles) / seconds.max(f64::EPSILON),
    })
}

fn vary(
    args: &Simulate,
    scenario: &testudo::Scenario,
    plan: &Plan,
    changes: &[Change],
) -> anyhow::Result<Verdict> {
    if args.out.is_some() {
        anyhow::bail!("--sweep: rows are not written for a sweep; leave out -o");
    }
    let variants = 1 + changes.iter().map(|change| change.values.len() as u64).sum::<u64>();
    let bar = progress::bar(variants * u64::from(plan.battles));
    let stop = progress::stop_on_interrupt();
    let told = sweep::run(scenario, plan, changes, args.jobs, stop, || bar.inc(1))?;
    bar.finish_and_clear();
    if let Some(path) = &args.html {
        let html = page::sweep_page(plan, &told);
        output::write_whole(path, html.as_bytes())?;
    }
    if args.json {
        let variant = |v: &Variant| {
            let red = v.summary.share(Side::Red);
            json!({
                "variant": v.name, "battles": v.summary.battles, "red_won": v.summary.won[Side::Red],
                "blue_won": v.summary.won[Side::Blue], "share": red.share, "low": red.low, "high": red.high,
                "turned_to_red": v.turned[0], "turned_from_red": v.turned[1], "by_chance": v.chance,
            })
        };
        output::json(&told.iter().map(variant).collect())?;
    } else {
        output::line(format!(
            "{}: {} battles of each variant with the same dice",
            plan.scenario, plan.battles
        ))?;
        output::table(&page::SWEEP_HEADER, told.iter().map(sweep_row))?;
    }
    Ok(Verdict::Yes)
}
