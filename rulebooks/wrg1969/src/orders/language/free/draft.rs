//! A leg being put together: what its verb, its nouns and its prepositions come to.

use crate::orders::language::free::np::Np;
use crate::orders::language::free::when::Test;
use crate::orders::language::words::{Act, Lead, Part, Prep};
use crate::orders::order::{Charge, Face, Fire, Flank, Leg, Ref, Rel, Verb};
use std::ops::Range;

/// A draft with the sentence it stands in.
pub struct Item {
    pub draft: Draft,
    pub sentence: usize,
}

/// A leg being put together.
#[derive(Clone, Debug)]
pub struct Draft {
    pub act: Act,
    pub span: Range<usize>,
    pub obj: Option<Np>,
    pub rels: Vec<(Prep, Np)>,
    /// Formation, fire, prohibitions and details.
    pub leg: Leg,
    pub bearing: Option<(i32, Range<usize>)>,
    /// The condition in whose scope it stands, or that hangs on it.
    pub scope: Option<(Lead, Test)>,
    pub until: Option<Test>,
    /// What somebody must do to be attacked.
    pub watch: Option<Test>,
    pub charge: Option<Charge>,
    pub then: bool,
    pub otherwise: bool,
    pub shoots: bool,
    pub at_range: bool,
    pub ahead: bool,
    pub level: bool,
    pub keeps: bool,
    pub on: bool,
    pub shy: bool,
    pub only_denies: bool,
    /// Whether it goes on once it need no longer hold back from charging.
    pub forbears: bool,
    pub unless: bool,
    pub aside: Option<Flank>,
}

/// What a draft comes to.
#[derive(Clone, Debug, PartialEq)]
pub enum Made {
    /// A leg, and what else it could be.
    Leg(Box<Leg>, Option<Box<Leg>>),
    /// A way for the leg that comes next; by itself, this leg.
    Way(Vec<Ref>, Box<Leg>),
    /// Something said of the leg before.
    More(Box<Leg>),
    /// The leg before is taken up again.
    Resume,
    /// It cannot be done so.
    Flaw(&'static str),
}

impl Draft {
    pub fn new(act: Act, span: Range<usize>) -> Self {
        Draft {
            act,
            span,
            obj: None,
            rels: Vec::new(),
            leg: Leg::new(Verb::Hold),
            bearing: None,
            scope: None,
            until: None,
            watch: None,
            charge: None,
            then: false,
            otherwise: false,
            shoots: false,
            at_range: false,
            ahead: false,
            level: false,
            keeps: false,
            on: false,
            shy: false,
            only_denies: false,
            forbears: false,
            unless: false,
            aside: None,
        }
    }

    /// Hangs a condition on it.
    pub fn condition(&mut self, lead: Lead, test: Test) {
        match lead {
            Lead::Until => match &mut self.until {
                Some(until) => until.extend(test),
                None => self.until = Some(test),
            },
            Lead::Unless => {
                self.until = Some(test);
                self.unless = true;
            }
            Lead::While => {
                let not = test
                    .iter()
                    .flatten()
                    .map(|t| vec![crate::orders::order::Trigger::Not(Box::new(t.clone()))]);
                self.until = Some(not.collect());
            }
            _ => match &mut self.scope {
                Some((_, before)) => {
                    let both =
                        before.iter().flat_map(|a| test.iter().map(move |b| [a.as_slice(), b].concat()));
                    *before = both.collect();
                }
                None => self.scope = Some((lead, test)),
            },
        }
    }

    /// Whether a friend is spoken of already.
    pub fn has_friend(&self) -> bool {
        let friend = |np: &Np| np.first().is_some_and(Ref::is_friend);
        self.obj.as_ref().is_some_and(friend) || self.rels.iter().any(|(_, np)| friend(np))
    }

    /// "Stop 10 inches short of it".
    pub fn stops_short(&self) -> bool {
        self.act == Act::Halt && self.obj.is_none()
    }

    /// Keeps it away from ground or from an enemy.
    pub fn avoid(&mut self, np: &Np) {
        match np.first() {
            Some(r) if r.is_enemy() => self.leg.detail.keep_from = Some(r.clone()),
            Some(r) => self.leg.detail.avoid.push(r.clone()),
            None => {}
        }
    }

    /// Takes over what another forbids.
    pub fn restrict(&mut self, said: &Draft) {
        self.charge = said.charge.or(self.charge);
        restrict(&mut self.leg, &said.leg);
    }

    pub(super) fn rel(&self, fits: impl Fn(Prep, &Ref) -> bool) -> Option<(Prep, &Np, &Ref)> {
        self.rels.iter().find_map(|(prep, np)| np.first().filter(|r| fits(*prep, r)).map(|r| (*prep, np, r)))
    }

    /// The leg with a verb and a target.
    pub(super) fn made(&self, verb: Verb, target: Option<Ref>) -> Leg {
        let mut leg = self.leg.clone();
        (leg.verb, leg.target) = (verb, target);
        leg.charge = self.charge.unwrap_or(verb.usual_charge());
        leg
    }

    pub(super) fn plain(&self, verb: Verb, target: Option<Ref>) -> Made {
        Made::Leg(Box::new(self.made(verb, target)), None)
    }

    /// A friend kept with, with the side of him.
    pub(super) fn beside(&self, verb: Verb, np: &Np, prep: Option<Prep>) -> Option<Made> {
        let mut leg = self.made(verb, np.first().cloned());
        let side = match (prep, np.part) {
            (Some(Prep::Left), _) | (_, Some(Part::Left)) => Some(Flank::Left),
            (Some(Prep::Right), _) | (_, Some(Part::Right)) => Some(Flank::Right),
            (Some(Prep::Flank), _) | (_, Some(Part::Flank)) => Some(Flank::Either),
            _ => None,
        };
        leg.detail.side = side.or(leg.detail.side);
        Some(Made::Leg(Box::new(leg), None))
    }

    /// A place on the ground that it goes to or stands at.
    pub(super) fn ground(&self) -> Option<Ref> {
        let place = |prep: Prep, np: &Np| {
            let r = np.first()?.clone();
            let rel = match prep {
                Prep::Behind => Rel::Behind,
                Prep::Beyond => Rel::Beyond,
                Prep::Before => Rel::FrontOf,
                Prep::Left => Rel::LeftOf,
                Prep::Right => Rel::RightOf,
                Prep::Near => Rel::Near,
                Prep::Foot => Rel::Foot,
                Prep::To | Prep::Towards | Prep::Between => return np.place(),
                _ => return None,
            };
            Some(Ref::Beside(Box::new(r), rel))
        };
        let object =
            self.obj.as_ref().filter(|np| np.first().is_some_and(Ref::is_ground)).and_then(Np::place);
        let by_rel = self
            .rels
            .iter()
            .filter(|(_, np)| np.first().is_some_and(Ref::is_ground))
            .find_map(|(p, np)| place(*p, np));
        let ground = match (object, by_rel) {
            (Some(_), Some(rel @ Ref::Beside(..))) => Some(rel),
            (object, rel) => object.or(rel),
        };
        match (ground, self.aside) {
            (Some(r), Some(Flank::Left)) if !matches!(r, Ref::Beside(..)) => {
                Some(Ref::Beside(Box::new(r), Rel::LeftOf))
            }
            (Some(r), Some(Flank::Right)) if !matches!(r, Ref::Beside(..)) => {
                Some(Ref::Beside(Box::new(r), Rel::RightOf))
            }
            (ground, _) => ground,
        }
    }

    /// The ways it takes.
    pub fn ways(&self) -> Vec<Ref> {
        let mut ways = self.leg.route.clone();
        for (prep, np) in &self.rels {
            let Some(r) = np.first().filter(|r| !r.is_enemy()) else { continue };
            match prep {
                Prep::Way => ways.push(r.clone()),
                Prep::Round => ways.push(match np.part {
                    Some(Part::Left | Part::Right) => np.place().unwrap_or_else(|| r.clone()),
                    _ => Ref::Round(Box::new(r.clone())),
                }),
                Prep::Between => ways.push(r.clone()),
                _ => {}
            }
        }
        ways
    }

    /// The enemy it is done to.
    pub(super) fn enemy(&self) -> Option<(&Np, &Ref)> {
        let object = self.obj.as_ref().and_then(|np| Some((np, np.first().filter(|r| r.is_enemy())?)));
        object.or_else(|| {
            self.rel(|p, r| r.is_enemy() && p != Prep::From && p != Prep::Before).map(|(_, np, r)| (np, r))
        })
    }

    pub(super) fn friend(&self) -> Option<(Option<Prep>, &Np)> {
        let object =
            self.obj.as_ref().filter(|np| np.first().is_some_and(Ref::is_friend)).map(|np| (None, np));
        object.or_else(|| self.rel(|_, r| r.is_friend()).map(|(p, np, _)| (Some(p), np)))
    }

    /// What it comes to, for light troops or others.
    pub fn finish(&self, light: bool, before: Option<&Leg>) -> Made {
        match self.act {
            Act::Hold | Act::Halt | Act::Keep => self.stand(light),
            Act::Move | Act::Advance => self.go(light),
            Act::Attack | Act::Charge | Act::Pursue => self.attack(light),
            Act::Skirmish => match self.friend() {
                Some((Some(Prep::Before), np)) => self.plain(Verb::Screen, np.first().cloned()),
                _ => self
                    .routed(Verb::Skirmish, Some(self.enemy().map_or(Ref::NearestEnemy, |(_, r)| r.clone()))),
            },
            Act::Shoot => self.shoot(light, before),
            Act::Screen => match self.friend() {
                Some((_, np))
                    if np.part == Some(Part::Flank) || matches!(np.part, Some(Part::Left | Part::Right)) =>
                {
                    self.beside(Verb::Guard, np, None).unwrap_or(Made::Flaw("say whom to guard"))
                }
                Some((_, np)) if light => self.plain(Verb::Screen, np.first().cloned()),
                Some((_, np)) => {
                    self.beside(Verb::Guard, np, None).unwrap_or(Made::Flaw("say whom to guard"))
                }
                None => self
                    .ground()
                    .map_or(Made::Flaw("say whom to screen"), |r| self.plain(Verb::Hold, Some(r))),
            },
            Act::Support => match self.friend() {
                Some((_, np)) => self.plain(Verb::Support, np.first().cloned()),
                None => Made::Flaw("say whom to support"),
            },
            Act::Follow => self.follow(),
            Act::Guard => match self.friend() {
                Some((prep, np)) => {
                    self.beside(Verb::Guard, np, prep).unwrap_or(Made::Flaw("say whom to guard"))
                }
                None => match (self.ground(), self.enemy()) {
                    (Some(r), _) => self.plain(Verb::Hold, Some(r)),
                    (None, Some((_, r))) => {
                        let mut leg = self.made(Verb::Hold, None);
                        leg.detail.facing = Some(Face::To(r.clone()));
                        Made::Leg(Box::new(leg), None)
                    }
                    (None, None) => self.plain(Verb::Hold, None),
                },
            },
            Act::Retire => self.retire(),
            Act::Return => match (self.friend(), self.ground()) {
                (Some((Some(Prep::Behind), np)), _) => self.plain(Verb::Support, np.first().cloned()),
                (Some((_, np)), _) => self.plain(Verb::RetireTo, np.first().cloned()),
                (None, Some(r)) => self.plain(Verb::RetireTo, Some(r)),
                (None, None) => match before.map(|b| b.target.clone()) {
                    Some(target) => {
                        self.plain(Verb::Hold, target.filter(Ref::is_ground).or(Some(Ref::Start)))
                    }
                    None => self.plain(Verb::RetireTo, Some(Ref::Start)),
                },
            },
            Act::Form | Act::Face => self.form(),
            Act::Cross => self.cross(),
            Act::Hide if self.enemy().is_some() => self.attack(light),
            Act::Hide => {
                let mut leg = self.made(Verb::Hold, self.ground());
                leg.detail.hidden = true;
                Made::More(Box::new(leg))
            }
            Act::Scout => match self.ground() {
                Some(r) => {
                    let mut leg = self.made(Verb::MoveTo, Some(r));
                    leg.detail.report = true;
                    leg.route = self.ways();
                    Made::Leg(Box::new(leg), None)
                }
                None => Made::Flaw("say where to look"),
            },
            Act::Report => {
                let mut leg = self.made(Verb::Hold, None);
                leg.detail.report = true;
                Made::More(Box::new(leg))
            }
            Act::Evade => {
                let mut leg = self.made(Verb::Hold, None);
                leg.evade = true;
                if !light {
                    return Made::Flaw("only light troops, and others who are told to skirmish, can evade");
                }
                Made::More(Box::new(leg))
            }
            Act::Avoid => {
                let mut draft = self.clone();
                let np = self.obj.clone().or_else(|| self.rels.first().map(|(_, np)| np.clone()));
                match np {
                    Some(np) => draft.avoid(&np),
                    None => return Made::Flaw("say what to keep away from"),
                }
                Made::More(Box::new(draft.made(Verb::Hold, None)))
            }
            Act::Refuse => {
                let part = self
                    .obj
                    .as_ref()
                    .and_then(|np| np.part)
                    .or_else(|| self.rels.iter().find_map(|(_, np)| np.part));
                let flank = match part {
                    Some(Part::Left) => Flank::Left,
                    Some(Part::Right) => Flank::Right,
                    _ => return Made::Flaw("say which flank to hold back"),
                };
                let mut leg = self.made(Verb::Hold, None);
                leg.detail.refuse = Some(flank);
                Made::More(Box::new(leg))
            }
            Act::Open => Made::More(Box::new(self.made(Verb::Hold, None))),
            Act::Resume => match (self.friend(), self.ground()) {
                (None, None) => Made::Resume,
                _ => self.go(light),
            },
            Act::Let => Made::Flaw("say what the unit itself is to do"),
        }
    }
}

/// Takes over what another leg forbids.
pub fn restrict(leg: &mut Leg, said: &Leg) {
    leg.countercharge &= said.countercharge;
    leg.evade &= said.evade;
    leg.pursue &= said.pursue;
    if said.fire == Fire::Hold {
        leg.fire = Fire::Hold;
    }
    if said.detail.limit.is_some() {
        leg.detail.limit.clone_from(&said.detail.limit);
    }
    if said.detail.keep_from.is_some() {
        leg.detail.keep_from.clone_from(&said.detail.keep_from);
    }
    leg.detail.avoid.extend(said.detail.avoid.iter().cloned());
}
