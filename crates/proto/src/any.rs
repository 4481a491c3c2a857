//! The wire forms of any book's view.

use crate::{WirePreview, WireRegion, WireView};
use testudo::AnyView;
use umpire::{Command, Shown, Side, UnitId, View};

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

impl WireRegion {
    /// The regions of a unit, as far as the viewer can know; nothing for a unit that is not there.
    pub fn of_any(view: &AnyView, unit: u16) -> Vec<Self> {
        each!(view, v => regions(v, UnitId(unit)))
    }
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
