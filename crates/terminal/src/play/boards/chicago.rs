//! Chicago: the trick, what the hands of this round were paid, the own five cards.

use cards::poker::HandValue;
use cards::{Card, CardSet};
use game::{Seat, SeenOf};
use games::chicago::{Action, Award, Chicago, Phase};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;
use serde_json::Value;

use super::cards::{DrawnHand, HandCard, card, draw_hand, empty, hand_height, large_card, large_empty};
use super::menu::Menu;
use super::paint::{put, short};
use super::{Board, Reaction, Scene, json, read_seen, waiting};
use crate::play::choice::{self, Choice};
use crate::play::keys::Key;
use crate::play::look::{BOLD, CAN, QUIET, seat_style};

/// Columns of one place of the trick, on a small and on a large screen.
const PLACE: u16 = 12;
const LARGE_PLACE: u16 = 18;

/// Whether there is room for large cards.
const fn is_large(area: Rect) -> bool {
    area.height >= 26 && area.width >= 4 * LARGE_PLACE
}

/// The board of Chicago.
#[derive(Default)]
pub(super) struct ChicagoBoard {
    seen: Option<SeenOf<Chicago>>,
    choices: Vec<Choice>,
    cursor: usize,
    /// The cards that are to be changed.
    marked: CardSet,
    menu: Menu,
    hand: DrawnHand,
}

fn words(action: &Action, open: Option<Card>) -> Choice {
    let (typed, label) = match action {
        Action::Change(cards) if cards.is_empty() => ("keep".to_owned(), "Keep all".to_owned()),
        Action::Change(cards) => {
            let typed: Vec<_> = cards.iter().map(choice::card_word).collect();
            let shown: Vec<_> = cards.iter().map(|card| card.to_string()).collect();
            (format!("change {}", typed.join(" ")), format!("Change {}", shown.join(" ")))
        }
        Action::TakeOpen => {
            ("take".to_owned(), open.map_or("Take the open card".to_owned(), |card| format!("Take {card}")))
        }
        Action::DrawUnseen => ("unseen".to_owned(), "Take the next one unseen".to_owned()),
        Action::CallChicago => ("chicago".to_owned(), "Play Chicago!".to_owned()),
        Action::NoChicago => ("no".to_owned(), "No Chicago".to_owned()),
        Action::Play(card) => (choice::card_word(*card), format!("Play {card}")),
    };
    Choice { action: json(action), typed, label }
}

impl ChicagoBoard {
    fn cards(&self) -> Vec<Card> {
        let hand = self.seen.as_ref().and_then(|seen| seen.hand);
        hand.into_iter().flatten().flatten().collect()
    }

    fn phase(&self) -> Option<Phase> {
        self.seen.as_ref().filter(|seen| !seen.legal.is_empty()).map(|seen| seen.phase)
    }

    fn mark(&mut self, index: usize) -> Reaction {
        let Some(card) = self.cards().get(index).copied() else { return Reaction::Ignored };
        if self.marked.contains(card) {
            self.marked.remove(card);
        } else {
            self.marked.insert(card);
        }
        Reaction::Moved
    }

    fn enter(&self) -> Reaction {
        match self.phase() {
            Some(Phase::Exchange) => Reaction::Act(json(Action::Change(self.marked))),
            Some(Phase::Tricks) => match self.cards().get(self.cursor) {
                Some(card) => Reaction::Act(json(Action::Play(*card))),
                None => Reaction::Ignored,
            },
            _ => Reaction::Tell("It is not your turn.".to_owned()),
        }
    }

    fn heading(seen: &SeenOf<Chicago>) -> String {
        let part = match seen.phase {
            Phase::Exchange | Phase::OpenCard => format!("exchange {} of 3", seen.exchange),
            Phase::Call => "Chicago?".to_owned(),
            Phase::Tricks => format!("trick {} of 5", seen.tricks.len().max(1)),
            Phase::Over => "the end".to_owned(),
        };
        format!("Round {} · {part} · deck {} · returned {}", seen.round, seen.deck, seen.returned)
    }

    /// The places of the trick: name, card, tricks won, in the order of seats.
    fn draw_trick(seen: &SeenOf<Chicago>, scene: &Scene<'_>, area: Rect, buffer: &mut Buffer) {
        let trick = seen.tricks.last();
        let is_large = area.height > 6;
        let (place, bottom) = if is_large { (LARGE_PLACE, 6) } else { (PLACE, 4) };
        for (index, seat) in Seat::all(seen.seats).enumerate() {
            let column = index as u16 * place;
            let turn = seen.to_act.contains(seat);
            let style = seat_style(seat.index()).patch(if turn { BOLD } else { Style::new() });
            put(buffer, area, (column, 0), if turn { "▸" } else { " " }, CAN);
            put(buffer, area, (column + 1, 0), &short(scene.name(seat), usize::from(place) - 2), style);
            let played = trick.and_then(|trick| trick.played(seen.seats).find(|(player, _)| *player == seat));
            let open = seen.open_cards.iter().rev().find(|open| open.seat == seat && open.taken.is_none());
            let shown = played.map(|(_, card)| (card, false)).or(open.map(|open| (open.card, true)));
            match shown {
                Some((card, can)) if is_large => {
                    let held = HandCard { card, can, marked: false };
                    large_card(scene, &held, (column + 1, 1), false, area, buffer);
                }
                Some((shown, can)) => card(scene, shown, (column + 1, 1), false, can, area, buffer),
                None if is_large => large_empty((column + 1, 1), area, buffer),
                None => empty((column + 1, 1), area, buffer),
            }
            let won = seen.tricks_won.get(seat).copied().unwrap_or(0);
            let mut notes = Vec::new();
            if trick.is_some_and(|trick| trick.winner == Some(seat)) {
                notes.push("wins".to_owned());
            } else if trick.is_some_and(|trick| trick.leader == seat) {
                notes.push("led".to_owned());
            } else if seen.dealer == seat && (is_large || won == 0) {
                notes.push("dealer".to_owned());
            }
            // A small place has room for a few letters only.
            match won {
                0 => {}
                won if !is_large => notes.push(format!("{won} won")),
                1 => notes.push("1 trick".to_owned()),
                won => notes.push(format!("{won} tricks")),
            }
            put(buffer, area, (column + 1, bottom), &short(&notes.join(", "), usize::from(place) - 1), QUIET);
        }
    }

    /// What this round has paid so far; every line has its place from the start.
    fn draw_sheet(seen: &SeenOf<Chicago>, scene: &Scene<'_>, area: Rect, buffer: &mut Buffer) {
        put(buffer, area, (0, 0), "This round", BOLD);
        for number in 0..3 {
            let text = match seen.awards.get(number) {
                None => "–".to_owned(),
                Some(Award::Paid { seat, class, points }) => {
                    format!("{} {points}, {}", scene.name(*seat), class.phrase())
                }
                Some(Award::Drawn { class }) => format!("nobody, equal hands: {}", class.phrase()),
                Some(Award::NoHand) => "nobody, no pair".to_owned(),
                Some(Award::Royal { seat }) => format!("{}: a royal flush", scene.name(*seat)),
            };
            let row = 1 + number as u16;
            put(buffer, area, (0, row), &format!("Hand {}", number + 1), QUIET);
            put(
                buffer,
                area,
                (9, row),
                &short(&text, usize::from(area.width).saturating_sub(9)),
                Style::new(),
            );
        }
        put(buffer, area, (0, 4), "Chicago", QUIET);
        let caller = seen.caller.map_or("–", |seat| scene.name(seat));
        put(buffer, area, (9, 4), caller, if seen.caller.is_some() { CAN } else { Style::new() });
    }

    fn hint_in_tricks(&self, seen: &SeenOf<Chicago>) -> String {
        let led =
            seen.tricks.last().filter(|trick| trick.winner.is_none()).and_then(|trick| trick.cards.first());
        let Some(led) = led else { return "Your turn: lead any card.".to_owned() };
        let suit = led.suit().name().to_lowercase();
        if self.cards().iter().any(|card| card.suit() == led.suit()) {
            format!("Your turn: follow {suit}.")
        } else {
            format!("You have no {suit}: play any card.")
        }
    }
}

impl Board for ChicagoBoard {
    fn see(&mut self, seen: &Value) -> Result<(), String> {
        let seen: SeenOf<Chicago> = read_seen::<Chicago>(seen)?;
        let open = seen.open_cards.iter().rev().find(|open| open.taken.is_none()).map(|open| open.card);
        self.choices = seen.legal.iter().map(|action| words(action, open)).collect();
        let moment = |seen: &SeenOf<Chicago>| (seen.round, seen.exchange, seen.phase);
        if self.seen.as_ref().is_none_or(|before| moment(before) != moment(&seen)) {
            self.marked = CardSet::default();
        }
        // Saying Chicago by accident is dear: the cursor begins on the other answer.
        if seen.phase == Phase::Call {
            self.menu.cursor = seen.legal.iter().position(|action| *action == Action::NoChicago).unwrap_or(0);
        } else if seen.phase == Phase::OpenCard {
            self.menu.cursor = 0;
        }
        self.seen = Some(seen);
        let cards = self.cards();
        let can =
            |card: &Card| self.seen.as_ref().is_some_and(|seen| seen.legal.contains(&Action::Play(*card)));
        if self.phase() == Some(Phase::Tricks) && !cards.get(self.cursor).is_some_and(can) {
            self.cursor = cards.iter().position(can).unwrap_or(0);
        }
        self.cursor = self.cursor.min(cards.len().saturating_sub(1));
        Ok(())
    }

    fn choices(&self) -> &[Choice] {
        &self.choices
    }

    fn hint(&self, names: &[String]) -> String {
        let Some(seen) = &self.seen else { return String::new() };
        match self.phase() {
            Some(Phase::Exchange) if seen.legal.len() == 1 => {
                "You have too many points to change cards.".to_owned()
            }
            Some(Phase::Exchange) if self.marked.is_empty() => {
                "Mark the cards you want to change (Space or 1-5), then Enter.".to_owned()
            }
            Some(Phase::Exchange) => {
                let cards: Vec<_> = self.marked.iter().map(|card| card.to_string()).collect();
                format!("You give back {}. Enter does it.", cards.join(" "))
            }
            Some(Phase::OpenCard) => "Take the open card, or the next one unseen?".to_owned(),
            Some(Phase::Call) => "Will you win all five tricks?".to_owned(),
            Some(Phase::Tricks) => self.hint_in_tricks(seen),
            _ if seen.phase == Phase::Exchange && seen.you.is_some() => {
                "Your choice is sealed until all have chosen.".to_owned()
            }
            _ => waiting(seen.you, seen.to_act, seen.outcome, names),
        }
    }

    fn describe(&self, names: &[String]) -> Vec<String> {
        let Some(seen) = &self.seen else { return Vec::new() };
        let name = |seat: Seat| names.get(seat.index()).map_or("?", String::as_str);
        let mut sentences = vec![format!("{}.", Self::heading(seen))];
        if let Some(trick) =
            seen.tricks.last().filter(|trick| trick.winner.is_none() && !trick.cards.is_empty())
        {
            let played = trick.played(seen.seats).map(|(seat, card)| format!("{} {card}", name(seat)));
            sentences.push(format!("In the trick: {}.", played.collect::<Vec<_>>().join(", ")));
        }
        let cards = self.cards();
        if !cards.is_empty() {
            let hand: Vec<_> = cards.iter().map(Card::to_string).collect();
            let class = <[Card; 5]>::try_from(cards).ok().map(|hand| HandValue::of(hand).class().phrase());
            let class = class.map(|class| format!(", {class}")).unwrap_or_default();
            sentences.push(format!("Your hand: {}{class}.", hand.join(" ")));
        }
        sentences
    }

    fn why_not(&self) -> Vec<String> {
        let Some(seen) = self.seen.as_ref().filter(|seen| seen.you.is_some()) else { return Vec::new() };
        match self.phase() {
            None if seen.outcome.is_none() => vec!["You cannot play now: it is not your turn.".to_owned()],
            Some(Phase::Exchange) if seen.legal.len() == 1 => {
                vec![
                    "No card can be changed: with so many points the rules of this table forbid it."
                        .to_owned(),
                ]
            }
            Some(Phase::Tricks) => {
                let plays = |card: &Card| seen.legal.contains(&Action::Play(*card));
                let not_now: Vec<_> =
                    self.cards().iter().filter(|card| !plays(card)).map(Card::to_string).collect();
                let led = seen.tricks.last().filter(|trick| trick.winner.is_none());
                match led.and_then(|trick| trick.cards.first()) {
                    Some(led) if !not_now.is_empty() => {
                        let suit = led.suit().name().to_lowercase();
                        vec![format!("Not now: {} (you hold {suit}, which were led).", not_now.join(" "))]
                    }
                    _ => Vec::new(),
                }
            }
            _ => Vec::new(),
        }
    }

    fn draw(&mut self, scene: &Scene<'_>, area: Rect, buffer: &mut Buffer) -> Option<Position> {
        let seen = self.seen.as_ref()?;
        put(buffer, area, (0, 0), &Self::heading(seen), QUIET);
        let part =
            |row: u16, height: u16| Rect::new(area.x, area.y + row, area.width, height).intersection(area);
        let sheet_row = if is_large(area) { 12 } else { 7 };
        if is_large(area) {
            Self::draw_trick(seen, scene, part(3, 7), buffer);
        } else {
            Self::draw_trick(seen, scene, part(1, 5), buffer);
        }
        Self::draw_sheet(seen, scene, part(sheet_row, 5), buffer);
        let mut focus = None;
        let phase = self.phase();
        if matches!(phase, Some(Phase::OpenCard | Phase::Call)) {
            // Beside the two lines that say nothing before all have answered.
            let place = Rect::new(area.x + area.width.saturating_sub(28), area.y + sheet_row + 3, 28, 2)
                .intersection(area);
            focus = self.menu.draw(&self.choices, place, buffer);
        }
        let cards = self.cards();
        let playable = |card: Card| match phase {
            Some(Phase::Tricks) => seen.legal.contains(&Action::Play(card)),
            Some(Phase::Exchange) => seen.legal.len() > 1,
            _ => false,
        };
        let hand: Vec<_> = cards
            .iter()
            .map(|card| HandCard { card: *card, can: playable(*card), marked: self.marked.contains(*card) })
            .collect();
        if hand.is_empty() {
            return focus;
        }
        let class = <[Card; 5]>::try_from(cards).ok().map(|hand| HandValue::of(hand).class().phrase());
        let label = format!("Your hand{}", class.map(|class| format!(" · {class}")).unwrap_or_default());
        let height = hand_height(hand.len(), area.width, area.height.saturating_sub(sheet_row + 6));
        let height = height.max(5);
        put(buffer, area, (0, area.height.saturating_sub(height + 1)), &label, BOLD);
        let below = part(area.height.saturating_sub(height), height);
        let cursor = matches!(phase, Some(Phase::Exchange | Phase::Tricks)).then_some(self.cursor);
        self.hand = draw_hand(scene, &hand, cursor, below, buffer);
        focus.or(self.hand.focus)
    }

    fn point_at(&mut self, action: &Value) {
        match serde_json::from_value(action.clone()) {
            Ok(Action::Change(cards)) => self.marked = cards,
            Ok(Action::Play(wanted)) => {
                let index = self.cards().iter().position(|card| *card == wanted);
                self.cursor = index.unwrap_or(self.cursor);
            }
            Ok(Action::TakeOpen | Action::DrawUnseen | Action::CallChicago | Action::NoChicago) => {
                self.menu.point_at(action, &self.choices);
            }
            Err(_) => {}
        }
    }

    fn key(&mut self, key: &Key) -> Reaction {
        if matches!(self.phase(), Some(Phase::OpenCard | Phase::Call)) {
            return self.menu.key(key, &self.choices);
        }
        let last = self.cards().len().saturating_sub(1);
        let exchange = self.phase() == Some(Phase::Exchange);
        match key {
            Key::Left => self.cursor = self.cursor.saturating_sub(1),
            Key::Right => self.cursor = (self.cursor + 1).min(last),
            Key::Home => self.cursor = 0,
            Key::End => self.cursor = last,
            Key::Char(' ') if exchange => return self.mark(self.cursor),
            Key::Char(digit @ '1'..='5') => {
                self.cursor = (*digit as usize - '1' as usize).min(last);
                if exchange {
                    return self.mark(self.cursor);
                }
            }
            Key::Enter => return self.enter(),
            Key::Click(at) => {
                let Some(index) = self.hand.at(*at) else { return Reaction::Ignored };
                if exchange {
                    self.cursor = index;
                    return self.mark(index);
                }
                if index == self.cursor {
                    return self.enter();
                }
                self.cursor = index;
            }
            _ => return Reaction::Ignored,
        }
        Reaction::Moved
    }

    fn read(&self, text: &str) -> Option<Value> {
        let text = choice::normal(text);
        if let Some(rest) = text.strip_prefix("change") {
            let cards: Option<Vec<Card>> = rest.split_whitespace().map(choice::card).collect();
            let mut set = CardSet::default();
            cards?.into_iter().for_each(|card| set.insert(card));
            return Some(json(Action::Change(set)));
        }
        choice::card(&text).map(|card| json(Action::Play(card)))
    }

    fn keys(&self) -> &'static str {
        match self.phase() {
            Some(Phase::Exchange) => "Space or 1-5 mark · Enter changes · or type change H7 D10",
            Some(Phase::OpenCard | Phase::Call) => "↑↓ choose · Enter does it",
            _ => "←→ or 1-5 pick · Enter plays · or type S10",
        }
    }
}
