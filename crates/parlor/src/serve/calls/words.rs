//! What calls say, in the languages of the pages.

use serde::{Deserialize, Serialize};
use tables::{CallStage, DueCall};
use utoipa::ToSchema;

/// The language of a call: one that the pages speak.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum CallLanguage {
    /// English.
    #[default]
    En,
    /// Swedish.
    Sv,
    /// Chinese.
    Zh,
}

impl CallLanguage {
    /// English if none is stored, or one that this program does not speak.
    pub(crate) fn of(stored: Option<&str>) -> Self {
        [Self::Sv, Self::Zh].into_iter().find(|language| Some(language.name()) == stored).unwrap_or_default()
    }

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::Sv => "sv",
            Self::Zh => "zh",
        }
    }

    /// What a call is about.
    pub(super) fn title(self, call: &DueCall, now: i64) -> String {
        let game = games::title_in(self.name(), &call.game);
        let minutes = call.starts_at.map_or(0, |starts_at| (starts_at - now + 59_999).div_euclid(60_000));
        match (self, call.stage) {
            (Self::En, CallStage::Scheduled) if minutes > 1 => format!("In {minutes} minutes: {game}"),
            (Self::Sv, CallStage::Scheduled) if minutes > 1 => format!("Om {minutes} minuter: {game}"),
            (Self::Zh, CallStage::Scheduled) if minutes > 1 => format!("{minutes} 分钟后：{game}"),
            (Self::En, CallStage::Scheduled) => format!("Now: {game}"),
            (Self::Sv, CallStage::Scheduled) => format!("Nu: {game}"),
            (Self::Zh, CallStage::Scheduled) => format!("现在：{game}"),
            (Self::En, CallStage::Alarm) => format!("Your time is nearly up: {game}"),
            (Self::Sv, CallStage::Alarm) => format!("Din tid är snart ute: {game}"),
            (Self::Zh, CallStage::Alarm) => format!("你的时间快到了：{game}"),
            (Self::En, CallStage::Ready) => format!("A table for you: {game}"),
            (Self::Sv, CallStage::Ready) => format!("Ett bord för dig: {game}"),
            (Self::Zh, CallStage::Ready) => format!("有一桌等你：{game}"),
            (Self::En, CallStage::Turn | CallStage::Done) => format!("Your turn: {game}"),
            (Self::Sv, CallStage::Turn | CallStage::Done) => format!("Din tur: {game}"),
            (Self::Zh, CallStage::Turn | CallStage::Done) => format!("轮到你了：{game}"),
        }
    }

    /// What else is to be said.
    pub(super) fn text(self, call: &DueCall, now: i64) -> String {
        let with = match (self, call.with.as_slice()) {
            (Self::En, []) if call.stage == CallStage::Scheduled => "You said yes.".to_owned(),
            (Self::Sv, []) if call.stage == CallStage::Scheduled => "Du tackade ja.".to_owned(),
            (Self::Zh, []) if call.stage == CallStage::Scheduled => "你答应了参加。".to_owned(),
            (Self::En, []) => "Somebody waits for you.".to_owned(),
            (Self::Sv, []) => "Någon väntar på dig.".to_owned(),
            (Self::Zh, []) => "有人在等你。".to_owned(),
            (Self::En, names) => format!("With {}.", names.join(", ")),
            (Self::Sv, names) => format!("Med {}.", names.join(", ")),
            (Self::Zh, names) => format!("与 {}。", names.join("、")),
        };
        if call.stage != CallStage::Ready {
            return with;
        }
        let minutes = call.useful_ms(now).div_euclid(60_000).max(1);
        match (self, minutes) {
            (Self::En, 1) => format!("{with} Come within a minute."),
            (Self::En, _) => format!("{with} Come within {minutes} minutes."),
            (Self::Sv, 1) => format!("{with} Kom inom en minut."),
            (Self::Sv, _) => format!("{with} Kom inom {minutes} minuter."),
            (Self::Zh, _) => format!("{with}请在 {minutes} 分钟内过来。"),
        }
    }

    /// What a call says that only shows that calls arrive.
    pub(super) const fn test(self) -> &'static str {
        match self {
            Self::En => "This is how you are called when it is your turn.",
            Self::Sv => "Så här kallas du när det är din tur.",
            Self::Zh => "轮到你时，就会这样通知你。",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_language_that_is_not_stored_or_not_known_is_english() {
        for language in [CallLanguage::En, CallLanguage::Sv, CallLanguage::Zh] {
            assert_eq!(CallLanguage::of(Some(language.name())), language);
            let written = serde_json::to_value(language).unwrap();
            assert_eq!(written, language.name(), "stored as it is sent");
        }
        assert_eq!(CallLanguage::of(None), CallLanguage::En);
        assert_eq!(CallLanguage::of(Some("fi")), CallLanguage::En);
    }
}
