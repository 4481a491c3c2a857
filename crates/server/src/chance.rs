//! What must not be guessed: tokens, seeds and names of battles, from the machine's own chance.

use sha2::{Digest as _, Sha256};
use store::Hash;

/// The machine gives no random bytes: nothing can be kept secret.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("the machine gives no random bytes")]
pub struct NoChance;

fn bytes<const N: usize>() -> Result<[u8; N], NoChance> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|_| NoChance)?;
    Ok(bytes)
}

/// A token: 160 bits, as letters and digits.
pub fn token() -> Result<String, NoChance> {
    Ok(bytes::<32>()?.iter().map(|b| letter(*b)).collect())
}

/// A code short enough to type: 40 bits, for a few minutes.
pub fn short_code() -> Result<String, NoChance> {
    Ok(bytes::<8>()?.iter().map(|b| letter(*b)).collect())
}

/// A secret for dice.
pub fn secret() -> Result<[u8; 32], NoChance> {
    bytes()
}

/// A code as it is shown: a short one in two halves.
pub fn readable(code: &str) -> String {
    match code.split_at_checked(4) {
        Some((first, second)) if second.len() == 4 => format!("{first}-{second}"),
        _ => code.to_owned(),
    }
}

/// A code as it is meant, however it was typed.
pub fn typed(code: &str) -> String {
    let letters = code.chars().filter(char::is_ascii_alphanumeric).take(64);
    letters.map(|c| c.to_ascii_lowercase()).collect()
}

/// A battle's name: not secret, but never the same twice.
pub fn battle_id() -> Result<String, NoChance> {
    Ok(bytes::<12>()?.iter().map(|b| letter(*b)).collect())
}

/// A seed for dice.
pub fn seed() -> Result<u64, NoChance> {
    Ok(u64::from_le_bytes(bytes()?))
}

/// Five of a byte's bits as a character that cannot be mistaken for another.
fn letter(byte: u8) -> char {
    const LETTERS: &[u8; 32] = b"abcdefghjkmnpqrstvwxyz0123456789";
    char::from(LETTERS[usize::from(byte & 31)])
}

/// What the store knows of a token.
pub fn hash(token: &str) -> Hash {
    Sha256::digest(token.as_bytes()).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_differ_and_are_long() {
        let (a, b) = (token().unwrap(), token().unwrap());
        assert_eq!((a.len(), b.len()), (32, 32));
        assert_ne!(a, b);
        assert!(a.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit()));
    }

    #[test]
    fn short_codes_are_read_however_they_are_typed() {
        let code = short_code().unwrap();
        let shown = readable(&code);
        assert_eq!((code.len(), shown.len()), (8, 9));
        assert_eq!(typed(&format!(" {} ", shown.to_uppercase())), code);
    }

    #[test]
    fn a_hash_is_the_standard_one() {
        let hex: String = hash("abc").iter().map(|b| format!("{b:02x}")).collect();
        assert_eq!(hex, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }
}
