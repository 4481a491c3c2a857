//! What a screen needs to know of the book: names, marks, regions, the odds of fights.

use crate::aftermath::rules::Fought;
use crate::board::Board;
use crate::board::state::{Act, Fate, Phase, Step};
use crate::data::kit::Land;
use crate::data::tables::tables;
use crate::data::troop::Troop;
use crate::movement::drawn;
use crate::orders::objective;
use crate::play::{foreseen, reading};
use crate::{Wrg6, combat, rule, setup, shooting};
use dice::{RollId, exact};
use table::{Rect, Vec2};
use umpire::voice;
use umpire::{
    Badge, Budget, CardLine, ClassLook, Command, Field, Manoeuvre, OddsBar, Preview, Region, RegionKind,
    Rulebook, Ruler, Shown, Side, Site, TerrainLook, Throw, UnitId,
};

/// What the choice of a sign does.
const SIGNS: &str = "A plus lifts the throw: they are less likely to waver, and likelier to charge unbidden. A minus lowers it; one not counted changes nothing.";

impl Shown for Wrg6 {
    const RULER: Ruler = Ruler { unit: "paces", mm: 1.0, step: 100.0, free_measuring: true };
    const PHASES: &'static [&'static str] = &[
        "Orders",
        "First tests",
        "Charges",
        "Other tests",
        "Answers",
        "Moves",
        "New orders",
        "Shooting and fighting",
    ];

    fn terrain(&self) -> &'static [TerrainLook] {
        TERRAIN
    }

    fn luck(&self, throw: &Throw) -> Option<f64> {
        let random =
            [rule::MELEE_RANDOM, rule::SHOOTING_RANDOM].iter().any(|rule| rule.as_str() == throw.rule);
        match throw.faces[..] {
            // The plus die is thrown first.
            [plus, minus] if random => Some(f64::from(plus) - f64::from(minus)),
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
            Step::Terrain(_) | Step::Begin | Step::Deploy(_) => 0,
            Step::First => 1,
            Step::Declare | Step::Charged => 2,
            Step::Other => 3,
            Step::Respond => 4,
            Step::Move => 5,
            Step::Orders => 6,
            Step::Shoot | Step::Challenged(_) | Step::Over(_) => 7,
        }
    }

    fn budgets(&self, _: &Field, _: &Phase) -> Vec<Budget> {
        Vec::new()
    }

    fn badges(&self, field: &Field, phase: &Phase, unit: UnitId) -> Vec<Badge> {
        let state = phase.state(unit);
        let signs = [
            (with_general(field, phase, unit), "general", "a general is with it", rule::GENERALS_WHO),
            (state.seen.routing, "routing", "routing", rule::ROUT_MOVE),
            (state.seen.shaken && !state.seen.routing, "shaken", "shaken", rule::SHAKEN_CAUSES),
            (state.seen.impetuous, "impetuous", "impetuous", rule::IMPETUOUS_CHARGE),
            (state.seen.retiring > 0, "halted", "retiring", rule::REACTION_RETIRE),
            (
                matches!(state.now.act, Act::Charged | Act::Countercharged),
                "moved",
                "charging",
                rule::CHARGE_PATH,
            ),
            (phase.in_contact(unit), "fought", "in hand-to-hand", rule::MELEE_TIMING),
        ];
        let badge = |(_, sign, label, rule): (bool, &'static str, &'static str, _)| Badge {
            sign,
            label: label.into(),
            rule,
        };
        let mut badges: Vec<Badge> = signs.into_iter().filter(|(has, ..)| *has).map(badge).collect();
        if field.on_table(unit) && Board::of(self, field, phase).disordered(unit) {
            badges.push(badge((true, "disordered", "disordered", rule::DISORDER_COUNT)));
        }
        badges
    }

    fn card(&self, field: &Field, phase: &Phase, unit: UnitId) -> Vec<CardLine> {
        let (kit, state) = (self.kit(unit), phase.state(unit));
        let line = |label: &'static str, value: String, rule| CardLine { label: label.into(), value, rule };
        let class = state.kept.class.map_or_else(String::new, |class| format!(" {}", class.key()));
        let training = format!("{}{class}", kit.training.key());
        let mut card = vec![
            line("troops", kit.troop.name().to_owned(), rule::TROOPS_TYPES),
            line("training", training, rule::DICE_TRAINING),
        ];
        let unit_now = field.unit(unit);
        let figures = format!(
            "{} of {}",
            unit_now.formation.figures,
            state.seen.original.max(unit_now.formation.figures)
        );
        card.push(line("figures", figures, rule::CASUALTIES_REMOVE));
        if let Some(order) = state.kept.order {
            let told = objective::told(Board::of(self, field, phase), order);
            card.push(line("order", told, rule::ORDERS_GRAMMAR));
        }
        let hands: Vec<String> = kit.hands.iter().map(|hand| hand.key().replace('_', " ")).collect();
        card.push(line("fights with", hands.join(", "), rule::MELEE_WEAPON));
        if let Some(missile) = kit.missile {
            let range = tables().range(missile).maximum;
            let value = format!("{}, {range} paces", missile.key().replace('_', " "));
            card.push(line("shoots", value, rule::SHOOTING_RANGES));
        }
        card.push(line("shields", if kit.shield { "yes" } else { "none" }.to_owned(), rule::TROOPS_SHIELD));
        let charge = kit.charge().map_or_else(String::new, |charge| format!(", charge {charge}"));
        card.push(line("move", format!("{}{charge} paces", kit.normal()), rule::MOVE_DISTANCES));
        if field.on_table(unit) {
            for cause in Board::of(self, field, phase).causes(unit).iter() {
                card.push(line("disordered", cause.key().replace('_', " "), cause.rule()));
            }
        }
        card
    }

    fn regions(&self, field: &Field, phase: &Phase, unit: UnitId) -> Vec<Region> {
        let board = Board::of(self, field, phase);
        if !field.on_table(unit) {
            return setup::sector(board, unit).into_iter().collect();
        }
        let (rect, kit) = (board.rect(unit), board.kit(unit));
        let mut regions =
            vec![ahead(rect, RegionKind::Reach, kit.normal(), 0.0, "normal move", rule::MOVE_DISTANCES)];
        if let Some(charge) = kit.charge() {
            regions.push(ahead(rect, RegionKind::ChargeReach, charge, charge, "charge", rule::CHARGE_REACH));
        }
        if let Some(missile) = kit.missile {
            let range = shooting::rules::maximum(&self.house, missile, 0);
            regions.push(ahead(rect, RegionKind::Arc, range, range, "shooting", rule::SHOOTING_ARC));
        }
        regions
    }

    fn sites(&self, _: &Field, _: &Phase) -> Vec<Site> {
        Vec::new()
    }

    fn preview(&self, field: &Field, phase: &Phase, side: Side, command: &Command) -> Preview {
        let checked = self.check(field, phase, side, command);
        let board = Board::of(self, field, phase);
        let odds = checked.as_ref().map_or_else(|_| Vec::new(), |plan| foreseen::tests(board, side, plan));
        let lines = reading::lines(self, field, phase, side, command);
        let ghosts = ghosts(self, field, phase, side, command);
        let words = if odds.is_empty() { Vec::new() } else { vec![SIGNS.to_owned()] };
        let refusals = checked.err().unwrap_or_default();
        Preview { ghosts, words, odds, refusals, lines }
    }

    fn draws(&self, _field: &Field, phase: &Phase, _unit: UnitId) -> Option<Manoeuvre> {
        (phase.step == Step::Move).then_some(Manoeuvre::Wheels)
    }

    fn phrase(&self, field: &Field, phase: &Phase, unit: UnitId, way: umpire::Drawn<'_>) -> Option<String> {
        drawn::words(Board::of(self, field, phase), unit, way)
    }

    fn writes_orders(&self) -> bool {
        true
    }

    fn losses_in(&self) -> &'static str {
        "figures"
    }

    fn combats(&self, field: &Field, phase: &Phase) -> Vec<OddsBar> {
        let board = Board::of(self, field, phase);
        let of = |id: UnitId| {
            phase.contacts.iter().filter_map(move |contact| {
                let strike = combat::resolve::strike(board, id, contact)?;
                let reply = combat::resolve::strike(board, strike.at, contact);
                let why = RollId::new(rule::MELEE_RANDOM.as_str(), 0);
                // What drives a body back or breaks it goes by what both sides suffer.
                let hurts = exact(1296, |dice| {
                    let mut fall = |blows: &combat::rules::Blows| {
                        let luck = blows.throw(&self.house, why, dice);
                        blows.casualties(&self.house, luck)
                    };
                    let (received, inflicted) =
                        (fall(&strike.blows), reply.as_ref().map_or(0, |reply| fall(&reply.blows)));
                    let fought = Fought {
                        received,
                        inflicted,
                        strength: u32::from(board.strength(strike.at)).max(1),
                        model: board.kit(strike.at).troop.is_model(),
                        shaken: board.state(strike.at).seen.shaken,
                    };
                    fought.outcome(&self.house) != Fate::Hold
                });
                let hurts = hurts.ok()?.chance(|hurts| *hurts);
                let rest = hurts.complement();
                let parts = vec![
                    ("drive_back", hurts.to_string(), hurts.to_f64()),
                    ("nothing", rest.to_string(), rest.to_f64()),
                ];
                let label = format!("{} on {}", voice::name(field, id), voice::name(field, strike.at));
                let rules = strike.blows.tactical(&self.house).iter().map(|factor| factor.rule).collect();
                Some(OddsBar { label, units: vec![id, strike.at], parts, rules })
            })
        };
        board.bodies().flat_map(of).collect()
    }
}

/// Where the bodies of a sheet of moves in the making would go: the ends of their legs.
fn ghosts(
    book: &Wrg6,
    field: &Field,
    phase: &Phase,
    side: Side,
    command: &Command,
) -> Vec<(UnitId, Vec<table::Pose>)> {
    let Command::Sheet { lines, .. } = command else { return Vec::new() };
    let (pending, board) = (book.pending(field, phase), Board::of(book, field, phase));
    let moves = pending.written(side, lines).filter(|(_, _, ask)| ask.rule == rule::MOVE_NORMAL);
    moves.filter_map(|(_, text, ask)| Some((ask.unit?, drawn::ends(board, ask.unit?, text)?))).collect()
}

/// Whether a general is with a body: of an enemy only where he began is known.
fn with_general(field: &Field, phase: &Phase, unit: UnitId) -> bool {
    let generals = &phase.command[field.side(unit)].generals;
    // Of an enemy's generals no more than those who ride alone are ever seen.
    if generals.iter().all(|general| general.with.is_none() && general.command.is_empty() && !general.lost) {
        return field.card(unit).general && generals.is_empty();
    }
    generals.iter().any(|general| !general.lost && general.with == Some(unit))
}

/// The strip ahead of a body's front, so deep and so much wider at its end.
fn ahead(
    rect: &Rect,
    kind: RegionKind,
    deep: f64,
    wider: f64,
    label: &'static str,
    rule: ruling::RuleId,
) -> Region {
    let (w, d) = (rect.half_width, rect.half_depth);
    let corners = [(-w, d), (-w - wider, d + deep), (w + wider, d + deep), (w, d)];
    let outline: Vec<Vec2> = corners.iter().map(|(u, v)| rect.place(*u, *v)).collect();
    Region { kind, outline, label: label.into(), rule }
}

const fn land(land: Land, name: &'static str, drawing: &'static str) -> TerrainLook {
    TerrainLook { key: land.key(), name, drawing, band: None, rule: rule::SETUP_TERRAIN }
}

const TERRAIN: &[TerrainLook] = &[
    land(Land::GentleHill, "gentle hill", "hill"),
    land(Land::SteepHill, "steep hill", "steep_hill"),
    land(Land::Wood, "wood", "woods"),
    land(Land::Rough, "rough ground", "rough"),
    land(Land::Marsh, "marsh", "marsh"),
    land(Land::Village, "village", "village"),
    land(Land::Field, "enclosed field", "hedge"),
    land(Land::River, "river", "river"),
    land(Land::Road, "road", "road"),
    land(Land::Fortification, "fortification", "village"),
];

const fn class(troop: Troop, name: &'static str, glyph: &'static str) -> ClassLook {
    ClassLook { key: troop.key(), name, glyph, element: false }
}

const CLASSES: &[ClassLook] = &[
    class(Troop::SuperHeavyKnights, "Super heavy knights", "knights"),
    class(Troop::SuperHeavyCataphracts, "Super heavy cataphracts", "knights"),
    class(Troop::SuperHeavyCamels, "Super heavy camels", "knights"),
    class(Troop::ExtraHeavyKnights, "Extra heavy knights", "knights"),
    class(Troop::ExtraHeavyCavalry, "Extra heavy cavalry", "cavalry"),
    class(Troop::ExtraHeavyCamelry, "Extra heavy camelry", "cavalry"),
    class(Troop::HeavyCavalry, "Heavy cavalry", "cavalry"),
    class(Troop::HeavyCamelry, "Heavy camelry", "cavalry"),
    class(Troop::HeavyChariot, "Heavy chariots", "scythed-chariot"),
    class(Troop::MediumCavalry, "Medium cavalry", "cavalry"),
    class(Troop::MediumCamelry, "Medium camelry", "cavalry"),
    class(Troop::LightCavalry, "Light cavalry", "light-horse"),
    class(Troop::LightCamelry, "Light camelry", "light-horse"),
    class(Troop::LightChariot, "Light chariots", "scythed-chariot"),
    class(Troop::SuperHeavyInfantry, "Super heavy infantry", "spears"),
    class(Troop::ExtraHeavyInfantry, "Extra heavy infantry", "spears"),
    class(Troop::HeavyInfantry, "Heavy infantry", "spears"),
    class(Troop::LightHeavyInfantry, "Light heavy infantry", "warband"),
    class(Troop::MediumInfantry, "Medium infantry", "blades"),
    class(Troop::LightMediumInfantry, "Light medium infantry", "auxilia"),
    class(Troop::Artillery, "Artillery", "artillery"),
    class(Troop::LightInfantry, "Light infantry", "psiloi"),
    class(Troop::Elephant, "Elephants", "elephants"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looks_stand_in_the_order_of_the_tables() {
        let lands: Vec<&str> = Land::ALL.iter().map(|l| l.key()).collect();
        assert_eq!(lands, TERRAIN.iter().map(|look| look.key).collect::<Vec<_>>());
        let troops: Vec<&str> = Troop::ALL.iter().map(|t| t.key()).collect();
        assert_eq!(troops, CLASSES.iter().map(|look| look.key).collect::<Vec<_>>());
    }
}
