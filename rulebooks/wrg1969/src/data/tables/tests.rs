//! The tables are what the book prints, and fit each other.

use crate::data::tables::*;
use crate::data::troop::Troop;

#[test]
fn every_rule_of_the_tables_exists_and_every_toggle_names_its_rule() {
    let all = rules();
    assert_eq!(all.all().len(), 308);
    for toggle in &tables().toggles {
        let rule = all.get(toggle.rule.as_str()).expect("a toggle changes a rule");
        assert!(rule.toggles.contains(&toggle.name), "{}", toggle.name);
        assert!(rule.text.contains(&format!("`{}`", toggle.name)), "{}", toggle.name);
    }
    let named: usize = all.all().iter().map(|rule| rule.toggles.len()).sum();
    assert_eq!(named, tables().toggles.len());
}

#[test]
fn titles_can_follow_a_number() {
    for rule in rules().all() {
        let first = rule.title.chars().next().expect("a rule has a title");
        assert!(first.is_alphabetic() && !rule.title.ends_with('.'), "{}", rule.title);
        assert!(!rule.text.is_empty(), "{}", rule.id);
    }
}

#[test]
fn the_casualty_table_grows_with_figures_and_factor() {
    let table = &tables().casualty;
    assert_eq!((table.least(), table.most()), (-5, 12));
    for factor in -5..=12 {
        let row = table.row(factor);
        assert!(row.is_sorted(), "row {factor}");
        if factor > -5 {
            assert!(table.row(factor - 1).iter().zip(row).all(|(less, more)| less <= more), "row {factor}");
        }
    }
    assert_eq!((table.row(2)[9], table.row(3)[1], table.row(12)[15]), (13, 3, 202));
    assert_eq!((table.row(40), table.row(-40)), (table.row(12), table.row(-5)));
}

#[test]
fn moves_points_and_bases_are_those_of_the_book() {
    let rates = |troop: Troop| tables().troop(troop).rates.map(|r| (r.normal, r.charge));
    assert_eq!(rates(Troop::SuperHeavyCavalry), Some((6.0, 16.0)));
    assert_eq!(rates(Troop::MediumCavalry), Some((8.0, 20.0)));
    assert_eq!(rates(Troop::MediumInfantry), Some((6.0, 8.0)));
    assert_eq!(rates(Troop::StoneThrower), None);
    assert_eq!(tables().moves.haul(Haul::Mule), 6.0);
    assert_eq!(tables().troop(Troop::Elephant).points, [None, Some(25)]);
    assert_eq!(tables().troop(Troop::AssyrianChariot).points, [Some(25), None]);
    assert_eq!(tables().points.grade(true, Grade::A), Some(2));
    assert_eq!(tables().points.grade(false, Grade::A), None);
    assert_eq!(tables().points.grade(false, Grade::E), Some(-1));
    assert_eq!(
        (tables().troop(Troop::LightCavalry).front, tables().troop(Troop::Chariot).depth),
        (1.125, 2.5)
    );
}

#[test]
fn weapon_factors_are_those_of_the_book() {
    let t = tables();
    assert_eq!(t.missile_factor(Missile::Sling, Troop::MediumCavalry), 4);
    assert_eq!(t.missile_factor(Missile::Crossbow, Troop::SuperHeavyCavalry), 1);
    assert_eq!(t.missile_factor(Missile::FootSelfBow, Troop::StoneThrower), 1);
    assert_eq!(t.hand_factor(Hand::HeavyThrowing, Troop::MediumInfantry), 5);
    assert_eq!(t.hand_factor(Hand::Chariot, Troop::Elephant), 0);
    assert_eq!(t.hand_factor(Hand::Elephant, Troop::AssyrianChariot), 3);
    assert_eq!((t.hand(Hand::Pike).half_ranks, t.hand(Hand::ThrustingSpear).half_ranks), (8, 3));
    assert_eq!(
        (t.missile(Missile::FootCompositeBow).range, t.missile(Missile::HandHurled).range),
        (18.0, 3.0)
    );
}

#[test]
fn the_charts_rise_and_worse_grades_break_sooner() {
    for has_order in [true, false] {
        let chart = tables().reaction.chart(has_order);
        let breaks = |grade: Grade, score: i16| chart[grade as usize].below(score) == 0;
        let pairs = Grade::ALL.windows(2);
        assert!(pairs.into_iter().all(|two| (-9..9).any(|s| breaks(two[1], s) && !breaks(two[0], s))));
    }
    assert_eq!(tables().reaction.chart(true)[Grade::E as usize], Bands::up_to([3, 5, 8, 12, 13]));
    assert_eq!(tables().reaction.chart(false)[Grade::B as usize], Bands::up_to([-1, 4, 8, 12, 15]));
    assert_eq!(tables().reaction.factor.len(), 28);
    assert_eq!(tables().reaction.periods(Reaction::Retreat), 3);
    assert_eq!((tables().causes.len(), tables().disorganised_most), (17, 2));
}
