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
    let near_enough = (written.chars().count() / 3).max(1);
    let distances = known.into_iter().map(|word| (strsim::osa_distance(&written, &plain(word)), word));
    distances.filter(|(d, _)| *d <= near_enough).min_by_key(|(d, _)| *d).map(|(_, word)| word)
}

/// The word without differences that do not matter.
fn plain(word: &str) -> String {
    word.chars().flat_map(char::to_lowercase).map(|c| if c == ' ' || c == '-' { '_' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_letter_changed_added_left_out_or_swapped_counts_once() {
        for written in ["blades", "blade", "bladess", "bladse", "BLADES"] {
            assert_eq!(nearest(written, ["knights", "blades"]), Some("blades"), "{written}");
        }
        assert_eq!(nearest("sitting", ["kitten"]), None);
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
