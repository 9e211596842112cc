//! Bytes as a series of choices.

use serde_json::{Value, json};

/// What is left of the bytes. When there are none, every choice is the first.
pub(crate) struct Choices<'a>(&'a [u8]);

impl<'a> Choices<'a> {
    pub(crate) const fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    pub(crate) const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn byte(&mut self) -> u8 {
        let Some((&byte, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        byte
    }

    /// A number below the bound; 0 if the bound is 0.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        // One byte where one is enough: then a changed byte changes one choice and the others stay.
        let wide = if bound > 256 { usize::from(self.byte()) << 8 } else { 0 };
        (wide | usize::from(self.byte())).checked_rem(bound).unwrap_or(0)
    }

    pub(crate) fn of<'b, T>(&mut self, items: &'b [T]) -> Option<&'b T> {
        items.get(self.below(items.len()))
    }

    /// Changes one thing in a value: a number, a letter, a name, an entry of a list.
    pub(crate) fn twist(&mut self, value: &mut Value) {
        match value {
            Value::Object(fields) => {
                let Some(name) = self.of(&fields.keys().cloned().collect::<Vec<_>>()).cloned() else {
                    return;
                };
                let Some(mut inner) = fields.remove(&name) else { return };
                let mut renamed = Value::String(name.clone());
                match self.below(8) {
                    0 => {}
                    1 => self.twist(&mut renamed),
                    _ => self.twist(&mut inner),
                }
                fields.insert(renamed.as_str().map_or(name, str::to_owned), inner);
            }
            Value::Array(items) => {
                let place = self.below(items.len());
                match self.below(8) {
                    0 if !items.is_empty() => drop(items.remove(place)),
                    1 if !items.is_empty() => items.insert(place, items[place].clone()),
                    2 => items.clear(),
                    3 => items.push(json!("AS")),
                    _ => items.get_mut(place).into_iter().for_each(|item| self.twist(item)),
                }
            }
            Value::String(text) => {
                let mut letters: Vec<char> = text.chars().collect();
                let place = self.below(letters.len());
                if let Some(letter) = letters.get_mut(place) {
                    *letter = char::from(self.byte());
                }
                *text = letters.into_iter().collect();
            }
            other => *other = self.strange(other),
        }
    }

    /// A neighbour of a number, or one that is out of every range, or no number at all.
    fn strange(&mut self, value: &Value) -> Value {
        let near = value.as_i64().unwrap_or(0);
        let (less, more) = (near.saturating_sub(1), near.saturating_add(1));
        let numbers = [less, more, 0, -1, 6, 9, 10, 127, 128, 200, 255, 256, i64::MIN, i64::MAX];
        match self.below(numbers.len() + 4) {
            place if place < numbers.len() => json!(numbers[place]),
            0..=14 => json!(u64::MAX),
            15 => json!(near as f64 + 0.5),
            16 => json!(near.to_string()),
            _ => Value::Null,
        }
    }
}
