//! Answers to a charge: which a unit may give, and how each is carried out.

use crate::aftermath::flight;
use crate::board::bodies::Body;
use crate::board::game::Game;
use crate::board::sight::sees;
use crate::board::state::{Answer, Step};
use crate::charge::approach;
use crate::charge::rules::Charged;
use crate::data::armour::Face;
use crate::{rule, shooting};
use umpire::UnitId;
use umpire::voice::name;

/// How a unit may answer a charge.
pub fn answers(game: &Game<'_, '_>, target: UnitId, charger: UnitId, face: Face) -> Vec<Answer> {
    let board = game.board();
    let (Some(t), Some(c)) = (board.body(target), board.body(charger)) else { return vec![Answer::Hold] };
    let charged = Charged {
        charger: c.kit.troop,
        charger_movement: c.kit.movement(),
        distance: c.distance(t),
        troop: t.kit.troop,
        order: t.kit.order,
        missiles: t.kit.shoots() && !t.state.now.shot_back,
        engaged: board.phase.is_engaged(target),
        fleeing: t.state.fleeing,
        frenzied: t.is_frenzied(),
        column: t.is_column(),
        face,
        visible: sees(&board, t, c, t.skirmishes() || t.kit.crew > 0),
        countered: t.state.now.counter.is_some(),
    };
    charged.allowed(&game.book.house)
}

/// A target's answer is carried out.
pub fn answer(game: &mut Game<'_, '_>, charger: UnitId, target: UnitId, reaction: Answer) {
    game.say(reaction.rule(), |field| {
        format!("{} {} {}.", name(field, target), reaction.told(), name(field, charger))
    });
    game.phase.step = Step::Declare;
    match reaction {
        Answer::Hold => {}
        Answer::CounterCharge => game.phase.unit_mut(target).now.counter = Some(charger),
        Answer::StandAndShoot | Answer::FireAndFlee => {
            game.phase.unit_mut(target).now.shot_back = true;
            shooting::resolve::volley(game, target, charger, true);
            if reaction == Answer::FireAndFlee && game.stands(target) {
                game.phase.unit_mut(target).by_choice = true;
                flee_from(game, target, charger, true);
            }
        }
        Answer::Flee => {
            game.phase.unit_mut(target).by_choice = true;
            flee_from(game, target, charger, false);
        }
    }
}

/// A unit flees from a charger; whoever named it and cannot reach it any more may redirect (`wab.charge.redirect`).
pub fn flee_from(game: &mut Game<'_, '_>, unit: UnitId, charger: UnitId, fired: bool) {
    if game.phase.is_engaged(unit) {
        game.say(rule::REACT_FLEE_FROM_COMBAT, |f| {
            let unit = name(f, unit);
            format!("{unit} fled out of {} combat.", unit.its())
        });
    }
    flight::flee(game, unit, Some(charger), fired, rule::REACT_FLEE);
    game.phase.unit_mut(unit).now.fled_from_charge = true;
    if !game.book.house.redirect_charges {
        return;
    }
    let lost: Vec<UnitId> = {
        let board = game.board();
        let names_it = |b: &&Body<'_>| b.state.now.charging.is_some_and(|c| c.target == unit);
        let cannot = |b: &&Body<'_>| board.body(unit).is_none_or(|t| approach::catch(&board, b, t).is_none());
        let chargers = board.friends(game.phase.active).filter(names_it).filter(cannot);
        chargers.filter(|b| !b.state.done.redirected).map(|b| b.id).collect()
    };
    for id in lost {
        if !game.phase.redirects.contains(&id) {
            game.phase.redirects.push(id);
        }
    }
}
