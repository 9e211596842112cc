//! Viewers, and the audience of an event.

use crate::{Game, Seat, Status};

/// From whose perspective a view is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Viewer {
    /// A player sees the table and the own secrets.
    Seat(Seat),
    /// A watcher sees what lies open.
    Watcher,
    /// Everything, for games that are over. Needs the proof.
    Everything(Unveiled),
}

impl Viewer {
    /// The seat the viewer sits on.
    #[must_use]
    pub const fn seat(self) -> Option<Seat> {
        match self {
            Self::Seat(seat) => Some(seat),
            Self::Watcher | Self::Everything(_) => None,
        }
    }

    /// Whether this viewer may know what `owner` alone knows.
    #[must_use]
    pub fn knows_secrets_of(self, owner: Seat) -> bool {
        match self {
            Self::Seat(seat) => seat == owner,
            Self::Watcher => false,
            Self::Everything(_) => true,
        }
    }

    /// Whether this viewer may know what no player knows, such as the order of a pile.
    #[must_use]
    pub const fn knows_everything(self) -> bool {
        matches!(self, Self::Everything(_))
    }
}

/// The proof that nothing has to be hidden any more.
///
/// It can only be had from a position that is over, or from a [`Replay`](crate::Replay) of a record that runs to
/// the end. A live table has neither, so no code at a live table can ask for the omniscient view.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unveiled(());

impl Unveiled {
    /// The proof, if this game is over.
    #[must_use]
    pub fn after<G: Game>(position: &G) -> Option<Self> {
        matches!(position.status(), Status::Over(_)).then_some(Self(()))
    }
}

/// The audience of an event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Audience {
    /// Everybody, watchers too.
    All,
    /// One seat. What it is sent, [`AllBut`](Self::AllBut) it are sent without the secret.
    Only(Seat),
    /// Everybody but one seat, watchers too: the public side of an event sent to that seat [`Only`](Self::Only).
    AllBut(Seat),
    /// No one while the game runs; a viewer who sees everything afterwards.
    Nobody,
}

impl Audience {
    /// Whether this viewer is in the audience. A viewer who sees everything gets the full side of a two-sided event, not both.
    #[must_use]
    pub fn includes(self, viewer: Viewer) -> bool {
        match self {
            Self::All => true,
            Self::Only(seat) => viewer.knows_secrets_of(seat),
            Self::AllBut(seat) => !viewer.knows_secrets_of(seat),
            Self::Nobody => viewer.knows_everything(),
        }
    }
}
