//! Setting up by the rules, from the roll for invader to the first bound.

use crate::board::state::{Holder, Phase, Step};
use crate::data::lists;
use crate::data::scale::{MM, WIDTH};
use crate::data::tables::{Terrain, tables};
use crate::data::troop::Troop;
use crate::play::bound::begin_bound;
use crate::setup::home::Home;
use crate::setup::steps::{self, Stands};
use crate::setup::{choice, deploy};
use crate::tests::terrain_pieces;
use crate::{Dba, rule, scenario};

use dice::{Dice, Recorded, Scripted, Seeded};
use form::Source;
use ruling::{Refusal, proves};
use std::sync::Arc;
use table::{Facing, Ground, Point, Pose, Rect, TableEdge, Vec2};
use terrain_pieces::{bare, block, piece};
use umpire::{Battle, Command, Cx, Entry, Field, Form, OptionId, Pending, Side, Silent, StepRecord, UnitId};

/// A battle in the hands of a test.
struct Table {
    book: Dba,
    field: Field,
    phase: Phase,
    journal: Vec<Entry>,
}

impl Table {
    fn of(text: &str) -> Table {
        let (book, field, phase) =
            scenario::read::read(&Source { name: "test", text }).expect("a good scenario");
        Table { book, field, phase, journal: Vec::new() }
    }

    /// Two armies about to roll for invader.
    fn pitched(red: &str, blue: &str) -> Table {
        let army = |id: &str| lists::list(id).expect("a list").usual();
        Table::of(&scenario::pairing::pairing(&army(red), &army(blue)))
    }

    fn check(&self, side: Side, command: &Command) -> Result<steps::Plan, Vec<Refusal>> {
        steps::check(&self.book, &self.field, &self.phase, side, command)
    }

    /// Takes a decision of the side that is asked, with these dice.
    fn go(&mut self, command: &Command, faces: &[u8]) {
        let Pending::Decide(side, _) = self.pending() else { panic!("someone is asked") };
        let plan = self.check(side, command).expect("a legal command");
        let mut dice = Scripted::new(faces.iter().copied());
        let mut cx = Cx::new(&mut self.field, &mut dice, &mut self.journal);
        if steps::resolve(&self.book, &mut self.phase, plan, &mut cx) == Stands::Ready {
            begin_bound(&self.book, &mut self.phase, &mut cx);
        }
        dice.finish().expect("the script fits");
    }

    fn pending(&self) -> Pending {
        steps::pending(&self.book, &self.field, &self.phase)
    }

    /// Why a command is refused, as text.
    fn refused(&self, side: Side, command: &Command) -> String {
        let reasons = self.check(side, command).expect_err("refused");
        reasons.iter().map(|r| format!("{r}\n")).collect()
    }

    /// On to the camps with Red the invader on the south edge and this terrain on the table.
    fn to_camps(ground: Ground) -> Table {
        let mut table = Table::pitched("polybian_roman", "carthaginian");
        table.go(&Command::Choose(OptionId(0)), &[6, 1]);
        let empty: &mut dyn Dice = &mut Scripted::new([]);
        let mut cx = Cx::new(&mut table.field, empty, &mut table.journal);
        let plan = steps::Plan::Map(ground.into());
        steps::resolve(&table.book, &mut table.phase, plan, &mut cx);
        table.go(&Command::Choose(OptionId(2)), &[6]);
        table
    }

    fn camp(&self, side: Side, x: f64, y: f64, facing: f64) -> Command {
        let followers = crate::board::camp_followers(&self.field, side).expect("a camp");
        Command::Place(vec![(followers, pose(x, y, facing))])
    }
}

fn pose(x: f64, y: f64, facing: f64) -> Pose {
    Pose::new(Vec2::new(x, y) * MM, Facing::degrees(facing))
}

/// Twelve legal poses in two ranks near the south or the north edge.
fn two_ranks(side: Side, units: &[UnitId], south: bool) -> Vec<(UnitId, Pose)> {
    assert_eq!(units.len(), 12, "{side}");
    let place = |i: usize| {
        let (x, back) = (680.0 + WIDTH * (i % 6) as f64, if i < 6 { 500.0 } else { 300.0 });
        if south { pose(x, back, 0.0) } else { pose(x, 2400.0 - back, 180.0) }
    };
    units.iter().enumerate().map(|(i, &id)| (id, place(i))).collect()
}

#[test]
fn the_higher_die_and_aggression_invades_and_ties_roll_again() {
    proves!(rule::SETUP_INVADER, rule::SETUP_TERRAIN);
    let (rome, sumer) = (lists::list("polybian_roman"), lists::list("sumerian"));
    let by = rome.expect("a list").aggression - sumer.expect("a list").aggression;
    assert!(by > 0, "the test needs one more aggressive than the other");
    let mut table = Table::pitched("polybian_roman", "sumerian");
    // A tie: Blue rolls higher by just the difference. Then Blue wins by one.
    table.go(&Command::Choose(OptionId(0)), &[1, 1 + by, 1, 2 + by]);
    assert_eq!((table.phase.invader, &table.phase.step), (Side::Blue, &Step::Terrain));
    let rulings = |e: &&Entry| matches!(e, Entry::Ruling(r) if r.rule == rule::SETUP_INVADER);
    assert_eq!(table.journal.iter().filter(rulings).count(), 2);
    let mut table = Table::pitched("polybian_roman", "sumerian");
    table.go(&Command::Done, &[3, 3]);
    assert_eq!(table.phase.invader, Side::Red);
    assert!(matches!(table.pending(), Pending::Decide(Side::Blue, ask) if ask.rule == rule::SETUP_TERRAIN));
}

#[test]
fn the_defender_lays_terrain_of_its_home_country() {
    proves!(rule::SETUP_TERRAIN);
    let mut table = Table::pitched("polybian_roman", "carthaginian");
    table.go(&Command::Done, &[6, 1]);
    let Pending::Decide(Side::Blue, ask) = table.pending() else { panic!("the defender lays terrain") };
    let Form::Lay(kinds) = ask.form else { panic!("terrain is laid") };
    let home = lists::list("carthaginian").expect("a list").topography;
    assert_eq!(kinds.len(), home.compulsory.len() + home.optional.len());
    assert!(table.refused(Side::Blue, &Command::Lay(Vec::new())).contains("3 pieces at least"));
    assert!(table.refused(Side::Blue, &Command::Choose(OptionId(0))).contains("dba.setup.terrain"));
    table.go(&Command::Done, &[11, 26, 33, 64]);
    assert_eq!(table.phase.step, Step::Edge);
    assert!((3..=5).contains(&table.field.ground().pieces.len()));
}

#[test]
fn the_same_dice_lay_the_same_map() {
    let map_of = |faces: [u8; 4]| {
        let mut table = Table::pitched("viking", "zulu");
        table.go(&Command::Done, &[6, 1]);
        table.go(&Command::Done, &faces);
        table.field.ground().clone()
    };
    assert_eq!(map_of([12, 34, 56, 61]), map_of([12, 34, 56, 61]));
    assert_ne!(map_of([12, 34, 56, 61]), map_of([12, 34, 56, 62]));
}

#[test]
fn the_edge_die_gives_the_chosen_edge_half_the_time() {
    proves!(rule::SETUP_EDGE);
    use TableEdge::{East, North, South, West};
    let edge = |chosen: u16, face: u8| {
        let mut table = Table::pitched("polybian_roman", "carthaginian");
        table.go(&Command::Done, &[6, 1]);
        table.go(&Command::Done, &[11, 11, 11, 11]);
        table.go(&Command::Choose(OptionId(chosen)), &[face]);
        let edges = table.phase.edges;
        assert_eq!(edges[Side::Red].opposite(), edges[Side::Blue]);
        edges[Side::Red]
    };
    // North is chosen; the others are numbered clockwise from it.
    assert_eq!([1, 2, 3, 4, 5, 6].map(|face| edge(0, face)), [East, South, West, North, North, North]);
    assert_eq!(edge(2, 6), South);
    let mut table = Table::pitched("polybian_roman", "carthaginian");
    table.go(&Command::Done, &[6, 1]);
    table.go(&Command::Done, &[11, 11, 11, 11]);
    assert!(matches!(table.pending(), Pending::Decide(Side::Red, ask) if ask.rule == rule::SETUP_EDGE));
    assert!(table.refused(Side::Red, &Command::Choose(OptionId(4))).contains("four edges"));
}

#[test]
fn camps_touch_the_base_edge_in_good_going() {
    proves!(rule::CAMP_PLACE);
    let mut table = Table::to_camps(bare());
    // Red invades from the south, so Blue places first, in the north.
    assert_eq!(table.phase.step, Step::Camp(Side::Blue));
    let Pending::Decide(Side::Blue, ask) = table.pending() else { panic!("Blue is asked") };
    assert!(matches!(ask.form, Form::Place { may_decline: false, .. }));
    let refused =
        |x: f64, y: f64, facing: f64| table.refused(Side::Blue, &table.camp(Side::Blue, x, y, facing));
    assert!(refused(1200.0, 2200.0, 180.0).contains("must touch the base edge"));
    assert!(refused(1200.0, 2300.0, 90.0).contains("long side"));
    assert!(refused(60.0, 2300.0, 180.0).contains("leaves the table"));
    assert!(table.refused(Side::Blue, &Command::Done).contains("needs a camp"));
    assert!(
        table
            .refused(Side::Blue, &Command::Place(vec![(UnitId(0), pose(1200.0, 2300.0, 180.0))]))
            .contains("only the camp")
    );
    table.go(&table.camp(Side::Blue, 1200.0, 2300.0, 180.0), &[]);
    let outline = table.phase.camps[Side::Blue].expect("a camp").outline();
    assert_eq!(outline.area(), 240.0 * 200.0);
    table.go(&table.camp(Side::Red, 500.0, 100.0, 0.0), &[]);
    assert_eq!(table.phase.step, Step::Deploy(Side::Blue));
}

#[test]
fn a_camp_does_not_stand_in_woods_or_river() {
    let topography = tables().topography("forest").expect("a country");
    let ground = choice::check(
        topography,
        bare().corner,
        &[
            block(Terrain::Woods, 1000.0, 2100.0, 400.0, 300.0),
            block(Terrain::Woods, 300.0, 300.0, 300.0, 300.0),
            piece(Terrain::River, Some(100.0), &[(1900.0, 2400.0), (1900.0, 0.0)]),
        ],
    );
    let table = Table::to_camps(ground.expect("a good map"));
    for x in [1200.0, 1900.0] {
        let camp = table.camp(Side::Blue, x, 2300.0, 180.0);
        assert!(table.refused(Side::Blue, &camp).contains("stands in good going"));
    }
    assert!(table.check(Side::Blue, &table.camp(Side::Blue, 1560.0, 2300.0, 180.0)).is_ok());
}

#[test]
fn the_shore_of_a_waterway_is_the_base_edge() {
    let topography = tables().topography("littoral").expect("a country");
    let ground = choice::check(
        topography,
        bare().corner,
        &[
            block(Terrain::Waterway, 0.0, 2100.0, 2400.0, 300.0),
            block(Terrain::Woods, 300.0, 300.0, 300.0, 300.0),
            block(Terrain::Woods, 1800.0, 300.0, 300.0, 300.0),
        ],
    );
    let mut table = Table::to_camps(ground.expect("a good map"));
    let home = Home::of(table.field.ground(), TableEdge::North);
    assert!((home.depth(Vec2::new(1200.0, 1800.0)) - 300.0).abs() < 1e-6);
    let in_the_sea = table.camp(Side::Blue, 1200.0, 2300.0, 180.0);
    assert!(table.check(Side::Blue, &in_the_sea).is_err());
    table.go(&table.camp(Side::Blue, 1200.0, 2000.0, 180.0), &[]);
    table.go(&table.camp(Side::Red, 1200.0, 100.0, 0.0), &[]);
    let units = deploy::elements(&table.field, Side::Blue);
    let mut places = two_ranks(Side::Blue, &units, false);
    for (_, at) in &mut places {
        at.at = Point::round(at.at.vec() + Vec2::new(0.0, -300.0) * MM);
    }
    // The camp is in the middle of the second rank.
    for (_, at) in &mut places[6..] {
        *at = Pose::new(at.at.vec() + Vec2::new(0.0, 90.0) * MM, at.facing);
    }
    let Err(faults) = table.check(Side::Blue, &Command::Place(places.clone())) else {
        panic!("the camp is in the way")
    };
    assert!(faults.iter().all(|f| f.what.contains("partly in a camp")));
    places[6..]
        .iter_mut()
        .for_each(|(_, at)| *at = Pose::new(at.at.vec() + Vec2::new(0.0, -90.0) * MM, at.facing));
    assert!(table.check(Side::Blue, &Command::Place(places.clone())).is_ok());
    places[0].1 = pose(700.0, 2200.0, 180.0);
    assert!(table.refused(Side::Blue, &Command::Place(places)).contains("in impassable ground"));
}

#[test]
fn an_army_with_two_war_wagons_may_do_without_a_camp() {
    let wagons = lists::lists().iter().find_map(|list| {
        let army = list.choose(|types| types - 1);
        let usual = list.usual();
        [usual, army].into_iter().find(|a| a.elements.of(Troop::WarWagons) >= 2)
    });
    let wagons = wagons.expect("a list has War Wagons");
    let gauls = lists::list("gallic").expect("a list").usual();
    let mut table = Table::of(&scenario::pairing::pairing(&gauls, &wagons));
    table.go(&Command::Done, &[6, 1]);
    table.go(&Command::Done, &[11, 11, 11, 11]);
    table.go(&Command::Choose(OptionId(2)), &[6]);
    assert!(
        matches!(table.pending(), Pending::Decide(Side::Blue, ask) if matches!(ask.form, Form::Place { may_decline: true, .. }))
    );
    table.go(&Command::Done, &[]);
    assert_eq!((table.phase.camps[Side::Blue], &table.phase.step), (None, &Step::Camp(Side::Red)));
    assert!(table.check(Side::Red, &Command::Done).is_err());
}

#[test]
fn a_side_without_a_legal_place_goes_without_a_camp() {
    // Rough along the whole north edge leaves no room: not a map one may lay, but it may come about.
    let mut ground = bare();
    let outline = [(0.0, 2250.0), (2400.0, 2250.0), (2400.0, 2400.0), (0.0, 2400.0)];
    let corners: Vec<Point> = outline.iter().map(|&(x, y)| Point::round(Vec2::new(x, y) * MM)).collect();
    ground.pieces.push(table::Piece {
        id: "T1".into(),
        kind: table::KindId(Terrain::Rough as u8),
        shape: table::Shape::Area(table::Polygon::new(&corners).expect("simple")),
        crest: None,
    });
    let table = Table::to_camps(ground);
    assert_eq!((table.phase.camps[Side::Blue], &table.phase.step), (None, &Step::Camp(Side::Red)));
}

#[test]
fn deployment_keeps_to_the_zone() {
    proves!(rule::SETUP_DEPLOY);
    let legal = |troop: Troop, x: f64, y: f64, facing: f64, edge: TableEdge| {
        let depth = f64::from(Dba::default().house.depth(troop));
        let rect = Rect::new(Vec2::new(x, y), Facing::degrees(facing), WIDTH, depth);
        deploy::reason(&bare(), edge, &rect)
    };
    assert_eq!(legal(Troop::Blades, 1200.0, 570.0, 0.0, TableEdge::South), "");
    assert_eq!(legal(Troop::Blades, 1200.0, 572.0, 0.0, TableEdge::South), "depth");
    assert_eq!(legal(Troop::Knights, 380.0, 2000.0, 180.0, TableEdge::North), "");
    assert_eq!(legal(Troop::Knights, 378.0, 2000.0, 180.0, TableEdge::North), "side");
    assert_eq!(legal(Troop::Knights, 1800.0, 1200.0, 90.0, TableEdge::West), "depth");
    assert_eq!(legal(Troop::Knights, 2000.0, 1200.0, 270.0, TableEdge::East), "");
}

/// A table on which both camps stand and the defender, Blue in the north, deploys.
fn deploying() -> Table {
    let mut table = Table::to_camps(bare());
    table.go(&table.camp(Side::Blue, 1200.0, 2300.0, 180.0), &[]);
    table.go(&table.camp(Side::Red, 500.0, 100.0, 0.0), &[]);
    table
}

#[test]
fn everyone_is_deployed_once_and_nobody_on_another() {
    let table = deploying();
    let units = deploy::elements(&table.field, Side::Blue);
    let good = two_ranks(Side::Blue, &units, false);
    let Pending::Decide(Side::Blue, ask) = table.pending() else { panic!("Blue deploys") };
    let Form::Place { units: asked, zone, may_decline: false } = ask.form else {
        panic!("everyone is placed")
    };
    assert_eq!(asked, units);
    let corners = [(300.0, 1800.0), (300.0, 2400.0), (2100.0, 1800.0), (2100.0, 2400.0)];
    let corners = corners.map(|(x, y)| Point::round(Vec2::new(x, y) * MM));
    assert!(zone.len() == 4 && corners.iter().all(|c| zone.contains(c)));
    let refused = |places: Vec<(UnitId, Pose)>| table.refused(Side::Blue, &Command::Place(places));
    assert!(refused(good[..11].to_vec()).contains("has no place"));
    assert!(refused([good.clone(), vec![good[0]]].concat()).contains("more than one place"));
    let mut foreign = good.clone();
    foreign[0].0 = UnitId(0);
    let said = refused(foreign);
    assert!(said.contains("not one of your elements") && said.contains("has no place"));
    let mut piled = good.clone();
    piled[1].1 = piled[0].1;
    assert!(refused(piled).contains("overlap"));
    let mut far = good.clone();
    far[0].1 = pose(1200.0, 1200.0, 180.0);
    far[1].1 = pose(200.0, 2200.0, 180.0);
    let said = refused(far);
    assert!(
        said.contains("too far from the base edge: needs 600")
            && said.contains("too near a side edge: needs 300")
    );
    let mut off = good.clone();
    off[0].1 = pose(700.0, 2395.0, 180.0);
    assert!(refused(off).contains("off the table"));
    assert!(table.check(Side::Blue, &Command::Place(good)).is_ok());
    assert!(table.refused(Side::Blue, &Command::Done).contains("time to deploy"));
}

#[test]
fn one_element_may_start_in_the_camp() {
    proves!(rule::CAMP_ENTER);
    let mut table = deploying();
    let units = deploy::elements(&table.field, Side::Blue);
    let card = |id: UnitId| Troop::ALL[usize::from(table.field.card(id).class)];
    let find = |troop: Troop| units.iter().position(|&id| card(id) == troop).expect("Carthage has some");
    let good = two_ranks(Side::Blue, &units, false);
    let inside = |i: usize, x: f64| {
        let mut places = good.clone();
        places[i].1 = pose(x, 2300.0, 180.0);
        places
    };
    let elephants = Command::Place(inside(find(Troop::Elephants), 1200.0));
    assert!(table.refused(Side::Blue, &elephants).contains("may not occupy a camp [dba.camp.enter]"));
    let psiloi = find(Troop::Psiloi);
    assert!(table.refused(Side::Blue, &Command::Place(inside(psiloi, 1100.0))).contains("partly in a camp"));
    table.go(&Command::Place(inside(psiloi, 1200.0)), &[]);
    assert_eq!(table.phase.camps[Side::Blue].expect("a camp").holder, Holder::Element(units[psiloi]));
    assert_eq!(table.phase.step, Step::Deploy(Side::Red));
}

#[test]
fn guns_do_not_start_in_bad_going() {
    let topography = tables().topography("forest").expect("a country");
    let ground = choice::check(
        topography,
        bare().corner,
        &[
            block(Terrain::Woods, 700.0, 300.0, 400.0, 300.0),
            block(Terrain::Woods, 300.0, 1800.0, 300.0, 300.0),
            block(Terrain::Marsh, 1800.0, 1800.0, 300.0, 300.0),
        ],
    );
    let mut table = Table::pitched("swedish", "carthaginian");
    table.go(&Command::Choose(OptionId(0)), &[6, 1]);
    let mut none = Scripted::new([]);
    let mut cx = Cx::new(&mut table.field, &mut none, &mut table.journal);
    steps::resolve(
        &table.book,
        &mut table.phase,
        steps::Plan::Map(ground.expect("a good map").into()),
        &mut cx,
    );
    table.go(&Command::Choose(OptionId(2)), &[6]);
    table.go(&table.camp(Side::Blue, 1200.0, 2300.0, 180.0), &[]);
    table.go(&table.camp(Side::Red, 500.0, 100.0, 0.0), &[]);
    let blue = deploy::elements(&table.field, Side::Blue);
    table.go(&Command::Place(two_ranks(Side::Blue, &blue, false)), &[]);
    let red = deploy::elements(&table.field, Side::Red);
    let gun = red.iter().position(|&id| table.field.card(id).class == Troop::Cannon as u16).expect("a gun");
    // East of the woods for everyone but the gun.
    let mut places = two_ranks(Side::Red, &red, true);
    places
        .iter_mut()
        .for_each(|(_, at)| *at = Pose::new(at.at.vec() + Vec2::new(520.0, 0.0) * MM, at.facing));
    let good = places.clone();
    places[gun].1 = pose(900.0, 450.0, 0.0);
    let said = table.refused(Side::Red, &Command::Place(places));
    assert!(said.contains("guns and wagons do not start in bad going"), "{said}");
    assert!(table.check(Side::Red, &Command::Place(good)).is_ok());
}

/// Both sides deployed, the defender about to exchange.
fn swapping() -> Table {
    let mut table = deploying();
    for (side, south) in [(Side::Blue, false), (Side::Red, true)] {
        let units = deploy::elements(&table.field, side);
        table.go(&Command::Place(two_ranks(side, &units, south)), &[]);
    }
    assert_eq!(table.phase.step, Step::Swap);
    table
}

#[test]
fn the_defender_exchanges_up_to_two_pairs_front_edge_for_front_edge() {
    proves!(rule::SETUP_SWAP);
    let mut table = swapping();
    let Pending::Decide(Side::Blue, ask) = table.pending() else { panic!("the defender exchanges") };
    assert!(matches!(ask.form, Form::Swap { pairs: 2, .. }));
    let units = deploy::elements(&table.field, Side::Blue);
    let class = |id: UnitId| Troop::ALL[usize::from(table.field.card(id).class)];
    let of = |troop: Troop| *units.iter().find(|&&id| class(id) == troop).expect("Carthage has some");
    let (elephants, psiloi) = (of(Troop::Elephants), of(Troop::Psiloi));
    let front = |table: &Table, id: UnitId| table.field.shape(id).front_mid();
    let before = (front(&table, elephants), front(&table, psiloi));
    let pairs = |n: usize| units.chunks(2).take(n).map(|w| (w[0], w[1])).collect::<Vec<_>>();
    assert!(table.refused(Side::Blue, &Command::Swap(pairs(3))).contains("needs 2 pairs at most, has 3"));
    let twice = Command::Swap(vec![(units[0], units[1]), (units[1], units[2])]);
    assert!(table.refused(Side::Blue, &twice).contains("changes places once"));
    let foreign = Command::Swap(vec![(units[0], UnitId(0))]);
    assert!(table.refused(Side::Blue, &foreign).contains("not one of your elements"));
    table.go(&Command::Swap(vec![(elephants, psiloi)]), &[4]);
    let after = (front(&table, psiloi), front(&table, elephants));
    assert!(before.0.distance(after.0) < 1e-3 && before.1.distance(after.1) < 1e-3);
    assert_eq!((table.phase.step, table.phase.active, table.phase.bound), (Step::Move, Side::Red, 1));
}

#[test]
fn an_exchange_that_would_overlap_is_refused() {
    let mut table = deploying();
    let blue = deploy::elements(&table.field, Side::Blue);
    let class = |id: UnitId| Troop::ALL[usize::from(table.field.card(id).class)];
    let of = |troop: Troop| blue.iter().position(|&id| class(id) == troop).expect("Carthage has some");
    let (elephants, warband, psiloi) = (of(Troop::Elephants), of(Troop::Warband), of(Troop::Psiloi));
    let mut places = two_ranks(Side::Blue, &blue, false);
    // Psiloi directly behind the Warband leave no room for anyone deeper.
    places[warband].1 = pose(400.0, 1900.0, 180.0);
    places[psiloi].1 = pose(400.0, 1900.0 + 30.0 + 40.0, 180.0);
    table.go(&Command::Place(places), &[]);
    let red = deploy::elements(&table.field, Side::Red);
    table.go(&Command::Place(two_ranks(Side::Red, &red, true)), &[]);
    let swap = Command::Swap(vec![(blue[elephants], blue[warband])]);
    assert!(table.refused(Side::Blue, &swap).contains("overlap"));
}

#[test]
fn the_invader_takes_the_first_bound() {
    proves!(rule::SETUP_FIRST_BOUND);
    let mut table = swapping();
    table.go(&Command::Done, &[5]);
    assert_eq!((table.phase.active, table.phase.invader, table.phase.bound), (Side::Red, Side::Red, 1));
    let told = |e: &Entry| matches!(e, Entry::Ruling(r) if r.rule == rule::SETUP_FIRST_BOUND);
    assert!(table.journal.iter().any(told));
}

#[test]
fn a_house_without_camps_goes_straight_to_deployment() {
    let army = |id: &str| lists::list(id).expect("a list").usual();
    let text = scenario::pairing::pairing(&army("gallic"), &army("viking"));
    let mut table = Table::of(&text.replacen("\n[red]", "\n[house]\ncamps = false\n\n[red]", 1));
    table.go(&Command::Done, &[6, 1]);
    table.go(&Command::Done, &[11, 11, 11, 11]);
    table.go(&Command::Choose(OptionId(0)), &[6]);
    assert!(matches!(table.phase.step, Step::Deploy(_)));
    assert_eq!(table.field.ids().count(), 24);
}

#[test]
fn a_whole_set_up_replays_to_the_same_battle() {
    let army = lists::list("sumerian").expect("a list").usual();
    let text = scenario::pairing::pairing(&army, &army);
    let begin = || {
        let (book, field, phase) =
            scenario::read::read(&Source { name: "test", text: &text }).expect("a good scenario");
        Battle::new(Arc::new(book), field, phase)
    };
    let mut battle = begin();
    let mut steps = Vec::new();
    let mut seeded = Seeded::new(11);
    while battle.standing().turn == 0 {
        let Pending::Decide(side, ask) = battle.pending() else { panic!("someone decides") };
        let edge = battle.phase().edges[side];
        let command = match ask.form {
            Form::Choose(_) => Command::Choose(OptionId(0)),
            Form::Lay(_) => Command::Lay(vec![
                piece(Terrain::Road, Some(100.0), &[(0.0, 1200.0), (2400.0, 1200.0)]),
                block(Terrain::Woods, 700.0, 900.0, 200.0, 200.0),
                block(Terrain::Rough, 1500.0, 1300.0, 200.0, 200.0),
            ]),
            Form::Place { units, .. } if units.len() == 1 => {
                let south = edge == TableEdge::South || edge == TableEdge::West;
                let (x, y) = if south { (1200.0, 100.0) } else { (1200.0, 2300.0) };
                Command::Place(vec![(units[0], turned(edge, x, y))])
            }
            Form::Place { units, .. } => {
                let south = edge == TableEdge::South || edge == TableEdge::West;
                let places = two_ranks(side, &units, south);
                let places = places.into_iter().map(|(id, at)| {
                    let p = at.at.vec() * (1.0 / MM);
                    (id, turned(edge, p.x, p.y))
                });
                Command::Place(places.collect())
            }
            Form::Swap { units, .. } => Command::Swap(vec![(units[1], units[2])]),
            form => panic!("no such question while setting up: {form:?}"),
        };
        let mut dice = Recorded::new(&mut seeded);
        battle.submit(side, &command, &mut dice, &mut Silent).expect("a legal command");
        let faces = dice.faces().collect();
        steps.push(StepRecord { side, command, faces, digest: battle.digest() });
    }
    assert_eq!(steps.len(), 8);
    let mut again = begin();
    assert_eq!(umpire::replay(&mut again, &steps, &mut Silent), Ok(()));
    assert_eq!(again.digest(), battle.digest());
}

/// A pose for a side at the south or the north edge, or the same seen from the west or the east.
fn turned(edge: TableEdge, x: f64, y: f64) -> Pose {
    match edge {
        TableEdge::South => pose(x, y, 0.0),
        TableEdge::North => pose(x, y, 180.0),
        TableEdge::West => pose(y, x, 90.0),
        TableEdge::East => pose(y, x, 270.0),
    }
}
