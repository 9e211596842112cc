use super::*;

#[test]
fn a_meeting_is_worth_what_its_odds_say() {
    let (difference, interval) = difference(&meeting(Level::Hard, Level::Medium, 10.0 / 11.0, 11_000));
    assert!((difference - 400.0).abs() < 1.0, "{difference}");
    assert!((5.0..15.0).contains(&interval), "{interval}");
}

#[test]
fn every_measured_level_has_one_rating_and_expert_is_never_last() {
    for &kind in Kind::ALL {
        let ratings = ratings(kind);
        assert!(ratings.is_sorted_by_key(|rating| rating.points), "{kind}");
        for meeting in meetings(kind) {
            for level in [meeting.stronger, meeting.weaker] {
                let found = ratings.iter().filter(|rating| rating.level == level).count();
                assert_eq!(found, 1, "{kind}: {level}");
            }
        }
        let expert = ratings.iter().position(|rating| rating.level == Level::Expert);
        assert!(expert.is_none_or(|place| place + 1 == ratings.len()), "{kind}");
    }
}

#[test]
fn medium_has_the_same_rating_in_every_game() {
    for &kind in Kind::ALL {
        let medium = ratings(kind).into_iter().find(|rating| rating.level == Level::Medium);
        assert!(medium.is_none_or(|rating| rating.points == MEDIUM && rating.interval == 0.0), "{kind}");
    }
}

#[test]
fn casual_is_between_easy_and_medium_where_levels_are_spaced() {
    for kind in [Kind::Chicago, Kind::Golf, Kind::Gomoku] {
        let levels = distinct_levels(kind);
        assert!(levels.starts_with(&[Level::Easy, Level::Casual, Level::Medium]), "{kind}: {levels:?}");
    }
}

#[test]
fn levels_that_do_not_differ_measurably_are_one() {
    // Six of ten games prove nothing yet, of a thousand they do.
    let beyond_chance = |games| {
        let (difference, interval) = difference(&meeting(Level::Hard, Level::Medium, 0.6, games));
        difference > interval
    };
    assert!(!beyond_chance(10) && beyond_chance(1_000));
    assert_eq!(distinct_levels(Kind::Sorry).last(), Some(&Level::Expert));
}

#[test]
fn where_luck_decides_no_level_is_offered_that_does_not_differ_measurably() {
    assert_eq!(offered_levels(Kind::Chicago), Level::ALL);
    for kind in [Kind::Sorry, Kind::OneCard] {
        let offered = offered_levels(kind);
        assert!(offered.len() >= 3 && offered.len() < Level::ALL.len(), "{kind}: {offered:?}");
        assert!(offered.windows(2).all(|pair| is_above(kind, pair[1], pair[0])), "{kind}: {offered:?}");
    }
}

#[test]
fn every_meeting_is_in_the_documentation() {
    let page = include_str!("../../../../docs/bots.md");
    for meeting in Kind::ALL.iter().flat_map(|kind| meetings(*kind)) {
        let percent = 100.0 * meeting.won;
        let written = [format!("{percent:.1} %"), format!("{percent:.0} %")];
        assert!(written.iter().any(|written| page.contains(written)), "{meeting:?}");
    }
}
