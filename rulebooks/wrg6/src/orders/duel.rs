//! Personal combat: who may challenge whom, and how it ends (`wrg6.generals.challenge`).

use crate::board::Board;
use crate::board::state::{Contact, Leader, Mourned, Phase};
use crate::orders::generals;
use crate::rule;
use dice::{D6, RollId};
use table::Edge;
use umpire::{Cx, Ruling, Side, UnitId};

/// One who may fight in person: the commander-in-chief, or his champion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fighter {
    /// The body he is with.
    pub body: UnitId,
    /// Whether he is the champion.
    pub champion: bool,
}

/// Those of a side who may fight in person, the commander-in-chief first.
fn fighters(board: Board<'_>, side: Side) -> impl Iterator<Item = Fighter> {
    let command = &board.phase.command[side];
    let chief = command.generals.iter().find(|g| g.cinc && !g.lost).and_then(|g| g.with);
    let champion = command.champion.as_ref().filter(|c| !c.lost).map(|c| c.with);
    let chief = chief.map(|body| Fighter { body, champion: false });
    let champion = champion.map(|body| Fighter { body, champion: true });
    chief.into_iter().chain(champion).filter(move |_| board.book.house.personal_combat)
}

fn front_to_front(contact: &Contact) -> bool {
    contact.edges == [Edge::Front; 2]
}

/// The body whose commander or champion fights front to front, so that he may offer a personal combat: whether the
/// enemy's is before him shows when the offer is made.
pub fn challenger(board: Board<'_>, side: Side) -> Option<UnitId> {
    let fights = |f: &Fighter| {
        board.phase.contacts.iter().any(|c| c.place(f.body).is_some() && front_to_front(c))
            && !board.state(f.body).seen.routing
    };
    fighters(board, side).find(fights).map(|f| f.body)
}

/// The two who would fight: both with their bodies front to front.
pub fn meeting(board: Board<'_>) -> Option<[Fighter; 2]> {
    let meet = |red: Fighter, blue: Fighter| {
        let pair = [red.body, blue.body];
        board.phase.contacts.iter().any(|c| c.pair == pair && front_to_front(c))
            && pair.iter().all(|&id| !board.state(id).seen.routing)
    };
    fighters(board, Side::Red)
        .flat_map(|red| fighters(board, Side::Blue).map(move |blue| [red, blue]))
        .find(|[red, blue]| meet(*red, *blue))
}

/// They fight: the higher die wins, equal dice change nothing.
pub fn fight(phase: &mut Phase, pair: [Fighter; 2], cx: &mut Cx<'_>) {
    let why = |side: Side| RollId::new(rule::GENERALS_CHALLENGE.as_str(), side as u8);
    let faces = Side::ALL.map(|side| cx.dice.roll(why(side), &D6));
    let beaten = generals::duel(faces[0], faces[1]).map(|winner| Side::ALL[1 - winner]);
    let name = |side: Side, phase: &Phase| {
        let command = &phase.command[side];
        let champion = command.champion.as_ref().filter(|_| pair[side as usize].champion);
        let chief = command.generals.iter().find(|g| g.cinc);
        champion.map(|c| c.name.clone()).or_else(|| chief.map(|g| g.name.clone())).unwrap_or_default()
    };
    let [red, blue] = Side::ALL.map(|side| name(side, phase));
    cx.rule(|_| {
        let text = match beaten {
            Some(Side::Red) => format!("{blue} beat {red} in personal combat."),
            Some(Side::Blue) => format!("{red} beat {blue} in personal combat."),
            None => format!("{red} and {blue} fought in person, and neither was beaten."),
        };
        let rolled = Ruling::new(rule::GENERALS_CHALLENGE, text);
        rolled.rolled(Side::Red, None, faces[0]).rolled(Side::Blue, None, faces[1])
    });
    let Some(side) = beaten else { return };
    let (period, fighter) = (phase.period, pair[side as usize]);
    let at = cx.field().unit(fighter.body).pose.at;
    let command = &mut phase.command[side];
    command.defeated = true;
    match &mut command.champion {
        Some(champion) if fighter.champion => champion.lost = true,
        _ => {
            if let Some(general) = command.generals.iter_mut().find(|general| general.cinc) {
                general.lost = true;
                command.mourned.push(Mourned { at, period, what: Leader::General });
            }
        }
    }
}
