//! Reaction tests on the table: which factors apply, the throw, and what becomes of the testers.

use crate::Wrg6;
use crate::board::Board;
use crate::disorder::Cause;
use crate::kit::Land;
use crate::phase::{Contact, Heading, Leader, Phase, Step};
use crate::reaction::{self, Line, Lines, Occasion, Outcome, Test};
use crate::tables::tables;
use crate::troop::{Class, Troop};
use crate::{pursuit, rout, rule, veil, words};
use dice::RollId;
use mechanics::{Befallen, Shot};
use ruling::ledger;
use table::{Edge, Vec2, distance};
use umpire::{Cx, Ruling, Side, UnitId};

/// Near, for most factors, in paces.
const NEAR: f64 = 150.0;
/// Near, for standards and relics.
const FAR: f64 = 300.0;

/// A sign that an owner chose for a factor of a body: plus or minus.
pub type Sign = (UnitId, Line, bool);

/// The factors that the table gives a body, those of choice apart.
pub fn lines(board: Board<'_>, id: UnitId) -> Lines {
    ledger::cite(rule::REACTION_DISTANCE);
    ledger::cite(rule::REACTION_ADVANCING);
    let (state, side) = (board.state(id), board.side(id));
    let mut lines = Lines::default();
    // Whoever has broken and not been seen to rally is still running.
    let broken = |other: UnitId| board.state(other).routing;
    let charges =
        |other: UnitId| board.phase.charge_of(other).is_some() || board.state(other).pursuing.is_some();
    let retires = |other: UnitId| {
        let other = board.state(other);
        !other.routing && (other.heading == Heading::Retiring || other.retiring > 0)
    };
    let near: Vec<UnitId> = board
        .bodies()
        .filter(|&other| other != id && board.within(id, other, NEAR) && board.sees(id, other))
        .collect();
    let friends = || near.iter().copied().filter(|&other| board.side(other) == side);
    let enemies = || near.iter().copied().filter(|&other| board.side(other) != side);
    let advances = |other: UnitId| board.state(other).heading == Heading::Advancing;
    lines.note(Line::Advancing, advances(id) || friends().any(advances));
    lines.count(Line::EnemyRetiring, enemies().filter(|&e| retires(e)).count() as u32);
    lines.count(Line::FriendsCharging, friends().filter(|&f| charges(f)).count() as u32);
    lines.note(Line::InflictedMore, state.inflicted > state.received);
    lines.note(Line::ReceivedMore, state.received > state.inflicted);
    lines.count(Line::EnemyBroken, enemies().filter(|&e| broken(e)).count() as u32);
    lines.count(Line::FriendsBroken, friends().filter(|&f| broken(f)).count() as u32);
    lines.note(Line::SingleEnemy, enemies().count() <= 1);
    lines.note(Line::Pursuing, state.pursued);
    lines.note(Line::ImpetuousOrLooting, state.impetuous || state.looting);
    lines.note(Line::EnemyAdvancing, enemies().any(advances));
    let gone_back = friends().filter(|&f| retires(f) && !board.kit(f).troop.is_light()).count();
    lines.count(Line::FriendsRetiring, gone_back as u32);
    let dreaded = |e: UnitId| {
        let troop = board.kit(e).troop;
        !board.state(e).routing && (troop == Troop::Elephant || troop.is_chariot())
    };
    lines.note(Line::EnemyElephantsOrChariots, enemies().any(dreaded));
    lines.note(Line::Outranged, state.outranged);
    lines.note(Line::Threatened, threatened(board, id, enemies()));
    lines.note(Line::NoFriends, !friends().any(|f| !board.state(f).routing));
    let causes = board.causes(id);
    let frights = [Cause::NearElephants, Cause::NearCamels, Cause::NearBang];
    let beasts = board.kit(id).troop.is_mounted() && frights.into_iter().any(|cause| causes.has(cause));
    lines.note(Line::FireOrBeasts, state.fire || beasts);
    leaders(board, id, &mut lines);
    lines
}

/// The factors of standards, relics and generals lost.
fn leaders(board: Board<'_>, id: UnitId, lines: &mut Lines) {
    let command = &board.phase.command[board.side(id)];
    if let Some(standard) = command.standard.filter(|&s| board.field.on_table(s) && board.within(id, s, FAR))
    {
        lines.note(Line::StandardAdvancing, board.state(standard).heading == Heading::Advancing);
        lines.note(Line::StandardRetiring, board.state(standard).heading == Heading::Retiring);
    }
    let relic = command.relic.filter(|&r| board.field.on_table(r) && board.within(id, r, FAR));
    lines.note(Line::RelicVisible, relic.is_some_and(|r| r == id || board.sees(id, r)));
    let lost = |what: Leader, within: f64| {
        let here = board.rect(id).centre;
        command.mourned.iter().any(|m| m.what == what && m.at.vec().distance(here) <= within)
    };
    lines.note(Line::RelicLost, lost(Leader::Relic, FAR));
    lines.note(Line::StandardLost, lost(Leader::Standard, FAR));
    // Only the most senior general near counts: a subordinate is not missed beside the commander-in-chief.
    let chief = command.generals.iter().find(|general| general.cinc && !general.lost);
    let chief_near = chief.and_then(|chief| board.general_gap(chief, id)).is_some_and(|gap| gap <= NEAR);
    lines.note(Line::SurprisedShakenOrRouting, !chief_near && lost(Leader::General, NEAR));
    lines.note(Line::CommanderDefeated, command.defeated);
}

/// Whether an enemy near is behind the flank or uphill, or cover near is not friendly.
fn threatened(board: Board<'_>, id: UnitId, mut enemies: impl Iterator<Item = UnitId>) -> bool {
    let (rect, level) = (board.rect(id), board.level(id));
    let behind = |e: UnitId| {
        let back = board.rect(e).corners().into_iter().any(|p| rect.local(p).1 < rect.half_depth - 1.0);
        let before =
            |c: &Contact| c.place(e).is_some() && c.place(id).is_some_and(|i| c.edges[i] == Edge::Front);
        back && !board.phase.contacts.iter().any(before)
    };
    if enemies.any(|e| behind(e) || board.level(e) > level) {
        return true;
    }
    board.field.ground().pieces.iter().enumerate().any(|(i, piece)| {
        Land::of(piece.kind).is_cover()
            && piece.shape.distance(rect) <= 100.0
            && is_unfriendly(board, board.side(id), i)
    })
}

/// The factors whose sign a body's owner may choose (`wrg6.reaction.factor.choice`).
pub fn choices(board: Board<'_>, id: UnitId) -> Vec<Line> {
    let mut list = Vec::new();
    if flanks_secure(board, id) {
        list.push(Line::FlanksSecure);
    }
    let command = &board.phase.command[board.side(id)];
    let near = command.generals.iter().any(|general| {
        let mine = general.cinc || general.command.contains(&id);
        mine && board.general_gap(general, id).is_some_and(|gap| gap <= NEAR)
    });
    let with = board.general_with(id);
    if near && with.is_none() {
        list.push(Line::GeneralNear);
    }
    let level = board.level(id);
    let seen = |&e: &UnitId| board.within(id, e, NEAR) && board.sees(id, e);
    let mut close = board.enemies(board.side(id)).filter(seen).peekable();
    let higher = close.peek().is_some() && close.all(|e| board.level(e) < level);
    if higher || board.in_cover(id) {
        list.push(Line::HighGroundOrCover);
    }
    match with {
        Some(true) => list.push(Line::CincWith),
        Some(false) => list.push(Line::SubGeneralWith),
        None => {}
    }
    list
}

/// Whether both flanks lean on something and nobody is behind (`wrg6.reaction.factor.flanks_secure`).
fn flanks_secure(board: Board<'_>, id: UnitId) -> bool {
    let (rect, ground) = (board.rect(id), board.field.ground());
    let side = board.side(id);
    let held = |edge: Edge| {
        let flank = table::Convex::segment(rect.edge(edge));
        let friend = board.friends(id).any(|f| {
            !board.state(f).routing
                && board.may_be_within(id, f, 30.0)
                && distance(&flank, board.rect(f)) <= 30.0
        });
        let cover = |(i, piece): (usize, &table::Piece)| {
            Land::of(piece.kind).is_cover()
                && piece.shape.distance(&flank) <= 30.0
                && !is_unfriendly(board, side, i)
        };
        friend
            || rect.edge(edge).into_iter().any(|end| ground.nearest_edge(end).1 <= 30.0)
            || ground.pieces.iter().enumerate().any(cover)
    };
    let behind = |e: UnitId| {
        let (_, v) = rect.local(board.rect(e).centre);
        v < rect.half_depth && board.within(id, e, FAR) && board.sees(id, e)
    };
    held(Edge::Left) && held(Edge::Right) && !board.enemies(side).any(behind)
}

/// Whether a piece of cover is held by an enemy whom the side sees, or none of its own has touched it yet.
fn is_unfriendly(board: Board<'_>, side: Side, piece: usize) -> bool {
    let shape = &board.field.ground().pieces[piece].shape;
    let seen = |e: UnitId| board.bodies().any(|mine| board.side(mine) == side && board.sees(mine, e));
    !board.phase.command[side].trodden.contains(&(piece as u16))
        || board.enemies(side).any(|e| shape.contains(board.rect(e).centre) && seen(e))
}

/// A test of a body on the table, with its owner's signs.
pub fn test(board: Board<'_>, id: UnitId, occasion: Occasion, signs: &[Sign]) -> Test {
    let (kit, state) = (board.kit(id), board.state(id));
    let mut lines = lines(board, id);
    for (_, line, plus) in signs.iter().filter(|(unit, ..)| *unit == id) {
        lines.choose(*line, *plus);
    }
    let (mut target_close_foot, mut charger_foot) = (false, false);
    if let Some(charge) = board.phase.charge_of(id).filter(|_| occasion == Occasion::InitiateCharge) {
        let target = crate::charging::target(board, id, charge.on);
        lines.note(Line::WeakTarget, target.is_weak());
        target_close_foot = board.kit(charge.on).troop.is_close_foot() && charge.front;
        // Its own charge is only a wish so far.
    }
    if occasion == Occasion::Charged {
        charger_foot = board.phase.charges_on(id).any(|charge| !board.kit(charge.by).troop.is_mounted());
    }
    let strength = board.strength(id).into();
    let mut test = Test {
        troop: kit.troop,
        class: state.class.unwrap_or(Class::C),
        training: kit.training,
        strength,
        original: state.original.into(),
        occasion,
        posture: state.posture(),
        shaken: state.shaken,
        routing: state.routing,
        recoiling: state.outcome == Some(crate::after::Outcome::Recoil),
        target_close_foot,
        lines,
    };
    test.derive(charger_foot, (state.shot_casualties, state.shot_strength.into()));
    // All occasions of a step are one test: whoever is surprised as well counts it.
    let surprised = board.phase.step == Step::Other
        && reaction::due(&befallen(board, id)).any(|(occasion, _)| occasion == Occasion::Surprise);
    test.lines.note(Line::SurprisedShakenOrRouting, surprised);
    test
}

/// Throws a body's test and tells it: the row.
pub fn throw(book: &Wrg6, phase: &Phase, id: UnitId, test: &Test, cx: &mut Cx<'_>) -> u8 {
    let side = cx.field().side(id);
    let rule = tables().reaction.rule(test.occasion);
    let why = RollId::new(rule.as_str(), side as u8).unit(id.0);
    let total = test.throw(&book.house, why, cx.dice);
    let row = test.row(total);
    cx.rule(|field| {
        let (name, why) = (words::name(field, id), words::occasion(test.occasion));
        let outcome = words::outcome(test.outcome(row));
        let text = format!("{name} tested ({why}): {total}, row {row}: {outcome}.");
        let ruling =
            Ruling::new(rule, text).tally(id, test.factors(&book.house)).also(rule::REACTION_RESULTS);
        // The row would tell the class, and the factors where the generals are.
        let aloud = Ruling::new(rule, format!("{name} tested ({why}): {outcome}."));
        let kept = ruling.kept_for(side);
        if veil::shows(Board::of(book, field, phase), id) { kept.aloud(aloud) } else { kept }
    });
    row
}

/// What a test outside charges makes of a body.
pub fn obey(book: &Wrg6, phase: &mut Phase, id: UnitId, test: &Test, row: u8, cx: &mut Cx<'_>) {
    let outcome = test.outcome(row);
    let in_contact = phase.in_contact(id);
    let state = phase.state_mut(id);
    state.tested = true;
    state.shaken = test.shaken_after(row);
    if row >= 2 {
        state.impetuous = false;
    }
    match outcome {
        Outcome::Impetuous => {
            ledger::cite(rule::IMPETUOUS_CHARGE);
            state.impetuous = true;
        }
        Outcome::Rally => {
            state.routing = false;
            state.pursuing = None;
        }
        Outcome::NoAdvance | Outcome::ShakenNoAdvance => {
            ledger::cite(rule::REACTION_NO_ADVANCE);
            state.no_advance = true;
        }
        Outcome::ShakenRetire | Outcome::ShakenRetireDisordered => {
            ledger::cite(rule::REACTION_RETIRE);
            state.retiring = 2;
            state.no_advance = true;
            if in_contact {
                ledger::cite(rule::REACTION_IN_CONTACT);
                state.outcome = Some(crate::after::Outcome::Recoil);
            }
            if outcome == Outcome::ShakenRetireDisordered {
                state.causes.add(Cause::Evaded);
            }
        }
        Outcome::Break => rout::breaks(book, phase, id, None, cx),
        _ => {}
    }
}

/// Which bodies of the table must or may test in a step, and why.
pub fn testers(board: Board<'_>) -> Vec<(UnitId, Occasion, bool)> {
    ledger::cite(rule::REACTION_ONCE);
    let tests = |id: UnitId| match board.phase.step {
        Step::First => tests_first(board, id).then_some((id, Occasion::First, true)),
        Step::Other => tests_later(board, id).map(|(occasion, must)| (id, occasion, must)),
        _ => None,
    };
    board.bodies().filter(|&id| !board.state(id).tested).filter_map(tests).collect()
}

/// Whether a body takes its first test in step 2 (`wrg6.reaction.when.first`).
fn tests_first(board: Board<'_>, id: UnitId) -> bool {
    let state = board.state(id);
    let has_met_enemy = reaction::was_first(&board.book.house, state.tested_first);
    // Whoever would not test even in reach need not be measured.
    if state.routing || board.phase.in_contact(id) || has_met_enemy {
        return false;
    }
    let in_reach = || {
        let mut enemies = board.enemies(board.side(id)).filter(|&enemy| !board.state(enemy).routing);
        enemies.any(|enemy| board.in_reach(enemy, id))
    };
    let meets_enemy = state.shot_periods > 0 || in_reach();
    reaction::due(&Befallen { meets_enemy, has_met_enemy, ..Befallen::default() }).next().is_some()
}

/// Why a body tests in step 4, and whether it must.
fn tests_later(board: Board<'_>, id: UnitId) -> Option<(Occasion, bool)> {
    if board.state(id).routing {
        // Whoever broke by a test of this period takes no other in it.
        let now = board.state(id).broke_at >= 2 * board.phase.period;
        return (!now).then_some((Occasion::Restrain, true));
    }
    match reaction::due(&befallen(board, id)).next() {
        Some((occasion, _)) => Some((occasion, true)),
        None => may_try(board, id).then_some((Occasion::Restrain, false)),
    }
}

/// Whether an owner may wish a body to test: to recover, to be held in, not to pursue.
fn may_try(board: Board<'_>, id: UnitId) -> bool {
    let state = board.state(id);
    let curable = state.shaken && 2 * board.strength(id) >= state.original;
    curable || state.impetuous || may_be_held(board, id)
}

/// Whether a test could hold a body back from a pursuit (`wrg6.reaction.when.restrain`).
pub fn may_be_held(board: Board<'_>, id: UnitId) -> bool {
    let compelled = board.book.house.pursuit_compulsory || board.state(id).impetuous;
    !board.state(id).routing && compelled && pursuit::would_pursue(board, id).is_some()
}

/// What befell a body that step 4 tests for.
fn befallen(board: Board<'_>, id: UnitId) -> Befallen {
    let (state, side, period) = (board.state(id), board.side(id), board.phase.period);
    let broke = |f: UnitId| board.state(f).routing && board.state(f).broke_at > state.answered;
    let command = &board.phase.command[side];
    let here: Vec2 = board.rect(id).centre;
    let nearest =
        |list: &mut dyn Iterator<Item = UnitId>| list.map(|o| board.gap(id, o)).min_by(f64::total_cmp);
    let surprised = &mut board
        .enemies(side)
        .filter(|e| !command.seen.contains(e) && board.within(id, *e, 100.0) && board.sees(id, *e));
    let lately = command.mourned.iter().filter(|m| m.period + 1 == period).map(|m| m.at.vec());
    let lost = lately.filter(|&at| at.distance(here) <= FAR && board.sees_place(id, at));
    Befallen {
        shot: Shot {
            men: state.shot_casualties,
            strength: state.shot_strength.into(),
            models: board.kit(id).troop.is_model(),
            periods: state.shot_periods.into(),
        },
        surprised_at: nearest(surprised),
        friend_broke_at: nearest(&mut board.friends(id).filter(|&f| broke(f) && board.sees(id, f))),
        leader_lost_at: lost.map(|at| at.distance(here)).min_by(f64::total_cmp),
        ..Befallen::default()
    }
}
