//! What can be set for a table of One Card.

use game::options::BoundedInt;

game::choice! {
    /// Which queens and jacks pass an attack on.
    pub enum Redirect {
        /// Those of the suit of the top card.
        SameSuit = "same_suit",
        /// Those that match the top card by suit or by rank.
        SuitOrRank = "suit_or_rank",
    }
}

game::options! {
    /// The settings of a table.
    pub struct OneCardOptions {
        /// How many cards each player is dealt
        initial_cards: BoundedInt<2, 206> = BoundedInt::new(5),
        /// How many packs of 52 cards are shuffled together
        decks: BoundedInt<2, 8> = BoundedInt::new(2),
        /// How many rounds are played
        rounds: BoundedInt<1, 1000> = BoundedInt::new(1),
        /// Whether a player who could play may draw a card instead
        may_draw: bool = false,
        /// Whether a card just drawn may be played at once if it fits
        play_drawn: bool = false,
        /// Which queens and jacks pass an attack on
        redirect: Redirect = Redirect::SameSuit,
        /// Whether a queen acts as a jack when two play
        queen_skips_2: bool = false,
        /// Whether several cards of one rank may be played in one turn
        multi: bool = false,
    }
}

impl OneCardOptions {
    /// How many cards there are in all.
    #[must_use]
    pub const fn all_cards(&self) -> u32 {
        52 * self.decks.get()
    }

    /// How many cards each of the given number of players can be dealt at the most: every player needs one more to draw for
    /// the start, and one card is turned up.
    #[must_use]
    pub const fn most_initial_cards(&self, seats: u8) -> u32 {
        (self.all_cards() - 1) / seats as u32 - 1
    }
}
