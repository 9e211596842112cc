//! What changed between two JSON texts, as short as it can be said.
//!
//! A change is `[path, value]`, which sets a value, or `[path, at, remove, items]`, which replaces elements of a list.
//! A path names fields and indexes from the root, with dots between them. Both texts must have been written by this
//! module: without white space, and with plain field names.

/// Adds the changes that turn the object `before` into the object `after` to a list whose first element is at `begin`.
pub fn add(out: &mut Vec<u8>, begin: usize, before: &[u8], after: &[u8]) {
    if before != after {
        object(out, begin, &mut Vec::new(), before, after);
    }
}

/// The same for one member of the object.
pub fn add_member(out: &mut Vec<u8>, begin: usize, name: &str, before: &[u8], after: &[u8]) {
    if before != after {
        value(out, begin, &mut name.as_bytes().to_vec(), before, after);
    }
}

/// Adds changes that were written before.
pub fn add_written(out: &mut Vec<u8>, begin: usize, changes: &[u8]) {
    if !changes.is_empty() {
        separate(out, begin);
        out.extend_from_slice(changes);
    }
}

/// Adds what changed between two values that differ.
fn value(out: &mut Vec<u8>, begin: usize, path: &mut Vec<u8>, before: &[u8], after: &[u8]) {
    let start = out.len();
    match (before.first(), after.first()) {
        (Some(b'{'), Some(b'{')) => object(out, begin, path, before, after),
        (Some(b'['), Some(b'[')) => list(out, begin, path, before, after),
        _ => return set(out, begin, path, after),
    }
    // Many small changes can be longer than the whole: `,["path",value]`.
    if out.len() - start > path.len() + after.len() + 6 {
        out.truncate(start);
        set(out, begin, path, after);
    }
}

fn object(out: &mut Vec<u8>, begin: usize, path: &mut Vec<u8>, before: &[u8], after: &[u8]) {
    let (mut old, mut new) = (Members(&before[1..]), Members(&after[1..]));
    let start = out.len();
    loop {
        let same = old.alike(&new);
        (old, new) = (Members(&old.0[same..]), Members(&new.0[same..]));
        match (old.next(), new.next()) {
            (None, None) => return,
            (Some((name, old)), Some((same, new))) if name == same => {
                if old != new {
                    let parent = path.len();
                    step(path, name);
                    value(out, begin, path, old, new);
                    path.truncate(parent);
                }
            }
            // Fields came or went: only the whole says that.
            _ => {
                out.truncate(start);
                return set(out, begin, path, after);
            }
        }
    }
}

fn list(out: &mut Vec<u8>, begin: usize, path: &mut Vec<u8>, before: &[u8], after: &[u8]) {
    let (count, same) = alike_elements(before, after);
    let (old, new) = (elements(&before[same..]), elements(&after[same..]));
    if old.len() == new.len() {
        for (index, (old, new)) in old.iter().zip(&new).enumerate() {
            if old != new {
                let parent = path.len();
                step(path, (count + index).to_string().as_bytes());
                value(out, begin, path, old, new);
                path.truncate(parent);
            }
        }
        return;
    }
    let same = |(a, b): &(&&[u8], &&[u8])| a == b;
    let head = old.iter().zip(&new).take_while(same).count();
    let tail = old[head..].iter().rev().zip(new[head..].iter().rev()).take_while(same).count();
    separate(out, begin);
    out.extend_from_slice(b"[\"");
    out.extend_from_slice(path);
    let remove = old.len() - head - tail;
    out.extend_from_slice(format!("\",{},{remove},[", count + head).as_bytes());
    for (index, item) in new[head..new.len() - tail].iter().enumerate() {
        if index > 0 {
            out.push(b',');
        }
        out.extend_from_slice(item);
    }
    out.extend_from_slice(b"]]");
}

fn set(out: &mut Vec<u8>, begin: usize, path: &[u8], value: &[u8]) {
    separate(out, begin);
    out.extend_from_slice(b"[\"");
    out.extend_from_slice(path);
    out.extend_from_slice(b"\",");
    out.extend_from_slice(value);
    out.push(b']');
}

fn separate(out: &mut Vec<u8>, begin: usize) {
    if out.len() > begin {
        out.push(b',');
    }
}

fn step(path: &mut Vec<u8>, name: &[u8]) {
    if !path.is_empty() {
        path.push(b'.');
    }
    path.extend_from_slice(name);
}

/// The members of an object, after its opening brace: each name without its quotes, and the text of its value.
struct Members<'a>(&'a [u8]);

impl Members<'_> {
    /// How many bytes the members have that are the same in another object, from the first one on. Only one of the texts is
    /// searched for their ends, and only as far as they are alike.
    fn alike(&self, other: &Self) -> usize {
        let same = &self.0[..common_length(self.0, other.0)];
        let mut rest = Members(same);
        let mut alike = 0;
        // With the comma behind it: a value that goes on in the other text is another one.
        while rest.next().is_some() && !rest.0.is_empty() {
            alike = same.len() - rest.0.len();
        }
        alike
    }
}

/// How many bytes two texts have in common, from the first one on.
fn common_length(one: &[u8], other: &[u8]) -> usize {
    let pieces = one.as_chunks::<16>().0.iter().zip(other.as_chunks::<16>().0);
    let begin = 16 * pieces.take_while(|(one, other)| one == other).count();
    begin + one[begin..].iter().zip(&other[begin..]).take_while(|(one, other)| one == other).count()
}

impl<'a> Iterator for Members<'a> {
    type Item = (&'a [u8], &'a [u8]);

    fn next(&mut self) -> Option<Self::Item> {
        let rest = self.0.strip_prefix(b"\"")?;
        let name = rest.iter().position(|byte| *byte == b'"')?;
        let (name, rest) = (&rest[..name], rest.get(name + 2..)?);
        let end = value_length(rest);
        self.0 = rest.get(end + 1..).unwrap_or_default();
        Some((name, &rest[..end]))
    }
}

/// How many elements are the same in two lists, from the first one on, and the place of the bracket or comma behind them.
fn alike_elements(one: &[u8], other: &[u8]) -> (usize, usize) {
    let same = &one[..common_length(one, other)];
    let (mut count, mut alike) = (0, 0);
    while let Some(rest) = same.get(alike + 1..) {
        let end = alike + 1 + value_length(rest);
        if same.get(end) != Some(&b',') {
            break;
        }
        (count, alike) = (count + 1, end);
    }
    (count, alike)
}

/// The elements of a list, after its opening bracket or a comma in it.
fn elements(list: &[u8]) -> Vec<&[u8]> {
    let mut rest = list.get(1..).unwrap_or_default();
    let mut elements = Vec::new();
    while rest.len() > 1 {
        let end = value_length(rest);
        elements.push(&rest[..end]);
        rest = rest.get(end + 1..).unwrap_or_default();
    }
    elements
}

/// How long the value is that the text begins with.
fn value_length(text: &[u8]) -> usize {
    let ends = |byte: &u8| matches!(byte, b'}' | b']' | b',');
    match text.first() {
        Some(b'"') => text_length(text),
        Some(b'{' | b'[') => compound_length(text),
        _ => text.iter().position(ends).unwrap_or(text.len()),
    }
}

/// The length of a text with both quotation marks.
fn text_length(text: &[u8]) -> usize {
    let mut at = 1;
    loop {
        at += plain_length(&text[at.min(text.len())..]);
        match text.get(at) {
            Some(b'"') => return at + 1,
            Some(_) => at += 2,
            None => return text.len(),
        }
    }
}

/// How many letters come before a quotation mark or a backslash: eight at a time.
fn plain_length(text: &[u8]) -> usize {
    const ONES: u64 = u64::from_ne_bytes([1; 8]);
    const HIGH: u64 = u64::from_ne_bytes([0x80; 8]);
    let has_zero = |word: u64| word.wrapping_sub(ONES) & !word & HIGH != 0;
    let is_plain = |piece: &&[u8; 8]| {
        let word = u64::from_ne_bytes(**piece);
        !has_zero(word ^ (ONES * u64::from(b'"'))) && !has_zero(word ^ (ONES * u64::from(b'\\')))
    };
    let begin = 8 * text.as_chunks::<8>().0.iter().take_while(is_plain).count();
    let ends = |byte: &u8| matches!(byte, b'"' | b'\\');
    begin + text[begin..].iter().position(ends).unwrap_or(text.len() - begin)
}

/// The length of an object or a list with its brackets.
fn compound_length(text: &[u8]) -> usize {
    let (mut depth, mut at) = (0_u32, 0);
    while let Some(byte) = text.get(at) {
        match byte {
            b'"' => {
                at += text_length(&text[at..]);
                continue;
            }
            b'{' | b'[' => depth += 1,
            b'}' | b']' if depth == 1 => return at + 1,
            b'}' | b']' => depth -= 1,
            _ => {}
        }
        at += 1;
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::{Value, json};

    use super::*;

    /// Applies changes as the protocol tells clients to.
    fn apply(target: &mut Value, changes: &Value) {
        for change in changes.as_array().unwrap() {
            let parts = change.as_array().unwrap();
            let path = parts[0].as_str().unwrap();
            let place = path.split('.').fold(&mut *target, |value, name| match value {
                Value::Array(items) => &mut items[name.parse::<usize>().unwrap()],
                other => &mut other[name],
            });
            match &parts[1..] {
                [value] => *place = value.clone(),
                [at, remove, items] => {
                    let (at, remove) = (at.as_u64().unwrap() as usize, remove.as_u64().unwrap() as usize);
                    let list = place.as_array_mut().unwrap();
                    list.splice(at..at + remove, items.as_array().unwrap().iter().cloned());
                }
                other => panic!("a change of {} parts", other.len() + 1),
            }
        }
    }

    fn changes(before: &Value, after: &Value) -> String {
        let mut out = b"[".to_vec();
        add(&mut out, 1, before.to_string().as_bytes(), after.to_string().as_bytes());
        out.push(b']');
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn one_pebble_is_one_row_and_a_card_laid_is_one_splice() {
        let before = json!({"turn": 7, "view": {"pile": ["S2", "H3"], "rows": ["...", "..."]}});
        let after = json!({"turn": 8, "view": {"pile": ["S2", "H3", "C4"], "rows": ["...", ".1."]}});
        assert_eq!(
            changes(&before, &after),
            r#"[["turn",8],["view.pile",2,0,["C4"]],["view.rows.1",".1."]]"#
        );
        assert_eq!(changes(&before, &before), "[]");
    }

    #[test]
    fn what_changes_all_over_is_sent_whole() {
        let before = json!({"at": {"x": 1, "y": 2, "z": 3}});
        let after = json!({"at": {"x": 4, "y": 5, "z": 6}});
        assert_eq!(changes(&before, &after), r#"[["at",{"x":4,"y":5,"z":6}]]"#);
        assert_eq!(changes(&json!({"a": null}), &json!({"a": {"b": 1}})), r#"[["a",{"b":1}]]"#);
        assert_eq!(changes(&json!({"a": {"b": 1}}), &json!({"a": {"c": 1}})), r#"[["a",{"c":1}]]"#);
    }

    fn any_value() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            (-20..20).prop_map(Value::from),
            "[a-z\"\\\\{}\\[\\],:é]{0,4}".prop_map(Value::from),
        ];
        leaf.prop_recursive(4, 40, 6, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
                prop::collection::btree_map("[a-d]", inner, 0..4)
                    .prop_map(|map| Value::Object(map.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #[test]
        fn changes_lead_from_one_value_to_the_other(before in any_value(), after in any_value()) {
            let (before, after) = (json!({"v": before, "w": 1}), json!({"v": after, "w": 1}));
            let mut target = before.clone();
            apply(&mut target, &serde_json::from_str(&changes(&before, &after)).unwrap());
            prop_assert_eq!(target, after);
        }
    }
}
