//! One side of a scenario: its generals, messengers and units.

use crate::army::people::{People, Regulars};
use crate::army::points::{Commander, Purchase, generals_allowed, usual_grade};
use crate::board::formation;
use crate::data::kit::{Kit, Part, Role, may_shoot, usual_hand, usual_missile};
use crate::data::measure::MM;
use crate::data::reaction::Grade;
use crate::data::tables::tables;
use crate::data::troop::{Hand, Haul, Missile, Troop};
use crate::{Wrg1969, rule};
use form::{Answer, Fault, Filled};
use ruling::under;
use table::{Facing, Pose, Vec2};
use umpire::{Field, Place, Side, Unit, UnitCard, UnitId};

/// Where in the file a figure is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Written {
    /// The commander in chief.
    General,
    /// A subordinate general, by number.
    Subordinate(usize),
    /// A unit, by number.
    Unit(usize),
    /// Nowhere: a messenger of the general written there.
    Rider,
    /// With the unit of that number: a part that may break from it.
    Part(usize),
}

/// A unit, a general or a messenger.
pub struct Figure {
    pub label: String,
    pub name: String,
    pub kit: Kit,
    pub figures: u16,
    pub files: u16,
    pub grade: Option<Grade>,
    pub pose: Option<Pose>,
    pub written: Written,
}

/// One side.
pub struct Force {
    pub side: Side,
    pub name: String,
    pub people: People,
    pub zone: f64,
    /// The commander in chief, subordinate generals, units, messengers.
    pub figures: Vec<Figure>,
    /// The labels of subordinate generals and of their units.
    pub subordinates: Vec<(String, Vec<String>)>,
    // The labels of messengers and of their generals.
    riders: Vec<(String, String)>,
    // The labels of large units and of their parts.
    parts: Vec<(String, String)>,
}

/// Into how many bodies besides the first a large unit may fall.
const PARTS: usize = 2;

impl Figure {
    /// Whether it is a part of another.
    fn of(&self, whole: &Figure) -> bool {
        matches!((self.written, whole.written), (Written::Part(i), Written::Unit(n)) if i == n)
    }

    pub fn card(&self, side: Side) -> UnitCard {
        let general = matches!(self.kit.role, Role::General | Role::Subordinate);
        UnitCard {
            side,
            label: self.label.clone(),
            name: self.name.clone(),
            class: self.kit.class(),
            general,
        }
    }

    pub fn unit(&self) -> Unit {
        let unit = Unit::waiting(formation(self.kit.troop, self.figures, self.files));
        match self.pose {
            Some(pose) => Unit { pose, place: Place::Table, ..unit },
            None => unit,
        }
    }

    /// A fault of a field of this figure; of a messenger, of his side.
    pub fn fault(&self, form: &Filled, side: Side, name: &str, what: String) -> Fault {
        let form = form.record(side.as_str());
        match self.written {
            Written::General | Written::Rider => form.record("general").fault(name, what),
            Written::Subordinate(i) => record(form, "subordinates", i).map_or_else(
                || form.fault("subordinates", what.clone()),
                |one| one.fault(name, what.clone()),
            ),
            Written::Unit(i) | Written::Part(i) => record(form, "units", i)
                .map_or_else(|| form.fault("units", what.clone()), |one| one.fault(name, what.clone())),
        }
    }
}

/// The unit with a label.
pub fn number(field: &Field, label: &str) -> Option<UnitId> {
    field.ids().find(|&id| field.card(id).label == label)
}

/// The form of one of a list.
fn record<'a>(side: &'a Filled, list: &str, i: usize) -> Option<&'a Filled> {
    side.list(list).get(i).map(Answer::record)
}

impl Force {
    /// Reads a side; what is wrong with it joins the faults.
    pub fn read(book: &Wrg1969, side: Side, form: &Filled, faults: &mut Vec<Fault>) -> Force {
        let regular = form.bool("regular");
        let mut figures =
            vec![general(side, form.record("general"), Role::General, Written::General, faults, regular)];
        for (i, one) in form.records("subordinates").enumerate() {
            figures.push(general(side, one, Role::Subordinate, Written::Subordinate(i), faults, regular));
        }
        let mut riders = Vec::new();
        let mut messengers = Vec::new();
        for general in &figures {
            for n in 0..book.house.messengers {
                let rider = messenger(general, n, regular);
                riders.push((rider.label.clone(), general.label.clone()));
                messengers.push(rider);
            }
        }
        for (i, one) in form.records("units").enumerate() {
            figures.push(unit(side, one, i, regular, faults));
        }
        figures.extend(messengers);
        let parts: Vec<Figure> = figures.iter().flat_map(parts).collect();
        let whole_and_part: Vec<(String, String)> = parts
            .iter()
            .filter_map(|part| {
                let whole = figures.iter().find(|f| part.of(f))?;
                Some((whole.label.clone(), part.label.clone()))
            })
            .collect();
        figures.extend(parts);
        let named = |label: &str| form.records("units").any(|unit| unit.text("id") == label);
        let mut subordinates = Vec::new();
        for one in form.records("subordinates") {
            let mut labels = Vec::new();
            for unit in one.list("units") {
                if !named(unit.text()) {
                    faults.push(unit.fault(format!("this side has no unit `{}`", unit.text())));
                }
                labels.push(unit.text().to_owned());
            }
            subordinates.push((one.text("id").to_owned(), labels));
        }
        Force {
            side,
            name: form.text("name").to_owned(),
            people: People::ALL[form.choice("people")],
            zone: zone(form),
            figures,
            subordinates,
            riders,
            parts: whole_and_part,
        }
    }

    /// The labels of large units, each with that of a part that may break from it.
    pub fn parts(&self) -> impl Iterator<Item = (&str, &str)> {
        self.parts.iter().map(|(whole, part)| (whole.as_str(), part.as_str()))
    }

    /// The label of the commander in chief.
    pub fn general(&self) -> &str {
        &self.figures[0].label
    }

    /// The labels of messengers, each with that of his general.
    pub fn messengers(&self) -> impl Iterator<Item = (&str, &str)> {
        self.riders.iter().map(|(rider, of)| (rider.as_str(), of.as_str()))
    }

    /// Holds the side against its points and what its people may have.
    pub fn judge_points(&self, book: &Wrg1969, form: &Filled, faults: &mut Vec<Fault>) {
        let points = &tables().points;
        let mut total = i32::from(points.commander_in_chief);
        total += i32::from(points.subordinate_general) * self.subordinates.len() as i32;
        let mut regular = 0;
        for figure in self.figures.iter().filter(|figure| figure.kit.is_troops() && !figure.kit.detached) {
            if self.people != People::Other
                && let Some(why) = self.people.lacks(figure.kit.troop)
            {
                faults.push(figure.fault(form, self.side, "troop", under(People::RULE, why)));
            }
            match price(figure) {
                Ok(price) => {
                    total += price;
                    regular += if figure.kit.regular { price } else { 0 };
                }
                Err(wrong) => faults.extend(
                    wrong.into_iter().map(|(field, what)| figure.fault(form, self.side, field, what)),
                ),
            }
        }
        let side = form.record(self.side.as_str());
        let limit = form.opt("limit").map(|limit| i32::try_from(limit.int()).unwrap_or(i32::MAX));
        if let Some(limit) = limit.filter(|&limit| total > limit) {
            let what = format!("{total} points, but the armies have {limit}");
            faults.push(side.fault("units", under(rule::ARMY_CHOICE, what)));
        }
        let allowed = generals_allowed(limit.unwrap_or(total).max(total));
        let generals = 1 + self.subordinates.len() as i32;
        if generals > allowed {
            let what = format!("{generals} generals, but {total} points allow {allowed}");
            faults.push(side.fault("subordinates", under(rule::ARMY_GENERAL, what)));
        }
        if book.house.competition && self.people != People::Other {
            let share = points.regular_share;
            let too_many = match self.people.regulars() {
                Regulars::All => false,
                Regulars::Third => regular * share > total,
                Regulars::None => regular > 0,
            };
            if too_many {
                let what = format!("{regular} of {total} points are regular, more than this people may have");
                faults.push(side.fault("units", under(rule::TROOPS_REGULAR, what)));
            }
        }
    }
}

/// What a unit costs, its specialists included.
fn price(figure: &Figure) -> Result<i32, Vec<(&'static str, String)>> {
    let kit = &figure.kit;
    let part = kit.part.as_ref();
    let commander = Commander::of(kit.troop, kit.led);
    let main = Purchase {
        troop: kit.troop,
        regular: kit.regular,
        grade: figure.grade,
        figures: figure.figures,
        bow_and_shafted: kit.bow_and_shafted(),
        shieldless: !kit.shields,
        commander,
    };
    let figures = figure.figures.saturating_sub(part.map_or(0, |part| part.figures));
    let blame = |not: crate::army::points::NotForSale| {
        let field = match not.field {
            "class" => "grade",
            "commander" => "led",
            other => other,
        };
        (field, under(not.rule, not.why))
    };
    let mut total =
        main.price().map_err(|wrong| wrong.into_iter().map(blame).collect::<Vec<_>>())?.total(figures);
    if let Some(part) = part {
        let shafted = part.missile.is_some_and(Missile::is_bow) && part.hand.is_shafted();
        let specialists = Purchase {
            troop: part.troop,
            figures: part.figures,
            bow_and_shafted: shafted,
            shieldless: !part.shields,
            commander: Commander::SubUnit,
            ..main
        };
        let of_part = |not| ("part", blame(not).1);
        let price =
            specialists.price().map_err(|wrong| wrong.into_iter().map(of_part).collect::<Vec<_>>())?;
        total += price.total(part.figures);
    }
    Ok(total)
}

/// The way a side faces unless told otherwise: away from its own edge.
fn ahead(side: Side) -> Facing {
    match side {
        Side::Red => Facing::NORTH,
        Side::Blue => Facing::SOUTH,
    }
}

/// Where something is said to stand: at `x` and `y`, or nowhere.
fn pose(side: Side, form: &Filled, faults: &mut Vec<Fault>) -> Option<Pose> {
    let number = |name: &str| form.opt(name).map(Answer::number);
    match (number("x"), number("y"), number("facing")) {
        (Some(x), Some(y), facing) => {
            Some(Pose::new(Vec2::new(x, y) * MM, facing.map_or(ahead(side), Facing::degrees)))
        }
        (None, None, None) => None,
        (x, _, _) => {
            let missing = if x.is_none() { "x" } else { "y" };
            faults.push(form.fault(missing, "missing; a place needs `x` and `y`"));
            None
        }
    }
}

fn general(
    side: Side,
    form: &Filled,
    role: Role,
    written: Written,
    faults: &mut Vec<Fault>,
    regular: bool,
) -> Figure {
    Figure {
        label: form.text("id").to_owned(),
        name: form.text("name").to_owned(),
        kit: Kit::rider(role, regular),
        figures: 1,
        files: 1,
        grade: None,
        pose: pose(side, form, faults),
        written,
    }
}

/// A messenger, beside or behind his general.
fn messenger(general: &Figure, number: u16, regular: bool) -> Figure {
    Figure {
        label: format!("{}m{}", general.label, number + 1),
        name: format!("Messenger {} of {}", number + 1, general.name),
        kit: Kit::rider(Role::Messenger, regular),
        figures: 1,
        files: 1,
        grade: None,
        pose: general.pose.map(|pose| crate::setup::deploy::beside(pose, number)),
        written: Written::Rider,
    }
}

/// The parts that may break from a unit, if it is large (`wrg1969.after.large_unit`).
fn parts(whole: &Figure) -> Vec<Figure> {
    let Written::Unit(i) = whole.written else { return Vec::new() };
    if whole.figures <= tables().after.large_unit_over || whole.kit.troop.is_model() {
        return Vec::new();
    }
    let part = |n: usize| Figure {
        label: format!("{}-{n}", whole.label),
        name: format!("{} {n}", whole.name),
        kit: Kit { led: false, part: None, detached: true, ..whole.kit.clone() },
        figures: 1,
        files: 1,
        grade: whole.grade,
        pose: None,
        written: Written::Part(i),
    };
    (1..=PARTS).map(part).collect()
}

fn unit(side: Side, form: &Filled, i: usize, regular: bool, faults: &mut Vec<Fault>) -> Figure {
    let troop = Troop::ALL[form.choice("troop")];
    let regular = form.opt("regular").map_or(regular, Answer::bool);
    let count = |answer: &Answer| u16::try_from(answer.int()).expect("the form limits figures");
    let figures = count(form.get("figures"));
    let files =
        form.opt("files").map_or_else(|| if troop.is_model() { figures } else { figures.div_ceil(2) }, count);
    if files > figures {
        faults
            .push(form.fault("files", under(rule::GEO_UNIT, format!("{files} files of {figures} figures"))));
    }
    let grade = match form.opt("grade") {
        Some(grade) => Some(Grade::ALL[grade.choice()]),
        None => usual_grade(troop, regular),
    };
    let name = form.opt("name").map_or_else(|| troop.name().to_owned(), |name| name.text().to_owned());
    Figure {
        label: form.text("id").to_owned(),
        name,
        kit: kit(form, troop, regular, faults),
        figures,
        files: files.clamp(1, figures),
        grade,
        pose: pose(side, form, faults),
        written: Written::Unit(i),
    }
}

/// What a unit is and carries.
fn kit(form: &Filled, troop: Troop, regular: bool, faults: &mut Vec<Fault>) -> Kit {
    let usual = Kit::usual(troop, regular);
    let hand = arm(form, "hand", troop, faults).unwrap_or(usual.hand);
    let camel = form.bool("camel");
    if camel && !matches!(troop, Troop::LightCavalry | Troop::MediumCavalry | Troop::HeavyCavalry) {
        let what = under(rule::TROOPS_CAMELS, "only light, medium and heavy cavalry ride camels");
        faults.push(form.fault("camel", what));
    }
    if form.has("crew") && !troop.is_model() {
        faults.push(form.fault("crew", under(rule::TROOPS_CREWS, "only models have a crew")));
    }
    let haul = form.opt("haul").map(|haul| Haul::ALL[haul.choice()]);
    let may_haul = |haul: Haul| match troop {
        Troop::LightDartEngine => haul != Haul::Ox,
        troop => troop.is_engine() && haul == Haul::Ox,
    };
    if haul.is_some_and(|haul| !may_haul(haul)) {
        faults.push(form.fault("haul", under(rule::MOVE_DISTANCES, "it is not moved in that way")));
    }
    if form.bool("long_spear") && hand != Hand::ThrustingSpear {
        faults.push(
            form.fault("long_spear", under(rule::MELEE_SPEARS, "only thrusting spears are long or short")),
        );
    }
    Kit {
        camel,
        hand,
        missile: missile(form, troop, hand, faults),
        second: arm(form, "second", troop, faults),
        long_spear: form.bool("long_spear"),
        shields: form.opt("shields").map_or(usual.shields, Answer::bool),
        armoured: form.opt("armoured").map_or(usual.armoured, Answer::bool),
        crew: form.opt("crew").map_or(usual.crew, |crew| u8::try_from(crew.int()).unwrap_or(usual.crew)),
        haul: haul.unwrap_or(usual.haul),
        led: form.bool("led"),
        detached: false,
        part: form.opt("part").map(|part| specialists(part.record(), form, faults)),
        ..usual
    }
}

fn specialists(form: &Filled, unit: &Filled, faults: &mut Vec<Fault>) -> Part {
    let troop = Troop::ALL[form.choice("troop")];
    if !troop.is_infantry() && !troop.is_cavalry() {
        faults.push(form.fault("troop", under(rule::TROOPS_SUBUNIT, "models are units of their own")));
    }
    let figures = u16::try_from(form.int("figures")).unwrap_or(0);
    if form.int("figures") >= unit.int("figures") {
        let what = under(rule::TROOPS_SUBUNIT, "a part is smaller than the unit");
        faults.push(form.fault("figures", what));
    }
    let usual = Kit::usual(troop, false);
    let hand = arm(form, "hand", troop, faults).unwrap_or(usual.hand);
    Part {
        troop,
        figures,
        missile: missile(form, troop, hand, faults),
        hand,
        shields: form.opt("shields").map_or(usual.shields, Answer::bool),
    }
}

fn arm(form: &Filled, name: &str, troop: Troop, faults: &mut Vec<Fault>) -> Option<Hand> {
    let answer = form.opt(name)?;
    let hand = Hand::ALL[answer.choice()];
    if hand.suits(troop) {
        return Some(hand);
    }
    let what = format!("{} do not fight with `{}`", troop.name(), hand.key());
    faults.push(answer.fault(under(rule::MELEE_FACTORS, what)));
    Some(usual_hand(troop))
}

fn missile(form: &Filled, troop: Troop, hand: Hand, faults: &mut Vec<Fault>) -> Option<Missile> {
    let Some(answer) = form.opt("missile") else { return usual_missile(troop, hand) };
    let missile = Missile::parse(answer.text())?;
    if !may_shoot(troop, missile) {
        let what = format!("{} do not shoot with `{}`", troop.name(), missile.key());
        faults.push(answer.fault(under(rule::FIRE_RANGES, what)));
    }
    Some(missile)
}

/// How deep a side's zone is, in inches.
pub fn zone(form: &Filled) -> f64 {
    form.opt("zone").map_or(tables().setup.zone, |zone| zone.number())
}
