//! What a person types, as an action.

use games::golf::layout::Place;
use games::golf::{Action, Held, Seen, Source, Steal, TwoPlaces, ViewPhase};
use gateways::golf::Table;

/// What to ask.
pub(super) fn prompt(view: &Seen) -> String {
    match view.phase {
        ViewPhase::Reveal => "Turn two of your cards, 0 1 2 above and 3 4 5 below (such as 0 4): ".to_owned(),
        ViewPhase::Take => {
            let discard = view.discard().map(|card| format!(", d = the discard {card}")).unwrap_or_default();
            let steals = view.legal.iter().any(|action| matches!(action, Action::Steal(_)));
            let steal =
                if steals { ", steal NAME CARD OWN = their open card for your hidden one" } else { "" };
            format!("Your turn. s = the stock card{discard}{steal}: ")
        }
        ViewPhase::Holding => match view.held {
            Some(Held { card: Some(card), source: Source::Stock, .. }) => {
                format!("You hold {card}. 0 to 5 = swap it for that card, d = throw it away: ")
            }
            Some(Held { card: Some(card), .. }) => {
                format!("You hold {card}. 0 to 5 = swap it for that card: ")
            }
            _ => String::new(),
        },
        ViewPhase::TurnOne | ViewPhase::Over => String::new(),
    }
}

/// Reads an answer.
///
/// # Errors
/// A sentence that says what would be one.
pub(super) fn answer(line: &str, view: &Seen, table: &Table) -> Result<Action, String> {
    let lower = line.to_lowercase();
    let words: Vec<&str> =
        lower.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty()).collect();
    let place = |word: &str| -> Result<Place, String> {
        let number: i64 =
            word.parse().map_err(|_| format!("{word:?} is not a card: they are numbered 0 to 5."))?;
        Place::try_from(number).map_err(|bad| format!("{bad}."))
    };
    let action = match (view.phase, &words[..]) {
        (ViewPhase::Reveal, [one, other]) => Action::Reveal(TwoPlaces::new(place(one)?, place(other)?)),
        (ViewPhase::Reveal, _) => return Err("Name two different cards, such as 0 4.".to_owned()),
        (ViewPhase::Take, ["s" | "stock"]) => Action::TakeStock,
        (ViewPhase::Take, ["d" | "discard"]) => Action::TakeDiscard,
        (ViewPhase::Take, ["steal", victim, card, own]) => {
            let seats = table.order();
            let from = seats.into_iter().find(|seat| table.player(*seat).name().to_lowercase() == *victim);
            let from = from.ok_or_else(|| format!("Nobody called {victim:?} plays."))?;
            Action::Steal(Steal { from, card: place(card)?, own: place(own)? })
        }
        (ViewPhase::Take, _) => {
            return Err("Say s, d, or steal NAME CARD OWN; ? shows the table, q leaves.".to_owned());
        }
        (ViewPhase::Holding, ["d" | "discard"]) => Action::ThrowAway,
        (ViewPhase::Holding, [word]) => Action::Swap(place(word)?),
        (ViewPhase::Holding, _) => return Err("Say 0 to 5, or d; ? shows the table, q leaves.".to_owned()),
        (ViewPhase::TurnOne | ViewPhase::Over, _) => return Err("There is nothing to decide.".to_owned()),
    };
    if view.legal.contains(&action) {
        return Ok(action);
    }
    Err(why_not(action, view))
}

/// Why something that can be said cannot be done.
fn why_not(action: Action, view: &Seen) -> String {
    match action {
        Action::Reveal(_) => "Name two different cards, such as 0 4.".to_owned(),
        Action::TakeDiscard => "The discard pile is empty: take the stock card.".to_owned(),
        Action::ThrowAway => "A card from the discard pile must be swapped in.".to_owned(),
        Action::Steal(_) if !view.legal.iter().any(|legal| matches!(legal, Action::Steal(_))) => {
            "You cannot steal now: it must be allowed in this game, and you need a hidden card.".to_owned()
        }
        Action::Steal(_) => "A steal takes another player's open card for a hidden one of yours.".to_owned(),
        _ => "That cannot be done now.".to_owned(),
    }
}
