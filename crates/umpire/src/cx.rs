//! What a rulebook works with while it resolves.

use crate::{Deed, Entry, Event, Field, Journal, Ruling};
use dice::Dice;
use ruling::{RuleId, ledger};

/// The field to change, the dice to roll and the journal to write in.
pub struct Cx<'a> {
    field: &'a mut Field,
    /// The dice.
    pub dice: &'a mut dyn Dice,
    journal: &'a mut dyn Journal,
}

impl<'a> Cx<'a> {
    /// Brings them together.
    pub fn new(field: &'a mut Field, dice: &'a mut dyn Dice, journal: &'a mut dyn Journal) -> Self {
        Cx { field, dice, journal }
    }

    /// The field as it is now.
    #[inline]
    pub fn field(&self) -> &Field {
        self.field
    }

    /// Makes a fact true and writes it down.
    pub fn apply(&mut self, event: Event) {
        ledger::cite(event.rule());
        self.field.apply(&event);
        self.journal.applied(event.rule());
        if self.journal.listening() {
            self.journal.write(Entry::Event(event));
        }
    }

    /// Writes down a ruling; the words are made only if someone reads them.
    pub fn rule(&mut self, ruling: impl FnOnce(&Field) -> Ruling) {
        if self.journal.listening() {
            let ruling = ruling(self.field);
            self.journal.write(Entry::Ruling(ruling));
        }
    }

    /// Notes a deed, for those who count.
    #[inline]
    pub fn deed(&mut self, deed: Deed) {
        self.journal.deed(deed);
    }

    /// Writes a heading.
    pub fn heading(&mut self, rule: RuleId, text: impl FnOnce(&Field) -> String) {
        if self.journal.listening() {
            ledger::cite(rule);
            let text = text(self.field);
            self.journal.write(Entry::Heading { rule, text });
        }
    }
}
