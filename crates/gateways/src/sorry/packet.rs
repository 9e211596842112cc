//! The packets of the old protocol: one byte each, the command in the two high bits, data in the six low ones.

/// One packet, in either direction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Packet {
    /// Before the start a client's number, or 5 for the start; in play the winner.
    Init(u8),
    /// Whose turn it is; 0 from a client: the end of its turn.
    Turn(u8),
    /// The card that was drawn; 0 from a client: draw one.
    Roll(u8),
    /// Where a pawn stands: 1 to 60, 0 in Start; 61 to 63 are wrong.
    Move(u8),
}

impl Packet {
    /// A client has finished its turn.
    pub const END_OF_TURN: Self = Self::Turn(0);
    /// A client wants a card.
    pub const DRAW: Self = Self::Roll(0);
    /// The game starts.
    pub const START: Self = Self::Init(5);

    /// Reads a byte. Every byte is a packet; whether it has a place in the game is for others to say.
    #[must_use]
    pub const fn from_byte(byte: u8) -> Self {
        let data = byte & 0b0011_1111;
        match byte >> 6 {
            0 => Self::Init(data),
            1 => Self::Turn(data),
            2 => Self::Roll(data),
            _ => Self::Move(data),
        }
    }

    /// Writes it. Data beyond six bits is cut.
    #[must_use]
    pub const fn to_byte(self) -> u8 {
        let (command, data) = match self {
            Self::Init(data) => (0, data),
            Self::Turn(data) => (1, data),
            Self::Roll(data) => (2, data),
            Self::Move(data) => (3, data),
        };
        command << 6 | data & 0b0011_1111
    }
}

#[cfg(test)]
mod tests;
