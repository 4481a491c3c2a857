//! Questions about reaction tests.

use crate::data::reaction::Occasion;
use crate::data::tables::tables;
use crate::desk::forms::{
    MANY, Question, flag, grade, grade_field, inches, none_or_more, number_of, resting, usually,
};
use crate::house::House;
use crate::nerve::rules as nerve;
use crate::nerve::rules::{
    Cinc, Due, Line, MOST, Sheet, Signs, Special, Standing, Test, Verdict, due, order_then,
};
use crate::rule;
use binding::desk::{factors, fraction};
use form::{Answer, Fault, Field, Filled, Kind, Node};
use mechanics::{Befallen, Shot, is_below_half};
use ruling::RuleId;
use serde_json::{Map, Value, json};

pub fn questions() -> Vec<Question> {
    let has_order = || usually("has_order", "whether it has an order");
    let pressed = || flag("pressed", "whether it was fired on this period or is being charged");
    let pursuing = || flag("pursuing", "whether it is pursuing");
    let original = || Field::new("original", figures(), "the figures it began with");
    let far = |name, help| Field::new(name, inches(), help).optional();
    let results = Kind::one_of(Verdict::all().map(Verdict::key));
    vec![
        Question::new(
            "reaction",
            "a reaction test, or its exact odds",
            "Dice, factors and their sum; with dice the score, the result, its periods and what becomes of the \
             order, without dice the chance of every result.",
            [
                grade_field("its grade"),
                usually("regular", "whether it is regular"),
                Field::new("figures", figures(), "its figures"),
                original().optional(),
                has_order(),
                Field::new("occasion", Kind::one_of(Occasion::ALL.map(Occasion::key)), "why it tests")
                    .or(Occasion::Voluntary.key()),
                pressed(),
                pursuing(),
                Field::new("factors", Kind::record(factor_fields()), "what bears on it").or(Node::record([])),
                Field::new(
                    "signs",
                    Kind::list(Kind::int(..), ..=10),
                    "plus or minus 1 for each special factor",
                )
                .optional(),
                Field::new("prefer", Kind::list(results, ..=20), "the results its owner wants, best first")
                    .optional(),
                Field::new("dice", Kind::list(Kind::int(..), ..=10), "the dice thrown").optional(),
            ],
            react,
        ),
        Question::new(
            "reaction_chart",
            "what a score means",
            "The result, for how many periods, and what becomes of the order.",
            [
                grade_field("its grade"),
                has_order(),
                Field::new("score", Kind::int(-10_000..=10_000), "the score"),
                pressed(),
                pursuing(),
            ],
            reaction_chart,
        ),
        Question::new(
            "reaction_due",
            "which tests a unit must make, and whether it may make one",
            "Every test due and when it is made, and whether its owner may ask for one.",
            [
                Field::new("figures", Kind::int(0..=60_000), "its figures"),
                Field::new("figures_before", figures(), "its figures before this period's losses").optional(),
                original(),
                flag("charged", "whether it is charged"),
                flag("contact_in_normal_move", "whether the charger touches it within its normal move"),
                flag("first_fired_on", "whether it is fired on for the first time"),
                flag("first_in_charge_reach", "whether it is in an enemy's charge reach for the first time"),
                far("hidden_enemy_at", "how far off an enemy is whom cover had hidden"),
                flag("warned", "whether it was warned of him"),
                flag("ordered_to_close", "whether it is ordered to come to close quarters"),
                flag("uncontrolled", "whether it is in uncontrolled advance"),
                far("friend_broke_at", "how far off a friendly unit broke"),
                none_or_more("missile_men_lost", "men lost to missiles this period"),
                flag("thrown_back_attack", "whether it threw back an infantry attack it was to await"),
                far("general_lost_at", "how far off its general was lost"),
                flag("in_close_combat", "whether it is in close fighting"),
                flag("broken", "whether it is broken"),
                Field::new("pursuit_period", Kind::int(0..=MANY), "the period of its pursuit").or(0),
                flag("positive_reaction", "whether it carries out a positive result"),
            ],
            reaction_due,
        ),
    ]
}

fn figures() -> Kind {
    Kind::int(1..=60_000)
}

/// A field for each line of the list but sixths lost, which are counted from the figures, and the special ones.
fn factor_fields() -> impl Iterator<Item = Field> {
    let lines =
        Line::ALL.into_iter().filter(|&line| line != Line::SixthsLost).map(|line| match line.each() {
            true => Field::new(line.key(), Kind::int(0..=MOST), "how many there are").or(0),
            false => flag(line.key(), "whether it is so"),
        });
    lines.chain([
        Field::new("cinc", Kind::one_of(["none", "near", "with"]), "where the general is").or("none"),
        flag("behind_cover", "whether it is behind cover or field defences"),
        flag("in_square", "whether it is in square"),
        Field::new("secure_flanks", Kind::int(0..=2), "how many of its flanks are secure").or(0),
    ])
}

/// The unit that a form describes.
fn test(form: &Filled) -> Result<Test, Vec<Fault>> {
    let (grade, regular) = (grade(form.get("class")), form.bool("regular"));
    if tables().points.grade(regular, grade).is_none() {
        let side = if regular { "regulars" } else { "barbarians" };
        let never = format!("no {side} are of grade `{}`", grade.key());
        return Err(vec![form.fault("class", never)]);
    }
    let figures = form.int("figures");
    let original = form.opt("original").map_or(figures, Answer::int);
    if figures > original {
        return Err(vec![form.fault("figures", format!("more than the original {original}"))]);
    }
    let told = form.record("factors");
    let mut sheet = Sheet::default();
    for line in Line::ALL.into_iter().filter(|&line| line != Line::SixthsLost) {
        match line.each() {
            true => sheet.count(line, told.int(line.key()) as u32),
            false => sheet.note(line, told.bool(line.key())),
        }
    }
    Ok(Test {
        grade,
        regular,
        figures: figures as u16,
        original: original as u16,
        has_order: form.bool("has_order"),
        occasion: Occasion::ALL[form.choice("occasion")],
        pressed: form.bool("pressed"),
        pursuing: form.bool("pursuing"),
        sheet,
        special: Special {
            cinc: [Cinc::None, Cinc::Near, Cinc::With][told.choice("cinc")],
            behind_cover: told.bool("behind_cover"),
            in_square: told.bool("in_square"),
            secure_flanks: told.int("secure_flanks") as u8,
        },
    })
}

/// The signs given, one for each special factor.
fn signs(form: &Filled, specials: usize) -> Result<Option<Vec<bool>>, Vec<Fault>> {
    let Some(given) = form.opt("signs") else { return Ok(None) };
    let list: Vec<i64> = given.list().iter().map(Answer::int).collect();
    if list.len() != specials {
        return Err(vec![given.fault(format!("{specials} wanted, one for each special factor"))]);
    }
    if let Some(odd) = list.iter().find(|sign| sign.abs() != 1) {
        return Err(vec![given.fault(format!("{odd} is neither 1 nor -1"))]);
    }
    Ok(Some(list.into_iter().map(|sign| sign > 0).collect()))
}

/// The dice thrown, added up.
fn thrown(form: &Filled, test: &Test) -> Result<Option<u16>, Vec<Fault>> {
    let Some(given) = form.opt("dice") else { return Ok(None) };
    let (die, number) = (nerve::die(test.regular), test.dice_number());
    let list: Vec<i64> = given.list().iter().map(Answer::int).collect();
    if list.len() != usize::from(number) {
        let fewer = if number == 1 { "one die".into() } else { format!("{number} dice") };
        return Err(vec![given.fault(format!("{fewer} wanted, not {}", list.len()))]);
    }
    let face = |&n: &i64| u8::try_from(n).ok().filter(|&face| die.has(face));
    if let Some(odd) = list.iter().find(|n| face(n).is_none()) {
        return Err(vec![given.fault(format!("no {odd} on that die, only {}", faces(test.regular)))]);
    }
    Ok(Some(list.iter().filter_map(face).map(u16::from).sum()))
}

/// The sides of a die, one after the other.
fn faces(regular: bool) -> String {
    let die = nerve::die(regular);
    die.faces.iter().flat_map(|&(face, sides)| (0..sides).map(move |_| face.to_string())).collect()
}

fn react(house: &House, form: &Filled) -> Result<Value, Vec<Fault>> {
    let test = test(form)?;
    let specials = test.special.values();
    let given = signs(form, specials.len())?;
    let thrown = thrown(form, &test)?;
    let wanted = form.opt("prefer").map_or(&[][..], Answer::list);
    let wanted: Vec<Verdict> = wanted.iter().filter_map(|word| Verdict::all().nth(word.choice())).collect();
    let signs = given.as_deref().map_or(Signs::Prefer(&wanted), Signs::Given);
    let tally = nerve::tally(&test.whole_sheet());
    let mut rules = rules_of(&test);
    let mut answer = Map::new();
    answer.insert("dice_count".into(), test.dice_number().into());
    answer.insert("die".into(), faces(test.regular).into());
    answer.insert("modifier".into(), tally.total().into());
    answer.insert("factors".into(), factors(tally.factors()));
    answer.insert("special".into(), specials.iter().map(|&v| Value::from(v)).collect());
    match thrown {
        Some(thrown) => {
            let tested = test.settle(house, thrown, signs);
            answer.insert("special_total".into(), tested.special.into());
            answer.insert("score".into(), tested.score.into());
            answer.insert("result".into(), tested.verdict.key().into());
            answer.insert("periods".into(), tested.verdict.periods().into());
            let order = tested.verdict.order_then(house, test.has_order);
            answer.insert("order".into(), order.key().into());
            rules.push(rule::ORDERS_POSITIVE);
            if let Verdict::Reacts(reaction) = tested.verdict {
                rules.push(reaction.rule());
            }
        }
        None => {
            let odds = test.odds(house, signs);
            let each = odds.iter().map(|(verdict, p)| (verdict.key().to_owned(), fraction(&p)));
            answer.insert("outcomes".into(), each.collect::<Map<_, _>>().into());
        }
    }
    Ok(resting(answer.into(), rules))
}

/// The rules of a test.
fn rules_of(test: &Test) -> Vec<RuleId> {
    let mut rules = vec![
        rule::REACTION_PROCEDURE,
        rule::REACTION_DICE,
        rule::REACTION_DICE_NUMBER,
        rule::REACTION_FACTOR,
        test.occasion.rule(),
        nerve::chart(test.has_order),
    ];
    rules.extend((!test.special.values().is_empty()).then_some(rule::REACTION_SPECIAL));
    rules.extend((!test.special.values().is_empty()).then_some(rule::REACTION_SPECIAL_SIGN));
    rules.extend((test.figures < test.original).then_some(rule::REACTION_FACTOR_SIXTHS_LOST));
    rules.extend((test.special.cinc == Cinc::With).then_some(rule::REACTION_SPECIAL_CINC));
    rules
}

fn reaction_chart(house: &House, form: &Filled) -> Result<Value, Vec<Fault>> {
    let has_order = form.bool("has_order");
    let unit = Standing {
        grade: grade(form.get("class")),
        has_order,
        pressed: form.bool("pressed"),
        pursuing: form.bool("pursuing"),
    };
    let result = nerve::read(unit, form.int("score") as i16);
    let said = json!({
        "result": result.key(),
        "periods": result.periods(),
        "order": order_then(house, has_order, result).key(),
    });
    Ok(resting(said, [nerve::chart(has_order), result.rule(), rule::ORDERS_POSITIVE]))
}

fn reaction_due(house: &House, form: &Filled) -> Result<Value, Vec<Fault>> {
    let (figures, original) = (form.int("figures"), form.int("original"));
    let before = form.opt("figures_before").map_or(figures, Answer::int);
    if figures > original {
        return Err(vec![form.fault("figures", format!("more than the original {original}"))]);
    }
    if before < figures || before > original {
        return Err(vec![form.fault("figures_before", format!("must be from {figures} to {original}"))]);
    }
    let far = |name: &str| form.opt(name).map(Answer::number);
    let unit = Due {
        befallen: Befallen {
            meets_enemy: form.bool("first_fired_on") || form.bool("first_in_charge_reach"),
            is_to_charge: form.bool("ordered_to_close"),
            charged: form.bool("charged") && !form.bool("contact_in_normal_move"),
            shot: Shot {
                men: number_of(form.get("missile_men_lost")),
                strength: before as u32,
                ..Shot::default()
            },
            surprised_at: far("hidden_enemy_at").filter(|_| !form.bool("warned")),
            friend_broke_at: far("friend_broke_at"),
            leader_lost_at: far("general_lost_at"),
            fell_below_half: is_below_half(figures as u32, original as u32)
                && !is_below_half(before as u32, original as u32),
            threw_back: form.bool("thrown_back_attack"),
            ..Befallen::default()
        },
        uncontrolled: form.bool("uncontrolled"),
        in_close_combat: form.bool("in_close_combat"),
        broken: form.bool("broken"),
        pursuit_period: form.int("pursuit_period").min(255) as u8,
        positive_reaction: form.bool("positive_reaction"),
    };
    let (tests, voluntary) = due(house, &unit);
    let each = tests.iter().map(|(occasion, when)| json!({ "occasion": occasion.key(), "when": when.key() }));
    let said = json!({ "tests": each.collect::<Value>(), "voluntary_allowed": voluntary });
    let mut rules = nerve::rules_of_due(house, &unit, &tests);
    if form.bool("charged") {
        rules.extend([rule::REACTION_WHEN_CHARGED, rule::REACTION_TIMING_CHARGED]);
    }
    if form.bool("warned") && far("hidden_enemy_at").is_some() {
        rules.push(rule::ORDERS_WARNED);
    }
    Ok(resting(said, rules))
}
