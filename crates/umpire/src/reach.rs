//! How far a move can be carried out: the hand may point beyond what is allowed, and the unit stops in time.

use crate::{Command, Rulebook, Side, Step, View};
use ruling::Refusal;
use table::{Facing, Pose};

/// A move as far as it is allowed.
#[derive(Clone, Debug, PartialEq)]
pub struct Reached {
    /// The part of it that is allowed; nothing if none is.
    pub command: Option<Command>,
    /// What stops the rest; nothing if it is allowed as it stands.
    pub stopped_by: Vec<Refusal>,
}

/// How often the way is halved: the end is found to a four-thousandth of the last step.
const HALVINGS: u32 = 12;

impl<R: Rulebook> View<R> {
    /// Carries a move as far along its path as it is allowed, as this view shows the battle. Another command is allowed
    /// whole or not at all.
    pub fn reach(&self, side: Side, command: &Command) -> Reached {
        let stopped_by = match self.book.check(&self.field, &self.phase, side, command) {
            Ok(_) => return Reached { command: Some(command.clone()), stopped_by: Vec::new() },
            Err(reasons) => reasons,
        };
        let Command::Move { manner, units, path } = command else {
            return Reached { command: None, stopped_by };
        };
        let leader = units.first().filter(|id| id.index() < self.field.units().len());
        let Some(start) = leader.map(|id| self.field.unit(*id).pose) else {
            return Reached { command: None, stopped_by };
        };
        // The path as far as a share of one of its steps, by number.
        let upto = |n: usize, share: f64| {
            let from = path[..n].iter().rev().find_map(end_of).unwrap_or(start);
            let path = path[..n].iter().copied().chain(std::iter::once(part(path[n], from, share))).collect();
            Command::Move { manner: *manner, units: units.clone(), path }
        };
        let check = |command: &Command| self.book.check(&self.field, &self.phase, side, command);
        // Steps are given up from the last on, until part of one is allowed.
        let found = (0..path.len()).rev().find_map(|n| {
            let share = furthest(&stopped_by, n + 1 < path.len(), |share| check(&upto(n, share)).is_ok())?;
            Some((n, share))
        });
        let Some((n, share)) = found else { return Reached { command: None, stopped_by } };
        // What stands in the way is what refuses the next bit, not all that is wrong with the whole.
        let beyond = if share < 1.0 { upto(n, (share + BIT).min(1.0)) } else { upto(n + 1, BIT) };
        let stopped_by = check(&beyond).err().unwrap_or(stopped_by);
        Reached { command: Some(upto(n, share)), stopped_by }
    }
}

/// The greatest share that is allowed, if any is that can be seen: first what the refusals themselves say there is,
/// then by halving. `whole` says whether all of it is to be tried too.
fn furthest(reasons: &[Refusal], whole: bool, is_allowed: impl Fn(f64) -> bool) -> Option<f64> {
    if whole && is_allowed(1.0) {
        return Some(1.0);
    }
    let told = reasons.iter().filter_map(|r| Some(r.has?.amount / r.needs?.amount));
    let told = told.filter(|share| (0.0..1.0).contains(share)).fold(1.0, f64::min);
    let (mut yes, mut no) = (0.0, 1.0);
    if told < 1.0 && is_allowed(told) {
        // What lies just beyond is refused for the same reason, unless the measure was of something else.
        let beyond = told + (1.0 - told) / 64.0;
        if !is_allowed(beyond) {
            return Some(told);
        }
        yes = beyond;
    }
    for _ in 0..HALVINGS {
        let middle = (yes + no) / 2.0;
        if is_allowed(middle) {
            yes = middle;
        } else {
            no = middle;
        }
    }
    (yes > LEAST).then_some(yes)
}

/// A bit of a step, to see what stops a unit there.
const BIT: f64 = 0.02;

/// Less than this of a step cannot be seen.
const LEAST: f64 = 0.004;

/// Where a step ends by itself, if it says so.
fn end_of(step: &Step) -> Option<Pose> {
    match step {
        Step::To(pose) => Some(*pose),
        _ => None,
    }
}

/// A share of a step; `from` is where a step to a pose sets out.
fn part(step: Step, from: Pose, share: f64) -> Step {
    let length = |d: i32| (f64::from(d) * share) as i32;
    let angle = |a: Facing| Facing((f64::from(a.0) * share) as u32);
    match step {
        Step::To(to) => {
            let turn = from.facing.turn_to(to.facing) * share;
            let at = from.at.vec().lerp(to.at.vec(), share);
            Step::To(Pose::new(at, from.facing + Facing::degrees(turn)))
        }
        Step::Forward(d) => Step::Forward(length(d)),
        Step::Back(d) => Step::Back(length(d)),
        Step::Shift(d) => Step::Shift(length(d)),
        Step::WheelLeft(a) => Step::WheelLeft(angle(a)),
        Step::WheelRight(a) => Step::WheelRight(angle(a)),
        // A turn may go either way round: the shorter is meant.
        Step::Turn(a) => Step::Turn(Facing::degrees(Facing::NORTH.turn_to(a) * share)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ruling::RuleId;
    use table::Point;

    const RULE: RuleId = RuleId::new("book.far");

    #[test]
    fn what_the_refusal_says_there_is_is_found_to_the_last_step() {
        let no = [Refusal::new(RULE, "too far").needs(300.0, 200.0, "paces")];
        let limit = 200.0 / 300.0;
        assert_eq!(furthest(&no, false, |share| share <= limit), Some(limit));
    }

    #[test]
    fn without_a_measure_the_way_is_halved() {
        let no = [Refusal::new(RULE, "another is in the way")];
        let share = furthest(&no, false, |share| share < 0.37).expect("some of it is allowed");
        assert!((0.369..0.37).contains(&share), "{share}");
        assert_eq!(furthest(&no, false, |_| false), None);
        assert_eq!(furthest(&no, true, |_| true), Some(1.0));
    }

    #[test]
    fn a_measure_of_something_else_does_not_shorten_the_way() {
        let no = [Refusal::new(RULE, "too few PIPs").needs(4.0, 1.0, "PIPs")];
        let share = furthest(&no, false, |share| share < 0.9).expect("some of it is allowed");
        assert!(share > 0.89, "{share}");
    }

    #[test]
    fn parts_of_steps() {
        let at = |x, y| Point { x, y };
        let from = Pose { at: at(0, 0), facing: Facing::degrees(350.0) };
        let to = Pose { at: at(100, 200), facing: Facing::degrees(10.0) };
        let Step::To(half) = part(Step::To(to), from, 0.5) else { panic!("still a step to a pose") };
        assert_eq!(half.at, at(50, 100));
        assert!(half.facing.turn_to(Facing::NORTH).abs() < 1e-6);
        assert_eq!(part(Step::Forward(10), from, 0.25), Step::Forward(2));
        let Step::Turn(left) = part(Step::Turn(Facing::degrees(-90.0)), from, 0.5) else { panic!("a turn") };
        assert!((left.to_degrees() - 315.0).abs() < 1e-6);
    }
}
