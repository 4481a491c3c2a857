//! Before a combat is fought: weapons are chosen, challenges made, and blows aimed at characters (`wab.combat.phase`).

use crate::board::bodies::Board;
use crate::board::game::Game;
use crate::board::state::{Fight, Next, Query, Step};
use crate::combat::contact_lines;
use crate::combat::fighters::arms;
use crate::data::troop::Weapon;
use crate::rule;
use umpire::voice::name;
use umpire::{Side, UnitId};

/// A combat is about to be fought: what there is to settle is asked first, the active side's questions first.
pub fn begin(game: &mut Game<'_, '_>, which: usize) -> Next {
    let units = game.phase.combats.remove(which);
    let units: Vec<UnitId> = units.into_iter().filter(|&u| game.phase.is_engaged(u)).collect();
    let queries = {
        let board = game.board();
        let sides = [board.phase.active, board.phase.active.other()];
        let mut list: Vec<Query> = sides.iter().flat_map(|&s| weapons(&board, &units, s)).collect();
        if board.book.house.challenges {
            list.extend(sides.iter().flat_map(|&s| challenges(&board, &units, s)));
        }
        list.extend(sides.iter().flat_map(|&s| aims(&board, &units, s)));
        list
    };
    game.phase.fight = Fight { units, queries, ..Fight::default() };
    go_on(game)
}

/// Asks the next question, or lets them fight.
pub fn go_on(game: &mut Game<'_, '_>) -> Next {
    while let Some(&query) = game.phase.fight.queries.first() {
        let fight = &game.phase.fight;
        let settled = match query {
            Query::Weapon(_) | Query::Accept(..) => false,
            Query::Challenge(..) => fight.duel.is_some() || fight.shy.is_some(),
            Query::Aim(_, character) => fight.is_apart(character),
        };
        if !settled {
            game.phase.step = Step::Prepare(query);
            return Next::Ask;
        }
        game.phase.fight.queries.remove(0);
    }
    Next::Fight
}

/// Units that choose a weapon as their combat starts (`wab.combat.weapons`).
fn weapons(board: &Board<'_>, units: &[UnitId], side: Side) -> Vec<Query> {
    let mine = units.iter().filter_map(|&u| board.body(u)).filter(|b| b.side == side);
    let asks = mine.filter(|b| b.state.weapon.is_none() && arms(b).len() > 1);
    asks.map(|b| Query::Weapon(b.id)).collect()
}

/// The characters of a unit, himself if it is one alone.
fn champions<'a>(board: &'a Board<'_>, unit: UnitId) -> impl Iterator<Item = UnitId> + 'a {
    let alone = board.book.kit(unit).character.then_some(unit);
    alone.into_iter().chain(board.phase.characters(unit))
}

/// Characters who may challenge one another: their units touch.
fn challenges(board: &Board<'_>, units: &[UnitId], side: Side) -> Vec<Query> {
    let mine = units.iter().copied().filter(|&u| board.body(u).is_some_and(|b| b.side == side));
    let mut list = Vec::new();
    for unit in mine {
        for (contact, i) in board.phase.contacts_of(unit) {
            for me in champions(board, unit) {
                list.extend(champions(board, contact.units[1 - i]).map(|him| Query::Challenge(me, him)));
            }
        }
    }
    list
}

/// Units whose models touch a character of the enemy (`wab.combat.allocation`).
fn aims(board: &Board<'_>, units: &[UnitId], side: Side) -> Vec<Query> {
    let mut list = Vec::new();
    for body in units.iter().filter_map(|&u| board.body(u)).filter(|b| b.side == side) {
        for (contact, i) in board.phase.contacts_of(body.id) {
            let Some(host) = board.body(contact.units[1 - i]) else { continue };
            for (n, character) in board.phase.characters(host.id).enumerate() {
                if contact_lines::touching(board, body, host, n as u16) != (0, 0) {
                    list.push(Query::Aim(body.id, character));
                }
            }
        }
    }
    list
}

/// The answers to a question, with their words.
pub fn answers(board: &Board<'_>, query: Query) -> Vec<String> {
    let words = |list: [&str; 2]| list.map(str::to_owned).to_vec();
    match query {
        Query::Weapon(unit) => {
            let weapon = |w: Weapon| crate::data::tables::tables().weapon(w).name.clone();
            board.body(unit).map(|b| arms(b).into_iter().map(weapon).collect()).unwrap_or_default()
        }
        Query::Challenge(..) => words(["No challenge", "Challenge him"]),
        Query::Accept(..) => words(["Fight him", "Stay back"]),
        Query::Aim(..) => words(["Strike at the unit", "Strike at him"]),
    }
}

/// A question is settled by the answer of that number.
pub fn settle(game: &mut Game<'_, '_>, query: Query, answer: usize) -> Next {
    game.phase.fight.queries.retain(|&q| q != query);
    match query {
        Query::Weapon(unit) => {
            let chosen = game.board().body(unit).and_then(|b| arms(b).get(answer).copied());
            game.phase.unit_mut(unit).weapon = chosen;
            let words = chosen.map_or("", Weapon::key).replace('_', " ");
            game.say(rule::COMBAT_WEAPONS, |f| format!("{} chose to fight with the {words}.", name(f, unit)));
        }
        Query::Challenge(me, him) if answer == 1 => {
            game.say(rule::TROOPS_CHARACTERS, |f| format!("{} challenged {}.", name(f, me), name(f, him)));
            game.phase.fight.queries.insert(0, Query::Accept(me, him));
        }
        Query::Accept(me, him) if answer == 0 => {
            game.say(rule::TROOPS_CHARACTERS, |f| {
                format!("{} accepted the challenge of {}.", name(f, him), name(f, me))
            });
            game.phase.fight.duel = Some([me, him]);
        }
        Query::Accept(_, him) => {
            game.say(rule::TROOPS_CHARACTERS, |f| {
                format!("{} refused the challenge and stayed back.", name(f, him))
            });
            game.phase.fight.shy = Some(him);
        }
        Query::Aim(unit, character) if answer == 1 => {
            let text = |f: &umpire::Field| format!("{} aimed at {}.", name(f, unit), name(f, character));
            game.say(rule::COMBAT_ALLOCATION, text);
            game.phase.fight.aims.push((unit, character));
        }
        Query::Challenge(..) | Query::Aim(..) => {}
    }
    go_on(game)
}

/// Who settles a question.
pub const fn decides(query: Query) -> UnitId {
    match query {
        Query::Weapon(unit) | Query::Challenge(unit, _) | Query::Aim(unit, _) => unit,
        Query::Accept(_, him) => him,
    }
}
