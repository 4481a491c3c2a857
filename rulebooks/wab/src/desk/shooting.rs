//! Questions about missiles and armour.

use crate::combat::rules::{save_modifier, to_save};
use crate::data::armour;
use crate::data::armour::{Attack, Face};
use crate::data::tables::{Cover, tables};
use crate::data::troop::{Missile, Piece};
use crate::desk::forms::{
    Question, chance, chances, count, decimal, dice_field, distribution, factors, flag, inches, play, small,
    tallied, thrown, whole,
};
use crate::nerve::rules::is_quarter;
use crate::shooting::rules::{Aim, Band, NoShot, Shot};
use crate::{Wab, rule, shooting};
use form::{Fault, Field, Filled, Kind};
use ruling::RuleId;
use serde_json::{Value, json};

pub(super) fn questions() -> Vec<Question> {
    let mut volley_fields = aim_fields();
    volley_fields.extend([
        whole("shooters", 1..=200, "how many men shoot"),
        whole("toughness", 1..=10, "the target's Toughness"),
        Field::new("save", Kind::int(0..=6), "its save before the modifier, 0 for none").or(0),
        Field::new("target_models", Kind::int(0..=200), "its models as the phase began").or(0),
        dice_field(&["hit", "wound", "save"]),
    ]);
    vec![
        Question::new(
            "shoot_to_hit",
            "the score to hit with a missile",
            "Whether it can shoot and why not, the band, the score and its parts, the strength, the save modifier \
             and the chance to hit.",
            aim_fields(),
            shoot_to_hit,
        ),
        Question::new(
            "missile_weapon",
            "a row of the missile table at a distance",
            "Band, strength, save modifier, shots of a man who stands, range and notes.",
            [weapon_field(), inches("distance", "how far the target is")],
            missile_weapon,
        ),
        Question::new(
            "shots",
            "how many dice a unit shoots with",
            "The men who shoot in front and behind, and their shots.",
            [
                whole("models", 1..=200, "its models"),
                whole("files", 1..=200, "its files"),
                weapon_field(),
                inches("distance", "how far the target is").or(0.0),
                flag("moved", "whether it moved"),
                flag("skirmish", "whether it skirmishes"),
            ],
            shots,
        ),
        Question::new(
            "volley",
            "a whole volley: hits, wounds, saves, casualties",
            "The scores, the chance of each shot to kill, the odds of every number of casualties and of a panic \
             test; with dice what came of them.",
            volley_fields,
            volley,
        ),
        Question::new(
            "armour_save",
            "the save of a set of armour",
            "The save before and after the modifier, its chance, and what the armour takes off the Movement.",
            [
                Field::new("mounted", Kind::Bool, "whether he rides"),
                Field::new(
                    "pieces",
                    Kind::list(Kind::one_of(Piece::ALL.iter().map(|p| p.key())), ..=12),
                    "his armour",
                ),
                Field::new("attack", Kind::one_of(["melee", "missile"]), "what it meets").or("melee"),
                Field::new("from", Kind::one_of(["front", "flank", "rear"]), "where it comes from")
                    .or("front"),
                flag("skirmish", "whether he skirmishes"),
                flag("two_handed", "whether he fights with both hands"),
                Field::new("strength", Kind::int(1..=10), "the strength of the attack").or(3),
                Field::new("ap", Kind::int(-6..=0), "a further modifier").or(0),
                dice_field(&["save"]),
            ],
            armour_save,
        ),
    ]
}

fn weapon_field() -> Field {
    Field::new("weapon", Kind::one_of(Missile::ALL.iter().map(|m| m.key())), "the weapon")
}

fn weapon(form: &Filled) -> Missile {
    Missile::ALL[form.choice("weapon")]
}

fn aim_fields() -> Vec<Field> {
    vec![
        whole("bs", 0..=10, "the shooter's Ballistic Skill"),
        weapon_field(),
        inches("distance", "how far the target is"),
        flag("moved", "whether the shooter moved"),
        flag("stand_and_shoot", "whether it answers a charge"),
        flag("single_character", "whether the target is one character"),
        Field::new("cover", Kind::one_of(["none", "soft", "hard"]), "the target's cover").or("none"),
        flag("skirmishers", "whether the target skirmishes"),
        flag("moving_light_chariot", "whether the target is a light chariot that moved"),
        flag("large_target", "whether the target is large"),
        flag("fear_shaken", "whether the shooter is shaken by fear"),
    ]
}

fn aim(book: &Wab, form: &Filled) -> Result<Result<Shot, NoShot>, Vec<Fault>> {
    let (moved, stand_and_shoot) = (form.bool("moved"), form.bool("stand_and_shoot"));
    if moved && stand_and_shoot {
        return Err(vec![form.fault("moved", "a unit that stands and shoots has not moved")]);
    }
    let aim = Aim {
        bs: small(form, "bs"),
        missile: weapon(form),
        distance: form.number("distance"),
        moved,
        stand_and_shoot,
        single_character: form.bool("single_character"),
        cover: [Cover::None, Cover::Soft, Cover::Hard][form.choice("cover")],
        skirmishers: form.bool("skirmishers"),
        moving_light_chariot: form.bool("moving_light_chariot"),
        large_target: form.bool("large_target"),
        shaken: form.bool("fear_shaken"),
    };
    Ok(shooting::rules::aim(&book.house, &aim))
}

/// The rules behind a shot with what each gives.
fn reasons(shot: &Shot, form: &Filled) -> Vec<(RuleId, Value)> {
    let mut list = vec![(rule::SHOOT_BS, Value::from(shot.base))];
    list.extend(tallied(&shot.modifiers));
    let slings = tables().missile(weapon(form)).shots_short > 1;
    for (asked, rule, value) in [
        (true, rule::SHOOT_RANGE, Value::from(shot.band.key())),
        (true, rule::SHOOT_MODIFIERS, shot.modifiers.total().into()),
        (form.bool("moved"), rule::SHOOT_MOVE_AND_SHOOT, 0.into()),
        (slings, rule::SHOOT_SLING, shot.shots_each.into()),
    ] {
        if asked && list.iter().all(|(listed, _)| *listed != rule) {
            list.push((rule, value));
        }
    }
    list.push((rule::SHOOT_WEAPON, shot.strength.into()));
    list.push((rule::SHOOT_SAVE_COLUMN, shot.save_modifier.into()));
    let plain = i16::from(shot.base) - shot.modifiers.total();
    if plain < i16::from(tables().shooting_least) {
        list.push((rule::SHOOT_ONE_MISSES, shot.needed.into()));
    }
    if shot.needed > 6 {
        list.push((rule::SHOOT_SEVEN_PLUS, shot.needed.into()));
    }
    if form.bool("fear_shaken") {
        list.push((rule::FEAR_CHARGED, 6.into()));
    }
    list
}

fn hit_chance(shot: &Shot) -> dice::Fraction {
    let one = shot.blows(1, 3, 0);
    let hit = dice::exact(50, |dice| one.hits(1, 0, dice));
    hit.map_or(dice::Fraction::ZERO, |odds| odds.probability(&1))
}

fn shoot_to_hit(book: &Wab, form: &Filled) -> Result<Value, Vec<Fault>> {
    let row = tables().missile(weapon(form));
    let band = Band::of(row.range, form.number("distance"));
    match aim(book, form)? {
        Err(why) => {
            let rule = match why {
                NoShot::BsZero => rule::SHOOT_BS,
                NoShot::Moved => rule::SHOOT_MOVE_AND_SHOOT,
                NoShot::OutOfRange => rule::SHOOT_RANGE,
            };
            Ok(json!({
                "can_shoot": false,
                "reason": why.key(),
                "band": band.key(),
                "p_hit": "0",
                "factors": factors([(rule, why.key().into()), (rule::SHOOT_WEAPON, row.move_note.key().into())]),
            }))
        }
        Ok(shot) => Ok(json!({
            "can_shoot": true,
            "band": shot.band.key(),
            "base": shot.base,
            "modifier": shot.modifiers.total(),
            "needed": shot.needed,
            "strength": shot.strength,
            "save_modifier": shot.save_modifier,
            "shots_each": shot.shots_each,
            "p_hit": chance(&hit_chance(&shot)),
            "factors": factors(reasons(&shot, form)),
        })),
    }
}

fn missile_weapon(book: &Wab, form: &Filled) -> Result<Value, Vec<Fault>> {
    let missile = weapon(form);
    let row = tables().missile(missile);
    let band = Band::of(row.range, form.number("distance"));
    let (shots_each, strength) = shooting::rules::stones(&book.house, missile, band, false);
    let save_modifier = shooting::rules::pierces(&book.house, missile, band, strength);
    Ok(json!({
        "band": band.key(),
        "strength": strength,
        "save_modifier": save_modifier,
        "shots_each": shots_each,
        "range": row.range,
        "half_range": row.range / 2.0,
        "long_range_penalty": row.long_range_penalty,
        "move": row.move_note.key(),
        "massed": row.massed.key(),
        "factors": factors([
            (rule::SHOOT_WEAPON, strength.into()),
            (rule::SHOOT_RANGE, band.key().into()),
            (rule::SHOOT_SAVE_COLUMN, save_modifier.into()),
        ]),
    }))
}

fn shots(book: &Wab, form: &Filled) -> Result<Value, Vec<Fault>> {
    let missile = weapon(form);
    let row = tables().missile(missile);
    let (moved, skirmish) = (form.bool("moved"), form.bool("skirmish"));
    let band = Band::of(row.range, form.number("distance"));
    let none = band == Band::OutOfRange || (moved && row.move_note == crate::data::tables::MoveNote::No);
    let (front, rear) =
        shooting::rules::shooters(count(form, "models"), count(form, "files"), missile, moved, skirmish);
    let (each, _) = shooting::rules::stones(&book.house, missile, band, moved);
    let shots = if none { 0 } else { (front + rear) * u16::from(each) };
    Ok(json!({
        "front": front,
        "rear": rear,
        "shooters": front + rear,
        "shots_each": each,
        "shots": shots,
        "factors": factors([
            (rule::SHOOT_WHO, front.into()),
            (rule::SHOOT_MASSED, rear.into()),
            (rule::SHOOT_RANGE, band.key().into()),
            (if row.shots_short > 1 { rule::SHOOT_SLING } else { rule::SHOOT_WEAPON }, each.into()),
        ]),
    }))
}

/// A save that may be asked about: none, or from 2 to 6.
pub(super) fn save(form: &Filled) -> Result<u8, Vec<Fault>> {
    match small(form, "save") {
        1 => Err(vec![form.fault("save", "a save is 2 to 6, or 0 for none")]),
        save => Ok(save),
    }
}

fn volley(book: &Wab, form: &Filled) -> Result<Value, Vec<Fault>> {
    let shot = aim(book, form)?.map_err(|why| {
        vec![form.fault("weapon", format!("cannot shoot: {}", why.key().replace('_', " ")))]
    })?;
    let shots = count(form, "shooters") * u16::from(shot.shots_each);
    let blows = shot.blows(shots, small(form, "toughness"), save(form)?);
    let odds = blows.odds().map_err(|_| vec![form.fault("shooters", "too many shots to weigh")])?;
    let single = blows.single().odds().map_or(dice::Fraction::ZERO, |odds| odds.probability(&1));
    let mut answer = json!({
        "shots": shots,
        "needed": shot.needed,
        "wound_needed": blows.wound,
        "save_needed": blows.save,
        "p_casualty": chance(&single),
        "mean": chance(&odds.mean(|n| u64::from(*n))),
        "distribution": distribution(&odds, shots),
        "chances": chances(&odds, shots),
    });
    let target = count(form, "target_models");
    if target > 0 {
        answer["panic_at"] = target.div_ceil(4).into();
        answer["chance_of_panic_test"] = chance(&odds.chance(|&n| is_quarter(n, target)));
        answer["p_panic_test"] = decimal(&odds.chance(|&n| is_quarter(n, target)));
    }
    if let Some(dice) = thrown(form) {
        let hits = play(dice, "hit", shots, |dice| blows.hits(shots, 0, dice))?;
        let n = if blows.wound == 0 { 0 } else { hits };
        let wounds = play(dice, "wound", n, |dice| blows.wounds(hits, 0, dice))?;
        let n = if blows.save == 0 { 0 } else { wounds };
        let casualties = play(dice, "save", n, |dice| blows.unsaved(wounds, 0, dice))?;
        answer["hits"] = hits.into();
        answer["wounds"] = wounds.into();
        answer["casualties"] = casualties.into();
    }
    let mut list = reasons(&shot, form);
    list.push((rule::SHOOT_WOUND, blows.wound.into()));
    list.push((rule::COMBAT_SAVE, blows.save.into()));
    answer["factors"] = factors(list);
    Ok(answer)
}

fn armour_save(book: &Wab, form: &Filled) -> Result<Value, Vec<Fault>> {
    let mounted = form.bool("mounted");
    let pieces: Vec<Piece> = form.list("pieces").iter().map(|p| Piece::ALL[p.choice()]).collect();
    let fault = |what: &str| Err(vec![form.fault("pieces", what)]);
    let many = |kind: fn(Piece) -> bool| pieces.iter().filter(|&&p| kind(p)).count() > 1;
    if many(|p| tables().piece(p).body) {
        return fault("at most one body armour");
    }
    if many(armour::is_shield) {
        return fault("at most one kind of shield");
    }
    if many(|p| tables().piece(p).barding) {
        return fault("at most one barding");
    }
    if !mounted && pieces.iter().any(|&p| tables().piece(p).barding) {
        return fault("barding is for mounts");
    }
    if mounted && pieces.contains(&Piece::Pavise) {
        return fault("a pavise is for men on foot");
    }
    let attack = Attack {
        missile: form.choice("attack") == 1,
        from: [Face::Front, Face::Left, Face::Rear][form.choice("from")],
        skirmish: form.bool("skirmish"),
        two_handed: form.bool("two_handed"),
    };
    let base = armour::save(&book.house, &pieces, mounted, attack);
    let modifier = save_modifier(small(form, "strength")) + form.int("ap") as i8;
    let needed = to_save(base, modifier);
    let saves = crate::combat::rules::Blows {
        attacks: 1,
        hit: 2,
        second: None,
        reroll: None,
        wound: 2,
        save: needed,
    };
    let odds = dice::exact(20, |dice| saves.unsaved(1, 0, dice));
    let kept = odds.map_or(dice::Fraction::ZERO, |odds| odds.probability(&0));
    let slowed = armour::slowed(&pieces);
    let mut answer = json!({
        "base_save": base,
        "modifier": modifier,
        "needed": needed,
        "p_save": chance(&kept),
        "movement_penalty": slowed,
    });
    if let Some(dice) = thrown(form) {
        let n = dice.opt("save").map_or(0, |list| list.list().len()) as u16;
        let lost = play(dice, "save", n, |dice| saves.unsaved(n, 0, dice))?;
        answer["saved"] = (n - lost).into();
    }
    let mut list = vec![
        (rule::SAVE_CHART, Value::from(base)),
        (rule::SAVE_FOOTNOTES, base.into()),
        (rule::SAVE_MODIFIER, modifier.into()),
        (rule::SAVE_MOVEMENT, slowed.into()),
    ];
    for &piece in &pieces {
        let rule = match piece {
            Piece::Buckler => rule::SAVE_BUCKLER,
            Piece::Pavise => rule::SAVE_PAVISE,
            piece if armour::is_shield(piece) => rule::SAVE_SHIELD,
            piece if tables().piece(piece).barding => rule::SAVE_BARDING,
            _ => continue,
        };
        list.push((rule, piece.key().into()));
    }
    if attack.two_handed {
        list.push((rule::SAVE_TWO_HANDED, true.into()));
    }
    if u16::from(base) == book.house.best_save {
        list.push((rule::SAVE_LIMITS, base.into()));
    }
    answer["factors"] = factors(list);
    Ok(answer)
}
