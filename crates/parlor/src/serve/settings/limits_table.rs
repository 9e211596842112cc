//! The table of limits in `docs/running.md`, generated from the limiter.

use std::fmt::Write;

use tables::{Limit, LimitConfig, LimitKind, LimitSet, Rate};

/// What an operator reads about a kind of limit.
struct Described {
    what: &'static str,
    settings: &'static str,
    beyond: &'static str,
}

const REFUSED: &str = "`rate_limited` with `retry_ms`";
const REJECTED: &str = "`bye` `too_many_connections` with `retry_ms`";
const STATUS_429: &str = "status 429 with `retry_ms`";

fn described(kind: LimitKind) -> Described {
    let (what, settings, beyond) = match kind {
        LimitKind::Messages => (
            "Messages over WebSockets, pings included",
            "`messages_per_second`, `people_per_address`",
            REFUSED,
        ),
        LimitKind::Chat => ("Chat messages", "`chat_messages_per_minute`, `people_per_address`", REFUSED),
        LimitKind::Tables => ("Tables opened", "`tables_per_minute`, `people_per_address`", REFUSED),
        LimitKind::Drafts => ("Drafts stored", "`drafts_per_minute`, `people_per_address`", REFUSED),
        LimitKind::Bots => ("Bots asked to sit down", "`bots_per_minute`, `people_per_address`", REFUSED),
        LimitKind::Names => {
            ("Names taken (a person: changes of name; an address: new people)", "`names_per_hour`", REFUSED)
        }
        LimitKind::Codes => {
            ("Codes for devices and invitations (a person: made; an address: tried)", "", REFUSED)
        }
        LimitKind::Changes => (
            "Other changes of a person: people blocked or followed, messages reported, seats locked, people removed from tables, webhooks, \
             browsers that are called, vacations, scheduled tables, tournaments, lessons, reviews asked for, devices ended, invitations \
             voided, what is forgotten",
            "`people_per_address`",
            REFUSED,
        ),
        LimitKind::Connections => ("New WebSockets", "`connections_per_minute`", STATUS_429),
        LimitKind::OpenConnections => {
            ("WebSockets at a time", "`max_connections_per_person`, `max_connections_per_address`", REJECTED)
        }
        LimitKind::Requests => ("HTTP requests", "`requests_per_second`", STATUS_429),
        LimitKind::OpenRequests => {
            ("Other HTTP connections at a time", "`max_connections_per_address`", STATUS_429)
        }
        LimitKind::LegacyConnections => {
            ("New legacy connections", "`legacy_max_connections_per_address`", "closed at once")
        }
        LimitKind::OpenLegacyConnections => {
            ("Legacy connections at a time", "`legacy_max_connections_per_address`", "closed at once")
        }
        LimitKind::LegacyMessages => (
            "Legacy messages",
            "`legacy_messages_per_second`",
            "read later; closed if four seconds' worth was too much",
        ),
        LimitKind::Datagrams => {
            ("Datagrams to the golf manager", "`golf_requests_per_second`", "not answered")
        }
        LimitKind::ReplyBytes => (
            "Bytes of the golf manager beyond three times those of the requests",
            "",
            "`FAILURE`, or no answer",
        ),
        LimitKind::Warnings => (
            "Refused messages on one connection before it is closed",
            "`messages_per_second`",
            "`bye` `rate_limited` with `retry_ms`",
        ),
    };
    Described { what, settings, beyond }
}

fn rate(Rate { burst, interval_us }: Rate) -> String {
    let periods = [("second", 1_000_000_u64), ("minute", 60_000_000), ("hour", 3_600_000_000)];
    let fits = |(_, length): &(&str, u64)| *length >= u64::from(interval_us);
    let (period, length) = periods.into_iter().find(fits).unwrap_or(periods[2]);
    let count = length / u64::from(interval_us);
    let article = if period == "hour" { "an" } else { "a" };
    format!("{count} {article} {period}, {burst} at once")
}

fn cell(limits: &LimitSet, kind: LimitKind) -> String {
    match limits.of(kind) {
        Limit::Unlimited => "–".to_owned(),
        Limit::Rate(limit) => rate(limit),
        Limit::AtOnce(most) => most.to_string(),
    }
}

/// The table, in Markdown.
fn table(config: &LimitConfig) -> String {
    let (person, address) = (config.of_person(), config.of_address());
    let mut text =
        "| What | Per person | Per address | Settings | Beyond it |\n| --- | --- | --- | --- | --- |\n"
            .to_owned();
    for kind in LimitKind::ALL {
        let Described { what, settings, beyond } = described(kind);
        let (of_person, of_address) = (cell(&person, kind), cell(&address, kind));
        let settings = if settings.is_empty() { "–" } else { settings };
        // Writing to a string cannot fail.
        let _ = writeln!(text, "| {what} | {of_person} | {of_address} | {settings} | {beyond} |");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::super::{Layer, Layers};
    use super::*;

    const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/running.md");
    const BEGIN: &str = "<!-- limits: generated -->\n";
    const END: &str = "<!-- limits: end -->\n";

    #[test]
    fn the_table_of_limits_in_the_tree_is_what_the_limiter_says() {
        let config = Layers::default().merged().server().limits();
        let text = std::fs::read_to_string(FILE).unwrap();
        let (before, rest) = text.split_once(BEGIN).expect("the table begins");
        let (kept, after) = rest.split_once(END).expect("the table ends");
        let generated = table(&config);
        if std::env::var_os("UPDATE_GENERATED").is_some() {
            std::fs::write(FILE, [before, BEGIN, &generated, END, after].concat()).unwrap();
        } else {
            assert!(kept == generated, "docs/running.md is out of date: `make generated` writes it again");
        }
    }

    #[test]
    fn every_setting_that_the_table_names_is_one() {
        for kind in LimitKind::ALL {
            let settings = described(kind).settings;
            for name in settings.split(", ").filter(|name| !name.is_empty()) {
                assert!(Layer::NAMES.contains(&name.trim_matches('`')), "{name}");
            }
        }
    }

    #[test]
    fn a_rate_is_told_in_the_shortest_period_that_has_one() {
        assert_eq!(rate(Rate::per_second(25)), "25 a second, 100 at once");
        assert_eq!(rate(Rate::per_minute(30)), "30 a minute, 30 at once");
        assert_eq!(rate(Rate::new(40, 40, 3_600)), "40 an hour, 40 at once");
    }
}
