//! The wire forms of any book's view.

use crate::{WireCommand, WirePreview, WireRefusal, WireRegion, WireStep, WireView, WireWay};
use testudo::AnyView;
use umpire::{Command, Shown, Side, Step, UnitId, View, Viewer};

/// Runs the same expression on whichever book's view it is.
macro_rules! each {
    ($view:expr, $inner:ident => $body:expr) => {
        match $view {
            AnyView::Dba($inner) => $body,
            AnyView::Wrg1969($inner) => $body,
            AnyView::Toms($inner) => $body,
            AnyView::Wrg6($inner) => $body,
            AnyView::Wab($inner) => $body,
        }
    };
}

impl WireView {
    /// The wire form of any book's view.
    pub fn of_any(view: &AnyView) -> Self {
        each!(view, v => WireView::of(v))
    }
}

impl WirePreview {
    /// What a command would do, as far as the viewer can know.
    pub fn of_any(view: &AnyView, side: Side, command: &Command) -> Self {
        each!(view, v => preview(v, side, command))
    }
}

impl WireWay {
    /// A command as far as it can be carried out, as far as the viewer can know.
    pub fn of_any(view: &AnyView, side: Side, command: &Command) -> Self {
        each!(view, v => way(v, side, command))
    }
}

/// A list of orders tried out, as far as no dice are needed.
#[derive(Debug)]
pub struct WireRehearsal {
    /// The battle as it would stand, as the side that gives them sees it.
    pub view: AnyView,
    /// How many of the orders were carried out.
    pub done: usize,
    /// Why the next is not allowed.
    pub refusals: Vec<WireRefusal>,
    /// Whether the next would have dice thrown.
    pub rolls: bool,
}

impl WireRehearsal {
    /// Tries orders of a side out on what it can know.
    pub fn of_any(view: &AnyView, side: Side, commands: &[Command]) -> Self {
        macro_rules! rehearsed {
            ($book:ident, $view:expr) => {{
                let tried = $view.rehearse(side, commands);
                WireRehearsal {
                    view: AnyView::$book(tried.battle.view(Viewer::Player(side))),
                    done: tried.done,
                    refusals: tried.refusals.iter().map(WireRefusal::from).collect(),
                    rolls: tried.rolls,
                }
            }};
        }
        match view {
            AnyView::Dba(v) => rehearsed!(Dba, v),
            AnyView::Wrg1969(v) => rehearsed!(Wrg1969, v),
            AnyView::Toms(v) => rehearsed!(Toms, v),
            AnyView::Wrg6(v) => rehearsed!(Wrg6, v),
            AnyView::Wab(v) => rehearsed!(Wab, v),
        }
    }
}

impl WireRegion {
    /// The regions of a unit, as far as the viewer can know; nothing for a unit that is not there.
    pub fn of_any(view: &AnyView, unit: u16) -> Vec<Self> {
        each!(view, v => regions(v, UnitId(unit)))
    }
}

/// The words that a drawn way stands for on a sheet.
pub fn phrase(view: &AnyView, unit: u16, path: &[WireStep], after: &str) -> Option<String> {
    let path: Vec<Step> = path.iter().copied().map(Step::from).collect();
    each!(view, v => phrase_of(v, UnitId(unit), umpire::Drawn { after, path: &path }))
}

fn phrase_of<R: Shown>(view: &View<R>, unit: UnitId, drawn: umpire::Drawn<'_>) -> Option<String> {
    let is_known = view.field.ids().any(|id| id == unit);
    is_known.then(|| view.book.phrase(&view.field, &view.phase, unit, drawn)).flatten()
}

fn preview<R: Shown>(view: &View<R>, side: Side, command: &Command) -> WirePreview {
    WirePreview::from(view.book.preview(&view.field, &view.phase, side, command))
}

fn regions<R: Shown>(view: &View<R>, unit: UnitId) -> Vec<WireRegion> {
    if view.field.ids().all(|id| id != unit) {
        return Vec::new();
    }
    view.book.regions(&view.field, &view.phase, unit).into_iter().map(WireRegion::from).collect()
}

fn way<R: Shown>(view: &View<R>, side: Side, command: &Command) -> WireWay {
    let reached = view.reach(side, command);
    let tried = reached.command.as_slice();
    let rolls = matches!(tried, [Command::Move { .. }]) && view.rehearse(side, tried).rolls;
    WireWay {
        rolls,
        preview: preview(view, side, reached.command.as_ref().unwrap_or(command)),
        command: reached.command.map(|command| WireCommand::of(&command, R::MANNERS)),
        stopped_by: reached.stopped_by.iter().map(WireRefusal::from).collect(),
    }
}
