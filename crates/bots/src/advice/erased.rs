//! Advice for a game whose type is hidden.

use game::FastRng;
use game::face::{Knowledge, SeatKnowledge};
use games::Kind;
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};

use super::hint;
use crate::{BotInput, Budget, Effort, Searchable};

/// One legal action of a [`Hint`].
#[derive(Clone, Debug, Serialize)]
pub struct HintChoice {
    /// The action, as the table takes it.
    pub action: Box<RawValue>,
    /// The expected share of the win, from 0 to 1; `None` if it was not looked at.
    pub value: Option<f64>,
    /// What it costs against the best: 0 if it is not worse beyond chance, `None` if it was not looked at.
    pub loss: Option<f64>,
}

/// What [`hint_for`] found.
#[derive(Clone, Debug, Serialize)]
pub struct Hint {
    /// Every legal action, in the order of the view.
    pub choices: Vec<HintChoice>,
    /// Which of them is the best.
    pub best: usize,
}

/// As [`hint`], from what a table knows of a seat. `None` if the seat has nothing to do, or no bots of the game search.
#[must_use]
pub fn hint_for(
    kind: Kind,
    effort: Effort,
    knowledge: Knowledge,
    dice: &mut FastRng,
    budget: Budget<'_>,
) -> Option<Hint> {
    with_bots!(kind, G => {
        let known = knowledge.known.downcast::<SeatKnowledge<G>>().ok()?;
        let input =
            BotInput { rules: known.rules, options: &known.options, seat: known.seat, view: &known.seen };
        hint_typed::<G>(input, effort, dice, budget)
    }, _ => None)
}

fn hint_typed<G: Searchable>(
    input: BotInput<'_, G>,
    effort: Effort,
    dice: &mut FastRng,
    budget: Budget<'_>,
) -> Option<Hint> {
    let evaluation = hint(input, effort, dice, budget)?;
    let choice = |index: usize| {
        let choice = evaluation.choices[index];
        let action = to_raw_value(&choice.action).ok()?;
        Some(HintChoice { action, value: choice.value, loss: evaluation.loss(index) })
    };
    let choices = (0..evaluation.choices.len()).map(choice).collect::<Option<Vec<_>>>()?;
    Some(Hint { choices, best: evaluation.best })
}
