//! What a client says first: its name.

/// The longest name.
const MAX_LEN: usize = 20;

/// Reads a length byte and then this many bytes of a name.
#[derive(Clone, Debug, Default)]
pub struct NameReader {
    length: Option<usize>,
    name: Vec<u8>,
}

/// What came of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Named {
    /// A name that can be.
    As(String),
    /// A length or a character that no name has.
    Badly,
}

impl NameReader {
    /// How many bytes still belong to the name: nothing beyond it is taken.
    #[must_use]
    pub fn room(&self) -> usize {
        self.length.map_or(1, |length| length - self.name.len())
    }

    /// Adds bytes, at most [`room`](Self::room); returns the name when it is complete. An invalid length is reported at
    /// once.
    pub fn take(&mut self, bytes: &[u8]) -> Option<Named> {
        for &byte in bytes {
            match self.length {
                None if (1..=MAX_LEN).contains(&usize::from(byte)) => self.length = Some(usize::from(byte)),
                None => return Some(Named::Badly),
                Some(_) => self.name.push(byte),
            }
        }
        if self.length != Some(self.name.len()) {
            return None;
        }
        let fits = self.name.iter().all(|byte| (0x21..=0x7E).contains(byte));
        let name = String::from_utf8(std::mem::take(&mut self.name)).ok().filter(|_| fits);
        Some(name.map_or(Named::Badly, Named::As))
    }
}
