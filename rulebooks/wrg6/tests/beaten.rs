//! Recoils, routs and pursuits on small tables, and what leaving the table costs.

use crate::aftermath::{flight, off_table, pursuit, recoil, rout, run};
use crate::board::Board;
use crate::board::state::{Act, Answer, Away, Fate, Heading, Leader, Phase};
use crate::data::disorder::Cause;
use crate::orders::generals;
use crate::tests::small;
use crate::{Wrg6, aftermath, rule};
use ruling::proves;
use small::{B, Put, R, area, foot, id, met, scenario, thrown, with_cx};
use umpire::{Event, Field, Motion, Place, Side, UnitId};

fn rider<'a>(side: &'a str, label: &'a str, at: [i32; 2], more: &'a str) -> Put<'a> {
    Put(side, label, "HC", "regular C", 12, 2, "lance", at, "C Q A", more)
}

/// Red's first body and blue's have met, with others about.
fn met_among(ground: &str, red: Put<'_>, blue: Put<'_>, others: &[Put<'_>]) -> (Wrg6, Field, Phase, UnitId) {
    let label = blue.1.to_owned();
    let mut bodies = vec![red, blue];
    bodies.extend(others.iter().map(|p| Put(p.0, p.1, p.2, p.3, p.4, p.5, p.6, p.7, p.8, p.9)));
    let (book, mut field, mut phase) = scenario(ground, &bodies);
    let b = id(&field, &label);
    with_cx(&mut field, 1, |cx| small::meet(&book, &mut phase, b, cx));
    (book, field, phase, b)
}

/// Red's first body recoils.
fn recoils(
    ground: &str,
    red: Put<'_>,
    others: &[Put<'_>],
    change: impl FnOnce(&mut Phase, &Field),
) -> (Field, Phase) {
    let (book, mut field, mut phase, _) = met_among(ground, red, foot("blue", "B1", [900, 500], ""), others);
    phase.units[0].seen.fate = Some(Fate::Recoil);
    change(&mut phase, &field);
    with_cx(&mut field, 1, |cx| recoil::recoils(&book, &mut phase, cx));
    (field, phase)
}

#[test]
fn recoiling_over_difficult_ground_disorders_those_who_mind_it() {
    let rough = area("rough", [700, 400], [400, 30]);
    let disordered = |ground: &str, troop: &'static str| {
        let red = Put("red", "R1", troop, "regular C", 12, 2, "javelin", [900, 500], "C W H", "");
        let (_, phase) = recoils(ground, red, &[], |_, _| {});
        assert_eq!((phase.state(R).now.act, phase.state(R).seen.heading), (Act::Recoiled, Heading::Retiring));
        phase.state(R).seen.causes.has(Cause::RecoiledOverDifficult)
    };
    assert!(disordered(&rough, "HC") && !disordered("", "HC") && !disordered(&rough, "LMI"));
}

#[test]
fn the_broken_do_not_recoil_and_friends_are_not_pushed_upon_enemies() {
    let line = || foot("red", "R1", [900, 500], "");
    let (field, _) = recoils("", line(), &[], |phase, _| phase.units[0].seen.routing = true);
    assert_eq!(field.shape(R).front_mid().y, 500.0);
    let friend = || foot("red", "R2", [900, 435], "");
    let (_, phase) = recoils("", line(), &[friend()], |_, _| {});
    assert!(!phase.state(R).seen.routing);
    let enemy = foot("blue", "B2", [1010, 355], "facing = 0");
    let (_, phase) = recoils("", line(), &[friend(), enemy], |_, _| {});
    assert!(phase.state(R).seen.routing, "an enemy stands close behind the friend");
}

#[test]
fn a_stopped_recoil_is_pursued_by_those_free_to_do_so() {
    let stopped = |change: fn(&mut Phase, &Field)| {
        let red = foot("red", "R1", [900, 500], "");
        let others = [foot("blue", "B2", [900, 430], "facing = 0"), foot("red", "R2", [300, 100], "")];
        let (field, phase) = recoils("", red, &others, change);
        assert!(phase.state(R).seen.routing);
        phase.state(id(&field, "B1")).seen.pursuing
    };
    assert_eq!(stopped(|_, _| {}), Some(R));
    assert_eq!(stopped(|phase, field| phase.units[id(field, "B1").index()].now.held_back = true), None);
    let busy = |phase: &mut Phase, field: &Field| {
        let pair = [id(field, "R2"), id(field, "B1")];
        phase.contacts.push(crate::board::state::Contact { pair, ..phase.contacts[0] });
    };
    assert_eq!(stopped(busy), None, "another foe holds them");
}

#[test]
fn whoever_fights_another_recoils_or_holds_an_obstacle_does_not_follow() {
    let follows = |ground: &str, others: &[Put<'_>], change: fn(&mut Phase, &Field)| {
        let red = foot("red", "R1", [900, 500], "");
        let (field, phase) = recoils(ground, red, others, |phase, field| {
            phase.units[id(field, "B1").index()].now.following = true;
            change(phase, field);
        });
        phase.state(id(&field, "B1")).now.act == Act::FollowedUp
    };
    assert!(follows("", &[], |_, _| {}));
    let other = [rider("red", "R2", [1080, 530], "facing = 270")];
    let held = |phase: &mut Phase, field: &Field| {
        let pair = [id(field, "R2"), id(field, "B1")];
        phase.contacts.push(crate::board::state::Contact { pair, ..phase.contacts[0] });
    };
    assert!(!follows("", &other, held));
    let (field, _) = recoils("", foot("red", "R1", [900, 500], ""), &[], |phase, _| {
        (phase.units[1].seen.fate, phase.units[1].now.following) = (Some(Fate::Recoil), true);
    });
    assert_eq!(field.shape(B).front_mid().y, 530.0, "it goes back from where it stood");
    assert!(!follows(&area("enclosed_field", [700, 502], [400, 200]), &[], |_, _| {}));
}

#[test]
fn runners_turn_on_the_spot_where_friends_leave_room_for_it() {
    let turned = |friend: [i32; 2]| {
        let wide = Put("red", "R1", "HC", "regular C", 12, 1, "lance", [900, 500], "C Q A", "");
        let bodies = [wide, foot("red", "R2", friend, ""), foot("blue", "B1", [300, 1100], "")];
        let (book, field, phase) = scenario("", &bodies);
        run::turned(Board::of(&book, &field, &phase), R, table::Vec2::new(1.0, 0.0)).ahead.x > 0.99
    };
    assert!(turned([300, 100]) && !turned([900, 590]));
}

#[test]
fn elephants_recoil_through_friends_but_not_off_the_table() {
    let beasts = |y: i32| Put("red", "R1", "EL", "irregular C", 2, 1, "javelin", [900, y], "C Q A", "");
    let broken = |y: i32| {
        let blue = foot("blue", "B1", [900, y], "");
        let (book, mut field, mut phase, _) = met_among("", beasts(y), blue, &[]);
        phase.units[0].seen.fate = Some(Fate::Recoil);
        with_cx(&mut field, 1, |cx| recoil::recoils(&book, &mut phase, cx));
        phase.state(R).seen.routing
    };
    assert!(!broken(500) && broken(95), "15 paces from the edge");
}

#[test]
fn engines_that_cannot_run_are_lost_when_they_break() {
    let place = |moved_by: &'static str| {
        let engine = Put("red", "R1", "Art", "regular C", 2, 1, "bolt_engine", [900, 300], "C W H", moved_by);
        let (book, mut field, mut phase) = scenario("", &[engine, foot("blue", "B1", [900, 1100], "")]);
        with_cx(&mut field, 1, |cx| rout::breaks(&book, &mut phase, R, None, cx));
        field.unit(R).place
    };
    assert_eq!(place("moved_by = 'ox_drawn'"), Place::Destroyed);
    assert_eq!(place("moved_by = 'mule_carts_and_pack_animals'"), Place::Table);
}

#[test]
fn what_goes_with_a_lost_body_is_lost_and_mourned() {
    let (_, mut field, mut phase) = scenario(
        "",
        &[
            foot("red", "R1", [900, 300], "standard = true\nrelic = true"),
            foot("blue", "B1", [900, 1100], ""),
        ],
    );
    let rule = crate::rule::ROUT_MOVE;
    with_cx(&mut field, 1, |cx| rout::lost(&mut phase, R, Place::Destroyed, rule, cx));
    let command = &phase.command[Side::Red];
    let mut mourned: Vec<&str> = command
        .mourned
        .iter()
        .map(|m| match m.what {
            Leader::General => "general",
            Leader::Standard => "standard",
            Leader::Relic => "relic",
        })
        .collect();
    mourned.sort_unstable();
    assert_eq!(mourned, ["general", "relic", "standard"]);
    assert!(command.generals[0].lost);
}

/// A red body that leaves the table at a place; what became of it.
fn left(at: [f64; 2], change: impl FnOnce(&mut Phase)) -> (Field, Phase) {
    let (book, mut field, mut phase) =
        scenario("", &[rider("red", "R1", [900, 600], ""), rider("blue", "B1", [300, 1100], "")]);
    change(&mut phase);
    with_cx(&mut field, 1, |cx| {
        let to = table::Pose::new(table::Vec2::new(at[0], at[1]), table::Facing::NORTH);
        cx.apply(Event::Moved { unit: R, to, motion: Motion::March, rule: crate::rule::MOVE_LEAVE });
        off_table::leaves(&book, &mut phase, R, cx);
    });
    (field, phase)
}

#[test]
fn camps_lie_behind_the_enemys_edge_and_pursuers_cease_at_it() {
    let loots = |at, change: fn(&mut Phase)| left(at, change).1.state(R).seen.looting;
    assert!(loots([900.0, 1210.0], |phase| phase.units[0].last.act = Act::Pursued), "it pursued last period");
    assert!(!loots([900.0, -10.0], |phase| phase.units[0].seen.impetuous = true), "its own edge");
    let chased =
        |phase: &mut Phase| (phase.units[0].seen.routing, phase.units[1].seen.pursuing) = (true, Some(R));
    let (_, phase) = left([900.0, -10.0], chased);
    assert!(phase.state(B).seen.pursuing.is_none() && phase.state(B).seen.causes.has(Cause::CeasedPursuit));
}

#[test]
fn those_off_the_table_throw_in_their_time_and_the_routed_come_back_shaken() {
    let throws = |period: u16, away: Away, looting: bool, face: u8| {
        let (book, mut field, mut phase) =
            scenario("", &[rider("red", "R1", [900, 600], ""), rider("blue", "B1", [300, 1100], "")]);
        phase.period = period;
        with_cx(&mut field, 1, |cx| {
            cx.apply(Event::Left { unit: R, place: Place::Off, rule: crate::rule::MOVE_LEAVE });
        });
        (phase.units[0].kept.away, phase.units[0].seen.looting) = (Some(away), looting);
        thrown(&mut field, &[face], |cx| off_table::arrivals(&book, &mut phase, cx));
        let back = phase.state(R).kept.away.is_some_and(|away| away.arrives);
        with_cx(&mut field, 1, |cx| off_table::enter(&book, &mut phase, &[], cx));
        assert_eq!(field.on_table(R), back);
        (back, phase.state(R).seen.shaken, field.unit(R).place == Place::Fled)
    };
    let gone = Away { marching: false, ..Away::marching() };
    assert_eq!(throws(2, Away::marching(), false, 5), (false, false, false), "from period 3 on");
    assert_eq!(throws(3, Away::marching(), false, 4), (true, false, false));
    assert_eq!(throws(3, Away::marching(), false, 3), (false, false, false));
    assert_eq!(throws(2, gone, false, 4), (true, false, false));
    assert_eq!(throws(2, Away { routed: true, ..gone }, false, 4), (true, true, false));
    assert_eq!(throws(2, gone, true, 5), (false, false, false), "looters have no mind to");
    assert_eq!(throws(2, Away { tries: 3, ..gone }, false, 5), (false, false, true), "three times, not four");
    assert!(generals::may_return(2, false) && !generals::may_return(0, true));
}

#[test]
fn a_flank_march_comes_in_on_the_side_of_its_owners_wing_clear_of_enemies() {
    let entry = |side: &'static str, enemies: &[Put<'_>]| {
        let other = if side == "red" { "blue" } else { "red" };
        let mut bodies = vec![rider(side, "M", [900, 600], ""), rider(other, "X", [900, 900], "")];
        bodies.extend(enemies.iter().map(|p| Put(p.0, p.1, p.2, p.3, p.4, p.5, p.6, p.7, p.8, p.9)));
        let (book, mut field, mut phase) = scenario("", &bodies);
        let m = id(&field, "M");
        with_cx(&mut field, 1, |cx| {
            cx.apply(Event::Left { unit: m, place: Place::Waiting, rule: crate::rule::SETUP_DEPLOY });
        });
        let state = &mut phase.units[m.index()];
        state.kept.order = crate::orders::order::Order::parse("RF Q A").ok();
        state.kept.away = Some(Away { arrives: true, ..Away::marching() });
        with_cx(&mut field, 1, |cx| off_table::enter(&book, &mut phase, &[], cx));
        let gap = field.ids().filter(|&o| o != m).map(|o| table::distance(field.shape(m), field.shape(o)));
        (field.shape(m).centre.x, gap.fold(f64::MAX, f64::min))
    };
    assert!(entry("red", &[]).0 > 1600.0 && entry("blue", &[]).0 < 200.0, "each on its own right");
    let (_, gap) = entry("red", &[foot("blue", "Y", [1735, 793], "facing = 270")]);
    assert!(gap >= 10.0, "{gap} paces from the enemy");
}

/// Whom red's first body, in contact with blue's broken one, pursues at the beginning of step 5.
fn settled(others: &[Put<'_>], change: impl FnOnce(&mut Phase)) -> (Option<UnitId>, bool) {
    let red = foot("red", "R1", [900, 500], "");
    let (book, mut field, mut phase, b) = met_among("", red, foot("blue", "B1", [900, 500], ""), others);
    with_cx(&mut field, 1, |cx| rout::breaks(&book, &mut phase, b, Some(R), cx));
    change(&mut phase);
    with_cx(&mut field, 1, |cx| pursuit::settle(&book, &mut phase, cx));
    (phase.state(R).seen.pursuing, phase.state(R).seen.causes.has(Cause::CeasedPursuit))
}

#[test]
fn who_must_recoil_or_may_not_advance_or_has_another_foe_does_not_pursue() {
    assert_eq!(settled(&[], |_| {}), (Some(B), false));
    assert_eq!(settled(&[], |phase| phase.units[0].seen.fate = Some(Fate::Recoil)), (None, false));
    assert_eq!(settled(&[], |phase| phase.units[0].now.no_advance = true), (None, false));
    let another = [foot("blue", "B2", [300, 1100], "")];
    let two = |phase: &mut Phase| {
        let pair = [R, UnitId(2)];
        phase.contacts.push(crate::board::state::Contact { pair, ..phase.contacts[0] });
    };
    assert_eq!(settled(&another, two), (None, false));
    let tired =
        |phase: &mut Phase| (phase.units[0].seen.pursuing, phase.units[0].now.no_advance) = (Some(B), true);
    assert_eq!(settled(&[], tired), (None, true), "whoever is stopped on the way ceases in disorder");
}

#[test]
fn pursuers_strike_new_enemies_as_a_charge_does() {
    let hits = |other: Put<'_>, change: fn(&mut Phase)| {
        let bodies = [
            rider("red", "R1", [900, 500], ""),
            Put("blue", "B1", "LI", "regular C", 12, 2, "javelin", [900, 760], "C Q S", "facing = 0"),
            other,
        ];
        let (book, mut field, mut phase) = scenario("", &bodies);
        (phase.units[1].seen.routing, phase.units[0].seen.pursuing) = (true, Some(B));
        change(&mut phase);
        thrown(&mut field, &[3], |cx| pursuit::pursuits(&book, &mut phase, cx));
        assert!(phase.in_contact(UnitId(2)));
        phase
    };
    let causes = |phase: &Phase| phase.state(UnitId(2)).seen.causes;
    let front = hits(foot("blue", "B2", [900, 560], ""), |_| {});
    assert!(causes(&front).is_empty() && front.state(UnitId(2)).now.act == Act::Stood);
    assert!(front.state(R).seen.causes.has(Cause::NewEnemyInPursuit));
    let flank = hits(foot("blue", "B2", [930, 620], "facing = 90"), |_| {});
    assert!(causes(&flank).has(Cause::ChargedInFlank));
    let moving = hits(foot("blue", "B2", [900, 560], ""), |phase| phase.units[2].now.act = Act::Recoiled);
    assert!(causes(&moving).has(Cause::FootCaughtMovingByMounted));
    let runs = hits(foot("blue", "B2", [900, 560], "facing = 0"), |phase| phase.units[2].seen.routing = true);
    assert!(!runs.state(R).seen.causes.has(Cause::NewEnemyInPursuit), "other routers are no new enemy");
    assert!(runs.state(R).seen.pursuing.is_none(), "but its own got away");
}

#[test]
fn routers_run_first_from_whoever_broke_them_and_then_home() {
    let horse = rider("blue", "B1", [1075, 470], "facing = 270");
    let (book, mut field, mut phase) = scenario("", &[foot("red", "R1", [900, 500], ""), horse]);
    thrown(&mut field, &[3], |cx| {
        rout::breaks(&book, &mut phase, R, Some(B), cx);
        flight::routs(&book, &mut phase, cx);
    });
    let first = field.shape(R).centre;
    assert!(first.x < 880.0 && (first.y - 470.0).abs() < 5.0, "away from him: {first:?}");
    thrown(&mut field, &[3], |cx| flight::routs(&book, &mut phase, cx));
    let then = field.shape(R).centre;
    assert!(then.y < 440.0 && (then.x - first.x).abs() < 5.0, "to its edge: {then:?}");
    phase.units[0].seen.routing = false;
    phase.units[0].seen.hurt_by = Some(B);
    with_cx(&mut field, 1, |cx| rout::breaks(&book, &mut phase, R, None, cx));
    assert_eq!(phase.state(R).seen.hurt_by, None, "an old hurt does not break it");
}

#[test]
fn chariots_run_round_a_wood_and_the_hemmed_in_take_any_way_out() {
    let wood = area("wood", [850, 330], [120, 60]);
    let ran = |troop: &'static str| {
        let red = Put("red", "R1", troop, "regular C", 1, 1, "", [900, 500], "C Q A", "");
        let (book, mut field, mut phase) = scenario(&wood, &[red, foot("blue", "B1", [300, 1100], "")]);
        thrown(&mut field, &[5], |cx| {
            rout::breaks(&book, &mut phase, R, None, cx);
            flight::routs(&book, &mut phase, cx);
        });
        (field.shape(R).centre.x - 900.0).abs()
    };
    assert!(ran("LCh") > 5.0 && ran("EL") < 1.0);
    // Enemies on three sides and close before it: only a narrow way leads back.
    let ring = [
        foot("blue", "B1", [900, 505], ""),
        foot("blue", "B2", [830, 470], "facing = 90"),
        foot("blue", "B3", [970, 470], "facing = 270"),
    ];
    let mut bodies = vec![foot("red", "R1", [900, 500], "")];
    bodies.extend(ring);
    let (book, mut field, mut phase) = scenario("", &bodies);
    thrown(&mut field, &[3], |cx| {
        rout::breaks(&book, &mut phase, R, None, cx);
        flight::routs(&book, &mut phase, cx);
    });
    assert_eq!(field.unit(R).place, Place::Table);
    assert!(field.shape(R).centre.y < 460.0);
}

/// Red's first body breaks off from blue's; whether blue's goes after it.
fn chased(others: &[Put<'_>], change: impl FnOnce(&mut Phase)) -> (bool, Heading) {
    let red = Put("red", "R1", "LC", "irregular C", 12, 2, "javelin", [900, 500], "C Q A", "");
    let (book, mut field, mut phase, b) = met_among("", red, foot("blue", "B1", [900, 500], ""), others);
    phase.units[0].now.answer = Some(Answer::Evade);
    phase.units[b.index()].now.chasing = true;
    change(&mut phase);
    thrown(&mut field, &[3], |cx| flight::evades(&book, &mut phase, cx));
    (phase.state(b).seen.pursuing == Some(R), phase.state(R).seen.heading)
}

#[test]
fn whoever_is_left_alone_by_a_break_off_may_go_after_it_if_it_can() {
    assert_eq!(chased(&[], |_| {}), (true, Heading::Retiring));
    assert!(!chased(&[], |phase| phase.units[1].now.chasing = false).0);
    let wild =
        |phase: &mut Phase| (phase.units[1].now.chasing, phase.units[1].seen.impetuous) = (false, true);
    assert!(chased(&[], wild).0, "the impetuous must");
    assert!(!chased(&[], |phase| phase.units[1].now.no_advance = true).0);
    assert!(!chased(&[], |phase| phase.units[1].seen.routing = true).0);
    let another = [foot("red", "R2", [300, 100], "")];
    let held = |phase: &mut Phase| {
        let pair = [UnitId(1), phase.contacts[0].pair[1]];
        phase.contacts.push(crate::board::state::Contact { pair, ..phase.contacts[0] });
        phase.units[2].now.chasing = true;
    };
    assert!(!chased(&another, held).0, "another holds them");
}

#[test]
fn routers_shake_whom_they_burst_through_but_not_lights_or_other_routers() {
    proves!(rule::SHAKEN_BURST);
    let shaken = |troop: &'static str, change: fn(&mut Phase)| {
        let behind = Put("red", "R2", troop, "regular C", 12, 2, "javelin", [900, 420], "C W H", "");
        let (book, mut field, mut phase) =
            scenario("", &[foot("red", "R1", [900, 500], ""), behind, foot("blue", "B1", [900, 1100], "")]);
        with_cx(&mut field, 1, |cx| rout::breaks(&book, &mut phase, R, None, cx));
        change(&mut phase);
        thrown(&mut field, &[5, 2], |cx| flight::routs(&book, &mut phase, cx));
        (phase.state(B).seen.shaken, phase.state(B).seen.causes.has(Cause::Broke))
    };
    assert_eq!(shaken("LMI", |_| {}), (true, true));
    assert_eq!(shaken("LI", |_| {}), (false, false));
    assert_eq!(shaken("LMI", |phase| phase.units[1].seen.routing = true), (false, false));
}

#[test]
fn a_pursuit_must_go_on_unless_held_and_the_wild_pursue_where_it_is_free() {
    proves!(rule::PURSUIT_MOVE);
    let goes = |change: fn(&mut Phase)| {
        let (mut book, mut field, mut phase) =
            met(foot("red", "R1", [900, 500], ""), foot("blue", "B1", [900, 500], ""));
        book.house.pursuit_compulsory = false;
        with_cx(&mut field, 1, |cx| rout::breaks(&book, &mut phase, B, Some(R), cx));
        change(&mut phase);
        thrown(&mut field, &[2, 5], |cx| aftermath::resolve::moves(&book, &mut phase, cx));
        phase.state(R).now.act == Act::Pursued
    };
    assert!(!goes(|_| {}) && goes(|phase| phase.units[0].seen.impetuous = true));
    assert!(goes(|phase| phase.units[0].now.chasing = true));
    assert!(!goes(|phase| (phase.units[0].now.chasing, phase.units[0].now.held_back) = (true, true)));
}
