//! Who broke is remembered, who breaks runs, evasions go their way, shots over others, ground and files.

use crate::Wrg6;
use crate::aftermath::{flight, rout};
use crate::army;
use crate::board::Board;
use crate::board::state::{Act, Answer, Phase, Step};
use crate::charge::resolve;
use crate::combat;
use crate::data::disorder::Cause;
use crate::data::kit::Land;
use crate::data::occasion::Occasion;
use crate::house::House;
use crate::movement::written::judge;
use crate::nerve;
use crate::nerve::rules::Line;
use crate::play::period;
use crate::rule;
use crate::scenario::read;
use crate::shooting;
use crate::tests::small;
use ruling::proves;
use small::{B, Put, R, area, cites, foot, id, met, scenario, step, thrown, with_cx};
use table::{Edge, Pose, Vec2};
use umpire::{Event, Field, Motion, UnitId};

const R2: UnitId = UnitId(1);

/// Two bodies of red side by side, the second of which breaks, and an enemy far off.
fn friend_breaks() -> (Wrg6, Field, Phase) {
    let bodies = [
        foot("red", "R1", [900, 300], ""),
        foot("red", "R2", [1030, 300], ""),
        foot("blue", "B1", [300, 1100], ""),
    ];
    let (book, mut field, mut phase) = scenario("", &bodies);
    phase.step = Step::Shoot;
    with_cx(&mut field, 1, |cx| rout::breaks(&book, &mut phase, R2, None, cx));
    (book, field, phase)
}

/// Puts a body far away.
fn far_off(field: &mut Field, who: UnitId) {
    let facing = field.unit(who).pose.facing;
    let to = Pose::new(Vec2::new(1700.0, 100.0), facing);
    let moved = Event::Moved { unit: who, to, motion: Motion::Flight, rule: rule::ROUT_MOVE };
    with_cx(field, 1, |cx| cx.apply(moved));
}

#[test]
fn a_friend_seen_to_break_counts_in_the_next_period_wherever_he_is_by_then() {
    let (book, mut field, mut phase) = friend_breaks();
    far_off(&mut field, R2);
    let counted = |field: &Field, phase: &Phase| {
        nerve::resolve::lines(Board::of(&book, field, phase), R).times(Line::FriendsBroken)
    };
    let due = |field: &Field, phase: &Phase| {
        let all = nerve::resolve::testers(Board::of(&book, field, phase));
        all.iter().any(|(who, occasion, _)| *who == R && *occasion == Occasion::FriendBroken)
    };
    with_cx(&mut field, 1, |cx| period::begin(&book, &mut phase, cx));
    phase.step = Step::Other;
    assert_eq!((counted(&field, &phase), due(&field, &phase)), (1, true));
    with_cx(&mut field, 1, |cx| period::begin(&book, &mut phase, cx));
    phase.step = Step::Other;
    assert_eq!(counted(&field, &phase), 0, "that was the period before the last");
}

#[test]
fn who_broke_far_off_concerns_nobody() {
    let (book, mut field, mut phase) = friend_breaks();
    phase.breaks.clear();
    phase.units[1].seen.routing = false;
    far_off(&mut field, R2);
    with_cx(&mut field, 1, |cx| rout::breaks(&book, &mut phase, R2, None, cx));
    assert!(phase.breaks[0].near.is_empty());
}

#[test]
fn whoever_breaks_in_a_fight_runs_before_it_may_rally() {
    proves!(rule::ROUT_MOVE);
    let tests = |house: House, last: Act| {
        let (book, field, mut phase) = friend_breaks();
        let book = Wrg6 { house, ..book };
        phase.period += 1;
        (phase.step, phase.units[1].last.act) = (Step::Other, last);
        nerve::resolve::testers(Board::of(&book, &field, &phase)).iter().any(|(who, ..)| *who == R2)
    };
    assert!(!tests(House::default(), Act::None), "it has not run a step");
    assert!(tests(House::default(), Act::Routed));
    assert!(tests(House { rally_before_running: true, ..House::default() }, Act::None));
}

#[test]
fn friends_who_counter_charged_encourage() {
    let bodies = [
        foot("red", "R1", [900, 300], ""),
        foot("red", "R2", [1030, 300], ""),
        foot("blue", "B1", [300, 1100], ""),
    ];
    let (book, field, mut phase) = scenario("", &bodies);
    let counted = |phase: &Phase| {
        nerve::resolve::lines(Board::of(&book, &field, phase), R).times(Line::FriendsCharging)
    };
    assert_eq!(counted(&phase), 0);
    phase.units[1].last.act = Act::Countercharged;
    assert_eq!(counted(&phase), 1);
}

/// Light infantry close before friends of a type evades with a 3; how far it goes and whether the cause is told.
fn evades_through(troop: &str, deep: u8) -> (f64, bool) {
    let bodies = [
        Put("red", "R1", "LI", "regular C", 12, 2, "javelin", [900, 500], "C W S", ""),
        Put("red", "R2", troop, "regular C", 24, deep, "", [900, 430], "C W H", ""),
        foot("blue", "B1", [900, 560], ""),
    ];
    let (book, mut field, mut phase) = scenario("", &bodies);
    let b = id(&field, "B1");
    phase.charges = vec![resolve::way(Board::of(&book, &field, &phase), b, R).expect("in reach")];
    phase.units[0].now.answer = Some(Answer::Evade);
    let before = field.shape(R).centre;
    let mut journal = Vec::new();
    let mut dice = dice::Scripted::new([3]);
    flight::evades(&book, &mut phase, &mut umpire::Cx::new(&mut field, &mut dice, &mut journal));
    let friend = field.shape(R2);
    assert!(!field.shape(R).overlaps(friend, 0.5), "nobody ends upon another");
    let told = journal
        .iter()
        .any(|entry| matches!(entry, umpire::Entry::Ruling(r) if r.text.contains("instead of 70")));
    (field.shape(R).centre.distance(before), told)
}

#[test]
fn light_infantry_evades_its_whole_way_through_friends_and_clear_of_them() {
    proves!(rule::CHARGE_EVADERS);
    let (far, told) = evades_through("HI", 1);
    assert!((70.0..80.0).contains(&far) || told, "{far}");
    let (far, told) = evades_through("HI", 4);
    assert!(far > 70.0 && told, "it went {far} paces to stand clear, and that is told");
}

#[test]
fn archers_shoot_over_the_line_before_them_at_half_figures() {
    let shoots = |house: &str, enemy: i32| {
        let bodies = [
            Put("red", "R1", "LMI", "regular C", 12, 1, "bow", [900, 300], "C W H", ""),
            foot("red", "R2", [900, 380], ""),
            foot("blue", "B1", [900, enemy], ""),
        ];
        let (book, field, mut phase) = scenario(house, &bodies);
        phase.step = Step::Shoot;
        let (board, b) = (Board::of(&book, &field, &phase), id(&field, "B1"));
        let may = shooting::resolve::targets(board, R).contains(&b);
        may.then(|| shooting::resolve::shot(board, R, b).expect("it shoots").figures)
    };
    assert_eq!(shoots("", 500), Some(6), "half of twelve");
    assert_eq!(shoots("", 450), None, "too near to those in between");
    assert_eq!(shoots("[house]\nshoot_over_others = false", 500), None);
}

#[test]
fn passing_through_regulars_disorders_both_for_the_period() {
    proves!(rule::MOVE_INTERPENETRATE);
    let bodies = [
        Put("red", "R1", "HC", "regular C", 12, 2, "lance", [900, 400], "C Q A", ""),
        Put("red", "R2", "HI", "regular C", 12, 1, "", [900, 425], "C W H", ""),
        foot("blue", "B1", [900, 1100], ""),
    ];
    let (book, mut field, mut phase) = scenario("", &bodies);
    phase.step = Step::Move;
    let journal = step(&book, &mut field, &mut phase, &[], |_, _| None);
    assert!(cites(&journal, "wrg6.move.interpenetrate"));
    for who in [R, R2] {
        assert!(phase.state(who).seen.causes.has(Cause::PenalisedInterpenetration), "{who:?}");
    }
    with_cx(&mut field, 1, |cx| period::begin(&book, &mut phase, cx));
    assert!(!phase.state(R).seen.causes.has(Cause::PenalisedInterpenetration));
}

#[test]
fn scythed_chariots_cut_deeper_where_they_have_passed_through_friends() {
    let chariots = Put("red", "R1", "HCh", "regular C", 2, 1, "", [900, 500], "C Q A", "scythed = true");
    let (book, field, mut phase) = met(chariots, foot("blue", "B1", [900, 500], ""));
    phase.contacts[0].first = false;
    phase.units[0].seen.causes.add(Cause::PenalisedInterpenetration);
    let contact = phase.contacts[0];
    let strike = combat::resolve::strike(Board::of(&book, &field, &phase), R, &contact).expect("they strike");
    assert!(strike.blows.interpenetrating);
}

#[test]
fn a_fortification_is_cover_and_its_wall_an_obstacle() {
    let walls = area("fortification", [800, 500], [200, 100]);
    let bodies = [foot("red", "R1", [900, 400], ""), foot("blue", "B1", [900, 510], "")];
    let (book, field, phase) = scenario(&walls, &bodies);
    let board = Board::of(&book, &field, &phase);
    assert!(board.in_cover(B) && board.defends_obstacle(B, R) && !board.defends_obstacle(R, B));
    assert_eq!(Land::ALL.iter().filter(|land| land.is_enclosed()).count(), 2);
}

/// What is wrong with a scenario of one engine, moved by something.
fn fault(troop: &str, weapon: &str, more: &str) -> Option<String> {
    let text = format!(
        "book = 'wrg6'\nid = 't'\nname = 't'\n[red]\nname = 'r'\n[[red.body]]\nid = 'R1'\nname = 'R1'\n\
         troop = '{troop}'\ntraining = 'regular'\nclass = 'C'\nfigures = 6\nranks = 1\nweapons = [{weapon}]\n\
         at = [900, 300]\norder = 'C W H'\ngeneral = 'c'\ncinc = true\n{more}\n\
         [blue]\nname = 'b'\n[[blue.body]]\nid = 'B1'\nname = 'B1'\ntroop = 'HI'\ntraining = 'regular'\nclass = 'C'\n\
         figures = 12\nranks = 2\nat = [900, 900]\norder = 'C W H'\ngeneral = 'd'\ncinc = true\n"
    );
    read(&form::Source { name: "t", text: &text }).err().map(|faults| faults[0].to_string())
}

#[test]
fn engines_need_a_mover_that_fits_them() {
    let kit = |weapon: &'static str| {
        let bodies = [
            Put("red", "R1", "Art", "regular C", 2, 1, weapon, [900, 300], "C W H", ""),
            foot("blue", "B1", [900, 900], ""),
        ];
        scenario("", &bodies).0.kit(R).normal()
    };
    assert_eq!([kit("bolt_engine"), kit("bombard"), kit("stone_engine")], [60.0, 40.0, 40.0]);
    let refused = fault("HI", "", "moved_by = 'fighting_ship'").expect("no ship carries them");
    assert!(refused.contains("drawn by oxen"), "{refused}");
    assert!(fault("HI", "", "").is_none());
}

#[test]
fn whoever_stands_in_plain_sight_at_the_beginning_surprises_nobody() {
    let bodies = [foot("red", "R1", [900, 300], ""), foot("blue", "B1", [900, 390], "")];
    let (book, mut field, mut phase) = scenario("", &bodies);
    step(&book, &mut field, &mut phase, &[], |_, _| None);
    assert_eq!(phase.step, Step::First);
    phase.step = Step::Other;
    let all = nerve::resolve::testers(Board::of(&book, &field, &phase));
    assert!(!all.iter().any(|(_, occasion, _)| *occasion == Occasion::Surprise), "{all:?}");
}

#[test]
fn a_scenario_may_begin_with_shaken_disordered_and_fighting_bodies() {
    let bodies = [
        foot("red", "R1", [900, 500], "shaken = true\ndisordered = ['evaded']"),
        foot("blue", "B1", [900, 500], ""),
    ];
    let (book, field, phase) = scenario("", &bodies);
    let state = phase.state(R);
    assert!(state.seen.shaken && state.seen.causes.has(Cause::Evaded));
    assert_eq!(phase.contacts[0].edges, [Edge::Front; 2]);
    assert!(judge(Board::of(&book, &field, &phase), R, "ahead 20").is_ok(), "words are judged alone");
}

#[test]
fn an_army_ready_to_play_is_accepted_as_a_file() {
    for list in army::lists() {
        let mut text = format!("book = 'wrg6'\narmy = '{}'\n", list.id);
        for body in list.ready() {
            let line = &list.lines[body.line];
            let class = body.class.key();
            text += &format!(
                "[[body]]\nline = \"{}\"\nfigures = {}\nclass = '{class}'\n",
                line.name, body.figures
            );
        }
        let node = form::parse_toml(&text).expect("it is TOML");
        assert!(
            army::read(&node).is_ok(),
            "{}: {:?}",
            list.id,
            army::read(&node).err().map(|f| f[0].to_string())
        );
    }
}

#[test]
fn routers_do_not_run_off_the_table_beyond_what_they_throw() {
    // Friends fill the ground at the table's edge: the routers stop before them or among them, but stay.
    let bodies = [
        Put("red", "R1", "HI", "regular C", 24, 3, "", [900, 300], "C W H", ""),
        Put("red", "R2", "HI", "regular C", 48, 3, "", [900, 190], "C W H", ""),
        Put("red", "R3", "HI", "regular C", 48, 4, "", [900, 100], "C W H", ""),
        foot("blue", "B1", [900, 1100], ""),
    ];
    let (book, mut field, mut phase) = scenario("", &bodies);
    phase.units[0].seen.routing = true;
    thrown(&mut field, &[5], |cx| flight::routs(&book, &mut phase, cx));
    assert!(field.on_table(R));
    for other in [1, 2].map(UnitId) {
        assert!(!field.shape(R).overlaps(field.shape(other), 0.5));
    }
}
