//! Questions about a round of close combat: its result, ranks, who strikes when and how often.

use crate::combat::attacks::{Fighters, Striker, Turn};
use crate::combat::rules::{Blows, impact_hits, save_modifier, to_save, to_wound};
use crate::combat::score;
use crate::combat::score::{Claims, Round};
use crate::data::formation;
use crate::data::tables::{Going, tables};
use crate::data::troop::Weapon;
use crate::desk::fighting::certain;
use crate::desk::forms::{
    Question, chance, count, dice_field, factors, flag, ground, ground_field, order, order_field, play,
    small, tallied, thrown, troop, troop_field, whole,
};
use crate::desk::shooting::save;
use crate::{Wab, rule};
use dice::{Dice, Dist, Fraction, exact};
use form::{Fault, Field, Filled, Kind};
use serde_json::{Value, json};

pub(super) fn questions() -> Vec<Question> {
    vec![
        Question::new(
            "combat_result",
            "who won the round and by how much",
            "Both scores, the winner and the difference; a roll-off of musicians has its odds.",
            [
                Field::new("a", Kind::record(claim_fields()), "the one side"),
                Field::new("b", Kind::record(claim_fields()), "the other side"),
                dice_field(&["tie"]),
            ],
            combat_result,
        ),
        Question::new(
            "rank_bonus",
            "the rank bonus of a unit",
            "Complete ranks behind the first, and what they are worth.",
            [
                whole("models", 1..=200, "its models"),
                whole("files", 1..=200, "its files"),
                troop_field(),
                order_field(),
                ground_field().or("normal"),
                flag("flanked", "whether formed enemies are on its flank or rear"),
            ],
            rank_bonus,
        ),
        Question::new(
            "attacks",
            "how many attacks a unit makes",
            "The models that strike in front and behind, their attacks, and what the weapon adds.",
            [
                whole("models", 1..=200, "its models"),
                whole("files", 1..=200, "its files"),
                whole("contact", 1..=200, "front-rank models that touch the enemy"),
                Field::new("attacks", Kind::int(1..=10), "attacks of each model").or(1),
                weapon_field(),
                flag("mounted", "whether they ride"),
                flag("skirmish", "whether they skirmish"),
                flag("charged", "whether they charged"),
                flag("first_round", "whether it is the first round"),
                flag("frenzied", "whether they are frenzied"),
                flag("leader", "whether a leader is with them"),
                flag("march_column", "whether they are a march column"),
                flag("phalanx", "whether they are a phalanx"),
            ],
            attacks,
        ),
        Question::new(
            "attack_order",
            "who strikes before whom",
            "The steps in order; those in one step strike together.",
            [Field::new("fighters", Kind::list(Kind::record(fighter_fields()), 1..=50), "who fights")],
            attack_order,
        ),
        Question::new(
            "impact",
            "the impact hits of charging chariots",
            "The dice of each, the scores, the mean; with dice how many hit.",
            [
                Field::new("chariot", Kind::one_of(CHARIOTS), "the kind of chariot"),
                Field::new("count", Kind::int(1..=6), "how many").or(1),
                whole("toughness", 1..=10, "the target's Toughness"),
                Field::new("save", Kind::int(0..=6), "its save before the modifier, 0 for none").or(0),
                ground_field().or("normal"),
                dice_field(&["impact"]),
            ],
            impact,
        ),
    ]
}

const CHARIOTS: [&str; 3] = ["light_chariot", "heavy_chariot", "scythed_chariot"];

fn weapon_field() -> Field {
    Field::new("weapon", Kind::one_of(Weapon::ALL.iter().map(|w| w.key())), "what they fight with")
        .or("hand_weapon")
}

fn claim_fields() -> Vec<Field> {
    vec![
        whole("wounds", 0..=200, "the wounds it caused"),
        flag("close_order", "infantry in close order"),
        Field::new("ranks", Kind::int(0..=40), "complete ranks behind the first").or(0),
        flag("standard", "a standard"),
        flag("army_standard", "the army standard"),
        flag("high_ground", "higher ground"),
        flag("momentum", "momentum"),
        flag("mounted_in_difficult", "mounted in difficult ground"),
        flag("flank", "a flank attack"),
        flag("rear", "a rear attack"),
        flag("musician", "a musician"),
    ]
}

fn fighter_fields() -> Vec<Field> {
    vec![
        Field::new("name", Kind::Text, "who it is"),
        whole("initiative", 0..=10, "its Initiative"),
        flag("charged", "whether it charged"),
        flag("momentum", "whether it has momentum"),
        weapon_field(),
        Field::new("frontal", Kind::Bool, "whether the enemy is on its front").or(true),
    ]
}

fn combat_result(book: &Wab, form: &Filled) -> Result<Value, Vec<Fault>> {
    let side = |name: &str| {
        let f = form.record(name);
        let claims = Claims {
            close_order: f.bool("close_order"),
            ranks: count(f, "ranks"),
            standard: f.bool("standard"),
            army_standard: f.bool("army_standard"),
            high_ground: f.bool("high_ground"),
            momentum: f.bool("momentum"),
            mounted_in_difficult: f.bool("mounted_in_difficult"),
            flank: f.bool("flank"),
            rear: f.bool("rear"),
        };
        (score::score(count(f, "wounds"), &claims), f.bool("musician"))
    };
    let ((a, drum_a), (b, drum_b)) = (side("a"), side("b"));
    let mut round = score::round(&book.house, [a.total(), b.total()], [drum_a, drum_b]);
    let mut answer = json!({ "score_a": a.total(), "score_b": b.total() });
    if round == Round::RollOff {
        let odds = |round: Round| {
            let key = move |dice: &mut dyn Dice| score::roll_off(dice) == round;
            chance(&certain(key, &true))
        };
        answer["p_a"] = odds(Round::First(1));
        answer["p_b"] = odds(Round::Second(1));
        answer["p_draw"] = odds(Round::Draw);
        if let Some(dice) = thrown(form) {
            round = play(dice, "tie", 2, |dice| score::roll_off(dice))?;
        }
    }
    let (winner, difference) = match round {
        Round::First(by) => ("a", by),
        Round::Second(by) => ("b", by),
        Round::Draw => ("draw", 0),
        Round::RollOff => ("roll_off", 0),
    };
    answer["winner"] = winner.into();
    answer["difference"] = difference.into();
    let mut list: Vec<_> = tallied(&a).chain(tallied(&b)).collect();
    let bogged = |name: &&str| {
        let side = form.record(name);
        side.bool("momentum") && side.bool("mounted_in_difficult")
    };
    list.extend(["a", "b"].into_iter().filter(bogged).map(|_| (rule::RESULT_MOMENTUM, 0.into())));
    if a.total() == b.total() {
        list.push((rule::RESULT_TIE, winner.into()));
    }
    answer["factors"] = factors(list);
    Ok(answer)
}

fn rank_bonus(_: &Wab, form: &Filled) -> Result<Value, Vec<Fault>> {
    let (models, files) = (count(form, "models"), count(form, "files"));
    let bonus =
        score::rank_bonus(models, files, troop(form), order(form), ground(form), form.bool("flanked"));
    let complete = formation::complete_ranks(models, files);
    let mut list = vec![(rule::RESULT_RANKS, Value::from(bonus))];
    if bonus < complete.min(tables().ranks[0]) {
        list.push((rule::RESULT_RANKS_LOST, 0.into()));
    }
    Ok(json!({ "complete_ranks": complete, "bonus": bonus, "factors": factors(list) }))
}

fn attacks(_: &Wab, form: &Filled) -> Result<Value, Vec<Fault>> {
    let fighters = Fighters {
        guests: 0,
        models: count(form, "models"),
        files: count(form, "files"),
        contact: count(form, "contact"),
        attacks: small(form, "attacks"),
        weapon: Weapon::ALL[form.choice("weapon")],
        mounted: form.bool("mounted"),
        skirmish: form.bool("skirmish"),
        charged: form.bool("charged"),
        first_round: form.bool("first_round"),
        frenzied: form.bool("frenzied"),
        leader: form.bool("leader"),
        column: form.bool("march_column"),
        phalanx: form.bool("phalanx"),
        frontal: true,
    };
    if fighters.contact > fighters.files.min(fighters.models) {
        return Err(vec![form.fault("contact", "is more than its front rank")]);
    }
    let volume = fighters.volume();
    let mut list = vec![
        (rule::COMBAT_WHO, Value::from(volume.front)),
        (rule::COMBAT_ATTACKS, volume.attacks.into()),
        (rule::COMBAT_WEAPONS, volume.rear.into()),
    ];
    if fighters.frenzied {
        list.push((rule::FRENZY_ATTACK, 1.into()));
    }
    if fighters.leader {
        list.push((rule::BASICS_COMMAND, 1.into()));
    }
    if fighters.column {
        list.push((rule::FAST_MARCH_FRONT_RANK, 0.into()));
    }
    Ok(json!({
        "front_models": volume.front,
        "rear_models": volume.rear,
        "attacks": volume.attacks,
        "strength_bonus": volume.strength,
        "reroll_misses": volume.reroll,
        "factors": factors(list),
    }))
}

fn attack_order(book: &Wab, form: &Filled) -> Result<Value, Vec<Fault>> {
    let mut turns: Vec<(Turn, String)> = form
        .records("fighters")
        .map(|f| {
            let weapon = Weapon::ALL[f.choice("weapon")];
            let striker = Striker {
                weapon,
                frontal: f.bool("frontal"),
                charged: f.bool("charged"),
                initiative: small(f, "initiative"),
                momentum: f.bool("momentum"),
            };
            (Turn::of(&book.house, &striker), f.text("name").to_owned())
        })
        .collect();
    turns.sort_by_key(|(turn, _)| std::cmp::Reverse(*turn));
    let steps: Vec<Vec<&str>> = turns
        .chunk_by(|a, b| a.0 == b.0)
        .map(|step| step.iter().map(|(_, n)| n.as_str()).collect())
        .collect();
    Ok(json!({ "steps": steps, "factors": factors([(rule::COMBAT_ORDER, steps.len().into())]) }))
}

fn impact(_: &Wab, form: &Filled) -> Result<Value, Vec<Fault>> {
    let kind = &tables().impact[form.choice("chariot")];
    let n = count(form, "count");
    let wound = to_wound(kind.strength, small(form, "toughness"));
    let needed = to_save(save(form)?, save_modifier(kind.strength));
    let strikes = ground(form) == Going::Normal;
    let hits = |dice: &mut dyn Dice| if strikes { impact_hits(kind, 0, dice) } else { 0 };
    let one = exact(100, hits).unwrap_or_else(|_| Dist::certain(0));
    let blows = Blows { attacks: 1, hit: 1, second: None, reroll: None, wound, save: needed };
    let casualty = certain(|dice| blows.unsaved(blows.wounds(1, 0, dice), 0, dice), &1);
    let mean_hits = one.mean(|h| u64::from(*h)) * Fraction::new(n.into(), 1);
    let roll = match (kind.halved, kind.dice) {
        (true, n) => format!("{n}d3"),
        (false, n) => format!("{n}d6"),
    };
    let mut answer = json!({
        "hits_roll": if strikes { roll } else { "0".to_owned() },
        "strength": kind.strength,
        "wound_needed": wound,
        "save_needed": needed,
        "mean_hits": chance(&mean_hits),
        "mean_casualties": chance(&(mean_hits.clone() * casualty.clone())),
        "p_casualty": chance(&casualty),
    });
    if let Some(dice) = thrown(form) {
        let rolled = if strikes { n * u16::from(kind.dice) } else { 0 };
        let total = play(dice, "impact", rolled, |dice| (0..n).map(|_| hits(&mut *dice)).sum::<u16>())?;
        answer["hits"] = total.into();
    }
    answer["factors"] = factors([
        (rule::TROOPS_CHARIOTS, kind.strength.into()),
        (rule::COMBAT_WOUND, wound.into()),
        (rule::COMBAT_SAVE, needed.into()),
    ]);
    Ok(answer)
}
