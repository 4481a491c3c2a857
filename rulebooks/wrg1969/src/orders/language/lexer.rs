//! Words, numbers and marks of a sentence, each with its place.

use crate::orders::order::Mils;
use std::ops::Range;

/// One word or mark.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Token {
    /// A word, in small letters.
    Word(String),
    /// A number in thousandths.
    Number(Mils),
    /// Words in quotation marks, as written.
    Quoted(String),
    /// A label in brackets, as written.
    Label(String),
    /// `,` or `:`
    Comma,
    /// `;` or a full stop.
    Stop,
    /// `(`
    Open,
    /// `)`
    Close,
}

/// A token and where it stands, in bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed {
    /// The token.
    pub token: Token,
    /// Where.
    pub span: Range<usize>,
}

/// Cuts a sentence into tokens. It never fails: a sign it does not know is a word of its own.
pub fn tokens(text: &str) -> Vec<Placed> {
    let mut lexer = Lexer { text, at: 0 };
    let mut out: Vec<Placed> = Vec::new();
    while let Some(c) = lexer.peek() {
        let start = lexer.at;
        let after_number =
            matches!(out.last(), Some(Placed { token: Token::Number(_), span }) if span.end == start);
        let token = match c {
            c if c.is_whitespace() => None,
            ',' | ':' => Some(Token::Comma),
            ';' | '.' | '!' => Some(Token::Stop),
            '(' => Some(Token::Open),
            ')' => Some(Token::Close),
            '"' | '″' | '”' if after_number => Some(Token::Word("inches".to_owned())),
            '"' | '“' => {
                out.push(lexer.enclosed('"', Token::Quoted));
                continue;
            }
            '[' => {
                out.push(lexer.enclosed(']', Token::Label));
                continue;
            }
            c if c.is_ascii_digit() => {
                out.push(lexer.number());
                continue;
            }
            '-' | '−' if lexer.begins_number(out.last()) => {
                out.push(lexer.number());
                continue;
            }
            // A hyphen only joins words.
            '-' | '–' | '—' => None,
            c if is_letter(c) => {
                out.push(lexer.word());
                continue;
            }
            c => Some(Token::Word(c.to_string())),
        };
        lexer.at += c.len_utf8();
        if let Some(token) = token {
            out.push(Placed { token, span: start..lexer.at });
        }
    }
    out
}

fn is_letter(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '\'' | '’')
}

struct Lexer<'a> {
    text: &'a str,
    at: usize,
}

impl Lexer<'_> {
    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn take_while(&mut self, keep: impl Fn(char) -> bool) {
        while let Some(c) = self.peek().filter(|c| keep(*c)) {
            self.at += c.len_utf8();
        }
    }

    fn word(&mut self) -> Placed {
        let start = self.at;
        self.take_while(is_letter);
        let written = &self.text[start..self.at];
        let word = match written.is_ascii() {
            true => written.to_ascii_lowercase(),
            false => written.to_lowercase().replace('’', "'"),
        };
        Placed { token: Token::Word(word), span: start..self.at }
    }

    /// Whether a minus sign here begins a number: a digit follows, and no word precedes it closely.
    fn begins_number(&self, last: Option<&Placed>) -> bool {
        let mut ahead = self.text[self.at..].chars();
        ahead.next();
        ahead.next().is_some_and(|c| c.is_ascii_digit())
            && last.is_none_or(|t| t.span.end < self.at || t.token == Token::Open || t.token == Token::Comma)
    }

    /// A number, or a word that begins with digits: `2nd`, `2/3`.
    fn number(&mut self) -> Placed {
        let start = self.at;
        let negative = self.peek().is_some_and(|c| !c.is_ascii_digit());
        if negative {
            self.at += self.peek().map_or(0, char::len_utf8);
        }
        let digits = self.at;
        self.take_while(|c| c.is_ascii_digit());
        let rest = &self.text[self.at..];
        if rest.starts_with('/') || rest.chars().next().is_some_and(is_letter) {
            self.take_while(|c| is_letter(c) || c == '/');
            let word = self.text[digits..self.at].to_lowercase();
            return Placed { token: Token::Word(word), span: start..self.at };
        }
        let mut fraction = rest.chars();
        if fraction.next() == Some('.') && fraction.next().is_some_and(|c| c.is_ascii_digit()) {
            self.at += 1;
            self.take_while(|c| c.is_ascii_digit());
        }
        let sign = if negative { -1 } else { 1 };
        let token = match thousandths(&self.text[digits..self.at]).and_then(|n| Mils::try_from(sign * n).ok())
        {
            Some(n) => Token::Number(n),
            // Too large to mean anything.
            None => Token::Word(self.text[digits..self.at].to_owned()),
        };
        Placed { token, span: start..self.at }
    }

    /// What stands between marks; a backslash keeps the next sign as it is. Without an end it runs to the last.
    fn enclosed(&mut self, end: char, make: fn(String) -> Token) -> Placed {
        let start = self.at;
        self.at += self.peek().map_or(0, char::len_utf8);
        let mut inside = String::new();
        while let Some(c) = self.peek() {
            self.at += c.len_utf8();
            if c == end || (end == '"' && c == '”') {
                break;
            }
            let kept = match c {
                '\\' => self.peek().inspect(|c| self.at += c.len_utf8()),
                c => Some(c),
            };
            inside.extend(kept);
        }
        Placed { token: make(inside), span: start..self.at }
    }
}

/// Digits with at most one point as thousandths; more than three decimals are rounded off.
fn thousandths(digits: &str) -> Option<i64> {
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    let whole: i64 = whole.parse().ok()?;
    let part: i64 = format!("{part:0<3}").get(..3)?.parse().ok()?;
    whole.checked_mul(1000)?.checked_add(part)
}

/// Writes thousandths as a plain number.
pub fn plain(mils: Mils) -> String {
    let sign = if mils < 0 { "-" } else { "" };
    let (whole, part) = (mils.unsigned_abs() / 1000, mils.unsigned_abs() % 1000);
    match part {
        0 => format!("{sign}{whole}"),
        _ => format!("{sign}{whole}.{}", format!("{part:03}").trim_end_matches('0')),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(text: &str) -> Vec<Token> {
        tokens(text).into_iter().map(|t| t.token).collect()
    }

    #[test]
    fn numbers_are_exact_and_printed_plainly() {
        for mils in [0, 1, 10, 999, 1000, 8500, -1500, -1, i32::MAX, i32::MIN] {
            assert_eq!(cut(&format!("({})", plain(mils)))[1], Token::Number(mils), "{mils}");
        }
    }

    #[test]
    fn hyphens_join_words_and_quotes_keep_letters() {
        let word = |w: &str| Token::Word(w.to_owned());
        assert_eq!(cut("South-West 2nd 2/3"), [word("south"), word("west"), word("2nd"), word("2/3")]);
        assert_eq!(cut(r#""a \"b\" \\""#), [Token::Quoted(r#"a "b" \"#.into())]);
        assert_eq!(cut("[hill_north]"), [Token::Label("hill_north".into())]);
        assert_eq!(
            cut("(-3, 4)"),
            [Token::Open, Token::Number(-3000), Token::Comma, Token::Number(4000), Token::Close]
        );
    }
}
