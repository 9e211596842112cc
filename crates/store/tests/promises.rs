//! What the store promises, on both databases; then what each of them promises alone.

#[path = "../../parlor/tests/support/skipped.rs"]
mod skipped;

#[cfg(test)]
mod promises {
    pub(crate) mod backup;
    pub(crate) mod closing;
    pub(crate) mod cluster;
    pub(crate) mod documents;
    pub(crate) mod encrypted;
    pub(crate) mod faults;
    pub(crate) mod folder;
    pub(crate) mod full_disk;
    pub(crate) mod groups;
    pub(crate) mod harness;
    pub(crate) mod journal;
    pub(crate) mod killed;
    pub(crate) mod migration;
    pub(crate) mod people;
    pub(crate) mod pruning;
    pub(crate) mod replays;
    pub(crate) mod server;
    pub(crate) mod sleeping;
    pub(crate) mod standby;
    pub(crate) mod sums;
}

/// Makes a test for each promise on SQLite. All promises on PostgreSQL are one test, for they share one server, and a
/// runner that gives each test a process of its own would start one for each.
macro_rules! promises {
    (on both { $($module:ident :: $promise:ident,)* } on postgres { $($own_module:ident :: $own_promise:ident,)* }) => {
        mod sqlite {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $promise() {
                crate::promises::$module::$promise(crate::promises::harness::Bed::sqlite()).await;
            })*
        }

        #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
        async fn postgres_keeps_every_promise() {
            let mut broken: Vec<&str> = Vec::new();
            $(if let Some(harness) = promises::harness::Bed::postgres()
                && tokio::spawn(promises::$module::$promise(harness)).await.is_err()
            {
                broken.push(stringify!($promise));
            })*
            $(if let Some(harness) = promises::harness::Bed::postgres()
                && tokio::spawn(promises::$own_module::$own_promise(harness)).await.is_err()
            {
                broken.push(stringify!($own_promise));
            })*
            assert!(broken.is_empty(), "broken: {}", broken.join(", "));
        }
    };
}

promises! { on both {
    journal::entries_are_there_after_reopening,
    journal::a_fact_has_exactly_the_next_number_or_is_refused,
    journal::a_journal_that_begins_anew_keeps_nothing_of_what_came_before,
    journal::a_call_is_stored_as_a_whole_or_not_at_all,
    journal::a_table_that_is_not_open_takes_no_entries,
    journal::a_closed_table_is_gone_and_its_number_is_never_used_again,
    journal::a_closed_table_never_shows_what_others_wrote_later,
    journal::a_table_may_open_play_and_close_in_one_call,
    journal::the_facts_of_many_tables_that_lie_scattered_are_read_whole,
    journal::any_text_comes_back_as_it_was,
    journal::what_no_database_can_hold_is_refused_by_both,
    journal::an_entry_of_ten_megabytes_is_kept,
    migration::a_database_of_version_0_1_is_taken_over_with_all_that_is_in_it,
    migration::a_journal_with_a_missing_fact_is_refused_and_no_other,
    migration::a_fact_that_was_changed_or_moved_is_refused_and_no_other,
    sleeping::whoever_takes_a_table_is_the_only_one_who_can_change_it,
    sleeping::of_many_who_take_a_table_one_gets_it,
    sleeping::a_sleeping_table_is_due_when_it_said_and_not_before,
    sleeping::a_sleeping_table_is_found_by_code_and_by_person,
    pruning::only_people_who_never_played_are_dropped,
    pruning::only_tables_closed_long_ago_are_dropped,
    pruning::old_replays_are_dropped_with_their_results,
    pruning::documents_that_ended_are_dropped_a_few_at_a_time,
    people::a_person_is_found_by_name_and_by_id,
    people::no_two_people_share_a_name_or_a_token,
    people::a_person_can_be_replaced_renamed_seen_and_removed,
    people::writes_to_one_person_happen_in_their_order,
    documents::a_document_is_found_by_id_by_person_and_by_time,
    documents::a_document_that_was_changed_meanwhile_is_not_replaced,
    documents::of_many_who_take_a_document_one_gets_it,
    documents::of_many_who_add_a_document_one_succeeds_and_the_others_store_nothing,
    documents::a_document_goes_with_its_person_and_never_comes_back_by_a_change,
    people::words_of_the_server_are_kept,
    people::what_cannot_be_stored_is_looked_for_in_vain,
    replays::a_replay_comes_back_as_it_was,
    replays::a_replay_is_never_overwritten,
    replays::figures_are_apart_by_seats_and_between_two_people_as_far_as_the_viewer_may_know,
    replays::figures_of_a_game_are_counted_once_for_each_person_who_stayed,
    replays::rated_games_are_listed_in_order_and_what_was_shown_after_them_stays,
    replays::lists_are_newest_first_and_hide_what_is_private,
    replays::standings_follow_the_person_through_a_rename,
    replays::a_removed_person_leaves_only_a_name,
    sums::sums_and_lists_are_what_counting_all_results_gives,
    sums::games_of_an_older_format_are_summed_later_and_once,
    sums::a_restored_backup_has_its_sums,
    replays::a_review_is_asked_for_once_and_kept_until_its_replay_goes,
    groups::two_hundred_callers_share_transactions_and_conflicts_hurt_nobody_else,
    groups::of_many_who_want_the_same_number_one_gets_it,
    groups::a_dropped_call_harms_nobody,
    groups::a_refused_call_leaves_its_neighbours_whole,
    groups::a_lost_fence_drops_the_facts_of_that_table_alone,
    faults::a_full_disk_is_told_and_survived,
    faults::a_slow_disk_is_waited_for,
    faults::silence_ends_when_the_fault_is_lifted,
    faults::a_lost_answer_says_that_nothing_is_known,
    closing::a_second_server_is_refused_until_the_first_is_gone,
    closing::closing_stores_what_waits_and_refuses_what_comes_later,
    closing::dropping_the_last_handle_lets_go_of_the_lock,
    closing::stats_count_what_was_done,
    killed::nothing_acknowledged_is_missing_after_a_kill,
    backup::a_backup_is_restored_into_either_database_and_back,
    backup::a_backup_from_before_there_were_devices_logs_nobody_out,
    backup::a_backup_under_load_holds_one_moment,
    backup::a_store_that_is_not_empty_or_in_use_takes_no_backup,
    backup::what_the_database_refuses_leaves_it_empty,
} on postgres {
    server::a_server_that_went_away_is_told_and_found_again,
    server::a_long_list_that_is_answered_bit_by_bit_is_no_silence,
    server::a_server_that_falls_silent_is_told_and_found_again,
    server::a_crash_under_load_keeps_what_was_acknowledged_and_nothing_that_was_refused,
    server::an_answer_lost_while_committing_is_unknown_and_one_lost_before_is_not_saved,
    server::a_session_that_was_ended_is_replaced_and_keeps_the_lock_from_others,
    server::while_another_holds_the_lock_nothing_is_written,
    server::a_schema_from_the_future_is_refused_and_left_as_it_was,
    server::a_schema_of_another_program_is_refused_and_an_empty_one_is_taken,
    server::a_database_that_acknowledges_too_early_is_told_to_wait_for_the_disk,
    server::a_database_that_cannot_be_reached_or_used_is_refused_with_a_reason,
    cluster::servers_of_a_cluster_share_a_database_that_a_single_one_does_not,
    cluster::a_lease_lasts_as_long_as_the_database_says_and_the_living_are_listed,
    cluster::a_table_is_claimed_from_the_dead_and_never_from_the_living,
    cluster::of_many_who_claim_tables_of_the_dead_each_table_has_one_owner,
    cluster::a_sleeping_table_that_is_due_is_claimed_and_others_are_left,
    cluster::a_table_of_rules_or_facts_that_cannot_be_read_is_not_claimed,
    cluster::files_that_one_server_keeps_are_read_by_all_until_their_time_is_over,
    cluster::what_one_server_does_at_a_time_has_a_lease_that_moves_when_it_runs_out,
    cluster::servers_that_start_at_once_make_the_schema_once,
} }
