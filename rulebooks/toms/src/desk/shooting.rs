//! The question about a volley.

use super::Question;
use super::attack::{Answered, Asked};
use super::forms::{body_field, dice_field, face, face_field, flag, troops};
use crate::combat::rules;
use crate::combat::shield::{Threat, save};
use crate::data::scale::NEAR;
use crate::data::tables::tables;
use crate::data::troop::{Missile, Profile};
use crate::fire::rules::catches;
use crate::{Toms, rule};
use form::{Fault, Field, Filled, Kind, Node};
use serde_json::Value;

pub(super) fn questions() -> Vec<Question> {
    let thrown = || dice_field(&["kill", "reroll", "save"]);
    let screen = [
        Field::new("kind", Kind::one_of(["unit", "hill", "obstacle"]), "what it is"),
        Field::new("gap", Kind::number(0.0..=1000.0).in_unit("inches"), "from it to the target"),
    ];
    let kinds = ["volley", "reaction", "javelin_strike", "flame"];
    vec![Question::new(
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
    )]
}

/// Why a unit cannot shoot such a volley, if it cannot.
fn cannot_shoot(who: &Profile, javelins: bool, flame: bool) -> Option<&'static str> {
    if who.is_engine() {
        Some("ask `ballista`")
    } else if !who.shoots() {
        Some("it has no missiles")
    } else if javelins && who.missile != Missile::Javelin {
        Some("it has no javelins")
    } else {
        (flame && who.is_elephant()).then_some("elephants shoot no fire")
    }
}

fn shoot(book: &Toms, form: &Filled) -> Result<Value, Vec<Fault>> {
    let (shooter, target) = (troops(book, form.record("shooter"))?, troops(book, form.record("target"))?);
    let [reaction, javelins, flame] = [1, 2, 3].map(|kind| form.choice("kind") == kind);
    if let Some(what) = cannot_shoot(&shooter.who, javelins, flame) {
        return Err(vec![form.fault("shooter", what)]);
    }
    let screens: Vec<&Filled> = form.records("screens").collect();
    if (reaction || javelins) && !screens.is_empty() {
        return Err(vec![form.fault("screens", "nothing is in the way of such a volley")]);
    }
    let gap = tables().shooting.gap + NEAR;
    let over = screens.iter().any(|s| s.choice("kind") == 0 && s.number("gap") > gap);
    let woods = form.bool("target_in_woods");
    let obscured = woods || screens.iter().any(|s| s.number("gap") <= gap);
    let steady = !form.bool("moved") && !reaction && !javelins;
    let asked = Asked {
        needs: rules::volley(&target.who, steady),
        dice: rules::volley_dice(&shooter.who, shooter.men, over),
        save: save(&book.house, &target.who, target.men, Threat::missiles(face(form, "face"), obscured)),
        target: &target,
        threatens: true,
        rules: vec![
            (true, shooter.who.rule),
            (woods, rule::WOODS_COVER),
            (reaction, rule::REACT_FIRE),
            (javelins, rule::CHARGE_JAVELIN),
            (flame, rule::FLAME_VOLLEY),
            (flame, rule::FLAME_CATCH),
            (flame && steady, rule::FLAME_STEADY),
            (!screens.is_empty(), rule::SHOOT_OBSCURED),
            (!screens.is_empty(), rule::SHOOT_OVER),
            (target.who.lines == 3, rule::SHOOT_PIKES),
        ],
    };
    let Answered { mut answer, odds, thrown } = asked.answer(form)?;
    answer["obscured"] = obscured.into();
    if flame {
        let caught = |kills: u16| catches(&book.house, kills);
        let p = odds.chance(|o| caught(o.kills));
        let large = asked.attack().dice > 6;
        answer["p_catch"] = if large { p.to_decimal(9) } else { p.to_string() }.into();
        if let Some(o) = thrown {
            answer["catches"] = caught(o.kills).into();
        }
    }
    Ok(answer)
}
