//! Questions about reaction tests.

use super::forms::{
    class, class_field, count, faces, flag, missing, none_or_more, number_of, paces, strength,
    strength_fields, strengths, training, training_field, troop, troop_field,
};
use super::{Question, factors, odds, resting};
use crate::data::lookup::die_word;
use crate::data::occasion::{Column, Occasion};
use crate::data::tables::tables;
use crate::house::House;
use crate::nerve::rules::{Line, Lines, Test};
use crate::orders::order::Posture;
use crate::{nerve, rule};
use dice::{RollId, exact};
use form::{Fault, Field, Filled, Kind, Node};
use mechanics::{Befallen, Counts, Shot};
use serde_json::{Map, Value, json};

pub(super) fn questions() -> Vec<Question> {
    let strength_now = || Field::new("strength", count(0), "the figures or models now");
    let original = || Field::new("original", count(1), "the figures or models at first");
    let postures = Kind::one_of(Posture::ALL.iter().map(|p| p.key()));
    let occasions = Kind::one_of(Occasion::ALL.iter().map(|o| o.key()));
    let leaders = Kind::one_of(["general", "army_standard", "religious_relic"]);
    let thrown = Kind::record([Field::new("reaction", Kind::list(Kind::int(1..=6), ..=3), "the faces")]);
    vec![
        Question::new(
            "reaction",
            "a reaction test, or its exact odds",
            "Dice, factors and column; with dice the row and what it means, without dice the odds of both.",
            [
                troop_field("troop", "the testers"),
                class_field(),
                training_field("training"),
                strength_now(),
                original(),
                Field::new("occasion", occasions, "why they test"),
                Field::new("posture", postures, "their posture").or("A"),
                Field::new("factors", Kind::record(lines()), "the factors that apply").or(Node::record([])),
                flag("shaken", "whether they are shaken"),
                flag("routing", "whether they are routing"),
                flag("recoiling", "whether they must recoil"),
                flag("target_close_foot", "whether they would charge the front of close formation foot"),
                flag("charger_foot", "whether those who charge them are foot"),
                none_or_more("shot_casualties", "the casualties of last period's shooting"),
                Field::new("dice", thrown, "the dice thrown").optional(),
            ],
            test,
        ),
        Question::new(
            "reaction_row",
            "the row of a total",
            "The row, and its words in the three columns.",
            [
                class_field(),
                training_field("training"),
                Field::new("total", Kind::int(-1000..=1000), "the total of dice and factors"),
            ],
            row,
        ),
        Question::new(
            "reaction_dice",
            "how many dice a test has",
            "How many, and of which kind.",
            [strength_now(), original(), training_field("training")],
            dice,
        ),
        Question::new(
            "test_needed",
            "whether a body must test",
            "Whether it must, and every occasion in the order of the sheet.",
            [
                flag("first_in_charge_reach", "whether an enemy could charge it for the first time"),
                flag("first_shot_at", "whether it was shot at for the first time"),
                flag("already_tested_first", "whether it has taken its first test"),
                flag("wishes_to_charge", "whether its owner wishes it to charge"),
                flag("charged", "whether it is charged"),
                none_or_more("periods_shot_at", "in how many periods running it was shot at"),
                none_or_more("shooting_casualties", "what one period's shooting cost it"),
                paces("surprise_distance", "how far off an enemy is that it first sees").optional(),
                paces("friend_broken_distance", "how far off a friend broke").optional(),
                Field::new("lost", Kind::list(leaders, ..=3), "which leaders are lost").or(Node::list([])),
                flag("wishes_to_refrain_from_pursuit", "whether its owner wishes it not to pursue"),
                flag("wishes_to_cease_looting", "whether its owner wishes it to stop looting"),
                flag("wishes_to_rally", "whether its owner wishes it to rally"),
            ]
            .into_iter()
            .chain(strength_fields(["figures", "models"])),
            needed,
        ),
    ]
}

/// A field for each line that can be given.
fn lines() -> Vec<Field> {
    let field = |line: Line| {
        let name = line.key();
        match line.counts() {
            Counts::Once => flag(name, "whether it applies"),
            Counts::Each => Field::new(name, Kind::int(0..=40), "how often it applies").or(0),
            Counts::Choice => {
                Field::new(name, Kind::one_of(["+", "-"]), "whether it counts plus or minus").optional()
            }
        }
    };
    Line::ALL.iter().copied().filter(|line| !line.is_derived()).map(field).collect()
}

fn read_lines(form: &Filled, occasion: Occasion) -> Result<Lines, Vec<Fault>> {
    let mut lines = Lines::default();
    for line in Line::ALL.iter().copied().filter(|line| !line.is_derived()) {
        match line.counts() {
            Counts::Once => lines.note(line, form.bool(line.key())),
            Counts::Each => lines.count(line, number_of(form.get(line.key()))),
            Counts::Choice => {
                if let Some(sign) = form.opt(line.key()) {
                    lines.choose(line, sign.text() == "+");
                }
            }
        }
    }
    if lines.times(Line::WeakTarget) != 0 && occasion != Occasion::InitiateCharge {
        return Err(vec![form.fault(Line::WeakTarget.key(), "counts only when testing to charge")]);
    }
    Ok(lines)
}

fn test(house: &House, form: &Filled) -> Result<Value, Vec<Fault>> {
    let (strength, original) = strengths(form)?;
    let occasion = Occasion::ALL[form.choice("occasion")];
    let mut test = Test {
        troop: troop(form.get("troop")),
        class: class(form),
        training: training(form, "training"),
        strength,
        original,
        occasion,
        posture: Posture::ALL[form.choice("posture")],
        shaken: form.bool("shaken"),
        routing: form.bool("routing"),
        recoiling: form.bool("recoiling"),
        target_close_foot: form.bool("target_close_foot"),
        lines: read_lines(form.record("factors"), occasion)?,
    };
    let strength = test.strength;
    test.derive(form.bool("charger_foot"), (number_of(form.get("shot_casualties")), strength));
    let tally = test.factors(house);
    let mut answer = Map::new();
    answer.insert("dice_count".into(), test.dice_count().into());
    answer.insert("die".into(), die_word(test.die(house)).into());
    answer.insert("modifier".into(), tally.total().into());
    answer.insert("factors".into(), factors(tally.factors()));
    answer.insert("column".into(), occasion.column().key().into());
    if let Some(dice) = form.opt("dice") {
        let thrown = faces(dice.record().get("reaction"), test.die(house), test.dice_count())?;
        let total = tally.total() + thrown.into_iter().map(i16::from).sum::<i16>();
        let row = test.row(total);
        answer.insert("total".into(), total.into());
        answer.insert("row".into(), row.into());
        answer.insert("result".into(), test.outcome(row).key().into());
        answer.insert("shaken_after".into(), test.shaken_after(row).into());
    } else {
        let why = RollId::new(rule::REACTION_TOTAL.as_str(), 0);
        let rows = exact(216, |dice| test.row(test.throw(house, why, dice))).expect("three dice at most");
        answer.insert("rows".into(), odds(&rows, u8::to_string));
        let results = rows.map(|row| test.outcome(*row).key());
        answer.insert("results".into(), odds(&results, |key| (*key).to_owned()));
    }
    // Lights are judged as such, whether the occasion counts it or not.
    let lights = test.troop.is_light().then_some(rule::REACTION_FACTOR_LIGHT_TROOPS);
    let dice = [rule::DICE_TRAINING, rule::REACTION_TOTAL, rule::REACTION_SHAKEN_RECOVERY];
    let rules =
        std::iter::once(tables().reaction.rule(occasion)).chain(test.rules()).chain(dice).chain(lights);
    Ok(resting(answer.into(), rules))
}

fn row(_: &House, form: &Filled) -> Result<Value, Vec<Fault>> {
    let row = nerve::rules::row(class(form), training(form, "training"), form.int("total") as i16);
    let word = |column: usize| &tables().reaction.instructions[column][usize::from(row) - 1];
    let answer = json!({ "row": row, "no_charge": word(0), "initiate_charge": word(1), "charged": word(2) });
    let columns = Column::ALL.iter().map(|column| nerve::rules::column_rule(*column));
    Ok(resting(answer, std::iter::once(rule::REACTION_RESULTS).chain(columns)))
}

fn dice(house: &House, form: &Filled) -> Result<Value, Vec<Fault>> {
    let (strength, original) = strengths(form)?;
    let die = die_word(training(form, "training").reaction_die(house));
    let answer = json!({ "dice_count": nerve::rules::dice_count(strength, original), "die": die });
    Ok(resting(answer, [rule::REACTION_DICE, rule::DICE_TRAINING]))
}

fn needed(house: &House, form: &Filled) -> Result<Value, Vec<Fault>> {
    let casualties = number_of(form.get("shooting_casualties"));
    let size = strength(form, ["figures", "models"])?;
    if casualties > 0 && size.is_none() {
        return Err(missing(form, "figures"));
    }
    let (strength, model) = size.unwrap_or((1, false));
    let wishes = ["wishes_to_refrain_from_pursuit", "wishes_to_cease_looting", "wishes_to_rally"];
    let body = Befallen {
        meets_enemy: form.bool("first_in_charge_reach") || form.bool("first_shot_at"),
        has_met_enemy: nerve::rules::was_first(house, form.bool("already_tested_first")),
        is_to_charge: form.bool("wishes_to_charge"),
        charged: form.bool("charged"),
        shot: Shot {
            men: casualties,
            strength,
            models: model,
            periods: number_of(form.get("periods_shot_at")),
        },
        surprised_at: form.opt("surprise_distance").map(|d| d.number()),
        friend_broke_at: form.opt("friend_broken_distance").map(|d| d.number()),
        // Whoever names a loss means one that counts.
        leader_lost_at: (!form.list("lost").is_empty()).then_some(0.0),
        is_wished: wishes.iter().any(|wish| form.bool(wish)),
        ..Befallen::default()
    };
    let occasions: Vec<&str> = nerve::rules::due(&body).map(|(occasion, _)| occasion.key()).collect();
    // What was asked about was judged, whether it calls for a test or not.
    let judged = [
        (body.meets_enemy, Occasion::First),
        (body.is_to_charge, Occasion::InitiateCharge),
        (body.charged, Occasion::Charged),
        (casualties > 0 || body.shot.periods > 0, Occasion::HeavyShooting),
        (body.surprised_at.is_some(), Occasion::Surprise),
        (body.friend_broke_at.is_some(), Occasion::FriendBroken),
        (body.leader_lost_at.is_some(), Occasion::LeaderLost),
        (body.is_wished, Occasion::Restrain),
    ];
    let judged = judged.into_iter().filter(|(asked, _)| *asked);
    let rules = judged.map(|(_, occasion)| tables().reaction.rule(occasion));
    Ok(resting(json!({ "test": !occasions.is_empty(), "occasions": occasions }), rules))
}
