//! Shots: who may be shot at, bolts, and where nobody may measure.

use crate::board::sight::cover;
use crate::board::state::Step as At;
use crate::combat::losses::armour_of;
use crate::combat::rules::Blows;
use crate::data::armour::Face;
use crate::data::tables::Cover;
use crate::data::troop::{Missile, Weapon};
use crate::house::{House, SaveColumn};
use crate::movement::manner;
use crate::shooting::rules::{Band, Shot, pierces};
use crate::tests::rules::small::{Small, ahead, small, unit};
use umpire::{Command, Shown, Side};

fn archers(head: &str, blue: &str) -> Small {
    let red = unit("P1", "sparabara", 16, 8, 24.0, 10.0, "");
    let mut small = small(head, ("achaemenid", &red), ("republican_roman", blue));
    while *small.step() != At::Shoot {
        match small.step() {
            At::Declare => small.pick("No more"),
            _ => small.done(),
        };
    }
    assert_eq!(small.step(), &At::Shoot, "{}", small.words());
    small
}

/// All the shots of a unit at another in its own phase.
fn shots(small: &Small, from: &str, to: &str) -> (Blows, Shot) {
    let board = small.board();
    let pair = board.body(small.id(from)).zip(board.body(small.id(to))).expect("both stand");
    crate::shooting::resolve::shots(&board, pair.0, pair.1, false).expect("in range")
}

fn shoot(small: &Small, at: &str) -> Command {
    Command::Shoot(vec![(small.id("P1"), small.id(at))])
}

#[test]
fn targets_are_enemies_in_range_and_in_the_arc() {
    ruling::proves!(crate::rule::SHOOT_ARC, crate::rule::SHOOT_RANGE, crate::rule::SHOOT_TARGET);
    let blue = unit("R1", "hastati", 18, 6, 24.0, 25.0, "")
        + &unit("R2", "hastati", 18, 6, 40.0, 11.0, "")
        + &unit("R3", "hastati", 18, 6, 24.0, 45.0, "");
    let small = archers("", &blue);
    let refused = |at: &str| small.refused(&shoot(&small, at));
    assert!(refused("R1").is_empty());
    assert_eq!(refused("R2"), ["wab.shoot.arc"]);
    assert_eq!(refused("R3"), ["wab.shoot.range"]);
    assert_eq!(refused("P1"), ["wab.shoot.target"]);
}

#[test]
fn where_nobody_measures_a_volley_may_fall_short() {
    ruling::proves!(crate::rule::BASICS_MEASURE);
    let blue = unit("R3", "hastati", 18, 6, 24.0, 45.0, "");
    let mut small = archers("house = { premeasure = false }", &blue);
    let volley = shoot(&small, "R3");
    small.submit(&volley).said("shot, but Hastati (R3) was out of range [wab.basics.measure]");
    let ruler = small.battle.book().ruler();
    assert!(!ruler.free_measuring);
    let (field, phase) = (small.battle.field(), small.battle.phase());
    let shown = small.battle.book().regions(field, phase, small.id("P1"));
    assert_eq!(shown.len(), 1, "only its own move is shown");
}

#[test]
fn a_bolt_goes_from_rank_to_rank() {
    let red = unit("R8", "scorpion", 1, 1, 24.0, 10.0, "");
    let blue = unit("G1", "warriors", 20, 5, 24.0, 30.0, "");
    let mut small = small("", ("republican_roman", &red), ("gallic", &blue));
    small.rig("wab.combat.hit", 6).rig("wab.troops.artillery", 6);
    small.done();
    let shot = Command::Shoot(vec![(small.id("R8"), small.id("G1"))]);
    small.submit(&shot);
    // One in each of the four ranks: strength 5, 4, 3 and 2 all wound on a six.
    small.said("1 shot, 1 hit (long range), 4 wounds, no save; 4 fell");
    assert_eq!(small.state("G1").models, 16);
}

#[test]
fn a_bolt_that_hits_at_seven_or_more_is_weaker() {
    // BS 4 needs 3; long range, skirmishers and hard cover make 7, so the bolt strikes at strength 4.
    let wall = "terrain = [{ kind = \"wall\", line = [[18, 35.5], [30, 35.5]] }]";
    let red = unit("R8", "scorpion", 1, 1, 24.0, 10.0, "");
    let blue = unit("G3", "youths", 8, 8, 24.0, 36.0, "");
    let mut small = small(wall, ("republican_roman", &red), ("gallic", &blue));
    let (bolt, youths) = (small.id("R8"), small.id("G3"));
    let (_, shot) = shots(&small, "R8", "G3");
    assert!(shot.needed > 6, "{}", shot.needed);
    assert_eq!(i16::from(shot.strength), 5 - i16::from(shot.needed - 6));
    // A four wounds them at strength 5 only.
    let four = crate::combat::rules::to_wound(shot.strength, 3);
    small.rig("wab.combat.hit", 6).rig("wab.troops.artillery", four - 1).done();
    small
        .submit(&Command::Shoot(vec![(bolt, youths)]))
        .said("1 shot, 1 hit (long range, hard cover, skirmishers), no wounds");
}

#[test]
fn characters_in_the_front_rank_do_not_shoot() {
    let red = unit("P1", "sparabara", 16, 8, 24.0, 10.0, "");
    let satrap = "{ id = \"P9\", unit = \"satrap\", with = \"P1\" },";
    let arrows = |red: &str| {
        let blue = unit("R1", "hastati", 18, 6, 24.0, 25.0, "");
        shots(&small("", ("achaemenid", red), ("republican_roman", &blue)), "P1", "R1").0.attacks
    };
    // Eight and half of eight behind; with the satrap seven, and half of nine.
    assert_eq!((arrows(&red), arrows(&(red.clone() + satrap))), (12, 12));
}

#[test]
fn scattered_men_are_in_cover_when_half_of_them_all_are() {
    // The front rank of two stands in the open, the rear one in the wood.
    let wood = "terrain = [{ kind = \"wood\", polygon = [[10, 30.9], [40, 30.9], [40, 34], [10, 34]] }]";
    let red = unit("P1", "sparabara", 16, 8, 24.0, 10.0, "");
    let blue = unit("G3", "youths", 8, 4, 24.0, 30.0, "");
    let small = small(wood, ("achaemenid", &red), ("gallic", &blue));
    let board = small.board();
    let pair = board.body(small.id("P1")).zip(board.body(small.id("G3"))).expect("both stand");
    assert_eq!(cover(&board, pair.0, pair.1), Cover::Soft);
}

#[test]
fn those_who_fight_are_no_target_unless_the_house_says_so() {
    let shot = |head: &str, face: u8| {
        let red =
            unit("P1", "sparabara", 24, 12, 24.0, 10.0, "") + &unit("P2", "immortals", 18, 6, 24.0, 20.0, "");
        let blue = unit("R1", "hastati", 30, 6, 24.0, 24.0, "");
        let mut small = small(head, ("achaemenid", &red), ("republican_roman", &blue));
        small.rig("wab.combat.hit", 6).rig("wab.combat.wound", 6).rig("wab.combat.save", 1);
        small.rig("wab.shoot.target", face).rig("wab.panic.casualties", 1);
        small.pick("(P2) charge").pick("Hold").done();
        small
    };
    // The Immortals before them hide the hastati: the archers look over them from a hill.
    let hill = "terrain = [{ kind = \"hill\", polygon = [[10, 5], [38, 5], [38, 11], [10, 11]] }]";
    assert_ne!(shot(hill, 6).step(), &At::Shoot);
    let house = format!("{hill}\nhouse = {{ shoot_into_combat = true }}");
    let mut hit = shot(&house, 4);
    let volley = shoot(&hit, "R1");
    hit.submit(&volley)
        .said("18 shots, 18 hits (long range), 18 wounds, none saved; 18 fell")
        .said("(R1) passed a panic test");
    let mut stray = shot(&house, 3);
    stray.submit(&volley).said("18 shots, 18 hits (long range), 18 of them upon friends");
    assert!(!stray.stands("P2"), "every one struck a friend");
}

#[test]
fn a_character_alone_is_a_target_only_if_he_is_the_nearest() {
    ruling::proves!(crate::rule::SHOOT_TARGET);
    let chief =
        |y: f64| unit("R5", "consul", 1, 1, 28.0, y, "") + &unit("R1", "hastati", 18, 6, 22.0, 24.0, "");
    let near = archers("", &chief(22.0));
    assert!(near.refused(&shoot(&near, "R5")).is_empty());
    let far = archers("", &chief(26.0));
    assert_eq!(far.refused(&shoot(&far, "R5")), ["wab.shoot.target"]);
}

/// Slingers ten inches, or less, from hastati: their shots and the die that wounds.
fn slings(head: &str, moved: bool) -> (u16, u8) {
    let red = unit("C3", "balearic_slingers", 8, 8, 24.0, 10.0, "");
    let blue = unit("R1", "hastati", 18, 6, 24.0, 19.0, "");
    let mut small = small(head, ("carthaginian", &red), ("republican_roman", &blue));
    small.no_charges();
    if moved {
        small.go("C3", 0, &[ahead(1.0)]);
    } else {
        small.done();
    }
    let (blows, shot) = shots(&small, "C3", "R1");
    (blows.attacks, shot.strength)
}

#[test]
fn slingers_throw_twice_at_short_range_as_the_house_says() {
    assert_eq!(slings("", false), (16, 2));
    assert_eq!(slings("", true), (8, 3));
    assert_eq!(slings("house = { sling_short_strength = 3 }", false), (16, 3));
    assert_eq!(slings("house = { sling_double_stationary = false }", true), (16, 2));
}

/// What a unit needs to hit another so far away, after moving or not, and what is left of the target's save.
fn needs(head: &str, red: (&str, &str), blue: (&str, &str), step: Option<f64>) -> (u8, u8) {
    let mut small = small(head, red, blue);
    small.no_charges();
    match step {
        Some(far) => small.go("X1", 0, &[ahead(far)]),
        None => small.done(),
    };
    let (blows, _) = shots(&small, "X1", "Y1");
    (blows.hit, blows.save)
}

#[test]
fn javelins_are_thrown_on_the_move_without_loss_unless_the_house_says_otherwise() {
    // BS 3 needs four, and no distance is long for a javelin.
    let red = ("successor", unit("X1", "javelinmen", 8, 8, 24.0, 10.0, ""));
    let blue = ("republican_roman", unit("Y1", "hastati", 18, 6, 24.0, 18.0, ""));
    let hit = |head: &str, step| needs(head, (red.0, &red.1), (blue.0, &blue.1), step).0;
    assert_eq!((hit("", None), hit("", Some(0.5))), (4, 4));
    let allowed = "house = { move_and_shoot_note = \"allowed\" }";
    assert_eq!((hit(allowed, None), hit(allowed, Some(0.5))), (4, 5));
}

#[test]
fn bows_shoot_worse_and_not_massed_after_a_move() {
    let red = ("achaemenid", unit("X1", "sparabara", 24, 12, 24.0, 10.0, ""));
    let blue = ("republican_roman", unit("Y1", "hastati", 18, 6, 24.0, 20.0, ""));
    assert_eq!(needs("", (red.0, &red.1), (blue.0, &blue.1), None).0, 4);
    assert_eq!(needs("", (red.0, &red.1), (blue.0, &blue.1), Some(1.0)).0, 5);
}

#[test]
fn the_save_is_never_better_than_the_house_allows() {
    // A guard rides in heavy armour and full cloth barding, with a shield it would be better still.
    let red = ("republican_roman", unit("X1", "hastati", 18, 6, 24.0, 10.0, ""));
    let king = unit("A9", "king", 1, 1, 24.0, 30.0, ", options = [\"warhorse\", \"shield\"]");
    let small = small("", (red.0, &red.1), ("successor", &king));
    let board = small.board();
    let rider = board.body(small.id("A9")).expect("he stands");
    let save = |best: u16| {
        let house = House { best_save: best, ..small.battle.book().house };
        armour_of(&house, rider, true, Face::Front, Weapon::HandWeapon)
    };
    assert_eq!((save(2), save(4)), (3, 4));
}

#[test]
fn a_hit_that_needs_seven_or_more_is_read_as_the_house_says() {
    // BS 3 needs four: long range, hard cover and skirmishers make eight.
    let wall = "terrain = [{ kind = \"wall\", line = [[18, 29.6], [30, 29.6]] }]";
    let shot = |head: &str| {
        let blue = unit("R3", "velites", 8, 8, 24.0, 30.0, "");
        let mut small = archers(&format!("{wall}\n{head}"), &blue);
        small.rig("wab.combat.hit", 6).rig("wab.combat.wound", 6).rig("wab.combat.save", 1);
        small.rig_next("wab.shoot.seven_plus", &[5, 5, 4]).rig("wab.shoot.seven_plus", 1);
        let volley = shoot(&small, "R3");
        small.submit(&volley).words()
    };
    // Strength 1 wound toughness 3 on a six.
    assert!(
        shot("").contains(
            "12 shots, 12 hits (long range, hard cover, skirmishers), 12 wounds, none saved; 8 fell"
        ),
        "{}",
        shot("")
    );
    let second = shot("house = { seven_plus = \"second_die\" }");
    assert!(
        second
            .contains("12 shots, 2 hits (long range, hard cover, skirmishers), 2 wounds, none saved; 2 fell"),
        "{second}"
    );
}

#[test]
fn the_save_column_is_read_as_the_house_says() {
    // A crossbow's bolt of strength 4 is -1 in all, or -1 besides that of its strength.
    let modifier = |column: SaveColumn| {
        let house = House { missile_save_column: column, ..House::default() };
        pierces(&house, Missile::Crossbow, Band::Short, 4)
    };
    assert_eq!((modifier(SaveColumn::Total), modifier(SaveColumn::Extra)), (-1, -2));
}

/// Whether a red unit is asked to shoot at hastati who stand behind it.
fn shoots_back(list: &str, entry: &str, size: u16, order: &str) -> bool {
    let red = unit("X1", entry, size, size, 24.0, 30.0, order);
    let blue = unit("R1", "hastati", 18, 6, 24.0, 22.0, "");
    let mut small = small("", (list, &red), ("republican_roman", &blue));
    small.no_charges();
    small.done();
    small.step() == &At::Shoot
}

#[test]
fn some_shoot_all_round() {
    assert!(shoots_back("carthaginian", "elephants", 1, ""), "an elephant's crew");
    assert!(shoots_back("successor", "tarentines", 6, ", order = \"open\""), "light horse");
    assert!(shoots_back("gallic", "youths", 8, ""), "skirmishers");
    assert!(!shoots_back("gallic", "german_cavalry", 6, ""), "formed horse does not");
    let red = unit("X1", "tarentines", 6, 6, 24.0, 30.0, ", order = \"open\"");
    let blue = unit("R1", "hastati", 18, 6, 24.0, 22.0, "");
    let mut small = small("", ("successor", &red), ("republican_roman", &blue));
    small.no_charges();
    small.done();
    let shot = Command::Shoot(vec![(small.id("X1"), small.id("R1"))]);
    small.submit(&shot).told(crate::rule::SPECIAL_LIGHT_CAVALRY);
}

#[test]
fn an_elephants_crew_throws_two_javelins_or_four_from_a_tower() {
    let crew = |options: &str| {
        let red = unit("C7", "elephants", 2, 2, 24.0, 10.0, options);
        let blue = unit("R1", "hastati", 18, 6, 24.0, 17.0, "");
        let small = small("", ("carthaginian", &red), ("republican_roman", &blue));
        let (blows, shot) = shots(&small, "C7", "R1");
        (blows.attacks, shot.base)
    };
    assert_eq!(crew(""), (4, 4), "at BS 3");
    assert_eq!(crew(", options = [\"tower\"]"), (8, 4));
}

#[test]
fn large_targets_single_men_and_chariots_that_moved() {
    let target = |list: &str, entry: &str| (list.to_owned(), unit("Y1", entry, 1, 1, 24.0, 20.0, ""));
    let hit = |(list, blue): (String, String)| {
        let red = unit("X1", "sparabara", 24, 12, 24.0, 10.0, "");
        needs("", ("achaemenid", &red), (&list, &blue), None).0
    };
    assert_eq!(hit(target("successor", "elephants")), 3);
    assert_eq!(hit(target("gallic", "chieftain")), 5);
    assert_eq!(hit(target("gallic", "chariots")), 4, "it has not moved");
    let marched = unit("Y1", "noble_cavalry", 6, 6, 24.0, 20.0, "");
    assert_eq!(hit(("gallic".to_owned(), marched)), 4);
    // After their own move they are harder to hit.
    let red = unit("X1", "sparabara", 24, 12, 24.0, 10.0, "");
    let chariots = unit("Y1", "chariots", 1, 1, 24.0, 24.0, "");
    let mut small = small("first = \"blue\"", ("achaemenid", &red), ("gallic", &chariots));
    small.no_charges();
    small.go("Y1", 0, &[ahead(2.0)]);
    assert_eq!(shots(&small, "X1", "Y1").0.hit, 5);
}

#[test]
fn an_engine_does_not_move_and_shoot() {
    let red = unit("R8", "scorpion", 1, 1, 24.0, 10.0, "");
    let blue = unit("G1", "warriors", 20, 5, 24.0, 30.0, "");
    let mut small = small("", ("republican_roman", &red), ("gallic", &blue));
    small.go("R8", 0, &[ahead(1.0)]);
    assert_eq!(small.battle.phase().active, Side::Blue);
}

#[test]
fn a_bolt_counts_d3_on_those_with_several_wounds() {
    let hit = |face: u8| {
        let red = unit("R8", "scorpion", 1, 1, 24.0, 10.0, "");
        let blue = unit("G6", "chariots", 2, 2, 24.0, 30.0, "");
        let mut small = small("", ("republican_roman", &red), ("gallic", &blue));
        small.rig("wab.combat.hit", 6).rig_next("wab.troops.artillery", &[6, face, 1]).done();
        let shot = Command::Shoot(vec![(small.id("R8"), small.id("G6"))]);
        small.submit(&shot);
        (small.state("G6").models, small.state("G6").wounds)
    };
    assert_eq!(hit(1), (2, 1));
    assert_eq!(hit(2), (1, 0));
}

#[test]
fn cover_counts_for_those_close_behind_it_as_the_shot_comes() {
    let behind = |ground: &str, y: f64| {
        let head = format!("terrain = [{{ {ground} }}]");
        let small = archers(&head, &unit("R1", "hastati", 18, 6, 24.0, y, ""));
        let board = small.board();
        let pair = board.body(small.id("P1")).zip(board.body(small.id("R1"))).expect("both stand");
        cover(&board, pair.0, pair.1)
    };
    let line = |kind: &str, y: f64| format!("kind = \"{kind}\", line = [[18, {y}], [30, {y}]]");
    assert_eq!(behind(&line("hedge", 21.2), 22.0), Cover::Soft);
    assert_eq!(behind(&line("wall", 21.2), 22.0), Cover::Hard);
    assert_eq!(behind(&line("wall", 20.8), 22.0), Cover::None, "more than an inch before them");
    assert_eq!(behind(&line("wall", 23.5), 22.0), Cover::None, "behind the front rank");
}

#[test]
fn a_charge_that_fell_short_and_a_reform_leave_no_shot() {
    ruling::proves!(crate::rule::CHARGE_FAILED);
    let red = unit("P1", "immortals", 18, 6, 24.0, 10.0, ", command = [\"musician\"]");
    let set = || {
        let blue = unit("G1", "warriors", 20, 5, 24.0, 26.0, "");
        small("house = { premeasure = false }", ("achaemenid", &red), ("gallic", &blue))
    };
    let mut charges = set();
    charges.pick("charge").pick("Hold").said("[wab.charge.failed]");
    assert_eq!(charges.battle.phase().active, Side::Blue);
    let mut reforms = set();
    reforms.pick("No more").go("P1", manner::REFORM, &[]).pick("6 files").pick("Facing 0°");
    assert_eq!(reforms.battle.phase().active, Side::Blue);
    let mut stands = set();
    stands.pick("No more").done();
    assert_eq!(stands.step(), &At::Shoot);
}

#[test]
fn each_unit_is_named_once_in_a_volley_and_shoots_once() {
    ruling::proves!(crate::rule::SHOOT_SEQUENCE, crate::rule::SHOOT_WHO);
    let mut small = archers("", &unit("R1", "hastati", 30, 6, 24.0, 25.0, ""));
    let (p, r) = (small.id("P1"), small.id("R1"));
    assert_eq!(small.refused(&Command::Shoot(vec![(p, r), (p, r)])), ["wab.shoot.sequence"]);
    assert_eq!(small.refused(&Command::Shoot(vec![])), ["wab.shoot.sequence"]);
    assert_eq!(small.refused(&Command::Shoot(vec![(r, p)])), ["wab.shoot.who"]);
    small.rig("wab.combat.hit", 1).submit(&Command::Shoot(vec![(p, r)]));
    assert_ne!(small.step(), &At::Shoot, "its shot is gone");
}

#[test]
fn who_rode_down_fleers_does_not_shoot() {
    ruling::proves!(crate::rule::FLEE_CAUGHT);
    let red = unit("P6", "persian_cavalry", 6, 6, 24.0, 15.0, "");
    let blue = unit("G3", "youths", 8, 4, 24.0, 22.0, "") + &unit("G1", "warriors", 16, 4, 28.0, 29.5, "");
    let mut small = small("", ("achaemenid", &red), ("gallic", &blue));
    small.rig("wab.flee.distance", 1).rig("wab.panic.friends_broken", 1);
    small.pick("charge Youths").pick("Flee").said("[wab.flee.caught]");
    assert_ne!(small.step(), &At::Shoot, "though others are in range");
    assert_eq!(small.battle.phase().active, Side::Blue);
}

#[test]
fn who_fights_or_flees_does_not_shoot() {
    let red = unit("P1", "sparabara", 24, 12, 24.0, 10.0, "");
    let blue = unit("C1", "scutarii", 20, 5, 24.0, 15.0, "") + &unit("C2", "scutarii", 20, 5, 30.0, 26.0, "");
    let mut small = small("first = \"blue\"", ("achaemenid", &red), ("carthaginian", &blue));
    small.bloodless().rig("wab.break.test", 1);
    small.pick("(C1) charge").pick("Hold").done();
    // Red's own turn has come and gone without a question.
    assert_eq!((small.battle.phase().turn, small.battle.phase().active), (2, Side::Blue));
}

#[test]
fn wounds_of_great_beasts_are_told() {
    let red = unit("R3", "velites", 10, 10, 24.0, 24.0, "");
    let blue = unit("C7", "elephants", 3, 3, 24.0, 30.0, "");
    let mut small = small("", ("republican_roman", &red), ("carthaginian", &blue));
    small.rig("wab.shoot.wound", 6).rig("wab.combat.wound", 6).rig("wab.combat.save", 1);
    small.rig("wab.panic.casualties", 1).no_charges().done();
    let shoot = Command::Shoot(vec![(small.id("R3"), small.id("C7"))]);
    small.submit(&shoot);
    let beasts = small.state("C7");
    let taken = (3 - beasts.models) * 5 + beasts.wounds;
    assert!(taken > 1, "{}", small.words());
    assert!(small.words().contains(&format!("; {taken} wounds taken, ")), "{}", small.words());
}
