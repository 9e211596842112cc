//! Points by table and by comparison, and how ties are decided.

use protocol::TableId;

use super::*;

fn seats(numbers: &[u8]) -> SeatSet {
    numbers.iter().map(|number| Seat::of(*number)).fold(SeatSet::EMPTY, |mut set, seat| {
        set.insert(seat);
        set
    })
}

fn result(winners: &[u8], scores: &[i32], away: &[u8]) -> TableResult {
    TableResult {
        winners: seats(winners),
        scores: scores.to_vec(),
        away: seats(away),
        stopped: false,
        values: scores.iter().map(|score| i64::from(*score)).collect(),
        at: 0,
        replay: ReplayId { table: TableId::new(1), game: 1 },
    }
}

fn people(numbers: &[u16]) -> Vec<Option<Entrant>> {
    numbers.iter().map(|number| Some(Entrant(*number))).collect()
}

const ORDINARY: Scoring = Scoring { low_score_wins: false, duplicate: false };

fn points_of(result: TableResult) -> Vec<u32> {
    let tables = [vec![None; result.scores.len()]];
    let results = [Some(result)];
    round_points(&EndedRound { tables: &tables, free: &[], results: &results }, ORDINARY).remove(0)
}

#[test]
fn a_table_gives_twelve_points_in_equal_steps_whatever_its_size() {
    assert_eq!(points_of(result(&[0], &[5, 3], &[])), [1_200, 0]);
    assert_eq!(points_of(result(&[], &[3, 3], &[])), [600, 600]);
    assert_eq!(points_of(result(&[1], &[1, 5, 3], &[])), [0, 1_200, 600]);
    assert_eq!(points_of(result(&[1], &[0, 0, 0], &[])), [300, 1_200, 300]);
    assert_eq!(points_of(result(&[3], &[1, 2, 3, 4], &[])), [0, 400, 800, 1_200]);
    assert_eq!(points_of(result(&[0, 1], &[9, 9, 1, 0], &[])), [1_000, 1_000, 400, 0]);
}

#[test]
fn whoever_is_away_at_the_end_has_no_points_whatever_the_bot_won() {
    assert_eq!(points_of(result(&[0], &[9, 3], &[0])), [0, 1_200]);
    assert_eq!(points_of(result(&[0], &[9, 3, 1], &[0, 2])), [0, 1_200, 0]);
}

#[test]
fn a_game_that_is_stopped_is_shared_by_those_who_are_there() {
    let stopped = TableResult { stopped: true, ..result(&[], &[9, 3, 1, 0], &[]) };
    assert_eq!(points_of(stopped), [600; 4]);
    let stopped = TableResult { stopped: true, ..result(&[], &[9, 3], &[1]) };
    assert_eq!(points_of(stopped), [1_200, 0], "the one who was there is ahead of the one who was not");
    let tables = [people(&[0, 1])];
    let round = EndedRound { tables: &tables, free: &[], results: &[None] };
    assert_eq!(round_points(&round, ORDINARY), [[600, 600]]);
}

#[test]
fn duplicate_seats_are_compared_with_the_same_seat_elsewhere() {
    let tables = [people(&[0, 1]), people(&[2, 3]), people(&[4, 5])];
    let results = [
        Some(result(&[0], &[10, 1], &[])),
        Some(result(&[0], &[7, 6], &[])),
        Some(result(&[0], &[8, 6], &[])),
    ];
    let round = EndedRound { tables: &tables, free: &[], results: &results };
    let scoring = Scoring { duplicate: true, ..ORDINARY };
    // All won on the first seat; there 10 beats 8 beats 7. On the second, 6 and 6 are equal, and 1 is last.
    assert_eq!(round_points(&round, scoring), [[1_200, 0], [0, 900], [600, 900]]);
    let total: u32 = round_points(&round, scoring).iter().flatten().sum();
    assert_eq!(total, 2 * 3 * 600, "every comparison is shared out whole");
    let one = EndedRound { tables: &tables[..1], free: &[], results: &results[..1] };
    assert_eq!(round_points(&one, scoring), [[1_200, 0]], "with one table there is nothing to compare");
}

#[test]
fn equal_points_are_decided_by_opponents_then_tables_won_and_else_shared() {
    let lot: Vec<Entrant> = [2, 0, 3, 1].map(Entrant).to_vec();
    let first = [people(&[0, 1]), people(&[2, 3])];
    let first_results = [Some(result(&[0], &[1, 0], &[])), Some(result(&[0], &[1, 0], &[]))];
    let second = [people(&[0, 2]), people(&[1, 3])];
    let second_results = [Some(result(&[0], &[1, 0], &[])), Some(result(&[], &[0, 0], &[]))];
    let rounds = [
        EndedRound { tables: &first, free: &[], results: &first_results },
        EndedRound { tables: &second, free: &[], results: &second_results },
    ];
    let rows = standings(&lot, &rounds, ORDINARY);
    let brief: Vec<_> =
        rows.iter().map(|row| (row.place, row.entrant.0, row.points, row.opponents)).collect();
    // 1 and 3 have 6 points each; 1 has met 0 (24) and 3 (6), 3 has met 2 (12) and 1 (6).
    assert_eq!(brief, [(1, 0, 2_400, 1_800), (2, 2, 1_200, 3_000), (3, 1, 600, 3_000), (4, 3, 600, 1_800)]);
    let none = standings(&lot, &[], ORDINARY);
    assert!(none.iter().all(|row| row.place == 1));
    assert_eq!(none.iter().map(|row| row.entrant).collect::<Vec<_>>(), lot, "equal rows are as drawn");
}

#[test]
fn two_rounds_away_in_a_row_end_the_pairings_and_a_free_round_counts_as_a_win() {
    let tables = [people(&[0, 1])];
    let (gone, back) = ([Some(result(&[1], &[0, 1], &[0]))], [Some(result(&[1], &[0, 1], &[]))]);
    let round = |results| EndedRound { tables: &tables, free: &[], results };
    assert!(!has_dropped_out(Entrant(0), &[round(&gone), round(&back), round(&gone)]));
    assert!(has_dropped_out(Entrant(0), &[round(&gone), round(&gone)]));
    assert!(!has_dropped_out(Entrant(1), &[round(&gone), round(&gone)]));
    let free = [Entrant(2)];
    let with_free = EndedRound { tables: &tables, free: &free, results: &back };
    let rows = standings(&draw_lot(3, Seed::from_number(1)), &[with_free], ORDINARY);
    let of = |number| rows.iter().find(|row| row.entrant == Entrant(number)).unwrap().points;
    assert_eq!((of(0), of(1), of(2)), (0, 1_200, 1_200));
}

#[test]
fn seats_are_drawn_by_lot_and_bots_fill_them() {
    let tables = [vec![Entrant(0), Entrant(1), Entrant(2)], vec![Entrant(3), Entrant(4)]];
    let seed = Seed::from_number(3);
    let drawn = draw_seats(&tables, Some(4), 1, seed);
    assert_eq!(drawn, draw_seats(&tables, Some(4), 1, seed));
    assert_ne!(drawn, draw_seats(&tables, Some(4), 2, seed));
    for (seats, people) in drawn.iter().zip(&tables) {
        assert_eq!(seats.len(), 4);
        let mut seated: Vec<Entrant> = seats.iter().flatten().copied().collect();
        seated.sort_unstable();
        assert_eq!(seated, *people);
    }
    assert_eq!(draw_seats(&tables, None, 1, seed)[1].len(), 2);
}
