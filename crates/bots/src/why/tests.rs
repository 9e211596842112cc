//! Reasons are held to what happens when the choice is made.

use game::options::RawOptions;
use game::{Chance, DiscardEvents, Game, Options, Seat, Seed, SeenOf, Viewer, Voice, below, dice};
use games::chicago::{Chicago, Reason as ChicagoReason};
use games::golf::{Golf, Reason as GolfReason};
use games::gomoku::{Gomoku, Reason as GomokuReason};
use games::onecard::{OneCard, Reason as OneCardReason};
use games::sorry::{Reason as SorryReason, Sorry};

use crate::{BotInput, Searchable, Why};

/// One choice: what the seat saw, the reason, and what it sees once the choice is made.
struct Chosen<'a, G: Game> {
    seat: Seat,
    before: &'a SeenOf<G>,
    after: &'a SeenOf<G>,
}

/// Plays random games and hands over every choice there was, with its reason.
fn each_choice<G: Searchable, R: serde::de::DeserializeOwned>(
    settings: &str,
    seats: u8,
    games: u64,
    decisions: usize,
    mut check: impl FnMut(&R, &Chosen<'_, G>),
) {
    let options = G::Options::from_settings(&RawOptions::parse(settings).unwrap()).unwrap();
    let names = || Voice::new(vec!["Ann".into(), "Bo".into(), "Cy".into(), "Di".into()]);
    for seed in 0..games {
        let mut dice = dice(seed);
        let chance = Chance::new(Seed::from_number(seed));
        let mut position = G::start(&options, seats, chance, &mut DiscardEvents).unwrap();
        for _ in 0..decisions {
            let Some(seat) = position.status().to_act().first() else { break };
            let before = position.seen(Viewer::Seat(seat));
            let input = BotInput { rules: *G::RULES.end(), options: &options, seat, view: &before };
            // All of a short list, some of a long one.
            let step = (before.legal.len() / 12).max(1);
            for action in before.legal.iter().step_by(step) {
                let Some(Why { reason, text }) = G::why(input, *action, &names().to(seat)) else { continue };
                assert!(
                    text.ends_with('.') && text.chars().next().unwrap().is_uppercase()
                        || text.starts_with(|c: char| c.is_ascii_digit()),
                    "{text}"
                );
                let mut tried = position.clone();
                tried.play(seat, *action, &mut DiscardEvents).unwrap();
                let after = tried.seen(Viewer::Seat(seat));
                let reason = serde_json::from_str(reason.get()).unwrap();
                check(&reason, &Chosen { seat, before: &before, after: &after });
            }
            let chosen = before.legal[below(&mut dice, before.legal.len() as u32) as usize];
            position.play(seat, chosen, &mut DiscardEvents).unwrap();
        }
    }
}

#[test]
fn reasons_of_sorry_are_what_happens() {
    let mut bumped = 0;
    each_choice::<Sorry, SorryReason>("", 4, 6, 400, |reason, chosen| {
        let left = |seen: &SeenOf<Sorry>, seat: Seat| i32::from(seen.pawns[seat].steps_left);
        let gained = left(chosen.before, chosen.seat) - left(chosen.after, chosen.seat);
        match *reason {
            SorryReason::ReachesHome {} => assert!(chosen.after.outcome.is_some()),
            SorryReason::Bumps { seat, left: had } => {
                bumped += 1;
                assert_eq!((left(chosen.before, seat), left(chosen.after, seat)), (i32::from(had), 61));
            }
            SorryReason::Switches { gained: said, .. } => assert_eq!(gained, i32::from(said)),
            SorryReason::Advances { steps, left: rest } => {
                assert_eq!((gained, left(chosen.after, chosen.seat)), (i32::from(steps), i32::from(rest)));
            }
            SorryReason::FallsBack { steps, .. } => assert_eq!(gained, -i32::from(steps)),
            SorryReason::LeavesStart {} => assert_eq!(left(chosen.before, chosen.seat), 61),
            SorryReason::Stays { .. } => assert_eq!(gained, 0),
        }
    });
    assert!(bumped > 0);
}

#[test]
fn reasons_of_one_card_are_what_happens() {
    let (mut passed, mut won) = (0, 0);
    for settings in ["", "multi=on,redirect=suit_or_rank", "queen_skips_2=on"] {
        let seats = if settings.contains("queen") { 2 } else { 3 };
        each_choice::<OneCard, OneCardReason>(settings, seats, 12, 200, |reason, chosen| {
            let next = chosen.after.to_act.first();
            match *reason {
                OneCardReason::EmptiesHand {} => {
                    won += 1;
                    assert!(chosen.after.outcome.is_some());
                }
                OneCardReason::PassesAttack { seat, cards } | OneCardReason::Attacks { seat, cards } => {
                    passed += 1;
                    assert_eq!((next, chosen.after.attack), (Some(seat), cards));
                }
                OneCardReason::Parries { cards } => {
                    assert_eq!((chosen.before.attack, chosen.after.attack), (cards, 0));
                }
                OneCardReason::TurnsRound { seat, held } => {
                    assert_eq!((next, chosen.after.held[seat]), (Some(seat), held));
                }
                OneCardReason::Skips { seat, held } => {
                    assert!(next != Some(seat) && chosen.after.held[seat] == held);
                }
                OneCardReason::KeepsSpecial { left, fit, card } => {
                    assert!(fit <= left && chosen.after.hand.contains(&card));
                }
                OneCardReason::Leaves { left, fit } => {
                    let top = chosen.after.top;
                    let fits =
                        |card: &&games::cards::Card| card.suit() == top.suit() || card.rank() == top.rank();
                    let fitting = chosen.after.hand.iter().filter(fits).count();
                    assert_eq!((chosen.after.hand.len(), fitting), (usize::from(left), usize::from(fit)));
                }
                OneCardReason::TakesAttack { cards } => assert_eq!(chosen.before.attack, cards),
                OneCardReason::LaysMore { .. }
                | OneCardReason::DrawsOne {}
                | OneCardReason::KeepsDrawn {} => {}
            }
        });
    }
    assert!(passed > 0 && won > 0);
}

#[test]
fn reasons_of_golf_are_what_happens() {
    let (mut pairs, mut out) = (0, 0);
    for settings in ["rounds=1", "rounds=1,end_rule=first_out,flip_on_discard=on,steal=on"] {
        each_choice::<Golf, GolfReason>(settings, 3, 6, 300, |reason, chosen| {
            let points = |seen: &SeenOf<Golf>| seen.showing[chosen.seat];
            // The mean of any cards lies between the lowest and the highest one.
            let is_mean = |expected: f64| assert!((-2.0..=10.0).contains(&expected), "{expected}");
            match *reason {
                GolfReason::MakesPair { .. } => pairs += 1,
                GolfReason::Swaps { before, after } => {
                    assert_eq!(points(chosen.before), before);
                    if chosen.after.outcome.is_none() {
                        assert_eq!(points(chosen.after), after);
                    }
                }
                GolfReason::GoesOut { points: said, .. } => {
                    out += 1;
                    assert!(chosen.after.outcome.is_some(), "the only round ends");
                    assert_eq!(chosen.after.scores[chosen.seat], said);
                }
                GolfReason::SwapsHidden { expected, .. }
                | GolfReason::TakesDiscard { expected, .. }
                | GolfReason::TakesStock { expected, .. }
                | GolfReason::ThrowsAway { expected, .. }
                | GolfReason::Turns { expected } => is_mean(expected),
                GolfReason::Steals { seat, card, .. } => {
                    assert!(chosen.before.layouts[seat].contains(&Some(card)));
                }
                GolfReason::Reveals { .. } => {}
            }
        });
    }
    assert!(pairs > 0 && out > 0);
}

#[test]
fn reasons_of_gomoku_are_what_happens() {
    let (mut completed, mut stopped) = (0, 0);
    each_choice::<Gomoku, GomokuReason>("size=10", 2, 6, 100, |reason, chosen| {
        let won = chosen.after.outcome.is_some_and(|outcome| outcome.winners.contains(chosen.seat));
        assert_eq!(matches!(reason, GomokuReason::Completes {}), won);
        completed += u32::from(won);
        stopped += u32::from(matches!(reason, GomokuReason::StopsFive { .. }));
    });
    assert!(completed > 0 && stopped > 0);
}

#[test]
fn reasons_of_chicago_are_what_happens() {
    let (mut won, mut drawn) = (0, 0);
    for settings in ["", "one_up=on"] {
        each_choice::<Chicago, ChicagoReason>(settings, 3, 2, 60, |reason, chosen| {
            let winner = chosen.after.tricks.iter().rev().find_map(|trick| trick.winner);
            let complete =
                |seen: &SeenOf<Chicago>| seen.tricks.iter().filter(|trick| trick.winner.is_some()).count();
            let is_taken = complete(chosen.after) > complete(chosen.before);
            match *reason {
                ChicagoReason::WinsTrick {} => {
                    won += 1;
                    assert!(!is_taken || winner == Some(chosen.seat));
                }
                ChicagoReason::Saves { card } => {
                    assert!(chosen.after.hand.is_none_or(|hand| !is_taken || hand.contains(&Some(card))));
                    assert!(!is_taken || winner != Some(chosen.seat));
                }
                ChicagoReason::CannotWin {} | ChicagoReason::ThrowsAway { .. } => {
                    assert!(!is_taken || winner != Some(chosen.seat));
                }
                ChicagoReason::Draws { better_percent, aim_percent, cards, .. } => {
                    drawn += 1;
                    assert!(aim_percent <= better_percent && better_percent <= 100 && cards < 5);
                }
                ChicagoReason::CallsChicago { beatable } | ChicagoReason::StaysSilent { beatable } => {
                    assert!(beatable <= 5);
                }
                ChicagoReason::TakesOpen { unseen_percent, .. }
                | ChicagoReason::DrawsUnseen { unseen_percent, .. } => {
                    assert!(unseen_percent <= 100);
                }
                ChicagoReason::Stands { .. }
                | ChicagoReason::Leads { .. }
                | ChicagoReason::HighestSoFar { .. } => {}
            }
        });
    }
    assert!(won > 0 && drawn > 0);
}
