//! Weapons: how many strike, how hard, in what order, and who falls before he strikes.

use crate::board::bodies::Board;
use crate::board::state::Contact;
use crate::combat::contact_lines;
use crate::data::armour::Face;
use crate::tests::rules::small::{Small, front_to_front, small, unit};
use umpire::{Command, OptionId, Side};

/// Blue's Y1 charges red's X1; nobody hits unless told to.
fn charged(head: &str, red: (&str, &str), blue: (&str, &str)) -> Small {
    let mut small = small(&format!("first = \"blue\"\nturns = 1\n{head}"), red, blue);
    small.bloodless().rig("wab.break.test", 1).rig("wab.panic.flank", 1);
    small.rig("wab.fear.charged", 1);
    small.pick("(Y1) charge").pick("Hold");
    small
}

/// Settles what is asked before the fight with the usual answers.
fn usual(small: &mut Small) -> &mut Small {
    while matches!(small.step(), crate::board::state::Step::Prepare(_)) {
        small.submit(&Command::Choose(OptionId(0)));
    }
    small
}

fn foot(label: &str, entry: &str, y: f64, more: &str) -> String {
    unit(label, entry, 24, 6, 24.0, y, more)
}

#[test]
fn spears_reach_over_the_front_rank_unless_they_charge() {
    let small = charged(
        "",
        ("carthaginian", &foot("X1", "african_spearmen", 20.0, "")),
        ("carthaginian", &foot("Y1", "african_spearmen", 26.0, "")),
    );
    small.said("(X1) struck African spearmen (Y1): 12 attacks");
    small.said("(Y1) struck African spearmen (X1): 6 attacks");
}

#[test]
fn thrown_weapons_are_gone_after_the_first_round() {
    let small = charged(
        "",
        ("republican_roman", &foot("X1", "hastati", 20.0, "")),
        ("republican_roman", &foot("Y1", "hastati", 26.0, "")),
    );
    assert_eq!((small.times(": 12 attacks"), small.times(": 6 attacks")), (2, 2), "{}", small.words());
}

#[test]
fn pila_strike_harder_in_the_first_round_only() {
    // Strength 4 wounds toughness 3 on a three, strength 3 only on a four.
    let red = foot("X1", "hastati", 20.0, "");
    let blue = foot("Y1", "african_spearmen", 26.0, "");
    let fight = |misses: usize| {
        let mut small = small("turns = 1", ("republican_roman", &red), ("carthaginian", &blue));
        small
            .rig_next("wab.combat.hit", &vec![1; misses])
            .rig("wab.combat.hit", 6)
            .rig("wab.combat.wound", 3);
        small.rig("wab.combat.save", 1).rig("wab.break.test", 1);
        small.pick("(X1) charge").pick("Hold").words()
    };
    assert!(fight(0).contains("(X1) struck African spearmen (Y1): 12 attacks, 12 hits, 12 wounds"));
    // Everybody misses in the first round: twelve pila and twelve spears.
    let second = fight(24);
    assert!(second.contains("(X1) struck African spearmen (Y1): 6 attacks, 6 hits, no wounds"), "{second}");
}

#[test]
fn a_phalanx_uses_two_ranks_even_as_it_charges_but_not_on_bad_ground() {
    let attacks = |head: &str| {
        let mut small = charged(
            head,
            ("republican_roman", &foot("X1", "hastati", 20.0, "")),
            ("successor", &foot("Y1", "phalangites", 22.0, "")),
        );
        let words = usual(&mut small).words();
        // The round of the charge, not the next.
        words.lines().find(|l| l.contains("(Y1) struck")).map(str::to_owned).unwrap_or_default()
    };
    assert!(attacks("").contains("(Y1) struck Hastati (X1): 12 attacks"), "{}", attacks(""));
    let wood = "terrain = [{ kind = \"wood\", polygon = [[15, 20.2], [33, 20.2], [33, 30], [15, 30]] }]";
    assert!(attacks(wood).contains("(Y1) struck Hastati (X1): 6 attacks"), "{}", attacks(wood));
}

/// Who of the two strikes first.
fn first_to_strike(small: &Small) -> char {
    let words = small.words();
    let at = |who: &str| words.find(&format!("({who}) struck")).unwrap_or_else(|| panic!("{words}"));
    if at("X1") < at("Y1") { 'X' } else { 'Y' }
}

#[test]
fn chargers_strike_first_and_pikes_and_kontoi_before_them_where_the_house_says_so() {
    ruling::proves!(crate::rule::COMBAT_ORDER);
    let phalanx = foot("X1", "phalangites", 20.0, "");
    let mut printed =
        charged("", ("successor", &phalanx), ("republican_roman", &foot("Y1", "hastati", 26.0, "")));
    assert_eq!(first_to_strike(usual(&mut printed)), 'Y');
    let fight = |red: (&str, &str), blue: (&str, &str)| {
        let mut small = charged("house = { long_weapons_first = true }", red, blue);
        first_to_strike(usual(&mut small))
    };
    let hastati = foot("Y1", "hastati", 26.0, "");
    assert_eq!(
        fight(("successor", &foot("X1", "phalangites", 20.0, "")), ("republican_roman", &hastati)),
        'X'
    );
    // Nobles have Initiative 4 and the hastati 3, yet who charges strikes first.
    assert_eq!(fight(("gallic", &foot("X1", "nobles", 20.0, "")), ("republican_roman", &hastati)), 'Y');
    let riders = unit("X1", "companions", 6, 6, 24.0, 20.0, "");
    assert_eq!(fight(("successor", &riders), ("republican_roman", &hastati)), 'X');
    let equites = unit("X1", "equites", 6, 6, 24.0, 20.0, "");
    assert_eq!(fight(("republican_roman", &equites), ("republican_roman", &hastati)), 'Y');
}

#[test]
fn pikes_do_not_strike_first_at_their_flank() {
    let blue = unit("Y1", "hastati", 18, 6, 31.0, 18.5, ", facing = 270");
    let mut small =
        charged("", ("successor", &foot("X1", "phalangites", 20.0, "")), ("republican_roman", &blue));
    assert_eq!(first_to_strike(usual(&mut small)), 'Y');
}

#[test]
fn the_dead_do_not_strike_and_the_men_behind_strike_over_them() {
    // Three of six spearmen in front fall to the charge: three and the six behind strike.
    let red = foot("X1", "african_spearmen", 20.0, "");
    let blue = foot("Y1", "hastati", 26.0, "");
    let mut small = small("first = \"blue\"", ("carthaginian", &red), ("republican_roman", &blue));
    small.rig_next("wab.combat.hit", &[6, 6, 6]).rig("wab.combat.hit", 1).rig("wab.combat.wound", 6);
    small.rig("wab.combat.save", 1).rig("wab.break.test", 1);
    small.pick("charge").pick("Hold").said("(X1) struck Hastati (Y1): 9 attacks");
}

#[test]
fn wounds_beyond_the_last_man_do_not_count() {
    let red = unit("X1", "youths", 8, 8, 24.0, 20.0, "");
    let blue = foot("Y1", "hastati", 23.0, "");
    let mut small = small("first = \"blue\"", ("gallic", &red), ("republican_roman", &blue));
    small.deadly(Side::Blue).pick("charge").pick("Hold");
    small.said("12 attacks, 12 hits, 12 wounds, no save; 8 fell");
}

#[test]
fn a_leader_and_frenzy_add_attacks() {
    let leader = foot("Y1", "african_spearmen", 26.0, ", command = [\"leader\"]");
    let red = foot("X1", "hastati", 20.0, "");
    charged("", ("republican_roman", &red), ("carthaginian", &leader))
        .said("(Y1) struck Hastati (X1): 7 attacks");
    let fanatics = unit("Y1", "fanatics", 12, 6, 24.0, 26.0, "");
    // Two for each of six, and two for each of those behind who throw over them.
    charged("", ("republican_roman", &red), ("gallic", &fanatics))
        .said("(Y1) struck Hastati (X1): 24 attacks");
}

#[test]
fn a_march_column_fights_with_its_front_rank_alone() {
    let column = unit("X1", "hastati", 18, 3, 24.0, 20.0, "");
    let blue = foot("Y1", "african_spearmen", 26.0, "");
    charged("", ("republican_roman", &column), ("carthaginian", &blue))
        .said("(X1) struck African spearmen (Y1): 3 attacks");
}

#[test]
fn haters_strike_their_misses_again_in_the_first_round() {
    let red = foot("X1", "hastati", 20.0, "");
    let blue = foot("Y1", "african_spearmen", 26.0, ", hates = [\"all\"]");
    let mut small = small("first = \"blue\"\nturns = 1", ("republican_roman", &red), ("carthaginian", &blue));
    small
        .rig("wab.combat.hit", 1)
        .rig("wab.hatred.reroll", 6)
        .rig("wab.combat.wound", 1)
        .rig("wab.break.test", 1);
    small.pick("charge").pick("Hold").said("(Y1) struck Hastati (X1): 6 attacks, 6 hits");
    small.said("(Y1) struck Hastati (X1): 12 attacks, no hits");
}

#[test]
fn scattered_men_strike_their_misses_with_thrown_spears_again() {
    let red = foot("X1", "hastati", 20.0, "");
    let attacks = |order: &str| {
        let blue = unit("Y1", "takabara", 12, 6, 24.0, 26.0, &format!(", order = \"{order}\""));
        let mut small = small("first = \"blue\"", ("republican_roman", &red), ("achaemenid", &blue));
        small
            .rig("wab.combat.hit", 1)
            .rig("wab.combat.weapons", 6)
            .rig("wab.combat.wound", 1)
            .rig("wab.break.test", 1);
        small.pick("charge").pick("Hold");
        let words = small.words();
        let line = words.lines().find(|l| l.contains("(Y1) struck")).unwrap_or_default();
        line.contains(", no hits")
    };
    assert!(!attacks("skirmish") && attacks("open"));
}

#[test]
fn chariots_crash_into_those_they_charge_on_good_ground() {
    let crash = |head: &str| {
        let red = foot("X1", "hastati", 20.0, "");
        let blue = unit("Y1", "chariots", 2, 2, 24.0, 22.0, "");
        let mut small = small(
            &format!("first = \"blue\"\nturns = 1\n{head}"),
            ("republican_roman", &red),
            ("gallic", &blue),
        );
        small.bloodless().rig("wab.troops.chariots", 5).rig("wab.combat.wound", 1);
        small.rig("wab.break.test", 1);
        small.pick("charge").pick("Hold").words()
    };
    // A five is three hits for each; then the crews strike, and in the next round only they.
    let plain = crash("");
    assert!(plain.contains("crashed into Hastati (X1): 6 hits"), "{plain}");
    assert_eq!(plain.matches("crashed into Hastati (X1): 6 hits").count(), 1, "{plain}");
    let wood = "terrain = [{ kind = \"wood\", polygon = [[15, 20.2], [33, 20.2], [33, 30], [15, 30]] }]";
    assert!(!crash(wood).contains("crashed into Hastati (X1): 6 hits"));
}

#[test]
fn scythed_chariots_have_no_other_blow() {
    let blue = unit("Y1", "scythed_chariots", 1, 1, 24.0, 26.0, "");
    let small = charged("", ("republican_roman", &foot("X1", "hastati", 20.0, "")), ("achaemenid", &blue));
    assert_eq!((small.times("(Y1) crashed"), small.times("(Y1) struck")), (1, 0), "{}", small.words());
}

#[test]
fn riders_do_not_reach_over_other_riders() {
    let horse = unit("X1", "equites", 12, 6, 24.0, 20.0, "");
    let blue = foot("Y1", "hastati", 26.0, "");
    charged("", ("republican_roman", &horse), ("republican_roman", &blue))
        .said("(X1) struck Hastati (Y1): 6 attacks");
}

#[test]
fn those_killed_beyond_the_men_before_their_enemy_are_missed_elsewhere() {
    // Spearmen are charged by fanatics and warriors side by side; the fanatics kill more than face them.
    let strikes = |dead: usize| {
        let red = foot("X1", "african_spearmen", 20.0, "");
        let blue =
            unit("Y1", "fanatics", 12, 4, 21.9, 26.0, "") + &unit("Y2", "warriors", 16, 4, 26.1, 26.0, "");
        let mut small = small("first = \"blue\"", ("carthaginian", &red), ("gallic", &blue));
        small.rig_next("wab.combat.hit", &vec![6; dead]).rig("wab.combat.hit", 1).rig("wab.combat.wound", 6);
        small.rig("wab.combat.save", 1).rig("wab.break.test", 1);
        small.pick("(Y1) charge").pick("Hold").pick("(Y2) charge").pick("Hold").pick("(Y1)");
        small.said(&format!("{dead} hits, {dead} wounds"));
        let at = |enemy: &str| {
            let words = small.words();
            let line = words.lines().find(|l| l.contains("(X1) struck") && l.contains(enemy));
            line.and_then(|l| l.split(": ").nth(1)?.split(' ').next()?.parse::<u16>().ok()).unwrap_or(0)
        };
        (at("(Y1)"), at("(Y2)"))
    };
    assert_eq!(strikes(4), (4, 4));
    assert_eq!(strikes(10), (0, 2));
}

/// How many of five hastati in one rank strike each of two units before them, who meet at a place.
fn between_two(x: f64, left_first: bool) -> (u16, u16) {
    let wide = 2.0 * 20.0 / 25.4;
    let red = unit("X1", "hastati", 10, 5, 24.0, 20.0, "");
    let side = |label: &str, x: f64| unit(label, "african_spearmen", 12, 4, x, 20.0, "");
    let blue = side("Y1", x - wide) + &side("Y2", x + wide);
    let small = small("", ("republican_roman", &red), ("carthaginian", &blue));
    let mut phase = small.battle.phase().clone();
    let labels = if left_first { ["Y1", "Y2"] } else { ["Y2", "Y1"] };
    for label in labels {
        phase.contacts.push(front_to_front(&small, "X1", label));
    }
    let board = Board::of(small.battle.book(), small.battle.field(), &phase);
    let lines = contact_lines::lines(&board, &[small.id("X1")]);
    assert_eq!(lines.iter().filter(|l| l.leads).count(), 1, "the leader strikes once");
    let men = |label: &str| lines.iter().find(|l| l.enemy == small.id(label)).map_or(0, |l| l.men);
    (men("Y1"), men("Y2"))
}

#[test]
fn a_man_between_two_enemies_strikes_the_one_he_touches_more_or_the_one_on_his_right() {
    for left_first in [true, false] {
        assert_eq!(between_two(24.0, left_first), (2, 3), "the one on his right");
        assert_eq!(between_two(24.2, left_first), (3, 2), "the one he touches more");
    }
}

#[test]
fn a_man_at_the_corner_strikes_once() {
    let red = unit("X1", "hastati", 10, 5, 24.0, 20.0, "");
    let blue = unit("Y1", "african_spearmen", 15, 5, 24.0, 20.0, "")
        + &unit("Y2", "african_spearmen", 12, 4, 24.0 + 50.0 / 25.4, 19.2, ", facing = 270");
    let small = small("", ("republican_roman", &red), ("carthaginian", &blue));
    let mut phase = small.battle.phase().clone();
    phase.contacts.push(front_to_front(&small, "Y1", "X1"));
    let flank = Contact { faces: [Face::Front, Face::Right], ..front_to_front(&small, "Y2", "X1") };
    phase.contacts.push(flank);
    let board = Board::of(small.battle.book(), small.battle.field(), &phase);
    let lines = contact_lines::lines(&board, &[small.id("X1")]);
    let men = |label: &str| lines.iter().find(|l| l.enemy == small.id(label)).map_or(0, |l| l.men);
    // Five in front; of the two at the end of the ranks the first is busy there.
    assert_eq!((men("Y1"), men("Y2")), (5, 1));
}

#[test]
fn who_is_behind_a_character_does_not_reach_him() {
    let red =
        unit("X1", "hastati", 17, 6, 24.0, 20.0, "") + "{ id = \"X5\", unit = \"consul\", with = \"X1\" },";
    let blue = unit("Y1", "african_spearmen", 18, 6, 24.0, 20.0, "");
    let small = small("", ("republican_roman", &red), ("carthaginian", &blue));
    let reach = |face: Face| {
        let mut phase = small.battle.phase().clone();
        phase.contacts.push(Contact { faces: [Face::Front, face], ..front_to_front(&small, "Y1", "X1") });
        let board = Board::of(small.battle.book(), small.battle.field(), &phase);
        let (body, host) = board.body(small.id("Y1")).zip(board.body(small.id("X1"))).expect("they stand");
        contact_lines::touching(&board, body, host, 0).0
    };
    assert!(reach(Face::Front) > 0 && reach(Face::Rear) == 0);
}

#[test]
fn a_character_strikes_though_men_of_his_fell_before() {
    let red = unit("X1", "african_spearmen", 17, 6, 24.0, 20.0, "")
        + "{ id = \"X5\", unit = \"general\", with = \"X1\" },";
    let mut small = small(
        "first = \"blue\"",
        ("carthaginian", &red),
        ("republican_roman", &foot("Y1", "hastati", 26.0, "")),
    );
    small.rig_next("wab.combat.hit", &[6, 6, 6]).rig("wab.combat.hit", 1).rig("wab.combat.wound", 6);
    small.rig("wab.combat.save", 1).rig("wab.break.test", 1);
    small.pick("charge").pick("Hold").pick("Strike at the unit").said("3 wounds").said("(X5) struck");
}

#[test]
fn a_side_killed_to_the_last_man_has_lost_whatever_it_killed() {
    // Five fanatics kill more than they are.
    let red = foot("X1", "hastati", 20.0, "");
    let blue = unit("Y1", "fanatics", 5, 5, 24.0, 26.0, ", command = [\"standard\"]")
        + &unit("Y2", "warriors", 16, 4, 4.0, 40.0, "");
    let mut small = small("first = \"blue\"", ("republican_roman", &red), ("gallic", &blue));
    small
        .deadly(Side::Red)
        .harmless(Side::Blue)
        .rig_next("wab.combat.hit", &[6; 7])
        .rig("wab.combat.wound", 6);
    small.rig("wab.combat.save", 1).rig("wab.special.warband", 6).rig("wab.break.test", 1);
    small.rig("wab.panic.friends_broken", 1);
    small
        .pick("(Y1) charge")
        .pick("Hold")
        .done()
        .said("red won the round: nobody was left")
        .not_said("(X1) broke");
    assert!(!small.stands("Y1"), "{}", small.words());
}
