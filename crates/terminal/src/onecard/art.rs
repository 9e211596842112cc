//! Cards as pictures: for the screen only, never for the log.

use cards::{Card, Suit};
use games::onecard::Event;

use super::Art;
use super::layout::Paint;

/// Draws cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Artist {
    pub(super) art: Art,
    pub(super) paint: Paint,
}

/// How many characters of a card are seen under the next one.
const SEEN_WIDTH: usize = 4;

impl Artist {
    /// A whole card.
    pub(super) fn card(self, card: Card) -> Vec<String> {
        self.fan(&[card])
    }

    /// Cards fanned out, each over the one before, in as many rows as the width requires. Of each row at most `lines` lines
    /// are drawn.
    pub(super) fn hand(self, cards: &[Card], width: usize, lines: usize) -> Vec<String> {
        let a_row = width.saturating_sub(self.width()) / SEEN_WIDTH + 1;
        cards.chunks(a_row).flat_map(|row| self.fan(row).into_iter().take(lines)).collect()
    }

    /// What is drawn for an event of the demo: the cards that lie open, and the hand.
    pub(super) fn event(self, event: &Event) -> String {
        let pictures = match event {
            Event::FirstCard { card } => self.card(*card),
            Event::Played { cards, .. } | Event::Hand { cards, .. } => self.hand(cards, 80, usize::MAX),
            _ => Vec::new(),
        };
        pictures.into_iter().map(|line| line + "\n").collect()
    }

    /// How many characters a card is wide.
    pub(super) const fn width(self) -> usize {
        match self.art {
            Art::Ascii => 11,
            Art::Unicode => 7,
        }
    }

    fn fan(self, cards: &[Card]) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        for (index, card) in cards.iter().enumerate() {
            let seen = if index + 1 == cards.len() { self.width() } else { SEEN_WIDTH };
            let picture = self.picture(*card);
            lines.resize(picture.len(), String::new());
            for (line, row) in lines.iter_mut().zip(picture) {
                let row: String = row.chars().take(seen).collect();
                line.push_str(&self.paint.suit(card.suit(), &row));
            }
        }
        lines
    }

    fn picture(self, card: Card) -> Vec<String> {
        let rank = card.rank().index();
        match self.art {
            Art::Ascii => {
                let (letter, [first, second, third, fourth]) = (card.suit().letter(), drawn(card.suit()));
                vec![
                    "+---------+".to_owned(),
                    format!("|{rank:<2}{first}  |"),
                    format!("|{letter} {second}  |"),
                    format!("|  {third} {letter}|"),
                    format!("|  {fourth}{rank:>2}|"),
                    "+---------+".to_owned(),
                ]
            }
            Art::Unicode => {
                let (sign, corner) = (card.suit().sign(), card.to_string());
                vec![
                    "╭─────╮".to_owned(),
                    format!("│{corner:<5}│"),
                    format!("│  {sign}  │"),
                    format!("│{corner:>5}│"),
                    "╰─────╯".to_owned(),
                ]
            }
        }
    }
}

/// The sign of a suit in ASCII.
const fn drawn(suit: Suit) -> [&'static str; 4] {
    match suit {
        Suit::Spades => ["  ^  ", " / \\ ", "(_,_)", "  I  "],
        Suit::Hearts => [" _ _ ", "( v )", " \\ / ", "  v  "],
        Suit::Diamonds => ["  ^  ", " / \\ ", " \\ / ", "  v  "],
        Suit::Clubs => ["  _  ", " ( ) ", "(_,_)", "  I  "],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cards(text: &str) -> Vec<Card> {
        text.split(' ').map(|card| card.parse().unwrap()).collect()
    }

    #[test]
    fn a_hand_is_fanned_out_in_ascii() {
        let artist = Artist { art: Art::Ascii, paint: Paint(false) };
        let expected = [
            "+---+---+---+---------+",
            "|2  |9  |A  |10  _    |",
            "|H (|D  |S  |C  ( )   |",
            "|   |   |  (|  (_,_) C|",
            "|   |   |   |    I  10|",
            "+---+---+---+---------+",
        ];
        assert_eq!(artist.hand(&cards("H2 D9 SA C10"), 80, usize::MAX), expected);
        assert!(artist.hand(&cards("H2 D9 SA C10"), 80, 9).iter().all(|line| line.is_ascii()));
    }

    #[test]
    fn a_long_hand_takes_several_rows_that_fit() {
        let artist = Artist { art: Art::Unicode, paint: Paint(false) };
        let rows = artist.hand(&Card::pack(), 60, 9);
        assert_eq!(rows.len(), 4 * 5);
        assert!(rows.iter().all(|line| line.chars().count() <= 60));
        assert_eq!(artist.card(cards("S10")[0]), ["╭─────╮", "│10♠  │", "│  ♠  │", "│  10♠│", "╰─────╯"]);
    }

    #[test]
    fn only_red_suits_are_painted() {
        let artist = Artist { art: Art::Ascii, paint: Paint(true) };
        assert!(artist.card(cards("HA")[0]).iter().all(|line| line.starts_with("\x1b[31m")));
        assert!(!artist.card(cards("CA")[0]).concat().contains('\x1b'));
    }
}
