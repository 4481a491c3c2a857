//! Formations: figures in ranks and files, and where each of them stands.

use crate::{Point, Pose, Rect, Vec2};

/// A block of figures in ranks and files; lengths are in grid steps, so that it is kept exactly.
///
/// Figures are counted from the left of the front rank; the last rank may be short and is then centred.
///
/// ```
/// use testudo_table::{Formation, Pose};
/// let cohort = Formation { files: 4, figures: 10, file_width: 150_000, rank_depth: 200_000 };
/// assert_eq!(cohort.ranks(), 3);
/// let rect = cohort.rect(Pose::default());
/// assert_eq!((2.0 * rect.half_width, 2.0 * rect.half_depth), (60.0, 60.0));
/// assert_eq!(cohort.place(8).map(|p| p.x), Some(-7.5)); // two in the last rank, side by side in the middle
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Formation {
    /// Figures side by side in a full rank.
    pub files: u16,
    /// Figures in all.
    pub figures: u16,
    /// The frontage of one file, in grid steps.
    pub file_width: i32,
    /// The depth of one rank, in grid steps.
    pub rank_depth: i32,
}

impl Formation {
    /// How many ranks, a short one counted whole; none without figures or without files.
    pub fn ranks(&self) -> u16 {
        if self.files == 0 { 0 } else { self.figures.div_ceil(self.files) }
    }

    /// The frontage in millimetres.
    pub fn width(&self) -> f64 {
        f64::from(self.files) * f64::from(self.file_width) / Point::PER_MM
    }

    /// The depth in millimetres, a short last rank counted whole.
    pub fn depth(&self) -> f64 {
        f64::from(self.ranks()) * f64::from(self.rank_depth) / Point::PER_MM
    }

    /// How many figures stand in a rank, counted from 0 at the front.
    pub fn in_rank(&self, rank: u16) -> u16 {
        let ahead = u32::from(rank) * u32::from(self.files);
        let left = u32::from(self.figures).saturating_sub(ahead);
        // At most `files`, so it fits.
        left.min(u32::from(self.files)) as u16
    }

    /// How many figures stand in the front rank.
    pub fn front_rank(&self) -> u16 {
        self.in_rank(0)
    }

    /// How many figures stand in the last rank.
    pub fn last_rank(&self) -> u16 {
        self.ranks().checked_sub(1).map_or(0, |last| self.in_rank(last))
    }

    /// The rank and the file of a figure, both counted from 0, files from the left of its own rank.
    pub fn rank_and_file(&self, figure: u16) -> Option<(u16, u16)> {
        (figure < self.figures && self.files > 0).then(|| (figure / self.files, figure % self.files))
    }

    /// The middle of a figure's base in the footprint's own frame, in millimetres: x right and y ahead of the
    /// footprint's centre.
    pub fn place(&self, figure: u16) -> Option<Vec2> {
        let (rank, file) = self.rank_and_file(figure)?;
        let from_left = f64::from(file) + 0.5 - f64::from(self.in_rank(rank)) / 2.0;
        let from_front = f64::from(self.ranks()) / 2.0 - f64::from(rank) - 0.5;
        let x = from_left * f64::from(self.file_width) / Point::PER_MM;
        let y = from_front * f64::from(self.rank_depth) / Point::PER_MM;
        Some(Vec2::new(x, y))
    }

    /// The footprint of the whole block, its centre at the pose.
    pub fn rect(&self, pose: Pose) -> Rect {
        Rect::at(pose, self.width(), self.depth())
    }

    /// The footprint of one figure of a block that stands at `block`.
    pub fn figure_rect(&self, block: &Rect, figure: u16) -> Option<Rect> {
        let place = self.place(figure)?;
        Some(Rect {
            centre: block.place(place.x, place.y),
            ahead: block.ahead,
            half_width: f64::from(self.file_width) / Point::PER_MM / 2.0,
            half_depth: f64::from(self.rank_depth) / Point::PER_MM / 2.0,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_without_files_is_nothing() {
        let none = Formation::default();
        assert_eq!((none.ranks(), none.front_rank(), none.last_rank()), (0, 0, 0));
        assert_eq!(none.place(0), None);
    }

    #[test]
    fn more_files_than_figures_makes_one_short_rank() {
        let few = Formation { files: 5, figures: 3, file_width: 10_000, rank_depth: 20_000 };
        assert_eq!((few.ranks(), few.front_rank(), few.last_rank()), (1, 3, 3));
        assert_eq!(few.place(1), Some(Vec2::new(0.0, 0.0)));
    }

    #[test]
    fn figures_fill_from_the_front_left() {
        let block = Formation { files: 4, figures: 10, file_width: 10_000, rank_depth: 20_000 };
        assert_eq!(block.place(0), Some(Vec2::new(-1.5, 2.0)));
        assert_eq!(block.place(4), Some(Vec2::new(-1.5, 0.0)));
        assert_eq!(block.place(9), Some(Vec2::new(0.5, -2.0)));
        assert_eq!(block.place(10), None);
        assert_eq!(block.rank_and_file(9), Some((2, 1)));
    }
}
