//! Contact, zones of control, arcs and sight.

use crate::board::geometry::{
    self, Contact, ahead_of, all_round, blocks, contact, controlling_edges, fronting, in_range, in_zone,
    line_up, shot_distance, sight, sight_to_camp, zone_depth,
};
use crate::data::tables::tables;
use crate::data::troop::Troop;
use crate::tests::chapters::{blue, red};
use table::{Convex, Edge, Vec2};

#[test]
fn every_way_of_lining_up_is_the_contact_it_is_named_for() {
    for facing in [0.0, 90.0, 33.0, 217.5] {
        let enemy = blue(1, Troop::Spears, [1000.0, 1000.0], facing);
        for troop in [Troop::Blades, Troop::Cavalry, Troop::Elephants] {
            let mover = red(0, troop, [0.0, 0.0], 0.0);
            for edge in &Contact::ALL[..6] {
                assert_eq!(
                    contact(&line_up(&mover, &enemy, *edge), &enemy),
                    Some(*edge),
                    "{troop:?} {facing}"
                );
            }
        }
    }
}

#[test]
fn what_only_touches_is_no_contact_and_sides_overlap() {
    let enemy = blue(1, Troop::Spears, [1000.0, 1000.0], 0.0);
    let at = |x, y, facing| contact(&red(0, Troop::Blades, [x, y], facing), &enemy);
    assert_eq!(at(1040.0, 1060.0, 180.0), None);
    assert_eq!(at(1000.0, 1060.4, 180.0), Some(Contact::Front));
    assert_eq!(at(1000.0, 1060.6, 180.0), None);
    assert_eq!(at(1160.0, 1010.0, 180.0), Some(Contact::RightSide));
    assert_eq!(at(840.0, 950.0, 0.0), Some(Contact::LeftSide));
    assert_eq!(at(840.0, 940.2, 0.0), None);
    let flank = |c: Contact| c.overlapped_flank();
    assert_eq!(flank(Contact::LeftOverlap), Some(Edge::Left));
    assert_eq!(flank(Contact::RightSide), Some(Edge::Right));
    assert_eq!((flank(Contact::Front), flank(Contact::Rear)), (None, None));
}

#[test]
fn a_zone_ends_at_its_depth_or_at_the_first_it_meets() {
    let controller = red(0, Troop::Spears, [1000.0, 1000.0], 0.0).rect;
    let at = |x, y| blue(1, Troop::Blades, [x, y], 180.0).rect;
    assert!(in_zone(&controller, tables().zone, &at(1000.0, 1220.0)));
    assert!(!in_zone(&controller, tables().zone, &at(1000.0, 1221.0)));
    assert!(!in_zone(&controller, tables().zone, &at(1160.0, 1100.0)));
    assert!(in_zone(&controller, tables().zone, &at(1159.0, 1100.0)));
    assert!(in_zone(&controller, tables().zone, &at(1000.0, 1060.0)));
    let screen = blue(2, Troop::Psiloi, [950.0, 1110.0], 180.0).rect;
    assert_eq!(zone_depth(&controller, &[screen]), 40.0);
    assert_eq!(zone_depth(&controller, &[at(1000.0, 1400.0), at(1000.0, 900.0)]), tables().zone);
    assert_eq!(ahead_of(&controller, &at(1000.0, 900.0)), None);
}

#[test]
fn war_wagons_control_every_edge() {
    let wagons = red(0, Troop::WarWagons, [1000.0, 1000.0], 0.0);
    assert_eq!(controlling_edges(&wagons), Edge::ALL);
    assert_eq!(controlling_edges(&red(0, Troop::Blades, [0.0, 0.0], 0.0)), [Edge::Front]);
    let enemy = blue(1, Troop::Blades, [1200.0, 1000.0], 270.0).rect;
    let zones = Edge::ALL.map(|edge| in_zone(&fronting(&wagons.rect, edge), tables().zone, &enemy));
    assert_eq!(zones, [false, false, true, false]);
    for edge in Edge::ALL {
        assert_eq!(fronting(&wagons.rect, edge).edge(Edge::Front), wagons.rect.edge(edge));
    }
}

#[test]
fn shots_are_measured_to_the_nearest_part_in_the_arc() {
    let bows = red(0, Troop::Bows, [1000.0, 1000.0], 0.0).rect;
    let far = |x, y| shot_distance(&bows, &blue(1, Troop::Blades, [x, y], 180.0).rect);
    assert_eq!(far(1000.0, 1270.0), Some(200.0));
    // Beside the front edge, the corner counts.
    assert_eq!(far(1190.0, 1110.0), Some(50.0));
    assert_eq!(far(1320.0, 1150.0).map(f64::round), Some(179.0));
    assert_eq!(far(1321.0, 1150.0), None);
    assert_eq!(far(1000.0, 900.0), None);
    assert!(in_range(200.0, 200.0) && !in_range(200.1, 200.0));
}

#[test]
fn all_round_is_measured_from_the_nearest_edge() {
    let camp = Convex::from(red(0, Troop::Bows, [1000.0, 1000.0], 0.0).rect);
    let behind = blue(1, Troop::Blades, [1000.0, 800.0], 0.0).rect;
    let (edge, far) = all_round(&camp, &behind);
    assert_eq!(far, 130.0);
    assert!(edge.iter().all(|p| p.y == 960.0));
}

#[test]
fn sight_runs_to_the_nearest_edge_and_is_blocked_by_bases() {
    let cannon = red(0, Troop::Cannon, [1000.0, 1000.0], 0.0).rect;
    let target = blue(1, Troop::Blades, [1000.0, 1500.0], 180.0).rect;
    let ground = sight(cannon.edge(Edge::Front), &target);
    assert_eq!(ground.area(), 160.0 * (1470.0 - 1080.0));
    let at = |x| red(2, Troop::Psiloi, [x, 1300.0], 0.0).rect;
    assert!(blocks(&ground, &at(1000.0)) && blocks(&ground, &at(1159.0)));
    assert!(!blocks(&ground, &at(1160.0)) && !blocks(&ground, &target) && !blocks(&ground, &cannon));
    let camp = Convex::from(target);
    assert_eq!(sight_to_camp(cannon.edge(Edge::Front), &camp).area(), ground.area());
    // A target that shows its flank is seen along that edge.
    let flank = blue(1, Troop::Blades, [1000.0, 1500.0], 90.0).rect;
    let corners = sight(cannon.edge(Edge::Front), &flank);
    assert!(flank.edge(Edge::Right).iter().all(|p| corners.contains(*p)));
}

#[test]
fn behind_and_beside_need_corners_together() {
    let front = red(0, Troop::Spears, [1000.0, 1000.0], 0.0);
    assert!(geometry::behind(&red(1, Troop::Spears, [1000.0, 940.0], 0.0), &front));
    assert!(!geometry::behind(&red(1, Troop::Spears, [1001.0, 940.0], 0.0), &front));
    assert!(!geometry::behind(&red(1, Troop::Spears, [1000.0, 940.0], 180.0), &front));
    assert!(geometry::beside(&red(1, Troop::Psiloi, [1160.0, 990.0], 0.0), &front));
    assert!(!geometry::beside(&red(1, Troop::Psiloi, [1160.0, 1000.0], 0.0), &front));
    let corner = front.rect.fl() - Vec2::new(920.0, 1030.0);
    assert_eq!(corner.len(), 0.0);
}
