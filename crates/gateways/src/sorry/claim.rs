//! What a client says it did, judged by what its seat sees.
//!
//! The protocol has no actions: after the roll a client tells where every pawn stands now, or that it has won. Here such
//! a claim is matched with the first legal action that leads exactly there. No bytes and no clock: the map reads packets
//! into a [`Claim`] and does what the [`Verdict`] says.

use game::Seat;
use games::sorry::{Action, Place, Target, View};

/// The code of a pawn that is in Start; on the ring it is the square's number. Home has no code.
pub(super) const START_CODE: u8 = 0;

/// At this wrong result of one turn the default action is played.
const LAST_WRONG: u8 = 3;

/// What a client says at the end of its turn. The codes name the pawns in order of seats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Claim<'a> {
    /// The turn is over and the pawns stand so. No codes at all: nothing has changed.
    Moved {
        /// One code per pawn, or none.
        codes: &'a [u8],
    },
    /// Somebody has won.
    Won {
        /// The number it claims, from 1.
        client: u8,
        /// One code per pawn, or none. The winner's own is not looked at: Home has no code.
        codes: &'a [u8],
    },
}

/// What to do about a claim.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Verdict {
    /// It is right: play this.
    Play(Action),
    /// It is wrong: nothing changes, and the client gets the positions, the turn and the same roll again.
    AskAgain,
    /// It is wrong once too often, or nothing but Home is legal: play this and send the positions to everybody.
    PlayDefault(Action),
}

/// The code of a place; `None` for Home.
pub(super) fn code(place: Place) -> Option<u8> {
    match place {
        Place::Start => Some(START_CODE),
        Place::Square(square) => Some(square.number()),
        Place::Home => None,
    }
}

/// Judges the result that the client in this seat claims, after this many wrong ones in this turn. `None` if none is
/// expected: it is not the client's turn, or it has no roll to answer.
pub(super) fn judge(view: &View, seat: Seat, claim: Claim<'_>, wrong_before: u8) -> Option<Verdict> {
    // What the player in turn can do with the card is for everybody to see; without a card there is nothing.
    let default = default_action(&view.targets).filter(|_| view.mover == seat)?;
    if let Some(action) = claimed(view, claim) {
        return Some(Verdict::Play(action));
    }
    let last = wrong_before.saturating_add(1) >= LAST_WRONG;
    Some(if last || default == Action::Home { Verdict::PlayDefault(default) } else { Verdict::AskAgain })
}

/// What is played for an absent player: targets are listed ahead, backward, against somebody, forfeit. It is never
/// against somebody.
fn default_action(targets: &[Target]) -> Option<Action> {
    targets.iter().map(|target| target.action).find(|action| action.opponent().is_none())
}

/// The legal action that leads exactly to what is claimed.
fn claimed(view: &View, claim: Claim<'_>) -> Option<Action> {
    let allows = |wanted| view.targets.iter().any(|target| target.action == wanted);
    match claim {
        Claim::Moved { codes: [] } => allows(Action::Forfeit).then_some(Action::Forfeit),
        Claim::Moved { codes } => {
            let leads_there = |target: &&Target| codes_after(view, target).as_deref() == Some(codes);
            view.targets.iter().find(leads_there).map(|target| target.action)
        }
        Claim::Won { client, codes } => {
            let unchanged = codes.is_empty() || others_unchanged(view, codes);
            let own_number = client == view.mover.number() + 1;
            (own_number && unchanged && allows(Action::Home)).then_some(Action::Home)
        }
    }
}

/// The codes of all pawns after a target's action; `None` if a pawn would be at Home.
fn codes_after(view: &View, target: &Target) -> Option<Vec<u8>> {
    let own = view.pawns[view.mover].place;
    let place = |seat: Seat, now: Place| match target.action {
        _ if seat == view.mover => target.to,
        _ if target.bumps == Some(seat) => Place::Start,
        Action::Switch(with) if with == seat => own,
        _ => now,
    };
    view.pawns.iter().map(|(seat, pawn)| code(place(seat, pawn.place))).collect()
}

fn others_unchanged(view: &View, codes: &[u8]) -> bool {
    let same = |(seat, place): (Seat, Place)| {
        seat == view.mover || code(place).is_some_and(|code| codes.get(seat.index()) == Some(&code))
    };
    codes.len() == usize::from(view.pawns.seats())
        && view.pawns.iter().map(|(seat, pawn)| (seat, pawn.place)).all(same)
}

#[cfg(test)]
mod tests;
