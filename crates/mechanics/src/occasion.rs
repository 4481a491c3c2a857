//! Occasions of reaction tests: what may befall a unit, and for which of it a book lets the unit test, and when.
//!
//! A book lists its occasions once, in its own order, each with what calls for it, the limits of that and the moment
//! of the period at which it is tested. All reasons of one moment are one test, which the first of them names.

use ruling::RuleId;

/// What befell a unit since it could last test for it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Befallen {
    /// It is in reach of an enemy's charge, or was shot at.
    pub meets_enemy: bool,
    /// It did so before, where the book counts the first time alone.
    pub has_met_enemy: bool,
    /// It is to charge.
    pub is_to_charge: bool,
    /// It is charged.
    pub charged: bool,
    /// What shooting cost it.
    pub shot: Shot,
    /// How far off an enemy is whom it did not expect.
    pub surprised_at: Option<f64>,
    /// How far off the nearest friend broke.
    pub friend_broke_at: Option<f64>,
    /// How far off a leader was lost.
    pub leader_lost_at: Option<f64>,
    /// It has just fallen below half its strength.
    pub fell_below_half: bool,
    /// It threw back an attack that it was told to await.
    pub threw_back: bool,
    /// Its owner wishes it to test.
    pub is_wished: bool,
}

/// What shooting cost a unit in one period.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shot {
    /// The men who fell.
    pub men: u32,
    /// The figures or models it had then.
    pub strength: u32,
    /// Whether those are models.
    pub models: bool,
    /// In how many periods running it was shot at.
    pub periods: u32,
}

/// What calls for a test, with its limits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Call {
    /// Meeting the enemy for the first time.
    FirstMeeting,
    /// Wishing, or being ordered, to charge.
    ToCharge,
    /// Being charged.
    Charged,
    /// Being shot at heavily.
    Shooting(Heavy),
    /// An unexpected enemy no farther off than this.
    Surprise(f64),
    /// A friend who breaks no farther off than this.
    FriendBroke(f64),
    /// A leader lost no farther off than this.
    LeaderLost(f64),
    /// Falling below half strength.
    BelowHalf,
    /// Throwing an attack back.
    ThrewBack,
    /// The owner's wish.
    Wish,
}

/// How much shooting is heavy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Heavy {
    /// As many men for each figure; one at least.
    pub per_figure: u32,
    /// As many for each model.
    pub per_model: u32,
    /// Or so many periods of it running, where the book counts them.
    pub periods: Option<u32>,
}

impl Heavy {
    fn is(self, shot: Shot) -> bool {
        let each = if shot.models { self.per_model } else { self.per_figure };
        let lasting = self.periods.is_some_and(|periods| shot.periods >= periods);
        lasting || (shot.men > 0 && shot.men >= each.saturating_mul(shot.strength.max(1)))
    }
}

impl Call {
    /// Whether what befell a unit is this.
    ///
    /// ```
    /// use testudo_mechanics::{Befallen, Call};
    /// let near = Befallen { friend_broke_at: Some(150.0), ..Befallen::default() };
    /// assert!(Call::FriendBroke(150.0).befell(&near) && !Call::Surprise(150.0).befell(&near));
    /// ```
    pub fn befell(self, unit: &Befallen) -> bool {
        let within = |at: Option<f64>, limit: f64| at.is_some_and(|at| at <= limit);
        match self {
            Call::FirstMeeting => unit.meets_enemy && !unit.has_met_enemy,
            Call::ToCharge => unit.is_to_charge,
            Call::Charged => unit.charged,
            Call::Shooting(heavy) => heavy.is(unit.shot),
            Call::Surprise(limit) => within(unit.surprised_at, limit),
            Call::FriendBroke(limit) => within(unit.friend_broke_at, limit),
            Call::LeaderLost(limit) => within(unit.leader_lost_at, limit),
            Call::BelowHalf => unit.fell_below_half,
            Call::ThrewBack => unit.threw_back,
            Call::Wish => unit.is_wished,
        }
    }
}

/// An occasion as a book lists it: its own name `O` for it and its own name `M` for the moment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OccasionSpec<O, M> {
    /// What the book calls it.
    pub occasion: O,
    /// The rule that tells of it.
    pub rule: RuleId,
    /// What calls for it.
    pub call: Call,
    /// When in the period it is tested.
    pub moment: M,
}

/// The occasions of a list for which a unit must test, in the order of the list.
///
/// ```
/// use testudo_mechanics::{Befallen, Call, OccasionSpec, occasions_due};
/// const RULE: ruling::RuleId = ruling::RuleId::new("book.when");
/// let spec = |occasion, call, moment| OccasionSpec { occasion, rule: RULE, call, moment };
/// let list = [spec("charged", Call::Charged, 3), spec("friends", Call::FriendBroke(150.0), 4)];
/// let unit = Befallen { charged: true, friend_broke_at: Some(90.0), ..Befallen::default() };
/// let due: Vec<_> = occasions_due(&list, &unit).map(|o| (o.occasion, o.moment)).collect();
/// assert_eq!(due, [("charged", 3), ("friends", 4)]);
/// ```
pub fn occasions_due<'a, O, M>(
    list: &'a [OccasionSpec<O, M>],
    unit: &'a Befallen,
) -> impl Iterator<Item = &'a OccasionSpec<O, M>> {
    list.iter().filter(|spec| spec.call.befell(unit))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_meeting_is_the_first() {
        let met = Befallen { meets_enemy: true, ..Befallen::default() };
        assert!(Call::FirstMeeting.befell(&met));
        assert!(!Call::FirstMeeting.befell(&Befallen { has_met_enemy: true, ..met }));
    }

    #[test]
    fn shooting_is_heavy_by_losses_or_by_lasting() {
        let heavy = Heavy { per_figure: 2, per_model: 4, periods: Some(3) };
        let shot = |men, strength, models, periods| Shot { men, strength, models, periods };
        let is = |heavy, shot| Call::Shooting(heavy).befell(&Befallen { shot, ..Befallen::default() });
        assert!(is(heavy, shot(20, 10, false, 1)) && !is(heavy, shot(19, 10, false, 1)));
        assert!(is(heavy, shot(8, 2, true, 1)) && !is(heavy, shot(7, 2, true, 1)));
        assert!(is(heavy, shot(0, 10, false, 3)) && !is(heavy, shot(0, 10, false, 2)));
        assert!(!is(Heavy { periods: None, ..heavy }, shot(0, 10, false, 9)));
        assert!(!is(heavy, shot(0, 0, false, 0)), "nobody fell");
    }

    #[test]
    fn distances_are_within_at_their_limit() {
        let at = |d| Befallen {
            surprised_at: Some(d),
            friend_broke_at: Some(d),
            leader_lost_at: Some(d),
            ..Befallen::default()
        };
        for call in [Call::Surprise(5.0), Call::FriendBroke(5.0), Call::LeaderLost(5.0)] {
            assert!(call.befell(&at(5.0)) && !call.befell(&at(5.01)) && !call.befell(&Befallen::default()));
        }
    }

    #[test]
    fn each_plain_call_is_for_its_own_test_alone() {
        let plain = Befallen::default();
        let each = [
            (Call::ToCharge, Befallen { is_to_charge: true, ..plain }),
            (Call::Charged, Befallen { charged: true, ..plain }),
            (Call::BelowHalf, Befallen { fell_below_half: true, ..plain }),
            (Call::ThrewBack, Befallen { threw_back: true, ..plain }),
            (Call::Wish, Befallen { is_wished: true, ..plain }),
        ];
        for (i, (call, _)) in each.iter().enumerate() {
            let called: Vec<bool> = each.iter().map(|(_, unit)| call.befell(unit)).collect();
            assert_eq!(called, (0..each.len()).map(|j| i == j).collect::<Vec<_>>(), "{call:?}");
        }
    }
}
