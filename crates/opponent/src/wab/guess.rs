//! A round of combat guessed from means and spreads: as good as the odds for a glance, and much quicker.

use super::clash::Outcome;
use wab::api::aftermath::{Automatic, Beaten};
use wab::api::combat::Blows;
use wab::api::combat::{Duel, Stroke};
use wab::api::house::House;

/// Results beyond this are as good as this.
const MOST: i32 = 9;

/// How a round ends, roughly.
pub fn rough(duel: &Duel, house: &House) -> Outcome {
    let (caused, spread) = wounds(duel);
    let lead = caused[0] + f64::from(duel.bonus[0]) - caused[1] - f64::from(duel.bonus[1]);
    let tie = 0.5 * (f64::from(u8::from(duel.musicians[0])) - f64::from(u8::from(duel.musicians[1])));
    let left = [0, 1].map(|i| f64::from(duel.models[i]) - caused[1 - i] / f64::from(duel.wounds[i].max(1)));
    let below = |x: f64| share_below((x - lead - tie) / (spread + 0.3).sqrt());
    let mut outcome = Outcome::default();
    for by in 1..=MOST {
        let most = f64::from(by) + 0.5;
        let up_to = if by == MOST { [1.0, 0.0] } else { [below(most), below(-most)] };
        let least = f64::from(by) - 0.5;
        let chances = [up_to[0] - below(least), below(-least) - up_to[1]];
        for (winner, chance) in chances.into_iter().enumerate() {
            outcome.won[winner] += chance;
            let loser = 1 - winner;
            outcome.broken[loser] += chance * breaks(&duel.beaten[loser], left[loser], by, house);
        }
    }
    outcome
}

/// The wounds each side causes on average, and the spread of all of them.
fn wounds(duel: &Duel) -> ([f64; 2], f64) {
    let mut strokes: Vec<&Stroke> = duel.strokes.iter().collect();
    strokes.sort_by_key(|s| std::cmp::Reverse(s.turn));
    let (mut caused, mut spread) = ([0.0; 2], 0.0);
    for step in strokes.chunk_by(|a, b| a.turn == b.turn) {
        let before = caused;
        for stroke in step {
            let dead = before[1 - stroke.side] / f64::from(duel.wounds[stroke.side].max(1));
            let attacks = attacks(stroke, dead);
            let chance = success(&stroke.blows);
            caused[stroke.side] += attacks * chance;
            spread += attacks * chance * (1.0 - chance);
        }
    }
    for (side, caused) in caused.iter_mut().enumerate() {
        *caused = caused.min(f64::from(duel.models[1 - side] * duel.wounds[1 - side]));
    }
    (caused, spread)
}

/// The attacks of men of whom so many have fallen.
fn attacks(stroke: &Stroke, dead: f64) -> f64 {
    let [front, rear] = stroke.men.map(f64::from);
    let extra = f64::from(stroke.extra);
    if stroke.men == [0, 0] {
        return extra;
    }
    let left = [(front - dead).max(0.0), (rear - (dead - front).max(0.0)).max(0.0)];
    let stands = if left[0] + left[1] > 0.5 { extra } else { 0.0 };
    left[0] * f64::from(stroke.each[0]) + left[1] * f64::from(stroke.each[1]) + stands
}

/// The chance of one blow to go home.
fn success(blows: &Blows) -> f64 {
    let chance = |needed: u8| f64::from(7 - needed.clamp(1, 7)) / 6.0;
    let once = chance(blows.hit) * blows.second.map_or(1.0, chance);
    let hit = if blows.reroll.is_some() { once + (1.0 - once) * once } else { once };
    let wound = if blows.wound == 0 { 0.0 } else { chance(blows.wound) };
    let saved = if blows.save == 0 { 0.0 } else { chance(blows.save) };
    hit * wound * (1.0 - saved)
}

/// How often a unit breaks that lost by so much and has about so many models left.
fn breaks(unit: &Beaten, left: f64, by: i32, house: &House) -> f64 {
    // Fewer than five break of themselves.
    let few = if unit.excused { 0.0 } else { (5.5 - left).clamp(0.0, 1.0) };
    few + (1.0 - few) * tested(unit, by, house)
}

fn tested(unit: &Beaten, by: i32, house: &House) -> f64 {
    let many = house.give_ground_two_to_one && unit.formed && unit.own >= 2 * unit.enemies;
    match unit.automatic() {
        Automatic::FewerThanFive => 1.0,
        Automatic::Ferocious if many => 0.0,
        Automatic::Feared | Automatic::Ferocious => {
            if unit.stubborn {
                0.5
            } else {
                1.0
            }
        }
        Automatic::None if many || (unit.stubborn && !unit.stubborn_used) => 0.0,
        Automatic::None => {
            let target = i32::from(unit.target().total()) + i32::from(unit.difference) - by;
            let fails = 1.0 - two_dice(target);
            if unit.standard { fails * fails } else { fails }
        }
    }
}

/// How often two dice come to no more than this.
pub fn two_dice(target: i32) -> f64 {
    let ways = match target {
        ..=1 => 0,
        2..=7 => (target - 1) * target / 2,
        8..=11 => 36 - (12 - target) * (13 - target) / 2,
        _ => 36,
    };
    f64::from(ways) / 36.0
}

/// The share of a bell curve below a number of its spreads, nearly.
fn share_below(x: f64) -> f64 {
    0.5 + 0.5 * x / (x * x + 1.4).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_dice_are_counted_exactly() {
        let chances = [1, 2, 7, 8, 11, 12].map(|t| (36.0 * two_dice(t)).round() as i32);
        assert_eq!(chances, [0, 1, 21, 26, 35, 36]);
    }

    #[test]
    fn the_bell_is_even_and_rises() {
        assert!((share_below(0.0) - 0.5).abs() < 1e-9 && share_below(1.0) > 0.8 && share_below(-2.0) < 0.1);
    }
}
