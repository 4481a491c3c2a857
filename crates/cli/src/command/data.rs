//! A battle as data: an object a step.

use proto::{WireCommand, WireEntry};
use ruling::RuleIndex;
use serde_json::{Value, json};
use testudo::AnyBattle;
use umpire::{Entry, Place, Ruling, Standing, StepRecord, Unit, UnitId};

/// Tells a battle step by step, each with the units that it changed.
pub struct Steps {
    told: u32,
    standing: Standing,
    units: Vec<Unit>,
}

impl Steps {
    /// From a battle before its first step.
    pub fn new(battle: &AnyBattle) -> Steps {
        Steps { told: 0, standing: battle.standing(), units: units(battle) }
    }

    /// The next step: the battle after it, what was decided, and what came of it.
    pub fn step(&mut self, battle: &AnyBattle, step: &StepRecord, entries: &[Entry]) -> Value {
        self.told += 1;
        let now = units(battle);
        let changed = battle.field().ids().filter(|id| self.units.get(id.index()) != now.get(id.index()));
        let value = json!({
            "n": self.told,
            "side": step.side.as_str(),
            "turn": self.standing.turn,
            "phase": self.standing.phase,
            "command": WireCommand::of(&step.command, battle.manners()),
            "dice": step.faces,
            "entries": entries.iter().map(|entry| told(entry, battle.rules())).collect::<Vec<_>>(),
            "units": changed.map(|id| unit(battle, id)).collect::<Vec<_>>(),
        });
        (self.standing, self.units) = (battle.standing(), now);
        value
    }
}

fn units(battle: &AnyBattle) -> Vec<Unit> {
    let field = battle.field();
    field.ids().map(|id| *field.unit(id)).collect()
}

fn told(entry: &Entry, rules: &RuleIndex) -> Value {
    let title = |rule: &str| rules.get(rule).map(|rule| rule.title.clone());
    match entry {
        Entry::Heading { rule, text } => {
            json!({ "kind": "heading", "rule": rule.as_str(), "words": text, "units": [], "factors": [] })
        }
        Entry::Ruling(ruling) => {
            let factors = ruling.tallies.iter().flat_map(|(unit, tally)| {
                tally.factors().iter().map(move |factor| {
                    let rule = factor.rule.as_str();
                    json!({ "unit": unit.0, "rule": rule, "value": factor.value, "cause": title(rule) })
                })
            });
            let rolls = ruling.rolls.iter().map(|(side, unit, face)| {
                json!({ "side": side.as_str(), "unit": unit.map(|unit| unit.0), "face": face })
            });
            json!({
                "kind": "ruling",
                "rule": ruling.rule.as_str(),
                "also": ruling.also.iter().map(|rule| rule.as_str()).collect::<Vec<_>>(),
                "words": ruling.text,
                "units": concerned(ruling),
                "factors": factors.collect::<Vec<_>>(),
                "rolls": rolls.collect::<Vec<_>>(),
            })
        }
        Entry::Event(event) => {
            let mut value = json!(WireEntry::from(event));
            value["words"] = json!(title(event.rule().as_str()));
            value["units"] = value["unit"].as_u64().into_iter().collect();
            value["factors"] = json!([]);
            value
        }
    }
}

/// The units that a ruling counts for or rolls for, each once.
fn concerned(ruling: &Ruling) -> Vec<u16> {
    let counted = ruling.tallies.iter().map(|(unit, _)| unit.0);
    let rolled = ruling.rolls.iter().filter_map(|(_, unit, _)| unit.map(|unit| unit.0));
    let mut units: Vec<u16> = counted.chain(rolled).collect();
    units.sort_unstable();
    units.dedup();
    units
}

/// A unit as it stands, in millimetres; its footprint only while it is on the table.
fn unit(battle: &AnyBattle, id: UnitId) -> Value {
    let field = battle.field();
    let (unit, card) = (field.unit(id), field.card(id));
    let corners = (unit.place == Place::Table).then(|| battle.footprint(id).corners().map(|p| [p.x, p.y]));
    let at = unit.pose.at.vec();
    json!({
        "id": id.0, "side": card.side.as_str(), "label": card.label, "name": card.name,
        "place": format!("{:?}", unit.place).to_lowercase(),
        "x_mm": at.x, "y_mm": at.y, "facing": unit.pose.facing.to_degrees(),
        "figures": unit.formation.figures, "footprint": corners,
    })
}
