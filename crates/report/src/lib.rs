//! Battles told to people: the journal in words, the table drawn in text and as a picture, charts, reports, pages to
//! keep.

pub mod chart;
mod journal;
pub mod map;
mod paper;
mod style;
pub mod tale;
mod text_map;

pub use journal::{Palette, journal_text};
pub use paper::{Paper, escape};
pub use text_map::draw_table;

/// Bytes as letters, as pages carry them.
fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let at = |i: usize| u32::from(three.get(i).copied().unwrap_or(0));
        let bits = at(0) << 16 | at(1) << 8 | at(2);
        for i in 0..4 {
            let letter = LETTERS[(bits >> (18 - 6 * i)) as usize & 63];
            out.push(if i <= three.len() { letter as char } else { '=' });
        }
    }
    out
}

#[cfg(test)]
mod tests {
    #[test]
    fn bytes_are_written_as_everyone_writes_them() {
        assert_eq!(["", "M", "Ma", "Man"].map(|w| super::base64(w.as_bytes())), ["", "TQ==", "TWE=", "TWFu"]);
    }
}
