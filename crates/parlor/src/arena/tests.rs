use super::rating::{Meeting, interval, ratings};

fn pair(one: usize, other: usize, won: f64, lost: f64) -> Meeting {
    Meeting { seats: vec![(one, 1.0), (other, 1.0)], wins: vec![won, lost], games: won + lost }
}

#[test]
fn ten_wins_of_eleven_are_400_points() {
    // Many games, so that the shared game that is added does not count.
    let rated = ratings(2, &[pair(0, 1, 100_000.0, 10_000.0)]);
    assert!((rated[0].elo - rated[1].elo - 400.0).abs() < 0.1, "{rated:?}");
    assert!(rated[0].error > 1.0 && rated[0].error < 4.0, "{rated:?}");
}

#[test]
fn whoever_wins_everything_has_a_finite_rating_and_a_wide_interval() {
    let rated = ratings(3, &[pair(0, 1, 20.0, 0.0), pair(0, 2, 20.0, 0.0), pair(1, 2, 10.0, 10.0)]);
    assert!(rated[0].elo > 200.0 && rated[0].elo < 1_000.0, "{rated:?}");
    assert!((rated[1].elo - rated[2].elo).abs() < 1e-6);
    assert!(rated[0].error > 100.0, "{rated:?}");
    assert!(rated.iter().map(|rating| rating.elo).sum::<f64>().abs() < 1e-6);
}

#[test]
fn at_larger_tables_a_fair_share_is_no_difference() {
    let table = Meeting { seats: vec![(0, 1.0), (1, 3.0)], wins: vec![250.0, 750.0], games: 1_000.0 };
    let rated = ratings(2, &[table]);
    assert!((rated[0].elo - rated[1].elo).abs() < 1e-6, "{rated:?}");
}

#[test]
fn the_error_is_the_one_of_the_binomial_distribution() {
    // For two players with n even games the difference has the variance 4 / n in natural logarithms.
    let rated = ratings(2, &[pair(0, 1, 500.0, 500.0)]);
    let expected = 1.96 * 400.0 / std::f64::consts::LN_10 * (4.0 / 1_001.0f64).sqrt() / 2.0;
    assert!((rated[0].error - expected).abs() < 0.01, "{rated:?} {expected}");
}

#[test]
fn an_interval_stays_within_all_and_nothing() {
    assert_eq!(interval(0.0, 0.0), (0.0, 1.0));
    let (low, high) = interval(1.0, 30.0);
    assert!(low > 0.85 && high == 1.0);
    let (low, high) = interval(0.5, 10_000.0);
    assert!((low - 0.4902).abs() < 1e-4 && (high - 0.5098).abs() < 1e-4);
}
