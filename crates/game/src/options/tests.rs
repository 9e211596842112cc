//! Settings are read, written and refused.

use super::*;

choice! {
    /// A stop.
    pub enum Stop {
        /// None.
        Off = "off",
        /// At 42.
        At42 = "42",
    }
}

options! {
    /// Settings for these tests.
    pub struct Sample {
        /// Lines of the board
        size: BoundedInt<10, 25> = BoundedInt::new(15),
        /// When buying ends
        stop: Stop = Stop::Off,
        /// A switch
        dead_draw: bool = true,
    }
}

#[test]
fn settings_are_read_written_and_read_again() {
    let mut sample = Sample::default();
    sample.set("size", "19").unwrap();
    sample.set("stop", "42").unwrap();
    sample.set("dead_draw", "off").unwrap();
    let json = serde_json::to_string(&sample.settings()).unwrap();
    assert_eq!(json, r#"{"size":19,"stop":42,"dead_draw":"off"}"#);
    let read: RawOptions = serde_json::from_str(&json).unwrap();
    assert_eq!(Sample::from_settings(&read), Ok(sample));
    let read: RawOptions = serde_json::from_str(r#"{"dead_draw":false,"size":"19","stop":"42"}"#).unwrap();
    assert_eq!(Sample::from_settings(&read), Ok(sample));
    assert_eq!(
        RawOptions::parse("size=19, stop=42,dead_draw=off").and_then(|s| Sample::from_settings(&s)),
        Ok(sample)
    );
}

#[test]
fn a_bad_setting_is_refused_with_what_would_be_right() {
    let refused = |text: &str| {
        RawOptions::parse(text).and_then(|settings| Sample::from_settings(&settings)).unwrap_err().to_string()
    };
    assert_eq!(refused("size=9"), "The option size cannot be \"9\": it is 10 to 25.");
    assert_eq!(refused("size=+19"), "The option size cannot be \"+19\": it is 10 to 25.");
    assert_eq!(
        refused("size=99999999999999999999"),
        "The option size cannot be \"99999999999999999999\": it is 10 to 25."
    );
    assert_eq!(refused("stop=on"), "The option stop cannot be \"on\": it is off or 42.");
    assert_eq!(refused("dead_draw=yes"), "The option dead_draw cannot be \"yes\": it is on or off.");
    assert_eq!(refused("seize=9"), "There is no option \"seize\". The options are size, stop, dead_draw.");
    assert_eq!(refused("size"), "The option \"size\" has no value: write size=VALUE.");
    assert_eq!(refused("size=10,size=11"), "The option size is given twice.");
    let settings = |json: &str| serde_json::from_str::<RawOptions>(json);
    let read = |json: &str| Sample::from_settings(&settings(json).unwrap()).unwrap_err().to_string();
    assert_eq!(read(r#"{"size":15.0}"#), "The option size cannot be \"15.0\": it is 10 to 25.");
    assert_eq!(read(r#"{"size":-1}"#), "The option size cannot be \"-1\": it is 10 to 25.");
    // The column depends on how the JSON reader was built.
    let listed = settings(r#"{"size":[1]}"#).unwrap_err().to_string();
    assert!(
        listed.starts_with("invalid type: sequence, expected a number, a word, on or off at line 1"),
        "{listed}"
    );
}
