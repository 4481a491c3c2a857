//! What a screen needs to know of the book: names, marks, regions, previews.

use crate::board::Board;
use crate::board::state::{Contact, Face, Flame, Phase, Step, Volley, When};
use crate::charge::way::Way;
use crate::combat::attack::{self, Attack};
use crate::combat::resolve::{Blow, blow};
use crate::data::scale::MM;
use crate::movement::rules::{Course, Gait, allowance};
use crate::nerve::rules::after_losses;
use crate::play::rulebook::Plan;
use crate::shooting::declare::Declared;
use crate::shooting::resolve as shooting;
use crate::shooting::sight::{aim, words};
use crate::{Toms, rule};
use ruling::RuleId;
use table::{Rect, Vec2};
use umpire::{
    Badge, Budget, BySide, CardLine, ClassLook, Command, Field, Manoeuvre, OddsBar, Preview, Region,
    RegionKind, Rulebook as _, Ruler, Shown, Side, Site, TerrainLook, Throw, UnitId, voice,
};

impl Shown for Toms {
    const RULER: Ruler = Ruler { unit: "inches", mm: MM, step: 4.0, free_measuring: true };
    const PHASES: &'static [&'static str] = &["Set-up", "Declare", "Shoot", "Move", "Melee", "Rally"];

    fn terrain(&self) -> &'static [TerrainLook] {
        TERRAIN
    }

    fn luck(&self, throw: &Throw) -> Option<f64> {
        const TESTS: [RuleId; 8] = [
            rule::BREAK_NUMBER,
            rule::PANIC_NUMBER,
            rule::AUX_FC,
            rule::FC_NUMBER,
            rule::ELEPHANT_FLAME,
            rule::ELEPHANT_FLAME_NEAR,
            rule::ELEPHANT_WOUNDED,
            rule::ELEPHANT_BREAK_NUMBER,
        ];
        // Whoever tests is glad of dice that fall short.
        let sign = if TESTS.iter().any(|rule| rule.as_str() == throw.rule) { -1.0 } else { 1.0 };
        throw.beyond_average().map(|luck| sign * luck)
    }

    fn classes(&self) -> &'static [ClassLook] {
        CLASSES
    }

    fn phase_now(&self, phase: &Phase) -> usize {
        match phase.step {
            Step::Declare => 1,
            Step::Early | Step::Late => 2,
            Step::Move | Step::React(_) => 3,
            Step::Melee => 4,
            Step::Rally | Step::Over(_) => 5,
            _ => 0,
        }
    }

    fn budgets(&self, _field: &Field, _phase: &Phase) -> Vec<Budget> {
        Vec::new()
    }

    fn badges(&self, field: &Field, phase: &Phase, unit: UnitId) -> Vec<Badge> {
        let board = Board::of(self, field, phase);
        let state = phase.state(unit);
        let mut badges = Vec::new();
        let mut badge = |when: bool, sign, label: String, rule| {
            if when {
                badges.push(Badge { sign, label: label.into(), rule });
            }
        };
        badge(board.general(unit), "general", "a general rides with it".into(), rule::GENERAL_ATTACH);
        badge(board.is_broken(unit), "routing", "broken".into(), rule::BROKEN_FLEE);
        badge(board.is_berserk(unit), "impetuous", "berserk".into(), rule::ELEPHANT_BERSERK);
        let fire = board.fire(unit);
        badge(fire > 0, "burning", format!("burning, {fire}"), rule::FLAME_TICK);
        badge(board.is_hidden(unit), "hidden", "in ambush".into(), rule::WOODS_HIDDEN);
        badge(state.seen.holdfast, "halted", "holds fast".into(), rule::HOLDFAST_EFFECT);
        badge(state.now.shot, "fired", "has shot this turn".into(), rule::SHOOT_ONCE);
        badge(state.now.struck, "fought", "has struck this turn".into(), rule::MELEE_ORDER);
        badge(state.now.moved, "moved", "has moved this turn".into(), rule::TURN_CHOICE);
        badge(
            state.now.volley.is_some() && !state.now.shot,
            "order",
            "will shoot".into(),
            rule::TURN_DECLARE,
        );
        badge(state.seen.flame == Flame::Preparing, "order", "makes fire ready".into(), rule::FLAME_PREPARE);
        badge(state.seen.flame == Flame::Ready, "order", "has fire ready".into(), rule::FLAME_PREPARE);
        badges
    }

    fn card(&self, field: &Field, phase: &Phase, unit: UnitId) -> Vec<CardLine> {
        let board = Board::of(self, field, phase);
        let who = board.profile(unit);
        let mut lines = Vec::new();
        let mut line = |label: &'static str, value: String, rule| {
            lines.push(CardLine { label: label.into(), value, rule });
        };
        line("Type", who.name.to_owned(), who.rule);
        let strength = format!("{} of {}", board.men(unit), board.start(unit));
        line(if who.is_elephant() { "Lives" } else { "Figures" }, strength, rule::CASUALTIES);
        line("Move", format!("{} inches", who.pace), rule::MOVE_RATE);
        if who.charge != who.pace && who.charge > 0 {
            line("Charge", format!("{} inches", who.charge), rule::CHARGE_RATE);
        }
        if who.shoots() {
            line("Range", format!("{} inches, {}", who.range, who.missile.key()), rule::SHOOT_RANGE);
        }
        line("Armour", if who.armour { "yes" } else { "no" }.to_owned(), rule::KILL_ARMOUR);
        let shield = if who.shield > 0 { format!("{}+", who.shield) } else { "none".to_owned() };
        line("Shield", shield, rule::SHIELD_SAVE);
        line("Training", if who.trained { "trained" } else { "untrained" }.to_owned(), rule::BREAK_NUMBER);
        let (width, depth) = who.footprint(self.card, board.start(unit));
        line("Room", format!("{width:.1} by {depth:.1} inches"), rule::SCALE_BASE);
        line("Points", board.points(unit).to_string(), rule::POINTS_FIGURE);
        lines
    }

    fn regions(&self, field: &Field, phase: &Phase, unit: UnitId) -> Vec<Region> {
        let board = Board::of(self, field, phase);
        if !field.on_table(unit) {
            return Vec::new();
        }
        let (who, base) = (board.profile(unit), board.rect(unit));
        let course = Course { held_fast: phase.state(unit).seen.held_fast, ..Course::default() };
        let mut regions = Vec::new();
        let reach = allowance(who, Gait::Move, &course).total();
        regions.push(Region {
            kind: RegionKind::Reach,
            outline: strip(&base, reach),
            label: format!("{reach:.0} inches ahead").into(),
            rule: rule::MOVE_RATE,
        });
        if who.charge > 0 {
            let reach = allowance(who, Gait::Charge, &course).total();
            regions.push(Region {
                kind: RegionKind::ChargeReach,
                outline: strip(&base, reach),
                label: format!("charge {reach:.0} inches").into(),
                rule: rule::CHARGE_RATE,
            });
        }
        if who.shoots() {
            regions.push(Region {
                kind: RegionKind::Arc,
                outline: arc(&base, f64::from(who.range)),
                label: format!("range {} inches", who.range).into(),
                rule: rule::SHOOT_ARC,
            });
        }
        regions
    }

    fn sites(&self, _field: &Field, _phase: &Phase) -> Vec<Site> {
        Vec::new()
    }

    /// The men who are left, though the card they stand on is as large as ever.
    fn figures(&self, field: &Field, phase: &Phase, unit: UnitId) -> u16 {
        let board = Board::of(self, field, phase);
        let alone = field.unit(unit).formation.figures == 1;
        if alone { 1 } else { board.men(unit) }
    }

    fn manoeuvre(&self, _field: &Field, _phase: &Phase, _unit: UnitId) -> Manoeuvre {
        Manoeuvre::Turns
    }

    fn preview(&self, field: &Field, phase: &Phase, side: Side, command: &Command) -> Preview {
        match self.check(field, phase, side, command) {
            Err(refusals) => Preview { refusals, ..Preview::default() },
            Ok(Plan::March(march)) => Preview {
                words: vec![format!("{:.1} of {:.1} inches", march.advance, march.allowance.total())],
                ghosts: vec![(march.unit, march.legs)],
                ..Preview::default()
            },
            Ok(Plan::Charge(way)) => Preview {
                words: vec![
                    format!("{:.1} of {:.1} inches", way.length, way.allowance.total()),
                    format!("at its {}", way.face.key()),
                ],
                ghosts: vec![(way.charge.unit, vec![way.charge.touch])],
                odds: blows_of(self, field, phase, &way),
                ..Preview::default()
            },
            Ok(Plan::Declare(all)) => {
                let board = Board::of(self, field, phase);
                let mut preview = Preview::default();
                for (unit, declared) in all {
                    let Declared::Volley(volley) = declared else { continue };
                    foresee(&board, unit, volley, &mut preview);
                }
                preview
            }
            Ok(_) => Preview::default(),
        }
    }

    fn has_general(&self, field: &Field, phase: &Phase, unit: UnitId) -> bool {
        Board::of(self, field, phase).general(unit)
    }

    fn loss_limits(&self, field: &Field, phase: &Phase) -> BySide<Option<i32>> {
        let board = Board::of(self, field, phase);
        BySide::each(|side| Some(crate::victory::limit(&self.house, &crate::victory::loss(&board, side))))
    }

    fn combats(&self, field: &Field, phase: &Phase) -> Vec<OddsBar> {
        let board = Board::of(self, field, phase);
        let pairs = phase.contacts.iter().flat_map(|c| [(c.charger, c.charged), (c.charged, c.charger)]);
        pairs
            .filter(|&(a, b)| field.on_table(a) && field.on_table(b) && !board.is_broken(a))
            .filter_map(|(a, b)| odds(&board, a, b))
            .collect()
    }
}

/// The blows of a charge that is met where the target stands: the charger's, then the answer.
fn blows_of(book: &Toms, field: &Field, phase: &Phase, way: &Way) -> Vec<OddsBar> {
    let (charger, charged) = (way.charge.unit, way.charge.target);
    let mut then = phase.clone();
    then.state_mut(charger).now.bonus = !way.charge.woods;
    then.contacts.push(Contact {
        charger,
        charged,
        charger_face: Face::Front,
        charged_face: way.face,
        fresh: true,
    });
    let board = Board::of(book, field, &then);
    [(charger, charged), (charged, charger)].into_iter().filter_map(|(a, b)| odds(&board, a, b)).collect()
}

/// What a declared volley would do from where the shooters stand, or why it would do nothing there.
fn foresee(board: &Board<'_>, shooter: UnitId, volley: Volley, preview: &mut Preview) {
    match aim(board, shooter, volley.target, volley.flame) {
        Ok(aim) if !board.profile(shooter).is_engine() => {
            let how = shooting::Manner {
                rule: rule::SHOOT_MEN,
                steady: volley.when == When::Steady,
                over: aim.over,
                obscured: aim.obscured,
                face: aim.face,
            };
            let attack = shooting::attack(board, shooter, volley.target, &how);
            preview.odds.extend(chances(board, shooter, volley.target, &attack, vec![rule::SHOOT_KILL]));
        }
        Ok(_) => {}
        Err(why) => {
            let name = |id| voice::name(board.field, id);
            let what = words(why);
            preview.words.push(format!(
                "{} at {}, as it stands now: {what}.",
                name(shooter),
                name(volley.target)
            ));
        }
    }
}

/// The exact odds of one unit's blows.
fn odds(board: &Board<'_>, striker: UnitId, target: UnitId) -> Option<OddsBar> {
    let Blow { attack, needs, dice, save } = blow(board, striker, target);
    let rules = [&dice, &needs.tally, &save.tally].iter().flat_map(|t| t.factors()).map(|f| f.rule).collect();
    chances(board, striker, target, &attack, rules)
}

/// The chances of an attack: destroyed, driven to a test, or neither.
fn chances(
    board: &Board<'_>,
    striker: UnitId,
    target: UnitId,
    attack: &Attack,
    rules: Vec<RuleId>,
) -> Option<OddsBar> {
    let men = attack.men;
    let outcomes = attack::odds(attack).ok()?;
    let start = board.start(target);
    let elephant = board.profile(target).is_elephant();
    let tests = |lost: u16| after_losses(elephant, start, men, men - lost.min(men)).is_ok();
    let parts = [
        ("destroy", outcomes.chance(|o| o.casualties >= men)),
        ("drive_back", outcomes.chance(|o| o.casualties < men && tests(o.casualties))),
        ("nothing", outcomes.chance(|o| o.casualties < men && !tests(o.casualties))),
    ];
    let label = |id: UnitId| &board.field.card(id).label;
    let shown = parts.into_iter().filter(|(_, chance)| *chance > dice::Fraction::ZERO);
    Some(OddsBar {
        label: format!("{} on {}: {} at {}+", label(striker), label(target), attack.dice, attack.needs),
        units: vec![striker, target],
        parts: shown
            .map(|(name, chance)| (name, format!("{:.4}", chance.to_f64()), chance.to_f64()))
            .collect(),
        rules,
    })
}

/// The ground straight ahead of a unit, in millimetres.
fn strip(base: &Rect, length: f64) -> Vec<Vec2> {
    let (left, right) = (base.fl(), base.fr());
    [left, left + base.ahead * length, right + base.ahead * length, right].map(|p| p * MM).to_vec()
}

/// The front zone of a unit up to a range, in millimetres.
fn arc(base: &Rect, range: f64) -> Vec<Vec2> {
    const STEPS: u8 = 6;
    let diagonal = std::f64::consts::FRAC_1_SQRT_2;
    let mut outline = vec![base.fl()];
    for i in 0..=STEPS {
        let t = f64::from(i) / f64::from(STEPS);
        let (from, to) = ((base.ahead - base.right()) * diagonal, base.ahead);
        let way = from.lerp(to, t);
        outline.push(base.fl() + way * (range / way.len()));
    }
    for i in 0..=STEPS {
        let t = f64::from(i) / f64::from(STEPS);
        let (from, to) = (base.ahead, (base.ahead + base.right()) * diagonal);
        let way = from.lerp(to, t);
        outline.push(base.fr() + way * (range / way.len()));
    }
    outline.push(base.fr());
    outline.into_iter().map(|p| p * MM).collect()
}

const fn terrain(key: &'static str, name: &'static str, drawing: &'static str) -> TerrainLook {
    TerrainLook { key, name, drawing, band: None, rule: rule::MOVE_DIFFICULT }
}

/// In the order of the kinds of terrain.
const TERRAIN: &[TerrainLook] = &[
    terrain("wood", "wood", "woods"),
    terrain("hill", "hill", "hill"),
    terrain("wooded_hill", "wooded hill", "woods"),
    terrain("rough", "rough ground", "rough"),
    terrain("marsh", "marsh", "marsh"),
    terrain("stream", "stream", "stream"),
    terrain("obstacle", "obstacle", "wall"),
    terrain("impassable", "impassable ground", "waterway"),
];

const fn class(key: &'static str, name: &'static str, glyph: &'static str, element: bool) -> ClassLook {
    ClassLook { key, name, glyph, element }
}

/// In the order of the lists.
const CLASSES: &[ClassLook] = &[
    class("greek.hoplite", "Hoplite", "spears", false),
    class("greek.peltast", "Peltast", "psiloi", false),
    class("greek.archer", "Archer", "bows", false),
    class("greek.rhodian_slinger", "Rhodian Slinger", "psiloi", false),
    class("greek.javelin_cavalry", "Javelin cavalry", "light-horse", false),
    class("greek.cataphract", "Cataphractii", "knights", false),
    class("greek.ballista", "Ballista", "artillery", true),
    class("persian.archer", "Archer", "bows", false),
    class("persian.spearman", "Spearmen", "spears", false),
    class("persian.immortal_spearman", "Immortal spearmen", "bows", false),
    class("persian.phoenician_marine", "Phoenician marine", "auxilia", false),
    class("persian.arabian_camel", "Arabian camels", "camelry", false),
    class("persian.spearman_cavalry", "Spearmen cavalry", "cavalry", false),
    class("persian.caspian_cavalry", "Caspian cavalry", "light-horse", false),
    class("persian.sakae_cavalry", "Sakae cavalry", "light-horse", false),
    class("carthaginian.gaul", "Gauls", "warband", false),
    class("carthaginian.infantry", "Cartg. Infantry", "auxilia", false),
    class("carthaginian.mercenary_bowman", "Mercenaries - with bows", "bows", false),
    class("carthaginian.cretan_archer", "Cretan archers", "bows", false),
    class("carthaginian.slinger", "Slingers", "psiloi", false),
    class("carthaginian.mercenary_hoplite", "Mercenaries - hoplites", "spears", false),
    class("carthaginian.light_cavalry", "Cartg. light cavalry", "light-horse", false),
    class("carthaginian.elephant", "Elephants", "elephants", true),
    class("macedonian.phalangite", "Phalangite", "pikes", false),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::tables::tables;
    use crate::data::terrain::Terrain;

    #[test]
    fn looks_stand_in_the_order_of_the_tables() {
        let looks: Vec<(&str, &str)> = CLASSES.iter().map(|l| (l.key, l.name)).collect();
        let types: Vec<(&str, &str)> = tables().profiles.iter().map(|p| (p.key, p.name)).collect();
        assert_eq!(looks, types);
        let kinds: Vec<&str> = TERRAIN.iter().map(|l| l.key).collect();
        assert_eq!(kinds, Terrain::ALL.map(Terrain::key));
    }
}
