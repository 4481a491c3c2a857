//! Questions about hand-to-hand fighting and what comes after.

use crate::aftermath::rules as aftermath;
use crate::aftermath::rules::{Fate, Fought};
use crate::board::formation::{self, Contact, Overlap};
use crate::combat::rules as combat;
use crate::combat::rules::casualties::hit;
use crate::combat::rules::factors::disorganisation;
use crate::combat::rules::{Blows, Reach};
use crate::data::shields::{self, InHand, Quarter};
use crate::data::tables::tables;
use crate::data::troop::{Hand, Troop};
use crate::desk::fire::{outcomes, struck};
use crate::desk::forms::{
    Question, carry_field, count, dice_field, dice_kind, faces, flag, grade, grade_field, hand, hand_field,
    missing, none_or_more, number_of, resting, target_figures_field, troop, troop_field, usually,
};
use crate::house::House;
use crate::rule;
use binding::desk::{cited, factors, fraction};
use dice::{Dist, Fraction, RollId, exact};
use form::{Fault, Field, Filled, Kind};
use ruling::Factor;
use serde_json::{Map, Value, json};

pub fn questions() -> Vec<Question> {
    let quarter = || Kind::one_of(Quarter::KEYS);
    let causes = || Kind::one_of(tables().causes.iter().map(|cause| cause.name.as_str()));
    let period = || Field::new("period", count(1), "the period of the fight").or(1);
    let both_dice = Kind::record([
        Field::new("a", dice_kind(), "the dice of the first"),
        Field::new("b", dice_kind(), "the dice of the second"),
    ]);
    vec![
        Question::new(
            "fighting_figures",
            "how many figures fight",
            "The figures, and rank by rank; half figures are added up, and a half that is left is dropped.",
            std::iter::once(hand_field()).chain(regular()).chain(contact_fields().map(required)),
            fighting_figures,
        ),
        Question::new(
            "overlap",
            "how many figures may overlap an enemy",
            "The most on that side.",
            [
                troop_field("attacker", "those who overlap"),
                troop_field("defender", "the enemy they overlap"),
                Field::new("side", Kind::one_of(["shielded", "unshielded"]), "which side of the enemy"),
            ],
            overlap,
        ),
        Question::new(
            "melee",
            "what blows do, or their exact odds",
            "Figures and factors; with dice the men lost, without dice every random factor with its chance, and \
             the mean.",
            [hand_field(), troop_field("target", "the enemy struck")]
                .into_iter()
                .chain(blow_fields())
                .chain([dice_field()]),
            melee,
        ),
        Question::new(
            "combat",
            "a whole round hand-to-hand, or its exact odds",
            "What each side kills, the rule by which it is judged, and what becomes of each side.",
            [
                Field::new("a", combat_side(), "the one side"),
                Field::new("b", combat_side(), "the other side"),
                period(),
                Field::new("dice", both_dice, "the dice thrown").optional(),
            ],
            combat,
        ),
        Question::new(
            "after_combat",
            "what becomes of each side after a round",
            "The rule by which it is judged, and what each side does.",
            [
                period(),
                Field::new("a", after_side(), "the one side"),
                Field::new("b", after_side(), "the other side"),
            ],
            after_combat,
        ),
        Question::new(
            "trapped",
            "what a unit does that breaks and cannot run",
            "How many surrender, how many break out, and whether the general surrenders.",
            [
                Field::new("figures", count(1), "its figures"),
                Field::new("general_losses", count(0), "what the general's figure has lost, if he is there")
                    .optional(),
            ],
            trapped,
        ),
        Question::new(
            "shields",
            "whether troops can use their shields",
            "Whether they can, whether they need to, and what it is worth to the enemy.",
            [
                troop_field("troop", "the troops"),
                usually("has_shield", "whether they have shields"),
                Field::new("attacked_from", quarter(), "from where they are attacked").or("front"),
                Field::new("weapon_in_use", Kind::one_of(InHand::KEYS), "what they use at that time")
                    .or("none"),
                Field::new("fully_armoured", Kind::Bool, "whether they are cavalry in full armour")
                    .optional(),
            ],
            shields_of,
        ),
        Question::new(
            "disorganisation",
            "what causes of disorganisation cost",
            "How many different causes, what they cost in firing and fighting, and what in reaction.",
            [Field::new("causes", Kind::list(causes(), ..=1000), "the causes")],
            disorganisation_of,
        ),
    ]
}

fn regular() -> [Field; 1] {
    [usually("regular", "whether they are regulars")]
}

/// The fields from which fighting figures are counted; the first two may be left out where figures are given.
fn contact_fields() -> impl Iterator<Item = Field> {
    [
        troop_field("troop", "the troops that fight").optional(),
        Field::new("front", count(0), "the figures of the first rank in contact").optional(),
        Field::new("ranks", count(1), "how many ranks there are").or(1),
        Field::new("last_rank", count(1), "the figures of the last rank, if it is short").optional(),
        Field::new("overlap", Kind::int(0..=6), "how many figures overlap").or(0),
        flag("firing", "whether the rear ranks shoot"),
        Field::new("crew", Kind::int(1..=1000), "the crew of each model, if it is not the usual one")
            .optional(),
        flag("charging", "whether they charge"),
    ]
    .into_iter()
}

/// Makes the fields required that count figures.
fn required(field: Field) -> Field {
    match field.name {
        "troop" | "front" => Field::new(field.name, field.kind, field.help),
        _ => field,
    }
}

/// The fields of blows, weapon and target apart.
fn blow_fields() -> impl Iterator<Item = Field> {
    let mine = [
        Field::new("figures", count(0), "the figures that fight").optional(),
        flag("cover", "whether the enemy is in cover"),
        none_or_more("disorganised", "by how many causes they are disorganised"),
        flag("hit_by_fire", "whether they lost a man a figure to fire this period or last"),
        flag("higher_ground", "whether they stand higher"),
        flag("countercharging", "whether they countercharge"),
        flag("following_up", "whether they follow up"),
        flag("long_spear", "whether their own thrusting spears are long"),
        Field::new("target_weapon", Kind::one_of(Reach::KEYS), "what the enemy holds out").or("other"),
        Field::new("target_side", Kind::one_of(Quarter::KEYS), "where the enemy is struck").or("front"),
        flag("target_shieldless", "whether the enemy cannot use shields"),
        flag("general_with", "whether the general fights with them"),
        carry_field(),
        target_figures_field(),
    ];
    regular().into_iter().chain(contact_fields()).chain(mine)
}

/// What both ways of asking know of a side.
fn side_fields() -> [Field; 8] {
    [
        troop_field("troop", "the troops"),
        Field::new("figures", count(1), "the figures of the unit"),
        flag("standing", "whether it stood when contact was made"),
        grade_field("its grade").or("C"),
        flag("disorganised", "whether it is disorganised"),
        none_or_more("missile_losses", "men lost to missiles this period"),
        none_or_more("pushed_back_before", "in how many periods running it was pushed back before"),
        usually("can_run", "whether it can run if it breaks"),
    ]
}

fn after_side() -> Kind {
    let lost = Field::new("melee_losses", count(0), "men lost hand-to-hand this period");
    Kind::record(side_fields().into_iter().chain([lost]))
}

fn combat_side() -> Kind {
    let blows = Kind::record(std::iter::once(hand_field()).chain(blow_fields()));
    Kind::record(side_fields().into_iter().chain([Field::new("blows", blows, "how it strikes")]))
}

/// A body in contact, as the fields tell it.
fn contact(form: &Filled, troop: Troop, front: u32, charging: bool) -> Contact {
    Contact {
        troop,
        regular: form.bool("regular"),
        weapon: hand(form),
        front,
        overlap: number_of(form.get("overlap")),
        ranks: number_of(form.get("ranks")),
        last_rank: form.opt("last_rank").map(number_of),
        firing: form.bool("firing"),
        crew: form.opt("crew").map(number_of),
        charging,
    }
}

fn fighting_figures(house: &House, form: &Filled) -> Result<Value, Vec<Fault>> {
    let front = number_of(form.get("front"));
    let body = contact(form, troop(form, "troop"), front, form.bool("charging"));
    let fighting = formation::fighting(house, &body);
    let halves = |n: u32| Fraction::new(n.into(), 2).to_string();
    let mut answer = Map::new();
    answer.insert("figures".into(), fighting.figures().into());
    if !body.troop.is_model() {
        answer.insert("exact".into(), halves(fighting.all_halves()).into());
    }
    answer.insert("by_rank".into(), fighting.halves.iter().map(|&n| Value::from(halves(n))).collect());
    Ok(resting(answer.into(), formation::rules(house, &body, &fighting)))
}

fn overlap(_: &House, form: &Filled) -> Result<Value, Vec<Fault>> {
    let side = [Overlap::Shielded, Overlap::Unshielded][form.choice("side")];
    let most = formation::overlap(troop(form, "attacker"), troop(form, "defender"), side);
    Ok(resting(json!({ "max_figures": most }), [rule::MELEE_OVERLAP]))
}

/// The blows that a form describes; `own` is the troop type where the form need not say it.
fn blows(house: &House, form: &Filled, target: Troop, own: Option<Troop>) -> Result<Blows, Vec<Fault>> {
    let [charging, countercharging, following_up] =
        ["charging", "countercharging", "following_up"].map(|name| form.bool(name));
    let figures = match (form.opt("figures"), form.opt("front")) {
        (Some(_), Some(front)) => return Err(vec![front.fault("give figures or front, not both")]),
        (None, None) => return Err(missing(form, "figures", "the figures that fight")),
        (Some(figures), None) => number_of(figures),
        (None, Some(front)) => {
            let told = form.opt("troop").map(|troop| Troop::ALL[troop.choice()]);
            let troop = told.or(own).ok_or_else(|| missing(form, "troop", "the troops that fight"))?;
            let body = contact(form, troop, number_of(front), charging || countercharging);
            formation::fighting(house, &body).figures()
        }
    };
    Ok(Blows {
        long_spear: form.bool("long_spear"),
        target_weapon: Reach::ALL[form.choice("target_weapon")],
        target_side: Quarter::ALL[form.choice("target_side")],
        target_shieldless: form.bool("target_shieldless"),
        cover: form.bool("cover"),
        disorganised: form.int("disorganised").min(255) as u8,
        hit_by_fire: form.bool("hit_by_fire"),
        higher_ground: form.bool("higher_ground"),
        charging: charging || countercharging || following_up,
        general_with: form.bool("general_with"),
        ..Blows::new(Hand::ALL[form.choice("weapon")], form.bool("regular"), figures, target)
    })
}

fn melee(house: &House, form: &Filled) -> Result<Value, Vec<Fault>> {
    let blows = blows(house, form, troop(form, "target"), None)?;
    let dice = form.opt("dice").map(|dice| faces(dice.record(), combat::dice_of(blows.regular)));
    let thrown = dice.transpose()?;
    let before = combat::factors(&blows);
    let mut list = before.list().to_vec();
    let mut answer = Map::new();
    answer.insert("figures".into(), blows.figures.into());
    answer.insert("before_random".into(), before.total().into());
    if let Some([red, black]) = thrown {
        let random = combat::random(red, black, blows.general_with);
        list.push(Factor { rule: rule::RANDOM_MELEE, value: random });
        answer.append(&mut struck(form, &hit(before.total(), random, blows.figures)));
    } else {
        let why = RollId::new(rule::RANDOM_MELEE.as_str(), 0);
        let odds = exact(36, |dice| combat::strike(&blows, why, dice).random);
        answer.append(&mut outcomes(form, &odds.expect("two dice"), before.total(), blows.figures));
    }
    answer.insert("factors".into(), factors(&list));
    let mut rules = vec![rule::RANDOM, rule::RANDOM_MELEE];
    rules.extend(blows.general_with.then_some(rule::RANDOM_GENERAL));
    rules.extend(blows.long_spear.then_some(rule::MELEE_SPEARS));
    rules.extend([rule::CASUALTY_TABLE, rule::CASUALTY_REMOVAL, rule::TACTICAL]);
    // What was asked about is cited whether or not it told.
    rules.extend((blows.target_weapon == Reach::Pike).then_some(rule::TACTICAL_AGAINST_PIKES));
    if blows.target_side != Quarter::Front {
        rules.extend([rule::SHIELD_USE, rule::TACTICAL_SHIELDLESS]);
        rules.extend(blows.target.is_chariot().then_some(rule::TACTICAL_CHARIOT_FLANKED));
    }
    let model = form.opt("troop").is_some_and(|troop| Troop::ALL[troop.choice()].is_model());
    rules.extend(model.then_some(rule::MELEE_CREWS));
    Ok(resting(answer.into(), rules))
}

/// A side when blows have been struck; what it lost is filled in later where the dice decide it.
fn fought(form: &Filled, melee_losses: u32) -> Fought {
    Fought {
        troop: troop(form, "troop"),
        figures: number_of(form.get("figures")),
        melee_losses,
        missile_losses: number_of(form.get("missile_losses")),
        standing: form.bool("standing"),
        grade: grade(form.get("class")),
        pushed_back_before: number_of(form.get("pushed_back_before")),
        disorganised: form.bool("disorganised"),
        can_run: form.bool("can_run"),
    }
}

fn after_combat(house: &House, form: &Filled) -> Result<Value, Vec<Fault>> {
    let [a, b] = ["a", "b"].map(|name| {
        let side = form.record(name);
        fought(side, number_of(side.get("melee_losses")))
    });
    let (case, fates) = aftermath::judge(house, number_of(form.get("period")), [&a, &b]);
    let said = json!({ "case": cited(case.rule()), "a": fates[0].key(), "b": fates[1].key() });
    Ok(resting(said, aftermath::rules(case, [&a, &b], fates)))
}

/// One round: what each side killed and what became of it.
type Round = ([u32; 2], [Fate; 2]);

fn combat(house: &House, form: &Filled) -> Result<Value, Vec<Fault>> {
    let sides = ["a", "b"].map(|name| form.record(name));
    let [a, b] = sides.map(|side| fought(side, 0));
    let struck_by = |i: usize, me: &Fought, enemy: &Fought| {
        blows(house, sides[i].record("blows"), enemy.troop, Some(me.troop))
    };
    let blows = [struck_by(0, &a, &b)?, struck_by(1, &b, &a)?];
    let period = number_of(form.get("period"));
    let end = |kills: [u32; 2]| -> Round {
        let a = Fought { melee_losses: kills[1], ..a };
        let b = Fought { melee_losses: kills[0], ..b };
        (kills, aftermath::judge(house, period, [&a, &b]).1)
    };
    let case = cited(aftermath::case(&a, &b).rule());
    let rules = |fates: [Fate; 2]| {
        let random = [rule::RANDOM, rule::RANDOM_MELEE, rule::CASUALTY_TABLE];
        aftermath::rules(aftermath::case(&a, &b), [&a, &b], fates).into_iter().chain(random)
    };
    if let Some(dice) = form.opt("dice") {
        let mut kills = [0; 2];
        for (i, name) in ["a", "b"].into_iter().enumerate() {
            let dice = dice.record().record(name);
            let [red, black] = faces(dice, combat::dice_of(blows[i].regular))?;
            let random = combat::random(red, black, blows[i].general_with);
            kills[i] = hit(combat::factors(&blows[i]).total(), random, blows[i].figures).blow.men;
        }
        let (_, fates) = end(kills);
        let [a, b] = fates.map(Fate::key);
        let said = json!({ "a_kills": kills[0], "b_kills": kills[1], "case": case, "a": a, "b": b });
        return Ok(resting(said, rules(fates)));
    }
    let why = |side: u8| RollId::new(rule::RANDOM_MELEE.as_str(), side);
    let odds: Dist<Round> =
        exact(36 * 36, |dice| end([0, 1].map(|i| combat::strike(&blows[i], why(i as u8), dice).blow.men)))
            .expect("two dice a side");
    let fates = |i: usize| -> Value {
        let each = odds.map(|(_, fates)| fates[i]);
        let said: Map<String, Value> =
            each.iter().map(|(fate, p)| (fate.key().into(), fraction(&p))).collect();
        said.into()
    };
    let mean = |i: usize| fraction(&odds.mean(|(kills, _)| kills[i].into()));
    let said = json!({
        "case": case,
        "a": fates(0),
        "b": fates(1),
        "a_mean_kills": mean(0),
        "b_mean_kills": mean(1),
    });
    Ok(resting(said, rules([Fate::FightOn; 2])))
}

fn trapped(_: &House, form: &Filled) -> Result<Value, Vec<Fault>> {
    let end = aftermath::trapped(number_of(form.get("figures")), form.opt("general_losses").map(number_of));
    let said = json!({
        "surrender": end.surrender,
        "break_out": end.break_out,
        "general_surrenders": end.general_surrenders,
    });
    Ok(resting(said, [rule::AFTER_TRAPPED]))
}

fn shields_of(_: &House, form: &Filled) -> Result<Value, Vec<Fault>> {
    let troop = troop(form, "troop");
    let armoured = form.opt("fully_armoured").map_or(troop == Troop::SuperHeavyCavalry, |a| a.bool());
    if armoured && !matches!(troop, Troop::SuperHeavyCavalry | Troop::HeavyCavalry) {
        let never = format!("{} have no full armour", troop.name());
        return Err(vec![form.fault("fully_armoured", never)]);
    }
    let from = Quarter::ALL[form.choice("attacked_from")];
    let usable = shields::usable(form.bool("has_shield"), from, InHand::ALL[form.choice("weapon_in_use")]);
    let said = json!({
        "usable": usable,
        "needed": shields::needed(troop, armoured),
        "enemy_factor": shields::enemy_factor(troop, armoured, usable),
    });
    let mut rules = vec![rule::SHIELD_USE];
    rules.extend((!form.bool("has_shield")).then_some(rule::TROOPS_SHIELDLESS));
    rules.extend((!shields::needed(troop, armoured)).then_some(rule::SHIELD_ARMOURED));
    rules.push(rule::TACTICAL_SHIELDLESS);
    Ok(resting(said, rules))
}

fn disorganisation_of(_: &House, form: &Filled) -> Result<Value, Vec<Fault>> {
    let mut causes: Vec<usize> = form.list("causes").iter().map(|cause| cause.choice()).collect();
    causes.sort_unstable();
    causes.dedup();
    let count = u8::try_from(causes.len()).unwrap_or(u8::MAX);
    let said = json!({
        "count": count,
        "penalty": disorganisation(count),
        "reaction_penalty": if count > 0 { crate::nerve::rules::Line::Disorganised.value() } else { 0 },
    });
    let rules = causes.iter().map(|&cause| tables().causes[cause].rule);
    Ok(resting(said, std::iter::once(rule::DISORG_CAP).chain(rules)))
}
