//! One game between bots.

use anyhow::{Result, anyhow};
use bots::{Bot, Budget, Level, Question, Thinker};
use game::{Chance, Dice, Game, Record, Silent, Viewer, below, dice};

use crate::table::Table;

/// The bots of one thread, used again from game to game.
pub(crate) struct Players<G: Game> {
    entrants: Vec<Entrant<G>>,
    legal: Vec<G::Action>,
}

enum Entrant<G: Game> {
    /// Chooses as [`bots::Random`] does, but without a view being made for it: most of the time would go there.
    Random,
    Bot(Box<dyn Bot<G>>),
}

/// A game that has been played.
pub(crate) struct PlayedGame<G: Game> {
    pub(crate) position: G,
    pub(crate) actions: u64,
    pub(crate) record: Option<Record<G::Action>>,
}

/// By how many seats the entrants have moved on in this game, so that nobody keeps the better seat.
pub(crate) fn rotation(game: u64, seats: u8) -> usize {
    (game % u64::from(seats)) as usize
}

impl<G: Thinker> Players<G> {
    pub(crate) fn new(table: &Table<G>) -> Self {
        let entrants = table.levels.iter().map(|level| match level {
            Level::Random => Entrant::Random,
            level => Entrant::Bot(level.bot()),
        });
        Self { entrants: entrants.collect(), legal: Vec::new() }
    }

    /// Plays the `number`th game of the table's series.
    ///
    /// # Errors
    /// If a bot answers with an illegal action: that is a mistake in the bot, and nothing it plays counts.
    pub(crate) fn play(&mut self, table: &Table<G>, number: u64, want_record: bool) -> Result<PlayedGame<G>> {
        let seed = table.seed_of(number);
        let mut dice = dice(table.seed.rotate_left(32) ^ number);
        let mut record = want_record.then(|| Record::new::<G>(&table.options, table.seats, seed));
        let mut position = G::deal(&table.options, table.seats, Chance::new(seed), &mut Silent);
        let turned = rotation(number, table.seats);
        let mut actions = 0;
        while let Some(seat) = position.status().to_act().first() {
            let entrant = (seat.index() + turned) % self.entrants.len();
            let action = self.choose(&position, table, seat, entrant, &mut dice);
            position.play(seat, action, &mut Silent).map_err(|illegal| {
                let level = table.levels[entrant];
                anyhow!("the bot {level} chose {action} in game {number} of seed {}: {illegal}", table.seed)
            })?;
            if let Some(record) = &mut record {
                record.push(seat, action);
            }
            actions += 1;
        }
        Ok(PlayedGame { position, actions, record })
    }

    fn choose(
        &mut self,
        position: &G,
        table: &Table<G>,
        seat: game::Seat,
        entrant: usize,
        dice: &mut Dice,
    ) -> G::Action {
        match &mut self.entrants[entrant] {
            Entrant::Random => {
                self.legal.clear();
                position.legal_actions(seat, &mut self.legal);
                self.legal[below(dice, self.legal.len() as u32) as usize]
            }
            Entrant::Bot(bot) => {
                let view = position.view(Viewer::Seat(seat));
                let question = Question { options: &table.options, seat, view: &view };
                bot.choose(question, dice, Budget::usual())
            }
        }
    }
}
