//! Battles in bulk, for real.

use simulate::arena::{self, Card};
use simulate::sweep::{self, Change, changed};
use simulate::{Plan, Row, RowFile, Summary, page};
use std::sync::atomic::{AtomicBool, Ordering};
use testudo::Scenario;
use testudo_simulate as simulate;
use umpire::{BySide, Side};

static ON: AtomicBool = AtomicBool::new(false);

fn zama() -> Scenario {
    Scenario::bundled("dba/zama").expect("bundled")
}

fn plan(battles: u32) -> Plan {
    Plan { battles, seed: 7, ..Plan::new(&zama()).expect("a good scenario") }
}

fn rows(plan: &Plan, jobs: usize) -> Vec<Row> {
    let mut rows = Vec::new();
    let fought = plan.run(jobs, &ON, |row| rows.push(row)).expect("legal");
    assert_eq!(fought as usize, rows.len());
    rows
}

fn csv(plan: &Plan, jobs: usize) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("rows.csv");
    let mut sheet = RowFile::create(&path, &plan.scenario, plan.seed).expect("a file");
    rows(plan, jobs).iter().for_each(|row| sheet.add(row, &plan.start).expect("written"));
    assert!(!path.exists(), "a file is whole or not there");
    sheet.finish().expect("finished");
    std::fs::read_to_string(path).expect("the file")
}

#[test]
fn the_same_plan_gives_the_same_file_whatever_the_jobs() {
    let (one, two) = (csv(&plan(70), 1), csv(&plan(70), 2));
    assert_eq!(one, two);
    assert_eq!(one.lines().count(), 71);
    let columns = one.lines().next().expect("a header").split(',').count();
    assert!(one.lines().all(|line| line.split(',').count() == columns), "nothing of Zama needs quotes");
}

#[test]
fn a_later_seed_goes_on_where_an_earlier_plan_stopped() {
    let whole = rows(&plan(10), 1);
    let rest = rows(&Plan { seed: 7 + 6, ..plan(4) }, 1);
    let digests = |rows: &[Row]| rows.iter().map(|row| row.digest).collect::<Vec<_>>();
    assert_eq!(digests(&whole[6..]), digests(&rest));
}

#[test]
fn swapped_players_meet_on_the_same_dice() {
    let plan = Plan { swap_sides: true, ..plan(6) };
    let seeds: Vec<u64> = (0..6).map(|i| plan.draw(i).0).collect();
    assert_eq!(seeds, [7, 7, 8, 8, 9, 9]);
}

#[test]
fn stopping_keeps_what_was_fought() {
    let stop = AtomicBool::new(false);
    let mut n = 0;
    let fought = plan(5_000).run(1, &stop, |row| {
        assert_eq!(row.battle, n);
        n += 1;
        stop.fetch_or(n == 40, Ordering::Relaxed);
    });
    assert_eq!(fought.expect("legal"), n);
    assert!((40..5_000).contains(&n));
}

#[test]
fn rows_are_counted_and_drawn() {
    let plan = plan(40);
    let mut summary = Summary::default();
    rows(&plan, 0).iter().for_each(|row| summary.add(row));
    assert_eq!(summary.won[Side::Red] + summary.won[Side::Blue] + summary.drawn(), 40);
    assert_eq!(summary.reasons.values().sum::<u32>(), 40);
    assert!(summary.turns.mean() > 1.0 && summary.decided.quantile(1.0) <= summary.turns.quantile(1.0));
    let page = page::page(&plan, &summary);
    let names = &plan.start.field().roster().names;
    assert!(Side::ALL.iter().all(|side| page.contains(&names[*side])), "both armies are named");
    assert!(page.contains("<svg") && !page.contains("http"), "the page needs nothing but itself");
}

#[cfg(feature = "parquet")]
#[test]
fn a_parquet_file_is_read_back() {
    use parquet::file::reader::{FileReader as _, SerializedFileReader};
    use parquet::record::RowAccessor as _;
    let plan = plan(5);
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("rows.parquet");
    let mut sheet = RowFile::create(&path, &plan.scenario, plan.seed).expect("a file");
    let fought = rows(&plan, 1);
    fought.iter().for_each(|row| sheet.add(row, &plan.start).expect("written"));
    sheet.finish().expect("finished");
    let file = std::fs::File::open(&path).expect("the file");
    let reader = SerializedFileReader::new(file).expect("Parquet");
    let read: Vec<_> = reader.get_row_iter(None).expect("rows").map(|row| row.expect("a row")).collect();
    assert_eq!(read.len(), 5);
    for (row, read) in fought.iter().zip(&read) {
        assert_eq!(read.get_ulong(1).expect("seed"), row.seed);
        assert_eq!(read.get_string(2).expect("scenario"), "dba/zama");
        assert_eq!(read.get_int(7).expect("turns"), i32::from(row.turns));
        assert_eq!(*read.get_string(15).expect("digest"), row.digest.to_string());
    }
}

#[test]
fn a_file_of_another_kind_is_refused() {
    let refused = RowFile::create(std::path::Path::new("rows.xls"), "x", 1).err().expect("no such kind");
    assert_eq!(refused.to_string(), "rows.xls: name a .csv or a .parquet file");
}

/// Writes the rows of a plan into a file, and reads all that is then there as text.
fn into_file(plan: &Plan, path: &std::path::Path) -> u32 {
    let mut sheet = RowFile::create(path, &plan.scenario, plan.seed).expect("a file");
    rows(plan, 1).iter().for_each(|row| sheet.add(row, &plan.start).expect("written"));
    let kept = sheet.kept();
    sheet.finish().expect("finished");
    kept
}

#[test]
fn going_on_into_the_same_file_keeps_what_is_there() {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["rows.csv", "rows.parquet"] {
        let (whole, parts) = (folder.path().join(format!("whole-{name}")), folder.path().join(name));
        into_file(&plan(5), &whole);
        assert_eq!(into_file(&plan(3), &parts), 0);
        assert_eq!(into_file(&Plan { seed: 7 + 3, ..plan(2) }, &parts), 3);
        let read = |path| std::fs::read(path).expect("the file");
        assert!(read(&whole) == read(&parts), "{name}: the parts are not the whole");
        // Another beginning is another simulation.
        assert_eq!(into_file(&plan(3), &parts), 0);
    }
}

#[test]
fn going_on_between_the_two_battles_of_a_seed_keeps_what_is_there() {
    let folder = tempfile::tempdir().expect("a folder");
    let (whole, parts) = (folder.path().join("whole.csv"), folder.path().join("parts.csv"));
    let swapped = |seed, battles| Plan { seed, battles, swap_sides: true, ..plan(0) };
    into_file(&swapped(7, 6), &whole);
    // Seeds 7, 7, 8, 8 and 9 once: it goes on with seed 9.
    into_file(&swapped(7, 5), &parts);
    assert_eq!(into_file(&swapped(9, 2), &parts), 4);
    let read = |path| std::fs::read_to_string(path).expect("the file");
    assert_eq!(read(&whole), read(&parts));
}

#[test]
fn the_largest_seed_is_written_as_it_is() {
    let text = csv(&Plan { seed: u64::MAX, ..plan(1) }, 1);
    assert!(text.lines().nth(1).expect("a row").starts_with("1,18446744073709551615,"), "{text}");
}

#[cfg(feature = "parquet")]
#[test]
fn the_largest_seed_is_written_as_it_is_into_parquet_and_gone_on_from() {
    use parquet::file::reader::{FileReader as _, SerializedFileReader};
    use parquet::record::RowAccessor as _;
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("rows.parquet");
    into_file(&Plan { seed: u64::MAX - 1, ..plan(1) }, &path);
    assert_eq!(into_file(&Plan { seed: u64::MAX, ..plan(1) }, &path), 1);
    let file = std::fs::File::open(&path).expect("the file");
    let reader = SerializedFileReader::new(file).expect("Parquet");
    let seeds = reader.get_row_iter(None).expect("rows").map(|row| row.expect("a row").get_ulong(1));
    assert_eq!(seeds.map(|seed| seed.expect("a seed")).collect::<Vec<_>>(), [u64::MAX - 1, u64::MAX]);
}

#[test]
fn a_relative_sweep_adds_to_what_the_book_says() {
    let text = |value: &str| changed(&zama(), "house.elements_to_lose", value).expect("it fits").text;
    assert!(text("+1").contains("elements_to_lose = 5"), "{}", text("+1"));
    assert!(text("-1").contains("elements_to_lose = 3"));
    assert!(text("1").contains("elements_to_lose = 1"));
    let said = |path: &str| changed(&zama(), path, "+1").err().map(|e| e.to_string()).unwrap_or_default();
    assert!(said("red.nothing").contains("no usual value"), "{}", said("red.nothing"));
    let slip = said("house.elements_to_loose");
    assert!(slip.contains("no house rule") && slip.contains("did you mean `elements_to_lose`"), "{slip}");
}

#[test]
fn a_sweep_compares_battles_of_the_same_dice() {
    let changes: Vec<Change> = vec!["house.elements_to_lose = 2, 4".parse().expect("a change")];
    let mut n = 0;
    let told = sweep::run(&zama(), &plan(30), &changes, 0, &ON, || n += 1).expect("fought");
    assert_eq!((told.len(), n), (3, 90));
    // Four elements are what holds anyway: nothing turns.
    assert_eq!((told[2].turned, told[2].chance), ([0, 0], 1.0));
    assert_eq!(told[2].summary.won, told[0].summary.won);
    assert!(told[1].summary.turns.mean() < told[0].summary.turns.mean(), "two elements are lost sooner");
}

#[test]
fn a_change_that_does_not_fit_is_named() {
    let said = |path: &str, value: &str| changed(&zama(), path, value).err().map(|e| e.to_string());
    assert_eq!(said("house.camps", "false"), None);
    let gone = said("nowhere", "off").expect("not there");
    assert_eq!(gone, "--sweep nowhere: it is not there, so it cannot be taken out");
    assert!(said("name.of", "3").expect("text has no fields").contains("nothing below"));
    let odd: Change = "house.camps = 7".parse().expect("a change");
    let why = sweep::run(&zama(), &plan(1), &[odd], 1, &ON, || ()).expect_err("no such value").to_string();
    assert!(why.starts_with("--sweep house.camps = 7: ") && why.contains("house.camps"), "{why}");
}

#[test]
fn every_pair_of_levels_meets_from_both_sides() {
    use opponent::Budget;
    use opponent::Level::{Random, Recruit};
    let mut met = Vec::new();
    let card = Card {
        scenarios: vec![zama()],
        levels: vec![Recruit, Random],
        budget: Budget::default(),
        battles: 40,
        seed: 1,
    };
    arena::run(&card, 0, &ON, || (), |meeting| met.push(meeting)).expect("legal");
    assert_eq!(met.len(), 1);
    let (won, of) = met[0].summary.player(met[0].upper, met[0].lower);
    assert_eq!((met[0].upper, of), (Recruit, 40));
    assert!(won >= 24, "a recruit beats chance: {won} of 40");
    assert_eq!(
        met[0].summary.by_players.keys().copied().collect::<Vec<_>>(),
        [BySide([Random, Recruit]).0, BySide([Recruit, Random]).0]
    );
}

#[test]
fn the_scenarios_of_a_book_are_summed_up() {
    use opponent::Budget;
    use opponent::Level::{Random, Recruit};
    let bundled = |id: &str| Scenario::bundled(id).expect("bundled");
    let card = Card {
        scenarios: vec![bundled("dba/zama"), bundled("dba/lutzen"), bundled("toms/plataea")],
        levels: vec![Random, Recruit],
        budget: Budget::default(),
        battles: 4,
        seed: 1,
    };
    let mut met = Vec::new();
    arena::run(&card, 0, &ON, || (), |meeting| met.push(meeting)).expect("legal");
    let totals = arena::totals(&met);
    // Of Tom's rules one scenario is fought, and needs no sum.
    assert_eq!(totals.iter().map(|t| (t.place.as_str(), t.of)).collect::<Vec<_>>(), [("dba", 8)]);
    assert_eq!(totals[0].won, met[..2].iter().map(|m| m.score().won).sum::<u32>());
    assert_eq!((totals[0].turns.n(), totals[0].upper), (8, Recruit));
    assert!(page::arena_page(&card, &met).contains("All scenarios of a book together"));
}
