//! The pages of the server: what `web/` built, from inside the binary.
//!
//! A release holds the files; a debug build reads them from `web/dist`, so that a new build of the pages is seen at
//! once. Without a build there is one plain page, which says how to make the others.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::error;
use crate::serve::app::App;
use crate::serve::page_files::{HASHED, PageFile, PageFiles};

/// For a server that was built without its pages.
const PLAIN: &str = include_str!("page.html");

/// The page that finds its way by the address.
const INDEX: &str = "index.html";

/// Answers whatever no route of the API answers.
pub(super) async fn page(State(app): State<Arc<App>>, request: Request) -> Response {
    let pages = &app.pages;
    let path = request.uri().path();
    if path.starts_with("/api/") {
        return error::not_found(request.uri().clone()).await.into_response();
    }
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return error::method_not_allowed(request.method().clone(), request.uri().clone())
            .await
            .into_response();
    }
    let name = path.trim_start_matches('/');
    // The compressed files are answers to Accept-Encoding and have no address of their own.
    let mut file = if is_compressed(name) { None } else { pages.get(name).await.map(|file| (name, file)) };
    if file.is_none() && is_place(name) {
        file = pages.get(INDEX).await.map(|file| (INDEX, file));
    }
    match file {
        Some((name, file)) => built(pages, name, file, request.headers()).await,
        None if name.is_empty() => plain(StatusCode::OK),
        // An old link: the pages show that this address does not exist.
        None if wants_page(request.headers()) => match pages.get(INDEX).await {
            Some(file) => {
                (StatusCode::NOT_FOUND, built(pages, INDEX, file, &HeaderMap::new()).await).into_response()
            }
            None => plain(StatusCode::NOT_FOUND),
        },
        None => error::not_found(request.uri().clone()).await.into_response(),
    }
}

/// Whether the pages know this address: the lobby, a table, an invitation, a replay, rules, a person, settings, the deals of a day, lessons.
fn is_place(name: &str) -> bool {
    let mut parts = name.split('/').filter(|part| !part.is_empty());
    matches!(
        (parts.next(), parts.next(), parts.next(), parts.next()),
        (None, ..)
            | (Some("settings" | "ratings" | "day" | "learn"), None, ..)
            | (Some("t" | "j" | "r" | "rules" | "people" | "day" | "learn"), Some(_), None, _)
            | (Some("learn"), Some(_), Some(_), None)
    )
}

fn is_compressed(name: &str) -> bool {
    Encoding::ALL.iter().any(|encoding| name.ends_with(encoding.ending()))
}

fn wants_page(headers: &HeaderMap) -> bool {
    let accept = headers.get(header::ACCEPT).and_then(|value| value.to_str().ok());
    accept.is_some_and(|accept| accept.contains("text/html"))
}

fn plain(status: StatusCode) -> Response {
    let html = HeaderValue::from_static("text/html; charset=utf-8");
    (status, [(header::CONTENT_TYPE, html)], PLAIN).into_response()
}

async fn built(pages: &PageFiles, name: &str, file: PageFile, asked: &HeaderMap) -> Response {
    let (mut encoding, mut file) = (None, file);
    for smaller in Encoding::ALL.into_iter().filter(|encoding| encoding.is_taken(asked)) {
        if let Some(found) = pages.get(&format!("{name}{}", smaller.ending())).await {
            (encoding, file) = (Some(smaller), found);
            break;
        }
    }
    let etag = file.etag;
    let mut answer = if etag.as_ref().is_some_and(|etag| is_known(asked, etag)) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        Body::from(file.data.into_owned()).into_response()
    };
    let headers = answer.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(content_type(name)));
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(lifetime(name)));
    if let Some(encoding) = encoding {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding.name()));
    }
    if let Some(Ok(etag)) = etag.map(|etag| HeaderValue::from_str(&etag)) {
        headers.insert(header::ETAG, etag);
    }
    answer
}

fn lifetime(name: &str) -> &'static str {
    // Everything else is asked for again each time, and costs an ETag if it is unchanged.
    if name.starts_with(HASHED) { "public, max-age=31536000, immutable" } else { "no-cache" }
}

fn is_known(asked: &HeaderMap, etag: &str) -> bool {
    let known = asked.get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    known.is_some_and(|known| {
        known.split(',').map(|tag| tag.trim().trim_start_matches("W/")).any(|tag| tag == etag || tag == "*")
    })
}

fn content_type(name: &str) -> &'static str {
    match name.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

/// How a file can be sent smaller, the smallest first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Encoding {
    Brotli,
    Gzip,
}

impl Encoding {
    const ALL: [Self; 2] = [Self::Brotli, Self::Gzip];

    const fn name(self) -> &'static str {
        match self {
            Self::Brotli => "br",
            Self::Gzip => "gzip",
        }
    }

    const fn ending(self) -> &'static str {
        match self {
            Self::Brotli => ".br",
            Self::Gzip => ".gz",
        }
    }

    /// Whether the browser accepts it: named, and not with a quality of zero.
    fn is_taken(self, asked: &HeaderMap) -> bool {
        let accepted = asked.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or("");
        accepted.split(',').any(|part| {
            let (name, quality) = part.split_once(';').unwrap_or((part, "q=1"));
            let quality = quality.trim().strip_prefix("q=").and_then(|number| number.parse::<f32>().ok());
            name.trim().eq_ignore_ascii_case(self.name()) && quality.is_none_or(|quality| quality > 0.0)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asking(name: header::HeaderName, value: &'static str) -> HeaderMap {
        HeaderMap::from_iter([(name, HeaderValue::from_static(value))])
    }

    #[test]
    fn an_encoding_is_used_only_for_who_takes_it() {
        let taken =
            |accepted| Encoding::ALL.map(|one| one.is_taken(&asking(header::ACCEPT_ENCODING, accepted)));
        assert_eq!(taken("gzip, deflate, br;q=0.9"), [true, true]);
        assert_eq!(taken("gzip;q=0, br"), [true, false]);
        assert_eq!(taken("identity"), [false, false]);
        assert_eq!(Encoding::ALL.map(|one| one.is_taken(&HeaderMap::new())), [false, false]);
    }

    #[test]
    fn only_hashed_names_are_kept_for_ever() {
        assert!(lifetime("assets/index-abc.js").contains("immutable"));
        assert_eq!(lifetime("index.html"), "no-cache");
        assert_eq!(lifetime("service-worker.js"), "no-cache");
    }

    #[test]
    fn a_file_that_is_known_is_not_sent_again() {
        let known = |tags| is_known(&asking(header::IF_NONE_MATCH, tags), "\"ab\"");
        assert!(known("\"ab\"") && known("\"x\", W/\"ab\"") && known("*"));
        assert!(!known("\"x\"") && !is_known(&HeaderMap::new(), "\"ab\""));
    }

    #[test]
    fn the_pages_know_their_places_and_no_others() {
        for place in [
            "",
            "settings",
            "ratings",
            "t/ss439rrzy0",
            "j/ss439rrzy0",
            "r/ss439rrzy0-1",
            "rules/golf",
            "people/Ann",
            "day",
            "day/2026-11-17",
            "learn",
            "learn/golf",
            "learn/golf/2",
        ] {
            assert!(is_place(place), "{place}");
        }
        for other in ["t", "t/a/b", "admin", "assets/x.js", "settings/x", "learn/golf/2/x", "favicon.ico"] {
            assert!(!is_place(other), "{other}");
        }
    }
}
