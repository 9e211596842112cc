//! The frames of the WebSocket protocol (RFC 6455), from bytes and to bytes, without sockets and without extensions.
//!
//! The server, the load generator and the tests use the same codec. [`Messages`] is the strict side: what a client sends
//! becomes messages, or an error. [`read_frame`] and [`push_frame`] are the frames themselves.

mod error;
mod frame;
mod messages;

pub use error::{CloseCode, FrameError};
pub use frame::{Frame, Head, Opcode, Side, head, push_frame, read_frame};
pub use messages::{Messages, Piece};
