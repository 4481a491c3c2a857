//! House rules: where players may differ, each with what holds unless they say otherwise.

use crate::data::faults::under;
use crate::data::tables::tables;
use crate::rule;
use binding::{Toggle, choice, house_rules};
use form::Fault;

choice! {
    /// What enemies near do to a rally.
    RallyEnemyNear {
        /// They add a die.
        Adds => "adds",
        /// Their absence adds a die.
        NoEnemyAdds => "no_enemy_adds",
        /// They take a die away.
        Removes => "removes",
        /// Nothing.
        Ignored => "ignored",
    }
}

choice! {
    /// Who strikes with two lines.
    TwoLines {
        /// Hoplites.
        Hoplites => "hoplites",
        /// Hoplites and Persian spears.
        Spears => "spears",
    }
}

choice! {
    /// Which generals must fall for all to test.
    LastGeneral {
        /// All of the battle in one turn.
        AllInOneTurn => "all_in_one_turn",
        /// The last that were left when the turn began.
        LastOne => "last_one",
    }
}

choice! {
    /// How many generals an army has.
    Generals {
        /// One for each full 100 points.
        Per100 => "per_100",
        /// One.
        One => "one",
    }
}

choice! {
    /// When a target catches fire.
    FlameCatches {
        /// When the volley rolled a kill.
        OnKillRoll => "on_kill_roll",
        /// Always.
        Always => "always",
    }
}

choice! {
    /// When a 1 puts a fire out.
    FireDieOne {
        /// In its first roll.
        FirstRoll => "first_roll",
        /// Also when the die comes down to it.
        Out => "out",
    }
}

choice! {
    /// When elephants frighten.
    ElephantTerror {
        /// At the end of the turn of those frightened.
        EndOfTurn => "end_of_turn",
        /// When a move brings them near.
        OnApproach => "on_approach",
    }
}

choice! {
    /// Whose horses elephants frighten.
    ElephantHorses {
        /// Those of both sides.
        All => "all",
        /// Those of the enemy.
        Enemy => "enemy",
    }
}

choice! {
    /// In whose turns melees go on.
    MeleeRounds {
        /// In both.
        BothTurns => "both_turns",
        /// In that of the side that charged or chooses.
        OwnTurn => "own_turn",
    }
}

/// Faults of a form, those of its house rules with the rule that knows only certain names and values (`toms.house`).
pub fn told(mut faults: Vec<Fault>) -> Vec<Fault> {
    for fault in faults.iter_mut().filter(|fault| fault.path.starts_with("house")) {
        fault.message = under(rule::HOUSE, fault.message.as_str());
    }
    faults
}

fn toggles() -> &'static [Toggle] {
    &tables().toggles
}

house_rules! {
    toggles;
    /// What enemies near do to a rally.
    rally_enemy_near: RallyEnemyNear,
    /// Immortals are trained.
    immortals_trained: bool,
    /// Camels are cavalry.
    camels_cavalry: bool,
    /// Who strikes with two lines.
    two_line_units: TwoLines,
    /// Cover saves men without shields.
    cover_saves_unshielded: bool,
    /// Missiles from behind ignore shields.
    rear_missiles_ignore_shields: bool,
    /// Enemies in melee may be shot at.
    shoot_into_melee: bool,
    /// Units shoot all round.
    all_round_fire: bool,
    /// Which generals must fall for all to test.
    last_general: LastGeneral,
    /// How many generals an army has.
    generals: Generals,
    /// Holdfast strikes first only to its front.
    holdfast_front_only: bool,
    /// When a target catches fire.
    flame_catches: FlameCatches,
    /// When a 1 puts a fire out.
    fire_die_one: FireDieOne,
    /// Bolts need one more against cavalry.
    ballista_cavalry_modifier: bool,
    /// A bolt that kills nobody flies on.
    ballista_blank_passes_on: bool,
    /// When elephants frighten.
    elephant_terror: ElephantTerror,
    /// Charging, side and rear count for an elephant.
    elephant_modifiers: bool,
    /// In whose turns melees go on.
    melee_rounds: MeleeRounds,
    /// Panic spreads at once.
    panic_chain: bool,
    /// Whose horses elephants frighten.
    elephant_horses: ElephantHorses,
    /// Light foot pass through friends and are passed.
    light_foot_passes: bool,
    /// The points of an army.
    army_points: u16,
    /// The share of its points, in percent, that breaks an army.
    army_break: u16,
    /// How many turns each side has.
    turn_limit: u16,
}
