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
/// Columns of a card in a hand that is too long for frames.
const NARROW: u16 = 4;

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

/// The rows a hand of the given number of cards needs.
pub(crate) fn hand_height(count: usize, width: u16) -> u16 {
    if fits_framed(count, width) { 5 } else { (count as u16).div_ceil((width / NARROW).max(1)) }
}

fn fits_framed(count: usize, width: u16) -> bool {
    count * usize::from(WIDTH) <= usize::from(width)
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
    let framed = fits_framed(hand.len(), area.width) && area.height >= 5;
    for (index, held) in hand.iter().enumerate() {
        let is_here = cursor == Some(index);
        let place = if framed {
            let column = index as u16 * WIDTH;
            let row = u16::from(!held.marked);
            card(scene, held.card, (column, row), is_here, held.can, area, buffer);
            let number = format!("{:^5}", index + 1);
            let style = if held.can { BOLD } else { QUIET };
            if held.can || held.marked {
                put(buffer, area, (column, 4), &number, style);
            }
            Rect::new(area.x + column, area.y + row, WIDTH, 3)
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
pub(crate) fn large(
    scene: &Scene<'_>,
    card: Card,
    (column, row): (u16, u16),
    area: Rect,
    buffer: &mut Buffer,
) {
    let (rank, suit) = (card.rank().index(), card.suit().sign());
    let frame = Style::new();
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
