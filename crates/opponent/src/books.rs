//! The one place that knows which books there are.

/// Runs the same expression on whichever view it is; its book's craft is known there.
macro_rules! of_book {
    ($view:expr, $inner:ident => $body:expr) => {
        match $view {
            testudo::AnyView::Dba($inner) => $body,
            testudo::AnyView::Wrg1969($inner) => $body,
            testudo::AnyView::Toms($inner) => $body,
            testudo::AnyView::Wrg6($inner) => $body,
            testudo::AnyView::Wab($inner) => $body,
        }
    };
}
pub(crate) use of_book;
