//! Days in a row.

use std::collections::BTreeSet;

use protocol::{DayDate, DayStreak};
use store::Document;

use super::Own;

/// The streak of a person on a day, from all their tries.
pub(crate) fn streak(today: DayDate, own: &[Document]) -> DayStreak {
    let finished = own.iter().filter_map(|document| {
        let own: Own = serde_json::from_str(&document.body).ok()?;
        (own.finished && own.date <= today).then_some(own.date)
    });
    count(today, &finished.collect())
}

fn count(today: DayDate, days: &BTreeSet<DayDate>) -> DayStreak {
    let (mut best, mut run, mut last) = (0, 0, None);
    for &date in days {
        run = if last == Some(date.plus(-1)) { run + 1 } else { 1 };
        best = best.max(run);
        last = Some(date);
    }
    // Today is not over: a streak to yesterday can still be continued.
    let lives = last.is_some_and(|last| last >= today.plus(-1));
    DayStreak { days: if lives { run } else { 0 }, best, today: last == Some(today) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_streak_lives_until_a_day_has_gone_by_without_a_deal() {
        let today: DayDate = "2026-03-01".parse().unwrap();
        let of = |days: &[i32]| count(today, &days.iter().map(|days| today.plus(-days)).collect());
        assert_eq!(of(&[]), DayStreak { days: 0, best: 0, today: false });
        assert_eq!(of(&[0]), DayStreak { days: 1, best: 1, today: true });
        assert_eq!(of(&[1, 2, 3]), DayStreak { days: 3, best: 3, today: false });
        assert_eq!(of(&[0, 1, 2, 4, 5, 6, 7]), DayStreak { days: 3, best: 4, today: true });
        assert_eq!(of(&[2, 3]), DayStreak { days: 0, best: 2, today: false });
    }
}
