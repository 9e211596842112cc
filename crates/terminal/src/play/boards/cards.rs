//! Drawing playing cards.

use cards::Card;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;

use super::Scene;
use super::paint::put;
use crate::play::look::{BOLD, CAN, CURSOR, QUIET};

/// Columns of a card in a hand.
const WIDTH: u16 = 5;
/// Columns of a large card in a hand, with the space after it.
const LARGE_WIDTH: u16 = 8;
/// Columns of a card in a hand that is too long for frames.
const NARROW: u16 = 4;

/// How the cards of a hand are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum HandSize {
    Large,
    Framed,
    Narrow,
}

fn hand_size(count: usize, width: u16, room: u16) -> HandSize {
    let fits = |card: u16| count * usize::from(card) <= usize::from(width);
    if room >= 7 && fits(LARGE_WIDTH) {
        HandSize::Large
    } else if room >= 5 && fits(WIDTH) {
        HandSize::Framed
    } else {
        HandSize::Narrow
    }
}

/// One card of a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct HandCard {
    pub(crate) card: Card,
    /// It can be played.
    pub(crate) can: bool,
    /// It is marked to be changed.
    pub(crate) marked: bool,
}

/// A hand as it was drawn: where each card is, and where the focus.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct DrawnHand {
    pub(crate) places: Vec<Rect>,
    pub(crate) focus: Option<Position>,
}

impl DrawnHand {
    /// The card at a place of the screen.
    pub(crate) fn at(&self, position: Position) -> Option<usize> {
        self.places.iter().position(|place| place.contains(position))
    }
}

/// The rows a hand of the given number of cards takes of this room.
pub(crate) fn hand_height(count: usize, width: u16, room: u16) -> u16 {
    match hand_size(count, width, room) {
        HandSize::Large => 7,
        HandSize::Framed => 5,
        HandSize::Narrow => (count as u16).div_ceil((width / NARROW).max(1)).min(room),
    }
}

/// Draws a hand: framed cards with their numbers below, marked ones raised; a long hand in rows without frames.
pub(crate) fn draw_hand(
    scene: &Scene<'_>,
    hand: &[HandCard],
    cursor: Option<usize>,
    area: Rect,
    buffer: &mut Buffer,
) -> DrawnHand {
    let mut drawn = DrawnHand::default();
    let size = hand_size(hand.len(), area.width, area.height);
    let framed = size != HandSize::Narrow;
    for (index, held) in hand.iter().enumerate() {
        let is_here = cursor == Some(index);
        let place = if framed {
            let (width, height) = if size == HandSize::Large { (LARGE_WIDTH, 5) } else { (WIDTH, 3) };
            let column = index as u16 * width;
            let row = u16::from(!held.marked);
            if size == HandSize::Large {
                large_card(scene, held, (column, row), is_here, area, buffer);
            } else {
                card(scene, held.card, (column, row), is_here, held.can, area, buffer);
            }
            let number = if size == HandSize::Large {
                format!("{:^7}", index + 1)
            } else {
                format!("{:^5}", index + 1)
            };
            if held.can || held.marked {
                put(buffer, area, (column, height + 1), &number, if held.can { BOLD } else { QUIET });
            }
            Rect::new(area.x + column, area.y + row, width, height)
        } else {
            let each_row = (area.width / NARROW).max(1);
            let (column, row) = (index as u16 % each_row * NARROW, index as u16 / each_row);
            let mark = if held.marked { "^" } else { "" };
            put(buffer, area, (column, row), &format!("{}{mark}", held.card), face(scene, held, is_here));
            Rect::new(area.x + column, area.y + row, NARROW, 1)
        };
        if is_here {
            let middle = u16::from(framed);
            drawn.focus = Some(Position::new(place.x + middle, place.y + middle));
        }
        drawn.places.push(place.intersection(area));
    }
    drawn
}

fn face(scene: &Scene<'_>, held: &HandCard, is_here: bool) -> Style {
    let style = scene.look.suit(held.card.suit());
    let style = if held.can { style.patch(BOLD) } else { style };
    if is_here { style.patch(CURSOR) } else { style }
}

/// A small card: three rows.
pub(crate) fn card(
    scene: &Scene<'_>,
    card: Card,
    (column, row): (u16, u16),
    is_here: bool,
    can: bool,
    area: Rect,
    buffer: &mut Buffer,
) {
    let frame = if can { CAN } else { Style::new() };
    put(buffer, area, (column, row), "╭───╮", frame);
    put(buffer, area, (column, row + 1), "│   │", frame);
    put(buffer, area, (column, row + 2), "╰───╯", frame);
    let held = HandCard { card, can, marked: false };
    put(
        buffer,
        area,
        (column + 1, row + 1),
        &format!("{:>3}", card.to_string()),
        face(scene, &held, is_here),
    );
}

/// The back of a small card, or an empty place.
pub(crate) fn back((column, row): (u16, u16), style: Style, area: Rect, buffer: &mut Buffer) {
    for (line, text) in ["╭───╮", "│░░░│", "╰───╯"].into_iter().enumerate() {
        put(buffer, area, (column, row + line as u16), text, style);
    }
}

/// An empty place for a card.
pub(crate) fn empty((column, row): (u16, u16), area: Rect, buffer: &mut Buffer) {
    for (line, text) in ["╭┄┄┄╮", "┆   ┆", "╰┄┄┄╯"].into_iter().enumerate() {
        put(buffer, area, (column, row + line as u16), text, QUIET);
    }
}

/// A large card: five rows.
pub(crate) fn large(scene: &Scene<'_>, card: Card, at: (u16, u16), area: Rect, buffer: &mut Buffer) {
    large_card(scene, &HandCard { card, can: false, marked: false }, at, false, area, buffer);
}

/// The same for one that can be chosen.
pub(crate) fn large_card(
    scene: &Scene<'_>,
    held: &HandCard,
    (column, row): (u16, u16),
    is_here: bool,
    area: Rect,
    buffer: &mut Buffer,
) {
    let card = held.card;
    let (rank, suit) = (card.rank().index(), card.suit().sign());
    let frame = if held.can { CAN } else { Style::new() };
    let lines = [
        "╭─────╮".to_owned(),
        format!("│{rank:<5}│"),
        format!("│  {suit}  │"),
        format!("│{rank:>5}│"),
        "╰─────╯".to_owned(),
    ];
    for (line, text) in lines.iter().enumerate() {
        put(buffer, area, (column, row + line as u16), text, frame);
    }
    let style = scene.look.suit(card.suit()).patch(BOLD);
    let style = if is_here { style.patch(CURSOR) } else { style };
    if is_here {
        for line in 1..4 {
            put(buffer, area, (column + 1, row + line), "     ", CURSOR);
        }
    }
    put(buffer, area, (column + 1, row + 1), rank, style);
    put(buffer, area, (column + 3, row + 2), &suit.to_string(), style);
    put(buffer, area, (column + 6 - rank.len() as u16, row + 3), rank, style);
}

/// The back of a large card, or its empty place.
pub(crate) fn large_back(
    count: usize,
    (column, row): (u16, u16),
    style: Style,
    area: Rect,
    buffer: &mut Buffer,
) {
    let (frame, inside) = if count > 0 { (style, "│░░░░░│") } else { (QUIET, "┆     ┆") };
    for (line, text) in ["╭─────╮", inside, inside, inside, "╰─────╯"].into_iter().enumerate()
    {
        put(buffer, area, (column, row + line as u16), text, frame);
    }
}

/// An empty place for a large card.
pub(crate) fn large_empty((column, row): (u16, u16), area: Rect, buffer: &mut Buffer) {
    for (line, text) in ["╭┄┄┄┄┄╮", "┆     ┆", "┆     ┆", "┆     ┆", "╰┄┄┄┄┄╯"].into_iter().enumerate()
    {
        put(buffer, area, (column, row + line as u16), text, QUIET);
    }
}
