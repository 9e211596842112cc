//! Lines out of a stream.

use super::{LONGEST_LINE, Lines, TooLong};

const SENT: &[u8] = b"\xEF\xBB\xBFStartGame,1\r\nPlaceChess,3,4,1\nRestartGame\r\n";
const READ: [&str; 3] = ["StartGame,1", "PlaceChess,3,4,1", "RestartGame"];

#[test]
fn gmt16_several_messages_in_one_segment_are_several_messages() {
    assert_eq!(Lines::new().take(SENT).0, READ);
}

#[test]
fn gmt17_a_message_split_at_every_byte_is_one_message() {
    for cut in 0..=SENT.len() {
        let mut lines = Lines::new();
        let mut read = lines.take(&SENT[..cut]).0;
        read.extend(lines.take(&SENT[cut..]).0);
        assert_eq!(read, READ, "cut at {cut}");
    }
    let mut lines = Lines::new();
    let read: Vec<String> = SENT.iter().flat_map(|byte| lines.take(&[*byte]).0).collect();
    assert_eq!(read, READ);
}

#[test]
fn a_line_without_an_end_is_given_up_and_never_held() {
    let longest = "x".repeat(LONGEST_LINE);
    for end in ["\n", "\r\n"] {
        for mark in ["", "\u{FEFF}"] {
            let sent = format!("{mark}{longest}{end}");
            assert_eq!(Lines::new().take(sent.as_bytes()), (vec![longest.clone()], Ok(())));
        }
    }
    let mut lines = Lines::new();
    assert_eq!(lines.take(b"StartGame\n"), (vec!["StartGame".to_owned()], Ok(())));
    assert_eq!(lines.take(longest.as_bytes()), (Vec::new(), Ok(())));
    assert_eq!(
        lines.take(b"x"),
        (Vec::new(), Err(TooLong)),
        "one byte more is too long, before its end comes"
    );
    assert_eq!(lines.take(b"\nStartGame\n"), (Vec::new(), Err(TooLong)));
}

#[test]
fn whole_lines_before_one_that_is_too_long_are_still_read() {
    let sent = format!("StartGame\n{}", "x".repeat(LONGEST_LINE + 1));
    assert_eq!(Lines::new().take(sent.as_bytes()), (vec!["StartGame".to_owned()], Err(TooLong)));
}

#[test]
fn what_is_no_text_is_still_one_line() {
    assert_eq!(Lines::new().take(b"\xFF\xFE\nStartGame\n").0[1], "StartGame");
}
