//! Plans a veteran chooses from: any mixture of what line, horse and light troops may do.

use super::plan::{Horse, Lights, Line, Plan};
use super::scene::Scene;
use dice::Seeded;
use wrg1969::api::board::Body;
use wrg1969::api::tactics::Station;

/// A third of the front that hangs back while the others attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// Nobody hangs back.
    Nobody,
    /// The western third.
    West,
    /// The eastern third.
    East,
}

impl Refused {
    const ALL: [Refused; 3] = [Refused::Nobody, Refused::West, Refused::East];

    /// Whether a unit is among those who hang back.
    pub fn has(self, scene: &Scene<'_>, body: &Body<'_>) -> bool {
        let all = || scene.own().map(|b| b.standard().x);
        let (west, east) = (all().fold(f64::INFINITY, f64::min), all().fold(f64::NEG_INFINITY, f64::max));
        let along = (body.standard().x - west) / (east - west).max(1.0);
        match self {
            Refused::Nobody => false,
            Refused::West => along < 1.0 / 3.0,
            Refused::East => along > 2.0 / 3.0,
        }
    }
}

/// How many parts a plan has.
pub const PARTS: usize = 9;
/// Which option each part of a plan has: line, horse, screen, light horse, enemies named, long lines, ground taken at
/// the end, who hangs back, and the hour of the horse.
pub type Parts = [usize; PARTS];

/// How many options each part has for an army: one where it has no such troops, or there is no such ground.
pub fn options(scene: &Scene<'_>) -> Parts {
    let has = |station| scene.own().any(|b| scene.station(b.id) == station);
    let if_any = |station, options: usize| if has(station) { options } else { 1 };
    let prize = scene.view.book.features.iter().any(|f| f.value > 0);
    [
        // The last two are about the ground that counts.
        if_any(Station::Line, if prize { Line::ALL.len() } else { Line::ALL.len() - 2 }),
        if_any(Station::Wing, Horse::ALL.len()),
        if_any(Station::Screen, Lights::ALL.len()),
        if_any(Station::Outriders, Lights::ALL.len()),
        2,
        2,
        if prize { 2 } else { 1 },
        if_any(Station::Line, Refused::ALL.len()),
        if_any(Station::Wing, 3),
    ]
}

/// The plan with these parts.
pub fn made(usual: &Plan, parts: &Parts) -> Plan {
    Plan {
        line: Line::ALL[parts[0]],
        horse: Horse::ALL[parts[1]],
        screen: Lights::ALL[parts[2]],
        outriders: Lights::ALL[parts[3]],
        names: parts[4] == 1,
        wide: parts[5] == 1,
        banks: parts[6] == 1,
        refused: Refused::ALL[parts[7]],
        hour: [usual.hour, 1, 2 * usual.hour][parts[8]],
        ..*usual
    }
}

/// The parts of the usual plan of a veteran, or those nearest to it.
pub fn parts(usual: &Plan) -> Parts {
    let line = Line::ALL.iter().position(|line| *line == usual.line).unwrap_or(0);
    [line, 0, 0, 0, 1, 1, 1, 0, 0]
}

/// A plan like another: `alike` times as many parts are kept as are drawn anew.
pub fn like(other: &Parts, options: &Parts, alike: u32, whims: &mut Seeded) -> Parts {
    let mut parts = *other;
    for (part, options) in parts.iter_mut().zip(options) {
        if whims.below(alike + 1) == 0 {
            *part = whims.below(*options as u32) as usize;
        }
    }
    parts
}

/// What each option of each part seems to add to a plan.
#[derive(Debug, Default)]
pub struct Merits(Vec<[f64; PARTS]>);

/// How many battles' worth of doubt there is about each option.
const DOUBT: f64 = 3.0;

impl Merits {
    /// What battles tell: each plan's parts, and how it fared. The merits of its parts are taken to add up.
    pub fn of(fought: &[(Parts, f64)]) -> Merits {
        let n = f64::max(fought.len() as f64, 1.0);
        let mean = fought.iter().map(|f| f.1).sum::<f64>() / n;
        let mut merits = Merits(vec![[0.0; PARTS]; MOST]);
        // Each part in turn explains what the others leave unexplained.
        for _ in 0..12 {
            for part in 0..PARTS {
                let mut sums = [(0.0, 0.0); MOST];
                for (parts, fate) in fought {
                    let others = merits.of_plan(parts) - merits.0[parts[part]][part];
                    let sum = &mut sums[parts[part]];
                    *sum = (sum.0 + fate - mean - others, sum.1 + 1.0);
                }
                for (option, (sum, times)) in sums.into_iter().enumerate() {
                    merits.0[option][part] = sum / (times + DOUBT);
                }
            }
        }
        merits
    }

    /// What all parts of a plan add up to.
    pub fn of_plan(&self, parts: &Parts) -> f64 {
        parts.iter().enumerate().map(|(part, &option)| self.0[option][part]).sum()
    }

    /// The best option of every part.
    pub fn best(&self, options: &Parts) -> Parts {
        let mut best = [0; PARTS];
        for part in 0..PARTS {
            for option in 1..options[part] {
                if self.0[option][part] > self.0[best[part]][part] {
                    best[part] = option;
                }
            }
        }
        best
    }

    /// The best plan with one part otherwise, for every other option of every part, the most promising first.
    pub fn next_best(&self, options: &Parts) -> Vec<Parts> {
        let best = self.best(options);
        let mut others: Vec<Parts> = Vec::new();
        for part in 0..PARTS {
            for option in (0..options[part]).filter(|option| *option != best[part]) {
                let mut other = best;
                other[part] = option;
                others.push(other);
            }
        }
        others.sort_by(|a, b| self.of_plan(b).total_cmp(&self.of_plan(a)));
        others
    }
}

/// The most options a part has.
const MOST: usize = 6;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn good_parts_are_told_from_their_company() {
        // Rushing is good and long lines are bad; most who rush stand in long lines.
        let plan = |line, wide| {
            let mut parts = [0; PARTS];
            (parts[0], parts[5]) = (line, wide);
            parts
        };
        let mut fought = vec![(plan(1, 1), 0.2); 8];
        fought.extend(vec![(plan(1, 0), 0.8); 2]);
        fought.extend(vec![(plan(0, 0), 0.3); 8]);
        fought.extend(vec![(plan(0, 1), -0.3); 2]);
        let merits = Merits::of(&fought);
        let mut options = [1; PARTS];
        (options[0], options[5]) = (2, 2);
        assert_eq!(merits.best(&options), plan(1, 0));
        assert_eq!(merits.next_best(&options).len(), 2);
    }
}
