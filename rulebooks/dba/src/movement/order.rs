//! Orders: what a player asks of those who move, run through leg by leg and judged where it ends.

use crate::board::state::{Holder, Phase};
use crate::board::{Base, Board, camp};
use crate::data::scale::NEAR;
use crate::movement::column::{self, Track};
use crate::movement::manner::{COLUMN, ENTER_CAMP, FORM_COLUMN, GROUP, LEAVE_CAMP, MANNERS};
use crate::movement::plan::{MovePlan, Trail};
use crate::movement::rules::Formation;
use crate::movement::sweep::Ended;
use crate::movement::under_way::{Bases, Run};
use crate::movement::{self, group, second_move};
use crate::{contact, rule};
use ruling::{Refusal, RuleId, Tally};
use umpire::{Motion, Side, Step};

/// An order understood: who goes, how, and by which rule.
pub(crate) struct Order<'a, 'b> {
    run: Run<'a, 'b>,
    track: Option<Track>,
    rule: RuleId,
    manner: u8,
    // The camp it enters or leaves.
    camp: Option<Side>,
    rank: u16,
}

impl<'a, 'b> Order<'a, 'b> {
    /// Understands an order; none, and the reasons, if it makes no sense.
    pub(crate) fn of(
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
        let inside = movers.iter().filter(|b| movers.len() > 1 && board.camp_of(b.id).is_some());
        no.extend(inside.map(|b| {
            Refusal::new(rule::CAMP_ENTER, "it leaves the camp by a move of its own").about(b.id.0)
        }));
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
                if run.went.rough && !run.start.iter().all(|b| movement::rules::is_skirmisher(b.troop)) {
                    no.push(
                        Refusal::new(rule::MOVE_GROUP_GOING, "a line in bad going cannot move together")
                            .instead("move its elements singly"),
                    );
                }
                Some(order(run, Some(track), 1, None))
            }
            _ => {
                let camp = single(board, rule, manner, &movers, path, no)?;
                Some(order(Run::new(board, Formation::Single, movers, 1, camp), None, 1, camp))
            }
        }
    }

    fn legs(&self, step: Step) -> Result<group::Legs, Box<Refusal>> {
        match (self.run.form, &self.track) {
            (Formation::Single, _) => group::legs_of_one(step, &self.run.now[0]),
            (_, None) => group::legs_of_many(step, &self.run.now, self.rank),
            (_, Some(_)) => match step {
                Step::Shift(_) => Err(Refusal::new(rule::MOVE_COLUMN, "a column goes ahead or wheels")
                    .instead("move it as a group to shift it")
                    .into()),
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
                    no.push(*reason);
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
                        no.push(*reason);
                        Ended::Whole
                    }
                };
                if let Some(track) = &mut self.track {
                    track.lead(self.run.now[0].rect.front_mid());
                    track.fall_in(&mut self.run.now);
                }
                trail.note(&self.run.now, leg, rule, Motion::March);
                if ended != Ended::Whole {
                    return ended;
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

    /// Marches it through and judges where it ends.
    ///
    /// # Errors
    /// Every reason why it is not allowed.
    pub(crate) fn judge(
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
        let near =
            ended != Ended::Whole || (self.run.began_near() && contact::line_up::is_near_enemy(&self.run));
        let (snapped, conforms) = if near && no.is_empty() && self.manner != ENTER_CAMP {
            self.come_into_contact(ended, &mut trail, &mut no)
        } else {
            (false, None)
        };
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
        let contacts = contact::made::made(run.board, phase, &run.now, conforms.as_ref());
        let again = second_move::judge(run, phase, &trail.way(), &contacts, &mut no);
        if !no.is_empty() {
            return Err(no);
        }
        let enters = (self.manner == ENTER_CAMP).then_some(self.camp).flatten();
        let leaves = if enters.is_none() { self.camp } else { None };
        let mut plan = MovePlan { contacts, conforms, enters, leaves, ..MovePlan::of(run, trail, price) };
        plan.rules.extend(again);
        Ok(plan)
    }

    /// Brings a move that has come near an enemy into contact: whether it lined up itself, or the enemy that lines up
    /// with it.
    fn come_into_contact(
        &mut self,
        ended: Ended,
        trail: &mut Trail,
        no: &mut Vec<Refusal>,
    ) -> (bool, Option<Base>) {
        if let Some(leg) = contact::line_up::snap(&mut self.run) {
            trail.note(&self.run.now, leg, rule::CONTACT_SNAP, Motion::Conform);
            return (true, None);
        }
        if let Some((place, _)) = contact::line_up::conform(&self.run) {
            return (false, Some(place));
        }
        if ended == Ended::Against || (ended == Ended::Near && self.run.spent <= NEAR) {
            let base = &self.run.now[0];
            let (rule, what) = if self.run.board.book.house.may_contact(base.troop) {
                (rule::CONTACT_LEGAL, "the enemy before it stops it, and no contact can be made from here")
            } else {
                (rule::CONTACT_WHO, "such troops do not move into contact")
            };
            no.push(Refusal::new(rule, what).about(base.id.0));
        }
        (false, None)
    }

    /// Whether a camp is entered or left wholly (`dba.camp.enter`).
    fn camps(&self, ended: Ended, no: &mut Vec<Refusal>) {
        let Some(outline) = self.camp.and_then(|side| self.run.board.outline(side)) else { return };
        let base = &self.run.now[0];
        if self.manner == ENTER_CAMP {
            if ended != Ended::Whole || !lies_in(base, &outline) {
                no.push(
                    Refusal::new(rule::CAMP_ENTER, "it must end wholly inside the camp").about(base.id.0),
                );
            }
        } else if table::penetration(&base.rect, &outline) > NEAR {
            no.push(Refusal::new(rule::CAMP_ENTER, "it must end wholly outside the camp").about(base.id.0));
        }
    }
}

/// The camp, if any, that a single element enters or leaves; none at all, and the reasons, if the order is none for one.
fn single(
    board: &Board<'_>,
    rule: RuleId,
    manner: u8,
    movers: &Bases,
    path: &[Step],
    no: &mut Vec<Refusal>,
) -> Option<Option<Side>> {
    let [base] = movers[..] else {
        no.push(
            Refusal::new(rule, "this is a move for one element").instead("move them as a group or in column"),
        );
        return None;
    };
    let camp = match manner {
        ENTER_CAMP => Some(camp_to_enter(board, &base, path, no)?),
        _ => board.camp_of(base.id),
    };
    if manner == LEAVE_CAMP && camp.is_none() {
        no.push(Refusal::new(rule::CAMP_ENTER, "it is in no camp").about(base.id.0));
    }
    Some(camp)
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
    if !run.kept_dry() {
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
    if !movement::rules::within(run.spent, rate) {
        let id = run.now[0].id.0;
        let (rule, what) = run.limit();
        no.push(Refusal::new(rule, what).about(id).needs(run.spent, rate, "paces"));
    }
}
