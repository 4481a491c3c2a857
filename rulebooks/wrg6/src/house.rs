//! House rules: where players may differ, each with what holds unless they say otherwise.

use crate::data::tables::tables;
use binding::{Share, Toggle, choice, house_rules};

choice! {
    /// How the printed column of reaction values is read.
    ValueColumn {
        /// Every label where its group needs it.
        Repaired => "repaired",
        /// Every label on the first line of its group.
        FirstLine => "first_line",
        /// Every label a line too high.
        LineAbove => "line_above",
        /// Every label where it is printed.
        AsPrinted => "as_printed",
    }
}

choice! {
    /// Which dice reaction tests are thrown with.
    ReactionDice {
        /// Average for regulars, ordinary for irregulars.
        ByTraining => "by_training",
        /// Average ones.
        Average => "average",
        /// Ordinary ones.
        Ordinary => "ordinary",
    }
}

choice! {
    /// How often a body tests for being in reach or shot at.
    FirstTest {
        /// Once in a battle.
        Once => "once",
        /// Whenever it is in reach or was shot at.
        EachEvent => "each_event",
    }
}

choice! {
    /// What the dice add hand-to-hand.
    RandomMelee {
        /// Their whole difference.
        Difference => "difference",
        /// Nothing.
        None => "none",
    }
}

choice! {
    /// What the dice add in shooting.
    RandomShooting {
        /// One, either way.
        Sign => "sign",
        /// Their whole difference.
        Difference => "difference",
        /// Nothing.
        None => "none",
    }
}

choice! {
    /// Which way half a figure is rounded.
    Rounding {
        /// Up.
        Up => "up",
        /// Down.
        Down => "down",
    }
}

fn toggles() -> &'static [Toggle] {
    &tables().toggles
}

house_rules! {
    toggles;
    /// How the printed column of reaction values is read.
    reaction_value_column: ValueColumn,
    /// Which dice reaction tests are thrown with.
    reaction_dice: ReactionDice,
    /// How often a body tests for being in reach or shot at.
    reaction_first_test: FirstTest,
    /// Long spears too are spared when facing pikes and long spears.
    long_spear_exempt: bool,
    /// The factor of impetuous troops stands instead of that of charging.
    impetuous_replaces_charging: bool,
    /// What being shaken is worth hand-to-hand.
    melee_shaken_value: i16,
    /// What the dice add hand-to-hand.
    random_melee: RandomMelee,
    /// What the dice add in shooting.
    random_shooting: RandomShooting,
    /// A general in the fight cancels a minus random factor.
    general_ignores_minus: bool,
    /// How many paces a pip of the evade die is.
    evade_die_paces: u16,
    /// How many casualties take off a figure.
    casualties_per_figure: u16,
    /// How many casualties take off a model.
    casualties_per_model: u16,
    /// As how many figures an elephant fights.
    elephant_figures: u16,
    /// How many ranks fight with pikes.
    pike_ranks: u16,
    /// How many ranks fight with long thrusting spears.
    long_spear_ranks: u16,
    /// Which way half a figure is rounded.
    half_figure_rounding: Rounding,
    /// Shooting uphill shortens the range.
    height_shortens_range: bool,
    /// The blank cells of super heavy infantry mean no casualties at all.
    super_heavy_foot_immune: bool,
    /// Difficult terrain halves a move.
    difficult_terrain_halves: bool,
    /// How far from an enemy a normal move stops.
    normal_move_stop: u16,
    /// How far foot and elephants recoil.
    recoil_foot: u16,
    /// How far other mounted recoil.
    recoil_mounted: u16,
    /// How many times what it inflicted a body must receive to break.
    break_ratio: u16,
    /// How many casualties a figure a body must receive to break.
    break_per_figure: u16,
    /// The opponents of a broken body must pursue.
    pursuit_compulsory: bool,
    /// Commanders may fight in person.
    personal_combat: bool,
    /// How far a messenger goes in a period.
    messenger_paces: u16,
    /// On what a flank march arrives.
    flank_march_score: u16,
    /// How wide the table is.
    table_width: u16,
    /// How deep the table is.
    table_depth: u16,
    /// How far short of the middle armies deploy.
    deploy_short_of_centre: u16,
    /// At what share of its points lost an army breaks.
    army_break_fraction: Share,
    /// After how many periods the battle ends.
    period_limit: u16,
    /// How far men step forward to fight across a step in the line.
    contact_arm: u16,
    /// A body charged in flank or rear from far enough turns to face.
    turn_to_face: bool,
    /// A body broken in a fight may rally before it has run.
    rally_before_running: bool,
    /// Bodies shoot over others on level ground.
    shoot_over_others: bool,
    /// Half the cost of a shaken body counts as lost.
    shaken_half_lost: bool,
}
