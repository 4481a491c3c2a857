//! Close combat: who fights whom, in which order, and how the round ends.

use crate::aftermath;
use crate::armour::Face;
use crate::blows::{Blows, impact_hits, save_modifier, to_hit, to_save, to_wound};
use crate::board::{Board, Body};
use crate::claims;
use crate::forecast::{Duel, Stroke};
use crate::game::{Game, name};
use crate::lines::{Line, lines};
use crate::losses::armour_of;
use crate::result::{self, Round};
use crate::rule;
use crate::state::{Contact, Fought, Step};
use crate::striking::{Turn, attacks_left};
use crate::tables::{Going, tables};
use crate::terrain;
use crate::troop::{Trait, Troop, Weapon};
use umpire::{BySide, Ruling, Side, UnitId};

/// The close combat phase begins: every combat on the table is fought (`wab.combat.phase`).
pub fn begin(game: &mut Game<'_, '_>) {
    for state in &mut game.phase.units {
        state.lost = 0;
    }
    game.phase.fought.clear();
    game.phase.combats = combats(&game.phase.contacts);
    go_on(game);
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

/// Fights the next combat, or asks which it is to be.
pub fn go_on(game: &mut Game<'_, '_>) {
    loop {
        match game.phase.combats.len() {
            0 => {
                aftermath::begin(game);
                return;
            }
            1 => fight(game, 0),
            _ => {
                game.phase.step = Step::Combat;
                return;
            }
        }
    }
}

/// A body of fighters: men of one unit, or a character with it, who strike one enemy unit.
#[derive(Clone, Copy, Debug)]
struct Blow {
    /// The unit they belong to.
    unit: UnitId,
    /// Whom they strike.
    enemy: UnitId,
    /// When.
    turn: Turn,
    /// Men in front and behind.
    men: [u16; 2],
    /// Attacks of each.
    each: [u16; 2],
    /// Attacks besides: a leader's.
    extra: u16,
    /// What they roll.
    blows: Blows,
    /// Whether it is the impact of chariots.
    impact: bool,
}

/// Fights one combat.
pub fn fight(game: &mut Game<'_, '_>, which: usize) {
    let units = game.phase.combats.remove(which);
    let units: Vec<UnitId> = units.into_iter().filter(|&u| game.phase.is_engaged(u)).collect();
    let (mut strikes, claims) = {
        let board = game.board();
        let all: Vec<Blow> = lines(&board, &units).iter().flat_map(|line| blows_of(&board, line)).collect();
        (all, BySide::each(|side| claims::of(&board, &units, side)))
    };
    strikes.sort_by_key(|s| std::cmp::Reverse(s.turn));
    let mut wounds = BySide([0u16; 2]);
    let mut fallen: Vec<(UnitId, UnitId, u16)> = Vec::new();
    let men = |s: &Blow| (s.unit, s.enemy, s.men[0] + s.men[1]);
    let facing: Vec<(UnitId, UnitId, u16)> = strikes.iter().filter(|s| !s.impact).map(men).collect();
    let steps: Vec<Vec<Blow>> = strikes.chunk_by(|a, b| a.turn == b.turn).map(<[Blow]>::to_vec).collect();
    for step in steps {
        let before = fallen.clone();
        for blow in step {
            strike(game, &blow, &facing, &before, &mut fallen, &mut wounds);
        }
    }
    let dead: Vec<UnitId> = units.clone();
    for id in dead {
        let lost = fallen.iter().filter(|(of, _, _)| *of == id).map(|(_, _, n)| *n).sum();
        game.lose(id, lost, rule::COMBAT_CASUALTIES);
    }
    scythes(game, &units);
    score(game, units, wounds, &claims);
}

/// How many of a body of fighters fell in earlier steps: those whom its own enemy killed, and those killed by others
/// beyond the men who faced them (`wab.combat.casualties`).
fn struck_off(blow: &Blow, facing: &[(UnitId, UnitId, u16)], before: &[(UnitId, UnitId, u16)]) -> u16 {
    let of = |list: &[(UnitId, UnitId, u16)], enemy: UnitId| -> u16 {
        list.iter().filter(|(unit, by, _)| *unit == blow.unit && *by == enemy).map(|entry| entry.2).sum()
    };
    let mut others: Vec<UnitId> = before.iter().filter(|d| d.0 == blow.unit).map(|d| d.1).collect();
    others.sort_unstable();
    others.dedup();
    let beyond = others
        .iter()
        .filter(|&&by| by != blow.enemy)
        .map(|&by| of(before, by).saturating_sub(of(facing, by)));
    of(before, blow.enemy) + beyond.sum::<u16>()
}

/// A body of fighters strikes: those who fell in earlier steps do not.
fn strike(
    game: &mut Game<'_, '_>,
    blow: &Blow,
    facing: &[(UnitId, UnitId, u16)],
    before: &[(UnitId, UnitId, u16)],
    fallen: &mut Vec<(UnitId, UnitId, u16)>,
    wounds: &mut BySide<u16>,
) {
    let side = game.side(blow.unit);
    let mut blows = blow.blows;
    if blow.impact {
        let kind = impact_kind(game, blow.unit);
        blows.attacks = (0..blow.men[0]).map(|_| impact_hits(kind, side as u8, game.cx.dice)).sum();
    } else {
        let dead = struck_off(blow, facing, before);
        blows.attacks = attacks_left(blow.men, blow.each, blow.extra, dead);
    }
    if blows.attacks == 0 {
        return;
    }
    let hits = if blow.impact { blows.attacks } else { blows.hits(blows.attacks, side as u8, game.cx.dice) };
    let hurt = blows.wounds(hits, side as u8, game.cx.dice);
    let unsaved = blows.unsaved(hurt, side as u8, game.cx.dice);
    let (count, dead) = game.wound(blow.enemy, unsaved);
    // Wounds beyond the last man of this round do not count.
    let gone: u16 = fallen.iter().filter(|(of, _, _)| *of == blow.enemy).map(|d| d.2).sum();
    let left = game.phase.unit(blow.enemy).models.saturating_sub(gone);
    let each = u16::from(game.book.kit(blow.enemy).profile.w.max(1));
    let (count, dead) = if dead > left { (left * each, left) } else { (count, dead) };
    wounds[side] += count;
    if dead > 0 {
        fallen.push((blow.enemy, blow.unit, dead));
    }
    let why = if blow.impact { rule::TROOPS_CHARIOTS } else { rule::COMBAT_ATTACKS };
    game.cx.rule(|field| {
        let text = format!(
            "{} strikes {}: {} attacks, {hits} hits, {count} wounds",
            name(field, blow.unit),
            name(field, blow.enemy),
            blows.attacks
        );
        let ruling = Ruling::new(why, text).also(rule::COMBAT_ORDER).also(rule::COMBAT_HIT);
        ruling.also(rule::COMBAT_WOUND).also(rule::COMBAT_SAVE)
    });
}

fn impact_kind(game: &Game<'_, '_>, id: UnitId) -> &'static crate::tables::Impact {
    let kit = game.book.kit(id);
    let kind = match kit.troop {
        Troop::LightChariot => 0,
        _ if kit.has(Trait::ScythedChariot) => 2,
        _ => 1,
    };
    &tables().impact[kind]
}

/// Scythed chariots are gone once they have struck (`wab.troops.chariots`).
fn scythes(game: &mut Game<'_, '_>, units: &[UnitId]) {
    for &id in units {
        let charged = game.phase.contacts_of(id).any(|(c, i)| c.charged[i]);
        if game.stands(id) && charged && game.book.kit(id).has(Trait::ScythedChariot) {
            game.remove(id, umpire::Place::Destroyed, rule::TROOPS_CHARIOTS);
        }
    }
}

/// The bodies of fighters of one line.
fn blows_of(board: &Board<'_>, line: &Line) -> Vec<Blow> {
    let (Some(body), Some(enemy)) = (board.body(line.unit), board.body(line.enemy)) else {
        return Vec::new();
    };
    let weapon = weapon_of(body, line.first);
    let fighters = line.fighters(board, body, weapon);
    let volume = fighters.volume();
    let hates = body.kit.has(Trait::Hatred) && line.first;
    let target_weapon = weapon_of(enemy, line.first);
    let blows = |ws: u8, strength: u8, reroll: bool| {
        let save = armour_of(&board.book.house, enemy, false, line.enemy_face, target_weapon);
        Blows {
            attacks: 0,
            hit: to_hit(ws, enemy.kit.profile.ws, line.shaken),
            second: None,
            reroll: reroll || hates,
            wound: to_wound(strength, enemy.kit.profile.t),
            save: to_save(save, save_modifier(strength)),
        }
    };
    let frontal = line.face == Face::Front;
    let momentum = line.charged || line.won;
    let turn = Turn::of(weapon, frontal, line.charged, body.kit.profile.i, momentum);
    let mut list = Vec::new();
    let normal = terrain::under(&board.book.features, &body.rect) == Going::Normal;
    if body.kit.troop.is_chariot() && line.charged && normal {
        let kind = match body.kit.troop {
            Troop::LightChariot => 0,
            _ if body.kit.has(Trait::ScythedChariot) => 2,
            _ => 1,
        };
        let strength = tables().impact[kind].strength;
        list.push(Blow {
            unit: body.id,
            enemy: enemy.id,
            turn: Turn::IMPACT,
            men: [line.men, 0],
            each: [0, 0],
            extra: 0,
            blows: blows(body.kit.profile.ws, strength, false),
            impact: true,
        });
    }
    let scythed = body.kit.has(Trait::ScythedChariot) && line.charged && normal;
    if !scythed {
        list.push(Blow {
            unit: body.id,
            enemy: enemy.id,
            turn,
            men: [volume.front, volume.rear],
            each: [fighters.each_front(), fighters.each_rear()],
            extra: u16::from(fighters.leader && volume.front > 0),
            blows: blows(body.kit.profile.ws, body.kit.profile.s + volume.strength, volume.reroll),
            impact: false,
        });
    }
    if line.leads {
        for id in board.phase.characters(body.id) {
            let kit = board.book.kit(id);
            let own = blows(kit.profile.ws, kit.profile.s, false);
            let own_weapon = kit.weapons.last().copied().unwrap_or(Weapon::HandWeapon);
            list.push(Blow {
                unit: body.id,
                enemy: enemy.id,
                turn: Turn::of(own_weapon, frontal, line.charged, kit.profile.i, momentum),
                men: [0, 0],
                each: [0, 0],
                extra: u16::from(kit.profile.a),
                blows: own,
                impact: false,
            });
        }
    }
    list
}

/// The round between two units as the forecast sees it; none where more fight, or chariots run them down.
pub fn duel(board: &Board<'_>, units: &[UnitId]) -> Option<Duel> {
    let [a, b] = units else { return None };
    let bodies = [board.body(*a)?, board.body(*b)?];
    let all: Vec<Blow> = lines(board, units).iter().flat_map(|line| blows_of(board, line)).collect();
    if all.iter().any(|blow| blow.impact) {
        return None;
    }
    let stroke = |blow: &Blow| Stroke {
        side: usize::from(blow.unit == *b),
        turn: blow.turn,
        men: blow.men,
        each: blow.each,
        extra: blow.extra,
        blows: blow.blows,
    };
    let brought = bodies.map(|body| claims::of(board, units, body.side));
    Some(Duel {
        strokes: all.iter().map(stroke).collect(),
        models: bodies.map(|body| body.state.models),
        wounds: bodies.map(|body| u16::from(body.kit.profile.w.max(1))),
        bonus: brought.map(|b| result::score(0, &b.claims).total()),
        musicians: brought.map(|b| b.musician),
        beaten: bodies.map(|body| aftermath::case(board, body, 0)),
    })
}

/// What a unit fights with: its best weapon; throwing spears give way after the first round (`wab.combat.weapons`).
pub fn weapon_of(body: &Body<'_>, first: bool) -> Weapon {
    let thrown = |w: &Weapon| matches!(w, Weapon::ThrowingSpear | Weapon::HeavyThrowingSpear);
    let usable = body.kit.weapons.iter().rev().find(|w| first || !thrown(w));
    usable.copied().unwrap_or(Weapon::HandWeapon)
}

/// Adds up the round and settles who won.
fn score(game: &mut Game<'_, '_>, units: Vec<UnitId>, wounds: BySide<u16>, claims: &BySide<claims::Brought>) {
    let tallies = BySide::each(|side| result::score(wounds[side], &claims[side].claims));
    let scores = [tallies[Side::Red].total(), tallies[Side::Blue].total()];
    let musicians = [claims[Side::Red].musician, claims[Side::Blue].musician];
    let alive = BySide::each(|side| units.iter().any(|&u| game.side(u) == side && game.phase.is_engaged(u)));
    let mut round = result::round(&game.book.house, scores, musicians);
    if round == Round::RollOff {
        round = result::roll_off(game.cx.dice);
    }
    let won = match round {
        _ if alive[Side::Red] && !alive[Side::Blue] => Some((Side::Red, 0)),
        _ if alive[Side::Blue] && !alive[Side::Red] => Some((Side::Blue, 0)),
        Round::First(by) => Some((Side::Red, by)),
        Round::Second(by) => Some((Side::Blue, by)),
        Round::Draw | Round::RollOff => None,
    };
    let heads = BySide::each(|side| units.iter().copied().find(|&u| game.side(u) == side));
    game.cx.rule(|field| {
        let text = match won {
            Some((side, by)) => format!("{} wins the round by {by}", field.roster().names[side]),
            None => "the round is drawn".to_owned(),
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
    // The heirs of units that died to the last man fight on in their place.
    let engaged: Vec<UnitId> = game.phase.contacts.iter().flat_map(|c| c.units).collect();
    let heirs = engaged.into_iter().filter(|u| game.book.kit(*u).character && !units.contains(u));
    let mut all = units.clone();
    all.extend(heirs);
    all.sort_unstable();
    all.dedup();
    game.phase.fought.push(Fought { units: all, won });
}
