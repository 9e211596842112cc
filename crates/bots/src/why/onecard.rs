//! What a card does to the others, and what it leaves in the hand.

use game::Seat;
use games::cards::{Card, Rank};
use games::onecard::{Action, Direction, OneCard, Reason};

use crate::BotInput;

pub(crate) fn why(input: BotInput<'_, OneCard>, action: Action) -> Option<Reason> {
    let view = input.view;
    let card = match action {
        Action::Play(card) => card,
        Action::Lay(card) => {
            let same = view.hand.iter().filter(|held| held.rank() == card.rank()).count() as u16;
            return Some(Reason::LaysMore { more: same.saturating_sub(1) });
        }
        Action::Draw if view.attack > 0 => return Some(Reason::TakesAttack { cards: view.attack }),
        Action::Draw => return Some(Reason::DrawsOne {}),
        Action::Keep => return Some(Reason::KeepsDrawn {}),
    };
    let left = (view.hand.len() as u16).saturating_sub(1);
    if left == 0 {
        return Some(Reason::EmptiesHand {});
    }
    let count = view.laid + 1;
    let after = After::of(input, card.rank(), count);
    let added = match card.rank() {
        Rank::Two => 2 * u16::from(count),
        Rank::Three => 3 * u16::from(count),
        _ => 0,
    };
    let held = |seat: Seat| view.held.get(seat).copied();
    Some(match card.rank() {
        Rank::Seven if view.attack > 0 => Reason::Parries { cards: view.attack },
        _ if view.attack > 0 => Reason::PassesAttack { seat: after.next, cards: view.attack + added },
        Rank::Two | Rank::Three => Reason::Attacks { seat: after.next, cards: added },
        _ if let Some(seat) = after.skipped => Reason::Skips { seat, held: held(seat)? },
        Rank::Queen if after.is_turned => Reason::TurnsRound { seat: after.next, held: held(after.next)? },
        _ => ordinary(input, card, left),
    })
}

/// A card that does nothing to anybody: what stays in the hand counts.
fn ordinary(input: BotInput<'_, OneCard>, card: Card, left: u16) -> Reason {
    let view = input.view;
    let mut rest = view.hand.clone();
    if let Some(place) = rest.iter().position(|held| *held == card) {
        rest.remove(place);
    }
    let fits = |held: &&Card| held.suit() == card.suit() || held.rank() == card.rank();
    let fit = rest.iter().filter(fits).count() as u16;
    let special = view.legal.iter().find_map(|other| match other {
        Action::Play(other) if is_special(other.rank()) => Some(*other),
        _ => None,
    });
    match special {
        Some(special) if !is_special(card.rank()) => Reason::KeepsSpecial { card: special, left, fit },
        _ => Reason::Leaves { left, fit },
    }
}

/// Whether cards of this rank do something.
const fn is_special(rank: Rank) -> bool {
    matches!(rank, Rank::Two | Rank::Three | Rank::Seven | Rank::Jack | Rank::Queen)
}

/// Who is next once cards were laid.
struct After {
    next: Seat,
    skipped: Option<Seat>,
    is_turned: bool,
}

impl After {
    fn of(input: BotInput<'_, OneCard>, rank: Rank, count: u8) -> Self {
        let seats = input.view.seats;
        let skips = match rank {
            Rank::Jack => count,
            Rank::Queen if input.options.queen_skips_2 && seats == 2 => count,
            _ => 0,
        };
        let is_turned = rank == Rank::Queen && skips == 0 && count % 2 == 1;
        let direction = if is_turned { input.view.direction.turned() } else { input.view.direction };
        let step = |seat: Seat| match direction {
            Direction::CounterClockwise => seat.next(seats),
            Direction::Clockwise => seat.previous(seats),
        };
        let first = step(input.seat);
        let next = (0..skips).fold(first, |seat, _| step(seat));
        Self { next, skipped: (skips > 0).then_some(first), is_turned }
    }
}
