//! Where the server speaks to others, and who answers for it there.

use std::fmt;
use std::str::FromStr;

use tables::WebhookFormat;
use toml::de::DeValue;

use super::values::{Setting, quoted, text_from_toml, text_settings};
use crate::serve::calls::is_webhook_url;

text_settings!(PushContact, AnnounceFormat);

/// Where the server says what happens.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct AnnounceWebhook(String);

impl AnnounceWebhook {
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

impl Setting for AnnounceWebhook {
    fn from_toml(value: &DeValue<'_>) -> Result<Self, String> {
        text_from_toml(value)
    }

    /// Without the path of the URL, because anybody who knows it can post to the channel.
    fn to_toml(&self) -> String {
        let end = self.0.find("://").map_or(0, |scheme| scheme + 3);
        let host = self.0[end..].split('/').next().unwrap_or_default();
        quoted(&format!("{}{host}/hidden", &self.0[..end]))
    }
}

impl FromStr for AnnounceWebhook {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if is_webhook_url(text) {
            return Ok(Self(text.to_owned()));
        }
        Err("must be an address such as https://ntfy.sh/your-topic")
    }
}

/// How an announcement is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct AnnounceFormat(pub(crate) WebhookFormat);

impl fmt::Display for AnnounceFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            WebhookFormat::Json => "json",
            WebhookFormat::Ntfy => "ntfy",
            WebhookFormat::Discord => "discord",
            WebhookFormat::Slack => "slack",
        })
    }
}

impl FromStr for AnnounceFormat {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "json" => Ok(Self(WebhookFormat::Json)),
            "ntfy" => Ok(Self(WebhookFormat::Ntfy)),
            "discord" => Ok(Self(WebhookFormat::Discord)),
            "slack" => Ok(Self(WebhookFormat::Slack)),
            _ => Err("must be json, ntfy, discord or slack"),
        }
    }
}

/// Whom push services ask about messages of this server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct PushContact(String);

impl fmt::Display for PushContact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for PushContact {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let is_mail = text.strip_prefix("mailto:").is_some_and(|mail| mail.contains('@'));
        let is_page = text.strip_prefix("https://").is_some_and(|rest| !rest.is_empty());
        let is_plain = text.chars().all(|letter| letter.is_ascii_graphic()) && text.len() <= 200;
        if is_plain && (is_mail || is_page) {
            return Ok(Self(text.to_owned()));
        }
        Err("must be an address such as mailto:you@example.org or https://example.org/contact")
    }
}
