//! Contact: who stands against whom, lining up when bodies meet, closing up, and who is still in touch.
//!
//! Where bodies stand decides it: [`refresh`] works the contacts out anew, and only whether a pair has fought yet is
//! remembered.

use crate::board::Board;
use crate::board::state::{Act, Contact, Phase};
use crate::data::lengths::HAIR;
use crate::house::House;
use crate::orders::order::Posture;
use crate::{Wrg6, rule};
use mechanics::contact::{Arrival, Body, ContactSpec, Contacts, Held, Scene};
use ruling::RuleId;
use table::{Convex, Edge, Facing, Point, Rect, Solid, Vec2, distance};
use umpire::{Cx, Event, Motion, Side, UnitId};

/// Bodies nearer than this touch.
pub const TOUCH: f64 = 1.0;

/// Bodies so near to a fight may be in its way.
const BESIDE_A_FIGHT: f64 = 60.0;
/// Bodies this near to those who arrive may be in their way: a wide body swings and slides far as it lines up.
const LINES_UP: f64 = 250.0;

/// How the book's bodies come into contact, in paces and files (`wrg6.geo.d4`, `wrg6.geo.d12`).
pub fn spec(house: &House) -> ContactSpec {
    ContactSpec {
        touch: HAIR / 2.0,
        graze: TOUCH,
        arm: house.contact_arm.into(),
        grip: 2.0,
        slide: [3.0, 6.0],
        turn: [60.0, 90.0],
        side_step: 3.0,
        unfold: 3,
        weak: 2,
    }
}

/// Some bodies as the mechanics of contact see them.
#[derive(Debug)]
pub struct Picture {
    ids: Vec<UnitId>,
    bodies: Vec<Body>,
    ground: Vec<Convex>,
    spec: ContactSpec,
}

impl Picture {
    /// A picture of those bodies.
    pub fn of(board: Board<'_>, ids: impl Iterator<Item = UnitId>) -> Picture {
        let ids: Vec<UnitId> = ids.collect();
        let bodies = ids.iter().map(|&id| body(board, id)).collect();
        Picture { ids, bodies, ground: Vec::new(), spec: spec(&board.book.house) }
    }

    /// What the mechanics look at.
    pub fn scene(&self) -> Scene<'_> {
        Scene { bodies: &self.bodies, ground: &self.ground, spec: &self.spec }
    }

    /// The number of a body in it.
    pub fn place(&self, id: UnitId) -> Option<usize> {
        self.ids.iter().position(|one| *one == id)
    }

    /// The body with a number.
    pub fn id(&self, place: usize) -> UnitId {
        self.ids[place]
    }
}

fn body(board: Board<'_>, id: UnitId) -> Body {
    let (formation, state) = (&board.field.unit(id).formation, board.state(id));
    let paces = |grid: i32| f64::from(grid) / Point::PER_MM;
    let holds = state.posture() == Posture::Hold && !state.seen.impetuous;
    Body {
        rect: *board.rect(id),
        side: board.side(id) as u8,
        files: formation.files,
        full: state.seen.full.max(formation.files),
        figures: formation.figures,
        file_width: paces(formation.file_width),
        rank_depth: paces(formation.rank_depth),
        closes_up: if holds { 0.0 } else { board.kit(id).normal() / 2.0 },
    }
}

/// Works out anew who is in contact with whom; of those who were already it is remembered whether they have fought.
pub fn refresh(book: &Wrg6, phase: &mut Phase, cx: &Cx<'_>) {
    phase.contacts = found(Board::of(book, cx.field(), phase));
}

/// The contacts on a table; of those that were known already it is remembered whether they have fought.
pub fn found(board: Board<'_>) -> Vec<Contact> {
    let reach = f64::from(board.book.house.contact_arm).max(TOUCH) + HAIR;
    let near = board
        .bodies()
        .filter(|&id| board.enemies(board.side(id)).any(|enemy| board.may_be_within(id, enemy, reach)));
    all(&Picture::of(board, near), &board.phase.contacts)
}

/// The contacts of a picture.
fn all(picture: &Picture, before: &[Contact]) -> Vec<Contact> {
    let contacts = Contacts::of(&picture.scene());
    let mut list = Vec::new();
    for (i, red) in picture.bodies.iter().enumerate().filter(|(_, body)| body.side == Side::Red as u8) {
        for j in contacts.of_body(i) {
            let pair = [picture.ids[i], picture.ids[j]];
            let edges = [
                edge(&contacts, red, &picture.bodies[j], (i, j)),
                edge(&contacts, &picture.bodies[j], red, (j, i)),
            ];
            let first = before.iter().find(|contact| contact.pair == pair).is_none_or(|known| known.first);
            list.push(Contact { pair, edges, first, weak: contacts.is_weak(i, j) });
        }
    }
    list.sort_by_key(|contact| contact.pair);
    list
}

/// The edge of a body on which another fights it: who overlaps it nearly front to front is before it.
fn edge(contacts: &Contacts, body: &Body, other: &Body, (i, j): (usize, usize)) -> Edge {
    let faces = body.rect.ahead.dot(other.rect.ahead);
    if contacts.files(i, j) > 0 || faces <= -0.5 {
        return Edge::Front;
    }
    if faces >= std::f64::consts::FRAC_1_SQRT_2 {
        return Edge::Rear;
    }
    if body.rect.right().dot(other.rect.ahead) > 0.0 { Edge::Left } else { Edge::Right }
}

/// Those who have run from there line up with whom they touched, all together; gives back the contacts that are new,
/// and who was kept from standing flush by whom (`wrg6.geo.d4`).
pub fn arrive(
    book: &Wrg6,
    phase: &mut Phase,
    runs: &[(UnitId, Rect)],
    rule: RuleId,
    cx: &mut Cx<'_>,
) -> (Vec<Contact>, Vec<(UnitId, UnitId)>) {
    let (settled, picture) = {
        let board = Board::of(book, cx.field(), phase);
        let near = board
            .bodies()
            .filter(|&id| runs.iter().any(|(who, _)| *who == id || board.may_be_within(id, *who, LINES_UP)));
        let picture = Picture::of(board, near);
        let from = |id: &UnitId| runs.iter().find(|(who, _)| who == id).map(|(_, from)| *from);
        let arrivals: Vec<Arrival> = picture.ids.iter().map(|id| Arrival { from: from(id) }).collect();
        (mechanics::contact::settle(&picture.scene(), &arrivals), picture)
    };
    let mut held = Vec::new();
    for (id, settled) in picture.ids.iter().zip(settled) {
        if let Some(Held::By(by)) = settled.held {
            held.push((*id, picture.id(by)));
        }
        if settled.struck.is_some() {
            stand(phase, *id, (settled.rect, settled.files), rule, cx);
        }
    }
    let before = std::mem::take(&mut phase.contacts);
    phase.contacts.clone_from(&before);
    refresh(book, phase, cx);
    let is_new = |contact: &&Contact| !before.iter().any(|known| known.pair == contact.pair);
    (phase.contacts.iter().filter(is_new).copied().collect(), held)
}

/// Puts a body there in so many files, of which it remembers how many it had.
pub fn stand(phase: &mut Phase, id: UnitId, (rect, files): (Rect, u16), rule: RuleId, cx: &mut Cx<'_>) {
    let unit = cx.field().unit(id);
    let (old, mut formation) = (unit.formation, unit.formation);
    if files != old.files {
        let seen = &mut phase.state_mut(id).seen;
        seen.full = seen.full.max(old.files);
        if files >= seen.full {
            seen.full = 0;
        }
        formation.files = files;
        cx.apply(Event::Reformed { unit: id, formation, rule });
    }
    let same = rect.ahead == cx.field().shape(id).ahead;
    let facing = if same { cx.field().unit(id).pose.facing } else { Facing::of(rect.ahead) };
    let to = rect.pose(facing);
    if cx.field().unit(id).pose != to {
        cx.apply(Event::Moved { unit: id, to, motion: Motion::Conform, rule });
    }
}

/// The line closes up: those in contact turn flush, face whoever struck them, unfold and slide along until whole fronts
/// fight (`wrg6.geo.d12`). Runners are in the way and do not turn.
pub fn close_up(book: &Wrg6, phase: &mut Phase, cx: &mut Cx<'_>) {
    if phase.contacts.is_empty() {
        return;
    }
    let (closed, picture) = {
        let board = Board::of(book, cx.field(), phase);
        let runs = |id: &UnitId| {
            let state = board.state(*id);
            state.seen.routing || matches!(state.now.act, Act::Evaded | Act::Routed)
        };
        let fights: Vec<UnitId> = board.bodies().filter(|&id| phase.in_contact(id)).collect();
        let near = |id: &UnitId| fights.iter().any(|&one| board.may_be_within(*id, one, BESIDE_A_FIGHT));
        let mut picture = Picture::of(board, board.bodies().filter(|id| !runs(id) && near(id)));
        picture.ground = board.bodies().filter(runs).filter(near).map(|id| board.rect(id).hull()).collect();
        (mechanics::contact::close_up(&picture.scene()), picture)
    };
    for (id, closed) in picture.ids.iter().zip(closed) {
        stand(phase, *id, (closed.rect, closed.files), rule::GEO_D12, cx);
    }
    refresh(book, phase, cx);
}

/// Slides bodies forward until they touch again those they fight, where losses have left a gap (`wrg6.geo.d12`).
pub fn touch_again(book: &Wrg6, phase: &mut Phase, cx: &mut Cx<'_>) {
    for contact in phase.contacts.clone() {
        let [a, b] = contact.pair;
        if !cx.field().on_table(a) || !cx.field().on_table(b) {
            continue;
        }
        let gap = distance(cx.field().shape(a), cx.field().shape(b));
        if gap <= TOUCH || gap <= f64::from(book.house.contact_arm) && contact.edges == [Edge::Front; 2] {
            continue;
        }
        // The one whose front faces the other comes up to it.
        let (who, other) =
            if contact.edges[0] == Edge::Front && contact.edges[1] != Edge::Front { (a, b) } else { (b, a) };
        let (rect, at) = (*cx.field().shape(who), *cx.field().shape(other));
        if let Some(far) = table::cast(&rect, rect.ahead, 400.0, &at, 0.0) {
            come_up(book, phase, who, rect.ahead * far, rule::GEO_D12, cx);
        }
    }
    refresh(book, phase, cx);
}

/// Slides a body up to one it fights unless it would come upon somebody; says whether it did.
pub fn come_up(book: &Wrg6, phase: &Phase, who: UnitId, by: Vec2, rule: RuleId, cx: &mut Cx<'_>) -> bool {
    let to = cx.field().shape(who).moved(by);
    let board = Board::of(book, cx.field(), phase);
    let clear = !board.bodies().any(|other| other != who && to.overlaps(board.rect(other), HAIR));
    if clear {
        let to = to.pose(cx.field().unit(who).pose.facing);
        cx.apply(Event::Moved { unit: who, to, motion: Motion::March, rule });
    }
    clear
}
