//! Choices of a steady general: charges that pay, answers that save, targets near enough to break.

use umpire::{Command, OptionId, Shooter, UnitId};
use wab::board::{Board, Body};
use wab::claims;
use wab::declare::{self, Declaration};
use wab::reaction::Reaction;
use wab::state::Step;
use wab::troop::{Order, Trait};

/// How strong a unit is in a round of combat, roughly: what it adds to the result.
fn weight(board: &Board<'_>, body: &Body<'_>) -> f64 {
    let p = body.kit.profile;
    let men = f64::from(body.files.min(body.places));
    let blows = men * f64::from(p.a) * f64::from(p.ws) / 24.0 * f64::from(p.s) / 3.0;
    let close = body.kit.order == Order::Close && body.state.models >= 5;
    let ranks = f64::from(claims::ranks(board, body)) + f64::from(u8::from(close));
    let standard = f64::from(u8::from(body.command().standard));
    let leader = board.phase.characters(body.id).count() as f64 * 1.2;
    blows + ranks + standard + leader + f64::from(p.t) * f64::from(p.w) / 3.0
}

/// Whether a charge is worth it: more weight than the target, or its flank, or a target that must flee.
fn pays(board: &Board<'_>, unit: UnitId, target: UnitId) -> f64 {
    let (Some(u), Some(t)) = (board.body(unit), board.body(target)) else { return -9.0 };
    if t.state.fleeing {
        return 2.0;
    }
    let flank = declare::face(board, u, t) != wab::armour::Face::Front && !t.skirmishes();
    let helpers = board.phase.contacts_of(target).count() as f64;
    let fierce = u.kit.has(Trait::FerociousCharge) && !u.state.ferocious_used;
    let skirmish_loss = match (u.skirmishes(), t.skirmishes()) {
        (true, false) => 6.0,
        // Skirmishers run from formed men and draw them out of the line.
        (false, true) => weight(board, u),
        _ => 0.0,
    };
    let bonus = 1.0 + f64::from(u8::from(flank)) * 4.0 + helpers * 2.0 + f64::from(u8::from(fierce)) * 2.0;
    weight(board, u) + bonus - weight(board, t) - skirmish_loss
}

/// The option a steady general takes.
pub(super) fn choose(board: &Board<'_>, options: usize) -> OptionId {
    let last = OptionId(options.saturating_sub(1) as u16);
    match &board.phase.step {
        Step::Declare => best_charge(board),
        Step::React { allowed, charger, target } => {
            let wish = answer(board, *charger, *target, allowed);
            OptionId(allowed.iter().position(|&r| r == wish).unwrap_or(0) as u16)
        }
        Step::Redirect(units) => {
            let options = declare::redirect_options(board, units);
            let good = options.iter().position(|&(u, t)| t.is_some_and(|t| pays(board, u, t) > 0.0));
            good.map_or(last, |i| OptionId(i as u16))
        }
        Step::Regroup(unit) => wide(board, *unit),
        Step::Face(unit, files) => face(board, *unit, *files),
        // Fleers who get away come back: it pursues, and follows up.
        _ => OptionId(0),
    }
}

fn best_charge(board: &Board<'_>) -> OptionId {
    let list = declare::declarations(board);
    let worth = |d: &Declaration| match d {
        Declaration::Charge(unit, target) => pays(board, *unit, *target),
        Declaration::Disengage(..) => -1.0,
        Declaration::Done => 0.0,
    };
    let mut best = (0, f64::NEG_INFINITY);
    for (i, d) in list.iter().enumerate() {
        let value = worth(d);
        if value > best.1 {
            best = (i, value);
        }
    }
    OptionId(best.0 as u16)
}

/// How a unit answers a charge.
fn answer(board: &Board<'_>, charger: UnitId, target: UnitId, allowed: &[Reaction]) -> Reaction {
    let (Some(c), Some(t)) = (board.body(charger), board.body(target)) else { return Reaction::Hold };
    let may = |r: Reaction| allowed.contains(&r);
    if may(Reaction::CounterCharge) {
        return Reaction::CounterCharge;
    }
    let hopeless = t.skirmishes() && !c.skirmishes();
    if hopeless && may(Reaction::FireAndFlee) {
        return Reaction::FireAndFlee;
    }
    if hopeless && may(Reaction::Flee) {
        return Reaction::Flee;
    }
    if may(Reaction::StandAndShoot) {
        return Reaction::StandAndShoot;
    }
    if may(Reaction::Hold) { Reaction::Hold } else { allowed[0] }
}

/// Five or six wide.
fn wide(board: &Board<'_>, unit: UnitId) -> OptionId {
    let widths = wab::rally::widths(board, unit);
    let best = (0..widths.len()).min_by_key(|&i| widths[i].abs_diff(6));
    OptionId(best.unwrap_or(0) as u16)
}

/// Facing the nearest enemy.
fn face(board: &Board<'_>, unit: UnitId, files: u16) -> OptionId {
    let Some(body) = board.body(unit) else { return OptionId(0) };
    let to = board.nearest_enemy(body).map(|(e, _)| table::Facing::of(e.rect.centre - body.rect.centre));
    let facings = wab::rally::facings(board, unit, files);
    let off = |i: usize| to.map_or(0.0, |t| facings[i].turn_to(t).abs());
    let best = (0..facings.len()).min_by(|&a, &b| off(a).total_cmp(&off(b)));
    OptionId(best.unwrap_or(0) as u16)
}

/// The first shooter at the target with the fewest men.
pub(super) fn shoot(board: &Board<'_>, shooters: &[Shooter]) -> Command {
    let Some(shooter) = shooters.first() else { return Command::Done };
    let models = |id: &UnitId| board.body(*id).map_or(u16::MAX, |b| b.state.models);
    let target = shooter.targets.iter().copied().min_by_key(models).unwrap_or(shooter.usual);
    Command::Shoot(vec![(shooter.unit, target)])
}
