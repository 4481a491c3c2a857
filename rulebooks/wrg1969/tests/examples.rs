//! Short examples of what single functions do.

#[test]
fn army_check_check() {
    use crate::army::check::check;
    use crate::army::lists::list;
    let rome = list("roman_early").expect("there is such a list");
    let mut army = rome.ready();
    assert_eq!(check(rome, 1000, 0, &army.companies), []);
    army.companies[0].figures = 40;
    let faults = check(rome, 1000, 0, &army.companies);
    assert_eq!(faults[0].message, "Cohort I: 40 figures, but a unit of Legionaries has from 15 to 30");
    assert_eq!(faults[1].message, "1088 points, but the armies have 1000");
}

#[test]
fn army_file_read() -> Result<(), form::Fault> {
    use crate::army::file::read;
    let file = r#"
    book = "wrg1969"
    army = "roman_early"
    points = 500
    units = [
    { line = "legion", figures = 20 },
    { line = "legion", figures = 20, grade = "B" },
    { line = "horse", figures = 12 },
    ]
    "#;
    let army = read(&form::parse_toml(file)?).expect("a good army");
    assert_eq!((army.name.as_str(), army.total()), ("Roman, the early legion", 406));
    Ok(())
}

#[test]
fn army_list_total() {
    use crate::army::lists::list;
    let army = list("roman_early").expect("there is such a list").ready();
    assert_eq!(army.total(), 988);
}

#[test]
fn army_points_price() {
    use crate::army::points::Purchase;
    use crate::data::reaction::Grade;
    use crate::data::troop::Troop;
    let cohort = Purchase { grade: Some(Grade::B), ..Purchase::usual(Troop::MediumInfantry, true, 20) };
    let price = cohort.price().expect("there are such troops");
    assert_eq!((price.per_figure, price.command, price.total(20)), (5, 10, 110));
}

#[test]
fn army_points_generals_allowed() {
    use crate::army::points::generals_allowed;
    assert_eq!((generals_allowed(540), generals_allowed(1999), generals_allowed(2000)), (1, 1, 2));
}

#[test]
fn combat_rules_casualties_men() {
    use crate::combat::rules::casualties::men;
    assert_eq!(men(3, 32).men, 3 * 16 + 3);
    assert_eq!((men(14, 10).row, men(14, 10).men), (12, 126));
}

#[test]
fn combat_rules_casualties_remove() {
    use crate::combat::rules::casualties::remove;
    let lost = remove(20, 19, Some(12));
    assert_eq!((lost.figures, lost.carry, lost.destroyed), (1, 19, false));
}

#[test]
fn desk_ask() -> Result<(), form::Fault> {
    use crate::desk::ask;
    use form::parse_json;
    let input = parse_json(r#"{"factor": 3, "figures": 32}"#)?;
    assert_eq!(ask("casualties", &input).expect("a good question")["men"], 51);
    let faults = ask("casualties", &parse_json(r#"{"factor": 3, "figures": -1}"#)?).unwrap_err();
    assert_eq!(faults[0].path, "figures");
    Ok(())
}

#[test]
fn movement_intent_read_path() {
    use crate::movement::intent::{Step, read_path};
    assert_eq!(read_path("right 20, ahead 4.5"), Some(vec![Step::Wheel(20_000), Step::Ahead(4_500)]));
    assert_eq!(read_path(""), Some(vec![]));
    assert_eq!(read_path("up 3"), None);
}

#[test]
fn orders_delays_errand() {
    use crate::data::moves::Mover;
    use crate::data::troop::Troop;
    use crate::house::House;
    use crate::orders::delays::errand;
    let told = errand(&House::default(), Mover::new(Troop::LightCavalry), true, 24.5, 3);
    assert_eq!((told.travel, told.leaves, told.arrives, told.acts), (2, 4, 5, 6));
}

#[test]
fn orders_general_added() {
    use crate::orders::general::added;
    assert_eq!(added((1, 2), 3, 4), (5, 4));
    assert_eq!(added((0, 1), 24, 12), (2, 1));
}

#[test]
fn orders_language_read() -> Result<(), crate::orders::language::Stumble> {
    use crate::orders::language::{Names, print, read};
    let names = Names::new([("a1", "Cohort I")], [], [("ford", "the ford")]);
    let readings = read("Cross the brook by the ford and take the hill in front", &names)?;
    assert_eq!(print(&readings[0].order, &names), "Attack the hill in front by way of the ford.");
    let no = read("Paint the hill", &names).unwrap_err();
    assert_eq!(no.words, "Paint the hill");
    Ok(())
}

#[test]
fn orders_language_json_read() {
    use super::language::write;
    use crate::orders::language::json;
    let node = form::parse_json(r#"{"verb": "move_dir", "bearing": "SW"}"#).expect("JSON");
    let order = json::read(&node).expect("an order");
    assert_eq!(order.legs[0].bearing, Some(225_000));
    assert_eq!(write(&order), serde_json::json!({"verb": "move_dir", "bearing": "SW"}));
}

#[test]
fn orders_language_lexer_tokens() {
    use crate::orders::language::lexer::{Token, tokens};
    let cut: Vec<Token> = tokens("within 8.5\"").into_iter().map(|t| t.token).collect();
    assert_eq!(cut, [Token::Word("within".into()), Token::Number(8500), Token::Word("inches".into())]);
}

#[test]
fn orders_language_names_new() {
    use crate::orders::language::Names;
    let names = Names::new([("a1", "Cohort I")], [("b1", "Cantiaci")], [("hill_north", "the long hill")]);
    assert_eq!(names.friends[0].name, "Cohort I");
}

#[test]
fn orders_language_printer_print() {
    use crate::orders::language::{Names, print};
    use crate::orders::order::{Leg, Order, Trigger, Verb};
    let hold = Leg { until: vec![Trigger::EnemyWithin(8000, None)], ..Leg::new(Verb::Hold) };
    let order = Order::new(vec![hold, Leg::new(Verb::Advance)]);
    assert_eq!(print(&order, &Names::default()), "Hold until any enemy is within 8 inches. Then advance.");
}

#[test]
fn orders_language_printer_tell() {
    use crate::orders::language::{Names, tell};
    use crate::orders::order::{Leg, Order, Ref, Verb};
    let names = Names::new([("a1", "Cohort I")], [], [("ford", "the ford")]);
    let attack = Leg::to(Verb::Attack, Ref::NearestEnemy);
    let march = Leg::to(Verb::MoveTo, Ref::Feature("ford".to_owned()));
    let order = Order::new(vec![march, attack.clone(), attack]);
    assert_eq!(tell(&order, &names), "March to the ford. Then attack the nearest enemy, twice over.");
}

#[test]
fn orders_language_printer_terms() -> Result<(), crate::orders::language::Stumble> {
    use crate::orders::language::{Names, Role, read, terms};
    let names = Names::new([("a1", "Cohort I")], [], [("ford", "the ford")]);
    let order = read("Cross the brook by the ford and take the hill in front", &names)?.remove(0).order;
    let said = terms(&order, &names);
    assert_eq!(said[0], (Role::Doing, "Do", "attack".to_owned()));
    assert_eq!(said[1], (Role::Target, "What", "the hill in front, chosen when the leg begins".to_owned()));
    assert_eq!(said[2], (Role::Way, "By way of", "the ford".to_owned()));
    Ok(())
}

#[test]
fn orders_reference_lies() {
    use crate::orders::order::Where;
    use crate::orders::reference::lies;
    assert!(lies(-45.0, Where::InFront) && lies(-10.0, Where::Left) && lies(-150.0, Where::Behind));
    assert!(!lies(0.0, Where::Right) && !lies(136.0, Where::Right) && lies(180.0, Where::Any));
}

#[test]
fn orders_validate_check() {
    use crate::orders::order::{Leg, Order, Verb};
    use crate::orders::validate::check;
    assert!(check(&Order::new(vec![Leg::new(Verb::Advance)])).is_ok());
    let flaw = check(&Order::new(vec![Leg::new(Verb::Hold); 6])).unwrap_err();
    assert_eq!(flaw.field, "then");
}

#[test]
fn scenario_pairing_pairing() {
    use crate::army::lists as army;
    use crate::scenario::pairing::pairing;
    use crate::scenario::read::read;
    let army = |id: &str| army::list(id).expect("there is such a list").ready();
    let text = pairing(&army("ancient_british"), &army("roman_early"));
    let source = form::Source { name: "pairing", text: &text };
    assert!(read(&source).is_ok());
}

#[test]
fn scenario_read_read() {
    use crate::scenario::read::{bundled, read};
    let (name, text) = bundled()[0];
    let (book, field, _) = read(&form::Source { name, text }).expect("a good scenario");
    assert_eq!((book.size.x, field.roster().names.0[0].as_str()), (72.0, "Romans"));
}
