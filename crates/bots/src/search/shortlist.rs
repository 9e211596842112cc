//! Which choices are searched when there are too many.

/// Maximum number of choices that are searched. Usual tables have fewer.
pub(super) const MAX_SEARCHED: usize = 128;

/// The choices to search, in order: all of them, or if there are too many, those with the highest scores. Those to keep
/// are always included.
pub(super) fn shortlist(choices: usize, keep: &[usize], scores: impl FnOnce() -> Vec<f64>) -> Vec<usize> {
    if choices <= MAX_SEARCHED {
        return (0..choices).collect();
    }
    let scores = scores();
    let score = |choice: usize| {
        if keep.contains(&choice) {
            f64::INFINITY
        } else {
            scores.get(choice).copied().unwrap_or(f64::NEG_INFINITY)
        }
    };
    let mut order: Vec<usize> = (0..choices).collect();
    // Of equals the first: the same scores give the same list.
    order.sort_by(|&one, &other| score(other).total_cmp(&score(one)));
    let mut searched: Vec<usize> = order.into_iter().take(MAX_SEARCHED).collect();
    searched.sort_unstable();
    searched
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_list_is_searched_as_it_is() {
        assert_eq!(shortlist(3, &[1], || panic!("nobody needs scores")), [0, 1, 2]);
    }

    #[test]
    fn of_many_choices_the_best_by_score_and_the_favourite_are_searched_in_order() {
        let count = 10 * MAX_SEARCHED;
        let searched = shortlist(count, &[0], || (0..count).map(|choice| (choice % 1_000) as f64).collect());
        assert_eq!(searched.len(), MAX_SEARCHED);
        assert_eq!(searched[0], 0, "the favourite looked worst");
        assert!(searched.is_sorted());
        assert!(searched[1..].iter().all(|choice| choice % 1_000 >= 1_000 - MAX_SEARCHED));
    }
}
