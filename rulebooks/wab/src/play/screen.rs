//! What a screen needs to know of the book: names, marks, regions, previews, the odds of fights.

use crate::aftermath::rules::Fate;
use crate::board::bodies::{Board, Body, pose};
use crate::board::state::{Declaration, Phase, Step};
use crate::board::terrain::Kind;
use crate::charge::approach;
use crate::combat::fighters;
use crate::combat::forecast::End;
use crate::data::length::{MM, to_table};
use crate::data::tables::tables;
use crate::data::troop::{Trait, Troop};
use crate::movement::manner::{Go, Movement};
use crate::play::card;
use crate::play::plan::Plan;
use crate::play::signs;
use crate::{Wab, combat, rule};
use table::{Facing, Vec2};
use umpire::{
    Badge, Budget, CardLine, ClassLook, Command, Field, Manoeuvre, OddsBar, Place, Preview, Region,
    RegionKind, Rulebook as _, Ruler, Shown, Side, Site, TerrainLook, UnitId,
};

impl Shown for Wab {
    const RULER: Ruler = Ruler { unit: "inches", mm: MM, step: 6.0, free_measuring: true };
    const PHASES: &'static [&'static str] =
        &["Set-up", "Charges", "Rally", "Chargers", "Movement", "Shooting", "Close combat", "Pursuit"];

    fn ruler(&self) -> Ruler {
        Ruler { free_measuring: self.house.premeasure, ..Self::RULER }
    }

    fn terrain(&self) -> &'static [TerrainLook] {
        TERRAIN
    }

    fn classes(&self) -> &'static [ClassLook] {
        CLASSES
    }

    fn sign(&self, unit: UnitId) -> Option<&'static str> {
        signs::of(self.kit(unit))
    }

    fn profile(&self, unit: UnitId) -> Vec<(&'static str, u8)> {
        self.kit(unit).row()
    }

    fn phase_now(&self, phase: &Phase) -> usize {
        match phase.step {
            Step::Deploy(_) | Step::Edge(_) | Step::FirstTurn(_) | Step::Begin => 0,
            Step::Declare | Step::Answer { .. } | Step::Redirect(_) => 1,
            Step::Regroup(_) | Step::Face(..) => 2,
            Step::Chargers => 3,
            Step::Remaining => 4,
            Step::Shoot => 5,
            Step::Combat | Step::Prepare(_) => 6,
            Step::Pursue { .. } | Step::Follow(..) | Step::Over(_) => 7,
        }
    }

    fn budgets(&self, _field: &Field, _phase: &Phase) -> Vec<Budget> {
        Vec::new()
    }

    fn is_listed(&self, field: &Field, unit: UnitId) -> bool {
        self.kit(unit).herd.is_none() || field.unit(unit).place != Place::Waiting
    }

    fn badges(&self, _field: &Field, phase: &Phase, unit: UnitId) -> Vec<Badge> {
        let (kit, state) = (self.kit(unit), phase.unit(unit));
        let command = kit.command.left(state.models);
        let mut badges = Vec::new();
        let mut badge = |is: bool, sign, label: &'static str, rule| {
            if is {
                badges.push(Badge { sign, label: label.into(), rule });
            }
        };
        badge(kit.has(Trait::General), "general", "the general", rule::GENERAL_LEADERSHIP);
        badge(kit.has(Trait::ArmyStandard), "standard", "the army standard", rule::STANDARD_REROLL);
        badge(command.standard, "standard", "its standard", rule::RESULT_STANDARD);
        badge(command.musician, "musician", "its musician", rule::MARCH_MUSICIAN);
        badge(state.stampeding, "impetuous", "stampeding", rule::TROOPS_ELEPHANTS);
        badge(state.fleeing, "routing", "fleeing", rule::FLEE_MASS);
        badge(state.now.charging.is_some(), "impetuous", "charging", rule::CHARGE_DECLARE);
        badge(
            state.done.rooted || !state.now.shaken_by.is_empty(),
            "shaken",
            "shaken by fear",
            rule::FEAR_CHARGED,
        );
        badge(phase.is_engaged(unit), "fought", "in close combat", rule::COMBAT_PHASE);
        badge(state.done.shot || state.now.shot_back, "fired", "has shot", rule::SHOOT_WHO);
        badge(state.done.moved, "moved", "has moved", rule::MOVE_RATE);
        badges
    }

    fn card(&self, field: &Field, phase: &Phase, unit: UnitId) -> Vec<CardLine> {
        card::lines(self, field, phase, unit)
    }

    fn regions(&self, field: &Field, phase: &Phase, unit: UnitId) -> Vec<Region> {
        let board = Board::of(self, field, phase);
        let Some(body) = board.body(unit) else { return Vec::new() };
        let mut regions = vec![ahead(body, RegionKind::Reach, body.movement(), "move", rule::MOVE_RATE)];
        let measured = self.house.premeasure;
        if measured {
            regions.push(ahead(
                body,
                RegionKind::ChargeReach,
                body.charge_move(),
                "charge",
                rule::CHARGE_RATE,
            ));
        }
        if let Some(range) = body.kit.range().filter(|_| measured) {
            regions.push(ahead(body, RegionKind::Arc, range, "range", rule::SHOOT_ARC));
        }
        if body.kit.has(Trait::General) {
            let outline = (0..36).map(|i| {
                let way = Facing::degrees(f64::from(i) * 10.0).vec();
                to_table(body.rect.centre + way * tables().distances.general)
            });
            regions.push(Region {
                kind: RegionKind::Command,
                outline: outline.collect(),
                label: "the general's Leadership".into(),
                rule: rule::GENERAL_LEADERSHIP,
            });
        }
        regions
    }

    fn sites(&self, _field: &Field, _phase: &Phase) -> Vec<Site> {
        Vec::new()
    }

    fn manoeuvre(&self, field: &Field, phase: &Phase, unit: UnitId) -> Manoeuvre {
        let board = Board::of(self, field, phase);
        let free = board.body(unit).is_none_or(|b| b.skirmishes() || b.is_lone());
        if free { Manoeuvre::Freely } else { Manoeuvre::Wheels }
    }

    fn preview(&self, field: &Field, phase: &Phase, side: Side, command: &Command) -> Preview {
        let plan = match self.check(field, phase, side, command) {
            Err(refusals) => return Preview { refusals, ..Preview::default() },
            Ok(plan) => plan,
        };
        let mut preview = Preview::default();
        match plan {
            Plan::Move(Movement::Go(Go { unit, rect, facing, cost, .. })) => {
                preview.ghosts.push((unit, vec![pose(&rect, facing)]));
                preview.words.push(format!("{} inches", (cost * 10.0).round() / 10.0));
            }
            Plan::Face(facing) => {
                let board = Board::of(self, field, phase);
                if let Step::Face(unit, _) = phase.step
                    && let Some(body) = board.body(unit)
                {
                    preview.ghosts.push((unit, vec![pose(&body.rect, facing)]));
                }
            }
            // Whether a charge arrives is not told before it is declared, where nobody may measure.
            Plan::Declare(Declaration::Charge(unit, target)) if self.house.premeasure => {
                let board = Board::of(self, field, phase);
                if let (Some(u), Some(t)) = (board.body(unit), board.body(target)) {
                    let face = approach::towards(&board, u, t);
                    if let Some(arrival) = approach::best(&board, u, t, face, u.charge_move()) {
                        preview.ghosts.push((unit, vec![pose(&arrival.rect, arrival.facing)]));
                        let cost = (arrival.way.cost * 10.0).round() / 10.0;
                        preview.words.push(format!("{cost} of {} inches", u.charge_move()));
                    }
                }
            }
            _ => {}
        }
        preview
    }

    fn set_down_at_once(&self) -> Option<u8> {
        Some(1)
    }

    fn combats(&self, field: &Field, phase: &Phase) -> Vec<OddsBar> {
        let board = Board::of(self, field, phase);
        let combats = combat::resolve::combats(&phase.contacts);
        combats.iter().filter_map(|units| foreseen(&board, field, units)).collect()
    }
}

/// How a round between two units is likely to end, for the first of them.
fn foreseen(board: &Board<'_>, field: &Field, units: &[UnitId]) -> Option<OddsBar> {
    let duel = fighters::duel(board, units)?;
    let odds = duel.odds(&board.book.house).ok()?;
    let part = |name: &'static str, meets: fn(&End) -> bool| {
        let chance = odds.chance(meets);
        (name, chance.to_string(), chance.to_f64())
    };
    let parts = [
        part("destroy", |end| matches!(end, End::WipedOut(1) | End::Beaten(1, Fate::Breaks))),
        part(
            "drive_back",
            |end| matches!(end, End::Beaten(1, fate) if fate.gives_ground() || *fate == Fate::FallsBack),
        ),
        part("nothing", |end| matches!(end, End::Draw | End::Beaten(_, Fate::Holds))),
        part(
            "fall_back",
            |end| matches!(end, End::Beaten(0, fate) if fate.gives_ground() || *fate == Fate::FallsBack),
        ),
        part("die", |end| matches!(end, End::WipedOut(0) | End::Beaten(0, Fate::Breaks))),
    ];
    let label = |i: usize| &field.card(units[i]).label;
    let targets = duel.beaten.map(|b| b.target());
    Some(OddsBar {
        label: format!("{} on {}", label(0), label(1)),
        units: units.to_vec(),
        parts: parts.into_iter().filter(|p| p.2 > 0.0).collect(),
        rules: targets.iter().flat_map(|t| t.factors()).map(|f| f.rule).collect(),
    })
}

/// The ground ahead of a unit's front, so deep, widening as its arc does.
fn ahead(body: &Body<'_>, kind: RegionKind, depth: f64, label: &'static str, rule: ruling::RuleId) -> Region {
    let (w, d) = (body.rect.half_width, body.rect.half_depth);
    let spread = if kind == RegionKind::Arc { depth * 0.7 } else { 0.0 };
    let corners = [(-w, d), (-w - spread, d + depth), (w + spread, d + depth), (w, d)];
    let outline: Vec<Vec2> = corners.iter().map(|&(u, v)| to_table(body.rect.place(u, v))).collect();
    Region { kind, outline, label: label.into(), rule }
}

const fn terrain(kind: Kind, name: &'static str, drawing: &'static str) -> TerrainLook {
    TerrainLook { key: kind.key(), name, drawing, band: None, rule: rule::TERRAIN_TABLE }
}

/// In the order of [`Kind`].
const TERRAIN: &[TerrainLook] = &[
    terrain(Kind::Wood, "wood", "woods"),
    terrain(Kind::ThickWood, "thick wood", "woods"),
    terrain(Kind::Hill, "hill", "hill"),
    terrain(Kind::SteepHill, "steep hill", "steep_hill"),
    terrain(Kind::SheerHill, "sheer slopes", "steep_hill"),
    terrain(Kind::Rough, "rough ground", "rough"),
    terrain(Kind::Water, "deep water", "waterway"),
    terrain(Kind::Building, "building", "village"),
    terrain(Kind::Road, "road", "road"),
    terrain(Kind::Hedge, "hedge", "hedge"),
    terrain(Kind::Fence, "fence", "hedge"),
    terrain(Kind::Wall, "wall", "wall"),
];

const fn class(troop: Troop, name: &'static str, glyph: &'static str) -> ClassLook {
    ClassLook { key: troop.key(), name, glyph, element: false }
}

/// In the order of [`Troop`].
const CLASSES: &[ClassLook] = &[
    class(Troop::Infantry, "Infantry", "blades"),
    class(Troop::Cavalry, "Cavalry", "cavalry"),
    class(Troop::LightChariot, "Light chariots", "scythed-chariot"),
    class(Troop::HeavyChariot, "Heavy chariots", "scythed-chariot"),
    class(Troop::Elephant, "Elephants", "elephants"),
    class(Troop::Artillery, "Engines", "artillery"),
    class(Troop::Character, "Characters", "general"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looks_stand_in_the_order_of_the_tables() {
        assert!(Kind::ALL.iter().zip(TERRAIN).all(|(kind, look)| kind.key() == look.key));
        assert!(Troop::ALL.iter().zip(CLASSES).all(|(troop, look)| troop.key() == look.key));
        assert_eq!((TERRAIN.len(), CLASSES.len()), (Kind::ALL.len(), Troop::ALL.len()));
    }
}
