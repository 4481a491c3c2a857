//! House rules: where players may differ, each with what holds unless they say otherwise.

use crate::data::tables::tables;
use binding::{Toggle, choice, house_rules};

choice! {
    /// The scale of the table.
    Scale {
        /// An inch is ten yards.
        Inch => "inch",
    }
}

choice! {
    /// What becomes of an order that fits several things.
    Ambiguity {
        /// The farthest is meant.
        Exploit => "exploit",
        /// The nearest is meant.
        Kind => "kind",
        /// The dice decide.
        Random => "random",
        /// The writer is told before he seals it.
        Warn => "warn",
    }
}

choice! {
    /// How long a unit takes an order in.
    Digest {
        /// In the period in which it arrives.
        Arrival => "arrival",
        /// In one period more.
        Full => "full",
    }
}

choice! {
    /// Who chooses the signs of the factors that steady.
    SpecialSign {
        /// The owner.
        Owner => "owner",
        /// The usual list of preferences.
        Steady => "steady",
        /// They are always added.
        Plus => "plus",
    }
}

choice! {
    /// Which dice are thrown in shooting.
    FiringDice {
        /// Ordinary ones.
        Normal => "normal",
        /// Those of 2, 3, 3, 4, 4, 5.
        Probability => "probability",
    }
}

choice! {
    /// How routers and pursuers tire.
    RoutFatigue {
        /// More each period.
        Cumulative => "cumulative",
        /// The same each period.
        Flat => "flat",
    }
}

choice! {
    /// Of which move of a charger half is meant.
    HalfMove {
        /// The charge move.
        Charge => "charge",
        /// The normal move.
        Normal => "normal",
    }
}

choice! {
    /// What a player sees of the enemy.
    Fog {
        /// What any of his units sees.
        Units => "units",
        /// What his general sees or is told.
        General => "general",
        /// Everything.
        Open => "open",
    }
}

fn toggles() -> &'static [Toggle] {
    &tables().toggles
}

house_rules! {
    toggles;
    /// The scale.
    scale: Scale,
    /// The higher total wins however narrowly.
    competition: bool,
    /// After how many periods the battle ends.
    periods: u16,
    /// Orders are written once both deployments are seen.
    orders_after_reveal: bool,
    /// What becomes of an order that fits several things.
    ambiguity: Ambiguity,
    /// Men step forward to fill a shallow step in the line.
    arm: bool,
    /// Only the files in danger evade.
    partial_evade: bool,
    /// New orders need something the general has learnt.
    justify_orders: bool,
    /// How many messengers a general has.
    messengers: u16,
    /// How long a unit takes an order in.
    digest: Digest,
    /// A halt cancels the order.
    halt_cancels_order: bool,
    /// Tests that must be made are made while a reaction runs.
    mandatory_tests_during_reaction: bool,
    /// Who chooses the signs of the factors that steady.
    special_sign: SpecialSign,
    /// Broken units also count as near or in sight.
    routers_count_as_near: bool,
    /// Barbarians fight with the ranks of their weapon.
    barbarian_rear_ranks: bool,
    /// How many ranks of light troops shoot.
    light_ranks_firing: u16,
    /// Which dice are thrown in shooting.
    firing_dice: FiringDice,
    /// How routers and pursuers tire.
    rout_fatigue: RoutFatigue,
    /// Of which move of a charger half is meant.
    half_move: HalfMove,
    /// Two-handed hand weapons take the shield at all times.
    pikes_shieldless_under_fire: bool,
    /// Moving foot breaks at twice the loss.
    moving_foot_may_break: bool,
    /// Foot that marched and has halted when it is met counts as standing.
    halted_foot_stands: bool,
    /// Horse that fights others besides standing foot may break.
    horse_in_mixed_fight_may_break: bool,
    /// An order not to evade takes the duty as well as the right.
    forbidding_evade_lifts_duty: bool,
    /// Into how many steps a stage of movement is cut.
    substeps: u16,
    /// Grades are hidden until the first test.
    grades_hidden: bool,
    /// What a player sees of the enemy.
    fog: Fog,
}

#[cfg(test)]
mod tests {
    use super::*;
    use form::{Node, fill, parse_json};

    fn house(json: &str) -> Result<House, Vec<String>> {
        let node = parse_json(json).expect("test data is JSON");
        let read = fill(&House::fields(), &node).and_then(|form| House::read(&form));
        read.map_err(|faults| faults.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn every_word_of_a_house_rule_is_read_back() {
        for ambiguity in Ambiguity::ALL {
            let said = house(&format!(r#"{{"ambiguity": "{}"}}"#, ambiguity.key()));
            assert_eq!(said.expect("a good word").ambiguity, *ambiguity);
        }
        let other = House {
            digest: Digest::Full,
            special_sign: SpecialSign::Plus,
            firing_dice: FiringDice::Probability,
            rout_fatigue: RoutFatigue::Flat,
            half_move: HalfMove::Normal,
            fog: Fog::Open,
            substeps: 40,
            messengers: 0,
            ..House::default()
        };
        let form = fill(&House::fields(), &Node::record(other.values())).expect("a good form");
        assert_eq!(House::read(&form), Ok(other));
    }

    #[test]
    fn faults_are_named() {
        let faults = house(r#"{"scale": "mm", "periods": 0, "fogs": "open", "competition": 1}"#).unwrap_err();
        assert_eq!(faults.len(), 4, "{faults:?}");
        assert_eq!(faults[1], "periods: must be from 1 to 200 periods, not 0");
        assert!(faults[2].starts_with("fogs: unknown field"), "{}", faults[2]);
    }
}
