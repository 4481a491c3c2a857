//! Running on small tables: evaders, routers, pursuers, recoils, those who retire and those who come back.

use crate::aftermath::{off_table, rout};
use crate::board::Board;
use crate::board::state::{Act, Answer, Away, Fate, Phase, Step};
use crate::charge::assault;
use crate::data::disorder::Cause;
use crate::play::period;
use crate::tests::small;
use crate::{Wrg6, aftermath, charge, rule};
use ruling::proves;
use small::{Put, id, scenario, thrown, with_cx};
use umpire::{Event, Field, Motion, Place, UnitId};

fn put(field: &mut Field, who: UnitId, x: f64, y: f64, degrees: f64) {
    with_cx(field, 1, |cx| {
        let to = table::Pose::new(table::Vec2::new(x, y), table::Facing::degrees(degrees));
        let rule = crate::rule::MOVE_NORMAL;
        cx.apply(Event::Moved { unit: who, to, motion: Motion::March, rule });
    });
}

/// Horse charges light infantry that stands so far before it and evades with a 3: 70 paces.
fn evaded(x: i32, gap: i32) -> (Field, Phase, UnitId, UnitId) {
    evaded_among(&[], Put("blue", "B1", "LI", "regular C", 12, 2, "javelin", [x, 300 + gap], "C Q S", ""))
}

/// Horse charges a body among others, and it evades with a 3.
fn evaded_among(others: &[Put<'_>], evader: Put<'_>) -> (Field, Phase, UnitId, UnitId) {
    let mut all = vec![Put("red", "R1", "HC", "regular B", 12, 2, "lance", [900, 300], "C Q A", ""), evader];
    all.extend(others.iter().map(|p| Put(p.0, p.1, p.2, p.3, p.4, p.5, p.6, p.7, p.8, p.9)));
    let (book, mut field, mut phase) = scenario("", &all);
    let (r, b) = (id(&field, "R1"), id(&field, "B1"));
    let charge = charge::resolve::way(Board::of(&book, &field, &phase), r, b).expect("in reach");
    phase.charges.push(charge);
    phase.units[b.index()].now.answer = Some(Answer::Evade);
    thrown(&mut field, &[3], |cx| {
        aftermath::resolve::moves(&book, &mut phase, cx);
        assault::charges(&book, &mut phase, cx);
    });
    (field, phase, r, b)
}

#[test]
fn evaders_are_caught_where_the_charge_is_as_long_as_gap_and_run_together() {
    let (field, phase, r, b) = evaded(900, 90);
    assert!(phase.in_contact(b), "160 paces reach 90 and 70");
    assert_eq!(phase.contacts[0].edges[1], table::Edge::Rear);
    assert!(field.shape(b).ahead.y > 0.99, "it faces the way it ran");
    let (_, phase, ..) = evaded(900, 92);
    assert!(!phase.in_contact(r), "two paces more save it");
    assert!(phase.state(r).seen.causes.has(Cause::ChargedInVain));
}

#[test]
fn evaders_face_directly_away_from_the_charger() {
    proves!(rule::CHARGE_EVADERS, rule::GEO_D10);
    let (field, _, r, b) = evaded(960, 120);
    let ran = field.shape(b).ahead;
    assert!(ran.x > 0.2 && ran.y > 0.8, "away to the right: {ran:?}");
    assert!(table::distance(field.shape(b), field.shape(r)) > 0.0);
}

#[test]
fn evaders_stop_before_an_enemy_in_their_way() {
    let horse = || Put("blue", "B1", "LC", "regular C", 6, 1, "javelin", [900, 410], "C Q S", "");
    let (field, _, _, b) = evaded_among(&[], horse());
    assert!(field.shape(b).centre.y > 520.0, "{:?}", field.shape(b));
    let foe = Put("red", "R2", "HI", "regular C", 6, 1, "pike", [900, 480], "C W H", "");
    let (field, _, _, b) = evaded_among(&[foe], horse());
    let (ran, foe) = (field.shape(b), field.shape(id(&field, "R2")));
    assert!(ran.centre.y < foe.centre.y && table::distance(ran, foe) < 0.5, "{ran:?} {foe:?}");
}

/// A broken body with an enemy on its way home.
fn runs_home(others: &[Put<'_>]) -> (Wrg6, Field, Phase, UnitId) {
    let mut all = vec![Put("red", "R1", "HI", "regular C", 24, 3, "pike", [900, 500], "C W H", "")];
    all.extend(others.iter().map(|p| Put(p.0, p.1, p.2, p.3, p.4, p.5, p.6, p.7, p.8, p.9)));
    let (book, mut field, mut phase) = scenario("", &all);
    let r = id(&field, "R1");
    with_cx(&mut field, 1, |cx| rout::breaks(&book, &mut phase, r, None, cx));
    (book, field, phase, r)
}

#[test]
fn routers_go_round_an_enemy_with_ten_paces_to_spare() {
    proves!(rule::ROUT_MOVE);
    let block = Put("blue", "B1", "LC", "irregular C", 6, 1, "javelin", [980, 390], "C W H", "facing = 0");
    let (book, mut field, mut phase, r) = runs_home(&[block]);
    let b = id(&field, "B1");
    thrown(&mut field, &[5], |cx| aftermath::resolve::moves(&book, &mut phase, cx));
    assert_eq!(field.unit(r).place, Place::Table);
    let gap = table::distance(field.shape(r), field.shape(b));
    let at = field.shape(r).centre;
    assert!(at.x < 850.0, "it goes round on the shorter side: {at:?}");
    assert!(gap >= 9.0, "{gap} paces off");
}

#[test]
fn routers_pass_no_enemy_beside_their_way_within_ten_paces() {
    // One stands ahead, five paces to the side; the other is within ten already, and the run would come nearer.
    for at in [[1055, 400], [1053, 433]] {
        let beside = Put("blue", "B1", "LC", "irregular C", 6, 1, "javelin", at, "C W H", "facing = 0");
        let (book, mut field, mut phase, r) = runs_home(&[beside]);
        let b = id(&field, "B1");
        let before = table::distance(field.shape(r), field.shape(b));
        thrown(&mut field, &[5], |cx| aftermath::resolve::moves(&book, &mut phase, cx));
        let (gap, at) = (table::distance(field.shape(r), field.shape(b)), field.shape(r).centre);
        assert!(gap >= before.min(9.5) - 0.5, "{gap} paces off, {before} before, at {at:?}");
    }
}

#[test]
fn routers_do_not_leap_an_enemy_close_behind_them() {
    // The run is long enough to end well beyond him.
    let (book, mut field, mut phase) = scenario(
        "",
        &[
            Put("red", "R1", "LC", "irregular C", 6, 2, "javelin", [900, 500], "C W S", ""),
            Put("blue", "B1", "LI", "irregular C", 6, 1, "javelin", [900, 413], "C W S", "facing = 0"),
        ],
    );
    let (r, b) = (id(&field, "R1"), id(&field, "B1"));
    assert!(table::distance(field.shape(r), field.shape(b)) < 10.0);
    thrown(&mut field, &[5], |cx| {
        rout::breaks(&book, &mut phase, r, None, cx);
        aftermath::resolve::moves(&book, &mut phase, cx);
    });
    let at = field.shape(r).centre;
    assert!((at.x - 900.0).abs() > 50.0, "it goes round him: {at:?}");
    assert!(table::distance(field.shape(r), field.shape(b)) >= 9.0);
}

/// A broken body with enemies close before it and on both flanks, and others behind it, has run or surrendered.
fn hemmed_in(behind: &[[i32; 2]]) -> (Place, table::Vec2) {
    let enemy = |label, at, more| Put("blue", label, "HI", "regular C", 24, 3, "pike", at, "C W H", more);
    let mut ring = vec![
        enemy("B1", [900, 505], ""),
        enemy("B2", [830, 470], "facing = 90"),
        enemy("B3", [970, 470], "facing = 270"),
    ];
    ring.extend(behind.iter().zip(["B4", "B5"]).map(|(at, label)| enemy(label, *at, "facing = 0")));
    let (book, mut field, mut phase, r) = runs_home(&ring);
    thrown(&mut field, &[3], |cx| aftermath::resolve::moves(&book, &mut phase, cx));
    (field.unit(r).place, field.shape(r).centre)
}

#[test]
fn whoever_has_no_way_out_surrenders() {
    assert_eq!(hemmed_in(&[[900, 435]]).0, Place::Destroyed);
}

#[test]
fn the_hemmed_in_take_a_gap_with_less_than_ten_paces_to_spare() {
    let between_two = hemmed_in(&[[775, 400], [1025, 400]]);
    assert_eq!(between_two, (Place::Table, table::Vec2::new(900.0, 420.0)), "the whole run");
    let towards_one = hemmed_in(&[[900, 400]]);
    assert_eq!(towards_one, (Place::Table, table::Vec2::new(900.0, 440.0)), "30 paces of 40, not upon him");
}

/// A body that must recoil, with some bodies behind it.
fn recoils(behind: &[Put<'_>]) -> (Wrg6, Field, Phase) {
    let mut all = vec![Put("red", "R1", "HI", "regular C", 24, 3, "pike", [900, 500], "C W H", "")];
    all.extend(behind.iter().map(|p| Put(p.0, p.1, p.2, p.3, p.4, p.5, p.6, p.7, p.8, p.9)));
    all.push(Put("blue", "B1", "LHI", "irregular C", 24, 3, "javelin", [900, 500], "C Q A", ""));
    let (book, mut field, mut phase) = scenario("", &all);
    let (r, b) = (id(&field, "R1"), id(&field, "B1"));
    with_cx(&mut field, 1, |cx| small::meet(&book, &mut phase, b, cx));
    phase.units[r.index()].seen.fate = Some(Fate::Recoil);
    (book, field, phase)
}

#[test]
fn light_infantry_behind_a_recoil_slips_away_and_pushes_nobody() {
    let light = Put("red", "R2", "LI", "irregular C", 6, 1, "javelin", [900, 435], "C W S", "");
    let line = Put("red", "R3", "HI", "irregular C", 24, 3, "pike", [900, 400], "C W H", "");
    let (book, mut field, mut phase) = recoils(&[light, line]);
    let (r, li, hi) = (id(&field, "R1"), id(&field, "R2"), id(&field, "R3"));
    thrown(&mut field, &[], |cx| aftermath::resolve::moves(&book, &mut phase, cx));
    assert_eq!(phase.state(r).now.act, Act::Recoiled);
    assert_eq!(field.shape(hi).front_mid().y, 400.0, "the line behind stays");
    assert!(field.shape(li).front_mid().y <= 340.0, "through it, to the first free place");
}

#[test]
fn friends_behind_a_recoil_are_pushed_and_those_who_fight_cannot_be() {
    proves!(rule::MELEE_RECOIL);
    let line = Put("red", "R2", "HI", "irregular C", 24, 3, "pike", [900, 430], "C W H", "");
    let (book, mut field, mut phase) = recoils(&[line]);
    let hi = id(&field, "R2");
    thrown(&mut field, &[], |cx| aftermath::resolve::moves(&book, &mut phase, cx));
    assert!((field.shape(hi).front_mid().y - 410.0).abs() < 0.6);
}

#[test]
fn a_pursuit_that_is_held_back_ends_in_disorder() {
    proves!(rule::DISORDER_RALLY);
    let (book, mut field, mut phase) = recoils(&[]);
    let (r, b) = (id(&field, "R1"), id(&field, "B1"));
    phase.units[r.index()].seen.fate = None;
    phase.units[r.index()].seen.routing = true;
    phase.units[b.index()].seen.pursuing = Some(r);
    phase.units[b.index()].now.held_back = true;
    thrown(&mut field, &[3], |cx| aftermath::resolve::moves(&book, &mut phase, cx));
    let state = phase.state(b);
    assert!(
        state.seen.pursuing.is_none()
            && state.now.act != Act::Pursued
            && state.seen.causes.has(Cause::CeasedPursuit)
    );
}

#[test]
fn whoever_is_left_by_a_foe_that_breaks_off_may_pursue_it() {
    proves!(rule::PURSUIT_MOVE);
    for chases in [true, false] {
        let (book, mut field, mut phase) = scenario(
            "",
            &[
                Put("red", "R1", "HI", "regular C", 24, 3, "pike", [900, 500], "C W H", ""),
                Put("blue", "B1", "LC", "irregular C", 12, 2, "javelin", [900, 500], "C Q A", ""),
            ],
        );
        let (r, b) = (id(&field, "R1"), id(&field, "B1"));
        with_cx(&mut field, 1, |cx| small::meet(&book, &mut phase, b, cx));
        phase.units[b.index()].now.answer = Some(Answer::Evade);
        phase.units[r.index()].now.chasing = chases;
        thrown(&mut field, &[6, 2], |cx| aftermath::resolve::moves(&book, &mut phase, cx));
        assert_eq!(phase.state(r).now.act == Act::Pursued, chases);
        assert!(phase.state(b).seen.causes.has(Cause::Evaded));
    }
}

#[test]
fn whoever_retires_faces_the_enemy_again_at_the_end() {
    proves!(rule::REACTION_RETIRE);
    let (book, mut field, mut phase) = scenario(
        "",
        &[
            Put("red", "R1", "HI", "regular C", 24, 3, "pike", [900, 500], "C W H", ""),
            Put("blue", "B1", "HI", "regular C", 24, 3, "pike", [1100, 700], "C W H", ""),
        ],
    );
    let r = id(&field, "R1");
    phase.units[r.index()].seen.retiring = 2;
    phase.step = Step::Move;
    with_cx(&mut field, 1, |cx| period::play(&book, &mut phase, |board, _, sheet| sheet.usual(board), cx));
    let rect = field.shape(r);
    assert!(rect.centre.y < 450.0 && rect.centre.x < 890.0, "away from him: {:?}", rect.centre);
    assert!(rect.ahead.x > 0.5, "facing him: {:?}", rect.ahead);
}

#[test]
fn a_body_comes_back_where_it_left() {
    proves!(rule::MOVE_LEAVE, rule::ARRIVALS_RETURN);
    let (book, mut field, mut phase) = scenario(
        "",
        &[
            Put("red", "R1", "LC", "irregular C", 12, 2, "javelin", [300, 500], "L Q S", ""),
            Put("blue", "B1", "HI", "regular C", 24, 3, "pike", [1100, 900], "C W H", ""),
        ],
    );
    let r = id(&field, "R1");
    put(&mut field, r, -5.0, 640.0, 270.0);
    with_cx(&mut field, 1, |cx| off_table::leaves(&book, &mut phase, r, cx));
    assert_eq!(field.unit(r).place, Place::Off);
    phase.units[r.index()].kept.away = Some(Away { marching: false, arrives: true, ..Away::marching() });
    with_cx(&mut field, 1, |cx| off_table::enter(&book, &mut phase, &[], cx));
    let at = field.shape(r).centre;
    assert!(at.x < 120.0 && (at.y - 640.0).abs() < 1.0, "over the side edge: {at:?}");
    assert!(field.shape(r).ahead.x > 0.99, "facing the table");
}
