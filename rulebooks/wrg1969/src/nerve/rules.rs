//! The reaction test: dice, factors, the general's steadying hand, and what comes of it.

mod chart;
mod due;
mod line;
mod words;

pub use chart::{OrderThen, Standing, chart, order_then, read, uncontrolled_from};
pub use due::{Due, due, rules_of_due};
pub use line::{Line, MOST, Sheet, tally, total};

use crate::data::reaction::{Grade, Occasion, Reaction};
use crate::data::tables::tables;
use crate::house::{House, SpecialSign};
use crate::rule;
use arrayvec::ArrayVec;
use dice::{AVERAGE, D6, Dice, Die, Dist, RollId, exact};
use ruling::RuleId;

/// What a test comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Verdict {
    /// The unit does what the chart says.
    Reacts(Reaction),
    /// It may stand where it threw the enemy back.
    MayStand,
    /// It goes after those it threw back.
    FollowsUp,
}

impl Verdict {
    /// Every verdict.
    pub fn all() -> impl Iterator<Item = Verdict> {
        Reaction::ALL.map(Verdict::Reacts).into_iter().chain([Verdict::MayStand, Verdict::FollowsUp])
    }

    /// The word used in questions and answers.
    pub const fn key(self) -> &'static str {
        match self {
            Verdict::Reacts(reaction) => reaction.key(),
            Verdict::MayStand => "may_stand",
            Verdict::FollowsUp => "follow_up",
        }
    }

    /// For how many periods it runs.
    pub fn periods(self) -> u8 {
        match self {
            Verdict::Reacts(reaction) => reaction.periods(),
            Verdict::MayStand | Verdict::FollowsUp => 0,
        }
    }

    /// What becomes of the order: who threw an attack back keeps his.
    pub fn order_then(self, house: &House, has_order: bool) -> OrderThen {
        match self {
            Verdict::Reacts(reaction) => order_then(house, has_order, reaction),
            _ if has_order => OrderThen::Kept,
            _ => OrderThen::None,
        }
    }
}

/// Where the general is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Cinc {
    /// Far, or running himself.
    #[default]
    None,
    /// Near.
    Near,
    /// With the unit (`wrg1969.reaction.special.cinc`).
    With,
}

/// What steadies a unit: up out of panic or down out of rashness (`wrg1969.reaction.special`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Special {
    /// The general.
    pub cinc: Cinc,
    /// Behind cover or field defences.
    pub behind_cover: bool,
    /// In square.
    pub in_square: bool,
    /// How many flanks are secure, two at the most.
    pub secure_flanks: u8,
}

/// The special factors that apply, each to be added or taken away.
pub type Specials = ArrayVec<i8, 5>;

impl Special {
    /// What each is worth, in the order general, cover, square, flanks.
    pub fn values(&self) -> Specials {
        let worth = &tables().reaction.special;
        let mut values = Specials::new();
        match self.cinc {
            Cinc::None => {}
            Cinc::Near => values.push(worth.cinc_near),
            Cinc::With => values.push(worth.cinc_with),
        }
        if self.behind_cover {
            values.push(worth.behind_cover);
        }
        if self.in_square {
            values.push(worth.in_square);
        }
        for _ in 0..self.secure_flanks.min(2) {
            values.push(worth.secure_flank);
        }
        values
    }
}

/// A unit about to test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Test {
    /// Its grade.
    pub grade: Grade,
    /// Whether it is regular.
    pub regular: bool,
    /// Its figures.
    pub figures: u16,
    /// The figures it began with.
    pub original: u16,
    /// Whether it has an order.
    pub has_order: bool,
    /// Why it tests.
    pub occasion: Occasion,
    /// Whether it was fired on this period or is being charged.
    pub pressed: bool,
    /// Whether it is pursuing.
    pub pursuing: bool,
    /// How often each factor counts; sixths lost are counted from the figures.
    pub sheet: Sheet,
    /// What steadies it.
    pub special: Special,
}

/// Who decides the signs of the special factors.
#[derive(Clone, Copy, Debug)]
pub enum Signs<'a> {
    /// They are chosen to reach the first attainable of these results, then of those usually preferred.
    Prefer(&'a [Verdict]),
    /// The owner has said: for each special factor whether it is added.
    Given(&'a [bool]),
}

/// What the special factors may come to, and which results are wanted of them.
struct Choices<'a> {
    sums: ArrayVec<i16, 32>,
    preferred: &'a [Verdict],
}

/// A test made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tested {
    /// The dice added up.
    pub thrown: u16,
    /// What the special factors came to.
    pub special: i16,
    /// The score.
    pub score: i16,
    /// What comes of it.
    pub verdict: Verdict,
}

/// How many dice a unit throws: three, two below two thirds, one below half (`wrg1969.reaction.dice.number`).
pub fn dice_number(figures: u16, original: u16) -> u16 {
    tables().reaction.dice.of(figures.into(), original.into())
}

/// The die that troops throw in reaction tests (`wrg1969.reaction.dice`).
pub fn die(regular: bool) -> &'static Die {
    if regular { &AVERAGE } else { &D6 }
}

/// How many full sixths of the original figures are lost (`wrg1969.reaction.factor.sixths_lost`).
pub fn sixths_lost(figures: u16, original: u16) -> u32 {
    let lost = u32::from(original.saturating_sub(figures));
    if original == 0 { 0 } else { 6 * lost / u32::from(original) }
}

impl Test {
    /// The whole sheet of factors, sixths lost among them.
    pub fn whole_sheet(&self) -> Sheet {
        let mut sheet = self.sheet;
        sheet.count(Line::SixthsLost, sixths_lost(self.figures, self.original));
        sheet
    }

    /// How many dice it throws.
    pub fn dice_number(&self) -> u16 {
        dice_number(self.figures, self.original)
    }

    /// Throws the dice and adds them up; the factors come after (`wrg1969.reaction.procedure`).
    pub fn throw(&self, why: RollId, dice: &mut dyn Dice) -> u16 {
        dice.total(why, die(self.regular), self.dice_number())
    }

    /// What a throw comes to.
    pub fn settle(&self, house: &House, thrown: u16, signs: Signs<'_>) -> Tested {
        self.choose(total(&self.whole_sheet()), &self.choices(house, signs), thrown)
    }

    /// Makes the test.
    pub fn make(&self, house: &House, signs: Signs<'_>, why: RollId, dice: &mut dyn Dice) -> Tested {
        let thrown = self.throw(why, dice);
        self.settle(house, thrown, signs)
    }

    /// How likely every verdict is.
    pub fn odds(&self, house: &House, signs: Signs<'_>) -> Dist<Verdict> {
        let (modifier, choices) = (total(&self.whole_sheet()), self.choices(house, signs));
        let why = RollId::new(rule::REACTION_DICE.as_str(), 0);
        // Three dice have at most sixteen sums.
        exact(64, |dice| self.choose(modifier, &choices, self.throw(why, dice)).verdict)
            .expect("a few dice have few sums")
    }

    /// What the special factors may come to, and which results are wanted of them.
    fn choices<'a>(&self, house: &House, signs: Signs<'a>) -> Choices<'a> {
        let values = self.special.values();
        let signed = |plus: &dyn Fn(usize) -> bool| -> i16 {
            values.iter().enumerate().map(|(i, &v)| i16::from(if plus(i) { v } else { -v })).sum()
        };
        let settled = |sum: i16| Choices { sums: [sum].into_iter().collect(), preferred: &[] };
        let preferred = match (signs, house.special_sign) {
            (_, SpecialSign::Plus) => return settled(signed(&|_| true)),
            (_, SpecialSign::Steady) => &[],
            (Signs::Given(given), SpecialSign::Owner) => {
                return settled(signed(&|i| given.get(i).copied().unwrap_or(true)));
            }
            (Signs::Prefer(preferred), SpecialSign::Owner) => preferred,
        };
        let mut sums = ArrayVec::<i16, 32>::new();
        for minus in 0..1u32 << values.len() {
            let sum = signed(&|i| minus >> i & 1 == 0);
            if !sums.contains(&sum) {
                sums.push(sum);
            }
        }
        Choices { sums, preferred }
    }

    /// The best of what the special factors may make of a throw; of equals the higher score.
    fn choose(&self, modifier: i16, choices: &Choices<'_>, thrown: u16) -> Tested {
        let told = |special: i16| {
            let score = thrown as i16 + modifier + special;
            Tested { thrown, special, score, verdict: self.verdict(score) }
        };
        match choices.sums.as_slice() {
            [] => told(0),
            [sum] => told(*sum),
            [first, rest @ ..] => {
                let rank = |tested: &Tested| (self.rank(choices.preferred, tested.verdict), -tested.score);
                let better = |best: Tested, next: Tested| if rank(&next) < rank(&best) { next } else { best };
                rest.iter().map(|&sum| told(sum)).fold(told(*first), better)
            }
        }
    }

    /// The further rules that had a say in a test with its verdict: what its factors mean, and where the unit goes.
    pub fn rules(&self, verdict: Verdict) -> Vec<RuleId> {
        let sheet = self.whole_sheet();
        let counts = |line: Line| sheet.times(line) > 0;
        let away = [Reaction::Retreat, Reaction::Retire].map(Verdict::Reacts);
        let also = [
            (counts(Line::RearSupport), rule::REACTION_DEF_REAR_SUPPORT),
            (counts(Line::FriendsNear), rule::REACTION_WITHIN),
            (counts(Line::FriendsRouting) || counts(Line::EnemiesRouting), rule::REACTION_DEF_ROUTERS),
            (counts(Line::FriendlyCover), rule::REACTION_DEF_COVER),
            (counts(Line::UnfriendlyCover), rule::REACTION_DEF_COVER_KNOWN),
            (counts(Line::EnemyAdvancing) || counts(Line::EnemyRetiring), rule::REACTION_DEF_STATES),
            (self.occasion == Occasion::FirstContact, rule::REACTION_DEF_CHARGE_REACH),
            (self.special.secure_flanks > 0, rule::REACTION_DEF_SECURE_FLANK),
            (self.special.cinc == Cinc::With, rule::REACTION_SPECIAL_CINC),
            (away.contains(&verdict), rule::GEO_RETIRE),
        ];
        also.into_iter().filter(|(applies, _)| *applies).map(|(_, rule)| rule).collect()
    }

    fn standing(&self) -> Standing {
        Standing {
            grade: self.grade,
            has_order: self.has_order,
            pressed: self.pressed || self.occasion == Occasion::Charged,
            pursuing: self.pursuing,
        }
    }

    /// What the chart says to a score, whatever the occasion.
    pub fn on_chart(&self, score: i16) -> Reaction {
        read(self.standing(), score)
    }

    /// What a score means on this occasion.
    fn verdict(&self, score: i16) -> Verdict {
        let standing = self.standing();
        if self.occasion == Occasion::ThrownBack {
            let rash = score >= uncontrolled_from(standing);
            return if rash { Verdict::FollowsUp } else { Verdict::MayStand };
        }
        Verdict::Reacts(match self.on_chart(score) {
            Reaction::Break | Reaction::Retreat | Reaction::Retire
                if self.occasion == Occasion::BelowHalf =>
            {
                Reaction::LeaveField
            }
            reaction => reaction,
        })
    }

    /// How far down a verdict stands in what the owner prefers, then in what is usual.
    fn rank(&self, preferred: &[Verdict], verdict: Verdict) -> usize {
        if let Some(place) = preferred.iter().position(|&v| v == verdict) {
            return place;
        }
        let usual: &[Reaction] = if self.has_order { &USUAL_ORDERED } else { &USUAL_UNORDERED };
        let place = match verdict {
            Verdict::MayStand => 0,
            Verdict::FollowsUp => 1,
            Verdict::Reacts(reaction) => usual.iter().position(|&r| r == reaction).unwrap_or(usual.len()),
        };
        preferred.len() + place
    }
}

/// What an owner usually prefers of a unit with an order, best first.
const USUAL_ORDERED: [Reaction; 7] = [
    Reaction::CarryOn,
    Reaction::ActAsCinc,
    Reaction::Halt,
    Reaction::Retire,
    Reaction::UncontrolledAdvance,
    Reaction::Retreat,
    Reaction::Break,
];

/// What an owner usually prefers of a unit without one.
const USUAL_UNORDERED: [Reaction; 8] = [
    Reaction::ActAsCinc,
    Reaction::AdvanceOnEnemy,
    Reaction::FallBack,
    Reaction::HaltDisorganised,
    Reaction::Retire,
    Reaction::UncontrolledAdvance,
    Reaction::Retreat,
    Reaction::Break,
];

#[cfg(test)]
mod tests;
