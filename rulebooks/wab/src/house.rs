//! House rules: where players may differ, each with what holds unless they say otherwise.

use crate::data::tables::tables;
use binding::{Toggle, choice, house_rules};

choice! {
    /// What firing first does to a flight.
    FireFlee {
        /// The reduced roll is the distance.
        ReducedTo => "reduced_to",
        /// The reduced roll is taken off the full one.
        ReducedBy => "reduced_by",
    }
}

choice! {
    /// What a score of 7 or more means.
    SevenPlus {
        /// Sixes hit with less strength.
        WeakerHits => "weaker_hits",
        /// Sixes hit if a second die agrees.
        SecondDie => "second_die",
    }
}

choice! {
    /// What the note about moving and shooting gives.
    MoveNote {
        /// No penalty for having moved.
        NoPenalty => "no_penalty",
        /// Only the permission.
        Allowed => "allowed",
    }
}

choice! {
    /// How the save column is read.
    SaveColumn {
        /// It is the whole modifier.
        Total => "total",
        /// It is added to what the strength gives.
        Extra => "extra",
    }
}

choice! {
    /// Which enemy is an ignored one.
    Ignored {
        /// One that did not forbid a march.
        March => "march",
        /// One nearer than the enemy that was charged.
        NearerCharge => "nearer_charge",
        /// None.
        Off => "off",
    }
}

choice! {
    /// How often the stubborn give ground instead of breaking.
    StubbornScope {
        /// Once in the battle.
        Battle => "battle",
        /// Once in each combat.
        Combat => "combat",
    }
}

choice! {
    /// Where momentum comes from.
    Momentum {
        /// From charging or from having won the last round.
        ChargeOrWon => "charge_or_won",
        /// From charging alone.
        Charge => "charge",
    }
}

choice! {
    /// When fewer than five break.
    UnderFive {
        /// When they are beaten.
        WhenBeaten => "when_beaten",
        /// Whenever they lost a model.
        Always => "always",
    }
}

choice! {
    /// What holding back from a pursuit takes.
    Restrain {
        /// A Leadership test.
        Test => "test",
        /// Nothing.
        Free => "free",
    }
}

choice! {
    /// What becomes of fleers when the rolls are equal.
    PursuitTie {
        /// They are caught.
        Caught => "caught",
        /// They get away.
        Escapes => "escapes",
    }
}

choice! {
    /// Where the flank begins.
    FlankZone {
        /// At the diagonals from the corners.
        Diagonal => "diagonal",
        /// At the line of the front.
        FrontLine => "front_line",
    }
}

fn toggles() -> &'static [Toggle] {
    &tables().toggles
}

house_rules! {
    toggles;
    /// Anyone may measure at any time.
    premeasure: bool,
    /// A charger may turn to another target.
    redirect_charges: bool,
    /// A counter-charge needs a charger from beyond half its charge move.
    counter_charge_far: bool,
    /// Faster units may try to leave a combat.
    disengage: bool,
    /// An enemy nearby takes 1 off the test to reform.
    reform_near_enemy: bool,
    /// Turns and changes of ranks cost open order nothing.
    open_order_free_manoeuvres: bool,
    /// Bad ground slows fleers and pursuers.
    flee_terrain_penalty: bool,
    /// Units that fled off the table may come back.
    fled_units_may_return: bool,
    /// What firing first does to a flight.
    fire_flee_reduction: FireFlee,
    /// What a score of 7 or more means.
    seven_plus: SevenPlus,
    /// What the note about moving and shooting gives.
    move_and_shoot_note: MoveNote,
    /// The strength of sling stones thrown two at a time.
    sling_short_strength: u16,
    /// Slingers must stand still to throw twice.
    sling_double_stationary: bool,
    /// How the save column is read.
    missile_save_column: SaveColumn,
    /// Units may shoot at enemies who fight their friends.
    shoot_into_combat: bool,
    /// The best save before modifiers.
    best_save: u16,
    /// Losses from standing and shooting count towards a quarter.
    panic_from_stand_and_shoot: bool,
    /// Skirmishers make formed friends panic.
    skirmishers_spread_panic: bool,
    /// Which enemy is an ignored one.
    ignored_enemy: Ignored,
    /// A unit that passed a terror test takes no more.
    terror_once: bool,
    /// How often the stubborn give ground instead of breaking.
    stubborn_scope: StubbornScope,
    /// Twice the numbers give ground instead of breaking.
    give_ground_two_to_one: bool,
    /// A near failure falls back in good order.
    fall_back_in_good_order: bool,
    /// Two ones always pass a Break test.
    double_one_holds: bool,
    /// Musicians decide drawn rounds.
    musician_breaks_ties: bool,
    /// Pikes and kontoi strike before chargers.
    long_weapons_first: bool,
    /// Where momentum comes from.
    momentum: Momentum,
    /// A flanked unit loses the bonus for close order.
    close_order_lost_when_flanked: bool,
    /// When fewer than five break.
    under_five: UnderFive,
    /// What holding back from a pursuit takes.
    restrain_pursuit: Restrain,
    /// What becomes of fleers when the rolls are equal.
    pursuit_tie: PursuitTie,
    /// Where the flank begins.
    flank_zone: FlankZone,
    /// How many a rider counts as.
    cavalry_headcount: u16,
    /// Characters challenge each other.
    challenges: bool,
    /// An army of a quarter of its models is broken.
    army_break: bool,
}
