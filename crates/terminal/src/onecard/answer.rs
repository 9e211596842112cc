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
