//! Sorry!: come Home soon, keep the others away from it.
//!
//! A place is worth the turns a pawn still needs from there, on average and left alone. That is not the same as
//! counting squares: from the exit square a 4 goes straight back to the entry, and four steps from Home are worse
//! than five because no card goes forward 4. The own turns count against those of the others.

use std::sync::OnceLock;

use game::{FastRng, Seat, below};
use games::sorry::{
    Action, Card, Colour, DeckKind, FourBack, Place, STEPS_FROM_START, Seen, Sorry, SorryOptions, Target,
};

use crate::{BotInput, Heuristic};

/// How much the others' way Home weighs against the own.
const SPITE: f64 = 1.2;
pub(crate) const START: usize = STEPS_FROM_START as usize;
const FROM_EXIT: usize = START - 2;

/// The turns a lone pawn needs on average, by steps left.
pub(crate) type Turns = [f64; START + 1];

impl Heuristic for Sorry {
    fn heuristic(input: BotInput<'_, Self>, dice: &mut FastRng) -> Action {
        cheapest(input, turns(input.options), dice)
    }
}

/// What leaves the own way Home shortest and the others' longest, if a place costs so much.
pub(crate) fn cheapest(input: BotInput<'_, Sorry>, turns: &Turns, dice: &mut FastRng) -> Action {
    let view = input.view;
    if let [only] = view.legal[..] {
        return only;
    }
    let mut best = (f64::INFINITY, Action::Roll, 0);
    for target in &view.targets {
        let cost = cost(view, turns, input.seat, |seat| place_after(view, input.seat, target, seat));
        if cost < best.0 {
            best = (cost, target.action, 1);
        } else if cost <= best.0 {
            best.2 += 1;
            if below(dice, best.2) == 0 {
                best.1 = target.action;
            }
        }
    }
    best.1
}

/// Where a seat's pawn stands after the mover has gone for this target.
pub(crate) fn place_after(view: &Seen, mover: Seat, target: &Target, seat: Seat) -> Place {
    if seat == mover {
        target.to
    } else if target.bumps == Some(seat) {
        Place::Start
    } else if target.action == Action::Switch(seat) {
        view.pawns[mover].place
    } else {
        view.pawns[seat].place
    }
}

/// The own turns to Home minus those of the others, if everybody stands so. Less is better.
pub(crate) fn cost(view: &Seen, turns: &Turns, own: Seat, place: impl Fn(Seat) -> Place) -> f64 {
    let seats = view.pawns.seats();
    let needed = |seat: Seat| turns[usize::from(Colour::of(seat).steps_left(place(seat)))];
    let others: f64 = Seat::all(seats).filter(|seat| *seat != own).map(needed).sum();
    needed(own) - SPITE * others / f64::from(seats - 1)
}

/// The table for these settings, worked out once.
pub(crate) fn turns(options: &SorryOptions) -> &'static Turns {
    static TABLES: [OnceLock<Turns>; 4] = [const { OnceLock::new() }; 4];
    let uniform = options.deck == DeckKind::Uniform;
    let four = options.four_back == FourBack::Four;
    TABLES[usize::from(uniform) * 2 + usize::from(four)].get_or_init(|| worked_out(uniform, options))
}

/// Repeats "one turn, then as long as it takes from there" until the numbers stand still.
fn worked_out(uniform: bool, options: &SorryOptions) -> Turns {
    const ROUNDS: usize = 500;
    let weight = |card: Card| if uniform { 1.0 } else { f64::from(card.in_pack()) };
    let total: f64 = Card::ALL.into_iter().map(weight).sum();
    let mut turns = [0.0; START + 1];
    for _ in 0..ROUNDS {
        let before = turns;
        for (steps, needed) in turns.iter_mut().enumerate().skip(1) {
            let after = |card: Card| weight(card) * after(&before, steps, card, options);
            *needed = 1.0 + Card::ALL.into_iter().map(after).sum::<f64>() / total;
        }
    }
    turns
}

/// The turns still needed once the card is used in the best way, with nobody else on the board.
fn after(turns: &Turns, steps: usize, card: Card, options: &SorryOptions) -> f64 {
    let meaning = card.meaning(options);
    if steps == START {
        let leaves = matches!(card, Card::One | Card::Two);
        return turns[if leaves { FROM_EXIT } else { START }];
    }
    let forward = meaning.forward().map(usize::from).filter(|squares| *squares <= steps);
    if forward == Some(steps) {
        return 0.0;
    }
    // 60 steps are left just past the entry: going back from there comes near Home from behind.
    let backward = meaning.backward().map(|squares| (steps + usize::from(squares) - 1) % (START - 1) + 1);
    let forfeit = (card == Card::Eleven || forward.is_none() && backward.is_none()).then_some(steps);
    let places = [forward.map(|squares| steps - squares), backward, forfeit];
    places.into_iter().flatten().map(|steps| turns[steps]).fold(f64::INFINITY, f64::min)
}

#[cfg(test)]
mod tests {
    use game::{Chance, DiscardEvents, Game, Options, Seed, Viewer, below, dice, options::RawOptions};

    use super::*;

    /// How often the rule of thumb wins against random players, its seat going round.
    fn wins(settings: &str, seats: u8, games: u64) -> f64 {
        let options = SorryOptions::from_settings(&RawOptions::parse(settings).unwrap()).unwrap();
        let mut rng = dice(1);
        let mut won = 0.0;
        for game in 0..games {
            let own = Seat::of((game % u64::from(seats)) as u8);
            let chance = Chance::new(Seed::from_number(9).nth(game));
            let mut table = Sorry::start(&options, seats, chance, &mut DiscardEvents).unwrap();
            let mut legal = Vec::new();
            while let Some(seat) = table.status().to_act().first() {
                let action = if seat == own {
                    let view = table.seen(Viewer::Seat(seat));
                    Sorry::heuristic(BotInput { rules: 1, options: &options, seat, view: &view }, &mut rng)
                } else {
                    legal.clear();
                    table.legal_actions(seat, &mut legal);
                    legal[below(&mut rng, legal.len() as u32) as usize]
                };
                table.play(seat, action, &mut DiscardEvents).unwrap();
            }
            let winners = table.status().outcome().unwrap().winners;
            if winners.contains(own) {
                won += 1.0 / f64::from(winners.len());
            }
        }
        won / games as f64
    }

    #[test]
    fn the_rule_of_thumb_beats_random_players() {
        // Long runs give 73.9 % and 41.9 %.
        let (two, four) = (wins("", 2, 2_000), wins("", 4, 2_000));
        assert!(two > 0.70, "{two}");
        assert!(four > 0.37, "{four}");
    }

    #[test]
    fn it_plays_by_every_rule_of_the_house() {
        for settings in
            ["deck=uniform,four_back=4", "classic_sorry=on", "must_advance_11=on", "dialect=unity"]
        {
            let won = wins(settings, 2, 300);
            assert!(won > 0.55, "{settings}: {won}");
        }
    }

    #[test]
    fn a_place_is_worth_the_turns_it_needs() {
        let turns = turns(&SorryOptions::default());
        // One step from Home: a 1 in nine cards, or a longer way round.
        assert!(turns[0] == 0.0 && turns[1] > 11.0 && turns[1] < 11.5);
        assert!(turns[FROM_EXIT] < turns[FROM_EXIT - 1], "a 4 from the exit comes near Home");
        assert!(turns.iter().all(|needed| *needed <= turns[START]));
    }
}
