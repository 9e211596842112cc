//! How a sentence names people.

use crate::Seat;

/// The length of a usual sentence, in bytes.
const ROOM: usize = 64;

/// Who is called what, and who is "you".
///
/// The same sentences serve the log, the screen reader and the terminal: each game makes them from its events
/// with one of these.
#[derive(Clone, Debug)]
pub struct Voice {
    names: Vec<String>,
    you: Option<Seat>,
}

impl Voice {
    /// Seats have these names; a seat without one is called "Player 3", counted from 1.
    #[must_use]
    pub const fn new(names: Vec<String>) -> Self {
        Self { names, you: None }
    }

    /// Seats are called "Player 1", "Player 2" and so on.
    #[must_use]
    pub const fn numbers() -> Self {
        Self::new(Vec::new())
    }

    /// The same voice, speaking to the person on this seat.
    #[must_use]
    pub fn to(mut self, seat: Seat) -> Self {
        self.you = Some(seat);
        self
    }

    /// "You" or the name, to begin a sentence.
    #[must_use]
    pub fn name(&self, seat: Seat) -> String {
        if self.is_you(seat) { "You".to_owned() } else { self.their_name(seat) }
    }

    /// "you" or the name, inside a sentence.
    #[must_use]
    pub fn inner_name(&self, seat: Seat) -> String {
        if self.is_you(seat) { "you".to_owned() } else { self.their_name(seat) }
    }

    /// "your" or "Ann's".
    #[must_use]
    pub fn possessive(&self, seat: Seat) -> String {
        if self.is_you(seat) { "your".to_owned() } else { format!("{}'s", self.their_name(seat)) }
    }

    /// The name with its verb: `does(seat, "play", "plays")` returns "You play" or "Ann plays".
    #[must_use]
    pub fn does(&self, seat: Seat, yours: &str, theirs: &str) -> String {
        // With room for the rest of the sentence: every move is described to everybody with one of these.
        let mut sentence = String::with_capacity(ROOM);
        let verb = if self.is_you(seat) {
            sentence.push_str("You");
            yours
        } else {
            match self.names.get(seat.index()) {
                Some(name) => sentence.push_str(name),
                None => sentence.push_str(&self.their_name(seat)),
            }
            theirs
        };
        sentence.push(' ');
        sentence.push_str(verb);
        sentence
    }

    /// Several people in one sentence: "You, Ann and Bo".
    #[must_use]
    pub fn list(&self, seats: impl IntoIterator<Item = Seat>) -> String {
        let names: Vec<_> = seats
            .into_iter()
            .enumerate()
            .map(|(index, seat)| if index == 0 { self.name(seat) } else { self.inner_name(seat) })
            .collect();
        match names.split_last() {
            None => "Nobody".to_owned(),
            Some((only, [])) => only.clone(),
            Some((last, others)) => format!("{} and {last}", others.join(", ")),
        }
    }

    /// Whether the sentence is spoken to the person on this seat.
    #[must_use]
    pub fn is_you(&self, seat: Seat) -> bool {
        self.you == Some(seat)
    }

    fn their_name(&self, seat: Seat) -> String {
        match self.names.get(seat.index()) {
            Some(name) => name.clone(),
            None => format!("Player {}", seat.number() + 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_are_named_as_one_speaks_to_them() {
        let voice = Voice::new(vec!["Ann".into(), "Bo".into()]).to(Seat::of(1));
        assert_eq!(voice.does(Seat::of(0), "play", "plays"), "Ann plays");
        assert_eq!(voice.does(Seat::of(1), "play", "plays"), "You play");
        assert_eq!(voice.possessive(Seat::of(0)), "Ann's");
        assert_eq!(voice.name(Seat::of(2)), "Player 3");
        assert_eq!(voice.list(Seat::all(3)), "Ann, you and Player 3");
        assert_eq!(voice.list([]), "Nobody");
    }
}
