//! Both sides moving at once: the cases, and the laws.

use proptest::prelude::*;
use table::{Facing, Rect, Vec2, distance};
use testudo_mechanics::{Courtesy, Ended, MarchSpec, Marched, Marcher, Met, march_together};

const SPEC: MarchSpec =
    MarchSpec { standoff: 0.5, touch: 0.01, jostle: 0.0, friends: Courtesy::Wait { patience: 2 } };

fn marcher(id: u16, side: u8, x: f64, y: f64, degrees: f64, length: f64) -> Marcher {
    let start = Rect::new(Vec2::new(x, y), Facing::degrees(degrees), 5.0, 1.5);
    let track = (0..=20).map(|k| start.moved(start.ahead * (length * f64::from(k) / 20.0))).collect();
    Marcher {
        id,
        side,
        track: if length > 0.0 { track } else { vec![start] },
        times: Vec::new(),
        right_of_way: 1,
        to_go: 10.0,
        passes_friends: false,
        seeks: Vec::new(),
        chases: Vec::new(),
    }
}

fn seeking(mut m: Marcher, whom: &[u16]) -> Marcher {
    m.seeks = whom.to_vec();
    m
}

#[test]
fn nobody_in_the_way() {
    let end =
        march_together(&[marcher(0, 0, 0.0, 0.0, 0.0, 8.0), marcher(1, 1, 50.0, 50.0, 180.0, 6.0)], &SPEC);
    assert_eq!((end[0].ended, end[0].progress), (Ended::Arrived, 20.0));
    assert_eq!(end[0].rect.centre, Vec2::new(0.0, 8.0));
    assert!(end[0].met.is_empty());
}

#[test]
fn a_charge_and_a_charge_meet_between() {
    let (a, b) = (
        seeking(marcher(0, 0, 0.0, 0.0, 0.0, 16.0), &[1]),
        seeking(marcher(1, 1, 0.0, 10.0, 180.0, 8.0), &[0]),
    );
    let end = march_together(&[a, b], &SPEC);
    assert_eq!(end[0].met, [(1, Met::Contact, 8)]);
    assert_eq!(end[1].met, [(0, Met::Contact, 8)]);
    let gap = distance(&end[0].rect, &end[1].rect);
    assert!(gap < 0.02, "gap {gap}");
    // Twice as fast goes twice as far: 8.5 apart are closed at 16 against 8.
    let went = end[0].rect.centre.y;
    assert!((went - 8.5 * 2.0 / 3.0).abs() < 0.02, "went {went}");
}

#[test]
fn marches_stop_apart() {
    let end =
        march_together(&[marcher(0, 0, 0.0, 0.0, 0.0, 8.0), marcher(1, 1, 0.0, 6.0, 180.0, 0.0)], &SPEC);
    assert_eq!(end[0].met, [(1, Met::Standoff, 11)]);
    let gap = distance(&end[0].rect, &end[1].rect);
    assert!((0.48..0.52).contains(&gap), "gap {gap}");
}

#[test]
fn a_fast_charge_does_not_leap_over_a_thin_line() {
    let a = seeking(marcher(0, 0, 0.0, 0.0, 0.0, 90.0), &[1]);
    let end = march_together(&[a, marcher(1, 1, 0.0, 20.0, 180.0, 90.0)], &SPEC);
    assert_eq!(end[0].met[0].1, Met::Contact);
    assert!(end[0].rect.centre.y < end[1].rect.centre.y);
}

#[test]
fn runners_are_not_stopped_by_those_who_chase_them() {
    let runner = marcher(0, 0, 0.0, 3.0, 0.0, 8.0);
    let mut chaser = marcher(1, 1, 0.0, 0.0, 0.0, 16.0);
    chaser.chases = vec![0];
    let end = march_together(&[runner, chaser], &SPEC);
    assert_eq!(end[0].ended, Ended::Arrived);
    assert!(distance(&end[0].rect, &end[1].rect) < 0.1);
    assert_eq!(end[1].met[0].1, Met::Caught);
    assert!(end[1].progress < 20.0);
}

#[test]
fn a_chaser_keeps_touching_however_long_the_sub_steps_are() {
    for pieces in [4, 5, 7] {
        let cut = |m: Marcher| {
            let last = m.track.len() - 1;
            let track = (0..=pieces).map(|n| m.at((n * last) as f64 / pieces as f64)).collect();
            Marcher { track, ..m }
        };
        let mut chaser = marcher(1, 1, 0.0, 0.0, 0.0, 16.0);
        chaser.chases = vec![0];
        let end = march_together(&[cut(marcher(0, 0, 0.0, 3.0, 0.0, 8.0)), cut(chaser)], &SPEC);
        let gap = distance(&end[0].rect, &end[1].rect);
        assert!(end[0].ended == Ended::Arrived && gap < 0.05, "{pieces}: {gap}");
    }
}

#[test]
fn a_chaser_too_slow_falls_behind() {
    let mut chaser = marcher(1, 1, 0.0, 0.0, 0.0, 8.0);
    chaser.chases = vec![0];
    let end = march_together(&[marcher(0, 0, 0.0, 3.0, 0.0, 16.0), chaser], &SPEC);
    assert!(end[1].met.is_empty());
    assert_eq!(end[1].ended, Ended::Arrived);
}

#[test]
fn a_standing_friend_stops_a_march() {
    let end = march_together(&[marcher(0, 0, 0.0, 0.0, 0.0, 8.0), marcher(1, 0, 1.0, 5.0, 0.0, 0.0)], &SPEC);
    assert_eq!(end[0].ended, Ended::Stopped);
    assert_eq!(end[0].met[0].1, Met::Friend);
    assert!(distance(&end[0].rect, &end[1].rect) < 0.05);
}

#[test]
fn the_lesser_friend_lets_the_greater_pass() {
    let mut crossing = marcher(0, 0, -8.0, 4.0, 90.0, 16.0);
    crossing.right_of_way = 5;
    let end = march_together(&[crossing, marcher(1, 0, 0.0, -4.0, 0.0, 8.0)], &SPEC);
    assert_eq!(end[0].ended, Ended::Arrived);
    assert_eq!((end[1].ended, end[1].met[0].1), (Ended::Delayed, Met::Friend));
}

#[test]
fn a_friend_whom_an_enemy_stops_at_once_holds_nobody_up_who_goes_away_from_him() {
    let stopped = marcher(0, 0, 0.0, 0.0, 0.0, 8.0);
    let leaves = marcher(1, 0, 4.5, 1.0, 90.0, 1.0);
    let enemy = marcher(2, 1, -2.0, 1.8, 180.0, 0.0);
    let last = march_together(&[stopped.clone(), leaves.clone(), enemy.clone()], &SPEC);
    let first = march_together(&[enemy, stopped, leaves], &SPEC);
    assert_eq!([last[0].ended, last[1].ended], [Ended::Stopped, Ended::Arrived]);
    assert_eq!([first[1].ended, first[2].ended], [Ended::Stopped, Ended::Arrived]);
}

#[test]
fn light_troops_pass_through_friends() {
    let mut light = marcher(0, 0, 0.0, 0.0, 0.0, 8.0);
    light.passes_friends = true;
    let end = march_together(&[light, marcher(1, 0, 0.0, 4.0, 0.0, 0.0)], &SPEC);
    assert_eq!(end[0].ended, Ended::Arrived);
}

fn any_marcher(id: u16) -> impl Strategy<Value = Marcher> {
    (0u8..2, -12i32..12, -12i32..12, 0u32..24, 0u32..18, 0u8..3, any::<u8>()).prop_map(
        move |(side, x, y, turn, length, way, wants)| {
            let mut m = marcher(
                id,
                side,
                f64::from(x) * 3.0,
                f64::from(y) * 3.0,
                f64::from(turn) * 15.0,
                f64::from(length),
            );
            m.right_of_way = way;
            m.to_go = f64::from(length);
            m.seeks = (0..8).filter(|n| wants & (1 << n) != 0).collect();
            m
        },
    )
}

fn army() -> impl Strategy<Value = Vec<Marcher>> {
    (0..8u16).map(any_marcher).collect::<Vec<_>>().prop_filter("nobody stands in another", |all| {
        all.iter()
            .enumerate()
            .all(|(i, a)| all[i + 1..].iter().all(|b| distance(&a.track[0], &b.track[0]) > 0.6))
    })
}

/// The same marchers with the sides' names exchanged.
fn renamed(all: &[Marcher]) -> Vec<Marcher> {
    all.iter().map(|m| Marcher { side: 1 - m.side, ..m.clone() }).collect()
}

/// The same marchers listed from the last to the first.
fn reversed(all: &[Marcher]) -> Vec<Marcher> {
    let n = all.len() as u16;
    let back = |list: &[u16]| list.iter().filter(|i| **i < n).map(|i| n - 1 - i).collect();
    all.iter()
        .rev()
        .map(|m| Marcher { seeks: back(&m.seeks), chases: back(&m.chases), ..m.clone() })
        .collect()
}

fn places(end: &[Marched]) -> Vec<(Rect, f64)> {
    end.iter().map(|m| (m.rect, m.progress)).collect()
}

proptest! {
    #[test]
    fn the_names_of_the_sides_do_not_matter(all in army()) {
        prop_assert_eq!(march_together(&all, &SPEC), march_together(&renamed(&all), &SPEC));
    }

    #[test]
    fn the_order_of_the_list_does_not_matter(all in army()) {
        let mut other = places(&march_together(&reversed(&all), &SPEC));
        other.reverse();
        prop_assert_eq!(places(&march_together(&all, &SPEC)), other);
    }

    #[test]
    fn nobody_ends_in_another(all in army()) {
        let end = march_together(&all, &SPEC);
        for i in 0..end.len() {
            for j in i + 1..end.len() {
                let deep = end[i].rect.penetration(&end[j].rect);
                prop_assert!(deep <= 0.05, "{i} and {j} overlap by {deep}");
            }
        }
    }

    #[test]
    fn contacts_touch_and_are_mutual(all in army()) {
        let end = march_together(&all, &SPEC);
        for (i, m) in end.iter().enumerate() {
            for (other, how, when) in &m.met {
                let o = usize::from(*other);
                prop_assert!(end[o].met.contains(&(i as u16, *how, *when)));
                if *how == Met::Contact {
                    prop_assert!(distance(&m.rect, &end[o].rect) < 0.1);
                }
            }
        }
    }
}

const FRONTS: MarchSpec = MarchSpec { friends: Courtesy::FrontStops, ..SPEC };

#[test]
fn of_two_friends_the_one_whose_front_touches_stops_for_good() {
    // One goes north, another crosses before it from west to east.
    let crossing = marcher(0, 0, -3.0, 6.0, 90.0, 8.0);
    let end = march_together(&[crossing, marcher(1, 0, 0.0, 0.0, 0.0, 8.0)], &FRONTS);
    assert_eq!(end[0].ended, Ended::Arrived, "it is struck in the side");
    assert_eq!(end[1].ended, Ended::Stopped);
    let behind =
        march_together(&[marcher(0, 0, 0.0, 0.0, 0.0, 8.0), marcher(1, 0, 0.0, 5.0, 0.0, 2.0)], &FRONTS);
    assert_eq!((behind[0].ended, behind[1].ended), (Ended::Stopped, Ended::Arrived));
    let head_on =
        march_together(&[marcher(0, 0, 0.0, 0.0, 0.0, 8.0), marcher(1, 0, 0.0, 9.0, 180.0, 8.0)], &FRONTS);
    assert!(head_on.iter().all(|end| end.ended == Ended::Stopped), "both fronts touch");
}

#[test]
fn a_straight_track_needs_no_cutting() {
    let cut = |m: Marcher| {
        let (first, last) = (m.track[0], m.track[m.track.len() - 1]);
        Marcher { track: vec![first, last], times: vec![0.0, 20.0], ..m }
    };
    let all = [
        seeking(marcher(0, 0, 0.0, 0.0, 0.0, 16.0), &[1]),
        marcher(1, 1, 0.0, 10.0, 180.0, 8.0),
        marcher(2, 0, 7.0, 0.0, 30.0, 9.0),
        marcher(3, 1, 9.0, 12.0, 200.0, 9.0),
    ];
    let fine = march_together(&all, &FRONTS);
    let coarse = march_together(&all.clone().map(cut), &FRONTS);
    for (a, b) in fine.iter().zip(&coarse) {
        assert!(a.rect.centre.distance(b.rect.centre) < 0.03 && a.ended == b.ended, "{a:?} {b:?}");
    }
}
