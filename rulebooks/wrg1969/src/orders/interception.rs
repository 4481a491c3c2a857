//! Riders in the enemy's way: a messenger, or a general by himself, whom an enemy comes upon fights for his life and
//! then rides on, if he lives (`wrg1969.orders.messengers.number`).

use crate::board::state::{Fight, General, Phase};
use crate::board::{Board, Body, TOUCH};
use crate::combat::resolve::fight_of;
use crate::data::measure::within;
use crate::orders::general;
use crate::setup::deploy;
use crate::{Wrg1969, rule};
use table::{Facing, Vec2};
use umpire::voice::name;
use umpire::{Cx, Event, Field, Motion, Ruling, UnitId};

/// Whoever was ridden onto by an enemy, or rode into one, is stopped at his edge and fights there this period.
pub fn intercept(book: &Wrg1969, phase: &mut Phase, cx: &mut Cx<'_>) {
    let caught: Vec<(UnitId, UnitId, Fight, Vec2)> = {
        let board = Board::of(book, cx.field(), phase);
        let by = |rider: &Body<'_>| {
            let enemies = board.units().filter(|e| e.side != rider.side && !board.routing(e.id));
            // A general and those who guard him are caught together.
            let guard = general::guard(phase, cx.field(), rider.id);
            let party: Vec<&Body<'_>> = guard.into_iter().filter_map(|id| board.body(id)).collect();
            let touches =
                |e: &Body<'_>| within(e.gap(rider), TOUCH) || party.iter().any(|g| within(e.gap(g), TOUCH));
            Board::nearest(rider, enemies, touches)
                .map(|enemy| (rider.id, enemy.id, fight_of(rider, enemy), stopped(rider, enemy)))
        };
        board.bodies.iter().filter(|b| is_alone(phase, cx.field(), b)).filter_map(by).collect()
    };
    for (rider, enemy, fight, at) in caught {
        cx.rule(|field| {
            let text = format!("{} caught {}.", name(field, enemy), name(field, rider));
            Ruling::new(rule::ORDERS_MESSENGERS_NUMBER, text)
        });
        let unit = cx.field().unit(enemy);
        let facing = Facing::of(unit.pose.at.vec() - at * crate::data::measure::MM);
        let to = crate::board::pose_at(at, facing);
        cx.apply(Event::Moved { unit: rider, to, motion: Motion::Conform, rule: rule::GEO_GENERAL });
        phase.fights.push(fight);
    }
    phase.fights.sort_by_key(|f| (f.red, f.blue));
}

/// Whether a rider has no unit about him, and no general at his side whom he guards.
fn is_alone(phase: &Phase, field: &Field, body: &Body<'_>) -> bool {
    let inside = |g: &General| g.figure == body.id && g.with.is_some();
    let guards = |g: &General| g.free && general::guard(phase, field, g.figure).contains(&body.id);
    !body.kit.is_troops() && !phase.command[body.side].generals().any(|g| inside(g) || guards(g))
}

/// Where a rider is stopped: outside the enemy, at the edge he is nearest to.
fn stopped(rider: &Body<'_>, enemy: &Body<'_>) -> Vec2 {
    let (right, ahead) = enemy.rect.local(rider.standard());
    let (w, d) = (enemy.rect.half_width, enemy.rect.half_depth);
    // A rider turned to his enemy is as deep as he is long.
    let off = rider.rect.half_depth + TOUCH / 2.0;
    // One in the very middle comes out to the right, or before the front, as the enemy looks.
    let out = |way: f64, half: f64| if within(0.0, way) { half + off } else { -half - off };
    if within(d - ahead.abs(), w - right.abs()) {
        enemy.rect.place(right.clamp(-w, w), out(ahead, d))
    } else {
        enemy.rect.place(out(right, w), ahead.clamp(-d, d))
    }
}

/// Riders who live through the blows of a period get away: they hold nobody up, drive nobody back, and ride clear of
/// every enemy so that nobody comes upon them where they stand.
pub fn get_away(book: &Wrg1969, phase: &mut Phase, cx: &mut Cx<'_>) {
    let rider = |f: &Fight| [f.red, f.blue].into_iter().find(|id| !book.kit(*id).is_troops());
    let riders: Vec<(UnitId, UnitId)> = phase
        .fights
        .iter()
        .filter_map(|f| Some((rider(f)?, if rider(f) == Some(f.red) { f.blue } else { f.red })))
        .collect();
    phase.fights.retain(|f| rider(f).is_none());
    for (unit, enemy) in riders {
        let to = {
            let board = Board::of(book, cx.field(), phase);
            board.body(unit).zip(board.body(enemy)).and_then(|(rider, enemy)| clear(&board, rider, enemy))
        };
        if let Some(at) = to {
            let to = crate::board::pose_at(at, cx.field().unit(unit).pose.facing);
            cx.rule(|field| {
                let text = format!("{} rode clear of {}.", name(field, unit), name(field, enemy));
                Ruling::new(rule::ORDERS_MESSENGERS_NUMBER, text)
            });
            let guard = general::guard(phase, cx.field(), unit);
            cx.apply(Event::Moved { unit, to, motion: Motion::March, rule: rule::GEO_GENERAL });
            // His guard goes with him.
            for (n, rider) in guard.into_iter().enumerate() {
                let to = deploy::beside(to, n as u16);
                cx.apply(Event::Moved { unit: rider, to, motion: Motion::March, rule: rule::GEO_GENERAL });
            }
        }
    }
}

/// The nearest place, straight away from an enemy or else towards his own edge, where a rider is out of every enemy's
/// normal move; where most of it is between them if there is none.
fn clear(board: &Board<'_>, rider: &Body<'_>, enemy: &Body<'_>) -> Option<Vec2> {
    let size = board.book.size;
    let on_table = |p: &Vec2| (1.0..=size.x - 1.0).contains(&p.x) && (1.0..=size.y - 1.0).contains(&p.y);
    let off = rider.standard() - enemy.standard();
    let away = if off.len() > 0.0 { off * (1.0 / off.len()) } else { -enemy.rect.ahead };
    let home = Vec2::new(0.0, if rider.side == umpire::Side::Red { -1.0 } else { 1.0 });
    let enemies: Vec<&Body<'_>> =
        board.units().filter(|e| e.side != rider.side && !board.routing(e.id)).collect();
    let room = |p: &Vec2| {
        let there = rider.at(*p, rider.facing);
        enemies.iter().map(|e| e.gap(&there) - e.normal()).fold(f64::INFINITY, f64::min)
    };
    let steps = (1..=rider.charge() as u32).map(f64::from);
    let places = steps.flat_map(|far| [away, home].map(|way| rider.standard() + way * far));
    let places: Vec<Vec2> = places.filter(on_table).collect();
    let free = places.iter().copied().find(|p| room(p) > 0.0);
    free.or_else(|| places.iter().copied().max_by(|a, b| room(a).total_cmp(&room(b))))
}
