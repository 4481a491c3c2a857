//! What is written: an order for every unit before the battle, the signal card, and new orders in the midst of it.

use super::plan::Plan;
use super::scene::{Scene, filled};
use super::veteran::{bank, banking, goes_for, spread};
use umpire::{Command, Form, LineAsk, OptionId, Rulebook, UnitId};
use wrg1969::api::board::Body;
use wrg1969::api::orders::Names;
use wrg1969::api::orders::{Charge, Leg, Order, Ref, Signal, Trigger, Verb};
use wrg1969::api::tactics::{Station, range};
use wrg1969::api::{orders, play};

/// The signals every card has.
pub mod card {
    /// The horse goes in.
    pub const HORSE: u8 = 1;
    /// Everybody falls back.
    pub const RECALL: u8 = 2;
    /// The line and the horse attack whoever is nearest.
    pub const ASSAULT: u8 = 3;
    /// Everybody stands.
    pub const STAND: u8 = 4;
}

/// How often refused lines are thought over.
const TRIES: usize = 4;

/// The order sheet and the signal card.
pub fn sheet(scene: &Scene<'_>, plan: &Plan, lines: &[LineAsk]) -> Command {
    let names = scene.names();
    let mut wanted: Vec<(u16, UnitId, Vec<Order>)> = Vec::new();
    let mut written = Vec::new();
    for (n, line) in lines.iter().enumerate() {
        match line.unit.and_then(|id| scene.board.body(id)) {
            Some(body) => wanted.push((n as u16, body.id, plan.orders(scene, body))),
            None => {
                let number = 1 + lines[..n].iter().filter(|l| l.unit.is_none()).count() as u8;
                written.extend(signal_line(scene, &names, number).map(|text| (n as u16, text)));
            }
        }
    }
    let mut said: Vec<Option<(u16, String)>> = Vec::new();
    for (n, _, orders) in &wanted {
        said.push(orders.first().map(|order| (*n, scene.say(&names, order))));
    }
    for tries in 1..=TRIES {
        let all: Vec<(u16, String)> = said.iter().flatten().cloned().chain(written.iter().cloned()).collect();
        let sheet = filled(all, Vec::<(u16, OptionId)>::new());
        let view = scene.view;
        let Err(refusals) = view.book.check(&view.field, &view.phase, scene.side, &sheet) else {
            return sheet;
        };
        // Whoever cannot be told this is told the next best.
        for ((n, id, orders), said) in wanted.iter().zip(&mut said) {
            if refusals.iter().any(|r| r.units.contains(&id.0)) {
                *said = orders.get(tries).map(|order| (*n, scene.say(&names, order)));
            }
        }
    }
    Command::Done
}

/// What is sealed by a general who writes a plan down, as the umpire reads it.
pub fn read(scene: &Scene<'_>, plan: &Plan) -> Option<play::Plan> {
    let view = scene.view;
    let ask = orders::ask(&scene.board, &view.field, scene.side);
    let Form::Sheet { lines, .. } = &ask.form else { return None };
    view.book.check(&view.field, &view.phase, scene.side, &sheet(scene, plan, lines)).ok()
}

/// What the card says under a number.
fn signal_line(scene: &Scene<'_>, names: &Names, number: u8) -> Option<String> {
    let of = |stations: &[Station]| -> Vec<UnitId> {
        scene.own().filter(|b| stations.contains(&scene.station(b.id))).map(|b| b.id).collect()
    };
    let home = scene.at_depth(scene.middle(), 4.0);
    let (units, order, text) = match number {
        card::HORSE => (of(&[Station::Wing]), None, "the horse goes in"),
        card::RECALL => {
            (Vec::new(), Some(vec![Leg::to(Verb::RetireTo, point(home)), Leg::new(Verb::Hold)]), "")
        }
        card::ASSAULT => (of(&[Station::Line, Station::Wing]), Some(attacks()), ""),
        _ => (Vec::new(), Some(vec![Leg::new(Verb::Hold)]), ""),
    };
    if units.is_empty() && matches!(number, card::HORSE | card::ASSAULT) {
        return None;
    }
    let signal = Signal {
        number,
        units: (!units.is_empty()).then_some(units),
        order: order.map(Order::new),
        text: text.to_owned(),
    };
    Some(orders::print_signal(&signal, scene.view.field.roster(), names))
}

/// A place as orders name it.
pub fn point(p: table::Vec2) -> Ref {
    Ref::Point((p.x * 100.0).round() as i32 * 10, (p.y * 100.0).round() as i32 * 10)
}

/// At the nearest enemy, and when he is beaten at the next.
pub fn attacks() -> Vec<Leg> {
    let leg = || Leg { charge: Charge::AtWill, ..Leg::to(Verb::Attack, Ref::NearestEnemy) };
    vec![leg(), leg(), leg()]
}

/// The order for a unit whose order is done with, in the midst of the battle.
pub fn new_order(scene: &Scene<'_>, body: &Body<'_>) -> Order {
    let mut order = match banking(scene, body) {
        Some((hour, hold)) if scene.view.phase.period >= hour => Order::new(vec![hold]),
        Some((hour, hold)) => {
            let mut order = usual_order(scene, body);
            bank(&mut order, hour, &hold);
            order
        }
        None => usual_order(scene, body),
    };
    spread(scene, body, &mut order);
    order
}

fn usual_order(scene: &Scene<'_>, body: &Body<'_>) -> Order {
    let home = || point(scene.at_depth(body.standard().x, 3.0));
    let hold = Leg::new(Verb::Hold);
    let legs = match scene.station(body.id) {
        _ if scene.is_spent(body) && scene.nearest_foe(body) > 6.0 => {
            vec![Leg::to(Verb::RetireTo, home()), hold]
        }
        Station::Engines => vec![hold],
        Station::Screen | Station::Outriders => vec![Leg::to(Verb::Skirmish, Ref::NearestEnemy)],
        Station::Shooters => vec![within_range(body, Leg::to(Verb::MoveTo, Ref::NearestEnemy)), hold],
        Station::Line | Station::Wing => goes_for(scene, body),
    };
    Order::new(legs)
}

/// A march that ends where its men can shoot.
pub fn within_range(body: &Body<'_>, march: Leg) -> Leg {
    let reach = (range(body.kit) * 800.0) as i32;
    Leg { until: vec![Trigger::EnemyWithin(reach.max(3_000), None)], ..march }
}
