//! Reaction tests on the table: which factors apply, the throw, and what becomes of the testers.

use crate::aftermath::{pursuit, rout};
use crate::board::Board;
use crate::board::state::{Act, Contact, Fate, Heading, Leader, Phase, Step};
use crate::charge::reach;
use crate::data::disorder::Cause;
use crate::data::kit::Land;
use crate::data::occasion::Occasion;
use crate::data::tables::tables;
use crate::data::troop::{Class, Troop};
use crate::nerve::rules::{Line, Lines, Outcome, Test};
use crate::told::words;
use crate::{Wrg6, nerve, rule};
use dice::RollId;
use mechanics::{Befallen, Shot};
use table::{Edge, Vec2, distance};
use umpire::voice;
use umpire::{Cx, Deed, Ruling, Side, UnitId};

/// A sign that an owner chose for a factor of a body: plus or minus.
pub type Sign = (UnitId, Line, bool);

/// The factors that the table gives a body, those of choice apart.
pub fn lines(board: Board<'_>, id: UnitId) -> Lines {
    let (state, side) = (board.state(id), board.side(id));
    let mut lines = Lines::default();
    let charges = |other: UnitId| {
        board.phase.charge_of(other).is_some()
            || board.state(other).seen.pursuing.is_some()
            || countercharges(board, other)
    };
    let retires = |other: UnitId| {
        let other = board.state(other);
        !other.seen.routing && (other.seen.heading == Heading::Retiring || other.seen.retiring > 0)
    };
    let near: Vec<UnitId> = board
        .bodies()
        .filter(|&other| {
            other != id && board.within(id, other, tables().reaction.near) && board.sees(id, other)
        })
        .collect();
    let friends = || near.iter().copied().filter(|&other| board.side(other) == side);
    let enemies = || near.iter().copied().filter(|&other| board.side(other) != side);
    let advances = |other: UnitId| board.state(other).seen.heading == Heading::Advancing;
    lines.note(Line::Advancing, advances(id) || friends().any(advances));
    lines.count(Line::EnemyRetiring, enemies().filter(|&e| retires(e)).count() as u32);
    lines.count(Line::FriendsCharging, friends().filter(|&f| charges(f)).count() as u32);
    lines.note(Line::InflictedMore, state.seen.inflicted > state.seen.received);
    lines.note(Line::ReceivedMore, state.seen.received > state.seen.inflicted);
    let broken = seen_broken(board, id, &near);
    let of_side = |mine: bool| broken.iter().filter(|&&o| (board.side(o) == side) == mine).count() as u32;
    lines.count(Line::EnemyBroken, of_side(false));
    lines.count(Line::FriendsBroken, of_side(true));
    lines.note(Line::SingleEnemy, enemies().count() <= 1);
    lines.note(Line::Pursuing, state.pursued());
    lines.note(Line::ImpetuousOrLooting, state.seen.impetuous || state.seen.looting);
    lines.note(Line::EnemyAdvancing, enemies().any(advances));
    let gone_back = friends().filter(|&f| retires(f) && !board.kit(f).troop.is_light()).count();
    lines.count(Line::FriendsRetiring, gone_back as u32);
    let dreaded = |e: UnitId| {
        let troop = board.kit(e).troop;
        !board.state(e).seen.routing && (troop == Troop::Elephant || troop.is_chariot())
    };
    lines.note(Line::EnemyElephantsOrChariots, enemies().any(dreaded));
    lines.note(Line::Outranged, state.seen.shot.outranged);
    lines.note(Line::Threatened, threatened(board, id, enemies()));
    lines.note(Line::NoFriends, !friends().any(|f| !board.state(f).seen.routing));
    let causes = board.causes(id);
    let frights = [Cause::NearElephants, Cause::NearCamels, Cause::NearBang];
    let beasts = board.kit(id).troop.is_mounted() && frights.into_iter().any(|cause| causes.has(cause));
    lines.note(Line::FireOrBeasts, state.seen.shot.fire || beasts);
    leaders(board, id, &mut lines);
    lines
}

/// Whether a body counter-charges: it will, being wild, or it did last period, which is the first test to see it
/// (`wrg6.reaction.factor.friends_charging`).
fn countercharges(board: Board<'_>, id: UnitId) -> bool {
    let state = board.state(id);
    let wild = state.now.row == 1 && board.phase.charges_on(id).next().is_some();
    !state.seen.routing && (wild || state.last.act == Act::Countercharged)
}

/// The other bodies that a body sees broken near it, or saw break near it in this period or the last, and that have not
/// been seen to rally since (`wrg6.reaction.factor.friends_broken`).
fn seen_broken(board: Board<'_>, id: UnitId, near: &[UnitId]) -> Vec<UnitId> {
    let mut all: Vec<UnitId> = near.iter().copied().filter(|&o| board.state(o).seen.routing).collect();
    all.extend(board.phase.breaks.iter().filter(|broken| broken.near.contains(&id)).map(|broken| broken.who));
    all.sort_unstable();
    all.dedup();
    all
}

/// The factors of standards, relics and generals lost.
fn leaders(board: Board<'_>, id: UnitId, lines: &mut Lines) {
    let command = &board.phase.command[board.side(id)];
    if let Some(standard) =
        command.standard.filter(|&s| board.field.on_table(s) && board.within(id, s, tables().reaction.far))
    {
        lines.note(Line::StandardAdvancing, board.state(standard).seen.heading == Heading::Advancing);
        lines.note(Line::StandardRetiring, board.state(standard).seen.heading == Heading::Retiring);
    }
    let relic =
        command.relic.filter(|&r| board.field.on_table(r) && board.within(id, r, tables().reaction.far));
    lines.note(Line::RelicVisible, relic.is_some_and(|r| r == id || board.sees(id, r)));
    let lost = |what: Leader, within: f64| {
        let here = board.rect(id).centre;
        command.mourned.iter().any(|m| m.what == what && m.at.vec().distance(here) <= within)
    };
    lines.note(Line::RelicLost, lost(Leader::Relic, tables().reaction.far));
    lines.note(Line::StandardLost, lost(Leader::Standard, tables().reaction.far));
    // Only the most senior general near counts: a subordinate is not missed beside the commander-in-chief.
    let chief = command.generals.iter().find(|general| general.cinc && !general.lost);
    let chief_near =
        chief.and_then(|chief| board.general_gap(chief, id)).is_some_and(|gap| gap <= tables().reaction.near);
    lines.note(Line::SurprisedShakenOrRouting, !chief_near && lost(Leader::General, tables().reaction.near));
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
        mine && board.general_gap(general, id).is_some_and(|gap| gap <= tables().reaction.near)
    });
    let with = board.general_with(id);
    if near && with.is_none() {
        list.push(Line::GeneralNear);
    }
    let level = board.level(id);
    let seen = |&e: &UnitId| board.within(id, e, tables().reaction.near) && board.sees(id, e);
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
            !board.state(f).seen.routing
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
        v < rect.half_depth && board.within(id, e, tables().reaction.far) && board.sees(id, e)
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
        let target = crate::charge::resolve::target(board, id, charge.on);
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
        class: state.kept.class.unwrap_or(Class::C),
        training: kit.training,
        strength,
        original: state.seen.original.into(),
        occasion,
        posture: state.posture(),
        shaken: state.seen.shaken,
        routing: state.seen.routing,
        recoiling: state.seen.fate == Some(Fate::Recoil),
        target_close_foot,
        lines,
    };
    test.derive(charger_foot, (state.kept.shot_casualties, state.seen.shot.strength.into()));
    // All occasions of a step are one test: whoever is surprised as well counts it.
    let surprised = board.phase.step == Step::Other
        && nerve::rules::due(&befallen(board, id)).any(|(occasion, _)| occasion == Occasion::Surprise);
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
        let (name, why) = (voice::name(field, id), words::occasion(test.occasion));
        let outcome = words::outcome(test.outcome(row));
        let factors = test.factors(&book.house);
        let (dice, sign) = (total - factors.total(), factors.total());
        let text = format!("{name} tested {why}, threw {dice} with factors {sign:+}, scored {total} (row {row}) and {outcome}.");
        let more = [
            (test.shaken != test.shaken_after(row), rule::REACTION_SHAKEN_RECOVERY),
            (test.occasion == Occasion::Surprise, rule::GEO_D8),
        ];
        let more = more.into_iter().filter(|(applies, _)| *applies).map(|(_, rule)| rule);
        let ruling = Ruling::new(rule, text).tally(id, factors);
        let ruling = test.rules().into_iter().chain(more).fold(ruling, Ruling::also);
        // The row would tell the class, and the factors where the generals are.
        let aloud = Ruling::new(rule, format!("{name} tested {why} and {outcome}."));
        let kept = ruling.kept_for(side);
        if Board::of(book, field, phase).shows(id) { kept.aloud(aloud) } else { kept }
    });
    row
}

/// What a test outside charges makes of a body.
pub fn obey(book: &Wrg6, phase: &mut Phase, id: UnitId, test: &Test, row: u8, cx: &mut Cx<'_>) {
    let outcome = test.outcome(row);
    let in_contact = phase.in_contact(id);
    let state = phase.state_mut(id);
    state.now.tested = true;
    state.seen.shaken = test.shaken_after(row);
    if row >= 2 {
        state.seen.impetuous = false;
    }
    match outcome {
        Outcome::Rally => cx.deed(Deed::Rallied { unit: id }),
        Outcome::NoAdvance
        | Outcome::ShakenNoAdvance
        | Outcome::ShakenRetire
        | Outcome::ShakenRetireDisordered => cx.deed(Deed::Barred { unit: id }),
        _ => {}
    }
    match outcome {
        Outcome::Impetuous => state.seen.impetuous = true,
        Outcome::Rally => {
            state.seen.routing = false;
            state.seen.pursuing = None;
            phase.breaks.retain(|broken| broken.who != id);
        }
        Outcome::NoAdvance | Outcome::ShakenNoAdvance => state.now.no_advance = true,
        Outcome::ShakenRetire | Outcome::ShakenRetireDisordered => {
            state.seen.retiring = 2;
            state.now.no_advance = true;
            if in_contact {
                state.seen.fate = Some(Fate::Recoil);
            }
            if outcome == Outcome::ShakenRetireDisordered {
                state.seen.causes.add(Cause::RetiredDisordered);
            }
        }
        Outcome::Break => rout::breaks(book, phase, id, None, cx),
        _ => {}
    }
    if in_contact {
        held_in_contact(id, outcome, cx);
    }
}

/// Tells what a result means to those who fight hand-to-hand (`wrg6.reaction.in_contact`).
fn held_in_contact(id: UnitId, outcome: Outcome, cx: &mut Cx<'_>) {
    let what = match outcome {
        Outcome::NoAdvance | Outcome::ShakenNoAdvance => "would neither follow up nor pursue",
        Outcome::ShakenRetire | Outcome::ShakenRetireDisordered => "had to fall back a recoil",
        _ => return,
    };
    cx.rule(|field| Ruling::new(rule::REACTION_IN_CONTACT, format!("{} {what}.", voice::name(field, id))));
}

/// Which bodies of the table must or may test in a step, and why.
pub fn testers(board: Board<'_>) -> Vec<(UnitId, Occasion, bool)> {
    let tests = |id: UnitId| match board.phase.step {
        Step::First => tests_first(board, id).then_some((id, Occasion::First, true)),
        Step::Other => tests_later(board, id).map(|(occasion, must)| (id, occasion, must)),
        _ => None,
    };
    board.bodies().filter(|&id| !board.state(id).now.tested).filter_map(tests).collect()
}

/// What befell a body that had tested already this period, if it calls for a test in the next: a friend that broke
/// since (`wrg6.reaction.once`).
pub fn missed(board: Board<'_>, id: UnitId) -> Option<Occasion> {
    if board.state(id).seen.routing {
        return None;
    }
    let befallen = befallen(board, id);
    nerve::rules::due(&befallen)
        .find(|(occasion, _)| *occasion == Occasion::FriendBroken)
        .map(|(occasion, _)| occasion)
}

/// Whether a body takes its first test in step 2 (`wrg6.reaction.when.first`).
fn tests_first(board: Board<'_>, id: UnitId) -> bool {
    let state = board.state(id);
    let has_met_enemy = nerve::rules::was_first(&board.book.house, state.kept.tested_first);
    // Whoever would not test even in reach need not be measured.
    if state.seen.routing || board.phase.in_contact(id) || has_met_enemy {
        return false;
    }
    let in_reach = || {
        let mut enemies = board.enemies(board.side(id)).filter(|&enemy| !board.state(enemy).seen.routing);
        enemies.any(|enemy| reach::in_reach(board, enemy, id))
    };
    let meets_enemy = state.seen.shot.periods > 0 || in_reach();
    nerve::rules::due(&Befallen { meets_enemy, has_met_enemy, ..Befallen::default() }).next().is_some()
}

/// Why a body tests in step 4, and whether it must.
fn tests_later(board: Board<'_>, id: UnitId) -> Option<(Occasion, bool)> {
    if board.state(id).seen.routing {
        // Whoever broke by a test of this period takes no other in it, and whoever broke runs before it may rally.
        let now = board.state(id).seen.broke_at >= 2 * board.phase.period;
        let ran = board.state(id).last.act == Act::Routed || board.book.house.rally_before_running;
        return (!now && ran).then_some((Occasion::Restrain, true));
    }
    match nerve::rules::due(&befallen(board, id)).next() {
        Some((occasion, _)) => Some((occasion, true)),
        None => may_try(board, id).then_some((Occasion::Restrain, false)),
    }
}

/// Whether an owner may wish a body to test: to recover, to be held in, not to pursue.
fn may_try(board: Board<'_>, id: UnitId) -> bool {
    let state = board.state(id);
    let curable = state.seen.shaken && 2 * board.strength(id) >= state.seen.original;
    curable || state.seen.impetuous || may_be_held(board, id)
}

/// Whether a test could hold a body back from a pursuit (`wrg6.reaction.when.restrain`).
pub fn may_be_held(board: Board<'_>, id: UnitId) -> bool {
    let compelled = board.book.house.pursuit_compulsory || board.state(id).seen.impetuous;
    !board.state(id).seen.routing && compelled && pursuit::would_pursue(board, id).is_some()
}

/// What befell a body that step 4 tests for.
fn befallen(board: Board<'_>, id: UnitId) -> Befallen {
    let (state, side, period) = (board.state(id), board.side(id), board.phase.period);
    let broke = board.phase.breaks.iter().any(|broken| {
        board.side(broken.who) == side
            && broken.who != id
            && broken.moment > state.seen.answered
            && broken.near.contains(&id)
    });
    let command = &board.phase.command[side];
    let here: Vec2 = board.rect(id).centre;
    let nearest =
        |list: &mut dyn Iterator<Item = UnitId>| list.map(|o| board.gap(id, o)).min_by(f64::total_cmp);
    let surprised = &mut board
        .enemies(side)
        .filter(|e| !command.seen.contains(e) && board.within(id, *e, 100.0) && board.sees(id, *e));
    let lately = command.mourned.iter().filter(|m| m.period + 1 == period).map(|m| m.at.vec());
    let lost = lately.filter(|&at| at.distance(here) <= tables().reaction.far && board.sees_place(id, at));
    Befallen {
        shot: Shot {
            men: state.kept.shot_casualties,
            strength: state.seen.shot.strength.into(),
            models: board.kit(id).troop.is_model(),
            periods: state.seen.shot.periods.into(),
        },
        surprised_at: nearest(surprised),
        // How far off it was is a matter of when it broke: whoever saw it near tests.
        friend_broke_at: broke.then_some(0.0),
        leader_lost_at: lost.map(|at| at.distance(here)).min_by(f64::total_cmp),
        ..Befallen::default()
    }
}
