//! The factors of a reaction test, one by one: who counts, who does not, and within what distance.

use crate::board::state::{Doing, Flight, General, Running, Threat};
use crate::combat::disorder::Cause;
use crate::data::feature::{Kind, Outline};
use crate::data::kit::{Kit, Role};
use crate::data::reaction::{Occasion, Reaction};
use crate::data::troop::Troop;
use crate::nerve::factors::{self, in_charge_reach};
use crate::nerve::rules::{Cinc, Line};
use crate::orders::order::Verb;
use crate::tests::fighting::common::{Spec, Table, unit};
use crate::tests::fighting::react::{alone, test, times};
use table::Facing;
use umpire::Side::{Blue, Red};
use umpire::UnitId;

fn foot(at: (f64, f64)) -> Spec {
    unit(Red, Troop::MediumInfantry, 20, 10, at)
}

fn enemy(troop: Troop, at: (f64, f64)) -> Spec {
    unit(Blue, troop, if troop == Troop::MediumInfantry { 20 } else { 4 }, 4, at)
}

fn runs(table: &mut Table, i: u16, reaction: Reaction) {
    table.state(i).seen.running = Some(Running { reaction, periods: 2, run: 0, since: 0 });
}

/// Every line of a test on an occasion that is not nought.
fn on(table: &Table, occasion: Occasion, line: Line) -> i16 {
    let board = table.board();
    let test = factors::test(&board, board.body(UnitId(0)).expect("there"), occasion).expect("a unit");
    test.sheet.times(line)
}

/// `wrg1969.reaction.factor.friends_near`, `wrg1969.reaction.factor.friends_in_sight`.
#[test]
fn fifteen_inches_is_near_and_beyond_is_in_sight() {
    for (apart, near) in [(15.0, true), (15.1, false)] {
        let table = Table::new(vec![foot((20.0, 10.0)), foot((20.0 + apart, 10.0))]);
        let told = [Line::FriendsNear, Line::FriendsInSight].map(|line| times(&table, 0, line));
        assert_eq!(told, if near { [1, 0] } else { [0, 1] }, "{apart}");
    }
    // Who is out of view does not count.
    let mut table = Table::new(vec![foot((20.0, 10.0)), foot((32.0, 10.0))]);
    table.square(Kind::Wood, (24.0, 0.0), (29.0, 48.0));
    let told = [Line::FriendsNear, Line::FriendsInSight].map(|line| times(&table, 0, line));
    assert_eq!(told, [0, 0]);
}

/// `wrg1969.reaction.def.routers`: a broken unit far off counts nowhere, a broken enemy near only as such.
#[test]
fn broken_units_count_only_where_they_run_by() {
    let mut table =
        Table::new(vec![foot((20.0, 10.0)), foot((36.0, 10.0)), enemy(Troop::HeavyCavalry, (20.0, 26.0))]);
    (table.state(1).seen.flight, table.state(2).seen.flight) = (Flight::Routing(1), Flight::Routing(1));
    let lines = [Line::FriendsRouting, Line::EnemiesRouting, Line::FriendsInSight, Line::EnemiesInSight];
    assert_eq!(lines.map(|line| times(&table, 0, line)), [0; 4]);
    let mut near = Table::new(vec![foot((20.0, 10.0)), enemy(Troop::HeavyCavalry, (20.0, 20.0))]);
    near.state(1).seen.flight = Flight::Routing(1);
    let lines = [Line::EnemiesRouting, Line::EnemyCavalry, Line::EnemiesNearFacing, Line::EnemyShowsFlank];
    assert_eq!(lines.map(|line| times(&near, 0, line)), [1, 0, 0, 0]);
    near.book.house.routers_count_as_near = true;
    assert_eq!(times(&near, 0, Line::EnemyCavalry), 1);
}

/// `wrg1969.reaction.factor.friends_advancing`, `.friends_charging`, `.friends_retiring`, `.enemy_advancing`.
#[test]
fn what_others_do_is_seen() {
    let table = || {
        Table::new(vec![foot((20.0, 10.0)), foot((26.0, 10.0)), enemy(Troop::MediumInfantry, (20.0, 22.0))])
    };
    let lines = [Line::FriendsAdvancing, Line::FriendsCharging, Line::FriendsRetiring];
    let told = |t: &Table| lines.map(|line| times(t, 0, line));
    assert_eq!(told(&table()), [0, 0, 0]);
    let mut t = table();
    t.state(1).now.advanced = true;
    assert_eq!(told(&t), [1, 0, 0]);
    let mut t = table();
    t.state(1).now.doing = Doing::Charging(UnitId(2));
    assert_eq!(told(&t), [1, 1, 0], "a charging unit is also advancing");
    let mut t = table();
    runs(&mut t, 1, Reaction::Retire);
    assert_eq!(told(&t), [0, 0, 1]);
    t.state(1).seen.flight = Flight::Routing(0);
    assert_eq!(told(&t), [0, 0, 0], "who runs does not retire");
    let theirs = |t: &Table| [Line::EnemyAdvancing, Line::EnemyRetiring].map(|line| times(t, 0, line));
    assert_eq!(theirs(&table()), [0, 0]);
    let mut t = table();
    t.state(2).now.doing = Doing::Charging(UnitId(1));
    assert_eq!(theirs(&t), [1, 0]);
    runs(&mut t, 2, Reaction::Retreat);
    t.state(2).now.doing = Doing::Marching;
    assert_eq!(theirs(&t), [0, 1]);
}

/// `wrg1969.reaction.def.states`: an order to retire counts while it is carried out.
#[test]
fn who_retires_by_order_retires_while_he_goes() {
    let mut t = alone();
    let own = |t: &Table| times(t, 0, Line::SelfRetiring);
    for (verb, moved, retires) in [(Verb::RetireTo, 3000, 1), (Verb::RetireTo, 0, 0), (Verb::MoveTo, 3000, 0)]
    {
        t.order(0, verb);
        t.state(0).now.moved = moved;
        assert_eq!(own(&t), retires, "{verb:?} {moved}");
    }
    runs(&mut t, 0, Reaction::Retire);
    assert_eq!(own(&t), 1);
    runs(&mut t, 0, Reaction::Halt);
    assert_eq!(own(&t), 0);
}

/// `wrg1969.reaction.def.rear_support`, one condition after the other.
#[test]
fn rear_support_must_be_near_steady_free_and_strong() {
    let behind = |at: (f64, f64)| Table::new(vec![foot((30.0, 20.0)), foot(at)]);
    let supported = |t: &Table| times(t, 0, Line::RearSupport) == 1;
    assert!(supported(&behind((30.0, 14.0))));
    assert!(!supported(&behind((30.0, 12.0))), "farther than its move of 6");
    assert!(!supported(&behind((36.0, 20.0))), "beside, not behind");
    let with = |change: fn(&mut Table)| {
        let mut t = behind((30.0, 14.0));
        change(&mut t);
        supported(&t)
    };
    assert!(!with(|t| t.state(1).seen.flight = Flight::Rallying(0)), "it rallies");
    assert!(!with(|t| runs(t, 1, Reaction::Halt)), "it cannot move up");
    assert!(!with(|t| runs(t, 1, Reaction::FallBack)), "it goes back");
    assert!(with(|t| runs(t, 1, Reaction::AdvanceOnEnemy)), "it goes up");
    assert!(!with(|t| t.state(1).now.causes.add(Cause::Terrain)), "it is disordered");
    let mut t =
        Table::new(vec![foot((30.0, 20.0)), foot((30.0, 14.0)), enemy(Troop::LightInfantry, (30.0, 12.5))]);
    assert!(supported(&t));
    t.fight(1, 2, [true, false], 1);
    assert!(!supported(&t), "it fights");
    let weak = |figures| {
        Table::new(vec![foot((30.0, 20.0)), unit(Red, Troop::MediumInfantry, figures, 5, (30.0, 14.0))])
    };
    assert!(supported(&weak(10)) && !supported(&weak(9)), "half the strength at least");
}

/// `wrg1969.reaction.when.below_half`: in close fighting only friends within 3 count, on that occasion alone.
#[test]
fn below_half_in_a_fight_only_friends_close_by_count() {
    let mut t = Table::new(vec![
        unit(Red, Troop::MediumInfantry, 8, 4, (30.0, 20.0)),
        unit(Red, Troop::MediumInfantry, 8, 4, (32.5, 20.0)),
        unit(Red, Troop::MediumInfantry, 8, 4, (30.0, 15.0)),
        unit(Red, Troop::MediumInfantry, 8, 4, (60.0, 20.0)),
        unit(Blue, Troop::MediumInfantry, 8, 4, (30.0, 21.5)),
    ]);
    let lines = [Line::FriendsNear, Line::FriendsInSight, Line::RearSupport];
    assert_eq!(lines.map(|line| on(&t, Occasion::BelowHalf, line)), [2, 1, 1], "it does not fight");
    t.fight(0, 4, [true, false], 1);
    assert_eq!(lines.map(|line| on(&t, Occasion::BelowHalf, line)), [1, 0, 0]);
    assert_eq!(lines.map(|line| on(&t, Occasion::MissileLoss, line)), [2, 1, 1], "on other occasions");
}

/// `wrg1969.reaction.factor.under_fire`, `wrg1969.reaction.effect.break`.
#[test]
fn at_the_bonus_point_last_periods_fire_counts_and_who_is_charged_is_pressed() {
    let mut t = alone();
    (t.state(0).now.under_fire, t.state(0).now.charged) = (0, false);
    t.state(0).last.under_fire = 10;
    assert_eq!(on(&t, Occasion::BelowHalf, Line::UnderFire), 0);
    assert_eq!(on(&t, Occasion::Charged, Line::UnderFire), 1);
    // Those broken through by the charge of others test then too.
    t.phase.threats.push(Threat { charger: UnitId(1), target: UnitId(0), gap: 0, touched: false });
    assert_eq!(on(&t, Occasion::BelowHalf, Line::UnderFire), 1);
    t.phase.threats.clear();
    assert!(!test(&t, 0).pressed);
    t.state(0).now.charged = true;
    assert!(test(&t, 0).pressed);
    t.state(0).now.charged = false;
    let board = t.board();
    let charged = factors::test(&board, board.body(UnitId(0)).expect("there"), Occasion::Charged);
    assert!(charged.expect("a unit").pressed);
}

/// `wrg1969.reaction.factor.elephants_or_chariots`, `.enemy_cavalry`: ten inches; chariots are no cavalry, camels are.
#[test]
fn elephants_and_chariots_frighten_at_ten_inches() {
    let told = |spec: Spec, line: Line| times(&Table::new(vec![foot((30.0, 10.0)), spec]), 0, line);
    for (troop, beast, cavalry) in [
        (Troop::Elephant, 1, 0),
        (Troop::Chariot, 1, 0),
        (Troop::MediumCavalry, 0, 1),
        (Troop::MediumInfantry, 0, 0),
    ] {
        assert_eq!(told(enemy(troop, (30.0, 20.0)), Line::ElephantsOrChariots), beast, "{troop:?}");
        assert_eq!(told(enemy(troop, (30.0, 20.2)), Line::ElephantsOrChariots), 0, "{troop:?}");
        assert_eq!(told(enemy(troop, (30.0, 20.0)), Line::EnemyCavalry), cavalry, "{troop:?}");
    }
    let camels = enemy(Troop::MediumCavalry, (30.0, 20.0)).kit(|k| k.camel = true);
    assert_eq!(told(camels, Line::EnemyCavalry), 1);
}

/// `wrg1969.reaction.factor.uphill`, `.downhill`: within fifteen.
#[test]
fn height_tells_both_ways() {
    let hill = |corner: (f64, f64), other: (f64, f64), north: f64| {
        let mut t = Table::new(vec![foot((30.0, 10.0)), enemy(Troop::MediumInfantry, (30.0, north))]);
        t.square(Kind::Hill, corner, other);
        [Line::Uphill, Line::Downhill].map(|line| times(&t, 0, line))
    };
    assert_eq!(hill((20.0, 5.0), (40.0, 15.0), 22.0), [1, 0]);
    assert_eq!(hill((20.0, 18.0), (40.0, 28.0), 22.0), [0, 1]);
    assert_eq!(hill((20.0, 5.0), (40.0, 28.0), 22.0), [0, 0], "both on it");
    assert_eq!(hill((20.0, 5.0), (40.0, 15.0), 30.0), [0, 0], "too far off");
}

/// `wrg1969.reaction.factor.enemy_on_flank`, `.enemy_in_rear`: a square has neither, and he must be able to charge.
#[test]
fn a_square_has_no_flank_and_no_rear() {
    let told = |at: (f64, f64), square: bool| {
        let mut t = Table::new(vec![foot((30.0, 20.0)), enemy(Troop::MediumInfantry, at)]);
        t.state(0).seen.square = square;
        [Line::EnemyOnFlank, Line::EnemyInRear].map(|line| times(&t, 0, line))
    };
    assert_eq!(told((38.0, 19.0), false), [1, 0]);
    assert_eq!(told((38.0, 19.0), true), [0, 0]);
    assert_eq!(told((42.5, 19.0), false), [0, 0], "out of his charge of 8");
    assert_eq!(told((30.0, 10.0), false), [0, 1]);
    assert_eq!(told((30.0, 10.0), true), [0, 0]);
    assert_eq!(told((30.0, 4.0), false), [0, 0], "farther than 15");
}

/// `wrg1969.reaction.def.cover`: cover is friendly if held by friends or known to be free, and within ten.
#[test]
fn cover_is_friendly_only_if_it_is_known() {
    let told = |with: &[Spec], known: bool, kind: Kind, north: f64| {
        let mut specs = vec![foot((30.0, 10.0))];
        specs.extend(with.iter().map(|s| Spec { kit: s.kit.clone(), ..*s }));
        let mut t = Table::new(specs);
        t.square(kind, (25.0, north), (35.0, north + 6.0));
        t.phase.command[Red].cover_free = vec![known];
        [Line::FriendlyCover, Line::UnfriendlyCover].map(|line| times(&t, 0, line))
    };
    assert_eq!(told(&[], true, Kind::Wood, 18.0), [1, 0]);
    assert_eq!(told(&[], false, Kind::Wood, 18.0), [0, 1], "unknown");
    assert_eq!(told(&[], true, Kind::Wood, 20.1), [0, 0], "too far off");
    assert_eq!(told(&[], false, Kind::Hill, 18.0), [0, 0], "no cover");
    let friend = unit(Red, Troop::LightInfantry, 4, 4, (30.0, 21.0));
    assert_eq!(told(&[friend], false, Kind::Village, 18.0), [1, 0], "held by friends");
    let beside = unit(Red, Troop::LightInfantry, 4, 4, (50.0, 21.0));
    assert_eq!(told(&[beside], false, Kind::Village, 18.0), [0, 1], "they are not in it");
    // An enemy at its edge is seen, one deep in it is not.
    let seen = || unit(Blue, Troop::LightInfantry, 4, 4, (30.0, 18.5));
    assert_eq!(told(&[seen()], true, Kind::FieldDefences, 18.0), [0, 1]);
    let hidden = || unit(Blue, Troop::LightInfantry, 4, 4, (30.0, 21.6));
    assert_eq!(told(&[hidden()], true, Kind::Wood, 18.0), [1, 0], "nobody has seen him there");
    let outside = || unit(Blue, Troop::LightInfantry, 4, 4, (50.0, 21.0));
    assert_eq!(told(&[outside()], true, Kind::Wood, 18.0), [1, 0]);
}

/// `wrg1969.reaction.within`: a ford or a short way round makes a river no barrier; ground that can be crossed never
/// is one.
#[test]
fn what_can_be_crossed_cuts_nobody_off() {
    let seen = |lay: fn(&mut Table)| {
        let mut t = Table::new(vec![foot((30.0, 10.0)), enemy(Troop::MediumInfantry, (30.0, 30.0))]);
        lay(&mut t);
        times(&t, 0, Line::EnemiesInSight)
    };
    let place = |x: f64, y: f64| table::Vec2::new(x, y);
    assert_eq!(seen(|t| t.square(Kind::River, (0.0, 18.0), (72.0, 20.0))), 0);
    assert_eq!(seen(|t| t.square(Kind::Bog, (0.0, 18.0), (72.0, 20.0))), 1, "a bog can be crossed");
    assert_eq!(seen(|t| t.square(Kind::River, (0.0, 40.0), (72.0, 42.0))), 1, "it is not between them");
    assert_eq!(seen(|t| t.square(Kind::Lake, (29.0, 18.0), (31.0, 20.0))), 1, "a short way round");
    let ford = |x: f64| {
        let mut t = Table::new(vec![foot((30.0, 10.0)), enemy(Troop::MediumInfantry, (30.0, 30.0))]);
        t.square(Kind::River, (0.0, 18.0), (72.0, 20.0));
        t.ground(Kind::Ford, Outline::Point(place(x, 19.0)));
        times(&t, 0, Line::EnemiesInSight)
    };
    assert_eq!((ford(33.0), ford(60.0)), (1, 0), "by the ford it is less than 30, or more");
    let stream = |closed: bool, ends: [f64; 2]| {
        let mut t = Table::new(vec![foot((30.0, 10.0)), enemy(Troop::MediumInfantry, (30.0, 30.0))]);
        t.ground(Kind::Stream, Outline::Line(ends.map(|x| place(x, 20.0)).to_vec()));
        t.book.features[0].closed = closed;
        times(&t, 0, Line::EnemiesInSight)
    };
    assert_eq!(stream(false, [0.0, 72.0]), 1, "streams are crossed");
    assert_eq!(stream(true, [0.0, 72.0]), 0, "unless they are declared impassable");
    assert_eq!(stream(true, [25.0, 35.0]), 1, "round its end");
    assert_eq!(stream(true, [50.0, 72.0]), 1, "not between them");
}

/// `wrg1969.reaction.special.cinc`, `wrg1969.orders.subordinates`.
#[test]
fn only_ones_own_general_steadies_and_only_if_he_is_free_near_and_does_not_run() {
    let table = |at: (f64, f64)| {
        let mut figure = foot(at);
        figure.kit = Kit::rider(Role::General, true);
        let figure = Spec { figures: 1, files: 1, ..figure };
        let mut t = Table::new(vec![foot((30.0, 20.0)), figure, foot((36.0, 20.0))]);
        t.phase.command[Red].general = Some(General::new(UnitId(1)));
        t
    };
    let cinc = |t: &Table| test(t, 0).special.cinc;
    assert_eq!(cinc(&table((30.0, 6.0))), Cinc::Near);
    assert_eq!(cinc(&table((30.0, 4.0))), Cinc::None, "farther than 15");
    let mut t = table((30.0, 6.0));
    t.square(Kind::Wood, (20.0, 9.0), (40.0, 15.0));
    assert_eq!(cinc(&t), Cinc::None, "out of view");
    let general = |free, with| Some(General { free, with, ..General::new(UnitId(1)) });
    let mut t = table((30.0, 6.0));
    t.phase.command[Red].general = general(false, None);
    assert_eq!(cinc(&t), Cinc::None, "dead or taken");
    t.phase.command[Red].general = general(false, Some(UnitId(0)));
    assert_eq!(cinc(&t), Cinc::None);
    t.phase.command[Red].general = general(true, Some(UnitId(2)));
    assert_eq!(cinc(&t), Cinc::Near);
    runs(&mut t, 2, Reaction::Retreat);
    assert_eq!(cinc(&t), Cinc::None, "he retreats");
    // A subordinate steadies those assigned to him.
    let mut t = table((30.0, 6.0));
    t.phase.command[Red].general = None;
    for (units, steadied) in [(vec![UnitId(0)], Cinc::Near), (vec![UnitId(2)], Cinc::None)] {
        t.phase.command[Red].subordinates = vec![General { units, ..General::new(UnitId(1)) }];
        assert_eq!(cinc(&t), steadied);
    }
}

/// `wrg1969.reaction.def.secure_flank`.
#[test]
fn a_flank_is_secured_by_ground_or_by_a_friend_beside_it() {
    let secure = |t: &Table| test(t, 0).special.secure_flanks;
    let ground = |kind: Kind, east: f64, known: bool| {
        let mut t = Table::new(vec![foot((30.0, 20.0))]);
        t.square(kind, (east, 10.0), (east + 8.0, 30.0));
        t.phase.command[Red].cover_free = vec![known];
        secure(&t)
    };
    assert_eq!(ground(Kind::Wood, 33.4, true), 1);
    assert_eq!(ground(Kind::Wood, 33.6, true), 0, "farther than an inch");
    assert_eq!(ground(Kind::Wood, 33.4, false), 0, "unknown");
    assert_eq!(ground(Kind::Bog, 33.4, true), 0, "no cover");
    assert_eq!(ground(Kind::Lake, 33.4, false), 1, "impassable");
    let beside = |at: (f64, f64)| secure(&Table::new(vec![foot((30.0, 20.0)), foot(at)]));
    assert_eq!((beside((36.0, 20.0)), beside((24.0, 20.0))), (1, 1));
    assert_eq!(beside((33.0, 12.0)), 0, "in the rear");
    assert_eq!(beside((45.0, 20.0)), 0, "too far off to come up");
    let both = Table::new(vec![foot((30.0, 20.0)), foot((36.0, 20.0)), foot((24.0, 20.0))]);
    assert_eq!(secure(&both), 2);
}

/// `wrg1969.reaction.def.charge_reach`: the enemy's own charge, his front, the ground between, and in sight.
#[test]
fn who_runs_looks_away_or_has_woods_before_him_has_nobody_in_reach() {
    let table = |north: f64| Table::new(vec![foot((30.0, 10.0)), enemy(Troop::MediumCavalry, (30.0, north))]);
    let reach = |t: &Table| {
        let board = t.board();
        in_charge_reach(&board, board.body(UnitId(0)).expect("there"))
    };
    assert!(reach(&table(31.4)) && !reach(&table(31.7)), "20 inches from edge to edge");
    let mut t = table(26.0);
    t.state(1).seen.flight = Flight::Routing(1);
    assert!(!reach(&t));
    let mut t = table(26.0);
    t.square(Kind::Bog, (20.0, 15.0), (40.0, 21.0));
    assert!(!reach(&t), "six inches of bog are 24 to horse");
    let t =
        Table::new(vec![foot((30.0, 10.0)), enemy(Troop::MediumCavalry, (30.0, 26.0)).facing(Facing::EAST)]);
    assert!(!reach(&t));
}
