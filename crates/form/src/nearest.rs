//! What a misspelt word was meant to be.

/// The known word nearest to what was written, if one is near enough.
///
/// Case, spaces and hyphens do not count against a word.
///
/// ```
/// use testudo_form::nearest;
/// let troops = ["light_horse", "knights", "blades"];
/// assert_eq!(nearest("Light Horse", troops), Some("light_horse"));
/// assert_eq!(nearest("bladse", troops), Some("blades"));
/// assert_eq!(nearest("tank", troops), None);
/// ```
pub fn nearest<'a>(written: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    const LONGEST: usize = 64;
    if written.chars().nth(LONGEST).is_some() {
        return None;
    }
    let written = plain(written);
    let near_enough = (written.len() / 3).max(1);
    let distances = known.into_iter().map(|word| (distance(&written, &plain(word)), word));
    distances.filter(|(d, _)| *d <= near_enough).min_by_key(|(d, _)| *d).map(|(_, word)| word)
}

/// The word without differences that do not matter.
fn plain(word: &str) -> Vec<char> {
    word.chars().flat_map(char::to_lowercase).map(|c| if c == ' ' || c == '-' { '_' } else { c }).collect()
}

/// How many letters must be changed, added, left out or swapped with the next to make one word of the other.
fn distance(a: &[char], b: &[char]) -> usize {
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let change = last[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut least = change.min(last[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                least = least.min(before[j - 2] + 1);
            }
            row.push(least);
        }
        before = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn between(a: &str, b: &str) -> usize {
        distance(&plain(a), &plain(b))
    }

    #[test]
    fn distances_count_edits() {
        assert_eq!(between("", ""), 0);
        assert_eq!(between("", "abc"), 3);
        assert_eq!(between("abc", ""), 3);
        assert_eq!(between("blades", "blade"), 1);
        assert_eq!(between("blades", "bladse"), 1);
        assert_eq!(between("kitten", "sitting"), 3);
    }

    #[test]
    fn the_first_of_equally_near_words_is_meant() {
        assert_eq!(nearest("cat", ["bat", "rat"]), Some("bat"));
    }

    #[test]
    fn a_very_long_word_is_near_to_nothing() {
        assert_eq!(nearest(&"a".repeat(65), ["aaaa"]), None);
    }
}
