//! The question about a whole round of melee.

use super::Question;
use super::forms::{Troops, applied, body_field, face, face_field, flag, troops};
use crate::board::state::Face;
use crate::combat::attack::{self, Attack};
use crate::combat::rules as kill;
use crate::combat::shield::{Peril, Threat, save};
use crate::data::tables::tables;
use crate::data::trigger::Trigger;
use crate::house::House;
use crate::nerve::rules::{self, Cause, Nerve};
use crate::{Toms, rule};
use dice::{D6, Dice, Dist, Fraction, RollId, TooManyPaths};
use form::{Fault, Field, Filled, Kind};
use ruling::RuleId;
use serde_json::{Value, json};
use std::collections::BTreeMap;

pub(super) fn questions() -> Vec<Question> {
    let near = || {
        [
            Field::new("generals_within_8", Kind::int(0..=99), "friendly generals near").optional(),
            Field::new("cover", Kind::one_of(["none", "hill", "forest"]), "what it stands on").or("none"),
        ]
    };
    vec![Question::new(
        "fight",
        "How does a round of melee go?",
        "the chances of a round in which the first strikes first",
        [
            body_field("first", near(), "who strikes first"),
            body_field("second", near(), "who strikes back"),
            flag("first_charging", "whether the first has the gain of charging"),
            flag("second_charging", "whether the second has the gain of charging"),
            face_field("face", "the face of the second that is struck"),
            face_field("back_face", "the face of the first that is struck in reply"),
            flag("woods", "whether woods take the gain of charging"),
        ],
        fight,
    )]
}

/// One side of a round.
struct Fighter {
    body: Troops,
    generals: i64,
    cover: bool,
}

/// A fighter from a form; a general in the unit is a general near.
fn fighter(book: &Toms, form: &Filled) -> Result<Fighter, Vec<Fault>> {
    let body = troops(book, form)?;
    let generals = form.opt("generals_within_8").map_or(i64::from(body.general), form::Answer::int);
    if generals == 0 && body.general {
        return Err(vec![form.fault("generals_within_8", "its own general is near")]);
    }
    Ok(Fighter { body, generals, cover: form.choice("cover") > 0 })
}

/// What a fighter has become.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Left {
    men: u16,
    general: bool,
    broken: bool,
}

/// How a fighter strikes.
#[derive(Clone, Copy)]
struct Manner {
    /// Whether it has the gain of charging.
    charging: bool,
    /// The face it strikes.
    at: Face,
    /// Its own face toward the other.
    mine: Face,
}

/// The attack of one fighter with what it has left upon another, and the rules of its numbers.
fn blow(house: &House, by: &Fighter, left: Left, on: &Fighter, how: Manner) -> (Attack, Vec<RuleId>) {
    let needs = kill::blow(house, &by.body.who, &on.body.who, how.charging, how.at);
    let dice = kill::blow_dice(&by.body.who, left.men, how.mine == Face::Front, left.general);
    let peril = if by.body.who.is_elephant() { Peril::Elephant } else { Peril::Melee };
    let save = save(house, &on.body.who, on.body.men, Threat::close(peril, how.at));
    let tallies = [&needs.tally, &dice, &save.tally];
    let rules = tallies.iter().flat_map(|t| t.factors()).map(|f| f.rule).chain(needs.rules()).collect();
    let attack = Attack {
        dice: dice.total().max(0) as u16 + u16::from(needs.extra),
        needs: needs.needs,
        save: save.save,
        men: on.body.men,
        general: on.body.general,
    };
    (attack, rules)
}

/// What an attack leaves of a fighter, its break test included.
fn suffered(attack: &Attack, on: &Fighter) -> Result<Dist<Left>, TooManyPaths> {
    let lost = attack::odds(attack)?.map(|o| (o.casualties, o.general_killed));
    lost.then(1_000_000, |&(casualties, killed), dice| tested(on, casualties, killed, dice))
}

fn tested(on: &Fighter, casualties: u16, killed: bool, dice: &mut dyn Dice) -> Left {
    let men = on.body.men - casualties;
    let general = on.body.general && !killed;
    let elephant = on.body.who.is_elephant();
    let mut left = Left { men, general, broken: false };
    if let Ok(trigger) = rules::after_losses(elephant, on.body.start, on.body.men, men) {
        let nerve = Nerve {
            below_half: rules::is_below_half(men, on.body.start),
            general_near: on.generals - i64::from(killed) > 0,
            general,
            cover: on.cover,
        };
        let (rule, needs) = rules::number(&on.body.who, Cause::from(trigger));
        let n = rules::dice(nerve).total().max(0) as u16;
        left.broken = dice.hits(RollId::new(rule.as_str(), 0), &D6, n, needs) > 0;
    }
    left
}

fn fight(book: &Toms, form: &Filled) -> Result<Value, Vec<Fault>> {
    let (first, second) = (fighter(book, form.record("first"))?, fighter(book, form.record("second"))?);
    let wrong = |e: TooManyPaths| vec![form.fault("first", e.to_string())];
    let woods = form.bool("woods");
    let charges = |name: &str| form.bool(name) && !woods;
    let (at, back) = (face(form, "face"), face(form, "back_face"));
    let whole = |f: &Fighter| Left { men: f.body.men, general: f.body.general, broken: false };
    let house = &book.house;
    let forth = Manner { charging: charges("first_charging"), at, mine: back };
    let reply = Manner { charging: charges("second_charging"), at: back, mine: at };
    let (opening, mut rules) = blow(house, &first, whole(&first), &second, forth);
    rules.extend(blow(house, &second, whole(&second), &first, reply).1);
    rules.extend([Trigger::HalfCasualties, Trigger::CasualtiesBelowHalf].map(|t| tables().breaks.of(t).rule));
    let after = suffered(&opening, &second).map_err(wrong)?;
    // The reply depends on who is left: each case is worked out, then all are weighed together.
    let (mut first_dies, mut first_breaks, mut first_lost) = (Fraction::ZERO, Fraction::ZERO, Fraction::ZERO);
    for (left, weight) in after.iter().filter(|(left, _)| left.men > 0 && !left.broken) {
        let (back, _) = blow(house, &second, *left, &first, reply);
        let end = suffered(&back, &first).map_err(wrong)?;
        let full = first.body.men;
        first_dies = first_dies + weight.clone() * end.chance(|l| l.men == 0);
        first_breaks = first_breaks + weight.clone() * end.chance(|l| l.broken);
        first_lost = first_lost + weight * end.mean(|l| (full - l.men).into());
    }
    let full = second.body.men;
    let odds = [
        ("p_second_destroyed", after.chance(|l| l.men == 0)),
        ("p_second_breaks", after.chance(|l| l.broken)),
        ("p_first_destroyed", first_dies),
        ("p_first_breaks", first_breaks),
        ("expected_second_casualties", after.mean(|l| (full - l.men).into())),
        ("expected_first_casualties", first_lost),
    ];
    let exact: BTreeMap<&str, String> = odds.iter().map(|(name, f)| (*name, f.to_string())).collect();
    let mut answer = json!({
        "first_dice": opening.dice,
        "first_needs": opening.needs,
        "second_save": opening.save,
        "exact": exact,
        "rules": applied([(true, rule::MELEE_ORDER), (woods, rule::CHARGE_WOODS)].into_iter().chain(rules.into_iter().map(|rule| (true, rule)))),
    });
    // The fractions have dozens of digits, so they stand apart.
    for (name, f) in odds {
        answer[name] = f.to_decimal(9).into();
    }
    Ok(answer)
}
