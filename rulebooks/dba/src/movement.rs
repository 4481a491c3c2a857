//! Tactical moves: judged whole before anything changes, then carried out leg by leg.

use crate::Dba;
use crate::again;
use crate::board::{Base, Board, NEAR};
use crate::breakoff;
use crate::camp;
use crate::column::{self, Track};
use crate::contact::{self, Lock, lock};
use crate::facing;
use crate::group;
use crate::leg::Leg;
use crate::phase::{Holder, Phase};
use crate::pips;
use crate::rates::{self, Formation};
use crate::results;
use crate::rule;
use crate::sweep::{Bases, Ended, Run};
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
    Manner { key: "single", label: "Move one element", rule: rule::MOVE_SINGLE },
    Manner { key: "group", label: "Move a group", rule: rule::MOVE_GROUP },
    Manner { key: "column", label: "March a column", rule: rule::MOVE_COLUMN },
    Manner { key: "form_column", label: "Form a column", rule: rule::MOVE_COLUMN },
    Manner { key: "break_off", label: "Break off", rule: rule::MOVE_BREAKOFF },
    Manner { key: "enter_camp", label: "Enter a camp", rule: rule::CAMP_ENTER },
    Manner { key: "leave_camp", label: "Leave a camp", rule: rule::CAMP_ENTER },
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

    fn way(&self) -> Vec<Leg> {
        self.legs.iter().map(|m| m.leg).collect()
    }
}

/// A move that was judged and found allowed: everything that carrying it out will do.
#[derive(Clone, Debug)]
pub struct MovePlan {
    /// Who moves.
    pub side: Side,
    /// What it costs in PIPs.
    pub price: Tally,
    /// What it costs in paces.
    pub spent: f64,
    /// How far it could have gone.
    pub rate: f64,
    /// The contacts it makes, in order: who, upon whom (a camp by its holder's number).
    pub contacts: Vec<(UnitId, UnitId)>,
    /// An enemy that lines up with the movers, where it will stand.
    pub conforms: Option<Base>,
    /// The camp it goes into, by its owner.
    pub enters: Option<Side>,
    /// The camp it comes out of, by its owner.
    pub leaves: Option<Side>,
    /// The enemy it breaks off from.
    pub breaks_off: Option<UnitId>,
    pub(crate) trail: Trail,
    pub(crate) starts: Bases,
}

impl MovePlan {
    /// What a run amounts to, with nothing further to it.
    pub(crate) fn of(run: &Run<'_, '_>, trail: Trail, price: Tally) -> Self {
        MovePlan {
            side: run.side(),
            price,
            spent: run.spent,
            rate: run.rate(),
            contacts: Vec::new(),
            conforms: None,
            enters: None,
            leaves: None,
            breaks_off: None,
            trail,
            starts: run.start.clone(),
        }
    }

    /// Where the movers will stand.
    pub fn ends(&self) -> &[Base] {
        let n = self.starts.len().min(self.trail.places.len());
        &self.trail.places[self.trail.places.len() - n..]
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
    if manner == SINGLE && movers.len() == 1 {
        if let Some((enemy, place)) = contact::closes_door(board, &movers[0], path) {
            return door(board, phase, &movers, enemy, place, no);
        }
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

/// An order understood: who goes, how, and by which rule.
struct Order<'a, 'b> {
    run: Run<'a, 'b>,
    track: Option<Track>,
    rule: RuleId,
    manner: u8,
    // The camp it enters or leaves.
    camp: Option<Side>,
    rank: u16,
}

impl<'a, 'b> Order<'a, 'b> {
    fn of(
        board: &'a Board<'b>,
        manner: u8,
        movers: Bases,
        path: &[Step],
        no: &mut Vec<Refusal>,
    ) -> Option<Self> {
        let rule = MANNERS.get(usize::from(manner)).map(|m| m.rule);
        let Some(rule) = rule else {
            no.push(Refusal::new(rule::MOVE_SINGLE, "there is no such manner of moving"));
            return None;
        };
        let order = |run: Run<'a, 'b>, track, rank, camp| Order { run, track, rule, manner, camp, rank };
        let orderly = |made: Result<Bases, Vec<Refusal>>, no: &mut Vec<Refusal>| match made {
            Ok(bases) => Some(bases),
            Err(more) => {
                no.extend(more);
                None
            }
        };
        match manner {
            GROUP => {
                let bases = orderly(group::dress(&movers), no)?;
                let rank = group::foremost(&bases);
                let form = if group::is_one_wide(&bases) { Formation::Column } else { Formation::Group };
                Some(order(Run::new(board, form, bases, rank, None), None, rank, None))
            }
            COLUMN => {
                let bases = orderly(column::line_of_march(&movers), no)?;
                let track = Track::of_column(&bases);
                Some(order(Run::new(board, Formation::Column, bases, 1, None).led(), Some(track), 1, None))
            }
            FORM_COLUMN => {
                let bases = column::falling_in(&orderly(group::dress(&movers), no)?);
                let track = Track::of_leader(&bases[0]);
                let run = Run::new(board, Formation::Column, bases, 1, None).led();
                if run.went.rough && !run.start.iter().all(|b| rates::is_skirmisher(b.troop)) {
                    no.push(
                        Refusal::new(rule::MOVE_GROUP_GOING, "a line in bad going cannot move together")
                            .instead("move its elements singly"),
                    );
                }
                Some(order(run, Some(track), 1, None))
            }
            _ => {
                if movers.len() > 1 {
                    no.push(
                        Refusal::new(rule, "this is a move for one element")
                            .instead("move them as a group or in column"),
                    );
                    return None;
                }
                let base = movers[0];
                let camp = match manner {
                    ENTER_CAMP => Some(camp_to_enter(board, &base, path, no)?),
                    _ => board.camp_of(base.id),
                };
                if manner == LEAVE_CAMP && camp.is_none() {
                    no.push(Refusal::new(rule::CAMP_ENTER, "it is in no camp").about(base.id.0));
                }
                Some(order(Run::new(board, Formation::Single, movers, 1, camp), None, 1, camp))
            }
        }
    }

    fn legs(&self, step: Step) -> Result<group::Legs, Refusal> {
        match (self.run.form, &self.track) {
            (Formation::Single, _) => group::legs_of_one(step, &self.run.now[0]),
            (_, None) => group::legs_of_many(step, &self.run.now, self.rank),
            (_, Some(_)) => match step {
                Step::Shift(_) => Err(Refusal::new(rule::MOVE_COLUMN, "a column goes ahead or wheels")
                    .instead("move it as a group to shift it")),
                step => group::legs_of_many(step, &self.run.now[..1], 1),
            },
        }
    }

    /// Runs the legs ordered, up to an enemy.
    fn march(&mut self, path: &[Step], trail: &mut Trail, no: &mut Vec<Refusal>) -> Ended {
        let mut shifts = 0;
        for &step in path {
            let legs = match self.legs(step) {
                Ok(legs) => legs,
                Err(reason) => {
                    no.push(reason);
                    continue;
                }
            };
            let rule = match step {
                Step::WheelLeft(_) | Step::WheelRight(_) => rule::MOVE_WHEEL,
                _ => self.rule,
            };
            for leg in legs {
                let ended = match self.run.leg(&leg) {
                    Ok(ended) => ended,
                    Err(reason) => {
                        no.push(reason);
                        Ended::Whole
                    }
                };
                if let Some(track) = &mut self.track {
                    track.lead(self.run.now[0].rect.front_mid());
                    track.fall_in(&mut self.run.now);
                }
                trail.note(&self.run.now, leg, rule, Motion::March);
                if ended == Ended::Near {
                    return Ended::Near;
                }
            }
            if matches!(step, Step::Shift(_)) && self.run.form != Formation::Single {
                shifts += 1;
                if shifts > 1 {
                    no.push(Refusal::new(rule::MOVE_GROUP, "a group shifts once in a move"));
                }
                no.extend(group::shifted_badly(self.run.board, &self.run.now));
            }
        }
        Ended::Whole
    }

    fn judge(
        mut self,
        phase: &Phase,
        path: &[Step],
        price: Tally,
        mut no: Vec<Refusal>,
    ) -> Result<MovePlan, Vec<Refusal>> {
        let mut trail = Trail::default();
        let ended = self.march(path, &mut trail, &mut no);
        if let Some(track) = &self.track {
            let backs = track.fall_in(&mut self.run.now);
            self.run.followers(&mut no);
            column::judge(&self.run, track, &backs, &mut no);
        }
        let near = ended == Ended::Near || (self.run.began_near() && contact::is_near_enemy(&self.run));
        let mut conforms = None;
        let mut snapped = false;
        if near && no.is_empty() && self.manner != ENTER_CAMP {
            if let Some(leg) = contact::snap(&mut self.run) {
                trail.note(&self.run.now, leg, rule::CONTACT_SNAP, Motion::Conform);
                snapped = true;
            } else if let Some((place, _)) = contact::conform(&self.run) {
                conforms = Some(place);
            } else if self.run.spent <= NEAR && ended == Ended::Near {
                no.push(
                    Refusal::new(
                        rule::CONTACT_LEGAL,
                        "the enemy before it stops it, and no contact can be made from here",
                    )
                    .about(self.run.now[0].id.0),
                );
            }
        }
        let run = &self.run;
        measure(run, &mut no);
        if !snapped && conforms.is_none() && !run.hold.allows(run.form, &run.now) {
            let no_zone =
                Refusal::new(rule::ZOC_EFFECT, "an enemy's zone of control does not allow this move")
                    .about(run.now[0].id.0)
                    .instead("go straight at that enemy, line up with it, or go straight back");
            no.push(run.hold.holder().map_or(no_zone.clone(), |enemy| no_zone.about(enemy.0)));
        }
        if !snapped {
            run.standing(&mut no);
        }
        self.camps(ended, &mut no);
        let contacts = contact::made(run.board, phase, &run.now, conforms.as_ref());
        again::judge(run, phase, &trail.way(), &contacts, &mut no);
        if !no.is_empty() {
            return Err(no);
        }
        let enters = (self.manner == ENTER_CAMP).then_some(self.camp).flatten();
        let leaves = if enters.is_none() { self.camp } else { None };
        Ok(MovePlan { contacts, conforms, enters, leaves, ..MovePlan::of(run, trail, price) })
    }

    /// Whether a camp is entered or left wholly (`dba.camp.enter`).
    fn camps(&self, ended: Ended, no: &mut Vec<Refusal>) {
        let Some(outline) = self.camp.and_then(|side| self.run.board.outline(side)) else { return };
        let base = &self.run.now[0];
        if self.manner == ENTER_CAMP {
            if ended == Ended::Near || !lies_in(base, &outline) {
                no.push(
                    Refusal::new(rule::CAMP_ENTER, "it must end wholly inside the camp").about(base.id.0),
                );
            }
        } else if table::penetration(&base.rect, &outline) > NEAR {
            no.push(Refusal::new(rule::CAMP_ENTER, "it must end wholly outside the camp").about(base.id.0));
        }
    }
}

/// The camp in which a path ends, if the element may go into it.
fn camp_to_enter(board: &Board<'_>, base: &Base, path: &[Step], no: &mut Vec<Refusal>) -> Option<Side> {
    let mut end = *base;
    for &step in path {
        for leg in group::legs_of_one(step, &end).unwrap_or_default() {
            end = leg.end().base(&end);
        }
    }
    let target = Side::ALL.into_iter().find(|&side| board.outline(side).is_some_and(|o| lies_in(&end, &o)));
    let mut refuse = |what: &'static str| no.push(Refusal::new(rule::CAMP_ENTER, what).about(base.id.0));
    let Some(owner) = target else {
        refuse("it must end wholly inside a camp");
        return None;
    };
    if !camp::may_occupy(base.troop) {
        refuse("such troops do not go into camps");
    }
    match board.camps[owner].map(|c| c.holder) {
        Some(Holder::Element(_)) => refuse("another element is in the camp"),
        Some(Holder::Followers) if owner != base.side => refuse("the camp is defended"),
        _ => {}
    }
    Some(owner)
}

fn lies_in(base: &Base, outline: &table::Convex) -> bool {
    use table::Solid;
    base.rect.corners().iter().all(|&p| outline.nearest(p).distance(p) <= NEAR)
}

/// Whether a move is within the rate, and within the going that its formation may take.
fn measure(run: &Run<'_, '_>, no: &mut Vec<Refusal>) {
    if run.form == Formation::Group && run.went.is_wet() {
        no.push(
            Refusal::new(rule::MOVE_RIVER, "a group in line may not cross a river")
                .instead("cross singly or in column"),
        );
    }
    if !run.line_kept_to_good_going() {
        no.push(
            Refusal::new(rule::MOVE_GROUP_GOING, "a group in line may not be in bad going")
                .instead("go in column, or singly"),
        );
    }
    let rate = run.rate();
    if !rates::within(run.spent, rate) {
        let id = run.now[0].id.0;
        let (rule, what) = run.limit();
        no.push(Refusal::new(rule, what).about(id).needs(run.spent, rate, "paces"));
    }
}

/// The elements of the active side that may still move in some way.
pub fn movable(board: &Board<'_>, phase: &Phase) -> Vec<UnitId> {
    if phase.pips == 0 {
        return Vec::new();
    }
    let may = |base: &&Base| {
        let moved = phase.marks[base.id.index()].moves > 0;
        match lock(board, phase, base) {
            Lock::Held(_) => false,
            Lock::Front(_) => !moved,
            Lock::Free => !moved || again::may_move_again(board, phase, base),
        }
    };
    board.bases.iter().filter(|b| b.side == phase.active).filter(may).map(|b| b.id).collect()
}

/// Carries out a move that was judged: pays for it, moves everyone leg by leg, and notes what came of it.
pub fn carry_out(book: &Dba, phase: &mut Phase, plan: &MovePlan, cx: &mut Cx<'_>) {
    let Some(leader) = plan.starts.first() else { return };
    phase.pips = phase.pips.saturating_sub(plan.price.total().clamp(0, 255) as u8);
    let (count, leader) = (plan.starts.len(), leader.id);
    cx.rule(|field| {
        let rule = plan.trail.legs.first().map_or(rule::MOVE_MEASURE, |m| m.rule);
        let others = match count {
            1 => String::new(),
            2 => " and another".to_owned(),
            n => format!(" and {} others", n - 1),
        };
        let price = words::pips(plan.price.total().clamp(0, 255) as u8);
        let text = format!("{}{others} move {:.0} paces for {price}", words::unit(field, leader), plan.spent);
        Ruling::new(rule, text).tally(leader, plan.price.clone()).also(rule::MOVE_MEASURE)
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
        phase.marks[who.index()].moved_into.add(upon);
        facing::show_front(book, phase, cx.field(), who, upon);
        if !phase.contacts.contains(&(who, upon)) {
            phase.contacts.push((who, upon));
        }
    }
    results::keep_contacts(book, phase, cx.field());
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
