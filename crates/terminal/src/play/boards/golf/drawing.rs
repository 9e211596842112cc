//! How a golf table is drawn: small, or with large cards where there is room.

use cards::Card;
use game::{Seat, SeenOf};
use games::golf::layout::{Faces, Place};
use games::golf::{Action, Golf, Held, ViewPhase};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;

use super::super::Scene;
use super::super::cards::{HandCard, back, card, empty, large_back, large_card, large_empty};
use super::super::paint::{put, short};
use super::{GolfBoard, is_pair, points};
use crate::play::look::{ALARM, BOLD, CAN, CURSOR, QUIET, seat_style};

/// Columns and rows of an opponent's cards, without frames and with them.
const OPPONENT: (u16, u16) = (17, 4);
const FRAMED_OPPONENT: (u16, u16) = (19, 8);

/// The sizes of everything.
#[derive(Clone, Copy)]
struct Sizes {
    opponent: (u16, u16),
    /// Columns and rows of one own card.
    own: (u16, u16),
    is_large: bool,
}

fn sizes(area: Rect, opponents: u16) -> Sizes {
    let framed_rows = opponents.div_ceil((area.width / FRAMED_OPPONENT.0).max(1)) * FRAMED_OPPONENT.1;
    let is_large = area.width >= 70 && area.height >= 2 + framed_rows + 12;
    Sizes {
        opponent: if is_large { FRAMED_OPPONENT } else { OPPONENT },
        own: if is_large { (8, 5) } else { (6, 3) },
        is_large,
    }
}

impl GolfBoard {
    pub(super) fn draw_all(
        &mut self,
        scene: &Scene<'_>,
        area: Rect,
        buffer: &mut Buffer,
    ) -> Option<Position> {
        let seen = self.seen.as_ref()?;
        let last = match seen.last_turns {
            Some(last) if seen.phase != ViewPhase::Over => {
                format!(" · {} is out: last turns", scene.name(last.out))
            }
            _ => String::new(),
        };
        put(buffer, area, (0, 0), &format!("Round {} of {}{last}", seen.round, seen.rounds), QUIET);
        let own = seen.you.unwrap_or(Seat::of(0));
        let opponents: Vec<Seat> = own.round(seen.seats).skip(1).collect();
        let sizes = sizes(area, opponents.len() as u16);
        let (width, height) = sizes.opponent;
        let each_row = (area.width / width).max(1);
        for (index, seat) in opponents.iter().enumerate() {
            let column = index as u16 % each_row * width;
            let row = 2 + index as u16 / each_row * height;
            let place = Rect::new(area.x + column, area.y + row, width - 1, height - 1).intersection(area);
            draw_opponent(seen, *seat, sizes, (scene, place), buffer);
        }
        let rows = (opponents.len() as u16).div_ceil(each_row);
        let own_height = 1 + 2 * sizes.own.1;
        let top = (2 + rows * height).min(area.height.saturating_sub(own_height));
        let below = Rect::new(area.x, area.y + top, area.width, area.height - top);
        let beside = 3 * sizes.own.0 + 3;
        let piles = Rect::new(
            below.x + beside,
            below.y + 1,
            below.width.saturating_sub(beside),
            below.height.saturating_sub(1),
        );
        let on_piles = self.draw_piles(sizes, (scene, piles.intersection(area)), buffer);
        let on_own = self.draw_own(own, sizes, (scene, below.intersection(area)), buffer);
        on_piles.or(on_own)
    }

    fn draw_own(
        &mut self,
        seat: Seat,
        sizes: Sizes,
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
            let at = (sizes.own.0 * (index as u16 % 3), 1 + sizes.own.1 * (index as u16 / 3));
            let can = match (phase, Place::new(index as u8)) {
                (Some(ViewPhase::Reveal), _) => face.is_none(),
                (Some(ViewPhase::Holding), Some(place)) => self.can(Action::Swap(place)),
                (Some(ViewPhase::TurnOne), Some(place)) => self.can(Action::Turn(place)),
                _ => false,
            };
            let here = picks && index == self.cursor;
            let frame = if can { CAN } else { Style::new() };
            draw_face(scene, *face, at, (here, can, sizes.is_large), area, buffer);
            // The number of the place is on its frame; a pair and a mark have signs, not only colours.
            let mark = if self.marked.contains(&index) {
                "✓"
            } else if is_pair(&faces, index) {
                "="
            } else {
                ""
            };
            let bottom = at.1 + sizes.own.1 - 1;
            put(buffer, area, (at.0 + 1, bottom), &format!("{}{mark}", index + 1), frame);
            if let Some(change) = self.change(&faces, *showing, index) {
                let style = if change < 0 { CAN } else { Style::new() };
                put(buffer, area, (at.0 + 1, at.1), &format!("{change:+}"), style);
            }
            let (width, height) = sizes.own;
            self.places[index] =
                Rect::new(area.x + at.0, area.y + at.1, width - 1, height).intersection(area);
            if here {
                focus = Some(Position::new(area.x + at.0 + 1, area.y + at.1 + 1));
            }
        }
        focus
    }

    /// How the points in sight change if the held card goes there.
    fn change(&self, faces: &Faces, showing: i32, index: usize) -> Option<i32> {
        let seen = self.seen.as_ref()?;
        if self.phase() != Some(ViewPhase::Holding) || points(faces, self.values) != showing {
            return None;
        }
        let held: Card = seen.held?.card?;
        let mut after = *faces;
        after[index] = Some(held);
        Some(points(&after, self.values) - showing)
    }

    fn draw_piles(
        &mut self,
        sizes: Sizes,
        (scene, area): (&Scene<'_>, Rect),
        buffer: &mut Buffer,
    ) -> Option<Position> {
        let seen = self.seen.as_ref()?;
        let taking = self.phase() == Some(ViewPhase::Take);
        let style = |here: bool| match (taking, here) {
            (true, true) => CURSOR,
            (true, false) => CAN,
            _ => Style::new(),
        };
        let is_large = sizes.is_large;
        let [stock, discard, hand] = if is_large { [0, 10, 20] } else { [0, 8, 17] };
        let below = if is_large { 6 } else { 4 };
        put(buffer, area, (stock, 0), "stock", style(!self.on_discard));
        put(buffer, area, (discard.max(1) - 1, 0), "discard", style(self.on_discard));
        put(buffer, area, (hand - 1, 0), "in hand", QUIET);
        if is_large {
            let frame = if taking { CAN } else { Style::new() };
            large_back(usize::from(seen.stock), (stock, 1), frame, area, buffer);
        } else if seen.stock > 0 {
            back((stock, 1), if taking { CAN } else { Style::new() }, area, buffer);
        } else {
            empty((stock, 1), area, buffer);
        }
        let width = if is_large { 7 } else { 5 };
        put(buffer, area, (stock, below), &format!("{:^width$}", seen.stock), QUIET);
        let mut pile = |shown: Option<Card>, column: u16, can: bool| match shown {
            Some(shown) if is_large => {
                let held = HandCard { card: shown, can, marked: false };
                large_card(scene, &held, (column, 1), false, area, buffer);
            }
            Some(shown) => card(scene, shown, (column, 1), false, can, area, buffer),
            None if is_large => large_empty((column, 1), area, buffer),
            None => empty((column, 1), area, buffer),
        };
        pile(seen.discard(), discard, taking && self.can(Action::TakeDiscard));
        match seen.held {
            Some(Held { card: None, .. }) if is_large => {
                large_back(1, (hand, 1), Style::new(), area, buffer);
            }
            Some(Held { card: None, .. }) => back((hand, 1), Style::new(), area, buffer),
            Some(Held { card: held, .. }) => pile(held, hand, false),
            None => pile(None, hand, false),
        }
        if self.can(Action::ThrowAway) {
            put(buffer, area, (discard, below), "0 throws it away", CAN);
        }
        if seen.last_turns.is_some() && seen.phase != ViewPhase::Over {
            put(buffer, area, (stock, below + 1), "last turns", ALARM);
        }
        let height = below;
        self.stock = Rect::new(area.x + stock, area.y, width as u16, height).intersection(area);
        self.discard = Rect::new(area.x + discard - 1, area.y, width as u16 + 1, height).intersection(area);
        taking.then(|| Position::new(area.x + if self.on_discard { discard - 1 } else { stock }, area.y))
    }
}

/// One of the own cards, or its back.
fn draw_face(
    scene: &Scene<'_>,
    face: Option<Card>,
    at: (u16, u16),
    (here, can, is_large): (bool, bool, bool),
    area: Rect,
    buffer: &mut Buffer,
) {
    let frame = if can { CAN } else { Style::new() };
    match face {
        Some(face) if is_large => {
            large_card(scene, &HandCard { card: face, can, marked: false }, at, here, area, buffer);
        }
        Some(face) => card(scene, face, at, here, can, area, buffer),
        None if is_large => {
            large_back(1, at, frame, area, buffer);
            for line in (1..4).filter(|_| here) {
                put(buffer, area, (at.0 + 1, at.1 + line), "░░░░░", CURSOR);
            }
        }
        None => {
            back(at, frame, area, buffer);
            if here {
                put(buffer, area, (at.0 + 1, at.1 + 1), "░░░", CURSOR);
            }
        }
    }
}

fn draw_opponent(
    seen: &SeenOf<Golf>,
    seat: Seat,
    sizes: Sizes,
    (scene, area): (&Scene<'_>, Rect),
    buffer: &mut Buffer,
) {
    let (Some(faces), Some(showing)) = (seen.layouts.get(seat), seen.showing.get(seat)) else { return };
    let turn = seen.to_act.contains(seat);
    let name = short(scene.name(seat), 11);
    put(buffer, area, (0, 0), if turn { "▸" } else { " " }, CAN);
    let style = seat_style(seat.index()).patch(if turn { BOLD } else { Style::new() });
    put(buffer, area, (1, 0), &name, style);
    put(buffer, area, (13, 0), &format!("{showing:>3}"), QUIET);
    for (index, face) in faces.iter().enumerate() {
        let (across, down) = (index as u16 % 3, index as u16 / 3);
        if sizes.is_large {
            let at = (6 * across, 1 + 3 * down);
            match face {
                Some(face) => card(scene, *face, at, false, false, area, buffer),
                None => back(at, QUIET, area, buffer),
            }
            if is_pair(faces, index) {
                put(buffer, area, (at.0 + 2, at.1 + 2), "=", QUIET);
            }
            continue;
        }
        let (column, row) = (1 + 4 * across, 1 + down);
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
