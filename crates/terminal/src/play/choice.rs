//! What can be done now, as words to type and words to read.

use cards::{Card, Rank, Suit};
use serde_json::Value;

/// A longer list is not shown with numbers, so that a number would name something nobody sees.
pub(crate) const MAX_NUMBERED: usize = 64;

/// One legal action.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Choice {
    /// The action as the game writes it.
    pub(crate) action: Value,
    /// What to type for it: short, in lower case.
    pub(crate) typed: String,
    /// What it does, for people.
    pub(crate) label: String,
}

/// What a typed text stands for.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Found<'a> {
    One(&'a Choice),
    /// It could be any of these.
    Several(Vec<&'a Choice>),
    Nothing,
}

/// The legal action that a text stands for: its words, the beginning of one action only, or its number in the list.
pub(crate) fn find<'a>(choices: &'a [Choice], text: &str) -> Found<'a> {
    let wanted = normal(text);
    if wanted.is_empty() {
        return Found::Nothing;
    }
    let exact = choices.iter().find(|choice| choice.typed == wanted);
    if let Some(choice) = exact {
        return Found::One(choice);
    }
    let begun: Vec<_> = choices.iter().filter(|choice| choice.typed.starts_with(&wanted)).collect();
    match &*begun {
        [only] => return Found::One(only),
        [] => {}
        _ => return Found::Several(begun),
    }
    let numbered = wanted.parse::<usize>().ok().filter(|_| choices.len() <= MAX_NUMBERED);
    let numbered = numbered.and_then(|number| choices.get(number.checked_sub(1)?));
    numbered.map_or(Found::Nothing, Found::One)
}

/// The text completed as far as it is certain, and what could follow if it is not.
pub(crate) fn complete(choices: &[Choice], text: &str) -> (String, Vec<String>) {
    let wanted = normal(text);
    let fitting: Vec<&str> =
        choices.iter().map(|choice| &*choice.typed).filter(|typed| typed.starts_with(&wanted)).collect();
    let Some(first) = fitting.first() else { return (text.to_owned(), Vec::new()) };
    let mut common = first.len();
    for other in &fitting {
        let same = first.chars().zip(other.chars()).take_while(|(one, two)| one == two);
        common = common.min(same.map(|(letter, _)| letter.len_utf8()).sum());
    }
    let rest = if fitting.len() > 1 {
        fitting.iter().map(|typed| (*typed).to_owned()).collect()
    } else {
        Vec::new()
    };
    (first[..common].to_owned(), rest)
}

/// A text as it is compared: lower case, single spaces, cards in one form, without "play" before them.
pub(crate) fn normal(text: &str) -> String {
    let text = text.to_lowercase().replace(',', " ");
    let mut words: Vec<String> =
        text.split_whitespace().map(|word| card(word).map_or_else(|| word.to_owned(), card_word)).collect();
    if words.len() > 1 && matches!(&*words[0], "play" | "place" | "put") {
        words.remove(0);
    }
    words.join(" ")
}

/// A card as people type it: `s10`, `10s`, `10♠`.
pub(crate) fn card(word: &str) -> Option<Card> {
    let word = word.to_lowercase();
    let suit_of = |letter: char| {
        Suit::ALL
            .into_iter()
            .find(|suit| suit.letter().to_ascii_lowercase() == letter || suit.sign() == letter)
    };
    let rank_of = |text: &str| Rank::ALL.into_iter().find(|rank| rank.index().eq_ignore_ascii_case(text));
    let (first, last) = (word.chars().next()?, word.chars().last()?);
    let front = suit_of(first).and_then(|suit| Some(Card::new(rank_of(&word[first.len_utf8()..])?, suit)));
    front.or_else(|| Some(Card::new(rank_of(&word[..word.len() - last.len_utf8()])?, suit_of(last)?)))
}

/// A card as it is typed here: `s10`.
pub(crate) fn card_word(card: Card) -> String {
    format!("{card:?}").to_lowercase()
}

/// Words for an action of a game that this client does not know: its JSON without the signs.
pub(crate) fn plain(action: Value) -> Choice {
    let mut words = Vec::new();
    flatten(&action, &mut words);
    let typed = words.join(" ").to_lowercase();
    let label = words.join(" ").replace('_', " ");
    let mut letters = label.chars();
    let label = letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or(label);
    Choice { action, typed, label }
}

fn flatten(value: &Value, words: &mut Vec<String>) {
    match value {
        Value::Null => {}
        Value::Bool(yes) => words.push(if *yes { "yes" } else { "no" }.to_owned()),
        Value::Number(number) => words.push(number.to_string()),
        Value::String(text) => words.push(text.clone()),
        Value::Array(items) => items.iter().for_each(|item| flatten(item, words)),
        Value::Object(fields) => {
            for (name, value) in fields {
                words.push(name.clone());
                flatten(value, words);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn choices() -> Vec<Choice> {
        ["s10", "s9", "h8", "draw", "swap 1", "swap 2"]
            .map(|typed| Choice { action: json!(typed), typed: typed.to_owned(), label: String::new() })
            .to_vec()
    }

    #[test]
    fn a_move_is_typed_as_people_write_it() {
        let choices = choices();
        let found = |text: &str| match find(&choices, text) {
            Found::One(choice) => choice.typed.clone(),
            Found::Several(several) => format!("{} of them", several.len()),
            Found::Nothing => "nothing".to_owned(),
        };
        for text in ["S10", "10s", "10♠", "play 10S", "s1", "1"] {
            assert_eq!(found(text), "s10", "{text}");
        }
        assert_eq!(found("SWAP  2"), "swap 2");
        assert_eq!(found("d"), "draw");
        assert_eq!(found("s"), "4 of them");
        assert_eq!(found("h9"), "nothing");
        assert_eq!(found("7"), "nothing");
        assert_eq!(found(""), "nothing");
    }

    #[test]
    fn completion_goes_as_far_as_it_is_certain() {
        let choices = choices();
        assert_eq!(complete(&choices, "dr"), ("draw".to_owned(), vec![]));
        let (text, more) = complete(&choices, "sw");
        assert_eq!((text.as_str(), more.len()), ("swap ", 2));
        assert_eq!(complete(&choices, "x"), ("x".to_owned(), vec![]));
    }

    #[test]
    fn an_unknown_action_is_told_by_its_names() {
        let choice = plain(json!({"put": {"coins": 2, "on": "red_5"}}));
        assert_eq!(
            (choice.typed.as_str(), choice.label.as_str()),
            ("put coins 2 on red_5", "Put coins 2 on red 5")
        );
        assert_eq!(plain(json!("hold")).label, "Hold");
    }
}
