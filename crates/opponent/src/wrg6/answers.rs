//! A sheet filled in.

use umpire::{Command, OptionId, Side};
use wrg6::api::board::Board;
use wrg6::api::orders::{Plan, Sheet};

/// An option for each item, and words for those lines that shall differ from what is offered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answers {
    /// The options, by item.
    pub picks: Vec<u16>,
    /// The words, by the number of the line.
    pub lines: Vec<(u16, String)>,
}

impl Answers {
    /// The sheet as it is offered.
    pub fn usual(sheet: &Sheet) -> Answers {
        Answers { picks: sheet.items.iter().map(|item| item.usual()).collect(), lines: Vec::new() }
    }

    /// The same as a command.
    pub fn command(&self) -> Command {
        Command::Sheet { lines: self.lines.clone(), picks: self.numbered() }
    }

    /// The same with nothing written.
    pub fn picks_only(&self) -> Command {
        Command::Sheet { lines: Vec::new(), picks: self.numbered() }
    }

    fn numbered(&self) -> Vec<(u16, OptionId)> {
        self.picks.iter().enumerate().map(|(i, pick)| (i as u16, OptionId(*pick))).collect()
    }

    /// What stands on a line: words of one's own, if any.
    pub fn words(&self, line: usize) -> Option<&str> {
        self.lines.iter().find(|(i, _)| usize::from(*i) == line).map(|(_, words)| words.as_str())
    }

    /// Writes a line anew.
    pub fn write(&mut self, line: usize, words: String) {
        self.lines.retain(|(i, _)| usize::from(*i) != line);
        self.lines.push((line as u16, words));
    }

    /// The plan they come to; the sheet as it is offered where they are not allowed.
    pub fn plan(&self, board: Board<'_>, side: Side, sheet: &Sheet) -> Plan {
        Answers::read(board, side, sheet, &self.command())
    }

    /// The plan a command comes to; its picks alone, or the sheet as it is offered, where it is not allowed.
    pub fn read(board: Board<'_>, side: Side, sheet: &Sheet, command: &Command) -> Plan {
        let picks_only = || match command {
            Command::Sheet { picks, .. } => {
                sheet.read(board, side, &Command::Sheet { lines: Vec::new(), picks: picks.clone() })
            }
            _ => sheet.read(board, side, command),
        };
        let read = sheet.read(board, side, command).or_else(|_| picks_only());
        read.unwrap_or_else(|_| sheet.usual(board))
    }
}
