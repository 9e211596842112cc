//! A message as words and brackets.

/// A part of a message: `stock`, or what stands between `(` and `)`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Part<'a> {
    Word(&'a str),
    Bracket(&'a str),
}

/// Takes a message apart. Lines and spaces both end a word; brackets may be doubled, stand in a list, or have commas
/// between them. `None` if a bracket is never closed.
pub(super) fn parts(text: &str) -> Option<Vec<Part<'_>>> {
    let mut parts = Vec::new();
    let mut rest = text;
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, ',' | '[' | ']' | ')'));
        if rest.is_empty() {
            return Some(parts);
        }
        if rest.starts_with('(') {
            let inner = rest.trim_start_matches(|c: char| c.is_whitespace() || c == '(');
            let end = inner.find([')', '('])?;
            if inner[end..].starts_with('(') {
                return None;
            }
            parts.push(Part::Bracket(&inner[..end]));
            rest = &inner[end + 1..];
        } else {
            let end = rest
                .find(|c: char| c.is_whitespace() || matches!(c, ',' | '[' | ']' | '(' | ')'))
                .unwrap_or(rest.len());
            parts.push(Part::Word(&rest[..end]));
            rest = &rest[end..];
        }
    }
}

/// The fields of a bracket: `ann, 127.0.0.1, 4505`, with or without quotes.
pub(super) fn fields(inner: &str) -> impl Iterator<Item = &str> {
    inner.split(',').map(|field| field.trim().trim_matches(['\'', '"']))
}

/// A whole number, with a sign if need be.
pub(super) fn number(text: &str) -> Option<i64> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_may_be_doubled_listed_or_on_lines_of_their_own() {
        use Part::{Bracket, Word};
        let ann = Bracket("ann, 127.0.0.1, 4505");
        for text in [
            "x (ann, 127.0.0.1, 4505)",
            "x\n((ann, 127.0.0.1, 4505))\n",
            "x [(ann, 127.0.0.1, 4505)]",
            "x\r\n( (ann, 127.0.0.1, 4505) ),",
        ] {
            assert_eq!(parts(text), Some(vec![Word("x"), ann]), "{text}");
        }
        assert_eq!(parts("(a, 1)(b, 2)\n(c)"), Some(vec![Bracket("a, 1"), Bracket("b, 2"), Bracket("c")]));
        assert_eq!(parts(" \n"), Some(vec![]));
        assert_eq!(parts("x (ann"), None);
        assert_eq!(parts("x (ann (bob)"), None);
    }

    #[test]
    fn numbers_have_digits_and_at_most_a_minus() {
        assert_eq!(
            ["7", "-1", "+1", "", "-", "1e3", "99999999999999999999"].map(number),
            [Some(7), Some(-1), None, None, None, None, None]
        );
    }
}
