//! House rules: where players may differ, each with what holds unless they say otherwise.

use crate::data::tables::tables;
use crate::data::troop::{Arm, Troop};
use binding::{Toggle, choice, house_rules};

choice! {
    /// Whom the going condition saves beaten Shot from.
    ShotGoing {
        /// From mounted and Rifles.
        Both => "both",
        /// From Rifles alone.
        RiflesOnly => "rifles_only",
    }
}

fn toggles() -> &'static [Toggle] {
    &tables().toggles
}

house_rules! {
    toggles;
    /// Dragoons count as mounted.
    dragoons_mounted: bool,
    /// The depth of War Wagons' bases in paces, 160 or 320.
    war_wagon_depth: u16,
    /// War Wagons shoot.
    war_wagons_shoot: bool,
    /// Closing the door is not limited by the element's rate.
    door_at_any_rate: bool,
    /// Whom the going condition saves beaten Shot from.
    shot_good_going: ShotGoing,
    /// A doubled element is destroyed wherever a beaten one would be.
    doubled_no_better: bool,
    /// The -2 for bad going counts in shooting.
    bad_going_in_shooting: bool,
    /// Psiloi also support the neighbours of the element before them.
    psiloi_support_neighbours: bool,
    /// Who may pass through friends may recoil through them.
    rights_cover_recoil: bool,
    /// Elephants pursue.
    elephants_pursue: bool,
    /// Recoiling Elephants destroy the friends they cannot pass.
    elephant_trample: bool,
    /// An element held on flank or rear is destroyed when it should flee.
    flanked_flee_destroyed: bool,
    /// Psiloi may move any number of times in their first bound.
    psiloi_first_bound: bool,
    /// Warband may move a second time into the fight.
    warband_second_move: bool,
    /// Light Horse may move any number of times away from the enemy.
    light_horse_further_moves: bool,
    /// Heavy equipment and a distant, lost or secluded general cost extra PIPs.
    extra_pips: bool,
    /// Losing the general can lose the battle.
    general_kill_wins: bool,
    /// How many elements a lost camp counts as.
    camp_value: u16,
    /// How many lost elements can lose the battle.
    elements_to_lose: u16,
    /// How many commands an army is divided into.
    commands: u16,
    /// Armies have camps.
    camps: bool,
    /// An element shot at only from behind turns about before it recoils.
    rear_shot_turns: bool,
    /// A flank costs no more than 1.
    one_flank_factor: bool,
    /// The side of the table in paces.
    table_size: u16,
    /// After how many bounds the battle is drawn.
    max_bounds: u16,
}

impl House {
    /// The arm of a type (`dba.element.arm`).
    #[inline]
    pub fn arm(&self, troop: Troop) -> Arm {
        match troop {
            Troop::Dragoons if self.dragoons_mounted => Arm::Mounted,
            _ => tables().troop(troop).arm,
        }
    }

    /// The depth of a type's base in paces (`dba.element.base`).
    #[inline]
    pub fn depth(&self, troop: Troop) -> u16 {
        match troop {
            Troop::WarWagons => self.war_wagon_depth,
            _ => tables().troop(troop).depth,
        }
    }

    /// The range of a type in paces, 0 for those who do not shoot (`dba.shoot.who`, `dba.shoot.range`).
    #[inline]
    pub fn range(&self, troop: Troop) -> u16 {
        match troop {
            Troop::WarWagons if self.war_wagons_shoot => tables().wagon_range,
            _ => tables().troop(troop).range,
        }
    }

    /// Whether a type may move into contact or overlap (`dba.contact.who`): War Wagons do unless they shoot.
    #[inline]
    pub fn may_contact(&self, troop: Troop) -> bool {
        tables().troop(troop).moves_into_contact && !(troop == Troop::WarWagons && self.war_wagons_shoot)
    }

    /// Whether a type may go through a friend in a tactical move or in flight (`dba.pass.move`).
    #[inline]
    pub fn passes(&self, mover: Troop, met: Troop) -> bool {
        tables().passes(self.arm(Troop::Dragoons), mover, met)
    }

    /// Whether a type may recoil through a friend by what the sheet says of recoils (`dba.pass.recoil`).
    #[inline]
    pub fn recoils_through(&self, mover: Troop, met: Troop) -> bool {
        tables().recoils_through(self.arm(Troop::Dragoons), mover, met)
    }

    /// Whether a type pursues (`dba.pursuit.who`).
    #[inline]
    pub fn pursues(&self, troop: Troop) -> bool {
        tables().troop(troop).pursues && (troop != Troop::Elephants || self.elephants_pursue)
    }
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
    fn unless_players_say_otherwise() {
        let house = House::default();
        let off =
            [house.dragoons_mounted, house.war_wagons_shoot, house.doubled_no_better, house.door_at_any_rate];
        assert!(off.into_iter().all(|on| !on) && !house.psiloi_support_neighbours);
        let on = house.values().iter().filter(|(_, value)| value.value == form::Value::Bool(true)).count();
        assert_eq!(on, 13);
        assert_eq!(house.shot_good_going, ShotGoing::Both);
        assert_eq!((house.war_wagon_depth, house.table_size, house.max_bounds), (160, 2400, 60));
        assert_eq!((house.camp_value, house.elements_to_lose, house.commands), (2, 4, 1));
    }

    #[test]
    fn house_rules_are_read_and_faults_named() {
        let said = house(r#"{"war_wagon_depth": 320, "shot_good_going": "rifles_only", "camps": false}"#);
        let said = said.expect("good house rules");
        assert_eq!(
            (said.war_wagon_depth, said.shot_good_going, said.camps),
            (320, ShotGoing::RiflesOnly, false)
        );
        assert_eq!(
            house(r#"{"war_wagon_depth": 200}"#),
            Err(vec!["war_wagon_depth: must be 160 or 320, not 200".to_owned()])
        );
        let faults = house(r#"{"flying_elephants": true, "camp_value": 13, "camps": 1}"#).unwrap_err();
        assert_eq!(faults.len(), 3);
        assert!(faults[0].starts_with("flying_elephants: unknown field"), "{}", faults[0]);
        assert_eq!(faults[1], "camp_value: must be from 0 to 12 elements, not 13");
        assert_eq!(faults[2], "camps: must be true or false, not a whole number");
    }

    #[test]
    fn what_is_written_is_read_again() {
        let house = House { extra_pips: false, shot_good_going: ShotGoing::RiflesOnly, ..House::default() };
        let node = Node::record(house.values());
        let form = fill(&House::fields(), &node).expect("a good form");
        assert_eq!(House::read(&form), Ok(house));
    }

    #[test]
    fn some_house_rules_change_the_troop_table() {
        let usual = House::default();
        assert_eq!((usual.arm(Troop::Dragoons), usual.arm(Troop::Pistols)), (Arm::Foot, Arm::Mounted));
        assert_eq!((usual.depth(Troop::WarWagons), usual.depth(Troop::Blades)), (160, 60));
        assert_eq!((usual.range(Troop::WarWagons), usual.range(Troop::Cannon)), (0, 1000));
        assert!(
            usual.pursues(Troop::Elephants)
                && usual.pursues(Troop::Knights)
                && !usual.pursues(Troop::Cavalry)
        );
        let other = House {
            dragoons_mounted: true,
            war_wagon_depth: 320,
            war_wagons_shoot: true,
            elephants_pursue: false,
            ..usual
        };
        assert_eq!(other.arm(Troop::Dragoons), Arm::Mounted);
        assert_eq!((other.depth(Troop::WarWagons), other.range(Troop::WarWagons)), (320, 200));
        assert!(!other.pursues(Troop::Elephants) && other.pursues(Troop::Warband));
    }
}
