//! What a call says, in the form that each service takes.

use tables::{CallStage, DueCall, WebhookFormat};

/// What a call says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct CallMessage {
    pub(crate) title: String,
    pub(crate) text: String,
    pub(crate) table: Option<String>,
    pub(crate) link: Option<String>,
}

/// A request without its address.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct WrittenCall {
    pub(super) content_type: &'static str,
    pub(super) headers: Vec<(&'static str, String)>,
    pub(super) body: String,
}

impl CallMessage {
    pub(super) fn of(call: &DueCall, now: i64, public_url: Option<&str>) -> Self {
        let minutes = call.starts_at.map_or(0, |starts_at| (starts_at - now + 59_999).div_euclid(60_000));
        let title = match call.stage {
            CallStage::Scheduled if minutes > 1 => format!("In {minutes} minutes: {}", call.game),
            CallStage::Scheduled => format!("Now: {}", call.game),
            CallStage::Alarm => format!("Your time is nearly up: {}", call.game),
            CallStage::Turn | CallStage::Done => format!("Your turn: {}", call.game),
        };
        let text = match call.with.as_slice() {
            [] if call.stage == CallStage::Scheduled => "You said yes.".to_owned(),
            [] => "Somebody waits for you.".to_owned(),
            names => format!("With {}.", names.join(", ")),
        };
        let table = call.table.to_string();
        let page = if call.stage == CallStage::Scheduled { "scheduled" } else { "t" };
        let link = public_url.map(|url| format!("{}/{page}/{table}", url.trim_end_matches('/')));
        Self { title, text, table: Some(table), link }
    }

    /// A call that only shows that calls arrive.
    pub(crate) fn test() -> Self {
        let (title, text) =
            ("Parlor".to_owned(), "This is how you are called when it is your turn.".to_owned());
        Self { title, text, table: None, link: None }
    }

    fn line(&self) -> String {
        let link = self.link.as_ref().map(|link| format!(" {link}")).unwrap_or_default();
        format!("{}. {}{link}", self.title, self.text)
    }

    pub(super) fn write(&self, format: WebhookFormat) -> WrittenCall {
        let json = |value: serde_json::Value| WrittenCall {
            content_type: "application/json",
            headers: Vec::new(),
            body: value.to_string(),
        };
        match format {
            WebhookFormat::Json => {
                let Self { title, text, table, link } = self;
                json(serde_json::json!({ "title": title, "text": text, "table": table, "link": link }))
            }
            // Nobody is mentioned, whatever people are called.
            WebhookFormat::Discord => {
                json(serde_json::json!({ "content": self.line(), "allowed_mentions": { "parse": [] } }))
            }
            WebhookFormat::Slack => json(serde_json::json!({ "text": self.line() })),
            WebhookFormat::Ntfy => {
                let mut headers = vec![("Title", in_header(&self.title))];
                headers.extend(self.link.as_ref().map(|link| ("Click", in_header(link))));
                WrittenCall { content_type: "text/plain; charset=utf-8", headers, body: self.text.clone() }
            }
        }
    }
}

/// What may stand in a header: names of games are plain, and everything else is left out.
fn in_header(text: &str) -> String {
    text.chars().filter(|letter| letter.is_ascii_graphic() || *letter == ' ').collect()
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
        };
        let body =
            |format| -> serde_json::Value { serde_json::from_str(&message.write(format).body).unwrap() };
        assert_eq!(body(WebhookFormat::Json)["table"], "ss439rrzy0");
        assert!(body(WebhookFormat::Slack)["text"].as_str().unwrap().ends_with("https://a/t/ss439rrzy0"));
        let discord = body(WebhookFormat::Discord);
        assert_eq!(discord["allowed_mentions"]["parse"], serde_json::json!([]));
        let ntfy = message.write(WebhookFormat::Ntfy);
        assert_eq!(ntfy.headers[0], ("Title", "Your turn: ChicagoX: y".to_owned()), "no header of its own");
        assert_eq!(ntfy.body, "With \"Ann\" @everyone.");
    }
}
