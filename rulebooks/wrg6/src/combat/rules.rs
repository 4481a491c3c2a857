//! Hand-to-hand: which row a weapon fights in, and every factor.

use crate::data::casualties::{inflicted, steps};
use crate::data::tables::tables;
use crate::data::troop::{Hand, HandRow, Spacing, Training, Troop};
use crate::house::{House, RandomMelee};
use crate::rule;
use crate::shooting::rules::{BLANK, sum};
use arrayvec::ArrayVec;
use dice::{AVERAGE, Dice, Die, RollId};
use ruling::{Factor, RuleId};

/// The blows of a body at an enemy, dice apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blows {
    /// Who strikes.
    pub troop: Troop,
    /// With what.
    pub weapon: Hand,
    /// Whom.
    pub target: Troop,
    /// Their training.
    pub training: Training,
    /// The figures or, of elephants and chariots, the models that fight.
    pub figures: u32,
    /// What the enemy fights with.
    pub opponent_weapon: Hand,
    /// It is the first period of contact.
    pub first_contact: bool,
    /// They charge.
    pub charging: bool,
    /// They counter-charge.
    pub countercharging: bool,
    /// They are impetuous.
    pub impetuous: bool,
    /// They follow up.
    pub following_up: bool,
    /// They pursue.
    pub pursuing: bool,
    /// They pass through others.
    pub interpenetrating: bool,
    /// Their chariots have scythes.
    pub scythed: bool,
    /// The crew can fight.
    pub crew_armed: bool,
    /// The enemy is disordered.
    pub opponent_disordered: bool,
    /// The enemy has no shields.
    pub opponent_shieldless: bool,
    /// The enemy is struck in flank or rear.
    pub opponent_flanked: bool,
    /// They receive an impetuous charge of mounted.
    pub receiving_impetuous_mounted_charge: bool,
    /// They came down a hill.
    pub downhill: bool,
    /// Casualties from this period's shooting.
    pub shot_casualties: u32,
    /// Their figures or models when it fell on them.
    pub own_strength: u32,
    /// Whether that strength is counted in models.
    pub own_models: bool,
    /// Causes that disorder them.
    pub disorder_causes: u32,
    /// The enemy is halted facing them on higher ground.
    pub opponent_higher_halted: bool,
    /// They fight to cross a defended obstacle.
    pub crossing_obstacle: bool,
    /// They are shaken.
    pub shaken: bool,
    /// A general fights with them.
    pub general_fighting: bool,
}

/// One row in which a body fights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The row of the table.
    pub row: HandRow,
    /// Its factor; nothing if nobody can fall.
    pub factor: Option<i8>,
    /// What is added to it, if anything is.
    pub extra: Option<Factor>,
    /// The figures that fight in it.
    pub figures: u32,
}

impl Row {
    /// The factor with its extra.
    pub fn total(&self) -> Option<i8> {
        self.factor.map(|factor| factor + self.extra.map_or(0, |extra| extra.value))
    }
}

impl Blows {
    /// Plain blows, to which everything else is added.
    pub fn new(troop: Troop, weapon: Hand, target: Troop, training: Training, figures: u32) -> Blows {
        Blows {
            troop,
            weapon,
            target,
            training,
            figures,
            opponent_weapon: Hand::InfantryOther,
            first_contact: false,
            charging: false,
            countercharging: false,
            impetuous: false,
            following_up: false,
            pursuing: false,
            interpenetrating: false,
            scythed: false,
            crew_armed: true,
            opponent_disordered: false,
            opponent_shieldless: false,
            opponent_flanked: false,
            receiving_impetuous_mounted_charge: false,
            downhill: false,
            shot_casualties: 0,
            own_strength: 1,
            own_models: troop.is_model(),
            disorder_causes: 0,
            opponent_higher_halted: false,
            crossing_obstacle: false,
            shaken: false,
            general_fighting: false,
        }
    }

    /// The rules that their blows rest on beside their factors.
    pub fn rules(&self, house: &House) -> Vec<RuleId> {
        let tactical = self.tactical(house);
        let shot = tables().melee_tactical.shot.rule;
        let rules = [
            (true, rule::MELEE_WEAPON),
            (matches!(self.weapon, Hand::Elephant | Hand::Chariot), rule::MELEE_MODELS),
            (self.first_contact, rule::MELEE_FIRST_CONTACT),
            (tactical.len() > 1, rule::MELEE_LINES),
            (tactical.iter().any(|factor| factor.rule == shot), rule::CASUALTIES_PERFIGURE),
            (self.disorder_causes > 0, rule::DISORDER_COUNT),
            (self.general_fighting && house.general_ignores_minus, rule::MELEE_GENERAL),
        ];
        rules.into_iter().filter(|(applies, _)| *applies).map(|(_, rule)| rule).collect()
    }

    /// Whether they charge or counter-charge.
    fn charges(&self) -> bool {
        self.charging || self.countercharging
    }

    /// The row of those without a better one.
    fn plain_row(&self) -> HandRow {
        if self.troop.spacing() == Spacing::Mounted { HandRow::OtherCavalry } else { HandRow::OtherInfantry }
    }

    /// The rows in which they fight: one, or beasts and crew apart (`wrg6.melee.weapon`).
    pub fn rows(&self, house: &House) -> ArrayVec<Row, 2> {
        let mut rows = ArrayVec::new();
        let row = match self.weapon {
            Hand::Elephant | Hand::Chariot => {
                self.model_rows(house, &mut rows);
                return rows;
            }
            Hand::Lance if self.charges() => HandRow::LanceCharging,
            Hand::Pike | Hand::LongThrustingSpear => HandRow::PikeLongSpear,
            Hand::HeavyThrowingWeapon if self.first_contact => HandRow::HeavyThrowing,
            Hand::TwoHandedCutting | Hand::TwoHandedCutAndThrust => HandRow::TwoHanded,
            _ => self.plain_row(),
        };
        let hurls = matches!(self.weapon, Hand::LightSpear | Hand::Javelin)
            && (self.first_contact || self.pursuing || self.target == Troop::Elephant);
        let extra = self.extra(hurls, HandRow::ExtraLightSpear, rule::MELEE_EXTRA_LIGHT_SPEAR);
        rows.push(Row { row, factor: self.cell(house, row), extra, figures: self.figures });
        rows
    }

    /// The rows of elephants and chariots (`wrg6.melee.models`).
    fn model_rows(&self, house: &House, rows: &mut ArrayVec<Row, 2>) {
        let table = &tables().models;
        let (beasts, crew) = match self.troop {
            Troop::Elephant => (u32::from(house.elephant_figures), table[0].1),
            Troop::HeavyChariot => table[1],
            _ => table[2],
        };
        let cuts =
            self.scythed && (self.charges() || self.following_up || self.interpenetrating || self.pursuing);
        let extra = self.extra(cuts, HandRow::ExtraScythed, rule::MELEE_SCYTHED);
        let factor = self.cell(house, HandRow::Beast);
        rows.push(Row { row: HandRow::Beast, factor, extra, figures: beasts * self.figures });
        if self.crew_armed {
            let factor = self.cell(house, HandRow::Crew);
            rows.push(Row { row: HandRow::Crew, factor, extra: None, figures: crew * self.figures });
        }
    }

    fn cell(&self, house: &House, row: HandRow) -> Option<i8> {
        tables().blow(row, self.target).or((!house.super_heavy_foot_immune).then_some(BLANK))
    }

    fn extra(&self, counts: bool, row: HandRow, rule: ruling::RuleId) -> Option<Factor> {
        if !counts {
            return None;
        }
        let value = tables().blow(row, self.target).filter(|value| *value != 0)?;
        Some(Factor { rule, value })
    }

    /// The tactical factors, in the order of the sheet; each line counts once (`wrg6.melee.lines`).
    pub fn tactical(&self, house: &House) -> ArrayVec<Factor, 12> {
        let table = &tables().melee_tactical;
        let mut list = ArrayVec::new();
        let mut line = |counts: bool, factor: Factor, times: u32| {
            let value = i32::from(factor.value) * i32::try_from(times).unwrap_or(i32::MAX).min(100);
            if counts && value != 0 {
                list.push(Factor { rule: factor.rule, value: value.clamp(-100, 100) as i8 });
            }
        };
        let mounted = self.troop.is_mounted();
        let impetuous = (self.impetuous && self.charges())
            || (mounted && !self.target.is_mounted() && self.opponent_disordered)
            || (mounted && self.pursuing);
        line(impetuous, table.impetuous, 1);
        let charging = self.charges() || self.following_up || self.pursuing;
        line(charging && !(impetuous && house.impetuous_replaces_charging), table.charging, 1);
        let steady = matches!(self.weapon, Hand::Pike | Hand::LongThrustingSpear)
            && self.disorder_causes == 0
            && !self.shaken;
        line(steady && self.receiving_impetuous_mounted_charge, table.steady_pikes, 1);
        line(self.downhill, table.downhill, 1);
        let bare = self.opponent_shieldless && !self.target.is_never_shieldless();
        line(bare || self.opponent_flanked, table.shieldless_or_flanked, 1);
        line(self.faces_pikes_or_elephants(house), table.pikes_or_elephants, 1);
        let halberds = self.opponent_weapon == Hand::TwoHandedCutAndThrust && !self.opponent_flanked;
        line(halberds, table.cut_and_thrust, 1);
        let shot = steps(self.shot_casualties, self.own_strength, self.own_models);
        line(shot > 0, table.shot, shot);
        line(self.disorder_causes > 0, table.disordered, self.disorder_causes);
        line(self.opponent_higher_halted, table.higher_ground, 1);
        line(self.crossing_obstacle, table.obstacle, 1);
        let shaken = Factor { rule: rule::MELEE_TACTICAL_SHAKEN, value: house.melee_shaken_value as i8 };
        line(self.shaken, shaken, 1);
        list
    }

    /// Whether pikes, long spears or elephants daunt them (`wrg6.melee.tactical.pikes_or_elephants`).
    fn faces_pikes_or_elephants(&self, house: &House) -> bool {
        let pikes = self.opponent_weapon == Hand::Pike && !self.opponent_flanked;
        let long_spears = self.opponent_weapon == Hand::LongThrustingSpear && !self.opponent_flanked;
        let spared =
            self.weapon == Hand::Pike || (house.long_spear_exempt && self.weapon == Hand::LongThrustingSpear);
        let daunted = (pikes || long_spears) && !spared;
        daunted || (self.first_contact && (pikes || self.target == Troop::Elephant))
    }

    /// The plus and the minus die.
    pub fn dice(&self) -> [&'static Die; 2] {
        [self.training.die(), &AVERAGE]
    }

    /// Throws for the random factor: one throw for a body and period.
    pub fn throw(&self, house: &House, why: RollId, dice: &mut dyn Dice) -> i8 {
        let [plus, minus] = self.dice().map(|die| dice.roll(why, die));
        random(house, plus, minus, self.general_fighting)
    }

    /// What falls with a random factor.
    pub fn casualties(&self, house: &House, random: i8) -> u32 {
        let more = sum(&self.tactical(house)) + i16::from(random);
        let fall = |row: &Row| row.total().map_or(0, |f| inflicted(i16::from(f) + more, row.figures));
        self.rows(house).iter().map(fall).sum()
    }
}

/// The random factor of a fight (`wrg6.melee.random`); a general cancels a minus (`wrg6.melee.general`).
pub fn random(house: &House, plus: u8, minus: u8, general: bool) -> i8 {
    let difference = match house.random_melee {
        RandomMelee::Difference => plus as i8 - minus as i8,
        RandomMelee::None => 0,
    };
    if general && house.general_ignores_minus { difference.max(0) } else { difference }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn legion() -> Blows {
        let (hi, weapon) = (Troop::HeavyInfantry, Hand::HeavyThrowingWeapon);
        Blows::new(hi, weapon, Troop::LightHeavyInfantry, Training::Regular, 10)
    }

    #[test]
    fn a_thrown_weapon_is_thrown_once() {
        let house = House::default();
        let row = |first_contact| Blows { first_contact, ..legion() }.rows(&house)[0].row;
        assert_eq!((row(true), row(false)), (HandRow::HeavyThrowing, HandRow::OtherInfantry));
    }

    #[test]
    fn the_house_may_let_impetuous_stand_instead_of_charging() {
        let charge = Blows { charging: true, impetuous: true, ..legion() };
        let house = House { impetuous_replaces_charging: true, ..House::default() };
        assert_eq!((sum(&charge.tactical(&House::default())), sum(&charge.tactical(&house))), (3, 2));
    }

    #[test]
    fn blank_cells_hurt_only_where_the_house_says_so() {
        let beasts =
            Blows::new(Troop::Elephant, Hand::Elephant, Troop::SuperHeavyInfantry, Training::Regular, 2);
        assert_eq!(beasts.rows(&House::default())[1].factor, None);
        let house = House { super_heavy_foot_immune: false, ..House::default() };
        assert_eq!(beasts.rows(&house)[1].factor, Some(-3));
    }

    #[test]
    fn pikes_in_flank_daunt_nobody_but_elephants_do() {
        let house = House::default();
        let at = |target, opponent_weapon| Blows {
            target,
            opponent_weapon,
            opponent_flanked: true,
            first_contact: true,
            ..legion()
        };
        assert_eq!(sum(&at(Troop::HeavyInfantry, Hand::Pike).tactical(&house)), 1);
        assert_eq!(sum(&at(Troop::Elephant, Hand::Elephant).tactical(&house)), 0);
    }
}
