//! The plan: what each part of the army is to do, and the orders that come of it.
//!
//! Usually the line marches together and closes of itself when the enemy is near; the screen skirmishes; the horse waits
//! for a signal, for the enemy's horse, or for the hour; whoever stands behind supports. A weaker army holds its ground
//! and lets the enemy come.

use super::campaign::{attacks, card, point, within_range};
use super::plans::Refused;
use super::scene::Scene;
use super::veteran::{bank, banking, goes_for, prize, spread};
use umpire::UnitId;
use wrg1969::api::board::Body;
use wrg1969::api::board::{Feature, Kind, Outline};
use wrg1969::api::orders::{Charge, Condition, Deed, Leg, Order, Ref, Trigger, Verb, Where};
use wrg1969::api::tactics::Station;

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
/// What the general means to do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plan {
    /// What the line does.
    pub line: Line,
    /// What the horse does.
    pub horse: Horse,
    /// What the loose foot does.
    pub screen: Lights,
    /// What the light horse does.
    pub outriders: Lights,
    /// Who hangs back all the same.
    pub refused: Refused,
    /// Whether each unit is told whom to attack, and not just whoever is nearest.
    pub names: bool,
    /// Whether barbarians and chargers stand in long lines.
    pub wide: bool,
    /// Whether all go to the ground that counts before the end.
    pub banks: bool,
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
        let knows = scene.is_veteran();
        Plan {
            line: if attacks_at_all(scene) { Line::March } else { Line::Meet },
            horse: Horse::Waits,
            screen: Lights::Skirmish,
            outriders: Lights::Skirmish,
            refused: Refused::Nobody,
            names: knows,
            wide: knows,
            banks: knows,
            hour,
            pace: (pace * 1000.0) as i32,
            enemy_depth,
        }
    }

    /// What a unit might be told, the best first.
    pub fn orders(&self, scene: &Scene<'_>, body: &Body<'_>) -> Vec<Order> {
        let mut orders = match scene.station(body.id) {
            Station::Screen => self.screen.orders(scene, body),
            Station::Outriders => self.outriders.orders(scene, body),
            Station::Engines => Vec::new(),
            Station::Wing => vec![self.rides(scene, body), Order::new(attacks())],
            Station::Shooters if self.line != Line::March => Vec::new(),
            Station::Shooters => {
                self.marches(scene, body, |march| vec![within_range(body, march), Leg::new(Verb::Hold)])
            }
            Station::Line => match supported(scene, body) {
                Some(friend) => vec![support(&scene.label(friend))],
                None => self.stands(scene, body),
            },
        };
        orders.push(Order::new(vec![Leg::new(Verb::Hold)]));
        if let Some((hour, hold)) = banking(scene, body).filter(|_| self.banks) {
            orders.iter_mut().for_each(|order| bank(order, hour, &hold));
        }
        if self.wide {
            orders.iter_mut().for_each(|order| spread(scene, body, order));
        }
        orders
    }

    /// At the enemy, and at the next.
    fn strikes(&self, scene: &Scene<'_>, body: &Body<'_>) -> Vec<Leg> {
        if self.names { goes_for(scene, body) } else { attacks() }
    }

    /// What a unit of the line might be told.
    fn stands(&self, scene: &Scene<'_>, body: &Body<'_>) -> Vec<Order> {
        match self.line {
            _ if self.refused.has(scene, body) => self.holds(scene, body),
            Line::March => self.marches(scene, body, |march| {
                let near = vec![Trigger::EnemyWithin(CLOSE, None)];
                let mut legs = vec![Leg { until: near, ..march }];
                legs.extend(self.strikes(scene, body).into_iter().take(2));
                legs
            }),
            Line::Rush => vec![Order::new(self.strikes(scene, body))],
            Line::Meet => self.holds(scene, body),
            Line::Stand => Vec::new(),
            Line::Prize => prize(scene, body).map(|p| Order::new(vec![p])).into_iter().collect(),
            Line::PrizeMeet => prize(scene, body)
                .map(|p| {
                    let until = vec![Trigger::EnemyWithin(MEET, Some("infantry".to_owned()))];
                    let mut legs = vec![Leg { until, ..p }];
                    legs.extend(self.strikes(scene, body).into_iter().take(2));
                    Order::new(legs)
                })
                .into_iter()
                .collect(),
        }
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

    /// What the horse is told.
    fn rides(&self, scene: &Scene<'_>, body: &Body<'_>) -> Order {
        let late = self.line != Line::March || self.refused.has(scene, body);
        let until = match self.horse {
            Horse::Rush => return Order::new(self.strikes(scene, body)),
            Horse::Hunt => {
                let mut legs = attacks();
                if scene.foes().any(|f| f.troop().is_cavalry()) {
                    legs[0].target = Some(Ref::EnemyKind("cavalry".to_owned(), Where::Nearest));
                }
                return Order::new(legs);
            }
            Horse::Stand => return Order::new(vec![Leg::new(Verb::Hold)]),
            Horse::Guard => vec![Trigger::Signal(card::HORSE), Trigger::EnemyWithin(14_000, None)],
            Horse::Waits => vec![
                Trigger::Signal(card::HORSE),
                Trigger::EnemyWithin(HORSE, Some("cavalry".to_owned())),
                Trigger::EnemyWithin(CLOSE, None),
                Trigger::Period(if late { 2 * self.hour } else { self.hour }),
            ],
        };
        let mut legs = vec![Leg { until, ..Leg::new(Verb::Hold) }];
        let mut goes = self.strikes(scene, body);
        if !self.names && scene.foes().any(|f| f.troop().is_cavalry()) {
            goes[0].target = Some(Ref::EnemyKind("cavalry".to_owned(), Where::Nearest));
        }
        legs.extend(goes.into_iter().take(2));
        Order::new(legs)
    }

    /// On the best ground near by, until the enemy's foot is close enough to be met.
    fn holds(&self, scene: &Scene<'_>, body: &Body<'_>) -> Vec<Order> {
        holds(scene, body, &self.strikes(scene, body))
    }
}

/// What the line does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line {
    /// Marches together and closes when the enemy is near.
    March,
    /// At the enemy at once, each at its own pace.
    Rush,
    /// Waits on good ground, and goes to meet the enemy's foot.
    Meet,
    /// Stands where it is.
    Stand,
    /// Holds the ground that counts.
    Prize,
    /// The same, and goes to meet the enemy's foot.
    PrizeMeet,
}

impl Line {
    /// All of it.
    pub const ALL: [Line; 6] =
        [Line::March, Line::Rush, Line::Meet, Line::Stand, Line::Prize, Line::PrizeMeet];
}

/// What the horse does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Horse {
    /// Waits for a signal, for the enemy's horse, or for the hour.
    Waits,
    /// At the enemy at once.
    Rush,
    /// At the enemy's horse at once.
    Hunt,
    /// Waits until the enemy is within a charge.
    Guard,
    /// Stands.
    Stand,
}

impl Horse {
    /// All of it.
    pub const ALL: [Horse; 5] = [Horse::Waits, Horse::Rush, Horse::Hunt, Horse::Guard, Horse::Stand];
}

/// What light troops do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lights {
    /// Skirmish.
    Skirmish,
    /// Skirmish with foot.
    Foot,
    /// Stay where they are.
    Stay,
    /// Screen the line.
    Screen,
}

impl Lights {
    /// All of it.
    pub const ALL: [Lights; 4] = [Lights::Skirmish, Lights::Foot, Lights::Stay, Lights::Screen];

    fn orders(self, scene: &Scene<'_>, body: &Body<'_>) -> Vec<Order> {
        let at = |target| vec![Order::new(vec![Leg::to(Verb::Skirmish, target)])];
        match self {
            Lights::Skirmish => at(Ref::NearestEnemy),
            Lights::Foot => at(Ref::EnemyKind("infantry".to_owned(), Where::Nearest)),
            Lights::Stay => Vec::new(),
            Lights::Screen => {
                let line = scene.own().filter(|b| scene.station(b.id) == Station::Line);
                let near = line.min_by(|a, b| a.apart(body).total_cmp(&b.apart(body)));
                near.map(|b| Order::new(vec![Leg::to(Verb::Screen, Ref::Friend(scene.label(b.id)))]))
                    .into_iter()
                    .collect()
            }
        }
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
                wrg1969::api::board::distance_to(f, b.standard()) <= NEAR_GROUND
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
    let breaks = Condition::new(
        vec![Trigger::FriendDoes(friend.to_owned(), Deed::Breaks)],
        Leg { charge: Charge::AtWill, ..Leg::to(Verb::Attack, Ref::NearestEnemy) },
    );
    Order { on: vec![breaks], ..Order::new(vec![back]) }
}

/// On the best ground near by, until the enemy's foot is close enough to be met.
fn holds(scene: &Scene<'_>, body: &Body<'_>, then_strikes: &[Leg]) -> Vec<Order> {
    let met = vec![Trigger::EnemyWithin(MEET, Some("infantry".to_owned())), Trigger::Signal(card::ASSAULT)];
    let then = |place: Option<Ref>| {
        let mut legs = vec![Leg { target: place, until: met.clone(), ..Leg::new(Verb::Hold) }];
        legs.extend(then_strikes.iter().take(2).cloned());
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
