//! Chargers whose target runs, and another enemy behind him: whether they go on at that one (`wrg1969.move.evade.after`).

use crate::board::Board;
use crate::board::state::{Doing, Flight, Phase, Threat};
use crate::charge::resolve::{permits, rest_of_charge, seeks};
use crate::data::measure::{NEAR, in_mils};
use crate::data::tables::tables;
use crate::rule;
use table::cast;
use umpire::voice::name;
use umpire::{Cx, Ruling, UnitId};

/// A charger who could go on through one who runs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Next {
    /// Who charges.
    pub charger: UnitId,
    /// Who ran from him.
    pub ran: UnitId,
    /// The next in his reach.
    pub target: UnitId,
    /// How far off he is.
    pub gap: f64,
}

/// The next enemy in reach of each charger whose target runs, or would.
pub fn next(board: &Board<'_>, runs: impl Fn(UnitId) -> bool) -> Vec<Next> {
    let mut found: Vec<Next> = Vec::new();
    for threat in &board.phase.threats {
        let Some(body) = board.body(threat.charger).filter(|b| seeks(board, b)) else { continue };
        // Whom he met first is the one that counts.
        let first = board.phase.threats.iter().filter(|t| t.charger == body.id).all(|t| runs(t.target));
        if !first || found.iter().any(|n| n.charger == body.id) {
            continue;
        }
        let reach = rest_of_charge(board, body).last().inches;
        let known = |id: UnitId| board.phase.threats.iter().any(|t| t.charger == body.id && t.target == id);
        let stands = board.troops().filter(|e| e.side != body.side && !known(e.id) && !runs(e.id));
        let met =
            stands.filter_map(|e| Some((e.id, cast(&body.rect, body.rect.ahead, reach, &e.rect, NEAR)?)));
        if let Some((target, gap)) = met.min_by_key(|met| in_mils(met.1)) {
            found.push(Next { charger: body.id, ran: threat.target, target, gap });
        }
    }
    found
}

/// Whether a charger goes on if its owner says nothing: as its order lets it charge the next one too.
pub fn usually(board: &Board<'_>, next: &Next) -> bool {
    let both = board.body(next.charger).zip(board.body(next.target));
    let told = board.state(next.charger).is_uncontrolled();
    both.is_some_and(|(charger, target)| told || permits(board, charger, target))
}

/// A charger goes on at the next enemy, who is charged by it.
pub fn goes_on(phase: &mut Phase, next: &Next, cx: &mut Cx<'_>) {
    let state = &mut phase.units[next.charger.index()];
    state.seen.through = Some(next.ran);
    state.now.doing = Doing::Charging(next.target);
    let gap = (next.gap * 1000.0).round() as i32;
    phase.threats.push(Threat { charger: next.charger, target: next.target, gap, touched: false });
    phase.units[next.target.index()].now.charged = true;
    cx.rule(|field| {
        let [who, ran, at] = [next.charger, next.ran, next.target].map(|id| name(field, id));
        let text = format!("{who} went on after {ran} and charged {at}.");
        Ruling::new(rule::MOVE_EVADE_AFTER, text).also(rule::REACTION_TIMING_CHARGED)
    });
}

/// A charger stops short of the next enemy.
pub fn stops_short(phase: &mut Phase, next: &Next, cx: &mut Cx<'_>) {
    let state = &mut phase.units[next.charger.index()];
    let room = (next.gap - tables().moves.standoff).max(0.0);
    state.seen.run_left = state.seen.run_left.min((room * 1000.0).round() as i32);
    cx.rule(|field| {
        let [who, ran, at] = [next.charger, next.ran, next.target].map(|id| name(field, id));
        let text = format!("{who} did not follow {ran} into {at}, and stopped short.");
        Ruling::new(rule::MOVE_EVADE_AFTER, text)
    });
}

/// Whether somebody runs before a charge: he has broken, or answers by evading.
pub fn runs(board: &Board<'_>, id: UnitId, evades: bool) -> bool {
    evades || matches!(board.state(id).seen.flight, Flight::Routing(_))
}
