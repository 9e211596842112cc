//! Bots for a game whose type is hidden.

use game::face::{Knowledge, SeatKnowledge};
use game::{FastRng, below};
use games::Kind;
use serde_json::value::RawValue;

use crate::{BotInput, Budget, Level, Searchable};

macro_rules! games_with_bots {
    ($($Kind:ident),*) => {
        /// Runs the code for a game whose bots think: inside, `$G` is its type. Games without such bots yet take the other
        /// branch.
        #[macro_export]
        macro_rules! with_bots {
            ($kind:expr, $G:ident => $body:expr, _ => $otherwise:expr) => {
                match $kind {
                    $(::games::Kind::$Kind => { type $G = ::games::reach::$Kind; $body })*
                    #[allow(unreachable_patterns, reason = "every game may have bots that think")]
                    _ => $otherwise,
                }
            };
        }
    };
}

// A game has bots that think when it stands here, with `impl Heuristic` and `impl Searchable`.
games_with_bots!(Chicago, Gomoku, Golf, Sorry, OneCard);

/// What a bot of this level does, from what its seat knows. Where the game has no bots that think, any legal action.
///
/// `None` if the seat has nothing to do.
pub fn choose(
    kind: Kind,
    level: Level,
    knowledge: Knowledge,
    dice: &mut FastRng,
    budget: Budget<'_>,
) -> Option<Box<RawValue>> {
    let Knowledge { known, legal } = knowledge;
    with_bots!(kind, G => match known.downcast::<SeatKnowledge<G>>() {
        Ok(known) => choose_typed::<G>(level, &known, dice, budget),
        Err(_) => any(legal, dice),
    }, _ => any(legal, dice))
}

fn choose_typed<G: Searchable>(
    level: Level,
    known: &SeatKnowledge<G>,
    dice: &mut FastRng,
    budget: Budget<'_>,
) -> Option<Box<RawValue>> {
    if known.seen.legal.is_empty() {
        return None;
    }
    let input = BotInput { rules: known.rules, options: &known.options, seat: known.seat, view: &known.seen };
    serde_json::value::to_raw_value(&level.bot::<G>().choose(input, dice, budget)).ok()
}

fn any(mut legal: Vec<Box<RawValue>>, dice: &mut FastRng) -> Option<Box<RawValue>> {
    let count = legal.len() as u32;
    (count > 0).then(|| legal.swap_remove(below(dice, count) as usize))
}
