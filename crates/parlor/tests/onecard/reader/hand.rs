//! Cards as the log names them.

/// A card; the order is that of a sorted hand.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Card {
    pub(crate) suit: usize,
    pub(crate) rank: usize,
}

const SUITS: [&str; 4] = ["Spades", "Hearts", "Diamonds", "Clubs"];
const RANKS: [&str; 13] = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"];

pub(crate) const TWO: usize = 0;
pub(crate) const THREE: usize = 1;
pub(crate) const SEVEN: usize = 5;
pub(crate) const JACK: usize = 9;
pub(crate) const QUEEN: usize = 10;

impl Card {
    pub(crate) fn read(text: &str) -> Result<Self, String> {
        let found = text.split_once(' ').and_then(|(suit, rank)| {
            let suit = SUITS.iter().position(|name| *name == suit)?;
            let rank = RANKS.iter().position(|name| *name == rank)?;
            Some(Self { suit, rank })
        });
        found.ok_or_else(|| format!("{text:?} is not a card"))
    }

    pub(crate) fn matches(self, other: Self) -> bool {
        self.suit == other.suit || self.rank == other.rank
    }
}

/// Cards with a comma and a blank between them.
pub(crate) fn list(text: &str) -> Result<Vec<Card>, String> {
    text.split(", ").map(Card::read).collect()
}

/// All cards of the given number of decks, sorted.
pub(crate) fn packs(decks: usize) -> Vec<Card> {
    let mut cards = Vec::new();
    for suit in 0..SUITS.len() {
        for rank in 0..RANKS.len() {
            cards.extend(std::iter::repeat_n(Card { suit, rank }, decks));
        }
    }
    cards
}

pub(crate) fn sorted(mut cards: Vec<Card>) -> Vec<Card> {
    cards.sort();
    cards
}

/// Takes one copy of the card out; whether there was one.
pub(crate) fn take(cards: &mut Vec<Card>, card: Card) -> bool {
    let place = cards.iter().position(|other| *other == card);
    place.map(|place| cards.remove(place)).is_some()
}
