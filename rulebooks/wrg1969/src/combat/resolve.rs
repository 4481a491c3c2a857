//! Hand-to-hand on the table: the fights, the blows of both sides at once, those who turn to run or break off.

use crate::board::state::{Doing, Fight, Flight, Phase, UnitState};
use crate::board::{Board, Body, cover, ranks};
use crate::combat::disorder::{self, Cause};
use crate::combat::engagement::{Strike, Which, back_turned, strikes_of, touch};
use crate::combat::losses::{self, Loss};
use crate::combat::rules as factors;
use crate::combat::rules::casualties::{self, Shot, hit};
use crate::data::measure::within;
use crate::data::reaction::Reaction;
use crate::data::shields::Quarter;
use crate::{Wrg1969, rule};
use dice::RollId;
use ruling::RuleId;
use table::{Edge, Vec2};
use umpire::voice::{self, name};
use umpire::{Cx, Deed, Field, Place, Ruling, Side, UnitId};

/// No more figures than this on either side make a fight in which hardly anybody fights.
const FEW: u32 = 2;
/// For how many periods such a fight goes on.
const THIN: u8 = 3;
/// Fights end when those in it stand farther apart than this.
const APART: f64 = 0.3;

/// Brings the list of fights up to date: those who stand apart no longer fight, pursuers who have caught up do, and
/// whoever has come to stand against an enemy as the lines closed up (`wrg1969.geo.fighting`).
pub fn meet(book: &Wrg1969, phase: &mut Phase, cx: &mut Cx<'_>) {
    let (fights, runaways, parted) = {
        let board = Board::of(book, cx.field(), phase);
        let contacts = ranks::in_contact(&board);
        let meets = |a: UnitId, b: UnitId| contacts.contains(&(a.min(b), a.max(b)));
        // Two who run from others do not fight each other, though they touch.
        let touching = |f: &Fight| match (board.body(f.red), board.body(f.blue)) {
            (Some(a), Some(b)) => match (board.routing(f.red), board.routing(f.blue)) {
                (true, true) => false,
                (false, false) if a.kit.is_troops() && b.kit.is_troops() => meets(f.red, f.blue),
                _ => within(a.gap(b), APART),
            },
            _ => false,
        };
        let mut fights: Vec<Fight> = phase.fights.iter().copied().filter(touching).collect();
        for body in board.troops() {
            if let Flight::Pursuing(prey, _) = board.state(body.id).seen.flight
                && let Some(prey) = board.body(prey)
                && within(body.gap(prey), APART)
            {
                let fight = fight_of(body, prey);
                if !fights.iter().any(|f| f.red == fight.red && f.blue == fight.blue) {
                    fights.push(fight);
                }
            }
        }
        let fought: Vec<Fight> = fights.clone();
        let busy = |id: UnitId| fought.iter().any(|f| f.red == id || f.blue == id);
        let stands = |id: UnitId| board.state(id).now.doing == Doing::Standing;
        let goes = |id: UnitId| {
            let state = board.state(id);
            !matches!(state.seen.flight, Flight::None) || matches!(state.now.doing, Doing::Evading(_))
        };
        for &(a, b) in &contacts {
            let fight = Fight::new(cx.field(), (a, b), stands);
            let known = fights.iter().any(|f| f.red == fight.red && f.blue == fight.blue);
            let parted = phase.parted.contains(&(fight.red, fight.blue));
            if !known && !parted && (busy(a) || busy(b)) && !goes(a) && !goes(b) {
                fights.push(fight);
            }
        }
        // Who was parted and stands clear of the other may meet him again.
        let near = |pair: &(UnitId, UnitId)| match (board.body(pair.0), board.body(pair.1)) {
            (Some(a), Some(b)) => within(a.gap(b), crate::data::tables::tables().moves.standoff),
            _ => false,
        };
        let parted: Vec<(UnitId, UnitId)> = phase.parted.iter().copied().filter(near).collect();
        fights.sort_by_key(|f| (f.red, f.blue));
        let deserted = |b: &&Body<'_>| {
            b.troop().is_engine()
                && fights.iter().any(|f| f.red == b.id || f.blue == b.id)
                && !board.friendly_units(b).any(|f| within(f.gap(b), 3.0))
        };
        let runaways: Vec<UnitId> = board.troops().filter(deserted).map(|b| b.id).collect();
        (fights, runaways, parted)
    };
    let known = |f: &Fight| phase.fights.iter().any(|old| (old.red, old.blue) == (f.red, f.blue));
    let fresh: Vec<Fight> = fights.iter().copied().filter(|f| !known(f)).collect();
    for fight in fresh.iter().filter(|f| !phase.units[f.red.index()].is_broken()) {
        if phase.units[fight.blue.index()].is_broken() {
            continue;
        }
        cx.rule(|field| {
            let (red, blue) = (name(field, fight.red), name(field, fight.blue));
            Ruling::new(rule::GEO_FIGHTING, format!("{red} and {blue} came to blows as the lines met."))
        });
    }
    (phase.fights, phase.parted) = (fights, parted);
    for id in runaways {
        // Crews run when nobody is near to defend their engine.
        losses::destroy(phase, id, Place::Destroyed, rule::REACTION_ENGINES, cx);
    }
}

/// A fight that begins between two bodies, both moving.
pub fn fight_of(a: &Body<'_>, b: &Body<'_>) -> Fight {
    let (red, blue) = if a.side == Side::Red { (a.id, b.id) } else { (b.id, a.id) };
    Fight { red, blue, periods: 0, red_stood: false, blue_stood: false, thin: 0 }
}

/// All blows of the period, reckoned and applied together.
pub fn fight(book: &Wrg1969, phase: &mut Phase, cx: &mut Cx<'_>) {
    if phase.fights.is_empty() {
        return;
    }
    cx.heading(rule::MELEE_ELIGIBLE, |_| "Hand-to-hand".to_owned());
    turn_figures(book, phase, cx);
    let struck = round(book, phase, rule::MELEE_ELIGIBLE, |board, body, _| !back_turned(board, body.id), cx);
    for fight in &mut phase.fights {
        fight.periods = fight.periods.saturating_add(1);
        let figures = |by: UnitId, at: UnitId| -> u32 {
            struck.iter().filter(|s| s.by == by && s.at == at).map(|s| s.blows.figures).sum()
        };
        let most = figures(fight.red, fight.blue).max(figures(fight.blue, fight.red));
        fight.thin = if most <= FEW { fight.thin.saturating_add(1) } else { 0 };
    }
}

/// Parts those who have fought for some periods with a figure or two each, the rest of both idle
/// (`wrg1969.geo.part`).
pub fn part(book: &Wrg1969, phase: &mut Phase, cx: &mut Cx<'_>) {
    let parted: Vec<Fight> = {
        let board = Board::of(book, cx.field(), phase);
        let many = |id: UnitId| board.body(id).is_some_and(|b| u32::from(b.figures) > 2 * FEW);
        let whole = |id: UnitId| !board.routing(id) && !board.state(id).is_pursuing();
        let thin =
            |f: &&Fight| f.thin >= THIN && (many(f.red) || many(f.blue)) && whole(f.red) && whole(f.blue);
        phase.fights.iter().filter(thin).copied().collect()
    };
    for fight in parted {
        phase.fights.retain(|f| (f.red, f.blue) != (fight.red, fight.blue));
        phase.parted.push((fight.red, fight.blue));
        cx.rule(|field| {
            let (red, blue) = (name(field, fight.red), name(field, fight.blue));
            let text = format!("{red} and {blue} drew apart: hardly anybody could reach the enemy.");
            Ruling::new(rule::GEO_PART, text)
        });
    }
}

/// Figures attacked in flank or rear turn to face, which breaks the line (`wrg1969.move.contact_pinned`).
fn turn_figures(book: &Wrg1969, phase: &mut Phase, cx: &Cx<'_>) {
    let turned: Vec<UnitId> = {
        let board = Board::of(book, cx.field(), phase);
        let bent = |b: &&Body<'_>| {
            let mut enemies = board.opponents(b.id).filter_map(|e| board.body(e));
            !board.state(b.id).seen.square
                && !back_turned(&board, b.id)
                && enemies.any(|e| attacks_beside(&board, e, b))
        };
        board.troops().filter(bent).map(|b| b.id).collect()
    };
    for id in turned {
        phase.units[id.index()].now.causes.add(Cause::FrontBroken);
    }
}

/// Whether an enemy attacks a unit elsewhere than in front: with his own front, and not as one who runs; riders turn
/// nobody's line.
fn attacks_beside(board: &Board<'_>, enemy: &Body<'_>, body: &Body<'_>) -> bool {
    let touch = touch(&body.rect, &enemy.rect);
    touch.mine != Edge::Front
        && touch.theirs == Edge::Front
        && enemy.kit.is_troops()
        && !back_turned(board, enemy.id)
}

/// Pursuers strike without reply as the enemy turns to run (`wrg1969.pursuit.strikes`).
pub fn turning_strike(book: &Wrg1969, phase: &mut Phase, cx: &mut Cx<'_>) {
    // The broken, and those who leave the field out of a fight though nobody pursues them.
    let turns = |state: &UnitState| {
        let leaves = state.seen.running.is_some_and(|r| r.reaction == Reaction::LeaveField);
        state.seen.flight == Flight::Routing(0) || (leaves && !state.is_broken())
    };
    let strikes = |board: &Board<'_>, body: &Body<'_>, at: UnitId| {
        let state = board.state(body.id);
        // Who ran wild before is in his second period already, and strikes only at its end.
        let pursues =
            matches!(state.seen.flight, Flight::Pursuing(prey, _) if prey == at) && !state.seen.tired;
        turns(board.state(at)) && (pursues || (!board.routing(at) && !back_turned(board, body.id)))
    };
    let any = {
        let board = Board::of(book, cx.field(), phase);
        board.bodies.iter().any(|b| board.opponents(b.id).any(|at| strikes(&board, b, at)))
    };
    if !any {
        return;
    }
    cx.heading(rule::PURSUIT_STRIKES, |_| "The broken turn to run".to_owned());
    round(book, phase, rule::PURSUIT_STRIKES, strikes, cx);
}

/// Units break off: they take one round of blows without reply, and the enemy follows (`wrg1969.breakoff`).
pub fn break_off(book: &Wrg1969, phase: &mut Phase, units: &[UnitId], cx: &mut Cx<'_>) {
    let units: Vec<UnitId> = units
        .iter()
        .copied()
        .filter(|&id| !phase.units[id.index()].is_broken() && phase.opponents(id).next().is_some())
        .collect();
    if units.is_empty() {
        return;
    }
    for &id in &units {
        phase.units[id.index()].kept.secret.breaks_off = true;
        cx.rule(|field| Ruling::new(rule::BREAKOFF, format!("{} broke off the fight.", name(field, id))));
    }
    let strikes =
        |board: &Board<'_>, body: &Body<'_>, at: UnitId| units.contains(&at) && !back_turned(board, body.id);
    round(book, phase, rule::BREAKOFF, strikes, cx);
    for &id in &units {
        let enemies: Vec<UnitId> = phase.opponents(id).collect();
        for enemy in enemies {
            let free = phase.opponents(enemy).all(|e| units.contains(&e));
            let state = &mut phase.units[enemy.index()];
            if free && state.seen.flight == Flight::None && !state.kept.secret.breaks_off {
                state.seen.flight = Flight::Pursuing(id, 0);
            }
        }
    }
}

/// Who broke off and is still in touch with the enemy is routed.
pub fn caught_breaking_off(book: &Wrg1969, phase: &mut Phase, cx: &mut Cx<'_>) {
    let caught: Vec<UnitId> = {
        let board = Board::of(book, cx.field(), phase);
        let touched = |b: &&Body<'_>| board.state(b.id).kept.secret.breaks_off && board.engaged(b.id);
        board.units().filter(touched).map(|b| b.id).collect()
    };
    for id in caught {
        crate::aftermath::rout::breaks(book, phase, id, rule::BREAKOFF, cx);
        // He has run this period already.
        phase.units[id.index()].seen.flight = Flight::Routing(1);
    }
}

/// One round of blows by those who strike; the blows.
pub fn round(
    book: &Wrg1969,
    phase: &mut Phase,
    why: RuleId,
    who: impl Fn(&Board<'_>, &Body<'_>, UnitId) -> bool,
    cx: &mut Cx<'_>,
) -> Vec<Strike> {
    let mut told: Vec<Told> = Vec::new();
    {
        let board = Board::of(book, cx.field(), phase);
        let mut fighters = board.in_turn();
        fighters.extend(board.bodies.iter().filter(|b| !b.kit.is_troops()));
        for body in fighters {
            if !board.opponents(body.id).any(|at| who(&board, body, at)) {
                continue;
            }
            let mut strikes = strikes_of(&board, body);
            strikes.retain(|strike| who(&board, body, strike.at));
            let Some(first) = strikes.first() else { continue };
            // One random factor for a unit, whomever it strikes.
            let roll = RollId::new(rule::RANDOM_MELEE.as_str(), body.side as u8).unit(body.id.0);
            let dice = factors::dice_of(body.kit.regular).map(|die| cx.dice.roll(roll, die));
            let random = factors::random(dice[0], dice[1], first.blows.general_with);
            let split = strikes.len() > 1;
            for strike in strikes {
                let shot = hit(factors::factors(&strike.blows).total(), random, strike.blows.figures);
                let rules = reasons(&board, body, &strike, &shot, split);
                let upset = strike.blows.disorganised > 0;
                let upset = if upset { disorder::words(&board, body) } else { Vec::new() };
                told.push(Told { strike, shot, dice, rules, upset });
            }
        }
    }
    let mut lost: Vec<Loss> = Vec::new();
    for Told { strike, shot, dice, rules, upset } in &told {
        cx.rule(|field| rules.iter().copied().fold(words(field, strike, shot, (*dice, upset)), Ruling::also));
        cx.deed(Deed::Blow {
            unit: strike.by,
            target: strike.at,
            figures: Some(strike.blows.figures.try_into().unwrap_or(u16::MAX)),
        });
        let men = shot.blow.men;
        // What passes between a unit and a rider is no part of the unit's own fight.
        if book.kit(strike.by).is_troops() && book.kit(strike.at).is_troops() {
            let dealt = &mut phase.units[strike.by.index()].now.melee_dealt;
            *dealt = dealt.saturating_add(men as u16);
            let suffered = &mut phase.units[strike.at.index()].now.melee_loss;
            *suffered = suffered.saturating_add(men as u16);
            phase.blows.push((strike.by, strike.at, men as u16));
        }
        let all = Loss::spread(strike.at, men);
        let loss = match strike.falls_on {
            Which::Own => Loss { own: men, ..all },
            Which::Part => Loss { part: men, ..all },
            Which::Both => all,
        };
        loss.add_to(&mut lost);
    }
    lost.sort_by_key(|loss| loss.unit);
    losses::take(book, phase, &lost, why, cx);
    told.into_iter().map(|told| told.strike).collect()
}

/// Blows that were struck, with the dice and the further rules that had a say.
struct Told {
    strike: Strike,
    shot: Shot,
    dice: [u8; 2],
    rules: Vec<RuleId>,
    /// By what those who struck are disorganised.
    upset: Vec<String>,
}

/// The further rules that had a say in a unit's blows.
fn reasons(board: &Board<'_>, body: &Body<'_>, strike: &Strike, shot: &Shot, split: bool) -> Vec<RuleId> {
    let corner = board.body(strike.at).is_some_and(|enemy| touch(&body.rect, &enemy.rect).corner);
    let also = [
        (strike.blows.general_with, rule::RANDOM_GENERAL),
        (split, rule::MELEE_SPLIT),
        (back_turned(board, strike.at), rule::MELEE_BACKS),
        (corner, rule::GEO_FIGHTING),
        (board.state(body.id).now.laps, rule::MELEE_LAP),
        (body.kit.second.is_some(), rule::MELEE_WEAPON_CHOICE),
        (body.troop().is_model(), rule::MELEE_CREWS),
    ];
    let told = also.into_iter().filter(|(applies, _)| *applies).map(|(_, rule)| rule);
    told.chain(casualties::rules(&shot.blow, strike.blows.figures).skip(1)).collect()
}

fn words(field: &Field, strike: &Strike, shot: &Shot, (dice, upset): ([u8; 2], &[String])) -> Ruling {
    let mut tally = factors::factors(&strike.blows).tally();
    tally.add(rule::RANDOM_MELEE, shot.random);
    let whence = match strike.blows.target_side {
        Quarter::Front => "",
        Quarter::ShieldedFlank => " in the shielded flank",
        Quarter::UnshieldedFlank => " in the unshielded flank",
        Quarter::Rear => " in the rear",
    };
    let upset =
        if upset.is_empty() { String::new() } else { format!(", disorganised by {},", voice::list(upset)) };
    let text = format!(
        "{}{upset} struck {}{whence} with {}, factor {}: {}.",
        name(field, strike.by),
        name(field, strike.at),
        voice::figures(strike.blows.figures),
        shot.total,
        voice::men_fell(shot.blow.men)
    );
    let side = field.side(strike.by);
    let ruling = Ruling::new(rule::CASUALTY_TABLE, text).tally(strike.by, tally);
    dice.into_iter().fold(ruling, |ruling, face| ruling.rolled(side, Some(strike.by), face))
}

/// Whether enemies or the impassable hem a unit in, so that it cannot get away (`wrg1969.after.trapped`).
pub fn hemmed_in(board: &Board<'_>, body: &Body<'_>) -> bool {
    let mut edges = [false; 4];
    for enemy in board.opponents(body.id).filter_map(|id| board.body(id)) {
        edges[touch(&body.rect, &enemy.rect).mine as usize] = true;
    }
    for edge in Edge::ALL {
        let [a, b] = body.rect.edge(edge);
        let middle = a.lerp(b, 0.5);
        let beyond: Vec2 =
            middle + (middle - body.rect.centre) * (0.5 / middle.distance(body.rect.centre).max(0.1));
        let shut =
            board.book.features.iter().any(|f| f.is_impassable() && cover::distance_to(f, beyond) <= 0.1);
        edges[edge as usize] |= shut;
    }
    // Who has turned his back runs on the way he faces; the enemy behind him is the one he runs from.
    let way = if back_turned(board, body.id) { Edge::Front } else { Edge::Rear };
    edges[way as usize] || edges.iter().filter(|shut| **shut).count() >= 3
}
