//! What can be set for a table.

game::choice! {
    /// Where the cards come from.
    pub enum DeckKind {
        /// Five 1s and four of each other card; all 45 are shuffled again when none is left.
        Classic45 = "classic45",
        /// Each card is equally likely, each time.
        Uniform = "uniform",
    }
}

game::choice! {
    /// How far card 4 carries a pawn back.
    pub enum FourBack {
        /// Two squares, as in the text the game came from.
        Two = "2",
        /// Four squares, as in the boxed game.
        Four = "4",
    }
}

impl FourBack {
    /// The number of squares.
    #[must_use]
    pub const fn squares(self) -> u8 {
        match self {
            Self::Two => 2,
            Self::Four => 4,
        }
    }
}

game::choice! {
    /// How the cards 11 and 12 are numbered as rolls, and what becomes of the other pawn when an 11 is used on it.
    pub enum Dialect {
        /// Roll 9 is the 12 and roll 10 the 11; the two pawns change places.
        Document = "document",
        /// Roll 9 is the 11 and roll 10 the 12; the other pawn loses its square and goes to its Start.
        Unity = "unity",
    }
}

game::options! {
    /// The settings of a table.
    pub struct SorryOptions {
        /// Where the cards come from: a pack of 45 that is used up before it is shuffled, or each card equally likely
        deck: DeckKind = DeckKind::Classic45,
        /// How many squares card 4 goes backward
        four_back: FourBack = FourBack::Two,
        /// Whether a Sorry! card works only from Start, and there puts the pawn on the square of the pawn it bumps
        classic_sorry: bool = false,
        /// Whether an 11 may be forfeited only when going forward 11 is impossible
        must_advance_11: bool = false,
        /// The numbering of rolls 9 and 10, and what an 11 does to the other pawn: it changes places or goes to its Start
        dialect: Dialect = Dialect::Document,
    }
}
