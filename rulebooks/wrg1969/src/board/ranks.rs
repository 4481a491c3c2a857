//! The table as contact is worked out on it: bodies of files and ranks, and what stands in their way
//! (`wrg1969.geo.conform`).

use crate::board::state::Flight;
use crate::board::{Board, Body, JOSTLE, TOUCH};
use crate::data::feature::Outline;
use crate::data::reaction::Reaction;
use crate::orders::order::Verb;
use mechanics::contact::{self, ContactSpec, Contacts, Held, Scene};
use table::Convex;
use umpire::UnitId;

/// Men step forward this far to fill a shallow step in the line.
pub const ARM: f64 = 0.375;

/// How units of this book come into contact, in inches.
pub const SPEC: ContactSpec = ContactSpec {
    touch: 0.01,
    graze: 0.06,
    arm: ARM,
    grip: 2.0,
    slide: [3.0, 6.0],
    turn: [60.0, 90.0],
    side_step: 3.0,
    unfold: 3,
    weak: 2,
};

/// The same where men do not step forward, by the house rule `arm`.
const CLOSE: ContactSpec = ContactSpec { arm: 0.0, ..SPEC };

/// Some of those on the table, as contact sees them.
pub struct Ranks {
    /// Who they are, by their place in the list.
    pub ids: Vec<UnitId>,
    /// The bodies, in the same order.
    pub bodies: Vec<contact::Body>,
    ground: Vec<Convex>,
    spec: ContactSpec,
}

impl Ranks {
    /// Those on the table who fit; the others are not there.
    pub fn of(board: &Board<'_>, fits: impl Fn(&Body<'_>) -> bool) -> Ranks {
        let there: Vec<&Body<'_>> = board.troops().filter(|b| fits(b)).collect();
        let spec = if board.book.house.arm { SPEC } else { CLOSE };
        Ranks {
            ids: there.iter().map(|b| b.id).collect(),
            bodies: there.iter().map(|b| drawn(board, b)).collect(),
            ground: Vec::new(),
            spec,
        }
    }

    /// The same with the ground that nobody enters, and others who are in the way and take no part.
    pub fn on_ground(mut self, board: &Board<'_>, others: impl Fn(&Body<'_>) -> bool) -> Ranks {
        let shut = board.book.features.iter().filter(|f| f.is_impassable());
        for feature in shut {
            match &feature.outline {
                Outline::Area(areas) => {
                    self.ground.extend(areas.iter().flat_map(|a| a.edges()).map(Convex::segment));
                }
                Outline::Line(line) => {
                    self.ground.extend(line.windows(2).map(|pair| Convex::segment([pair[0], pair[1]])));
                }
                Outline::Point(_) => {}
            }
        }
        let others = board.troops().filter(|b| others(b));
        self.ground.extend(others.filter_map(|b| Convex::from_corners(&b.rect.corners())));
        self
    }

    /// The same where some give way at both ends of their fronts, as files do among friends (`wrg1969.geo.collision`).
    pub fn giving_way(mut self, who: impl Fn(UnitId) -> bool) -> Ranks {
        for (id, body) in self.ids.iter().zip(&mut self.bodies) {
            if who(*id) {
                body.rect = body.rect.narrower(2.0 * JOSTLE + TOUCH);
            }
        }
        self
    }

    /// The picture of them.
    pub fn scene(&self) -> Scene<'_> {
        Scene { bodies: &self.bodies, ground: &self.ground, spec: &self.spec }
    }

    /// Who is in contact with whom.
    pub fn contacts(&self) -> Contacts {
        Contacts::of(&self.scene())
    }

    /// The place of somebody in the list.
    pub fn place(&self, id: UnitId) -> Option<usize> {
        self.ids.iter().position(|other| *other == id)
    }

    /// Who holds somebody, if a body does.
    pub fn holder(&self, held: Option<Held>) -> Option<UnitId> {
        match held {
            Some(Held::By(i)) => self.ids.get(i).copied(),
            _ => None,
        }
    }
}

/// A unit as contact sees it.
fn drawn(board: &Board<'_>, body: &Body<'_>) -> contact::Body {
    let (file_width, rank_depth) = body.base();
    let state = board.state(body.id);
    let holds = state.leg().is_some_and(|leg| leg.verb == Verb::Hold);
    contact::Body {
        rect: body.rect,
        side: body.side as u8,
        files: body.files,
        full: state.seen.tucked.unwrap_or(body.files).max(body.files),
        figures: body.figures,
        file_width,
        rank_depth,
        closes_up: if holds || body.troop().is_engine() { 0.0 } else { body.normal() / 2.0 },
    }
}

/// Whether a unit in a fight closes up with the line: it does not run, pursue, rally or draw off.
pub fn keeps_its_place(board: &Board<'_>, body: &Body<'_>) -> bool {
    let state = board.state(body.id);
    let goes = |r: Reaction| {
        matches!(r, Reaction::Retreat | Reaction::Retire | Reaction::LeaveField | Reaction::FallBack)
    };
    state.seen.flight == Flight::None
        && !state.kept.secret.breaks_off
        && !state.seen.running.is_some_and(|r| goes(r.reaction))
}

/// The enemies with whom a unit is in contact, worked out from where all stand.
pub fn in_contact(board: &Board<'_>) -> Vec<(UnitId, UnitId)> {
    let ranks = Ranks::of(board, |b| !board.routing(b.id));
    let contacts = ranks.contacts();
    let mut pairs = Vec::new();
    for (i, &a) in ranks.ids.iter().enumerate() {
        for (j, &b) in ranks.ids.iter().enumerate().skip(i + 1) {
            if ranks.bodies[i].side != ranks.bodies[j].side && contacts.between(i, j) {
                pairs.push((a, b));
            }
        }
    }
    pairs
}
