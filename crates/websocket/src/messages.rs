//! Messages from any bytes: a client's frames become messages, or an error.

use crate::{CloseCode, Frame, FrameError, Opcode, Side, read_frame};

/// What a client has sent, put together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Piece {
    /// A text.
    Text(String),
    /// Bytes, which are not kept.
    Binary,
    /// A part of a message that is not whole yet.
    Part,
    /// A ping, which is answered with its payload.
    Ping(Vec<u8>),
    /// A pong.
    Pong,
    /// The client closes, with what is to be answered.
    Close(Vec<u8>),
}

/// A message of which not all frames have come.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
enum Unfinished {
    #[default]
    None,
    Text(Vec<u8>),
    /// This many bytes, which nobody will read.
    Binary(usize),
}

/// Puts the frames of a client together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Messages {
    unfinished: Unfinished,
    max_message: usize,
}

impl Messages {
    /// Messages of at most this many bytes are read.
    #[must_use]
    pub const fn new(max_message: usize) -> Self {
        Self { unfinished: Unfinished::None, max_message }
    }

    /// Removes the next frame from these bytes and returns what it contains; `None` if the frame has not arrived completely.
    ///
    /// # Errors
    /// If the client breaks the protocol. The bytes after that must be ignored.
    pub fn next(&mut self, arrived: &mut Vec<u8>) -> Result<Option<Piece>, FrameError> {
        let Some(frame) = self.frame(arrived)? else { return Ok(None) };
        let piece = self.take(frame, &arrived[frame.start..frame.end])?;
        if frame.end == arrived.len() {
            // A connection that waits keeps no memory.
            *arrived = Vec::new();
        } else {
            arrived.drain(..frame.end);
        }
        Ok(Some(piece))
    }

    fn frame(&self, arrived: &mut [u8]) -> Result<Option<Frame>, FrameError> {
        // A part of a message has what the parts before it left; a frame about the connection always has room.
        let room = self.max_message - self.unfinished_len();
        let is_control = arrived.first().is_some_and(|first| first & 0x08 != 0);
        read_frame(arrived, Side::Client, if is_control { self.max_message } else { room })
    }

    /// How many bytes of a message are kept that is not whole yet, or are left out.
    #[must_use]
    pub const fn unfinished_len(&self) -> usize {
        match &self.unfinished {
            Unfinished::None => 0,
            Unfinished::Text(bytes) => bytes.len(),
            Unfinished::Binary(length) => *length,
        }
    }

    fn take(&mut self, frame: Frame, payload: &[u8]) -> Result<Piece, FrameError> {
        match (frame.opcode, std::mem::take(&mut self.unfinished)) {
            (Opcode::Continuation, Unfinished::Text(mut bytes)) => {
                bytes.extend_from_slice(payload);
                self.text(frame.last, bytes)
            }
            (Opcode::Continuation, Unfinished::Binary(length)) => {
                Ok(self.binary(frame.last, length + payload.len()))
            }
            (Opcode::Text, Unfinished::None) => self.text(frame.last, payload.to_vec()),
            (Opcode::Binary, Unfinished::None) => Ok(self.binary(frame.last, payload.len())),
            (Opcode::Close, _) => close(payload),
            (Opcode::Ping, unfinished) => {
                self.unfinished = unfinished;
                Ok(Piece::Ping(payload.to_vec()))
            }
            (Opcode::Pong, unfinished) => {
                self.unfinished = unfinished;
                Ok(Piece::Pong)
            }
            _ => Err(FrameError::Malformed),
        }
    }

    fn text(&mut self, last: bool, bytes: Vec<u8>) -> Result<Piece, FrameError> {
        if last {
            return String::from_utf8(bytes).map(Piece::Text).map_err(|_| FrameError::NotUtf8);
        }
        // What can become no text is not waited for.
        if std::str::from_utf8(&bytes).is_err_and(|error| error.error_len().is_some()) {
            return Err(FrameError::NotUtf8);
        }
        self.unfinished = Unfinished::Text(bytes);
        Ok(Piece::Part)
    }

    fn binary(&mut self, last: bool, length: usize) -> Piece {
        if last {
            return Piece::Binary;
        }
        self.unfinished = Unfinished::Binary(length);
        Piece::Part
    }
}

/// What a client closes with: nothing, or a code that may be sent and a reason. The code is what is answered.
fn close(payload: &[u8]) -> Result<Piece, FrameError> {
    let Some((code, reason)) = payload.split_first_chunk::<2>() else {
        return if payload.is_empty() { Ok(Piece::Close(Vec::new())) } else { Err(FrameError::Malformed) };
    };
    if !CloseCode::may_be_sent(u16::from_be_bytes(*code)) {
        return Err(FrameError::Malformed);
    }
    std::str::from_utf8(reason).map_err(|_| FrameError::NotUtf8)?;
    Ok(Piece::Close(code.to_vec()))
}

#[cfg(test)]
mod tests;
