//! The order sheet and the signal card.

use crate::board::state::Carrier;
use crate::board::veil;
use crate::data::measure::MM;
use crate::house::{Ambiguity, House};
use crate::orders::order::{Ref, Verb};
use crate::orders::{sheet, signals, standing};
use crate::play::screen::lines;
use crate::rule;
use crate::tests::orders::common::Table;
use ruling::Refusal;
use ruling::proves;
use table::{Facing, Pose, Vec2};
use umpire::{BySide, Command, Drawn, Form, OptionId, Shown as _, Side, Step};

fn sheet(lines: &[(u16, &str)]) -> Command {
    Command::Sheet { lines: lines.iter().map(|(n, t)| (*n, (*t).to_owned())).collect(), picks: Vec::new() }
}

fn check(table: &Table, lines: &[(u16, &str)]) -> Result<sheet::Sheet, Vec<Refusal>> {
    sheet::check(&table.book, &table.field, &table.phase, Side::Red, &sheet(lines))
}

fn refused(table: &Table, lines: &[(u16, &str)]) -> Refusal {
    check(table, lines).expect_err("refused").remove(0)
}

#[test]
fn a_line_is_asked_for_every_unit_and_every_signal() {
    let table = Table::new();
    let ask =
        sheet::ask(&veil::board(&table.book, &table.field, &table.phase, Side::Red), &table.field, Side::Red);
    let Form::Sheet { lines, picks } = ask.form else { panic!("a sheet") };
    assert_eq!((lines.len(), picks.len()), (5 + 4, 0));
    assert_eq!(lines[0].now, "Cross the brook by the ford and take the hill in front");
    assert_eq!(lines[1].now, "Support Cohort I.");
    assert_eq!(lines[5].now, "To a5: (all horse advance)");
    assert_eq!(lines[6].now, "Retire to the point (38, 4).");
}

#[test]
fn what_is_drawn_is_written_so_that_it_can_be_read() {
    let table = Table::new();
    let (a4, a5) = (table.id("a4"), table.id("a5"));
    let drawn = |unit, at: Vec2| {
        let path = [Step::To(Pose::new(at * MM, Facing::NORTH))];
        let drawn = Drawn { after: "", path: &path };
        table.book.phrase(&table.field, &table.phase, unit, drawn).expect("an order")
    };
    let at = |label: &str| table.field.unit(table.id(label)).pose.at.vec() * (1.0 / MM);
    let wood = table.book.features.iter().find(|f| f.name == "the west wood").expect("a wood").centre();
    let cases = [
        (4, drawn(a5, at("b3")), "Attack the Chariots."),
        (3, drawn(a4, at("a1")), "Support Cohort I."),
        (4, drawn(a5, wood), "March to the west wood."),
        (4, drawn(a5, Vec2::new(50.2, 20.4)), "March to the point (50, 20)."),
    ];
    for (line, words, wanted) in cases {
        assert_eq!(words, wanted);
        check(&table, &[(line, &words)]).expect("what is drawn is read");
    }
}

#[test]
fn what_is_written_is_sealed_and_stands() {
    let mut table = Table::new();
    let written =
        check(&table, &[(0, "Hold the ford until signal 3, then advance"), (7, "To Gallic horse: charge")]);
    let written = written.expect("a good sheet");
    assert_eq!(written.card.len(), 3);
    table.resolve(|book, phase, cx| sheet::resolve(book, phase, BySide([Some(written), None]), cx));
    assert_eq!(table.standing("a1").expect("an order").order.legs[0].verb, Verb::Hold);
    let command = &table.phase.command[Side::Red];
    assert_eq!((command.sheet.len(), command.sheet[0].carrier), (5, Carrier::Sheet));
    assert_eq!(command.card[2].units, Some(vec![table.id("a5")]));
}

#[test]
fn what_cannot_be_read_or_done_is_refused_in_words() {
    proves!(rule::ORDERS_LANGUAGE, rule::ORDERS_SKIRMISH, rule::ORDERS_VISIBLE);
    let table = Table::new();
    let no = refused(&table, &[(0, "Hold the cathedral")]);
    assert_eq!(no.rule, rule::ORDERS_LANGUAGE);
    assert!(no.what.contains("at \"the cathedral\" (letters 6 to 18)"), "{no}");
    assert!(no.instead.as_ref().is_some_and(|i| i.contains("Hold")), "{no}");
    assert_eq!(refused(&table, &[(0, "Skirmish")]).rule, rule::ORDERS_SKIRMISH);
    assert_eq!(refused(&table, &[(0, "March to the bridge")]).rule, rule::ORDERS_VISIBLE);
    assert_eq!(
        refused(&table, &[(0, "{\"verb\":\"attack\",\"target\":{\"enemy\":\"b9\"}}")]).rule,
        rule::ORDERS_REFERENCE
    );
    assert_eq!(refused(&table, &[(0, "Follow Cohort I")]).rule, rule::ORDERS_REFERENCE);
    let nobody = r#"{"verb": "hold", "until": [{"enemy": "b9", "event": "charges"}]}"#;
    assert_eq!(refused(&table, &[(0, nobody)]).rule, rule::ORDERS_REFERENCE);
    assert_eq!(refused(&table, &[(0, "")]).rule, rule::ORDERS_LANGUAGE);
    assert_eq!(refused(&table, &[(5, "To Cohort IX: advance")]).rule, rule::ORDERS_SIGNAL_CARD);
    assert_eq!(refused(&table, &[(9, "Hold")]).rule, rule::ORDERS_WRITE);
    assert_eq!(check(&table, &[(0, "dance"), (1, "sing")]).expect_err("both").len(), 2);
    let pick = Command::Sheet { lines: Vec::new(), picks: vec![(0, OptionId(1))] };
    let no = sheet::check(&table.book, &table.field, &table.phase, Side::Red, &pick).expect_err("no pick");
    assert_eq!(no[0].rule, rule::ORDERS_SUBORDINATES);
}

#[test]
fn a_doubtful_order_is_warned_of_only_by_that_house_rule() {
    proves!(rule::ORDERS_AMBIGUITY, rule::ORDERS_EXPLOIT);
    let warn = Table::with(House { ambiguity: Ambiguity::Warn, ..House::default() });
    let no = refused(&warn, &[(0, "Attack the enemy")]);
    assert_eq!(no.rule, rule::ORDERS_AMBIGUITY);
    assert!(no.instead.as_ref().is_some_and(|i| i.contains("Attack the nearest enemy.")), "{no}");
    assert_eq!(refused(&warn, &[(3, "March to the wood")]).rule, rule::ORDERS_EXPLOIT);
    let exploit = Table::new();
    assert_eq!(check(&exploit, &[(0, "Attack the enemy")]).expect("taken").orders[0].1.len(), 2);
}

#[test]
fn the_reading_taken_is_the_worst_and_the_journal_tells_both_in_the_end() {
    for (ambiguity, nearest) in [(Ambiguity::Exploit, false), (Ambiguity::Kind, true)] {
        let mut table = Table::with(House { ambiguity, ..House::default() });
        let written = check(&table, &[(0, "Attack the enemy")]).expect("a good sheet");
        table.resolve(|book, phase, cx| sheet::resolve(book, phase, BySide([Some(written), None]), cx));
        let target = table.standing("a1").expect("an order").order.legs[0].target.clone();
        assert_eq!(target == Some(Ref::NearestEnemy), nearest, "{target:?}");
        assert!(!table.wrote("could also mean"));
        table.resolve(|book, phase, cx| standing::open_sheets(book, phase, cx));
        assert!(table.wrote("it could also mean"), "{:?}", table.journal);
        assert!(table.wrote("Cohort II, before the battle, on the order sheet: \"Support Cohort I.\""));
    }
}

/// `wrg1969.orders.ambiguity`: the umpire reads the card against its writer too.
#[test]
fn a_doubtful_signal_is_read_as_doubtful_orders_are() {
    proves!(rule::ORDERS_AMBIGUITY);
    for (ambiguity, nearest) in [(Ambiguity::Exploit, false), (Ambiguity::Kind, true)] {
        let mut table = Table::with(House { ambiguity, ..House::default() });
        let written = check(&table, &[(5, "Attack the enemy")]).expect("a good sheet");
        table.resolve(|book, phase, cx| sheet::resolve(book, phase, BySide([Some(written), None]), cx));
        let card = &table.phase.command[Side::Red].card;
        let order = card.iter().find(|s| s.number == 1).and_then(|s| s.order.as_ref()).expect("an order");
        assert_eq!(order.legs[0].target == Some(Ref::NearestEnemy), nearest, "{order:?}");
    }
    let warn = Table::with(House { ambiguity: Ambiguity::Warn, ..House::default() });
    assert_eq!(refused(&warn, &[(5, "Attack the enemy")]).rule, rule::ORDERS_AMBIGUITY);
}

#[test]
fn a_signal_printed_reads_back_the_same() {
    let table = Table::begun(House::default());
    let roster = table.field.roster();
    let names = crate::orders::names::all(&table.book, roster, Side::Red);
    let read = |text: &str| {
        let line = signals::read_line(1, text, roster, Side::Red, &names);
        line.expect("it can be read").expect("it is not empty").0
    };
    for (written, printed, meaning) in [
        ("To Gallic horse: (the horse goes in)", "To a5: (the horse goes in)", "the horse goes in"),
        ("to Cohort I and Cohort II: hold", "To a1, a2: hold", "hold"),
        ("Advance.", "Advance.", "Advance."),
    ] {
        let signal = read(written);
        assert_eq!(signals::print(&signal, roster, &names), printed);
        assert_eq!(signals::meaning(&signal, &names), meaning);
        assert_eq!(read(printed), signal);
    }
}

#[test]
fn a_line_in_the_making_is_read_back_with_its_slips() {
    let mut table = Table::new();
    let read = |table: &Table, text: &str| {
        lines(&table.book, &table.field, &table.phase, Side::Red, &sheet(&[(0, text)])).remove(0)
    };
    let line = read(&table, "Atack the Slingers, whatever the cost.");
    assert_eq!(line.sentence.as_deref(), Some("Attack the Slingers."));
    let remarks: Vec<_> = line.remarks.iter().map(|r| (r.span.clone(), r.about, r.words.as_str())).collect();
    let passed = "passed over: it changes nothing";
    assert_eq!(remarks, [(0..5, "mended", "read as “attack”"), (20..37, "passed", passed)]);

    // What is offered instead is a whole order that is read.
    let snag = read(&table, "Tke the hill in front.").snag.expect("a stumble");
    assert!(!snag.near.is_empty());
    for order in &snag.near {
        assert!(read(&table, order).sentence.is_some(), "{order}");
    }
    // A signal keeps whom it is for.
    let card = sheet(&[(7, "To Gallic horse: dance")]);
    let signal = lines(&table.book, &table.field, &table.phase, Side::Red, &card).remove(0);
    let near = signal.snag.expect("a stumble").near;
    assert!(near.iter().all(|order| order.starts_with("To Gallic horse: ")), "{near:?}");

    // A doubt is told unless it is to be exploited.
    let doubtful = "Hold the wood.";
    table.book.house.ambiguity = Ambiguity::Exploit;
    assert!(read(&table, doubtful).remarks.is_empty());
    table.book.house.ambiguity = Ambiguity::Kind;
    let doubts: Vec<String> = read(&table, doubtful).remarks.into_iter().map(|r| r.words).collect();
    assert!(doubts.len() == 1 && doubts[0].contains("west wood"), "{doubts:?}");
}
