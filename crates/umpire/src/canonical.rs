//! How plain things, the table's and the engine's write themselves into digests.

use crate::{
    BySide, Canonical, DigestWriter, Ending, Mark, OptionId, Outcome, Place, Side, Unit, UnitId, canonical,
};
use ruling::RuleId;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use table::{Edge, Facing, Formation, Ground, KindId, Piece, Point, Pose, Shape, TableEdge, Vec2};

macro_rules! whole_numbers {
    ($($number:ty),+) => {
        $(impl Canonical for $number {
            fn write(&self, out: &mut DigestWriter) {
                out.raw(&self.to_le_bytes());
            }
        })+
    };
}

whole_numbers!(u8, u16, u32, u64, u128, i8, i16, i32, i64, i128);

impl Canonical for usize {
    fn write(&self, out: &mut DigestWriter) {
        (*self as u64).write(out);
    }
}

impl Canonical for bool {
    fn write(&self, out: &mut DigestWriter) {
        out.tag(u8::from(*self));
    }
}

impl Canonical for () {
    fn write(&self, _: &mut DigestWriter) {}
}

impl Canonical for str {
    fn write(&self, out: &mut DigestWriter) {
        out.length(self.len());
        out.raw(self.as_bytes());
    }
}

impl Canonical for String {
    fn write(&self, out: &mut DigestWriter) {
        self.as_str().write(out);
    }
}

impl<T: Canonical + ?Sized> Canonical for &T {
    fn write(&self, out: &mut DigestWriter) {
        (**self).write(out);
    }
}

impl<T: Canonical + ?Sized> Canonical for Box<T> {
    fn write(&self, out: &mut DigestWriter) {
        (**self).write(out);
    }
}

impl<T: Canonical + ?Sized> Canonical for Arc<T> {
    fn write(&self, out: &mut DigestWriter) {
        (**self).write(out);
    }
}

impl<T: Canonical> Canonical for Option<T> {
    fn write(&self, out: &mut DigestWriter) {
        out.tag(u8::from(self.is_some()));
        if let Some(thing) = self {
            thing.write(out);
        }
    }
}

impl<T: Canonical> Canonical for [T] {
    fn write(&self, out: &mut DigestWriter) {
        out.length(self.len());
        self.iter().for_each(|thing| thing.write(out));
    }
}

impl<T: Canonical> Canonical for Vec<T> {
    fn write(&self, out: &mut DigestWriter) {
        self.as_slice().write(out);
    }
}

/// Its length is known: only the things are written.
impl<T: Canonical, const N: usize> Canonical for [T; N] {
    fn write(&self, out: &mut DigestWriter) {
        self.iter().for_each(|thing| thing.write(out));
    }
}

impl<T: Canonical> Canonical for BTreeSet<T> {
    fn write(&self, out: &mut DigestWriter) {
        out.length(self.len());
        self.iter().for_each(|thing| thing.write(out));
    }
}

impl<K: Canonical, V: Canonical> Canonical for BTreeMap<K, V> {
    fn write(&self, out: &mut DigestWriter) {
        out.length(self.len());
        self.iter().for_each(|entry| entry.write(out));
    }
}

macro_rules! tuples {
    ($(($($name:ident),+);)+) => {
        $(impl<$($name: Canonical),+> Canonical for ($($name,)+) {
            #[allow(non_snake_case, reason = "a value is named after its type")]
            fn write(&self, out: &mut DigestWriter) {
                let ($($name,)+) = self;
                $($name.write(out);)+
            }
        })+
    };
}

tuples! {
    (A);
    (A, B);
    (A, B, C);
    (A, B, C, D);
    (A, B, C, D, E);
    (A, B, C, D, E, F);
}

impl<T: Canonical> Canonical for BySide<T> {
    fn write(&self, out: &mut DigestWriter) {
        self.0.write(out);
    }
}

canonical! {
    enum Ending { 0 => Fought, 1 => Time, 2 => Conceded }
}

impl Canonical for Outcome {
    fn write(&self, out: &mut DigestWriter) {
        // Not the words: they may be put better.
        let Outcome { winner, rule, reason: _, ending } = self;
        (winner, rule, ending).write(out);
    }
}

impl Canonical for RuleId {
    fn write(&self, out: &mut DigestWriter) {
        self.as_str().write(out);
    }
}

canonical! {
    struct Facing(parts);
    struct KindId(number);
    struct Mark(number);
    struct OptionId(number);
    struct UnitId(number);
    struct Point { x, y }
    struct Pose { at, facing }
    struct Formation { files, figures, file_width, rank_depth }
    struct Unit { pose, formation, place, marks }
    struct Piece { id, kind, shape, crest }
    struct Ground { corner, pieces }
    enum Side { 0 => Red, 1 => Blue }
    enum Place { 0 => Waiting, 1 => Table, 2 => Off, 3 => Destroyed, 4 => Fled }
    enum TableEdge { 0 => North, 1 => East, 2 => South, 3 => West }
    enum Edge { 0 => Front, 1 => Right, 2 => Rear, 3 => Left }
}

/// Places are kept as the whole numbers they were given as.
fn write_line(line: &[Vec2], out: &mut DigestWriter) {
    out.length(line.len());
    line.iter().for_each(|&v| Point::round(v).write(out));
}

impl Canonical for Shape {
    fn write(&self, out: &mut DigestWriter) {
        match self {
            Shape::Area(area) => {
                out.tag(0);
                write_line(area.outline(), out);
            }
            Shape::Band(band) => {
                out.tag(1);
                write_line(band.line(), out);
                Point::round(Vec2::new(band.width(), 0.0)).x.write(out);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::Polygon;

    fn bytes(thing: &impl Canonical) -> Vec<u8> {
        let mut out = DigestWriter::default();
        thing.write(&mut out);
        out.bytes().to_vec()
    }

    #[test]
    fn numbers_have_the_width_of_their_type_and_the_least_byte_first() {
        assert_eq!(bytes(&(0x0102u16, -2i32)), [2, 1, 0xfe, 0xff, 0xff, 0xff]);
        assert_eq!(bytes(&3usize), [3, 0, 0, 0, 0, 0, 0, 0]);
        assert_eq!(bytes(&[1i16, -1]), [1, 0, 0xff, 0xff]);
    }

    #[test]
    fn what_may_be_absent_or_many_says_so() {
        assert_eq!(bytes(&None::<u8>), [0]);
        assert_eq!(bytes(&Some(9u8)), [1, 9]);
        assert_eq!(bytes(&vec![7u8, 8]), [2, 0, 0, 0, 7, 8]);
        assert_ne!(bytes(&(vec![1u8], vec![2u8, 3])), bytes(&(vec![1u8, 2], vec![3u8])));
        assert_eq!(bytes(&BTreeMap::from([(2u8, true), (1, false)])), [2, 0, 0, 0, 1, 0, 2, 1]);
    }

    #[test]
    fn a_unit_is_written_field_by_field() {
        let formation = Formation { files: 1, figures: 2, file_width: 3, rank_depth: 4 };
        let mut unit = Unit::waiting(formation);
        unit.place = Place::Fled;
        let written = bytes(&unit);
        assert_eq!(written.len(), 12 + 12 + 1 + 2 * Unit::MARKS);
        assert_eq!(written[12..25], [1, 0, 2, 0, 3, 0, 0, 0, 4, 0, 0, 0, 4]);
    }

    #[test]
    fn every_part_of_the_ground_counts() {
        let at = |x: f64, y: f64| Point::round(Vec2::new(x, y));
        let piece = |id: &str, kind: u8, size: f64, crest: Option<Vec<Point>>| {
            let outline = [at(0.0, 0.0), at(size, 0.0), at(size, size)];
            let shape = Shape::Area(Polygon::new(&outline).expect("a triangle"));
            Piece { id: id.into(), kind: KindId(kind), shape, crest }
        };
        let ground =
            |width: f64, piece: Piece| bytes(&Ground { pieces: vec![piece], ..Ground::bare(width, 100.0) });
        let one = ground(200.0, piece("wood", 1, 50.0, None));
        let others = [
            ground(201.0, piece("wood", 1, 50.0, None)),
            ground(200.0, piece("woods", 1, 50.0, None)),
            ground(200.0, piece("wood", 2, 50.0, None)),
            ground(200.0, piece("wood", 1, 51.0, None)),
            ground(200.0, piece("wood", 1, 50.0, Some(vec![]))),
        ];
        assert!(others.iter().all(|other| *other != one));
        assert_eq!(one, ground(200.0, piece("wood", 1, 50.0, None)));
    }

    /// The bytes of a version never change: a digest that was once written stays true.
    #[test]
    fn a_digest_is_what_it_always_was() {
        let mut out = DigestWriter::default();
        (1u8, "testudo", Some(UnitId(3))).write(&mut out);
        assert_eq!(out.finish(2).to_string(), "2.2:25a39983eed7d6d6");
    }

    #[test]
    fn a_word_that_is_no_digest_is_refused() {
        for word in ["", "x", "1:00", "1.x:00", "1.1:", "1.1:zz"] {
            let refused = word.parse::<crate::Digest>().expect_err(word);
            assert_eq!(refused.to_string(), format!("`{word}` is not a digest"));
        }
    }
}
