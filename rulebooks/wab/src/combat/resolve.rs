//! Close combat: who fights whom, in which order, and how the round ends.

use crate::board::game::Game;
use crate::board::state::{Contact, Fought, Next, Step};
use crate::combat::attacks::attacks_left;
use crate::combat::fighters::{Blow, impact_kind};
use crate::combat::rules::impact_hits;
use crate::combat::score::Round;
use crate::combat::{bonuses, fighters, prepare, score};
use crate::data::troop::Trait;
use crate::rule;
use crate::told::Struck;
use umpire::voice::{self, name};
use umpire::{BySide, Deed, Ruling, Side, UnitId};

/// The close combat phase begins: every combat on the table is fought (`wab.combat.phase`).
pub fn begin(game: &mut Game<'_, '_>) -> Next {
    for state in &mut game.phase.units {
        state.lost = 0;
    }
    game.phase.fought.clear();
    game.phase.combats = combats(&game.phase.contacts);
    go_on(game)
}

/// Units joined by contact, each combat by the lowest number in it.
pub fn combats(contacts: &[Contact]) -> Vec<Vec<UnitId>> {
    let mut groups: Vec<Vec<UnitId>> = Vec::new();
    for contact in contacts {
        let [a, b] = contact.units;
        let (joined, mut apart): (Vec<_>, Vec<_>) =
            groups.into_iter().partition(|g| g.contains(&a) || g.contains(&b));
        let mut group: Vec<UnitId> = joined.into_iter().flatten().chain([a, b]).collect();
        group.sort_unstable();
        group.dedup();
        apart.push(group);
        groups = apart;
    }
    groups.sort();
    groups
}

/// Prepares the next combat, or asks which it is to be.
pub fn go_on(game: &mut Game<'_, '_>) -> Next {
    match game.phase.combats.len() {
        0 => Next::Aftermath,
        1 => prepare::begin(game, 0),
        _ => {
            game.phase.step = Step::Combat;
            Next::Ask
        }
    }
}

/// Fights the combat that has been prepared, and goes on with the next.
pub fn fight(game: &mut Game<'_, '_>) -> Next {
    let fight = std::mem::take(&mut game.phase.fight);
    let (mut strikes, claims) = {
        let board = game.board();
        (fighters::blows(&board, &fight), BySide::each(|side| bonuses::of(&board, &fight.units, side)))
    };
    strikes.sort_by_key(|s| std::cmp::Reverse(s.turn));
    let mut wounds = BySide([0u16; 2]);
    let mut fallen: Vec<Fallen> = Vec::new();
    let men = |s: &Blow| (s.unit, s.enemy, s.men[0] + s.men[1]);
    let facing: Vec<Fallen> = strikes.iter().filter(|s| !s.impact).map(men).collect();
    let steps: Vec<Vec<Blow>> = strikes.chunk_by(|a, b| a.turn == b.turn).map(<[Blow]>::to_vec).collect();
    for step in steps {
        let before = fallen.clone();
        for blow in step {
            strike(game, &blow, &facing, &before, &mut fallen, &mut wounds);
        }
    }
    let guests: Vec<UnitId> = fight.units.iter().flat_map(|&u| game.phase.characters(u)).collect();
    let mut struck: Vec<UnitId> = fallen.iter().map(|f| f.0).collect();
    struck.sort_unstable();
    struck.dedup();
    for id in struck {
        let lost = fallen.iter().filter(|f| f.0 == id).map(|f| f.2).sum();
        game.lose(id, lost, rule::COMBAT_CASUALTIES);
    }
    // The heirs of units that died to the last man fight on in their place.
    let mut units = fight.units;
    units.extend(guests.into_iter().filter(|&guest| game.stands(guest)));
    units.sort_unstable();
    score(game, units, wounds, &claims);
    go_on(game)
}

/// Whose men, which enemy, and how many.
type Fallen = (UnitId, UnitId, u16);

/// How many of a body of fighters fell in earlier steps (`wab.combat.casualties`). Those whom its own enemy killed count
/// first. An enemy may kill more men than faced it: those beyond fall in the other lines, one line after another.
fn struck_off(blow: &Blow, facing: &[Fallen], before: &[Fallen]) -> u16 {
    let of = |list: &[Fallen], enemy: UnitId| -> u16 {
        list.iter().filter(|(unit, by, _)| *unit == blow.unit && *by == enemy).map(|entry| entry.2).sum()
    };
    let mut enemies: Vec<UnitId> =
        facing.iter().chain(before).filter(|f| f.0 == blow.unit).map(|f| f.1).collect();
    enemies.sort_unstable();
    enemies.dedup();
    let mut beyond: u16 = enemies.iter().map(|&e| of(before, e).saturating_sub(of(facing, e))).sum();
    for enemy in enemies {
        let (men, dead) = (of(facing, enemy), of(before, enemy));
        let more = beyond.min(men.saturating_sub(dead));
        if enemy == blow.enemy {
            return dead + more;
        }
        beyond -= more;
    }
    0
}

/// A body of fighters strikes: those who fell in earlier steps do not.
fn strike(
    game: &mut Game<'_, '_>,
    blow: &Blow,
    facing: &[Fallen],
    before: &[Fallen],
    fallen: &mut Vec<Fallen>,
    wounds: &mut BySide<u16>,
) {
    let side = game.side(blow.unit);
    let mut blows = blow.blows;
    if before.iter().any(|f| f.0 == blow.striker && blow.striker != blow.unit) {
        // A character who fell in an earlier step does not strike.
        return;
    }
    if blow.impact {
        let kit = game.book.kit(blow.unit);
        let scythed = kit.has(Trait::ScythedChariot);
        let kind = impact_kind(kit.troop, scythed);
        game.phase.unit_mut(blow.unit).spent = scythed;
        blows.attacks = (0..blow.men[0]).map(|_| impact_hits(kind, side as u8, game.cx.dice)).sum();
    } else {
        let dead = struck_off(blow, facing, before).saturating_sub(blow.shield);
        blows.attacks = attacks_left(blow.men, blow.each, blow.extra, dead);
    }
    if blows.attacks == 0 {
        return;
    }
    game.cx.deed(Deed::Blow { unit: blow.unit, target: blow.target, figures: Some(blow.men.iter().sum()) });
    let hits = if blow.impact { blows.attacks } else { blows.hits(blows.attacks, side as u8, game.cx.dice) };
    let hurt = blows.wounds(hits, side as u8, game.cx.dice);
    let unsaved = blows.unsaved(hurt, side as u8, game.cx.dice);
    // Wounds beyond the last man of this round do not count.
    let gone: u16 = fallen.iter().filter(|f| f.0 == blow.target).map(|f| f.2).sum();
    let (count, dead) = game.wound(blow.target, unsaved, gone);
    let struck = Struck { hits, wounds: hurt, unsaved, counted: count, dead };
    wounds[side] += count;
    if dead > 0 {
        fallen.push((blow.target, blow.unit, dead));
    }
    let why = if blow.impact { rule::TROOPS_CHARIOTS } else { rule::COMBAT_ATTACKS };
    game.cx.rule(|field| {
        let (striker, target) = (name(field, blow.striker), name(field, blow.target));
        let text = if blow.impact {
            format!(
                "{striker} crashed into {target}: {}{}.",
                voice::count(hits, "hit"),
                struck.of_hits(&blows)
            )
        } else {
            format!(
                "{striker} struck {target}: {}, {}.",
                voice::count(blows.attacks, "attack"),
                struck.of_blows(&blows)
            )
        };
        let ruling = Ruling::new(why, text).also(rule::COMBAT_ORDER);
        let ruling = blows.rules().fold(ruling, Ruling::also);
        let ruling = if blow.first { ruling.also(rule::COMBAT_FIRST_ROUND) } else { ruling };
        if blow.aside { ruling.also(rule::COMBAT_FLANK_FIGHT) } else { ruling }
    });
}

/// Adds up the round and settles who won.
fn score(
    game: &mut Game<'_, '_>,
    units: Vec<UnitId>,
    wounds: BySide<u16>,
    claims: &BySide<bonuses::Brought>,
) {
    let tallies = BySide::each(|side| score::score(wounds[side], &claims[side].claims));
    let scores = [tallies[Side::Red].total(), tallies[Side::Blue].total()];
    let musicians = [claims[Side::Red].musician, claims[Side::Blue].musician];
    let alive = BySide::each(|side| units.iter().any(|&u| game.side(u) == side && game.stands(u)));
    let mut round = score::round(&game.book.house, scores, musicians);
    if round == Round::RollOff {
        round = score::roll_off(game.cx.dice);
    }
    let won = match round {
        _ if alive[Side::Red] && !alive[Side::Blue] => Some((Side::Red, 0)),
        _ if alive[Side::Blue] && !alive[Side::Red] => Some((Side::Blue, 0)),
        Round::First(by) => Some((Side::Red, by)),
        Round::Second(by) => Some((Side::Blue, by)),
        Round::Draw | Round::RollOff => None,
    };
    for side in Side::ALL.into_iter().filter(|&side| claims[side].denied) {
        game.say(rule::SPECIAL_PHALANX, |field| {
            format!("{} charge had no momentum against a phalanx.", voice::side(field, side).own())
        });
    }
    let heads = BySide::each(|side| units.iter().copied().find(|&u| game.side(u) == side));
    game.cx.rule(|field| {
        let text = match won {
            Some((side, 0)) => {
                let side = voice::side(field, side);
                format!("{side} won the round: nobody was left against {}.", side.them())
            }
            Some((side, by)) => format!("{} won the round by {by}.", voice::side(field, side)),
            None => "The round was drawn.".to_owned(),
        };
        let mut ruling = Ruling::new(rule::RESULT_SCORE, text);
        for side in Side::ALL {
            if let Some(head) = heads[side] {
                ruling = ruling.tally(head, tallies[side].clone());
            }
        }
        ruling
    });
    for contact in &mut game.phase.contacts {
        if contact.units.iter().any(|u| units.contains(u)) {
            contact.won = won.map(|(side, _)| side);
        }
    }
    game.phase.fought.push(Fought { units, won });
}
