//! Questions about hand-to-hand fighting and what comes after.

use super::forms::{
    count, dice_field, flag, hand, hand_field, missing, needed_strength, none_or_more, number_of, plus_minus,
    strength, strength_fields, training, training_field, troop, troop_field,
};
use super::{Question, factors, odds, resting};
use crate::aftermath::rules::Fought;
use crate::board::state::Fate;
use crate::combat::rules::{Blows, Row};
use crate::data::formation;
use crate::data::troop::{Hand, Spacing};
use crate::house::House;
use crate::shooting::rules::sum;
use crate::{combat, rule};
use binding::desk::fraction;
use dice::{Fraction, RollId, exact};
use form::{Fault, Field, Filled, Kind};
use ruling::{Factor, RuleId};
use serde_json::{Map, Value, json};

pub(super) fn questions() -> Vec<Question> {
    let both = Kind::record(["a", "b"].map(|side| {
        let die = |name| Field::new(name, Kind::int(1..=6), "the face thrown");
        Field::new(side, Kind::record([die("plus"), die("minus")]), "the dice of that side")
    }));
    vec![
        Question::new(
            "melee",
            "what blows do, or their exact odds",
            "Rows and factors; with dice the casualties, without dice their odds and mean.",
            blow_fields().chain([dice_field(&["plus", "minus"])]),
            blow,
        ),
        Question::new(
            "fight",
            "a whole period of fighting, or its exact odds",
            "What each side inflicts, and what becomes of it.",
            [
                Field::new("a", side(), "the one side"),
                Field::new("b", side(), "the other side"),
                Field::new("dice", both, "the dice thrown").optional(),
            ],
            fight,
        ),
        Question::new(
            "after_melee",
            "what becomes of a body after a fight",
            "Whether it holds, recoils or breaks, and whether it is shaken.",
            [
                Field::new("received", count(0), "the casualties it received"),
                none_or_more("inflicted", "the casualties it inflicted"),
                flag("shaken", "whether it was shaken before"),
            ]
            .into_iter()
            .chain(strength_fields(["figures", "models"])),
            after,
        ),
        Question::new(
            "fighting_figures",
            "how many figures fight",
            "The ranks that fight, and the figures.",
            [
                hand_field("weapon", "the weapon"),
                Field::new("contact", count(0), "the files in contact"),
                none_or_more("overlap_left", "the files that overlap on the left"),
                none_or_more("overlap_right", "the files that overlap on the right"),
                Field::new("ranks", Kind::int(1..=100), "the ranks of the body"),
                flag("first_contact", "whether it is the first period of contact"),
            ],
            fighting_figures,
        ),
    ]
}

/// The fields of blows.
fn blow_fields() -> impl Iterator<Item = Field> {
    [
        troop_field("troop", "who strikes"),
        hand_field("weapon", "the weapon"),
        troop_field("target", "the enemy"),
        training_field("training"),
        Field::new("figures", count(0), "the figures that fight").optional(),
        Field::new("models", count(0), "the elephants or chariots that fight").optional(),
        hand_field("opponent_weapon", "what the enemy fights with").or("infantry_other"),
        flag("first_contact", "whether it is the first period of contact"),
        flag("charging", "whether they charge"),
        flag("countercharging", "whether they counter-charge"),
        flag("impetuous", "whether they are impetuous"),
        flag("following_up", "whether they follow up"),
        flag("pursuing", "whether they pursue"),
        flag("interpenetrating", "whether they pass through others"),
        flag("scythed", "whether their chariots have scythes"),
        Field::new("crew_armed", Kind::Bool, "whether the crew can fight").optional(),
        flag("opponent_disordered", "whether the enemy is disordered"),
        flag("opponent_shieldless", "whether the enemy has no shields"),
        flag("opponent_flanked", "whether the enemy is struck in flank or rear"),
        flag("receiving_impetuous_mounted_charge", "whether they receive an impetuous charge of mounted"),
        flag("downhill", "whether they came down a hill"),
        none_or_more("shot_casualties", "the casualties of this period's shooting"),
        Field::new("own_figures", count(1), "the figures on whom it fell").optional(),
        Field::new("own_models", count(1), "the models on whom it fell").optional(),
        Field::new("disorder_causes", Kind::int(0..=23), "how many causes disorder them").or(0),
        flag("opponent_higher_halted", "whether the enemy is halted facing them on higher ground"),
        flag("crossing_obstacle", "whether they fight to cross a defended obstacle"),
        flag("shaken", "whether they are shaken"),
        flag("general_fighting", "whether a general fights with them"),
    ]
    .into_iter()
}

fn side() -> Kind {
    Kind::record(blow_fields().chain(strength_fields(["unit_figures", "unit_models"])))
}

fn read(form: &Filled) -> Result<Blows, Vec<Fault>> {
    let (own, weapon, target) = (troop(form.get("troop")), hand(form, "weapon"), troop(form.get("target")));
    if !weapon.fits(own) {
        return Err(vec![form.fault("weapon", format!("{} do not fight with {}", own.name(), weapon.key()))]);
    }
    let by_models = own.spacing() == Spacing::Vehicle;
    let (name, other) = if by_models { ("models", "figures") } else { ("figures", "models") };
    if form.has(other) {
        return Err(vec![form.fault(other, format!("{} are given in `{name}`", own.name()))]);
    }
    let figures = form.opt(name).map(number_of).ok_or_else(|| missing(form, name))?;
    let shot_casualties = number_of(form.get("shot_casualties"));
    let shot_on = strength(form, ["own_figures", "own_models"])?;
    if shot_casualties > 0 && shot_on.is_none() {
        return Err(missing(form, if own.is_model() { "own_models" } else { "own_figures" }));
    }
    let scythed = form.bool("scythed");
    if scythed && weapon != Hand::Chariot {
        return Err(vec![form.fault("scythed", "only chariots have scythes")]);
    }
    Ok(Blows {
        opponent_weapon: hand(form, "opponent_weapon"),
        first_contact: form.bool("first_contact"),
        charging: form.bool("charging"),
        countercharging: form.bool("countercharging"),
        impetuous: form.bool("impetuous"),
        following_up: form.bool("following_up"),
        pursuing: form.bool("pursuing"),
        interpenetrating: form.bool("interpenetrating"),
        scythed,
        crew_armed: form.opt("crew_armed").map_or(!scythed, |armed| armed.bool()),
        opponent_disordered: form.bool("opponent_disordered"),
        opponent_shieldless: form.bool("opponent_shieldless"),
        opponent_flanked: form.bool("opponent_flanked"),
        receiving_impetuous_mounted_charge: form.bool("receiving_impetuous_mounted_charge"),
        downhill: form.bool("downhill"),
        shot_casualties,
        own_strength: shot_on.map_or(1, |(strength, _)| strength),
        own_models: shot_on.map_or(own.is_model(), |(_, models)| models),
        disorder_causes: number_of(form.get("disorder_causes")),
        opponent_higher_halted: form.bool("opponent_higher_halted"),
        crossing_obstacle: form.bool("crossing_obstacle"),
        shaken: form.bool("shaken"),
        general_fighting: form.bool("general_fighting"),
        ..Blows::new(own, weapon, target, training(form, "training"), figures)
    })
}

const WHY: RollId = RollId::new(rule::MELEE_RANDOM.as_str(), 0);

fn blow(house: &House, form: &Filled) -> Result<Value, Vec<Fault>> {
    let blows = read(form)?;
    let dice = form.opt("dice").map(|dice| plus_minus(dice.record(), blows.dice())).transpose()?;
    let (rows, tactical) = (blows.rows(house), blows.tactical(house));
    let said = |row: &Row| {
        let factor = row.total().map_or_else(|| "none".into(), Value::from);
        json!({ "row": row.row.key(), "weapon_factor": factor, "figures": row.figures })
    };
    let mut list: Vec<Factor> = Vec::new();
    for row in &rows {
        list.extend(row.factor.map(|value| Factor { rule: rule::MELEE_WEAPON, value }));
        list.extend(row.extra);
    }
    list.extend(&tactical);
    let mut answer = Map::new();
    answer.insert("rows".into(), rows.iter().map(said).collect());
    answer.insert("tactical".into(), sum(&tactical).into());
    if let Some([plus, minus]) = dice {
        let random = combat::rules::random(house, plus, minus, blows.general_fighting);
        list.push(Factor { rule: rule::MELEE_RANDOM, value: random });
        answer.insert("random".into(), random.into());
        if rows.len() == 1 {
            answer.insert("total".into(), sum(&list).into());
        }
        answer.insert("casualties".into(), blows.casualties(house, random).into());
    } else {
        let fall =
            exact(36, |dice| blows.casualties(house, blows.throw(house, WHY, dice))).expect("two dice");
        answer.insert("casualty_odds".into(), odds(&fall, u32::to_string));
        answer.insert("mean".into(), fraction(&fall.mean(|n| u64::from(*n))));
    }
    answer.insert("factors".into(), factors(&list));
    let more = [rule::MELEE_RANDOM, rule::CASUALTIES_TABLE];
    Ok(resting(answer.into(), blows.rules(house).into_iter().chain(more).chain(judged(&blows))))
}

/// The rules of what was asked about, whether it counts or not.
fn judged(blows: &Blows) -> impl Iterator<Item = RuleId> {
    let daunting = matches!(blows.opponent_weapon, Hand::Pike | Hand::LongThrustingSpear | Hand::Elephant);
    let rules = [
        (blows.scythed, rule::MELEE_SCYTHED),
        (blows.opponent_shieldless, rule::MELEE_TACTICAL_SHIELDLESS),
        (daunting, rule::MELEE_TACTICAL_PIKES_OR_ELEPHANTS),
    ];
    rules.into_iter().filter(|(asked, _)| *asked).map(|(_, rule)| rule)
}

fn fight(house: &House, form: &Filled) -> Result<Value, Vec<Fault>> {
    let forms = ["a", "b"].map(|name| form.record(name));
    let blows = [read(forms[0])?, read(forms[1])?];
    let rules = || {
        let own = blows.iter().flat_map(|blows| blows.rules(house));
        own.chain([rule::MELEE_RANDOM, rule::CASUALTIES_TABLE, rule::MELEE_AFTER, rule::MELEE_TIMING])
    };
    let names = ["unit_figures", "unit_models"];
    let sizes = [needed_strength(forms[0], names)?, needed_strength(forms[1], names)?];
    let end = |falls: [u32; 2]| {
        [0, 1].map(|i| Fought {
            received: falls[1 - i],
            inflicted: falls[i],
            strength: sizes[i].0,
            model: sizes[i].1,
            shaken: blows[i].shaken,
        })
    };
    if let Some(dice) = form.opt("dice") {
        let mut falls = [0; 2];
        for (i, name) in ["a", "b"].into_iter().enumerate() {
            let [plus, minus] = plus_minus(dice.record().record(name), blows[i].dice())?;
            let random = combat::rules::random(house, plus, minus, blows[i].general_fighting);
            falls[i] = blows[i].casualties(house, random);
        }
        let [a, b] = end(falls).map(|fought| {
            json!({
                "inflicts": fought.inflicted,
                "outcome": fought.outcome(house).key(),
                "newly_shaken": !fought.shaken && fought.is_shaken_by_it(),
            })
        });
        return Ok(resting(json!({ "a": a, "b": b }), rules()));
    }
    let outcomes = exact(36 * 36, |dice| {
        let falls = [0, 1].map(|i| blows[i].casualties(house, blows[i].throw(house, WHY, dice)));
        end(falls).map(|fought| fought.outcome(house).key())
    })
    .expect("two dice a side");
    let [a, b] = [0, 1].map(|i| {
        let each = outcomes.map(|keys| keys[i]);
        json!({ "outcomes": odds(&each, |key| (*key).to_owned()) })
    });
    Ok(resting(json!({ "a": a, "b": b }), rules()))
}

fn after(house: &House, form: &Filled) -> Result<Value, Vec<Fault>> {
    let (strength, model) = needed_strength(form, ["figures", "models"])?;
    let fought = Fought {
        received: number_of(form.get("received")),
        inflicted: number_of(form.get("inflicted")),
        strength,
        model,
        shaken: form.bool("shaken"),
    };
    let outcome = fought.outcome(house);
    let breaks = outcome == Fate::Break;
    let answer = json!({
        "outcome": outcome.key(),
        "recoil": outcome == Fate::Recoil,
        "break": breaks,
        "shaken": fought.shaken || breaks || fought.is_shaken_by_it(),
    });
    Ok(resting(answer, [rule::MELEE_AFTER, rule::SHAKEN_MELEE, rule::CASUALTIES_PERFIGURE]))
}

fn fighting_figures(house: &House, form: &Filled) -> Result<Value, Vec<Fault>> {
    let deep = 2 * number_of(form.get("ranks"));
    let half_ranks = formation::half_ranks(house, hand(form, "weapon"), form.bool("first_contact")).min(deep);
    let n = |name| number_of(form.get(name));
    let figures = formation::fighting(n("contact"), n("overlap_left"), n("overlap_right"), half_ranks);
    let answer = json!({
        "ranks_fighting": fraction(&Fraction::new(half_ranks.into(), 2)),
        "figures": figures,
    });
    Ok(resting(answer, [rule::MELEE_RANKS, rule::GEO_D5]))
}
