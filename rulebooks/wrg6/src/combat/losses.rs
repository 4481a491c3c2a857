//! Losses at the end of a period: figures come off, ranks close up, generals fall.

use crate::aftermath::rout;
use crate::aftermath::rules::is_below_half;
use crate::board::state::{Leader, Mourned, Phase};
use crate::data::casualties;
use crate::orders::generals;
use crate::{Wrg6, rule};
use dice::RollId;
use umpire::voice;
use umpire::{Cx, Event, Motion, Place, Ruling, UnitId};

/// Takes off what shooting and fighting cost each body (`wrg6.casualties.remove`).
pub fn take(book: &Wrg6, phase: &mut Phase, fought: &[(UnitId, u32)], cx: &mut Cx<'_>) {
    for id in cx.field().ids() {
        if !cx.field().on_table(id) {
            continue;
        }
        let by_hand = fought.iter().filter(|(who, _)| *who == id).map(|(_, n)| *n).sum::<u32>();
        let state = phase.state(id);
        let by_shot = if state.seen.shot.at { state.kept.shot_casualties } else { 0 };
        if by_shot + by_hand == 0 {
            continue;
        }
        let (model, strength) =
            (book.kit_now(phase, id).troop.is_model(), cx.field().unit(id).formation.figures);
        let carried = phase.state(id).kept.carried;
        let before = casualties::remove(&book.house, model, strength.into(), carried, by_shot);
        let all = casualties::remove(&book.house, model, strength.into(), carried, by_shot + by_hand);
        phase.state_mut(id).kept.carried = all.carry;
        let in_fight = (all.figures - before.figures) as u16;
        risk(phase, id, in_fight, cx);
        if all.destroyed {
            rout::lost(phase, id, Place::Destroyed, rule::CASUALTIES_REMOVE, cx);
            continue;
        }
        if all.figures > 0 {
            let left = strength - all.figures as u16;
            shrink(id, left, cx);
            cx.rule(|field| {
                let lost = voice::count(all.figures, if model { "model" } else { "figure" });
                let were = if left == 1 { "was" } else { "were" };
                let text = format!("{} lost {lost}; {left} {were} left.", voice::name(field, id));
                Ruling::new(rule::CASUALTIES_REMOVE, text)
            });
        }
        if is_below_half((u32::from(strength)) - all.figures, phase.state(id).seen.original.into()) {
            if !phase.state(id).seen.shaken {
                cx.rule(|field| {
                    let text = {
                        let name = voice::name(field, id);
                        format!("{name} fell below half {} strength and {} shaken.", name.its(), name.was())
                    };
                    Ruling::new(rule::SHAKEN_HALF, text)
                });
            }
            phase.state_mut(id).seen.shaken = true;
        }
    }
}

/// Takes figures off the rear rank; the front edge stays (`wrg6.geo.d3`).
fn shrink(id: UnitId, left: u16, cx: &mut Cx<'_>) {
    let (mut formation, rect) = (cx.field().unit(id).formation, *cx.field().shape(id));
    let files = formation.files;
    let gone = files.saturating_sub(left);
    formation.figures = left;
    formation.files = formation.files.min(left);
    let front = rect.front_mid();
    let depth = formation.depth();
    // Of a single rank files come off right and left in turn: the right one where their number is even.
    let half = f64::from(formation.file_width) / table::Point::PER_MM / 2.0;
    let uneven = f64::from(gone % 2) * half * if files % 2 == 0 { 1.0 } else { -1.0 };
    let centre = front - rect.ahead * (depth / 2.0) - rect.right() * uneven;
    let facing = cx.field().unit(id).pose.facing;
    cx.apply(Event::Reformed { unit: id, formation, rule: rule::GEO_D3 });
    let to = table::Pose::new(centre, facing);
    if cx.field().unit(id).pose != to {
        cx.apply(Event::Moved { unit: id, to, motion: Motion::March, rule: rule::GEO_D3 });
    }
}

/// The risk to a general whose body lost figures hand-to-hand (`wrg6.generals.risk`).
fn risk(phase: &mut Phase, id: UnitId, figures: u16, cx: &mut Cx<'_>) {
    let side = cx.field().side(id);
    let Some(i) = phase.command[side].generals.iter().position(|g| !g.lost && g.with == Some(id)) else {
        return;
    };
    if figures == 0 {
        return;
    }
    let why = RollId::new(rule::GENERALS_RISK.as_str(), side as u8).unit(id.0);
    if generals::falls(figures, why, cx.dice) {
        let (at, period) = (cx.field().unit(id).pose.at, phase.period);
        let command = &mut phase.command[side];
        command.generals[i].lost = true;
        command.mourned.push(Mourned { at, period, what: Leader::General });
        let name = command.generals[i].name.clone();
        cx.rule(|field| {
            let text = format!("{name} fell with {}.", voice::name(field, id));
            Ruling::new(rule::GENERALS_RISK, text)
        });
    }
}
