//! The plan: an order for every unit before the battle, and the signal card.
//!
//! The line marches together and closes of itself when the enemy is near; the screen skirmishes; the horse waits for a
//! signal, for the enemy's horse, or for the hour; whoever stands behind supports. A weaker army holds its ground and
//! lets the enemy come.

use super::plans::Refused;
use super::scene::{Scene, filled};
use super::veteran::{bank, banking, goes_for, spread};
use umpire::{Command, LineAsk, OptionId, Rulebook, UnitId};
use wrg1969::board::Body;
use wrg1969::feature::{Feature, Kind, Outline};
use wrg1969::language::Names;
use wrg1969::order::{Charge, Condition, Deed, Leg, Order, Ref, Signal, Trigger, Verb, Where};
use wrg1969::signals;
use wrg1969::tactics::{Station, range};

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

/// How near the enemy is, standard to standard, when the line goes at him of itself.
const CLOSE: i32 = 22_000;
/// How near he is when those who hold their ground go to meet him.
const MEET: i32 = 9_000;
/// How near his horse is when the own horse goes to meet it.
const HORSE: i32 = 20_000;
/// Ground no farther than this is worth taking up position on.
const NEAR_GROUND: f64 = 12.0;
/// An army weaker than this share of the enemy's holds its ground; one with better ground a little sooner.
const WEAK: f64 = 0.8;
const WEAK_ON_GOOD_GROUND: f64 = 1.05;
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

/// What the card says under a number.
fn signal_line(scene: &Scene<'_>, names: &Names, number: u8) -> Option<String> {
    let of = |stations: &[Station]| -> Vec<UnitId> {
        scene.own().filter(|b| stations.contains(&scene.station(b.id))).map(|b| b.id).collect()
    };
    let home = scene.at_depth(middle(scene), 4.0);
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
    Some(signals::print(&signal, scene.view.field.roster(), names))
}

/// Where the middle of the army is, from west to east.
fn middle(scene: &Scene<'_>) -> f64 {
    let (sum, n) = scene.own().fold((0.0, 0), |(sum, n), b| (sum + b.standard().x, n + 1));
    if n == 0 { scene.view.book.size.x / 2.0 } else { sum / f64::from(n) }
}

fn point(p: table::Vec2) -> Ref {
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
fn within_range(body: &Body<'_>, march: Leg) -> Leg {
    let reach = (range(body.kit) * 800.0) as i32;
    Leg { until: vec![Trigger::EnemyWithin(reach.max(3_000), None)], ..march }
}

/// What the general means to do.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Whether he goes to the enemy.
    pub attack: bool,
    /// Who hangs back all the same.
    pub refused: Refused,
    /// When the horse goes in at the latest.
    pub hour: u16,
    /// The pace of the line, in thousandths of an inch.
    pub pace: i32,
    /// How far from the own edge the enemy's line is.
    pub enemy_depth: f64,
}

impl Plan {
    /// The usual plan.
    pub fn of(scene: &Scene<'_>) -> Plan {
        let line = || scene.own().filter(|b| scene.station(b.id) == Station::Line);
        let pace = line().map(Body::normal).fold(f64::INFINITY, f64::min);
        let pace = if pace.is_finite() { pace } else { 6.0 };
        let size = scene.view.book.size.y;
        let foes: Vec<f64> = scene.foes().map(|f| scene.depth(f.standard())).collect();
        let enemy_depth =
            if foes.is_empty() { size - 10.0 } else { foes.iter().sum::<f64>() / foes.len() as f64 };
        let own_depth = line().map(|b| scene.depth(b.standard())).fold(0.0, f64::max);
        // The lines meet half way if both march.
        let hour = ((enemy_depth - own_depth - 12.0) / (1.6 * pace)).clamp(2.0, 9.0) as u16;
        Plan {
            attack: attacks_at_all(scene),
            refused: Refused::Nobody,
            hour,
            pace: (pace * 1000.0) as i32,
            enemy_depth,
        }
    }

    /// What a unit might be told, the best first.
    fn orders(&self, scene: &Scene<'_>, body: &Body<'_>) -> Vec<Order> {
        let simple = |verb| Order::new(vec![Leg::new(verb)]);
        let mut orders = match scene.station(body.id) {
            Station::Screen | Station::Outriders => {
                vec![Order::new(vec![Leg::to(Verb::Skirmish, Ref::NearestEnemy)])]
            }
            Station::Engines => Vec::new(),
            Station::Wing => vec![self.horse(scene, body), Order::new(attacks())],
            Station::Shooters if !self.attack => Vec::new(),
            Station::Shooters => {
                self.marches(scene, body, |march| vec![within_range(body, march), Leg::new(Verb::Hold)])
            }
            Station::Line => match supported(scene, body) {
                Some(friend) => vec![support(&scene.label(friend))],
                None if self.attack && !self.refused.has(scene, body) => self.marches(scene, body, |march| {
                    let near = vec![Trigger::EnemyWithin(CLOSE, None)];
                    let mut legs = vec![Leg { until: near, ..march }];
                    legs.extend(goes_for(scene, body).into_iter().take(2));
                    legs
                }),
                None => holds(scene, body),
            },
        };
        orders.push(simple(Verb::Hold));
        if let Some((hour, hold)) = banking(scene, body) {
            orders.iter_mut().for_each(|order| bank(order, hour, &hold));
        }
        orders.iter_mut().for_each(|order| spread(scene, body, order));
        orders
    }

    /// Marches straight ahead that the unit may be told, each with what follows it.
    fn marches(&self, scene: &Scene<'_>, body: &Body<'_>, then: impl Fn(Leg) -> Vec<Leg>) -> Vec<Order> {
        let pace = Some(self.pace).filter(|&p| f64::from(p) < body.normal() * 1000.0 - 1.0);
        let deepest = (self.enemy_depth - 1.0).min(scene.view.book.size.y - 4.0);
        let ahead = |depth: f64| {
            let place = point(scene.at_depth(body.standard().x, depth));
            Leg { pace, ..Leg::to(Verb::MoveTo, place) }
        };
        // Ground behind a hill or a wood is out of sight; a nearer place may not be.
        let from = scene.depth(body.standard());
        let far = [deepest, from + (deepest - from) * 0.5].into_iter().filter(|d| *d > from + 4.0);
        let mut marches: Vec<Leg> = far.map(ahead).collect();
        marches.push(Leg { pace, charge: Charge::Never, ..Leg::new(Verb::Advance) });
        marches.into_iter().map(|march| Order::new(then(march))).collect()
    }

    /// The horse waits, then goes for the enemy's horse, then for whoever is next.
    fn horse(&self, scene: &Scene<'_>, body: &Body<'_>) -> Order {
        let until = vec![
            Trigger::Signal(card::HORSE),
            Trigger::EnemyWithin(HORSE, Some("cavalry".to_owned())),
            Trigger::EnemyWithin(CLOSE, None),
            Trigger::Period(if self.attack && !self.refused.has(scene, body) {
                self.hour
            } else {
                2 * self.hour
            }),
        ];
        let mut legs = vec![Leg { until, ..Leg::new(Verb::Hold) }];
        let mut goes = goes_for(scene, body);
        if !scene.is_veteran() && scene.foes().any(|f| f.troop().is_cavalry()) {
            goes[0].target = Some(Ref::EnemyKind("cavalry".to_owned(), Where::Nearest));
        }
        legs.extend(goes.into_iter().take(2));
        Order::new(legs)
    }
}

/// Whether the army goes to the enemy: unless it is clearly weaker, or, to a recruit, nearly so with good ground at
/// hand; a veteran knows that who waits is attacked where the enemy pleases.
fn attacks_at_all(scene: &Scene<'_>) -> bool {
    let (mine, theirs) = (scene.strength(scene.side), scene.strength(scene.side.other()));
    if theirs <= 0.0 {
        return true;
    }
    let at_hand = |f: &Feature| {
        (f.kind == Kind::Hill || f.value > 0)
            && scene.own().filter(|b| scene.station(b.id) == Station::Line).any(|b| {
                wrg1969::cover::distance_to(f, b.standard()) <= NEAR_GROUND
                    && scene.depth(f.centre()) < scene.view.book.size.y / 2.0 - 1.0
            })
    };
    let good_ground = scene.view.book.features.iter().any(at_hand);
    mine >= theirs * if good_ground && !scene.is_veteran() { WEAK_ON_GOOD_GROUND } else { WEAK }
}

/// The unit of the line right in front of another, which that one is there to support.
fn supported(scene: &Scene<'_>, body: &Body<'_>) -> Option<UnitId> {
    let ahead = |other: &&Body<'_>| {
        let (right, ahead) = body.rect.local(other.standard());
        ahead > body.rect.half_depth && ahead < 12.0 && right.abs() < other.rect.half_width + 1.0
    };
    let line = scene.own().filter(|b| b.id != body.id && scene.station(b.id) == Station::Line);
    line.filter(ahead).min_by(|a, b| a.apart(body).total_cmp(&b.apart(body))).map(|b| b.id)
}

/// Behind a friend, and in his place when he breaks.
fn support(friend: &str) -> Order {
    let back = Leg { charge: Charge::AtWill, ..Leg::to(Verb::Support, Ref::Friend(friend.to_owned())) };
    let breaks = Condition {
        when: vec![Trigger::FriendDoes(friend.to_owned(), Deed::Breaks)],
        then: Leg { charge: Charge::AtWill, ..Leg::to(Verb::Attack, Ref::NearestEnemy) },
    };
    Order { on: vec![breaks], ..Order::new(vec![back]) }
}

/// On the best ground near by, until the enemy's foot is close enough to be met.
fn holds(scene: &Scene<'_>, body: &Body<'_>) -> Vec<Order> {
    let met = vec![Trigger::EnemyWithin(MEET, Some("infantry".to_owned())), Trigger::Signal(card::ASSAULT)];
    let then = |place: Option<Ref>| {
        let mut legs = vec![Leg { target: place, until: met.clone(), ..Leg::new(Verb::Hold) }];
        legs.extend(goes_for(scene, body).into_iter().take(2));
        Order::new(legs)
    };
    let hills = scene.view.book.features.iter().filter(|f| f.kind == Kind::Hill || f.value > 0);
    let near = hills.filter_map(|f| Some((place_on(scene, f, body)?, f)));
    let nearest = near.min_by(|a, b| {
        let far = |p: table::Vec2| p.distance(body.standard());
        far(a.0).total_cmp(&far(b.0))
    });
    let good = nearest.map(|(place, _)| place).filter(|p| p.distance(body.standard()) <= NEAR_GROUND);
    let stands_there = |p: &table::Vec2| p.distance(body.standard()) < 1.5;
    good.filter(|p| !stands_there(p)).map(|p| then(Some(point(p)))).into_iter().chain([then(None)]).collect()
}

/// Where on a feature a unit would stand, straight ahead or behind of where it is now.
fn place_on(scene: &Scene<'_>, feature: &Feature, body: &Body<'_>) -> Option<table::Vec2> {
    let Outline::Area(areas) = &feature.outline else { return None };
    let around = areas.first()?.bounds();
    let inside = (around.min.x..=around.max.x).contains(&body.standard().x);
    inside.then(|| scene.at_depth(body.standard().x, scene.depth(feature.centre())))
}
