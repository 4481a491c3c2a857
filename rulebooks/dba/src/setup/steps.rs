//! The steps of setting up, in the order of the book: invader, terrain, edges, camps, deployment, exchanges.

use crate::board::state::{Camp, Phase, Step};
use crate::board::{Board, camp_followers};
use crate::data::tables::{Topography, tables};
use crate::setup::home::Home;
use crate::setup::{camp, choice, deploy, map};
use crate::{Dba, rule};
use dice::{D6, RollId};
use ruling::{Refusal, RuleId};
use std::sync::Arc;
use table::{Ground, Pose, TableEdge};
use umpire::{
    Ask, Choice, Command, Cx, Event, Field, Form, Motion, OptionId, Pending, Ruling, Side, UnitId, voice,
};

/// A checked decision of the set-up.
#[derive(Clone, Debug)]
pub enum Plan {
    /// Go on: roll for invader, or begin the first bound.
    Go,
    /// The defender's own map.
    Map(Arc<Ground>),
    /// The umpire's map.
    AutoMap,
    /// The edge that is 4, 5 and 6.
    Edge(TableEdge),
    /// A camp, or none.
    Camp(Option<Pose>),
    /// Where everyone stands.
    Deploy(Vec<(UnitId, Pose)>),
    /// Where those who change places stand now.
    Swap(Vec<(UnitId, Pose)>),
}

/// The defender.
fn defender(phase: &Phase) -> Side {
    phase.invader.other()
}

/// The country the battle is fought in: the defender's home.
fn country(book: &Dba, phase: &Phase) -> &'static Topography {
    book.lists[defender(phase)].map_or(&tables().topographies[0], |list| list.topography)
}

/// Who must decide what.
pub fn pending(book: &Dba, field: &Field, phase: &Phase) -> Pending {
    let decide = |side: Side, rule: RuleId, prompt: &'static str, form: Form| {
        Pending::Decide(side, Ask::new(rule, prompt, form))
    };
    let only = |rule: RuleId, label: &'static str| {
        Form::Choose(vec![Choice { label: label.into(), rule, units: Vec::new() }])
    };
    match phase.step {
        Step::Invader => {
            let form = only(rule::SETUP_INVADER, "Roll for invader");
            decide(Side::Red, rule::SETUP_INVADER, "Roll to see who invades.", form)
        }
        Step::Terrain => {
            let country = country(book, phase);
            let kinds =
                country.compulsory.iter().chain(&country.optional).map(|&kind| (kind as u8, kind.key()));
            let prompt = "Lay the terrain, or leave it to the umpire.";
            decide(defender(phase), rule::SETUP_TERRAIN, prompt, Form::Lay(kinds.collect()))
        }
        Step::Edge => {
            let choices = TableEdge::ALL.map(|edge| Choice {
                label: format!("The {} edge on a 4, 5 or 6", name(edge)).into(),
                rule: rule::SETUP_EDGE,
                units: Vec::new(),
            });
            let prompt = "Choose the edge that you most want as your own.";
            decide(phase.invader, rule::SETUP_EDGE, prompt, Form::Choose(choices.to_vec()))
        }
        Step::Camp(side) => {
            let depth = tables().setup.camp_depth;
            let form = Form::Place {
                units: camp_followers(field, side).into_iter().collect(),
                zone: Home::of(field.ground(), phase.edges[side]).zone(depth, 0.0),
                may_decline: camp::may_decline(field, side),
            };
            decide(side, rule::CAMP_PLACE, "Place your camp on your base edge.", form)
        }
        Step::Deploy(side) => {
            let form = Form::Place {
                units: deploy::elements(field, side),
                zone: legal_zone(field.ground(), phase.edges[side]),
                may_decline: false,
            };
            decide(side, rule::SETUP_DEPLOY, "Deploy your army.", form)
        }
        Step::Swap => {
            let side = defender(phase);
            let form = Form::Swap { units: deploy::elements(field, side), pairs: tables().setup.swaps as u8 };
            decide(side, rule::SETUP_SWAP, "Exchange the places of up to two pairs of elements.", form)
        }
        _ => {
            let form = only(rule::SETUP_SCENARIO, "Begin the battle");
            decide(phase.active, rule::SETUP_SCENARIO, "Everyone stands ready.", form)
        }
    }
}

/// The outline of the ground in which a side deploys (`dba.setup.deploy`).
pub fn legal_zone(ground: &Ground, edge: TableEdge) -> Vec<table::Point> {
    let setup = &tables().setup;
    Home::of(ground, edge).zone(setup.depth, setup.margin)
}

fn name(edge: TableEdge) -> &'static str {
    match edge {
        TableEdge::North => "north",
        TableEdge::East => "east",
        TableEdge::South => "south",
        TableEdge::West => "west",
    }
}

/// Judges a decision.
///
/// # Errors
/// Every reason why it is not allowed.
pub fn check(
    book: &Dba,
    field: &Field,
    phase: &Phase,
    side: Side,
    command: &Command,
) -> Result<Plan, Vec<Refusal>> {
    let no = |rule: RuleId, what: &'static str| Err(vec![Refusal::new(rule, what)]);
    match (&phase.step, command) {
        (Step::Invader | Step::Begin, Command::Choose(OptionId(0)) | Command::Done) => Ok(Plan::Go),
        (Step::Terrain, Command::Lay(pieces)) => {
            let ground = choice::check(country(book, phase), field.ground().corner, pieces)?;
            Ok(Plan::Map(Arc::new(ground)))
        }
        (Step::Terrain, Command::Done) => Ok(Plan::AutoMap),
        (Step::Edge, Command::Choose(OptionId(i))) => match TableEdge::ALL.get(usize::from(*i)) {
            Some(&edge) => Ok(Plan::Edge(edge)),
            None => no(rule::SETUP_EDGE, "a table has four edges"),
        },
        (Step::Camp(_), Command::Place(places)) => {
            let followers = camp_followers(field, side);
            let [(unit, pose)] = places[..] else {
                return no(rule::CAMP_PLACE, "place one camp");
            };
            if followers != Some(unit) {
                return no(rule::CAMP_PLACE, "only the camp is placed now");
            }
            camp::check(&Board::of(book, field, phase), phase, side, pose)?;
            Ok(Plan::Camp(Some(pose)))
        }
        (Step::Camp(_), Command::Done) if camp::may_decline(field, side) => Ok(Plan::Camp(None)),
        (Step::Camp(_), Command::Done) => no(rule::CAMP_PLACE, "this army needs a camp"),
        (Step::Deploy(_), Command::Place(places)) => {
            deploy::check(book, field, phase, side, places)?;
            Ok(Plan::Deploy(places.clone()))
        }
        (Step::Swap, Command::Swap(pairs)) => {
            deploy::swapped(book, field, phase, side, pairs).map(Plan::Swap)
        }
        (Step::Swap, Command::Done) => Ok(Plan::Swap(Vec::new())),
        (Step::Invader, _) => no(rule::SETUP_INVADER, "this is the time to roll for invader"),
        (Step::Terrain, _) => no(rule::SETUP_TERRAIN, "this is the time to lay terrain"),
        (Step::Edge, _) => no(rule::SETUP_EDGE, "this is the time to choose an edge"),
        (Step::Camp(_), _) => no(rule::CAMP_PLACE, "this is the time to place the camp"),
        (Step::Deploy(_), _) => no(rule::SETUP_DEPLOY, "this is the time to deploy"),
        (Step::Swap, _) => no(rule::SETUP_SWAP, "this is the time to exchange places"),
        _ => no(rule::SETUP_SCENARIO, "this is the time to begin the battle"),
    }
}

/// How far the set-up has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stands {
    /// There is more to decide.
    Open,
    /// Everyone stands ready for the first bound.
    Ready,
}

/// Carries out a decision; says whether the first bound may now begin.
pub fn resolve(book: &Dba, phase: &mut Phase, plan: Plan, cx: &mut Cx<'_>) -> Stands {
    match plan {
        Plan::Go if phase.step == Step::Invader => roll_invader(book, phase, cx),
        Plan::Go => return Stands::Ready,
        Plan::Map(ground) => lay(phase, ground, cx),
        Plan::AutoMap => {
            let seed = map::seed(cx.dice, defender(phase));
            let ground = map::draw(country(book, phase), cx.field().ground().corner, seed);
            lay(phase, Arc::new(ground), cx);
        }
        Plan::Edge(edge) => roll_edge(book, phase, edge, cx),
        Plan::Camp(pose) => {
            let Step::Camp(side) = phase.step else { return Stands::Open };
            place_camp(phase, side, pose, cx);
            after_camp(book, phase, side, cx);
        }
        Plan::Deploy(places) => {
            let Step::Deploy(side) = phase.step else { return Stands::Open };
            for (unit, pose) in places {
                cx.apply(Event::Placed { unit, pose, rule: rule::SETUP_DEPLOY });
            }
            deploy::settle_camp(book, cx.field(), phase, side);
            phase.step = if side == phase.invader { Step::Swap } else { Step::Deploy(phase.invader) };
        }
        Plan::Swap(moved) => {
            for (unit, to) in moved {
                cx.apply(Event::Moved { unit, to, motion: Motion::Swap, rule: rule::SETUP_SWAP });
            }
            deploy::settle_camp(book, cx.field(), phase, defender(phase));
            phase.active = phase.invader;
            cx.rule(|field| {
                let text = format!("{} took the first bound.", voice::side(field, phase.invader));
                Ruling::new(rule::SETUP_FIRST_BOUND, text)
            });
            return Stands::Ready;
        }
    }
    Stands::Open
}

/// Each side rolls a die and adds its aggression; the higher invades, ties roll again.
fn roll_invader(book: &Dba, phase: &mut Phase, cx: &mut Cx<'_>) {
    let aggression = book.lists.map(|list| list.map_or(0, |list| list.aggression));
    cx.heading(rule::SETUP_INVADER, |_| "Setting up".to_owned());
    loop {
        let faces = Side::ALL.map(|side| roll(cx, rule::SETUP_INVADER, side));
        let total = |side: Side| faces[side as usize] + aggression[side];
        let invader = match total(Side::Red).cmp(&total(Side::Blue)) {
            std::cmp::Ordering::Greater => Some(Side::Red),
            std::cmp::Ordering::Less => Some(Side::Blue),
            std::cmp::Ordering::Equal => None,
        };
        cx.rule(|field| {
            let names = &field.roster().names;
            let said = match invader {
                Some(side) => format!("{} invaded", names[side]),
                None => "a tie, and both rolled again".to_owned(),
            };
            let [red, blue] = Side::ALL.map(|side| {
                let (face, more) = (faces[side as usize], aggression[side]);
                format!("{} scored {} ({face}+{more} for aggression)", names[side], total(side))
            });
            let text = format!("{red}, {blue}: {said}.");
            let ruling = Ruling::new(rule::SETUP_INVADER, text);
            Side::ALL.into_iter().fold(ruling, |r, side| r.rolled(side, None, faces[side as usize]))
        });
        if let Some(invader) = invader {
            phase.invader = invader;
            phase.active = invader;
            phase.step = Step::Terrain;
            return;
        }
    }
}

fn roll(cx: &mut Cx<'_>, rule: RuleId, side: Side) -> u8 {
    cx.dice.roll(RollId::new(rule.as_str(), side as u8), &D6)
}

fn lay(phase: &mut Phase, ground: Arc<Ground>, cx: &mut Cx<'_>) {
    cx.apply(Event::Laid { ground, rule: rule::SETUP_TERRAIN });
    phase.step = Step::Edge;
}

/// The other three edges are 1, 2 and 3, clockwise from the chosen one.
fn roll_edge(book: &Dba, phase: &mut Phase, chosen: TableEdge, cx: &mut Cx<'_>) {
    let side = phase.invader;
    let face = roll(cx, rule::SETUP_EDGE, side);
    let first = TableEdge::ALL.iter().position(|&edge| edge == chosen).unwrap_or(0);
    let edge = if face > 3 { chosen } else { TableEdge::ALL[(first + usize::from(face)) % 4] };
    phase.edges[side] = edge;
    phase.edges[side.other()] = edge.opposite();
    cx.rule(|field| {
        let text = format!("{} rolled {face} and came from the {}.", voice::side(field, side), name(edge));
        Ruling::new(rule::SETUP_EDGE, text).rolled(side, None, face)
    });
    ask_for_camp(book, phase, defender(phase), cx);
}

/// Goes on to a side's camp, or past it where it can have none.
fn ask_for_camp(book: &Dba, phase: &mut Phase, side: Side, cx: &mut Cx<'_>) {
    phase.step = Step::Camp(side);
    let can = book.house.camps
        && camp_followers(cx.field(), side).is_some()
        && camp::find(&Board::of(book, cx.field(), phase), phase, side).is_some();
    if !can {
        cx.rule(|field| {
            let text = format!("{} had no camp.", voice::side(field, side));
            Ruling::new(rule::CAMP_PLACE, text)
        });
        after_camp(book, phase, side, cx);
    }
}

fn after_camp(book: &Dba, phase: &mut Phase, side: Side, cx: &mut Cx<'_>) {
    if side == phase.invader {
        phase.step = Step::Deploy(defender(phase));
    } else {
        ask_for_camp(book, phase, phase.invader, cx);
    }
}

fn place_camp(phase: &mut Phase, side: Side, pose: Option<Pose>, cx: &mut Cx<'_>) {
    let (Some(pose), Some(unit)) = (pose, camp_followers(cx.field(), side)) else {
        cx.rule(|field| {
            let text = format!("{} did without a camp.", voice::side(field, side));
            Ruling::new(rule::CAMP_PLACE, text)
        });
        return;
    };
    cx.apply(Event::Placed { unit, pose, rule: rule::CAMP_PLACE });
    phase.camps[side] = Some(Camp::new(&camp::footprint(pose).corners()));
}
