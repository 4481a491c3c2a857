//! House rules: where players may differ, each with what holds unless they say otherwise.

use crate::tables::tables;
use crate::troop::{Arm, Troop};
use form::{Answer, Fault, Field, Filled, Node, fill};
use std::sync::OnceLock;

/// Whom the going condition saves beaten Shot from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ShotGoing {
    /// From mounted and Rifles.
    Both,
    /// From Rifles alone.
    RiflesOnly,
}

/// A type that a house rule's value may have.
trait Setting: Copy {
    fn read(answer: &Answer) -> Self;
    fn node(self) -> Node;
}

impl Setting for bool {
    fn read(answer: &Answer) -> Self {
        answer.bool()
    }
    fn node(self) -> Node {
        self.into()
    }
}

impl Setting for u16 {
    fn read(answer: &Answer) -> Self {
        u16::try_from(answer.int()).expect("the limits of every house rule fit")
    }
    fn node(self) -> Node {
        i64::from(self).into()
    }
}

impl Setting for ShotGoing {
    fn read(answer: &Answer) -> Self {
        if answer.text() == ShotGoing::RiflesOnly.key() { ShotGoing::RiflesOnly } else { ShotGoing::Both }
    }
    fn node(self) -> Node {
        self.key().into()
    }
}

impl ShotGoing {
    /// The word used in files, questions and answers.
    pub const fn key(self) -> &'static str {
        match self {
            ShotGoing::Both => "both",
            ShotGoing::RiflesOnly => "rifles_only",
        }
    }
}

/// Names each house rule once: the struct, reading it and writing it follow.
macro_rules! house_rules {
    ($($(#[$doc:meta])* $name:ident: $kind:ty,)*) => {
        /// The house rules in force; what is not said otherwise is as `data/tables.toml` has it.
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        pub struct House {
            $($(#[$doc])* pub $name: $kind,)*
        }

        impl House {
            /// The names of all house rules.
            pub const NAMES: &'static [&'static str] = &[$(stringify!($name)),*];

            fn of(form: &Filled) -> House {
                House { $($name: Setting::read(form.get(stringify!($name))),)* }
            }

            /// Every house rule and its value, in order.
            pub fn values(&self) -> Vec<(&'static str, Node)> {
                vec![$((stringify!($name), Setting::node(self.$name)),)*]
            }
        }
    };
}

house_rules! {
    /// Dragoons count as mounted.
    dragoons_mounted: bool,
    /// The depth of War Wagons' bases in paces, 160 or 320.
    war_wagon_depth: u16,
    /// War Wagons shoot.
    war_wagons_shoot: bool,
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

/// How far War Wagons shoot where they do (`dba.shoot.who`).
const WAGON_RANGE: u16 = 200;

impl House {
    /// The form in which house rules are written: all may be left out.
    pub fn fields() -> Vec<Field> {
        let field = |t: &'static crate::tables::Toggle| {
            Field::new(&t.name, t.kind.clone(), &t.help).or(t.default.clone())
        };
        tables().toggles.iter().map(field).collect()
    }

    /// Reads a form of [`House::fields`].
    ///
    /// # Errors
    /// Names every number that lies within its limits and yet is not one of those allowed.
    ///
    /// ```
    /// use testudo_dba::house::House;
    /// use form::{fill, parse_json};
    /// let form = fill(&House::fields(), &parse_json(r#"{"elements_to_lose": 6}"#)?).expect("a good form");
    /// assert_eq!(House::read(&form), Ok(House { elements_to_lose: 6, ..House::default() }));
    /// # Ok::<(), form::Fault>(())
    /// ```
    pub fn read(form: &Filled) -> Result<House, Vec<Fault>> {
        let mut faults = Vec::new();
        for toggle in tables().toggles.iter().filter(|t| !t.values.is_empty()) {
            let answer = form.get(&toggle.name);
            if !toggle.values.contains(&answer.int()) {
                let values: Vec<String> = toggle.values.iter().map(i64::to_string).collect();
                faults.push(answer.fault(format!("must be {}, not {}", values.join(" or "), answer.int())));
            }
        }
        if faults.is_empty() { Ok(House::of(form)) } else { Err(faults) }
    }

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
            Troop::WarWagons if self.war_wagons_shoot => WAGON_RANGE,
            _ => tables().troop(troop).range,
        }
    }

    /// Whether a type pursues (`dba.pursuit.who`).
    #[inline]
    pub fn pursues(&self, troop: Troop) -> bool {
        tables().troop(troop).pursues && (troop != Troop::Elephants || self.elephants_pursue)
    }
}

impl Default for House {
    fn default() -> Self {
        static DEFAULT: OnceLock<House> = OnceLock::new();
        let read = || {
            let form = fill(&House::fields(), &Node::record([])).expect("every house rule has a default");
            House::read(&form).expect("every default is allowed")
        };
        DEFAULT.get_or_init(read).clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use form::parse_json;

    fn house(json: &str) -> Result<House, Vec<String>> {
        let node = parse_json(json).expect("test data is JSON");
        let read = fill(&House::fields(), &node).and_then(|form| House::read(&form));
        read.map_err(|faults| faults.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn the_tables_and_the_program_know_the_same_house_rules() {
        let names: Vec<&str> = tables().toggles.iter().map(|t| t.name.as_str()).collect();
        assert_eq!(names, House::NAMES);
        assert_eq!(names.len(), 23);
        for (toggle, (name, value)) in tables().toggles.iter().zip(House::default().values()) {
            assert_eq!((toggle.name.as_str(), toggle.default.to_json()), (name, value.to_json()));
        }
    }

    #[test]
    fn the_fidelity_page_lists_every_house_rule() {
        let page = include_str!("../FIDELITY.md");
        for (name, value) in House::default().values() {
            assert!(page.contains(&format!("| `{name}` | `{}` |", value.to_json())), "{name}");
        }
    }

    #[test]
    fn unless_players_say_otherwise() {
        let house = House::default();
        let off = [house.dragoons_mounted, house.war_wagons_shoot, house.doubled_no_better];
        assert!(off.into_iter().all(|on| !on) && !house.psiloi_support_neighbours);
        let on = house.values().iter().filter(|(_, value)| value.value == form::Value::Bool(true)).count();
        assert_eq!(on, 13);
        assert_eq!(house.shot_good_going, ShotGoing::Both);
        assert_eq!((house.war_wagon_depth, house.table_size, house.max_bounds), (160, 2400, 60));
        assert_eq!((house.camp_value, house.elements_to_lose), (2, 4));
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
