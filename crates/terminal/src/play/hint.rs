//! Hints: asked for one decision, and as sentences: the best choice, why, and what the others are worth.

use protocol::{ClientMsg, Hint, HintAnswer, HintedChoice, TableStage};
use serde_json::Value;

use super::boards::Board;
use super::core::{Core, Purpose, Reply, Show};

/// At most this many other choices are listed.
const MAX_OTHERS: usize = 5;

impl Core {
    /// Asks for a hint, once for a decision; what was answered is shown again.
    pub(super) fn ask_for_hint(&mut self) -> Result<Reply, String> {
        let table = self.table_mut().ok_or("You are not at a table.")?;
        if table.you.is_none() {
            return Err("You are watching.".to_owned());
        }
        if table.info.stage != TableStage::Running {
            return Err("No game is running.".to_owned());
        }
        if !table.info.hints {
            return Err("There are no hints at this table.".to_owned());
        }
        if !table.your_turn() {
            return Err("There is nothing for you to decide at the moment.".to_owned());
        }
        let (game_number, nth, id) = (table.game_number, table.nth, table.info.table);
        if let Some(hint) = table.current_hint() {
            let lines = lines(hint, &*table.board);
            return Ok(Reply { lines, show: Some(Show::Hint), ..Reply::default() });
        }
        if table.hint_asked == Some((game_number, nth)) {
            return Err("The hint is on its way.".to_owned());
        }
        table.hint_asked = Some((game_number, nth));
        let ask = Hint { table: id, game_number, nth, reference: None };
        let mut reply = Reply::send(ClientMsg::Hint(ask), Purpose::Hint { table: id, game_number, nth });
        reply.lines.push("Thinking about your best choice…".to_owned());
        Ok(reply)
    }

    /// Stores a hint for its decision; returns its lines if that decision is still to be made.
    pub(super) fn take_hint(&mut self, hint: HintAnswer) -> Vec<String> {
        let Some(table) = self.model.tables.get_mut(&hint.table) else { return Vec::new() };
        table.hint = Some(Box::new(hint));
        let Some(hint) = table.current_hint() else { return Vec::new() };
        let told = lines(hint, &*table.board);
        let best = hint.choices.get(hint.best as usize).and_then(action);
        if let Some(best) = best {
            table.board.point_at(&best);
        }
        told
    }
}

/// The action of a hinted choice. `None` if the server sent something else than JSON.
fn action(choice: &HintedChoice) -> Option<Value> {
    serde_json::from_str(choice.action.get()).ok()
}

/// The hint in sentences, with the words that this board has for its choices.
fn lines(hint: &HintAnswer, board: &dyn Board) -> Vec<String> {
    let Some(best) = hint.choices.get(hint.best as usize) else { return vec![hint.text.clone()] };
    let words = |choice: &HintedChoice| {
        let action = action(choice);
        let known = board.choices().iter().find(|known| Some(&known.action) == action.as_ref());
        known.map_or_else(|| choice.text.clone(), |known| known.label.clone())
    };
    let others = hint.choices.iter().enumerate().filter(|(index, _)| *index != hint.best as usize);
    let mut others: Vec<&HintedChoice> = others.map(|(_, choice)| choice).collect();
    others.sort_by(|one, other| other.value.unwrap_or(-1.0).total_cmp(&one.value.unwrap_or(-1.0)));
    let mut lines = vec![match best.value {
        Some(value) => format!("Best: {}. Chance to win: {}.", words(best), percent(value)),
        None => format!("Best: {}.", words(best)),
    }];
    lines.extend(hint.why.as_ref().map(|why| format!("Why: {}", why.text)));
    lines.extend(cost(best.value, others.first().and_then(|next| Some((words(next), next.value?)))));
    if others.is_empty() {
        lines.push("You have no other choice.".to_owned());
        return lines;
    }
    lines.push("The others:".to_owned());
    let listed = others.iter().take(MAX_OTHERS).map(|choice| {
        let worth = choice.value.map_or_else(|| "not looked at".to_owned(), percent);
        format!("  {worth:>5}  {}", words(choice))
    });
    lines.extend(listed);
    if let Some(more @ 1..) = others.len().checked_sub(MAX_OTHERS) {
        lines.push(format!("  and {more} more"));
    }
    lines
}

/// What the next best choice would cost.
fn cost(best: Option<f64>, next: Option<(String, f64)>) -> Option<String> {
    let (best, (next, value)) = (best?, next?);
    let cost = best - value;
    Some(if cost < 0.005 {
        format!("Hardly better than the next one: {next}, {}.", percent(value))
    } else {
        format!("The next best, {next}, wins {}: {} of a win less.", percent(value), percent(cost))
    })
}

/// A share as people read it.
pub(crate) fn percent(share: f64) -> String {
    format!("{:.0} %", 100.0 * share)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::play::boards;

    fn hint(choices: &Value) -> HintAnswer {
        serde_json::from_value(json!({"table": "ss439rrzy0", "game_number": 1, "nth": 3, "best": 1,
            "choices": choices, "text": "Best: this.",
            "why": {"reason": {"completes": {}}, "text": "It completes five in a row."}}))
        .unwrap()
    }

    #[test]
    fn a_hint_names_the_best_choice_the_reason_and_the_others() {
        let board = boards::open("gomoku");
        let choices = json!([{"action": "a", "text": "place on A15", "value": 0.25},
            {"action": "b", "text": "place on H8", "value": 0.41},
            {"action": "c", "text": "place on H9", "value": null}]);
        assert_eq!(
            lines(&hint(&choices), &*board),
            [
                "Best: place on H8. Chance to win: 41 %.",
                "Why: It completes five in a row.",
                "The next best, place on A15, wins 25 %: 16 % of a win less.",
                "The others:",
                "   25 %  place on A15",
                "  not looked at  place on H9",
            ]
        );
        let equal =
            json!([{"action": "a", "text": "x", "value": 0.5}, {"action": "b", "text": "y", "value": 0.5}]);
        assert!(lines(&hint(&equal), &*board)[2].starts_with("Hardly better"));
        let many: Vec<_> = (0..9).map(|n| json!({"action": n, "text": "z", "value": 0.1})).collect();
        assert_eq!(lines(&hint(&json!(many)), &*board).last().unwrap(), "  and 3 more");
    }

    #[test]
    fn a_hint_that_names_no_choice_is_told_in_the_servers_words() {
        assert_eq!(lines(&hint(&json!([])), &*boards::open("gomoku")), ["Best: this."]);
    }
}
