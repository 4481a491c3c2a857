//! Which files of whom are in contact with whom.

use super::{Scene, compare, cosine};
use table::{Rect, Solid};

/// A part of a front, from its middle, to the right positive.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stretch {
    /// Its left end.
    pub from: f64,
    /// Its right end.
    pub to: f64,
}

impl Stretch {
    /// How long it is.
    pub fn length(&self) -> f64 {
        self.to - self.from
    }

    /// Its middle.
    pub fn middle(&self) -> f64 {
        (self.from + self.to) / 2.0
    }

    /// How much of it lies in another stretch.
    pub fn within(&self, other: Stretch) -> f64 {
        (self.to.min(other.to) - self.from.max(other.from)).max(0.0)
    }
}

/// The part of a front that has a shape straight before it, no farther ahead than `reach` and no farther behind the
/// front line than `behind`.
pub fn upon(front: &Rect, shape: &impl Solid, behind: f64, reach: f64) -> Option<Stretch> {
    let (middle, ahead, right) = (front.front_mid(), front.ahead, front.right());
    let (low, high) = shape.shadow(ahead);
    let line = middle.dot(ahead);
    if low > line + reach || high < line - behind {
        return None;
    }
    let half = right * front.half_width;
    let cut = shape
        .hull()
        .clip(middle - ahead * behind, ahead)?
        .clip(middle + ahead * reach, -ahead)?
        .clip(middle + half, -right)?
        .clip(middle - half, right)?;
    let (low, high) = cut.shadow(right);
    let origin = middle.dot(right);
    Some(Stretch { from: low - origin, to: high - origin })
}

/// The contacts of a scene.
#[derive(Clone, Debug, PartialEq)]
pub struct Contacts {
    count: usize,
    /// Which part of whose front lies upon whom, row by row; only for enemies.
    fronts: Vec<Option<Stretch>>,
    /// How many files that is.
    files: Vec<u16>,
    touching: Vec<bool>,
    weak: u16,
}

impl Contacts {
    /// Works out who is in contact with whom.
    pub fn of(scene: &Scene<'_>) -> Contacts {
        let (bodies, spec) = (scene.bodies, scene.spec);
        let count = bodies.len();
        let mut touching = vec![false; count * count];
        for i in 0..count {
            for j in 0..i {
                let near = bodies[i].rect.penetration(&bodies[j].rect) >= -spec.graze;
                (touching[i * count + j], touching[j * count + i]) = (near, near);
            }
        }
        let engaged: Vec<bool> =
            (0..count).map(|i| (0..count).any(|j| touching[i * count + j] && scene.enemies(i, j))).collect();
        let opposite = -cosine(15.0);
        let (mut fronts, mut files) = (vec![None; count * count], vec![0; count * count]);
        for i in 0..count {
            for j in (0..count).filter(|&j| scene.enemies(i, j)) {
                let (a, b) = (&bodies[i], &bodies[j]);
                let opposed = a.rect.ahead.dot(b.rect.ahead) <= opposite && (engaged[i] || engaged[j]);
                if touching[i * count + j] || opposed {
                    let stretch = upon(&a.rect, &b.rect, 2.0 * spec.touch, spec.arm.max(spec.graze));
                    fronts[i * count + j] = stretch;
                    files[i * count + j] = stretch.map_or(0, |s| {
                        (0..a.files).filter(|&file| s.within(file_of(a, file)) > a.file_width / 10.0).count()
                            as u16
                    });
                }
            }
        }
        Contacts { count, fronts, files, touching, weak: spec.weak }
    }

    /// How many files of one body have another straight before them.
    pub fn files(&self, of: usize, on: usize) -> u16 {
        self.files[of * self.count + on]
    }

    /// The part of one body's front that lies upon another.
    pub fn front(&self, of: usize, on: usize) -> Option<Stretch> {
        self.fronts[of * self.count + on].filter(|_| self.files(of, on) > 0)
    }

    /// Whether two bodies touch, friends or enemies.
    pub fn touch(&self, a: usize, b: usize) -> bool {
        self.touching[a * self.count + b]
    }

    /// Whether two enemies are in contact: one of them has a file on the other.
    pub fn between(&self, a: usize, b: usize) -> bool {
        self.files(a, b) > 0 || self.files(b, a) > 0
    }

    /// Whether two enemies are in contact and neither has more than a few files in it.
    pub fn is_weak(&self, a: usize, b: usize) -> bool {
        self.between(a, b) && self.files(a, b).max(self.files(b, a)) <= self.weak
    }

    /// The enemies a body is in contact with.
    pub fn of_body(&self, i: usize) -> impl Iterator<Item = usize> + '_ {
        (0..self.count).filter(move |&j| self.between(i, j))
    }

    /// Whether a contact holds a body where it is.
    pub fn is_pinned(&self, i: usize) -> bool {
        self.of_body(i).any(|j| !self.is_weak(i, j))
    }

    /// How many files of a body fight each enemy: each file the one with the greater share of its front; of equals
    /// the one whom fewer of the body's files face, then the one farther to its left, where shields are carried.
    pub fn shares(&self, scene: &Scene<'_>, i: usize) -> Vec<(usize, u16)> {
        let body = &scene.bodies[i];
        let mut faced: Vec<(usize, u16)> = Vec::new();
        for file in 0..body.files {
            let here = file_of(body, file);
            let share = |j: usize| self.front(i, j).map_or(0.0, |s| s.within(here));
            let best = (0..self.count).filter(|&j| share(j) > body.file_width / 10.0).max_by(|&a, &b| {
                let left = |j: usize| self.front(i, j).map_or(f64::INFINITY, |s| s.from);
                compare(share(a), share(b))
                    .then(self.files(i, b).cmp(&self.files(i, a)))
                    .then(compare(left(b), left(a)))
            });
            let Some(enemy) = best else { continue };
            match faced.iter_mut().find(|(j, _)| *j == enemy) {
                Some((_, files)) => *files += 1,
                None => faced.push((enemy, 1)),
            }
        }
        faced
    }
}

/// Where a file of a body stands on its front, counted from the left.
fn file_of(body: &super::Body, file: u16) -> Stretch {
    let from = -body.rect.half_width + f64::from(file) * body.file_width;
    Stretch { from, to: from + body.file_width }
}
