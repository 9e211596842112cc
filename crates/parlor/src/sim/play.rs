//! One game between bots.

use anyhow::{Result, anyhow};
use bots::{BotInput, Budget};
use game::{Chance, EventSink, FastRng, Game, Record, Seat, SeatSet, Viewer, below, dice};

use crate::engine::{Failure, FailureKind};
use crate::entrant::{BotName, Entrant};
use crate::sim::think_time::{ThinkTime, processor_time};
use crate::table::Table;

/// The bots of one thread, used again from game to game.
pub(crate) struct Players<G: Game> {
    entrants: Vec<Entrant<G>>,
    legal: Vec<G::Action>,
    /// How long each bot has thought in this game, if times are measured.
    times: Option<Vec<ThinkTime>>,
}

/// A game that has been played.
pub(crate) struct PlayedGame<G: Game> {
    pub(crate) position: G,
    pub(crate) actions: u64,
    pub(crate) record: Option<Record<G::Action>>,
    /// Another program that failed, and how: the others have won, unless it was the protocol that it did not keep to.
    pub(crate) forfeit: Option<(Seat, Failure)>,
    /// How long each place at the table has thought, if that was measured.
    pub(crate) times: Option<Vec<ThinkTime>>,
}

impl<G: Game> PlayedGame<G> {
    /// Who won; nobody in a draw.
    pub(crate) fn winners(&self) -> SeatSet {
        match &self.forfeit {
            // Nobody won where a program did not keep to the protocol.
            Some((_, Failure { kind: FailureKind::Protocol, .. })) => SeatSet::default(),
            Some((loser, _)) => SeatSet::all(self.position.seats()).without(*loser),
            None => self.position.status().outcome().map(|outcome| outcome.winners).unwrap_or_default(),
        }
    }
}

/// By how many seats the entrants have moved on in this game, so that nobody keeps the better seat.
pub(crate) fn rotation(game: u64, seats: u8) -> usize {
    (game % u64::from(seats)) as usize
}

impl<G: Game> Players<G> {
    /// Those who play at this table.
    pub(crate) fn of(table: &Table<G>) -> Self {
        let entrant = |bot: &BotName| bot.entrant(table.bots_of_game, table.engine_time);
        let entrants = table.bots.iter().map(entrant).collect();
        Self { entrants, legal: Vec::new(), times: None }
    }

    /// The same, and what they think is timed. Other programs are not: they think elsewhere.
    pub(crate) fn timed(self, timed: bool) -> Self {
        let times = timed.then(|| vec![ThinkTime::default(); self.entrants.len()]);
        Self { times, ..self }
    }

    /// Plays the `number`th game of the table's series.
    ///
    /// # Errors
    /// If a bot answers with an illegal action: that is a mistake in the bot, and nothing it plays counts.
    pub(crate) fn play(
        &mut self,
        table: &Table<G>,
        number: u64,
        want_record: bool,
        listener: &mut impl EventSink<G::Event>,
    ) -> Result<PlayedGame<G>> {
        let seed = table.seed_of(number);
        let mut dice = dice(table.seed.rotate_left(32) ^ number);
        let mut record = want_record.then(|| Record::new::<G>(&table.options, table.seats, seed));
        let mut position = G::deal(*G::RULES.end(), &table.options, table.seats, Chance::new(seed), listener);
        let turned = rotation(number, table.seats);
        for entrant in &mut self.entrants {
            if let Entrant::Engine(engine) = entrant {
                engine.new_game();
            }
        }
        let (mut actions, mut forfeit) = (0, None);
        while let Some(seat) = position.status().to_act().first() {
            let entrant = (seat.index() + turned) % self.entrants.len();
            let action = match self.choose(&position, table, seat, entrant, &mut dice) {
                Ok(action) => action,
                Err(failure) => {
                    forfeit = Some((seat, failure));
                    break;
                }
            };
            position.play(seat, action, listener).map_err(|illegal| {
                let bot = &table.bots[entrant];
                anyhow!("the bot {bot} chose {action} in game {number} of seed {}: {illegal}", table.seed)
            })?;
            if let Some(record) = &mut record {
                record.push(seat, action);
            }
            actions += 1;
        }
        let times = self.times.as_mut().map(|times| times.iter_mut().map(std::mem::take).collect());
        Ok(PlayedGame { position, actions, record, forfeit, times })
    }

    fn choose(
        &mut self,
        position: &G,
        table: &Table<G>,
        seat: Seat,
        entrant: usize,
        dice: &mut FastRng,
    ) -> Result<G::Action, Failure> {
        match &mut self.entrants[entrant] {
            Entrant::Random => {
                self.legal.clear();
                position.legal_actions(seat, &mut self.legal);
                Ok(self.legal[below(dice, self.legal.len() as u32) as usize])
            }
            Entrant::Bot(bot) => {
                let view = position.seen(Viewer::Seat(seat));
                let input = BotInput { rules: *G::RULES.end(), options: &table.options, seat, view: &view };
                let Some(times) = self.times.as_mut().filter(|_| view.legal.len() > 1) else {
                    return Ok(bot.choose(input, dice, Budget::usual()));
                };
                let begun = processor_time();
                let choice = bot.choose(input, dice, Budget::usual());
                times[entrant].add(processor_time().saturating_sub(begun));
                Ok(choice)
            }
            Entrant::Engine(engine) => engine.choose::<G>(&table.options, &position.seen(Viewer::Seat(seat))),
        }
    }
}
