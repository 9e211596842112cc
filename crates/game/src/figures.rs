//! What a finished game says of each player beside the result: figures that mean something in that game.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{Game, Replay, Seat, Step};

/// How the values of a figure become the number that is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FigureKind {
    /// Their sum.
    Count,
    /// Their mean.
    Mean,
    /// The lowest.
    Min,
    /// The highest.
    Max,
}

/// One figure of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FigureSpec {
    /// What it is stored under, for ever: the meaning of a key never changes.
    pub key: &'static str,
    /// How its values are summed up.
    pub kind: FigureKind,
    /// What people read, in English.
    pub title: &'static str,
}

impl FigureSpec {
    /// A figure that counts.
    #[must_use]
    pub const fn count(key: &'static str, title: &'static str) -> Self {
        Self { key, kind: FigureKind::Count, title }
    }

    /// A figure that is a mean.
    #[must_use]
    pub const fn mean(key: &'static str, title: &'static str) -> Self {
        Self { key, kind: FigureKind::Mean, title }
    }

    /// A figure that is the lowest of all values.
    #[must_use]
    pub const fn min(key: &'static str, title: &'static str) -> Self {
        Self { key, kind: FigureKind::Min, title }
    }

    /// A figure that is the highest of all values.
    #[must_use]
    pub const fn max(key: &'static str, title: &'static str) -> Self {
        Self { key, kind: FigureKind::Max, title }
    }
}

/// A game that has statistics beyond those of every game.
pub trait Figures: Game {
    /// All of them, in the order people read them.
    const FIGURES: &'static [FigureSpec];

    /// Adds the values of one step of a finished game to `notes`.
    fn note_figures(step: &Step<Self>, notes: &mut FigureNotes);
}

/// All values of one figure, in four numbers: whatever its kind, two of them add up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FigureSum {
    /// How many values.
    pub samples: u64,
    /// Their sum.
    pub sum: i64,
    /// The lowest.
    pub min: i64,
    /// The highest.
    pub max: i64,
}

impl FigureSum {
    /// One value.
    #[must_use]
    pub const fn of(value: i64) -> Self {
        Self { samples: 1, sum: value, min: value, max: value }
    }

    /// Both together.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            samples: self.samples + other.samples,
            sum: self.sum.saturating_add(other.sum),
            min: self.min.min(other.min),
            max: self.max.max(other.max),
        }
    }

    /// The number that is shown for a figure of this kind.
    #[must_use]
    pub fn shown(self, kind: FigureKind) -> f64 {
        match kind {
            FigureKind::Count => self.sum as f64,
            FigureKind::Mean => self.sum as f64 / self.samples as f64,
            FigureKind::Min => self.min as f64,
            FigureKind::Max => self.max as f64,
        }
    }
}

/// The values of one game, summed by seat and figure.
#[derive(Clone, Default, Debug)]
pub struct FigureNotes(BTreeMap<(Seat, &'static str), FigureSum>);

impl FigureNotes {
    /// Notes a value.
    pub fn note(&mut self, seat: Seat, key: &'static str, value: i64) {
        let value = FigureSum::of(value);
        self.0.entry((seat, key)).and_modify(|sum| *sum = sum.and(value)).or_insert(value);
    }

    /// Notes that something happened once.
    pub fn once(&mut self, seat: Seat, key: &'static str) {
        self.note(seat, key, 1);
    }

    /// What was noted, by seat and key.
    pub fn sums(&self) -> impl Iterator<Item = (Seat, &'static str, FigureSum)> {
        self.0.iter().map(|(&(seat, key), &sum)| (seat, key, sum))
    }

    /// The figures of a game that was played to its end; none of one that stops before.
    #[must_use]
    pub fn of<G: Game>(replay: &Replay<G>, note: fn(&Step<G>, &mut Self)) -> Self {
        let mut notes = Self::default();
        if replay.unveiled().is_some() {
            replay.steps().for_each(|step| note(&step, &mut notes));
        }
        notes
    }
}
