//! The rules of golf, dealt from the decks of a record.

use game::{Audience, Chance, DealError, DiscardEvents, EventSink, Game, IllegalAction, Seat, Seed};
use games::golf::{Action, Event, Golf, Refusal, RoundEnd};

use super::peer_deals::PeerOptions;
use super::standing::Standing;

/// The most players of a game between peers.
pub(crate) const MAX_PLAYERS: u8 = 4;

/// One position of a game between peers, for replaying it. Its randomness is the decks that were dealt and not a seed, so
/// it does not implement [`game::Game`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PeerGame {
    golf: Golf,
    options: PeerOptions,
}

impl PeerGame {
    /// The first position.
    ///
    /// # Errors
    /// If this number of players cannot play, or the first deck is missing.
    pub fn start(
        options: &PeerOptions,
        seats: u8,
        listener: &mut impl EventSink<Event>,
    ) -> Result<Self, DealError> {
        DealError::unless_seats_fit(seats, 2..=MAX_PLAYERS)?;
        if options.deals.deck(1).is_none() {
            let sentence = "A game between peers is dealt from decks, and deck_1 is missing.";
            return Err(DealError::Options(sentence.to_owned()));
        }
        let golf = Golf::start(&options.golf(), seats, unused_chance(), &mut DiscardEvents)?;
        let mut game = Self { golf, options: *options };
        game.deal_as_recorded(listener);
        Ok(game)
    }

    /// The position of golf it stands at.
    #[must_use]
    pub const fn golf(&self) -> &Golf {
        &self.golf
    }

    /// Checks an action and plays it.
    ///
    /// # Errors
    /// The rule that forbids it; nothing has changed then.
    pub fn play(
        &mut self,
        seat: Seat,
        action: Action,
        listener: &mut impl EventSink<Event>,
    ) -> Result<(), IllegalAction<Refusal>> {
        let round = Standing::of(&self.golf).round;
        self.golf.play(seat, action, &mut WithoutDeals(listener))?;
        if Standing::of(&self.golf).round != round {
            self.deal_as_recorded(listener);
        }
        Ok(())
    }

    /// Deals the round that has just begun as it was dealt then.
    fn deal_as_recorded(&mut self, listener: &mut impl EventSink<Event>) {
        let round = Standing::of(&self.golf).round;
        if let Some(deck) = self.options.deals.deck(round) {
            self.golf.deal_instead(deck, listener);
            let cut = self.options.deals.cut(round);
            self.golf.set_round_end(cut.map_or(RoundEnd::AllUp, RoundEnd::AfterTurns));
        }
    }
}

/// A generator whose values do not matter: every card that it deals is replaced by one from a deck.
pub(super) fn unused_chance() -> Chance {
    Chance::new(Seed::from_bytes([0; 32]))
}

/// Passes on all but how the next round is dealt: that is sent when it is dealt from its deck.
pub(super) struct WithoutDeals<'a, L>(pub(super) &'a mut L);

impl<L: EventSink<Event>> EventSink<Event> for WithoutDeals<'_, L> {
    fn emit(&mut self, audience: Audience, event: impl FnOnce() -> Event) {
        let event = event();
        if !matches!(event, Event::Shuffled { .. } | Event::Dealt { .. }) {
            self.0.emit(audience, || event);
        }
    }
}
