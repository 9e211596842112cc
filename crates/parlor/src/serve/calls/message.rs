//! The text of a call, in the format of each service.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use tables::{CallStage, DueCall, WebhookFormat};

use super::words::CallLanguage;

/// What a call says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct CallMessage {
    pub(crate) title: String,
    pub(crate) text: String,
    pub(crate) table: Option<String>,
    pub(crate) link: Option<String>,
    /// The page that it leads to.
    pub(crate) path: String,
}

/// A request without its address.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct WrittenCall {
    pub(super) content_type: &'static str,
    pub(super) headers: Vec<(&'static str, String)>,
    pub(super) body: Vec<u8>,
}

impl CallMessage {
    pub(super) fn of(call: &DueCall, now: i64, language: CallLanguage, public_url: Option<&str>) -> Self {
        let table = call.table.map(|table| table.to_string());
        let path = match (&table, call.stage) {
            (None, _) => "/".to_owned(),
            (Some(table), CallStage::Scheduled) => format!("/scheduled/{table}"),
            (Some(table), _) => format!("/t/{table}"),
        };
        let link = public_url.map(|url| format!("{}{path}", url.trim_end_matches('/')));
        Self { title: language.title(call, now), text: language.text(call, now), table, link, path }
    }

    /// A call that only shows that calls arrive.
    pub(crate) fn test(language: CallLanguage) -> Self {
        let (title, text) = ("Parlor".to_owned(), language.test().to_owned());
        Self { title, text, table: None, link: None, path: "/settings".to_owned() }
    }

    fn line(&self) -> String {
        let link = self.link.as_ref().map(|link| format!(" {link}")).unwrap_or_default();
        format!("{}. {}{link}", self.title, self.text)
    }

    pub(super) fn write(&self, format: WebhookFormat) -> WrittenCall {
        let json = |value: serde_json::Value| WrittenCall {
            content_type: "application/json",
            headers: Vec::new(),
            body: value.to_string().into_bytes(),
        };
        match format {
            WebhookFormat::Json => {
                let Self { title, text, table, link, .. } = self;
                json(serde_json::json!({ "title": title, "text": text, "table": table, "link": link }))
            }
            // Mentions are off, so that a person's name cannot notify members of the channel.
            WebhookFormat::Discord => {
                json(serde_json::json!({ "content": self.line(), "allowed_mentions": { "parse": [] } }))
            }
            WebhookFormat::Slack => json(serde_json::json!({ "text": self.line() })),
            WebhookFormat::Ntfy => {
                let mut headers = vec![("Title", in_header(&self.title))];
                headers.extend(self.link.as_ref().map(|link| ("Click", in_header(link))));
                WrittenCall {
                    content_type: "text/plain; charset=utf-8",
                    headers,
                    body: self.text.clone().into_bytes(),
                }
            }
        }
    }
}

/// An encoded word holds this many bytes at most: with its frame it must not be longer than 75 characters.
const ENCODED_BYTES: usize = 45;

/// A text as it may stand in a header, which is ASCII: other letters as encoded words (RFC 2047, which ntfy reads). Line breaks and
/// the like are left out.
fn in_header(text: &str) -> String {
    let text: String = text.chars().filter(|letter| !letter.is_control()).collect();
    if text.is_ascii() {
        return text;
    }
    let mut words: Vec<String> = vec![String::new()];
    for letter in text.chars() {
        let full = words.last().is_none_or(|word| word.len() + letter.len_utf8() > ENCODED_BYTES);
        if full {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut() {
            word.push(letter);
        }
    }
    let words: Vec<String> =
        words.iter().map(|word| format!("=?UTF-8?B?{}?=", STANDARD.encode(word))).collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_service_gets_what_it_takes() {
        let message = CallMessage {
            title: "Your turn: Chicago\r\nX: y".to_owned(),
            text: "With \"Ann\" @everyone.".to_owned(),
            table: Some("ss439rrzy0".to_owned()),
            link: Some("https://a/t/ss439rrzy0".to_owned()),
            path: "/t/ss439rrzy0".to_owned(),
        };
        let body =
            |format| -> serde_json::Value { serde_json::from_slice(&message.write(format).body).unwrap() };
        assert_eq!(body(WebhookFormat::Json)["table"], "ss439rrzy0");
        assert!(body(WebhookFormat::Slack)["text"].as_str().unwrap().ends_with("https://a/t/ss439rrzy0"));
        let discord = body(WebhookFormat::Discord);
        assert_eq!(discord["allowed_mentions"]["parse"], serde_json::json!([]));
        let ntfy = message.write(WebhookFormat::Ntfy);
        assert_eq!(ntfy.headers[0], ("Title", "Your turn: ChicagoX: y".to_owned()), "no header of its own");
        assert_eq!(ntfy.body, b"With \"Ann\" @everyone.");
    }

    #[test]
    fn a_header_is_ascii_in_every_language() {
        assert_eq!(in_header("Your turn: Golf"), "Your turn: Golf");
        assert_eq!(in_header("轮到你了\r\nX: y"), format!("=?UTF-8?B?{}?=", STANDARD.encode("轮到你了X: y")));
        let long = in_header(&"å".repeat(50));
        let words: Vec<&str> = long.split(' ').collect();
        assert!(words.len() > 1 && words.iter().all(|word| word.len() <= 75 && word.is_ascii()), "{long}");
        let read = words.iter().map(|word| {
            let inside = word.strip_prefix("=?UTF-8?B?").and_then(|word| word.strip_suffix("?=")).unwrap();
            // Each word is whole letters.
            String::from_utf8(STANDARD.decode(inside).unwrap()).unwrap()
        });
        assert_eq!(read.collect::<String>(), "å".repeat(50));
    }
}
