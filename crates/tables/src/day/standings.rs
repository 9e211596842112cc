//! Matchpoints: every result is compared with every other one of the same deal.

use protocol::{DayDate, DayStanding, Matchpoints};

use super::Try;

/// The matchpoints of each value: 2 for each other that is lower, 1 for each that is equal.
pub(crate) fn compared(values: &[i64]) -> Vec<Matchpoints> {
    let mut sorted = values.to_vec();
    sorted.sort_unstable();
    let others = u32::try_from(values.len().saturating_sub(1)).unwrap_or(u32::MAX / 2);
    let points = values.iter().map(|value| {
        let worse = sorted.partition_point(|other| other < value);
        let not_better = sorted.partition_point(|other| other <= value);
        let equal = not_better - worse - 1;
        Matchpoints {
            points: (2 * worse + equal) as u32,
            max: 2 * others,
            place: (sorted.len() - not_better + 1) as u32,
        }
    });
    points.collect()
}

/// The standings of a deal from its tries, the best first. Tries that are not compared are left out.
pub(crate) fn standings<'a>(date: DayDate, tries: impl Iterator<Item = &'a Try>) -> Vec<DayStanding> {
    let mut rows: Vec<DayStanding> = tries
        .filter_map(|entry| {
            let (result, replay_id) = entry.counted(date)?;
            Some(DayStanding { name: entry.name.clone(), result, matchpoints: entry.matchpoints?, replay_id })
        })
        .collect();
    rows.sort_by(|one, other| {
        one.matchpoints.place.cmp(&other.matchpoints.place).then_with(|| one.name.cmp(&other.name))
    });
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_points_for_each_that_is_worse_and_one_for_each_that_is_equal() {
        let points = |values: &[i64]| -> Vec<(u32, u32, u32)> {
            compared(values).iter().map(|row| (row.points, row.max, row.place)).collect()
        };
        assert_eq!(points(&[]), []);
        assert_eq!(points(&[7]), [(0, 0, 1)]);
        assert_eq!(points(&[5, 9, 5, 1]), [(3, 6, 2), (6, 6, 1), (3, 6, 2), (0, 6, 4)]);
        assert_eq!(points(&[3, 3]), [(1, 2, 1), (1, 2, 1)]);
        let many: Vec<i64> = (0..50).map(|number| number * 37 % 11).collect();
        let total: u32 = compared(&many).iter().map(|row| row.points).sum();
        assert_eq!(total, 50 * 49, "every comparison gives two points to share");
    }
}
