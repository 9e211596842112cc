//! Where a message is written to be sent from there.

/// A place to write one message after the other.
#[derive(Default)]
pub struct FrameBuffer(Vec<u8>);

/// A message that lies on a [`FrameBuffer`], with room before it for the head of a frame: who sends it so copies nothing.
pub struct FramedMessage<'a>(&'a mut [u8]);

/// The longest head that there is room for.
const ROOM: usize = 16;

impl FrameBuffer {
    /// An empty one.
    #[must_use]
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// Writes a message, in the place of the last one. The writer adds to what it is given.
    pub fn write(&mut self, write: impl FnOnce(&mut Vec<u8>)) -> FramedMessage<'_> {
        self.0.clear();
        self.0.resize(ROOM, 0);
        write(&mut self.0);
        FramedMessage(&mut self.0)
    }
}

impl FramedMessage<'_> {
    /// The message.
    #[must_use]
    pub fn text(&self) -> &[u8] {
        self.0.get(ROOM..).unwrap_or_default()
    }

    /// The message with this head before it; nothing if the head is too long.
    pub fn with_header(&mut self, head: &[u8]) -> Option<&[u8]> {
        let start = ROOM.checked_sub(head.len())?;
        self.0.get_mut(start..ROOM)?.copy_from_slice(head);
        Some(&self.0[start..])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_sent_behind_one_head_after_the_other() {
        let mut desk = FrameBuffer::new();
        for text in ["first", "", "a longer one than before"] {
            let mut written = desk.write(|out| out.extend_from_slice(text.as_bytes()));
            assert_eq!(written.text(), text.as_bytes());
            for head in ["", "ab", "0123456789abcdef", "c"] {
                assert_eq!(written.with_header(head.as_bytes()), Some([head, text].concat().as_bytes()));
                assert_eq!(written.text(), text.as_bytes());
            }
            assert_eq!(written.with_header(&[0; ROOM + 1]), None);
        }
    }
}
