//! The numbers by which a viewer calls the units he knows: they tell nothing of those he does not know.

use crate::{
    Ask, Choice, Command, Entry, Event, Field, Form, LineAsk, Pending, PickAsk, Roster, Ruling, Shooter,
    Throw, UnitId,
};
use ruling::Refusal;
use std::borrow::Cow;
use std::sync::Arc;

/// Which units a viewer knows, and by which numbers he calls them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Numbers {
    // The true number of each unit known, in the viewer's order; none where he calls all by their true numbers.
    known: Option<Vec<UnitId>>,
}

impl Numbers {
    /// The numbers of a viewer who knows these units, in this order; everyone by his own number without a list.
    pub fn new(known: Option<Vec<UnitId>>) -> Self {
        Numbers { known }
    }

    /// Whether everyone is known and called by his own number.
    pub fn is_plain(&self) -> bool {
        self.known.is_none()
    }

    /// The true number of a unit the viewer names; one that no unit has if he knows none by that number.
    pub fn truly(&self, id: UnitId) -> UnitId {
        match &self.known {
            Some(known) => known.get(id.index()).copied().unwrap_or(UnitId(u16::MAX)),
            None => id,
        }
    }

    /// What the viewer calls a unit; nothing if he does not know it.
    pub fn called(&self, id: UnitId) -> Option<UnitId> {
        match &self.known {
            Some(known) => known.iter().position(|k| *k == id).map(|i| UnitId(i as u16)),
            None => Some(id),
        }
    }

    fn all_called(&self, units: &[UnitId]) -> Vec<UnitId> {
        units.iter().filter_map(|id| self.called(*id)).collect()
    }

    /// The field with the units known and nobody else.
    pub fn field(&self, field: &Field) -> Field {
        let Some(known) = &self.known else { return field.clone() };
        let cards = known.iter().map(|id| field.card(*id).clone()).collect();
        let roster = Roster { names: field.roster().names.clone(), cards };
        let units = known.iter().map(|id| *field.unit(*id)).collect();
        Field::new(field.share_ground(), Arc::new(roster), units)
    }

    /// A command of the viewer's as the umpire understands it.
    pub fn command<'c>(&self, command: &'c Command) -> Cow<'c, Command> {
        if self.is_plain() {
            return Cow::Borrowed(command);
        }
        let one = |id: &UnitId| self.truly(*id);
        let pair = |(a, b): &(UnitId, UnitId)| (one(a), one(b));
        Cow::Owned(match command {
            Command::Place(places) => {
                Command::Place(places.iter().map(|(id, pose)| (one(id), *pose)).collect())
            }
            Command::Swap(pairs) => Command::Swap(pairs.iter().map(pair).collect()),
            Command::Move { manner, units, path } => {
                Command::Move { manner: *manner, units: units.iter().map(one).collect(), path: path.clone() }
            }
            Command::Charge { unit, target } => Command::Charge { unit: one(unit), target: one(target) },
            Command::Shoot(shots) => Command::Shoot(shots.iter().map(pair).collect()),
            Command::Lay(_)
            | Command::Sheet { .. }
            | Command::Choose(_)
            | Command::Done
            | Command::Concede => command.clone(),
        })
    }

    /// A reason why not, told to the viewer.
    pub fn refusal(&self, refusal: Refusal) -> Refusal {
        let units = refusal.units.iter().filter_map(|id| self.called(UnitId(*id))).map(|id| id.0).collect();
        Refusal { units, ..refusal }
    }

    /// What is pending, told to the viewer.
    pub fn pending(&self, pending: Pending) -> Pending {
        match pending {
            pending if self.is_plain() => pending,
            Pending::Decide(side, ask) => Pending::Decide(side, self.ask(ask)),
            Pending::Sealed(asks) => {
                Pending::Sealed(crate::BySide(asks.0.map(|ask| ask.map(|ask| self.ask(ask)))))
            }
            Pending::Over(outcome) => Pending::Over(outcome),
        }
    }

    fn ask(&self, ask: Ask) -> Ask {
        let form = match ask.form {
            Form::Place { units, zone, may_decline } => {
                Form::Place { units: self.all_called(&units), zone, may_decline }
            }
            Form::Swap { units, pairs } => Form::Swap { units: self.all_called(&units), pairs },
            Form::Move { units, manners, left } => {
                Form::Move { units: self.all_called(&units), manners, left }
            }
            Form::Shoot(shooters) => {
                Form::Shoot(shooters.into_iter().filter_map(|s| self.shooter(&s)).collect())
            }
            Form::Sheet { lines, picks } => Form::Sheet {
                lines: lines
                    .into_iter()
                    .map(|l| LineAsk { unit: l.unit.and_then(|id| self.called(id)), ..l })
                    .collect(),
                picks: picks.into_iter().map(|p| self.pick(p)).collect(),
            },
            Form::Choose(choices) => Form::Choose(self.choices(choices)),
            Form::Lay(kinds) => Form::Lay(kinds),
        };
        Ask { form, ..ask }
    }

    fn shooter(&self, shooter: &Shooter) -> Option<Shooter> {
        Some(Shooter {
            unit: self.called(shooter.unit)?,
            targets: self.all_called(&shooter.targets),
            usual: self.called(shooter.usual)?,
        })
    }

    fn pick(&self, pick: PickAsk) -> PickAsk {
        let unit = pick.unit.and_then(|id| self.called(id));
        PickAsk { unit, options: self.choices(pick.options), ..pick }
    }

    fn choices(&self, choices: Vec<Choice>) -> Vec<Choice> {
        choices.into_iter().map(|c| Choice { units: self.all_called(&c.units), ..c }).collect()
    }

    /// A line of the journal, told to the viewer; nothing if it is about a unit he does not know.
    pub fn entry(&self, entry: Entry) -> Option<Entry> {
        Some(match entry {
            entry if self.is_plain() => entry,
            Entry::Ruling(ruling) => Entry::Ruling(self.ruling(ruling)),
            Entry::Event(event) => Entry::Event(self.event(event)?),
            Entry::Heading { .. } => entry,
        })
    }

    fn ruling(&self, ruling: Ruling) -> Ruling {
        let tally = |(id, tally)| self.called(id).map(|id| (id, tally));
        Ruling {
            tallies: ruling.tallies.into_iter().filter_map(tally).collect(),
            rolls: ruling
                .rolls
                .into_iter()
                .map(|(side, id, face)| (side, id.and_then(|id| self.called(id)), face))
                .collect(),
            throws: ruling
                .throws
                .into_iter()
                .map(|throw| Throw { unit: throw.unit.and_then(|id| self.called(id)), ..throw })
                .collect(),
            ..ruling
        }
    }

    fn event(&self, mut event: Event) -> Option<Event> {
        match &mut event {
            Event::Laid { .. } => {}
            Event::Placed { unit, .. }
            | Event::Moved { unit, .. }
            | Event::Reformed { unit, .. }
            | Event::Left { unit, .. }
            | Event::Labelled { unit, .. }
            | Event::Marked { unit, .. } => *unit = self.called(*unit)?,
        }
        Some(event)
    }
}
