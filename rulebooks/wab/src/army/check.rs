//! Whether an army is legal, and why not.

use crate::army::kit::Command;
use crate::army::list;
use crate::army::list::{ArmyList, Category, Choice, Entry};
use crate::data::tables::tables;
use crate::data::troop::Trait;
use crate::rule;
use form::{Fault, Field, Filled, Kind, Node, nearest};
use ruling::RuleId;

/// A unit bought.
#[derive(Clone, Debug)]
pub struct Bought<'a> {
    /// Its entry.
    pub entry: &'a Entry,
    /// Its models.
    pub size: u16,
    /// Its options.
    pub options: Vec<&'a Choice>,
    /// Its command.
    pub command: Command,
    /// What a model costs where the file says so, for a unit that differs from its entry.
    pub each: Option<i32>,
}

impl Bought<'_> {
    /// What it costs: for each model, and in all.
    pub fn cost(&self) -> (i32, i32) {
        let (each, total) = list::cost(self.entry, self.size, &self.options, self.command.count());
        let own = self.each.unwrap_or(each);
        (own, total + (own - each) * i32::from(self.size))
    }

    /// Whether its size is within the entry's limits.
    pub fn has_good_size(&self) -> bool {
        (self.entry.size[0]..=self.entry.size[1]).contains(&self.size)
    }

    /// Whether it may have the command it has.
    pub fn may_have_command(&self) -> bool {
        self.entry.command || self.command.count() == 0
    }
}

/// The form in which a unit is bought.
pub fn unit_fields() -> Vec<Field> {
    let words = |kind: Kind, most: usize| Kind::list(kind, ..=most);
    vec![
        Field::new("troop", Kind::Text, "the entry of the list").formerly("unit"),
        Field::new("figures", Kind::int(1..=200).in_unit("models"), "its models").formerly("size").or(1),
        Field::new("options", words(Kind::Text, 10), "its options").or(Node::list([])),
        Field::new("command", words(Kind::one_of(Command::KEYS), 3), "its command").or(Node::list([])),
    ]
}

/// The unit that a form of [`unit_fields`] buys from a list.
///
/// # Errors
/// When the list has no such unit or option.
pub fn buy<'a>(list: &'a ArmyList, form: &Filled) -> Result<Bought<'a>, Vec<Fault>> {
    let id = form.text("troop");
    let Some(entry) = list.entry(id) else {
        let fault = form.fault("troop", format!("the {} list has no `{id}`", list.name));
        let known = list.entries.iter().map(|e| e.id.as_str());
        return Err(vec![match nearest(id, known) {
            Some(meant) => fault.help(format!("did you mean `{meant}`?")),
            None => fault.help(format!("it has {}", listed(list.entries.iter().map(|e| e.id.as_str())))),
        }]);
    };
    let mut options: Vec<&Choice> = Vec::new();
    for word in form.list("options") {
        let option = entry.options.iter().find(|o| o.id == word.text());
        let Some(option) = option else {
            let fault = form.fault("options", format!("{id} is not offered `{}`", word.text()));
            let known = listed(entry.options.iter().map(|o| o.id.as_str()));
            return Err(vec![fault.help(if known.is_empty() {
                "it has no options".to_owned()
            } else {
                format!("it is offered {known}")
            })]);
        };
        if options.iter().any(|o| o.id == option.id) {
            return Err(vec![form.fault("options", format!("`{}` is there twice", option.id))]);
        }
        options.push(option);
    }
    let unmet = options.iter().find_map(|o| o.needs.as_ref().filter(|n| options.iter().all(|p| p.id != **n)));
    if let Some(need) = unmet {
        return Err(vec![form.fault("options", format!("needs `{need}` as well"))]);
    }
    let command = Command::of(form.list("command").iter().map(|w| w.text()));
    Ok(Bought { entry, size: form.int("figures") as u16, options, command, each: None })
}

/// Words one after the other, each as it is written in files.
fn listed<'a>(words: impl Iterator<Item = &'a str>) -> String {
    words.map(|w| format!("`{w}`")).collect::<Vec<_>>().join(", ")
}

/// A reason why an army is not legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// The word used in answers.
    pub key: String,
    /// The rule.
    pub rule: RuleId,
    /// What is wrong, in words.
    pub words: String,
    /// The number of the unit it is about, if it is about one.
    pub unit: Option<usize>,
}

/// What the checker says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// What it costs in all.
    pub total: i32,
    /// What each category costs.
    pub by_category: [i32; 4],
    /// Why it is not legal; nothing if it is.
    pub reasons: Vec<Reason>,
}

/// Checks an army of a list against a limit (`wab.army.composition`).
pub fn check(list: &ArmyList, limit: u32, units: &[Bought<'_>]) -> Verdict {
    let mut by_category = [0; 4];
    for unit in units {
        by_category[unit.entry.category as usize] += unit.cost().1;
    }
    let total: i32 = by_category.iter().sum();
    let limit = limit as i32;
    let mut reasons = Vec::new();
    let mut object = |is: bool, key: &str, words: String| {
        if is {
            let rule = rule::ARMY_COMPOSITION;
            reasons.push(Reason { key: key.to_owned(), rule, words, unit: None });
        }
    };
    object(total > limit, "over_limit", format!("{total} points are more than {limit}"));
    for category in Category::ALL {
        let (spent, part) =
            (by_category[category as usize], tables().points.quarters[category as usize] as i32);
        let at_least = category == Category::Infantry;
        let wrong = if at_least { 4 * spent < part * limit } else { 4 * spent > part * limit };
        let bound = if at_least { "at least" } else { "at most" };
        let words = format!("{} are {spent} points, allowed {bound} {part}/4 of {limit}", category.key());
        object(wrong, category.key(), words);
    }
    let count = |one: Trait| units.iter().filter(|u| u.entry.traits.has(one)).count();
    let (generals, standards) = (count(Trait::General), count(Trait::ArmyStandard));
    object(generals != 1, "general", format!("it has {generals} generals and needs one"));
    object(standards > 1, "army_standard", format!("it has {standards} army standards, allowed one"));
    for (i, unit) in units.iter().enumerate() {
        judge_unit(list, units, i, unit, &mut reasons);
    }
    Verdict { total, by_category, reasons }
}

fn judge_unit(list: &ArmyList, units: &[Bought<'_>], i: usize, unit: &Bought<'_>, reasons: &mut Vec<Reason>) {
    let entry = unit.entry;
    let mut object = |is: bool, key: &str, rule: RuleId, words: String| {
        if is {
            reasons.push(Reason { key: format!("{key}:{}", entry.id), rule, words, unit: Some(i) });
        }
    };
    let [least, most] = entry.size;
    let size = format!("{} has {} models, allowed {least} to {most}", entry.name, unit.size);
    let few = unit.size < tables().five && least >= tables().five;
    let by = if few { rule::BASICS_UNIT } else { rule::ARMY_POINTS };
    object(!unit.has_good_size(), "size", by, size);
    object(!unit.may_have_command(), "command", rule::ARMY_COMMAND, format!("{} has no command", entry.name));
    let same = units[..=i].iter().filter(|u| u.entry.id == entry.id).count();
    if let Some(limit) = entry.limit {
        let words = format!("the {} list allows {limit} of {}", list.name, entry.name);
        object(same > limit, "limit", rule::ARMY_COMPOSITION, words);
    }
}
