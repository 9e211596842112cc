//! The game at a table: its face, and what the table adds to it.

use std::sync::Arc;

use bots::{Budget, Level};
use game::face::{self, ActionError, ChosenBy, LiveGame};
use game::json::NotJson;
use game::options::RawOptions;
use game::{Chance, FastRng, PerSeat, Purpose, Rng, Seat, Status, Viewer, Voice};
use games::Kind;
use protocol::{GameEvent, GameJson, LegacyProtocol, Refusal, RefusalCode, Seal};

use crate::bot_pool::FixedThinking;
use crate::frame_buffer::FramedMessage;
use crate::legacy_rules::LegacyRules;
use crate::table::{UpdateHead, UpdatePart};

#[cfg(test)]
mod tests;

/// How many nodes a bot of a duplicate deal looks at. Part of the deal: everybody meets the same bots.
pub(crate) const DUPLICATE_NODES: u32 = 4_000;

/// A refused action, with what would be legal.
#[derive(Clone, Debug)]
pub(crate) struct RefusedAction {
    pub refusal: Refusal,
    /// What would be legal now; `None` if it is not the seat's turn.
    pub legal: Option<GameJson>,
}

/// An action that was tried on a copy of the position.
pub(crate) struct TriedAction {
    pub tried: face::TriedAction,
    /// The seal of the game, if this ends it and the game was written down already.
    pub seal: Option<Seal>,
}

/// A decision that a bot still has to make. It holds what the seat knows and nothing more.
pub(crate) struct BotTask(Box<Decider>);

type Decider = dyn FnOnce(&mut FastRng, Budget<'_>) -> Option<GameJson> + Send;

impl BotTask {
    /// A decision made in a test's own way.
    #[cfg(test)]
    pub(crate) fn of(
        decide: impl FnOnce(&mut FastRng, Budget<'_>) -> Option<GameJson> + Send + 'static,
    ) -> Self {
        Self(Box::new(decide))
    }

    /// Makes it. `None` if the bot found nothing to do, which the table answers with the default action.
    pub(crate) fn decide(self, dice: &mut FastRng, budget: Budget<'_>) -> Option<GameJson> {
        (self.0)(dice, budget)
    }
}

/// The legacy protocol that a table was opened through, and what its programs need.
pub(crate) struct LegacyTable {
    pub(crate) protocol: LegacyProtocol,
    pub(crate) rules: Arc<dyn LegacyRules>,
}

/// Checks a new table's options and completes them with the defaults.
///
/// # Errors
/// If the options are wrong or no table may be opened with them.
pub(crate) fn check_options(kind: Kind, options: &RawOptions, seats: u8) -> Result<RawOptions, Refusal> {
    kind.face().options_to_open(options, seats).map_err(|error| bad_options(&error))
}

/// The options of the next game of the same people.
///
/// # Errors
/// If the options are wrong.
pub(crate) fn rematch_options(kind: Kind, options: &RawOptions, seats: u8) -> Result<RawOptions, Refusal> {
    kind.face().options_of_rematch(options, seats).map_err(|error| bad_options(&error))
}

fn bad_options(error: &face::OptionsError) -> Refusal {
    Refusal::new(RefusalCode::BadOptions, error.to_string())
}

/// One game at a table, from the deal to its end and after.
pub(crate) struct TableGame {
    kind: Kind,
    /// The luck of a duplicate deal, before anything was dealt: its bots decide by it too.
    duplicate: Option<Chance>,
    game: Box<dyn LiveGame>,
    legacy: Option<LegacyTable>,
}

impl TableGame {
    /// Deals a game by a version of the rules.
    ///
    /// # Errors
    /// If the options are wrong, do not fit this number of seats, or the rules cannot be played.
    pub(crate) fn deal(
        kind: Kind,
        rules: u16,
        options: &RawOptions,
        seats: u8,
        chance: Chance,
        legacy: Option<LegacyTable>,
    ) -> Result<Self, Refusal> {
        let game = kind.face().deal(rules, options, seats, chance).map_err(|error| bad_options(&error))?;
        let duplicate = chance.is_duplicate().then_some(chance);
        Ok(Self { kind, duplicate, game, legacy })
    }

    pub(crate) fn status(&self) -> Status {
        self.game.status()
    }

    /// The version of the rules that it is played by.
    pub(crate) fn rules(&self) -> u16 {
        self.game.rules()
    }

    /// The number of the turn: a seat has one clock for it.
    pub(crate) fn turn(&self) -> u32 {
        self.game.turn()
    }

    pub(crate) fn scores(&self) -> PerSeat<i32> {
        self.game.scores()
    }

    /// How many decisions a seat has made: the `nth` of its next one.
    pub(crate) fn decisions(&self, seat: Seat) -> u32 {
        self.game.decisions(seat)
    }

    /// What a seat decided, and who chose it.
    pub(crate) fn decided(&self, seat: Seat, nth: u32) -> Option<(GameJson, ChosenBy)> {
        self.game.decided(seat, nth)
    }

    /// What a viewer sees, whole.
    ///
    /// # Errors
    /// If it has a shape that JSON has not.
    pub(crate) fn seen(&self, viewer: Viewer) -> Result<GameJson, NotJson> {
        let mut out = Vec::new();
        self.game.write_seen(viewer, &mut out)?;
        let text = String::from_utf8(out).map_err(serde::ser::Error::custom)?;
        serde_json::value::RawValue::from_string(text).map_err(serde::ser::Error::custom)
    }

    /// Plays an action on a copy.
    ///
    /// # Errors
    /// If it cannot be read or the rules forbid it.
    pub(crate) fn attempt(&self, seat: Seat, action: &str) -> Result<TriedAction, RefusedAction> {
        match self.game.attempt(seat, action) {
            Ok(tried) => Ok(TriedAction { tried, seal: None }),
            Err(error) => {
                let refusal = match error {
                    ActionError::Unreadable(why) => {
                        let title = self.kind.face().spec().title;
                        Refusal::new(
                            RefusalCode::BadAction,
                            format!("This is not an action of {title}: {why}."),
                        )
                    }
                    ActionError::Illegal { code, sentence } => {
                        Refusal { code: code.to_owned(), message: sentence, retry_ms: None }
                    }
                };
                Err(RefusedAction { refusal, legal: self.game.legal(seat) })
            }
        }
    }

    /// The actions that one of a journal stands for: more than one only where an older program wrote several as one.
    ///
    /// # Errors
    /// If it is not an action of this game.
    pub(crate) fn read_stored(&self, seat: Seat, action: &GameJson) -> Result<Vec<GameJson>, String> {
        self.game.read_stored(seat, action).map_err(|error| match error {
            ActionError::Unreadable(why) => why,
            ActionError::Illegal { sentence, .. } => sentence,
        })
    }

    /// Plays what was tried.
    pub(crate) fn accept(&mut self, tried: TriedAction, by: ChosenBy) {
        self.game.accept(tried.tried, by);
    }

    /// How many actions were played before the last one of a seat; `None` if it has played none.
    pub(crate) fn actions_before_last_of(&self, seat: Seat) -> Option<usize> {
        self.game.actions_before_last_of(seat)
    }

    /// Takes back all actions but the first `count`.
    pub(crate) fn rewind(&mut self, count: usize) {
        self.game.rewind(count);
    }

    /// What is played when the time is up and there is no legal draft. Only for seats to act.
    pub(crate) fn default_action(&self, seat: Seat) -> GameJson {
        let default = self.game.default_action(seat);
        let preferred = self.survivable(seat).filter(|kept| !contains(kept, &default));
        preferred.and_then(|kept| kept.into_iter().next()).unwrap_or(default)
    }

    /// What the clock and bots may choose for a seat where legacy programs are seated, the clock's preference first; `None`
    /// where they may choose anything legal.
    fn survivable(&self, seat: Seat) -> Option<Vec<GameJson>> {
        let LegacyTable { protocol, rules } = self.legacy.as_ref()?;
        let legal = self.game.legal_actions(seat);
        let mut kept = rules.survivable(*protocol, &legal);
        kept.retain(|action| contains(&legal, action));
        (!kept.is_empty() && kept.len() < legal.len()).then_some(kept)
    }

    /// Writes what a viewer is sent after the last action, or after the deal: what happened and what changed. `base` is the
    /// number of the update before; without one all that the viewer sees is written.
    pub(crate) fn update(
        &self,
        head: &UpdateHead<'_>,
        viewer: Viewer,
        voice: &Voice,
        tell: &mut dyn FnMut(FramedMessage<'_>),
    ) {
        let nth = viewer.seat().map_or(0, |seat| self.decisions(seat));
        let write = |out: &mut Vec<u8>, part| match part {
            UpdatePart::Events => self.game.write_last_events(viewer, voice, out).map(|()| true),
            UpdatePart::Changes => self.game.write_changes(viewer, out),
            UpdatePart::Seen => self.game.write_seen(viewer, out).map(|()| true),
        };
        head.tell(nth, write, tell);
    }

    /// Frees what only the update of the last action needed.
    pub(crate) fn update_sent(&mut self) {
        self.game.forget_before();
    }

    /// What was told by each action after the first `count`; from the deal on if `count` is `None`.
    pub(crate) fn events_after(
        &self,
        count: Option<usize>,
        viewer: Viewer,
        voice: &Voice,
    ) -> Vec<Vec<GameEvent>> {
        self.game.events_after(count, viewer, voice).into_iter().map(game_events).collect()
    }

    /// How long people may look at a result before the next decision.
    pub(crate) fn pause_seconds(&self) -> u32 {
        self.game.pause_seconds()
    }

    /// A bot's decision, to be made elsewhere.
    pub(crate) fn bot_task(&self, seat: Seat, level: Level) -> BotTask {
        let kept = self.survivable(seat);
        let knowledge = self.game.knowledge(seat, kept.as_deref());
        let kind = self.kind;
        BotTask(Box::new(move |dice, budget| bots::choose(kind, level, knowledge, dice, budget)))
    }

    /// How a seat's bot thinks about its next decision in a duplicate deal. Its dice depend on the seat and on the number of
    /// the decision alone.
    pub(crate) fn fixed_thinking(&self, seat: Seat) -> Option<FixedThinking> {
        let chance = self.duplicate?;
        let mut stream = chance.numbered(Purpose::BotChoices, Some(seat), self.decisions(seat));
        Some(FixedThinking { dice: stream.draw(Rng::next_u64), nodes: DUPLICATE_NODES })
    }

    /// What every choice of a seat is worth, to be found elsewhere.
    pub(crate) fn hint_task(&self, seat: Seat, voice: Voice) -> BotTask {
        let knowledge = self.game.knowledge(seat, None);
        let kind = self.kind;
        BotTask(Box::new(move |dice, budget| {
            let hinted = bots::hinted(kind, knowledge, &voice, dice, budget)?;
            serde_json::value::to_raw_value(&hinted).ok()
        }))
    }

    /// Writes the game down, and what is played after.
    ///
    /// # Errors
    /// If it has a shape that JSON has not.
    pub(crate) fn write_record(
        &self,
        last: &[(Seat, &GameJson, ChosenBy)],
        out: &mut Vec<u8>,
    ) -> Result<(), NotJson> {
        let last: Vec<_> = last.iter().map(|(seat, action, by)| (*seat, action.as_ref(), *by)).collect();
        self.game.write_record(&last, out)
    }
}

fn contains(actions: &[GameJson], wanted: &GameJson) -> bool {
    actions.iter().any(|action| action.get() == wanted.get())
}

fn game_events(events: Vec<face::FaceEvent>) -> Vec<GameEvent> {
    events.into_iter().map(|told| GameEvent { event: told.event, text: told.text }).collect()
}
