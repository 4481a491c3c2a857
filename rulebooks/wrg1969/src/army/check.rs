//! Whether an army is lawful, and if not, everything that is wrong with it.

use crate::army::list::{ArmyList, Company, total};
use crate::army::people::Regulars;
use crate::army::points::generals_allowed;
use crate::data::tables::tables;
use crate::rule;
use ruling::RuleId;
use std::fmt;

/// One thing wrong with an army.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The unit that it concerns, by number; none for the army as a whole.
    pub company: Option<usize>,
    /// The word of the form to blame.
    pub field: &'static str,
    /// The rule that is broken.
    pub rule: RuleId,
    /// What is wrong, in words.
    pub message: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} [{}]", self.message, self.rule)
    }
}

/// Everything that is wrong with an army, unit by unit and then as a whole; nothing if it is lawful.
pub fn check(list: &ArmyList, limit: i32, subordinates: u16, companies: &[Company]) -> Vec<Fault> {
    let mut faults = Vec::new();
    for (i, company) in companies.iter().enumerate() {
        one(list, company, |field, rule, what: String| {
            faults.push(Fault {
                company: Some(i),
                field,
                rule,
                message: format!("{}: {what}", company.name),
            });
        });
    }
    second_led(companies, &mut faults);
    let mut whole = |field, rule, message| faults.push(Fault { company: None, field, rule, message });
    lines(list, companies, &mut whole);
    let sum = total(list, subordinates, companies);
    if sum > limit {
        whole("points", rule::ARMY_CHOICE, format!("{sum} points, but the armies have {limit}"));
    }
    let allowed = generals_allowed(limit);
    if i32::from(subordinates) + 1 > allowed {
        let has = subordinates + 1;
        let what = format!("{has} generals, but {limit} points allow {allowed}");
        whole("subordinates", rule::ARMY_GENERAL, what);
    }
    regular(list, companies, sum, &mut whole);
    faults
}

/// What is wrong with one unit by itself.
fn one(list: &ArmyList, company: &Company, mut fault: impl FnMut(&'static str, RuleId, String)) {
    let line = &list.lines[company.line];
    let [least, most] = line.unit;
    if !(least..=most).contains(&company.figures) {
        let what =
            format!("{} figures, but a unit of {} has from {least} to {most}", company.figures, line.name);
        fault("figures", rule::ARMY_CHOICE, what);
    }
    if company.files == 0 || company.files > company.figures {
        let what = format!("{} files of {} figures", company.files, company.figures);
        fault("files", rule::GEO_UNIT, what);
    }
    if let Some(why) = list.people.lacks(line.kit.troop) {
        fault("troop", rule::ARMY_CHOICE, why.to_owned());
    }
    if let Err(wrong) = company.purchase(line).price() {
        for not in wrong {
            let field = match not.field {
                "class" => "grade",
                "commander" => "led",
                _ => "troop",
            };
            fault(field, not.rule, not.why);
        }
    } else if let Some(grade) = company.grade
        && !line.grades.contains(&grade)
    {
        let open: Vec<&str> = line.grades.iter().map(|grade| grade.key()).collect();
        let what = format!("grade {}, but {} are {}", grade.key(), line.name, open.join(" or "));
        fault("grade", rule::POINTS_GRADES, what);
    }
}

/// The general leads one unit at the most.
fn second_led(companies: &[Company], faults: &mut Vec<Fault>) {
    for (i, company) in companies.iter().enumerate().filter(|(_, company)| company.led).skip(1) {
        let message = format!("{}: the general leads another unit already", company.name);
        faults.push(Fault { company: Some(i), field: "led", rule: rule::ARMY_GENERAL, message });
    }
}

/// Every line has as many figures as the list allows.
fn lines(list: &ArmyList, companies: &[Company], whole: &mut impl FnMut(&'static str, RuleId, String)) {
    for (i, line) in list.lines.iter().enumerate() {
        let of_it = companies.iter().filter(|company| company.line == i);
        let figures: u32 = of_it.map(|company| u32::from(company.figures)).sum();
        let [least, most] = line.figures.map(u32::from);
        if figures < least {
            let what = format!("{figures} figures of {}, but the army has at least {least}", line.name);
            whole("units", rule::ARMY_CHOICE, what);
        } else if figures > most {
            let what = format!("{figures} figures of {}, but the army has at most {most}", line.name);
            whole("units", rule::ARMY_CHOICE, what);
        }
    }
}

/// No more of the points are regular than its people may have (`wrg1969.troops.regular`).
fn regular(
    list: &ArmyList,
    companies: &[Company],
    sum: i32,
    whole: &mut impl FnMut(&'static str, RuleId, String),
) {
    let regulars = |company: &&Company| list.lines[company.line].kit.regular;
    let price = |company: &Company| {
        let price = company.purchase(&list.lines[company.line]).price();
        price.map_or(0, |price| price.total(company.figures))
    };
    let points: i32 = companies.iter().filter(regulars).map(price).sum();
    let share = tables().points.regular_share;
    let wrong = match list.people.regulars() {
        Regulars::All => None,
        Regulars::Third => (points * share > sum)
            .then(|| format!("{points} points of regulars, but only {} of {sum} may be", sum / share)),
        Regulars::None => {
            (points > 0).then(|| format!("{points} points of regulars, but this people has none"))
        }
    };
    if let Some(what) = wrong {
        whole("units", rule::TROOPS_REGULAR, what);
    }
}
