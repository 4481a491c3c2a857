//! What the other side may not know: an army's choice of troops until it deploys.

use crate::data::lists::ArmyList;
use crate::data::troop::Troop;
use crate::house::House;
use crate::{Dba, board, rule};
use dice::{D12, Dice, RollId};
use std::sync::Arc;
use umpire::{Field, Place, Roster, Side, Unit, UnitCard, UnitId, Viewer};

/// The class on the card of an element that the viewer knows nothing of.
pub const UNKNOWN: u16 = Troop::COUNT as u16;

/// The field with cards of unknown troops for those of the enemy who wait to be deployed.
pub fn veil(house: &House, field: &Field, viewer: Viewer) -> Field {
    let hidden = |id: UnitId| {
        let card = field.card(id);
        let own = match viewer {
            Viewer::Opened => true,
            Viewer::Player(side) => card.side == side,
            Viewer::Spectator => false,
        };
        !own && field.unit(id).place == Place::Waiting && card.class != Troop::CampFollowers as u16
    };
    if !field.ids().any(hidden) {
        return field.clone();
    }
    let cards = field.ids().map(|id| {
        let card = field.card(id);
        if hidden(id) {
            // Built up from what the table shows: whose it is and its label.
            let (side, label) = (card.side, card.label.clone());
            UnitCard { side, label, name: "unknown".to_owned(), class: UNKNOWN, general: false }
        } else {
            card.clone()
        }
    });
    let roster = Roster { names: field.roster().names.clone(), cards: cards.collect() };
    let blank = Unit::waiting(board::formation(house, Troop::Blades));
    field.veiled(Arc::new(roster), |id| hidden(id).then_some(blank))
}

/// The field with armies that fit their lists in place of what is unknown.
pub fn guess(book: &Dba, field: &Field, dice: &mut dyn Dice) -> Field {
    let unknown = |id: UnitId| field.card(id).class == UNKNOWN;
    if !field.ids().any(unknown) {
        return field.clone();
    }
    let mut cards = field.roster().cards.clone();
    for side in Side::ALL {
        let mut troops = army(book.lists[side], side, dice).into_iter();
        let mut general = true;
        for card in cards.iter_mut().filter(|c| c.side == side && c.class == UNKNOWN) {
            let troop = troops.next().unwrap_or(Troop::Spears);
            card.class = troop as u16;
            card.name = troop.name().to_owned();
            card.general = std::mem::take(&mut general);
        }
    }
    let classes: Vec<Troop> = cards.iter().map(|c| Troop::ALL[usize::from(c.class)]).collect();
    let roster = Roster { names: field.roster().names.clone(), cards };
    let unit = |id: UnitId| Unit::waiting(board::formation(&book.house, classes[id.index()]));
    field.veiled(Arc::new(roster), |id| unknown(id).then(|| unit(id)))
}

/// Some army of a list, the general's element first; Spears where there is no list to go by.
fn army(list: Option<&'static ArmyList>, side: Side, dice: &mut dyn Dice) -> Vec<Troop> {
    let why = RollId::new(rule::ARMY_LISTS.as_str(), side as u8);
    let pick = |types: usize| if types > 1 { usize::from(dice.roll(why, &D12)) % types } else { 0 };
    list.map_or_else(Vec::new, |list| list.choose(pick).troops())
}
