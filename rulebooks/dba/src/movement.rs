//! Tactical moves: judged whole before anything changes, then carried out leg by leg.

use crate::Dba;
use crate::again;
use crate::board::{Base, Board};
use crate::breakoff;
use crate::camp;
use crate::contact::{self, Lock, lock};
use crate::facing;
use crate::group;
use crate::leg::Leg;
use crate::order::Order;
use crate::phase::{Phase, UnitSet};
use crate::pips;
use crate::rates::{self, Formation};
use crate::results;
use crate::rule;
use crate::run::{Bases, Run};
use crate::words;
use ruling::{Refusal, RuleId, Tally};
use table::Pose;
use umpire::{Cx, Event, Manner, Motion, Ruling, Side, Step, UnitId};

/// A single element goes anywhere.
pub const SINGLE: u8 = 0;
/// A group moves as a block.
pub const GROUP: u8 = 1;
/// A column follows its leader.
pub const COLUMN: u8 = 2;
/// A line becomes a column.
pub const FORM_COLUMN: u8 = 3;
/// An element in front contact goes straight back.
pub const BREAK_OFF: u8 = 4;
/// An element goes into a camp.
pub const ENTER_CAMP: u8 = 5;
/// An element comes out of a camp.
pub const LEAVE_CAMP: u8 = 6;

/// The ways of moving, by number.
pub const MANNERS: &[Manner] = &[
    Manner::new("single", "Move one element", rule::MOVE_SINGLE),
    Manner::new("group", "Move a group", rule::MOVE_GROUP),
    Manner::new("column", "March a column", rule::MOVE_COLUMN),
    Manner::new("form_column", "Form a column", rule::MOVE_COLUMN),
    Manner::new("break_off", "Break off", rule::MOVE_BREAKOFF),
    Manner::new("enter_camp", "Enter a camp", rule::CAMP_ENTER),
    Manner::new("leave_camp", "Leave a camp", rule::CAMP_ENTER),
];

/// No order has more steps than this.
const STEPS: usize = 32;

/// One leg as it will be shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Marched {
    /// The leg of those who lead.
    pub leg: Leg,
    /// The rule it rests on.
    pub rule: RuleId,
    /// How it is done.
    pub motion: Motion,
}

/// The legs of a move and where everyone is after each.
#[derive(Clone, Debug, Default)]
pub struct Trail {
    legs: Vec<Marched>,
    // The movers after the first leg, after the second, and so on.
    places: Vec<Base>,
}

impl Trail {
    /// Notes a leg done.
    pub fn note(&mut self, now: &[Base], leg: Leg, rule: RuleId, motion: Motion) {
        self.legs.push(Marched { leg, rule, motion });
        self.places.extend_from_slice(now);
    }

    pub(crate) fn way(&self) -> Vec<Leg> {
        self.legs.iter().map(|m| m.leg).collect()
    }
}

/// A move that was judged and found allowed: everything that carrying it out will do.
#[derive(Clone, Debug)]
pub struct MovePlan {
    /// Who moves.
    pub side: Side,
    /// What it costs in PIPs.
    pub price: Box<Tally>,
    /// What it costs in paces.
    pub spent: f64,
    /// How far it could have gone.
    pub rate: f64,
    /// The contacts it makes, in order: who, upon whom (a camp by its holder's number).
    pub contacts: Vec<(UnitId, UnitId)>,
    /// The rules that entered into it.
    pub rules: Vec<RuleId>,
    /// An enemy that lines up with the movers, where it will stand.
    pub conforms: Option<Base>,
    /// The camp it goes into, by its owner.
    pub enters: Option<Side>,
    /// The camp it comes out of, by its owner.
    pub leaves: Option<Side>,
    /// The enemy it breaks off from.
    pub breaks_off: Option<UnitId>,
    pub(crate) trail: Trail,
    pub(crate) starts: Vec<Base>,
}

impl MovePlan {
    /// What a run amounts to, with nothing further to it.
    pub(crate) fn of(run: &Run<'_, '_>, trail: Trail, price: Tally) -> Self {
        MovePlan {
            side: run.side(),
            price: Box::new(price),
            spent: run.spent,
            rate: run.rate(),
            contacts: Vec::new(),
            rules: run.rules(),
            conforms: None,
            enters: None,
            leaves: None,
            breaks_off: None,
            trail,
            starts: run.start.to_vec(),
        }
    }

    /// Where the movers will stand.
    pub fn ends(&self) -> &[Base] {
        let n = self.starts.len().min(self.trail.places.len());
        &self.trail.places[self.trail.places.len() - n..]
    }

    /// Those who stand otherwise after it: the movers, whoever lines up with them, and War Wagons that turn a new
    /// front to them; everyone, when a camp has a new holder.
    fn touched(&self) -> UnitSet {
        if self.enters.is_some() || self.leaves.is_some() {
            return UnitSet::ALL;
        }
        let mut set = UnitSet::default();
        let movers = self.starts.iter().chain(&self.conforms).map(|b| b.id);
        movers.chain(self.contacts.iter().map(|&(_, upon)| upon)).for_each(|id| set.add(id));
        set
    }

    /// Each leg, with the movers after it.
    pub fn legs(&self) -> impl Iterator<Item = (&Marched, &[Base])> {
        self.trail.legs.iter().zip(self.trail.places.chunks(self.starts.len().max(1)))
    }

    /// Whether it ends by lining up with an enemy.
    pub fn is_snapped(&self) -> bool {
        self.trail.legs.last().is_some_and(|m| m.motion == Motion::Conform)
    }
}

/// Judges a move; nothing changes.
///
/// # Errors
/// Every reason that can be found why it is not allowed.
pub fn check(
    board: &Board<'_>,
    phase: &Phase,
    side: Side,
    manner: u8,
    units: &[UnitId],
    path: &[Step],
) -> Result<MovePlan, Vec<Refusal>> {
    let movers = group::gather(board, side, units)?;
    let mut no = Vec::new();
    let price = pips::cost(board, phase, &movers);
    if path.is_empty() || path.len() > STEPS {
        let what =
            if path.is_empty() { "a move has at least one step" } else { "the move has too many steps" };
        return Err(vec![Refusal::new(rule::MOVE_MEASURE, what)]);
    }
    if manner == BREAK_OFF {
        no.extend(pips::unpaid(phase, &price));
        return match breakoff::check(board, phase, movers, path, price) {
            Ok(plan) if no.is_empty() => Ok(plan),
            Ok(_) => Err(no),
            Err(more) => {
                no.extend(more);
                Err(no)
            }
        };
    }
    locks(board, phase, &movers, &mut no);
    if manner == SINGLE
        && movers.len() == 1
        && let Some((enemy, place)) = contact::closes_door(board, &movers[0], path)
    {
        return door(board, phase, &movers, enemy, place, no);
    }
    no.extend(pips::unpaid(phase, &price));
    let order = Order::of(board, manner, movers, path, &mut no).ok_or_else(|| std::mem::take(&mut no))?;
    order.judge(phase, path, price, no)
}

/// Who of the movers is locked, and by whom.
fn locks(board: &Board<'_>, phase: &Phase, movers: &[Base], no: &mut Vec<Refusal>) {
    for base in movers {
        let (enemy, what, instead) = match lock(board, phase, base) {
            Lock::Free => continue,
            Lock::Front(enemy) => (enemy, "it is in contact with an enemy before it", "break off"),
            Lock::Held(enemy) => (enemy, "an enemy holds it where it is", "leave it there"),
        };
        no.push(Refusal::new(rule::MOVE_LOCKED, what).about(base.id.0).about(enemy.0).instead(instead));
    }
}

/// Closing the door: one PIP, whatever the rate and any zone, if the place is free (`dba.contact.flank_start`).
fn door(
    board: &Board<'_>,
    phase: &Phase,
    movers: &Bases,
    enemy: UnitId,
    place: Base,
    mut no: Vec<Refusal>,
) -> Result<MovePlan, Vec<Refusal>> {
    let mut price = Tally::default();
    price.add(rule::PIPS_COST, 1);
    no.extend(pips::unpaid(phase, &price));
    let base = &movers[0];
    let refuse = |rule: RuleId, what: &'static str| Refusal::new(rule, what).about(base.id.0).about(enemy.0);
    if !contact::may_contact(base.troop) {
        no.push(refuse(rule::CONTACT_WHO, "it may not move into contact"));
    }
    if phase.marks[base.id.index()].moves > 0 {
        no.push(refuse(rule::MOVE_ONCE, "it has moved in this bound"));
    }
    let mut run = Run::new(board, Formation::Single, movers.clone(), 1, None);
    if !run.is_free(&place) {
        no.push(refuse(rule::CONTACT_FLANK_START, "there is no room on that flank"));
    }
    if !no.is_empty() {
        return Err(no);
    }
    let leg = Leg::march(base, &place);
    run.now[0] = place;
    run.spent = rates::leg(&base.rect, &place.rect);
    let mut trail = Trail::default();
    trail.note(&run.now, leg, rule::CONTACT_FLANK_START, Motion::Conform);
    let contacts = contact::made(board, phase, &run.now, None);
    Ok(MovePlan { contacts, ..MovePlan::of(&run, trail, price) })
}

/// The active side's elements that may still move, as far as PIPs, locks and moves made say.
pub fn movable(board: &Board<'_>, phase: &Phase) -> Vec<UnitId> {
    board.bases.iter().filter(|b| may_move(board, phase, b)).map(|b| b.id).collect()
}

/// Whether any of them may.
pub fn anyone_movable(board: &Board<'_>, phase: &Phase) -> bool {
    board.bases.iter().any(|b| may_move(board, phase, b))
}

fn may_move(board: &Board<'_>, phase: &Phase, base: &Base) -> bool {
    if phase.pips == 0 || base.side != phase.active {
        return false;
    }
    let moved = phase.marks[base.id.index()].moves > 0;
    if moved && !again::may_move_again(board, phase, base) {
        return false;
    }
    match lock(board, phase, base) {
        Lock::Held(_) => false,
        Lock::Front(_) => !moved,
        Lock::Free => true,
    }
}

/// Carries out a move that was judged: pays for it, moves everyone leg by leg, and notes what came of it.
pub fn carry_out(book: &Dba, phase: &mut Phase, plan: &MovePlan, cx: &mut Cx<'_>) {
    let Some(leader) = plan.starts.first() else { return };
    phase.pips = phase.pips.saturating_sub(plan.price.total().clamp(0, 255) as u8);
    let (count, leader, first_bound) = (plan.starts.len(), leader.id, pips::is_first_bound(phase));
    cx.rule(|field| {
        let rule = plan.trail.legs.first().map_or(rule::MOVE_MEASURE, |m| m.rule);
        let others = match count {
            1 => String::new(),
            2 => " and another".to_owned(),
            n => format!(" and {} others", n - 1),
        };
        let price = words::pips(plan.price.total().clamp(0, 255) as u8);
        let text = format!("{}{others} move {:.0} paces for {price}", words::unit(field, leader), plan.spent);
        let ruling = Ruling::new(rule, text).tally(leader, (*plan.price).clone());
        let first = first_bound.then_some(rule::PIPS_FIRST);
        plan.rules.iter().copied().chain(first).fold(ruling, Ruling::also)
    });
    for start in &plan.starts {
        let marks = &mut phase.marks[start.id.index()];
        marks.moves = marks.moves.saturating_add(1);
        marks.broke_off |= plan.breaks_off.is_some();
        marks.start = Some(start.pose());
    }
    for (marched, places) in plan.legs() {
        for base in places {
            put(phase, base, marched.motion, marched.rule, cx);
        }
    }
    if let Some(enemy) = &plan.conforms {
        put(phase, enemy, Motion::Conform, rule::CONTACT_CONFORM, cx);
    }
    if let Some(held) = plan.breaks_off
        && let Some(owner) = camp::camp_held(&Board::of(book, cx.field(), phase), held)
        && let Some(camp) = &mut phase.camps[owner]
    {
        camp.spared = true;
    }
    if let Some(owner) = plan.leaves
        && let Some(camp) = &mut phase.camps[owner]
    {
        camp::vacate(camp);
    }
    if let Some(owner) = plan.enters
        && let Some(camp) = &mut phase.camps[owner]
    {
        camp::occupy(camp, owner, leader, plan.side);
    }
    for &(who, upon) in &plan.contacts {
        cx.rule(|field| {
            let text =
                format!("{} move into contact with {}", words::unit(field, who), words::unit(field, upon));
            Ruling::new(rule::CONTACT_JUST_MOVED, text).also(rule::CONTACT_KINDS).also(rule::CONTACT_LEGAL)
        });
        phase.marks[who.index()].moved_into.add(upon);
        facing::show_front(book, phase, cx.field(), who, upon);
        if !phase.contacts.contains(&(who, upon)) {
            phase.contacts.push((who, upon));
        }
    }
    results::keep_contacts_of(book, phase, cx.field(), plan.touched());
    if let Some(enemy) = plan.breaks_off {
        results::pursue_break_off(book, phase, enemy, cx);
    }
}

/// Moves one base, if it is not there already.
pub(crate) fn put(phase: &Phase, base: &Base, motion: Motion, rule: RuleId, cx: &mut Cx<'_>) {
    // War Wagons keep their own facing, whichever edge they present.
    let shown = phase.fronts.turned(*base).facing - base.facing;
    let to = Pose { facing: base.facing - shown, ..base.pose() };
    if cx.field().unit(base.id).pose != to {
        cx.apply(Event::Moved { unit: base.id, to, motion, rule });
    }
}
