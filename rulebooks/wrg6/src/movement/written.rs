//! Step 7: normal moves written in words, judged, and what bodies do of themselves.

use crate::board::Board;
use crate::board::state::Act;
use crate::charge::reach;
use crate::data::formation;
use crate::data::lengths::{HAIR, LEFT_OVER};
use crate::movement::together::Way;
use crate::orders::objective;
use crate::{movement, rule};
use ruling::Refusal;
use table::{Edge, Formation, Leg, Pose, Rect, Vec2, swept, wheel_arc};
use umpire::UnitId;

/// What a body is told to do in step 7.
#[derive(Clone, Debug)]
pub enum Doing {
    /// It stays.
    Halt,
    /// It rallies, mounted going back so many paces.
    Rally(f64),
    /// It mounts or dismounts.
    Change,
    /// It comes off its ships.
    Disembark,
    /// It goes.
    Go {
        /// Its way.
        way: Way,
        /// The formation in which it ends.
        formation: Formation,
    },
}

/// Whether a body is free to be moved by its owner in step 7.
pub fn is_free(board: Board<'_>, id: UnitId) -> bool {
    let state = board.state(id);
    let idle = matches!(state.now.act, Act::None | Act::Stood);
    idle && !state.seen.routing && state.seen.retiring == 0 && !board.phase.in_contact(id)
}

/// Whether a body may rally (`wrg6.rally.move`).
pub fn may_rally(board: Board<'_>, id: UnitId) -> bool {
    let safe = !board
        .enemies(board.side(id))
        .any(|enemy| !board.state(enemy).seen.routing && reach::in_reach(board, enemy, id));
    safe && !board.phase.in_contact(id) && !board.state(id).seen.routing
}

/// The least and the most a body may move.
pub fn allowance(board: Board<'_>, id: UnitId, touches_difficult: bool) -> (f64, f64) {
    let (kit, state) = (board.kit(id), board.state(id));
    let slowed = touches_difficult && kit.troop.minds_going();
    let normal = f64::from(movement::rules::over_difficult(
        &board.book.house,
        slowed,
        movement::rules::normal(kit.mover),
    ));
    state.kept.order.map_or((0.0, normal), |order| order.pace.limits(normal))
}

/// The lengths of advance that are tried differ by this many paces.
const TRIED: f64 = 10.0;

/// What a body does unless its owner writes otherwise: the longest straight advance that its order wants and the
/// table allows. It is always something the body may do.
pub fn usual(board: Board<'_>, id: UnitId) -> String {
    let (rect, state) = (board.rect(id), board.state(id));
    if state.seen.aboard {
        return "disembark".to_owned();
    }
    if !state.seen.causes.is_empty() && may_rally(board, id) {
        return "rally".to_owned();
    }
    let way = swept(rect, rect.ahead * board.kit(id).normal());
    let (least, most) = allowance(board, id, board.difficult(&way));
    if least == 0.0 || reach::enemy_at_hand(board, id) {
        return "halt".to_owned();
    }
    let (mut far, least) = (most.floor(), least.ceil());
    loop {
        let words = format!("ahead {far}");
        if judge(board, id, &words).is_ok() {
            return words;
        }
        if far <= least {
            return "halt".to_owned();
        }
        far = (far - TRIED).max(least);
    }
}

/// Reads what is written for a body and judges it.
///
/// # Errors
/// Every reason why it is not allowed.
pub fn judge(board: Board<'_>, id: UnitId, words: &str) -> Result<Doing, Vec<Refusal>> {
    match words.trim() {
        words if board.state(id).seen.aboard => aboard(id, words),
        "halt" | "" => halts(board, id),
        words @ ("mount" | "dismount") => mounts(board, id, words == "mount"),
        words if words.starts_with("rally") => rallies(board, id, words),
        _ => goes(board, id, words),
    }
}

/// Rallying: where it stands, or, mounted, up to half a normal move back (`wrg6.rally.move`).
fn rallies(board: Board<'_>, id: UnitId, words: &str) -> Result<Doing, Vec<Refusal>> {
    let mut refusals = Vec::new();
    if !may_rally(board, id) {
        let what = "an unbroken enemy could charge it, or it is fighting";
        refusals.push(refuse(id, rule::RALLY_MOVE, what));
    }
    let back = match words.split_whitespace().collect::<Vec<_>>()[..] {
        ["rally"] => 0.0,
        ["rally", "back", paces] => paces.parse().unwrap_or(-1.0),
        _ => -1.0,
    };
    let most = if board.kit(id).troop.is_mounted() { board.kit(id).normal() / 2.0 } else { 0.0 };
    if !(0.0..=most).contains(&back) {
        let what = format!("`{words}` is no rally for them");
        let instead = if most > 0.0 { "rally, rally back 40" } else { "rally" };
        refusals.push(refuse(id, rule::RALLY_MOVE, what).needs(back, most, "paces").instead(instead));
    }
    if refusals.is_empty() { Ok(Doing::Rally(back)) } else { Err(refusals) }
}

/// Whoever is aboard comes off, or stays (`wrg6.scope.ships`).
fn aboard(id: UnitId, words: &str) -> Result<Doing, Vec<Refusal>> {
    match words {
        "halt" | "" => Ok(Doing::Halt),
        "disembark" => Ok(Doing::Disembark),
        _ => Err(vec![refuse(id, rule::SCOPE_SHIPS, "it is aboard").instead("disembark, halt")]),
    }
}

/// Mounting and dismounting, instead of moving (`wrg6.mount`).
fn mounts(board: Board<'_>, id: UnitId, up: bool) -> Result<Doing, Vec<Refusal>> {
    let listed = board.book.kit(id);
    let other = if board.state(id).seen.changed { Some(listed) } else { listed.other.as_deref() };
    match other {
        Some(other) if board.kit(id).rides() != up && other.rides() == up => Ok(Doing::Change),
        _ => Err(vec![refuse(id, rule::MOUNT, if up { "it cannot mount" } else { "it cannot dismount" })]),
    }
}

fn refuse(id: UnitId, rule: ruling::RuleId, what: impl Into<std::borrow::Cow<'static, str>>) -> Refusal {
    Refusal::new(rule, what).about(id.0)
}

/// Halting: at pace Q only within charge reach, or where the way ahead is shut (`wrg6.orders.pace`).
fn halts(board: Board<'_>, id: UnitId) -> Result<Doing, Vec<Refusal>> {
    let (rect, state) = (board.rect(id), board.state(id));
    let (least, _) = allowance(board, id, board.difficult(&swept(rect, rect.ahead * board.kit(id).normal())));
    let may = least == 0.0
        || state.now.no_advance
        || state.now.act == Act::Stood
        || objective::is_reached(board, id)
        || reach::enemy_at_hand(board, id);
    if may {
        return Ok(Doing::Halt);
    }
    let words = format!("ahead {}", least.ceil());
    if shut(board, id, least) || goes(board, id, &words).is_err() {
        return Ok(Doing::Halt);
    }
    Err(vec![refuse(id, rule::ORDERS_PACE, "at pace Q it may not halt here").instead(words)])
}

/// Whether friends, enemies in sight or the edge keep a body from going so far ahead.
fn shut(board: Board<'_>, id: UnitId, far: f64) -> bool {
    let rect = board.rect(id);
    let edge = board.field.ground().run_to_edge(rect, rect.ahead, 0.0) < far;
    edge || board.bodies().filter(|&other| other != id).any(|other| {
        let friend = board.side(other) == board.side(id);
        let stop = if friend { 0.0 } else { 10.0 };
        table::cast(rect, rect.ahead, far + stop, board.rect(other), HAIR).is_some()
            && (friend || board.shows(other))
    })
}

/// A path of legs, separated by commas.
fn goes(board: Board<'_>, id: UnitId, words: &str) -> Result<Doing, Vec<Refusal>> {
    let (kit, unit) = (board.kit(id), board.field.unit(id));
    let (mut pose, mut formation) = (unit.pose, unit.formation);
    let normal = kit.normal();
    let open = kit.troop.is_open();
    let half = if open { 0.0 } else { normal / 2.0 };
    let mut way = Way::default();
    let mut refusals = Vec::new();
    let mut difficult = false;
    for leg in words.split(',') {
        let parts: Vec<&str> = leg.split_whitespace().collect();
        let number = |i: usize| {
            parts.get(i).and_then(|n| n.parse::<f64>().ok()).filter(|n| (0.0..=1000.0).contains(n))
        };
        let (width, depth) = (formation.width(), formation.depth());
        let (leg, cost) = match (parts.first().copied(), parts.get(1).copied()) {
            (Some("ahead"), _) if number(1).is_some() => {
                let far = number(1).unwrap_or(0.0);
                (Leg::ahead(pose, width, depth, far), far)
            }
            (Some("back"), _) if number(1).is_some() && open => {
                let far = number(1).unwrap_or(0.0);
                (Leg::ahead(pose, width, depth, -far), far)
            }
            (Some("shift"), Some(side @ ("left" | "right"))) if number(2).is_some() && open => {
                let far = number(2).unwrap_or(0.0);
                (Leg::shift(pose, width, depth, if side == "left" { -far } else { far }), far)
            }
            (Some("wheel"), Some(side @ ("left" | "right"))) if number(2).is_some() => {
                let degrees = number(2).unwrap_or(0.0).min(180.0);
                let edge = if side == "left" { Edge::Left } else { Edge::Right };
                (Leg::wheel(pose, width, depth, edge, degrees), wheel_arc(width, degrees))
            }
            (Some("turn"), Some(side @ ("left" | "right" | "about"))) => {
                let degrees = match side {
                    "left" => -90.0,
                    "right" => 90.0,
                    _ => 180.0,
                };
                (Leg::turn(pose, width, depth, degrees), half)
            }
            (Some("files"), _) if number(1).is_some_and(|n| n >= 1.0) => {
                let files = number(1).unwrap_or(1.0) as u16;
                refusals.extend(formation::faults(kit.troop, formation.figures.into(), files.into()));
                let front = formation.rect(pose).front_mid();
                formation.files = files.clamp(1, formation.figures.max(1));
                let ahead = pose.facing.vec();
                pose = Pose::new(front - ahead * (formation.depth() / 2.0), pose.facing);
                (Leg::ahead(pose, formation.width(), formation.depth(), 0.0), half)
            }
            _ => {
                let what = format!("`{}` is no move for them", leg.trim());
                let instead = "ahead 40, wheel left 20, turn about, files 6, halt, rally";
                return Err(vec![refuse(id, rule::MOVE_NORMAL, what).instead(instead)]);
            }
        };
        difficult |= is_difficult(board, &leg);
        let wheels = kit.troop.is_chariot() || kit.troop == crate::data::troop::Troop::Artillery;
        if wheels && board.under(&leg.last()).any(|p| crate::data::kit::Land::of(p.kind).bars_wheels()) {
            refusals.push(refuse(id, rule::TERRAIN_DIFFICULT, "wheels cannot enter that ground"));
        }
        pose = leg.end();
        way.push(leg, cost);
    }
    let end = formation.rect(pose);
    judge_end(board, id, &way, &end, difficult, &mut refusals);
    if refusals.is_empty() { Ok(Doing::Go { way, formation }) } else { Err(refusals) }
}

/// How many paces of how many a move that may be made takes; nothing if nobody goes anywhere.
pub fn used(board: Board<'_>, id: UnitId, words: &str) -> Option<(f64, f64)> {
    let Ok(Doing::Go { way, .. }) = judge(board, id, words) else { return None };
    let difficult = way.legs().any(|leg| is_difficult(board, leg));
    Some((way.cost(), allowance(board, id, difficult).1))
}

/// Whether a leg goes over difficult ground.
fn is_difficult(board: Board<'_>, leg: &Leg) -> bool {
    board.difficult(&swept(&leg.first(), leg.last().centre - leg.first().centre))
}

/// What orders and results say to where a move ends.
fn judge_end(
    board: Board<'_>,
    id: UnitId,
    way: &Way,
    end: &Rect,
    difficult: bool,
    refusals: &mut Vec<Refusal>,
) {
    let (state, side, start) = (board.state(id), board.side(id), board.rect(id));
    let (least, most) = allowance(board, id, difficult);
    let cost = way.cost();
    if cost > most + LEFT_OVER {
        refusals.push(refuse(id, rule::ORDERS_PACE, "it cannot go so far").needs(cost, most, "paces"));
    }
    let at_hand = reach::enemy_at_hand(board, id);
    if cost < least - LEFT_OVER && !at_hand && !objective::is_reached(board, id) && !shut(board, id, least) {
        refusals.push(refuse(
            id,
            rule::ORDERS_PACE,
            format!("at pace Q it goes half at the least, {least:.0} paces"),
        ));
    }
    if !board.field.ground().on_table(end, HAIR) {
        refusals.push(refuse(id, rule::MOVE_LEAVE, "that is off the table"));
    }
    let on = |p: Vec2| board.sector_of(side, p);
    let sector = state.kept.order.map(|order| order.area.sector());
    let strays = sector.is_some_and(|s| on(end.front_mid()) != s && on(start.front_mid()) == s);
    if strays {
        refusals.push(refuse(id, rule::ORDERS_AREA, "it would leave its sector"));
    }
    let nearer = |enemy: UnitId| {
        board.sees(id, enemy) && table::distance(end, board.rect(enemy)) < board.gap(id, enemy) - LEFT_OVER
    };
    if state.now.no_advance && board.enemies(side).any(nearer) {
        refusals.push(refuse(id, rule::REACTION_NO_ADVANCE, "it may not advance this period"));
    }
}

/// The way of a body that must retire: directly away from the nearest enemy, as far as it normally moves
/// (`wrg6.reaction.retire`).
pub fn retreat(board: Board<'_>, id: UnitId) -> Vec2 {
    let home = crate::board::forward(board.side(id)) * -1.0;
    let direction = board.nearest_enemy(id).map_or(home, |e| board.away_from(id, e));
    let kit = board.kit(id);
    let path = swept(board.rect(id), direction * kit.normal());
    let slowed = kit.troop.minds_going() && board.difficult(&path);
    direction
        * f64::from(movement::rules::over_difficult(
            &board.book.house,
            slowed,
            movement::rules::normal(kit.mover),
        ))
}

/// The way of an impetuous body: straight at the nearest enemy, wheeling to face him, or straight ahead; and whether it
/// changes direction (`wrg6.impetuous.charge`, `wrg6.disorder.rally`).
pub fn rush(board: Board<'_>, id: UnitId) -> (Way, bool) {
    let (rect, pose, normal) = (board.rect(id), board.field.unit(id).pose, board.kit(id).normal());
    let (width, depth) = (2.0 * rect.half_width, 2.0 * rect.half_depth);
    let mut way = Way::default();
    let Some(enemy) = board.nearest_enemy(id) else {
        way.push(Leg::ahead(pose, width, depth, normal), normal);
        return (way, false);
    };
    let toward = board.rect(enemy).centre - rect.centre;
    let turn = table::Facing::of(rect.ahead).turn_to(table::Facing::of(toward));
    let (mut at, mut left, mut turned) = (pose, normal, false);
    // A body that faces its enemy within a few degrees goes straight on.
    if turn.abs() > 5.0 {
        let degrees = turn.abs().min((normal / width).to_degrees());
        let wheel =
            Leg::wheel(pose, width, depth, if turn < 0.0 { Edge::Left } else { Edge::Right }, degrees);
        left -= wheel_arc(width, degrees);
        (at, turned) = (wheel.end(), true);
        way.push(wheel, wheel_arc(width, degrees));
    }
    if left > HAIR {
        way.push(Leg::ahead(at, width, depth, left), left);
    }
    (way, turned)
}
