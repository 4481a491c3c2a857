//! Mustering: what a list offers, and what an army of it comes to (`wrg1969.army.choice`).

use crate::army::file::{Draft, fields};
use crate::army::list::{Army, Company, Line as ListLine};
use crate::army::lists::list;
use crate::data::reaction::Grade;
use crate::data::tables::tables;
use crate::rule;
use binding::muster::{Entry, Line, Offer, Part, Roll, Share};
use form::{Fault, Field, Kind, Node};
use umpire::voice::count;

/// What a list offers. Returns `None` if there is no such list.
pub fn offer(id: &str) -> Option<Offer> {
    let list = list(id)?;
    let whole = |field: &Field| ["points", "subordinates"].contains(&field.name);
    Some(Offer {
        list: list.id.clone(),
        name: list.name.clone(),
        years: (list.from, list.to),
        note: list.summary.trim().to_owned(),
        whole: fields().into_iter().filter(whole).collect(),
        entries: list.lines.iter().map(entry).collect(),
    })
}

fn entry(line: &ListLine) -> Entry {
    let [least, most] = line.unit.map(i64::from);
    let [fewest, greatest] = line.figures;
    let troop = line.kit.troop;
    let mut unit = vec![("troop", Node::from(line.id.as_str())), ("figures", least.into())];
    let mut fields = vec![
        Field::new("figures", Kind::int(least..=most).in_unit("figures"), "how many figures it has")
            .or(least),
        Field::new("files", Kind::int(1..=most).in_unit("figures"), "how many stand abreast").optional(),
    ];
    if let Some(grade) = line.usual_grade() {
        unit.push(("grade", grade.key().into()));
        let grades = Kind::one_of(line.grades.iter().map(|grade| grade.key()));
        fields.push(Field::new("grade", grades, "its grade").or(grade.key()));
        fields.push(Field::new("led", Kind::Bool, "whether the general commands it in person").or(false));
    }
    let usual = Company {
        line: 0,
        name: String::new(),
        figures: line.unit[0],
        files: 1,
        grade: line.usual_grade(),
        led: false,
    };
    let price = usual.purchase(line).price();
    let price =
        price.map_or_else(|_| String::new(), |price| format!(", {} points a figure", price.per_figure));
    let regular = if line.kit.regular { "regular" } else { "barbarian" };
    let note = if line.note.is_empty() { String::new() } else { format!("; {}", line.note) };
    Entry {
        id: line.id.clone(),
        name: line.name.clone(),
        group: regular,
        words: format!(
            "{}; units of {least} to {most}, {fewest} to {greatest} figures in all{price}{note}",
            troop.name()
        ),
        columns: vec![
            ("type", troop.name().to_owned()),
            ("grade", line.grades.iter().map(|grade| grade.key()).collect::<Vec<_>>().join("/")),
        ],
        most: None,
        unit: Node::record(unit),
        fields,
    }
}

/// What an army comes to, lawful or not.
///
/// # Errors
/// When the file is not an army of this book at all.
pub fn roll(node: &Node) -> Result<Roll, Vec<Fault>> {
    let draft = Draft::read(node)?;
    let names = draft.form.records("units").map(|unit| unit.opt("name").unwrap_or_else(|| unit.get("troop")));
    let lines = draft.units.iter().zip(names).map(|(unit, name)| match unit {
        Ok(company) => line(&draft.list.lines[company.line], company),
        Err(_) => Line {
            entry: None,
            name: name.text().to_owned(),
            figures: 0,
            words: String::new(),
            parts: Vec::new(),
        },
    });
    let (companies, _) = draft.companies();
    let figures = draft.list.lines.iter().enumerate().map(|(i, line)| {
        let of_it = companies.iter().filter(|company| company.line == i);
        Share {
            name: line.name.clone(),
            unit: "figures",
            used: of_it.map(|company| i64::from(company.figures)).sum(),
            least: Some(line.figures[0].into()),
            most: Some(line.figures[1].into()),
            rule: rule::ARMY_CHOICE,
        }
    });
    Ok(Roll {
        name: draft.form.opt("name").map_or(draft.list.name.as_str(), |name| name.text()).to_owned(),
        list: draft.list.name.clone(),
        lines: lines.collect(),
        besides: generals(draft.subordinates),
        limit: Some(draft.limit.into()),
        shares: figures.collect(),
        faults: draft.faults(),
        notes: Vec::new(),
    })
}

fn line(line: &ListLine, company: &Company) -> Line {
    let mut words = vec![line.kit.troop.name().to_owned()];
    words.extend(company.grade.map(|grade| format!("grade {}", grade.key())));
    words.push(count(company.files, "file"));
    words.extend(company.led.then(|| "led by the general".to_owned()));
    let price = company.purchase(line).price();
    let parts = price.map_or_else(
        |_| Vec::new(),
        |price| {
            let figures = Part {
                words: format!("{} at {} points each", count(company.figures, "figure"), price.per_figure),
                points: i64::from(price.per_figure) * i64::from(company.figures),
                rule: rule::POINTS_VALUES,
            };
            let commander = (price.command != 0).then(|| Part {
                words: "its commander".to_owned(),
                points: price.command.into(),
                rule: rule::POINTS_COMMAND,
            });
            std::iter::once(figures).chain(commander).collect()
        },
    );
    Line {
        entry: Some(line.id.clone()),
        name: company.name.clone(),
        figures: company.figures.into(),
        words: words.join(", "),
        parts,
    }
}

/// The generals, who are paid for by themselves.
fn generals(subordinates: u16) -> Vec<Part> {
    let points = &tables().points;
    let mut parts = vec![Part {
        words: "the general".to_owned(),
        points: points.commander_in_chief.into(),
        rule: rule::POINTS_COMMAND,
    }];
    if subordinates > 0 {
        parts.push(Part {
            words: format!(
                "{} at {} points each",
                count(subordinates, "subordinate general"),
                points.subordinate_general
            ),
            points: i64::from(subordinates) * i64::from(points.subordinate_general),
            rule: rule::POINTS_COMMAND,
        });
    }
    parts
}

impl Army {
    /// The army as an army file has it.
    pub fn written(&self) -> Node {
        let unit = |company: &Company| {
            let mut unit = vec![
                ("troop", Node::from(self.list.lines[company.line].id.as_str())),
                ("name", company.name.as_str().into()),
                ("figures", i64::from(company.figures).into()),
                ("files", i64::from(company.files).into()),
            ];
            unit.extend(company.grade.map(|grade: Grade| ("grade", Node::from(grade.key()))));
            if company.led {
                unit.push(("led", true.into()));
            }
            Node::record(unit)
        };
        let mut army = vec![
            ("book", Node::from("wrg1969")),
            ("army", self.list.id.as_str().into()),
            ("name", self.name.as_str().into()),
            ("points", self.limit.into()),
        ];
        if self.subordinates > 0 {
            army.push(("subordinates", i64::from(self.subordinates).into()));
        }
        army.push(("units", Node::list(self.companies.iter().map(unit))));
        Node::record(army)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::army::lists::lists;

    #[test]
    fn a_ready_army_of_every_list_is_counted_up_as_it_is_written() {
        for list in lists() {
            let army = list.ready();
            let roll = roll(&army.written()).expect("a good form");
            assert!(roll.is_legal(), "{}: {:?}", list.id, roll.faults);
            assert_eq!(roll.points(), i64::from(army.total()), "{}", list.id);
            assert!(roll.lines.iter().all(|line| line.entry.is_some()));
        }
    }
}
