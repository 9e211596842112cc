//! What the player in turn can do with the card drawn, and where it leads.

use game::{Seat, SeatSet};

use super::{Action, Card, Colour, Meaning, Place, Refusal, Sorry};

/// Everything the player in turn can do with a card.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choices {
    /// Home, leave or forward.
    ahead: Option<Action>,
    backward: bool,
    /// The opponents it can be done to, and what is done to them.
    opponents: SeatSet,
    against: Against,
    forfeit: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Against {
    Switch,
    Take,
    Sorry,
}

impl Against {
    const fn action(self, opponent: Seat) -> Action {
        match self {
            Self::Switch => Action::Switch(opponent),
            Self::Take => Action::Take(opponent),
            Self::Sorry => Action::Sorry(opponent),
        }
    }
}

impl Choices {
    const NOTHING: Self = Self {
        ahead: None,
        backward: false,
        opponents: SeatSet::EMPTY,
        against: Against::Switch,
        forfeit: false,
    };

    const HOME: Self = Self { ahead: Some(Action::Home), ..Self::NOTHING };

    /// Each choice once: ahead, backward, opponents by seat, forfeit.
    #[inline]
    pub(super) fn list(self, out: &mut Vec<Action>) {
        out.extend(self.ahead);
        if self.backward {
            out.push(Action::Backward);
        }
        if !self.opponents.is_empty() {
            out.extend(self.opponents.iter().map(|opponent| self.against.action(opponent)));
        }
        if self.forfeit {
            out.push(Action::Forfeit);
        }
    }

    /// What is played for an absent player: ahead, else backward, else nothing. Never against somebody.
    #[inline]
    pub(super) fn default(self) -> Action {
        match self.ahead {
            Some(action) => action,
            None if self.backward => Action::Backward,
            None => Action::Forfeit,
        }
    }

    #[inline]
    pub(super) fn allow(self, action: Action) -> bool {
        match action {
            Action::Roll => false,
            Action::Home | Action::Leave | Action::Forward => self.ahead == Some(action),
            Action::Backward => self.backward,
            Action::Forfeit => self.forfeit,
            Action::Switch(opponent) | Action::Take(opponent) | Action::Sorry(opponent) => {
                self.opponents.contains(opponent) && self.against.action(opponent) == action
            }
        }
    }
}

/// What an action does to the pawns: at most the own and one other move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Landing {
    /// Where the own pawn is afterwards.
    pub(super) to: Place,
    /// The other pawn that is somewhere else afterwards.
    pub(super) other: Option<(Seat, Place)>,
}

impl Landing {
    /// Who is sent to Start by it.
    pub(super) fn bumped(self) -> Option<Seat> {
        self.other.filter(|(_, place)| *place == Place::Start).map(|(seat, _)| seat)
    }
}

impl Sorry {
    /// What the player in turn can do with this card.
    #[inline]
    pub(super) fn choices(&self, card: Card) -> Choices {
        let meaning = card.meaning(&self.options);
        let mut choices = Choices::NOTHING;
        match (self.pawns[self.mover], meaning) {
            (Place::Start, Meaning::LeaveOrForward(_)) => choices.ahead = Some(Action::Leave),
            (Place::Start | Place::Square(_), Meaning::Sorry) | (Place::Start, Meaning::SorryFromStart) => {
                choices.opponents = self.opponents_on_ring();
                choices.against = Against::Sorry;
            }
            (Place::Square(square), _) => {
                let left = Colour::of(self.mover).steps_from(square);
                if let Some(squares) = meaning.forward() {
                    if squares == left {
                        return Choices::HOME;
                    }
                    choices.ahead = (squares < left).then_some(Action::Forward);
                }
                choices.backward = meaning.backward().is_some();
                match meaning {
                    Meaning::ForwardOrSwitch(_) => {
                        choices.opponents = self.opponents_on_ring();
                        choices.forfeit = !self.options.must_advance_11;
                    }
                    Meaning::ForwardOrTake(_) => {
                        choices.opponents = self.opponents_on_ring();
                        choices.against = Against::Take;
                        choices.forfeit = !self.options.must_advance_11;
                    }
                    _ => {}
                }
            }
            (Place::Start | Place::Home, _) => {}
        }
        // Sorry! may always be forfeited; so may an 11 that cannot go forward; and whatever has no move must be.
        let only_against = choices.ahead.is_none() && !choices.backward;
        choices.forfeit |= only_against;
        choices
    }

    /// Where the action leads. For what is not legal, some landing on the board.
    #[inline]
    pub(super) fn landing(&self, card: Card, action: Action) -> Landing {
        let own = self.pawns[self.mover];
        let meaning = card.meaning(&self.options);
        let bumping =
            |to: Place| Landing { to, other: self.opponent_on(to).map(|opponent| (opponent, Place::Start)) };
        match (action, own) {
            (Action::Leave, _) => bumping(Place::Square(Colour::of(self.mover).exit())),
            (Action::Home, _) => Landing { to: Place::Home, other: None },
            (Action::Forward, Place::Square(square)) => {
                bumping(Place::Square(square.forward(meaning.forward().unwrap_or(0))))
            }
            (Action::Backward, Place::Square(square)) => {
                bumping(Place::Square(square.backward(meaning.backward().unwrap_or(0))))
            }
            (Action::Switch(opponent), _) => match self.pawns.get(opponent) {
                Some(&to) => Landing { to, other: Some((opponent, own)) },
                None => Landing { to: own, other: None },
            },
            (Action::Take(opponent), _) => self.pawns.get(opponent).map_or(bumping(own), |&to| bumping(to)),
            (Action::Sorry(opponent), _) => match self.pawns.get(opponent) {
                Some(&to) if meaning == Meaning::SorryFromStart => bumping(to),
                Some(_) => Landing { to: own, other: Some((opponent, Place::Start)) },
                None => Landing { to: own, other: None },
            },
            (Action::Roll | Action::Forfeit | Action::Forward | Action::Backward, _) => {
                Landing { to: own, other: None }
            }
        }
    }

    /// Why the player in turn may not use the card so.
    #[cold]
    pub(super) fn reason(&self, card: Card, action: Action) -> Refusal {
        let own = self.pawns[self.mover];
        let left = Colour::of(self.mover).steps_left(own);
        let meaning = card.meaning(&self.options);
        let in_start = own == Place::Start;
        let not_on_card = Refusal::NotOnThisCard { card };
        if !in_start && meaning.forward() == Some(left) {
            return Refusal::MustGoHome;
        }
        match action {
            Action::Roll => Refusal::AlreadyRolled,
            Action::Leave if in_start => Refusal::LeavesWithOneOrTwo,
            Action::Leave => Refusal::NotInStart,
            Action::Home | Action::Forward | Action::Backward if in_start => Refusal::InStart,
            Action::Home => Refusal::HomeNotExact { left },
            Action::Forward => match meaning.forward() {
                Some(squares) => Refusal::PastHome { squares, left },
                None => not_on_card,
            },
            Action::Backward => not_on_card,
            Action::Switch(_) if !matches!(meaning, Meaning::ForwardOrSwitch(_)) => not_on_card,
            Action::Take(_) if !matches!(meaning, Meaning::ForwardOrTake(_)) => not_on_card,
            Action::Sorry(_) if card != Card::Sorry => not_on_card,
            Action::Switch(_) | Action::Take(_) if in_start => Refusal::InStart,
            Action::Sorry(_) if meaning == Meaning::SorryFromStart && !in_start => {
                Refusal::SorryOnlyFromStart
            }
            Action::Switch(opponent) | Action::Take(opponent) | Action::Sorry(opponent) => {
                if opponent == self.mover || self.pawns.get(opponent).is_none() {
                    Refusal::NoSuchOpponent
                } else {
                    Refusal::OpponentNotOnRing
                }
            }
            Action::Forfeit if card == Card::Eleven => Refusal::MustAdvanceEleven,
            Action::Forfeit => Refusal::MustMove,
        }
    }

    #[inline]
    fn opponents_on_ring(&self) -> SeatSet {
        let on_ring = |(seat, place): (Seat, &Place)| place.square().map(|_| seat);
        self.pawns.iter().filter_map(on_ring).collect::<SeatSet>().without(self.mover)
    }

    /// The opponent whose pawn stands on this square. No two pawns ever share one.
    #[inline]
    fn opponent_on(&self, square: Place) -> Option<Seat> {
        let found = self.pawns.iter().find(|(seat, place)| **place == square && *seat != self.mover);
        found.filter(|_| square.square().is_some()).map(|(seat, _)| seat)
    }
}
