//! What a draft comes to: its verb with its nouns and prepositions as a leg.

use crate::orders::language::free::draft::{Draft, Made};
use crate::orders::language::words::{Act, Part, Prep};
use crate::orders::order::{Charge, Face, Fire, Flank, Leg, Ref, Rel, Stop, Verb};

impl Draft {
    pub(super) fn routed(&self, verb: Verb, target: Option<Ref>) -> Made {
        let mut leg = self.made(verb, target);
        leg.route = self.ways();
        Made::Leg(Box::new(leg), None)
    }

    pub(super) fn stand(&self, light: bool) -> Made {
        if self.act == Act::Keep
            && let Some((_, r)) = self.enemy()
        {
            // "Keep the horse off our left", "keep out of reach of the Gauls".
            let away = self.rels.iter().any(|(p, np)| *p == Prep::From && np.first() == Some(r));
            if away {
                let mut leg = self.made(Verb::Hold, None);
                leg.detail.keep_from = Some(r.clone());
                return Made::More(Box::new(leg));
            }
            return self.plain(Verb::Attack, Some(r.clone()));
        }
        match self.friend() {
            Some((Some(Prep::Behind), np)) => return self.plain(Verb::Support, np.first().cloned()),
            Some((None, np)) if np.part == Some(Part::Rear) => {
                return self.plain(Verb::Support, np.first().cloned());
            }
            Some((Some(Prep::Before), np)) if light => return self.plain(Verb::Screen, np.first().cloned()),
            Some((Some(Prep::Before), np)) => {
                let place = np.first().cloned().map(|r| Ref::Beside(Box::new(r), Rel::FrontOf));
                return self.plain(Verb::Hold, place);
            }
            Some((
                prep @ Some(Prep::With | Prep::Left | Prep::Right | Prep::Flank | Prep::To | Prep::Near),
                np,
            )) => {
                return self.beside(Verb::Follow, np, prep).unwrap_or(Made::Flaw("say with whom"));
            }
            _ => {}
        }
        let more = self.act == Act::Halt && self.obj.is_none() && self.rels.is_empty();
        let leg = self.made(Verb::Hold, self.ground());
        if (more || self.act == Act::Halt) && self.leg.detail.stop.is_some() {
            Made::More(Box::new(leg))
        } else {
            Made::Leg(Box::new(leg), None)
        }
    }

    pub(super) fn go(&self, light: bool) -> Made {
        if let Some((bearing, _)) = &self.bearing {
            let mut leg = self.made(Verb::MoveDir, None);
            leg.bearing = Some(*bearing);
            leg.route = self.ways();
            return Made::Leg(Box::new(leg), None);
        }
        if let Some((_, _, r)) =
            self.rel(|p, r| r.is_enemy() && p == Prep::Round).filter(|_| self.obj.is_none())
        {
            let round = Ref::Round(Box::new(r.clone()));
            let leg = self.made(Verb::MoveTo, Some(Ref::Beside(Box::new(r.clone()), Rel::Beyond)));
            return Made::Way(vec![round], Box::new(leg));
        }
        if let Some((_, _, r)) = self.rel(|p, r| r.is_enemy() && p == Prep::Before) {
            return self.routed(Verb::MoveTo, Some(Ref::Beside(Box::new(r.clone()), Rel::FrontOf)));
        }
        if let Some((_, r)) = self.enemy() {
            let at = self.rel(|p, r| r.is_enemy() && matches!(p, Prep::Against)).is_some();
            let shoots = self.leg.detail.stop == Some(Stop::Range);
            let onto = self.rel(|p, r| r.is_enemy() && p == Prep::To).is_some()
                && (self.on || self.leg.detail.stop.is_none() && self.act == Act::Move);
            let towards = self.rel(|p, r| r.is_enemy() && p == Prep::Towards).is_some();
            if shoots || self.leg.detail.stop.is_some() || towards {
                return self.routed(Verb::MoveTo, Some(r.clone()));
            }
            if let Some((prep @ (Prep::Left | Prep::Right | Prep::Behind | Prep::Beyond), np, _)) =
                self.rel(|p, r| r.is_enemy() && !matches!(p, Prep::To))
            {
                let rel = match prep {
                    Prep::Left => Rel::LeftOf,
                    Prep::Right => Rel::RightOf,
                    _ => Rel::Behind,
                };
                let place = np.first().cloned().map(|r| Ref::Beside(Box::new(r), rel));
                return self.routed(Verb::MoveTo, place);
            }
            let _ = (at, onto);
            return self.struck(self.routed(Verb::Attack, Some(r.clone())));
        }
        if let Some((prep, np)) = self.friend() {
            let follow = matches!(prep, Some(Prep::With)) || self.level || self.keeps;
            return match prep {
                Some(Prep::Behind) => self.routed(Verb::Support, np.first().cloned()),
                Some(Prep::Before) if light => self.routed(Verb::Screen, np.first().cloned()),
                Some(Prep::Way) => self.routed(Verb::Advance, None),
                _ if follow && !matches!(self.act, Act::Move) || matches!(prep, Some(Prep::With)) => {
                    self.beside(Verb::Follow, np, prep).unwrap_or(Made::Flaw("say with whom"))
                }
                Some(Prep::To | Prep::Towards) | None if np.part.is_none() => {
                    self.routed(Verb::MoveTo, np.first().cloned())
                }
                _ => {
                    let rel = match (prep, np.part) {
                        (Some(Prep::Left), _) | (_, Some(Part::Left)) => Rel::LeftOf,
                        (Some(Prep::Right), _) | (_, Some(Part::Right)) => Rel::RightOf,
                        (Some(Prep::Before), _) | (_, Some(Part::Front)) => Rel::FrontOf,
                        (_, Some(Part::Rear)) => return self.routed(Verb::Support, np.first().cloned()),
                        _ => Rel::Near,
                    };
                    if np.first() == Some(&Ref::Army) {
                        return self.beside(Verb::Guard, np, prep).unwrap_or(Made::Flaw("say whom to guard"));
                    }
                    self.routed(Verb::MoveTo, np.first().cloned().map(|r| Ref::Beside(Box::new(r), rel)))
                }
            };
        }
        let between = |r: &Ref| matches!(r, Ref::Between(..));
        if let Some(r) = self.ground().filter(|r| !between(r)) {
            let leg = match self.routed(Verb::MoveTo, Some(r.clone())) {
                Made::Leg(leg, _) => leg,
                other => return other,
            };
            // "Advance on the hill" may be a march or an attack.
            let attack = self.act == Act::Advance && self.on && Verb::Attack.takes(&r);
            let other = attack.then(|| {
                Box::new(Leg { charge: Charge::OrderedTarget, verb: Verb::Attack, ..(*leg).clone() })
            });
            return Made::Leg(leg, other);
        }
        let ways = self.ways();
        if let Some(last) = ways.last().cloned() {
            let target = match last {
                Ref::Round(of) => Ref::Beside(of, Rel::Beyond),
                r => r,
            };
            let mut leg = self.made(Verb::MoveTo, Some(target));
            leg.route = ways[..ways.len() - 1].to_vec();
            return Made::Way(ways, Box::new(leg));
        }
        match self.aside {
            Some(_) if self.act == Act::Move => Made::Flaw("say how far, or to what"),
            _ => self.plain(Verb::Advance, None),
        }
    }

    /// The side of an enemy that is struck.
    pub(super) fn struck(&self, made: Made) -> Made {
        let Made::Leg(mut leg, other) = made else { return made };
        let part = self.enemy().and_then(|(np, _)| np.part);
        let prep = self
            .rel(|p, r| r.is_enemy() && matches!(p, Prep::Flank | Prep::Rear | Prep::Behind))
            .map(|(p, _, _)| p);
        let side = match (part, prep) {
            (Some(Part::Left), _) => Some(Flank::Left),
            (Some(Part::Right), _) => Some(Flank::Right),
            (Some(Part::Rear), _) | (_, Some(Prep::Rear | Prep::Behind)) => Some(Flank::Rear),
            (Some(Part::Flank), _) | (_, Some(Prep::Flank)) => Some(Flank::Either),
            _ => None,
        };
        leg.detail.side = side.or(leg.detail.side);
        Made::Leg(leg, other)
    }

    pub(super) fn attack(&self, light: bool) -> Made {
        let verb = if self.shy && light { Verb::Skirmish } else { Verb::Attack };
        if let Some((np, r)) = self.enemy() {
            let other = np.refs.get(1).cloned().map(|r| Box::new(self.made(verb, Some(r))));
            return match self.struck(self.routed(verb, Some(r.clone()))) {
                Made::Leg(leg, _) => Made::Leg(leg, other),
                made => made,
            };
        }
        if let Some((Some(Prep::With), _)) = self.friend() {
            return self.plain(Verb::Advance, None);
        }
        if let Some((_, np)) = self.friend().filter(|(p, _)| p.is_none()) {
            return if np.own {
                self.plain(Verb::Attack, Some(Ref::NearestEnemy))
            } else {
                Made::Flaw("these are friends")
            };
        }
        match self
            .ground()
            .filter(|r| Verb::Attack.takes(r) && (self.act != Act::Charge || self.obj.is_some()))
        {
            Some(r) => self.routed(Verb::Attack, Some(r)),
            None if self.ways().is_empty() => self.plain(Verb::Attack, Some(Ref::NearestEnemy)),
            None => self.routed(Verb::Attack, Some(Ref::NearestEnemy)),
        }
    }

    pub(super) fn shoot(&self, light: bool, before: Option<&Leg>) -> Made {
        let from = self.rel(|p, r| p == Prep::From && r.is_ground()).map(|(_, _, r)| r.clone());
        let place = from.or_else(|| self.ground());
        let enemy = self.enemy().map(|(_, r)| r.clone());
        if let Some(place) = place {
            let mut leg = self.made(Verb::Hold, Some(place));
            leg.fire = enemy
                .filter(|r| {
                    !matches!(r, Ref::NearestEnemy | Ref::EnemyKind(..))
                        || matches!(r, Ref::EnemyKind(k, _) if k != "any")
                })
                .map_or(Fire::Free, Fire::At);
            return Made::Leg(Box::new(leg), None);
        }
        if let Some((Some(Prep::Behind | Prep::With), np)) = self.friend() {
            let mut leg = self.made(Verb::Support, np.first().cloned());
            leg.fire = enemy.map_or(Fire::Free, Fire::At);
            return Made::Leg(Box::new(leg), None);
        }
        let came = before.filter(|b| b.verb == Verb::MoveTo && b.until.is_empty());
        let came = came.filter(|b| {
            !b.target.as_ref().is_some_and(|r| matches!(r, Ref::Name(..) | Ref::Kind(..) | Ref::Feature(_)))
        });
        let Some(enemy) = enemy else {
            let closes = came.and_then(|b| b.target.clone()).filter(Ref::is_enemy);
            if let Some(target) = closes {
                return self.plain(if light { Verb::Skirmish } else { Verb::Shoot }, Some(target));
            }
            let mut leg = self.made(Verb::Hold, None);
            leg.fire = Fire::Free;
            return Made::More(Box::new(leg));
        };
        let harass = light && (self.at_range || came.is_some());
        if harass {
            return self.routed(Verb::Skirmish, Some(enemy));
        }
        let mut leg = self.made(Verb::Shoot, Some(enemy));
        leg.detail.side = None;
        Made::More(Box::new(leg))
    }

    pub(super) fn follow(&self) -> Made {
        match self.friend() {
            Some((Some(Prep::Behind), np)) => self.plain(Verb::Support, np.first().cloned()),
            Some((prep, np)) => {
                self.beside(Verb::Follow, np, prep).unwrap_or(Made::Flaw("say whom to follow"))
            }
            None => match self.enemy() {
                Some((_, r)) => self.plain(Verb::MoveTo, Some(r.clone())),
                None => Made::Flaw("say whom to follow"),
            },
        }
    }

    pub(super) fn retire(&self) -> Made {
        if let Some((prep, np)) = self.friend() {
            return match (prep, np.first()) {
                (_, Some(Ref::General)) => self.plain(Verb::RetireTo, Some(Ref::General)),
                (Some(Prep::Left | Prep::Right), Some(r)) => {
                    let rel = if prep == Some(Prep::Left) { Rel::LeftOf } else { Rel::RightOf };
                    self.plain(Verb::RetireTo, Some(Ref::Beside(Box::new(r.clone()), rel)))
                }
                (_, target) => self.plain(Verb::Support, target.cloned()),
            };
        }
        if let Some(r) = self.ground() {
            return self.routed(Verb::RetireTo, Some(r));
        }
        let ways = self.ways();
        if let Some(last) = ways.last().cloned() {
            let beyond = Ref::Beside(Box::new(last), Rel::Beyond);
            let mut leg = self.made(Verb::RetireTo, Some(beyond));
            leg.route = ways;
            return Made::Leg(Box::new(leg), None);
        }
        let mut leg = self.made(Verb::Retire, None);
        if self.rel(|p, r| p == Prep::Before && r.is_enemy()).is_some() && leg.detail.facing.is_none() {
            leg.detail.facing = Some(Face::Enemy);
        }
        Made::Leg(Box::new(leg), None)
    }

    pub(super) fn form(&self) -> Made {
        // "Wheel left into the Arab allies."
        if self.act == Act::Face && self.enemy().is_some() {
            return self.attack(false);
        }
        let beside = self.friend().filter(|(p, _)| p.is_some());
        if let Some((prep, np)) = beside {
            return match prep {
                Some(Prep::Behind) => self.plain(Verb::Support, np.first().cloned()),
                prep => self.beside(Verb::Follow, np, prep).unwrap_or(Made::Flaw("say where")),
            };
        }
        let place = self.ground();
        let leg = self.made(Verb::Hold, place.clone());
        if self.act == Act::Face && leg.detail.facing.is_none() {
            return if self.ways().is_empty() { Made::More(Box::new(leg)) } else { self.go(false) };
        }
        match place {
            Some(place) => Made::Leg(Box::new(Leg { target: Some(place), ..leg }), None),
            None => Made::More(Box::new(leg)),
        }
    }

    /// "Cross the brook by the ford": a way, and by itself a march to the far side.
    pub(super) fn cross(&self) -> Made {
        let crossed = self.obj.as_ref().and_then(|np| np.first()).filter(|r| r.is_ground()).cloned();
        let ways = self.ways();
        let by = self.rel(|p, r| p == Prep::To && r.is_ground()).map(|(_, _, r)| r.clone());
        let mut route: Vec<Ref> = ways;
        if route.is_empty() {
            route.extend(by);
        }
        let over = match (&crossed, route.is_empty()) {
            (Some(r), true) => {
                route.push(r.clone());
                Some(r.clone())
            }
            (Some(r), false) => Some(r.clone()),
            (None, _) => route.last().cloned(),
        };
        match over {
            Some(over) => {
                let mut leg = self.made(Verb::MoveTo, Some(Ref::Beside(Box::new(over), Rel::Beyond)));
                leg.route = route.clone();
                Made::Way(route, Box::new(leg))
            }
            None => Made::Flaw("say what to cross"),
        }
    }
}
