//! Hand-to-hand on the table: who strikes whom with how many, and what becomes of them.

use crate::Wrg6;
use crate::after::{Fought, Outcome};
use crate::board::Board;
use crate::disorder::Cause;
use crate::files;
use crate::formation::half_ranks;
use crate::melee::Blows;
use crate::phase::{Act, Contact, Phase};
use crate::shooting::sum;
use crate::troop::{Hand, Spacing, Troop};
use crate::{rout, rule, words};
use dice::RollId;
use ruling::{Tally, ledger};
use table::Edge;
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
            charging: contact.first && matches!(state.act, Act::Charged | Act::Countercharged),
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
    let figures = files::fighting(board, id, contact, hand);
    if figures == 0 {
        return None;
    }
    let runs = theirs.routing || theirs.act == Act::Evaded;
    let opposite = board.phase.contacts.iter().find(|c| c.pair == contact.pair)?;
    let opponent_weapon = weapon(board, enemy, id, opposite);
    let charged = |act: Act| act == Act::Charged || act == Act::Countercharged;
    let (mine, other) = (board.level(id), board.level(enemy));
    let front_on = contact.edges[1 - i] == Edge::Front;
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
            crossing_obstacle: board.defends_obstacle(enemy, id),
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
        // Of two who hurt it alike the one in front (`wrg6.melee.several`).
        let before = |by: UnitId| {
            let faces =
                |c: &Contact| c.place(*id).is_some_and(|i| c.pair[1 - i] == by && c.edges[i] == Edge::Front);
            phase.contacts.iter().any(faces)
        };
        let by = worst.iter().filter(|(at, ..)| at == id).max_by_key(|(_, by, fall)| (*fall, before(*by)));
        let by = by.map(|(_, by, _)| *by);
        phase.state_mut(*id).hurt_by = by;
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
        "{} struck {} with {} figures, tactical {}, random {luck}: {fall} casualties.",
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
        }
        let (received, inflicted) = (phase.state(id).received, phase.state(id).inflicted);
        cx.rule(|field| {
            let how = match outcome {
                Outcome::Hold if shaken => "held, shaken",
                Outcome::Hold => "held",
                Outcome::Recoil if shaken => "must recoil, shaken",
                Outcome::Recoil => "must recoil",
                Outcome::Break => "broken",
            };
            let name = words::name(field, id);
            let text = format!("{name} received {received} and inflicted {inflicted}: {how}.");
            Ruling::new(rule::MELEE_AFTER, text)
        });
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
