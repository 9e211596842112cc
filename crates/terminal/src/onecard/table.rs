//! The one path that every game takes: check, play, log.

use bots::{Bot, BotInput, Budget};
use game::{Audience, Chance, DiscardEvents, EventLog, FastRng, Game, IllegalAction, Seat, Seed, Viewer};
use games::onecard::{Action, Event, OneCard, Refusal, Seen};

use super::log::Log;
use super::{Failure, Setup};

/// What one action led to, each event with its audience.
pub(super) type Happened = Vec<(Audience, Event)>;

/// A game and its log. The process receives every event and shows each viewer only the events for that viewer.
pub(super) struct Table<'a> {
    setup: &'a Setup,
    position: OneCard,
    log: Log<'a>,
}

impl<'a> Table<'a> {
    /// Opens the log, then deals.
    pub(super) fn deal(setup: &'a Setup, seed: u64) -> Result<(Self, Happened), Failure> {
        let mut log = Log::create(&setup.log)?;
        log.begin(&setup.options, setup.players)?;
        let (chance, mut told) = (Chance::new(Seed::from_number(seed)), EventLog::new());
        let position = OneCard::start(&setup.options, setup.players, chance, &mut told)
            .map_err(|bad| Failure::Rules(bad.to_string()))?;
        log.tell(&told.0)?;
        Ok((Self { setup, position, log }, told.0))
    }

    /// Who is to act; nobody when the game is over.
    pub(super) fn to_act(&self) -> Option<Seat> {
        self.position.status().to_act().first()
    }

    /// What this viewer knows.
    pub(super) fn view(&self, viewer: Viewer) -> Seen {
        self.position.seen(viewer)
    }

    /// Whether the rules allow these steps, one after the other.
    pub(super) fn check(&self, seat: Seat, actions: &[Action]) -> Result<(), IllegalAction<Refusal>> {
        let mut position = self.position;
        actions.iter().try_for_each(|action| position.play(seat, *action, &mut DiscardEvents))
    }

    /// What a bot on this seat would do.
    pub(super) fn choose(&self, seat: Seat, bot: &mut dyn Bot<OneCard>, dice: &mut FastRng) -> Action {
        let view = self.view(Viewer::Seat(seat));
        let input =
            BotInput { rules: *OneCard::RULES.end(), options: &self.setup.options, seat, view: &view };
        bot.choose(input, dice, Budget::usual())
    }

    /// Plays a legal action and logs what happens.
    pub(super) fn play(&mut self, seat: Seat, action: Action) -> Result<Happened, Failure> {
        let mut told = EventLog::new();
        self.position.play(seat, action, &mut told).map_err(|illegal| {
            Failure::Rules(format!("player {} chose to {action}: {illegal}", seat.number() + 1))
        })?;
        self.log.tell(&told.0)?;
        Ok(told.0)
    }

    /// The setup it was dealt for.
    pub(super) const fn setup(&self) -> &'a Setup {
        self.setup
    }
}
