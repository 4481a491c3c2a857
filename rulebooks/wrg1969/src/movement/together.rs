//! Everyone moves at once, in equal sub-steps, as both stages of movement have it (`wrg1969.move.simultaneous`).

use crate::board::state::{Doing, Phase, Spot};
use crate::board::{Board, Body, JOSTLE, TOUCH, pose_at};
use crate::combat::disorder::Cause;
use crate::data::measure::{NEAR, in_inches, within};
use crate::data::tables::tables;
use crate::data::troop::Troop;
use crate::movement::course::{Drawn, Mark};
use crate::movement::overlap::Ends;
use crate::movement::plan::{Planned, Way};
use crate::{Wrg1969, rule};
use mechanics::Courtesy;
use mechanics::Ended;
use mechanics::MarchSpec;
use mechanics::Marched;
use mechanics::Marcher;
use mechanics::Met;
use mechanics::march_together;
use table::Facing;
use table::Rect;
use table::Vec2;
use umpire::Cx;
use umpire::Event;
use umpire::Field;
use umpire::Motion;
use umpire::Side;
use umpire::UnitId;
/// Where a unit ended a stage.
pub struct Stop {
    pub mark: Mark,
    pub facing: Facing,
    pub how: Ended,
    /// Who stopped it, if somebody did.
    pub by: Option<UnitId>,
    /// Where it was after each sub-step; empty if it stood.
    pub steps: Vec<Spot>,
}

/// What came of a stage: everyone's plan as far as it was carried out, where each ended, and who met whom to fight.
pub type Together = (Vec<Planned>, Vec<Stop>, Vec<(UnitId, UnitId)>);

/// Moves everyone together.
pub fn together(board: &Board<'_>, mut plans: Vec<Planned>) -> Together {
    let substeps = board.book.house.substeps.max(1);
    let side = |p: &Planned| board.body(p.unit).map_or(Side::Red, |b| b.side);
    let at = |id: UnitId| plans.iter().position(|p| p.unit == id).map(|i| i as u16);
    let marchers: Vec<Marcher> = plans
        .iter()
        .map(|p| {
            let enemies = |fights: bool| -> Vec<u16> {
                let those = plans.iter().enumerate().filter(|(_, o)| fights && side(o) != side(p));
                those.filter(|(_, o)| o.way != Way::Routing).map(|(i, _)| i as u16).collect()
            };
            let pursued = |o: &&Planned| o.way == Way::Routing && side(o) != side(p);
            let chases = match p.prey {
                Some(prey) => at(prey).into_iter().collect(),
                // A charger runs after whoever has broken before him.
                None if p.fights => plans.iter().filter(pursued).filter_map(|o| at(o.unit)).collect(),
                None => Vec::new(),
            };
            Marcher {
                id: p.unit.0,
                side: side(p) as u8,
                track: p.course.track(substeps),
                times: Vec::new(),
                right_of_way: p.way as u8,
                to_go: p.course.last().inches,
                passes_friends: p.passes,
                seeks: enemies(p.fights),
                chases,
            }
        })
        .collect();
    let spec = MarchSpec {
        standoff: tables().moves.standoff,
        touch: 0.01,
        jostle: JOSTLE,
        friends: Courtesy::Wait { patience: 2 },
    };
    let mut marched = march_together(&marchers, &spec);
    let gave_way = Ends { board, plans: &mut plans, marchers: &marchers, marched: &mut marched }.make_room();
    let mut meetings: Vec<(u16, [usize; 2])> = Vec::new();
    for (i, m) in marched.iter().enumerate() {
        for (other, how, substep) in &m.met {
            let other = usize::from(*other);
            if matches!(how, Met::Contact | Met::Caught) && i < other {
                meetings.push((*substep, [i, other]));
            }
        }
    }
    let body = |p: &Planned| board.body(p.unit).expect("whoever has a plan is on the table");
    let last_met =
        |m: &Marched| m.met.iter().max_by_key(|(_, _, substep)| *substep).map(|(i, ..)| usize::from(*i));
    let ends: Vec<Stop> = plans
        .iter()
        .zip(&marched)
        .map(|(p, m)| {
            let by = last_met(m).filter(|_| m.ended == Ended::Stopped).map(|i| plans[i].unit);
            Stop { by, ..ended(body(p), p, m, substeps) }
        })
        .collect();
    // Whoever had to give way may not have come so far.
    meetings.retain(|(_, [i, j])| {
        let touch = || within(ends[*i].mark.rect.gap(&ends[*j].mark.rect), TOUCH);
        !(gave_way[*i] || gave_way[*j]) || touch()
    });
    for (i, one) in plans.iter().zip(&ends).enumerate() {
        for (j, two) in
            plans.iter().zip(&ends).enumerate().skip(i + 1).filter(|(_, o)| side(o.0) != side(one.0))
        {
            let reached = just_reaches(one, &two.1.mark.rect) || just_reaches(two, &one.1.mark.rect);
            if reached && !meetings.iter().any(|m| m.1 == [i, j]) {
                meetings.push((substeps, [i, j]));
            }
        }
    }
    // First come, first met; of those met at once the first of each side, and so on.
    let place = |i: usize| plans[..i].iter().filter(|p| side(p) == side(&plans[i])).count();
    meetings.sort_by_cached_key(|&(substep, pair)| {
        let [one, two] = pair.map(place);
        (substep, one.min(two), one.max(two), pair)
    });
    let met = meetings.into_iter().map(|(_, pair)| (plans[pair[0]].unit, plans[pair[1]].unit)).collect();
    (plans, ends, met)
}

/// Whether one of two who fights ends exactly up against the other: on the distance is within it
/// (`wrg1969.geo.measure`).
fn just_reaches((plan, end): (&Planned, &Stop), there: &Rect) -> bool {
    let rect = &end.mark.rect;
    let near = rect.centre.distance(there.centre) <= rect.radius() + there.radius() + 0.05;
    plan.fights
        && near
        && within(rect.gap(there), 0.02)
        && table::cast(rect, rect.ahead, 0.03, there, NEAR).is_some()
}

fn ended(body: &Body<'_>, plan: &Planned, marched: &Marched, substeps: u16) -> Stop {
    let mark = if marched.ended == Ended::Arrived || plan.course.last().cost <= 0.0 {
        plan.course.last()
    } else {
        // A formation changed on the way is changed with the sub-step in which it is paid for.
        let drawn = plan.course.after(marched.progress.floor(), substeps).drawn;
        Mark { rect: marched.rect, drawn, ..plan.course.after(marched.progress, substeps) }
    };
    let facing = |ahead: Vec2| if ahead == body.rect.ahead { body.facing } else { Facing::of(ahead) };
    let spot = |&made: &f64| {
        let Mark { rect, drawn, .. } = plan.course.after(made, substeps);
        let pose = pose_at(rect.centre, facing(rect.ahead));
        Spot { pose, formation: drawn.formation(body) }
    };
    let steps = marched.steps.iter().map(spot).collect();
    Stop { facing: facing(mark.rect.ahead), mark, how: marched.ended, by: None, steps }
}

/// Remembers what a unit did in a stage.
pub fn note(book: &Wrg1969, phase: &mut Phase, plan: &Planned, end: &Stop) {
    let kit = book.kit(plan.unit);
    let state = &mut phase.units[plan.unit.index()];
    state.now.moved += (end.mark.inches * 1000.0).round() as i32;
    if state.now.doing == Doing::Standing || matches!(plan.doing, Doing::Charging(_)) {
        state.now.doing = plan.doing;
    }
    state.now.stopped_by = end.by.or(state.now.stopped_by);
    let went = end.mark.cost > 0.0;
    let hindered = plan.course.hindered && went;
    state.now.hindered |= hindered;
    state.now.causes.add_if(hindered, Cause::Terrain);
    state.now.causes.add_if(hindered && kit.troop.is_mounted(), Cause::MountedTerrain);
    let turns = !kit.regular && !within(plan.course.turned, 5.0) && !plan.runs;
    state.now.causes.add_if(turns, Cause::ChangedDirection);
    // A turn or a change of formation at the end of a way that was not gone is not made.
    let (made, meant) = (end.mark.drawn, plan.course.last().drawn);
    if (made.quarters, made.sideways) == (meant.quarters, meant.sideways) {
        state.seen.turned = plan.turned;
    }
    if made == meant {
        state.seen.square = plan.square;
    }
    if plan.course.marks[0].drawn.files != made.files {
        state.seen.tucked = None;
    }
    let base = tables().troop(kit.troop);
    if !made.sideways && base.front != base.depth {
        // A change of formation has made files of its files again.
        state.seen.turned = state.seen.turned.filter(|(quarters, _)| quarters % 2 == 0);
    }
    state.seen.ran |= plan.runs;
}

/// Puts a unit where it ended. `stood` is the field before anyone was put down.
pub fn settle(plan: &Planned, end: &Stop, stood: &Field, cx: &mut Cx<'_>) {
    let unit = plan.unit;
    let now = cx.field().unit(unit);
    let formation = formation_of(cx, unit, end.mark.drawn);
    let goes = end.mark.cost > 0.0;
    if formation != now.formation && (goes || has_room(stood, unit, formation)) {
        cx.apply(Event::Reformed { unit, formation, rule: rule::MOVE_REFORM });
    }
    let to = pose_at(end.mark.rect.centre, end.facing);
    if to != cx.field().unit(unit).pose {
        let motion = match plan.way {
            Way::Routing | Way::Evading => Motion::Flight,
            Way::Charging if plan.prey.is_some() => Motion::Pursuit,
            _ => Motion::March,
        };
        cx.apply(Event::Moved { unit, to, motion, rule: rule::GEO_PATH });
    }
}

/// Whether a unit that has come into contact since it planned can still be drawn up so: not upon an enemy.
fn has_room(field: &Field, unit: UnitId, drawn: table::Formation) -> bool {
    let to = drawn.rect(field.unit(unit).pose);
    field.ids().filter(|&id| field.on_table(id) && field.side(id) != field.side(unit)).all(|id| {
        let deep = |rect: &Rect| in_inches(rect).penetration(&in_inches(field.shape(id)));
        within(deep(&to), deep(field.shape(unit)).max(TOUCH))
    })
}

/// How the table keeps a unit drawn up; as it is, if nothing has changed.
fn formation_of(cx: &Cx<'_>, unit: UnitId, drawn: Drawn) -> table::Formation {
    let now = cx.field().unit(unit).formation;
    let sideways = |f: &table::Formation| f.file_width != f.rank_depth && is_sideways(f, unit, cx);
    let same = now.files == drawn.files && sideways(&now) == drawn.sideways;
    match same {
        true => now,
        false => {
            let turned = sideways(&now) != drawn.sideways;
            let (file_width, rank_depth) =
                if turned { (now.rank_depth, now.file_width) } else { (now.file_width, now.rank_depth) };
            table::Formation { files: drawn.files, file_width, rank_depth, ..now }
        }
    }
}

/// Whether a block on the table has its ranks and files exchanged.
fn is_sideways(formation: &table::Formation, unit: UnitId, cx: &Cx<'_>) -> bool {
    let class = cx.field().card(unit).class;
    let troop = Troop::ALL.get(usize::from(class));
    troop.is_some_and(|&t| crate::board::formation(t, 1, 1).file_width != formation.file_width)
}
