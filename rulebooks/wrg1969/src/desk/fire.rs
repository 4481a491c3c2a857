//! Questions about casualties and firing.

use crate::combat::rules as combat;
use crate::combat::rules::casualties::{self, Shot, hit};
use crate::data::measure::within;
use crate::data::tables::{CrewWeapon, tables};
use crate::data::troop::{Hand, Missile};
use crate::desk::forms::{
    Question, any_troop, camel_field, carry_field, count, dice_field, faces, flag, length, missile,
    missile_field, missing, mover, none_or_more, number, number_of, resting, target_figures_field, troop,
    troop_field,
};
use crate::house::House;
use crate::rule;
use crate::shooting::rules as shooting;
use crate::shooting::rules::{Action, Target, Volley};
use binding::desk::{cited, factors, fraction};
use dice::{Dist, RollId, exact};
use form::{Answer, Fault, Field, Filled, Kind};
use ruling::Factor;
use serde_json::{Map, Value, json};

pub fn questions() -> Vec<Question> {
    let far = || length("distance", "how far the target is").optional();
    let target = Kind::record([
        Field::new("id", Kind::Text, "its name"),
        length("distance", "how far it is"),
        flag("advancing_to_engage", "whether it advances to fight them"),
        none_or_more("missile_figures_firing_at_us", "how many of its figures shoot at them"),
        Field::new("in_our_range", Kind::Bool, "whether it is within their range").or(true),
        flag("attacking_supported_friend", "whether it attacks or shoots at friends they are to support"),
        flag("advancing", "whether it advances"),
    ]);
    vec![
        Question::new(
            "casualties",
            "men lost to a total of factors",
            "The row read, whether the total lay outside the table, the men lost, and the figures taken off for \
             them; with the target's figures whether nobody is left.",
            [
                Field::new("factor", Kind::int(-30_000..=30_000), "the total of all factors"),
                Field::new("figures", count(0), "the figures that fire or fight"),
                carry_field(),
                target_figures_field(),
            ],
            casualties_of,
        ),
        Question::new(
            "weapon_factor",
            "the factor of a weapon against a target",
            "The factor; of missiles the row it stands in, of hand weapons how many ranks fight.",
            [
                Field::new("mode", Kind::one_of(["missile", "melee"]), "from afar or hand-to-hand"),
                Field::new("weapon", Kind::Text, "the weapon"),
                troop_field("target", "the target"),
            ],
            weapon_factor,
        ),
        Question::new(
            "fire",
            "what a volley does, or its exact odds",
            "Effective figures, range and factors; with dice the men lost, without dice every random factor with \
             its chance, and the mean.",
            [
                missile_field().optional(),
                Field::new("figures", count(1), "the figures that fire").optional(),
                Field::new("crew", Kind::one_of(CREWS), "the models whose crews fire").optional(),
                Field::new("models", count(1), "how many models fire").optional(),
                troop_field("target", "the target"),
                far(),
                flag("overhead", "whether any foot archer fires over friends on the flat"),
                flag("cover", "whether the target is in cover"),
                none_or_more("disorganised", "by how many causes those who fire are disorganised"),
                length("target_moved", "how far the target moves this period").or(0),
                flag("hit_by_fire", "whether those who fire lost a man a figure to fire last period"),
                flag("higher_ground", "whether they stand higher than the target"),
                flag("target_shieldless", "whether the target cannot use shields"),
                carry_field(),
                target_figures_field(),
                dice_field(),
            ],
            fire,
        ),
        Question::new(
            "range",
            "how far a missile weapon reaches",
            "The range, and whether the target is within it.",
            [missile_field(), far(), flag("overhead", "whether it is shot over friends on the flat")],
            range,
        ),
        Question::new(
            "arc",
            "how far to either side troops can shoot",
            "The half angle in degrees, and whether the target is within it.",
            [
                troop_field("troop", "the troops"),
                missile_field(),
                camel_field("camel"),
                Field::new(
                    "angle",
                    Kind::number(-360.0..=360.0).in_unit("degrees"),
                    "how far off straight ahead the target is",
                )
                .optional(),
            ],
            arc,
        ),
        Question::new(
            "can_fire",
            "whether troops may fire while they do something",
            "Whether they may, the rule that says so, and half the charger's move where that decides.",
            [
                troop_field("troop", "the troops"),
                missile_field(),
                camel_field("camel"),
                Field::new("action", Kind::one_of(ACTIONS), "what they do"),
                Field::new("charger", any_troop(), "who charges them").optional(),
                camel_field("charger_camel"),
                length("charge_distance", "from how far he charges").optional(),
            ],
            can_fire,
        ),
        Question::new(
            "target_priority",
            "which target missile troops must take",
            "The target and its priority, 1 the first; none and 0 if there is no target.",
            [
                Field::new("own_missile_figures", count(1), "how many of them have missiles"),
                Field::new("targets", Kind::list(target, ..=1000), "those they might fire at"),
            ],
            target_priority,
        ),
        Question::new(
            "concentrate_fire",
            "whether fire may be aimed at the general himself",
            "Whether it may.",
            [length("distance_to_own_unit", "how far he is from the nearest of his own units")],
            concentrate_fire,
        ),
    ]
}

const CREWS: [&str; 6] = [
    "elephant",
    "chariot_asiatic",
    "chariot_celtic",
    "light_dart_engine",
    "heavy_dart_engine",
    "stone_thrower",
];

const ACTIONS: [&str; 6] = ["halt", "advance", "retreat", "evade", "charge", "charged"];

/// How near his own units a general is hidden among them (`wrg1969.general.target`).
const AMONG_HIS_OWN: f64 = 5.0;

fn crew_weapon(crew: usize) -> CrewWeapon {
    let crews = &tables().crews;
    [
        crews.elephant,
        crews.chariot_asiatic,
        crews.chariot_celtic,
        crews.light_dart_engine,
        crews.heavy_dart_engine,
        crews.stone_thrower,
    ][crew]
}

fn casualties_of(_: &House, form: &Filled) -> Result<Value, Vec<Fault>> {
    let blow = casualties::men(form.int("factor") as i16, number_of(form.get("figures")));
    let of = form.opt("target_figures").map(number_of);
    let lost = casualties::remove(blow.men, form.int("carry") as u32, of);
    let mut answer = Map::new();
    answer.insert("row".into(), blow.row.into());
    answer.insert("clamped".into(), blow.clamped.into());
    answer.insert("men".into(), blow.men.into());
    answer.insert("total".into(), lost.total.into());
    answer.insert("figures_removed".into(), lost.figures.into());
    answer.insert("carry".into(), lost.carry.into());
    if of.is_some() {
        answer.insert("destroyed".into(), lost.destroyed.into());
    }
    let figures = number_of(form.get("figures"));
    let removal = [rule::CASUALTY_REMOVAL, rule::SCALE_FIGURE];
    Ok(resting(answer.into(), casualties::rules(&blow, figures).chain(removal)))
}

fn weapon_factor(_: &House, form: &Filled) -> Result<Value, Vec<Fault>> {
    let (word, target) = (form.text("weapon"), troop(form, "target"));
    let unknown = |known: &[&'static str]| {
        let fault = form.fault("weapon", format!("unknown value `{word}`"));
        vec![match form::nearest(word, known.iter().copied()) {
            Some(meant) => fault.help(format!("did you mean `{meant}`?")),
            None => fault.help(format!("known: {}", known.join(", "))),
        }]
    };
    if form.text("mode") == "missile" {
        let weapon = Missile::parse(word).ok_or_else(|| unknown(&Missile::KEYS))?;
        let row = tables().missile(weapon).row.as_str();
        let said = json!({ "factor": shooting::weapon_factor(weapon, target), "row": row });
        let crew = target.is_engine().then_some(rule::FIRE_CREWS);
        return Ok(resting(said, std::iter::once(rule::FIRE_FACTORS).chain(crew)));
    }
    let weapon = Hand::parse(word).ok_or_else(|| unknown(&Hand::KEYS))?;
    let ranks = f64::from(tables().hand(weapon).half_ranks) / 2.0;
    let said = json!({ "factor": combat::weapon_factor(weapon, target), "ranks": number(ranks) });
    Ok(resting(said, [rule::MELEE_FACTORS, rule::MELEE_RANKS]))
}

/// What is fired, and by how many figures.
fn shooters(form: &Filled) -> Result<(Missile, u32), Vec<Fault>> {
    let wrong = |name: &str, why: &str| Err(vec![form.fault(name, why)]);
    match (form.opt("weapon"), form.opt("crew")) {
        (Some(_), Some(_)) => wrong("crew", "give a weapon or a crew, not both"),
        (None, None) => Err(missing(form, "weapon", "the missile weapon, or a crew")),
        (Some(_), None) if form.has("models") => wrong("models", "models fire with their crews"),
        (None, Some(_)) if form.has("figures") => wrong("figures", "crews are counted by models"),
        (Some(weapon), None) => {
            let figures =
                form.opt("figures").ok_or_else(|| missing(form, "figures", "the figures that fire"))?;
            Ok((missile(weapon), number_of(figures)))
        }
        (None, Some(crew)) => {
            let models = form.opt("models").ok_or_else(|| missing(form, "models", "how many models fire"))?;
            let CrewWeapon { figures, weapon } = crew_weapon(crew.choice());
            Ok((weapon, number_of(models) * u32::from(figures)))
        }
    }
}

/// Whether a weapon is fired overhead on the flat, as only foot archers may.
fn overhead(form: &Filled, weapon: Missile, crew: bool) -> Result<bool, Vec<Fault>> {
    let overhead = form.bool("overhead");
    if overhead && (crew || !weapon.is_foot_bow()) {
        return Err(vec![form.fault(
            "overhead",
            format!("only foot archers fire over friends on the flat [{}]", rule::FIRE_OVERHEAD),
        )]);
    }
    Ok(overhead)
}

fn reach(form: &Filled, weapon: Missile, overhead: bool) -> (f64, bool) {
    let most = shooting::max_range(weapon, overhead);
    (most, form.opt("distance").is_none_or(|d| within(d.number(), most)))
}

fn fire(house: &House, form: &Filled) -> Result<Value, Vec<Fault>> {
    let (weapon, figures) = shooters(form)?;
    let overhead = overhead(form, weapon, form.has("crew"))?;
    let die = shooting::die(house);
    let thrown = form.opt("dice").map(|dice| faces(dice.record(), [die, die])).transpose()?;
    let volley = Volley {
        overhead,
        cover: form.bool("cover"),
        disorganised: form.int("disorganised").min(255) as u8,
        target_moved: form.number("target_moved"),
        hit_by_fire: form.bool("hit_by_fire"),
        higher_ground: form.bool("higher_ground"),
        target_shieldless: form.bool("target_shieldless"),
        ..Volley::new(weapon, figures, troop(form, "target"))
    };
    let (max_range, in_range) = reach(form, weapon, overhead);
    let before = shooting::factors(&volley);
    let mut answer = Map::new();
    answer.insert("figures".into(), figures.into());
    answer.insert("max_range".into(), number(max_range));
    answer.insert("in_range".into(), in_range.into());
    answer.insert("before_random".into(), before.total().into());
    let mut list = before.list().to_vec();
    if !in_range {
        answer.insert("men".into(), 0.into());
        answer.insert("figures_removed".into(), 0.into());
        answer.insert("carry".into(), form.int("carry").into());
    } else if let Some([red, black]) = thrown {
        let shot = hit(before.total(), shooting::random(red, black), figures);
        list.push(Factor { rule: rule::RANDOM_FIRE, value: shot.random });
        answer.append(&mut struck(form, &shot));
    } else {
        let why = RollId::new(rule::RANDOM_FIRE.as_str(), 0);
        let odds = exact(36, |dice| shooting::shoot(house, &volley, why, dice).random);
        answer.append(&mut outcomes(form, &odds.expect("two dice"), before.total(), figures));
    }
    answer.insert("factors".into(), factors(&list));
    let mut rules = vec![rule::FIRE_RANGES, rule::GEO_MEASURE, rule::RANDOM];
    rules.extend(form.has("crew").then_some(rule::FIRE_CREWS));
    rules.extend(overhead.then_some(rule::FIRE_OVERHEAD));
    rules.extend([rule::RANDOM_FIRE, rule::CASUALTY_REMOVAL, rule::TACTICAL]);
    rules.extend(casualties::rules(&casualties::men(before.total(), figures), figures));
    // What was asked about is cited whether or not it told.
    rules.extend(volley.cover.then_some(rule::TACTICAL_COVER));
    rules.extend((volley.disorganised > 0).then_some(rule::DISORG_CAP));
    rules.extend((volley.target_moved > 0.0).then_some(rule::TACTICAL_MOVING_TARGET));
    rules.extend(volley.target_shieldless.then_some(rule::TACTICAL_SHIELDLESS));
    Ok(resting(answer.into(), rules))
}

/// What blows or a volley did to a target that carries some men.
pub fn struck(form: &Filled, shot: &Shot) -> Map<String, Value> {
    let lost = removed(form, shot);
    let said = json!({
        "random": shot.random,
        "total_factor": shot.total,
        "men": shot.blow.men,
        "total_men": lost.total,
        "figures_removed": lost.figures,
        "carry": lost.carry,
    });
    let mut said = said.as_object().cloned().unwrap_or_default();
    if form.has("target_figures") {
        said.insert("destroyed".into(), lost.destroyed.into());
    }
    said
}

fn removed(form: &Filled, shot: &Shot) -> mechanics::Removal {
    let of = form.opt("target_figures").map(number_of);
    casualties::remove(shot.blow.men, form.int("carry") as u32, of)
}

/// Every random factor, the lowest first, what it does and how likely it is; and the mean.
pub fn outcomes(form: &Filled, odds: &Dist<i8>, before: i16, figures: u32) -> Map<String, Value> {
    let shot = |random: &i8| hit(before, *random, figures);
    let each = odds.iter().map(|(random, p)| {
        let shot = shot(random);
        json!({
            "random": shot.random,
            "total_factor": shot.total,
            "men": shot.blow.men,
            "figures_removed": removed(form, &shot).figures,
            "p": fraction(&p),
        })
    });
    let mut said = Map::new();
    said.insert("outcomes".into(), each.collect());
    said.insert("mean_men".into(), fraction(&odds.mean(|random| shot(random).blow.men.into())));
    said
}

fn range(_: &House, form: &Filled) -> Result<Value, Vec<Fault>> {
    let weapon = missile(form.get("weapon"));
    let overhead = overhead(form, weapon, false)?;
    let (max_range, in_range) = reach(form, weapon, overhead);
    let rules =
        [rule::FIRE_RANGES, rule::GEO_MEASURE].into_iter().chain(overhead.then_some(rule::FIRE_OVERHEAD));
    Ok(resting(json!({ "max_range": number(max_range), "in_range": in_range }), rules))
}

fn arc(_: &House, form: &Filled) -> Result<Value, Vec<Fault>> {
    let mover = mover(form, "troop", "camel")?;
    let half = shooting::half_angle(mover.troop, missile(form.get("weapon")), mover.camel);
    let in_arc = form.opt("angle").is_none_or(|angle| shooting::in_arc(half, angle.number()));
    let said = json!({ "half_angle": number(half), "in_arc": in_arc });
    Ok(resting(said, [rule::FIRE_ARCS, rule::GEO_ARCS]))
}

fn can_fire(house: &House, form: &Filled) -> Result<Value, Vec<Fault>> {
    let (shooter, weapon) = (mover(form, "troop", "camel")?, missile(form.get("weapon")));
    let action = match form.text("action") {
        "halt" => Action::Halt,
        "advance" => Action::Advance,
        "retreat" => Action::Retreat,
        "evade" => Action::Evade,
        "charge" => Action::Charge,
        _ => charged(house, form)?,
    };
    let (can, why) = shooting::may_fire(shooter.troop, shooter.camel, weapon, action);
    let mut answer = Map::new();
    answer.insert("can".into(), can.into());
    answer.insert("rule".into(), cited(why));
    let mut rules = vec![why];
    if let Action::Charged { half, .. } = action {
        answer.insert("half".into(), number(half));
        rules.extend([rule::FIRE_DURING_CHARGE, rule::FIRE_HALF_MOVE]);
    }
    Ok(resting(answer.into(), rules))
}

fn charged(house: &House, form: &Filled) -> Result<Action, Vec<Fault>> {
    if !form.has("charger") {
        return Err(missing(form, "charger", "who charges them"));
    }
    let from = form.opt("charge_distance").map(Answer::number);
    let distance = from.ok_or_else(|| missing(form, "charge_distance", "from how far he charges"))?;
    let charger = mover(form, "charger", "charger_camel")?;
    match shooting::half_move(house, charger) {
        Some(half) => Ok(Action::Charged { distance, half }),
        None => Err(vec![form.fault("charger", "engines cannot charge")]),
    }
}

fn target_priority(_: &House, form: &Filled) -> Result<Value, Vec<Fault>> {
    let target = |t: &Filled| Target {
        distance: t.number("distance"),
        advancing_to_engage: t.bool("advancing_to_engage"),
        firing_at_us: number_of(t.get("missile_figures_firing_at_us")),
        in_our_range: t.bool("in_our_range"),
        attacking_supported_friend: t.bool("attacking_supported_friend"),
        advancing: t.bool("advancing"),
    };
    let targets: Vec<Target> = form.records("targets").map(target).collect();
    let chosen = shooting::choose_target(number_of(form.get("own_missile_figures")), &targets);
    let id = chosen.and_then(|(i, _)| form.records("targets").nth(i)).map_or("none", |t| t.text("id"));
    let said = json!({ "target": id, "priority": chosen.map_or(0, |(_, place)| place) });
    Ok(resting(said, [rule::FIRE_PRIORITY]))
}

fn concentrate_fire(_: &House, form: &Filled) -> Result<Value, Vec<Fault>> {
    let said = json!({ "may_concentrate": !within(form.number("distance_to_own_unit"), AMONG_HIS_OWN) });
    Ok(resting(said, [rule::GENERAL_TARGET]))
}
