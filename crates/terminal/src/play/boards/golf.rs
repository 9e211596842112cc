//! Six Card Golf: everybody's six cards, the piles, the card in hand.

use cards::Card;
use game::{Seat, SeenOf};
use games::golf::layout::{Faces, Place};
use games::golf::{Action, Golf, Held, Source, TwoPlaces, ViewPhase};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;
use serde_json::Value;

use super::cards::{back, card, empty};
use super::paint::{put, short};
use super::{Board, Reaction, Scene, json, read_seen, waiting};
use crate::play::choice::Choice;
use crate::play::keys::Key;
use crate::play::look::{BOLD, CAN, CURSOR, QUIET, seat_style};

/// Columns of an opponent's cards.
const OPPONENT_WIDTH: u16 = 17;
const OPPONENT_HEIGHT: u16 = 4;

/// The board of Six Card Golf.
#[derive(Default)]
pub(super) struct GolfBoard {
    seen: Option<SeenOf<Golf>>,
    choices: Vec<Choice>,
    /// The own card under the cursor, 0 to 5.
    cursor: usize,
    /// The cards to turn at the beginning of a round.
    marked: Vec<usize>,
    /// Whether the cursor is on the discard pile, while a card is to be taken.
    on_discard: bool,
    places: [Rect; 6],
    stock: Rect,
    discard: Rect,
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

    fn draw_opponent(
        &self,
        seen: &SeenOf<Golf>,
        seat: Seat,
        (scene, area): (&Scene<'_>, Rect),
        buffer: &mut Buffer,
    ) {
        let (Some(faces), Some(showing)) = (seen.layouts.get(seat), seen.showing.get(seat)) else { return };
        let turn = seen.to_act.contains(seat);
        let name = short(scene.name(seat), 11);
        put(buffer, area, (0, 0), if turn { "▸" } else { " " }, CAN);
        put(
            buffer,
            area,
            (1, 0),
            &name,
            seat_style(seat.index()).patch(if turn { BOLD } else { Style::new() }),
        );
        put(buffer, area, (13, 0), &format!("{showing:>3}"), QUIET);
        for (index, face) in faces.iter().enumerate() {
            let (column, row) = (1 + 4 * (index as u16 % 3), 1 + index as u16 / 3);
            match face {
                Some(card) => {
                    let style = scene.look.suit(card.suit());
                    let style = if is_pair(faces, index) { style.patch(QUIET) } else { style };
                    put(buffer, area, (column, row), &format!("{:>3}", card.to_string()), style);
                }
                None => put(buffer, area, (column, row), "░░░", QUIET),
            }
        }
    }

    fn draw_own(
        &mut self,
        seat: Seat,
        (scene, area): (&Scene<'_>, Rect),
        buffer: &mut Buffer,
    ) -> Option<Position> {
        let seen = self.seen.as_ref()?;
        let faces = *seen.layouts.get(seat)?;
        let showing = seen.showing.get(seat)?;
        let label = format!("{} · shows {showing}", scene.name(seat));
        put(buffer, area, (0, 0), &label, seat_style(seat.index()).patch(BOLD));
        let phase = self.phase();
        let picks = matches!(phase, Some(ViewPhase::Reveal | ViewPhase::Holding | ViewPhase::TurnOne));
        let mut focus = None;
        for (index, face) in faces.iter().enumerate() {
            let at = (6 * (index as u16 % 3), 1 + 3 * (index as u16 / 3));
            let can = match (phase, Place::new(index as u8)) {
                (Some(ViewPhase::Reveal), _) => face.is_none(),
                (Some(ViewPhase::Holding), Some(place)) => self.can(Action::Swap(place)),
                (Some(ViewPhase::TurnOne), Some(place)) => self.can(Action::Turn(place)),
                _ => false,
            };
            let here = picks && index == self.cursor;
            let frame = if can { CAN } else { Style::new() };
            match face {
                Some(face) => card(scene, *face, at, here, can, area, buffer),
                None => {
                    back(at, frame, area, buffer);
                    if here {
                        put(buffer, area, (at.0 + 1, at.1 + 1), "░░░", CURSOR);
                    }
                }
            }
            // The number of the place is on its frame; a pair and a mark are said in words' place too.
            let mark = if self.marked.contains(&index) {
                "✓"
            } else if is_pair(&faces, index) {
                "="
            } else {
                ""
            };
            put(buffer, area, (at.0 + 1, at.1 + 2), &format!("{}{mark}", index + 1), frame);
            self.places[index] = Rect::new(area.x + at.0, area.y + at.1, 5, 3).intersection(area);
            if here {
                focus = Some(Position::new(area.x + at.0 + 1, area.y + at.1 + 1));
            }
        }
        focus
    }

    fn draw_piles(&mut self, (scene, area): (&Scene<'_>, Rect), buffer: &mut Buffer) -> Option<Position> {
        let seen = self.seen.as_ref()?;
        let taking = self.phase() == Some(ViewPhase::Take);
        let style = |here: bool| match (taking, here) {
            (true, true) => CURSOR,
            (true, false) => CAN,
            _ => Style::new(),
        };
        put(buffer, area, (0, 0), "stock", style(!self.on_discard));
        put(buffer, area, (7, 0), "discard", style(self.on_discard));
        put(buffer, area, (16, 0), "in hand", QUIET);
        if seen.stock > 0 {
            back((0, 1), if taking { CAN } else { Style::new() }, area, buffer);
        } else {
            empty((0, 1), area, buffer);
        }
        put(buffer, area, (0, 4), &format!("{:^5}", seen.stock), QUIET);
        match seen.discard() {
            Some(top) => card(scene, top, (8, 1), false, taking, area, buffer),
            None => empty((8, 1), area, buffer),
        }
        match seen.held {
            Some(Held { card: Some(held), .. }) => card(scene, held, (17, 1), false, false, area, buffer),
            Some(Held { card: None, .. }) => back((17, 1), Style::new(), area, buffer),
            None => empty((17, 1), area, buffer),
        }
        if self.can(Action::ThrowAway) {
            put(buffer, area, (7, 4), "0 throws it away", CAN);
        }
        self.stock = Rect::new(area.x, area.y, 6, 4).intersection(area);
        self.discard = Rect::new(area.x + 7, area.y, 7, 4).intersection(area);
        taking.then(|| Position::new(area.x + if self.on_discard { 7 } else { 0 }, area.y))
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

    fn draw(&mut self, scene: &Scene<'_>, area: Rect, buffer: &mut Buffer) -> Option<Position> {
        let seen = self.seen.as_ref()?;
        let last = match seen.last_turns {
            Some(last) if seen.phase != ViewPhase::Over => {
                format!(" · {} is out: last turns", scene.name(last.out))
            }
            _ => String::new(),
        };
        put(buffer, area, (0, 0), &format!("Round {} of {}{last}", seen.round, seen.rounds), QUIET);
        let own = seen.you.unwrap_or(Seat::of(0));
        let each_row = (area.width / OPPONENT_WIDTH).max(1);
        let opponents: Vec<Seat> = own.round(seen.seats).skip(1).collect();
        for (index, seat) in opponents.iter().enumerate() {
            let column = index as u16 % each_row * OPPONENT_WIDTH;
            let row = 2 + index as u16 / each_row * OPPONENT_HEIGHT;
            let place = Rect::new(area.x + column, area.y + row, OPPONENT_WIDTH - 1, 3).intersection(area);
            self.draw_opponent(seen, *seat, (scene, place), buffer);
        }
        let rows = (opponents.len() as u16).div_ceil(each_row);
        let top = (2 + rows * OPPONENT_HEIGHT).min(area.height.saturating_sub(7));
        let below = Rect::new(area.x, area.y + top, area.width, area.height - top);
        let piles = Rect::new(
            below.x + 21,
            below.y + 1,
            below.width.saturating_sub(21),
            below.height.saturating_sub(1),
        );
        let on_piles = self.draw_piles((scene, piles.intersection(area)), buffer);
        let on_own = self.draw_own(own, (scene, below.intersection(area)), buffer);
        on_piles.or(on_own)
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
