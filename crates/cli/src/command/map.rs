//! `testudo map`: the table as the browser draws it.

use super::replay::open;
use crate::{Verdict, args::Map, output};
use anyhow::{Context as _, anyhow, bail};
use proto::Scene;
use report::map::{self, Theme};
use std::path::Path;
use testudo::{AnyBattle, Scenario};
use umpire::{Silent, Viewer};

/// Points for each pixel of a picture: it is still sharp when it is printed.
const FINE: f32 = 2.0;

/// Draws a scenario, or a saved battle after one of its steps.
pub fn run(args: &Map) -> anyhow::Result<Verdict> {
    let (battle, title) = battle(args)?;
    let view = battle.view(Viewer::Opened);
    let scene = Scene::of_any(&view);
    let words = format!("{title}: {} against {}", scene.names.red, scene.names.blue);
    let drawing = map::Map {
        scene: &scene,
        ways: &[],
        losses: &[],
        view: map::whole(&scene),
        width: f64::from(args.width),
        name: "map",
        words: &words,
    };
    let svg = drawing.by_itself(if args.dark { Theme::Dark } else { Theme::Light });
    let out = args.out.display().to_string();
    let bytes = match args.out.extension().and_then(|e| e.to_str()) {
        Some("svg") => svg.into_bytes(),
        Some("png") => map::png(&svg, FINE).map_err(|e| anyhow!("{out}: {e}"))?,
        _ => bail!("--out: `{out}` must end in .svg or .png"),
    };
    std::fs::write(&args.out, bytes).with_context(|| out.clone())?;
    output::line(format!("{out}: {title}"))?;
    Ok(Verdict::Yes)
}

/// What is to be drawn, and what it is called.
fn battle(args: &Map) -> anyhow::Result<(AnyBattle, String)> {
    let file = Path::new(&args.what);
    if file.extension().is_some_and(|e| e == "testudo") {
        let (saved, mut battle, steps) = open(file)?;
        let stop = args.step.unwrap_or(steps.len());
        if stop > steps.len() {
            bail!("--step: there are only {} steps in {}", steps.len(), args.what);
        }
        battle.replay(&steps[..stop], &mut Silent).map_err(|e| anyhow!("{}: {e}", args.what))?;
        let book = super::find_book(&saved.header.book)?;
        let scenario = Scenario { book, name: saved.header.scenario.clone(), text: saved.header.text };
        return Ok((battle, scenario.title()));
    }
    if args.step.is_some_and(|step| step > 0) {
        bail!("--step: a scenario has no steps; give a saved battle (.testudo)");
    }
    let scenario = super::battle::find_scenario(&args.what)?;
    Ok((scenario.muster()?, scenario.title()))
}
