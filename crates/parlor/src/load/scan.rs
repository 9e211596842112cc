//! Looks through a message for the few things that a scripted player needs, without reading all of it.
//!
//! The server writes its fields in a fixed order, its own before those of the game. Messages of other origin cannot be
//! read this way.

use protocol::Seen;
use serde_json::Value;
use serde_json::value::RawValue;

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

/// One of the legal actions: the one that `choose` picks of their number. `None` if there is none.
pub(super) fn legal(seen: &Seen, choose: impl FnOnce(usize) -> usize) -> Option<String> {
    let mut actions: Vec<String> = match serde_json::from_str::<Vec<Box<RawValue>>>(seen.legal.get()) {
        Ok(listed) => listed.iter().map(|action| action.get().to_owned()).collect(),
        // Implied: of all games only Gomoku's list is, and there every free crossing is legal.
        Err(_) => {
            let view: Value = serde_json::from_str(seen.view.get()).ok()?;
            let rows = view["rows"].as_array()?.iter().enumerate();
            rows.flat_map(|(y, row)| {
                let free = row.as_str().unwrap_or_default().bytes().enumerate().filter(|(_, at)| *at == b'.');
                free.map(move |(x, _)| format!(r#"{{"place":{{"x":{x},"y":{y}}}}}"#))
            })
            .collect()
        }
    };
    let count = actions.len();
    (count > 0).then(|| actions.swap_remove(choose(count).min(count - 1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const UPDATE: &[u8] = br#"{"update":{"table":"ss439rrzy0","seq":10,"nth":3,"seen":{"nth":9}}}"#;

    fn seen(legal: &str, view: &str) -> Seen {
        let text = format!(
            r#"{{"you":0,"seats":2,"turn":1,"to_act":[0],"scores":[0,0],"sheet":[],"outcome":null,"legal":{legal},"view":{view}}}"#
        );
        serde_json::from_str(&text).unwrap()
    }

    #[test]
    fn what_a_player_needs_is_found() {
        assert_eq!(kind(UPDATE), b"update");
        assert_eq!(number(UPDATE, b"\"nth\":"), Some(3));
        assert_eq!(text(UPDATE, b"\"table\":\""), Some("ss439rrzy0"));
        assert_eq!(number(UPDATE, b"\"you\":"), None);
    }

    #[test]
    fn an_action_is_chosen_from_the_list_or_from_what_the_view_implies() {
        let listed = seen(r#"[{"play":"S2"},"draw"]"#, "{}");
        assert_eq!(legal(&listed, |count| count - 1).as_deref(), Some(r#""draw""#));
        let implied = seen(r#""implied""#, r#"{"rows":["12","1."]}"#);
        assert_eq!(legal(&implied, |_| 0).as_deref(), Some(r#"{"place":{"x":1,"y":1}}"#));
        assert_eq!(legal(&seen("[]", "{}"), |_| 0), None);
    }

    #[test]
    fn what_is_cut_off_or_empty_is_survived() {
        for end in 0..UPDATE.len() {
            let cut = &UPDATE[..end];
            let _ = (kind(cut), number(cut, b"\"nth\":"), text(cut, b"\"table\":\""));
        }
    }
}
