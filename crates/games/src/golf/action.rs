//! What a player can do.

use std::fmt;

use game::Seat;
use serde::{Deserialize, Serialize};

use super::layout::Place;

/// One choice of one player.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// Before play: turns two of the own cards.
    Reveal(TwoPlaces),
    /// Begins a turn with the top card of the stock.
    TakeStock,
    /// Begins a turn with the top card of the discard pile.
    TakeDiscard,
    /// Lays the held card in this place; the card that lay there goes on the discard pile.
    Swap(Place),
    /// Throws the held card on the discard pile.
    ThrowAway,
    /// Turns the hidden card in this place, after a stock card was thrown away.
    Turn(Place),
    /// A whole turn: another player's open card against an own hidden one.
    Steal(Steal),
}

/// Which card is stolen, and which goes there instead.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Steal {
    /// Where it lies with its player.
    pub card: Place,
    /// Whose card.
    pub from: Seat,
    /// Where the thief's hidden card lies, which goes there.
    pub own: Place,
}

/// Two places, the lower one first. They may be the same, so that the rules can say why that is wrong.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(from = "[Place; 2]", into = "[Place; 2]")]
pub struct TwoPlaces {
    lower: Place,
    higher: Place,
}

impl TwoPlaces {
    /// Two places, in whichever order they are named.
    #[must_use]
    pub const fn new(one: Place, other: Place) -> Self {
        if one.number() <= other.number() {
            Self { lower: one, higher: other }
        } else {
            Self { lower: other, higher: one }
        }
    }

    /// All fifteen pairs of different places, in order.
    pub const DIFFERENT: [Self; 15] = {
        let mut pairs = [Self { lower: Place::ALL[0], higher: Place::ALL[1] }; 15];
        let (mut count, mut lower) = (0, 0);
        while lower < 5 {
            let mut higher = lower + 1;
            while higher < 6 {
                pairs[count] = Self { lower: Place::ALL[lower], higher: Place::ALL[higher] };
                count += 1;
                higher += 1;
            }
            lower += 1;
        }
        pairs
    };

    /// Both, the lower one first.
    #[must_use]
    pub const fn places(self) -> [Place; 2] {
        [self.lower, self.higher]
    }
}

impl From<[Place; 2]> for TwoPlaces {
    fn from([one, other]: [Place; 2]) -> Self {
        Self::new(one, other)
    }
}

impl From<TwoPlaces> for [Place; 2] {
    fn from(two: TwoPlaces) -> Self {
        two.places()
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Reveal(two) => write!(f, "reveal {} {}", two.lower, two.higher),
            Self::TakeStock => f.write_str("take the stock card"),
            Self::TakeDiscard => f.write_str("take the discard"),
            Self::Swap(place) => write!(f, "swap {place}"),
            Self::ThrowAway => f.write_str("throw away"),
            Self::Turn(place) => write!(f, "turn {place}"),
            Self::Steal(Steal { from, card, own }) => write!(f, "steal {card} of seat {from} for {own}"),
        }
    }
}
