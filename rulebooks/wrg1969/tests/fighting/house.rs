//! House rules at the table: each changes what is played.

use crate::aftermath::flight::run_length;
use crate::aftermath::resolve::judge;
use crate::aftermath::rules::Fate;
use crate::board::state::{Doing, Flight, Running};
use crate::combat::engagement::strikes_of;
use crate::data::feature::Kind;
use crate::data::reaction::{Occasion, Reaction};
use crate::data::troop::{Hand, Missile, Troop};
use crate::house::{FiringDice, HalfMove, House, RoutFatigue, SpecialSign};
use crate::nerve::resolve::{sign_choices, throw, throw_all};
use crate::nerve::rules::Line;
use crate::rule;
use crate::shooting::resolve::fire;
use crate::tests::fighting::common::{Table, unit};
use crate::tests::fighting::react::{alone, settled, test, times};
use crate::victory::resolve::outcome;
use ruling::proves;
use umpire::Side::{Blue, Red};
use umpire::UnitId;

/// The same table under both values of a house rule.
fn both(make: impl Fn() -> Table, change: impl Fn(&mut House)) -> [Table; 2] {
    let mut other = make();
    change(&mut other.book.house);
    [make(), other]
}

/// `wrg1969.reaction.def.routers`.
#[test]
fn broken_friends_count_as_near_only_by_the_house_rule() {
    let make = || {
        let mut table = Table::new(vec![
            unit(Red, Troop::MediumInfantry, 20, 10, (30.0, 10.0)),
            unit(Red, Troop::MediumInfantry, 20, 10, (36.0, 10.0)),
        ]);
        table.state(1).seen.flight = Flight::Routing(1);
        table
    };
    let near = both(make, |h| h.routers_count_as_near = true)
        .map(|t| (times(&t, 0, Line::FriendsNear), times(&t, 0, Line::FriendsRouting)));
    assert_eq!(near, [(0, 1), (1, 1)]);
}

/// `wrg1969.fire.ranks`.
#[test]
fn the_second_rank_of_light_troops_shoots_unless_the_house_says_one() {
    let make = || {
        let slingers = unit(Red, Troop::LightInfantry, 10, 5, (30.0, 20.0)).missile(Missile::Sling);
        let foe = unit(Blue, Troop::MediumInfantry, 40, 20, (30.0, 28.0)).kit(|k| k.missile = None);
        Table::new(vec![slingers, foe])
    };
    let shot = both(make, |h| h.light_ranks_firing = 1).map(|mut t| {
        t.with_dice(&[3, 3], fire);
        t.phase.units[1].now.under_fire
    });
    assert_eq!(shot, [10, 5]);
}

/// `wrg1969.random.fire`.
#[test]
fn shooting_is_thrown_for_with_the_dice_of_the_house() {
    let make = || {
        let slingers = unit(Red, Troop::LightInfantry, 10, 5, (30.0, 20.0)).missile(Missile::Sling);
        let foe = unit(Blue, Troop::MediumInfantry, 40, 20, (30.0, 28.0)).kit(|k| k.missile = None);
        Table::new(vec![slingers, foe])
    };
    let thrown = both(make, |h| h.firing_dice = FiringDice::Probability).map(|mut t| {
        let mut dice = Faces::default();
        let mut cx = umpire::Cx::new(&mut t.field, &mut dice, &mut t.journal);
        fire(&t.book, &mut t.phase, &mut cx);
        dice.0
    });
    assert_eq!(thrown, [vec![6, 6], vec![5, 5]], "the highest face of each die");
}

/// Dice that always show their highest face, and what they showed.
#[derive(Default)]
struct Faces(Vec<u8>);

impl dice::Dice for Faces {
    fn roll(&mut self, _: dice::RollId, die: &'static dice::Die) -> u8 {
        let face = die.faces.iter().map(|(face, _)| *face).max().unwrap_or(0);
        self.0.push(face);
        face
    }
}

/// `wrg1969.fire.half_move`.
#[test]
fn a_charger_is_shot_at_from_half_of_the_move_the_house_means() {
    let make = || {
        let archers = unit(Red, Troop::LightInfantry, 10, 5, (30.0, 20.0)).missile(Missile::FootSelfBow);
        let mut table = Table::new(vec![archers, unit(Blue, Troop::HeavyCavalry, 6, 6, (30.0, 24.0))]);
        (table.state(1).now.doing, table.state(1).now.charge_from) =
            (Doing::Charging(UnitId(0)), Some((6_000, 0)));
        table
    };
    // From 6: more than half of the 8 of a trot, less than half of the 18 of a charge.
    let [mut usual, mut other] = both(make, |h| h.half_move = HalfMove::Normal);
    usual.with_dice(&[], fire);
    other.with_dice(&[3, 3], fire);
    assert!(other.phase.units[1].now.under_fire > 0);
}

/// `wrg1969.shield.in_use`.
#[test]
fn pikes_under_arrows_have_their_shields_unless_the_house_takes_them() {
    proves!(rule::SHIELD_IN_USE);
    let make = || {
        let slingers = unit(Red, Troop::LightInfantry, 10, 5, (30.0, 20.0)).missile(Missile::Sling);
        let pikes = unit(Blue, Troop::MediumInfantry, 40, 10, (30.0, 30.0));
        Table::new(vec![slingers, pikes.kit(|k| (k.hand, k.missile, k.shields) = (Hand::Pike, None, true))])
    };
    let lost = both(make, |h| h.pikes_shieldless_under_fire = true).map(|mut t| {
        t.with_dice(&[3, 3], fire);
        t.phase.units[1].now.missile_loss
    });
    assert!(lost[1] > lost[0], "{lost:?}");
}

/// `wrg1969.melee.ranks.barbarian`.
#[test]
fn barbarians_with_pikes_fight_one_deep_unless_the_house_lets_them() {
    let make = || {
        let pikes = unit(Blue, Troop::MediumInfantry, 40, 10, (30.0, 21.5)).kit(|k| k.hand = Hand::Pike);
        let mut table = Table::new(vec![unit(Red, Troop::MediumInfantry, 20, 10, (30.0, 19.25)), pikes]);
        table.fight(0, 1, [true, false], 0);
        table
    };
    let figures = both(make, |h| h.barbarian_rear_ranks = true).map(|t| {
        let board = t.board();
        strikes_of(&board, board.body(UnitId(1)).expect("there"))[0].blows.figures
    });
    assert_eq!(figures, [10, 40]);
}

/// `wrg1969.rout.fatigue`.
#[test]
fn the_broken_tire_more_and_more_or_alike() {
    let make = || {
        let mut table = Table::new(vec![unit(Red, Troop::HeavyCavalry, 6, 6, (30.0, 20.0))]);
        table.state(0).seen.flight = Flight::Routing(2);
        table
    };
    let run = both(make, |h| h.rout_fatigue = RoutFatigue::Flat).map(|t| {
        let board = t.board();
        run_length(&t.book, &t.phase.units[0], board.body(UnitId(0)).expect("there"))
    });
    assert_eq!(run, [12.0, 16.0]);
}

/// `wrg1969.after.precedence`.
#[test]
fn moving_foot_is_pushed_or_breaks_as_the_house_says() {
    let make = || {
        let mut table = Table::new(vec![
            unit(Red, Troop::MediumInfantry, 20, 10, (30.0, 19.25)),
            unit(Blue, Troop::MediumInfantry, 20, 10, (30.0, 20.75)),
        ]);
        table.fight(0, 1, [false, false], 1);
        (table.state(1).now.melee_loss, table.state(1).now.melee_dealt) = (30, 5);
        (table.state(0).now.melee_loss, table.state(0).now.melee_dealt) = (5, 30);
        table
    };
    let fates = both(make, |h| h.moving_foot_may_break = true).map(|t| judge(&t.board())[1].fate);
    assert_eq!(fates, [Fate::PushBack, Fate::Break]);
}

/// `wrg1969.orders.positive`.
#[test]
fn a_halt_suspends_an_order_or_ends_it() {
    let kept = both(alone, |h| h.halt_cancels_order = true).map(|mut t| {
        assert_eq!(settled(&mut t, 0, Occasion::Voluntary, &[2, 2, 2]), Some(Reaction::Halt));
        t.phase.units[0].kept.order.is_some()
    });
    assert_eq!(kept, [true, false]);
}

/// `wrg1969.reaction.barred`.
#[test]
fn tests_wait_while_a_result_runs_unless_the_house_has_them_made() {
    let make = || {
        let mut table = alone();
        table.state(0).seen.has_met_enemy = true;
        table.state(0).seen.running =
            Some(Running { reaction: Reaction::Halt, periods: 2, run: 0, since: 0 });
        (table.state(0).now.missile_loss, table.state(0).now.before_fire) = (40, 20);
        table
    };
    let [mut usual, mut other] = both(make, |h| h.mandatory_tests_during_reaction = true);
    usual.with_dice(&[], |book, phase, cx| throw_all(book, phase, &[], &[], cx));
    other.with_dice(&[3, 3, 3], |book, phase, cx| throw_all(book, phase, &[], &[], cx));
    assert_eq!((usual.phase.thrown.len(), other.phase.thrown.len()), (0, 1));
}

/// `wrg1969.reaction.special.sign`.
#[test]
fn the_owner_signs_what_steadies_only_if_the_house_lets_him() {
    let make = || {
        let mut table = alone();
        table.square(Kind::Wood, (20.0, 5.0), (40.0, 12.0));
        table
    };
    let signs = [SpecialSign::Owner, SpecialSign::Steady, SpecialSign::Plus].map(|sign| {
        let [_, mut table] = both(make, |h| h.special_sign = sign);
        assert!(test(&table, 0).special.behind_cover);
        table.with_dice(&[4, 5, 5], |book, phase, cx| throw(book, phase, UnitId(0), Occasion::Voluntary, cx));
        let choices = sign_choices(&table.board(), &table.phase.thrown[0]);
        (choices.len(), choices[0].1.special)
    });
    // 14, by 2 for the cover and 1 for each flank in it: carry on, act as the general would wish, or out of control.
    assert_eq!(signs.map(|s| s.0), [3, 1, 1]);
    assert!(signs[1].1 < 0 && signs[2].1 > 0, "{signs:?}");
}

/// `wrg1969.victory.draw`, `wrg1969.victory.end`.
#[test]
fn a_narrow_lead_wins_in_competition_alone_when_the_agreed_time_is_up() {
    let make = || {
        let mut table = Table::new(vec![
            unit(Red, Troop::MediumInfantry, 20, 10, (30.0, 10.0)),
            unit(Blue, Troop::MediumInfantry, 20, 10, (30.0, 40.0)),
        ]);
        table.book.house.periods = 5;
        table.phase.period = 5;
        table
    };
    let end = |t: &Table| outcome(&t.book, &t.field, &t.phase).map(|o| o.winner);
    // 90 points against 85.
    let winners = both(make, |h| h.competition = false).map(|t| end(&t));
    assert_eq!(winners, [Some(Some(Red)), Some(None)]);
    let longer = both(make, |h| h.periods = 6).map(|t| end(&t).is_some());
    assert_eq!(longer, [true, false]);
}
