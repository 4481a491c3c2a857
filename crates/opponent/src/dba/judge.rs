//! What a board is worth to the side that has just moved.

use super::scene::{Cornered, Places, Scene, prize, sides, toll};
use super::{blocks, contacts, estimate};
use dba::api::board::{Board, WIDTH};
use dba::api::board::{Marks, Phase};
use dba::api::data::tables;
use dba::api::data::{Going, Troop};
use dba::api::movement;
use dba::api::movement::MovePlan;
use dba::api::tactics;
use dba::api::tactics::Stance;
use dba::api::{board, combat, contact, shooting};
use dice::{Dice, Die, RollId};
use umpire::{Cx, Field, Side, Silent, UnitId};

/// What the enemy's chances of next bound count against those of this one.
const THREAT: f32 = 0.8;
/// What the shots of the enemy's next bound count, when his guns are heard.
const COMING: f32 = 0.8;
/// What our own chances of the bound after count.
const CHANCE: f32 = 0.45;
/// The odds of having so many PIPs or more, from one.
const PIPS: [f32; 6] = [1.0, 0.83, 0.67, 0.5, 0.33, 0.17];
/// A fight that this bound does not decide goes on in the next.
const MELEE: f32 = 1.3;

/// What the board is worth once movement ends so, in elements; more is better for the side that moves.
pub fn stand(scene: &Scene<'_>, field: Field, phase: Phase) -> f32 {
    let (field, phase) = turned(scene, field, phase);
    let board = Board::of(scene.book, &field, &phase);
    let stance = Stance::of(&board, &phase);
    let next = next_bound(&phase);
    let after = |side: Side| faced(scene, &field, &next, &board, &stance, side);
    let (ours, theirs) = (after(scene.side), after(scene.side.other()));
    let fights = MELEE * melees(&ours, &phase);
    let coming = Phase { active: scene.side.other(), ..next.clone() };
    let fire = volleys(&ours, &phase) + COMING * volleys(&ours, &coming);
    let (threat, chance) = (opportunities(&theirs), opportunities(&ours));
    fights + fire - THREAT * threat + CHANCE * chance + posture(&ours)
}

/// The field and the phase after a move.
pub fn carried_out(scene: &Scene<'_>, plan: &MovePlan) -> (Field, Phase) {
    let (mut field, mut phase) = (scene.field.clone(), scene.phase.clone());
    movement::carry_out(scene.book, &mut phase, plan, &mut Cx::new(&mut field, &mut NoDice, &mut Silent));
    (field, phase)
}

/// The field and the phase once everyone who is struck in flank or rear has turned.
pub fn turned(scene: &Scene<'_>, mut field: Field, mut phase: Phase) -> (Field, Phase) {
    contact::turn_to_face(scene.book, &mut phase, &mut Cx::new(&mut field, &mut NoDice, &mut Silent));
    (field, phase)
}

/// Moves roll no dice.
struct NoDice;

impl Dice for NoDice {
    fn roll(&mut self, _why: RollId, _die: &'static Die) -> u8 {
        1
    }
}

/// The phase as the next bound begins: nobody has moved.
pub fn next_bound(phase: &Phase) -> Phase {
    let mut next = phase.clone();
    next.marks.fill(Marks::default());
    next
}

/// The board as a side would face it if it were to move next.
pub fn faced<'v>(
    scene: &Scene<'v>,
    field: &'v Field,
    phase: &'v Phase,
    board: &Board<'v>,
    stance: &Stance,
    side: Side,
) -> Scene<'v> {
    Scene {
        book: scene.book,
        field,
        phase,
        side,
        board: board.clone(),
        sides: sides(board),
        stance: stance.clone(),
        free: (0..board.bases.len() as u8).filter(|&i| is_loose(board, stance, i, side)).collect(),
        prize: prize(board, stance, side),
        toll: toll(scene.book, field, phase),
        patience: scene.patience,
        cornered: Cornered::default(),
    }
}

/// Whether one of a side may move where it likes.
fn is_loose(board: &Board<'_>, stance: &Stance, i: u8, side: Side) -> bool {
    let tie = &stance.ties[usize::from(i)];
    board.bases[usize::from(i)].side == side && tie.front.is_none() && !tie.held
}

/// The combats of this bound.
fn melees(scene: &Scene<'_>, phase: &Phase) -> f32 {
    let [own, theirs] = [scene.side, scene.side.other()].map(|side| scene.toll[side]);
    let mut sum = 0.0;
    for pair in combat::pairs(&scene.board, phase) {
        let ids = if scene.field.side(pair.active) == scene.side {
            [pair.active, pair.inactive]
        } else {
            [pair.inactive, pair.active]
        };
        let melee = tactics::melee(&scene.board, phase, ids);
        sum += melee.stakes[1] * theirs - melee.stakes[0] * own;
    }
    sum
}

/// The shots of a bound, each at its usual target.
fn volleys(scene: &Scene<'_>, phase: &Phase) -> f32 {
    let mut sum = 0.0;
    for (i, side) in [scene.side, scene.side.other()].into_iter().enumerate() {
        let shooters = shooting::shooters(&scene.board, phase, side);
        let mut lines: Vec<(UnitId, Vec<(UnitId, f64)>)> = Vec::new();
        for s in &shooters {
            let Some(base) = scene.board.base(s.unit) else { continue };
            let Ok(distance) = shooting::reach(&scene.board, base, s.usual) else { continue };
            match lines.iter_mut().find(|(t, line)| *t == s.usual && line.len() < shooting::MOST) {
                Some((_, line)) => line.push((s.unit, distance)),
                None => lines.push((s.usual, vec![(s.unit, distance)])),
            }
        }
        let lost: f32 = lines.iter().map(|(target, line)| tactics::fire(&scene.board, *target, line).0).sum();
        sum += scene.toll[side.other()] * if i == 0 { lost } else { -lost };
    }
    sum
}

/// What a side can hope to gain by attacks if it were to move next: its best attacks, each as likely as the PIP for it.
fn opportunities(scene: &Scene<'_>) -> f32 {
    let mut attacks: Vec<(f32, Places)> = Vec::with_capacity(16);
    attacks.extend(scene.free.iter().map(|&i| (contacts::best_of_one(scene, i), 1 << i)));
    for block in blocks::blocks(scene).iter().filter(|b| b.rank > 1) {
        let ahead = blocks::ahead(scene, block);
        if let Some((gap, foe)) = ahead.foe
            && gap <= block.rate.min(ahead.room)
            && let Some((value, _)) = estimate::charge(scene, block, gap, foe)
        {
            attacks.push((value, block.who.iter().fold(0, |set, i| set | 1 << i)));
        }
    }
    attacks.retain(|(value, _)| *value > 0.0);
    attacks.sort_by(|a, b| b.0.total_cmp(&a.0));
    let (mut sum, mut spent, mut done) = (0.0, 0, Places::default());
    for (value, who) in attacks {
        if done & who == 0 && spent < PIPS.len() {
            sum += value * PIPS[spent];
            spent += 1;
            done |= who;
        }
    }
    sum
}

/// How the side stands: near the enemy unless it waits for him, in line, on ground it likes, its general safe.
fn posture(scene: &Scene<'_>) -> f32 {
    let eager = if scene.waits() { 0.0 } else { 0.10 + 0.6 * scene.lateness() };
    let mut sum = 0.0;
    for i in scene.of_side(scene.side) {
        let (base, tie) = (scene.base(i), scene.tie(i));
        if tie.is_engaged() || tie.overlaps.is_some() {
            continue;
        }
        let near = scene.foes().map(|f| scene.base(f).rect.centre.distance(base.rect.centre));
        let far = near.fold(2000.0, f64::min);
        let range = f64::from(scene.book.house.range(base.troop));
        let wish = if range > 0.0 { range } else { WIDTH };
        let lag = ((far - wish).max(0.0) / 1000.0) as f32;
        sum -= lag * if base.general { 0.4 * eager } else { eager };
        sum += 0.012 * [tie.left, tie.right].iter().flatten().count() as f32;
        if let Some(b) = tie.behind {
            let support = tables().support.same(base.troop);
            let same = scene.base(b).troop == base.troop;
            sum += if same { 0.02 * f32::from(support) } else { 0.0 };
        }
        let rough = board::going(&scene.board, &base.rect, base.troop) == Going::Bad;
        if rough {
            sum -= if tactics::likes_bad_going(base.troop) { 0.0 } else { 0.08 };
        }
        if base.general {
            sum -= alone(scene, i);
        }
        if blocks::shoots_from(scene, base.troop, far - base.rect.half_depth) && base.troop != Troop::Psiloi {
            sum += 0.03;
        }
    }
    sum
}

/// What it costs that the general has no friends about him.
fn alone(scene: &Scene<'_>, general: u8) -> f32 {
    let at = scene.base(general).rect.centre;
    let friends = scene.of_side(scene.side).filter(|&i| i != general);
    let near = friends.filter(|&i| scene.base(i).rect.centre.distance(at) < 2.5 * WIDTH).count();
    match near {
        0 => 0.15,
        1 => 0.06,
        _ => 0.0,
    }
}
