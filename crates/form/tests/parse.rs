//! Reading JSON and TOML texts.

use testudo_form::{Field, Kind, Node, Source, Value, fill, parse_json, parse_toml};

fn said(text: &str) -> String {
    parse_json(text).expect_err("not JSON").to_string()
}

#[test]
fn json_numbers_are_read_exactly() {
    let value = |text: &str| parse_json(text).unwrap().value;
    assert_eq!(value("-9223372036854775808"), Value::Int(i64::MIN));
    assert_eq!(value("9223372036854775807"), Value::Int(i64::MAX));
    assert_eq!(value("18446744073709551615"), Value::Number(18446744073709551615.0));
    assert_eq!(value("2.0"), Value::Number(2.0));
    assert_eq!(value("122.416294033786585"), Value::Number(122.416_294_033_786_58));
    assert!(said("1e999").starts_with("number out of range"));
}

#[test]
fn json_faults_say_where() {
    assert_eq!(said(""), "EOF while parsing a value at line 1 column 1");
    assert_eq!(said("{\"a\": 1} x"), "trailing characters at line 1 column 10");
    assert_eq!(said("{\"a\": [1, {\"b\": nul}]}"), "a[1].b: expected ident at line 1 column 20");
    assert_eq!(said("{\"a\": {\"b\": 1, \"b\": 2}}"), "a.b: given twice at line 1 column 18");
    let source = Source { name: "question", text: "{\n  \"ä\": oops}" };
    let fault = parse_json(source.text).unwrap_err();
    assert_eq!(source.line(&fault), "question:2:8: ä: expected value");
}

#[test]
fn nesting_is_limited_in_both() {
    let deep = |n: usize| "[".repeat(n) + &"]".repeat(n);
    assert!(parse_json(&deep(64)).is_ok());
    assert!(said(&deep(65)).contains("nested more than 64 deep"));
    assert!(said(&deep(100_000)).contains("nested more than 64 deep"));
    assert!(said(&"{\"a\":".repeat(100_000)).contains("nested more than 64 deep"));
    assert!(parse_toml(&format!("a = {}", deep(63))).is_ok());
    assert!(
        parse_toml(&format!("a = {}", deep(64))).unwrap_err().message.contains("nested more than 64 deep")
    );
    assert!(parse_toml(&format!("a = {}", deep(100_000))).is_err());
    assert!(parse_toml(&format!("{} = 1", vec!["a"; 100_000].join("."))).is_err());
    assert!(parse_toml(&format!("[{}]", vec!["a"; 100_000].join("."))).is_err());
}

#[test]
fn toml_values_are_read_in_the_order_written() {
    let text = "z = 0x1F\nb = -1_000\na = 2.5\n[t]\ny = 'x'\nx = [true, \"s\"]\n[[e]]\nn = 1\n[[e]]\nn = 2\n";
    let node = parse_toml(text).unwrap();
    let Value::Record(entries) = &node.value else { panic!("a record") };
    let names: Vec<_> = entries.iter().map(|(key, _)| key.name.as_str()).collect();
    assert_eq!(names, ["z", "b", "a", "t", "e"]);
    assert_eq!(node.get("z").unwrap().value, Value::Int(31));
    assert_eq!(node.get("b").unwrap().value, Value::Int(-1000));
    assert_eq!(node.get("a").unwrap().value, Value::Number(2.5));
    let json = r#"{"z":31,"b":-1000,"a":2.5,"t":{"y":"x","x":[true,"s"]},"e":[{"n":1},{"n":2}]}"#;
    assert_eq!(node.to_json().to_string(), json);
    let again: serde_json::Value = serde_json::from_str(json).unwrap();
    assert_eq!(Node::from(&again), parse_json(json).unwrap());
    let span = node.get("t").unwrap().get("y").unwrap().span.clone().unwrap();
    assert_eq!(&text[span], "'x'");
}

#[test]
fn toml_faults_say_where() {
    let line = |text: &str| {
        let fault = parse_toml(text).unwrap_err();
        (Source { name: "f.toml", text }.line(&fault), fault.to_string())
    };
    let (short, long) = line("a = 1\na = 2\n");
    assert_eq!(short, "f.toml:2:1: duplicate key");
    assert_eq!(long, "duplicate key at line 2 column 1");
    assert!(line("a = \n").0.starts_with("f.toml:1:"), "{:?}", line("a = \n"));
    assert_eq!(line("[t]\nx = inf").0, "f.toml:2:5: t.x: this number is not finite");
    assert_eq!(line("x = 1e999").0, "f.toml:1:5: x: this number is not finite");
    assert_eq!(line("x = [1, 99999999999999999999]").0, "f.toml:1:9: x[1]: this number is too large");
}

#[test]
fn faults_of_a_file_point_at_the_line() {
    let source = Source {
        name: "rome.toml",
        text: "name = 'Rome'\n\n[[element]]\ntroop = 'blade' # near\n\n[[element]]\nn = 1\n",
    };
    let element = Kind::record([
        Field::new("troop", Kind::one_of(["blades", "spears"]), "its type"),
        Field::new("n", Kind::int(1..), "how many").or(1),
    ]);
    let fields = [
        Field::new("nam", Kind::Text, "its name"),
        Field::new("element", Kind::list(element, 1..=12), "the elements"),
    ];
    let faults = fill(&fields, &parse_toml(source.text).unwrap()).unwrap_err();
    assert_eq!(
        source.lines(&faults),
        "rome.toml:1:1: name: unknown field `name`; did you mean `nam`?\n\
         rome.toml:4:9: element[0].troop: unknown value `blade`; did you mean `blades`?\n\
         rome.toml:6:1: element[1].troop: missing; give its type\n\
         rome.toml:1:1: nam: missing; give its name\n"
    );
    assert_eq!(
        source.excerpt(&faults[1]),
        "rome.toml:4:9: element[0].troop: unknown value `blade`; did you mean `blades`?\n  |\n\
         4 | troop = 'blade' # near\n  |         ^^^^^^^\n"
    );
}

#[test]
fn impossible_combinations_point_at_the_line_too() {
    let source = Source { name: "q.toml", text: "kind = 'close'\n[side]\ndistance = 300\n" };
    let side = Kind::record([
        Field::new("distance", Kind::int(..), "how far"),
        Field::new("aided_by", Kind::Text, "who helps").optional(),
    ]);
    let fields = [Field::new("kind", Kind::Text, "the kind"), Field::new("side", side, "the side")];
    let form = fill(&fields, &parse_toml(source.text).unwrap()).unwrap();
    let side = form.record("side");
    assert_eq!(
        source.line(&side.fault("distance", "beyond range")),
        "q.toml:3:12: side.distance: beyond range"
    );
    assert_eq!(source.line(&side.fault("aided_by", "nobody may")), "q.toml:2:1: side.aided_by: nobody may");
}

#[test]
fn excerpts_stand_under_wide_and_odd_lines() {
    let source = Source { name: "n", text: "\tü = 'ß' 1" };
    let fault = testudo_form::Fault::new("ü", "odd").at(Some(6..10));
    assert_eq!(source.excerpt(&fault), "n:1:6: ü: odd\n  |\n1 |  ü = 'ß' 1\n  |      ^^^\n");
    let beyond = testudo_form::Fault::new("", "end").at(Some(900..999));
    assert_eq!(source.excerpt(&beyond), "n:1:11: end\n  |\n1 |  ü = 'ß' 1\n  |           ^\n");
    assert_eq!(source.line(&testudo_form::Fault::new("x", "nowhere")), "n: x: nowhere");
}
