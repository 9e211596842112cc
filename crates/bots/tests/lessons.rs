//! What the lessons call right is right: the experts find nothing better.

use bots::{Budget, Effort, hint_for};
use game::dice;
use games::Kind;
use games::lessons::{Lesson, lessons};

/// Enough to see what the lessons are about.
const SIMULATIONS: u32 = 400;

/// Two ways to the same end may differ by this share of a win.
const MAX_LOSS: f64 = 0.02;

/// What the experts hold against an accepted answer of a lesson, if anything.
fn objections(lesson: &Lesson) -> Vec<String> {
    let game = lesson.begin().expect("a lesson");
    // Later decisions follow from replies that are scripted; the first one is free of them.
    let accepted = lesson.accepted(0);
    let knowledge = game.knowledge(lesson.seat(), None);
    let budget = Budget::simulations(SIMULATIONS);
    let hint = hint_for(lesson.kind(), Effort::Expert, knowledge, &mut dice(1), budget).expect("advice");
    let mut found = Vec::new();
    for answer in accepted {
        let choice =
            hint.choices.iter().find(|choice| choice.action.get() == answer).expect("a legal action");
        // A choice that the search did not evaluate cannot be an expert's choice.
        if choice.loss.is_none_or(|loss| loss > MAX_LOSS) {
            let best = hint.choices[hint.best].action.get();
            found.push(format!(
                "{} {}: {answer} loses {:?} against {best}",
                lesson.kind(),
                lesson.id(),
                choice.loss
            ));
        }
    }
    found
}

#[test]
fn no_expert_objects_to_what_a_lesson_accepts() {
    let all = Kind::ALL.iter().flat_map(|kind| lessons(*kind).expect("lessons"));
    let objections: Vec<String> = all.flat_map(objections).collect();
    assert!(objections.is_empty(), "{}", objections.join("\n"));
}
