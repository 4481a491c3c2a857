//! A battle told as a page worth keeping: what came of it, the armies, chapters with maps, where it turned, charts and
//! the whole journal.

mod chapters;
mod chronicle;
mod fates;
mod lead;
mod odds;
mod page;
mod turning;
mod words;

pub use chapters::Chapter;
pub use chronicle::{Chronicle, Note, recorded};
pub use fates::{Army, Fate};
pub use lead::{Lead, leads};
pub use odds::{Chance, Thrown};
pub use page::{article, page};
use proto::Scene;
pub use turning::Turning;
use umpire::{BySide, Side};

/// What is known of a battle beside what happened in it. What people typed is escaped when it is written.
#[derive(Clone, Debug, Default)]
pub struct About {
    /// Its name.
    pub title: String,
    /// Its rulebook.
    pub book: String,
    /// What the scenario says of it.
    pub summary: String,
    /// Who played each side.
    pub players: BySide<String>,
    /// Where its replay is, without the step: `/replay/ID`; none for a page by itself.
    pub replay: Option<String>,
}

/// A player as files call one, in words.
pub fn player(word: &str) -> String {
    match word.strip_prefix("ai:").unwrap_or(word) {
        "" => String::new(),
        "here" | "link" => "a player".to_owned(),
        level => format!("computer, {level}"),
    }
}

/// The losses and the luck of a turn.
#[derive(Clone, Debug, PartialEq)]
pub struct Figures {
    /// Which turn.
    pub turn: u16,
    /// Losses at its end, as the book counts them.
    pub losses: BySide<i32>,
    /// By how much each side's dice were better than average in it.
    pub luck: BySide<f64>,
}

/// A line of the record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Whether it is a heading.
    pub heading: bool,
    /// The words.
    pub words: String,
}

/// All a page says of a battle.
#[derive(Debug)]
pub struct Report {
    /// What is known of it beside.
    pub about: About,
    /// What came of it, in a sentence or two.
    pub lede: String,
    /// How it began.
    pub opening: Vec<String>,
    /// The table as the armies were drawn up.
    pub drawn_up: Scene,
    /// The armies and what became of them.
    pub armies: BySide<Army>,
    /// What happened, in order.
    pub chapters: Vec<Chapter>,
    /// Where it turned.
    pub turnings: Vec<Turning>,
    /// Who led; empty if nobody reckoned it.
    pub leads: Vec<Lead>,
    /// How many battles each of them rests on.
    pub battles: u32,
    /// Losses and luck.
    pub figures: Vec<Figures>,
    /// What luck is counted in; empty where dice are not open.
    pub luck_in: &'static str,
    /// What losses are counted in.
    pub losses_in: &'static str,
    /// The losses that lose the battle.
    pub limits: BySide<Option<i32>>,
    /// What a turn is called.
    pub turn_word: &'static str,
    /// The journal, turn by turn.
    pub record: Vec<(u16, Vec<Record>)>,
    /// How the battle stands at the end.
    pub end: Scene,
}

impl Report {
    /// Tells a battle; who led is reckoned from so many battles fought on from each turn, or not at all for none.
    /// Returns `None` before there is anything to tell.
    pub fn of(chronicle: &Chronicle, about: About, battles: u32) -> Option<Report> {
        let fought: Vec<_> = chronicle.turns.iter().filter(|turn| turn.number > 0).collect();
        let end = fought.iter().rev().find(|turn| !turn.steps.is_empty())?.end.clone();
        let leads = leads(chronicle, battles);
        let turnings = turning::turnings(chronicle, &leads);
        let armies = BySide::each(|side| fates::army(chronicle, &end, side));
        Some(Report {
            lede: words::lede(chronicle, &end, &leads),
            opening: words::opening(&about.summary, chronicle, &armies),
            drawn_up: chapters::drawn_up(chronicle).clone(),
            chapters: chapters::chapters(chronicle, &turnings, &leads),
            figures: figures(chronicle),
            luck_in: chronicle.luck_in,
            losses_in: end.losses_in,
            limits: BySide::each(|side| *end.loss_limits.of(side)),
            turn_word: end.turn_word,
            record: words::record(chronicle, &end),
            armies,
            turnings,
            leads,
            battles,
            about,
            end,
        })
    }

    /// The name of a side.
    pub fn name(&self, side: Side) -> &str {
        self.end.names.of(side)
    }
}

fn figures(chronicle: &Chronicle) -> Vec<Figures> {
    let of = |turn: &chronicle::Turn| Figures {
        turn: turn.number,
        losses: BySide::each(|side| *turn.end.losses.of(side)),
        luck: BySide::each(|side| turn.steps.iter().map(|step| step.luck[side]).sum()),
    };
    chronicle.turns.iter().filter(|turn| turn.number > 0).map(of).collect()
}
