//! Scenario files: a battle with everyone in place and ordered. Lengths are in paces.

use crate::board::state::{Away, Champion, Command, General, Phase, State, Step};
use crate::board::{Board, contact};
use crate::data::disorder::{Breed, Cause};
use crate::data::formation;
use crate::data::formation::Block;
use crate::data::kit::{Kit, Land};
use crate::data::lengths::HAIR;
use crate::data::troop::{Class, Mover, Training, Troop};
use crate::house::House;
use crate::orders::objective;
use crate::orders::order::{Order, Posture};
use crate::{Wrg6, setup};
use form::{Answer, Fault, Field as FormField, Filled, Kind, Node, Source, fill, parse_toml};
use std::sync::Arc;
use table::{Band, Facing, Ground, KindId, Piece, Point, Polygon, Pose, Shape, Vec2};
use umpire::{BySide, Field, Place, Roster, Side, Unit, UnitCard, UnitId};

/// The scenarios that come with the book: their ids and texts.
pub fn bundled() -> &'static [(&'static str, &'static str)] {
    &[
        ("zama", include_str!("../data/scenarios/zama.toml")),
        ("carrhae", include_str!("../data/scenarios/carrhae.toml")),
        ("telamon", include_str!("../data/scenarios/telamon.toml")),
    ]
}

/// The fields of a scenario file.
pub fn fields() -> Vec<FormField> {
    let text = |name, help| FormField::new(name, Kind::Text, help);
    let side = |name, help| FormField::new(name, Kind::record(army_fields()), help);
    vec![
        FormField::new("book", Kind::one_of(["wrg6"]), "the rulebook"),
        text("id", "its short name"),
        text("name", "its name"),
        text("summary", "what it is about").or(""),
        FormField::new("house", Kind::record(House::fields()), "the house rules that differ")
            .or(Node::record([])),
        FormField::new("by_turns", Kind::Bool, "whether bodies without a place are deployed by their sides, and terrain is named by turns if none is given")
            .or(false),
        FormField::new("terrain", Kind::list(Kind::record(land_fields()), ..=60), "the ground")
            .or(Node::list([])),
        side("red", "the side whose edge is the south"),
        side("blue", "the side whose edge is the north"),
    ]
}

fn place() -> Kind {
    Kind::number(-100.0..=10_000.0).in_unit("paces")
}

fn land_fields() -> Vec<FormField> {
    let points = Kind::list(Kind::list(place(), 2..=2), 2..=64);
    vec![
        FormField::new("id", Kind::Text, "its short name"),
        FormField::new("kind", Kind::one_of(Land::ALL.iter().map(|l| l.key())), "what it is"),
        FormField::new("points", points, "its corners, or the middle line of a river or road"),
        FormField::new("width", Kind::number(1.0..=200.0).in_unit("paces"), "the width of a river or road")
            .optional(),
    ]
}

fn army_fields() -> Vec<FormField> {
    let postures = Kind::one_of(Posture::ALL.iter().map(|p| p.key()));
    vec![
        FormField::new("name", Kind::Text, "the name of the army"),
        FormField::new("familiar", Kind::Bool, "whether it knows elephants without having any").or(false),
        FormField::new("signal", postures, "the posture that its signal orders").optional(),
        FormField::new("body", Kind::list(Kind::record(body_fields()), 1..=60), "its bodies"),
    ]
}

fn body_fields() -> Vec<FormField> {
    let words = Troop::ALL.iter().map(|t| t.key()).chain(Troop::ALL.iter().map(|t| t.abbr()));
    let flag = |name, help| FormField::new(name, Kind::Bool, help).or(false);
    vec![
        FormField::new("id", Kind::Text, "its label"),
        FormField::new("name", Kind::Text, "its name"),
        FormField::new("troop", Kind::one_of(words), "the troop type"),
        FormField::new("training", Kind::one_of(["regular", "irregular"]), "its training"),
        FormField::new("class", Kind::one_of(Class::ALL.iter().map(|c| c.key())), "its class"),
        FormField::new("figures", Kind::int(1..=60), "its figures or models"),
        FormField::new("ranks", Kind::int(1..=8), "its ranks"),
        FormField::new("weapons", Kind::list(Kind::Text, ..=6), "its weapons beyond sidearms")
            .or(Node::list([])),
        flag("shield", "whether it has shields"),
        flag("scythed", "whether its chariots have scythes"),
        FormField::new("breed", Kind::one_of(Breed::ALL.iter().map(|b| b.key())), "the breed of its horses")
            .or("other"),
        FormField::new(
            "moved_by",
            Kind::one_of(Mover::ALL.iter().map(|m| m.key())),
            "what moves its engines",
        )
        .optional(),
        FormField::new(
            "order",
            Kind::Text,
            "its order, such as `C Q A`, with an objective if it is not the enemy's edge: `to 900 700`, `to hill`, `follow R3`",
        ),
        FormField::new(
            "at",
            Kind::list(place(), 2..=2),
            "the middle of its front edge; left out on a flank march",
        )
        .optional(),
        FormField::new("facing", Kind::number(0.0..=360.0).in_unit("degrees"), "the way it faces").optional(),
        FormField::new("general", Kind::Text, "the general with it").optional(),
        flag("cinc", "whether he is the commander-in-chief"),
        FormField::new("under", Kind::Text, "the subordinate general who commands it").optional(),
        flag("rides", "whether it is mounted infantry, which begins on its animals"),
        FormField::new(
            "dismounts_as",
            Kind::one_of(Troop::ALL.iter().filter(|t| !t.is_mounted()).map(|t| t.abbr())),
            "the foot it becomes when it dismounts, if its list allows that",
        )
        .optional(),
        flag("shaken", "whether it begins shaken"),
        FormField::new(
            "disordered",
            Kind::list(Kind::one_of(Cause::ALL.iter().filter(|c| c.needs_rally()).map(|c| c.key())), ..=4),
            "what it begins disordered by",
        )
        .or(Node::list([])),
        flag("aboard", "whether it begins aboard ships at its place"),
        flag("dummy", "whether its beasts are dressed up as elephants"),
        flag("standard", "whether it carries the army standard"),
        flag("relic", "whether it carries the relic"),
        FormField::new(
            "champion",
            Kind::Text,
            "the champion with it who may fight for the commander-in-chief",
        )
        .optional(),
    ]
}

/// Reads a scenario file: the book, the field and the phase in which the battle begins.
///
/// # Errors
/// Everything that is wrong with it, each with its place in the text.
pub fn read(source: &Source<'_>) -> Result<(Wrg6, Field, Phase), Vec<Fault>> {
    let node = parse_toml(source.text).map_err(|fault| vec![fault])?;
    let form = fill(&fields(), &node)?;
    let mut faults = Vec::new();
    let mut book = Wrg6::new(House::read(form.record("house"))?);
    let ground = ground(&book, &form, &mut faults);
    let by_turns = form.bool("by_turns");
    let (mut cards, mut units, mut states) = (Vec::new(), Vec::new(), Vec::new());
    let mut command: BySide<Command> = BySide::default();
    for side in Side::ALL {
        let army = form.record(side.as_str());
        let first = cards.len();
        for body in army.records("body") {
            if let Some((kit, card, unit, state)) = read_body(side, body, &ground, by_turns, &mut faults) {
                if cards.iter().any(|c: &UnitCard| c.label == card.label) {
                    faults.push(body.fault("id", format!("another body is called `{}` too", card.label)));
                }
                book.kits.push(kit);
                cards.push(card);
                units.push(unit);
                states.push(state);
            }
        }
        if faults.is_empty() {
            command[side] = read_command(army, first, &mut faults);
        }
        let elephants = book.kits[first..].iter().any(|kit| kit.troop == Troop::Elephant);
        book.familiar[side] = elephants || army.bool("familiar");
    }
    overlaps(&form, &cards, &units, &mut faults);
    if !faults.is_empty() {
        return Err(faults);
    }
    let names = BySide::each(|side| form.record(side.as_str()).text("name").to_owned());
    let field = Field::new(Arc::new(ground), Arc::new(Roster { names, cards }), units);
    let mut phase = Phase { command, ..Phase::new(states) };
    objectives(&book, &form, &field, &mut phase)?;
    // Whoever is put against an enemy is in hand-to-hand with him.
    phase.contacts = contact::found(Board::of(&book, &field, &phase));
    if by_turns {
        // A map that the file gives stands; without one both sides name pieces.
        phase.named = BySide([if field.ground().pieces.is_empty() { 0 } else { setup::PIECES }; 2]);
        phase.step = if field.ground().pieces.is_empty() { Step::Terrain(Side::Red) } else { Step::Begin };
        phase.asked = setup::asked(&phase).unwrap_or(BySide([true; 2]));
    }
    Ok((book, field, phase))
}

/// Reads the objectives of orders, which name terrain and bodies (`wrg6.orders.grammar`).
fn objectives(book: &Wrg6, form: &Filled, field: &Field, phase: &mut Phase) -> Result<(), Vec<Fault>> {
    let bodies = Side::ALL.into_iter().flat_map(|side| form.record(side.as_str()).records("body"));
    let mut faults = Vec::new();
    for (id, body) in field.ids().zip(bodies) {
        let read = objective::read(Board::of(book, field, phase), field.side(id), body.text("order"));
        match read {
            Ok(order) => phase.state_mut(id).kept.order = Some(order),
            Err(what) => faults.push(body.fault("order", what)),
        }
    }
    if faults.is_empty() { Ok(()) } else { Err(faults) }
}

fn point(pair: &Answer) -> Vec2 {
    match pair.list() {
        [x, y] => Vec2::new(x.number(), y.number()),
        _ => Vec2::default(),
    }
}

fn ground(book: &Wrg6, form: &Filled, faults: &mut Vec<Fault>) -> Ground {
    let mut ground = Ground::bare(book.house.table_width.into(), book.house.table_depth.into());
    for piece in form.records("terrain") {
        let kind = piece.choice("kind");
        let points: Vec<Point> = piece.list("points").iter().map(|p| Point::round(point(p))).collect();
        let shape = match piece.opt("width") {
            Some(width) => Band::new(&points, width.number()).map(Shape::Band),
            None => Polygon::new(&points).map(Shape::Area),
        };
        match shape {
            Ok(shape) => {
                let id = piece.text("id").to_owned();
                ground.pieces.push(Piece { id, kind: KindId(kind as u8), shape, crest: None });
            }
            Err(error) => faults.push(piece.fault("points", error.to_string())),
        }
    }
    ground
}

/// Reads a body: its kit, card, place and state.
fn read_body(
    side: Side,
    body: &Filled,
    ground: &Ground,
    by_turns: bool,
    faults: &mut Vec<Fault>,
) -> Option<(Kit, UnitCard, Unit, State)> {
    let troop = Troop::ALL[body.choice("troop") % Troop::ALL.len()];
    let training = Training::ALL[body.choice("training")];
    let weapons: Vec<String> = body.list("weapons").iter().map(|w| w.text().to_owned()).collect();
    let shield = body.bool("shield") || troop.is_always_shielded();
    let mut kit = Kit::new(troop, training, shield, &weapons)
        .map_err(|what| faults.push(body.fault("weapons", what)))
        .ok()?;
    kit.scythed = body.bool("scythed");
    kit.breed = Breed::ALL[body.choice("breed")];
    if let Some(mover) = body.opt("moved_by") {
        kit.mover = Mover::ALL[mover.choice()];
        if !kit.may_be_moved_by(kit.mover) {
            faults.push(mover.fault("engines are drawn by oxen, light bolt-shooters also by mules or by hand; nothing else is moved by anything"));
        }
    }
    kit.dummy = body.bool("dummy");
    if body.bool("rides") {
        kit.other = Some(Box::new(kit.mounted()));
    }
    if let Some(foot) = body.opt("dismounts_as") {
        let foot = Troop::parse(foot.text()).unwrap_or(Troop::HeavyInfantry);
        let carried = Kit::carried_afoot(foot, &weapons);
        match Kit::new(foot, training, shield, &carried) {
            Ok(afoot) => kit.other = Some(Box::new(afoot)),
            Err(what) => faults.push(body.fault("dismounts_as", what)),
        }
    }
    let figures = body.int("figures") as u16;
    let block = Block::of(figures.into(), body.int("ranks") as u32);
    let files = block.files as u16;
    for refusal in formation::faults(troop, figures.into(), files.into()) {
        faults.push(body.fault("figures", refusal.to_string()));
    }
    let letters: Vec<&str> = body.text("order").split_whitespace().take(3).collect();
    let order =
        Order::parse(&letters.join(" ")).map_err(|what| faults.push(body.fault("order", what))).ok()?;
    let formation = kit.formation(figures, files);
    let mut state = State::new(Some(Class::ALL[body.choice("class")]), figures, Some(order));
    state.seen.changed = body.bool("rides");
    state.seen.aboard = body.bool("aboard");
    state.seen.shaken = body.bool("shaken");
    for cause in body.list("disordered") {
        let known = crate::data::troop::by_key(Cause::ALL, Cause::key, cause.text());
        known.into_iter().for_each(|cause| state.seen.causes.add(cause));
    }
    let mut unit = Unit::waiting(formation);
    match body.opt("at") {
        Some(at) => {
            let usual = if side == Side::Red { 0.0 } else { 180.0 };
            let facing = Facing::degrees(body.opt("facing").map_or(usual, |f| f.number()));
            let centre = point(at) - facing.vec() * (formation.depth() / 2.0);
            unit.pose = Pose::new(centre, facing);
            unit.place = Place::Table;
            if !ground.on_table(&formation.rect(unit.pose), HAIR) {
                faults.push(body.fault("at", "off the table"));
            }
        }
        None if order.area.is_flank_march() => {
            state.kept.away = Some(Away::marching());
        }
        None if by_turns => {}
        None => faults.push(body.fault("at", "missing; only flank marches begin off the table")),
    }
    let card = UnitCard {
        side,
        label: body.text("id").to_owned(),
        name: body.text("name").to_owned(),
        class: troop as u16,
        general: body.has("general"),
    };
    Some((kit, card, unit, state))
}

/// A side's generals, standard, relic and signal (`wrg6.generals.who`).
fn read_command(army: &Filled, first: usize, faults: &mut Vec<Fault>) -> Command {
    let bodies: Vec<&Filled> = army.records("body").collect();
    let id = |i: usize| UnitId((first + i) as u16);
    let mut command = Command::default();
    for (i, body) in bodies.iter().enumerate() {
        if let Some(name) = body.opt("general") {
            let name = name.text().to_owned();
            let under = |b: &&Filled| b.opt("under").is_some_and(|u| u.text() == name);
            let mine = bodies.iter().enumerate().filter(|(_, b)| under(b)).map(|(j, _)| id(j)).collect();
            let general = General {
                name: name.clone(),
                cinc: body.bool("cinc"),
                with: Some(id(i)),
                at: Point::default(),
                command: mine,
                lost: false,
            };
            command.generals.push(general);
        }
        if let Some(name) = body.opt("champion") {
            let name = name.text().to_owned();
            command.champion = Some(Champion { name, with: id(i), lost: false });
        }
        if body.bool("standard") {
            command.standard = Some(id(i));
        }
        if body.bool("relic") {
            command.relic = Some(id(i));
        }
    }
    command.generals.sort_by_key(|general| !general.cinc);
    let chiefs = command.generals.iter().filter(|general| general.cinc).count();
    if chiefs != 1 || command.generals.len() > 4 {
        let what = "an army has one commander-in-chief and at most three subordinate generals";
        faults.push(army.fault("body", what));
    }
    for body in bodies {
        if let Some(under) = body.opt("under")
            && !command.generals.iter().any(|general| general.name == under.text())
        {
            faults.push(under.fault(format!("there is no general `{}`", under.text())));
        }
    }
    command.signal = army.opt("signal").map(|s| Posture::ALL[s.choice()]);
    command
}

fn overlaps(form: &Filled, cards: &[UnitCard], units: &[Unit], faults: &mut Vec<Fault>) {
    for (i, a) in units.iter().enumerate().filter(|(_, u)| u.place == Place::Table) {
        for (j, b) in units.iter().enumerate().skip(i + 1).filter(|(_, u)| u.place == Place::Table) {
            if a.formation.rect(a.pose).overlaps(&b.formation.rect(b.pose), HAIR) {
                let what = format!("{} overlaps {}", cards[i].label, cards[j].label);
                faults.push(form.record(cards[j].side.as_str()).fault("body", what));
            }
        }
    }
}
