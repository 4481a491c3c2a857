//! Reports and maps of whole battles of every book.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use dice::Seeded;
use opponent::{Level, Player, fight_recorded};
use proto::Scene;
use testudo::{AnyBattle, Scenario};
use testudo_report::map::{self, Map, Theme};
use testudo_report::tale::{About, Chronicle, Report, article, page, recorded};
use umpire::{BySide, StepRecord, Viewer};

/// A scenario of each book.
const BATTLES: [&str; 5] = ["dba/zama", "toms/first_battle", "wab/telamon", "wrg1969/medway", "wrg6/zama"];

fn fought(scenario: &Scenario, seed: u64) -> (AnyBattle, Vec<StepRecord>) {
    let start = scenario.muster().unwrap();
    let mut battle = start.clone();
    let mut players = BySide::each(|side| Player::new(Level::Recruit, seed, side));
    let mut steps = Vec::new();
    fight_recorded(&mut battle, &mut players, &mut Seeded::new(seed), |_, step, _| steps.push(step)).unwrap();
    (start, steps)
}

fn told(scenario: &Scenario, chronicle: &Chronicle, battles: u32) -> Report {
    let about = About { title: scenario.title(), summary: scenario.summary(), ..About::default() };
    Report::of(chronicle, about, battles).unwrap()
}

/// The names of colours that stand in a page, without those the tokens have.
fn unknown_colours(html: &str) -> Vec<&str> {
    let tokens = include_str!("../../../web/src/style/tokens.css");
    let named = html.split("var(--").skip(1).filter_map(|rest| rest.split(')').next());
    named.filter(|name| !tokens.contains(&format!("--{name}:"))).collect()
}

#[test]
fn every_book_has_its_report_the_same_to_the_byte_for_the_same_battle() {
    for id in BATTLES {
        let scenario = Scenario::bundled(id).unwrap();
        let (start, steps) = fought(&scenario, 7);
        let tell = || told(&scenario, &recorded(&start, &steps).unwrap(), 1);
        let report = tell();
        let html = page(&report);
        assert!(html == page(&tell()), "{id}: told twice, it differs");

        assert!((1..=5).contains(&report.chapters.len()), "{id}: {} chapters", report.chapters.len());
        assert_eq!(html.matches("<figure>").count(), report.chapters.len() + 1, "{id}");
        assert!(report.turnings.len() <= 5 && !report.lede.is_empty(), "{id}");
        assert_eq!(report.leads.len(), report.figures.len() + usize::from(report.leads[0].turn == 0), "{id}");
        assert!(!html.contains("NaN") && !html.contains("inf "), "{id}: a number is none");
        assert_eq!(unknown_colours(&article(&report)), Vec::<&str>::new(), "{id}");
        // Nothing is loaded from elsewhere.
        assert!(!html.contains("src=") && !html.contains("http://www.w3.org/1999"), "{id}");
        let gone = report.armies.0.iter().flat_map(|army| &army.fates).filter(|fate| fate.lost);
        for fate in gone {
            assert!(
                fate.words.contains(report.turn_word),
                "{id}: {} has no end: {}",
                fate.unit.label,
                fate.words
            );
        }
    }
}

#[test]
fn whatever_anyone_typed_is_escaped() {
    let mut scenario = Scenario::bundled("dba/zama").unwrap();
    let evil = "<script>alert('&')</script>";
    scenario.text = scenario.text.replace("Rome", evil).replace("Hannibal", "<img onerror=x>");
    assert!(scenario.text.contains(evil));
    let (start, steps) = fought(&scenario, 3);
    let chronicle = recorded(&start, &steps).unwrap();
    let title = format!("{evil} & \"more\"");
    let players = BySide([evil.to_owned(), String::new()]);
    let about = About { title, book: evil.into(), summary: evil.into(), players, replay: None };
    let html = page(&Report::of(&chronicle, about, 1).unwrap());
    assert!(html.contains("&lt;script&gt;"));
    assert!(!html.contains("<script") && !html.contains("<img"), "something was not escaped");
}

#[test]
fn a_report_before_the_end_tells_a_player_no_more_than_he_sees() {
    let scenario = Scenario::bundled("wrg1969/medway").unwrap();
    let start = scenario.muster().unwrap();
    let viewer = Viewer::Player(umpire::Side::Red);
    let known = Scene::of_any(&start.view(viewer)).units.len();
    let chronicle = Chronicle::begin(&start, viewer);
    assert_eq!(chronicle.turns[0].end.units.len(), known);
    assert_eq!(chronicle.luck_in, "", "dice may tell what is hidden");
}

#[test]
fn a_map_by_itself_needs_no_page_and_shows_everyone_on_the_table() {
    for id in BATTLES {
        let battle = Scenario::bundled(id).unwrap().muster().unwrap();
        let scene = Scene::of_any(&battle.view(Viewer::Opened));
        for theme in [Theme::Light, Theme::Dark] {
            let map = Map {
                scene: &scene,
                ways: &[],
                losses: &[],
                view: map::whole(&scene),
                width: 960.0,
                name: "m",
                words: "The table",
            };
            let svg = map.by_itself(theme);
            assert!(!svg.contains("var(") && !svg.contains("NaN"), "{id}");
            assert!(svg.starts_with("<svg xmlns=") && svg.ends_with("</svg>"));
            for unit in scene.on_table() {
                assert!(svg.contains(&format!("({})", unit.label)), "{id}: {} is not there", unit.label);
            }
        }
    }
}
