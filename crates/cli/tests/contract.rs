//! The command line as scripts rely on it: outputs, exit codes, one clear line for every fault.

use serde_json::{Value, json};
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

fn testudo(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_testudo")).args(args).stdin(Stdio::null()).output().expect("it runs")
}

fn ok(args: &[&str]) -> String {
    let out = testudo(args);
    assert_eq!(out.status.code(), Some(0), "{args:?}: {}", String::from_utf8_lossy(&out.stderr));
    String::from_utf8(out.stdout).expect("text")
}

fn json_of(args: &[&str]) -> Value {
    serde_json::from_str(&ok(args)).expect("JSON")
}

/// The error of a command that fails with a code: no panic, one plain line.
fn fails(code: i32, args: &[&str]) -> String {
    let out = testudo(args);
    let err = String::from_utf8(out.stderr).expect("text");
    assert_eq!(out.status.code(), Some(code), "{args:?}: {err}");
    assert!(!err.contains("panicked"), "{args:?}: {err}");
    let lines = if code == 2 { 1..=1 } else { 0..=1 };
    assert!(lines.contains(&err.lines().count()), "{args:?}: {err}");
    err
}

fn file(name: &str, text: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("testudo-contract-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a temporary folder");
    let path = folder.join(name);
    std::fs::write(&path, text).expect("a temporary file");
    path
}

#[test]
fn books_are_listed() {
    let books = json_of(&["books", "--json"]);
    let dba = books.as_array().expect("a list").iter().find(|b| b["id"] == "dba").expect("dba");
    let rules = json_of(&["rules", "dba", "--json"]).as_array().expect("a list").len();
    let armies = json_of(&["armies", "dba", "--json"]).as_array().expect("a list").len();
    assert_eq!((&dba["rules"], &dba["armies"]), (&json!(rules), &json!(armies)));
    assert!(ok(&["books"]).contains("De Bellis Antiquitatis"));
}

#[test]
fn rules_have_every_field() {
    let rules = json_of(&["rules", "dba", "--json"]);
    let rules = rules.as_array().expect("a list");
    assert!(rules.len() > 150, "{} rules", rules.len());
    for rule in rules {
        for field in ["id", "title", "text", "status", "source"] {
            assert!(rule[field].is_string(), "{rule}");
        }
        assert!(rule["exercised"].is_boolean(), "{rule}");
    }
    assert_eq!(json_of(&["rules", "dba", "dba.zoc.effect", "--json"])[0]["id"], "dba.zoc.effect");
    assert!(fails(2, &["rules", "dba", "dba.zoc.efect"]).contains("dba.zoc.effect"));
}

#[test]
fn every_worked_case_passes_through_the_command() {
    // A few of each: the whole list is run inside the rulebook's own tests.
    let answer = json_of(&["ask", "dba", "troop", r#"{"troop":"rifles"}"#, "--json"]);
    assert_eq!((&answer["vs_mounted"], &answer["depth_mm"]), (&json!(5), &json!(20)));
    let input = r#"{"kind":"close","attacker":{"troop":"blades","moved_into_contact":true},"defender":{"troop":"warband"}}"#;
    let odds = json_of(&["ask", "dba", "combat", input, "--json"]);
    assert_eq!(odds["odds"]["attacker"], json!({"destroyed": "1/6", "none": "5/6"}));
    let text = ok(&["ask", "dba", "combat", input]);
    assert!(text.contains("16.7%") && text.contains("dba.combat.basic"), "{text}");
}

#[test]
fn answers_are_told_in_fractions_and_scores() {
    let volley =
        r#"{"shooter":{"unit":"persian.archer","men":16},"target":{"unit":"greek.hoplite","men":16}}"#;
    let strike =
        r#"{"attacker":{"unit":"greek.hoplite","men":16},"target":{"unit":"persian.spearman","men":12}}"#;
    let fight =
        r#"{"first":{"unit":"greek.hoplite","men":16},"second":{"unit":"persian.spearman","men":12}}"#;
    for (question, input) in [("shoot", volley), ("strike", strike), ("fight", fight)] {
        let text = ok(&["ask", "toms", question, input]);
        assert!(text.contains("about ") && !text.contains("0.00000") && !text.contains("333333"), "{text}");
    }
    let melee = r#"{"attacks":6,"attacker_ws":3,"defender_ws":3,"strength":4,"toughness":3,"save":5}"#;
    let text = ok(&["ask", "wab", "melee", melee]);
    assert!(text.contains("mean:     5/3  about 1.67") && !text.contains("166.7%"), "{text}");
    assert!(text.contains(" 4+  Hitting") && !text.contains("+4  Hitting"), "{text}");
    let volley =
        r#"{"bs":3,"weapon":"bow","distance":20,"shooters":8,"toughness":3,"save":5,"target_models":20}"#;
    let text = ok(&["ask", "wab", "volley", volley]);
    assert!(text.contains("chance of panic test") && !text.contains("p panic test"), "{text}");
    let help = ok(&["ask", "wab", "melee"]);
    assert!(help.contains("int 1 to 10") && help.contains("house rules that differ"), "{help}");
    assert!(!help.contains("premeasure"), "house rules are folded away: {help}");
    let wrong = fails(
        2,
        &["ask", "wab", "points", r#"{"list":"gallic","unit":"warriors","size":20,"options":["wings"]}"#],
    );
    assert!(wrong.contains("it is offered `german_framea`"), "{wrong}");
}

#[test]
fn questions_and_their_fields_are_listed() {
    assert!(ok(&["ask", "dba"]).contains("can_shoot"));
    assert!(ok(&["ask", "dba", "wheel"]).contains("degrees"));
    let fields = json_of(&["ask", "dba", "wheel", "--json"]);
    assert_eq!(fields["fields"][0]["name"], "front");
}

#[test]
fn bad_questions_name_their_field() {
    assert!(fails(2, &["ask", "dba", "troop", r#"{"troop":"hoplites"}"#]).starts_with("troop: "));
    assert!(fails(2, &["ask", "dba", "troop", r#"{"troop":"blades","x":1}"#]).starts_with("x: "));
    assert!(fails(2, &["ask", "dba", "wheel", r#"{"front":2}"#]).starts_with("degrees: "));
    let both = fails(2, &["ask", "dba", "wheel", r#"{"frnt":2,"degrees":900}"#]);
    assert_eq!(both.lines().count(), 1, "one line: {both}");
    assert!(["frnt: ", "; front: ", "; degrees: "].iter().all(|fault| both.contains(fault)), "{both}");
    fails(2, &["ask", "dba", "wheel", "{"]);
    fails(2, &["ask", "dba", "wheel", "[1]"]);
    assert!(fails(2, &["ask", "dba", "weel", "{}"]).contains("wheel"));
    assert!(fails(2, &["ask", "dbx"]).contains("dba"));
    let house = fails(2, &["ask", "dba", "troop", r#"{"troop":"blades","house":{"nonsense":true}}"#]);
    assert!(house.starts_with("house"), "{house}");
}

#[test]
fn armies_are_checked() {
    let good = file(
        "good.toml",
        "book = \"dba\"\narmy = \"polybian_roman\"\ngeneral = \"cavalry\"\n[elements]\ncavalry = 2\nblades = 6\nspears = 2\npsiloi = 2\n",
    );
    assert!(ok(&["muster", "check", good.to_str().expect("path")]).contains("legal"));
    let many = file(
        "many.toml",
        "book = \"dba\"\narmy = \"polybian_roman\"\ngeneral = \"cavalry\"\n[elements]\ncavalry = 2\nblades = 7\nspears = 2\npsiloi = 2\n",
    );
    let out = testudo(&["muster", "check", many.to_str().expect("path"), "--json"]);
    assert_eq!(out.status.code(), Some(1));
    let verdict: Value = serde_json::from_slice(&out.stdout).expect("JSON");
    assert_eq!(verdict["legal"], false);
    assert!(!verdict["reasons"].as_array().expect("a list").is_empty());
    let typo = file(
        "typo.toml",
        "book = \"dba\"\narmy = \"polybian_roman\"\ngeneral = \"cavalry\"\n[elements]\nbladse = 6\n",
    );
    assert!(
        fails(2, &["muster", "check", typo.to_str().expect("path")])
            .contains("typo.toml:5:1: elements.bladse")
    );
    fails(2, &["muster", "check", "no-such-file.toml"]);
}

#[test]
fn scenarios_are_listed_and_checked() {
    let list = json_of(&["scenarios", "dba", "--json"]);
    assert_eq!(list[0]["id"], "dba/zama");
    assert!(fails(2, &["battle", "dba/zmaa"]).contains("dba/zama"));
    let zama = include_str!("../../../rulebooks/dba/data/scenarios/zama.toml");
    let crowded = file("crowded.toml", &zama.replace("x = 1200, y = 560", "x = 870, y = 560"));
    let err = fails(2, &["battle", crowded.to_str().expect("path")]);
    assert!(err.contains("crowded.toml:") && err.contains("overlap"), "{err}");
    let off = file("off.toml", &zama.replace("x = 880, y = 560", "x = 9000, y = 560"));
    assert!(fails(2, &["battle", off.to_str().expect("path")]).contains("off.toml:"));
}

#[test]
fn a_battle_is_fought_saved_and_verified() {
    let path = file("zama.testudo", "");
    let path = path.to_str().expect("path");
    let fought = json_of(&["battle", "dba/zama", "--seed", "7", "--save", path, "--json"]);
    for field in
        ["book", "scenario", "seed", "turns", "steps", "winner", "reason", "losses", "digest", "seconds"]
    {
        assert!(fought.get(field).is_some(), "{field} is missing: {fought}");
    }
    let again = json_of(&["battle", "dba/zama", "--seed", "7", "--json"]);
    assert_eq!((&again["digest"], &again["steps"]), (&fought["digest"], &fought["steps"]));
    assert!(ok(&["replay", path, "--verify"]).contains("verified"));
    assert_eq!(json_of(&["replay", path, "--json"])["digest"], fought["digest"]);
    assert_eq!(json_of(&["replay", path, "--step", "3", "--json"])["step"], 3);
    fails(2, &["replay", path, "--step", "100000"]);

    let text = std::fs::read_to_string(path).expect("the file");
    // In the middle of a line, so that it is no line.
    let half = text[..text.len() / 2].trim_end().len() - 1;
    let cut = file("cut.testudo", &text[..half]);
    assert!(fails(2, &["replay", cut.to_str().expect("path"), "--verify"]).contains("cut.testudo:"));
    let lines: Vec<&str> = text.lines().collect();
    let short = file("short.testudo", &(lines[..lines.len() - 5].join("\n") + "\n"));
    assert!(fails(1, &["replay", short.to_str().expect("path"), "--verify"]).contains("end line"));
    let at = lines.iter().position(|l| l.contains("\"dice\"")).expect("a line with dice");
    let face = lines[at].split("\"dice\":[").nth(1).and_then(|d| d.chars().next()).expect("a face");
    let other = if face == '1' { "2" } else { "1" };
    let forged = lines[at].replace(&format!("\"dice\":[{face}"), &format!("\"dice\":[{other}"));
    let mut tampered: Vec<&str> = lines.clone();
    tampered[at] = &forged;
    let tampered = file("tampered.testudo", &(tampered.join("\n") + "\n"));
    fails(1, &["replay", tampered.to_str().expect("path"), "--verify"]);
    fails(2, &["replay", file("noise.testudo", "\u{0}\u{1}nonsense").to_str().expect("path")]);
}

#[test]
fn a_saved_battle_is_told_on_one_page() {
    let (saved, page) = (file("told.testudo", ""), file("told.html", ""));
    let [saved, page] = [&saved, &page].map(|path| path.to_str().expect("text"));
    ok(&["battle", "dba/zama", "--seed", "7", "--quiet", "--save", saved]);
    ok(&["report", saved, "-o", page, "--battles", "2"]);
    let html = std::fs::read_to_string(page).expect("the page");
    assert!(html.contains("Rome") && html.matches("<svg").count() >= 3 && !html.contains("src="));
    assert!(fails(2, &["report", "nowhere.testudo", "-o", page]).contains("nowhere.testudo"));
}

#[test]
fn a_table_is_drawn_as_a_picture() {
    let [svg, png, saved] = ["zama.svg", "zama.png", "drawn.testudo"].map(|name| file(name, ""));
    let [svg, png, saved] = [&svg, &png, &saved].map(|path| path.to_str().expect("text"));
    ok(&["map", "dba/zama", "-o", svg]);
    let before = std::fs::read_to_string(svg).expect("the drawing");
    assert!(before.starts_with("<svg") && !before.contains("var("));
    ok(&["battle", "dba/zama", "--seed", "7", "--quiet", "--save", saved]);
    ok(&["map", saved, "--step", "9", "-o", svg]);
    assert_ne!(std::fs::read_to_string(svg).expect("the drawing"), before);
    ok(&["map", saved, "-o", png]);
    assert!(std::fs::read(png).expect("the picture").starts_with(b"\x89PNG"));
    assert!(fails(2, &["map", "dba/zama", "-o", "zama.gif"]).contains(".svg or .png"));
    assert!(fails(2, &["map", "dba/zama", "--step", "3", "-o", svg]).contains("no steps"));
    assert!(fails(2, &["map", saved, "--step", "99999", "-o", svg]).contains("only"));
}

#[test]
fn battles_are_simulated_the_same_whatever_the_jobs() {
    let [one, two] = ["one.csv", "two.csv"].map(|name| file(name, "").to_str().expect("text").to_owned());
    let args = |jobs, out| ["simulate", "dba/zama", "--battles", "9", "--jobs", jobs, "-o", out, "--json"];
    let [told, again] = [json_of(&args("1", &one)), json_of(&args("2", &two))].map(|mut told| {
        let timed = ["seconds", "battles_per_second"].map(|key| told.as_object_mut()?.remove(key)?.as_f64());
        assert!(timed.iter().all(|time| time.is_some_and(|time| time > 0.0)), "{timed:?}");
        told
    });
    assert_eq!(told, again);
    assert_eq!(told["battles"], 9);
    let counted = ["red_wins", "blue_wins", "draws"].map(|key| told[key].as_u64().expect("a count"));
    assert_eq!(counted.iter().sum::<u64>(), 9);
    assert!(["mean", "p50", "p95"].iter().all(|key| told["turns"][key].is_number()), "{told}");
    assert!(["red", "blue"].iter().all(|side| told["losses"][side]["mean"].is_number()), "{told}");
    let [one, two] = [one, two].map(|path| std::fs::read_to_string(path).expect("the rows"));
    assert_eq!(one, two);
    assert_eq!(one.lines().count(), 10);
    let sweep = ["simulate", "dba/zama", "--battles", "4", "--sweep", "house.camps=true,false", "--json"];
    assert_eq!(json_of(&sweep).as_array().map(Vec::len), Some(3));
    assert!(fails(2, &["simulate", "dba/zama", "--battles", "2", "-o", "rows.xls"]).contains("rows.xls"));
    assert!(fails(2, &["simulate", "dba/zama", "--battles", "2", "--sweep", "nothing"]).contains("--sweep"));
    let unknown = fails(2, &["simulate", "dba/zama", "--battles", "2", "--sweep", "camels=1"]);
    assert_eq!(unknown.matches("unknown field").count(), 1, "{unknown}");
    assert!(fails(2, &["simulate", "dba/zama", "--battles", "0"]).contains("--battles"));
    assert!(fails(2, &["simulate", "dba/zama"]).contains("--battles"));
    // Found out at once: these battles would take hours.
    let nowhere = ["--battles", "4000000000", "--html", "nowhere/page.html"];
    assert!(fails(2, &[&["simulate", "dba/zama"][..], &nowhere].concat()).contains("nowhere/page.html"));
    assert!(fails(2, &[&["arena", "dba"][..], &nowhere].concat()).contains("nowhere/page.html"));
}

#[test]
fn opponents_meet_in_the_arena() {
    let page = file("arena.html", "");
    let html = page.to_str().expect("text");
    let met =
        json_of(&["arena", "dba", "--battles", "4", "--levels", "random,recruit", "--json", "--html", html]);
    let html = std::fs::read_to_string(page).expect("the page");
    assert!(html.contains("dba/zama") && html.contains("recruit") && html.matches("<svg").count() >= 2);
    let met = met.as_array().expect("a list");
    assert_eq!(met.len(), json_of(&["scenarios", "dba", "--json"]).as_array().expect("a list").len());
    assert!(met.iter().all(|m| m["player"] == "recruit" && m["battles"] == 4 && m["share"].is_number()));
    assert!(fails(2, &["arena", "dba", "--levels", "recruit"]).contains("--levels"));
    let met = |places: &[&str]| {
        let pair = ["--battles", "2", "--levels", "random,recruit", "--json"];
        let met = json_of(&[&["arena"], places, &pair].concat());
        let names = met.as_array().expect("a list").iter().map(|m| m["scenario"].to_string());
        names.collect::<Vec<String>>().join(" ")
    };
    assert_eq!(met(&["toms/first_battle", "dba/zama"]), "\"toms/first_battle\" \"dba/zama\"");
    let toms = met(&["toms"]);
    assert!(
        toms.contains("toms/plataea") && !toms.contains("first_battle"),
        "a lesson is no contest: {toms}"
    );
    assert!(fails(2, &["arena", "dba/zamma"]).contains("dba/zama"));
}

#[test]
fn unknown_opponents_and_flags_are_refused() {
    assert!(fails(2, &["battle", "dba/zama", "--red", "caesar"]).starts_with("--red: "));
    fails(2, &["battle"]);
    fails(2, &["battle", "dba/zama", "--seed", "many"]);
    fails(2, &["conquer"]);
}

#[test]
fn help_man_page_and_completions_are_printed() {
    assert!(ok(&["--help"]).contains("Exit codes"));
    assert!(ok(&["man"]).contains(".TH"));
    assert!(ok(&["completions", "bash"]).contains("testudo"));
}

/// A battle saved by the computer's generals.
fn saved(name: &str, seed: &str) -> PathBuf {
    let path = file(name, "");
    ok(&["battle", "dba/zama", "--seed", seed, "--save", path.to_str().expect("a name"), "--quiet"]);
    path
}

#[test]
fn a_replay_proves_the_dice_by_the_seed() {
    let path = saved("proved.testudo", "5");
    let name = path.to_str().expect("a name");
    assert!(ok(&["replay", name, "--verify"]).contains("every die follows from the seed"));
    assert_eq!(json_of(&["replay", name, "--verify", "--json"])["dice"]["proved"], "seed");
    let text = std::fs::read_to_string(&path).expect("the file");
    let other = file("other-seed.testudo", &text.replacen("\"seed\":5", "\"seed\":999", 1));
    let said = fails(1, &["replay", other.to_str().expect("a name"), "--verify"]);
    assert!(said.contains("step ") && said.contains("were drawn"), "{said}");
    // A battle of before carries no seed: it is read, and says what cannot be known.
    let without = file("no-seed.testudo", &text.replacen("\"seed\":5,", "", 1));
    let told = ok(&["replay", without.to_str().expect("a name"), "--verify"]);
    assert!(told.contains("the dice cannot be proved"), "{told}");
}

#[test]
fn an_army_of_every_book_is_checked() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../testkit/tests/corpus");
    let mut books = std::collections::BTreeSet::new();
    for entry in std::fs::read_dir(folder).expect("the armies") {
        let path = entry.expect("a file").path();
        if path.extension().is_none_or(|e| e != "army") {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("a text");
        books.insert(text.lines().find(|line| line.starts_with("book = ")).map(str::to_owned));
        // Whether it is legal or not: it is read, held against its list, and judged in words.
        let out = testudo(&["muster", "check", path.to_str().expect("a name")]);
        let said = String::from_utf8_lossy(&out.stdout);
        assert!(
            matches!(out.status.code(), Some(0 | 1)),
            "{path:?}: {}",
            String::from_utf8_lossy(&out.stderr)
        );
        assert!(said.contains("legal"), "{path:?}: {said}");
    }
    assert_eq!(books.len(), 5, "{books:?}");
}

#[test]
fn a_text_without_end_of_faults_is_refused_in_few_words() {
    let mut text = "book = \"dba\"\n".to_owned();
    for n in 0..20_000 {
        text += &format!("k{n} = 1\n");
    }
    let path = file("keys.toml", &text);
    let out = testudo(&["battle", path.to_str().expect("a name")]);
    assert_eq!(out.status.code(), Some(2));
    assert!(out.stderr.len() < 20_000, "{} bytes of faults", out.stderr.len());
    assert!(String::from_utf8_lossy(&out.stderr).contains("more faults"));
}

#[test]
fn a_battle_is_told_as_data() {
    let path = saved("data.testudo", "3");
    let told = ok(&["replay", path.to_str().expect("a name"), "--jsonl"]);
    let steps: Vec<Value> = told.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let all = json_of(&["replay", path.to_str().expect("a name"), "--json"]);
    assert_eq!(Some(steps.len() as u64), all["step"].as_u64());
    for (i, step) in steps.iter().enumerate() {
        assert_eq!(step["n"], json!(i + 1));
        for field in ["side", "turn", "phase", "command", "dice", "entries", "units"] {
            assert!(!step[field].is_null(), "{field} of {step}");
        }
        for entry in step["entries"].as_array().expect("a list") {
            assert!(entry["rule"].is_string() && entry["words"].is_string(), "{entry}");
            for factor in entry["factors"].as_array().expect("a list") {
                assert!(factor["value"].is_i64() && factor["cause"].is_string(), "{factor}");
            }
        }
    }
    // Where everyone was last told to stand is where they stand in the end.
    for unit in all["units"].as_array().expect("a list") {
        let last = steps.iter().rev().flat_map(|step| step["units"].as_array().expect("a list"));
        if let Some(last) = last.into_iter().find(|told| told["id"] == unit["id"]) {
            assert_eq!((&last["x_mm"], &last["place"]), (&unit["x_mm"], &unit["place"]));
            assert_eq!(last["footprint"].is_array(), last["place"] == "table", "{last}");
        }
    }
    let fought = ok(&["battle", "dba/zama", "--seed", "3", "--jsonl"]);
    assert_eq!(fought, told, "a battle and its replay are told alike");
}

#[test]
fn armies_meet_from_lists_and_from_files() {
    let army = file(
        "rome.toml",
        "book = \"dba\"\nname = \"My \\\"Own\\\" Romans\"\narmy = \"polybian_roman\"\ngeneral = \"cavalry\"\n[elements]\ncavalry = 2\nblades = 6\nspears = 2\npsiloi = 2\n",
    );
    let army = army.to_str().expect("a name");
    let meet = ["battle", "dba", "--red-army", army, "--blue-army", "gallic", "--seed", "2", "--json"];
    let fought = json_of(&meet);
    assert_eq!(fought["scenario"], "dba/rome-gallic");
    assert_eq!(fought["digest"], json_of(&meet)["digest"]);
    let many = json_of(&[
        "simulate",
        "toms",
        "--red-army",
        "greek",
        "--blue-army",
        "persian",
        "--battles",
        "4",
        "--json",
    ]);
    assert_eq!(many["battles"], 4);
    assert!(
        fails(2, &["battle", "dba", "--red-army", "galic", "--blue-army", "gallic"])
            .contains("did you mean `gallic`")
    );
    fails(2, &["battle", "dba", "--red-army", "gallic"]);
    let wrong = file(
        "wrong.toml",
        "book = \"dba\"\narmy = \"polybian_roman\"\ngeneral = \"cavalry\"\n[elements]\nblades = 12\n",
    );
    let wrong = wrong.to_str().expect("a name");
    let out = testudo(&["battle", "dba", "--red-army", wrong, "--blue-army", "gallic"]);
    assert_eq!(out.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&out.stderr).contains("wrong.toml"));
}

#[test]
fn every_army_meets_every_other() {
    let met = json_of(&[
        "matrix",
        "dba",
        "--armies",
        "gallic,polybian_roman,carthaginian",
        "--battles",
        "3",
        "--json",
    ]);
    assert_eq!(met["armies"], json!(["gallic", "polybian_roman", "carthaginian"]));
    for (i, j) in (0..3).flat_map(|i| (0..3).map(move |j| (i, j))) {
        let of = |what: &str| met[what][i][j].as_u64().expect("a count");
        assert_eq!(of("battles"), if i == j { 0 } else { 3 });
        assert_eq!(of("wins") + met["wins"][j][i].as_u64().expect("a count") + of("draws"), of("battles"));
    }
    assert!(fails(2, &["matrix", "dba", "--armies", "galic,gallic", "--battles", "2"]).contains("`gallic`"));
    fails(2, &["matrix", "dba", "--armies", "gallic", "--battles", "2"]);
}

#[test]
fn scenario_files_are_shown_begun_and_checked() {
    let zama = ok(&["scenarios", "show", "dba/zama"]);
    let path = file("shown.toml", &zama);
    assert!(ok(&["scenarios", "check", path.to_str().expect("a name")]).contains("can be played"));
    let crowded = file("badly.toml", &zama.replace("x = 1200, y = 560", "x = 870, y = 560"));
    let out = testudo(&["scenarios", "check", crowded.to_str().expect("a name"), "--json"]);
    assert_eq!(out.status.code(), Some(1));
    let said: Value = serde_json::from_slice(&out.stdout).expect("JSON");
    assert!(
        said["good"] == false && said["faults"][0].as_str().expect("words").contains("overlap"),
        "{said}"
    );
    for book in ["dba", "wrg1969", "wrg6", "toms", "wab"] {
        let lists = json_of(&["armies", book, "--json"]);
        let id = |i: usize| lists[i]["id"].as_str().expect("an id").to_owned();
        let begun = file(
            &format!("{book}-begun.toml"),
            &ok(&["scenarios", "new", book, &id(0), &id(1), "--seed", "5"]),
        );
        ok(&["scenarios", "check", begun.to_str().expect("a name")]);
    }
    assert!(fails(2, &["scenarios", "show", "dba/zmaa"]).contains("dba/zama"));
}

#[test]
fn every_book_has_a_schema_of_its_files() {
    for book in ["dba", "wrg1969", "wrg6", "toms", "wab"] {
        for kind in ["scenario", "army"] {
            let schema = json_of(&["schema", book, kind]);
            assert_eq!(schema["type"], "object");
            assert_eq!(schema["properties"]["book"]["enum"], json!([book]), "{schema}");
        }
    }
    fails(2, &["schema", "dba", "map"]);
}

#[test]
fn parts_of_a_simulation_are_the_whole() {
    let rows = |name: &str, more: &[&str]| {
        let path = file(name, "");
        std::fs::remove_file(&path).expect("it was there");
        let out = path.to_str().expect("a name");
        let args = [&["simulate", "dba/zama", "--battles", "7", "-o", out, "--json"], more].concat();
        ok(&args);
        std::fs::read_to_string(&path).expect("rows").lines().skip(1).map(str::to_owned).collect::<Vec<_>>()
    };
    for swap in [&[][..], &["--swap-sides"]] {
        let tag = swap.len();
        let whole = rows(&format!("whole-{tag}.csv"), swap);
        let parts = (1..=3).flat_map(|k| {
            let shard = format!("{k}/3");
            rows(&format!("part-{tag}-{k}.csv"), &[&["--shard", &shard], swap].concat())
        });
        // Rows are numbered anew in each file; what was fought is the same.
        let fought = |row: String| row.split_once(',').map(|(_, rest)| rest.to_owned());
        assert_eq!(parts.map(fought).collect::<Vec<_>>(), whole.into_iter().map(fought).collect::<Vec<_>>());
    }
    fails(2, &["simulate", "dba/zama", "--battles", "2", "--shard", "3/2"]);
    assert!(fails(2, &["simulate", "dba/zama", "--battles", "2", "--shard", "1/5"]).contains("too few"));
}
