//! Strokes: the bodies of fighters of a round, whom they strike, when and how.

use crate::board::bodies::{Board, Body};
use crate::board::state::Fight;
use crate::board::terrain;
use crate::combat::attacks::{Fighters, Striker, Turn};
use crate::combat::contact_lines::{Line, lines};
use crate::combat::forecast::{Duel, Stroke};
use crate::combat::losses::armour_of;
use crate::combat::rules::{Blows, save_modifier, to_hit, to_save, to_wound};
use crate::combat::{bonuses, contact_lines, score};
use crate::data::armour::Face;
use crate::data::tables::{Going, Impact, tables};
use crate::data::troop::{Trait, Troop, Weapon};
use crate::{aftermath, rule};
use umpire::{Side, UnitId};

/// A body of fighters: men of one unit, or a character with it, who strike one enemy.
#[derive(Clone, Copy, Debug)]
pub struct Blow {
    /// The unit they belong to.
    pub unit: UnitId,
    /// Who strikes: the unit, or a character with it.
    pub striker: UnitId,
    /// The enemy unit before them.
    pub enemy: UnitId,
    /// Whom they strike: that unit, or a character with it.
    pub target: UnitId,
    /// When.
    pub turn: Turn,
    /// Men in front and behind.
    pub men: [u16; 2],
    /// Men of the same line who fall before these do.
    pub shield: u16,
    /// Attacks of each.
    pub each: [u16; 2],
    /// Attacks besides: a leader's, or a character's own.
    pub extra: u16,
    /// What they roll.
    pub blows: Blows,
    /// Whether it is the impact of chariots.
    pub impact: bool,
    /// Whether they strike as they do because it is the first round.
    pub first: bool,
    /// Whether they fight to flank or rear.
    pub aside: bool,
}

/// Everybody's blows in a combat.
pub fn blows(board: &Board<'_>, fight: &Fight) -> Vec<Blow> {
    lines(board, &fight.units).iter().flat_map(|line| blows_of(board, fight, line)).collect()
}

/// One who may be struck, as armour and toughness see him: a unit, or a character with it.
fn mark<'a>(board: &Board<'a>, enemy: &Body<'a>, target: UnitId) -> Body<'a> {
    if target == enemy.id {
        return *enemy;
    }
    Body { id: target, kit: board.book.kit(target), state: board.phase.unit(target), ..*enemy }
}

/// The bodies of fighters of one line.
fn blows_of(board: &Board<'_>, fight: &Fight, line: &Line) -> Vec<Blow> {
    let (Some(body), Some(enemy)) = (board.body(line.unit), board.body(line.enemy)) else {
        return Vec::new();
    };
    let weapon = weapon_of(body, line.first);
    let fighters = line.fighters(board, body, weapon);
    let volume = fighters.volume();
    let frontal = line.face == Face::Front;
    let momentum = bonuses::has_momentum(board, body);
    let normal = terrain::under(&board.book.features, &body.rect) == Going::Normal;
    let plain = Blow {
        unit: body.id,
        striker: body.id,
        enemy: enemy.id,
        target: enemy.id,
        turn: Turn::of(
            &board.book.house,
            &Striker { weapon, frontal, charged: line.charged, initiative: body.kit.profile.i, momentum },
        ),
        men: [volume.front, volume.rear],
        shield: 0,
        each: [fighters.each_front(), fighters.each_rear()],
        extra: u16::from(fighters.leader && volume.front > 0),
        blows: rolled(board, line, body, enemy, body.kit.profile.s + volume.strength, volume.reroll),
        impact: false,
        first: line.first && (first_counts(&fighters) || body.hates(enemy) || line.shaken),
        aside: line.face != Face::Front,
    };
    let mut list = Vec::new();
    let impact = body.kit.troop.is_chariot() && line.charged && normal;
    if impact {
        let strength = impact_kind(body.kit.troop, body.kit.has(Trait::ScythedChariot)).strength;
        let blows = rolled(board, line, body, enemy, strength, false);
        list.push(Blow { turn: Turn::IMPACT, men: [line.men, 0], extra: 0, blows, impact: true, ..plain });
    }
    if !(impact && body.kit.has(Trait::ScythedChariot)) && volume.front + volume.rear > 0 {
        list.extend(aimed(board, fight, line, body, enemy, plain, volume));
    }
    list.extend(guests(board, fight, line, body, enemy, plain));
    list
}

/// Whether the first round changes what fighters strike with (`wab.combat.first_round`).
fn first_counts(fighters: &Fighters) -> bool {
    fighters.volume() != Fighters { first_round: false, ..*fighters }.volume()
}

/// What the men of a body roll against a target with a strength.
fn rolled(
    board: &Board<'_>,
    line: &Line,
    striker: &Body<'_>,
    target: &Body<'_>,
    strength: u8,
    reroll: bool,
) -> Blows {
    let hates = (striker.hates(target) && line.first).then_some(rule::HATRED_REROLL);
    let weapon = weapon_of(target, line.first);
    let save = armour_of(&board.book.house, target, false, line.enemy_face, weapon);
    Blows {
        attacks: 0,
        hit: to_hit(striker.kit.profile.ws, target.kit.profile.ws, line.shaken),
        second: None,
        reroll: hates.or(reroll.then_some(rule::COMBAT_WEAPONS)),
        wound: to_wound(strength, target.kit.profile.t),
        save: to_save(save, save_modifier(strength)),
    }
}

/// The men of a line: those who touch a character strike at him where their owner says so (`wab.combat.allocation`).
fn aimed(
    board: &Board<'_>,
    fight: &Fight,
    line: &Line,
    body: &Body<'_>,
    enemy: &Body<'_>,
    mut plain: Blow,
    volume: crate::combat::attacks::Volume,
) -> Vec<Blow> {
    let mut list = Vec::new();
    for (n, character) in board.phase.characters(enemy.id).enumerate() {
        if !fight.aims.contains(&(body.id, character)) || fight.is_apart(character) {
            continue;
        }
        let (men, _) = contact_lines::touching(board, body, enemy, n as u16);
        let front = men.min(plain.men[0]);
        // A man behind strikes what the man before him strikes.
        let rear = front.min(plain.men[1]);
        plain.men = [plain.men[0] - front, plain.men[1] - rear];
        let his = mark(board, enemy, character);
        let strength = body.kit.profile.s + volume.strength;
        let blows = rolled(board, line, body, &his, strength, volume.reroll);
        list.push(Blow { target: character, men: [front, rear], extra: 0, blows, ..plain });
    }
    let left = plain.men[0] + plain.men[1];
    for blow in &mut list {
        blow.shield = left;
    }
    // The leader's blow is lost only with the last man.
    plain.extra *= u16::from(left > 0);
    list.push(plain);
    list
}

/// The characters of a line: each strikes the enemy he touches, or the one he has challenged.
fn guests(
    board: &Board<'_>,
    fight: &Fight,
    line: &Line,
    body: &Body<'_>,
    enemy: &Body<'_>,
    plain: Blow,
) -> Vec<Blow> {
    let mut list = Vec::new();
    for (n, id) in board.phase.characters(body.id).enumerate() {
        let opponent = fight.duel.filter(|pair| pair.contains(&id)).map(|[a, b]| if a == id { b } else { a });
        let here =
            board.phase.characters(enemy.id).any(|c| Some(c) == opponent) || opponent == Some(enemy.id);
        let touches = line.guests & (1 << n.min(7)) != 0;
        if fight.shy == Some(id) || !(if opponent.is_some() { here } else { touches }) {
            continue;
        }
        let at_him = |(k, c): (usize, UnitId)| {
            let wanted = fight.aims.contains(&(body.id, c)) && !fight.is_apart(c);
            let reaches = || contact_lines::touching(board, body, enemy, k as u16).1 & (1 << n.min(7)) != 0;
            (wanted && reaches()).then_some(c)
        };
        let aim = board.phase.characters(enemy.id).enumerate().find_map(at_him);
        let target = opponent.or(aim).unwrap_or(enemy.id);
        let him = Body { id, kit: board.book.kit(id), state: board.phase.unit(id), ..*body };
        let weapon = weapon_of(&him, line.first);
        let (frontal, momentum) = (line.face == Face::Front, bonuses::has_momentum(board, body));
        let alone = Fighters { contact: 1, guests: 0, leader: false, ..line.fighters(board, &him, weapon) };
        let strength = him.kit.profile.s + alone.strength();
        list.push(Blow {
            striker: id,
            target,
            turn: Turn::of(
                &board.book.house,
                &Striker { weapon, frontal, charged: line.charged, initiative: him.kit.profile.i, momentum },
            ),
            men: [0, 0],
            shield: 0,
            extra: alone.each_front(),
            blows: rolled(board, line, &him, &mark(board, enemy, target), strength, alone.rerolls()),
            impact: false,
            ..plain
        });
    }
    list
}

/// The impact of a kind of chariot (`wab.troops.chariots`).
pub fn impact_kind(troop: Troop, scythed: bool) -> &'static Impact {
    let kind = match troop {
        Troop::LightChariot => 0,
        _ if scythed => 2,
        _ => 1,
    };
    &tables().impact[kind]
}

/// What a unit fights with: what it chose, or its best; throwing spears give way after the first round
/// (`wab.combat.weapons`).
pub fn weapon_of(body: &Body<'_>, first: bool) -> Weapon {
    let thrown = |w: &Weapon| matches!(w, Weapon::ThrowingSpear | Weapon::HeavyThrowingSpear);
    let wanted = body.state.weapon.or_else(|| body.kit.weapons.last().copied());
    wanted.filter(|w| first || !thrown(w)).unwrap_or(Weapon::HandWeapon)
}

/// The weapons among which a unit has a true choice, the usual one first: a plain hand weapon is no better than one
/// that leaves the shield arm free.
pub fn arms(body: &Body<'_>) -> Vec<Weapon> {
    let usual = body.kit.weapons.iter().rev().copied();
    let burdens = |w: Weapon| tables().weapon(w).two_handed || tables().weapon(w).strikes < 0;
    let all_burden = body.kit.weapons.iter().all(|&w| w == Weapon::HandWeapon || burdens(w));
    usual.filter(|&w| w != Weapon::HandWeapon || all_burden).collect()
}

/// The round between two units as the forecast sees it; none where more fight, or chariots run them down.
pub fn duel(board: &Board<'_>, units: &[UnitId]) -> Option<Duel> {
    let [a, b] = units else { return None };
    let all = blows(board, &Fight { units: units.to_vec(), ..Fight::default() });
    let plain = !all.iter().any(|blow| blow.impact);
    let bodies = [vec![board.body(*a)?], vec![board.body(*b)?]];
    if plain { between(board, units, &bodies, &all) } else { None }
}

/// The round of a whole combat with each side taken as one body, the largest unit standing for it: an estimate where
/// more than two fight, for generals.
pub fn sides(board: &Board<'_>, units: &[UnitId]) -> Option<Duel> {
    let all = blows(board, &Fight { units: units.to_vec(), ..Fight::default() });
    let bodies = Side::ALL.map(|side| {
        let mut mine: Vec<&Body<'_>> =
            units.iter().filter_map(|&u| board.body(u)).filter(|b| b.side == side).collect();
        mine.sort_by_key(|b| std::cmp::Reverse(b.state.models));
        mine
    });
    between(board, units, &bodies, &all)
}

/// A round between two bodies of units.
fn between(board: &Board<'_>, units: &[UnitId], bodies: &[Vec<&Body<'_>>; 2], all: &[Blow]) -> Option<Duel> {
    let heads = [*bodies[0].first()?, *bodies[1].first()?];
    let stroke = |blow: &Blow| {
        let side = usize::from(bodies[1].iter().any(|b| b.id == blow.unit));
        let mut stroke = Stroke {
            side,
            turn: blow.turn,
            men: blow.men,
            each: blow.each,
            extra: blow.extra,
            blows: blow.blows,
        };
        if blow.impact {
            // Impact hits are as many as they are on average, and hit of themselves.
            let kit = board.book.kit(blow.unit);
            let kind = impact_kind(kit.troop, kit.has(Trait::ScythedChariot));
            let doubled = if kind.halved { 4 } else { 7 * u16::from(kind.dice) };
            stroke.extra = blow.men[0] * doubled / 2;
            stroke.men = [0, 0];
            stroke.blows.hit = 1;
        }
        stroke
    };
    let brought = heads.map(|body| bonuses::of(board, units, body.side));
    Some(Duel {
        strokes: all.iter().map(stroke).collect(),
        models: [0, 1].map(|i| bodies[i].iter().map(|b| b.state.models).sum()),
        wounds: heads.map(|body| u16::from(body.kit.profile.w.max(1))),
        bonus: brought.map(|b| score::score(0, &b.claims).total()),
        musicians: brought.map(|b| b.musician),
        beaten: heads.map(|body| aftermath::resolve::case(board, body, 0)),
    })
}
