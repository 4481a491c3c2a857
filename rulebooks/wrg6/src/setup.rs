//! Setting up by turns: terrain, scouting, sealed deployment. A scenario that puts everyone in place skips it.

use crate::board::Board;
use crate::board::state::{Phase, Step};
use crate::data::kit::Land;
use crate::data::lengths::HAIR;
use crate::data::points;
use crate::orders::order::Area;
use crate::orders::sheet::Plan;
use crate::{Wrg6, rule};
use dice::{D6, RollId};
use ruling::Refusal;
use std::sync::Arc;
use table::{Band, Facing, Ground, KindId, Piece, Point, Polygon, Pose, Shape, Vec2};
use umpire::voice;
use umpire::{Ask, BySide, Command, Cx, Event, Form, Place, Region, RegionKind, Ruling, Side, UnitId};

/// How many pieces of terrain a side may name (`wrg6.setup.terrain`).
pub const PIECES: u8 = 6;
/// How wide and deep a piece may be, in paces.
const WIDEST: f64 = 400.0;
/// From what throw on a piece is kept.
const KEPT: u8 = 3;

/// Which sides have something to decide, if the battle is still being set up by turns.
pub fn asked(phase: &Phase) -> Option<BySide<bool>> {
    match phase.step {
        Step::Terrain(side) => Some(BySide::each(|s| s == side)),
        Step::Deploy(None) => Some(BySide([true; 2])),
        Step::Deploy(Some(side)) => Some(BySide::each(|s| s == side)),
        _ => None,
    }
}

/// The question of this part of the set-up.
pub fn ask(board: Board<'_>, side: Side) -> Option<Ask> {
    match board.phase.step {
        Step::Terrain(_) => {
            let laid = Land::ALL.iter().filter(|land| **land != Land::Fortification);
            let kinds = laid.map(|land| (*land as u8, land.key())).collect();
            let prompt = "Name a piece of terrain, or say that you are done.";
            Some(Ask::new(rule::SETUP_TERRAIN, prompt, Form::Lay(kinds)))
        }
        Step::Deploy(_) => {
            let (low, high) = zone(board, side);
            let width = board.field.ground().width();
            let corners = [(0.0, low), (width, low), (width, high), (0.0, high)];
            let zone = corners.map(|(x, y)| Point::round(Vec2::new(x, y))).to_vec();
            let form = Form::Place { units: to_place(board, side), zone, may_decline: false };
            Some(Ask::new(rule::SETUP_DEPLOY, "Deploy your bodies in the sectors of their orders.", form))
        }
        _ => None,
    }
}

/// Judges a decision of the set-up.
///
/// # Errors
/// Every reason why it is not allowed.
pub fn check(board: Board<'_>, side: Side, command: &Command) -> Result<Plan, Vec<Refusal>> {
    match (board.phase.step, command) {
        (Step::Terrain(_), Command::Done) => Ok(Plan::default()),
        (Step::Terrain(_), Command::Lay(pieces)) => {
            let [piece] = &pieces[..] else {
                return Err(vec![Refusal::new(rule::SETUP_TERRAIN, "pieces are named one at a time")]);
            };
            let piece = judge_piece(board.field.ground(), piece).map_err(|why| vec![*why])?;
            Ok(Plan { piece: Some(piece), ..Plan::default() })
        }
        (Step::Deploy(_), Command::Done) => Ok(Plan { places: drawn_up(board, side), ..Plan::default() }),
        (Step::Deploy(_), Command::Place(places)) => {
            let refusals = faults(board, side, places);
            if refusals.is_empty() {
                Ok(Plan { places: places.clone(), ..Plan::default() })
            } else {
                Err(refusals)
            }
        }
        (Step::Terrain(_), _) => {
            Err(vec![Refusal::new(rule::SETUP_TERRAIN, "this is the time to lay terrain")])
        }
        _ => Err(vec![Refusal::new(rule::SETUP_DEPLOY, "this is the time to deploy")]),
    }
}

/// A piece of terrain as it would lie: no area wider or deeper than 400 paces, all of it on the table.
fn judge_piece(ground: &Ground, named: &umpire::Piece) -> Result<Piece, Box<Refusal>> {
    let refuse = |what: String| Box::new(Refusal::new(rule::SETUP_TERRAIN, what));
    let land =
        Land::ALL.get(usize::from(named.kind)).ok_or_else(|| refuse("there is no such ground".to_owned()))?;
    if *land == Land::Fortification {
        return Err(refuse("fortifications stand where the scenario puts them".to_owned()));
    }
    let line = matches!(land, Land::River | Land::Road);
    let shape = match named.width {
        Some(width) if line => Band::new(&named.points, f64::from(width) / Point::PER_MM).map(Shape::Band),
        None if !line => Polygon::new(&named.points).map(Shape::Area),
        _ => return Err(refuse("rivers and roads have a width, all other ground an outline".to_owned())),
    };
    let shape = shape.map_err(|error| refuse(error.to_string()))?;
    let bounds = shape.bounds();
    let size = bounds.max - bounds.min;
    let wide =
        if line { named.width.map_or(0.0, |w| f64::from(w) / Point::PER_MM) } else { size.x.max(size.y) };
    if wide > WIDEST {
        return Err(Box::new(
            Refusal::new(rule::SETUP_TERRAIN, "no piece is wider than that").needs(wide, WIDEST, "paces"),
        ));
    }
    let off =
        |p: &Vec2| p.x < -HAIR || p.y < -HAIR || p.x > ground.width() + HAIR || p.y > ground.depth() + HAIR;
    if !line && (off(&bounds.min) || off(&bounds.max)) {
        return Err(refuse("it lies partly off the table".to_owned()));
    }
    let id = format!("{}_{}", land.key(), ground.pieces.len() + 1);
    Ok(Piece { id, kind: KindId(*land as u8), shape, crest: None })
}

/// A side names a piece or has done; each is kept on a throw of 3 or more (`wrg6.setup.terrain`).
pub fn lay(phase: &mut Phase, side: Side, piece: Option<Piece>, cx: &mut Cx<'_>) {
    let Some(piece) = piece else {
        phase.named[side] = PIECES;
        next_piece(phase, side);
        return;
    };
    let why = RollId::new(rule::SETUP_TERRAIN.as_str(), side as u8);
    let face = cx.dice.roll(why, &D6);
    let kept = face >= KEPT;
    let name = Land::of(piece.kind).key().replace('_', " ");
    cx.rule(|_| {
        let what = if kept { "lies there" } else { "is taken away" };
        Ruling::new(rule::SETUP_TERRAIN, format!("The {name} {what}: {face}.")).rolled(side, None, face)
    });
    if kept {
        let mut ground = Ground::clone(cx.field().ground());
        ground.pieces.push(piece);
        cx.apply(Event::Laid { ground: Arc::new(ground), rule: rule::SETUP_TERRAIN });
    }
    phase.named[side] += 1;
    next_piece(phase, side);
}

/// The other side's turn, unless it has named all it wants; orders are written when both have.
fn next_piece(phase: &mut Phase, side: Side) {
    let next = [side.other(), side].into_iter().find(|s| phase.named[*s] < PIECES);
    phase.step = next.map_or(Step::Begin, Step::Terrain);
}

/// Who places first: both at once, or the side that was out-scouted (`wrg6.setup.scouting`).
pub fn first_to_deploy(book: &Wrg6, cx: &mut Cx<'_>) -> Option<Side> {
    let field = cx.field();
    let points = Side::ALL.map(|side| {
        let mine = field.ids().filter(|&id| field.side(id) == side);
        mine.map(|id| points::scouting(book.kit(id).troop, field.unit(id).formation.figures.into()))
            .sum::<u32>()
    });
    let seer = points::sees_first(points).map(|i| Side::ALL[i]);
    cx.rule(|field| {
        let [red, blue] = points;
        let what = seer.map_or("both place unseen".to_owned(), |side| {
            format!("{} saw the enemy's deployment first", voice::side(field, side))
        });
        Ruling::new(rule::SETUP_SCOUTING, format!("Scouting {red} against {blue}: {what}."))
    });
    seer.map(Side::other)
}

/// Puts bodies where their side placed them.
pub fn place(phase: &mut Phase, places: &[(UnitId, Pose)], cx: &mut Cx<'_>) {
    for (unit, pose) in places {
        cx.apply(Event::Placed { unit: *unit, pose: *pose, rule: rule::SETUP_DEPLOY });
        phase.state_mut(*unit).kept.away = None;
    }
}

/// The bodies that a side has still to place: all but those that march round a flank.
pub fn to_place(board: Board<'_>, side: Side) -> Vec<UnitId> {
    let waits = |id: &UnitId| {
        board.side(*id) == side
            && board.field.unit(*id).place == Place::Waiting
            && board.state(*id).kept.away.is_none()
    };
    board.field.ids().filter(waits).collect()
}

/// How deep a side's zone begins and ends (`wrg6.setup.deploy`).
fn zone(board: Board<'_>, side: Side) -> (f64, f64) {
    let depth = board.field.ground().depth();
    let deep = (depth / 2.0 - f64::from(board.book.house.deploy_short_of_centre)).max(0.0);
    match side {
        Side::Red => (0.0, deep),
        Side::Blue => (depth - deep, depth),
    }
}

/// Where a body that waits to be deployed may stand: its order's sector of the zone (`wrg6.setup.deploy`).
pub fn sector(board: Board<'_>, id: UnitId) -> Option<Region> {
    let side = board.side(id);
    if !matches!(board.phase.step, Step::Deploy(_)) || !to_place(board, side).contains(&id) {
        return None;
    }
    let area = board.state(id).kept.order?.area;
    let third = board.field.ground().width() / 3.0;
    let middle = |n: u8| third * (f64::from(n) + 0.5);
    let n = (0..3).find(|n| board.sector_of(side, Vec2::new(middle(*n), 0.0)) == area)?;
    let (west, east) = (third * f64::from(n), third * f64::from(n + 1));
    let (low, high) = zone(board, side);
    let outline = [(west, low), (east, low), (east, high), (west, high)];
    let outline = outline.map(|(x, y)| Vec2::new(x, y)).to_vec();
    let label = format!("sector {}", area.key()).into();
    Some(Region { kind: RegionKind::Reach, outline, label, rule: rule::SETUP_DEPLOY })
}

/// What is wrong with a deployment.
fn faults(board: Board<'_>, side: Side, places: &[(UnitId, Pose)]) -> Vec<Refusal> {
    let mut refusals = Vec::new();
    let mut refuse = |id: UnitId, what: String| {
        refusals.push(Refusal::new(rule::SETUP_DEPLOY, what).about(id.0));
    };
    let wanted = to_place(board, side);
    let strangers = places.iter().filter(|(id, _)| !wanted.contains(id));
    strangers.for_each(|(id, _)| refuse(*id, "it is not yours to place now".to_owned()));
    if places.iter().any(|(id, _)| !wanted.contains(id)) {
        return refusals;
    }
    let (low, high) = zone(board, side);
    let rect = |(id, pose): &(UnitId, Pose)| board.field.unit(*id).formation.rect(*pose);
    for (i, one) in places.iter().enumerate() {
        let (id, name) = (one.0, || voice::name(board.field, one.0));
        let footprint = rect(one);
        let inside = |p: &Vec2| p.y >= low - HAIR && p.y <= high + HAIR;
        if !board.field.ground().on_table(&footprint, HAIR) || !footprint.corners().iter().all(inside) {
            refuse(
                id,
                format!("{} stands outside the zone, {low} to {high} paces from the south edge", name()),
            );
        }
        if let Some(area) = board.state(id).kept.order.map(|order| order.area)
            && board.sector_of(side, footprint.front_mid()) != area
        {
            refuse(id, format!("{} is ordered to sector {}", name(), area.key()));
        }
        if places[..i].iter().any(|other| other.0 == id || rect(other).overlaps(&footprint, HAIR)) {
            refuse(id, format!("{} is placed twice or stands upon another", name()));
        }
    }
    for id in wanted {
        if !places.iter().any(|(placed, _)| *placed == id) {
            refuse(id, format!("{} has no place", voice::name(board.field, id)));
        }
    }
    refusals
}

/// The umpire's own drawing up: each sector in rows from the front of the zone, from left to right.
pub fn drawn_up(board: Board<'_>, side: Side) -> Vec<(UnitId, Pose)> {
    const GAP: f64 = 25.0;
    let (low, high) = zone(board, side);
    let ground = board.field.ground();
    let third = ground.width() / 3.0;
    let mut places = Vec::new();
    for (n, area) in [Area::Left, Area::Centre, Area::Right].into_iter().enumerate() {
        let mine = to_place(board, side).into_iter();
        let mine = mine.filter(|&id| board.state(id).kept.order.is_some_and(|order| order.area == area));
        // The screen before the line, reserves behind it.
        let mut mine: Vec<UnitId> = mine.collect();
        let rank = |id: &UnitId| {
            (!board.kit(*id).is_li(), board.state(*id).kept.order.map(|o| (o.pace as u8, o.posture as u8)))
        };
        mine.sort_by_key(|id| (rank(id), *id));
        let left = third * n as f64 + GAP;
        let (mut x, mut back, mut deepest) = (left, 0.0, 0.0_f64);
        for id in mine {
            let block = board.field.unit(id).formation;
            if x > left && x + block.width() > third * (n as f64 + 1.0) - GAP {
                (x, back, deepest) = (left, back + deepest + GAP, 0.0);
            }
            let from_edge = (high - low - back - block.depth() / 2.0).max(block.depth() / 2.0);
            let seen = Vec2::new(x + block.width() / 2.0, from_edge);
            let pose = match side {
                Side::Red => Pose::new(seen, Facing::NORTH),
                Side::Blue => {
                    Pose::new(Vec2::new(ground.width() - seen.x, ground.depth() - seen.y), Facing::SOUTH)
                }
            };
            places.push((id, pose));
            x += block.width() + GAP;
            deepest = deepest.max(block.depth());
        }
    }
    places
}
