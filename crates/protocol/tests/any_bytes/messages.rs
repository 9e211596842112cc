//! Any bytes as a message: read or refused, never a panic; and what is read can be written and read again.

use protocol::{
    ChatText, ClientMsg, Commitment, MAX_CHAT_LENGTH, MAX_NAME_LENGTH, MAX_NONCE_LENGTH, Name, Nonce,
    ReplayId, Secret, ServerMsg, TableId, reference_in,
};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Checks everything that is promised of these bytes.
pub(crate) fn check(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let reference = reference_in(text);
    if let Some(message) = survives::<ClientMsg>(text) {
        if message.reference().is_some() {
            assert_eq!(reference, message.reference(), "{text}");
        }
        assert!(!format!("{message:?}").is_empty());
    }
    survives::<ServerMsg>(text);
    check_texts(text);
}

/// A message that can be read is the same after it was written and read again.
fn survives<M: Serialize + DeserializeOwned>(text: &str) -> Option<M> {
    let message: M = serde_json::from_str(text).ok()?;
    let written = serde_json::to_string(&message).expect("a message can be written");
    let again: M = serde_json::from_str(&written).unwrap_or_else(|error| panic!("{error}: {written}"));
    assert_eq!(serde_json::to_string(&again).expect("a message"), written);
    Some(message)
}

/// What people type is bounded, and clean when it was cleaned.
fn check_texts(text: &str) {
    if let Ok(name) = Name::parse(text) {
        assert!((1..=MAX_NAME_LENGTH).contains(&name.as_str().chars().count()), "{text:?}");
        assert_eq!(Name::parse(name.as_str()).map(|again| again.key()), Ok(name.key()), "{text:?}");
    }
    if let Ok(line) = ChatText::clean(text) {
        assert!((1..=MAX_CHAT_LENGTH).contains(&line.as_str().chars().count()), "{text:?}");
        assert!(!line.as_str().chars().any(char::is_control), "{text:?}");
        assert_eq!(
            ChatText::clean(line.as_str()).as_ref().map(ChatText::as_str),
            Ok(line.as_str()),
            "{text:?}"
        );
    }
    same_text::<TableId>(text);
    same_text::<ReplayId>(text);
    same_text::<Secret>(text);
    same_text::<Commitment>(text);
    if same_text::<Nonce>(text) {
        assert!((1..=MAX_NONCE_LENGTH).contains(&text.len()));
    }
}

/// Whether it is one; then there is no other way to write it.
fn same_text<T: std::str::FromStr + std::fmt::Display>(text: &str) -> bool {
    let read = text.parse::<T>().ok();
    if let Some(thing) = &read {
        assert_eq!(thing.to_string(), text);
    }
    read.is_some()
}
