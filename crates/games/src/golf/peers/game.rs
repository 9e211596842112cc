//! A game between peers as a value.

use std::ops::RangeInclusive;

use game::{Audience, Chance, DealError, EventSink, Game, PerSeat, Rng, Seat, Status, Viewer, Voice};

use super::super::action::Action;
use super::super::event::Event;
use super::super::refusal::Refusal;
use super::super::view::View;
use super::super::{Golf, GolfOptions};
use super::{PeerOptions, options};

/// One position of a game between peers. Its luck is in its settings: the seed means nothing.
///
/// It is not in the list of games that a house offers: it is how such a game is written down and looked at again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PeerGolf {
    golf: Golf,
    options: PeerOptions,
}

impl PeerGolf {
    /// Deals the round that has just begun as it was dealt then.
    fn deal_as_recorded(&mut self, listener: &mut impl EventSink<Event>) {
        if let Some(deck) = self.options.decks.deck(self.golf.round) {
            self.golf.deal_instead(deck, listener);
            self.golf.turn_cap = self.options.decks.cut(self.golf.round).unwrap_or(u16::MAX);
        }
    }
}

impl Game for PeerGolf {
    const NAME: &'static str = "golf_peers";
    const TITLE: &'static str = "Six Card Golf between peers";
    const SUMMARY: &'static str =
        "Six Card Golf as peers play it: a dealer sends the cards, everybody keeps count.";
    const RULES: u16 = 1;
    const SEATS: RangeInclusive<u8> = 2..=4;
    const DEFAULT_SEATS: u8 = 2;
    const LOW_SCORE_WINS: bool = true;
    const SECRETS: bool = true;
    type Options = PeerOptions;
    type Action = Action;
    type Event = Event;
    type View = View;
    type Refusal = Refusal;

    fn admits(options: &PeerOptions, seats: u8) -> Result<(), DealError> {
        DealError::unless_seats_fit(seats, Self::SEATS)?;
        if options.decks.deck(1).is_none() {
            return Err(DealError::Options(
                "A game between peers is dealt from decks, and deck_1 is missing.".to_owned(),
            ));
        }
        Ok(())
    }

    fn deal(chosen: &PeerOptions, seats: u8, chance: Chance, listener: &mut impl EventSink<Event>) -> Self {
        let golf = Golf::deal(&options(chosen.steal), seats, chance, &mut game::DiscardEvents);
        let mut peers = Self { golf, options: *chosen };
        peers.deal_as_recorded(listener);
        peers
    }

    fn status(&self) -> Status {
        self.golf.status()
    }

    fn seats(&self) -> u8 {
        self.golf.seats()
    }

    fn legal_actions(&self, seat: Seat, out: &mut Vec<Action>) {
        self.golf.legal_actions(seat, out);
    }

    fn check_rule(&self, seat: Seat, action: Action) -> Result<(), Refusal> {
        self.golf.check_rule(seat, action)
    }

    fn apply(&mut self, seat: Seat, action: Action, listener: &mut impl EventSink<Event>) {
        let round = self.golf.round;
        self.golf.apply(seat, action, &mut WithoutDeals(listener));
        if self.golf.round != round {
            self.deal_as_recorded(listener);
        }
    }

    fn default_action(&self, seat: Seat) -> Action {
        self.golf.default_action(seat)
    }

    fn scores(&self) -> PerSeat<i32> {
        self.golf.scores()
    }

    fn view(&self, viewer: Viewer) -> View {
        self.golf.view(viewer)
    }

    fn legal_in(view: &View) -> &[Action] {
        &view.legal
    }

    fn imagine(chosen: &PeerOptions, seat: Seat, view: &View, rng: &mut impl Rng) -> Self {
        let options: GolfOptions = options(chosen.steal);
        Self { golf: Golf::imagine(&options, seat, view, rng), options: *chosen }
    }

    fn sentence(event: &Event, voice: &Voice) -> String {
        event.sentence(voice)
    }
}

/// Passes on all but how the next round is dealt: that is told when it is dealt as it was then.
struct WithoutDeals<'a, L>(&'a mut L);

impl<L: EventSink<Event>> EventSink<Event> for WithoutDeals<'_, L> {
    fn emit(&mut self, audience: Audience, event: impl FnOnce() -> Event) {
        let event = event();
        if !matches!(event, Event::Shuffled { .. } | Event::Dealt { .. }) {
            self.0.emit(audience, || event);
        }
    }
}
