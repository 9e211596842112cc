//! What a client of the old protocol says it did, judged by the rules.
//!
//! That protocol has no actions: after the roll a client tells where every pawn stands now, or that it has won.
//! Here such a claim is matched with the first legal action that leads exactly there. No bytes and no clock: who
//! speaks the protocol reads packets into a [`Claim`] and does what the [`Verdict`] says.

use game::{Game, PerSeat, Seat};

use super::{Action, Card, Phase, Place, Sorry, Square};

/// The code of a pawn that is in Start; on the ring it is the square's number. Home has no code.
pub const START_CODE: u8 = 0;

/// At this wrong result of one turn the default action is played.
pub const LAST_WRONG: u8 = 3;

/// What a client says at the end of its turn. The codes name the pawns in order of seats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Claim<'a> {
    /// The turn is over and the pawns stand so. No codes at all: nothing has changed.
    Moved {
        /// One code per pawn, or none.
        codes: &'a [u8],
    },
    /// Somebody has won.
    Won {
        /// The number it gives, from 1.
        client: u8,
        /// One code per pawn, or none. The winner's own is not looked at: Home has no code.
        codes: &'a [u8],
    },
}

/// What to do about a claim.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It is right: play this.
    Play(Action),
    /// It is wrong: nothing changes, and the client gets the positions, the turn and the same roll again.
    AskAgain,
    /// It is wrong once too often, or nothing but Home is legal: play this and tell everybody the positions.
    PlayDefault(Action),
}

impl Sorry {
    /// Judges what the client in this seat says, after so many wrong results in this turn. Nothing if nobody has
    /// asked it: it is not in turn, or has no roll to answer.
    #[must_use]
    pub fn judge(&self, seat: Seat, claim: Claim<'_>, wrong_before: u8) -> Option<Verdict> {
        let card = match self.phase {
            Phase::Move(card) if seat == self.mover => card,
            _ => return None,
        };
        if let Some(action) = self.claimed(card, claim) {
            return Some(Verdict::Play(action));
        }
        let default = self.default_action(seat);
        let last = wrong_before.saturating_add(1) >= LAST_WRONG;
        Some(if last || default == Action::Home { Verdict::PlayDefault(default) } else { Verdict::AskAgain })
    }

    /// The codes of all pawns as they stand. A pawn at Home gets that of the square it came from.
    #[must_use]
    pub fn codes(&self) -> PerSeat<u8, 4> {
        self.pawns.map(|_, &place| match (place, self.last) {
            (Place::Start, _) => START_CODE,
            (Place::Square(square), _) => square.number(),
            (Place::Home, last) => {
                last.and_then(|turn| turn.from.square()).map_or(START_CODE, Square::number)
            }
        })
    }

    /// The number of the card drawn as a roll, 1 to 11 in the table's dialect; nothing before the draw.
    #[must_use]
    pub fn roll_to_answer(&self) -> Option<u8> {
        match self.phase {
            Phase::Move(card) => Some(card.roll(self.options.dialect)),
            Phase::Roll | Phase::Over => None,
        }
    }

    /// The legal action that leads exactly to what is claimed.
    fn claimed(&self, card: Card, claim: Claim<'_>) -> Option<Action> {
        let choices = self.choices(card);
        match claim {
            Claim::Moved { codes: [] } => choices.allow(Action::Forfeit).then_some(Action::Forfeit),
            Claim::Moved { codes } => {
                let mut actions = Vec::new();
                choices.list(&mut actions);
                let leads_there = |action: &Action| self.codes_after(card, *action).as_deref() == Some(codes);
                actions.into_iter().find(leads_there)
            }
            Claim::Won { client, codes } => {
                let unchanged = codes.is_empty() || self.others_unchanged(codes);
                let own_number = client == self.mover.number() + 1;
                (own_number && unchanged && choices.allow(Action::Home)).then_some(Action::Home)
            }
        }
    }

    /// The codes of all pawns after the action; nothing if a pawn would be at Home.
    fn codes_after(&self, card: Card, action: Action) -> Option<Vec<u8>> {
        let landing = self.landing(card, action);
        let mut pawns = self.pawns;
        pawns[self.mover] = landing.to;
        if let Some((other, place)) = landing.other {
            pawns[other] = place;
        }
        let code = |place: &Place| match place {
            Place::Start => Some(START_CODE),
            Place::Square(square) => Some(square.number()),
            Place::Home => None,
        };
        pawns.as_slice().iter().map(code).collect()
    }

    fn others_unchanged(&self, codes: &[u8]) -> bool {
        let now = self.codes();
        codes.len() == now.as_slice().len()
            && now.iter().all(|(seat, code)| seat == self.mover || codes[seat.index()] == *code)
    }
}
