//! What a person types, read as an action.
//!
//! Whether the action is legal is for the rules to say: only what cannot be read is refused here.

use cards::{Card, Rank, Suit};
use games::onecard::{Action, OneCardOptions, Refusal, Several, View};

/// What an answer means.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Answer {
    /// Do this.
    Do(Action),
    /// Leave the game.
    Leave,
    /// Show the help.
    Help,
    /// It cannot be read; the sentence says why.
    Unclear(String),
}

/// Reads an answer. Numbers count the hand as it is shown, from 1.
pub(super) fn read(text: &str, view: &View, options: &OneCardOptions) -> Answer {
    let text = text.trim().to_lowercase();
    match text.as_str() {
        "" => Answer::Unclear("Type the number of a card, or ? for help.".to_owned()),
        "q" | "quit" => Answer::Leave,
        "?" | "help" => Answer::Help,
        "0" if view.choosing => Answer::Do(Action::Keep),
        "0" | "d" | "draw" => Answer::Do(Action::Draw),
        "k" | "keep" => Answer::Do(Action::Keep),
        text => match named_cards(text, &view.hand) {
            Ok(cards) => lay(&cards, options),
            Err(sentence) => Answer::Unclear(sentence),
        },
    }
}

fn lay(cards: &[Card], options: &OneCardOptions) -> Answer {
    match (cards, Several::new(cards)) {
        ([card], _) => Answer::Do(Action::Play(*card)),
        (_, Some(several)) => Answer::Do(Action::PlaySeveral(several)),
        (_, None) if !options.multi => Answer::Unclear(Refusal::OneCardATurn.to_string()),
        (_, None) => Answer::Unclear("Cards played in one turn must have the same rank.".to_owned()),
    }
}

/// The cards that the words name, in their order; at least one.
fn named_cards(text: &str, hand: &[Card]) -> Result<Vec<Card>, String> {
    let mut words = text.split(|letter: char| letter.is_whitespace() || letter == ',').peekable();
    let mut cards = Vec::new();
    let mut numbers = Vec::new();
    while let Some(word) = words.next() {
        if word.is_empty() || (word == "play" && cards.is_empty()) {
            continue;
        }
        // "spades 10": the suit and the rank as two words.
        if let (Some(suit), Some(rank)) = (suit(word), words.peek().and_then(|next| rank(next))) {
            words.next();
            cards.push(Card::new(rank, suit));
        } else if word.bytes().all(|byte| byte.is_ascii_digit()) {
            if numbers.contains(&word) {
                return Err(format!("You named card {word} twice."));
            }
            numbers.push(word);
            cards.push(numbered(word, hand)?);
        } else {
            cards.push(card(word).ok_or_else(|| {
                format!("{word:?} is no card: type a number of your hand, or a card like S10. ? for help.")
            })?);
        }
    }
    if cards.is_empty() { Err("Which card? Type its number, or ? for help.".to_owned()) } else { Ok(cards) }
}

fn numbered(word: &str, hand: &[Card]) -> Result<Card, String> {
    let place = word.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    let card = place.and_then(|place| hand.get(place));
    card.copied().ok_or_else(|| match hand.len() {
        1 => format!("There is no card {word}: your only card is number 1."),
        count => format!("There is no card {word}: your cards are 1 to {count}."),
    })
}

/// `s10` or `10s`, with a letter or a sign.
fn card(word: &str) -> Option<Card> {
    let first = word.chars().next()?;
    let last = word.chars().next_back()?;
    let suit_first =
        || Some(Card::new(rank(word.strip_prefix(first)?)?, suit(first.encode_utf8(&mut [0; 4]))?));
    let suit_last = || Some(Card::new(rank(word.strip_suffix(last)?)?, suit(last.encode_utf8(&mut [0; 4]))?));
    suit_first().or_else(suit_last)
}

fn suit(word: &str) -> Option<Suit> {
    Suit::ALL.into_iter().find(|suit| {
        let name = suit.name().to_lowercase();
        let letter = name.get(..1).unwrap_or_default();
        word == name
            || Some(word) == name.strip_suffix('s')
            || word == letter
            || word.chars().eq([suit.sign()])
    })
}

fn rank(word: &str) -> Option<Rank> {
    Rank::ALL.into_iter().find(|rank| word == rank.index().to_lowercase() || word == rank.word())
}

#[cfg(test)]
mod tests {
    use game::{Chance, DiscardEvents, Game, Seed, Viewer};
    use games::onecard::OneCard;

    use super::*;

    fn cards(text: &str) -> Vec<Card> {
        text.split(' ').map(|card| card.parse().unwrap()).collect()
    }

    /// Somebody with this hand.
    fn view(hand: &str, choosing: bool) -> View {
        let options = OneCardOptions::default();
        let position = OneCard::deal(&options, 2, Chance::new(Seed::from_number(1)), &mut DiscardEvents);
        View { hand: cards(hand), choosing, ..position.view(Viewer::Watcher) }
    }

    fn action(text: &str) -> Action {
        match read(text, &view("S7 S10 H7 D7 CA", false), &OneCardOptions::default()) {
            Answer::Do(action) => action,
            other => panic!("{text}: {other:?}"),
        }
    }

    fn unclear(text: &str, multi: bool) -> String {
        let options = OneCardOptions { multi, ..OneCardOptions::default() };
        match read(text, &view("S7 S10 H7 D7 CA", false), &options) {
            Answer::Unclear(sentence) => sentence,
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn a_card_can_be_named_in_many_ways_that_mean_one() {
        let ten = Action::Play(cards("S10")[0]);
        for text in [
            "2",
            " 2 ",
            "02",
            "s10",
            "S10",
            "10s",
            "10S",
            "\u{2660}10",
            "10\u{2660}",
            "Spades 10",
            "spade ten",
            "play s10",
            "s 10",
        ] {
            assert_eq!(action(text), ten, "{text}");
        }
        assert_eq!(action("ca"), Action::Play(cards("CA")[0]));
        assert_eq!(action("D7"), Action::Play(cards("D7")[0]));
        assert_eq!(action("hq"), Action::Play(cards("HQ")[0]), "the rules say whether it is in the hand");
    }

    #[test]
    fn several_cards_are_named_one_after_the_other() {
        let sevens = Action::PlaySeveral(Several::new(&cards("S7 H7")).unwrap());
        for text in ["S7 H7", "s7,h7", "1 3", "1, h7", "spades 7 hearts 7", "play 1 3"] {
            assert_eq!(action(text), sevens, "{text}");
        }
        assert_ne!(action("H7 S7"), sevens, "the last one lies on top");
        assert_eq!(unclear("1 1", true), "You named card 1 twice.");
        assert_eq!(unclear("1 2", true), "Cards played in one turn must have the same rank.");
        assert_eq!(unclear("1 2", false), Refusal::OneCardATurn.to_string());
    }

    #[test]
    fn drawing_keeping_leaving_and_help_have_short_forms() {
        for text in ["0", "d", "D", "draw"] {
            assert_eq!(action(text), Action::Draw, "{text}");
        }
        let (options, choosing) = (OneCardOptions::default(), view("S7", true));
        for text in ["0", "k", "keep"] {
            assert_eq!(read(text, &choosing, &options), Answer::Do(Action::Keep), "{text}");
        }
        assert_eq!(read("d", &choosing, &options), Answer::Do(Action::Draw), "the rules refuse it");
        for text in ["q", "Q", " q\r"] {
            assert_eq!(read(text, &choosing, &options), Answer::Leave);
        }
        assert_eq!(read("?", &choosing, &options), Answer::Help);
    }

    #[test]
    fn what_cannot_be_read_is_told_why() {
        assert_eq!(unclear("6", false), "There is no card 6: your cards are 1 to 5.");
        assert_eq!(unclear("99999999999999999999999", false).get(..20), Some("There is no card 999"));
        for text in ["s", "x7", "7x", "s11", "s1", "-1", "1.5", "play", ",", "\u{1F0A1}", "spades"] {
            assert!(!unclear(text, false).is_empty(), "{text}");
        }
    }
}
