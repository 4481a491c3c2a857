//! The order language: read, printed, read again; refused in words; never a panic.

mod corpus;
mod random;

pub use crate::orders::language::write::write;

use crate::orders::language::{Names, Role, print, read};
use crate::orders::order::{Leg, Order, Ref, Trigger, Verb, Where};
use dice::Seeded;

/// The names of the valley of the Medway, as the Roman general knows them.
pub fn names() -> Names {
    Names::new(
        [("a1", "Cohort I"), ("a2", "Cohort II"), ("a3", "Cretan archers"), ("a5", "Gallic horse")],
        [("b1", "Cantiaci"), ("b2", "Trinovantes"), ("b3", "Chariots"), ("b4", "Light horse")],
        [
            ("hill_north", "the long hill"),
            ("wood_west", "the west wood"),
            ("wood_east", "the east wood"),
            ("stream", "the brook"),
            ("ford", "the ford"),
        ],
    )
}

fn only(sentence: &str) -> Order {
    let readings = read(sentence, &names()).unwrap_or_else(|e| panic!("{sentence}: {e}"));
    assert_eq!(readings.len(), 1, "{sentence}: {readings:#?}");
    readings[0].order.clone().meaning()
}

#[test]
fn fifty_sentences_are_read_printed_and_read_again() {
    let file = include_str!("orders.txt");
    assert!(file.lines().count() >= 50);
    for sentence in file.lines() {
        let readings = read(sentence, &names()).unwrap_or_else(|e| panic!("{sentence}: {e}"));
        for reading in readings {
            let printed = print(&reading.order, &names());
            let again = read(&printed, &names()).unwrap_or_else(|e| panic!("{sentence} -> {printed}: {e}"));
            let (first, second) = (reading.order.meaning(), again[0].order.clone().meaning());
            assert_eq!(first, second, "{sentence} -> {printed}");
            let text = write(&first).to_string();
            assert_eq!(read(&text, &names()).expect("JSON")[0].order, first, "{text}");
        }
    }
}

#[test]
fn the_generals_sentences_mean_what_they_should() {
    let attack = Leg {
        route: vec![Ref::Name("the ford".into(), Where::Any)],
        ..Leg::to(Verb::Attack, Ref::Kind("hill".into(), Where::InFront))
    };
    assert_eq!(only("Cross the brook by the ford and take the hill in front").legs, [attack]);

    let order = only("Hold the hill until the enemy is within 8 inches, then charge");
    assert_eq!(order.legs[0].until, [Trigger::EnemyWithin(8000, None)]);
    assert_eq!((order.legs[0].verb, order.legs[1].verb), (Verb::Hold, Verb::Attack));
    assert_eq!(order.legs[1].target, Some(Ref::NearestEnemy));

    let order = only("Skirmish against the nearest horse; fall back behind the Second Cohort if pressed");
    assert_eq!(order.legs[0].target, Some(Ref::EnemyKind("cavalry".into(), Where::Nearest)));
    assert_eq!(order.on[0].when, [Trigger::Attacked, Trigger::FiredOn]);
    assert_eq!(order.on[0].then, Leg::to(Verb::Support, Ref::Friend("a2".into())));

    let order = only("On signal 2 retire to the road");
    assert_eq!(order.legs[0].when, [Trigger::Signal(2)]);
    assert_eq!((order.legs[0].verb, order.on.len()), (Verb::RetireTo, 0));

    let order = only("Move South West");
    assert_eq!((order.legs[0].verb, order.legs[0].bearing), (Verb::MoveDir, Some(225_000)));
}

#[test]
fn a_condition_after_the_first_clause_stands_and_one_after_then_waits() {
    let stands = only("Hold the ford. If attacked, retire to the road.");
    assert_eq!((stands.legs.len(), stands.on.len()), (1, 1));
    let waits = only("Hold the ford until signal 1, then, if attacked, retire to the road.");
    assert_eq!((waits.legs.len(), waits.on.len()), (2, 0));
    assert_eq!(waits.legs[1].when, [Trigger::Attacked]);
}

#[test]
fn every_reading_of_a_doubtful_sentence_is_given() {
    let readings = read("Attack the enemy", &names()).expect("read");
    let targets: Vec<_> = readings.iter().map(|r| r.order.legs[0].target.clone()).collect();
    assert_eq!(targets, [Some(Ref::NearestEnemy), Some(Ref::EnemyKind("any".into(), Where::Any))]);

    let readings = read("Advance on the west wood", &names()).expect("read");
    let verbs: Vec<_> = readings.iter().map(|r| r.order.legs[0].verb).collect();
    assert_eq!(verbs, [Verb::MoveTo, Verb::Attack]);

    let twins = Names::new([("a1", "Warband"), ("a2", "Warband")], [], []);
    assert_eq!(read("Support the Warband", &twins).expect("read").len(), 2);
}

#[test]
fn what_cannot_be_read_is_refused_with_the_words() {
    let refused = |sentence: &str| read(sentence, &names()).expect_err(sentence);
    let no = refused("Hold the ford, then dance on the hill");
    assert_eq!(no.words, "dance on the hill");
    assert!(no.to_string().contains("this is not understood at \"dance on the hill\""), "{no}");
    let no = refused("Hold the ford until the cows come home");
    assert_eq!(&"Hold the ford until the cows come home"[no.span.clone()], "until the cows come home");
    assert!(refused("").why.contains("says nothing"));
    let six = "Hold until signal 1. Then advance until signal 2. ".repeat(3);
    assert!(refused(&six).why.contains("at most five legs"));
    assert!(refused("{\"verb\": \"dance\"}").why.starts_with("verb: unknown value `dance`"));
    assert!(refused(&"hold and ".repeat(2000)).why.contains("shorter"));
}

#[test]
fn slips_are_mended_and_shown() {
    let reading = &read("Atack teh Cantiacci at all costs", &names()).expect("read")[0];
    assert_eq!(reading.order.legs, [Leg::to(Verb::Attack, Ref::Enemy("b1".into()))]);
    let shown: Vec<_> = reading.passed.iter().map(|p| p.meant.as_deref()).collect();
    assert_eq!(shown, [Some("attack"), Some("the"), Some("cantiaci"), None]);
}

#[test]
fn stretches_are_underlined_by_role() {
    let sentence = "Hold the ford until attacked, then march to the west wood by the ford";
    let reading = &read(sentence, &names()).expect("read")[0];
    let said: Vec<_> = reading.marks.iter().map(|m| (&sentence[m.span.clone()], m.role)).collect();
    for part in [
        ("Hold", Role::Doing),
        ("the ford", Role::Target),
        ("until attacked", Role::Condition),
        ("march", Role::Doing),
        ("the west wood", Role::Target),
    ] {
        assert!(said.contains(&part), "{part:?} in {said:?}");
    }
}

#[test]
fn every_order_is_printed_as_a_sentence_that_means_it() {
    let mut dice = Seeded::new(1969);
    for i in 0..1000 {
        let names = random::names(&mut dice);
        let order = random::order(&mut dice, &names);
        let printed = print(&order, &names);
        let again = read(&printed, &names).unwrap_or_else(|e| panic!("{i}: {printed}: {e}\n{order:#?}"));
        assert_eq!(again[0].order.clone().meaning(), order, "{i}: {printed}");
        let text = write(&order).to_string();
        assert_eq!(read(&text, &names).expect("JSON")[0].order, order, "{i}: {text}");
    }
}

#[test]
fn no_text_makes_it_panic() {
    let mut dice = Seeded::new(7);
    let names = names();
    for _ in 0..1200 {
        let text = random::text(&mut dice);
        match read(&text, &names) {
            Ok(readings) => {
                for reading in readings {
                    let printed = print(&reading.order, &names);
                    let again = read(&printed, &names).unwrap_or_else(|e| panic!("{text} -> {printed}: {e}"));
                    assert_eq!(
                        again[0].order.clone().meaning(),
                        reading.order.meaning(),
                        "{text} -> {printed}"
                    );
                }
            }
            Err(no) => assert!(text.get(no.span.clone()).is_some(), "{text}: {:?}", no.span),
        }
    }
}
