//! Battles fought out in thought: both armies go on under recruits, whose decisions are made straight from the table
//! without a sheet being written and read.

use super::charge::is_charger;
use super::intent::halts;
use super::plan::Plan;
use super::plans::{self, Parts};
use super::scene::Scene;
use super::steady::{stands, wish};
use super::{answer, campaign, staff};
use crate::Level;
use crate::craft::guessed;
use dice::Seeded;
use std::sync::Arc;
use table::{Facing, Pose};
use umpire::{BySide, Pending, Place, Rulebook, Side, Unit, UnitId, View, Viewer};
use wrg1969::Wrg1969;
use wrg1969::api::aftermath::Chosen;
use wrg1969::api::board::MM;
use wrg1969::api::board::{Body, formation};
use wrg1969::api::board::{Flight, Step};
use wrg1969::api::charge::targets;
use wrg1969::api::house::House;
use wrg1969::api::movement::{Answers, Go, Intent};
use wrg1969::api::nerve;
use wrg1969::api::orders::Shape;
use wrg1969::api::play;
use wrg1969::api::victory;

/// In thought units march in so many sub-steps: coarse, but quick.
const SUBSTEPS: u16 = 5;
/// What is a clear lead, as a share of all points.
const CLEAR: f64 = 0.08;

/// How far from its edge an army has those who are not in sight.
const BEHIND: f64 = 4.0;

/// What a side sees, and enemies out of sight set up behind their line, where they may well be.
fn peopled(view: &View<Wrg1969>, side: Side) -> View<Wrg1969> {
    let mut peopled = view.clone();
    let enemy = Scene::of(Level::Recruit, view, side.other());
    let field = &view.field;
    let is_unseen = |id: UnitId| field.side(id) == enemy.side && field.unit(id).place == Place::Waiting;
    let middle = enemy.middle();
    let stood_up = |id: UnitId| {
        let kit = view.book.kit(id);
        // As many as such units often have.
        let (figures, files) = if !kit.is_troops() {
            (1, 1)
        } else if kit.troop.is_model() {
            (4, 4)
        } else if kit.troop.is_mounted() {
            (10, 5)
        } else {
            (16, 8)
        };
        let aside = 6.0 * f64::from(id.0 % 5) - 12.0;
        let facing = if enemy.side == Side::Red { Facing::NORTH } else { Facing::SOUTH };
        let pose = Pose::new(enemy.at_depth(middle + aside, BEHIND) * MM, facing);
        Unit { place: Place::Table, pose, ..Unit::waiting(formation(kit.troop, figures, files)) }
    };
    peopled.field = field.veiled(field.share_roster(), |id| is_unseen(id).then(|| stood_up(id)));
    for id in field.ids().filter(|&id| is_unseen(id)) {
        peopled.phase.units[id.index()].seen.original = peopled.field.unit(id).formation.figures;
    }
    peopled
}

/// A battle as it may stand now, with what is hidden guessed; units march in fewer sub-steps.
pub fn world(view: &View<Wrg1969>, side: Side, whims: &mut Seeded) -> View<Wrg1969> {
    let peopled = peopled(view, side);
    let world = guessed(&peopled, whims);
    let house = House { substeps: SUBSTEPS, ..view.book.house.clone() };
    View { book: Arc::new(Wrg1969 { house, ..Wrg1969::clone(&view.book) }), ..world }
}

/// What a side sees of a battle.
pub fn seen_by(world: &View<Wrg1969>, side: Side) -> View<Wrg1969> {
    let View { book, field, phase, .. } = world;
    let (ask, field, phase) = book.show(field, phase, side);
    let mut asks = BySide([None, None]);
    asks[side] = ask;
    let (viewer, pending) = (Viewer::Player(side), Pending::Sealed(asks));
    View { viewer, book: Arc::clone(book), field, phase, pending, seq: 0 }
}

/// What a side writes before the battle by a plan of such parts, or as a recruit would.
pub fn ordered(world: &View<Wrg1969>, side: Side, parts: Option<&Parts>) -> play::Plan {
    let seen = seen_by(world, side);
    let level = if parts.is_some() { Level::Veteran } else { Level::Recruit };
    let scene = Scene::of(level, &seen, side);
    let usual = Plan::of(&scene);
    let plan = parts.map_or(usual, |parts| plans::made(&usual, parts));
    campaign::read(&scene, &plan).unwrap_or(play::Plan::Begin)
}

/// How a side stands: its share of all points more than the enemy's, and whether it has won.
pub fn standing(view: &View<Wrg1969>, side: Side) -> f64 {
    let View { book, field, phase, .. } = view;
    let totals = victory::totals(book, field, phase);
    let (mine, theirs) = (totals[side], totals[side.other()]);
    let lead = (mine - theirs) / (mine + theirs).max(1.0);
    let won = match phase.step {
        Step::Over(outcome) => outcome.winner.map_or(0.0, |w| if w == side { 0.3 } else { -0.3 }),
        _ => 0.0,
    };
    won + 0.7 * lead / (lead.abs() + CLEAR)
}

/// What a recruit decides.
pub fn usual(scene: &Scene<'_>) -> play::Plan {
    match scene.view.phase.step {
        Step::Command => play::Plan::Command(staff::plan(scene)),
        Step::Intent => play::Plan::Intent(intents(scene)),
        Step::BonusPoint => play::Plan::Answers(Answers { met: answer::all(scene), ..Answers::default() }),
        Step::After => play::Plan::Chosen(Chosen { units: stands(scene), ..Chosen::default() }),
        Step::React => play::Plan::Chosen(Chosen { closing: closing(scene), ..Chosen::default() }),
        Step::Steady => play::Plan::Chosen(Chosen { orders: wish(scene), ..Chosen::default() }),
        _ => play::Plan::Chosen(Chosen::default()),
    }
}

fn intents(scene: &Scene<'_>) -> Vec<(UnitId, Intent)> {
    let mut intents = Vec::new();
    for body in scene.own().filter(|b| scene.is_free(b.id)) {
        let deep = body.troop().is_light() && body.ranks() > 2;
        let bound = scene.state(body.id).leg().is_some_and(|leg| leg.formation.is_some());
        let formation = (deep && !bound).then_some(Shape::Line);
        let stops = halts(scene, body) && targets(&scene.board, body).is_empty();
        if stops || formation.is_some() {
            let go = if stops { Go::Halt } else { Go::On };
            intents.push((body.id, Intent { go, formation, ..Intent::default() }));
        }
    }
    intents
}

/// Who tests to charge.
fn closing(scene: &Scene<'_>) -> Vec<UnitId> {
    let closes = |b: &&Body<'_>| {
        let may = |b: &Body<'_>| {
            let targets = nerve::may_close_with(&scene.board, b);
            !targets.is_empty() && nerve::is_near_enough(&scene.board, b, &targets)
        };
        b.kit.is_unit() && scene.state(b.id).seen.flight == Flight::None && is_charger(scene, b) && may(b)
    };
    scene.own().filter(closes).map(|b| b.id).collect()
}
