//! A rough reading of Rust source: what is code, what is a comment, what is a string.

/// Rust source taken apart.
#[derive(Debug, PartialEq)]
pub struct Scanned {
    /// The source with comments and the insides of strings blanked out, line by line as before.
    pub code: String,
    /// The strings as written between their quotes, each with its line.
    pub strings: Vec<(usize, String)>,
}

/// Takes Rust source apart.
pub fn scan(text: &str) -> Scanned {
    let mut code = String::with_capacity(text.len());
    let mut strings = Vec::new();
    let mut line = 1;
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let after_word = code.chars().next_back().is_some_and(|c| c.is_alphanumeric() || c == '_');
        let (taken, string) = match c {
            '/' if rest.starts_with("//") => (rest.find('\n').unwrap_or(rest.len()), None),
            '/' if rest.starts_with("/*") => (comment(rest), None),
            '"' => {
                let inside = quoted(&rest[1..]);
                ((inside + 2).min(rest.len()), Some(&rest[1..1 + inside]))
            }
            'r' if !after_word => match raw(rest) {
                Some((start, end, taken)) => (taken, Some(&rest[start..end])),
                None => (0, None),
            },
            '\'' => (character(rest), None),
            _ => (0, None),
        };
        if taken == 0 {
            code.push(c);
            line += usize::from(c == '\n');
            rest = &rest[c.len_utf8()..];
            continue;
        }
        if let Some(string) = string {
            strings.push((line, string.to_owned()));
        }
        code.extend(rest[..taken].chars().map(|c| if c == '\n' { '\n' } else { ' ' }));
        line += rest[..taken].matches('\n').count();
        rest = &rest[taken..];
    }
    Scanned { code, strings }
}

/// The length of a block comment, with the comments in it.
fn comment(text: &str) -> usize {
    let (mut at, mut depth) = (0, 0);
    while at < text.len() {
        let rest = &text[at..];
        if rest.starts_with("/*") {
            depth += 1;
            at += 2;
        } else if rest.starts_with("*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += rest.chars().next().map_or(1, char::len_utf8);
        }
    }
    text.len()
}

/// The length of what stands before the closing quote.
fn quoted(text: &str) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return at,
            _ => {}
        }
    }
    text.len()
}

/// A raw string: where its inside begins and ends, and its whole length.
fn raw(text: &str) -> Option<(usize, usize, usize)> {
    let hashes = text[1..].bytes().take_while(|b| *b == b'#').count();
    let start = 1 + hashes + 1;
    if text.as_bytes().get(start - 1) != Some(&b'"') {
        return None;
    }
    let close = format!("\"{}", "#".repeat(hashes));
    let end = text[start..].find(&close).map_or(text.len(), |at| start + at);
    Some((start, end, (end + close.len()).min(text.len())))
}

/// The length of a character literal; 0 if the quote begins a lifetime.
fn character(text: &str) -> usize {
    let mut inside = text[1..].char_indices();
    match inside.next() {
        Some((_, '\\')) => text.get(3..).and_then(|rest| rest.find('\'')).map_or(0, |at| at + 4),
        Some((_, c)) if text[1 + c.len_utf8()..].starts_with('\'') => 2 + c.len_utf8(),
        _ => 0,
    }
}

/// The lines, numbered from 1, in which a word stands whole; `_` divides words unless the word has one.
pub fn lines_with<'a>(text: &'a str, word: &'a str) -> impl Iterator<Item = usize> + 'a {
    let joined = move |c: char| c.is_alphanumeric() || (c == '_' && word.contains('_'));
    text.lines().enumerate().filter_map(move |(i, line)| {
        let mut from = 0;
        while let Some(at) = line[from..].find(word) {
            let (start, end) = (from + at, from + at + word.len());
            if !line[..start].ends_with(joined) && !line[end..].starts_with(joined) {
                return Some(i + 1);
            }
            from = end;
        }
        None
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_strings_are_told_from_code() {
        let source = "let a = \"x // y\"; // \"z\"\n/* b /* c */ \"d\" */ let e = r#\"f \"g\" \"#;\n'h'; '\\''; x<'i>(\"\\\"j\")";
        let Scanned { code, strings } = scan(source);
        assert_eq!(strings, [(1, "x // y".to_owned()), (2, "f \"g\" ".to_owned()), (3, "\\\"j".to_owned())]);
        assert_eq!(code.lines().count(), 3);
        assert_eq!(
            code.split_whitespace().collect::<Vec<_>>(),
            ["let", "a", "=", ";", "let", "e", "=", ";", ";", ";", "x<'i>(", ")"]
        );
    }

    #[test]
    fn unfinished_source_is_read_to_its_end() {
        for source in ["\"abc", "/* abc", "r#\"abc", "'", "'\\", "'\\u", "r", "r#", "// é", "'é'", "\"é\\"]
        {
            let scanned = scan(source);
            assert!(scanned.code.chars().count() <= source.chars().count(), "{source}");
        }
    }

    #[test]
    fn strings_over_lines_keep_the_count() {
        let scanned = scan("a\n\"b\nc\"\nd \"e\"");
        assert_eq!(scanned.strings, [(2, "b\nc".to_owned()), (4, "e".to_owned())]);
    }

    #[test]
    fn words_are_found_whole() {
        let found = |text: &'static str, word: &'static str| lines_with(text, word).collect::<Vec<_>>();
        assert_eq!(found("abc\nab c\nx_ab\nab", "ab"), [2, 3, 4]);
        assert_eq!(found("A_B\nA_B_C\nX_A_B\n(A_B)", "A_B"), [1, 4]);
        assert_eq!(found("customs\n", "toms"), [0; 0]);
    }
}
