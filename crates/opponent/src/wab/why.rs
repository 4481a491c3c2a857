//! Why a general charges, answers, moves or shoots as it does: the odds that decided.

use super::charges::{arrival, meeting, within};
use super::clash::{Clash, EXACT, Look, Meeting, Outcome, ROUGH};
use super::scene::Scene;
use super::sight::Sight;
use super::steady;
use crate::Level;
use crate::reason::{Reason, labels};
use umpire::{Command, OptionId, UnitId};
use wab::api::aftermath;
use wab::api::board::Body;
use wab::api::board::{Query, Step};
use wab::api::charge;
use wab::api::charge::Answer;
use wab::api::charge::Declaration;
use wab::api::data::Face;
use wab::api::nerve::chance;
use wab::api::nerve::panic_target;
use wab::api::shooting;

/// A general and what he looks at.
struct Mind<'a> {
    scene: &'a Scene<'a>,
    look: Look,
}

/// Why a side does this, as far as there is something to say.
pub(super) fn reason(level: Level, scene: &Scene<'_>, command: &Command) -> Option<Reason> {
    let mind = Mind { scene, look: if level <= Level::Recruit { ROUGH } else { EXACT } };
    let (text, units) = match (&scene.board.phase.step, command) {
        (Step::Remaining, Command::Move { units, path, .. }) => {
            mind.of_move(*units.first()?, path.is_empty())?
        }
        (Step::Shoot, Command::Shoot(shots)) => mind.of_volley(shots.first()?)?,
        (step, Command::Choose(option)) => mind.of_choice(step, *option)?,
        _ => return None,
    };
    Some(Reason { text, units })
}

fn percent(chance: f64) -> String {
    format!("{:.0}%", 100.0 * chance)
}

type Said = (String, Vec<UnitId>);

impl Mind<'_> {
    fn label(&self, id: UnitId) -> String {
        labels(&self.scene.view.field, &[id])
    }

    fn body(&self, id: UnitId) -> Option<&Body<'_>> {
        self.scene.board.body(id)
    }

    fn of_choice(&self, step: &Step, OptionId(i): OptionId) -> Option<Said> {
        let i = usize::from(i);
        match step {
            Step::Declare => self.of_declaration(*charge::declarations(self.scene.board).get(i)?),
            Step::Redirect(units) => {
                let options = charge::redirect_options(self.scene.board, units);
                let (unit, target) = *options.get(i)?;
                self.of_charge(unit, target?)
            }
            Step::Answer { charger, target, allowed } => self.of_answer(*charger, *target, *allowed.get(i)?),
            Step::Pursue { unit, prey, .. } => {
                self.of_pursuit(*unit, prey.get(i).copied(), prey.first().copied()?)
            }
            Step::Regroup(unit) => {
                let files = *aftermath::widths(self.scene.board, *unit).get(i)?;
                let why = "deep enough to lose men and wide enough to strike";
                Some((format!("{} forms up {files} wide: {why}", self.label(*unit)), vec![*unit]))
            }
            Step::Face(unit, _) => {
                let why = "from there it has the best charges and invites the fewest";
                Some((format!("{} faces this way: {why}", self.label(*unit)), vec![*unit]))
            }
            Step::Chargers => {
                Some(("charges move as they are listed: their order seldom matters".to_owned(), vec![]))
            }
            Step::Combat => {
                Some(("combats are fought as they are listed: their order seldom matters".to_owned(), vec![]))
            }
            Step::Follow(unit, prey) => {
                let (follows, units) = (i == 0, vec![*unit, *prey]);
                let does = if follows { "follows" } else { "lets go" };
                let why = if follows { "who gets away comes back" } else { "it would leave its place" };
                Some((format!("{} {does} {}: {why}", self.label(*unit), self.label(*prey)), units))
            }
            Step::Prepare(Query::Weapon(unit)) => {
                let body = self.body(*unit)?;
                let weapon = *wab::api::combat::arms(body).get(i)?;
                let words = weapon.key().replace('_', " ");
                let odds = self.odds(Clash::new(self.scene, self.look, Vec::new()).outcome(*unit)?);
                Some((
                    format!("{} takes the {words}: as it is armed it {odds}", self.label(*unit)),
                    vec![*unit],
                ))
            }
            _ => None,
        }
    }

    /// How a round goes for the own side, in words.
    fn odds(&self, outcome: Outcome) -> String {
        let (me, foe) = (self.scene.side as usize, self.scene.side.other() as usize);
        format!(
            "wins the round {}, breaks the enemy {} and is broken {}",
            percent(outcome.won[me]),
            percent(outcome.broken[foe] + outcome.wiped[foe]),
            percent(outcome.broken[me] + outcome.wiped[me]),
        )
    }

    fn of_declaration(&self, declaration: Declaration) -> Option<Said> {
        match declaration {
            Declaration::Charge(unit, target) => self.of_charge(unit, target),
            Declaration::Disengage(unit, _) => {
                let odds = self.odds(Clash::new(self.scene, self.look, Vec::new()).outcome(unit)?);
                Some((format!("{} leaves a fight in which it {odds}", self.label(unit)), vec![unit]))
            }
            Declaration::Done => self.of_no_charge(),
        }
    }

    /// Why nothing is charged: the best of the charges, and how it would go.
    fn of_no_charge(&self) -> Option<Said> {
        let charges = charge::declarations(self.scene.board).iter().filter_map(|d| match *d {
            Declaration::Charge(unit, target) => Some((steady::gain(self.scene, unit, target), unit, target)),
            _ => None,
        });
        let (_, unit, target) = charges.max_by(|a, b| a.0.total_cmp(&b.0))?;
        let (text, units) = self.of_charge(unit, target)?;
        Some((format!("no charge is worth its risk; the best: {text}"), units))
    }

    fn of_charge(&self, unit: UnitId, target: UnitId) -> Option<Said> {
        let (u, t) = (self.body(unit)?, self.body(target)?);
        let who = format!("{} charges {}", self.label(unit), self.label(target));
        let units = vec![unit, target];
        if t.state.fleeing || (t.skirmishes() && !u.skirmishes()) {
            let caught = within(t, u.charge_move() - u.distance(t), !t.state.fleeing);
            return Some((format!("{who}: caught {} if it runs", percent(caught)), units));
        }
        let one = meeting(unit, t, &arrival(self.scene.board, u, t)?);
        let whence = match one.face {
            Face::Front => "",
            Face::Rear => " in the rear",
            Face::Left | Face::Right => " in the flank",
        };
        let odds = self.odds(Clash::new(self.scene, self.look, vec![one]).outcome(unit)?);
        Some((format!("{who}{whence}: it {odds}"), units))
    }

    fn of_answer(&self, charger: UnitId, target: UnitId, reaction: Answer) -> Option<Said> {
        let (c, t) = (self.body(charger)?, self.body(target)?);
        let face = if t.skirmishes() { Face::Front } else { charge::towards(self.scene.board, c, t) };
        let countered = reaction == Answer::CounterCharge;
        let met = Meeting { countered, ..Meeting::square(c, t, face) };
        let stands = self.odds(Clash::new(self.scene, self.look, vec![met]).outcome(target)?);
        let fired = reaction == Answer::FireAndFlee;
        let caught = percent(within(t, c.charge_move() - c.distance(t), fired));
        let who = self.label(target);
        let text = match reaction {
            Answer::Flee | Answer::FireAndFlee => {
                format!("{who} runs, caught {caught}; standing it {stands}")
            }
            Answer::Hold => format!("{who} holds and {stands}; running it is caught {caught}"),
            Answer::StandAndShoot => format!("{who} shoots, stands and {stands}"),
            Answer::CounterCharge => format!("{who} charges too and {stands}"),
        };
        Some((text, vec![charger, target]))
    }

    fn of_pursuit(&self, unit: UnitId, after: Option<UnitId>, prey: UnitId) -> Option<Said> {
        let (u, p) = (self.body(unit)?, self.body(prey)?);
        let house = &self.scene.board.book.house;
        let runs = [u, p].map(|b| wab::api::aftermath::Run::flight(house, b.kit.movement(), false).dice);
        let [near, far] = runs.map(|dice| dice::Dist::total(&dice::D6, dice.into()));
        let caught = far.iter().map(|(far, weight)| {
            let reaches = near.chance(|&near| wab::api::aftermath::catches(house, near, *far)).to_f64();
            (weight.clone(), reaches)
        });
        let caught: f64 = caught.map(|(weight, reaches)| weight.to_f64() * reaches).sum();
        let does = if after.is_some() { "pursues" } else { "holds back from" };
        let text = format!(
            "{} {does} {}: a pursuer catches it {}",
            self.label(unit),
            self.label(prey),
            percent(caught)
        );
        Some((text, vec![unit, prey]))
    }

    fn of_move(&self, unit: UnitId, stands: bool) -> Option<Said> {
        let body = self.body(unit)?;
        let who = self.label(unit);
        let shoots = body.skirmishes() && body.kit.shoots();
        let nearest = || self.scene.board.nearest_enemy(body).map(|(enemy, _)| enemy);
        let aim = if shoots { nearest() } else { Sight::of(self.scene, body).aim() };
        let enemy = aim?;
        let does = if stands { "stands" } else { "moves" };
        let (foe, far) = (self.label(enemy.id), body.distance(enemy));
        let mut text = format!("{who} {does} with {foe} {far:.0} inches away");
        if !shoots {
            let charging = Meeting::square(body, enemy, charge::towards(self.scene.board, body, enemy));
            let charged = Meeting::square(enemy, body, Face::Front);
            let odds = [charging, charged].map(|m| {
                let outcome = Clash::new(self.scene, self.look, vec![m]).outcome(unit).unwrap_or_default();
                percent(outcome.won[self.scene.side as usize])
            });
            text += &format!(": charging it wins the round {}, charged by it {}", odds[0], odds[1]);
        }
        if self.scene.is_won() {
            text += "; the battle is won as it stands";
        }
        Some((text, vec![unit, enemy.id]))
    }

    fn of_volley(&self, &(unit, target): &(UnitId, UnitId)) -> Option<Said> {
        let (u, t) = (self.body(unit)?, self.body(target)?);
        let (blows, _) = shooting::shots(self.scene.board, u, t, false)?;
        let odds = blows.odds().ok()?;
        let shot_down = t.state.now.shot_down;
        let quarter = odds.chance(|&n| 4 * (shot_down + n) >= t.state.now.at_shooting && n > 0).to_f64();
        let runs = 1.0 - chance(panic_target(self.scene.board, t).total(), false).to_f64();
        let text = format!(
            "{} shoots at {}: {:.1} fall on average, a quarter {}, and then it runs {}",
            self.label(unit),
            self.label(target),
            odds.mean(|n| u64::from(*n)).to_f64(),
            percent(quarter),
            percent(runs),
        );
        Some((text, vec![unit, target]))
    }
}
