//! The card of a unit: what it is, what it carries, what is special about it and how it fares.

use crate::Wab;
use crate::army::kit::Kit;
use crate::army::list::lists;
use crate::board::state::{Phase, State};
use crate::data::armour::{Attack, Face, save};
use crate::data::troop::{Order, Trait};
use crate::house::House;
use crate::rule;
use ruling::RuleId;
use umpire::{CardLine, Field, UnitId};

/// The lines of a unit's card.
pub fn lines(book: &Wab, field: &Field, phase: &Phase, unit: UnitId) -> Vec<CardLine> {
    let (kit, state) = (book.kit(unit), phase.unit(unit));
    let mut card = Vec::new();
    let mut line =
        |label: &'static str, value: String, rule| card.push(CardLine { label: label.into(), value, rule });
    line("models", format!("{} of {}", state.models, state.starting), rule::BASICS_HALF_STRENGTH);
    if kit.profile.w > 1 {
        let taken = format!("{} each, {} taken", kit.profile.w, state.wounds);
        line("wounds", taken, rule::COMBAT_CASUALTIES);
    }
    line("order", kit.order.key().to_owned(), rule::BASICS_ORDERS);
    line("fights with", kit.weapons_in_words(), rule::COMBAT_WEAPONS);
    if kit.shoots() {
        line("shoots", kit.missiles_in_words(), rule::SHOOT_WEAPON);
    }
    if !kit.armour.is_empty() {
        line("wears", kit.armour_in_words(), rule::SAVE_CHART);
    }
    line("saves", saves(&book.house, kit), rule::SAVE_CHART);
    for one in kit.traits.iter() {
        let (what, rule) = special(one, state);
        line("special", what, rule);
    }
    let hated: Vec<&str> =
        lists().iter().filter(|list| kit.hated.contains(&list.id)).map(|list| list.name.as_str()).collect();
    if !hated.is_empty() {
        line("hates", hated.join(", "), rule::HATRED_REROLL);
    }
    if state.passed_terror && book.house.terror_once {
        line("terror", "faced and overcome".to_owned(), rule::TERROR_ONCE);
    }
    if let Some(host) = state.with {
        line("with", field.card(host).name.clone(), rule::TROOPS_CHARACTERS);
    }
    line("points", kit.points.to_string(), rule::ARMY_POINTS);
    card
}

/// The saves of a unit before modifiers, from the front: against blows and, where it differs, against missiles.
fn saves(house: &House, kit: &Kit) -> String {
    let against = |missile: bool| {
        let skirmish = kit.order == Order::Skirmish;
        let attack = Attack { missile, from: Face::Front, skirmish, two_handed: false };
        match save(house, &kit.armour, kit.troop.is_mounted(), attack) {
            0 => "none".to_owned(),
            score => format!("{score}+"),
        }
    };
    let (blows, missiles) = (against(false), against(true));
    if blows == missiles { blows } else { format!("{blows}, against missiles {missiles}") }
}

/// A special rule in words, with what has become of it, and where it is written.
fn special(one: Trait, state: &State) -> (String, RuleId) {
    let used = match one {
        Trait::FerociousCharge if state.ferocious_used => ", used",
        Trait::Frenzy if state.frenzy_lost => ", lost",
        _ => "",
    };
    (format!("{}{used}", one.key().replace('_', " ")), rule_of(one))
}

/// The rule of a trait.
pub fn rule_of(one: Trait) -> RuleId {
    match one {
        Trait::General => rule::GENERAL_LEADERSHIP,
        Trait::ArmyStandard => rule::STANDARD_REROLL,
        Trait::Drilled => rule::SPECIAL_DRILLED,
        Trait::Warband => rule::SPECIAL_WARBAND,
        Trait::FerociousCharge => rule::SPECIAL_FEROCIOUS_CHARGE,
        Trait::Frenzy => rule::FRENZY_CHARGE,
        Trait::Stubborn => rule::STUBBORN_GIVE_GROUND,
        Trait::Hatred => rule::HATRED_REROLL,
        Trait::Phalanx | Trait::Hoplites => rule::SPECIAL_PHALANX,
        Trait::LightCavalry => rule::SPECIAL_LIGHT_CAVALRY,
        Trait::FeignedFlight => rule::SPECIAL_FEIGNED_FLIGHT,
        Trait::UsedToElephants => rule::SPECIAL_USED_TO_ELEPHANTS,
        Trait::CausesFear => rule::FEAR_CHARGED,
        Trait::CausesTerror => rule::TERROR_CHARGE,
        Trait::TerrorMounted | Trait::FearFoot | Trait::Stampede => rule::TROOPS_ELEPHANTS,
        Trait::LargeTarget => rule::SHOOT_MODIFIERS,
        Trait::ScythedChariot => rule::TROOPS_CHARIOTS,
    }
}
