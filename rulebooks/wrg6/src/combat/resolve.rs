//! Hand-to-hand on the table: who strikes whom with how many, and what becomes of them.

use crate::aftermath::rout;
use crate::aftermath::rules::Fought;
use crate::board::state::{Act, Contact, Fate, Phase};
use crate::board::{Board, fighting_files};
use crate::combat::rules::Blows;
use crate::data::disorder::Cause;
use crate::data::formation::half_ranks;
use crate::data::troop::{Hand, Spacing, Troop};
use crate::shooting::rules::sum;
use crate::{Wrg6, rule};
use dice::RollId;
use ruling::{RuleId, Tally};
use table::Edge;
use umpire::voice;
use umpire::{Cx, Deed, Field, Ruling, UnitId};

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
            charging: contact.first && matches!(state.now.act, Act::Charged | Act::Countercharged),
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
    if state.seen.routing || state.now.act == Act::Evaded || state.now.act == Act::Routed {
        return None;
    }
    let hand = weapon(board, id, enemy, contact);
    let figures = fighting_files::fighting(board, id, contact, hand);
    if figures == 0 {
        return None;
    }
    let runs = theirs.seen.routing || theirs.now.act == Act::Evaded;
    let opposite = board.phase.contacts.iter().find(|c| c.pair == contact.pair)?;
    let opponent_weapon = weapon(board, enemy, id, opposite);
    let charged = |act: Act| act == Act::Charged || act == Act::Countercharged;
    let (mine, other) = (board.level(id), board.level(enemy));
    let front_on = contact.edges[1 - i] == Edge::Front;
    let moved = charged(state.now.act) || state.now.following;
    Some(Strike {
        by: id,
        at: enemy,
        blows: Blows {
            opponent_weapon: if runs { Hand::InfantryOther } else { opponent_weapon },
            first_contact: contact.first,
            charging: state.now.act == Act::Charged && contact.first,
            countercharging: state.now.act == Act::Countercharged && contact.first,
            impetuous: state.seen.impetuous,
            following_up: state.now.following && state.now.act == Act::FollowedUp,
            pursuing: state.now.act == Act::Pursued,
            interpenetrating: state.seen.causes.has(Cause::PenalisedInterpenetration),
            scythed: kit.scythed,
            crew_armed: !kit.scythed,
            opponent_disordered: board.disordered(enemy),
            opponent_shieldless: !board.kit(enemy).shield,
            opponent_flanked: runs || (contact.first && !front_on),
            receiving_impetuous_mounted_charge: contact.first
                && charged(theirs.now.act)
                && theirs.seen.impetuous
                && board.kit(enemy).troop.is_mounted(),
            downhill: moved && i32::from(state.seen.from_level) > mine,
            shot_casualties: if state.seen.shot.at { state.kept.shot_casualties } else { 0 },
            own_strength: state.seen.shot.strength.into(),
            disorder_causes: board.causes(id).count(),
            opponent_higher_halted: other > mine
                && front_on
                && matches!(theirs.now.act, Act::None | Act::Stood),
            crossing_obstacle: board.defends_obstacle(enemy, id),
            shaken: state.seen.shaken,
            general_fighting: board.general_with(id).is_some(),
            ..Blows::new(kit.troop, hand, board.kit(enemy).troop, kit.training, figures)
        },
    })
}

/// Every blow of the period, at once; gives back what each body received (`wrg6.melee.timing`).
pub fn fight(book: &Wrg6, phase: &mut Phase, cx: &mut Cx<'_>) -> Vec<(UnitId, u32)> {
    let strikes: Vec<Strike> = {
        let board = Board::of(book, cx.field(), phase);
        let of = |id: UnitId| {
            let phase: &Phase = board.phase;
            phase.contacts.iter().filter_map(move |contact| strike(board, id, contact))
        };
        board.bodies().flat_map(of).collect()
    };
    for state in &mut phase.units {
        (state.seen.received, state.seen.inflicted) = (0, 0);
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
        let figures = strike.blows.rows(&book.house).iter().map(|row| row.figures).sum::<u32>() as u16;
        cx.deed(Deed::Blow { unit: strike.by, target: strike.at, figures: Some(figures) });
        cx.rule(|field| told(Board::of(book, field, phase), strike, luck, fall));
        phase.state_mut(strike.by).seen.inflicted += fall;
        phase.state_mut(strike.at).seen.received += fall;
        worst.push((strike.at, strike.by, fall));
    }
    let mut ids: Vec<UnitId> = phase.contacts.iter().flat_map(|c| c.pair).collect();
    ids.sort_unstable();
    ids.dedup();
    for id in &ids {
        // Of two who hurt it alike the one in front (`wrg6.melee.several`).
        let before = |by: UnitId| {
            let faces =
                |c: &Contact| c.place(*id).is_some_and(|i| c.pair[1 - i] == by && c.edges[i] == Edge::Front);
            phase.contacts.iter().any(faces)
        };
        let by = worst.iter().filter(|(at, ..)| at == id).max_by_key(|(_, by, fall)| (*fall, before(*by)));
        let by = by.map(|(_, by, _)| *by);
        phase.state_mut(*id).seen.hurt_by = by;
    }
    let received = ids.iter().map(|&id| (id, phase.state(id).seen.received)).collect();
    judge(book, phase, &ids, cx);
    received
}

/// A strike in words, with every rule that it rests on.
fn told(board: Board<'_>, strike: &Strike, luck: i8, fall: u32) -> Ruling {
    let (book, field) = (board.book, board.field);
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
        "{} struck {} with {}, tactical factors {:+}, random factor {luck:+}: {}.",
        voice::name(field, strike.by),
        voice::name(field, strike.at),
        voice::figures(rows.iter().map(|row| row.figures).sum::<u32>()),
        sum(&tactical),
        voice::counted(fall, "casualty", "casualties")
    );
    let ruling = Ruling::new(rule::CASUALTIES_TABLE, text).tally(strike.by, tally);
    strike_rules(board, strike).into_iter().fold(ruling, Ruling::also)
}

/// The rules that decided who of a body struck, and how, beside its factors.
fn strike_rules(board: Board<'_>, strike: &Strike) -> Vec<RuleId> {
    let (blows, house) = (&strike.blows, &board.book.house);
    let foes = |id: UnitId| board.phase.opponents(id).count();
    let contact = board.phase.contacts.iter().find(|c| c.other(strike.by) == Some(strike.at));
    let edge = contact.and_then(|c| c.place(strike.by).map(|i| c.edges[i]));
    let deep = half_ranks(house, blows.weapon, blows.first_contact) > 2;
    let rules = [
        (true, rule::GEO_D5),
        (deep, rule::MELEE_RANKS),
        (edge.is_some_and(|edge| edge != Edge::Front), rule::MELEE_FLANK),
        (foes(strike.by) > 1 || foes(strike.at) > 1, rule::MELEE_SEVERAL),
        (board.kit(strike.by).hands.len() > 1, rule::WEAPONS_KEYS),
    ];
    let rules = rules.into_iter().filter(|(applies, _)| *applies).map(|(_, rule)| rule);
    rules.chain(blows.rules(house)).collect()
}

/// How a body came out of a fight.
#[derive(Clone, Copy, Debug)]
struct CameOut {
    id: UnitId,
    fate: Fate,
    shaken: bool,
}

/// Who holds, recoils or breaks (`wrg6.melee.after`).
fn judge(book: &Wrg6, phase: &mut Phase, ids: &[UnitId], cx: &mut Cx<'_>) {
    let mut fates: Vec<CameOut> = Vec::new();
    for &id in ids {
        let state = phase.state(id);
        if state.seen.routing || !cx.field().on_table(id) {
            continue;
        }
        let fought = Fought {
            received: state.seen.received,
            inflicted: state.seen.inflicted,
            strength: cx.field().unit(id).formation.figures.into(),
            model: book.kit_now(phase, id).troop.is_model(),
            shaken: state.seen.shaken,
        };
        fates.push(CameOut { id, fate: fought.outcome(&book.house), shaken: fought.is_shaken_by_it() });
    }
    for one in &fates {
        cx.rule(|field| fate_told(field, phase, one, &fates));
        disorder(book, phase, one, &fates);
        let state = phase.state_mut(one.id);
        state.seen.fate = (one.fate == Fate::Recoil).then_some(Fate::Recoil);
        state.seen.shaken |= one.shaken;
        if one.fate == Fate::Break {
            let by = phase.state(one.id).seen.hurt_by;
            rout::breaks(book, phase, one.id, by, cx);
        }
    }
    for contact in &mut phase.contacts {
        contact.first = false;
    }
}

/// How a body came out of a fight, in words.
fn fate_told(field: &Field, phase: &Phase, one: &CameOut, fates: &[CameOut]) -> Ruling {
    let how = match one.fate {
        Fate::Hold if one.shaken => "held, though shaken",
        Fate::Hold => "held",
        Fate::Recoil if one.shaken => "had to recoil, shaken",
        Fate::Recoil => "had to recoil",
        Fate::Break => "broke",
    };
    let holds = |foe: UnitId| fates.iter().any(|other| other.id == foe && other.fate == Fate::Hold);
    let locked = one.fate == Fate::Hold && phase.opponents(one.id).any(holds);
    let and = if locked { ", and the fight went on where they stood" } else { "" };
    let (name, seen) = (voice::name(field, one.id), &phase.state(one.id).seen);
    let text = format!(
        "{name} took {} and inflicted {}, and {how}{and}.",
        voice::counted(seen.received, "casualty", "casualties"),
        seen.inflicted
    );
    let reasons = [(locked, rule::MELEE_DEADLOCK), (one.shaken, rule::SHAKEN_MELEE)];
    let reasons = reasons.into_iter().filter(|(applies, _)| *applies).map(|(_, rule)| rule);
    reasons.fold(Ruling::new(rule::MELEE_AFTER, text), Ruling::also)
}

/// What disorders a body by how it came out of a fight (`wrg6.disorder.rally`).
fn disorder(book: &Wrg6, phase: &mut Phase, one: &CameOut, fates: &[CameOut]) {
    let id = one.id;
    let contacts: Vec<Contact> = phase.contacts.iter().filter(|c| c.place(id).is_some()).copied().collect();
    for contact in contacts {
        let Some(foe) = contact.other(id) else { continue };
        let beaten = fates.iter().any(|other| other.id == foe && other.fate != Fate::Hold);
        let (troop, theirs) = (book.kit_now(phase, foe).troop, phase.state(foe));
        let stayed = (troop == Troop::Elephant || troop.is_chariot()) && !beaten && !theirs.seen.routing;
        let charged = matches!(theirs.now.act, Act::Charged | Act::Countercharged);
        let recoils = one.fate == Fate::Recoil;
        let edge = contact.place(id).map(|i| contact.edges[i]);
        let causes = [
            (stayed, Cause::DidNotDriveBack),
            (recoils && troop.is_mounted() && charged, Cause::RecoiledFromMounted),
            (recoils && contact.first && edge != Some(Edge::Front), Cause::RecoiledFromFlank),
        ];
        for (_, cause) in causes.into_iter().filter(|(applies, _)| *applies) {
            phase.state_mut(id).seen.causes.add(cause);
        }
    }
}
