//! Exact odds against brute force.

use proptest::prelude::*;
use std::collections::BTreeMap;
use testudo_dice::{
    AVERAGE, Chance, Chances, D3, D6, D12, Dice, Die, Dist, Fraction, RollId, Seeded, exact, exact_or_sample,
    odds, sample,
};

const WHY: RollId = RollId::new("test.rule", 0);

/// Every sequence of `n` sides, with no weights: the oracle.
fn every_throw(die: &'static Die, n: u32) -> Vec<Vec<u8>> {
    let sides: Vec<u8> =
        die.faces.iter().flat_map(|&(face, sides)| std::iter::repeat_n(face, sides.into())).collect();
    (0..n).fold(vec![vec![]], |throws, _| {
        let longer =
            |throw: &Vec<u8>| sides.iter().map(|&side| [&throw[..], &[side]].concat()).collect::<Vec<_>>();
        throws.iter().flat_map(longer).collect()
    })
}

fn counted<T: Ord>(outcomes: impl Iterator<Item = T>) -> Vec<(T, Fraction)> {
    let mut counts = BTreeMap::new();
    let mut whole = 0;
    for outcome in outcomes {
        *counts.entry(outcome).or_insert(0) += 1;
        whole += 1;
    }
    counts.into_iter().map(|(outcome, count)| (outcome, Fraction::new(count, whole))).collect()
}

fn listed<T: Clone>(dist: &Dist<T>) -> Vec<(T, Fraction)> {
    dist.iter().map(|(outcome, p)| (outcome.clone(), p)).collect()
}

fn sum(throw: &[u8]) -> u16 {
    throw.iter().copied().map(u16::from).sum()
}

fn count(throw: &[u8], at_least: u8) -> u16 {
    throw.iter().map(|&face| u16::from(face >= at_least)).sum()
}

fn a_die() -> impl Strategy<Value = &'static Die> {
    prop::sample::select(vec![&D6, &D3, &AVERAGE])
}

/// What a random rule does next: number of dice, and how they are read.
fn a_plan() -> impl Strategy<Value = Vec<(&'static Die, u8, u16, u8)>> {
    prop::collection::vec((a_die(), 0u8..3, 0u16..3, 0u8..8), 1..4)
}

/// One step of the plan; the dice rolled depend on the state, so paths differ in length.
fn play(state: u16, (die, way, n, at_least): (&'static Die, u8, u16, u8), dice: &mut dyn Dice) -> u16 {
    if state % 3 == 2 {
        return state / 2;
    }
    state
        + match way {
            0 => u16::from(dice.roll(WHY, die)),
            1 => dice.hits(WHY, die, n + state % 2, at_least),
            _ => dice.total(WHY, die, n),
        }
}

/// The same dice rolled one at a time.
struct OneByOne<'a>(&'a mut dyn Dice);

impl Dice for OneByOne<'_> {
    fn roll(&mut self, why: RollId, die: &'static Die) -> u8 {
        self.0.roll(why, die)
    }
}

proptest! {
    #[test]
    fn hits_are_as_counted(die in a_die(), n in 0u16..5, at_least in 0u8..8) {
        let brute = counted(every_throw(die, n.into()).iter().map(|throw| count(throw, at_least)));
        let walked = exact(10_000, |dice| dice.hits(WHY, die, n, at_least)).unwrap();
        prop_assert_eq!(listed(&walked), brute);
        prop_assert_eq!(walked, Dist::hits(die, n, at_least));
    }

    #[test]
    fn totals_are_as_counted(die in a_die(), n in 0u16..5) {
        let brute = counted(every_throw(die, n.into()).iter().map(|throw| sum(throw)));
        let walked = exact(10_000, |dice| dice.total(WHY, die, n)).unwrap();
        prop_assert_eq!(listed(&walked), brute);
        prop_assert_eq!(walked, Dist::total(die, n));
    }

    #[test]
    fn single_rolls_are_as_counted(die in a_die(), n in 0u32..5) {
        let walked = exact(10_000, |dice| (0..n).map(|_| dice.roll(WHY, die)).collect::<Vec<_>>()).unwrap();
        prop_assert_eq!(listed(&walked), counted(every_throw(die, n).into_iter()));
    }

    #[test]
    fn steps_equal_one_walk_and_dice_one_by_one(plan in a_plan()) {
        let whole = exact(1 << 20, |dice| plan.iter().fold(0, |state, &step| play(state, step, dice))).unwrap();
        let mut stepped = Dist::certain(0);
        for &step in &plan {
            stepped = stepped.then(1 << 20, |&state, dice| play(state, step, dice)).unwrap();
        }
        prop_assert_eq!(&stepped, &whole);
        let singly = exact(1 << 20, |dice| {
            plan.iter().fold(0, |state, &step| play(state, step, &mut OneByOne(&mut *dice)))
        }).unwrap();
        prop_assert_eq!(&singly, &whole);
        prop_assert_eq!(whole.iter().map(|(_, p)| p).sum::<Fraction>(), Fraction::ONE);
    }

    #[test]
    fn f64_agrees_with_the_fractions(plan in a_plan()) {
        let run = |dice: &mut dyn Dice| plan.iter().fold(0, |state, &step| play(state, step, dice));
        let (fractions, floats) = (exact(1 << 20, run).unwrap(), odds(1 << 20, run).unwrap());
        prop_assert_eq!(fractions.len(), floats.len());
        for ((a, p), (b, q)) in fractions.iter().zip(floats.iter()) {
            prop_assert_eq!(a, b);
            prop_assert!((p.to_f64() - q).abs() < 1e-13);
        }
        let mut stepped = Dist::certain(0).odds();
        for &step in &plan {
            stepped = stepped.then(1 << 20, |&state, dice| play(state, step, dice)).unwrap();
        }
        let mean = fractions.mean(|&state| state.into()).to_f64();
        prop_assert!((stepped.mean(|&state| state.into()) - mean).abs() < 1e-10);
        prop_assert!((stepped.chance(|_| true) - 1.0).abs() < 1e-13);
    }

    #[test]
    fn reading_equals_walking_what_is_read(plan in a_plan(), modulus in 1u16..5) {
        let run = |dice: &mut dyn Dice| plan.iter().fold(0, |state, &step| play(state, step, dice));
        let read = exact(1 << 20, run).unwrap().map(|state| state % modulus);
        prop_assert_eq!(read, exact(1 << 20, |dice| run(dice) % modulus).unwrap());
    }

    #[test]
    fn fractions_add_multiply_and_compare(a in 0u128..60, b in 1u128..60, c in 0u128..60, d in 1u128..60) {
        let (p, q) = (Fraction::new(a, b), Fraction::new(c, d));
        prop_assert_eq!(p.clone() + q.clone(), Fraction::new(a * d + c * b, b * d));
        prop_assert_eq!(p.clone() * q.clone(), Fraction::new(a * c, b * d));
        prop_assert_eq!(p.cmp(&q), (a * d).cmp(&(c * b)));
        prop_assert_eq!(p.to_f64(), a as f64 / b as f64);
        if a <= b {
            prop_assert_eq!(p.complement() + p, Fraction::ONE);
        }
    }
}

#[test]
fn fractions_are_written_in_lowest_terms() {
    let written = |part, whole| Fraction::new(part, whole).to_string();
    assert_eq!([written(10, 36), written(36, 36), written(0, 36), written(12, 6)], ["5/18", "1", "0", "2"]);
    assert_eq!(Fraction::new(3, 2).complement(), Fraction::ZERO);
    assert_eq!(format!("{:>6}", Fraction::new(1, 2)), "   1/2");
}

#[test]
fn paths_with_different_dice_are_weighed_on_one_whole() {
    // A d6; then on 1 a d3, on 2 three average dice, else nothing.
    let dist = exact(100, |dice| match dice.roll(WHY, &D6) {
        1 => u16::from(dice.roll(WHY, &D3)),
        2 => dice.total(WHY, &AVERAGE, 3),
        _ => 0,
    })
    .unwrap();
    assert_eq!(dist.probability(&0), Fraction::new(4, 6));
    assert_eq!(dist.probability(&3), Fraction::new(1, 18));
    assert_eq!(dist.probability(&15), Fraction::new(1, 6 * 216));
    assert_eq!(dist.probability(&99), Fraction::ZERO);
    assert_eq!(dist.chance(|_| true), Fraction::ONE);
}

#[test]
fn a_rule_without_dice_has_one_sure_outcome() {
    assert_eq!(exact(1, |_| 7).unwrap(), Dist::certain(7));
    assert_eq!(exact(1, |dice| dice.hits(WHY, &D6, 40, 7)).unwrap(), Dist::certain(0));
    assert_eq!(exact(1, |dice| dice.hits(WHY, &D6, 40, 1)).unwrap(), Dist::certain(40));
}

#[test]
fn the_limit_is_the_number_of_paths() {
    let two = |dice: &mut dyn Dice| dice.roll(WHY, &D6) + dice.roll(WHY, &D6);
    assert!(exact(36, two).is_ok());
    assert_eq!(exact(35, two).unwrap_err().limit, 35);
    assert!(exact(0, |_| ()).is_err());
    let start = Dist::hits(&D6, 2, 4);
    let roll = |_: &u16, dice: &mut dyn Dice| dice.roll(WHY, &D6);
    assert!(start.then(18, roll).is_ok());
    assert_eq!(start.then(17, roll).unwrap_err().to_string(), "more than 17 paths of dice");
}

#[test]
fn a_rule_that_may_roll_for_ever_is_given_up() {
    let until_equal = |dice: &mut dyn Dice| while dice.roll(WHY, &D6) != dice.roll(WHY, &D6) {};
    assert!(exact(10_000, until_equal).is_err());
    // So is a throw too large to work out, before it is worked out.
    assert!(exact(10_000, |dice| dice.total(WHY, &D6, u16::MAX)).is_err());
}

#[test]
#[should_panic(expected = "rolled differently along the same path")]
fn a_rule_that_changes_its_mind_is_caught() {
    let mut runs = 0;
    let _ = exact(100, |dice| {
        runs += 1;
        dice.roll(WHY, if runs % 2 == 0 { &D3 } else { &D6 })
    });
}

#[test]
fn counts_outgrow_machine_words_exactly() {
    // 6^60 is past 128 bits: the chance that 60 dice all show a 6, and that of their sum being even.
    let total = Dist::total(&D6, 60);
    assert_eq!(total.len(), 301);
    let all_sixes = total.probability(&360);
    assert_eq!(all_sixes.numerator().to_string(), "1");
    assert_eq!(all_sixes.denominator().to_string(), "48873677980689257489322752273774603865660850176");
    let expected = 1.0 / 48_873_677_980_689_257_489_322_752_273_774_603_865_660_850_176.0;
    assert!((all_sixes.to_f64() / expected - 1.0).abs() < 1e-15);
    assert_eq!(total.chance(|sum| sum % 2 == 0), Fraction::new(1, 2));
    assert_eq!(total.mean(|&sum| sum.into()), Fraction::new(210, 1));
    assert_eq!(total.iter().map(|(_, p)| p).sum::<Fraction>(), Fraction::ONE);
    assert!(all_sixes < Fraction::new(1, u128::MAX) && all_sixes > Fraction::ZERO);
    assert_eq!(all_sixes.complement() + all_sixes, Fraction::ONE);
}

#[test]
fn tiny_chances_turn_into_f64_without_overflow() {
    // 2^-1050 is below the ordinary range of an f64, and 6^500 above it.
    assert_eq!(Dist::hits(&D6, 1050, 4).probability(&0).to_f64(), f64::from_bits(1 << 24));
    let half = Dist::total(&D6, 500).chance(|&sum| sum < 1750).to_f64();
    assert!(half > 0.48 && half < 0.5);
}

#[test]
fn large_walks_keep_exact_after_the_words_overflow() {
    let mut men = Dist::certain(30u16);
    for _volley in 0..12 {
        men = men.then(10_000, |&left, dice| left - dice.hits(WHY, &D6, left, 6)).unwrap();
    }
    // Each man survives twelve volleys with chance (5/6)^12, on his own.
    let survives = (0..12).fold(Fraction::ONE, |p, _| p * Fraction::new(5, 6));
    let all = (0..30).fold(Fraction::ONE, |p, _| p * survives.clone());
    assert_eq!(men.probability(&30), all);
    assert_eq!(men.mean(|&left| left.into()), survives * Fraction::new(30, 1));
}

#[test]
fn totals_stop_at_the_largest_number() {
    static HEAVY: Die = Die { name: "heavy", faces: &[(250, 1), (255, 1)] };
    assert_eq!(Dist::total(&HEAVY, 300), Dist::certain(u16::MAX));
    let walked = exact(301, |dice| dice.total(WHY, &HEAVY, 300)).unwrap();
    assert_eq!(walked, Dist::certain(u16::MAX));
    assert_eq!(Seeded::new(1).total(WHY, &HEAVY, 300), u16::MAX);
}

#[test]
fn trials_say_how_many_and_how_sure() {
    let sampled = sample(20_000, 3, |dice| dice.roll(WHY, &D12));
    assert_eq!(sampled.trials(), 20_000);
    for (face, estimate) in sampled.iter() {
        assert!((estimate.share - 1.0 / 12.0).abs() < 4.0 * estimate.standard_error, "{face}: {estimate}");
    }
    let low = sampled.chance(|&face| face <= 6);
    assert!((low.standard_error - (0.25f64 / 20_000.0).sqrt()).abs() < 1e-6);
    assert_eq!(sample(0, 3, |_| ()).probability(&()).to_string(), "1.0000 ± 0.0000 in 1 trials");
}

#[test]
fn chances_say_how_they_were_come_by() {
    let run = |dice: &mut dyn Dice| dice.roll(WHY, &D6) + dice.roll(WHY, &D6);
    let walked = exact_or_sample(36, 5_000, 1, run);
    assert!(matches!(walked, Chances::Exact(_)));
    assert_eq!(walked.probability(&7), Chance::Exact(Fraction::new(1, 6)));
    assert_eq!(walked.chance(|&sum| sum > 9).to_string(), "1/6");
    let tried = exact_or_sample(35, 5_000, 1, run);
    assert!(matches!(tried, Chances::Sampled(_)));
    assert!((tried.probability(&7).to_f64() - 1.0 / 6.0).abs() < 0.03);
    assert!(tried.chance(|_| true).to_string().ends_with("in 5000 trials"));
    assert_eq!(tried.iter().count(), walked.iter().count());
}
