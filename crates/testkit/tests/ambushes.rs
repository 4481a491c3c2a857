//! Nobody can tell whether an enemy has troops in ambush: battles with none, with some and with many of them look the
//! same on the wire, in the journal and to the enemy's generals until they are revealed.

use dice::{Dice, Die, RollId, Seeded};
use opponent::{Budget, Level, Player};
use proto::{WireEntry, WireView};
use std::collections::BTreeMap;
use testudo::{AnyBattle, Scenario};
use umpire::{Asked, Command, Entry, Form, Place, Side, UnitId, Viewer};

/// Dice that fall for each unit as if it alone had thrown any: more units do not change what the others throw.
struct OfEach {
    seed: u64,
    names: Vec<String>,
    thrown: BTreeMap<(String, String), u64>,
}

impl OfEach {
    fn new(battle: &AnyBattle, seed: u64) -> Self {
        let field = battle.field();
        let names = field.ids().map(|id| field.card(id).name.clone()).collect();
        OfEach { seed, names, thrown: BTreeMap::new() }
    }
}

impl Dice for OfEach {
    fn roll(&mut self, why: RollId, die: &'static Die) -> u8 {
        let name = why.unit.map_or_else(|| why.side.to_string(), |id| self.names[usize::from(id)].clone());
        let key = (why.rule.to_owned(), name);
        let spread = |text: &str| text.bytes().fold(7u64, |h, b| h.wrapping_mul(31).wrapping_add(b.into()));
        let stream = spread(&key.0) ^ spread(&key.1).rotate_left(17);
        let n = self.thrown.entry(key).or_default();
        *n += 1;
        Seeded::stream(self.seed ^ stream, *n).roll(why, die)
    }
}

const HEAD: &str = "book = \"toms\"\nid = \"lair\"\nname = \"Lair\"\nfirst = \"red\"\ntable = { depth = 48 }\n[terrain]\npieces = [\n\
    { kind = \"wood\", polygon = [[2, 34], [24, 34], [24, 47], [2, 47]] },\n\
    { kind = \"wood\", polygon = [[50, 1], [70, 1], [70, 11], [50, 11]] }]\n";

const GREEKS: &str = "[red]\narmy = \"greek\"\nedge = \"south\"\nunits = [\n\
    { name = \"Right\", unit = \"greek.hoplite\", figures = 16, general = true, x = 40, y = 11, facing = 0 },\n\
    { name = \"Left\", unit = \"greek.hoplite\", figures = 16, x = 36, y = 11, facing = 0 },\n\
    { name = \"Bows\", unit = \"greek.archer\", figures = 16, x = 45, y = 11, facing = 0 },\n\
    { name = \"Horse\", unit = \"greek.cataphract\", figures = 6, x = 30, y = 11, facing = 0 }]\n";

const PERSIANS: [&str; 4] = [
    "{ name = \"Levy\", unit = \"persian.spearman\", figures = 16, general = true, x = 40, y = 30, facing = 180 },\n",
    "{ name = \"Guard\", unit = \"persian.immortal_spearman\", figures = 12, x = 44, y = 30, facing = 180 },\n",
    "{ name = \"Archers\", unit = \"persian.archer\", figures = 16, x = 36, y = 30, facing = 180 },\n",
    "{ name = \"Riders\", unit = \"persian.spearman_cavalry\", figures = 8, x = 50, y = 30, facing = 180 },\n",
];

/// A battle in which so many Persians lie in ambush, the first of them in the middle of the list.
fn battle(hidden: usize) -> AnyBattle {
    let mut units: Vec<String> = PERSIANS.iter().map(|u| (*u).to_owned()).collect();
    for i in 0..hidden {
        let (kind, at) = if i == 0 { ("spearman", 1) } else { ("archer", units.len()) };
        let x = 4 + 4 * i;
        units.insert(
            at,
            format!(
                "{{ name = \"Ambush {i}\", unit = \"persian.{kind}\", figures = 8, x = {x}, y = 44, facing = 180, hidden = true }},\n"
            ),
        );
    }
    let text = format!(
        "{HEAD}{GREEKS}[blue]\narmy = \"persian\"\nedge = \"north\"\nunits = [\n{}]\n",
        units.concat()
    );
    Scenario::from_text("lair", &text).expect("good").muster().unwrap_or_else(|e| panic!("{e}"))
}

/// Everything that goes over the wire to a viewer after a step.
fn sent(battle: &AnyBattle, viewer: Viewer, entries: &[Entry]) -> String {
    let view = serde_json::to_string(&WireView::of_any(&battle.view(viewer))).expect("plain data");
    let heard = battle.overheard(viewer, entries);
    let told: Vec<WireEntry> = heard.iter().map(|e| WireEntry::of(e, battle.rules())).collect();
    format!("{view}\n{}", serde_json::to_string(&told).expect("plain data"))
}

fn is_hidden(battle: &AnyBattle) -> bool {
    let seen = battle.view(Viewer::Spectator);
    let names: Vec<&str> = seen.field().ids().map(|id| seen.field().card(id).name.as_str()).collect();
    names.iter().all(|name| !name.starts_with("Ambush"))
}

/// Fights both battles with the same decisions and dice as long as the ambush holds, and compares what everyone but
/// its owner learns; gives how many steps that were.
fn look_alike(mut plain: AnyBattle, mut lair: AnyBattle, seed: u64) -> usize {
    let mut players = Side::ALL.map(|side| Player::new(Level::Recruit, seed, side));
    let (mut dice, mut others) = (OfEach::new(&plain, seed), OfEach::new(&lair, seed));
    let outsiders = [Viewer::Player(Side::Red), Viewer::Spectator];
    for step in 0.. {
        let (Asked::One(side), Asked::One(_)) = (plain.asked(), lair.asked()) else { return step };
        let view = plain.view(Viewer::Player(side));
        let command = players[side as usize].decide(&view, side);
        if side == Side::Red {
            for level in [Level::Recruit, Level::Veteran, Level::Strategos] {
                let think = |b: &AnyBattle| {
                    let mut player =
                        Player::new(level, 3, side).within(Budget { battles: Some(12), time: None });
                    player.decide(&b.view(Viewer::Player(side)), side)
                };
                if level != Level::Strategos || step % 40 == 0 {
                    assert_eq!(think(&plain), think(&lair), "step {step}: the {level} peeks");
                }
            }
        }
        let (mut journal, mut other) = (Vec::new(), Vec::new());
        plain
            .submit(side, &command, &mut dice, &mut journal)
            .unwrap_or_else(|no| panic!("{command:?}: {no:?}"));
        lair.submit(side, &command, &mut others, &mut other)
            .unwrap_or_else(|no| panic!("{command:?}: {no:?}"));
        // An army with more in ambush breaks later.
        let is_over = |b: &AnyBattle| matches!(b.asked(), Asked::Nobody(_));
        if !is_hidden(&lair) || is_over(&plain) || is_over(&lair) {
            return step;
        }
        for viewer in outsiders {
            assert_eq!(
                sent(&plain, viewer, &journal),
                sent(&lair, viewer, &other),
                "step {step}: {viewer:?}"
            );
        }
    }
    unreachable!("a battle ends")
}

#[test]
fn battles_with_and_without_an_ambush_look_alike() {
    let hidden = [1, 2, 4].map(|n| (1..=6).map(|seed| look_alike(battle(0), battle(n), seed)).sum::<usize>());
    assert!(hidden.iter().all(|steps| *steps > 60), "ambushes are found too soon to tell: {hidden:?} steps");
}

/// One army of a scenario without places: the same units, some more of them.
fn mustered(more: usize) -> AnyBattle {
    let strip = |units: &str| -> String {
        let cut = |line: &str| match line.find(", x = ") {
            Some(i) => format!("{} }},\n", line[..i].replace(", general = true", "")),
            None => format!("{line}\n"),
        };
        units.lines().map(cut).collect()
    };
    let mut blue = strip(&PERSIANS.concat());
    for i in 0..more {
        blue += &format!("{{ name = \"Ambush {i}\", unit = \"persian.spearman\", figures = 8 }},\n");
    }
    let red = strip(GREEKS);
    let red = if red.trim_end().ends_with(']') { red } else { format!("{red}]\n") };
    let text = format!("{HEAD}{red}[blue]\narmy = \"persian\"\nedge = \"north\"\nunits = [\n{blue}]\n");
    Scenario::from_text("lair", &text).expect("good").muster().unwrap_or_else(|e| panic!("{e}"))
}

#[test]
fn armies_that_set_up_look_alike_whoever_lies_in_ambush() {
    let mut steps = 0;
    for seed in 1..=4 {
        let (mut plain, mut lair) = (mustered(0), mustered(3));
        let (mut dice, mut others) = (OfEach::new(&plain, seed), OfEach::new(&lair, seed));
        let mut players = Side::ALL.map(|side| Player::new(Level::Recruit, seed, side));
        while plain.standing().turn == 0 {
            let Asked::One(side) = plain.asked() else { panic!("somebody is asked") };
            let view = plain.view(Viewer::Player(side));
            let command = players[side as usize].decide(&view, side);
            let view = lair.view(Viewer::Player(side));
            let form = view.pending().ask(side).map(|ask| ask.form.clone());
            let more = match (&command, form) {
                (Command::Place(places), Some(Form::Place { units, .. })) if side == Side::Blue => {
                    let placed = |id: &UnitId| places.iter().any(|(other, _)| other == id);
                    let rest = units.into_iter().filter(|id| !placed(id));
                    let lying = rest.enumerate().map(|(i, id)| {
                        let at = table::Vec2::new(4.0 + 4.0 * i as f64, 44.0) * 25.4;
                        (id, table::Pose::new(at, table::Facing::degrees(180.0)))
                    });
                    Command::Place(places.iter().copied().chain(lying).collect())
                }
                _ => command.clone(),
            };
            let (mut journal, mut other) = (Vec::new(), Vec::new());
            plain
                .submit(side, &command, &mut dice, &mut journal)
                .unwrap_or_else(|no| panic!("{command:?}: {no:?}"));
            lair.submit(side, &more, &mut others, &mut other).unwrap_or_else(|no| panic!("{more:?}: {no:?}"));
            for viewer in [Viewer::Player(Side::Red), Viewer::Spectator] {
                assert_eq!(sent(&plain, viewer, &journal), sent(&lair, viewer, &other), "{command:?}");
            }
        }
        let lying = lair.field().ids().filter(|&id| {
            let (card, unit) = (lair.field().card(id), lair.field().unit(id));
            card.name.starts_with("Ambush") && unit.place == Place::Table
        });
        assert_eq!(lying.count(), 3);
        assert!(is_hidden(&lair));
        steps += look_alike(plain, lair, seed);
    }
    assert!(steps > 40, "ambushes are found too soon to tell: {steps} steps");
}
