//! What a screen needs to know of the book: names, marks, regions, the odds of fights.

use crate::board::state::{Doing, Flight, Phase, Step};
use crate::board::{Board, Body};
use crate::combat::rules::casualties::hit;
use crate::combat::{disorder, engagement, rules as combat};
use crate::data::feature::Kind;
use crate::data::kit::Role;
use crate::data::measure::MM;
use crate::data::reaction::Reaction;
use crate::data::tables::tables;
use crate::data::troop::Troop;
use crate::orders::language::{self};
use crate::orders::order::Leg;
use crate::orders::reading::line;
use crate::orders::sheet::names_for;
use crate::orders::{drawn, names};
use crate::play::questions;
use crate::shooting::rules as shooting;
use crate::{Wrg1969, rule};
use dice::Fraction;
use table::{Facing, Vec2};
use umpire::LineAsk;
use umpire::LineRead;
use umpire::{
    Badge, Budget, CardLine, ClassLook, Command, Field, Manoeuvre, OddsBar, Place, Preview, Region,
    RegionKind, Rulebook, Ruler, Shown, Side, Site, TerrainLook, Throw, UnitId,
};

impl Shown for Wrg1969 {
    /// A part of a large unit is listed once it has broken from it.
    fn is_listed(&self, field: &Field, unit: UnitId) -> bool {
        !self.kit(unit).detached || field.unit(unit).place != Place::Waiting
    }

    const RULER: Ruler = Ruler { unit: "inches", mm: MM, step: 6.0, free_measuring: true };
    const PHASES: &'static [&'static str] =
        &["Set-up", "Command", "Intent", "Charge", "Hand-to-hand", "Reactions"];

    fn terrain(&self) -> &'static [TerrainLook] {
        TERRAIN
    }

    fn place_name(&self, id: &str) -> Option<&str> {
        self.features.iter().find(|f| f.id == id).map(|f| f.name.as_str())
    }

    fn luck(&self, throw: &Throw) -> Option<f64> {
        let random = [rule::RANDOM_MELEE, rule::RANDOM_FIRE].iter().any(|rule| rule.as_str() == throw.rule);
        match throw.faces[..] {
            // The red die is thrown first.
            [red, black] if random => Some(f64::from(black) - f64::from(red)),
            _ => None,
        }
    }

    fn luck_in(&self) -> &'static str {
        "points of the random factor"
    }

    fn classes(&self) -> &'static [ClassLook] {
        CLASSES
    }

    fn phase_now(&self, phase: &Phase) -> usize {
        match phase.step {
            Step::Deploy | Step::Orders | Step::Begin => 0,
            Step::Command => 1,
            Step::Intent => 2,
            Step::BonusPoint => 3,
            Step::Melee | Step::After => 4,
            Step::React | Step::Steady | Step::Over(_) => 5,
        }
    }

    fn budgets(&self, field: &Field, phase: &Phase) -> Vec<Budget> {
        let free = |side: Side| {
            let riders = &phase.command[side].riders;
            let idle = riders.iter().filter(|r| r.alive && r.carries.is_none() && field.on_table(r.figure));
            (side, idle.count() as u16, riders.len() as u16)
        };
        Side::ALL
            .into_iter()
            .map(free)
            .filter(|(.., of)| *of > 0)
            .map(|(side, left, of)| Budget {
                label: "free messengers",
                left,
                of,
                side: Some(side),
                rule: rule::ORDERS_MESSENGERS_NUMBER,
            })
            .collect()
    }

    fn badges(&self, field: &Field, phase: &Phase, unit: UnitId) -> Vec<Badge> {
        let state = &phase.units[unit.index()];
        let mut badges = Vec::new();
        let mut badge =
            |sign, label: &'static str, rule| badges.push(Badge { sign, label: label.into(), rule });
        match self.kit(unit).role {
            Role::General | Role::Subordinate => badge("general", "a general", rule::ARMY_GENERAL),
            Role::Messenger => badge("messenger", "a messenger", rule::ORDERS_MESSENGERS),
            Role::Unit => badge("standard", "its standard", rule::GEO_UNIT),
        }
        match state.seen.flight {
            Flight::Routing(_) => badge("routing", "broken", rule::ROUT_RUN),
            Flight::Pursuing(..) => badge("impetuous", "pursuing", rule::PURSUIT_WHO),
            Flight::Rallying(_) => badge("shaken", "rallying", rule::RALLY),
            Flight::None => {}
        }
        if let Some(running) = state.seen.running {
            let (sign, label) = match running.reaction {
                Reaction::UncontrolledAdvance => ("impetuous", "out of control"),
                Reaction::Halt | Reaction::HaltDisorganised => ("halted", "halted"),
                Reaction::LeaveField => ("routing", "leaving the field"),
                Reaction::AdvanceOnEnemy => ("moved", "advancing on the enemy"),
                _ => ("shaken", "going back"),
            };
            badge(sign, label, running.reaction.rule());
        }
        if matches!(state.now.doing, Doing::Charging(_) | Doing::Countercharging(_)) {
            badge("moved", "charging", rule::MOVE_CHARGE);
        }
        if state.now.shot_at.is_some() {
            badge("fired", "has shot this period", rule::FIRE_TIMING);
        }
        if phase.opponents(unit).next().is_some() {
            badge("fought", "in close combat", rule::MELEE_ELIGIBLE);
        }
        let board = Board::of(self, field, phase);
        if board.body(unit).is_some_and(|b| disorder::disorganised(&board, b)) {
            badge("disordered", "disorganised", rule::DISORG_CAP);
        }
        badges
    }

    fn card(&self, field: &Field, phase: &Phase, unit: UnitId) -> Vec<CardLine> {
        let (kit, state) = (self.kit(unit), &phase.units[unit.index()]);
        let line = |label: &'static str, value: String, rule| CardLine { label: label.into(), value, rule };
        let manner = if kit.regular { "regular" } else { "barbarian" };
        let mut card = vec![line("troops", format!("{manner} {}", kit.troop.name()), kit.troop.rule())];
        if let Some(grade) = state.kept.grade {
            card.push(line("grade", grade.key().to_owned(), rule::TYPES_GRADES));
        }
        let figures = field.unit(unit).formation.figures;
        card.push(line("figures", format!("{figures} of {}", state.seen.original), rule::SCALE_FIGURE));
        if kit.is_troops() {
            let yards = (field.unit(unit).formation.width() / MM * 10.0).round();
            card.push(line("front", format!("{yards} yards"), rule::SCALE_GROUND));
        }
        let mut arms = kit.hand.name().to_owned();
        if let Some(second) = kit.second {
            arms = format!("{arms}, {}", second.name());
        }
        let arms_rule = if kit.second.is_some() { rule::MELEE_WEAPON_CHOICE } else { rule::TROOPS_WEAPONS };
        card.push(line("fights with", arms, arms_rule));
        if kit.troop.is_model() {
            card.push(line("crew", kit.crew.to_string(), rule::TROOPS_MODELS));
        }
        if kit.troop == Troop::LightInfantry {
            card.push(line(
                "passes through",
                "friends, and they through it".to_owned(),
                rule::MOVE_INTERPENETRATE,
            ));
        }
        if let Some(crew) = kit.shoots_as() {
            let range = shooting::max_range(crew.weapon, false);
            card.push(line("shoots", format!("{}, {range} inches", crew.weapon.name()), rule::FIRE_RANGES));
            card.push(line("ammunition", "never runs out".to_owned(), rule::FIRE_AMMUNITION));
        }
        let (shields, why) = match (kit.shields, kit.armoured) {
            (true, _) => ("yes", rule::SHIELD_USE),
            (false, true) => ("none needed", rule::SHIELD_ARMOURED),
            (false, false) => ("none", rule::TROOPS_SHIELDLESS),
        };
        card.push(line("shields", shields.to_owned(), why));
        let (normal, charge) =
            (crate::data::moves::normal(kit.mover()), crate::data::moves::charge(kit.mover()));
        let charge = charge.map_or_else(String::new, |charge| format!(", charge {charge}"));
        card.push(line("move", format!("{normal}{charge} inches"), rule::MOVE_DISTANCES));
        if let Some(standing) = &state.kept.order {
            let names = names::all(self, field.roster(), field.side(unit));
            card.push(line("order", language::print(&standing.order, &names), rule::ORDERS_WRITE));
            card.extend(state.leg().into_iter().flat_map(told_besides));
        }
        if let Some(waiting) = &state.kept.waiting_order {
            let names = names::all(self, field.roster(), field.side(unit));
            card.push(line("next order", language::print(waiting, &names), rule::ORDERS_PENDING));
        }
        let board = Board::of(self, field, phase);
        if let Some(body) = board.body(unit) {
            let causes = disorder::causes(&board, body);
            for (_, cause) in tables().causes.iter().enumerate().filter(|(i, _)| causes.0 >> i & 1 == 1) {
                card.push(line("disorganised", cause.name.replace('_', " "), cause.rule));
            }
        }
        card
    }

    fn regions(&self, field: &Field, phase: &Phase, unit: UnitId) -> Vec<Region> {
        let board = Board::of(self, field, phase);
        let Some(body) = board.body(unit) else { return Vec::new() };
        let mut regions = vec![ahead(body, RegionKind::Reach, body.normal(), "normal move")];
        if body.charge() > 0.0 {
            regions.push(ahead(body, RegionKind::ChargeReach, body.charge(), "charge"));
        }
        regions.extend(arc(body));
        if phase.command[body.side].generals().any(|g| g.figure == unit) {
            let reach = tables().command.signal_range;
            regions.push(Region {
                kind: RegionKind::Command,
                outline: sector(body.standard(), body.facing, 180.0, reach),
                label: "signals".into(),
                rule: rule::ORDERS_CHANGE_SIGNAL,
            });
        }
        regions
    }

    fn sites(&self, _field: &Field, _phase: &Phase) -> Vec<Site> {
        Vec::new()
    }

    fn preview(&self, field: &Field, phase: &Phase, side: Side, command: &Command) -> Preview {
        Preview {
            refusals: Rulebook::check(self, field, phase, side, command).err().unwrap_or_default(),
            lines: lines(self, field, phase, side, command),
            ..Preview::default()
        }
    }

    fn draws(&self, _field: &Field, phase: &Phase, _unit: UnitId) -> Option<Manoeuvre> {
        matches!(phase.step, Step::Orders | Step::Command).then_some(Manoeuvre::Freely)
    }

    fn phrase(&self, field: &Field, phase: &Phase, unit: UnitId, way: umpire::Drawn<'_>) -> Option<String> {
        drawn::words(&Board::of(self, field, phase), field, unit, way.path)
    }

    fn writes_orders(&self) -> bool {
        true
    }

    fn losses_in(&self) -> &'static str {
        "figures"
    }

    fn combats(&self, field: &Field, phase: &Phase) -> Vec<OddsBar> {
        let board = Board::of(self, field, phase);
        let pair = |f: &crate::board::state::Fight| [f.red, f.blue].map(|id| odds(&board, field, id));
        phase.fights.iter().flat_map(pair).flatten().collect()
    }
}

/// What a leg tells a unit besides where to go: its pace, what it is drilled against, and whom it is warned of.
fn told_besides(leg: &Leg) -> Vec<CardLine> {
    let line = |label: &'static str, value: String, rule| CardLine { label: label.into(), value, rule };
    let mut lines = Vec::new();
    if let Some(pace) = leg.pace {
        lines.push(line("pace", format!("{} inches", f64::from(pace) / 1000.0), rule::ORDERS_PACE));
    }
    let beasts = [(leg.against_elephants, "elephants"), (leg.against_chariots, "chariots")];
    for (_, beast) in beasts.into_iter().filter(|(told, _)| *told) {
        lines.push(line("made ready against", beast.to_owned(), rule::ORDERS_AGAINST));
    }
    if !leg.warned_of.is_empty() {
        lines.push(line("warned of", leg.warned_of.join(", "), rule::ORDERS_WARNED));
    }
    lines
}

/// The strip ahead of a unit's front, so deep.
fn ahead(body: &Body<'_>, kind: RegionKind, depth: f64, label: &'static str) -> Region {
    let (w, d) = (body.rect.half_width, body.rect.half_depth);
    let corners = [(-w, d), (-w, d + depth), (w, d + depth), (w, d)];
    let outline = corners.iter().map(|(u, v)| body.rect.place(*u, *v) * MM).collect();
    Region { kind, outline, label: label.into(), rule: rule::MOVE_DISTANCES }
}

/// What a unit can shoot at (`wrg1969.fire.arcs`).
fn arc(body: &Body<'_>) -> Option<Region> {
    let weapon = body.kit.shoots_as()?.weapon;
    let range = shooting::max_range(weapon, false);
    let half = shooting::half_angle(body.troop(), weapon, body.kit.camel);
    let mut outline = Vec::new();
    if half >= 180.0 {
        outline = sector(body.standard(), body.facing, half, range + body.rect.half_depth);
    } else {
        outline.push(body.rect.fr() * MM);
        outline.push(body.rect.fl() * MM);
        let (left, right) = (body.rect.fl(), body.rect.fr());
        let at =
            |from: Vec2, degrees: f64| (from + (body.facing + Facing::degrees(degrees)).vec() * range) * MM;
        outline.extend([at(left, -half), at(left, 0.0), at(right, 0.0), at(right, half)]);
    }
    let label = format!("range {range} inches").into();
    Some(Region { kind: RegionKind::Arc, outline, label, rule: rule::FIRE_ARCS })
}

/// A sector of a circle, in millimetres, in steps of ten degrees.
fn sector(centre: Vec2, facing: Facing, half: f64, radius: f64) -> Vec<Vec2> {
    let steps = (half / 10.0) as i32;
    let at = |k: i32| (centre + (facing + Facing::degrees(f64::from(k) * 10.0)).vec() * radius) * MM;
    (-steps..steps).map(at).collect()
}

/// How many men a unit's blows are likely to cost the enemy: fewer than a man a figure, or more.
fn odds(board: &Board<'_>, field: &Field, id: UnitId) -> Option<OddsBar> {
    let body = board.body(id)?;
    if engagement::back_turned(board, id) {
        return None;
    }
    let strike = engagement::strikes_of(board, body).into_iter().next()?;
    let enemy = board.body(strike.at)?;
    let total = combat::factors(&strike.blows).total();
    let [red, black] = combat::dice_of(strike.blows.regular);
    let (mut ways, mut hard) = (0u32, 0u32);
    for (r, red_ways) in red.faces {
        for (b, black_ways) in black.faces {
            let random = combat::random(*r, *b, strike.blows.general_with);
            let men = hit(total, random, strike.blows.figures).blow.men;
            let n = u32::from(*red_ways) * u32::from(*black_ways);
            ways += n;
            hard += n * u32::from(men >= u32::from(enemy.figures));
        }
    }
    let share = |name: &'static str, n: u32| {
        let exact = Fraction::new(n.into(), ways.into()).to_string();
        (name, exact, f64::from(n) / f64::from(ways))
    };
    let label = |id: UnitId| field.card(id).label.clone();
    Some(OddsBar {
        label: format!("{} loses a man for each figure to {}", label(strike.at), label(id)),
        units: vec![id, strike.at],
        parts: [share("drive_back", hard), share("nothing", ways - hard)]
            .into_iter()
            .filter(|p| p.2 > 0.0)
            .collect(),
        rules: combat::factors(&strike.blows).list().iter().map(|f| f.rule).collect(),
    })
}

const fn terrain(kind: Kind, name: &'static str, drawing: &'static str) -> TerrainLook {
    TerrainLook { key: kind.key(), name, drawing, band: None, rule: rule::SETUP_TERRAIN }
}

/// In the order of [`Kind`].
const TERRAIN: &[TerrainLook] = &[
    terrain(Kind::Wood, "wood", "woods"),
    terrain(Kind::Village, "village", "village"),
    terrain(Kind::Hill, "hill", "hill"),
    terrain(Kind::Bog, "bog", "marsh"),
    terrain(Kind::Broken, "broken ground", "rough"),
    terrain(Kind::River, "river", "river"),
    terrain(Kind::Lake, "lake", "waterway"),
    terrain(Kind::FieldDefences, "field defences", "field_defences"),
    terrain(Kind::Stream, "stream", "stream"),
    terrain(Kind::Ditch, "ditch", "ditch"),
    terrain(Kind::Hedge, "hedge", "hedge"),
    terrain(Kind::Wall, "wall", "wall"),
    terrain(Kind::Road, "road", "road"),
    terrain(Kind::Ford, "ford", "ford"),
    terrain(Kind::Bridge, "bridge", "bridge"),
];

const fn class(key: &'static str, name: &'static str, glyph: &'static str) -> ClassLook {
    ClassLook { key, name, glyph, element: false }
}

/// In the order of [`Troop`], then generals, subordinates and messengers.
const CLASSES: &[ClassLook] = &[
    class(Troop::SuperHeavyCavalry.key(), "Super heavy cavalry", "knights"),
    class(Troop::HeavyCavalry.key(), "Heavy cavalry", "cavalry"),
    class(Troop::MediumCavalry.key(), "Medium cavalry", "cavalry"),
    class(Troop::LightCavalry.key(), "Light cavalry", "light-horse"),
    class(Troop::HeavyInfantry.key(), "Heavy infantry", "spears"),
    class(Troop::MediumInfantry.key(), "Medium infantry", "blades"),
    class(Troop::LightInfantry.key(), "Light infantry", "psiloi"),
    class(Troop::Elephant.key(), "Elephants", "elephants"),
    class(Troop::Chariot.key(), "Chariots", "scythed-chariot"),
    class(Troop::AssyrianChariot.key(), "Assyrian chariots", "scythed-chariot"),
    class(Troop::LightDartEngine.key(), "Light dart engine", "artillery"),
    class(Troop::HeavyDartEngine.key(), "Heavy dart engine", "artillery"),
    class(Troop::StoneThrower.key(), "Stone-thrower", "artillery"),
    class("general", "General", "general"),
    class("subordinate", "Subordinate general", "general"),
    class("messenger", "Messenger", "light-horse"),
];

/// How the lines of a sheet in the making are read.
pub fn lines(book: &Wrg1969, field: &Field, phase: &Phase, side: Side, command: &Command) -> Vec<LineRead> {
    let Command::Sheet { lines, .. } = command else { return Vec::new() };
    let pending = questions::pending(book, field, phase);
    let board = Board::of(book, field, phase);
    let names = names_for(&board, field, side);
    let read = |(n, text, ask): (u16, &str, &LineAsk)| line(&board, field, side, &names, n, text, ask);
    pending.written(side, lines).map(read).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looks_stand_in_the_order_of_the_tables() {
        for (kind, look) in Kind::ALL.into_iter().zip(TERRAIN) {
            assert_eq!(kind.key(), look.key);
        }
        for (troop, look) in Troop::ALL.into_iter().zip(CLASSES) {
            assert_eq!(troop.key(), look.key);
        }
        let rider = |role| crate::data::kit::Kit::rider(role, true).class();
        assert_eq!(CLASSES[usize::from(rider(Role::Messenger))].key, "messenger");
        assert_eq!((TERRAIN.len(), CLASSES.len()), (Kind::ALL.len(), Troop::COUNT + 3));
    }
}
