//! Sorry!: the ring, the pawns, the card, and where it leads.

use game::{Seat, SeenOf};
use games::sorry::{Action, Colour, Place, Sorry, Square, Target, ViewPhase};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;
use serde_json::Value;

use super::menu::Menu;
use super::paint::{put, short, wrap};
use super::{Board, Reaction, Scene, json, read_seen, waiting};
use crate::play::choice::Choice;
use crate::play::keys::Key;
use crate::play::look::{BOLD, CAN, CURSOR, QUIET, seat_style};

/// Squares on a side of the ring.
const SIDE: u16 = 16;

/// Columns and rows from one square to the next: wide if there is room, with everything else inside the ring.
#[derive(Clone, Copy)]
struct Grid {
    across: u16,
    down: u16,
}

impl Grid {
    const fn of(area: Rect) -> Self {
        if area.width >= 4 * SIDE && area.height >= 2 * SIDE - 1 {
            Self { across: 4, down: 2 }
        } else {
            Self { across: 3, down: 1 }
        }
    }

    const fn is_large(self) -> bool {
        self.down > 1
    }
}

/// The board of Sorry!.
#[derive(Default)]
pub(super) struct SorryBoard {
    seen: Option<SeenOf<Sorry>>,
    choices: Vec<Choice>,
    menu: Menu,
}

/// Column and row of a square: clockwise from the upper left corner.
fn cell_of(square: Square) -> (u16, u16) {
    let steps = u16::from(square.number()) - 1;
    let (side, along, last) = (steps / (SIDE - 1), steps % (SIDE - 1), SIDE - 1);
    match side {
        0 => (along, 0),
        1 => (last, along),
        2 => (last - along, last),
        _ => (0, last - along),
    }
}

fn place_words(place: Place) -> String {
    match place {
        Place::Start => "in Start".to_owned(),
        Place::Square(square) => format!("on square {square}"),
        Place::Home => "at Home".to_owned(),
    }
}

fn words(action: &Action, target: Option<&Target>) -> Choice {
    let to = target
        .and_then(|target| target.to.square())
        .map(|square| format!(" to {square}"))
        .unwrap_or_default();
    let colour = |seat: Seat| Colour::of(seat).name();
    let bumps = target.and_then(|target| target.bumps);
    let bumps = bumps.map(|seat| format!(", sends {} back", colour(seat))).unwrap_or_default();
    let (typed, label) = match action {
        Action::Roll => ("draw".to_owned(), "Draw a card".to_owned()),
        Action::Home => ("home".to_owned(), "Go Home!".to_owned()),
        Action::Leave => ("leave".to_owned(), format!("Leave Start{bumps}")),
        Action::Forward => ("forward".to_owned(), format!("Forward{to}{bumps}")),
        Action::Backward => ("back".to_owned(), format!("Back{to}{bumps}")),
        Action::Switch(seat) => {
            (format!("switch {}", colour(*seat).to_lowercase()), format!("Swap with {}{to}", colour(*seat)))
        }
        Action::Take(seat) => {
            (format!("take {}", colour(*seat).to_lowercase()), format!("Take {}'s square{to}", colour(*seat)))
        }
        Action::Sorry(seat) => (
            format!("sorry {}", colour(*seat).to_lowercase()),
            format!("Send {} back to Start", colour(*seat)),
        ),
        Action::Forfeit => ("pass".to_owned(), "Pass".to_owned()),
    };
    Choice { action: json(action), typed, label }
}

impl SorryBoard {
    /// Where the chosen action leads.
    fn chosen_target(&self) -> Option<Place> {
        let seen = self.seen.as_ref()?;
        let chosen = seen.legal.get(self.menu.cursor)?;
        seen.targets.iter().find(|target| target.action == *chosen).map(|target| target.to)
    }

    fn draw_ring(&self, seen: &SeenOf<Sorry>, grid: Grid, area: Rect, buffer: &mut Buffer) {
        let chosen = self.chosen_target();
        let mut open_brackets = Vec::new();
        for square in (1..=60).filter_map(Square::new) {
            let (column, row) = cell_of(square);
            let at = (column * grid.across, row * grid.down);
            let here = Place::Square(square);
            let pawn = seen.pawns.iter().find(|(_, pawn)| pawn.place == here);
            let is_target = seen.targets.iter().any(|target| target.to == here);
            let beside = |(seat, _): &(Seat, _)| {
                let colour = Colour::of(*seat);
                colour.exit() == square || colour.entry() == square
            };
            let owner = seen.pawns.iter().find(beside).map(|(seat, _)| seat);
            let (text, style) = match (pawn, owner) {
                (Some((seat, pawn)), _) => {
                    (pawn.colour.letter().to_string(), seat_style(seat.index()).patch(BOLD))
                }
                (None, _) if is_target => (square.to_string(), CAN),
                (None, Some(seat)) => (square.to_string(), seat_style(seat.index())),
                (None, None) if square.number() % 15 == 1 => (square.to_string(), QUIET),
                (None, None) => ("·".to_owned(), QUIET),
            };
            let (left, right) = if is_target { ("[", "]") } else { (" ", " ") };
            let style = if chosen == Some(here) { style.patch(CURSOR) } else { style };
            let cell = match text.len() {
                2 if is_target => {
                    open_brackets.push(((at.0 + 3, at.1), style));
                    format!("[{text}")
                }
                2 => format!(" {text}"),
                _ => format!("{left}{text}{right}"),
            };
            put(buffer, area, at, &cell, style);
        }
        // A number of two digits fills its place: the bracket closes in the next one, where that is free.
        for ((column, row), style) in open_brackets {
            let next = buffer.cell((area.x + column, area.y + row));
            if next.is_some_and(|cell| cell.symbol() == " ") {
                put(buffer, area, (column, row), "]", style);
            }
        }
    }

    /// Start and Home of each colour, inside the ring beside the squares they belong to.
    fn draw_circles(seen: &SeenOf<Sorry>, grid: Grid, area: Rect, buffer: &mut Buffer) {
        for (seat, pawn) in seen.pawns.iter() {
            for (place, letter, square) in
                [(Place::Home, 'H', pawn.colour.entry()), (Place::Start, 'S', pawn.colour.exit())]
            {
                let inside = if pawn.place == place { pawn.colour.letter() } else { letter };
                let text = format!("({inside})");
                let (column, row) = cell_of(square);
                let at = match pawn.colour {
                    Colour::Green => (column * grid.across, row * grid.down + 1),
                    Colour::Red => ((column - 1) * grid.across, row * grid.down),
                    Colour::Blue => (column * grid.across, row * grid.down - 1),
                    Colour::Yellow => ((column + 1) * grid.across, row * grid.down),
                };
                let style = seat_style(seat.index());
                put(buffer, area, at, &text, if pawn.place == place { style.patch(BOLD) } else { style });
            }
        }
    }

    fn draw_middle(&mut self, scene: &Scene<'_>, area: Rect, buffer: &mut Buffer) -> Option<Position> {
        let seen = self.seen.as_ref()?;
        let voice = if seen.you == Some(seen.mover) { "Your" } else { scene.name(seen.mover) };
        match &seen.drawn {
            Some(drawn) => {
                let face = drawn.card.face();
                put(buffer, area, (0, 0), "╭────────╮", Style::new());
                put(buffer, area, (0, 1), &format!("│{face:^8}│"), BOLD);
                put(buffer, area, (0, 2), "╰────────╯", Style::new());
                for (row, line) in wrap(&drawn.words, 21).iter().take(3).enumerate() {
                    put(buffer, area, (11, row as u16), line, Style::new());
                }
            }
            None => {
                put(buffer, area, (0, 0), "╭────────╮", QUIET);
                put(buffer, area, (0, 1), "│░░░░░░░░│", QUIET);
                put(buffer, area, (0, 2), "╰────────╯", QUIET);
                let text = if voice == "Your" { "your turn".to_owned() } else { short(voice, 18) };
                put(buffer, area, (11, 1), &text, QUIET);
            }
        }
        let list =
            Rect::new(area.x, area.y + 4, area.width, area.height.saturating_sub(4)).intersection(area);
        self.menu.draw(&self.choices, list, buffer)
    }
}

/// Who plays which colour and how far they are, and which cards are left.
fn draw_legend(seen: &SeenOf<Sorry>, scene: &Scene<'_>, grid: Grid, area: Rect, buffer: &mut Buffer) {
    let steps = seen.pawns.iter().map(|(seat, pawn)| {
        let state = match pawn.place {
            Place::Start => "Start".to_owned(),
            Place::Home => "Home".to_owned(),
            Place::Square(_) => format!("{} to go", pawn.steps_left),
        };
        (seat, format!("{} {} {state}", pawn.colour.letter(), short(scene.name(seat), 12)))
    });
    let each_row = if grid.is_large() { 1 } else { 2 };
    let mut rows = 0;
    for (index, (seat, text)) in steps.enumerate() {
        let row = index as u16 / each_row;
        put(buffer, area, (index as u16 % each_row * 25, row), &text, seat_style(seat.index()));
        rows = row + 1;
    }
    if let Some(counts) = &seen.cards_left {
        let left = counts.iter().filter(|count| count.left > 0);
        let left: Vec<_> = left.map(|count| format!("{}×{}", count.left, count.card)).collect();
        let text = if left.is_empty() { "none, shuffle next".to_owned() } else { left.join(" ") };
        let lines = wrap(&format!("Left: {text}"), area.width.into());
        for (row, line) in (rows.max(2)..).zip(lines) {
            put(buffer, area, (0, row), &line, QUIET);
        }
    }
}

impl Board for SorryBoard {
    fn see(&mut self, seen: &Value) -> Result<(), String> {
        let seen: SeenOf<Sorry> = read_seen::<Sorry>(seen)?;
        let target = |action: &Action| seen.targets.iter().find(|target| target.action == *action);
        self.choices = seen.legal.iter().map(|action| words(action, target(action))).collect();
        if self.seen.as_ref().is_none_or(|before| before.turn != seen.turn || before.phase != seen.phase) {
            self.menu.cursor = 0;
        }
        self.seen = Some(seen);
        Ok(())
    }

    fn choices(&self) -> &[Choice] {
        &self.choices
    }

    fn hint(&self, names: &[String]) -> String {
        let Some(seen) = &self.seen else { return String::new() };
        match (&seen.drawn, seen.phase) {
            _ if self.choices.is_empty() => waiting(seen.you, seen.to_act, seen.outcome, names),
            (Some(drawn), ViewPhase::Move) if seen.legal == [Action::Forfeit] => {
                format!("{}: {}. No move is possible: pass.", drawn.card, drawn.words)
            }
            (Some(drawn), ViewPhase::Move) => format!("{}: {}.", drawn.card, drawn.words),
            _ => "Your turn: draw a card.".to_owned(),
        }
    }

    fn describe(&self, names: &[String]) -> Vec<String> {
        let Some(seen) = &self.seen else { return Vec::new() };
        let mut sentences: Vec<String> = seen
            .pawns
            .iter()
            .map(|(seat, pawn)| {
                let name = names.get(seat.index()).map_or("?", String::as_str);
                let who = if seen.you == Some(seat) { "You are" } else { name };
                let verb = if seen.you == Some(seat) { "" } else { " is" };
                let steps = match pawn.steps_left {
                    0 | 61.. => String::new(),
                    1 => ", 1 step from Home".to_owned(),
                    left => format!(", {left} steps from Home"),
                };
                format!("{who}{verb} {} ({}){steps}.", place_words(pawn.place), pawn.colour)
            })
            .collect();
        if let Some(drawn) = &seen.drawn {
            sentences.push(format!("The card is {}: {}.", drawn.card, drawn.words));
        }
        sentences
    }

    fn draw(&mut self, scene: &Scene<'_>, area: Rect, buffer: &mut Buffer) -> Option<Position> {
        let seen = self.seen.as_ref()?;
        let grid = Grid::of(area);
        self.draw_ring(seen, grid, area, buffer);
        Self::draw_circles(seen, grid, area, buffer);
        let (legend, middle) = if grid.is_large() {
            let inside = Rect::new(area.x + 12, area.y + 6, 40, 20);
            (Rect::new(inside.x, inside.y + 14, inside.width, 6), Rect { height: 12, ..inside })
        } else {
            (Rect::new(area.x, area.y + SIDE, area.width, 4), Rect::new(area.x + 8, area.y + 4, 32, 10))
        };
        draw_legend(seen, scene, grid, legend.intersection(area), buffer);
        self.draw_middle(scene, middle.intersection(area), buffer)
    }

    fn why_not(&self) -> Vec<String> {
        let Some(seen) = self.seen.as_ref().filter(|seen| seen.outcome.is_none()) else { return Vec::new() };
        let Some(pawn) = seen.you.and_then(|you| seen.pawns.get(you)) else { return Vec::new() };
        let why = match (&seen.drawn, seen.phase) {
            _ if self.choices.is_empty() => "You cannot move now: it is not your turn.".to_owned(),
            (Some(drawn), ViewPhase::Move) => {
                let moves =
                    |action: &Action| matches!(action, Action::Forward | Action::Backward | Action::Home);
                match pawn.place {
                    Place::Start if !seen.legal.contains(&Action::Leave) => {
                        "Your pawn is in Start: only a 1 or a 2 lets it out.".to_owned()
                    }
                    Place::Start => return Vec::new(),
                    _ if seen.legal.contains(&Action::Home) => {
                        "The card fits exactly: your pawn must go Home.".to_owned()
                    }
                    _ if !seen.legal.iter().any(moves) => {
                        format!(
                            "{}: {}. Your pawn is {} steps from Home and may not go past it.",
                            drawn.card, drawn.words, pawn.steps_left
                        )
                    }
                    _ => format!("Only what this card says is allowed: {}.", drawn.words),
                }
            }
            _ => "A pawn moves after a card is drawn.".to_owned(),
        };
        vec![why]
    }

    fn point_at(&mut self, action: &Value) {
        self.menu.point_at(action, &self.choices);
    }

    fn key(&mut self, key: &Key) -> Reaction {
        self.menu.key(key, &self.choices)
    }

    fn read(&self, text: &str) -> Option<Value> {
        let action = match &*text.trim().to_lowercase() {
            "draw" | "roll" => Action::Roll,
            "home" => Action::Home,
            "leave" => Action::Leave,
            "forward" => Action::Forward,
            "back" | "backward" => Action::Backward,
            "pass" => Action::Forfeit,
            _ => return None,
        };
        Some(json(action))
    }

    fn keys(&self) -> &'static str {
        "↑↓ or digits choose · Enter does it · or type forward"
    }
}
