//! What may be typed.

use clap::{Args as ClapArgs, Parser, Subcommand};
use std::path::PathBuf;

/// An umpire and an opponent for ancient miniature wargames.
#[derive(Parser, Debug)]
#[command(name = "testudo", version, about = "An umpire and an opponent for ancient miniature wargames", long_about = None, after_help = EXAMPLES)]
pub struct Args {
    /// What to do; without a word, the table is opened in the browser.
    #[command(subcommand)]
    pub task: Option<Task>,
}

const EXAMPLES: &str = "\
Examples:
  testudo                                    open the table in the browser
  testudo battle dba/zama --seed 7           fight Zama and read it
  testudo ask dba troop '{\"troop\":\"knights\"}'
  testudo serve                              play with friends over the network
  testudo rules dba dba.zoc.effect           read one rule

Exit codes: 0 done, 1 the answer is no, 2 bad input or failure.";

/// The commands.
#[derive(Subcommand, Debug)]
pub enum Task {
    /// The rulebooks: rules, questions, armies, scenarios
    Books(Books),
    /// The rules of a book as played
    Rules(Rules),
    /// Ask the umpire: factors, results, exact odds
    Ask(Ask),
    /// The army lists of a book
    Armies(Armies),
    /// Check an army
    Muster(Muster),
    /// The bundled scenarios; show, begin or check a scenario file
    Scenarios(Scenarios),
    /// How army and scenario files are written, as JSON Schema for editors
    Schema(Schema),
    /// Fight one whole battle, computer against computer
    Battle(Battle),
    /// Replay a saved battle
    Replay(Replay),
    /// Tell a saved battle on one illustrated page
    Report(Report),
    /// Draw a table as a picture
    Map(Map),
    /// Fight a scenario many times and count what comes of it
    Simulate(Simulate),
    /// Fight every army against every other
    Matrix(Matrix),
    /// The opponents against each other
    Arena(Arena),
    /// Serve battles to browsers, near and far
    Serve(Serve),
    /// List, export, delete and back up the battles of a server
    Admin(Admin),
    /// Print a completion script for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page
    Man,
}

/// `testudo books`
#[derive(ClapArgs, Debug)]
pub struct Books {
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// `testudo rules`
#[derive(ClapArgs, Debug)]
#[command(
    after_help = "Examples:\n  testudo rules dba\n  testudo rules dba dba.move.wheel\n  testudo rules dba --json"
)]
pub struct Rules {
    /// The rulebook
    pub book: String,
    /// One rule, or the beginning of several rules' ids
    pub rule: Option<String>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// `testudo ask`
#[derive(ClapArgs, Debug)]
#[command(
    after_help = "Examples:\n  testudo ask dba                            its questions\n  testudo ask dba combat                     the fields of a question\n  testudo ask dba troop '{\"troop\":\"knights\"}'\n  echo '{\"front\":6,\"degrees\":45}' | testudo ask dba wheel - --json"
)]
pub struct Ask {
    /// The rulebook
    pub book: String,
    /// The question; without one, the questions are listed
    pub question: Option<String>,
    /// What is asked, as JSON, or - to read it from standard input; without it, the fields are listed
    pub input: Option<String>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// `testudo armies`
#[derive(ClapArgs, Debug)]
pub struct Armies {
    /// The rulebook
    pub book: String,
    /// One list, whole
    pub army: Option<String>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// `testudo muster`
#[derive(ClapArgs, Debug)]
pub struct Muster {
    /// What to do with an army
    #[command(subcommand)]
    pub task: MusterTask,
}

/// The commands of `testudo muster`.
#[derive(Subcommand, Debug)]
pub enum MusterTask {
    /// Check an army file against its list
    #[command(
        after_help = "An army file is TOML:\n  book = \"dba\"\n  army = \"polybian_roman\"\n  units = [\n      { troop = \"cavalry\", general = true },\n      { troop = \"cavalry\" },\n      { troop = \"blades\", figures = 6 },\n      { troop = \"spears\", figures = 2 },\n      { troop = \"psiloi\", figures = 2 },\n  ]\n\n`testudo armies dba polybian_roman` shows what the list allows, and `testudo muster build` begins a file."
    )]
    Check {
        /// The army file
        file: PathBuf,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Make a legal army of a list, at random
    Build {
        /// The rulebook, such as `wab`
        book: String,
        /// The army list, such as `gallic`
        list: String,
        /// The points it may cost, in a book of points; otherwise what is usual
        #[arg(long)]
        points: Option<u32>,
        /// The same seed makes the same army
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Write the army file here instead of printing it
        #[arg(short, long)]
        out: Option<PathBuf>,
    },
    /// Count an army up: units, points line by line, limits
    Show {
        /// The army file
        file: PathBuf,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
}

/// `testudo schema`
#[derive(ClapArgs, Debug)]
#[command(
    after_help = "Examples:\n  testudo schema dba scenario > dba-scenario.json\n  testudo schema wab army"
)]
pub struct Schema {
    /// The rulebook
    pub book: String,
    /// Which file
    pub file: FileKind,
}

/// A kind of file that people write.
#[derive(clap::ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// A scenario
    Scenario,
    /// An army
    Army,
}

/// `testudo scenarios`
#[derive(ClapArgs, Debug)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "Examples:\n  testudo scenarios dba\n  testudo scenarios show dba/zama > mine.toml\n  testudo scenarios new dba polybian_roman carthaginian -o mine.toml\n  testudo scenarios check mine.toml"
)]
pub struct Scenarios {
    /// What to do with a scenario; without a word, they are listed
    #[command(subcommand)]
    pub task: Option<ScenarioTask>,
    /// Only this rulebook's
    pub book: Option<String>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// The commands of `testudo scenarios`.
#[derive(Subcommand, Debug)]
pub enum ScenarioTask {
    /// Print the file of a bundled scenario
    Show {
        /// Its id, such as dba/zama
        scenario: String,
    },
    /// Begin a scenario file: two armies on a field of their own
    New {
        /// The rulebook
        book: String,
        /// Red's army: the id of a list, or an army file
        red_army: String,
        /// Blue's army: the id of a list, or an army file
        blue_army: String,
        /// What lists and ground leave open follows from this
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Write it to a file; without one, it is printed
        #[arg(short, long)]
        out: Option<PathBuf>,
    },
    /// Check a scenario file: every fault with its line
    Check {
        /// The file
        file: PathBuf,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
}

/// Two armies that meet on a field of their own, in place of a scenario.
#[derive(ClapArgs, Debug, Default)]
pub struct Armed {
    /// Red's army, the id of a list or an army file; the rulebook then stands in place of a scenario
    #[arg(long, requires = "blue_army")]
    pub red_army: Option<String>,
    /// Blue's army
    #[arg(long, requires = "red_army")]
    pub blue_army: Option<String>,
}

/// `testudo matrix`
#[derive(ClapArgs, Debug)]
#[command(
    after_help = "Examples:\n  testudo matrix toms --battles 20\n  testudo matrix dba --armies polybian_roman,gallic,carthaginian --battles 50 --json\n\nHalf of the battles of a pair are fought from each side. A share counts a draw as half a win.\nCtrl-C keeps what was fought."
)]
pub struct Matrix {
    /// The rulebook
    pub book: String,
    /// Which army lists meet; without it, all of the book
    #[arg(long, value_delimiter = ',')]
    pub armies: Vec<String>,
    /// How many battles each pair fights
    #[arg(long, value_parser = clap::value_parser!(u32).range(2..))]
    pub battles: u32,
    /// Who plays both sides: hasty, recruit, veteran or strategos
    #[arg(long, default_value = "recruit")]
    pub level: String,
    /// How many battles a strategos imagines for each decision, and a veteran for its plan; without it, what suits the book
    #[arg(long)]
    pub budget: Option<u32>,
    /// The seed of the first battle of each pair
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// How many cores to use; all there are if 0
    #[arg(long, default_value_t = 0, value_parser = jobs)]
    pub jobs: usize,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// `testudo battle`
#[derive(ClapArgs, Debug)]
#[command(
    after_help = "Examples:\n  testudo battle dba/zama --seed 7\n  testudo battle dba/lutzen --red veteran --save lutzen.testudo --quiet\n  testudo battle my-scenario.toml --json\n  testudo battle dba --red-army polybian_roman --blue-army gallic --seed 3"
)]
pub struct Battle {
    /// A bundled scenario's id, such as dba/zama, a scenario file, or with two armies a rulebook
    pub scenario: String,
    #[command(flatten)]
    pub armies: Armed,
    /// Who plays red: hasty, recruit, veteran or strategos
    #[arg(long, default_value = "recruit")]
    pub red: String,
    /// Who plays blue: hasty, recruit, veteran or strategos
    #[arg(long, default_value = "recruit")]
    pub blue: String,
    /// How many battles a strategos imagines for each decision, and a veteran for its plan; without it, what suits the book
    #[arg(long)]
    pub budget: Option<u32>,
    /// The seed of the dice; the same seed fights the same battle
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Save the battle in a file
    #[arg(long)]
    pub save: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    /// Print the battle as data: a JSON object a step, on a line each
    #[arg(long, conflicts_with_all = ["json", "quiet"])]
    pub jsonl: bool,
    /// Print only how it ended
    #[arg(long)]
    pub quiet: bool,
}

/// `testudo replay`
#[derive(ClapArgs, Debug)]
#[command(
    after_help = "Examples:\n  testudo replay lutzen.testudo\n  testudo replay lutzen.testudo --verify\n  testudo replay lutzen.testudo --step 40 --json\n  testudo replay lutzen.testudo --jsonl\n\n--verify also draws every die again from the server's secret and the players' shares, or from the seed.\nThat proves that nobody chose or changed a die. It does not prove that nobody looked ahead: whoever ran the\nserver knew the secret. A seed that was chosen was known to whoever chose it. A battle of before shared dice\nis replayed as ever, and says that its dice cannot be proved."
)]
pub struct Replay {
    /// The saved battle
    pub file: PathBuf,
    /// Only check that every command, die and digest fits, and that the dice follow from what they were drawn from
    #[arg(long)]
    pub verify: bool,
    /// Stop after this step and show the field
    #[arg(long)]
    pub step: Option<usize>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    /// Print the battle as data: a JSON object a step, on a line each
    #[arg(long, conflicts_with_all = ["json", "verify"])]
    pub jsonl: bool,
}

/// `testudo report`
#[derive(ClapArgs, Debug)]
#[command(
    after_help = "Examples:\n  testudo battle dba/zama --seed 7 --save zama.testudo --quiet\n  testudo report zama.testudo -o zama.html"
)]
pub struct Report {
    /// The saved battle
    pub file: PathBuf,
    /// Where to write the page
    #[arg(short, long)]
    pub out: PathBuf,
    /// How many battles are fought on from the end of each turn to tell who led; 0 leaves it out
    #[arg(long, default_value_t = 24, value_name = "N")]
    pub battles: u32,
}

/// `testudo map`
#[derive(ClapArgs, Debug)]
#[command(
    after_help = "Examples:\n  testudo map dba/zama -o zama.svg\n  testudo map zama.testudo --step 40 -o zama.png"
)]
pub struct Map {
    /// A scenario: an id or a TOML file; or a saved battle (.testudo)
    #[arg(value_name = "SCENARIO|FILE")]
    pub what: String,
    /// After which step of a saved battle; its end without it
    #[arg(long, value_name = "N")]
    pub step: Option<usize>,
    /// Where to write the picture: .svg or .png
    #[arg(short, long)]
    pub out: PathBuf,
    /// How wide it is drawn, in pixels
    #[arg(long, default_value_t = 960, value_parser = clap::value_parser!(u16).range(200..=4000))]
    pub width: u16,
    /// Draw it by lamplight
    #[arg(long)]
    pub dark: bool,
}

/// As many jobs as make sense: more than the machine has cores do not make it faster.
fn jobs(text: &str) -> Result<usize, String> {
    let jobs: usize = text.parse().map_err(|_| "must be a whole number".to_owned())?;
    if jobs > JOBS { Err(format!("must be from 0 to {JOBS}, not {jobs}")) } else { Ok(jobs) }
}

/// One of several equal parts of the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Which, from 1.
    pub part: u32,
    /// Of how many.
    pub of: u32,
}

impl Shard {
    /// Where this part of so many begins, and where the next begins.
    pub fn bounds(self, all: u32) -> (u32, u32) {
        let before = |parts: u32| u64::from(all) * u64::from(parts) / u64::from(self.of);
        let at = |parts: u32| u32::try_from(before(parts)).unwrap_or(all);
        (at(self.part - 1), at(self.part))
    }
}

fn shard(text: &str) -> Result<Shard, String> {
    let parts = text.split_once('/').and_then(|(part, of)| Some((part.parse().ok()?, of.parse().ok()?)));
    match parts {
        Some((part, of)) if (1..=of).contains(&part) => Ok(Shard { part, of }),
        _ => Err("must be a part of several, such as 2/4".to_owned()),
    }
}

/// The most jobs.
const JOBS: usize = 1024;

/// `testudo simulate`
#[derive(ClapArgs, Debug)]
#[command(
    after_help = "Examples:\n  testudo simulate dba/zama --battles 1000\n  testudo simulate dba/zama --battles 200 --red veteran --swap-sides -o zama.csv --html zama.html\n  testudo simulate dba/zama --battles 500 --sweep house.elephants_pursue=true,false\n  testudo simulate dba/zama --battles 500 --sweep 'house.elements_to_lose=+1,-1'\n  testudo simulate toms --red-army greek --blue-army persian --battles 100\n  testudo simulate dba/zama --battles 1000 --shard 2/4 -o zama-2.csv\n\nBattle number n has the seed SEED+n-1, so a simulation can go on from any seed. Ctrl-C keeps what was fought."
)]
pub struct Simulate {
    /// A bundled scenario's id, such as dba/zama, a scenario file, or with two armies a rulebook
    pub scenario: String,
    #[command(flatten)]
    pub armies: Armed,
    /// How many battles
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    pub battles: u32,
    /// Who plays red: hasty, recruit, veteran or strategos
    #[arg(long, default_value = "recruit")]
    pub red: String,
    /// Who plays blue: hasty, recruit, veteran or strategos
    #[arg(long, default_value = "recruit")]
    pub blue: String,
    /// How many battles a strategos imagines for each decision, and a veteran for its plan; without it, what suits the book
    #[arg(long)]
    pub budget: Option<u32>,
    /// The seed of the first battle
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// How many cores to use; all there are if 0
    #[arg(long, default_value_t = 0, value_parser = jobs)]
    pub jobs: usize,
    /// Fight every seed twice, the second time with the players on each other's side
    #[arg(long)]
    pub swap_sides: bool,
    /// Fight only one of several equal parts: 2/4 is the second of four
    #[arg(long, value_parser = shard)]
    pub shard: Option<Shard>,
    /// Write a row for each battle to a .csv or .parquet file
    #[arg(short, long = "out")]
    pub out: Option<PathBuf>,
    /// Write a page of charts
    #[arg(long)]
    pub html: Option<PathBuf>,
    /// Fight again with a field of the scenario changed: FIELD=VALUE,VALUE… (+n and -n add, off takes it out)
    #[arg(long)]
    pub sweep: Vec<String>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// `testudo arena`
#[derive(ClapArgs, Debug)]
#[command(
    after_help = "Examples:\n  testudo arena dba --battles 200\n  testudo arena dba --battles 200 --levels recruit,veteran --json\n  testudo arena dba/zama --battles 100 --levels veteran,strategos --budget 100"
)]
pub struct Arena {
    /// The rulebooks, or single scenarios such as dba/zama; without one, all books. Guided lessons meet only if named
    pub places: Vec<String>,
    /// How many battles each pair fights on each scenario, half of them from each side
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(2..))]
    pub battles: u32,
    /// Which opponents meet: random, hasty, recruit, veteran, strategos; without it, all who answer at once
    #[arg(long, value_delimiter = ',')]
    pub levels: Vec<String>,
    /// How many battles a strategos imagines for each decision, and a veteran for its plan; without it, what suits the book
    #[arg(long)]
    pub budget: Option<u32>,
    /// The seed of the first battle
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// How many cores to use; all there are if 0
    #[arg(long, default_value_t = 0, value_parser = jobs)]
    pub jobs: usize,
    /// Write a page of charts
    #[arg(long)]
    pub html: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// `testudo serve`
#[derive(ClapArgs, Debug)]
#[command(
    after_help = "Examples:\n  testudo serve\n  testudo serve --bind 0.0.0.0:80 --store postgres://testudo@db/testudo\n  testudo serve --config testudo.toml --limit sockets=500\n\nEnvironment: TESTUDO_BIND, TESTUDO_STORE, TESTUDO_TRUST_PROXY, TESTUDO_LOG_JSON, TESTUDO_CONFIG, and\nTESTUDO_LIMIT_NAME for each limit. Flags go before variables, and these before the file.\nRUST_LOG sets how much is logged on standard error. GET /health and /metrics are for those who run it."
)]
pub struct Serve {
    /// Where to listen [default: 127.0.0.1:7331]
    #[arg(long)]
    pub bind: Option<std::net::SocketAddr>,
    /// Where battles are kept: sqlite:PATH or postgres://…; without it, in your data folder
    #[arg(long)]
    pub store: Option<String>,
    /// A proxy stands before the server: callers are told apart by the last address in X-Forwarded-For
    #[arg(long)]
    pub trust_proxy: bool,
    /// Read settings from a TOML file: bind, store, trust_proxy, log_json and a table of limits
    #[arg(long)]
    pub config: Option<PathBuf>,
    /// Set a limit: NAME=VALUE, as often as you like
    #[arg(long)]
    pub limit: Vec<String>,
    /// Print the limits as they would be, and end
    #[arg(long)]
    pub limits: bool,
    /// Log JSON, an object a line
    #[arg(long)]
    pub log_json: bool,
}

/// `testudo admin`
#[derive(ClapArgs, Debug)]
#[command(
    after_help = "Examples:\n  testudo admin list --days 30\n  testudo admin backup -o battles-backup.db\n  testudo admin prune --days 365 --dry-run\n\nAll of it can be done while the server runs."
)]
pub struct Admin {
    /// Where the battles are kept, as for `testudo serve`; TESTUDO_STORE does as well
    #[arg(long, global = true)]
    pub store: Option<String>,
    /// What to do
    #[command(subcommand)]
    pub task: AdminTask,
}

/// The commands of `testudo admin`.
#[derive(Subcommand, Debug)]
pub enum AdminTask {
    /// List battles, those first that were touched longest ago
    List {
        /// Only those untouched for so many days
        #[arg(long)]
        days: Option<u32>,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Write a battle to a file, or all of them into a folder
    Export {
        /// The battle; without one, all
        battle: Option<String>,
        /// The file or the folder
        #[arg(short, long)]
        out: PathBuf,
    },
    /// Delete a battle
    Delete {
        /// The battle
        battle: String,
    },
    /// Delete battles that nobody has touched for long
    Prune {
        /// For how many days
        #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
        days: u32,
        /// Only say how many there are
        #[arg(long)]
        dry_run: bool,
    },
    /// Write a copy of all battles while the server runs (SQLite)
    Backup {
        /// The new file
        #[arg(short, long)]
        out: PathBuf,
    },
}
