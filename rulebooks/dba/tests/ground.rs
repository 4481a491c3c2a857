//! The ground under a base: going, roads, rivers, hills, sight, seclusion.

use crate::Dba;
use crate::board::state::{Camp, Holder};
use crate::board::{Base, Board, ground};
use crate::data::scale::{MM, WIDTH};
use crate::data::tables::Terrain;
use crate::data::troop::{Going, Troop};
use table::{Band, Facing, Ground, KindId, Piece, Point, Polygon, Rect, Shape, Vec2};
use umpire::{Side, UnitId};

fn at(x: f64, y: f64) -> Vec2 {
    Vec2::new(x, y)
}

fn points(places: &[(f64, f64)]) -> Vec<Point> {
    places.iter().map(|&(x, y)| Point::round(at(x, y) * MM)).collect()
}

fn area(kind: Terrain, corners: &[(f64, f64)]) -> Piece {
    let shape = Shape::Area(Polygon::new(&points(corners)).expect("a simple outline"));
    Piece { id: kind.key().into(), kind: KindId(kind as u8), shape, crest: None }
}

/// A square with its corners 200 from its centre.
fn square(kind: Terrain, x: f64, y: f64) -> Piece {
    area(
        kind,
        &[(x - 200.0, y - 200.0), (x + 200.0, y - 200.0), (x + 200.0, y + 200.0), (x - 200.0, y + 200.0)],
    )
}

fn band(kind: Terrain, width: f64, line: &[(f64, f64)]) -> Piece {
    let shape = Shape::Band(Band::new(&points(line), width * MM).expect("a line"));
    Piece { id: kind.key().into(), kind: KindId(kind as u8), shape, crest: None }
}

fn table_with(pieces: Vec<Piece>) -> Ground {
    Ground { pieces, ..Ground::bare(600.0, 600.0) }
}

fn base(troop: Troop, x: f64, y: f64, facing: f64) -> Base {
    let facing = Facing::degrees(facing);
    let depth = f64::from(Dba::default().house.depth(troop));
    let rect = Rect::new(at(x, y), facing, WIDTH, depth);
    Base { id: UnitId(0), side: Side::Red, troop, general: false, rect, facing }
}

/// What a question about the ground answers for a table with these pieces.
fn ask<T>(pieces: Vec<Piece>, question: impl FnOnce(&Board<'_>) -> T) -> T {
    let (book, ground) = (Dba::default(), table_with(pieces));
    question(&Board::new(&book, &ground, Vec::new()))
}

#[test]
fn each_kind_of_terrain_is_the_going_its_class_says() {
    let kinds = [
        (Terrain::GentleHill, Going::Good),
        (Terrain::SteepHill, Going::Bad),
        (Terrain::Woods, Going::Bad),
        (Terrain::Marsh, Going::Bad),
        (Terrain::Rough, Going::Bad),
        (Terrain::Dunes, Going::Bad),
        (Terrain::Oasis, Going::Bad),
        (Terrain::Waterway, Going::Good),
    ];
    for (kind, going) in kinds {
        let blades = base(Troop::Blades, 1200.0, 1200.0, 0.0);
        let found =
            ask(vec![square(kind, 1200.0, 1200.0)], |b| ground::going(b, &blades.rect, Troop::Blades));
        assert_eq!(found, going, "{kind:?}");
    }
    for kind in [Terrain::Dunes, Terrain::Oasis] {
        let camels = base(Troop::Camelry, 1200.0, 1200.0, 0.0);
        let found =
            ask(vec![square(kind, 1200.0, 1200.0)], |b| ground::going(b, &camels.rect, Troop::Camelry));
        assert_eq!(found, Going::Good, "camels are at home in {kind:?}");
    }
    let river = band(Terrain::River, 100.0, &[(0.0, 1200.0), (2400.0, 1200.0)]);
    let ford = base(Troop::Blades, 1200.0, 1200.0, 0.0);
    assert_eq!(ask(vec![river], |b| ground::going(b, &ford.rect, Troop::Blades)), Going::Good);
}

#[test]
fn a_square_pace_of_bad_going_is_not_yet_in_it() {
    // The woods begin at y 1000; a base 160 wide whose front edge is at 1000 + d has 160 d square paces in them.
    let going = |front: f64| {
        let blades = base(Troop::Blades, 1200.0, front - 30.0, 0.0);
        ask(vec![square(Terrain::Woods, 1200.0, 1200.0)], |b| ground::going(b, &blades.rect, Troop::Blades))
    };
    assert_eq!([going(1000.0), going(1000.006), going(1000.007)], [Going::Good, Going::Good, Going::Bad]);
}

#[test]
fn a_road_through_woods_does_not_make_them_good_going() {
    let road = band(Terrain::Road, 100.0, &[(1200.0, 0.0), (1200.0, 2400.0)]);
    let blades = base(Troop::Blades, 1200.0, 1200.0, 0.0);
    let pieces = vec![square(Terrain::Woods, 1200.0, 1200.0), road];
    assert_eq!(ask(pieces, |b| ground::going(b, &blades.rect, Troop::Blades)), Going::Bad);
}

#[test]
fn an_occupant_of_a_camp_is_in_good_going() {
    let (book, ground) = (Dba::default(), table_with(vec![square(Terrain::Rough, 1200.0, 200.0)]));
    let spears = base(Troop::Spears, 1200.0, 100.0, 0.0);
    let mut board = Board::new(&book, &ground, vec![spears]);
    assert_eq!(ground::going_of(&board, &spears), Going::Bad);
    let mut camp = Camp::new(&[at(1080.0, 0.0), at(1320.0, 0.0), at(1320.0, 200.0), at(1080.0, 200.0)]);
    camp.holder = Holder::Element(spears.id);
    board.camps[Side::Red] = Some(camp);
    assert_eq!(ground::going_of(&board, &spears), Going::Good);
    assert!(ground::secluded(&board, &spears));
}

#[test]
fn guns_and_wagons_enter_bad_going_only_along_a_road_and_nobody_a_waterway() {
    let woods = || square(Terrain::Woods, 1200.0, 1200.0);
    let road = || band(Terrain::Road, 100.0, &[(1200.0, 0.0), (1200.0, 2400.0)]);
    let may = |pieces: Vec<Piece>, b: Base| ask(pieces, |board| ground::may_enter(board, &b.rect, b.troop));
    for troop in [Troop::Artillery, Troop::Cannon, Troop::WarWagons] {
        assert!(!may(vec![woods()], base(troop, 1200.0, 1200.0, 0.0)));
        assert!(may(vec![woods(), road()], base(troop, 1200.0, 1200.0, 10.0)));
        assert!(!may(vec![woods(), road()], base(troop, 1200.0, 1200.0, 40.0)), "it faces across the road");
        assert!(may(vec![woods()], base(troop, 500.0, 500.0, 0.0)));
    }
    assert!(may(vec![woods()], base(Troop::Blades, 1200.0, 1200.0, 0.0)));
    let lake = || square(Terrain::Waterway, 1200.0, 1200.0);
    for troop in [Troop::Psiloi, Troop::Cannon] {
        assert!(!may(vec![lake()], base(troop, 1200.0, 1390.0, 0.0)));
        assert!(!may(vec![lake(), road()], base(troop, 1200.0, 1200.0, 0.0)), "a road does not bridge a sea");
    }
    assert!(may(vec![lake()], base(Troop::Psiloi, 1200.0, 1440.0, 0.0)), "it stands flush on the shore");
}

#[test]
fn a_path_straight_back_meets_water_and_for_guns_bad_going() {
    let crossing = |kind: Terrain, troop: Troop| {
        let b = base(troop, 1200.0, 1600.0, 0.0);
        ask(vec![square(kind, 1200.0, 1300.0)], |board| {
            ground::may_cross(board, &b.rect, at(0.0, -160.0), troop)
        })
    };
    assert!(!crossing(Terrain::Waterway, Troop::Elephants));
    assert!(!crossing(Terrain::Marsh, Troop::Artillery));
    assert!(crossing(Terrain::Marsh, Troop::Elephants));
}

#[test]
fn one_goes_along_a_road_with_the_front_on_it_and_the_facing_within_fifteen_degrees() {
    let road = || vec![band(Terrain::Road, 100.0, &[(1200.0, 0.0), (1200.0, 1200.0), (2400.0, 1200.0)])];
    let on = |b: Base| ask(road(), |board| ground::on_road(board, &b));
    assert!(on(base(Troop::Blades, 1200.0, 600.0, 0.0)));
    assert!(on(base(Troop::Blades, 1200.0, 600.0, 180.0)), "either way along it");
    assert!(on(base(Troop::Blades, 1200.0, 600.0, 14.9)));
    assert!(!on(base(Troop::Blades, 1200.0, 600.0, 15.1)));
    assert!(on(base(Troop::Blades, 1250.0, 600.0, 0.0)), "the front edge's middle on its margin");
    assert!(!on(base(Troop::Blades, 1251.0, 600.0, 0.0)));
    assert!(on(base(Troop::Blades, 1800.0, 1200.0, 90.0)), "after the bend it runs east");
    assert!(!on(base(Troop::Blades, 1800.0, 1200.0, 0.0)));
}

#[test]
fn a_run_stops_at_water_and_at_rivers_off_road() {
    let run = |pieces: Vec<Piece>, y: f64| {
        let b = base(Troop::LightHorse, 1200.0, y, 0.0);
        ask(pieces, |board| ground::run(board, &b.rect, b.rect.ahead, 600.0))
    };
    let lake = square(Terrain::Waterway, 1200.0, 1200.0);
    // The front edge starts at 560 and may go half a pace into the water that begins at 1000.
    assert!((run(vec![lake], 500.0) - 440.5).abs() < 1e-6);
    let river = || band(Terrain::River, 100.0, &[(0.0, 1000.0), (2400.0, 1000.0)]);
    assert!((run(vec![river()], 500.0) - 390.5).abs() < 1e-4);
    assert_eq!(run(vec![river()], 1000.0), 600.0, "it already stands in the river");
    let road = band(Terrain::Road, 100.0, &[(1200.0, 0.0), (1200.0, 2400.0)]);
    assert_eq!(run(vec![river(), road], 500.0), 600.0, "it goes over the bridge");
    assert_eq!(run(vec![square(Terrain::Woods, 1200.0, 1200.0)], 500.0), 600.0);
    assert_eq!(run(Vec::new(), 500.0), 600.0);
}

#[test]
fn the_higher_centre_with_its_front_on_the_hill_is_uphill() {
    let hill = || vec![square(Terrain::GentleHill, 1200.0, 1200.0)];
    let uphill = |a: Base, b: Base| ask(hill(), |board| ground::uphill(board, &a, &b));
    // Face to face on the south slope: the northern one is nearer the crest.
    let (upper, lower) =
        (base(Troop::Spears, 1200.0, 1130.0, 180.0), base(Troop::Spears, 1200.0, 1070.0, 0.0));
    assert!(uphill(upper, lower) && !uphill(lower, upper));
    // Level: the same height on either side of the crest.
    let (south, north) =
        (base(Troop::Spears, 1200.0, 1170.0, 0.0), base(Troop::Spears, 1200.0, 1230.0, 180.0));
    assert!(!uphill(south, north) && !uphill(north, south));
    // Its front edge has left the hill, though its centre is higher.
    let (off, below) =
        (base(Troop::Elephants, 1200.0, 1060.0, 180.0), base(Troop::Spears, 1200.0, 950.0, 0.0));
    assert!(!uphill(off, below));
}

#[test]
fn heights_rise_to_the_centroid_or_to_the_given_crest() {
    let height = |crest: Option<Vec<Point>>, x: f64, y: f64| {
        let hill = Piece { crest, ..square(Terrain::SteepHill, 1200.0, 1200.0) };
        ask(vec![hill], |board| ground::height(board, at(x, y)))
    };
    assert_eq!(height(None, 1200.0, 1200.0), 1.0);
    // 50 from the outline and 150 from the centroid.
    assert!((height(None, 1200.0, 1050.0) - 0.25).abs() < 1e-12);
    assert_eq!(height(None, 500.0, 500.0), 0.0);
    let ridge = points(&[(1050.0, 1200.0), (1350.0, 1200.0)]);
    assert_eq!(height(Some(ridge), 1300.0, 1200.0), 1.0);
}

#[test]
fn a_bank_is_defended_from_the_dry_side_off_the_bridge() {
    let river = || band(Terrain::River, 100.0, &[(0.0, 1000.0), (2400.0, 1000.0)]);
    let defends =
        |pieces: Vec<Piece>, a: Base, b: Base| ask(pieces, |board| ground::defends_bank(board, &a, &b));
    // The south bank is y 950. The defender's front edge is on it, the enemy stands in the water.
    let dry = base(Troop::Spears, 1200.0, 920.0, 0.0);
    let wet = base(Troop::Spears, 1200.0, 980.0, 180.0);
    assert!(defends(vec![river()], dry, wet));
    assert!(!defends(vec![river()], wet, dry), "one in the river defends nothing");
    let road = band(Terrain::Road, 100.0, &[(1200.0, 0.0), (1200.0, 2400.0)]);
    assert!(!defends(vec![river(), road], dry, wet), "a bridge is no bank");
    let far_road = band(Terrain::Road, 100.0, &[(500.0, 0.0), (500.0, 2400.0)]);
    assert!(defends(vec![river(), far_road], dry, wet));
    let back = base(Troop::Spears, 1200.0, 840.0, 0.0);
    let out = base(Troop::Elephants, 1200.0, 950.0, 180.0);
    assert!(defends(vec![river()], back, out), "its front edge is exactly 80 from the bank");
    let farther = base(Troop::Spears, 1200.0, 838.0, 0.0);
    assert!(!defends(vec![river()], farther, base(Troop::Elephants, 1200.0, 948.0, 180.0)));
    let turned = base(Troop::Spears, 1200.0, 880.0, 180.0);
    assert!(!defends(vec![river()], turned, wet), "it faces away");
    let dry_enemy = base(Troop::Spears, 1200.0, 900.0, 180.0);
    assert!(!defends(vec![river()], base(Troop::Spears, 1200.0, 840.0, 0.0), dry_enemy));
}

#[test]
fn crowns_and_eighty_paces_of_woods_hide() {
    let sees = |pieces: Vec<Piece>, a: (f64, f64), b: (f64, f64)| {
        ask(pieces, |board| ground::sight(board, at(a.0, a.1), at(b.0, b.1)))
    };
    for kind in [Terrain::GentleHill, Terrain::SteepHill] {
        let hill = || vec![square(kind, 1200.0, 1200.0)];
        // The crown reaches 100 from the centre.
        assert!(!sees(hill(), (1200.0, 500.0), (1200.0, 2000.0)));
        assert!(sees(hill(), (1310.0, 500.0), (1310.0, 2000.0)), "past the crown, over the slope");
        assert!(sees(hill(), (1200.0, 1200.0), (1200.0, 2000.0)), "from the crown");
        assert!(!sees(hill(), (1200.0, 1050.0), (1200.0, 2000.0)), "from the slope over the crown");
    }
    for kind in [Terrain::Woods, Terrain::Oasis, Terrain::Dunes] {
        let wood = || vec![square(kind, 1200.0, 1200.0)];
        assert!(sees(wood(), (1200.0, 1080.0), (1200.0, 500.0)), "80 paces to the edge");
        assert!(!sees(wood(), (1200.0, 1081.0), (1200.0, 500.0)));
    }
    for kind in [Terrain::Marsh, Terrain::Rough, Terrain::Waterway] {
        assert!(sees(vec![square(kind, 1200.0, 1200.0)], (1200.0, 500.0), (1200.0, 2000.0)));
    }
    // Two woods of 60 each along the line hide together.
    let strips = vec![
        area(Terrain::Woods, &[(1000.0, 1000.0), (1400.0, 1000.0), (1400.0, 1060.0), (1000.0, 1060.0)]),
        area(Terrain::Woods, &[(1000.0, 1300.0), (1400.0, 1300.0), (1400.0, 1360.0), (1000.0, 1360.0)]),
    ];
    assert!(!sees(strips, (1200.0, 500.0), (1200.0, 2000.0)));
}

#[test]
fn a_general_wholly_in_woods_oasis_or_marsh_is_secluded() {
    let secluded = |kind: Terrain, y: f64| {
        let general = base(Troop::Cavalry, 1200.0, y, 0.0);
        ask(vec![square(kind, 1200.0, 1200.0)], |board| ground::secluded(board, &general))
    };
    for kind in [Terrain::Woods, Terrain::Oasis, Terrain::Marsh] {
        assert!(secluded(kind, 1060.0), "its rear edge on the margin");
        assert!(!secluded(kind, 1059.0), "a part is outside");
    }
    for kind in [Terrain::Rough, Terrain::SteepHill, Terrain::Dunes] {
        assert!(!secluded(kind, 1200.0), "{kind:?}");
    }
}

#[test]
fn a_base_is_on_the_table_to_half_a_pace() {
    let on = |x: f64| ask(Vec::new(), |b| ground::on_table(b, &base(Troop::Blades, x, 1200.0, 0.0).rect));
    assert!(on(80.0) && on(79.6) && !on(79.4) && on(2320.0) && !on(2321.0));
}

#[test]
fn rivers_wet_a_base_that_reaches_in() {
    let river = || vec![band(Terrain::River, 100.0, &[(0.0, 1000.0), (2400.0, 1000.0)])];
    let wet = |y: f64| ask(river(), |b| ground::in_river(b, &base(Troop::Blades, 1200.0, y, 0.0).rect));
    assert!(!wet(920.0) && wet(921.0) && wet(1000.0) && !wet(1080.0));
}
