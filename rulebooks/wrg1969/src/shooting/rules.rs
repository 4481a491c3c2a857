//! Firing: weapon, tactical and random factors; ranges, arcs, who may fire and at whom.

use crate::combat::rules::casualties::{Shot, hit};
use crate::combat::rules::factors::{Factors, disorganisation};
use crate::data::measure::{in_mils, within};
use crate::data::moves::{self, Mover};
use crate::data::shields;
use crate::data::tables::tables;
use crate::data::troop::{Missile, Troop};
use crate::house::{FiringDice, HalfMove, House};
use crate::rule;
use dice::{AVERAGE, D6, Dice, Die, RollId};
use ruling::{Factor, RuleId};

/// A unit's fire at a target.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Volley {
    /// What is shot or thrown.
    pub weapon: Missile,
    /// Figures firing, crews as the figures they count for.
    pub figures: u32,
    /// The target.
    pub target: Troop,
    /// Whether any figure fires overhead on the flat.
    pub overhead: bool,
    /// Whether the target is in cover.
    pub cover: bool,
    /// By how many causes those firing are disorganised.
    pub disorganised: u8,
    /// How far the target moves this period.
    pub target_moved: f64,
    /// Whether those firing lost a man a figure to fire last period.
    pub hit_by_fire: bool,
    /// Whether they stand higher than the target.
    pub higher_ground: bool,
    /// Whether the target cannot use shields.
    pub target_shieldless: bool,
}

impl Volley {
    /// A volley with nothing for or against it.
    pub fn new(weapon: Missile, figures: u32, target: Troop) -> Self {
        Volley {
            weapon,
            figures,
            target,
            overhead: false,
            cover: false,
            disorganised: 0,
            target_moved: 0.0,
            hit_by_fire: false,
            higher_ground: false,
            target_shieldless: false,
        }
    }
}

/// The weapon factor against a target (`wrg1969.fire.factors`).
pub fn weapon_factor(weapon: Missile, target: Troop) -> i8 {
    tables().missile_factor(weapon, target)
}

/// All factors of a volley but the random one.
pub fn factors(volley: &Volley) -> Factors {
    let worth = &tables().tactical;
    let mut sum = Factors::default();
    sum.apply(Factor { rule: rule::FIRE_FACTORS, value: weapon_factor(volley.weapon, volley.target) });
    sum.apply_if(volley.overhead, worth.overhead_fire);
    sum.apply_if(volley.cover && volley.weapon != Missile::StoneThrower, worth.enemy_in_cover);
    let disorganised = Factor { value: disorganisation(volley.disorganised), ..worth.disorganised };
    sum.apply_if(disorganised.value != 0, disorganised);
    sum.apply_if(within(tables().moving_target, volley.target_moved), worth.target_moved);
    sum.apply_if(volley.hit_by_fire, worth.losses);
    if volley.target_shieldless
        && let Some(bare) = shields::lack(volley.target)
    {
        sum.apply(bare);
    }
    sum.apply_if(volley.higher_ground, worth.higher_ground);
    sum
}

/// The die that both colours are in firing (`wrg1969.random.fire`).
pub fn die(house: &House) -> &'static Die {
    match house.firing_dice {
        FiringDice::Normal => &D6,
        FiringDice::Probability => &AVERAGE,
    }
}

/// The random factor of firing: only which die is higher counts.
pub fn random(red: u8, black: u8) -> i8 {
    (i8::try_from(black).unwrap_or(0) - i8::try_from(red).unwrap_or(0)).signum()
}

/// Throws the dice, red first, and fires.
pub fn shoot(house: &House, volley: &Volley, why: RollId, dice: &mut dyn Dice) -> Shot {
    let (red, black) = (dice.roll(why, die(house)), dice.roll(why, die(house)));
    hit(factors(volley).total(), random(red, black), volley.figures)
}

/// How far a weapon reaches; half as far overhead on the flat (`wrg1969.fire.ranges`, `wrg1969.fire.overhead`).
pub fn max_range(weapon: Missile, overhead: bool) -> f64 {
    let range = tables().missile(weapon).range;
    if overhead { range / 2.0 } else { range }
}

/// Whether troops are archers on light horses.
fn are_light_horse_archers(troop: Troop, weapon: Missile) -> bool {
    troop == Troop::LightCavalry && weapon.is_bow() && !weapon.is_foot_bow()
}

/// How far either side of straight ahead troops can shoot, in degrees (`wrg1969.fire.arcs`).
pub fn half_angle(troop: Troop, weapon: Missile, camel: bool) -> f64 {
    let arc = &tables().arc;
    let all_round =
        camel || troop == Troop::Elephant || troop.is_chariot() || are_light_horse_archers(troop, weapon);
    match troop {
        _ if all_round => arc.all_round,
        Troop::LightCavalry | Troop::LightInfantry | Troop::LightDartEngine => arc.light,
        _ => arc.others,
    }
}

/// Whether a bearing off straight ahead, in degrees either way, lies in an arc.
pub fn in_arc(half_angle: f64, bearing: f64) -> bool {
    let off = bearing.abs() % 360.0;
    within(off.min(360.0 - off), half_angle)
}

/// What a unit does while it would fire.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Action {
    /// It stands.
    Halt,
    /// It moves forward.
    Advance,
    /// It moves away.
    Retreat,
    /// It runs from a charge.
    Evade,
    /// It charges.
    Charge,
    /// It is charged from so far away, by one whose move is halved so.
    Charged {
        /// How far off the charge began.
        distance: f64,
        /// Half the charger's move.
        half: f64,
    },
}

/// Whether troops may fire while they do that, and the rule that says so.
pub fn may_fire(troop: Troop, camel: bool, weapon: Missile, action: Action) -> (bool, RuleId) {
    let backwards =
        troop == Troop::Elephant || troop.is_chariot() || (are_light_horse_archers(troop, weapon) && !camel);

    match action {
        Action::Halt => (true, rule::FIRE_ON_MOVE),
        Action::Advance => (weapon.on_the_move(), rule::FIRE_ON_MOVE),
        Action::Retreat => (backwards, rule::FIRE_ON_MOVE),
        Action::Evade => (backwards && troop != Troop::Elephant, rule::FIRE_ON_MOVE),
        Action::Charge => (false, rule::FIRE_ON_MOVE),
        Action::Charged { .. } if weapon == Missile::HandHurled => (false, rule::FIRE_DURING_CHARGE),
        Action::Charged { distance, half } if within(distance, half) => (false, rule::FIRE_HALF_MOVE),
        Action::Charged { .. } => (true, rule::FIRE_DURING_CHARGE),
    }
}

/// Half the move of a charger, beyond which he may be shot at as he comes (`wrg1969.fire.half_move`).
pub fn half_move(house: &House, charger: Mover) -> Option<f64> {
    moves::charge(charger).map(|charge| match house.half_move {
        HalfMove::Charge => charge / 2.0,
        HalfMove::Normal => moves::normal(charger) / 2.0,
    })
}

/// A possible target as those who may fire at it see it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Target {
    /// How far off it is.
    pub distance: f64,
    /// Whether it advances to fight them.
    pub advancing_to_engage: bool,
    /// How many of its figures shoot at them.
    pub firing_at_us: u32,
    /// Whether it is within their range, arc and sight; otherwise it is no target.
    pub in_our_range: bool,
    /// Whether it attacks or shoots at friends they are to support.
    pub attacking_supported_friend: bool,
    /// Whether it advances.
    pub advancing: bool,
}

/// In which place a target stands, 1 the first; none if it is no target (`wrg1969.fire.priority`).
pub fn priority(own_figures: u32, target: &Target) -> Option<u8> {
    let firing = target.firing_at_us;
    if !target.in_our_range {
        None
    } else if target.advancing_to_engage {
        Some(1)
    } else if firing > 0 && u64::from(firing) * 2 >= u64::from(own_figures) {
        Some(2)
    } else if target.attacking_supported_friend {
        Some(3)
    } else if firing > 0 {
        Some(4)
    } else if target.advancing {
        Some(5)
    } else {
        Some(6)
    }
}

/// Which target they must take, and its place: the best place, then the nearest, then the first listed.
pub fn choose_target(own_figures: u32, targets: &[Target]) -> Option<(usize, u8)> {
    let ranked = targets.iter().enumerate().filter_map(|(i, t)| Some((i, t, priority(own_figures, t)?)));
    let best = ranked.min_by_key(|(_, target, place)| (*place, in_mils(target.distance)));
    best.map(|(i, _, place)| (i, place))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combat::rules::casualties;

    fn target(distance: f64) -> Target {
        Target {
            distance,
            advancing_to_engage: false,
            firing_at_us: 0,
            in_our_range: true,
            attacking_supported_friend: false,
            advancing: false,
        }
    }

    #[test]
    fn targets_are_taken_in_their_order() {
        let ladder = [
            Target { advancing_to_engage: true, ..target(20.0) },
            Target { firing_at_us: 5, ..target(19.0) },
            Target { attacking_supported_friend: true, ..target(18.0) },
            Target { firing_at_us: 4, ..target(17.0) },
            Target { advancing: true, ..target(16.0) },
            target(15.0),
        ];
        for (i, place) in (1..=6).enumerate() {
            assert_eq!(choose_target(10, &ladder[i..]), Some((0, place)), "{place}");
        }
        assert_eq!(choose_target(10, &[target(9.0), target(8.0), target(8.0)]), Some((1, 6)));
        assert_eq!(choose_target(10, &[Target { in_our_range: false, ..ladder[0] }]), None);
        assert_eq!(choose_target(10, &[]), None);
    }

    #[test]
    fn a_target_has_the_best_place_it_can_claim() {
        let busy =
            Target { advancing: true, firing_at_us: 2, attacking_supported_friend: true, ..target(9.0) };
        assert_eq!(priority(10, &busy), Some(3));
        assert_eq!(priority(4, &busy), Some(2));
    }

    /// Ten slingers at horse archers who gallop by and shoot.
    #[test]
    fn the_example_of_the_book() {
        let plain = Volley::new(Missile::Sling, 10, Troop::LightCavalry);
        let volley = Volley { target_moved: 16.0, target_shieldless: true, ..plain };
        let why = RollId::new(rule::RANDOM_FIRE.as_str(), 0);
        let shot = shoot(&House::default(), &volley, why, &mut dice::Scripted::new([3, 5]));
        assert_eq!((factors(&volley).total(), shot.random, shot.total, shot.blow.men), (1, 1, 2, 13));
        let lost = casualties::remove(shot.blow.men, 0, None);
        assert_eq!((lost.figures, lost.carry), (0, 13));
    }

    #[test]
    fn only_the_sign_of_the_dice_counts() {
        assert_eq!([(1, 6), (3, 3), (6, 1)].map(|(r, b)| random(r, b)), [1, 0, -1]);
    }

    #[test]
    fn arcs_reach_to_their_edges_and_run_round() {
        assert!(in_arc(22.5, 22.5) && in_arc(22.5, -22.5) && !in_arc(22.5, 23.0));
        assert!(in_arc(45.0, 350.0) && in_arc(180.0, 180.0) && !in_arc(45.0, 180.0));
    }
}
