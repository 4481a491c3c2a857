//! Deployment: loose foot in front, the line behind it, horse on both wings, the worst foot in support, the general in
//! the middle where most can see him.

use super::scene::Scene;
use table::{Facing, Pose, Rect, Vec2};
use umpire::{Command, Side, UnitId};
use wrg1969::api::board::Grade;
use wrg1969::api::board::{Feature, MM, Outline};
use wrg1969::api::setup::{overlap, troubles};
use wrg1969::api::tactics::Station;

/// The room between two units, in inches: room to pass, near enough to secure each other's flanks.
const GAP: f64 = 1.0;
/// How far behind the front of the zone the fronts of screen, line and support are.
const ROWS: [f64; 3] = [0.0, 3.0, 8.0];
/// How far the general stands behind the front of the line.
const GENERAL: f64 = 4.0;
/// Where the middle of the array may be tried beside the place it is wanted at.
const SHIFTS: [f64; 7] = [0.0, 4.0, -4.0, 8.0, -8.0, 14.0, -14.0];

/// Where everyone stands; the umpire's own drawing up if there is no room for this one.
pub fn places(scene: &Scene<'_>, units: &[UnitId]) -> Command {
    let wanted = wanted_middle(scene);
    let tried = SHIFTS.iter().map(|shift| array(scene, units, wanted + shift));
    let good = tried.filter(|places| stands(scene, places)).map(|places| (slowness(scene, &places), places));
    match good.min_by(|a, b| a.0.total_cmp(&b.0)) {
        Some((_, places)) => Command::Place(places),
        None => Command::Done,
    }
}

/// Where the middle of the array should be: in front of the ground that is worth something.
fn wanted_middle(scene: &Scene<'_>) -> f64 {
    let middle = scene.view.book.size.x / 2.0;
    let prizes = scene.view.book.features.iter().filter(|f| f.value > 0);
    let nearest = prizes.min_by(|a, b| scene.depth(a.centre()).total_cmp(&scene.depth(b.centre())));
    // Half way to it, so that neither wing hangs in the air.
    nearest.map_or(middle, |f| (seen_from_home(scene, f.centre()).x + middle) / 2.0)
}

/// A place as it looks from the own edge, and back: red's is the table's own.
fn seen_from_home(scene: &Scene<'_>, p: Vec2) -> Vec2 {
    if scene.side == Side::Red { p } else { scene.view.book.size - p }
}

fn width(scene: &Scene<'_>, id: UnitId) -> f64 {
    scene.view.field.unit(id).formation.width() / MM
}

fn row_width(scene: &Scene<'_>, row: &[UnitId]) -> f64 {
    (row.iter().map(|&id| width(scene, id) + GAP).sum::<f64>() - GAP).max(0.0)
}

/// The screen, the line with its wings, and the support, each from left to right.
fn rows(scene: &Scene<'_>, units: &[UnitId]) -> [Vec<UnitId>; 3] {
    let of = |stations: &[Station]| -> Vec<UnitId> {
        let is =
            |id: &&UnitId| scene.view.book.kit(**id).is_troops() && stations.contains(&scene.station(**id));
        units.iter().filter(is).copied().collect()
    };
    let mut screen = of(&[Station::Screen]);
    let mut line = of(&[Station::Line]);
    let mut support = Vec::new();
    // The best stand in the middle; the worst of many support the rest.
    let grade = |id: &UnitId| scene.state(*id).kept.grade.unwrap_or(Grade::E);
    line.sort_by_key(grade);
    let kept_back = line.len() / 4;
    support.extend(line.split_off(line.len() - kept_back));
    let line = from_the_middle(&line);
    let shooters = of(&[Station::Shooters, Station::Engines]);
    let horse = of(&[Station::Wing]);
    let outriders = of(&[Station::Outriders]);
    let (left, right) = shooters.split_at(shooters.len() / 2);
    let (horse_left, horse_right) = horse.split_at(horse.len() / 2);
    let (far_left, far_right) = outriders.split_at(outriders.len().div_ceil(2));
    let mut all: Vec<UnitId> = [far_left, horse_left, left, &line, right, horse_right, far_right].concat();
    let room = scene.view.book.size.x - 2.0 * GAP;
    while all.len() > 1 && row_width(scene, &all) > room {
        let spare = all.len() / 2;
        support.push(all.remove(spare));
    }
    while screen.len() > 1 && row_width(scene, &screen) > room {
        support.extend(screen.pop());
    }
    [screen, all, support]
}

/// The first in the middle, the others left and right of it in turn.
fn from_the_middle(best_first: &[UnitId]) -> Vec<UnitId> {
    let mut line = std::collections::VecDeque::new();
    for (i, &id) in best_first.iter().enumerate() {
        if i % 2 == 0 {
            line.push_back(id);
        } else {
            line.push_front(id);
        }
    }
    line.into()
}

fn array(scene: &Scene<'_>, units: &[UnitId], middle: f64) -> Vec<(UnitId, Pose)> {
    let book = &scene.view.book;
    let depth = book.zones[scene.side];
    let mut places = Vec::new();
    for (row, behind) in rows(scene, units).iter().zip(ROWS) {
        let wide = row_width(scene, row);
        let mut x = (middle - wide / 2.0).clamp(GAP, (book.size.x - wide - GAP).max(GAP));
        for &id in row {
            let deep = scene.view.field.unit(id).formation.depth() / MM;
            let y = (depth - behind - deep / 2.0).max(deep / 2.0);
            places.push((id, pose(scene, Vec2::new(x + width(scene, id) / 2.0, y))));
            x += width(scene, id) + GAP;
        }
    }
    let generals = units.iter().filter(|&&id| !book.kit(id).is_troops());
    for (n, &id) in generals.enumerate() {
        let aside = 12.0 * n.div_ceil(2) as f64 * if n % 2 == 0 { 1.0 } else { -1.0 };
        let y = (depth - ROWS[1] - GENERAL).max(1.0);
        places.push((id, pose(scene, Vec2::new((middle + aside).clamp(4.0, book.size.x - 4.0), y))));
    }
    places
}

fn pose(scene: &Scene<'_>, at: Vec2) -> Pose {
    let facing = if scene.side == Side::Red { Facing::NORTH } else { Facing::SOUTH };
    Pose::new(seen_from_home(scene, at) * MM, facing)
}

fn footprint(scene: &Scene<'_>, (id, pose): &(UnitId, Pose)) -> Rect {
    let block = scene.view.field.unit(*id).formation;
    Rect::new(pose.at.vec() * (1.0 / MM), pose.facing, block.width() / MM, block.depth() / MM)
}

/// Whether everyone may stand there.
fn stands(scene: &Scene<'_>, places: &[(UnitId, Pose)]) -> bool {
    let book = &scene.view.book;
    let rects: Vec<(UnitId, Rect)> = places.iter().map(|p| (p.0, footprint(scene, p))).collect();
    let clear = |i: usize| {
        let troops = |id: UnitId| book.kit(id).is_troops();
        let (id, rect) = rects[i];
        !troops(id) || rects[..i].iter().all(|(other, there)| !troops(*other) || !overlap(&rect, there))
    };
    rects.iter().all(|(_, rect)| troubles(book, scene.side, rect).is_empty()) && (0..rects.len()).all(clear)
}

/// How much slow ground lies under the array, where light foot does not mind it.
fn slowness(scene: &Scene<'_>, places: &[(UnitId, Pose)]) -> f64 {
    let minds = |id: UnitId| scene.view.book.kit(id).is_troops() && scene.station(id) != Station::Screen;
    let under = |rect: &Rect, feature: &Feature| match &feature.outline {
        Outline::Area(areas) if feature.kind.is_slow() => areas.iter().map(|a| a.overlap_area(rect)).sum(),
        _ => 0.0,
    };
    let rects = places.iter().filter(|p| minds(p.0)).map(|p| footprint(scene, p));
    rects.map(|rect| scene.view.book.features.iter().map(|f| under(&rect, f)).sum::<f64>()).sum()
}
