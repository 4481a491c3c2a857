//! The defender's terrain: which maps are legal, and the umpire's own.

use crate::data::scale::MM;
use crate::data::tables::{Terrain, tables};
use crate::rule;
use crate::setup::{choice, map};
use crate::tests::terrain_pieces;
use ruling::proves;

use dice::{Scripted, Seeded};
use table::{Ground, Point};
use terrain_pieces::{bare, block, piece};
use umpire::{Piece, Side};

fn road() -> Piece {
    piece(Terrain::Road, Some(100.0), &[(0.0, 1200.0), (2400.0, 1200.0)])
}

/// The faults of a map, one on a line.
fn faults(country: &str, pieces: &[Piece]) -> String {
    let topography = tables().topography(country).expect("a country");
    match choice::check(topography, bare().corner, pieces) {
        Ok(_) => String::new(),
        Err(faults) => faults.iter().map(|r| format!("{r}\n")).collect(),
    }
}

#[test]
fn every_automatic_map_of_every_country_is_legal() {
    for topography in &tables().topographies {
        for size in [1600.0, 2400.0, 4800.0] {
            let corner = Ground::bare(size * MM, size * MM).corner;
            for seed in 0..150 {
                let ground = map::draw(topography, corner, seed);
                let laid: Vec<Piece> = ground.pieces.iter().map(again).collect();
                let checked = choice::check(topography, corner, &laid);
                assert_eq!(checked.as_ref(), Ok(&ground), "{} of {size}, seed {seed}", topography.name);
            }
        }
    }
}

/// A piece of a map as a player would lay it.
fn again(piece: &table::Piece) -> Piece {
    let (points, width) = match &piece.shape {
        table::Shape::Area(area) => (area.outline(), None),
        table::Shape::Band(band) => (band.line(), Some((band.width() * Point::PER_MM).round() as i32)),
    };
    Piece { kind: piece.kind.0, points: points.iter().map(|&p| Point::round(p)).collect(), width }
}

#[test]
fn automatic_maps_differ_and_use_what_the_country_offers() {
    for topography in &tables().topographies {
        let maps: Vec<Ground> = (0..60).map(|seed| map::draw(topography, bare().corner, seed)).collect();
        for &kind in topography.compulsory.iter().chain(&topography.optional) {
            let there = maps.iter().any(|m| m.pieces.iter().any(|p| p.kind.0 == kind as u8));
            assert!(there, "{} never has {kind:?}", topography.name);
        }
        assert!(maps.windows(2).any(|w| w[0] != w[1]));
    }
}

#[test]
fn a_seed_is_four_throws_of_two_dice() {
    let mut dice = Scripted::new([11, 12, 21, 66]);
    assert_eq!(map::seed(&mut dice, Side::Blue), (36 + 6) * 36 + 35);
    dice.finish().expect("four throws");
    assert!(map::seed(&mut Seeded::new(3), Side::Red) < 36 * 36 * 36 * 36);
}

#[test]
fn a_good_map_has_no_faults() {
    let woods = block(Terrain::Woods, 300.0, 1500.0, 400.0, 300.0);
    let rough = block(Terrain::Rough, 1700.0, 400.0, 300.0, 300.0);
    assert_eq!(faults("arable", &[road(), woods, rough]), "");
}

#[test]
fn numbers_of_pieces_are_limited() {
    let woods = |x: f64| block(Terrain::Woods, x, 1500.0, 200.0, 200.0);
    let said = faults("arable", &[road(), woods(100.0)]);
    assert!(said.contains("the map: needs 3 pieces at least, has 2"), "{said}");
    let said =
        faults("arable", &[woods(100.0), woods(600.0), block(Terrain::Rough, 100.0, 100.0, 200.0, 200.0)]);
    assert!(said.contains("compulsory pieces: needs 1 pieces at least, has 0"), "{said}");
    let six: Vec<Piece> = (0..6).map(|i| woods(100.0 + 390.0 * f64::from(i))).collect();
    assert!(faults("forest", &six).contains("needs 5 pieces at most, has 6"));
    let four = [woods(100.0), woods(500.0), woods(900.0), woods(1300.0)];
    let said = faults("forest", &four);
    assert!(
        said.contains("compulsory pieces: needs 3") && said.contains("woods (T4): one too many"),
        "{said}"
    );
    let rough = |x: f64| block(Terrain::Rough, x, 300.0, 200.0, 200.0);
    let said = faults(
        "steppe",
        &[block(Terrain::GentleHill, 300.0, 1800.0, 300.0, 300.0), rough(100.0), rough(500.0), rough(900.0)],
    );
    assert!(said.contains("rough (T4): one too many of this kind"), "{said}");
    let oasis = |x: f64| block(Terrain::Oasis, x, 300.0, 200.0, 200.0);
    let said =
        faults("dry", &[block(Terrain::Rough, 300.0, 1800.0, 300.0, 300.0), oasis(100.0), oasis(1500.0)]);
    assert!(said.contains("oasis (T3): one too many of this kind"), "{said}");
}

#[test]
fn a_country_has_only_its_own_kinds() {
    proves!(rule::TERRAIN_CHOICE);
    let woods = block(Terrain::Woods, 300.0, 1500.0, 400.0, 300.0);
    let dunes = block(Terrain::Dunes, 1700.0, 400.0, 300.0, 300.0);
    let said = faults("arable", &[road(), woods, dunes]);
    assert_eq!(said, "dunes (T3): arable country has none [dba.terrain.choice]\n");
    let sea = || block(Terrain::Waterway, 0.0, 0.0, 2400.0, 200.0);
    let hill = block(Terrain::SteepHill, 300.0, 1500.0, 400.0, 300.0);
    let marsh = block(Terrain::Marsh, 1700.0, 1500.0, 300.0, 300.0);
    let said = faults("littoral", &[sea(), hill, marsh]);
    assert_eq!(said, "steep hill and marsh: a map has only one of these kinds [dba.terrain.choice]\n");
}

#[test]
fn areas_are_neither_too_small_nor_too_long_nor_too_large_nor_too_near() {
    let with = |piece: Piece| {
        faults(
            "forest",
            &[
                block(Terrain::Woods, 100.0, 100.0, 200.0, 200.0),
                block(Terrain::Marsh, 2000.0, 100.0, 200.0, 200.0),
                piece,
            ],
        )
    };
    assert_eq!(with(block(Terrain::Woods, 400.0, 1500.0, 160.0, 320.0)), "");
    let said = with(block(Terrain::Woods, 400.0, 1500.0, 150.0, 200.0));
    assert!(said.contains("woods (T3): too narrow: needs 160 paces across, has 150"), "{said}");
    let said = with(block(Terrain::Woods, 400.0, 1500.0, 200.0, 402.0));
    assert!(said.contains("woods (T3): too long for its width"), "{said}");
    let said = with(block(Terrain::Woods, 400.0, 1500.0, 800.0, 700.0));
    assert!(said.contains("woods (T3): too large"), "{said}");
    assert_eq!(with(block(Terrain::Woods, 400.0, 1500.0, 740.0, 700.0)), "", "length and width are 1440");
    let said = with(block(Terrain::Woods, 400.0, 100.0, 200.0, 200.0));
    assert!(said.contains("woods (T1): too near woods (T3): needs 160 paces apart, has 100"), "{said}");
    assert!(with(block(Terrain::Woods, 150.0, 150.0, 160.0, 160.0)).contains("has 0 paces apart"));
    let said = with(block(Terrain::Woods, 2300.0, 1500.0, 200.0, 200.0));
    assert!(said.contains("woods (T3): a part of it is off the table"), "{said}");
}

#[test]
fn three_quarters_hold_something_and_two_hinder() {
    proves!(rule::TERRAIN_CHOICE);
    let in_one_quarter = [
        block(Terrain::Woods, 100.0, 100.0, 200.0, 200.0),
        block(Terrain::Woods, 600.0, 100.0, 200.0, 200.0),
        block(Terrain::Woods, 100.0, 600.0, 200.0, 200.0),
    ];
    let said = faults("forest", &in_one_quarter);
    assert!(said.contains("too much of the table is bare: needs 3 table quarters, has 1"), "{said}");
    assert!(
        said.contains("too little bad going, river or waterway: needs 2 table quarters, has 1"),
        "{said}"
    );
    let hills = [(300.0, 300.0), (1800.0, 300.0), (300.0, 1800.0)];
    let hills: Vec<Piece> = hills.map(|(x, y)| block(Terrain::GentleHill, x, y, 300.0, 300.0)).to_vec();
    let said = faults("steppe", &hills);
    assert_eq!(
        said,
        "too little bad going, river or waterway: needs 2 table quarters, has 0 table quarters [dba.terrain.choice]\n"
    );
    let river = piece(Terrain::River, Some(120.0), &[(0.0, 1000.0), (2400.0, 1000.0)]);
    assert_eq!(faults("steppe", &[hills, vec![river]].concat()), "");
}

#[test]
fn rivers_roads_and_waterways_run_as_they_must() {
    proves!(rule::TERRAIN_RIVER, rule::TERRAIN_ROAD);
    let map = |piece: Piece| {
        faults(
            "arable",
            &[
                road(),
                block(Terrain::Woods, 300.0, 1700.0, 300.0, 300.0),
                block(Terrain::Rough, 1700.0, 1700.0, 300.0, 300.0),
                piece,
            ],
        )
    };
    let river = |width: f64, line: &[(f64, f64)]| map(piece(Terrain::River, Some(width), line));
    assert_eq!(river(160.0, &[(0.0, 900.0), (1200.0, 700.0), (2400.0, 900.0)]), "");
    assert_eq!(river(100.0, &[(0.0, 900.0), (900.0, 0.0)]), "", "round a corner of the table");
    let said = river(161.0, &[(0.0, 900.0), (2400.0, 900.0)]);
    assert_eq!(
        said,
        "river (T4): too wide: needs 160 paces at most, has 161 paces at most [dba.terrain.river]\n"
    );
    assert!(
        river(100.0, &[(0.0, 900.0), (1200.0, 900.0)]).contains("dba.terrain.river"),
        "it ends in a field"
    );
    assert!(river(100.0, &[(0.0, 900.0), (0.0, 300.0)]).contains("from one table edge to another"));
    let narrow = map(piece(Terrain::Road, Some(80.0), &[(1200.0, 0.0), (1200.0, 2400.0)]));
    assert!(
        narrow.contains("road (T4): a road has one width: needs 100 paces, has 80 paces [dba.terrain.road]")
    );
    assert_eq!(map(block(Terrain::Waterway, 0.0, 0.0, 2400.0, 480.0)), "");
    assert_eq!(map(block(Terrain::Waterway, 0.0, 0.0, 2400.0, 80.0)), "");
    for water in [
        (0.0, 0.0, 2400.0, 490.0),
        (0.0, 0.0, 2400.0, 70.0),
        (0.0, 0.0, 1200.0, 300.0),
        (0.0, 100.0, 2400.0, 300.0),
    ] {
        let said = map(block(Terrain::Waterway, water.0, water.1, water.2, water.3));
        assert!(
            said.contains("it must lie along one whole table edge, 80 to 480 paces deep"),
            "{water:?}: {said}"
        );
    }
    let bay = piece(
        Terrain::Waterway,
        None,
        &[(0.0, 0.0), (2400.0, 0.0), (2400.0, 300.0), (1200.0, 100.0), (0.0, 400.0)],
    );
    assert_eq!(map(bay), "");
    // A river may end in the sea.
    let coast = [
        block(Terrain::Waterway, 0.0, 0.0, 2400.0, 200.0),
        piece(Terrain::River, Some(100.0), &[(1000.0, 2400.0), (1000.0, 150.0)]),
        block(Terrain::Woods, 1700.0, 1700.0, 300.0, 300.0),
    ];
    assert_eq!(faults("littoral", &coast), "");
}

#[test]
fn shapes_that_are_none_are_named() {
    let crossed =
        piece(Terrain::Woods, None, &[(100.0, 100.0), (500.0, 500.0), (500.0, 100.0), (100.0, 500.0)]);
    assert!(faults("forest", &[crossed]).contains("piece T1: the outline touches or crosses itself"));
    assert!(
        faults("forest", &[piece(Terrain::Woods, Some(20.0), &[(0.0, 0.0), (9.0, 9.0)])])
            .contains("has no width")
    );
    assert!(
        faults("arable", &[piece(Terrain::River, None, &[(0.0, 0.0), (9.0, 9.0)])]).contains("needs a width")
    );
    let unknown = Piece { kind: 99, points: Vec::new(), width: None };
    assert!(faults("arable", &[unknown]).contains("piece T1: there is no such kind of terrain"));
    let long = Piece { kind: Terrain::Woods as u8, points: vec![Point::default(); 500], width: None };
    assert!(faults("forest", &[long]).contains("at most 64 points"));
}
