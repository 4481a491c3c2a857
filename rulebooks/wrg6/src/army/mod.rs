//! Army lists: what an army may hold, one ready to play from each, and the checker.

pub mod muster;

use crate::data::formation;
use crate::data::formation::Block;
use crate::data::tables::tables;
use crate::data::troop::{Class, Training, Troop};
use crate::orders::order::{Area, Objective, Order, Pace, Posture};
use crate::rule;
use form::{Fault, Field, Filled, Kind, Node, fill, parse_toml, quoted};
use ruling::Refusal;
use std::fmt::Write as _;
use std::sync::OnceLock;

/// What an army may hold of one sort of troops.
#[derive(Clone, Debug)]
pub struct Line {
    /// Its name.
    pub name: String,
    /// The troop type.
    pub troop: Troop,
    /// Its training.
    pub training: Training,
    /// The classes allowed.
    pub classes: Vec<Class>,
    /// The least and the most figures in an army.
    pub figures: [u32; 2],
    /// The weapons beyond sidearms.
    pub weapons: Vec<String>,
    /// Whether they have shields.
    pub shield: bool,
    /// The bodies of the army that is ready to play.
    pub ready: Vec<u32>,
    /// In how many ranks they stand there.
    pub ranks: u32,
    /// How fast and how they act there.
    pub order: (Pace, Posture),
}

/// An army list.
#[derive(Clone, Debug)]
pub struct ArmyList {
    /// Its short name.
    pub id: String,
    /// Its title.
    pub name: String,
    /// The first year.
    pub from: i32,
    /// The last year.
    pub to: i32,
    /// What it holds.
    pub lines: Vec<Line>,
}

/// A body of an army: which line of the list, how many and of which class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Body {
    /// The number of its line.
    pub line: usize,
    /// What it is called, if not as its line.
    pub name: Option<String>,
    /// Its figures.
    pub figures: u32,
    /// Its class.
    pub class: Class,
}

/// The lists that come with the book.
pub fn lists() -> &'static [ArmyList] {
    static LISTS: OnceLock<Vec<ArmyList>> = OnceLock::new();
    LISTS.get_or_init(|| {
        let texts = [
            include_str!("../../data/armies/early_roman.toml"),
            include_str!("../../data/armies/carthaginian.toml"),
            include_str!("../../data/armies/macedonian.toml"),
            include_str!("../../data/armies/persian.toml"),
            include_str!("../../data/armies/gallic.toml"),
            include_str!("../../data/armies/parthian.toml"),
            include_str!("../../data/armies/classical_indian.toml"),
            include_str!("../../data/armies/norman.toml"),
        ];
        texts.into_iter().map(read_list).collect()
    })
}

/// The list with an id.
pub fn list(id: &str) -> Option<&'static ArmyList> {
    lists().iter().find(|list| list.id == id)
}

fn read_list(text: &str) -> ArmyList {
    let int = |name, help| Field::new(name, Kind::int(-5000..=2000), help);
    let text_field = |name, help| Field::new(name, Kind::Text, help);
    let line = Kind::record([
        text_field("name", "its name"),
        text_field("troop", "the troop type"),
        text_field("training", "its training"),
        Field::new("classes", Kind::list(Kind::Text, 1..=4), "the classes"),
        Field::new("figures", Kind::list(Kind::int(0..=400), 2..=2), "the least and the most"),
        Field::new("weapons", Kind::list(Kind::Text, ..), "the weapons").or(Node::list([])),
        Field::new("shield", Kind::Bool, "whether they have shields").or(false),
        Field::new("ready", Kind::list(Kind::int(1..=60), ..), "the bodies ready to play"),
        Field::new("ranks", Kind::int(1..=8), "their ranks"),
        text_field("order", "pace and posture"),
    ]);
    let fields = [
        text_field("id", "its short name"),
        text_field("name", "its title"),
        int("from", "the first year"),
        int("to", "the last year"),
        Field::new("line", Kind::list(line, 1..), "the lines"),
    ];
    let node = parse_toml(text).expect("an army list is TOML");
    let form = fill(&fields, &node).unwrap_or_else(|faults| panic!("an army list: {}", faults[0]));
    ArmyList {
        id: form.text("id").to_owned(),
        name: form.text("name").to_owned(),
        from: form.int("from") as i32,
        to: form.int("to") as i32,
        lines: form.records("line").map(read_line).collect(),
    }
}

fn read_line(line: &Filled) -> Line {
    let order = Order::parse(&format!("C {}", line.text("order"))).expect("a list has good orders");
    let number = |a: &form::Answer| a.int() as u32;
    let class = |a: &form::Answer| crate::data::troop::by_key(Class::ALL, Class::key, a.text());
    Line {
        name: line.text("name").to_owned(),
        troop: Troop::parse(line.text("troop")).expect("a list names troop types"),
        training: crate::data::troop::by_key(Training::ALL, Training::key, line.text("training"))
            .expect("a training"),
        classes: line.list("classes").iter().filter_map(class).collect(),
        figures: [number(&line.list("figures")[0]), number(&line.list("figures")[1])],
        weapons: line.list("weapons").iter().map(|w| w.text().to_owned()).collect(),
        shield: line.bool("shield"),
        ready: line.list("ready").iter().map(number).collect(),
        ranks: line.int("ranks") as u32,
        order: (order.pace, order.posture),
    }
}

/// An army: bodies drawn from a list.
#[derive(Clone, Debug)]
pub struct Army {
    /// The list.
    pub list: &'static ArmyList,
    /// What its general calls it.
    pub name: String,
    /// Its bodies.
    pub bodies: Vec<Body>,
}

impl ArmyList {
    /// The army that is ready to play, under the name of its list.
    pub fn army(&'static self) -> Army {
        Army { list: self, name: self.name.clone(), bodies: self.ready() }
    }

    /// The bodies of the army that is ready to play.
    pub fn ready(&self) -> Vec<Body> {
        let bodies = |(line, of): (usize, &Line)| {
            let class = of.classes[0];
            of.ready.iter().map(move |&figures| Body { line, name: None, figures, class }).collect::<Vec<_>>()
        };
        self.lines.iter().enumerate().flat_map(bodies).collect()
    }

    /// What an army costs with its commander-in-chief.
    pub fn cost(&self, bodies: &[Body]) -> u32 {
        let chief = tables().points.commander_in_chief;
        chief
            + bodies
                .iter()
                .map(|body| self.lines[body.line].price(body.class, body.figures).total)
                .sum::<u32>()
    }

    /// What is wrong with an army of this list, in words; with the number of the body that is to blame, if one is
    /// (`wrg6.setup.points`).
    pub fn faults(&self, bodies: &[Body]) -> Vec<(Option<usize>, String)> {
        let mut faults = Vec::new();
        for (i, body) in bodies.iter().enumerate() {
            let line = &self.lines[body.line];
            let files = Block::of(body.figures, line.ranks).files;
            let shape = formation::faults(line.troop, body.figures, files);
            faults.extend(shape.iter().map(|fault| (Some(i), fault.to_string())));
            if !line.classes.contains(&body.class) {
                faults.push((Some(i), format!("{} are not of class {}", line.name, body.class.key())));
            }
        }
        for (i, line) in self.lines.iter().enumerate() {
            let sum: u32 = bodies.iter().filter(|body| body.line == i).map(|body| body.figures).sum();
            let [least, most] = line.figures;
            if !(least..=most).contains(&sum) {
                faults.push((None, format!("{least} to {most} figures of {}, not {sum}", line.name)));
            }
        }
        let (cost, setup) = (self.cost(bodies), &tables().setup);
        let margin = setup.points * setup.per_cent / 100;
        if cost.abs_diff(setup.points) > margin {
            let what = format!("{cost} points, not {} or {margin} more or less", setup.points);
            faults.push((None, Refusal::new(rule::SETUP_POINTS, what).to_string()));
        }
        faults
    }
}

/// The fields of an army file.
pub fn fields() -> Vec<Field> {
    let classes = Kind::one_of(Class::ALL.iter().map(|c| c.key()));
    let body = Kind::record([
        Field::new("troop", Kind::Text, "its line of the list").formerly("line"),
        Field::new("name", Kind::Text, "what the body is called").optional(),
        Field::new("figures", Kind::int(1..=60).in_unit("figures"), "its figures or models"),
        Field::new("class", classes, "its class").optional(),
    ]);
    vec![
        Field::new("book", Kind::one_of(["wrg6"]), "the rulebook"),
        Field::new("army", Kind::one_of(lists().iter().map(|list| list.id.as_str())), "the list"),
        Field::new("name", Kind::Text, "the name of the army").optional(),
        Field::new("units", Kind::list(body, 1..=60), "its bodies").formerly("body"),
    ]
}

/// Reads an army file and holds it against its list.
///
/// # Errors
/// Everything wrong with it.
pub fn read(node: &Node) -> Result<Army, Vec<Fault>> {
    let draft = Draft::read(node)?;
    let faults = draft.faults();
    if !faults.is_empty() {
        return Err(faults);
    }
    let Draft { form, list, bodies } = draft;
    let name = form.opt("name").map_or(list.name.as_str(), |n| n.text()).to_owned();
    Ok(Army { list, name, bodies: bodies.into_iter().flatten().collect() })
}

/// An army as it is written, whether it fits its list or not.
struct Draft {
    /// The file.
    form: Filled,
    /// Its list.
    list: &'static ArmyList,
    /// Its bodies, or why the list has none such.
    bodies: Vec<Result<Body, Fault>>,
}

impl Draft {
    fn read(node: &Node) -> Result<Draft, Vec<Fault>> {
        let form = fill(&fields(), node)?;
        let list = &lists()[form.choice("army")];
        let bodies = form.records("units").map(|body| body_of(list, body)).collect();
        Ok(Draft { list, bodies, form })
    }

    /// Its bodies that the list has, each with where it is written.
    fn known(&self) -> (Vec<Body>, Vec<&Filled>) {
        let written = self.bodies.iter().zip(self.form.records("units"));
        written.filter_map(|(body, form)| Some((body.clone().ok()?, form))).unzip()
    }

    /// Everything that is wrong with it, each where it is written.
    fn faults(&self) -> Vec<Fault> {
        let (bodies, written) = self.known();
        let placed = |(body, what): (Option<usize>, String)| match body {
            Some(i) => written[i].fault("figures", what),
            None => self.form.fault("units", what),
        };
        let unknown: Vec<Fault> =
            self.bodies.iter().filter_map(|body| body.as_ref().err().cloned()).collect();
        if !unknown.is_empty() {
            // What the army lacks cannot be said before it is known what it has.
            return unknown;
        }
        self.list.faults(&bodies).into_iter().map(placed).collect()
    }
}

fn body_of(list: &ArmyList, body: &Filled) -> Result<Body, Fault> {
    let id = body.text("troop");
    let Some(line) = list.lines.iter().position(|line| line.name == id) else {
        let fault = body.fault("troop", format!("the list has no `{id}`"));
        return Err(match form::nearest(id, list.lines.iter().map(|line| line.name.as_str())) {
            Some(near) => fault.help(format!("did you mean `{near}`?")),
            None => fault,
        });
    };
    let class = body.opt("class").map_or(list.lines[line].classes[0], |class| Class::ALL[class.choice()]);
    let name = body.opt("name").map(|name| name.text().to_owned());
    Ok(Body { line, name, figures: body.int("figures") as u32, class })
}

/// The scenario file of a battle between two armies that set up by turns.
pub fn pairing(red: &Army, blue: &Army) -> String {
    let title = quoted(&format!("{} against {}", red.name, blue.name));
    let mut text = format!("book = \"wrg6\"\nid = \"pairing\"\nname = {title}\nby_turns = true\n\n");
    for (side, army, mark) in [("red", red, 'R'), ("blue", blue, 'B')] {
        let _ = writeln!(text, "[{side}]\nname = {}\n", quoted(&army.name));
        write_bodies(&mut text, side, army, mark);
    }
    text
}

/// Writes the bodies of an army, each ordered to a sector: mounted to the wings in turn, foot to the
/// centre as far as there is room. The commander-in-chief is with the first body of the centre.
fn write_bodies(text: &mut String, side: &str, army: &Army, mark: char) {
    const ROOM: f64 = 540.0;
    let (mut centre, mut wing, mut first) = (0.0, 0, true);
    for (i, body) in army.bodies.iter().enumerate() {
        let line = &army.list.lines[body.line];
        let (front, _) = Block::of(body.figures, line.ranks).size(line.troop);
        let in_centre = !line.troop.is_mounted() && centre + front <= 2.0 * ROOM;
        let area = if in_centre || (first && i + 1 == army.bodies.len()) {
            centre += front;
            Area::Centre
        } else {
            wing += 1;
            if wing % 2 == 1 { Area::Left } else { Area::Right }
        };
        let order =
            Order { area, pace: line.order.0, posture: line.order.1, objective: Objective::EnemyEdge };
        let weapons: Vec<String> = line.weapons.iter().map(|w| format!("\"{w}\"")).collect();
        let _ = write!(
            text,
            "[[{side}.body]]\nid = \"{mark}{}\"\nname = {}\ntroop = \"{}\"\ntraining = \"{}\"\nclass = \"{}\"\n\
             figures = {}\nranks = {}\nweapons = [{}]\nshield = {}\norder = \"{order}\"\n",
            i + 1,
            quoted(body.name.as_ref().unwrap_or(&line.name)),
            line.troop.abbr(),
            line.training.key(),
            body.class.key(),
            body.figures,
            line.ranks,
            weapons.join(", "),
            line.shield,
        );
        if first && area == Area::Centre {
            let _ = writeln!(text, "general = \"the general\"\ncinc = true");
            first = false;
        }
        text.push('\n');
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::kit::Kit;

    #[test]
    fn every_army_ready_to_play_fits_its_list() {
        for list in lists() {
            let faults = list.faults(&list.ready());
            assert!(faults.is_empty(), "{}: {faults:?}", list.id);
            for line in &list.lines {
                assert!(
                    Kit::new(line.troop, line.training, line.shield, &line.weapons).is_ok(),
                    "{}",
                    line.name
                );
            }
        }
    }

    #[test]
    fn any_two_armies_meet() {
        for red in lists() {
            for blue in lists() {
                let text = pairing(&red.army(), &blue.army());
                let read = crate::scenario::read(&form::Source { name: "pairing", text: &text });
                assert!(
                    read.is_ok(),
                    "{} and {}: {:?}",
                    red.id,
                    blue.id,
                    read.err().map(|f| f[0].to_string())
                );
            }
        }
    }

    #[test]
    fn an_army_that_does_not_fit_is_told_why() {
        let text =
            "book = 'wrg6'\narmy = 'early_roman'\n[[units]]\ntroop = 'Hastati'\nfigures = 24\nclass = 'D'\n";
        let node = parse_toml(text).expect("test data is TOML");
        let faults = read(&node).expect_err("too small");
        let words: Vec<String> = faults.iter().map(ToString::to_string).collect();
        assert!(words.iter().any(|w| w.contains("not of class D")), "{words:?}");
        assert!(words.iter().any(|w| w.contains("points, not 1100")), "{words:?}");
    }
}
