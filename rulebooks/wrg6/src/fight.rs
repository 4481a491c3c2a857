//! Hand-to-hand on the table: who strikes whom with how many, and what becomes of them.

use crate::Wrg6;
use crate::after::{Fought, Outcome};
use crate::board::Board;
use crate::disorder::Cause;
use crate::formation::{fighting, half_ranks};
use crate::kit::Land;
use crate::melee::Blows;
use crate::phase::{Act, Contact, Phase};
use crate::shooting::sum;
use crate::troop::{Hand, Spacing, Troop};
use crate::{rout, rule, words};
use dice::RollId;
use ruling::{Tally, ledger};
use table::{Edge, Shape};
use umpire::{Cx, Ruling, UnitId};

/// The blows of one body at another.
#[derive(Clone, Debug)]
pub struct Strike {
    /// Who strikes.
    pub by: UnitId,
    /// Whom.
    pub at: UnitId,
    /// How.
    pub blows: Blows,
}

/// The files of a body's front that an enemy's block covers, first and one past the last (`wrg6.geo.d5`).
fn files_on(board: Board<'_>, id: UnitId, enemy: UnitId) -> (u16, u16) {
    ledger::cite(rule::GEO_D5);
    let (rect, block) = (board.rect(id), &board.field.unit(id).formation);
    let places = board.rect(enemy).corners().map(|p| rect.local(p).0);
    let (low, high) = places.iter().fold((f64::MAX, f64::MIN), |(l, h), u| (l.min(*u), h.max(*u)));
    let width = 2.0 * rect.half_width / f64::from(block.files.max(1));
    // A file counts if at least a pace of it lies on the enemy.
    let first = ((low + 1.0 - width + rect.half_width) / width).ceil().max(0.0);
    let last = ((high - 1.0 + rect.half_width) / width).floor() + 1.0;
    let end = (last.max(0.0) as u16).min(block.front_rank());
    let first = (first as u16).min(end.saturating_sub(1));
    (first, end.max(first + 1).min(block.front_rank().max(1)))
}

/// How many figures of a body fight an enemy (`wrg6.melee.ranks`, `wrg6.melee.flank`).
fn figures(board: Board<'_>, id: UnitId, contact: &Contact, weapon: Hand) -> u32 {
    let Some(i) = contact.place(id) else { return 0 };
    let (enemy, block) = (contact.pair[1 - i], &board.field.unit(id).formation);
    let ranks = u32::from(block.ranks());
    match contact.edges[i] {
        Edge::Front => {
            let (first, end) = files_on(board, id, enemy);
            // Of several enemies before the front each file fights the one nearest to it, and the outer file one that
            // strikes its flank (`wrg6.melee.several`).
            let others: Vec<(UnitId, u16, u16)> = board
                .phase
                .contacts
                .iter()
                .filter(|c| c.place(id).is_some_and(|j| c.edges[j] == Edge::Front))
                .filter_map(|c| c.other(id).filter(|other| *other != enemy))
                .map(|other| {
                    let (a, b) = files_on(board, id, other);
                    (other, a, b)
                })
                .collect();
            let middle = |(a, b): (u16, u16)| i32::from(a) + i32::from(b) - 1;
            let off = |file: u16, files: (u16, u16)| (2 * i32::from(file) - middle(files)).abs();
            let struck = |edge: Edge| {
                board.phase.contacts.iter().any(|c| c.place(id).is_some_and(|j| c.edges[j] == edge))
            };
            let (left_struck, right_struck) = (struck(Edge::Left), struck(Edge::Right));
            let last = block.front_rank().saturating_sub(1);
            let mine = |file: u16| {
                let turned = (file == 0 && left_struck) || (file == last && right_struck);
                (!turned || block.front_rank() == 1)
                    && others.iter().all(|&(other, a, b)| {
                        !(a..b).contains(&file)
                            || (off(file, (first, end)), enemy) < (off(file, (a, b)), other)
                    })
            };
            let taken = |file: u16| others.iter().any(|(_, a, b)| (*a..*b).contains(&file));
            let left = u32::from(first > 0 && !taken(first - 1));
            let right = u32::from(end < block.front_rank() && !taken(end));
            let contact_files = (first..end).filter(|file| mine(*file)).count() as u32;
            if contact_files == 0 {
                return 0;
            }
            let deep = half_ranks(&board.book.house, weapon, contact.first).min(2 * ranks);
            let all = fighting(contact_files, left, right, deep);
            all.min(u32::from(block.figures))
        }
        Edge::Rear if contact.first => {
            ledger::cite(rule::MELEE_FLANK);
            0
        }
        Edge::Rear => u32::from(block.front_rank()),
        Edge::Left | Edge::Right => {
            ledger::cite(rule::MELEE_FLANK);
            ranks
        }
    }
}

/// What a body fights an enemy with: the best it has (`wrg6.weapons.keys`).
fn weapon(board: Board<'_>, id: UnitId, enemy: UnitId, contact: &Contact) -> Hand {
    let kit = board.kit(id);
    let struck = contact.place(id).is_some_and(|i| contact.edges[i] != Edge::Front) && contact.first;
    let vehicle = kit.troop.spacing() == Spacing::Vehicle;
    if struck && !vehicle {
        return if kit.troop.is_mounted() { Hand::CavalryOther } else { Hand::InfantryOther };
    }
    let state = board.state(id);
    let worth = |hand: &Hand| {
        let target = board.kit(enemy).troop;
        let blows = Blows {
            first_contact: contact.first,
            charging: state.act == Act::Charged || state.act == Act::Countercharged,
            ..Blows::new(kit.troop, *hand, target, kit.training, 10)
        };
        let ranks = half_ranks(&board.book.house, *hand, contact.first);
        (blows.rows(&board.book.house).iter().filter_map(|row| row.total()).max(), ranks)
    };
    kit.hands.iter().copied().max_by_key(worth).unwrap_or(Hand::InfantryOther)
}

/// The blows of a body in a contact; nothing if it does not strike.
pub fn strike(board: Board<'_>, id: UnitId, contact: &Contact) -> Option<Strike> {
    let i = contact.place(id)?;
    let enemy = contact.pair[1 - i];
    let (kit, state, theirs) = (board.kit(id), board.state(id), board.state(enemy));
    if state.routing || state.act == Act::Evaded || state.act == Act::Routed {
        return None;
    }
    let hand = weapon(board, id, enemy, contact);
    let figures = figures(board, id, contact, hand);
    if figures == 0 {
        return None;
    }
    let runs = theirs.routing || theirs.act == Act::Evaded;
    let opposite = board.phase.contacts.iter().find(|c| c.pair == contact.pair)?;
    let opponent_weapon = weapon(board, enemy, id, opposite);
    let charged = |act: Act| act == Act::Charged || act == Act::Countercharged;
    let (mine, other) = (board.level(id), board.level(enemy));
    let front_on = contact.edges[1 - i] == Edge::Front;
    let obstacle = board.field.ground().pieces.iter().any(|piece| match &piece.shape {
        Shape::Area(area) => {
            Land::of(piece.kind) == Land::Field
                && area.contains(board.rect(enemy).centre)
                && !area.contains(board.rect(id).centre)
        }
        Shape::Band(_) => false,
    });
    let moved = charged(state.act) || state.following;
    Some(Strike {
        by: id,
        at: enemy,
        blows: Blows {
            opponent_weapon: if runs { Hand::InfantryOther } else { opponent_weapon },
            first_contact: contact.first,
            charging: state.act == Act::Charged && contact.first,
            countercharging: state.act == Act::Countercharged && contact.first,
            impetuous: state.impetuous,
            following_up: state.following && state.act == Act::FollowedUp,
            pursuing: state.act == Act::Pursued,
            scythed: kit.scythed,
            crew_armed: !kit.scythed,
            opponent_disordered: board.disordered(enemy),
            opponent_shieldless: !board.kit(enemy).shield,
            opponent_flanked: runs || (contact.first && !front_on),
            receiving_impetuous_mounted_charge: contact.first
                && charged(theirs.act)
                && theirs.impetuous
                && board.kit(enemy).troop.is_mounted(),
            downhill: moved && i32::from(state.from_level) > mine,
            shot_casualties: if state.shot_at { state.shot_casualties } else { 0 },
            own_strength: state.shot_strength.into(),
            disorder_causes: board.causes(id).count(),
            opponent_higher_halted: other > mine && front_on && matches!(theirs.act, Act::None | Act::Stood),
            crossing_obstacle: obstacle,
            shaken: state.shaken,
            general_fighting: board.general_with(id).is_some(),
            ..Blows::new(kit.troop, hand, board.kit(enemy).troop, kit.training, figures)
        },
    })
}

/// Every blow of the period, at once; gives back what each body received (`wrg6.melee.timing`).
pub fn fight(book: &Wrg6, phase: &mut Phase, cx: &mut Cx<'_>) -> Vec<(UnitId, u32)> {
    ledger::cite(rule::MELEE_TIMING);
    ledger::cite(rule::MELEE_SEVERAL);
    let strikes: Vec<Strike> = {
        let board = Board::of(book, cx.field(), phase);
        let of = |id: UnitId| {
            let phase: &Phase = board.phase;
            phase.contacts.iter().filter_map(move |contact| strike(board, id, contact))
        };
        board.bodies().flat_map(of).collect()
    };
    for state in &mut phase.units {
        (state.received, state.inflicted) = (0, 0);
    }
    let mut random: Option<(UnitId, i8)> = None;
    let mut worst: Vec<(UnitId, UnitId, u32)> = Vec::new();
    for strike in &strikes {
        // One throw for a body, whomever it strikes.
        let luck = match random {
            Some((id, luck)) if id == strike.by => luck,
            _ => {
                let side = cx.field().side(strike.by);
                let why = RollId::new(rule::MELEE_RANDOM.as_str(), side as u8).unit(strike.by.0);
                strike.blows.throw(&book.house, why, cx.dice)
            }
        };
        random = Some((strike.by, luck));
        let fall = strike.blows.casualties(&book.house, luck);
        cx.rule(|field| told(book, field, strike, luck, fall));
        phase.state_mut(strike.by).inflicted += fall;
        phase.state_mut(strike.at).received += fall;
        worst.push((strike.at, strike.by, fall));
    }
    let mut ids: Vec<UnitId> = phase.contacts.iter().flat_map(|c| c.pair).collect();
    ids.sort_unstable();
    ids.dedup();
    for id in &ids {
        let by = worst.iter().filter(|(at, ..)| at == id).max_by_key(|(_, _, fall)| *fall);
        phase.state_mut(*id).hurt_by = by.map(|(_, by, _)| *by);
    }
    let received = ids.iter().map(|&id| (id, phase.state(id).received)).collect();
    judge(book, phase, &ids, cx);
    received
}

fn told(book: &Wrg6, field: &umpire::Field, strike: &Strike, luck: i8, fall: u32) -> Ruling {
    let rows = strike.blows.rows(&book.house);
    let mut tally = Tally::default();
    for row in &rows {
        row.factor.iter().for_each(|value| tally.add(rule::MELEE_WEAPON, *value));
        row.extra.iter().for_each(|extra| tally.add(extra.rule, extra.value));
    }
    let tactical = strike.blows.tactical(&book.house);
    tactical.iter().for_each(|factor| tally.add(factor.rule, factor.value));
    tally.add(rule::MELEE_RANDOM, luck);
    let text = format!(
        "{} strikes {} with {} figures, tactical {}, random {luck}: {fall} casualties.",
        words::name(field, strike.by),
        words::name(field, strike.at),
        rows.iter().map(|row| row.figures).sum::<u32>(),
        sum(&tactical)
    );
    Ruling::new(rule::CASUALTIES_TABLE, text).tally(strike.by, tally)
}

/// Who holds, recoils or breaks (`wrg6.melee.after`).
fn judge(book: &Wrg6, phase: &mut Phase, ids: &[UnitId], cx: &mut Cx<'_>) {
    let mut fates: Vec<(UnitId, Outcome, bool)> = Vec::new();
    for &id in ids {
        let state = phase.state(id);
        if state.routing || !cx.field().on_table(id) {
            continue;
        }
        let fought = Fought {
            received: state.received,
            inflicted: state.inflicted,
            strength: cx.field().unit(id).formation.figures.into(),
            model: book.kit_now(phase, id).troop.is_model(),
            shaken: state.shaken,
        };
        fates.push((id, fought.outcome(&book.house), fought.is_shaken_by_it()));
    }
    for &(id, outcome, shaken) in &fates {
        let foes: Vec<Contact> = phase.contacts.iter().filter(|c| c.place(id).is_some()).copied().collect();
        if outcome == Outcome::Hold {
            ledger::cite(rule::MELEE_DEADLOCK);
        } else {
            let how = if outcome == Outcome::Break { "is broken" } else { "must recoil" };
            cx.rule(|field| Ruling::new(rule::MELEE_AFTER, format!("{} {how}.", words::name(field, id))));
        }
        for contact in &foes {
            let Some(foe) = contact.other(id) else { continue };
            let beaten = |other: UnitId| fates.iter().any(|(f, o, _)| *f == other && *o != Outcome::Hold);
            let troop = book.kit_now(phase, foe).troop;
            if (troop == Troop::Elephant || troop.is_chariot()) && !beaten(foe) && !phase.state(foe).routing {
                phase.state_mut(id).causes.add(Cause::DidNotDriveBack);
            }
            if outcome == Outcome::Recoil {
                let act = phase.state(foe).act;
                if troop.is_mounted() && (act == Act::Charged || act == Act::Countercharged) {
                    phase.state_mut(id).causes.add(Cause::RecoiledFromMounted);
                }
                let edge = contact.place(id).map(|i| contact.edges[i]);
                if contact.first && edge != Some(Edge::Front) {
                    phase.state_mut(id).causes.add(Cause::RecoiledFromFlank);
                }
            }
        }
        let state = phase.state_mut(id);
        state.outcome = (outcome == Outcome::Recoil).then_some(Outcome::Recoil);
        state.shaken |= shaken;
        if outcome == Outcome::Break {
            let by = phase.state(id).hurt_by;
            rout::breaks(book, phase, id, by, cx);
        }
    }
    for contact in &mut phase.contacts {
        ledger::cite(rule::MELEE_FIRST_CONTACT);
        contact.first = false;
    }
}
