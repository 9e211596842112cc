//! Six Card Golf: everybody's six cards, the piles, the card in hand.

mod drawing;

use cards::Card;
use game::options::RawOptions;
use game::{Seat, SeenOf};
use games::golf::layout::{Faces, Place};
use games::golf::{Action, Golf, Held, Source, TwoPlaces, Values, ViewPhase};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use serde_json::Value;

use super::{Board, Reaction, Scene, json, read_seen, waiting};
use crate::play::choice::Choice;
use crate::play::keys::Key;

/// The board of Six Card Golf.
pub(super) struct GolfBoard {
    seen: Option<SeenOf<Golf>>,
    choices: Vec<Choice>,
    /// The own card under the cursor, 0 to 5.
    cursor: usize,
    /// The cards to turn at the beginning of a round.
    marked: Vec<usize>,
    /// Whether the cursor is on the discard pile, while a card is to be taken.
    on_discard: bool,
    /// What the cards of this table count.
    values: Values,
    places: [Rect; 6],
    stock: Rect,
    discard: Rect,
}

impl Default for GolfBoard {
    fn default() -> Self {
        Self {
            seen: None,
            choices: Vec::new(),
            cursor: 0,
            marked: Vec::new(),
            on_discard: false,
            values: Values::Bicycle,
            places: [Rect::ZERO; 6],
            stock: Rect::ZERO,
            discard: Rect::ZERO,
        }
    }
}

/// Places are counted from 1 for people.
fn number(place: Place) -> u8 {
    place.number() + 1
}

fn words(action: &Action, seen: &SeenOf<Golf>) -> Choice {
    let held = seen.held.and_then(|held| held.card).map_or_else(|| "it".to_owned(), |card| card.to_string());
    let (typed, label) = match action {
        Action::Reveal(two) => {
            let [one, other] = two.places();
            (
                format!("reveal {} {}", number(one), number(other)),
                format!("Turn {} and {}", one.words(), other.words()),
            )
        }
        Action::TakeStock => ("stock".to_owned(), "Take from stock".to_owned()),
        Action::TakeDiscard => {
            let card = seen.discard().map_or_else(String::new, |card| format!(" {card}"));
            ("discard".to_owned(), format!("Take{card} from the discard pile"))
        }
        Action::Swap(place) => {
            (format!("swap {}", number(*place)), format!("Swap {held} for the card {}", place.words()))
        }
        Action::ThrowAway => ("throw".to_owned(), format!("Throw {held} away")),
        Action::Turn(place) => {
            (format!("turn {}", number(*place)), format!("Turn the card {}", place.words()))
        }
        Action::Steal(steal) => (
            format!("steal {} {} {}", steal.from.number() + 1, number(steal.card), number(steal.own)),
            format!(
                "Steal the card {} of player {} for your card {}",
                steal.card.words(),
                steal.from.number() + 1,
                steal.own.words()
            ),
        ),
    };
    Choice { action: json(action), typed, label }
}

/// What the open cards count: two of a rank above each other count nothing.
fn points(faces: &Faces, values: Values) -> i32 {
    let open = faces.iter().enumerate().filter(|(index, _)| !is_pair(faces, *index));
    open.filter_map(|(_, face)| face.map(|card| values.points(card.rank()))).sum()
}

/// Whether a place is part of a pair that counts nothing.
fn is_pair(faces: &Faces, index: usize) -> bool {
    let other = (index + 3) % 6;
    matches!((faces[index], faces[other]), (Some(one), Some(two)) if one.rank() == two.rank())
}

impl GolfBoard {
    fn can(&self, action: Action) -> bool {
        self.seen.as_ref().is_some_and(|seen| seen.legal.contains(&action))
    }

    fn phase(&self) -> Option<ViewPhase> {
        self.seen.as_ref().filter(|seen| !seen.legal.is_empty()).map(|seen| seen.phase)
    }

    /// Does what the phase asks for with one of the own cards.
    fn choose(&mut self, index: usize) -> Reaction {
        let Some(place) = Place::new(index as u8) else { return Reaction::Ignored };
        match self.phase() {
            Some(ViewPhase::Reveal) => match &*self.marked {
                [one, other] => match (Place::new(*one as u8), Place::new(*other as u8)) {
                    (Some(one), Some(other)) => {
                        Reaction::Act(json(Action::Reveal(TwoPlaces::new(one, other))))
                    }
                    _ => Reaction::Ignored,
                },
                _ => self.mark(index),
            },
            Some(ViewPhase::Take) => self.take(),
            Some(ViewPhase::Holding) => Reaction::Act(json(Action::Swap(place))),
            Some(ViewPhase::TurnOne) => Reaction::Act(json(Action::Turn(place))),
            _ => Reaction::Tell("It is not your turn.".to_owned()),
        }
    }

    fn mark(&mut self, index: usize) -> Reaction {
        match self.marked.iter().position(|marked| *marked == index) {
            Some(at) => {
                self.marked.remove(at);
            }
            None => {
                self.marked.push(index);
                if self.marked.len() > 2 {
                    self.marked.remove(0);
                }
            }
        }
        Reaction::Moved
    }

    fn take(&self) -> Reaction {
        let action = if self.on_discard { Action::TakeDiscard } else { Action::TakeStock };
        Reaction::Act(json(action))
    }

    fn throw(&self) -> Reaction {
        if self.can(Action::ThrowAway) {
            return Reaction::Act(json(Action::ThrowAway));
        }
        Reaction::Tell("There is nothing to throw away.".to_owned())
    }

    fn move_cursor(&mut self, across: i8, down: bool) -> Reaction {
        if self.phase() == Some(ViewPhase::Take) {
            self.on_discard = across > 0 || (across == 0 && self.on_discard);
            return Reaction::Moved;
        }
        let (column, row) = (self.cursor % 3, self.cursor / 3);
        let column = (column as i8 + across).clamp(0, 2) as usize;
        let row = if across == 0 { usize::from(down) } else { row };
        self.cursor = 3 * row + column;
        Reaction::Moved
    }
}

impl Board for GolfBoard {
    fn see(&mut self, seen: &Value) -> Result<(), String> {
        let seen: SeenOf<Golf> = read_seen::<Golf>(seen)?;
        self.choices = seen.legal.iter().map(|action| words(action, &seen)).collect();
        if seen.phase != ViewPhase::Reveal {
            self.marked.clear();
        }
        if seen.phase != ViewPhase::Take {
            self.on_discard = false;
        }
        self.seen = Some(seen);
        Ok(())
    }

    fn choices(&self) -> &[Choice] {
        &self.choices
    }

    fn hint(&self, names: &[String]) -> String {
        let Some(seen) = &self.seen else { return String::new() };
        let held =
            seen.held.and_then(|held| held.card).map_or_else(|| "a card".to_owned(), |card| card.to_string());
        match self.phase() {
            Some(ViewPhase::Reveal) => match self.marked.len() {
                0 => "Pick two of your cards to turn: 1 to 6.".to_owned(),
                1 => "Pick one more.".to_owned(),
                _ => "Turn these two? Enter does it.".to_owned(),
            },
            Some(ViewPhase::Take) => {
                let steal = seen.legal.iter().any(|action| matches!(action, Action::Steal(_)));
                let more = if steal { ", or type steal" } else { "" };
                format!("Your turn: take a card from the stock or the discard pile{more}.")
            }
            Some(ViewPhase::Holding) => {
                let from_stock = matches!(seen.held, Some(Held { source: Source::Stock, .. }));
                let throw = if from_stock { ", or throw it away" } else { "" };
                format!("You hold {held}: pick the card it replaces{throw}.")
            }
            Some(ViewPhase::TurnOne) => "Pick a hidden card to turn.".to_owned(),
            _ => waiting(seen.you, seen.to_act, seen.outcome, names),
        }
    }

    fn describe(&self, names: &[String]) -> Vec<String> {
        let Some(seen) = &self.seen else { return Vec::new() };
        let face = |face: &Option<Card>| face.map_or_else(|| "hidden".to_owned(), |card| card.to_string());
        let mut sentences =
            vec![format!("Round {} of {}. The stock has {} cards.", seen.round, seen.rounds, seen.stock)];
        if let Some(card) = seen.discard() {
            sentences.push(format!("The discard pile shows {card}."));
        }
        for seat in Seat::all(seen.seats) {
            let Some(faces) = seen.layouts.get(seat) else { continue };
            let faces: Vec<_> = faces.iter().map(face).collect();
            let name = if seen.you == Some(seat) {
                "Your"
            } else {
                names.get(seat.index()).map_or("?", String::as_str)
            };
            sentences.push(format!(
                "{name} cards, above: {}; below: {}.",
                faces[..3].join(" "),
                faces[3..].join(" ")
            ));
        }
        if let Some(Held { card: Some(card), seat, .. }) = seen.held {
            let who = if seen.you == Some(seat) { "You hold" } else { "Somebody holds" };
            sentences.push(format!("{who} {card}."));
        }
        sentences
    }

    fn options(&mut self, options: &RawOptions) {
        let named = options.0.iter().find(|(name, _)| name == "values").map(|(_, value)| value.as_str());
        self.values = match named {
            Some("court") => Values::Court,
            Some("plus_two") => Values::PlusTwo,
            _ => Values::Bicycle,
        };
    }

    fn why_not(&self) -> Vec<String> {
        let Some(seen) = self.seen.as_ref().filter(|seen| seen.you.is_some()) else { return Vec::new() };
        let why = match self.phase() {
            None if seen.outcome.is_none() => "You cannot play now: it is not your turn.",
            Some(ViewPhase::Reveal) => "No card can be taken before everybody has turned two.",
            Some(ViewPhase::Take) if !self.can(Action::TakeDiscard) => {
                "The discard pile is empty: take from the stock."
            }
            Some(ViewPhase::Take) => "Your own cards can be changed once you hold a card.",
            Some(ViewPhase::Holding) if !self.can(Action::ThrowAway) => {
                "It cannot be thrown away: it came from the discard pile."
            }
            Some(ViewPhase::TurnOne) => "Open cards cannot be turned again.",
            _ => return Vec::new(),
        };
        vec![why.to_owned()]
    }

    fn draw(&mut self, scene: &Scene<'_>, area: Rect, buffer: &mut Buffer) -> Option<Position> {
        self.draw_all(scene, area, buffer)
    }

    fn point_at(&mut self, action: &Value) {
        match serde_json::from_value(action.clone()) {
            Ok(Action::Reveal(two)) => {
                self.marked = two.places().map(|place| usize::from(place.number())).to_vec();
            }
            Ok(Action::TakeStock) => self.on_discard = false,
            Ok(Action::TakeDiscard) => self.on_discard = true,
            Ok(Action::Swap(place) | Action::Turn(place)) => self.cursor = usize::from(place.number()),
            Ok(Action::ThrowAway | Action::Steal(_)) | Err(_) => {}
        }
    }

    fn key(&mut self, key: &Key) -> Reaction {
        match key {
            Key::Left => self.move_cursor(-1, false),
            Key::Right => self.move_cursor(1, false),
            Key::Up => self.move_cursor(0, false),
            Key::Down => self.move_cursor(0, true),
            Key::Char(' ') if self.phase() == Some(ViewPhase::Reveal) => self.mark(self.cursor),
            Key::Char('0') => self.throw(),
            Key::Char(digit @ '1'..='6') => {
                self.cursor = *digit as usize - '1' as usize;
                if self.phase() == Some(ViewPhase::Reveal) { self.mark(self.cursor) } else { Reaction::Moved }
            }
            Key::Enter => self.choose(self.cursor),
            Key::Click(at) if self.stock.contains(*at) && self.phase() == Some(ViewPhase::Take) => {
                Reaction::Act(json(Action::TakeStock))
            }
            Key::Click(at) if self.discard.contains(*at) => match self.phase() {
                Some(ViewPhase::Take) => Reaction::Act(json(Action::TakeDiscard)),
                _ => self.throw(),
            },
            Key::Click(at) => match self.places.iter().position(|place| place.contains(*at)) {
                Some(index) if self.phase() == Some(ViewPhase::Reveal) && self.marked.len() < 2 => {
                    self.mark(index)
                }
                Some(index) if index == self.cursor => self.choose(index),
                Some(index) => {
                    self.cursor = index;
                    Reaction::Moved
                }
                None => Reaction::Ignored,
            },
            _ => Reaction::Ignored,
        }
    }

    fn read(&self, text: &str) -> Option<Value> {
        let text = text.to_lowercase();
        let mut words = text.split_whitespace();
        let verb = words.next()?;
        let place =
            words.next().and_then(|word| word.parse::<u8>().ok()?.checked_sub(1)).and_then(Place::new);
        Some(json(match (verb, place) {
            ("stock", None) => Action::TakeStock,
            ("discard", None) => Action::TakeDiscard,
            ("throw", None) => Action::ThrowAway,
            ("swap", Some(place)) => Action::Swap(place),
            ("turn", Some(place)) => Action::Turn(place),
            _ => return None,
        }))
    }

    fn keys(&self) -> &'static str {
        "arrows or 1-6 pick · Enter does it · 0 throws away"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn open_cards_count_and_pairs_count_nothing() {
        let card = |text: &str| crate::play::choice::card(text);
        let faces: Faces = [card("s10"), card("hq"), None, card("d10"), card("c2"), card("sa")];
        assert_eq!(points(&faces, Values::Bicycle), 10 - 2 + 1);
        assert_eq!(points(&faces, Values::Court), 12 - 2 + 1);
        assert_eq!(points(&faces, Values::PlusTwo), 10 + 2 + 1);
    }
}
