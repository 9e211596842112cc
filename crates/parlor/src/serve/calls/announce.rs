//! The server's own webhook: says in a channel what people there may want to come for.

use std::sync::{Arc, Weak};

use protocol::DayDate;
use tables::{Announcement, Server, WebhookFormat};
use tokio::sync::broadcast::error::RecvError;

use super::message::CallMessage;
use super::post::WebhookPoster;
use crate::serve::settings::Settings;

/// An announcement that failed is sent once more after this time, in milliseconds.
const AGAIN: i64 = 10_000;

/// Sends announcements for as long as the server exists, if the operator has set a webhook.
pub(super) fn start(server: &Arc<Server>, settings: &Settings) {
    let Some(url) = &settings.announce_webhook else { return };
    let channel = Channel {
        url: url.as_str().to_owned(),
        format: settings.announce_webhook_format.0,
        poster: WebhookPoster::of(settings),
        public_url: settings.public_url.as_ref().map(ToString::to_string),
    };
    tokio::spawn(run(Arc::downgrade(server), server.announcements(), channel));
}

struct Channel {
    url: String,
    format: WebhookFormat,
    poster: WebhookPoster,
    public_url: Option<String>,
}

async fn run(
    server: Weak<Server>,
    mut announcements: tokio::sync::broadcast::Receiver<Announcement>,
    channel: Channel,
) {
    loop {
        let announcement = match announcements.recv().await {
            Ok(announcement) => announcement,
            // A slow channel misses announcements.
            Err(RecvError::Lagged(missed)) => {
                tracing::warn!(missed, "announce_webhook is too slow: some announcements are left out");
                continue;
            }
            Err(RecvError::Closed) => return,
        };
        let message = message(&announcement, channel.public_url.as_deref());
        for is_last in [false, true] {
            let posted = channel.poster.post(channel.url.clone(), channel.format, message.clone()).await;
            let Err(error) = posted else { break };
            let Some(running) = server.upgrade() else { return };
            let time = running.time().clone();
            drop(running);
            if is_last {
                tracing::warn!(%error, "sending an announcement to announce_webhook failed");
            } else {
                time.sleep_until(Some(time.now() + AGAIN)).await;
            }
        }
    }
}

fn title_of(game: &str) -> String {
    game.parse::<games::Kind>().map_or_else(|_| game.to_owned(), |kind| kind.spec().title.to_owned())
}

fn message(announcement: &Announcement, public_url: Option<&str>) -> CallMessage {
    let (title, text, path) = match announcement {
        Announcement::TournamentOpened { id, name, game } => (
            format!("New tournament: {name}"),
            format!("{}. Who enters?", title_of(game)),
            format!("tournaments/{id}"),
        ),
        Announcement::TournamentBegan { id, name, game } => (
            format!("The tournament begins: {name}"),
            format!("{}.", title_of(game)),
            format!("tournaments/{id}"),
        ),
        Announcement::TableScheduled { table, game, opener, starts_at } => (
            format!("Table announced: {}", title_of(game)),
            format!("By {opener}, for {}. Who comes?", moment(*starts_at)),
            format!("scheduled/{table}"),
        ),
        Announcement::WouldPlay { game, people, needed } => {
            (format!("{people} of {needed} for {}", title_of(game)), "Who joins?".to_owned(), String::new())
        }
    };
    let path = format!("/{path}");
    let link = public_url.map(|url| format!("{}{path}", url.trim_end_matches('/')));
    CallMessage { title, text, table: None, link, path }
}

/// A moment in UTC, because a channel has no time zone.
fn moment(milliseconds: i64) -> String {
    let minutes = milliseconds.div_euclid(60_000).rem_euclid(1_440);
    format!("{} {:02}:{:02} UTC", DayDate::of(milliseconds), minutes / 60, minutes % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_announcement_says_what_and_where() {
        let table = protocol::TableId::new(7);
        let scheduled = Announcement::TableScheduled {
            table,
            game: "golf".to_owned(),
            opener: "Ann".to_owned(),
            starts_at: 1_800_000_000_000,
        };
        let said = message(&scheduled, Some("https://games.example.org/"));
        assert_eq!(said.title, "Table announced: Six Card Golf");
        assert_eq!(said.text, "By Ann, for 2027-01-15 08:00 UTC. Who comes?");
        assert_eq!(said.link, Some(format!("https://games.example.org/scheduled/{table}")));
        let would = Announcement::WouldPlay { game: "chicago".to_owned(), people: 2, needed: 3 };
        assert_eq!(message(&would, None).title, "2 of 3 for Chicago");
    }
}
