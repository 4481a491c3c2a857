//! Whether the state of a battle in progress is sound.

use crate::Dba;
use crate::board::state::Phase;
use crate::board::{Board, ground};
use crate::data::troop::Troop;
use umpire::{Field, Place, Side, UnitId, voice};

/// What is wrong with the state of a battle in progress, if anything is.
///
/// # Errors
/// The first element lost from count, off the table or overlapping another.
pub fn sound(book: &Dba, field: &Field, phase: &Phase) -> Result<(), String> {
    if phase.bound == 0 {
        return Ok(());
    }
    let board = Board::of(book, field, phase);
    for side in Side::ALL {
        let mine =
            |id: &UnitId| field.side(*id) == side && field.card(*id).class != Troop::CampFollowers as u16;
        let known = field
            .ids()
            .filter(mine)
            .filter(|&id| matches!(field.unit(id).place, Place::Table | Place::Destroyed | Place::Fled));
        let (all, counted) = (field.ids().filter(mine).count(), known.count());
        if all != counted {
            return Err(format!("{side}: {counted} of {all} elements are accounted for"));
        }
    }
    for (i, a) in board.bases.iter().enumerate() {
        if !ground::on_table(&board, &a.rect) {
            return Err(format!("{} is off the table", voice::name(field, a.id)));
        }
        if let Some(b) = board.bases[i + 1..].iter().find(|b| a.overlaps(&b.rect)) {
            return Err(format!("{} overlaps {}", voice::name(field, a.id), voice::name(field, b.id)));
        }
    }
    Ok(())
}
