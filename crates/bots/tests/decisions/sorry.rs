//! Sorry! for two is solved, and what the solution says of the start is what was published with the rules: a choice is worse by
//! what the solution says.

use bots::{BotInput, Budget, Effort, Heuristic, Searchable};
use game::{Chance, DiscardEvents, Game, Seed, Viewer, dice};
use games::sorry::{Sorry, SorryOptions};

use super::Decision;

/// A choice is worse if the solution gives it this much less of the win.
const CLEARLY: f64 = 0.02;

/// The first decision of a game with a best choice and one that is clearly worse.
pub(super) fn solved() -> impl Iterator<Item = Decision<Sorry>> {
    let options = SorryOptions::default();
    let mut rng = dice(1);
    (0..5_000).filter_map(move |game| {
        let chance = Chance::new(Seed::from_number(11).nth(game));
        let mut position = Sorry::start(&options, 2, chance, &mut DiscardEvents).expect("it is legal");
        while let Some(seat) = position.status().to_act().first() {
            let view = position.seen(Viewer::Seat(seat));
            let input = BotInput { rules: 1, options: &options, seat, view: &view };
            if view.legal.len() > 1 {
                let solved = Sorry::evaluate(input, Effort::Expert, &mut rng, Budget::usual());
                let best = solved.choice();
                let worse = |value: Option<f64>| {
                    value.zip(best.value).is_some_and(|(value, best)| value + CLEARLY < best)
                };
                if let Some(bad) = solved.choices.iter().find(|choice| worse(choice.value)) {
                    let (good, bad) = (best.action, bad.action);
                    return Some(Decision { options, position, seat, good, bad });
                }
            }
            let action = Sorry::heuristic(input, &mut rng);
            position.play(seat, action, &mut DiscardEvents).expect("it is legal");
        }
        None
    })
}
