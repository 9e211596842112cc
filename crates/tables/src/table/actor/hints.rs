//! Hints: thought of by a bot from what the seat sees, sent to nobody else, and noted before they are sent.

use bots::{HintedChoices, Level};
use protocol::{HintAnswer, HintReason, HintedChoice, Refusal, RefusalCode, ServerMsg};

use super::TableActor;
use crate::bot_pool::BotJob;
use crate::people::PersonId;
use crate::table::handle::Responder;

/// How long a hint may be thought about is what this level may.
const PACE: Level = Level::Hard;

impl TableActor {
    pub(super) async fn hint(&mut self, person: PersonId, game_number: u32, nth: u32, answer: Responder) {
        let (seat, decision) = match self.state.hint(person, game_number, nth) {
            Ok(decided) => decided,
            Err(refusal) => return self.refuse(&answer, refusal),
        };
        if let Err(refusal) = self.commit(decision).await {
            return self.refuse(&answer, refusal);
        }
        let Some(game) = &self.state.game else { return };
        let (owner, table) = (self.bot_owner(), self.state.id);
        let job =
            BotJob { owner, table, level: PACE, task: game.hint_task(seat, self.state.voice()), fixed: None };
        self.context.bots.think(job, &self.bots_wanted, move |found| async move {
            let found: Option<HintedChoices> = found.and_then(|found| serde_json::from_str(found.get()).ok());
            let Some(found) = found.filter(|found| !found.choices.is_empty()) else {
                answer.refused(Refusal::new(RefusalCode::HintsDisabled, "Nobody knows what is best here."));
                return;
            };
            let text = found.sentence();
            let choice = |choice: bots::ValuedChoice| HintedChoice {
                action: choice.action,
                text: choice.text,
                value: choice.value,
            };
            let why = found.why.map(|why| HintReason { reason: why.reason, text: why.text });
            answer.outbox.send_to_person(&ServerMsg::Hint(Box::new(HintAnswer {
                table,
                game_number,
                nth,
                best: found.best as u32,
                choices: found.choices.into_iter().map(choice).collect(),
                text,
                why,
                reference: answer.reference,
            })));
        });
    }
}
