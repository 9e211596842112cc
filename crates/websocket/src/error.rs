//! How a peer breaks the protocol, and the codes that close a connection.

/// Why bytes are not frames that this side accepts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FrameError {
    /// Longer than is read.
    TooLong,
    /// Not frames of this protocol.
    Malformed,
    /// A text, or the reason of a close, is not UTF-8.
    NotUtf8,
}

impl FrameError {
    /// The status code of the close frame for this error.
    #[must_use]
    pub const fn close_code(self) -> CloseCode {
        match self {
            Self::TooLong => CloseCode::TooLong,
            Self::Malformed => CloseCode::ProtocolError,
            Self::NotUtf8 => CloseCode::InvalidText,
        }
    }
}

/// Why a connection is closed, as a number on the wire.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CloseCode {
    /// This side ends, or the other was silent for too long.
    GoingAway = 1001,
    /// The client broke the protocol.
    ProtocolError = 1002,
    /// A text is not UTF-8.
    InvalidText = 1007,
    /// A rule of the application is broken.
    PolicyViolation = 1008,
    /// A message is longer than is read.
    TooLong = 1009,
}

impl CloseCode {
    /// Whether a peer may send this number.
    #[must_use]
    pub const fn may_be_sent(code: u16) -> bool {
        matches!(code, 1000..=1003 | 1007..=1014 | 3000..=4999)
    }
}
