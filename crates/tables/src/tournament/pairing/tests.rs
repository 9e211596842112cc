//! The rule of pairing, checked on many fields, and against all ways to pair small ones.

use game::{Chance, Seed};

use super::*;

fn everybody(count: u16) -> Vec<Entrant> {
    (0..count).map(Entrant).collect()
}

const fn size(seats: usize, fewest: usize, bots: bool) -> TableSize {
    TableSize { seats, fewest, bots }
}

/// The fewest repeats of any way to fill tables of these sizes.
fn fewest_repeats(rest: &[Entrant], sizes: &[usize], meetings: &Meetings) -> usize {
    let (Some(first), false) = (rest.first(), sizes.is_empty()) else { return 0 };
    let mut best = usize::MAX;
    let mut tried = Vec::new();
    for (index, size) in sizes.iter().enumerate() {
        if tried.contains(size) {
            continue;
        }
        tried.push(*size);
        let mut other_sizes = sizes.to_vec();
        other_sizes.remove(index);
        for companions in subsets(&rest[1..], size - 1) {
            let mut table = vec![*first];
            table.extend(&companions);
            let others: Vec<Entrant> =
                rest.iter().copied().filter(|entrant| !table.contains(entrant)).collect();
            let repeats = meetings.repeats(&table);
            if repeats < best {
                best = best.min(repeats + fewest_repeats(&others, &other_sizes, meetings));
            }
        }
    }
    best
}

fn subsets(of: &[Entrant], count: usize) -> Vec<Vec<Entrant>> {
    match (of, count) {
        (_, 0) => vec![Vec::new()],
        ([], _) => Vec::new(),
        ([first, rest @ ..], count) => {
            let mut with = subsets(rest, count - 1);
            with.iter_mut().for_each(|subset| subset.insert(0, *first));
            with.extend(subsets(rest, count));
            with
        }
    }
}

#[test]
fn tables_are_as_few_as_hold_everybody_and_differ_by_one_person_at_most() {
    assert_eq!(table_sizes(10, size(4, 2, false)), [4, 3, 3]);
    assert_eq!(table_sizes(5, size(4, 2, true)), [3, 2]);
    assert_eq!(table_sizes(5, size(2, 2, false)), [2, 2], "one has a free round");
    assert_eq!(table_sizes(5, size(2, 2, true)), [2, 2, 1], "a bot plays with the fifth");
    assert_eq!(table_sizes(4, size(3, 3, false)), [3]);
    assert_eq!(table_sizes(1, size(2, 2, false)), [] as [usize; 0]);
    for people in 1..300 {
        for seats in 2..=4 {
            for fewest in 2..=seats {
                for bots in [false, true] {
                    let sizes = table_sizes(people, size(seats, fewest, bots));
                    let playing: usize = sizes.iter().sum();
                    assert_eq!(sizes.len(), playing.div_ceil(seats));
                    assert!(sizes.is_sorted_by(|larger, smaller| larger >= smaller));
                    assert!(sizes.iter().all(|size| *size <= seats && (bots || *size >= fewest)));
                    assert!(sizes.first().unwrap_or(&0) - sizes.last().unwrap_or(&0) <= 1);
                    let free = people - playing;
                    assert!(
                        free == 0 || !bots && free < fewest,
                        "{people} at {seats}, {fewest}: {free} free"
                    );
                }
            }
        }
    }
}

#[test]
fn without_meetings_the_order_is_cut_from_the_top() {
    let order = everybody(10);
    let paired = pair(&order, size(4, 2, false), &Meetings::new(10), |_| 0);
    assert_eq!(paired.tables, [order[..4].to_vec(), order[4..7].to_vec(), order[7..].to_vec()]);
    let paired = pair(&order[..5], size(2, 2, false), &Meetings::new(10), |_| 0);
    assert_eq!((paired.tables.len(), paired.free), (2, vec![Entrant(4)]));
}

#[test]
fn nobody_has_a_second_free_round_before_everybody_had_one() {
    let order = everybody(7);
    let mut free = [0; 7];
    for round in 0..14 {
        let paired = pair(&order, size(2, 2, false), &Meetings::new(7), |entrant| free[entrant.index()]);
        assert_eq!(paired.free.len(), 1);
        free[paired.free[0].index()] += 1;
        assert!(free.iter().max().unwrap() - free.iter().min().unwrap() <= 1, "round {round}");
    }
}

#[test]
fn a_repeat_is_repaired_by_the_nearest_who_can_change_places() {
    let order = everybody(6);
    let mut meetings = Meetings::new(6);
    meetings.add(Entrant(0), Entrant(1));
    let paired = pair(&order, size(2, 2, false), &meetings, |_| 0);
    let of = |numbers: [u16; 2]| numbers.map(Entrant).to_vec();
    assert_eq!(paired.tables, [of([0, 2]), of([1, 3]), of([4, 5])]);
}

/// In many small fields with meetings drawn by lot, nobody meets again if any way to pair avoids it.
#[test]
fn nobody_meets_again_while_that_is_possible() {
    let mut chance = Chance::new(Seed::from_number(11));
    let (mut possible, mut impossible) = (0, 0);
    for count in 4..=9_u16 {
        for (seats, fewest) in [(2, 2), (3, 2), (3, 3), (4, 2)] {
            for _ in 0..60 {
                let mut order = everybody(count);
                chance.shuffle(&mut order);
                let mut meetings = Meetings::new(usize::from(count));
                for _ in 0..chance.below(u32::from(count) * 3) {
                    let one = chance.below(u32::from(count)) as u16;
                    let other = chance.below(u32::from(count)) as u16;
                    if one != other {
                        meetings.add(Entrant(one), Entrant(other));
                    }
                }
                let size = size(seats, fewest, false);
                let paired = pair(&order, size, &meetings, |_| 0);
                let mut seated: Vec<Entrant> = paired.tables.concat();
                let repeats = meetings.total(&paired.tables);
                let best = fewest_repeats(
                    &order.iter().copied().filter(|one| seated.contains(one)).collect::<Vec<_>>(),
                    &table_sizes(order.len(), size),
                    &meetings,
                );
                assert_eq!(repeats == 0, best == 0, "{order:?} {meetings:?}");
                seated.extend(&paired.free);
                seated.sort_unstable();
                assert_eq!(seated, everybody(count), "everybody plays or is free, once");
                if best == 0 { possible += 1 } else { impossible += 1 }
            }
        }
    }
    assert!(possible > 100 && impossible > 100, "{possible} {impossible}: both kinds were tried");
}

/// Whole tournaments with random results, up to the largest field. In 5 rounds at tables of 4 a player meets 15 others: of
/// 33, many more rounds would leave hardly anybody to meet.
#[test]
fn large_fields_are_paired_round_after_round_without_repeats() {
    let mut chance = Chance::new(Seed::from_number(5));
    for (count, seats, rounds) in [(256, 4, 8), (255, 2, 8), (100, 3, 8), (33, 4, 5)] {
        let mut meetings = Meetings::new(count);
        let mut order = everybody(count as u16);
        for round in 0..rounds {
            chance.shuffle(&mut order);
            let paired = pair(&order, size(seats, 2, false), &meetings, |_| 0);
            assert_eq!(meetings.total(&paired.tables), 0, "round {round} of {count} at {seats}");
            paired.tables.iter().for_each(|table| meetings.add_table(table));
        }
    }
}
