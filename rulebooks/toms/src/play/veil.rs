//! What the other side may not know: troops not yet deployed, and ambushes. Of these nothing is shown at all, neither
//! how many there are nor that there are any.

use crate::army::{self, Troops, generals_of};
use crate::board::muster::fresh;
use crate::board::state::{self, Charge, Combat, Contact, Doings, LIGHT, Phase, State, Step, Volley};
use crate::board::zone::Zone;
use crate::board::{Board, ambush, land};
use crate::data::scale::{MM, NEAR, pose};
use crate::data::terrain::Terrain;
use crate::{Toms, rule, setup};
use dice::{D12, Dice, RollId};
use std::sync::Arc;
use table::{Facing, Rect, Shape, Vec2};
use umpire::{BySide, Field, Numbers, Place, Roster, Side, Unit, UnitCard, UnitId, Viewer};

/// Whether a viewer knows a side's secrets.
fn is_privy(phase: &Phase, viewer: Viewer, side: Side) -> bool {
    let over = matches!(phase.step, Step::Over(_));
    over || viewer == Viewer::Opened || viewer == Viewer::Player(side)
}

/// The units a viewer knows: first those everyone knows, in the order in which they came to light, then those that
/// only they do. Returns `None` if that is everyone in the order of the lists.
pub fn known(field: &Field, phase: &Phase, viewer: Viewer) -> Option<Vec<UnitId>> {
    let knows = |&id: &UnitId| field.unit(id).mark(LIGHT) > 0 || is_privy(phase, viewer, field.side(id));
    let known: Vec<UnitId> = phase.order.iter().copied().filter(knows).collect();
    let plain = field.ids().eq(known.iter().copied());
    (!plain).then_some(known)
}

/// The field and the phase without what a viewer may not know.
pub fn veil(field: &Field, phase: &Phase, viewer: Viewer) -> (Field, Phase) {
    let Some(known) = known(field, phase, viewer) else { return (field.clone(), phase.clone()) };
    let secret = |side: Side| {
        let generals = |id: &UnitId| field.side(*id) == side && field.unit(*id).mark(state::GENERAL) != 0;
        field.ids().filter(|id| !known.contains(id)).filter(generals).count() as u8
    };
    let unknown = BySide::each(secret);
    let less = |counts: &BySide<u8>| BySide::each(|side| counts[side].saturating_sub(unknown[side]));
    let numbers = Numbers::new(Some(known.clone()));
    // Built up from what may be seen: what is not named here is not shown.
    let phase = Phase {
        step: step(&numbers, phase.step),
        turn: phase.turn,
        active: phase.active,
        south: phase.south,
        generals: less(&phase.generals),
        all_generals: less(&phase.all_generals),
        killed: phase.killed,
        order: (0..known.len() as u16).map(UnitId).collect(),
        states: known.iter().map(|id| state(&numbers, phase.state(*id))).collect(),
        contacts: phase.contacts.iter().filter_map(|c| contact(&numbers, *c)).collect(),
        combat: phase.combat.as_ref().map(|c| Combat {
            units: c.units.iter().filter_map(|id| numbers.called(*id)).collect(),
            as_listed: c.as_listed,
        }),
        as_listed: phase.as_listed,
    };
    (numbers.field(field), phase)
}

fn state(numbers: &Numbers, state: &State) -> State {
    let volley = |v: Volley| numbers.called(v.target).map(|target| Volley { target, ..v });
    State { seen: state.seen, now: Doings { volley: state.now.volley.and_then(volley), ..state.now } }
}

fn contact(numbers: &Numbers, contact: Contact) -> Option<Contact> {
    let (charger, charged) = (numbers.called(contact.charger)?, numbers.called(contact.charged)?);
    Some(Contact { charger, charged, ..contact })
}

fn step(numbers: &Numbers, step: Step) -> Step {
    // A unit that charges or is charged has come to light.
    let called = |id: UnitId| numbers.called(id).unwrap_or(id);
    match step {
        Step::React(charge) => {
            Step::React(Charge { unit: called(charge.unit), target: called(charge.target), ..charge })
        }
        step => step,
    }
}

/// The field with troops that fit their lists and the points agreed beside what is known: an army that waits, or
/// later an ambush where a wood has room for one.
pub fn guess(
    book: &Toms,
    field: &Field,
    phase: &Phase,
    viewer: Viewer,
    dice: &mut dyn Dice,
) -> (Field, Phase) {
    let mut cards = field.roster().cards.clone();
    let mut units = field.units().to_vec();
    for side in Side::ALL.into_iter().filter(|&side| !is_privy(phase, viewer, side)) {
        let board = Board::of(book, field, phase);
        let (guessed, named) = some_troops(&board, side, dice);
        let labels = (1 + cards.iter().filter(|c| c.side == side).count()..).map(|n| setup::label(side, n));
        cards.extend(named.into_iter().zip(labels).map(|((class, name), label)| UnitCard {
            side,
            label,
            name,
            class,
            general: false,
        }));
        units.extend(guessed);
    }
    if units.len() == field.units().len() {
        return (field.clone(), phase.clone());
    }
    let roster = Roster { names: field.roster().names.clone(), cards };
    let mut phase = phase.clone();
    phase.order.extend((phase.states.len()..units.len()).map(|i| UnitId(i as u16)));
    phase.states.resize(units.len(), State::default());
    (Field::new(field.share_ground(), Arc::new(roster), units), phase)
}

type Guessed = (Vec<Unit>, Vec<(u16, String)>);

/// Troops of a side that nobody else knows of.
fn some_troops(board: &Board<'_>, side: Side, dice: &mut dyn Dice) -> Guessed {
    let book = board.book;
    let known = || board.field.ids().filter(|&id| board.side(id) == side);
    let list = &army::lists()[usize::from(book.lists[side])];
    let why = RollId::new(rule::WOODS_HIDDEN.as_str(), side as u8);
    let whim = |of: usize| if of > 1 { usize::from(dice.roll(why, &D12)) % of } else { 0 };
    let points = book.house.army_points;
    let waits = known().next().is_none() && board.phase.turn == 0;
    if waits {
        let army = list.choose(points, whim).units;
        let led = match board.phase.step {
            Step::Generals(asked) if asked == side => 0,
            _ => usize::from(generals_of(book, points.into())),
        };
        let mut left = led;
        let unit = |t: &Troops| {
            let leads = left > 0 && !book.profiles[usize::from(t.class)].is_model();
            left -= usize::from(leads);
            fresh(&book.profiles[usize::from(t.class)], book.card, t.figures, leads)
        };
        return (army.iter().map(unit).collect(), army.iter().map(|t| named(book, t)).collect());
    }
    let seen: u16 = known().map(|id| board.points(id)).sum();
    let left = points.saturating_sub(seen);
    let foot = |t: &Troops| !book.profiles[usize::from(t.class)].is_model();
    let some = list.choose(left, whim).units.into_iter().find(foot);
    let Some(troops) = some.filter(|_| ambush::may_lie(board, side)) else { return Guessed::default() };
    let who = &book.profiles[usize::from(troops.class)];
    let mut unit = fresh(who, book.card, troops.figures, false);
    let Some(centre) = lair(board, side, &unit) else { return Guessed::default() };
    (unit.pose, unit.place) = (pose(centre, Facing::NORTH), Place::Table);
    (vec![unit], vec![named(book, &troops)])
}

fn named(book: &Toms, troops: &Troops) -> (u16, String) {
    (troops.class, book.profiles[usize::from(troops.class)].name.to_owned())
}

/// A place for an ambush in some wood of a side's zone, if one has room.
fn lair(board: &Board<'_>, side: Side, unit: &Unit) -> Option<Vec2> {
    let zone = Zone::of(board, side);
    let shape = unit.formation;
    let (wide, deep) = (shape.width() / MM, shape.depth() / MM);
    let free = |base: &Rect| {
        zone.holds(base)
            && ambush::may_hide(board, side, base)
            && !board.units().any(|id| board.rect(id).overlaps(base, NEAR))
    };
    let woods = land::pieces(board.ground(), Terrain::is_wood).filter_map(|wood| match &wood.shape {
        Shape::Area(area) => Some(area.bounds()),
        Shape::Band(_) => None,
    });
    let places = woods.flat_map(|b| {
        let step = |i: u32, low: f64, high: f64| (low + (high - low) * f64::from(i) / 8.0) / MM;
        let row = move |i: u32| {
            (1..8).map(move |j| Vec2::new(step(i, b.min.x, b.max.x), step(j, b.min.y, b.max.y)))
        };
        (1..8).flat_map(row)
    });
    places.into_iter().find(|&at| free(&Rect::new(at, Facing::NORTH, wide, deep)))
}
