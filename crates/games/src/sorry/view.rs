//! What a viewer knows. Only the order of the cards to come is hidden, and that from everybody.

use game::{PerSeat, Seat, Viewer};
use serde::{Deserialize, Serialize};

use super::{Action, Card, Colour, DeckKind, Meaning, Phase, Place, Sorry};

/// What a viewer knows.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct View {
    /// Whose turn it is; still that of the last player when the game is over.
    pub mover: Seat,
    /// What is to be done.
    pub phase: ViewPhase,
    /// The pawns, by seat.
    pub pawns: PerSeat<Pawn, 4>,
    /// The card drawn and not used yet.
    pub drawn: Option<Drawn>,
    /// What the player in turn can do with the card, and where it leads: for everybody to see.
    pub targets: Vec<Target>,
    /// How many of each card are left before the next shuffle; nothing if each draw is independent.
    pub cards_left: Option<Vec<CardCount>>,
    /// The cards to come, top card first: only for a viewer who sees everything.
    pub upcoming: Vec<Card>,
    /// The turn before this one.
    pub last: Option<LastTurn>,
}

/// What is to be done.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ViewPhase {
    /// A card is to be drawn.
    Roll,
    /// The card is to be used.
    Move,
    /// Nothing: it is over.
    Over,
}

/// One pawn.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Pawn {
    /// Its colour.
    pub colour: Colour,
    /// Where it is.
    pub place: Place,
    /// How many steps it has to Home: 0 at Home, 61 in Start.
    pub steps_left: u8,
}

/// The card drawn.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Drawn {
    /// The card.
    pub card: Card,
    /// Its number as a roll, 1 to 11.
    pub roll: u8,
    /// What it lets the pawn do.
    pub meaning: Meaning,
    /// The same in words.
    pub words: String,
}

/// Where an action leads.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Target {
    /// The action.
    pub action: Action,
    /// Where the own pawn is afterwards.
    pub to: Place,
    /// Whose pawn it sends to Start.
    pub bumps: Option<Seat>,
}

/// How many of a card are left.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CardCount {
    /// The card.
    pub card: Card,
    /// How many are to come before the next shuffle.
    pub left: u8,
}

/// A turn that is over.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LastTurn {
    /// Whose it was.
    pub seat: Seat,
    /// The card.
    pub card: Card,
    /// What it let the pawn do.
    pub meaning: Meaning,
    /// What was done with it.
    pub action: Action,
    /// Where the own pawn was.
    pub from: Place,
    /// Where it was afterwards.
    pub to: Place,
    /// Whose pawn was sent to Start.
    pub bumped: Option<Seat>,
}

impl Sorry {
    pub(super) fn build_view(&self, viewer: Viewer) -> View {
        let (phase, card) = match self.phase {
            Phase::Roll => (ViewPhase::Roll, None),
            Phase::Move(card) => (ViewPhase::Move, Some(card)),
            Phase::Over => (ViewPhase::Over, None),
        };
        View {
            mover: self.mover,
            phase,
            pawns: self.pawns.map(|seat, &place| Pawn {
                colour: Colour::of(seat),
                place,
                steps_left: Colour::of(seat).steps_left(place),
            }),
            drawn: card.map(|card| self.drawn(card)),
            targets: card.map(|card| self.targets(card)).unwrap_or_default(),
            cards_left: (self.options.deck == DeckKind::Classic45).then(|| self.pile.left()),
            upcoming: if viewer.knows_everything() { self.pile.upcoming().to_vec() } else { Vec::new() },
            last: self.last,
        }
    }

    fn drawn(&self, card: Card) -> Drawn {
        let meaning = card.meaning(&self.options);
        Drawn { card, roll: card.roll(self.options.dialect), meaning, words: meaning.to_string() }
    }

    fn targets(&self, card: Card) -> Vec<Target> {
        let mut actions = Vec::new();
        self.choices(card).list(&mut actions);
        let target = |action| {
            let landing = self.landing(card, action);
            Target { action, to: landing.to, bumps: landing.bumped() }
        };
        actions.into_iter().map(target).collect()
    }
}
