//! Armies: the lists they are drawn from, whether one is allowed, and armies ready to play.

use crate::house::{self, House};
use crate::setup;
use crate::tables::{rules, tables};
use crate::troop::{self, Profile};
use crate::{Toms, rule};
use binding::Sheet;
use form::{Fault, Field, Filled, Kind, Node, fill, parse_toml};
use ruling::ledger;
use std::sync::OnceLock;

/// An army list.
#[derive(Clone, Debug)]
pub struct ArmyList {
    /// Its short name.
    pub id: String,
    /// Its name in words.
    pub name: String,
    /// The first year; BC is negative.
    pub from: i32,
    /// The last year.
    pub to: i32,
    /// What a ready army is made of.
    pub lines: Vec<Line>,
}

/// A part of a ready army.
#[derive(Clone, Debug)]
pub struct Line {
    /// The troop type, by number.
    pub class: u16,
    /// The figures of one unit.
    pub figures: u16,
    /// The share of the army's points.
    pub share: u32,
}

/// A unit of an army.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Troops {
    /// The troop type, by number.
    pub class: u16,
    /// Its figures, 1 for a model.
    pub figures: u16,
}

/// An army bought from a list.
#[derive(Clone, Debug)]
pub struct Army {
    /// The list.
    pub list: &'static ArmyList,
    /// What its player calls it.
    pub name: String,
    /// Its units.
    pub units: Vec<Troops>,
}

/// The army lists of the book.
pub fn lists() -> &'static [ArmyList] {
    static LISTS: OnceLock<Vec<ArmyList>> = OnceLock::new();
    LISTS.get_or_init(|| {
        [
            include_str!("../data/armies/greek.toml"),
            include_str!("../data/armies/persian.toml"),
            include_str!("../data/armies/carthaginian.toml"),
        ]
        .map(read_list)
        .into()
    })
}

fn read_list(text: &str) -> ArmyList {
    let node = parse_toml(text).expect("an army list is good TOML");
    let sheet = Sheet::of("armies", &node, rules());
    let line = |row: Sheet<'_>| Line {
        class: row.at("unit").word(troop::class),
        figures: row.at("figures").int(),
        share: row.at("share").int(),
    };
    ArmyList {
        id: sheet.at("id").text().to_owned(),
        name: sheet.at("name").text().to_owned(),
        from: sheet.at("from").int(),
        to: sheet.at("to").int(),
        lines: sheet.at("line").items().map(line).collect(),
    }
}

/// The list of that name.
pub fn list(id: &str) -> Option<&'static ArmyList> {
    lists().iter().find(|list| list.id == id)
}

impl ArmyList {
    /// An army of so many points: each part takes about its share, `whim` deciding between those equally due.
    ///
    /// ```
    /// use testudo_toms::army::list;
    /// let greeks = list("greek").expect("there is such a list");
    /// let army = greeks.choose(200, |_| 0);
    /// assert!(army.points() <= 200 && army.points() > 180);
    /// ```
    pub fn choose(&'static self, points: u16, mut whim: impl FnMut(usize) -> usize) -> Army {
        let profiles = &tables().profiles;
        let mut spent = vec![0u32; self.lines.len()];
        let mut units = Vec::new();
        let mut left = points;
        loop {
            let cost = |line: &Line| profiles[usize::from(line.class)].cost(line.figures);
            let may: Vec<usize> = (0..self.lines.len()).filter(|&i| cost(&self.lines[i]) <= left).collect();
            // The parts farthest behind their share come first; a whim picks one of the first two.
            let behind =
                |i: usize| (spent[i] + u32::from(cost(&self.lines[i])) / 2) * 100 / self.lines[i].share;
            let mut order = may.clone();
            order.sort_by_key(|&i| behind(i));
            let Some(&i) = order.get(whim(order.len().clamp(1, 2)).min(order.len().saturating_sub(1))) else {
                break;
            };
            let line = &self.lines[i];
            units.push(Troops { class: line.class, figures: line.figures });
            spent[i] += u32::from(cost(line));
            left -= cost(line);
        }
        fill_up(&mut units, &mut left);
        Army { list: self, name: self.name.clone(), units }
    }

    /// The army of so many points that has no whims.
    pub fn ready(&'static self, points: u16) -> Army {
        self.choose(points, |_| 0)
    }
}

/// Spends what is left on more figures for units that have room.
fn fill_up(units: &mut [Troops], left: &mut u16) {
    for unit in units {
        let who = &tables().profiles[usize::from(unit.class)];
        if who.is_model() {
            continue;
        }
        let room = (who.sizes()[1] - unit.figures).min(*left / who.points);
        // No unit grows beyond its first card.
        let card = if who.body == troop::Body::Mounted { tables().base.mounted } else { tables().base.foot };
        let more = room.min(card.saturating_sub(unit.figures));
        unit.figures += more;
        *left -= more * who.points;
    }
}

impl Army {
    /// What it costs.
    pub fn points(&self) -> u32 {
        let cost = |t: &Troops| u32::from(tables().profiles[usize::from(t.class)].cost(t.figures));
        self.units.iter().map(cost).sum()
    }
}

/// The words of the troop types of all lists, in the order of their numbers.
pub fn words() -> Vec<&'static str> {
    tables().profiles.iter().map(|p| p.key).collect()
}

/// Why a list may not have a type, if it may not.
pub fn foreign(house: &House, list: &str, who: &Profile) -> Option<String> {
    if who.list == list {
        return None;
    }
    if who.list == "macedonian" {
        ledger::cite(rule::LIST_MACEDONIAN);
        let ok = list == "greek" && house.macedonians;
        let what = "only Greek armies under house rule `macedonians` have phalangites";
        return (!ok).then(|| format!("{what} [{}]", rule::LIST_MACEDONIAN));
    }
    ledger::cite(rule::SETUP_POINTS);
    Some(format!("{} is not in the {list} list [{}]", who.key, rule::SETUP_POINTS))
}

/// Why a unit may not have so many figures, if it may not.
pub fn missized(who: &Profile, figures: u16) -> Option<String> {
    let [least, most] = who.sizes();
    let ok = (least..=most).contains(&figures);
    (!ok).then(|| {
        ledger::cite(rule::SETUP_UNIT_SIZE);
        format!("must be from {least} to {most} figures, not {figures} [{}]", rule::SETUP_UNIT_SIZE)
    })
}

/// The fields of an army file.
pub fn fields() -> Vec<Field> {
    let unit = [
        Field::new("unit", Kind::one_of(words()), "the troop type"),
        Field::new("figures", Kind::int(1..=99), "how many figures").or(1),
        Field::new("general", Kind::Bool, "whether a general rides with it").or(false),
    ];
    vec![
        Field::new("book", Kind::one_of(["toms"]), "the rulebook"),
        Field::new("army", Kind::one_of(lists().iter().map(|l| l.id.as_str())), "the army list"),
        Field::new("name", Kind::Text, "what the army is called").optional(),
        Field::new("house", Kind::record(House::fields()), "house rules").or(Node::record([])),
        Field::new("units", Kind::list(Kind::record(unit), 1..=200), "its units"),
    ]
}

/// Reads an army file.
///
/// # Errors
/// Everything that is wrong with the form, or else everything in which the army is not allowed.
///
/// ```
/// let file = r#"
/// book = "toms"
/// army = "greek"
/// units = [{ unit = "greek.hoplite", figures = 16, general = true }]
/// "#;
/// let army = testudo_toms::army::read(&form::parse_toml(file)?).expect("a good army");
/// assert_eq!(army.points(), 48);
/// # Ok::<(), form::Fault>(())
/// ```
pub fn read(node: &Node) -> Result<Army, Vec<Fault>> {
    let form = fill(&fields(), node).map_err(house::told)?;
    let house = House::read(form.record("house"))?;
    let list = &lists()[form.choice("army")];
    let mut faults = Vec::new();
    let units: Vec<&Filled> = form.records("units").collect();
    let troops = check(&form, &house, list, &units, &mut faults);
    if !faults.is_empty() {
        return Err(faults);
    }
    let name = form.opt("name").map_or(list.name.as_str(), |name| name.text()).to_owned();
    Ok(Army { list, name, units: troops })
}

/// Holds units written down against a list, the points and the generals; each has `unit`, `figures`, `general`.
pub fn check(
    form: &Filled,
    house: &House,
    list: &ArmyList,
    units: &[&Filled],
    faults: &mut Vec<Fault>,
) -> Vec<Troops> {
    let book = Toms::new(house.clone());
    let mut troops = Vec::new();
    let mut generals = 0;
    for unit in units {
        let class = unit.choice("unit") as u16;
        let who = &book.profiles[usize::from(class)];
        let figures = u16::try_from(unit.int("figures")).unwrap_or(u16::MAX);
        faults.extend(foreign(house, &list.id, who).map(|what| unit.fault("unit", what)));
        faults.extend(missized(who, figures).map(|what| unit.fault("figures", what)));
        if unit.bool("general") {
            generals += 1;
            if who.is_model() {
                ledger::cite(rule::GENERAL_ATTACH);
                let what = format!("no general rides there [{}]", rule::GENERAL_ATTACH);
                faults.push(unit.fault("general", what));
            }
        }
        troops.push(Troops { class, figures });
    }
    let points: u32 =
        troops.iter().map(|t| u32::from(book.profiles[usize::from(t.class)].cost(t.figures))).sum();
    if points > u32::from(house.army_points) {
        ledger::cite(rule::SETUP_POINTS);
        let what =
            format!("{points} points, but only {} may be spent [{}]", house.army_points, rule::SETUP_POINTS);
        faults.push(form.fault("units", what));
    }
    let due = setup::generals(&book, points);
    if generals > due {
        ledger::cite(rule::SETUP_GENERALS);
        let what = format!("{generals} generals, but {points} points bring {due} [{}]", rule::SETUP_GENERALS);
        faults.push(form.fault("units", what));
    }
    troops
}
