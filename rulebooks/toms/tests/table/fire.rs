//! Volleys, generals in danger, and fire missiles.

use crate::board::state::{self, Flame};
use crate::rule;
use crate::tests::table::small::{
    Small, ahead, cites, land, march, rulings, shoot, terrain, told, unit, wasted_by,
};
use ruling::proves;
use umpire::{Command, OptionId, Place, Side, UnitId};

fn archers(x: f64, y: f64, men: u16) -> String {
    unit("greek.archer", men, x, y, 0.0, "")
}

#[test]
fn steady_archers_need_one_less_and_a_second_six_kills_the_general() {
    proves!(rule::SHOOT_STEADY, rule::GENERAL_HIT, rule::SHOOT_MEN, rule::SHOOT_KILL);
    let blue = [unit("persian.spearman", 16, 36.0, 40.0, 180.0, ", general = true")];
    let mut small = Small::new(&[archers(36.0, 20.0, 4)], &blue, "");
    // Two sixes are thrown again: one more six kills the general, the other die still kills a man, unsaved.
    let journal = small.play(Side::Red, shoot(0, 0, 0), &[6, 6, 3, 2, 6, 6, 1, 5, 1, 1, 1, 1]);
    assert!(
        told(&journal).contains("4 dice at 3+: 3 kills; 2 fell, and the general was killed"),
        "{}",
        told(&journal)
    );
    assert_eq!(small.men(2), 14);
    assert!(!small.board().general(UnitId(2)));
    assert!(cites(&journal, rule::SHOOT_STEADY) && cites(&journal, rule::GENERAL_HIT));
}

#[test]
fn when_the_last_general_dies_everyone_tests() {
    proves!(rule::BREAK_WHEN_GENERALS);
    let blue = [
        unit("persian.spearman", 16, 36.0, 40.0, 180.0, ", general = true"),
        unit("persian.spearman", 16, 10.0, 40.0, 180.0, ""),
    ];
    let mut small = Small::new(&[archers(36.0, 20.0, 4)], &blue, "");
    // Three units with no general near: two dice each.
    let journal = small.play(Side::Red, shoot(0, 0, 0), &[6, 1, 1, 1, 6, 3, 3, 3, 3, 3, 4]);
    let tests = rulings(&journal).into_iter().filter(|r| r.rule == rule::BREAK_WHEN_GENERALS).count();
    assert_eq!(tests, 3, "{}", told(&journal));
    assert!(small.board().is_broken(UnitId(4)) && !small.board().is_broken(UnitId(2)));
}

#[test]
fn a_volley_at_a_target_gone_is_wasted_and_others_screen_it() {
    proves!(rule::SHOOT_OVER, rule::SHOOT_RANGE);
    let blue = [
        unit("persian.spearman", 16, 36.0, 40.0, 180.0, ""),
        unit("persian.spearman", 16, 36.0, 36.0, 180.0, ""),
    ];
    let mut small = Small::new(&[archers(36.0, 20.0, 4), archers(66.0, 20.0, 4)], &blue, "");
    let picks = vec![(0, OptionId(2)), (1, OptionId(0)), (2, OptionId(2)), (3, OptionId(0))];
    small.play(Side::Red, Command::Sheet { lines: Vec::new(), picks }, &[]);
    // The first shoots over the nearer spears: a die less. The second is out of range.
    let journal = small.choose(Side::Red, 2, &[1, 1, 1]);
    assert!(
        told(&journal).contains("3 dice at 3+") && cites(&journal, rule::SHOOT_OVER),
        "{}",
        told(&journal)
    );
    let wasted = rulings(&journal).into_iter().find(|r| r.text.contains("wasted")).expect("one is wasted");
    assert!(wasted.also.contains(&rule::SHOOT_RANGE));
}

#[test]
fn walls_and_woods_obscure() {
    proves!(rule::SHOOT_OBSCURED);
    let terrain = "[terrain]\npieces = [{ kind = \"obstacle\", polygon = [[30, 38], [42, 38], [42, 38.2], [30, 38.2]] }]\n";
    let blue = [unit("persian.spearman", 16, 36.0, 40.0, 180.0, "")];
    let mut small = Small::new(&[archers(36.0, 20.0, 4)], &blue, terrain);
    let journal = small.play(Side::Red, shoot(0, 0, 0), &[3, 1, 1, 1, 5]);
    assert!(told(&journal).contains("1 kill, 1 saved; nobody fell"), "{}", told(&journal));
    assert!(cites(&journal, rule::SHOOT_OBSCURED));
}

#[test]
fn fire_burns_at_once_and_in_every_turn() {
    proves!(
        rule::FLAME_PREPARE,
        rule::FLAME_DICE,
        rule::BREAK_WHEN_FIRE,
        rule::FLAME_TICK,
        rule::FLAME_BURN,
        rule::FLAME_CATCH,
        rule::SHIELD_NEVER,
        rule::FLAME_STEADY
    );
    let blue = [unit("persian.spearman", 16, 36.0, 30.0, 180.0, ", general = true")];
    let mut small = Small::new(&[archers(36.0, 20.0, 4)], &blue, "");
    small.play(Side::Red, Command::Sheet { lines: Vec::new(), picks: vec![(0, OptionId(1))] }, &[]);
    let no = small.refused(Side::Red, &march(0, &[ahead(2.0)]));
    assert_eq!(no[0].rule, rule::FLAME_PREPARE);
    small.done(Side::Red, &[]);
    small.done(Side::Blue, &[]);
    small.done(Side::Blue, &[]);
    // Fire, standing still: one kill, saved, sets them alight; the die shows 3 and burns with three dice.
    let fire = Command::Sheet { lines: Vec::new(), picks: vec![(0, OptionId(2)), (1, OptionId(3))] };
    // A six that burns is not thrown again: fire does not threaten the general.
    let journal = small.play(Side::Red, fire, &[3, 1, 1, 1, 6, 6, 6, 1, 1]);
    assert_eq!((small.men(2), small.board().fire(UnitId(2))), (15, 2), "{}", told(&journal));
    assert!(cites(&journal, rule::FLAME_DICE) && cites(&journal, rule::BREAK_WHEN_FIRE));
    small.done(Side::Red, &[]);
    let journal = small.done(Side::Blue, &[4, 4]);
    assert_eq!((small.men(2), small.board().fire(UnitId(2))), (13, 1), "{}", told(&journal));
    assert!(cites(&journal, rule::FLAME_TICK) && cites(&journal, rule::FLAME_BURN));
}

#[test]
fn a_unit_shot_to_pieces_is_destroyed() {
    proves!(rule::CASUALTIES);
    let mut small =
        Small::new(&[archers(36.0, 20.0, 8)], &[unit("persian.spearman", 4, 36.0, 40.0, 180.0, "")], "");
    small.play(Side::Red, shoot(0, 0, 0), &[6, 6, 6, 6, 1, 1, 1, 1, 1, 1, 1, 1]);
    assert_eq!(small.place(2), Place::Destroyed);
}

/// When a volley of fire is shot by archers who stand still.
const FIRE: u16 = 3;

/// Four archers with fire ready against some levies, one of them burning perhaps.
fn ready(levies: u16, y: f64, burning: i16, rest: &str) -> Small {
    let blue = [unit("persian.spearman", levies, 36.0, y, 180.0, "")];
    Small::of(&[archers(36.0, 20.0, 4)], &blue, "persian", rest, |phase, marks| {
        phase.states[0].seen.flame = Flame::Preparing;
        marks.push((UnitId(2), state::FIRE, burning));
    })
}

#[test]
fn fire_flies_half_as_far_and_height_is_added_to_the_half() {
    proves!(rule::FLAME_VOLLEY, rule::SHOOT_RANGE, rule::FLAME_RANGE, rule::HILL_RANGE);
    let low = land("hill", [30.0, 15.0, 42.0, 25.0]);
    for (pieces, reach) in [(vec![], 12.0), (vec![low], 16.0)] {
        let y = 20.65 + reach + 0.65;
        let journal = ready(16, y, 0, &terrain(&pieces)).play(Side::Red, shoot(0, 0, FIRE), &[1; 4]);
        assert!(cites(&journal, rule::FLAME_VOLLEY), "{}", told(&journal));
        let journal = ready(16, y + 0.01, 0, &terrain(&pieces)).play(Side::Red, shoot(0, 0, FIRE), &[]);
        assert!(wasted_by(&journal, rule::SHOOT_RANGE), "{}", told(&journal));
    }
}

#[test]
fn of_two_fires_the_greater_burns_on_and_a_one_lights_nothing() {
    proves!(rule::FLAME_AGAIN, rule::SCALE_DICE);
    // The old fire burns first and is one less; then one kill sets the unit alight again.
    for (burning, face, burns, left) in [(6, 5, 5, 4), (2, 5, 3, 2), (3, 2, 0, 2)] {
        let mut small = ready(16, 30.0, burning, "");
        let test: &[u8] = if burns > 0 { &[1, 1] } else { &[] };
        let tick = vec![1; burning as usize];
        let faces = [&tick[..], &[3, 1, 1, 1, 1], &[face], &vec![1; burns], test].concat();
        let journal = small.play(Side::Red, shoot(0, 0, FIRE), &faces);
        assert_eq!(small.board().fire(UnitId(2)), left, "{}", told(&journal));
    }
}

#[test]
fn a_volley_of_fire_with_its_burning_is_one_attack() {
    proves!(rule::BREAK_NUMBER);
    let mut small = ready(8, 30.0, 0, "");
    // Three fall to the arrows, one to the fire, and then there is one test, at half.
    let journal = small.play(Side::Red, shoot(0, 0, FIRE), &[3, 3, 3, 1, 1, 1, 1, 6, 4, 1, 1, 3, 3]);
    assert_eq!(small.men(2), 4);
    let tests = rulings(&journal).iter().filter(|r| r.also.contains(&rule::BREAK_NUMBER)).count();
    assert_eq!(tests, 1, "{}", told(&journal));
}

#[test]
fn fire_made_ready_and_not_used_is_lost() {
    proves!(rule::TURN_DECLARE);
    let mut small = ready(16, 30.0, 0, "");
    small.pass(Side::Red);
    small.pass(Side::Blue);
    assert_eq!(small.why_not(Side::Red, &shoot(0, 0, FIRE)), rule::TURN_DECLARE);
}

#[test]
fn fire_made_ready_is_lost_in_contact_and_in_flight() {
    let start = |blue: &str| {
        let mut small = Small::new(&[archers(36.0, 20.0, 8)], &[unit(blue, 8, 36.0, 28.0, 180.0, "")], "");
        small.play(Side::Red, Command::Sheet { lines: Vec::new(), picks: vec![(0, OptionId(1))] }, &[]);
        small.done(Side::Red, &[]);
        assert_eq!(small.board().state(UnitId(0)).seen.flame, Flame::Preparing);
        small
    };
    let mut small = start("persian.spearman");
    small.done(Side::Blue, &[]);
    small.charge(Side::Blue, 2, 0, &[]);
    small.choose(Side::Red, 0, &[]);
    assert_eq!(small.board().state(UnitId(0)).seen.flame, Flame::None);
    let mut small = start("persian.archer");
    small.play(Side::Blue, shoot(0, 0, 0), &[3, 3, 3, 3, 1, 1, 1, 1, 4, 1]);
    assert!(small.board().is_broken(UnitId(0)));
    assert_eq!(small.board().state(UnitId(0)).seen.flame, Flame::None);
}

#[test]
fn what_burns_well_burns_with_a_whole_die() {
    proves!(rule::FLAME_FLAMMABLE);
    // A 2 puts out the fire of men; on an engine only a 1 does.
    for (face, left) in [(1, 0), (2, 1), (5, 4)] {
        let red = [unit("greek.ballista", 1, 36.0, 20.0, 0.0, "")];
        let blue = [unit("persian.archer", 4, 36.0, 30.0, 180.0, "")];
        let mut small =
            Small::changed(&red, &blue, "", |phase| phase.states[2].seen.flame = Flame::Preparing);
        small.pass(Side::Red);
        let burns = if face > 1 { [vec![1; face as usize], vec![1, 1]].concat() } else { Vec::new() };
        let journal =
            small.play(Side::Blue, shoot(0, 0, FIRE), &[&[3, 1, 1, 1, 5, face][..], &burns].concat());
        assert_eq!(small.board().fire(UnitId(0)), left, "{}", told(&journal));
    }
}

#[test]
fn a_fire_burns_down_to_one_or_goes_out_there() {
    for (house, left) in [("", 1), ("house = { fire_die_one = \"out\" }", 0)] {
        let levy = [unit("persian.spearman", 16, 36.0, 30.0, 180.0, "")];
        let mut small = Small::marked(&[archers(36.0, 20.0, 4)], &levy, house, &[(2, state::FIRE, 3)]);
        small.done(Side::Red, &[1; 3]);
        small.done(Side::Red, &[]);
        small.done(Side::Blue, &[1; 2]);
        assert_eq!(small.board().fire(UnitId(2)), left, "{house}");
    }
}
