//! What a viewer knows.

use cards::Card;
use game::{Game, PerSeat, Played, Seat, Viewer};
use serde::{Deserialize, Serialize};

use super::action::Action;
use super::layout::Faces;
use super::{GOLF_MAX_SEATS, Golf, Phase, scoring};

/// What the table waits for.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ViewPhase {
    /// Players turn two cards each, all at the same time.
    Reveal,
    /// The player in turn takes a card, or steals.
    Take,
    /// The player in turn holds a card.
    Holding,
    /// The player in turn threw a stock card away and turns a hidden card.
    TurnOne,
    /// The game is over.
    Over,
}

/// Where a held card came from.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// From the stock: it may be thrown away, and only who took it sees it.
    Stock,
    /// From the discard pile: it must be swapped, and everybody has seen it.
    Discard,
}

/// The card that the player in turn holds.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Held {
    /// Who holds it.
    pub seat: Seat,
    /// Where it came from.
    pub source: Source,
    /// The card, if the viewer may see it.
    pub card: Option<Card>,
}

/// Somebody is out, and the round is about to end.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LastTurns {
    /// Whose cards were all face up first.
    pub out: Seat,
    /// How many turns are left, one for each other player at first.
    pub left: u8,
}

/// How a round ended, so that it can still be shown when the next one is dealt.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LastRound {
    /// Each player's six cards, all face up.
    pub layouts: PerSeat<Faces, GOLF_MAX_SEATS>,
    /// The top card of the discard pile.
    pub discard: Option<Card>,
    /// The action that ended it.
    pub last: Option<Played<Action>>,
}

/// What a viewer knows, with all that has been seen in this round.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct View {
    /// The round, from 1.
    pub round: u8,
    /// How many rounds are played.
    pub rounds: u8,
    /// What the table waits for.
    pub phase: ViewPhase,
    /// Who began this round.
    pub starter: Seat,
    /// Whose turn it is, or will be when all have turned two cards.
    pub mover: Seat,
    /// How many turns of this round are finished, by all players together.
    pub turns: u16,
    /// After this many turns the round ends in any case.
    pub turn_cap: u16,
    /// Once somebody is out, where that ends the round.
    pub last_turns: Option<LastTurns>,
    /// Each player's six cards, 0 1 2 above 3 4 5; nothing where a card lies face down.
    pub layouts: PerSeat<Faces, GOLF_MAX_SEATS>,
    /// What each player's open cards count as they lie.
    pub showing: PerSeat<i32, GOLF_MAX_SEATS>,
    /// The card somebody holds.
    pub held: Option<Held>,
    /// How many cards the stock has.
    pub stock: u8,
    /// The discard pile from the bottom to the top.
    pub discards: Vec<Card>,
    /// How often discards have become the stock in this round.
    pub new_stocks: u16,
    /// After discards have become the stock: which cards are in it, sorted, and the one that another player has
    /// taken from it and still holds. Empty before, because nobody knows any then.
    pub stock_cards: Vec<Card>,
    /// The latest action of a turn in this round.
    pub last: Option<Played<Action>>,
    /// What each player's layout counted in each finished round.
    pub results: Vec<PerSeat<i32, GOLF_MAX_SEATS>>,
    /// How the round before this one ended.
    pub last_round: Option<LastRound>,
    /// For a viewer who sees everything: the faces of the cards that lie face down, and of those only.
    pub face_down: Option<PerSeat<Faces, GOLF_MAX_SEATS>>,
    /// For a viewer who sees everything: the stock from the top to the bottom.
    pub stock_order: Option<Vec<Card>>,
}

impl View {
    /// The cards of these packs that the viewer has not seen in this round, in order of cards. Before any discards
    /// became the stock they are in the stock, hidden in layouts, or held by another player; afterwards all of
    /// them are hidden in layouts.
    #[must_use]
    pub fn unseen(&self, packs: u32) -> Vec<Card> {
        let mut left = [packs; Card::COUNT];
        let open = self.layouts.as_slice().iter().flatten().flatten();
        let held = self.held.and_then(|held| held.card);
        for card in open.chain(&held).chain(&self.discards).chain(&self.stock_cards) {
            left[card.index()] = left[card.index()].saturating_sub(1);
        }
        let pack = Card::pack().into_iter().zip(left);
        pack.flat_map(|(card, copies)| std::iter::repeat_n(card, copies as usize)).collect()
    }

    /// The top card of the discard pile.
    #[must_use]
    pub fn discard(&self) -> Option<Card> {
        self.discards.last().copied()
    }
}

impl Golf {
    pub(super) fn build_view(&self, viewer: Viewer) -> View {
        let everything = viewer.knows_everything();
        View {
            round: self.round,
            rounds: self.options.rounds.get() as u8,
            phase: self.phase(),
            starter: self.starter,
            mover: self.mover,
            turns: self.turns,
            turn_cap: self.turn_cap,
            last_turns: self.last_turns,
            layouts: self.layouts.map(|_, layout| layout.faces()),
            showing: self
                .layouts
                .map(|_, layout| scoring::showing_points(self.options.values, &layout.faces())),
            held: self.held_as_seen_by(viewer),
            stock: self.stock.len() as u8,
            discards: self.discards.as_slice().to_vec(),
            new_stocks: self.new_stocks,
            stock_cards: self.stock_cards_as_known_to(viewer),
            last: self.last,
            results: self.results_so_far(),
            last_round: self.last_round,
            face_down: everything.then(|| {
                self.layouts.map(|_, layout| {
                    let mut faces = [None; 6];
                    layout.hidden().for_each(|place| {
                        faces[place.index()] = Some(layout.cards()[place.index()]);
                    });
                    faces
                })
            }),
            stock_order: everything.then(|| self.stock.top_first().collect()),
        }
    }

    const fn phase(&self) -> ViewPhase {
        match self.phase {
            Phase::Reveal(_) => ViewPhase::Reveal,
            Phase::Take => ViewPhase::Take,
            Phase::Holding { .. } => ViewPhase::Holding,
            Phase::TurnOne => ViewPhase::TurnOne,
            Phase::Over => ViewPhase::Over,
        }
    }

    fn held_as_seen_by(&self, viewer: Viewer) -> Option<Held> {
        let Phase::Holding { card, source } = self.phase else { return None };
        let seen = source == Source::Discard || viewer.knows_secrets_of(self.mover);
        Some(Held { seat: self.mover, source, card: seen.then_some(card) })
    }

    /// When the stock was last made of discards, everybody knew them; who takes one without showing it still holds
    /// one of them.
    fn stock_cards_as_known_to(&self, viewer: Viewer) -> Vec<Card> {
        if self.new_stocks == 0 {
            return Vec::new();
        }
        let mut cards = self.stock.as_slice().to_vec();
        if let Phase::Holding { card, source: Source::Stock } = self.phase
            && !viewer.knows_secrets_of(self.mover)
        {
            cards.push(card);
        }
        cards.sort_unstable();
        cards
    }

    fn results_so_far(&self) -> Vec<PerSeat<i32, GOLF_MAX_SEATS>> {
        let finished = &self.results[..self.finished_rounds()];
        finished
            .iter()
            .map(|points| PerSeat::from_fn(self.seats(), |seat| i32::from(points[seat.index()])))
            .collect()
    }
}
