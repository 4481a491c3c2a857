//! What holds of every text and every form.

use proptest::prelude::*;
use testudo_form::{Fault, Field, Kind, Node, Source, fill, parse_json, parse_toml};

fn fields() -> Vec<Field> {
    let side = Kind::record([
        Field::new("troop", Kind::one_of(["blades", "spears"]), "its type"),
        Field::new("general", Kind::Bool, "the general").or(false),
    ]);
    vec![
        Field::new("a", side.clone(), "a side"),
        Field::new("b", side.clone(), "a side").optional(),
        Field::new("n", Kind::int(0..=4), "a count"),
        Field::new("x", Kind::number(-1.0..1.0), "a place").or(0),
        Field::new("others", Kind::list(side, ..4), "others").or(Node::list([])),
        Field::new("lost", Kind::map(["blades"], Kind::int(0..)), "lost").or(Node::record([])),
    ]
}

/// Any JSON value, with names and words the form knows among others.
fn json() -> impl Strategy<Value = serde_json::Value> {
    let word = prop_oneof![
        Just("a"),
        Just("b"),
        Just("n"),
        Just("x"),
        Just("others"),
        Just("lost"),
        Just("troop"),
        Just("general"),
        Just("blades"),
        Just("spears"),
        Just("blade"),
        Just("\n"),
    ];
    let leaf = prop_oneof![
        Just(serde_json::Value::Null),
        any::<bool>().prop_map(Into::into),
        (-2i64..6).prop_map(Into::into),
        any::<i64>().prop_map(Into::into),
        any::<u64>().prop_map(Into::into),
        any::<f64>().prop_map(Into::into),
        word.clone().prop_map(Into::into),
    ];
    leaf.prop_recursive(4, 32, 6, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Into::into),
            prop::collection::vec((word.clone(), inner), 0..7).prop_map(|entries| {
                serde_json::Value::Object(entries.into_iter().map(|(k, v)| (k.to_owned(), v)).collect())
            }),
        ]
    })
}

/// Reads and fills a text both ways and renders every fault.
fn exercise(text: &str) {
    let source = Source { name: "text", text };
    for parsed in [parse_json(text), parse_toml(text)] {
        let faults = match parsed {
            Ok(node) => fill(&fields(), &node).err().unwrap_or_default(),
            Err(fault) => vec![fault],
        };
        for fault in &faults {
            assert!(fault.to_string().starts_with(&fault.path));
            assert_eq!(source.line(fault).lines().count(), 1);
            assert!(source.excerpt(fault).lines().count() <= 4);
        }
    }
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in any::<String>()) {
        exercise(&text);
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        exercise(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn any_near_json_or_toml_is_read_or_refused(text in r#"[\[\]{}",:=.#'a-c0-9eE+\-_ \n\\é]{0,60}"#) {
        exercise(&text);
    }

    #[test]
    fn any_json_is_filled_or_refused(json in json()) {
        let text = json.to_string();
        prop_assert_eq!(parse_json(&text).unwrap().to_json(), Node::from(&json).to_json());
        exercise(&text);
    }

    /// Each mistake sown is reported, and nothing else.
    #[test]
    fn faults_are_complete(
        bad_troop in any::<bool>(), bad_general in any::<bool>(), no_n in any::<bool>(), far in any::<bool>(),
        unknown in any::<bool>(), odd_other in prop::option::of(0usize..3), bad_lost in any::<bool>(),
    ) {
        let mut sown = Vec::new();
        let mut sow = |mistake: bool, path: &str| {
            if mistake {
                sown.push(path.to_owned());
            }
            mistake
        };
        let mut others = vec![serde_json::json!({"troop": "blades"}); 3];
        if let Some(i) = odd_other {
            sow(true, &format!("others[{i}]"));
            others[i] = 1.into();
        }
        let mut form = serde_json::json!({
            "a": {
                "troop": if sow(bad_troop, "a.troop") { "tanks" } else { "spears" },
                "general": if sow(bad_general, "a.general") { 1.into() } else { serde_json::Value::from(true) },
            },
            "x": if sow(far, "x") { 1.0 } else { 0.5 },
            "others": others,
            "lost": {"blades": if sow(bad_lost, "lost.blades") { -1 } else { 1 }},
        });
        if !sow(no_n, "n") {
            form["n"] = 2.into();
        }
        if sow(unknown, "q") {
            form["q"] = 0.into();
        }
        let found = fill(&fields(), &Node::from(&form)).err().unwrap_or_default();
        let mut found: Vec<String> = found.into_iter().map(|Fault { path, .. }| path).collect();
        found.sort();
        sown.sort();
        prop_assert_eq!(found, sown);
    }
}
