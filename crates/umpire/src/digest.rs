//! The digest of a battle: a number that is the same for the same battle on every platform.
//!
//! What is digested is bytes that are written one by one, never what a compiler derives: whole numbers in little
//! endian at the width of their type, `usize` and lengths in 64 and 32 bits, a byte before what may be absent and
//! before each kind of thing that may be one of several. [`Canonical`] says how a type writes itself,
//! [`canonical!`](crate::canonical) lists the fields of a struct or the variants of an enum.

use std::fmt;
use std::str::FromStr;
use twox_hash::XxHash3_64;

/// The version of the bytes that the engine writes; raised when they change.
const ENGINE: u16 = 2;

/// The digest of a battle, with the versions of the bytes it was made of.
///
/// Digests of different versions say nothing about each other.
///
/// ```
/// use testudo_umpire::Digest;
/// let digest: Digest = "1.2:00000000000000ff".parse()?;
/// assert_eq!(digest.to_string(), "1.2:00000000000000ff");
/// let old: Digest = "00000000000000fe".parse()?;
/// assert_eq!(old.to_string(), "00000000000000fe");
/// assert!(!old.contradicts(digest) && "1.2:00000000000000fe".parse::<Digest>()?.contradicts(digest));
/// # Ok::<(), testudo_umpire::DigestError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Digest {
    /// The version of the engine's bytes; 0 in files of the time before there were versions.
    engine: u16,
    /// The version of the book's bytes.
    book: u16,
    hash: u64,
}

impl Digest {
    /// The hash of the bytes, whatever their version.
    pub fn hash(self) -> u64 {
        self.hash
    }

    /// Whether two digests of the same version differ: they are of different battles.
    pub fn contradicts(self, other: Digest) -> bool {
        let version = |digest: Digest| (digest.engine, digest.book);
        version(self) == version(other) && self.hash != other.hash
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.engine > 0 {
            write!(f, "{}.{}:", self.engine, self.book)?;
        }
        write!(f, "{:016x}", self.hash)
    }
}

/// A word that is no digest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DigestError(String);

impl fmt::Display for DigestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is not a digest", self.0)
    }
}

impl std::error::Error for DigestError {}

impl FromStr for Digest {
    type Err = DigestError;

    fn from_str(word: &str) -> Result<Digest, DigestError> {
        let no = || DigestError(word.to_owned());
        let (version, hash) = word.split_once(':').unwrap_or(("0.0", word));
        let (engine, book) = version.split_once('.').ok_or_else(no)?;
        let number = |digits: &str| digits.parse().map_err(|_| no());
        let hash = u64::from_str_radix(hash, 16).map_err(|_| no())?;
        Ok(Digest { engine: number(engine)?, book: number(book)?, hash })
    }
}

/// What a battle is written into to be digested.
///
/// ```
/// use testudo_umpire::{Canonical, DigestWriter};
/// let mut out = DigestWriter::default();
/// (7u16, Some(true), "ab").write(&mut out);
/// assert_eq!(out.bytes(), [7, 0, 1, 1, 2, 0, 0, 0, b'a', b'b']);
/// ```
#[derive(Clone, Debug, Default)]
pub struct DigestWriter {
    bytes: Vec<u8>,
}

impl DigestWriter {
    /// Adds bytes as they are.
    pub fn raw(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// Adds the number of one of several kinds of thing.
    pub fn tag(&mut self, tag: u8) {
        self.bytes.push(tag);
    }

    /// Adds how many things follow.
    pub fn length(&mut self, length: usize) {
        (length as u32).write(self);
    }

    /// All that was written.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The digest of what was written, the book's part in that version.
    pub(crate) fn finish(&self, book: u16) -> Digest {
        Digest { engine: ENGINE, book, hash: XxHash3_64::oneshot(&self.bytes) }
    }
}

/// What can be written into a digest.
pub trait Canonical {
    /// Writes all there is to it, always alike.
    fn write(&self, out: &mut DigestWriter);
}

/// Lists what of a type is written into digests: the fields of a struct in order, or the variants of an enum, each
/// with its number. A field or a variant that is forgotten, or a number given twice, does not compile.
///
/// ```
/// use testudo_umpire::{Canonical, DigestWriter, canonical};
/// struct Pair(u8, bool);
/// struct Unit { men: u16, pair: Pair }
/// enum Step { Move, Shoot(u8, u8), Fight { first: Unit } }
/// canonical! {
///     struct Pair(first, second);
///     struct Unit { men, pair }
///     enum Step { 0 => Move, 1 => Shoot(shooter, target), 2 => Fight { first } }
/// }
/// let mut out = DigestWriter::default();
/// Step::Move.write(&mut out);
/// Step::Shoot(8, 9).write(&mut out);
/// Step::Fight { first: Unit { men: 3, pair: Pair(4, true) } }.write(&mut out);
/// assert_eq!(out.bytes(), [0, 1, 8, 9, 2, 3, 0, 4, 1]);
/// ```
///
/// ```compile_fail
/// struct Unit { men: u16, forgotten: bool }
/// testudo_umpire::canonical! { struct Unit { men } }
/// ```
///
/// ```compile_fail
/// enum Step { Move, Forgotten }
/// testudo_umpire::canonical! { enum Step { 0 => Move } }
/// ```
///
/// ```compile_fail
/// enum Step { Move, Shoot }
/// testudo_umpire::canonical! { enum Step { 0 => Move, 0 => Shoot } }
/// ```
#[macro_export]
macro_rules! canonical {
    () => {};
    (struct $name:ident ($($field:ident),+ $(,)?); $($rest:tt)*) => {
        impl $crate::Canonical for $name {
            fn write(&self, out: &mut $crate::DigestWriter) {
                let $name($($field),+) = self;
                $($crate::Canonical::write($field, out);)+
            }
        }
        $crate::canonical! { $($rest)* }
    };
    (struct $name:ident { $($field:ident),* $(,)? } $($rest:tt)*) => {
        impl $crate::Canonical for $name {
            fn write(&self, out: &mut $crate::DigestWriter) {
                let $name { $($field),* } = self;
                $($crate::Canonical::write($field, out);)*
            }
        }
        $crate::canonical! { $($rest)* }
    };
    (enum $name:ident {
        $($tag:literal => $variant:ident $(($($part:ident),+ $(,)?))? $({ $($field:ident),+ $(,)? })?),+ $(,)?
    } $($rest:tt)*) => {
        impl $crate::Canonical for $name {
            fn write(&self, out: &mut $crate::DigestWriter) {
                // A number given twice would make two variants one.
                #[deny(unreachable_patterns)]
                const _: fn(u8) = |tag| match tag {
                    $($tag => {})+
                    _ => {}
                };
                match self {
                    $($name::$variant $(($($part),+))? $({ $($field),+ })? => {
                        out.tag($tag);
                        $($($crate::Canonical::write($part, out);)+)?
                        $($($crate::Canonical::write($field, out);)+)?
                    })+
                }
            }
        }
        $crate::canonical! { $($rest)* }
    };
}

/// Lets a type that is not yet canonical be written as it hashes itself.
pub(crate) struct AsHashed<'a>(pub &'a mut DigestWriter);

impl std::hash::Hasher for AsHashed<'_> {
    fn finish(&self) -> u64 {
        0
    }

    fn write(&mut self, bytes: &[u8]) {
        self.0.raw(bytes);
    }

    fn write_usize(&mut self, i: usize) {
        self.0.raw(&(i as u64).to_le_bytes());
    }

    fn write_isize(&mut self, i: isize) {
        self.0.raw(&(i as i64).to_le_bytes());
    }
}
