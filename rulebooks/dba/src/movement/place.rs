//! A base put down on the table.

use crate::board::Base;
use crate::board::state::Phase;
use ruling::RuleId;
use table::Pose;
use umpire::{Cx, Event, Motion};

/// Moves one base, if it is not there already.
pub(crate) fn put(phase: &Phase, base: &Base, motion: Motion, rule: RuleId, cx: &mut Cx<'_>) {
    // War Wagons keep their own facing, whichever edge they present.
    let shown = base.shown(&phase.fronts).facing - base.facing;
    let to = Pose { facing: base.facing - shown, ..base.pose() };
    if cx.field().unit(base.id).pose != to {
        cx.apply(Event::Moved { unit: base.id, to, motion, rule });
    }
}
