//! One Card: the piles, who holds how many, and the hand.

use cards::Card;
use game::{Seat, SeenOf};
use games::onecard::{Action, Direction, LastTurn, OneCard};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;
use serde_json::Value;

use super::cards::{DrawnHand, HandCard, draw_hand, hand_height, large, large_back};
use super::paint::{put, short};
use super::{Board, Reaction, Scene, json, read_seen, waiting};
use crate::play::choice::{self, Choice};
use crate::play::keys::Key;
use crate::play::look::{ALARM, BOLD, CAN, QUIET, seat_style};

/// The board of One Card.
#[derive(Default)]
pub(super) struct OneCardBoard {
    seen: Option<SeenOf<OneCard>>,
    choices: Vec<Choice>,
    cursor: usize,
    hand: DrawnHand,
    stock: Rect,
}

/// "1 card", "3 cards".
fn counted(count: u16) -> String {
    if count == 1 { "1 card".to_owned() } else { format!("{count} cards") }
}

fn words(action: &Action, attack: u16) -> Choice {
    let (typed, label) = match action {
        Action::Play(card) => (choice::card_word(*card), format!("Play {card}")),
        Action::Lay(card) => (format!("lay {}", choice::card_word(*card)), format!("Lay {card} and go on")),
        Action::Draw if attack > 1 => ("draw".to_owned(), format!("Draw {attack} cards")),
        Action::Draw => ("draw".to_owned(), "Draw a card".to_owned()),
        Action::Keep => ("keep".to_owned(), "Keep it".to_owned()),
    };
    Choice { action: json(action), typed, label }
}

impl OneCardBoard {
    fn can(&self, action: Action) -> bool {
        self.seen.as_ref().is_some_and(|seen| seen.legal.contains(&action))
    }

    fn play(&self, index: usize, go_on: bool) -> Reaction {
        let Some(seen) = &self.seen else { return Reaction::Ignored };
        let Some(&card) = seen.hand.get(index) else { return Reaction::Ignored };
        if seen.legal.is_empty() {
            return Reaction::Tell("It is not your turn.".to_owned());
        }
        let action =
            if go_on && self.can(Action::Lay(card)) { Action::Lay(card) } else { Action::Play(card) };
        // What is not legal is sent all the same: the server says which rule forbids it.
        Reaction::Act(json(action))
    }

    fn draw_or_keep(&self) -> Reaction {
        let action = [Action::Draw, Action::Keep].into_iter().find(|action| self.can(*action));
        match action {
            Some(action) => Reaction::Act(json(action)),
            None => Reaction::Tell("You cannot draw now.".to_owned()),
        }
    }

    fn player_line(&self, seen: &SeenOf<OneCard>, seat: Seat) -> String {
        let held = seen.held.get(seat).copied().unwrap_or(0);
        let alarm = if held == 1 { "!" } else { "" };
        let last = match seen.last_turns.get(seat).copied().flatten() {
            None if seat == seen.starter => "begins".to_owned(),
            None => String::new(),
            Some(LastTurn::Played { card, count: 1 }) => format!("{card}"),
            Some(LastTurn::Played { card, count }) => format!("{card} ×{count}"),
            Some(LastTurn::Drew { count }) => format!("drew {count}"),
        };
        format!("{:>8}{alarm:<1} {last}", counted(held))
    }

    fn draw_players(&self, seen: &SeenOf<OneCard>, scene: &Scene<'_>, area: Rect, buffer: &mut Buffer) {
        for (row, seat) in Seat::all(seen.seats).enumerate() {
            let row = row as u16;
            let turn = seen.to_act.contains(seat);
            let mark = if turn { "▸ " } else { "  " };
            let name_width = usize::from(area.width.saturating_sub(20)).clamp(4, 20);
            let style = if turn { BOLD } else { Style::new() };
            put(buffer, area, (0, row), mark, CAN);
            let name = short(scene.name(seat), name_width);
            put(buffer, area, (2, row), &name, seat_style(seat.index()).patch(style));
            put(buffer, area, (2 + name_width as u16, row), &self.player_line(seen, seat), style);
        }
    }
}

impl Board for OneCardBoard {
    fn see(&mut self, seen: &Value) -> Result<(), String> {
        let seen: SeenOf<OneCard> = read_seen::<OneCard>(seen)?;
        self.choices = seen.legal.iter().map(|action| words(action, seen.attack)).collect();
        // The cursor goes to a card that can be played, so that Enter does something sensible.
        let playable = |card: &Card| seen.legal.contains(&Action::Play(*card));
        if !seen.hand.get(self.cursor).is_some_and(playable) {
            let first = seen.hand.iter().position(playable);
            self.cursor = first.unwrap_or(self.cursor).min(seen.hand.len().saturating_sub(1));
        }
        self.seen = Some(seen);
        Ok(())
    }

    fn choices(&self) -> &[Choice] {
        &self.choices
    }

    fn hint(&self, names: &[String]) -> String {
        let Some(seen) = &self.seen else { return String::new() };
        if seen.legal.is_empty() {
            return waiting(seen.you, seen.to_act, seen.outcome, names);
        }
        let plays = seen.legal.iter().any(|action| matches!(action, Action::Play(_)));
        let (top, attack) = (seen.top, seen.attack);
        if seen.choosing {
            return "The card you drew fits: play it or keep it (0 keeps it).".to_owned();
        }
        match (attack, plays) {
            (0, true) if seen.laid > 0 => format!("Go on with another {}.", top.rank().word()),
            (0, true) => {
                format!("Your turn: lay {} or a {}.", top.suit().name().to_lowercase(), top.rank().word())
            }
            (0, false) => "Nothing fits: press 0 to draw a card.".to_owned(),
            (_, true) => format!(
                "Answer the attack with a 2, 3, 7, queen or jack that follows {top}, or draw {}.",
                counted(attack)
            ),
            (_, false) => format!("No answer to the attack: press 0 to draw {}.", counted(attack)),
        }
    }

    fn describe(&self, names: &[String]) -> Vec<String> {
        let Some(seen) = &self.seen else { return Vec::new() };
        let mut sentences = vec![format!(
            "The top card is {}. The stock has {}. Play runs {}.",
            seen.top,
            counted(seen.stock_size),
            seen.direction.words()
        )];
        let others = Seat::all(seen.seats).filter(|seat| seen.you != Some(*seat));
        let others = others.map(|seat| {
            let name = names.get(seat.index()).map_or("?", String::as_str);
            format!("{name} has {}", counted(seen.held.get(seat).copied().unwrap_or(0)))
        });
        sentences.push(format!("{}.", others.collect::<Vec<_>>().join(", ")));
        if seen.attack > 0 {
            sentences.push(format!("The attack stands at {}.", counted(seen.attack)));
        }
        if seen.you.is_some() {
            let hand: Vec<_> = seen.hand.iter().map(Card::to_string).collect();
            sentences.push(format!(
                "Your hand: {}.",
                if hand.is_empty() { "no cards".to_owned() } else { hand.join(" ") }
            ));
        }
        sentences
    }

    fn why_not(&self) -> Vec<String> {
        let Some(seen) = self.seen.as_ref().filter(|seen| seen.you.is_some()) else { return Vec::new() };
        if seen.legal.is_empty() {
            return if seen.outcome.is_none() {
                vec!["You cannot play now: it is not your turn.".to_owned()]
            } else {
                Vec::new()
            };
        }
        let plays = |card: &&Card| {
            seen.legal
                .iter()
                .any(|action| matches!(action, Action::Play(own) | Action::Lay(own) if own == *card))
        };
        let left_out: Vec<_> = seen.hand.iter().filter(|card| !plays(card)).map(Card::to_string).collect();
        if left_out.is_empty() {
            return Vec::new();
        }
        let (top, suit, rank) = (seen.top, seen.top.suit().name().to_lowercase(), seen.top.rank().word());
        let why = if seen.choosing {
            "only the card you drew can be played now".to_owned()
        } else if seen.laid > 0 {
            format!("after {top} you can only go on with another {rank}")
        } else if seen.attack > 0 {
            format!("an attack is answered with a 2, 3, 7, queen or jack that follows {top}")
        } else {
            format!("neither {suit} nor a {rank}")
        };
        vec![format!("Not now: {} ({why}).", left_out.join(" "))]
    }

    fn draw(&mut self, scene: &Scene<'_>, area: Rect, buffer: &mut Buffer) -> Option<Position> {
        let seen = self.seen.as_ref()?;
        let (round, arrow) = match seen.direction {
            Direction::Clockwise => (seen.round, "↻ clockwise"),
            Direction::CounterClockwise => (seen.round, "↺ counter-clockwise"),
        };
        put(buffer, area, (0, 0), &format!("Round {round} · play runs {arrow}"), QUIET);
        let can_draw = self.can(Action::Draw);
        let style = if can_draw { CAN } else { Style::new() };
        put(buffer, area, (0, 1), " stock", style);
        put(buffer, area, (9, 1), " pile", Style::new());
        large_back(usize::from(seen.stock_size), (0, 2), style, area, buffer);
        large(scene, seen.top, (9, 2), area, buffer);
        put(buffer, area, (0, 7), &format!("{:^7}", seen.stock_size), QUIET);
        put(buffer, area, (9, 7), &format!("{:^7}", seen.discards.len()), QUIET);
        if can_draw {
            put(buffer, area, (0, 8), "0 draws", CAN);
        } else if self.can(Action::Keep) {
            put(buffer, area, (0, 8), "0 keeps", CAN);
        }
        // The place of the attack is always there.
        match seen.attack {
            0 => put(buffer, area, (10, 8), "no attack", QUIET),
            count => put(buffer, area, (10, 8), &format!("ATTACK: {}", counted(count)), ALARM),
        }
        self.stock = Rect::new(area.x, area.y + 2, 7, 5).intersection(area);
        let players = Rect::new(
            area.x + 19.min(area.width),
            area.y + 1,
            area.width.saturating_sub(19),
            10.min(area.height),
        );
        self.draw_players(seen, scene, players.intersection(area), buffer);
        seen.you?;
        let hand: Vec<_> = seen
            .hand
            .iter()
            .map(|card| HandCard {
                card: *card,
                can: seen
                    .legal
                    .iter()
                    .any(|action| matches!(action, Action::Play(own) | Action::Lay(own) if own == card)),
                marked: false,
            })
            .collect();
        let room = area.height.saturating_sub(11);
        let height = hand_height(hand.len(), area.width, room);
        let below = Rect::new(area.x, area.y + area.height - height, area.width, height);
        put(
            buffer,
            area,
            (0, area.height.saturating_sub(height + 1)),
            &format!("Your hand · {}", counted(hand.len() as u16)),
            BOLD,
        );
        self.hand = draw_hand(scene, &hand, (!hand.is_empty()).then_some(self.cursor), below, buffer);
        self.hand.focus
    }

    fn point_at(&mut self, action: &Value) {
        let Some(seen) = &self.seen else { return };
        if let Ok(Action::Play(wanted) | Action::Lay(wanted)) = serde_json::from_value(action.clone()) {
            let index = seen.hand.iter().position(|card| *card == wanted);
            self.cursor = index.unwrap_or(self.cursor);
        }
    }

    fn key(&mut self, key: &Key) -> Reaction {
        let Some(seen) = &self.seen else { return Reaction::Ignored };
        let last = seen.hand.len().saturating_sub(1);
        match key {
            Key::Left => self.cursor = self.cursor.saturating_sub(1),
            Key::Right => self.cursor = (self.cursor + 1).min(last),
            Key::Up => self.cursor = self.cursor.saturating_sub(13),
            Key::Down => self.cursor = (self.cursor + 13).min(last),
            Key::Home => self.cursor = 0,
            Key::End => self.cursor = last,
            Key::Char(digit @ '1'..='9') => {
                let index = *digit as usize - '1' as usize;
                if index > last {
                    return Reaction::Tell(format!("You have only {}.", counted(seen.hand.len() as u16)));
                }
                self.cursor = index;
            }
            Key::Char('0') => return self.draw_or_keep(),
            Key::Enter => return self.play(self.cursor, false),
            Key::Char(' ') => return self.play(self.cursor, true),
            Key::Click(at) if self.stock.contains(*at) => return self.draw_or_keep(),
            Key::Click(at) => {
                let Some(index) = self.hand.at(*at) else { return Reaction::Ignored };
                if index == self.cursor {
                    return self.play(index, false);
                }
                self.cursor = index;
            }
            _ => return Reaction::Ignored,
        }
        Reaction::Moved
    }

    fn read(&self, text: &str) -> Option<Value> {
        let text = choice::normal(text);
        match &*text {
            "draw" => return Some(json(Action::Draw)),
            "keep" => return Some(json(Action::Keep)),
            _ => {}
        }
        match text.strip_prefix("lay ") {
            Some(card) => choice::card(card).map(|card| json(Action::Lay(card))),
            None => choice::card(&text).map(|card| json(Action::Play(card))),
        }
    }

    fn keys(&self) -> &'static str {
        "←→ or 1-9 pick · Enter plays · 0 draws · or type S10, draw"
    }
}
