//! What a screen needs to know of the book: names, marks, regions, previews.

use crate::board::geometry::{self, controlling_edges, fronting};
use crate::board::state::{COMMANDS, Holder, Phase, Step};
use crate::board::{Base, Board, ground};
use crate::combat::rules::{Clash, Kind};
use crate::data::scale::{MM, NEAR, WIDTH};
use crate::data::tables::{Effect, tables};
use crate::data::troop::{Going, Troop};
use crate::movement::rules::Way;
use crate::movement::{self, zone};
use crate::play::rulebook::Plan;
use crate::{Dba, combat, rule, victory};
use dice::Fraction;
use table::{Reach, Rect, Vec2, reach};
use umpire::{
    Badge, Budget, BySide, CardLine, ClassLook, Command, Field, OddsBar, Preview, Region, RegionKind,
    Rulebook, Ruler, Shown, Side, Site, TerrainLook, Throw, UnitId,
};

impl Shown for Dba {
    const RULER: Ruler = Ruler { unit: "paces", mm: MM, step: 100.0, free_measuring: true };
    const PHASES: &'static [&'static str] = &["Set-up", "Move", "Shoot", "Fight"];

    fn terrain(&self) -> &'static [TerrainLook] {
        TERRAIN
    }

    fn luck(&self, throw: &Throw) -> Option<f64> {
        let pips = |face: &u8| f64::from(*face) - 3.5;
        (throw.rule == rule::COMBAT_TOTAL.as_str()).then(|| throw.faces.iter().map(pips).sum())
    }

    fn luck_in(&self) -> &'static str {
        "pips thrown in combat"
    }

    fn classes(&self) -> &'static [ClassLook] {
        CLASSES
    }

    fn phase_now(&self, phase: &Phase) -> usize {
        match phase.step {
            Step::Move => 1,
            Step::Targets(_) | Step::Replies(_) | Step::Shoot => 2,
            Step::Fight | Step::Over(_) => 3,
            _ => 0,
        }
    }

    fn budgets(&self, _field: &Field, phase: &Phase) -> Vec<Budget> {
        if phase.step != Step::Move {
            return Vec::new();
        }
        const LABELS: [&str; COMMANDS] =
            ["PIPs of the first command", "PIPs of the second command", "PIPs of the third command"];
        let divided = self.commands.names(phase.active).len();
        let labels = if divided == 0 { &["PIPs"] } else { &LABELS[..divided] };
        let budget = |(command, &label)| Budget {
            label,
            left: phase.pips.of(command).into(),
            of: phase.rolled.of(command).into(),
            side: None,
            rule: rule::PIPS_ROLL,
        };
        labels.iter().enumerate().map(budget).collect()
    }

    fn badges(&self, field: &Field, phase: &Phase, unit: UnitId) -> Vec<Badge> {
        let marks = &phase.marks[unit.index()];
        let mut badges = Vec::new();
        let mut badge =
            |sign, label: &'static str, rule| badges.push(Badge { sign, label: label.into(), rule });
        if field.card(unit).general {
            badge("general", "the general's element", rule::ARMY_GENERAL);
        }
        if marks.moves > 0 {
            badge("moved", "has moved this bound", rule::MOVE_ONCE);
        }
        if marks.has_shot {
            badge("fired", "has shot this bound", rule::SHOOT_COMBINE);
        }
        if marks.has_fought {
            badge("fought", "has fought this bound", rule::COMBAT_WHO);
        }
        badges
    }

    fn card(&self, field: &Field, phase: &Phase, unit: UnitId) -> Vec<CardLine> {
        let Some(&troop) = Troop::ALL.get(usize::from(field.card(unit).class)) else { return Vec::new() };
        let row = tables().troop(troop);
        let paces = |p: Option<u16>| p.map_or("none".to_owned(), |p| format!("{p} paces"));
        let line = |label: &'static str, value: String, rule| CardLine { label: label.into(), value, rule };
        let mut card = vec![
            line("against foot", format!("{:+}", row.vs_foot), troop.rule()),
            line("against mounted", format!("{:+}", row.vs_mounted), troop.rule()),
            line("move in good going", paces(row.good), rule::MOVE_RATES),
            line("in bad going", paces(row.bad), rule::MOVE_RATES),
            line("on a road", paces(row.road), rule::MOVE_ROAD),
        ];
        if row.range > 0 {
            card.push(line("range", format!("{} paces", row.range), rule::SHOOT_RANGE));
        }
        if let Some(name) = self.commands.names(field.side(unit)).get(self.commands.of(unit)) {
            card.push(line("command", name.clone(), rule::ARMY_COMMANDS));
        }
        let board = Board::of(self, field, phase);
        if let Some(base) = board.base(unit) {
            if ground::going_of(&board, base) == Going::Bad {
                card.push(line("stands in", "bad going".into(), rule::TERRAIN_IN));
            }
            let holders = zone::holders(&board, base);
            if !holders.is_empty() {
                let names: Vec<&str> = holders.iter().map(|id| field.card(*id).label.as_str()).collect();
                card.push(line("in the zone of", names.join(", "), rule::ZOC_EFFECT));
            }
        }
        card
    }

    fn regions(&self, field: &Field, phase: &Phase, unit: UnitId) -> Vec<Region> {
        let board = Board::of(self, field, phase);
        let Some(base) = board.base(unit) else { return Vec::new() };
        let mut regions = zones(&board, base);
        regions.extend(arc(base));
        regions.extend(reach_of(&board, phase, base));
        regions
    }

    fn sites(&self, field: &Field, phase: &Phase) -> Vec<Site> {
        let site = |side: Side| {
            let camp = phase.camps[side]?;
            Some(Site {
                side,
                label: format!("camp of {}", field.roster().names[side]),
                outline: camp.outline().corners().iter().map(|p| *p * MM).collect(),
                state: match camp.holder {
                    _ if camp.taken => "taken",
                    Holder::Followers => "held by its followers",
                    Holder::Element(_) => "held",
                    Holder::Nobody => "empty",
                },
            })
        };
        Side::ALL.into_iter().filter_map(site).collect()
    }

    fn preview(&self, field: &Field, phase: &Phase, side: Side, command: &Command) -> Preview {
        match self.check(field, phase, side, command) {
            Err(refusals) => Preview { refusals, ..Preview::default() },
            Ok(Plan::Move(plan)) => preview_move(self, field, phase, &plan),
            Ok(_) => Preview::default(),
        }
    }

    fn combats(&self, field: &Field, phase: &Phase) -> Vec<OddsBar> {
        let board = Board::of(self, field, phase);
        let pairs = if phase.step == Step::Fight {
            phase.pairs.clone()
        } else {
            combat::resolve::pairs(&board, phase)
        };
        pairs.iter().map(|p| odds(self, field, &board, phase, p.active, p.inactive)).collect()
    }

    fn group(&self, field: &Field, phase: &Phase, unit: UnitId) -> Vec<UnitId> {
        movement::group::joined_to(&Board::of(self, field, phase), unit)
    }

    fn is_of_use(&self, field: &Field, phase: &Phase, unit: UnitId, manner: u8) -> bool {
        use movement::manner::{BREAK_OFF, COLUMN, ENTER_CAMP, FORM_COLUMN, GROUP, LEAVE_CAMP};
        let board = Board::of(self, field, phase);
        let Some(base) = board.base(unit) else { return manner == LEAVE_CAMP };
        match manner {
            GROUP | COLUMN | FORM_COLUMN => movement::group::joined_to(&board, unit).len() > 1,
            BREAK_OFF => board.enemies(base.side).any(|enemy| geometry::contact(base, enemy).is_some()),
            ENTER_CAMP => Side::ALL.into_iter().filter_map(|camp| board.outline(camp)).any(|camp| {
                camp.corners().iter().any(|corner| corner.distance(base.rect.centre) <= FARTHEST)
            }),
            LEAVE_CAMP => board.camp_of(unit).is_some(),
            _ => true,
        }
    }

    fn is_for_many(&self, manner: u8) -> bool {
        use movement::manner::{COLUMN, FORM_COLUMN, GROUP};
        matches!(manner, GROUP | COLUMN | FORM_COLUMN)
    }

    fn losses_in(&self) -> &'static str {
        "elements"
    }

    fn loss_limits(&self, _field: &Field, _phase: &Phase) -> BySide<Option<i32>> {
        BySide::each(|_| Some(victory::limit(&self.house)))
    }
}

/// No element goes farther than this in one move, in paces.
const FARTHEST: f64 = 600.0;

fn mm(corners: &[Vec2]) -> Vec<Vec2> {
    corners.iter().map(|p| *p * MM).collect()
}

/// The zones of control of an element (`dba.zoc.area`).
fn zones(board: &Board<'_>, base: &Base) -> Vec<Region> {
    let zone = |edge: &table::Edge| {
        let front = fronting(&base.rect, *edge);
        let others: Vec<Rect> = board.others(base.id).map(|b| b.rect).collect();
        let depth = geometry::zone_depth(&front, others.iter());
        let (w, d) = (front.half_width, front.half_depth);
        let corner = |u: f64, v: f64| front.place(u, d + v) * MM;
        Region {
            kind: RegionKind::Zone,
            outline: vec![corner(-w, 0.0), corner(-w, depth), corner(w, depth), corner(w, 0.0)],
            label: "zone of control".into(),
            rule: rule::ZOC_AREA,
        }
    };
    controlling_edges(base).iter().map(zone).collect()
}

/// What an element can shoot at (`dba.shoot.arc`).
fn arc(base: &Base) -> Option<Region> {
    let range = f64::from(tables().troop(base.troop).range);
    if range <= 0.0 {
        return None;
    }
    let (half, d) = (WIDTH * 1.5, base.rect.half_depth);
    let corners = [(-half, 0.0), (-half, range), (half, range), (half, 0.0)];
    let outline: Vec<Vec2> = corners.iter().map(|(u, v)| base.rect.place(*u, d + v)).collect();
    let label = format!("range {range} paces").into();
    Some(Region { kind: RegionKind::Arc, outline: mm(&outline), label, rule: rule::SHOOT_ARC })
}

/// How far the front of an element can come (`dba.move.rates`).
fn reach_of(board: &Board<'_>, phase: &Phase, base: &Base) -> Option<Region> {
    let movable = phase.step == Step::Move && movement::check::movable(board, phase).contains(&base.id);
    if !movable {
        return None;
    }
    let way = if ground::going_of(board, base) == Going::Bad { Way::Bad } else { Way::Good };
    let allowance = movement::rules::rate(base.troop, way)? * MM;
    let small = |r: &Rect| Rect {
        centre: r.centre * MM,
        half_width: r.half_width * MM,
        half_depth: r.half_depth * MM,
        ..*r
    };
    let obstacles: Vec<Rect> = board.others(base.id).map(|b| small(&b.rect)).collect();
    let own = small(&base.rect);
    let ask = Reach {
        start: base.pose(),
        width: own.half_width * 2.0,
        depth: own.half_depth * 2.0,
        allowance,
        obstacles: &obstacles,
        slack: NEAR * MM,
    };
    let outline = reach(&ask, board.ground, 5.0, |degrees| movement::rules::wheel(1.0, degrees).1 * MM);
    Some(Region { kind: RegionKind::Reach, outline, label: "reach".into(), rule: rule::MOVE_RATES })
}

/// What a move would do.
fn preview_move(book: &Dba, field: &Field, phase: &Phase, plan: &movement::plan::MovePlan) -> Preview {
    let board = Board::of(book, field, phase);
    let mut after = board.clone();
    let mut ghosts: Vec<(UnitId, Vec<table::Pose>)> = Vec::new();
    for (_, bases) in plan.legs() {
        for base in bases {
            match ghosts.iter_mut().find(|(id, _)| *id == base.id) {
                Some((_, legs)) => legs.push(base.pose()),
                None => ghosts.push((base.id, vec![base.pose()])),
            }
        }
    }
    for base in plan.ends() {
        after.set(*base);
    }
    if let Some(base) = plan.conforms {
        after.set(base);
        ghosts.push((base.id, vec![base.pose()]));
    }
    let mut then = phase.clone();
    for (who, upon) in &plan.contacts {
        then.marks[who.index()].moved_into.add(*upon);
    }
    let label = |id: UnitId| field.card(id).label.clone();
    let mut words = vec![
        format!("{:.0} of {:.0} paces", plan.spent, plan.rate),
        crate::told::pips(plan.price.total().max(0) as u8),
    ];
    words.extend(plan.contacts.iter().map(|(a, b)| format!("{} into contact with {}", label(*a), label(*b))));
    let fights = combat::resolve::pairs(&after, &then);
    let moved = |id: UnitId| plan.ends().iter().any(|b| b.id == id);
    let odds = fights
        .iter()
        .filter(|p| moved(p.active) || moved(p.inactive))
        .map(|p| odds(book, field, &after, &then, p.active, p.inactive))
        .collect();
    Preview { ghosts, words, odds, ..Preview::default() }
}

/// The exact odds of a combat, from the first element's side.
fn odds(book: &Dba, field: &Field, board: &Board<'_>, phase: &Phase, me: UnitId, enemy: UnitId) -> OddsBar {
    let (a, b) = (
        combat::fighters::fighter(board, phase, me, enemy),
        combat::fighters::fighter(board, phase, enemy, me),
    );
    let clash = Clash::new(book, Kind::Close, [&a, &b]);
    let mut ways = [0u8; 5];
    for (n, end) in clash.odds() {
        let part = match end.results {
            [_, Effect::Destroyed] => 0,
            [Effect::Destroyed, _] => 4,
            [_, Effect::Recoil | Effect::Flee | Effect::AbandonCamp] => 1,
            [Effect::Recoil | Effect::Flee | Effect::AbandonCamp, _] => 3,
            _ => 2,
        };
        ways[part] += n;
    }
    let names = ["destroy", "drive_back", "nothing", "fall_back", "die"];
    let totals = [clash.tallies[0].total(), clash.tallies[1].total()];
    let label = |id: UnitId| field.card(id).label.clone();
    OddsBar {
        label: format!("{} on {}: {} against {}", label(me), label(enemy), totals[0], totals[1]),
        units: vec![me, enemy],
        parts: names
            .into_iter()
            .zip(ways)
            .filter(|(_, n)| *n > 0)
            .map(|(name, n)| (name, Fraction::new(n.into(), 36).to_string(), f64::from(n) / 36.0))
            .collect(),
        rules: clash.tallies.iter().flat_map(|t| t.factors()).map(|f| f.rule).collect(),
    }
}

const fn terrain(key: &'static str, name: &'static str, drawing: &'static str) -> TerrainLook {
    TerrainLook { key, name, drawing, band: None, rule: rule::TERRAIN_CLASSES }
}

const fn band(key: &'static str, paces: f64) -> TerrainLook {
    TerrainLook { band: Some(paces * MM), ..terrain(key, key, key) }
}

/// In the order of [`crate::data::tables::Terrain`].
const TERRAIN: &[TerrainLook] = &[
    terrain("open", "open ground", "open"),
    terrain("gentle_hill", "gentle hill", "hill"),
    terrain("steep_hill", "steep hill", "steep_hill"),
    terrain("woods", "woods", "woods"),
    terrain("marsh", "marsh", "marsh"),
    terrain("rough", "rough ground", "rough"),
    terrain("dunes", "dunes", "dunes"),
    terrain("oasis", "oasis", "oasis"),
    band("river", 100.0),
    terrain("waterway", "waterway", "waterway"),
    band("road", 100.0),
];

const fn class(key: &'static str, name: &'static str, glyph: &'static str) -> ClassLook {
    ClassLook { key, name, glyph, element: true }
}

/// In the order of [`Troop`].
const CLASSES: &[ClassLook] = &[
    class("artillery", "Artillery", "artillery"),
    class("auxilia", "Auxilia", "auxilia"),
    class("blades", "Blades", "blades"),
    class("bows", "Bows", "bows"),
    class("camelry", "Camelry", "camelry"),
    class("cavalry", "Cavalry", "cavalry"),
    class("cannon", "Cannon", "cannon"),
    class("dragoons", "Dragoons", "dragoons"),
    class("elephants", "Elephants", "elephants"),
    class("jaeger", "Jäger", "jaeger"),
    class("knights", "Knights", "knights"),
    class("light_horse", "Light Horse", "light-horse"),
    class("muskets", "Muskets", "muskets"),
    class("pikes", "Pikes", "pikes"),
    class("pistols", "Pistols", "pistols"),
    class("psiloi", "Psiloi", "psiloi"),
    class("rifles", "Rifles", "rifles"),
    class("scythed_chariots", "Scythed Chariots", "scythed-chariot"),
    class("shot", "Shot", "shot"),
    class("spears", "Spears", "spears"),
    class("war_wagons", "War Wagons", "war-wagons"),
    class("warband", "Warband", "warband"),
    class("camp_followers", "Camp Followers", "camp"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::tables::Terrain;

    #[test]
    fn looks_stand_in_the_order_of_the_tables() {
        for (troop, look) in Troop::ALL.into_iter().zip(CLASSES) {
            assert_eq!((troop.key(), troop.name()), (look.key, look.name));
        }
        assert_eq!(CLASSES.len(), Troop::ALL.len());
        for (kind, look) in Terrain::ALL.into_iter().zip(TERRAIN) {
            assert_eq!(kind.key(), look.key);
        }
        assert_eq!(TERRAIN.len(), Terrain::ALL.len());
    }
}
