//! Armies: the lists they are drawn from, whether one is allowed, and armies ready to play.

pub mod muster;

use crate::data::faults::under;
use crate::data::lists::{class, words};
use crate::data::tables::{rules, tables};
use crate::data::troop::Profile;
use crate::house::{self, Generals, House};
use crate::{Toms, rule};
use binding::Sheet;
use form::{Fault, Field, Filled, Kind, Node, fill, parse_toml};
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Troops {
    /// What it is called, if not as its type.
    pub name: Option<String>,
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
    /// What is unusual about it, but allowed.
    pub notes: Vec<String>,
}

/// The army lists of the book.
pub fn lists() -> &'static [ArmyList] {
    static LISTS: OnceLock<Vec<ArmyList>> = OnceLock::new();
    LISTS.get_or_init(|| {
        [
            include_str!("../../data/armies/greek.toml"),
            include_str!("../../data/armies/persian.toml"),
            include_str!("../../data/armies/carthaginian.toml"),
            include_str!("../../data/armies/macedonian.toml"),
        ]
        .map(read_list)
        .into()
    })
}

fn read_list(text: &str) -> ArmyList {
    let node = parse_toml(text).expect("an army list is good TOML");
    let sheet = Sheet::of("armies", &node, rules());
    let line = |row: Sheet<'_>| Line {
        class: row.at("unit").word(class),
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
    /// use testudo_toms::api::army::list;
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
            units.push(Troops { name: None, class: line.class, figures: line.figures });
            spent[i] += u32::from(cost(line));
            left -= cost(line);
        }
        fill_up(&mut units, &mut left);
        Army { list: self, name: self.name.clone(), units, notes: Vec::new() }
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
        let room = *left / who.points;
        // No unit grows beyond its first card.
        let more = room.min(tables().card.figures(who.body).saturating_sub(unit.figures));
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

/// Why a unit may not have so many figures. Returns `None` if it may.
pub fn missized(who: &Profile, figures: u16) -> Option<String> {
    let most = who.largest;
    let what = || format!("must be from 1 to {most} figures, not {figures}");
    (!(1..=most).contains(&figures)).then(|| under(rule::SETUP_UNIT_SIZE, what()))
}

/// What is unusual about a unit of an army of a list, but allowed.
fn unusual(list: &ArmyList, who: &Profile, figures: u16) -> impl Iterator<Item = String> {
    let own = |line: &Line| tables().profiles[usize::from(line.class)].key == who.key;
    let foreign = (who.list != list.id && !list.lines.iter().any(own))
        .then(|| under(rule::SETUP_POINTS, format!("{} is not of the {} list", who.key, list.id)));
    let [least, most] = who.sizes;
    let odd = (!(least..=most).contains(&figures)).then(|| {
        under(rule::SETUP_UNIT_SIZE, format!("{figures} of {} are not the usual {least} to {most}", who.key))
    });
    foreign.into_iter().chain(odd)
}

/// How many generals an army of so many points has (`toms.setup.generals`).
pub fn generals_of(book: &Toms, points: u32) -> u16 {
    let setup = &tables().setup;
    match book.house.generals {
        Generals::One => 1,
        Generals::Per100 => ((points / u32::from(setup.general_points)) as u16).max(setup.generals),
    }
}

/// The fields of an army file.
pub fn fields() -> Vec<Field> {
    let unit = [
        Field::new("troop", Kind::one_of(words()), "the troop type").formerly("unit"),
        Field::new("name", Kind::Text, "what the unit is called").optional(),
        Field::new("figures", Kind::int(1..=99).in_unit("figures"), "how many figures").or(1),
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
/// units = [{ troop = "greek.hoplite", figures = 16, general = true }]
/// "#;
/// let army = testudo_toms::api::army::read(&form::parse_toml(file)?).expect("a good army");
/// assert_eq!(army.points(), 48);
/// # Ok::<(), form::Fault>(())
/// ```
pub fn read(node: &Node) -> Result<Army, Vec<Fault>> {
    let form = fill(&fields(), node).map_err(house::told)?;
    let house = House::read(form.record("house"))?;
    let list = &lists()[form.choice("army")];
    let mut faults = Vec::new();
    let (troops, notes) = check(&form, &house, list, &mut faults);
    if !faults.is_empty() {
        return Err(faults);
    }
    let name = form.opt("name").map_or(list.name.as_str(), |name| name.text()).to_owned();
    Ok(Army { list, name, units: troops, notes })
}

/// Holds the `units` of a form against the points and the size of cards; each has `unit`, `figures`, `general`. Beside
/// the troops it tells what is unusual about them for an army of a list, but allowed (`toms.setup.points`).
pub fn check(
    form: &Filled,
    house: &House,
    list: &ArmyList,
    faults: &mut Vec<Fault>,
) -> (Vec<Troops>, Vec<String>) {
    let book = Toms::new(house.clone());
    let (mut troops, mut notes) = (Vec::new(), Vec::new());
    let mut generals = 0;
    for unit in form.records("units") {
        let class = unit.choice("troop") as u16;
        let who = &book.profiles[usize::from(class)];
        let figures = u16::try_from(unit.int("figures")).unwrap_or(u16::MAX);
        faults.extend(missized(who, figures).map(|what| unit.fault("figures", what)));
        notes.extend(unusual(list, who, figures));
        if unit.bool("general") {
            generals += 1;
            if who.is_model() {
                let what = under(rule::GENERAL_ATTACH, "no general rides there");
                faults.push(unit.fault("general", what));
            }
        }
        let name = unit.opt("name").map(|name| name.text().to_owned());
        troops.push(Troops { name, class, figures });
    }
    let points: u32 =
        troops.iter().map(|t| u32::from(book.profiles[usize::from(t.class)].cost(t.figures))).sum();
    if points > u32::from(house.army_points) {
        let what = format!("{points} points, but only {} may be spent", house.army_points);
        faults.push(form.fault("units", under(rule::SETUP_POINTS, what)));
    }
    let due = generals_of(&book, points);
    if generals > due {
        let what = format!("{generals} generals, where {points} points bring {due}");
        notes.push(under(rule::SETUP_GENERALS, what));
    }
    (troops, notes)
}
