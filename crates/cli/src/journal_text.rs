//! Battles printed on a terminal.

use crate::output;
use report::{Palette, draw_table, journal_text};
use testudo::AnyBattle;
use umpire::Entry;

/// Prints what happened in one step; colour goes only to a terminal.
pub fn print_entries(battle: &AnyBattle, entries: &[Entry]) -> anyhow::Result<()> {
    let text = journal_text(battle, entries, &Palette::TERMINAL);
    if !text.is_empty() {
        output::line(text.trim_end_matches('\n'))?;
    }
    Ok(())
}

/// Prints the table and where everyone stands.
pub fn print_field(battle: &AnyBattle) -> anyhow::Result<()> {
    let standing = battle.standing();
    let field = battle.field();
    output::line(format!("{} {}, {}\n", standing.turn_word, standing.turn, standing.phase))?;
    output::line(draw_table(field, 100))?;
    output::table(
        &["unit", "name", "side", "where", "east mm", "north mm", "facing"],
        field.ids().map(|id| {
            let (unit, card) = (field.unit(id), field.card(id));
            let at = unit.pose.at.vec();
            vec![
                card.label.clone(),
                card.name.clone(),
                field.roster().names[card.side].clone(),
                format!("{:?}", unit.place).to_lowercase(),
                format!("{:.1}", at.x),
                format!("{:.1}", at.y),
                format!("{:.0}°", unit.pose.facing.to_degrees()),
            ]
        }),
    )?;
    Ok(())
}
