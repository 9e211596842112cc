//! Six cards in two rows of three, some of them face down.

use std::fmt;

use cards::{Card, Rank, Suit};
use serde::{Deserialize, Serialize};

/// How many cards lie before each player.
pub const CARDS: usize = 6;

/// A place of a layout: 0 1 2 from left to right above 3 4 5.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "i64", into = "u8")]
pub struct Place(u8);

impl Place {
    /// All six, in order.
    pub const ALL: [Self; CARDS] = [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5)];

    /// The place with this number, if there is one.
    #[must_use]
    pub const fn new(number: u8) -> Option<Self> {
        if (number as usize) < CARDS { Some(Self(number)) } else { None }
    }

    /// Its number, 0 to 5.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Its number, as an index.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The other place of the same column.
    #[must_use]
    pub const fn partner(self) -> Self {
        Self(if self.0 < 3 { self.0 + 3 } else { self.0 - 3 })
    }

    /// Where it is, in words: "top left".
    #[must_use]
    pub const fn words(self) -> &'static str {
        ["top left", "top middle", "top right", "bottom left", "bottom middle", "bottom right"]
            [self.index() % CARDS]
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl From<Place> for u8 {
    fn from(place: Place) -> Self {
        place.0
    }
}

/// There is no place with this number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoSuchPlace(pub i64);

impl fmt::Display for NoSuchPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no card {}: the six cards are numbered 0 to 5", self.0)
    }
}

impl std::error::Error for NoSuchPlace {}

impl TryFrom<i64> for Place {
    type Error = NoSuchPlace;

    fn try_from(number: i64) -> Result<Self, NoSuchPlace> {
        u8::try_from(number).ok().and_then(Self::new).ok_or(NoSuchPlace(number))
    }
}

/// What a viewer sees of a layout: nothing where a card lies face down.
pub type Faces = [Option<Card>; CARDS];

/// One player's six cards. Nobody knows the faces of those that lie face down, not even their owner.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Layout {
    cards: [Card; CARDS],
    /// Bit n is set when the card at place n lies face up.
    up: u8,
}

const ALL_UP: u8 = (1 << CARDS) - 1;

impl Layout {
    /// Six cards, all face down.
    #[must_use]
    pub const fn face_down(cards: [Card; CARDS]) -> Self {
        Self { cards, up: 0 }
    }

    /// Whether the card at this place lies face up.
    #[must_use]
    #[inline]
    pub const fn is_up(&self, place: Place) -> bool {
        self.up & 1 << place.0 != 0
    }

    /// Whether all six lie face up.
    #[must_use]
    #[inline]
    pub const fn all_up(&self) -> bool {
        self.up == ALL_UP
    }

    /// The places where a card lies face down, in order.
    #[inline]
    pub fn hidden(&self) -> impl Iterator<Item = Place> + Clone + use<> {
        let up = self.up;
        Place::ALL.into_iter().filter(move |place| up & 1 << place.0 == 0)
    }

    /// The lowest place where a card lies face down.
    #[must_use]
    pub const fn lowest_hidden(&self) -> Option<Place> {
        Place::new(self.up.trailing_ones() as u8)
    }

    /// The card at this place as everybody sees it.
    #[must_use]
    pub const fn open(&self, place: Place) -> Option<Card> {
        if self.is_up(place) { Some(self.cards[place.index()]) } else { None }
    }

    /// All six as everybody sees them.
    #[must_use]
    pub fn faces(&self) -> Faces {
        Place::ALL.map(|place| self.open(place))
    }

    /// All six, whether they lie open or not: for scoring, and for a viewer who sees everything.
    #[must_use]
    pub const fn cards(&self) -> &[Card; CARDS] {
        &self.cards
    }

    /// All six, to be rearranged when what nobody has seen is drawn again.
    pub(super) const fn cards_mut(&mut self) -> &mut [Card; CARDS] {
        &mut self.cards
    }

    /// Turns the card at this place up, if it is not up already, and returns it.
    pub const fn turn_up(&mut self, place: Place) -> Card {
        self.up |= 1 << place.0;
        self.cards[place.index()]
    }

    /// Turns all cards up.
    pub const fn turn_all_up(&mut self) {
        self.up = ALL_UP;
    }

    /// Lays a card face up in this place and returns the one that lay there.
    pub const fn replace(&mut self, place: Place, card: Card) -> Card {
        self.up |= 1 << place.0;
        std::mem::replace(&mut self.cards[place.index()], card)
    }
}

impl Default for Layout {
    /// Six times the same card: a layout that nobody has been dealt yet.
    fn default() -> Self {
        Self::face_down([Card::new(Rank::Two, Suit::Spades); CARDS])
    }
}

impl fmt::Debug for Layout {
    /// Cards that lie face down stand in brackets.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for place in Place::ALL {
            let gap = if place.0 == 0 { "" } else { " " };
            let card = self.cards[place.index()];
            if self.is_up(place) { write!(f, "{gap}{card:?}")? } else { write!(f, "{gap}({card:?})")? }
        }
        Ok(())
    }
}

#[cfg(feature = "schema")]
game::schema_by_hand!(Place, "Place", {
    "description": "Place of a card: 0 1 2 from left to right above 3 4 5.",
    "type": "integer",
    "minimum": 0,
    "maximum": 5
});
