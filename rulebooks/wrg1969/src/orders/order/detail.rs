//! What an order says only now and then: how far, on which side, which way to face, and whom exactly.

use crate::orders::order::{Deed, ENEMY_KINDS, Mils, Ref, Trigger};

/// How a leg is done, where that is not as usual.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Detail {
    /// How far it goes.
    pub distance: Option<Mils>,
    /// How far short of its target it stops.
    pub stop: Option<Stop>,
    /// How far it keeps from its friend.
    pub gap: Option<Mils>,
    /// On which side of its friend it keeps, or of the enemy it strikes.
    pub side: Option<Flank>,
    /// Which way it faces.
    pub facing: Option<Face>,
    /// What it never passes, in pursuit too.
    pub limit: Option<Ref>,
    /// Where it does not go.
    pub avoid: Vec<Ref>,
    /// Whose charge it keeps out of.
    pub keep_from: Option<Ref>,
    /// Which flank it holds back: left or right.
    pub refuse: Option<Flank>,
    /// Whether it lies hidden: it neither shoots nor charges.
    pub hidden: bool,
    /// Whether it sends word when the leg ends.
    pub report: bool,
    /// Whether it goes at half its pace.
    pub slow: bool,
}

/// Where a unit stops short.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stop {
    /// So far short.
    Short(Mils),
    /// At the range of its own missiles.
    Range,
}

/// A side of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Flank {
    /// Its left.
    Left,
    /// Its right.
    Right,
    /// Either flank.
    Either,
    /// Its rear.
    Rear,
}

/// Which way to face.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Face {
    /// Thousandths of a degree clockwise from north.
    Bearing(i32),
    /// Towards something.
    To(Ref),
    /// Towards the nearest enemy.
    Enemy,
    /// To the left.
    Left,
    /// To the right.
    Right,
}

/// Where a place lies from what it is named after. Of ground and enemies left and right are as the unit sees them, of
/// a friend as the friend faces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rel {
    /// On its left.
    LeftOf,
    /// On its right.
    RightOf,
    /// Before it.
    FrontOf,
    /// Behind it.
    Behind,
    /// On its far side.
    Beyond,
    /// On this side of it.
    Near,
    /// At the foot of it.
    Foot,
}

/// An edge of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Edge {
    /// The unit's own.
    Own,
    /// Any of them.
    Any,
    /// The north edge.
    North,
    /// The east edge.
    East,
    /// The south edge.
    South,
    /// The west edge.
    West,
}

/// A part of an army.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Wing {
    /// Its left, as it faces.
    Left,
    /// Its right, as it faces.
    Right,
    /// Its centre.
    Centre,
}

/// Which enemies, by where they stand or what they do.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Which {
    /// Those on some ground.
    At(Box<Ref>),
    /// Those of a wing.
    Wing(Wing),
    /// Those in contact.
    Engaged,
    /// Those who attack this friend.
    Attacking(String),
    /// Those who run.
    Broken,
    /// The one with the most figures.
    Strongest,
}

/// How near somebody is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reach {
    /// Within so far.
    Inches(Mils),
    /// Within range of this unit's missiles.
    Range,
    /// Within reach of their own charge.
    Charge,
    /// Within half as much again as their charge.
    Near,
}

/// Who does something.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Whom {
    /// Anyone.
    Any,
    /// Anyone of a kind.
    Kind(String),
    /// The unit with this label.
    Unit(String),
    /// The general.
    General,
}

/// A unit does something.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Event {
    /// Whether it is a friend.
    pub friend: bool,
    /// Who.
    pub who: Whom,
    /// What.
    pub deed: Deed,
    /// Where, of what, to what.
    pub place: Option<Ref>,
}

impl Detail {
    /// Everything it speaks of.
    pub fn refs(&self) -> impl Iterator<Item = &Ref> {
        let faced = match &self.facing {
            Some(Face::To(r)) => Some(r),
            _ => None,
        };
        faced.into_iter().chain(&self.limit).chain(&self.avoid).chain(&self.keep_from)
    }
}

impl Event {
    /// Everything it speaks of.
    pub fn refs(&self) -> Vec<Ref> {
        let who = match &self.who {
            Whom::Unit(label) if self.friend => Some(Ref::Friend(label.clone())),
            Whom::Unit(label) => Some(Ref::Enemy(label.clone())),
            _ => None,
        };
        who.into_iter().chain(self.place.clone()).collect()
    }
}

impl Whom {
    /// Whoever a word of the structured form stands for: a kind, the general, or a label.
    pub fn word(word: &str) -> Whom {
        match word {
            "any" => Whom::Any,
            "general" => Whom::General,
            kind if ENEMY_KINDS.contains(&kind) => Whom::Kind(kind.to_owned()),
            label => Whom::Unit(label.to_owned()),
        }
    }

    /// The word of the structured form.
    pub fn key(&self) -> &str {
        match self {
            Whom::Any => "any",
            Whom::General => "general",
            Whom::Kind(word) | Whom::Unit(word) => word,
        }
    }
}

impl Trigger {
    /// Somebody is near, in its simplest form.
    pub fn near(reach: Reach, who: Whom) -> Trigger {
        match (reach, who) {
            (Reach::Inches(mils), Whom::Any) => Trigger::EnemyWithin(mils, None),
            (Reach::Inches(mils), Whom::Kind(kind)) => Trigger::EnemyWithin(mils, Some(kind)),
            (reach, who) => Trigger::EnemyNear(reach, who),
        }
    }

    /// Somebody attacks it, in its simplest form.
    pub fn attacked_by(who: Whom) -> Trigger {
        match who {
            Whom::Any => Trigger::Attacked,
            who => Trigger::AttackedBy(who),
        }
    }

    /// A unit does something, in its simplest form.
    pub fn does(event: Event) -> Trigger {
        match event {
            Event { friend: true, who: Whom::Unit(label), deed, place: None } => {
                Trigger::FriendDoes(label, deed)
            }
            Event { friend: false, who: Whom::Unit(label), deed, place: None } => {
                Trigger::EnemyDoes(label, deed)
            }
            event => Trigger::Does(Box::new(event)),
        }
    }

    /// Whether it is said in its simplest form.
    pub fn is_simplest(&self) -> bool {
        match self {
            Trigger::EnemyNear(reach, who) => Trigger::near(*reach, who.clone()) == *self,
            Trigger::AttackedBy(who) => *who != Whom::Any,
            Trigger::Does(event) => Trigger::does((**event).clone()) == *self,
            _ => true,
        }
    }
}
