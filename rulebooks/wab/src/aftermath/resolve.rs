//! After the fighting: Break tests, panic, and who pursues (`wab.break.sequence`).

use crate::aftermath::rules::{Beaten, Fate};
use crate::board::bodies::{Board, Body};
use crate::board::game::Game;
use crate::board::state::{Broken, Next, Pursuit, Step};
use crate::data::armour::Face;
use crate::data::tables::tables;
use crate::data::troop::{Order, Trait, Troop};
use crate::house::{Restrain, StubbornScope, UnderFive};
use crate::nerve::fear::Dread;
use crate::nerve::leadership::Trial;
use crate::nerve::panic::general_tests;
use crate::nerve::rules::{Cause, Noted, roll};
use crate::nerve::{fear, leadership, panic};
use crate::{rule, told};
use ruling::{RuleId, Tally};
use umpire::voice::name;
use umpire::{Ruling, UnitId};

/// When all combats are fought: Break tests, then panic of friends, then pursuits are decided.
pub fn begin(game: &mut Game<'_, '_>) -> Next {
    game.phase.broken.clear();
    game.phase.giving.clear();
    game.phase.pursuits.clear();
    game.phase.followers.clear();
    game.phase.following.clear();
    game.phase.arrived = Default::default();
    let fell = destroyed(game);
    break_tests(game);
    friends_panic(game, &fell);
    generals_fell(game);
    game.phase.deciding = pursuers(game);
    alone_on_the_field(game);
    clear_round(game);
    decide(game)
}

/// Units destroyed in this phase's fighting or caught in flight this turn.
fn destroyed(game: &Game<'_, '_>) -> Vec<UnitId> {
    let field = game.cx.field();
    let fought = game.phase.fought.iter().flat_map(|f| f.units.iter().copied());
    let mut gone: Vec<UnitId> = fought.filter(|&u| !field.on_table(u)).collect();
    gone.extend(game.phase.caught.iter().copied());
    gone
}

/// The losers of each combat who still fight, with the difference.
fn beaten(game: &Game<'_, '_>) -> Vec<(UnitId, u16)> {
    let mut list = Vec::new();
    for fought in &game.phase.fought {
        let standing = fought.units.iter().copied().filter(|&u| game.stands(u) && game.phase.is_engaged(u));
        for id in standing {
            let lost = fought.won.filter(|(side, _)| *side != game.side(id));
            let small = game.book.house.under_five == UnderFive::Always
                && game.phase.unit(id).lost > 0
                && game.phase.unit(id).models < tables().five
                && (game.book.kit(id).character || !game.book.kit(id).troop.is_excused_from_five());
            if let Some((_, by)) = lost {
                list.push((id, by.max(1)));
            } else if small {
                list.push((id, 1));
            }
        }
    }
    game.in_order(list)
}

/// A beaten unit as the chapter on breaking sees it.
pub fn case(board: &Board<'_>, body: &Body<'_>, difference: u16) -> Beaten {
    let enemies: Vec<&Body<'_>> =
        board.phase.contacts_of(body.id).filter_map(|(c, i)| board.body(c.units[1 - i])).collect();
    let count = |e: &&Body<'_>| e.headcount(board.book);
    let feared = enemies.iter().copied().filter(|e| fear::of(body, e.kit) != Dread::None);
    Beaten {
        leaders: leadership::leaders(board, body),
        difference,
        models: body.state.models,
        excused: body.kit.troop.is_excused_from_five() && !body.kit.character,
        formed: body.order() != Order::Skirmish,
        own: body.headcount(board.book),
        enemies: enemies.iter().map(count).sum(),
        feared: feared.map(|e| e.headcount(board.book)).sum(),
        hatred: body.kit.is_hateful() && !body.is_frenzied(),
        stubborn: body.kit.has(Trait::Stubborn),
        stubborn_used: body.state.stubborn_used,
        frenzied: body.is_frenzied(),
        // It is in force against everyone the charger touches.
        ferocious: enemies.iter().any(|e| board.phase.contacts_of(e.id).any(|(c, i)| c.ferocious[i])),
        standard: leadership::standard_near(board, body),
        ranks: panic::warband_ranks(board, body),
    }
}

/// All Break tests; they count as simultaneous (`wab.break.order`).
fn break_tests(game: &mut Game<'_, '_>) {
    let cases: Vec<(UnitId, Beaten)> = {
        let board = game.board();
        let cases = beaten(game).into_iter();
        cases.filter_map(|(id, by)| Some((id, case(&board, board.body(id)?, by)))).collect()
    };
    for (id, beaten) in cases {
        let why = roll(rule::BREAK_TEST, game.side(id) as u8, id.0);
        let book = game.book;
        let mut dice = Noted::new(game.cx.dice);
        let fate = beaten.fate(&book.house, why, &mut dice);
        let rolled = dice.rolled();
        game.cx.rule(|field| {
            let text = format!("{} {}.", name(field, id), told::fate(&beaten, fate, &rolled));
            let ruling = Ruling::new(beaten.automatic().rule(), text);
            let target = beaten.target().counted_as("or less");
            let ruling = ruling.tally(id, target).also(rule::BREAK_ORDER).also(rule::BREAK_SEQUENCE);
            beaten.because(&book.house, fate).into_iter().fold(ruling, Ruling::also)
        });
        match fate {
            Fate::Holds => {}
            Fate::GivesGround => game.phase.giving.push(id),
            Fate::GivesGroundStubborn => {
                game.phase.unit_mut(id).stubborn_used = true;
                game.phase.giving.push(id);
            }
            Fate::FallsBack | Fate::Breaks => {
                if game.book.kit(id).has(Trait::Frenzy) {
                    game.say(rule::FRENZY_LOST, |f| {
                        let unit = name(f, id);
                        format!("{unit} lost {} frenzy.", unit.its())
                    });
                    game.phase.unit_mut(id).frenzy_lost = true;
                }
                let good_order = fate == Fate::FallsBack;
                if let Some(from) = breaker(&game.board(), id) {
                    game.phase.broken.push(Broken { unit: id, from, broke: true, good_order });
                }
            }
        }
    }
}

/// The enemy a unit flees from: the most heads, then the one in front, then the nearest (`wab.flee.direction`).
fn breaker(board: &Board<'_>, id: UnitId) -> Option<UnitId> {
    let body = board.body(id)?;
    let touching: Vec<(u16, bool, UnitId)> = board
        .phase
        .contacts_of(id)
        .filter_map(|(c, i)| {
            let enemy = board.body(c.units[1 - i])?;
            Some((enemy.headcount(board.book), c.faces[i] == Face::Front, enemy.id))
        })
        .collect();
    let far = |id: UnitId| board.body(id).map_or(f64::INFINITY, |e| e.rect.centre.distance(body.rect.centre));
    let worst =
        touching.into_iter().max_by(|a, b| (a.0, a.1).cmp(&(b.0, b.1)).then(far(b.2).total_cmp(&far(a.2))));
    worst.map(|(_, _, id)| id).or_else(|| board.nearest_enemy(body).map(|(e, _)| e.id))
}

/// Friends of the broken and the destroyed test (`wab.panic.friends_broken`, `wab.break.panic`).
fn friends_panic(game: &mut Game<'_, '_>, fell: &[UnitId]) {
    let broke = game.phase.broken.iter().filter(|b| b.broke).map(|b| b.unit);
    let lost: Vec<UnitId> = fell.iter().copied().chain(broke).collect();
    if lost.is_empty() {
        return;
    }
    let due: Vec<(UnitId, (Tally, bool))> = {
        let board = game.board();
        let where_it_stood = |id: UnitId| board.standing(game.cx.field(), id);
        let near = |b: &&Body<'_>| {
            let breaks = game.phase.broken.iter().any(|x| x.unit == b.id);
            !breaks
                && lost.iter().any(|&gone| {
                    let skirmishers = game.book.kit(gone).order == Order::Skirmish;
                    let far = b.distance(&where_it_stood(gone));
                    gone != b.id
                        && game.side(gone) == b.side
                        && panic::must_panic(&board, b, Cause::FriendsBroken, far, skirmishers).is_none()
                })
        };
        let won = |b: &Body<'_>| {
            let fought = game.phase.fought.iter().find(|f| f.units.contains(&b.id));
            fought.is_some_and(|f| f.won.is_some_and(|(side, _)| side == b.side))
        };
        let tests = board.bodies.iter().filter(near);
        tests.map(|b| (b.id, (panic::panic_target(&board, b), won(b)))).collect()
    };
    let due = game.in_order(due);
    for (id, (target, won)) in due {
        let trial = Trial {
            again: won.then_some(rule::PANIC_REROLL),
            when: Some(rule::BREAK_PANIC),
            ..Trial::panic(Cause::FriendsBroken)
        };
        if !trial.take(game, id, &target) {
            add_panicked(game, id);
        }
    }
}

fn add_panicked(game: &mut Game<'_, '_>, id: UnitId) {
    if game.phase.broken.iter().any(|b| b.unit == id) {
        return;
    }
    if let Some(from) = breaker(&game.board(), id) {
        game.phase.giving.retain(|&u| u != id);
        game.phase.broken.push(Broken { unit: id, from, broke: false, good_order: false });
    }
}

/// Generals who fell in the fighting: their armies test and flee with the others (`wab.panic.general`).
fn generals_fell(game: &mut Game<'_, '_>) {
    for id in general_tests(game) {
        add_panicked(game, id);
    }
}

/// Whether a unit flees when the flights are made.
fn flees(game: &Game<'_, '_>, id: UnitId) -> Option<Broken> {
    game.phase.broken.iter().copied().find(|b| b.unit == id)
}

/// Units all of whose enemies flee, the active side's first (`wab.pursuit.choice`).
fn pursuers(game: &Game<'_, '_>) -> Vec<UnitId> {
    let mut list = Vec::new();
    for side in [game.phase.active, game.phase.active.other()] {
        for id in game.units(side) {
            let engine = game.book.kit(id).troop == Troop::Artillery || game.phase.unit(id).spent;
            if !game.phase.is_engaged(id) || flees(game, id).is_some() || engine {
                continue;
            }
            if game.phase.contacts_of(id).all(|(c, i)| flees(game, c.units[1 - i]).is_some())
                && !prey(game, id).is_empty()
            {
                list.push(id);
            }
        }
    }
    list
}

/// Whom a unit may pursue: the broken, and the panicked where its side won; not beasts, which run nobody's way.
pub fn prey(game: &Game<'_, '_>, id: UnitId) -> Vec<UnitId> {
    let side = game.side(id);
    game.phase
        .contacts_of(id)
        .filter(|(c, i)| flees(game, c.units[1 - i]).is_some_and(|b| b.broke || c.won == Some(side)))
        .map(|(c, i)| c.units[1 - i])
        .filter(|&prey| !game.book.kit(prey).has(Trait::Stampede))
        .collect()
}

/// Winners whose enemies are all dead form up if they have a musician (`wab.combat.wiped_out`).
fn alone_on_the_field(game: &mut Game<'_, '_>) {
    let winners: Vec<UnitId> = game
        .phase
        .fought
        .iter()
        .filter_map(|f| Some((f, f.won?.0)))
        .flat_map(|(f, side)| f.units.iter().map(move |&u| (u, side)))
        .filter(|&(u, side)| game.side(u) == side && game.stands(u) && !game.phase.is_engaged(u))
        .filter(|&(u, _)| game.book.kit(u).command.left(game.phase.unit(u).models).musician)
        .map(|(u, _)| u)
        .collect();
    for id in winners {
        game.say(rule::COMBAT_WIPED_OUT, |f| {
            format!("{} had nobody left to fight and formed up.", name(f, id))
        });
        game.phase.regroup.push(id);
    }
}

/// The marks of a round end with it; contacts made later keep theirs for the next.
fn clear_round(game: &mut Game<'_, '_>) {
    for contact in &mut game.phase.contacts {
        contact.charged = [false; 2];
        contact.shaken = [false; 2];
        contact.ferocious = [false; 2];
        contact.first = false;
        contact.by_pursuit = false;
    }
}

/// Settles the next pursuit, or asks about it.
pub fn decide(game: &mut Game<'_, '_>) -> Next {
    while let Some(&id) = game.phase.deciding.first() {
        let prey = prey(game, id);
        let compelled = must_pursue(game, id, &prey);
        if let Some(why) = compelled {
            game.say(why, |f| format!("{} had to pursue.", name(f, id)));
        }
        let must = compelled.is_some();
        if must && prey.len() <= 1 {
            game.phase.deciding.remove(0);
            game.phase.pursuits.push(Pursuit { unit: id, after: prey.first().copied() });
            continue;
        }
        game.phase.step = Step::Pursue { unit: id, prey, must };
        return Next::Ask;
    }
    Next::Flights
}

/// The rule that leaves a unit no choice but to pursue, if one does.
pub fn must_pursue(game: &Game<'_, '_>, id: UnitId, prey: &[UnitId]) -> Option<RuleId> {
    let defended = game.phase.contacts_of(id).any(|(c, i)| c.defended && i == 1);
    let hates = !defended && {
        let board = game.board();
        board.body(id).is_some_and(|b| prey.iter().filter_map(|&p| board.body(p)).any(|p| b.hates(p)))
    };
    must_follow(game, id).or(hates.then_some(rule::HATRED_PURSUE))
}

/// The rule that leaves a unit no choice but to follow those who give ground, if one does: the frenzied and warbands.
pub fn must_follow(game: &Game<'_, '_>, id: UnitId) -> Option<RuleId> {
    let kit = game.book.kit(id);
    if kit.has(Trait::Frenzy) && !game.phase.unit(id).frenzy_lost {
        Some(rule::FRENZY_PURSUE)
    } else if kit.has(Trait::Warband) && !kit.character {
        Some(rule::SPECIAL_WARBAND)
    } else {
        None
    }
}

/// A unit pursues one of its enemies, or tries to hold back.
pub fn choose(game: &mut Game<'_, '_>, id: UnitId, after: Option<UnitId>) -> Next {
    let prey = prey(game, id);
    let defended = game.phase.contacts_of(id).any(|(c, i)| c.defended && i == 1);
    let after = match after {
        Some(_) => after,
        None if game.book.house.restrain_pursuit == Restrain::Free || defended => None,
        None => {
            let target = {
                let board = game.board();
                board.body(id).map(|b| leadership::leaders(&board, b).best())
            };
            let held = target
                .is_some_and(|t| Trial::new(rule::PURSUIT_CHOICE, "test to hold back").take(game, id, &t));
            if !held && prey.len() > 1 {
                game.phase.step = Step::Pursue { unit: id, prey, must: true };
                return Next::Ask;
            }
            if held { None } else { prey.first().copied() }
        }
    };
    game.phase.deciding.retain(|&u| u != id);
    if after.is_none() && game.book.kit(id).command.left(game.phase.unit(id).models).musician {
        game.phase.regroup.push(id);
    }
    game.phase.pursuits.push(Pursuit { unit: id, after });
    decide(game)
}

/// Whoever has left his combat may choose his weapon anew; stubbornness serves again where the house says so.
pub fn end_of_combat(game: &mut Game<'_, '_>) {
    let again = game.book.house.stubborn_scope == StubbornScope::Combat;
    for id in game.cx.field().ids() {
        if !game.phase.is_engaged(id) {
            let state = game.phase.unit_mut(id);
            state.weapon = None;
            state.stubborn_used &= !again;
        }
    }
}
