//! Mustering: what a list offers, and what an army of it comes to (`toms.setup.points`, `toms.points.figure`).

use crate::army::{Army, Troops, check, fields, list, lists};
use crate::data::tables::tables;
use crate::data::troop::{Missile, Profile};
use crate::house::{self, House};
use crate::rule;
use binding::muster::{Entry, Line, Offer, Part, Roll, Share};
use form::{Fault, Field, Filled, Kind, Node, fill};
use umpire::voice::count;

/// What a list offers: its own troops first, then those of other lists, who may be hired. Returns `None` if there is
/// no such list.
pub fn offer(id: &str) -> Option<Offer> {
    let list = list(id)?;
    let all = || tables().profiles.iter();
    let own = |who: &&Profile| who.list == list.id;
    let hired = all().filter(|who| !own(who)).map(|who| entry(who, "hired"));
    Some(Offer {
        list: list.id.clone(),
        name: list.name.clone(),
        years: (list.from, list.to),
        note: String::new(),
        whole: fields().into_iter().filter(|field| field.name == "house").collect(),
        entries: all().filter(own).map(|who| entry(who, "of the list")).chain(hired).collect(),
    })
}

fn entry(who: &Profile, group: &'static str) -> Entry {
    let [least, most] = who.sizes;
    let mut fields = Vec::new();
    if !who.is_model() {
        let size = Kind::int(1..=i64::from(who.largest)).in_unit("figures");
        fields.push(Field::new("figures", size, "how many figures").or(i64::from(who.typical)));
        fields.push(Field::new("general", Kind::Bool, "whether a general rides with it").or(false));
    }
    let size =
        if who.is_model() { "one model".to_owned() } else { format!("usually {least} to {most} figures") };
    let each = if who.is_model() { "" } else { " each" };
    let reach = match who.missile {
        Missile::None => String::new(),
        missile => format!("; {}, {} inches", missile.key(), who.range),
    };
    Entry {
        id: who.key.to_owned(),
        name: who.name.to_owned(),
        group,
        words: format!("{size}, {} points{each}{reach}", who.points),
        columns: vec![
            ("move", who.pace.to_string()),
            ("charge", who.charge.to_string()),
            ("range", who.range.to_string()),
            ("armour", if who.armour { "yes" } else { "no" }.to_owned()),
            ("shield", if who.shield == 0 { "none".to_owned() } else { format!("{}+", who.shield) }),
        ],
        most: None,
        unit: Node::record([
            ("troop", who.key.into()),
            ("figures", i64::from(if who.is_model() { 1 } else { who.typical }).into()),
        ]),
        fields,
    }
}

/// What an army comes to, allowed or not.
///
/// # Errors
/// When the file is not an army of this book at all.
pub fn roll(node: &Node) -> Result<Roll, Vec<Fault>> {
    let form = fill(&fields(), node).map_err(house::told)?;
    let house = House::read(form.record("house"))?;
    let list = &lists()[form.choice("army")];
    let mut faults = Vec::new();
    let (troops, notes) = check(&form, &house, list, &mut faults);
    let lines: Vec<Line> = troops.iter().zip(form.records("units")).map(|(t, unit)| line(t, unit)).collect();
    let limit = i64::from(house.army_points);
    let spent = Share {
        name: "points".to_owned(),
        unit: "points",
        used: lines.iter().map(Line::points).sum(),
        least: None,
        most: Some(limit),
        rule: rule::SETUP_POINTS,
    };
    Ok(Roll {
        name: form.opt("name").map_or(list.name.as_str(), |name| name.text()).to_owned(),
        list: list.name.clone(),
        lines,
        besides: Vec::new(),
        limit: Some(limit),
        shares: vec![spent],
        faults,
        notes,
    })
}

fn line(troops: &Troops, unit: &Filled) -> Line {
    let who = &tables().profiles[usize::from(troops.class)];
    let words = if who.is_model() {
        "one model".to_owned()
    } else {
        format!("{} at {} points each", count(troops.figures, "figure"), who.points)
    };
    Line {
        entry: Some(who.key.to_owned()),
        name: troops.name.as_deref().unwrap_or(who.name).to_owned(),
        figures: troops.figures.into(),
        words: if unit.bool("general") { "with a general".to_owned() } else { String::new() },
        parts: vec![Part { words, points: who.cost(troops.figures).into(), rule: rule::POINTS_FIGURE }],
    }
}

impl Army {
    /// The army as an army file has it, for a battle of so many points.
    pub fn written(&self, points: u16) -> Node {
        let unit = |troops: &Troops| {
            let who = &tables().profiles[usize::from(troops.class)];
            let mut unit = vec![("troop", Node::from(who.key))];
            unit.extend(troops.name.as_ref().map(|name| ("name", Node::from(name.as_str()))));
            unit.push(("figures", i64::from(troops.figures).into()));
            Node::record(unit)
        };
        let mut army = vec![
            ("book", Node::from("toms")),
            ("army", self.list.id.as_str().into()),
            ("name", self.name.as_str().into()),
        ];
        if points != House::default().army_points {
            army.push(("house", Node::record([("army_points", i64::from(points).into())])));
        }
        army.push(("units", Node::list(self.units.iter().map(unit))));
        Node::record(army)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ready_army_of_every_list_is_counted_up_as_it_is_written() {
        for list in lists() {
            let army = list.ready(200);
            let roll = roll(&army.written(200)).expect("a good form");
            assert!(roll.is_legal(), "{}: {:?}", list.id, roll.faults);
            assert_eq!(roll.points(), i64::from(army.points()), "{}", list.id);
        }
    }

    #[test]
    fn too_dear_an_army_is_counted_up_all_the_same() {
        let text = "book = 'toms'\narmy = 'greek'\nunits = [{ unit = 'greek.hoplite', figures = 90 }]";
        let roll = roll(&form::parse_toml(text).expect("it is TOML")).expect("a good form");
        assert!(!roll.is_legal());
        assert_eq!((roll.points(), roll.lines[0].figures), (270, 90));
    }
}
