//! Looks through a message for the few things that a scripted player needs, without reading all of it.
//!
//! The house writes its fields in a fixed order, with what it says itself before what the game says. This is no way to
//! read messages from anybody else.

/// Where a text stands first.
pub(super) fn find(message: &[u8], text: &[u8]) -> Option<usize> {
    let (first, rest) = text.split_first()?;
    let mut from = 0;
    while let Some(found) = message[from..].iter().position(|byte| byte == first) {
        let after = from + found + 1;
        if message[after..].starts_with(rest) {
            return Some(from + found);
        }
        from = after;
    }
    None
}

/// What kind of message it is: the name of its one field.
pub(super) fn kind(message: &[u8]) -> &[u8] {
    let name = message.strip_prefix(b"{\"").unwrap_or_default();
    &name[..name.iter().position(|byte| *byte == b'"').unwrap_or_default()]
}

/// The number of a field that is written `"name":`, the first of that name.
pub(super) fn number(message: &[u8], field: &[u8]) -> Option<u64> {
    let digits = &message[find(message, field)? + field.len()..];
    let digits = &digits[..digits.iter().position(|byte| !byte.is_ascii_digit())?];
    std::str::from_utf8(digits).ok()?.parse().ok()
}

/// The text of a field that is written `"name":"`, the first of that name, if nothing in it is escaped.
pub(super) fn text<'m>(message: &'m [u8], field: &[u8]) -> Option<&'m str> {
    let rest = &message[find(message, field)? + field.len()..];
    std::str::from_utf8(&rest[..rest.iter().position(|byte| *byte == b'"')?]).ok()
}

/// One of the legal actions that a view lists: the one that `choose` picks of so many. Nothing if there is none.
pub(super) fn legal(message: &[u8], choose: impl FnOnce(usize) -> usize) -> Option<&[u8]> {
    const FIELD: &[u8] = b"\"legal\":[";
    let list = &message[find(message, FIELD)? + FIELD.len()..];
    let mut ends = Vec::with_capacity(128);
    let (mut depth, mut in_text, mut escaped) = (0_u32, false, false);
    for (at, byte) in list.iter().enumerate() {
        if in_text {
            (in_text, escaped) = (escaped || *byte != b'"', !escaped && *byte == b'\\');
            continue;
        }
        match byte {
            b'"' => in_text = true,
            b'{' | b'[' => depth += 1,
            b']' if depth == 0 => {
                if at > 0 {
                    ends.push(at);
                }
                break;
            }
            b'}' | b']' => depth -= 1,
            b',' if depth == 0 => ends.push(at),
            _ => {}
        }
    }
    if ends.is_empty() {
        return None;
    }
    let chosen = choose(ends.len()).min(ends.len() - 1);
    let start = if chosen == 0 { 0 } else { ends[chosen - 1] + 1 };
    Some(&list[start..ends[chosen]])
}

#[cfg(test)]
mod tests {
    use super::*;

    const UPDATE: &[u8] = br#"{"update":{"table":"ss439rrzy0","seq":10,"nth":3,"view":{"nth":9,"legal":[{"place":{"x":2,"y":[0]}},"a,]\"b",7]}}}"#;

    #[test]
    fn what_a_player_needs_is_found() {
        assert_eq!(kind(UPDATE), b"update");
        assert_eq!(number(UPDATE, b"\"nth\":"), Some(3));
        assert_eq!(text(UPDATE, b"\"table\":\""), Some("ss439rrzy0"));
        assert_eq!(number(UPDATE, b"\"you\":"), None);
        let all: [&[u8]; 3] = [br#"{"place":{"x":2,"y":[0]}}"#, br#""a,]\"b""#, b"7"];
        for (index, action) in all.into_iter().enumerate() {
            assert_eq!(legal(UPDATE, |count| if count == 3 { index } else { 9 }), Some(action));
        }
        assert_eq!(legal(br#"{"view":{"legal":[]}}"#, |_| 0), None);
        assert_eq!(legal(br"{}", |_| 0), None);
    }

    #[test]
    fn what_is_cut_off_or_empty_is_survived() {
        for end in 0..UPDATE.len() {
            let cut = &UPDATE[..end];
            let _ = (kind(cut), number(cut, b"\"nth\":"), text(cut, b"\"table\":\""), legal(cut, |_| 0));
        }
    }
}
