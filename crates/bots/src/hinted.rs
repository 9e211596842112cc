//! Hints for a game whose type is hidden.

use game::face::{Knowledge, SeatKnowledge};
use game::{FastRng, Voice};
use games::Kind;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::{BotInput, Budget, Effort, Searchable, Why, hint};

/// What every legal choice of a seat is worth.
#[derive(Debug, Serialize, Deserialize)]
pub struct HintedChoices {
    /// Which of them is the best.
    pub best: usize,
    /// In the order of the view.
    pub choices: Vec<ValuedChoice>,
    /// What speaks for the best one; `None` if there is nothing else to choose, or no words for it.
    #[serde(default)]
    pub why: Option<Why>,
}

/// One legal choice.
#[derive(Debug, Serialize, Deserialize)]
pub struct ValuedChoice {
    /// The action.
    pub action: Box<RawValue>,
    /// The same in a few words.
    pub text: String,
    /// The expected share of the win, from 0 to 1; `None` if it was not looked at.
    pub value: Option<f64>,
}

impl HintedChoices {
    /// The best choice, why, and the next as sentences.
    #[must_use]
    pub fn sentence(&self) -> String {
        let why = self.why.as_ref().map(|why| format!(" {}", why.text)).unwrap_or_default();
        let Some(best) = self.choices.get(self.best) else { return String::new() };
        let percent = |value: f64| format!("{:.0} %", 100.0 * value);
        let Some(value) = best.value else { return format!("Best: {}.{why}", best.text) };
        let others = self.choices.iter().enumerate().filter(|(index, _)| *index != self.best);
        let valued = others.filter_map(|(_, other)| Some((other, other.value?)));
        let next = valued.max_by(|(_, one), (_, other)| one.total_cmp(other));
        match next {
            None => format!("Best: {}, {} to win.{why}", best.text, percent(value)),
            Some((other, next)) => {
                let (value, next) = (percent(value), percent(next));
                format!("Best: {}, {value} to win.{why} Next best: {}, {next}.", best.text, other.text)
            }
        }
    }
}

/// The best choice of a seat, why, and what the others are worth, from what it knows. `None` if it has nothing to do, or
/// nobody can judge the game.
pub fn hinted(
    kind: Kind,
    knowledge: Knowledge,
    voice: &Voice,
    dice: &mut FastRng,
    budget: Budget<'_>,
) -> Option<HintedChoices> {
    let Knowledge { known, .. } = knowledge;
    with_bots!(kind, G => {
        let known = known.downcast::<SeatKnowledge<G>>().ok()?;
        hinted_typed::<G>(&known, voice, dice, budget)
    }, _ => None)
}

fn hinted_typed<G: Searchable>(
    known: &SeatKnowledge<G>,
    voice: &Voice,
    dice: &mut FastRng,
    budget: Budget<'_>,
) -> Option<HintedChoices> {
    let input = BotInput { rules: known.rules, options: &known.options, seat: known.seat, view: &known.seen };
    let evaluation = hint::<G>(input, Effort::Hard, dice, budget)?;
    let choices = evaluation.choices.iter().map(|choice| {
        let action = serde_json::value::to_raw_value(&choice.action).ok()?;
        Some(ValuedChoice { action, text: choice.action.to_string(), value: choice.value })
    });
    let choices = choices.collect::<Option<Vec<_>>>()?;
    let best = evaluation.choices.get(evaluation.best).filter(|_| choices.len() > 1);
    let voice = voice.clone().to(known.seat);
    let why = best.and_then(|best| G::why(input, best.action, &voice));
    Some(HintedChoices { best: evaluation.best, choices, why })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choice(text: &str, value: Option<f64>) -> ValuedChoice {
        ValuedChoice { action: RawValue::NULL.to_owned(), text: text.to_owned(), value }
    }

    #[test]
    fn a_hint_names_the_best_choice_and_the_next() {
        let choices = vec![choice("draw", Some(0.3)), choice("play 10S", Some(0.42)), choice("keep", None)];
        let mut hinted = HintedChoices { best: 1, choices, why: None };
        assert_eq!(hinted.sentence(), "Best: play 10S, 42 % to win. Next best: draw, 30 %.");
        hinted.why = Why::new(&"empties_hand", "It is your last card.".to_owned());
        assert_eq!(
            hinted.sentence(),
            "Best: play 10S, 42 % to win. It is your last card. Next best: draw, 30 %."
        );
        let alone = HintedChoices { best: 0, choices: vec![choice("draw", None)], why: None };
        assert_eq!(alone.sentence(), "Best: draw.");
    }
}
