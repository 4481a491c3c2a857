//! Mustering: what a list offers, and what an army of it comes to (`wrg6.setup.points`, `wrg6.points.cost`).

use crate::army::{Army, Body, Draft, Line as ListLine, list};
use crate::data::points;
use crate::data::tables::tables;
use crate::rule;
use binding::muster::{Entry, Line, Offer, Part, Roll, Share};
use form::{Fault, Field, Kind, Node};
use umpire::voice::count;

/// What a list offers. Returns `None` if there is no such list.
pub fn offer(id: &str) -> Option<Offer> {
    let list = list(id)?;
    Some(Offer {
        list: list.id.clone(),
        name: list.name.clone(),
        years: (list.from, list.to),
        note: String::new(),
        whole: Vec::new(),
        entries: list.lines.iter().map(entry).collect(),
    })
}

fn entry(line: &ListLine) -> Entry {
    let [least, most] = line.figures;
    let usual = line.ready.first().copied().unwrap_or(1);
    let class = line.classes[0];
    let cost = line.price(class, usual);
    let arms =
        line.weapons.iter().map(|w| w.replace('_', " ")).chain(line.shield.then(|| "shield".to_owned()));
    let arms: Vec<String> = arms.collect();
    let arms = if arms.is_empty() { String::new() } else { format!("; {}", arms.join(", ")) };
    let classes = Kind::one_of(line.classes.iter().map(|class| class.key()));
    let size = Kind::int(1..=60).in_unit("figures");
    Entry {
        id: line.name.clone(),
        name: line.name.clone(),
        group: line.training.key(),
        words: format!(
            "{} {}, {} points a figure and {} a body; {least} to {most} figures in all{arms}",
            line.training.key(),
            line.troop.abbr(),
            cost.per_figure,
            cost.body,
        ),
        columns: vec![
            ("type", line.troop.abbr().to_owned()),
            ("class", line.classes.iter().map(|class| class.key()).collect::<Vec<_>>().join("/")),
            ("ranks", line.ranks.to_string()),
        ],
        most: None,
        unit: Node::record([
            ("troop", line.name.as_str().into()),
            ("figures", i64::from(usual).into()),
            ("class", class.key().into()),
        ]),
        fields: vec![
            Field::new("figures", size, "its figures or models").or(i64::from(usual)),
            Field::new("class", classes, "its class").or(class.key()),
        ],
    }
}

/// What an army comes to, whether it fits its list or not.
///
/// # Errors
/// When the file is not an army of this book at all.
pub fn roll(node: &Node) -> Result<Roll, Vec<Fault>> {
    let draft = Draft::read(node)?;
    let written = draft.form.records("units");
    let lines = draft.bodies.iter().zip(written).map(|(body, form)| match body {
        Ok(body) => line(&draft.list.lines[body.line], body),
        Err(_) => Line {
            entry: None,
            name: form.text("troop").to_owned(),
            figures: form.int("figures").try_into().unwrap_or(0),
            words: String::new(),
            parts: Vec::new(),
        },
    });
    let (bodies, _) = draft.known();
    let figures = draft.list.lines.iter().enumerate().map(|(i, line)| Share {
        name: line.name.clone(),
        unit: "figures",
        used: bodies.iter().filter(|body| body.line == i).map(|body| i64::from(body.figures)).sum(),
        least: Some(line.figures[0].into()),
        most: Some(line.figures[1].into()),
        rule: rule::SETUP_POINTS,
    });
    let (points, setup) = (&tables().points, &tables().setup);
    let margin = i64::from(setup.points * setup.per_cent / 100);
    let agreed = Share {
        name: "points".to_owned(),
        unit: "points",
        used: draft.list.cost(&bodies).into(),
        least: Some(i64::from(setup.points) - margin),
        most: Some(i64::from(setup.points) + margin),
        rule: rule::SETUP_POINTS,
    };
    Ok(Roll {
        name: draft.form.opt("name").map_or(draft.list.name.as_str(), |name| name.text()).to_owned(),
        list: draft.list.name.clone(),
        lines: lines.collect(),
        besides: vec![Part {
            words: "the commander-in-chief".to_owned(),
            points: points.commander_in_chief.into(),
            rule: rule::POINTS_COST,
        }],
        limit: Some(setup.points.into()),
        shares: std::iter::once(agreed).chain(figures).collect(),
        faults: draft.faults(),
        notes: Vec::new(),
    })
}

fn line(line: &ListLine, body: &Body) -> Line {
    let cost = line.price(body.class, body.figures);
    Line {
        entry: Some(line.name.clone()),
        name: body.name.as_ref().unwrap_or(&line.name).clone(),
        figures: body.figures,
        words: format!("{} {}, class {}", line.training.key(), line.troop.abbr(), body.class.key()),
        parts: vec![
            Part {
                words: format!("{} at {} points each", count(body.figures, "figure"), cost.per_figure),
                points: i64::from(cost.per_figure) * i64::from(body.figures),
                rule: rule::POINTS_COST,
            },
            Part { words: "the body".to_owned(), points: cost.body.into(), rule: rule::POINTS_COST },
        ],
    }
}

impl ListLine {
    /// What a body of it costs, and how that is reckoned.
    pub(super) fn price(&self, class: crate::data::troop::Class, figures: u32) -> points::Cost {
        let extras = self.weapons.iter().map(String::as_str).chain(self.shield.then_some("shield"));
        points::cost(self.troop, class, self.training, figures, extras)
    }
}

impl Army {
    /// The army as an army file has it.
    pub fn written(&self) -> Node {
        let unit = |body: &Body| {
            let mut unit = vec![("troop", Node::from(self.list.lines[body.line].name.as_str()))];
            unit.extend(body.name.as_ref().map(|name| ("name", Node::from(name.as_str()))));
            unit.push(("figures", i64::from(body.figures).into()));
            unit.push(("class", body.class.key().into()));
            Node::record(unit)
        };
        Node::record([
            ("book", "wrg6".into()),
            ("army", self.list.id.as_str().into()),
            ("name", self.name.as_str().into()),
            ("units", Node::list(self.bodies.iter().map(unit))),
        ])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::army::{lists, read};

    #[test]
    fn a_ready_army_of_every_list_is_counted_up_as_it_is_written() {
        for list in lists() {
            let army = list.army();
            let roll = roll(&army.written()).expect("a good form");
            assert!(roll.is_legal(), "{}: {:?}", list.id, roll.faults);
            assert_eq!(roll.points(), i64::from(list.cost(&army.bodies)), "{}", list.id);
            assert_eq!(read(&army.written()).expect("legal").bodies, army.bodies);
        }
    }

    #[test]
    fn files_that_name_bodies_and_lines_are_still_read() {
        let text =
            "book = 'wrg6'\narmy = 'early_roman'\n[[body]]\nline = 'Hastati'\nfigures = 24\nclass = 'B'\n";
        let node = form::parse_toml(text).expect("it is TOML");
        assert_eq!(roll(&node).expect("a good form").lines[0].entry.as_deref(), Some("Hastati"));
        let notes: Vec<String> =
            form::outdated(&crate::army::fields(), &node).iter().map(ToString::to_string).collect();
        assert_eq!(notes, ["body: is called `units` now", "body[0].line: is called `troop` now"]);
    }
}
