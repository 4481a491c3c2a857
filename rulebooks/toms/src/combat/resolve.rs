//! Melee: combats, the order of blows, and the blows.

use crate::aftermath::casualties::suffer;
use crate::board::state::{Combat, Contact, Face};
use crate::board::{Board, Game};
use crate::combat::attack::{self, Attack, Rolls};
use crate::combat::rules::{self, Needs};
use crate::combat::shield::{Peril, Save, Threat, save};
use crate::house::MeleeRounds;
use crate::nerve::resolve::{Due, test_all};
use crate::{rule, told};
use ruling::Tally;
use umpire::{Deed, Ruling, Side, UnitId, voice};

/// The combats still to be fought: sets of units linked by contacts (`toms.melee.order`).
pub fn combats(board: &Board<'_>) -> Vec<Vec<UnitId>> {
    let mut combats: Vec<Vec<UnitId>> = Vec::new();
    for contact in &board.phase.contacts {
        let of = |id: UnitId, all: &[Vec<UnitId>]| all.iter().position(|c| c.contains(&id));
        match (of(contact.charger, &combats), of(contact.charged, &combats)) {
            (None, None) => combats.push(vec![contact.charger, contact.charged]),
            (Some(i), None) => combats[i].push(contact.charged),
            (None, Some(i)) => combats[i].push(contact.charger),
            (Some(i), Some(j)) if i != j => {
                let moved = combats.remove(i.max(j));
                combats[i.min(j)].extend(moved);
            }
            _ => {}
        }
    }
    let listed = |id: &UnitId| board.phase.order.iter().position(|other| other == id);
    combats.iter_mut().for_each(|units| units.sort_by_key(listed));
    combats.retain(|units| units.iter().any(|&id| !blows(board, id).is_empty()));
    combats
}

/// Whether a combat must be fought in this turn (`toms.melee.continue`).
pub fn is_due(board: &Board<'_>, units: &[UnitId]) -> bool {
    let fresh = |c: &Contact| c.fresh && units.contains(&c.charger);
    board.book.house.melee_rounds == MeleeRounds::BothTurns || board.phase.contacts.iter().any(fresh)
}

/// Whom a unit may strike now: enemies at its front before others, an elephant all whom it touches; nobody if it has
/// struck or is broken.
fn blows(board: &Board<'_>, id: UnitId) -> Vec<UnitId> {
    if !board.field.on_table(id) || board.is_broken(id) || board.state(id).now.struck {
        return Vec::new();
    }
    // A berserk elephant has left its melees, but hits whoever charges it.
    if board.is_berserk(id) && !board.contacts(id).any(|(_, _, contact)| contact.fresh) {
        return Vec::new();
    }
    if board.profile(id).is_elephant() {
        return board.contacts(id).map(|(other, _, _)| other).collect();
    }
    let at = |front: bool| {
        let wanted = move |face: Face| (face == Face::Front) == front;
        let there = board.contacts(id).filter(move |(_, face, _)| wanted(*face));
        there.map(|(other, _, _)| other).collect::<Vec<UnitId>>()
    };
    let front = at(true);
    if front.is_empty() { at(false) } else { front }
}

/// When a unit strikes: on holdfast, as an elephant in a new contact, of the active side, of the other.
fn turn_of(board: &Board<'_>, id: UnitId) -> u8 {
    let active = board.side(id) == board.phase.active;
    let front_only = board.book.house.holdfast_front_only;
    let braced = |&(_, face, contact): &(UnitId, Face, &Contact)| {
        contact.fresh && contact.charged == id && (!front_only || face == Face::Front)
    };
    if board.state(id).seen.holdfast && board.contacts(id).any(|c| braced(&c)) {
        return 0;
    }
    let fresh = board.contacts(id).any(|(_, _, c)| c.fresh);
    match (board.profile(id).is_elephant() && fresh, active) {
        (true, true) => 1,
        (true, false) => 2,
        (false, true) => 3,
        (false, false) => 4,
    }
}

/// The blows that may come next in a combat: who at whom, all of one side.
pub fn next_blows(board: &Board<'_>, combat: &Combat) -> Vec<(UnitId, UnitId)> {
    let mut first = u8::MAX;
    let mut next = Vec::new();
    for &id in &combat.units {
        let targets = blows(board, id);
        if targets.is_empty() {
            continue;
        }
        let turn = turn_of(board, id);
        if turn < first {
            first = turn;
            next.clear();
        }
        if turn == first {
            // An elephant does not choose: it hits everyone it touches.
            let choices = if board.profile(id).is_elephant() { 1 } else { targets.len() };
            next.extend(targets.into_iter().take(choices).map(|target| (id, target)));
        }
    }
    next
}

/// A blow with its factors.
#[derive(Debug)]
pub struct Blow {
    /// The attack.
    pub attack: Attack,
    /// The number needed.
    pub needs: Needs,
    /// The dice.
    pub dice: Tally,
    /// The save.
    pub save: Save,
}

/// The blow of one unit at another.
pub fn blow(board: &Board<'_>, striker: UnitId, target: UnitId) -> Blow {
    let house = &board.book.house;
    let (who, at) = (board.profile(striker), board.profile(target));
    let mine = board.contacts(striker).find(|(other, _, _)| *other == target).map_or(Face::Front, |c| c.1);
    let theirs = board.contacts(target).find(|(other, _, _)| *other == striker).map_or(Face::Front, |c| c.1);
    let men = board.men(target);
    let needs = rules::blow(house, who, at, board.state(striker).now.bonus, theirs);
    let mut dice = rules::blow_dice(who, board.men(striker), mine == Face::Front, board.general(striker));
    dice.add(rule::KILL_BELOW2, needs.extra as i8);
    let peril = if who.is_elephant() { Peril::Elephant } else { Peril::Melee };
    let save = save(house, at, men, Threat::close(peril, theirs));
    let attack = Attack {
        dice: dice.total().max(0) as u16,
        needs: needs.needs,
        save: save.save,
        men,
        general: board.general(target),
    };
    Blow { attack, needs, dice, save }
}

/// A unit strikes; an elephant hits everyone it touches (`toms.elephant.touch`).
pub fn strike(game: &mut Game<'_, '_>, striker: UnitId, target: UnitId) {
    let board = game.board();
    let all = if board.profile(striker).is_elephant() { blows(&board, striker) } else { vec![target] };
    game.phase.state_mut(striker).now.struck = true;
    for target in all {
        let board = game.board();
        if board.field.on_table(striker) && board.field.on_table(target) {
            strike_one(game, striker, target);
        }
    }
}

fn strike_one(game: &mut Game<'_, '_>, striker: UnitId, target: UnitId) {
    let board = game.board();
    let Blow { attack, needs, dice, save } = blow(&board, striker, target);
    let rolls = Rolls::of(rule::MELEE_ORDER, board.side(striker), board.side(target), target.0);
    let first = turn_of(&board, striker) == 0;
    let broken = board.is_broken(target);
    let contact = board.contacts(target).find(|(other, _, _)| *other == striker);
    let goes_on = contact.is_some_and(|(_, _, contact)| !contact.fresh);
    let flanked = goes_on && contact.is_some_and(|(_, face, _)| face != Face::Front);
    let outcome = attack::roll(&attack, rolls, game.cx.dice);
    game.cx.deed(Deed::Blow { unit: striker, target, figures: Some(attack.dice) });
    game.cx.rule(|field| {
        let text = format!(
            "{} struck {} with {} at {}+: {}.",
            voice::name(field, striker),
            voice::name(field, target),
            told::dice(attack.dice),
            attack.needs,
            told::outcome(&outcome)
        );
        let ruling = Ruling::new(rule::MELEE_ORDER, text).needing(rule::MELEE_ORDER, attack.needs);
        let ruling = needs.rules().fold(ruling, Ruling::also);
        let ruling = ruling.tally(striker, dice).tally(striker, needs.tally).tally(target, save.tally);
        let notes = [
            (first, rule::HOLDFAST_FIRST),
            (broken, rule::MELEE_BROKEN),
            (goes_on, rule::MELEE_CONTINUE),
            (flanked, rule::MELEE_FLANK_STAYS),
        ];
        notes.into_iter().filter(|(applies, _)| *applies).fold(ruling, |ruling, (_, rule)| ruling.also(rule))
    });
    let mut due = Due::default();
    suffer(game, target, outcome.into(), &mut due);
    test_all(game, &due);
}

/// The side that chooses the next blow, if more than one may come.
pub fn chooser(board: &Board<'_>, combat: &Combat) -> Option<(Side, Vec<(UnitId, UnitId)>)> {
    let next = next_blows(board, combat);
    let side = board.side(next.first()?.0);
    Some((side, next))
}
