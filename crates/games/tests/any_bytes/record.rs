//! Any bytes as a record: read, and if it is one, played again. Never a panic.

use game::{Game, Record, RecordHead, Replay};
use games::{Kind, with_game};

use super::forms;

/// Whether the bytes are a record that can be played.
pub(crate) fn check(bytes: &[u8]) -> bool {
    let Ok(line) = std::str::from_utf8(bytes) else { return false };
    let head = match RecordHead::parse(line) {
        Ok(head) => head,
        Err(bad) => return refused(&bad.to_string()),
    };
    match head.game.parse::<Kind>() {
        Ok(kind) => with_game!(kind, G => replay::<G>(line)),
        Err(unknown) => refused(&unknown.to_string()),
    }
}

fn refused(sentence: &str) -> bool {
    let whole = sentence.ends_with(['.', ']']) && sentence.starts_with(|first: char| !first.is_lowercase());
    assert!(whole, "no sentence: {sentence}");
    false
}

fn replay<G: Game>(line: &str) -> bool {
    let replay = match Replay::<G>::read(line) {
        Ok(replay) => replay,
        Err(bad) => return refused(&bad.to_string()),
    };
    // Reading without knowing the game may refuse what nobody looks at, such as an endless number; no more than that.
    if let Ok(untyped) = Record::parse(line).and_then(|record| Replay::<G>::of(&record)) {
        assert_eq!(untyped.actions(), replay.actions());
    }
    let last = replay.actions().len();
    let mut position = None;
    for step in replay.steps() {
        forms::events::<G>(&step.emitted);
        // Every view of every step of a long game would take most of the time and find nothing new.
        if step.number.is_multiple_of(16) || step.number == last {
            forms::views(&step.position);
        }
        position = Some(step.position);
    }
    let mut written = Record::new::<G>(replay.options(), replay.seats(), replay.seed());
    written.actions = replay.actions().to_vec();
    match Replay::<G>::read(&written.to_line()) {
        Ok(again) => assert!(again.steps().last().map(|step| step.position) == position, "it ends elsewhere"),
        Err(bad) => panic!("what was accepted is refused when written again: {bad}"),
    }
    true
}
