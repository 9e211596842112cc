//! What can be set for a table.

use cards::Rank;
use game::options::BoundedInt;

game::choice! {
    /// What the cards count.
    pub enum Values {
        /// Ace 1, two -2, three to ten their number, jack and queen 10, king 0.
        Bicycle = "bicycle",
        /// The same, but jack 11 and queen 12.
        Court = "court",
        /// The same as `bicycle`, but a two counts +2.
        PlusTwo = "plus_two",
    }
}

impl Values {
    /// What one card of this rank counts.
    #[must_use]
    pub const fn points(self, rank: Rank) -> i32 {
        match (rank, self) {
            (Rank::King, _) => 0,
            (Rank::Ace, _) => 1,
            (Rank::Two, Self::PlusTwo) => 2,
            (Rank::Two, _) => -2,
            (Rank::Jack, Self::Court) => 11,
            (Rank::Queen, Self::Court) => 12,
            (Rank::Jack | Rank::Queen, _) => 10,
            (number, _) => number as i32 + 2,
        }
    }
}

game::choice! {
    /// When a round ends.
    pub enum EndRule {
        /// When all cards of all players are face up.
        All = "all",
        /// At once when one player's cards are all face up.
        FirstOut = "first_out",
        /// When one player's cards are all face up and every other player has had one more turn.
        FirstOutPlusOne = "first_out_plus_one",
    }
}

game::options! {
    /// The settings of a table.
    pub struct GolfOptions {
        /// Packs of 52 cards: one is enough for 2 to 4 players, two for up to 8
        packs: BoundedInt<1, 2> = BoundedInt::new(1),
        /// What cards count: a two -2 and court cards 10; or jack 11 and queen 12; or a two +2
        values: Values = Values::Bicycle,
        /// A round ends when all cards are up; or when one player's are; or one turn for each other player later
        end_rule: EndRule = EndRule::All,
        /// Whoever throws a stock card away turns one of the own hidden cards, if there is one
        flip_on_discard: bool = false,
        /// The top card of the stock is turned after the deal to start the discard pile
        first_discard: bool = true,
        /// A turn may be a steal: another player's open card against an own hidden one
        steal: bool = false,
        /// How many rounds are played
        rounds: BoundedInt<1, 9> = BoundedInt::new(9),
        /// Open to peer players: programs that registered with the golf manager take free seats, and their rules hold
        peers: bool = false,
    }
}

impl GolfOptions {
    /// How many cards there are at the table.
    #[must_use]
    pub const fn cards(&self) -> usize {
        self.packs.get() as usize * cards::Card::COUNT
    }
}
