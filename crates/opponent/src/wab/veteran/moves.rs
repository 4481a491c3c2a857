//! Moves of a veteran: places from which it can charge and is not charged, and never with its flank to anyone.

use super::super::clash::{Clash, Meeting, worth};
use super::super::{is_legal, moves as plain};
use table::{Facing, Point, Rect};
use umpire::{Command, Form, Side, Step, View};
use wab::Wab;
use wab::armour::Face;
use wab::board::{Board, Body};
use wab::charge::{wheel, wheel_cost};
use wab::declare;
use wab::remaining::manner;
use wab::terrain::MM;
use wab::touch::in_arc;
use wab::walk::can_march;

/// The next unit's move; who is best where it stands is passed over.
pub fn next(view: &View<Wab>, board: &Board<'_>, side: Side) -> Command {
    let Some(Form::Move { units, .. }) = view.pending.ask(side).map(|ask| &ask.form) else {
        return Command::Done;
    };
    for &id in units {
        let Some(body) = board.body(id) else { continue };
        if body.kit.character || body.skirmishes() {
            let wish = plain::wishes(board, body).into_iter().find(|wish| is_legal(view, side, wish));
            match wish {
                Some(wish) => return wish,
                None => continue,
            }
        }
        let sight = Sight::of(board, body);
        let mut ranked: Vec<(f64, Command)> = ideas(board, body)
            .into_iter()
            .map(|(rect, facing, command)| (sight.score(&rect, facing), command))
            .collect();
        ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
        let still = sight.score(&body.rect, body.facing);
        for (score, command) in ranked {
            if score <= still + 1e-6 {
                break;
            }
            if is_legal(view, side, &command) {
                return command;
            }
        }
    }
    Command::Done
}

/// Places a unit could go to: straight on, and after a wheel, near and far.
fn ideas(board: &Board<'_>, body: &Body<'_>) -> Vec<(Rect, Facing, Command)> {
    let mut list = Vec::new();
    let mut turns = vec![0.0];
    for enemy in board.enemies(body.side).filter(|e| !e.state.fleeing) {
        let turn = body.facing.turn_to(Facing::of(enemy.rect.centre - body.rect.front_mid()));
        if turn.abs() > 5.0 && turn.abs() <= 75.0 && body.distance(enemy) < 30.0 {
            turns.push(turn);
        }
    }
    let march = can_march(board, body, false);
    for (way, rate) in [(manner::MOVE, 1.0), (manner::MARCH, 2.0)] {
        if way == manner::MARCH && !march {
            continue;
        }
        let allowance = body.movement() * rate;
        for &turn in &turns {
            let arc = wheel_cost(&body.rect, turn);
            if arc > allowance - 0.05 {
                continue;
            }
            let (rect, facing) = wheel(&body.rect, body.facing, turn);
            let left = allowance - arc - 0.05;
            for share in [0.0, 0.15, 0.3, 0.45, 0.6, 0.8, 1.0] {
                let far = left * share;
                if share == 0.0 && turn == 0.0 || (way == manner::MARCH && share < 0.5) {
                    continue;
                }
                let mut path = Vec::new();
                if turn != 0.0 {
                    let angle = Facing::degrees(turn.abs());
                    path.push(if turn < 0.0 { Step::WheelLeft(angle) } else { Step::WheelRight(angle) });
                }
                path.push(Step::Forward((far * MM * Point::PER_MM) as i32));
                let command = Command::Move { manner: way, units: vec![body.id], path };
                list.push((rect.moved(rect.ahead * far), facing, command));
            }
        }
    }
    list
}

/// What one enemy means to a unit, wherever the two stand.
struct Foe<'a> {
    body: Body<'a>,
    /// What charging its front and its flank is worth.
    charging: [f64; 2],
    /// What being charged by it in front and in flank is worth.
    charged: [f64; 2],
    /// Whether it may charge at all.
    comes: bool,
}

/// A unit and everyone it must reckon with.
struct Sight<'a> {
    board: &'a Board<'a>,
    body: &'a Body<'a>,
    foes: Vec<Foe<'a>>,
    stake: f64,
}

impl<'a> Sight<'a> {
    fn of(board: &'a Board<'a>, body: &'a Body<'a>) -> Sight<'a> {
        let side = body.side;
        let far = |e: &&Body<'a>| !e.state.fleeing && body.distance(e) < 34.0;
        let value = |m: Meeting| Clash::new(board, vec![m]).value(side, body.id);
        let foe = |e: &Body<'a>| {
            let engaged = board.phase.is_engaged(e.id);
            let flank = if e.skirmishes() { Face::Front } else { Face::Left };
            let own = if body.skirmishes() { Face::Front } else { Face::Left };
            let comes = !engaged && !e.skirmishes();
            let charging = [Face::Front, flank].map(|face| value(Meeting::square(body, e, face)));
            let charged = [Face::Front, own]
                .map(|face| if comes { value(Meeting::square(e, body, face)) } else { 0.0 });
            Foe { body: *e, charging, charged, comes }
        };
        let foes = board.enemies(side).filter(far).map(foe).collect();
        Sight { board, body, foes, stake: worth(board, body) }
    }

    /// How good a place is: charges it offers, charges it invites, and how near the enemy is.
    fn score(&self, rect: &Rect, facing: Facing) -> f64 {
        let here = Body { rect: *rect, facing, ..*self.body };
        let (mut best, mut worst, mut all, mut near) = (0.0_f64, 0.0_f64, 0.0_f64, f64::INFINITY);
        for foe in &self.foes {
            let far = table::distance(rect, &foe.body.rect);
            let seen = foe.body.rect.corners().into_iter().any(|p| in_arc(rect, p));
            let flank = declare::face(self.board, &here, &foe.body) != Face::Front;
            let charging = foe.charging[usize::from(flank)];
            let mut comes = 0.0;
            if foe.comes && far <= foe.body.charge_move() + 0.4 {
                let sees = rect.corners().into_iter().any(|p| in_arc(&foe.body.rect, p));
                let flank = declare::face(self.board, &foe.body, &here) != Face::Front;
                comes = if sees { foe.charged[usize::from(flank)] } else { 0.0 };
            }
            // It is the enemy's turn next: who would charge does so before he is charged.
            if comes < 0.0 {
                worst = worst.min(comes);
                all += comes;
            } else if seen && far <= self.body.charge_move() - 0.3 {
                best = best.max(charging);
            }
            near = near.min(far + if charging > 0.0 { 0.0 } else { 6.0 });
        }
        let late = f64::from(self.board.phase.turn) / f64::from(self.board.book.turns.max(1));
        let eager = 0.004 + 0.008 * late;
        let longing = if near.is_finite() { eager * self.stake * near } else { 0.0 };
        0.6 * best + 0.5 * worst + 0.3 * all - longing
    }
}
