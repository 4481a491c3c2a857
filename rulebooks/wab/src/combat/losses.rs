//! Losses: hits that strike of themselves, what they kill, and what is left of a unit's front.

use crate::board::bodies::Body;
use crate::board::game::Game;
use crate::combat::rules::{Blows, save_modifier, to_save, to_wound};
use crate::data::armour::{Attack, Face, save};
use crate::data::tables::tables;
use crate::data::troop::Weapon;
use crate::house::House;
use crate::told::Struck;
use ruling::RuleId;
use umpire::UnitId;
use umpire::voice::{self, name};

/// A unit's save against an attack before modifiers.
pub fn armour_of(house: &House, body: &Body<'_>, missile: bool, from: Face, weapon: Weapon) -> u8 {
    let attack =
        Attack { missile, from, skirmish: body.skirmishes(), two_handed: tables().weapon(weapon).two_handed };
    save(house, &body.kit.armour, body.kit.troop.is_mounted(), attack)
}

/// So many hits of a strength fall on a unit: they wound, are saved, and kill at once.
pub fn hits(game: &mut Game<'_, '_>, id: UnitId, hits: u16, strength: u8, side: u8, why: RuleId) {
    let blows = {
        let board = game.board();
        let Some(body) = board.body(id) else { return };
        let base = armour_of(&game.book.house, body, false, Face::Front, Weapon::HandWeapon);
        Blows {
            attacks: hits,
            hit: 1,
            second: None,
            reroll: None,
            wound: to_wound(strength, body.kit.profile.t),
            save: to_save(base, save_modifier(strength)),
        }
    };
    let wounds = blows.wounds(hits, side, game.cx.dice);
    let unsaved = blows.unsaved(wounds, side, game.cx.dice);
    let (counted, dead) = game.wound(id, unsaved, 0);
    game.say(why, |field| {
        let struck = Struck { hits, wounds, unsaved, counted, dead };
        format!("{} took {}{}.", name(field, id), voice::count(hits, "hit"), struck.of_hits(&blows))
    });
    game.lose(id, dead, why);
}
