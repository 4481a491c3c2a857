//! Orders, names and texts at random.

use crate::data::feature::GROUND_KINDS;
use crate::orders::language::Names;
use crate::orders::language::json::{DEED, EDGE, FLANK, REL, WING};
use crate::orders::language::phrases::{DOINGS, MANNERS, STATES, WINDS};
use crate::orders::language::words::{GROUNDS, TROOPS};
use crate::orders::order::{
    Charge, Condition, Detail, ENEMY_KINDS, Event, Face, Fire, Flank, Leg, Order, Reach, Ref, Shape, Stop,
    Trigger, Verb, Where, Which, Whom,
};
use crate::orders::validate;
use dice::Seeded;

fn pick<'a, T: ?Sized>(dice: &mut Seeded, from: &[&'a T]) -> &'a T {
    from[dice.below(from.len() as u32) as usize]
}

fn one_in(dice: &mut Seeded, n: u32) -> bool {
    dice.below(n) == 0
}

/// Names, some of them awkward.
const NAMED: &[&str] = &[
    "Cohort I",
    "Cohort II",
    "The Second Cohort",
    "Warband",
    "the wood",
    "the hill",
    "The Hill",
    "Light horse",
    "Caesar's own",
    "until dawn",
    "hold",
    "nearest wood",
    "any wood",
    "then",
    "the enemy",
    "X \"the\" \\ ten]th",
    "the hill in front",
    "signal 2",
    "Charge",
    "Οἱ πεζοί",
    "the",
    "in line",
    "ford",
    "attacked",
    "a.b;c",
    "unit",
];

pub fn names(dice: &mut Seeded) -> Names {
    let mut list = |side: char| -> Vec<(String, String)> {
        let count = dice.below(5);
        (0..count).map(|i| (format!("{side}{i}"), pick(dice, NAMED).to_owned())).collect()
    };
    Names::new(list('a'), list('b'), list('f'))
}

fn label(dice: &mut Seeded, known: &[crate::orders::language::Called]) -> String {
    match known {
        [] => pick(dice, &["a1", "x", "odd [label]\\", "Ω 3"]).to_owned(),
        _ => known[dice.below(known.len() as u32) as usize].label.clone(),
    }
}

fn place(dice: &mut Seeded) -> Where {
    *pick(dice, &[&Where::InFront, &Where::Left, &Where::Right, &Where::Behind, &Where::Any, &Where::Nearest])
}

fn one_of<T: Copy>(dice: &mut Seeded, table: &[(&str, T)]) -> T {
    table[dice.below(table.len() as u32) as usize].1
}

fn which(dice: &mut Seeded, names: &Names) -> Which {
    match dice.below(6) {
        0 => {
            let place = (0..200).map(|_| plain(dice, names)).find(Ref::is_ground);
            Which::At(Box::new(place.unwrap_or(Ref::Start)))
        }
        1 => Which::Wing(one_of(dice, WING)),
        2 => Which::Engaged,
        3 => Which::Attacking(label(dice, &names.friends)),
        4 => Which::Broken,
        _ => Which::Strongest,
    }
}

fn reference(dice: &mut Seeded, names: &Names) -> Ref {
    match dice.below(14) {
        0 => Ref::Beside(Box::new(plain(dice, names)), one_of(dice, REL)),
        1 => Ref::Between(Box::new(plain(dice, names)), Box::new(plain(dice, names))),
        2 => Ref::Round(Box::new(plain(dice, names))),
        3 => Ref::EnemySome(pick(dice, &ENEMY_KINDS).to_owned(), which(dice, names)),
        4 => Ref::FriendKind(pick(dice, &ENEMY_KINDS).to_owned(), place(dice)),
        5 => pick(dice, &[&Ref::Start, &Ref::General, &Ref::EnemyGeneral, &Ref::Army]).clone(),
        6 => Ref::Edge(one_of(dice, EDGE)),
        _ => plain(dice, names),
    }
}

fn plain(dice: &mut Seeded, names: &Names) -> Ref {
    let mils = |dice: &mut Seeded| dice.below(200_001) as i32 - 100_000;
    match dice.below(8) {
        0 => Ref::Feature(label(dice, &names.features)),
        1 if !names.features.is_empty() && one_in(dice, 2) => {
            let i = dice.below(names.features.len() as u32) as usize;
            Ref::Name(names.features[i].name.clone(), place(dice))
        }
        1 => Ref::Name(pick(dice, NAMED).to_owned(), place(dice)),
        2 => Ref::Kind(pick(dice, &GROUND_KINDS).to_owned(), place(dice)),
        3 => Ref::Point(mils(dice), mils(dice)),
        4 => Ref::Enemy(label(dice, &names.enemies)),
        5 => Ref::NearestEnemy,
        6 => Ref::EnemyKind(pick(dice, &ENEMY_KINDS).to_owned(), place(dice)),
        _ => Ref::Friend(label(dice, &names.friends)),
    }
}

fn trigger(dice: &mut Seeded, names: &Names, depth: u32) -> Trigger {
    let deed = one_of(dice, DEED);
    let whom = |dice: &mut Seeded, friend: bool| match dice.below(4) {
        0 => Whom::Any,
        1 => Whom::Kind(pick(dice, &ENEMY_KINDS[1..]).to_owned()),
        2 => Whom::General,
        _ => Whom::Unit(label(dice, if friend { &names.friends } else { &names.enemies })),
    };
    match dice.below(if depth == 0 { 17 } else { 19 }) {
        13 => Trigger::After(1 + dice.below(9) as u16),
        14 => pick(dice, &[&Trigger::AnySignal, &Trigger::Relieved]).clone(),
        15 => {
            let reach = *pick(dice, &[&Reach::Inches(8000), &Reach::Range, &Reach::Charge, &Reach::Near]);
            Trigger::near(reach, whom(dice, false))
        }
        16 => {
            let friend = one_in(dice, 2);
            let who = whom(dice, friend);
            let place = one_in(dice, 2).then(|| reference(dice, names));
            Trigger::does(Event { friend, who, deed, place })
        }
        12 => Trigger::attacked_by(whom(dice, false)),
        0 => Trigger::Signal(1 + dice.below(4) as u8),
        1 => Trigger::Period(1 + dice.below(40) as u16),
        2 => Trigger::Reached,
        3 => Trigger::EnemyWithin(1 + dice.below(30_000) as i32, None),
        4 => Trigger::EnemyWithin(8000, Some(pick(dice, &ENEMY_KINDS[1..]).to_owned())),
        5 => Trigger::Attacked,
        6 => Trigger::FiredOn,
        7 => Trigger::Sees(reference(dice, names)),
        8 => Trigger::FriendDoes(label(dice, &names.friends), deed),
        9 => Trigger::EnemyDoes(label(dice, &names.enemies), deed),
        10 => pick(dice, &[&Trigger::BelowTwoThirds, &Trigger::BelowHalf]).clone(),
        11 => Trigger::Attacked,
        17 => Trigger::All((0..1 + dice.below(3)).map(|_| trigger(dice, names, depth - 1)).collect()),
        _ => Trigger::Not(Box::new(trigger(dice, names, depth - 1))),
    }
}

fn triggers(dice: &mut Seeded, names: &Names) -> Vec<Trigger> {
    let count = if one_in(dice, 2) { 0 } else { 1 + dice.below(3) };
    (0..count).map(|_| trigger(dice, names, 3)).collect()
}

fn leg(dice: &mut Seeded, names: &Names) -> Leg {
    let verb = Verb::ALL[dice.below(13) as usize];
    let mut leg = Leg::new(verb);
    if verb.needs_target() || verb == Verb::Hold && one_in(dice, 2) {
        leg.target = (0..200).map(|_| reference(dice, names)).find(|r| verb.takes(r));
    }
    if verb == Verb::MoveDir {
        leg.bearing =
            Some(if one_in(dice, 2) { 45_000 * dice.below(8) as i32 } else { dice.below(360_000) as i32 });
    }
    let ways = if one_in(dice, 3) { dice.below(3) } else { 0 };
    leg.route = (0..ways).map(|_| reference(dice, names)).filter(|r| !r.is_enemy()).collect();
    (leg.until, leg.when) = (triggers(dice, names), triggers(dice, names));
    if one_in(dice, 3) {
        leg.formation = Some(*pick(
            dice,
            &[&Shape::Files(8), &Shape::Line, &Shape::Column, &Shape::Square, &Shape::Ranks(4)],
        ));
    }
    if one_in(dice, 4) {
        leg.pace = Some(1 + dice.below(20_000) as i32);
    }
    if one_in(dice, 3) {
        leg.charge = *pick(dice, &[&Charge::AtWill, &Charge::OrderedTarget, &Charge::Never]);
    }
    leg.countercharge = !one_in(dice, 4);
    leg.evade = !one_in(dice, 4);
    leg.pursue = !one_in(dice, 4);
    if one_in(dice, 3) {
        let target = (0..200).map(|_| reference(dice, names)).find(Ref::is_enemy);
        leg.fire = target.filter(|_| one_in(dice, 2)).map_or(Fire::Hold, Fire::At);
    }
    leg.against_chariots = one_in(dice, 5);
    leg.against_elephants = one_in(dice, 5);
    if one_in(dice, 5) {
        leg.warned_of = (0..1 + dice.below(2)).map(|_| label(dice, &names.features)).collect();
    }
    leg.detail = detail(dice, names, leg.pace.is_some());
    leg
}

fn detail(dice: &mut Seeded, names: &Names, paced: bool) -> Detail {
    let length = |dice: &mut Seeded| one_in(dice, 6).then(|| 1 + dice.below(30_000) as i32);
    Detail {
        distance: length(dice),
        stop: length(dice).map(|n| if n % 2 == 0 { Stop::Range } else { Stop::Short(n) }),
        gap: length(dice),
        side: one_in(dice, 5).then(|| one_of(dice, FLANK)),
        facing: one_in(dice, 5).then(|| match dice.below(5) {
            0 => Face::Bearing(dice.below(360_000) as i32),
            1 => Face::To(reference(dice, names)),
            2 => Face::Enemy,
            3 => Face::Left,
            _ => Face::Right,
        }),
        limit: one_in(dice, 6).then(|| reference(dice, names)),
        avoid: (0..u32::from(one_in(dice, 5))).map(|_| reference(dice, names)).collect(),
        keep_from: one_in(dice, 6).then(|| reference(dice, names)),
        refuse: one_in(dice, 6).then(|| if one_in(dice, 2) { Flank::Left } else { Flank::Right }),
        hidden: one_in(dice, 6),
        report: one_in(dice, 6),
        slow: !paced && one_in(dice, 6),
    }
}

/// Any order with a sound structure.
pub fn order(dice: &mut Seeded, names: &Names) -> Order {
    loop {
        let legs = (0..1 + dice.below(3)).map(|_| leg(dice, names)).collect();
        let on = (0..dice.below(4)).map(|_| Condition {
            resume: one_in(dice, 3),
            repeat: one_in(dice, 3),
            ..Condition::new(triggers(dice, names), leg(dice, names))
        });
        let order = Order { legs, on: on.collect(), text: String::new() };
        if validate::check(&order).is_ok() {
            return order;
        }
    }
}

/// Words of the language and others in any order, with marks between them.
pub fn text(dice: &mut Seeded) -> String {
    let mut out = String::new();
    for _ in 0..dice.below(24) {
        let i = dice.below(1_000_003) as usize;
        out += match dice.below(14) {
            0 => DOINGS[i % DOINGS.len()].0,
            1 => GROUNDS[i % GROUNDS.len()].0,
            2 => TROOPS[i % TROOPS.len()].0,
            3 => pick(dice, &["if", "when", "whenever", "until", "unless", "as soon as", "on"]),
            4 => STATES[i % STATES.len()].0,
            5 => MANNERS[i % MANNERS.len()].0,
            6 => pick(
                dice,
                &[
                    "by way of",
                    "through",
                    "behind",
                    "between",
                    "on the left of",
                    "them",
                    "it",
                    "not",
                    "never",
                ],
            ),
            7 => WINDS[i % 8],
            8 => pick(dice, NAMED),
            9 => pick(
                dice,
                &["the", "any", "nearest", "until", "then", "and", "or", "not", "(", ")", "all of"],
            ),
            10 => pick(
                dice,
                &["8", "-3.5", "99999999999999", "2/3", "[ford]", "\"the long hill\"", "8\"", "[", "\""],
            ),
            11 => pick(dice, &[",", ";", ".", ":", "—", "é", "\u{0}", "𐍈", "{", "\\"]),
            12 => {
                pick(dice, &["Cohort I", "the ford", "the long hill", "Cantiaci", "the enemy", "is within"])
            }
            _ => pick(dice, &["hold", "attack", "march to", "if", "when", "the point (3, 4)", "signal 1"]),
        };
        if !one_in(dice, 8) {
            out.push(' ');
        }
    }
    out
}
