//! The rules of the arena, example by example and for random fields.

use game::{Chance, SeatSet, Seed};
use protocol::ReplayId;

use super::*;

fn meetings(count: usize, pairs: &[(u16, u16)]) -> Meetings {
    let mut met = Meetings::new(count);
    pairs.iter().for_each(|(one, other)| met.add(Entrant(*one), Entrant(*other)));
    met
}

fn size(seats: usize, fewest: usize, bots: bool) -> TableSize {
    TableSize { seats, fewest, bots }
}

/// Who waits since when, in the order of the standings.
fn queue(since: &[i64]) -> Vec<Waiting> {
    (0..).zip(since).map(|(number, since)| Waiting { entrant: Entrant(number), since: *since }).collect()
}

struct Field {
    last: Vec<(u16, u16)>,
    blocked: Vec<(u16, u16)>,
    size: TableSize,
    now: i64,
}

impl Field {
    fn tables(&self, waiting: &[Waiting]) -> Vec<Vec<u16>> {
        let count = waiting.iter().map(|one| one.entrant.index() + 1).max().unwrap_or(0);
        let (last_met, blocked) = (meetings(count, &self.last), meetings(count, &self.blocked));
        let apart = Apart { last_met: &last_met, blocked: &blocked };
        let tables = next_tables(waiting, self.size, &apart, self.now);
        tables.iter().map(|table| table.iter().map(|entrant| entrant.0).collect()).collect()
    }
}

fn field(size: TableSize, now: i64) -> Field {
    Field { last: Vec::new(), blocked: Vec::new(), size, now }
}

#[test]
fn whoever_waited_longest_is_next_with_the_nearest_in_the_standings() {
    // The fourth came first; of the two nearest the higher one is taken. Then the last came, and the first waits.
    assert_eq!(field(size(2, 2, false), 10).tables(&queue(&[9, 8, 7, 1, 6])), [vec![3, 2], vec![4, 1]]);
    assert_eq!(field(size(3, 2, false), 10).tables(&queue(&[1, 1, 1, 1])), [vec![0, 1, 2]]);
}

#[test]
fn nobody_meets_the_last_table_again_while_they_can_wait() {
    let mut rematch = Field { last: vec![(0, 1)], ..field(size(2, 2, true), COMPANY_TIMEOUT_MS - 1) };
    assert!(rematch.tables(&queue(&[0, 0])).is_empty(), "they wait for others");
    assert_eq!(rematch.tables(&queue(&[0, 0, 5])), [vec![0, 2]], "the third is there");
    rematch.now = COMPANY_TIMEOUT_MS;
    assert_eq!(rematch.tables(&queue(&[0, 0])), [vec![0, 1]], "nobody came");
    assert_eq!(
        rematch.tables(&queue(&[0, 0, 5])),
        [vec![0, 2], vec![1]],
        "somebody came, and bots play with the other"
    );
}

#[test]
fn a_table_that_people_do_not_fill_has_bots_or_is_smaller_after_a_while() {
    let waiting = queue(&[0, 0]);
    for bots in [false, true] {
        assert!(field(size(4, 2, bots), COMPANY_TIMEOUT_MS - 1).tables(&waiting).is_empty());
        assert_eq!(field(size(4, 2, bots), COMPANY_TIMEOUT_MS).tables(&waiting), [vec![0, 1]]);
    }
    let alone = queue(&[0]);
    assert!(field(size(4, 2, false), COMPANY_TIMEOUT_MS).tables(&alone).is_empty(), "nobody plays alone");
    assert_eq!(field(size(4, 2, true), COMPANY_TIMEOUT_MS).tables(&alone), [vec![0]], "but with bots");
    assert!(field(size(4, 3, false), COMPANY_TIMEOUT_MS).tables(&waiting).is_empty(), "the game needs three");
}

#[test]
fn people_who_block_each_other_never_meet_and_hold_nobody_up() {
    let mut apart = Field { blocked: vec![(0, 1)], ..field(size(2, 2, false), 10 * COMPANY_TIMEOUT_MS) };
    assert!(apart.tables(&queue(&[0, 0])).is_empty());
    assert_eq!(apart.tables(&queue(&[0, 0, 0])), [vec![0, 2]]);
    apart.size = size(2, 2, true);
    assert_eq!(apart.tables(&queue(&[0, 0])), [vec![0], vec![1]]);
}

#[test]
fn in_any_field_nobody_sits_twice_and_every_rule_holds() {
    let mut chance = Chance::new(Seed::from_number(22));
    for _ in 0..2_000 {
        let count = 1 + chance.below(12) as usize;
        let since: Vec<i64> = (0..count).map(|_| i64::from(chance.below(30_000))).collect();
        let mut pairs = |chance_of: u32| -> Vec<(u16, u16)> {
            let all = (0..count as u16).flat_map(|one| (0..one).map(move |other| (one, other)));
            all.filter(|_| chance.below(10) < chance_of).collect()
        };
        let (last, blocked) = (pairs(4), pairs(1));
        let seats = 2 + chance.below(3) as usize;
        let bots = chance.below(2) == 0;
        let field = Field { last, blocked, size: size(seats, 2, bots), now: 30_000 };
        let tables = field.tables(&queue(&since));
        let mut seen = vec![false; count];
        let meet = |pairs: &[(u16, u16)], one: u16, other: u16| {
            pairs.contains(&(one, other)) || pairs.contains(&(other, one))
        };
        for table in &tables {
            let is_late = 30_000 - since[usize::from(table[0])] >= COMPANY_TIMEOUT_MS;
            assert!(table.len() <= seats && (bots || table.len() >= 2));
            assert!(is_late || table.len() == seats, "only who waited has fewer people");
            for (place, one) in table.iter().enumerate() {
                assert!(!std::mem::replace(&mut seen[usize::from(*one)], true), "nobody sits twice");
                for other in &table[..place] {
                    assert!(!meet(&field.blocked, *one, *other));
                    assert!(is_late || !meet(&field.last, *one, *other), "a repeat needs patience");
                }
            }
        }
        // A person who waited long enough is seated with bots; without bots only if another person can be seated too.
        for one in (0..count as u16).filter(|one| !seen[usize::from(*one)]) {
            let is_late = 30_000 - since[usize::from(one)] >= COMPANY_TIMEOUT_MS;
            assert!(!(is_late && bots), "{one} of {count} waits on");
            if is_late {
                let others = (0..count as u16).filter(|other| *other != one && !seen[usize::from(*other)]);
                assert!(others.into_iter().all(|other| meet(&field.blocked, one, other)));
            }
        }
    }
}

fn result(winner: u8, scores: &[i32], away: &[u8], at: i64) -> TableResult {
    let mut gone = SeatSet::EMPTY;
    away.iter().for_each(|seat| gone.insert(Seat::of(*seat)));
    let mut winners = SeatSet::EMPTY;
    winners.insert(Seat::of(winner));
    TableResult {
        winners,
        scores: scores.to_vec(),
        away: gone,
        stopped: false,
        values: Vec::new(),
        at,
        replay: ReplayId { table: TableId::new(1), game: 1 },
    }
}

fn game(number: u16, seats: &[Option<u16>], result: Option<TableResult>) -> ArenaGame {
    let seats = seats.iter().map(|seat| seat.map(Entrant)).collect();
    let played = ArenaTable { table: TableId::new(u64::from(number)), begun_at: 0, seats };
    ArenaGame { number, played, result }
}

#[test]
fn somebody_plays_waits_or_has_left() {
    let over = |away: &[u8], at| game(1, &[Some(0), Some(1)], Some(result(0, &[1, 0], away, at)));
    let one = Entrant(1);
    assert_eq!(doing(one, 5, false, &[]), Doing::Waits { since: 5 });
    assert_eq!(doing(one, 5, true, &[]), Doing::Left);
    assert_eq!(doing(one, 5, false, &[over(&[], 9)]), Doing::Waits { since: 9 });
    assert_eq!(doing(one, 5, false, &[over(&[1], 9)]), Doing::Left, "away at the end");
    assert_eq!(doing(one, 10, false, &[over(&[1], 9)]), Doing::Waits { since: 10 }, "joined again");
    let table = TableId::new(2);
    let playing = [over(&[], 9), game(2, &[None, Some(1)], None)];
    assert_eq!(doing(one, 5, true, &playing), Doing::Plays { table }, "who leaves finishes the game");
}

#[test]
fn the_last_table_of_either_is_what_must_not_be_repeated() {
    let games = [
        game(1, &[Some(0), Some(1)], Some(result(0, &[1, 0], &[], 1))),
        game(2, &[Some(1), Some(2)], Some(result(0, &[1, 0], &[], 2))),
        game(3, &[Some(1), Some(3)], Some(result(0, &[1, 0], &[], 3))),
    ];
    let met = last_met(4, &games);
    let pairs = |one: u16, other: u16| met.have_met(Entrant(one), Entrant(other));
    assert!(pairs(0, 1), "her last table, though not his");
    assert!(pairs(1, 3) && pairs(1, 2) && !pairs(0, 2) && !pairs(2, 3));
}

#[test]
fn points_are_added_up_and_fewer_tables_decide_last() {
    let games = [
        game(1, &[Some(0), Some(1), None], Some(result(0, &[9, 5, 1], &[], 1))),
        game(2, &[Some(2), Some(3), None], Some(result(0, &[9, 5, 1], &[1], 1))),
        game(3, &[Some(2), Some(1)], Some(result(1, &[0, 1], &[], 1))),
        game(4, &[Some(2), Some(3)], None),
    ];
    let rows = arena_standings(5, &games, false);
    let row = |number: u16| *rows.iter().find(|row| row.entrant == Entrant(number)).unwrap();
    assert_eq!((row(0).points, row(0).won, row(0).played, row(0).place), (1_200, 1, 1, 2));
    assert_eq!((row(1).points, row(1).won, row(1).played, row(1).place), (1_800, 1, 2, 1));
    assert_eq!((row(2).points, row(2).won, row(2).played, row(2).place), (1_200, 1, 2, 3));
    assert_eq!((row(3).points, row(3).played, row(3).place), (0, 1, 5), "away at the end");
    assert_eq!((row(4).points, row(4).played, row(4).place), (0, 0, 4));
}
