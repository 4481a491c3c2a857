//! One side of a scenario: its army, its elements and its camp.

use crate::army::check::{Reason, check};
use crate::army::chosen::Counts;
use crate::board::state::Camp;
use crate::data::lists::{ArmyList, chosen};
use crate::data::scale::{MM, on_grid};
use crate::data::tables::tables;
use crate::data::troop::Troop;
use crate::house::House;
use crate::movement::under_way::MOST;
use crate::rule;
use crate::scenario::file::EDGES;
use crate::scenario::land::places;
use crate::setup::home;
use form::{Fault, Filled};
use ruling::under;
use table::{Convex, Facing, Formation, Pose, Solid, TableEdge, Vec2};
use umpire::{Side, UnitCard};

/// One element of a side.
pub struct Element {
    pub troop: Troop,
    pub general: bool,
    /// The number of its command, from 0.
    pub command: u8,
    pub label: String,
    pub pose: Option<Pose>,
}

/// One side.
pub struct Force {
    pub side: Side,
    pub name: String,
    pub list: &'static ArmyList,
    pub elements: Vec<Element>,
    /// What its commands are called; none if it is not divided.
    pub commands: Vec<String>,
    pub edge: Option<TableEdge>,
    pub camp: Option<(Camp, Convex)>,
}

impl Force {
    /// Reads a side; what is wrong with it joins the faults.
    pub fn read(side: Side, form: &Filled, house: &House, faults: &mut Vec<Fault>) -> Force {
        let list = chosen(form.choice("army"));
        let name = form.opt("name").map_or(list.name.as_str(), |name| name.text()).to_owned();
        let elements = match form.opt("elements") {
            Some(given) => {
                let forms: Vec<&Filled> = given.list().iter().map(form::Answer::record).collect();
                judge_commands(form, house, &forms, faults);
                judge_army(form, house, list, &forms, faults);
                forms.iter().enumerate().map(|(i, f)| element(side, i, f, faults)).collect()
            }
            None => usual(side, list),
        };
        let edge = form.opt("edge").map(|edge| EDGES[edge.choice()]);
        let camp = if house.camps { camp(form, faults) } else { None };
        let commands = commands(form, house, faults);
        Force { side, name, list, elements, commands, edge, camp }
    }

    /// Whether every element has its place.
    pub fn is_placed(&self) -> bool {
        self.elements.iter().all(|e| e.pose.is_some())
    }

    /// The card of an element.
    pub fn card(&self, element: &Element) -> UnitCard {
        let name = element.troop.name();
        UnitCard {
            side: self.side,
            label: element.label.clone(),
            name: if element.general { format!("{name}, general") } else { name.to_owned() },
            class: element.troop as u16,
            general: element.general,
        }
    }

    /// The card of the Camp Followers.
    pub fn followers(&self) -> UnitCard {
        UnitCard {
            side: self.side,
            label: format!("{} camp", initial(self.side)),
            name: Troop::CampFollowers.name().to_owned(),
            class: Troop::CampFollowers as u16,
            general: false,
        }
    }

    /// Where the camp stands and how large it is, as a footprint that faces away from the base edge.
    pub fn camp_place(&self) -> Option<(Pose, Formation)> {
        let (_, outline) = self.camp.as_ref()?;
        let facing = home::ahead(self.edge?);
        let bounds = outline.bounds();
        let ((left, right), (near, far)) =
            (outline.shadow(facing.vec().right()), outline.shadow(facing.vec()));
        let pose = Pose::new(bounds.min.lerp(bounds.max, 0.5) * MM, facing);
        Some((pose, block(right - left, far - near)))
    }
}

fn initial(side: Side) -> &'static str {
    match side {
        Side::Red => "R",
        Side::Blue => "B",
    }
}

/// A footprint of one block, its lengths in paces.
pub fn block(width: f64, depth: f64) -> Formation {
    let grid = |paces: f64| on_grid(paces).round() as i32;
    Formation { files: 1, figures: 1, file_width: grid(width), rank_depth: grid(depth) }
}

/// The footprint of a camp (`dba.camp.place`).
pub fn camp_formation() -> Formation {
    block(tables().setup.camp_width, tables().setup.camp_depth)
}

/// The usual army of a list, nobody placed.
fn usual(side: Side, list: &'static ArmyList) -> Vec<Element> {
    let unplaced =
        |(i, troop)| Element { troop, general: i == 0, command: 0, label: label(side, i), pose: None };
    list.usual().troops().into_iter().enumerate().map(unplaced).collect()
}

fn label(side: Side, i: usize) -> String {
    format!("{}{}", initial(side), i + 1)
}

fn element(side: Side, i: usize, form: &Filled, faults: &mut Vec<Fault>) -> Element {
    let [x, y, facing] = ["x", "y", "facing"].map(|name| form.opt(name).map(form::Answer::number));
    if (x.is_some(), y.is_some()) != (facing.is_some(), facing.is_some()) {
        for name in ["x", "y", "facing"].into_iter().filter(|name| !form.has(name)) {
            faults.push(form.fault(name, "missing; a place needs `x`, `y` and `facing`"));
        }
    }
    let pose = match (x, y, facing) {
        (Some(x), Some(y), Some(facing)) => Some(Pose::new(Vec2::new(x, y) * MM, Facing::degrees(facing))),
        _ => None,
    };
    Element {
        troop: Troop::ALL[form.choice("troop")],
        general: form.bool("general"),
        command: form.int("command") as u8 - 1,
        label: form.opt("id").map_or_else(|| label(side, i), |id| id.text().to_owned()),
        pose,
    }
}

/// What the commands of an army are called, if it is divided: as the file says, or by their numbers.
fn commands(form: &Filled, house: &House, faults: &mut Vec<Fault>) -> Vec<String> {
    let wants = usize::from(house.commands);
    let Some(given) = form.opt("commands") else {
        let numbered = ["The first command", "The second command", "The third command"];
        let divided = if wants > 1 { wants } else { 0 };
        return numbered.into_iter().take(divided).map(str::to_owned).collect();
    };
    let names: Vec<String> = given.list().iter().map(|name| name.text().to_owned()).collect();
    if names.len() != wants || wants == 1 {
        let what = format!("{} commands are named, but house rule `commands` is {wants}", names.len());
        faults.push(form.fault("commands", under(rule::ARMY_COMMANDS, what)));
    }
    names
}

/// Each command has one general and no more elements than can be led; an army that is not divided is one command.
fn judge_commands(side: &Filled, house: &House, elements: &[&Filled], faults: &mut Vec<Fault>) {
    let of = |e: &Filled| e.int("command");
    for element in elements.iter().filter(|e| of(e) > i64::from(house.commands)) {
        let what = format!("house rule `commands` is {}", house.commands);
        faults.push(element.fault("command", under(rule::ARMY_COMMANDS, what)));
    }
    for command in 1..=i64::from(house.commands) {
        let members: Vec<&&Filled> = elements.iter().filter(|e| of(e) == command).collect();
        let whole = if house.commands == 1 { "an army" } else { "a command" };
        if members.len() > MOST {
            let what = format!("{} elements, but {whole} has {MOST} at the most", members.len());
            faults.push(side.fault("elements", under(rule::ARMY_COMMANDS, what)));
        }
        let mut generals = members.iter().filter(|e| e.bool("general"));
        if generals.next().is_none() {
            let what = match house.commands {
                1 => "no element has the general".to_owned(),
                _ => format!("no element of command {command} has its general"),
            };
            faults.push(side.fault("elements", under(rule::ARMY_GENERAL, what)));
        }
        for second in generals {
            let what = format!("{whole} has one general");
            faults.push(second.fault("general", under(rule::ARMY_GENERAL, what)));
        }
    }
}

/// Holds the elements against the army list, whose lines name the generals.
fn judge_army(
    side: &Filled,
    house: &House,
    list: &'static ArmyList,
    elements: &[&Filled],
    faults: &mut Vec<Fault>,
) {
    let troop = |e: &Filled| Troop::ALL[e.choice("troop")];
    let generals: Vec<&&Filled> =
        elements.iter().filter(|e| e.bool("general")).take(house.commands.into()).collect();
    if generals.is_empty() {
        return;
    }
    let counts: Counts = elements.iter().map(|e| troop(e)).collect();
    let usual = tables().army_size * usize::from(house.commands);
    let size = side.opt("size").map_or(usual, |size| size.int() as usize);
    let with: Vec<Troop> = generals.iter().map(|e| troop(e)).collect();
    for fault in check(list, &counts, &with, size) {
        let written = match fault.reason {
            Reason::Total => side.fault("elements", fault.to_string()),
            Reason::General => {
                let general = generals.iter().find(|e| fault.troops.has(troop(e))).unwrap_or(&generals[0]);
                general.fault("troop", fault.to_string())
            }
            Reason::Troops => {
                // The last of its type is the one too many.
                let crowded =
                    elements.iter().rev().find(|e| fault.troops.has(troop(e)) && !e.bool("general"));
                crowded.map_or_else(
                    || side.fault("elements", fault.to_string()),
                    |e| e.fault("troop", fault.to_string()),
                )
            }
        };
        faults.push(written);
    }
}

fn camp(form: &Filled, faults: &mut Vec<Fault>) -> Option<(Camp, Convex)> {
    let given = form.opt("camp")?;
    let corners = places(given);
    match Convex::from_corners(&corners) {
        Some(outline) => Some((Camp::new(&corners), outline)),
        None => {
            faults.push(given.fault("the camp must be a convex polygon"));
            None
        }
    }
}
