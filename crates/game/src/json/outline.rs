//! Where the values of a JSON text are: found once, so that two texts can be compared without searching them.

use std::ops::Range;

/// The places of all values in a text that [`write()`](super::write()) has written: without white space, and with plain
/// field names.
#[derive(Clone, Default, Debug)]
pub struct Outline(Vec<Place>);

/// A value, followed by the values in it.
#[derive(Clone, Copy, Debug)]
struct Place {
    start: u32,
    end: u32,
    /// The length of the name before it, if it is a member of an object.
    name_length: u32,
    /// The index of the place after this value and all values in it.
    next: u32,
}

impl Outline {
    /// The outline of a text.
    #[must_use]
    pub fn of(text: &[u8]) -> Self {
        let mut outline = Self(Vec::with_capacity(32));
        outline.replace(text);
        outline
    }

    /// Becomes the outline of another text.
    pub fn replace(&mut self, text: &[u8]) {
        self.0.clear();
        self.value(text, 0, 0);
    }

    /// The value that is the whole text; `None` if there is none.
    pub(super) fn root(&self) -> Option<Node<'_>> {
        (!self.0.is_empty()).then_some(Node { places: &self.0, index: 0 })
    }

    /// Notes the value that begins at `start`, and returns where it ends.
    fn value(&mut self, text: &[u8], start: usize, name_length: usize) -> usize {
        let start = start.min(text.len());
        let index = self.0.len();
        self.0.push(Place { start: start as u32, end: 0, name_length: name_length as u32, next: 0 });
        let end = match text.get(start) {
            Some(b'"') => start + text_length(&text[start..]),
            Some(b'{') => self.parts(text, start + 1, true),
            Some(b'[') => self.parts(text, start + 1, false),
            _ => start + scalar_length(&text[start..]),
        };
        let next = self.0.len();
        if let Some(place) = self.0.get_mut(index) {
            (place.end, place.next) = (end as u32, next as u32);
        }
        end
    }

    /// Notes the members of an object or the elements of a list, and returns the place behind the closing bracket.
    fn parts(&mut self, text: &[u8], mut at: usize, have_names: bool) -> usize {
        loop {
            let name_length = match text.get(at) {
                None => return text.len(),
                Some(b'}' | b']') => return at + 1,
                Some(b',') => {
                    at += 1;
                    continue;
                }
                // With both quotation marks, and a colon behind it.
                Some(_) if have_names => text_length(&text[at..]),
                Some(_) => 0,
            };
            if have_names {
                at += name_length + 1;
            }
            at = self.value(text, at, name_length.saturating_sub(2));
        }
    }
}

/// A value of a text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<'a> {
    places: &'a [Place],
    index: usize,
}

impl<'a> Node<'a> {
    fn place(self) -> Place {
        self.places[self.index]
    }

    /// Where it is.
    pub(super) fn range(self) -> Range<usize> {
        self.place().start as usize..self.place().end as usize
    }

    /// Where its name is, without quotation marks; empty if it has none.
    pub(super) fn name(self) -> Range<usize> {
        let Place { start, name_length, .. } = self.place();
        // `"name":value`
        let end = (start as usize).saturating_sub(2);
        end.saturating_sub(name_length as usize)..end
    }

    /// The values in it, but not those in them.
    pub(super) fn children(self) -> impl Iterator<Item = Self> + Clone + use<'a> {
        let (places, end) = (self.places, self.place().next as usize);
        let mut index = self.index + 1;
        std::iter::from_fn(move || {
            let child = Self { places, index };
            (index < end).then(|| {
                index = child.place().next as usize;
                child
            })
        })
    }
}

/// The length of a number, `true`, `false` or `null`.
fn scalar_length(text: &[u8]) -> usize {
    text.iter().position(|byte| matches!(byte, b'}' | b']' | b',')).unwrap_or(text.len())
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_is_where_the_outline_says() {
        let text = br#"{"a":[1,-20,[]],"quote \" and \\":"x,]}\"","deep":{"n":null,"e":{}}}"#;
        let outline = Outline::of(text);
        let root = outline.root().unwrap();
        assert_eq!(root.range(), 0..text.len());
        let members: Vec<_> = root.children().map(|node| (&text[node.name()], &text[node.range()])).collect();
        assert_eq!(
            members,
            [
                (&b"a"[..], &b"[1,-20,[]]"[..]),
                (&br#"quote \" and \\"#[..], &br#""x,]}\"""#[..]),
                (&b"deep"[..], &br#"{"n":null,"e":{}}"#[..]),
            ]
        );
        let list: Vec<_> =
            root.children().next().unwrap().children().map(|node| &text[node.range()]).collect();
        assert_eq!(list, [&b"1"[..], b"-20", b"[]"]);
        assert!(Outline::of(b"[]").root().unwrap().children().next().is_none());
    }

    #[test]
    fn a_text_that_ends_too_early_has_an_outline_too() {
        for text in [&b""[..], b"{", b"[1,", b"{\"a", b"{\"a\":", b"\"\\"] {
            let outline = Outline::of(text);
            let root = outline.root().unwrap();
            assert!(root.range().end <= text.len());
        }
    }
}
