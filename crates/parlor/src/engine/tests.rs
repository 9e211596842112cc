use super::session::{Reply, Session};

fn line(text: &str) -> Reply {
    Reply::Line(text.to_owned())
}

fn started() -> Session {
    let mut session = Session::default();
    assert_eq!(session.hear("START 15"), line("OK"));
    session
}

#[test]
fn a_game_is_begun_and_answered_as_the_managers_expect() {
    let mut session = started();
    assert_eq!(session.hear("BEGIN\r\n"), Reply::Think);
    assert_eq!(session.played(games::gomoku::Crossing::new(7, 7)), "7,7");
    assert_eq!(session.hear("TURN 7,8"), Reply::Think);
    let (options, seat, view) = session.table();
    assert_eq!((options.size.get(), seat.number(), view.pebbles), (15, 0, 2));
    assert_eq!(&*view.rows[7], ".......1.......");
    assert_eq!(&*view.rows[8], ".......2.......");
    assert_eq!(view.legal.len(), 223);
    assert_eq!(session.hear("RESTART"), line("OK"));
    assert_eq!(session.table().2.pebbles, 0);
    assert_eq!(session.hear("END"), Reply::End);
}

#[test]
fn a_board_is_read_to_its_end_and_then_thought_about() {
    let mut session = started();
    for text in ["BOARD", "0,0,1", "14,14,2", "3,4,2"] {
        assert_eq!(session.hear(text), Reply::Silence);
    }
    assert_eq!(session.hear("DONE"), Reply::Think);
    let view = session.table().2;
    assert_eq!((view.rows[0].as_bytes()[0], view.rows[4].as_bytes()[3]), (b'1', b'2'));
}

#[test]
fn whatever_is_wrong_is_answered_and_nothing_is_lost() {
    let mut session = Session::default();
    assert_eq!(session.hear("TURN 1,1"), line("ERROR say START first"));
    assert_eq!(session.hear("START 5"), line("ERROR the board can have 10 to 25 lines"));
    assert_eq!(session.hear("START x"), line("ERROR the board can have 10 to 25 lines"));
    assert_eq!(session.hear("RECTSTART 15,20"), line("ERROR only square boards are supported"));
    assert_eq!(session.hear("RECTSTART 15,15"), line("OK"));
    assert_eq!(session.hear("TURN 15,0"), line("ERROR 15,0 is not on the board"));
    assert_eq!(session.hear("TURN 3"), line("ERROR 3 is not x,y"));
    assert_eq!(session.hear("TURN 3,3"), Reply::Think);
    assert_eq!(session.hear("TURN 3,3"), line("ERROR 3,3 is taken"));
    assert_eq!(session.hear("TAKEBACK 3,3"), line("OK"));
    assert_eq!(session.hear("TAKEBACK 3,3"), line("ERROR 3,3 is free"));
    assert_eq!(session.hear("BOARD"), Reply::Silence);
    assert_eq!(session.hear("1,1,1"), Reply::Silence);
    assert_eq!(session.hear("1,1,2"), Reply::Silence);
    assert_eq!(session.hear("DONE"), line("ERROR 1,1 is taken"));
    assert_eq!(session.hear("SWIM"), line("UNKNOWN SWIM"));
    assert_eq!(session.hear(""), Reply::Silence);
}

#[test]
fn the_managers_clock_is_kept() {
    let mut session = started();
    assert!(session.time() < 5_000);
    session.hear("INFO timeout_turn 1000");
    assert_eq!(session.time(), 930, "an answer takes time too");
    session.hear("INFO timeout_match 0");
    assert_eq!(session.time(), 930, "unlimited");
    session.hear("INFO timeout_match 10000");
    assert!(session.time() < 500, "a match has to last");
    session.hear("INFO time_left 2000");
    assert!(session.time() < 100);
    session.hear("INFO timeout_turn 0");
    assert_eq!(session.time(), 10);
    session.hear("INFO max_memory 83886080");
    session.hear("INFO timeout_turn nonsense");
    assert_eq!(session.time(), 10);
}

#[test]
fn the_managers_limits_of_memory_and_threads_are_kept() {
    let mut session = started();
    assert_eq!((session.threads(4), session.memory()), (1, 1 << 27));
    session.hear("INFO max_memory 83886080");
    session.hear("INFO thread 3");
    assert_eq!((session.threads(4), session.threads(2)), (3, 2));
    assert_eq!(session.memory(), 41_943_040);
    session.hear("INFO max_memory 0");
    session.hear("INFO thread 0");
    assert_eq!((session.threads(4), session.memory()), (4, 1 << 27));
}

#[test]
fn the_rule_of_exactly_five_is_taken_over() {
    let mut session = started();
    assert_eq!(session.hear("INFO rule 1"), Reply::Silence);
    assert!(session.table().0.exact_five);
    assert!(matches!(session.hear("INFO rule 4"), Reply::Line(text) if text.starts_with("MESSAGE")));
}
