use game::options::RawOptions;
use game::{Chance, DiscardEvents, Game, Options, Seed, Viewer, below, dice};
use games::sorry::SorryOptions;

use super::*;

fn options(settings: &str) -> SorryOptions {
    SorryOptions::from_settings(&RawOptions::parse(settings).unwrap()).unwrap()
}

#[test]
fn the_small_board_follows_the_rules_of_the_game() {
    for settings in ["", "four_back=4", "classic_sorry=on", "must_advance_11=on", "dialect=unity"] {
        let options = options(settings);
        let rules = Rules::of(&options);
        let mut rng = dice(3);
        for game in 0..60 {
            let chance = Chance::new(Seed::from_number(5).nth(game));
            let mut table = Sorry::start(&options, 2 + (game % 3) as u8, chance, &mut DiscardEvents).unwrap();
            let mut legal = Vec::new();
            while let Some(seat) = table.status().to_act().first() {
                let view = table.seen(Viewer::Seat(seat));
                if let Some(drawn) = &view.drawn {
                    let pawns = std::array::from_fn(|index| {
                        view.pawns
                            .as_slice()
                            .get(index)
                            .map_or(board::START, |pawn| board::number(pawn.place))
                    });
                    let before = Board { pawns, seats: view.pawns.seats() };
                    let ways = rules.ways(before, seat.index(), drawn.card as usize);
                    let real: Vec<_> =
                        view.targets.iter().map(|target| board_after(&view, seat, target)).collect();
                    assert_eq!(ways.all(), real, "{settings}: {} from {before:?}", drawn.card);
                }
                legal.clear();
                table.legal_actions(seat, &mut legal);
                let action = legal[below(&mut rng, legal.len() as u32) as usize];
                table.play(seat, action, &mut DiscardEvents).unwrap();
            }
        }
    }
}

#[test]
fn the_solution_is_the_one_that_was_published_with_the_rules() {
    // With the pack's proportions green wins 46.7 % when it moves first, red 53.9 % when red does.
    let solution = solution::of(&options(""), &Meter::of(&Budget::usual())).unwrap();
    let green = solution.before(0, [board::START; 4]);
    let red = solution.before(1, [board::START; 4]);
    assert!((green - 0.467).abs() < 0.0006, "{green}");
    assert!((red - 0.539).abs() < 0.0006, "{red}");
}

#[test]
fn a_pawn_before_home_is_worth_more_the_likelier_its_card_is() {
    let solution = solution::of(&options(""), &Meter::of(&Budget::usual())).unwrap();
    // Green three steps from Home (one card in eleven) against four steps (no card goes four).
    let three = solution.before(0, [1, 40, 0, 0]);
    let four = solution.before(0, [60, 40, 0, 0]);
    assert!(three > four, "{three} {four}");
}

/// What an action costs by the solution, in shares of the win.
fn regret(input: BotInput<'_, Sorry>, action: Action) -> f64 {
    let advice = Sorry::advise(input, None, &mut dice(1), Budget::usual());
    let value = advice.choices.iter().find(|choice| choice.action == action).unwrap().value;
    advice.choice().value.unwrap() - value.unwrap()
}

#[test]
fn by_the_solution_hard_loses_less_than_the_rule_of_thumb_and_expert_nothing() {
    let options = options("");
    let mut rng = dice(8);
    let mut lost = [0.0; 3];
    for game in 0..60 {
        let chance = Chance::new(Seed::from_number(17).nth(game));
        let mut table = Sorry::start(&options, 2, chance, &mut DiscardEvents).unwrap();
        while let Some(seat) = table.status().to_act().first() {
            let view = table.seen(Viewer::Seat(seat));
            let input = BotInput { rules: 1, options: &options, seat, view: &view };
            let thumb = <Sorry as crate::Heuristic>::heuristic(input, &mut rng);
            if view.legal.len() > 1 {
                let of =
                    |effort| Sorry::evaluate(input, effort, &mut dice(1), Budget::usual()).choice().action;
                let chosen = [thumb, of(Effort::Hard), of(Effort::Expert)];
                lost.iter_mut().zip(chosen).for_each(|(lost, action)| *lost += regret(input, action));
            }
            table.play(seat, thumb, &mut DiscardEvents).unwrap();
        }
    }
    let [thumb, hard, expert] = lost;
    assert!(hard < 0.9 * thumb && expert < 1e-9, "{lost:?}");
}
