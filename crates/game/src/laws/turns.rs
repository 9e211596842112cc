//! Laws of turns: who may act, what is legal, what a refusal does, what order of arrival does.

use super::Laws;
use super::law_violation::{Finding, Law, demand};
use crate::{
    DiscardEvents, EventLog, FastRng, Game, IllegalAction, Played, Seat, Status, Viewer, below, shuffle,
};

/// The laws that are cheap enough for every step.
pub(super) fn quick<G: Game>(position: &G, legal: &mut Vec<G::Action>) -> Finding {
    let to_act = position.status().to_act();
    if let Status::ToAct(seats) | Status::Sealed(seats) = position.status() {
        demand(!seats.is_empty(), Law::LegalForSeatsToAct, || "nobody is to act, yet it is not over".into())?;
    }
    for seat in Seat::all(position.seats()) {
        legal.clear();
        position.legal_actions(seat, legal);
        demand(legal.is_empty() != to_act.contains(seat), Law::LegalForSeatsToAct, || {
            format!("seat {seat} has {} legal actions, to act are {to_act:?}", legal.len())
        })?;
        if to_act.contains(seat) {
            let default = position.default_action(seat);
            demand(legal.contains(&default), Law::DefaultIsLegal, || {
                format!("the default {default:?} of seat {seat} is not among {legal:?}")
            })?;
        }
    }
    scores(position)
}

fn scores<G: Game>(position: &G) -> Finding {
    let seats = position.seats();
    demand(position.scores().seats() == seats, Law::ScoresFit, || {
        format!("{:?} for {seats} seats", position.scores())
    })?;
    if let Some(outcome) = position.status().outcome() {
        let strangers = outcome.winners.iter().any(|winner| winner.number() >= seats);
        demand(!strangers, Law::ScoresFit, || format!("{outcome:?} at a table of {seats}"))?;
    }
    Ok(())
}

/// Everything that may be tried at one position: what is listed, what was legal elsewhere, and wrong seats.
pub(super) fn thorough<G: Game>(position: &G, seen: &[G::Action], legal: &mut Vec<G::Action>) -> Finding {
    for number in 0..=position.seats() {
        let Some(seat) = Seat::new(number) else { continue };
        legal.clear();
        if number < position.seats() {
            position.legal_actions(seat, legal);
        }
        for (index, &action) in legal.iter().enumerate() {
            demand(!legal[..index].contains(&action), Law::LegalForSeatsToAct, || {
                format!("{action:?} is listed twice for seat {seat}")
            })?;
            let checked = position.check(seat, action);
            demand(checked.is_ok(), Law::CheckAgreesWithList, || {
                format!("{action:?} is listed for seat {seat} but refused: {checked:?}")
            })?;
        }
        for &action in seen {
            if !legal.contains(&action) {
                refused(position, seat, action)?;
            }
        }
    }
    Ok(())
}

fn refused<G: Game>(position: &G, seat: Seat, action: G::Action) -> Finding {
    let mut tried = position.clone();
    let mut emitted = EventLog::new();
    let refusal = tried.play(seat, action, &mut emitted);
    let Err(refusal) = refusal else {
        return Err((
            Law::CheckAgreesWithList,
            format!("{action:?} of seat {seat} is not listed but allowed"),
        ));
    };
    demand(tried == *position && emitted.0.is_empty(), Law::RefusalChangesNothing, || {
        format!("the refused {action:?} of seat {seat} changed the position or emitted an event")
    })?;
    let sentence = refusal.to_string();
    let code = refusal.code();
    let teaches = code.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_')
        && !code.is_empty()
        && sentence.ends_with('.')
        && sentence.starts_with(|first: char| first.is_uppercase() || first.is_ascii_digit());
    demand(teaches, Law::RefusalChangesNothing, || {
        format!("the refusal {code:?}: {sentence:?} is not a sentence")
    })?;
    let rule = matches!(&refusal, IllegalAction::Rule(_));
    demand(rule == position.status().to_act().contains(seat), Law::RefusalChangesNothing, || {
        format!("seat {seat} was refused by {refusal:?} while to act are {:?}", position.status())
    })
}

/// Lets all seats to act choose, and applies the choices in two orders.
pub(super) fn arrival_order<G: Game>(position: &G, dice: &mut FastRng) -> Finding {
    let to_act = position.status().to_act();
    if to_act.len() < 2 {
        return Ok(());
    }
    let mut choices = Vec::new();
    for seat in to_act.iter() {
        let mut legal = Vec::new();
        position.legal_actions(seat, &mut legal);
        choices.push((seat, legal[below(dice, legal.len() as u32) as usize]));
    }
    let arrive = |choices: &[(Seat, G::Action)]| {
        let mut after = position.clone();
        for &(seat, action) in choices {
            after.play(seat, action, &mut DiscardEvents).map_err(|refusal| {
                (Law::ArrivalOrderIsNothing, format!("{action:?} of seat {seat} became illegal: {refusal:?}"))
            })?;
        }
        Ok(after)
    };
    let first = arrive(&choices)?;
    shuffle(dice, &mut choices);
    let second = arrive(&choices)?;
    demand(first == second, Law::ArrivalOrderIsNothing, || {
        format!("the choices {choices:?} in another order give another position")
    })
}

/// Plays default actions only, until it is over or too long.
pub(super) fn defaults_end<G: Game>(laws: &Laws<G>, mut position: G) -> Finding {
    for _ in 0..laws.longest {
        let Some(seat) = position.status().to_act().first() else { return Ok(()) };
        let action = position.default_action(seat);
        position.play(seat, action, &mut DiscardEvents).map_err(|refusal| {
            (Law::DefaultIsLegal, format!("the default {action:?} of seat {seat} is refused: {refusal:?}"))
        })?;
    }
    demand(!laws.must_end, Law::Ends, || {
        format!("a game of default actions does not end within {} actions", laws.longest)
    })
}

/// Whether an action numbered the turns rightly, and kept what was sealed.
pub(super) fn followed<G: Game>(before: &G, played: Played<G::Action>, after: &G) -> Finding {
    let (old, new) = (before.turn(), after.turn());
    let newcomers = after.status().to_act().iter().any(|seat| !before.status().to_act().contains(seat));
    demand(new >= old && (new > old || !newcomers), Law::TurnsAreNumbered, || {
        let (from, to) = (before.status(), after.status());
        format!("turn {old} ({from:?}) became turn {new} ({to:?}) with {:?}", played.action)
    })
}

/// Whether a choice made under a seal stays unseen.
pub(super) fn sealed<G: Game>(before: &G, played: Played<G::Action>, after: &G) -> Finding {
    let (Status::Sealed(_), Status::Sealed(_)) = (before.status(), after.status()) else { return Ok(()) };
    if before.turn() != after.turn() {
        return Ok(());
    }
    let others = Seat::all(before.seats()).filter(|&seat| seat != played.seat).map(Viewer::Seat);
    for viewer in others.chain([Viewer::Watcher]) {
        let mut expected = before.seen(viewer);
        let seen = after.seen(viewer);
        expected.to_act = seen.to_act;
        demand(expected == seen, Law::SealedChoicesAreHidden, || {
            format!("{viewer:?} sees that {:?} was chosen by seat {}", played.action, played.seat)
        })?;
    }
    Ok(())
}
