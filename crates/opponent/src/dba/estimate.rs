//! Quick estimates: what a contact would be worth, by exact odds on factors taken at a glance.

use super::blocks::Block;
use super::scene::Scene;
use dba::api::aftermath;
use dba::api::board;
use dba::api::board::Base;
use dba::api::board::Contact;
use dba::api::combat::{Fighter, Role, Supporter};
use dba::api::data::{Going, Troop, TroopSet};
use dba::api::tactics;
use dba::api::tactics::Contender;
use umpire::Side;

/// Bases as they would stand after a move: their places on the board, and their new bases.
#[derive(Clone, Copy)]
pub struct Moved<'a> {
    /// Who moves, by place on the board.
    pub who: &'a [u8],
    /// Where each would stand.
    pub bases: &'a [Base],
}

impl Moved<'_> {
    fn has(&self, i: u8) -> bool {
        self.who.contains(&i)
    }

    /// The enemies each would meet front to front, by place among the movers.
    pub fn meets(&self, foe: &Base) -> Option<usize> {
        self.bases.iter().position(|b| board::contact(b, foe) == Some(Contact::Front))
    }
}

/// How much more the second side of a fight stands to lose than the first, which is ours: the more for what each has
/// lost before.
fn balance(scene: &Scene<'_>, a: &Contender, b: &Contender) -> f32 {
    let [own, theirs] = tactics::stakes(&scene.book.house, a, b);
    theirs * scene.toll[scene.side.other()] - own * scene.toll[scene.side]
}

fn going(scene: &Scene<'_>, base: &Base) -> Going {
    board::going(&scene.board, &base.rect, base.troop)
}

fn supporter(scene: &Scene<'_>, base: &Base) -> Supporter {
    Supporter { troop: base.troop, going: going(scene, base), shot_at_by: TroopSet::default() }
}

/// What a front contact of one of the movers with an enemy is worth.
pub fn front(scene: &Scene<'_>, moved: Moved<'_>, k: usize, foe: u8) -> f32 {
    // In a block those behind move along: who is in whose way would be seen only then.
    let cornered = moved.bases.len() == 1 && is_cornered(scene, &moved.bases[k]);
    front_if(scene, moved, k, foe, cornered)
}

/// The same for one who could recoil if he had to: it is worth no more if he cannot.
pub fn front_at_best(scene: &Scene<'_>, moved: Moved<'_>, k: usize, foe: u8) -> f32 {
    front_if(scene, moved, k, foe, false)
}

fn front_if(scene: &Scene<'_>, moved: Moved<'_>, k: usize, foe: u8, cornered: bool) -> f32 {
    let (me, it) = (&moved.bases[k], scene.base(foe));
    let tie = scene.tie(foe);
    let mut mine = Fighter {
        general: me.general,
        going: going(scene, me),
        uphill: board::uphill(&scene.board, me, it),
        moved_into_contact: true,
        support: moved.bases.iter().find(|b| board::behind(b, me)).map(|b| supporter(scene, b)),
        ..Fighter::new(me.troop)
    };
    // Its neighbours who have nobody before them overlap us.
    let overlaps = |n: Option<u8>| {
        n.is_some_and(|n| {
            let tie = scene.tie(n);
            tie.front.is_none() && tie.strikes.is_none() && moved.meets(scene.base(n)).is_none()
        })
    };
    mine.right += u8::from(overlaps(tie.left));
    mine.left += u8::from(overlaps(tie.right));
    let mut its = Fighter {
        general: it.general,
        going: going(scene, it),
        uphill: board::uphill(&scene.board, it, me),
        river_bank: board::defends_bank(&scene.board, it, me),
        support: tie.behind.map(|b| supporter(scene, scene.base(b))),
        pikes_beside: [tie.left, tie.right]
            .into_iter()
            .flatten()
            .any(|n| scene.base(n).troop == Troop::Pikes),
        ..Fighter::new(it.troop)
    };
    let mut held = tie.held;
    let mut count = |kind: Option<Contact>, busy: bool| match kind {
        Some(Contact::LeftFlank) => (its.left, held) = (its.left + 1, true),
        Some(Contact::RightFlank) => (its.right, held) = (its.right + 1, true),
        Some(Contact::Rear) => (its.rear, held) = (its.rear + 1, true),
        Some(Contact::LeftOverlap) if !busy => its.left += 1,
        Some(Contact::RightOverlap) if !busy => its.right += 1,
        _ => {}
    };
    for (j, other) in moved.bases.iter().enumerate().filter(|&(j, _)| j != k) {
        let busy = || meets_any(scene, &moved.bases[j]);
        let kind = board::contact(other, it);
        count(kind, kind.is_some() && busy());
    }
    for i in scene.of_side(scene.side).filter(|&i| !moved.has(i)) {
        let kind = board::contact(scene.base(i), it);
        count(kind, scene.tie(i).is_engaged());
    }
    let a = Contender::of(scene.book, Role::Fights, &mine, &its, cornered);
    let b = Contender::of(scene.book, Role::Fights, &its, &mine, held || scene.is_cornered(foe));
    balance(scene, &a, &b)
}

/// Whether a base that stands there could not recoil.
fn is_cornered(scene: &Scene<'_>, base: &Base) -> bool {
    aftermath::decide(&scene.board, base, None).to.is_none()
}

/// Whether a base would have an enemy in front contact.
fn meets_any(scene: &Scene<'_>, base: &Base) -> bool {
    scene.foes().any(|f| board::contact(base, scene.base(f)) == Some(Contact::Front))
}

/// What it adds to the present fight of one of ours with an enemy that one more is on the enemy's flank, and whether
/// the enemy is held from then on.
fn one_more(scene: &Scene<'_>, friend: u8, foe: u8, holds: bool) -> f32 {
    let (ours, its) = (scene.base(friend).id, scene.base(foe).id);
    let mine = dba::api::combat::fighter(&scene.board, scene.phase, ours, its);
    let theirs = dba::api::combat::fighter(&scene.board, scene.phase, its, ours);
    let a = Contender::of(scene.book, Role::Fights, &mine, &theirs, scene.tie(friend).held);
    let held = scene.tie(foe).held;
    let now = Contender::of(scene.book, Role::Fights, &theirs, &mine, held);
    let mut then = Contender::of(scene.book, Role::Fights, &theirs, &mine, held || holds);
    then.total -= 1;
    balance(scene, &a, &then) - balance(scene, &a, &now)
}

/// What it is worth to overlap an enemy that fights a friend.
pub fn overlap(scene: &Scene<'_>, foe: u8) -> f32 {
    scene.tie(foe).front.map_or(0.0, |friend| one_more(scene, friend, foe, false))
}

/// What a contact with an enemy's flank or rear is worth.
pub fn flank(scene: &Scene<'_>, me: &Base, foe: u8) -> f32 {
    if let Some(friend) = scene.tie(foe).front {
        return one_more(scene, friend, foe, true);
    }
    // It turns to face: nobody beside or behind it helps it any more.
    let it = scene.base(foe);
    let mine = Fighter {
        general: me.general,
        going: going(scene, me),
        moved_into_contact: true,
        ..Fighter::new(me.troop)
    };
    let its = Fighter { general: it.general, going: going(scene, it), ..Fighter::new(it.troop) };
    let turned = it.at(me.rect.front_mid() + me.rect.ahead * it.rect.half_depth, me.facing.about());
    let a = Contender::of(scene.book, Role::Fights, &mine, &its, is_cornered(scene, me));
    let b = Contender::of(scene.book, Role::Fights, &its, &mine, is_cornered(scene, &turned));
    balance(scene, &a, &b)
}

/// What the fights of a block that goes straight ahead into an enemy would be worth, and how many they are.
pub fn charge(scene: &Scene<'_>, block: &Block, gap: f64, foe: u8) -> Option<(f32, usize)> {
    let it = scene.base(foe);
    let first = scene.base(block.who[0]);
    if (180.0 - first.facing.turn_to(it.facing).abs()).abs() > 0.1 {
        return None;
    }
    // The block lines up on whichever of its front rank is most nearly opposite.
    let off = |i: u8| scene.base(i).rect.local(it.rect.centre).0;
    let nearest =
        block.who[..block.rank].iter().map(|&i| off(i)).min_by(|a, b| a.abs().total_cmp(&b.abs()))?;
    let by = first.rect.ahead * gap + first.rect.right() * nearest;
    let bases: Vec<Base> = block.who.iter().map(|&i| scene.base(i).moved(by)).collect();
    let moved = Moved { who: &block.who, bases: &bases };
    let mut sum = 0.0;
    let mut met = 0;
    for (k, base) in bases[..block.rank].iter().enumerate() {
        let opposite = scene.foes().find(|&f| board::contact(base, scene.base(f)) == Some(Contact::Front));
        if let Some(f) = opposite {
            sum += front(scene, moved, k, f);
            met += 1;
        }
    }
    Some((sum, met))
}

/// What an attack on a camp is worth.
pub fn camp(scene: &Scene<'_>, me: &Base, camp: Side) -> f32 {
    let holder = scene
        .board
        .garrison(camp)
        .and_then(|id| scene.board.base(id))
        .map_or(Troop::CampFollowers, |b| b.troop);
    let mine = Fighter { general: me.general, moved_into_contact: true, ..Fighter::new(me.troop) };
    let its = Fighter { in_camp: true, ..Fighter::new(holder) };
    let a = Contender::of(scene.book, Role::Fights, &mine, &its, false);
    let b = Contender::of(scene.book, Role::Fights, &its, &mine, true);
    // Whoever takes it from an element takes the camp as well.
    let b = Contender { worth: b.worth.max(f32::from(scene.book.house.camp_value)), ..b };
    balance(scene, &a, &b)
}
