//! What changed between two JSON texts, as short as it can be said.
//!
//! A change is `[path, value]`, which sets a value, or `[path, at, remove, items]`, which replaces elements of a list.
//! A path names fields and indexes from the root, with dots between them. Both texts must have been written by this
//! module: without white space, and with plain field names.

use super::outline::{Node, Outline};

/// Adds the changes that turn the value of a member of an object into another to a list whose first element is at `begin`.
/// `path` is room to work in.
pub fn add_member(
    out: &mut Vec<u8>,
    begin: usize,
    path: &mut Vec<u8>,
    name: &str,
    before: (&[u8], &Outline),
    after: (&[u8], &Outline),
) {
    if before.0 == after.0 {
        return;
    }
    let texts = Texts::new(before.0, after.0);
    if let (Some(old), Some(new)) = (before.1.root(), after.1.root()) {
        path.clear();
        path.extend_from_slice(name.as_bytes());
        texts.value(out, begin, path, old, new);
    }
}

/// Adds the change that sets a member of an object to what `value` writes.
///
/// # Errors
/// Those of `value`.
pub fn set_member<E>(
    out: &mut Vec<u8>,
    begin: usize,
    name: &str,
    value: impl FnOnce(&mut Vec<u8>) -> Result<(), E>,
) -> Result<(), E> {
    open(out, begin, name.as_bytes());
    value(out)?;
    out.push(b']');
    Ok(())
}

/// Adds changes that were written before.
pub fn add_written(out: &mut Vec<u8>, begin: usize, changes: &[u8]) {
    if !changes.is_empty() {
        separate(out, begin);
        out.extend_from_slice(changes);
    }
}

/// The two texts that are compared. Nodes say where in them a value is, so that no text is searched.
#[derive(Clone, Copy)]
struct Texts<'a> {
    before: &'a [u8],
    after: &'a [u8],
    /// How many bytes they have in common at the beginning and at the end: most values are in one of both.
    same_head: usize,
    same_tail: usize,
}

impl<'a> Texts<'a> {
    fn new(before: &'a [u8], after: &'a [u8]) -> Self {
        let same_head = before.iter().zip(after).take_while(|(one, other)| one == other).count();
        let ends = before.iter().rev().zip(after.iter().rev());
        let same_tail = ends.take_while(|(one, other)| one == other).count();
        Self { before, after, same_head, same_tail }
    }

    fn old_text(self, node: Node<'_>) -> &'a [u8] {
        &self.before[node.range()]
    }

    fn new_text(self, node: Node<'_>) -> &'a [u8] {
        &self.after[node.range()]
    }

    fn are_alike(self, (old, new): &(Node<'_>, Node<'_>)) -> bool {
        let (was, is) = (old.range(), new.range());
        let in_head = was == is && is.end <= self.same_head;
        let from_end = (self.before.len() - was.start, self.after.len() - is.start);
        let in_tail = was.len() == is.len() && from_end.0 == from_end.1 && from_end.0 <= self.same_tail;
        in_head || in_tail || self.before[was] == self.after[is]
    }

    /// Adds what changed between two values that differ.
    fn value(self, out: &mut Vec<u8>, begin: usize, path: &mut Vec<u8>, old: Node<'_>, new: Node<'_>) {
        let (before, after) = (self.old_text(old), self.new_text(new));
        let start = out.len();
        match (before.first(), after.first()) {
            (Some(b'{'), Some(b'{')) => self.object(out, begin, path, old, new),
            (Some(b'['), Some(b'[')) => self.list(out, begin, path, old, new),
            _ => return set(out, begin, path, after),
        }
        // Many small changes can be longer than the whole: `,["path",value]`.
        if out.len() - start > path.len() + after.len() + 6 {
            out.truncate(start);
            set(out, begin, path, after);
        }
    }

    fn object(self, out: &mut Vec<u8>, begin: usize, path: &mut Vec<u8>, old: Node<'_>, new: Node<'_>) {
        let start = out.len();
        let (mut members, mut others) = (old.children(), new.children());
        loop {
            let (name, member, other) = match (members.next(), others.next()) {
                (None, None) => return,
                (Some(member), Some(other)) if self.before[member.name()] == self.after[other.name()] => {
                    (&self.after[other.name()], member, other)
                }
                // Fields came or went: only the whole says that.
                _ => {
                    out.truncate(start);
                    return set(out, begin, path, self.new_text(new));
                }
            };
            if !self.are_alike(&(member, other)) {
                let parent = path.len();
                step(path, name);
                self.value(out, begin, path, member, other);
                path.truncate(parent);
            }
        }
    }

    fn list(self, out: &mut Vec<u8>, begin: usize, path: &mut Vec<u8>, old: Node<'_>, new: Node<'_>) {
        let (old_count, new_count) = (old.children().count(), new.children().count());
        let pairs = || old.children().zip(new.children());
        if old_count == new_count {
            for (index, pair) in pairs().enumerate().filter(|(_, pair)| !self.are_alike(pair)) {
                let parent = path.len();
                step_to(path, index);
                self.value(out, begin, path, pair.0, pair.1);
                path.truncate(parent);
            }
            return;
        }
        let head = pairs().take_while(|pair| self.are_alike(pair)).count();
        let old: Vec<_> = old.children().skip(head).collect();
        let new: Vec<_> = new.children().skip(head).collect();
        let ends = old.iter().copied().rev().zip(new.iter().copied().rev());
        let tail = ends.take_while(|pair| self.are_alike(pair)).count();
        open(out, begin, path);
        super::whole(out, head as u64);
        out.push(b',');
        super::whole(out, (old.len() - tail) as u64);
        out.extend_from_slice(b",[");
        for (index, item) in new[..new.len() - tail].iter().enumerate() {
            if index > 0 {
                out.push(b',');
            }
            out.extend_from_slice(self.new_text(*item));
        }
        out.extend_from_slice(b"]]");
    }
}

fn set(out: &mut Vec<u8>, begin: usize, path: &[u8], value: &[u8]) {
    open(out, begin, path);
    out.extend_from_slice(value);
    out.push(b']');
}

/// Begins a change: `["path",`.
fn open(out: &mut Vec<u8>, begin: usize, path: &[u8]) {
    separate(out, begin);
    out.extend_from_slice(b"[\"");
    out.extend_from_slice(path);
    out.extend_from_slice(b"\",");
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

fn step_to(path: &mut Vec<u8>, index: usize) {
    path.push(b'.');
    super::whole(path, index as u64);
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
        for (name, after) in after.as_object().unwrap() {
            let (before, after) = (before[name].to_string(), after.to_string());
            let (before, after) = (before.as_bytes(), after.as_bytes());
            let outlines = (Outline::of(before), Outline::of(after));
            add_member(&mut out, 1, &mut Vec::new(), name, (before, &outlines.0), (after, &outlines.1));
        }
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
