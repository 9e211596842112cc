//! Lines out of a stream.

use crate::gomoku::lines::{LONGEST_LINE, Lines, TooLong};

const SENT: &[u8] = b"\xEF\xBB\xBFStartGame,1\r\nPlaceChess,3,4,1\nRestartGame\r\n";
const READ: [&str; 3] = ["StartGame,1", "PlaceChess,3,4,1", "RestartGame"];

#[test]
fn gmt16_several_messages_in_one_segment_are_several_messages() {
    assert_eq!(Lines::new().take(SENT).unwrap(), READ);
}

#[test]
fn gmt17_a_message_split_at_every_byte_is_one_message() {
    for cut in 0..=SENT.len() {
        let mut lines = Lines::new();
        let mut read = lines.take(&SENT[..cut]).unwrap();
        read.extend(lines.take(&SENT[cut..]).unwrap());
        assert_eq!(read, READ, "cut at {cut}");
    }
    let mut lines = Lines::new();
    let read: Vec<String> = SENT.iter().flat_map(|byte| lines.take(&[*byte]).unwrap()).collect();
    assert_eq!(read, READ);
}

#[test]
fn a_line_without_an_end_is_given_up_and_never_held() {
    let mut lines = Lines::new();
    assert!(lines.take(&vec![b'x'; LONGEST_LINE]).unwrap().is_empty());
    assert_eq!(lines.clone().take(b"\n").unwrap(), ["x".repeat(LONGEST_LINE)]);
    assert_eq!(lines.take(&[b'x'; 64]), Err(TooLong));
    assert_eq!(lines.take(b"StartGame\n"), Err(TooLong));
}

#[test]
fn what_is_no_text_is_still_one_line() {
    assert_eq!(Lines::new().take(b"\xFF\xFE\nStartGame\n").unwrap()[1], "StartGame");
}
