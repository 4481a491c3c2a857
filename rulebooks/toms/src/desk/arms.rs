//! Questions about kill rolls, saves and single attacks.

use super::Question;
use super::forms::{
    Troops, body_field, body_fields, dice_field, face, face_field, faces, factors, flag, join, troops,
};
use crate::attack::{self, Attack, Outcome, Rolls};
use crate::flame::{self, burnt_down};
use crate::house::FireDieOne;
use crate::kill::{self, Circumstances, Needs, Sides};
use crate::place::Face;
use crate::shield::{Peril, save};
use crate::tables::tables;
use crate::troop::Missile;
use crate::{Toms, rule};
use dice::{Dist, Fraction, Scripted};
use form::{Fault, Field, Filled, Kind, Node};
use ruling::{Factor, Tally, ledger};
use serde_json::{Value, json};
use umpire::Side;

pub(super) fn questions() -> Vec<Question> {
    let woods = || flag("woods", "whether woods take the gain of charging");
    let thrown = || dice_field(&["kill", "reroll", "save"]);
    let screen = [
        Field::new("kind", Kind::one_of(["unit", "hill", "obstacle"]), "what it is"),
        Field::new("gap", Kind::number(0.0..=1000.0).in_unit("inches"), "from it to the target"),
    ];
    let kinds = ["volley", "reaction", "javelin_strike", "flame"];
    vec![
        Question::new(
            "kill_roll",
            "What is needed to kill?",
            "the number, extra dice, and the chance of one die",
            [
                Field::new("attack", Kind::one_of(["missile", "melee"]), "with what"),
                flag("steady", "whether the shooters stand still"),
                flag("target_armour", "whether the target is armoured"),
                flag("target_cavalry", "whether the target is cavalry"),
                flag("attacker_cavalry", "whether the attacker is cavalry"),
                flag("charging", "whether the attacker charges"),
                flag("counter_charge", "whether the attacker counter-charged"),
                woods(),
                Field::new("target_infantry", Kind::Bool, "whether the target is infantry").optional(),
                face_field("face", "the face attacked"),
            ],
            kill_roll,
        ),
        Question::new(
            "save",
            "What saves?",
            "the number that saves and its chance",
            body_fields().into_iter().chain([
                Field::new("attack", Kind::one_of(Peril::ALL.map(Peril::key)), "what from").or("melee"),
                face_field("face", "the face attacked"),
                flag("obscured", "whether it is obscured"),
            ]),
            saves,
        ),
        Question::new(
            "attacks",
            "How many dice does a unit strike with?",
            "the dice, without those for a low number",
            body_fields().into_iter().chain([Field::new(
                "enemy_at_front",
                Kind::Bool,
                "whether the enemy is at its front",
            )
            .or(true)]),
            attacks,
        ),
        Question::new(
            "shoot",
            "What does a volley do?",
            "dice, numbers and exact odds, or the outcome of dice thrown",
            [
                body_field("shooter", [], "who shoots"),
                body_field("target", [], "who is shot at"),
                Field::new("kind", Kind::one_of(kinds), "what kind of volley").or("volley"),
                flag("moved", "whether the shooters moved"),
                Field::new("screens", Kind::list(Kind::record(screen), ..=50), "what the line crosses")
                    .or(Node::list([])),
                flag("target_in_woods", "whether the target is in a wood"),
                face_field("face", "the face shot at"),
                thrown(),
            ],
            shoot,
        ),
        Question::new(
            "strike",
            "What do a unit's blows do?",
            "dice, numbers and exact odds, or the outcome of dice thrown",
            [
                body_field("attacker", [], "who strikes"),
                body_field("target", [], "who is struck"),
                flag("charging", "whether the attacker charged this turn"),
                flag("counter_charge", "whether the attacker counter-charged"),
                woods(),
                face_field("face", "the face struck"),
                Field::new("enemy_at_front", Kind::Bool, "whether the target is at the attacker's front")
                    .or(true),
                thrown(),
            ],
            strike,
        ),
        Question::new(
            "elephant_touch",
            "What does an elephant's touch do?",
            "dice, numbers and exact odds, or the outcome of dice thrown",
            [body_field("target", [], "who is touched"), face_field("face", "the face touched"), thrown()],
            touch,
        ),
        Question::new(
            "burn",
            "What does a fire do?",
            "dice and exact odds, or the outcome of dice thrown, and the fire die after it",
            [
                Field::new("counter", Kind::int(1..=6), "the fire die"),
                body_field("target", [], "who burns"),
                dice_field(&["kill", "reroll", "save"]),
            ],
            burn,
        ),
    ]
}

/// The chance that a die shows so much or more.
fn die(at_least: u8) -> Fraction {
    Fraction::new(u128::from(7 - at_least.clamp(1, 7)), 6)
}

fn kill_roll(_book: &Toms, form: &Filled) -> Result<Value, Vec<Fault>> {
    let missile = form.choice("attack") == 0;
    for (name, wrong) in [("charging", missile), ("counter_charge", missile), ("steady", !missile)] {
        if wrong && form.bool(name) {
            return Err(vec![form.fault(name, "not with this attack")]);
        }
    }
    let cavalry = form.bool("target_cavalry");
    let who = Sides {
        armour: form.bool("target_armour"),
        cavalry,
        infantry: form.opt("target_infantry").map_or(!cavalry, form::Answer::bool),
        rider: form.bool("attacker_cavalry"),
    };
    let how =
        Circumstances { steady: form.bool("steady"), charging: charging(form), face: face(form, "face") };
    let needs = if missile {
        kill::by_missile(Factor { rule: rule::KILL_BASE, value: tables().kill.needs }, who, how)
    } else {
        kill::by_blow(who, how)
    };
    Ok(json!({
        "needs": needs.needs,
        "extra_dice": needs.extra,
        "modifier": needs.modifier(),
        "p_kill": die(needs.needs).to_string(),
        "factors": factors([&needs.tally]),
    }))
}

/// Whether the attacker has the gain of charging (`toms.charge.woods`).
fn charging(form: &Filled) -> bool {
    let charges = form.bool("charging") || form.bool("counter_charge");
    if charges && form.bool("woods") {
        ledger::cite(rule::CHARGE_WOODS);
    }
    charges && !form.bool("woods")
}

fn saves(book: &Toms, form: &Filled) -> Result<Value, Vec<Fault>> {
    let body = troops(book, form)?;
    let peril = Peril::ALL[form.choice("attack")];
    if peril == Peril::Ballista {
        ledger::cite(rule::BALLISTA_PIERCE);
    }
    let save = save(&book.house, &body.who, body.men, peril, face(form, "face"), form.bool("obscured"));
    let chance = if save.save > 0 { die(save.save) } else { Fraction::ZERO };
    Ok(json!({ "save": save.save, "p_save": chance.to_string(), "factors": factors([&save.tally]) }))
}

fn attacks(book: &Toms, form: &Filled) -> Result<Value, Vec<Fault>> {
    let body = troops(book, form)?;
    let dice = kill::blow_dice(&body.who, body.men, form.bool("enemy_at_front"), body.general);
    Ok(json!({ "dice": dice.total(), "factors": factors([&dice]) }))
}

/// An attack at the desk: its dice, the number needed, the save, and who is attacked.
struct Asked<'a> {
    needs: Needs,
    dice: Tally,
    save: crate::shield::Save,
    target: &'a Troops,
    threatens: bool,
}

impl Asked<'_> {
    fn attack(&self) -> Attack {
        Attack {
            dice: self.dice.total().max(0) as u16,
            needs: self.needs.needs,
            save: self.save.save,
            men: self.target.men,
            general: self.target.general && self.threatens,
        }
    }

    /// The numbers and the exact odds.
    fn odds(&self, outcomes: &Dist<Outcome>) -> Value {
        let attack = self.attack();
        // The fractions of large attacks have dozens of digits.
        let tell = |f: Fraction| if attack.dice > 6 { f.to_decimal(9) } else { f.to_string() };
        let most = attack.dice.min(attack.men);
        let distribution: Vec<String> =
            (0..=most).map(|i| tell(outcomes.chance(|o| o.casualties == i))).collect();
        let p_save = if attack.save > 0 { die(attack.save) } else { Fraction::ZERO };
        json!({
            "dice": attack.dice,
            "needs": attack.needs,
            "save": attack.save,
            "extra_dice": self.needs.extra,
            "p_kill": die(attack.needs).to_string(),
            "p_save": p_save.to_string(),
            "p_casualty": (die(attack.needs) * p_save.complement()).to_string(),
            "expected": tell(outcomes.mean(|o| o.casualties.into())),
            "distribution": distribution,
            "p_destroyed": tell(outcomes.chance(|o| o.casualties >= attack.men)),
            "p_general": tell(outcomes.chance(|o| o.general_killed)),
            "factors": factors([&self.needs.tally, &self.dice, &self.save.tally]),
        })
    }

    /// What dice thrown at the table come to, if they were thrown.
    fn thrown(&self, form: &Filled) -> Result<Option<Outcome>, Vec<Fault>> {
        let Some(dice) = form.opt("dice").map(form::Answer::record) else { return Ok(None) };
        let attack = self.attack();
        let mut all = faces(dice, "kill", usize::from(attack.dice))?;
        let kills = all.iter().filter(|&&f| f >= attack.needs).count();
        let sixes = if attack.general { all.iter().filter(|&&f| f == 6).count() } else { 0 };
        let again = faces(dice, "reroll", sixes)?;
        let left = kills - usize::from(again.contains(&6));
        let saves = faces(dice, "save", if attack.save > 0 { left } else { 0 })?;
        all.extend(again);
        all.extend(saves);
        let rolls = Rolls::of(rule::KILL_BASE, Side::Red, Side::Blue, 0);
        Ok(Some(attack::roll(&attack, rolls, &mut Scripted::new(all))))
    }

    /// The whole answer, with more that follows from the kills.
    fn answer(&self, form: &Filled) -> Result<(Value, Dist<Outcome>, Option<Outcome>), Vec<Fault>> {
        let wrong = |e: dice::TooManyPaths| vec![form.fault("target", e.to_string())];
        let outcomes = attack::odds(&self.attack()).map_err(wrong)?;
        let thrown = self.thrown(form)?;
        let mut answer = self.odds(&outcomes);
        if let Some(o) = thrown {
            let men = self.target.men;
            let came = json!({
                "kills": o.kills,
                "general_killed": o.general_killed,
                "saved": o.saved,
                "casualties": o.casualties,
                "men_left": men - o.casualties,
                "destroyed": o.casualties == men,
            });
            answer = join([answer, came]);
        }
        ledger::cite(rule::CASUALTIES);
        Ok((answer, outcomes, thrown))
    }
}

fn shoot(book: &Toms, form: &Filled) -> Result<Value, Vec<Fault>> {
    let (shooter, target) = (troops(book, form.record("shooter"))?, troops(book, form.record("target"))?);
    let [reaction, javelins, flame] = [1, 2, 3].map(|kind| form.choice("kind") == kind);
    let wrong = if shooter.who.is_engine() {
        Some("ask `ballista`")
    } else if !shooter.who.shoots() {
        Some("it has no missiles")
    } else if javelins && shooter.who.missile != Missile::Javelin {
        Some("it has no javelins")
    } else if flame && shooter.who.is_elephant() {
        Some("elephants shoot no fire")
    } else {
        None
    };
    if let Some(what) = wrong {
        return Err(vec![form.fault("shooter", what)]);
    }
    let screens: Vec<&Filled> = form.records("screens").collect();
    if (reaction || javelins) && !screens.is_empty() {
        return Err(vec![form.fault("screens", "nothing is in the way of such a volley")]);
    }
    let gap = tables().shooting.gap + crate::rates::NEAR;
    let over = screens.iter().any(|s| s.choice("kind") == 0 && s.number("gap") > gap);
    let woods = form.bool("target_in_woods");
    let obscured = woods || screens.iter().any(|s| s.number("gap") <= gap);
    if woods {
        ledger::cite(rule::WOODS_COVER);
    }
    for (applies, rule) in
        [(reaction, rule::REACT_FIRE), (javelins, rule::CHARGE_JAVELIN), (flame, rule::FLAME_VOLLEY)]
    {
        if applies {
            ledger::cite(rule);
        }
    }
    let steady = !form.bool("moved") && !reaction && !javelins;
    if steady && flame {
        ledger::cite(rule::FLAME_STEADY);
    }
    let asked = Asked {
        needs: kill::volley(&target.who, steady),
        dice: kill::volley_dice(&shooter.who, shooter.men, over),
        save: save(&book.house, &target.who, target.men, Peril::Missile, face(form, "face"), obscured),
        target: &target,
        threatens: true,
    };
    let (mut answer, outcomes, thrown) = asked.answer(form)?;
    answer["obscured"] = obscured.into();
    if flame {
        ledger::cite(rule::FLAME_CATCH);
        let caught = |kills: u16| flame::catches(&book.house, kills);
        let p = outcomes.chance(|o| caught(o.kills));
        let large = asked.attack().dice > 6;
        answer["p_catch"] = if large { p.to_decimal(9) } else { p.to_string() }.into();
        if let Some(o) = thrown {
            answer["catches"] = caught(o.kills).into();
        }
    }
    Ok(answer)
}

fn strike(book: &Toms, form: &Filled) -> Result<Value, Vec<Fault>> {
    let (attacker, target) = (troops(book, form.record("attacker"))?, troops(book, form.record("target"))?);
    let charges = charging(form);
    if charges {
        ledger::cite(rule::CHARGE_KILL);
    }
    let struck = face(form, "face");
    let needs = kill::blow(&book.house, &attacker.who, &target.who, charges, struck);
    let mut dice =
        kill::blow_dice(&attacker.who, attacker.men, form.bool("enemy_at_front"), attacker.general);
    dice.add(rule::KILL_BELOW2, needs.extra as i8);
    let peril = if attacker.who.is_elephant() { Peril::Elephant } else { Peril::Melee };
    let save = save(&book.house, &target.who, target.men, peril, struck, false);
    let asked = Asked { needs, dice, save, target: &target, threatens: true };
    Ok(asked.answer(form)?.0)
}

fn touch(book: &Toms, form: &Filled) -> Result<Value, Vec<Fault>> {
    let target = troops(book, form.record("target"))?;
    let mut dice = Tally::default();
    dice.add(rule::ELEPHANT_TOUCH, tables().elephant.touch as i8);
    let struck = face(form, "face");
    let asked = Asked {
        needs: kill::touch(&crate::house::House::default(), false, Face::Front),
        dice,
        save: save(&book.house, &target.who, target.men, Peril::Elephant, struck, false),
        target: &target,
        threatens: true,
    };
    Ok(asked.answer(form)?.0)
}

fn burn(book: &Toms, form: &Filled) -> Result<Value, Vec<Fault>> {
    let target = troops(book, form.record("target"))?;
    let counter = form.int("counter") as u8;
    if book.house.fire_die_one == FireDieOne::Out && counter == tables().flame.out {
        return Err(vec![form.fault("counter", "such a fire is out")]);
    }
    let mut dice = Tally::default();
    dice.add(rule::FLAME_TICK, counter as i8);
    let asked = Asked {
        needs: kill::burning(),
        dice,
        save: save(&book.house, &target.who, target.men, Peril::Burning, Face::Front, false),
        target: &target,
        threatens: false,
    };
    let (mut answer, _, _) = asked.answer(form)?;
    answer["counter_after"] = burnt_down(&book.house, counter).into();
    Ok(answer)
}
