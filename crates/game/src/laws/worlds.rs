//! Laws of secrecy: what a viewer must not know makes no difference to that viewer.

use super::law_violation::{Finding, Law, demand};
use super::{Imagination, Laws, forms};
use crate::{DiscardEvents, EventLog, FastRng, Game, Played, Seat, Viewer, below};

/// Whether two different worlds were ever imagined from one view.
#[derive(Clone, Copy, Default)]
pub(super) struct Difference(pub(super) bool);

/// Imagines worlds for each seat and compares their views from that seat's perspective.
pub(super) fn imagined<G: Game>(
    imagine: Imagination<G>,
    position: &G,
    options: &G::Options,
    dice: &mut FastRng,
    difference: &mut Difference,
) -> Finding {
    for seat in Seat::all(position.seats()) {
        let seen = position.seen(Viewer::Seat(seat));
        let world = imagine(*G::RULES.end(), options, seat, &seen, dice);
        same_view(position, &world, Viewer::Seat(seat), Law::ImaginedViewIsTheSame)?;
        demand(world.status() == position.status(), Law::ImaginedViewIsTheSame, || {
            format!("seat {seat} imagines {:?}, but it is {:?}", world.status(), position.status())
        })?;
        if !difference.0 {
            let other = imagine(*G::RULES.end(), options, seat, &seen, dice);
            // Worlds always differ in their future draws, which `Debug` omits: compare what it prints.
            difference.0 = format!("{world:?}") != format!("{other:?}");
        }
    }
    Ok(())
}

/// Plays an imagined world to its end: bots will.
pub(super) fn playable<G: Game>(
    laws: &Laws<G>,
    imagine: Imagination<G>,
    position: &G,
    options: &G::Options,
    dice: &mut FastRng,
) -> Finding {
    let seat = Seat::of(below(dice, u32::from(position.seats())) as u8);
    let mut world = imagine(*G::RULES.end(), options, seat, &position.seen(Viewer::Seat(seat)), dice);
    let mut legal = Vec::new();
    for _ in 0..laws.longest {
        let Some(next) = world.status().to_act().first() else { return Ok(()) };
        legal.clear();
        world.legal_actions(next, &mut legal);
        let action = *legal.get(below(dice, legal.len() as u32) as usize).ok_or_else(|| {
            (
                Law::ImaginedViewIsTheSame,
                format!("a world imagined by seat {seat} leaves {next} without actions"),
            )
        })?;
        world.play(next, action, &mut DiscardEvents).map_err(|refusal| {
            (
                Law::ImaginedViewIsTheSame,
                format!("a world imagined by seat {seat} refuses {action:?}: {refusal:?}"),
            )
        })?;
    }
    demand(!laws.must_end, Law::Ends, || format!("a world imagined by seat {seat} does not end"))
}

/// Rearranges what each viewer must not know, before and during the next action.
pub(super) fn non_interference<G: Game>(
    laws: &Laws<G>,
    position: &G,
    options: &G::Options,
    next: Option<Played<G::Action>>,
    dice: &mut FastRng,
) -> Finding {
    for viewer in forms::viewers(position) {
        if viewer.knows_everything() {
            continue;
        }
        let scrambled = (laws.scramble)(position, viewer, dice);
        same_view(position, &scrambled, viewer, Law::NonInterference)?;
        let Some(next) = next else { continue };
        same_events(position, &scrambled, viewer, next)?;
        if let (Viewer::Seat(seat), Some(imagine)) = (viewer, laws.imagine) {
            let world = imagine(*G::RULES.end(), options, seat, &position.seen(viewer), dice);
            same_events(position, &world, viewer, next)?;
        }
    }
    Ok(())
}

fn same_view<G: Game>(position: &G, world: &G, viewer: Viewer, law: Law) -> Finding {
    let [ours, theirs] = [position, world]
        .map(|world| serde_json::to_string(&world.seen(viewer)).map_err(|error| error.to_string()));
    demand(ours == theirs, law, || {
        format!("{viewer:?} sees a difference that must not be seen:\n  {ours:?}\n  {theirs:?}")
    })
}

/// One action in two worlds that look alike: a viewer who sees no difference afterwards must be sent none.
///
/// An action may uncover something, and then the views differ rightly. But what is sent and not shown
/// afterwards was a secret: views carry all that their viewer has seen.
fn same_events<G: Game>(
    position: &G,
    world: &G,
    viewer: Viewer,
    Played { seat, action }: Played<G::Action>,
) -> Finding {
    let play = |world: &G| {
        let (mut world, mut emitted) = (world.clone(), EventLog::new());
        world.play(seat, action, &mut emitted).ok()?;
        let events: Vec<_> = emitted.for_viewer(viewer).cloned().collect();
        Some((world.seen(viewer), events))
    };
    let (Some((our_view, ours)), Some((their_view, theirs))) = (play(position), play(world)) else {
        // The action needs a card that is elsewhere in this world. A viewer's own actions are always possible.
        return demand(viewer.seat() != Some(seat), Law::NonInterference, || {
            format!("{action:?} of seat {seat} is impossible in a world that looks the same to it")
        });
    };
    demand(our_view != their_view || ours == theirs, Law::NonInterference, || {
        format!(
            "after {action:?} of seat {seat}, {viewer:?} receives what must not be known:\n  {ours:?}\n  {theirs:?}"
        )
    })
}
