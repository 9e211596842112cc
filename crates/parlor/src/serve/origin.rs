//! From which pages a browser may speak for its visitor.
//!
//! A browser says in `Origin` which page asks. A program says nothing, and may come in: it has no visitor whose cookie
//! or network it could borrow.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};

use super::app::App;
use super::http::ApiError;
use super::settings::{Origin, PublicUrl, Settings};

/// The pages that are let in beside those of the house's own address.
#[derive(Clone, Debug)]
pub(crate) struct Origins(Vec<Origin>);

impl Origins {
    pub(crate) fn of(settings: &Settings) -> Self {
        let public = settings.public_url.as_ref().map(PublicUrl::origin);
        Self(settings.allowed_origins.0.iter().cloned().chain(public).collect())
    }

    /// Whether a request with these headers comes from a page of the house, or from no page at all.
    fn admit(&self, headers: &HeaderMap) -> bool {
        let mut given = headers.get_all(header::ORIGIN).iter();
        let Some(origin) = given.next() else { return true };
        // What cannot be read, and what is said twice, is no page of ours; nor is `null`.
        let origin: Option<Origin> = origin.to_str().ok().and_then(|text| text.parse().ok());
        let Some(origin) = origin.filter(|_| given.next().is_none()) else { return false };
        let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
        let own = host.is_some_and(|host| host.eq_ignore_ascii_case(origin.authority()));
        own || self.0.contains(&origin)
    }
}

/// A request that no stranger's page has made.
pub(crate) struct OwnPage;

impl FromRequestParts<Arc<App>> for OwnPage {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, ApiError> {
        if app.origins.admit(&parts.headers) {
            return Ok(Self);
        }
        app.hall.metrics().cross_origin_requests_rejected_total.inc();
        let sentence = "This house is not open to pages of other addresses: see allowed_origins.";
        Err(ApiError::new(StatusCode::FORBIDDEN, "other_origin", sentence))
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    #[test]
    fn pages_of_the_house_and_programs_come_in_and_no_others() {
        let origins = Origins(
            ["https://games.example.org", "http://other.example:81"].map(|o| o.parse().unwrap()).to_vec(),
        );
        let admits = |host: Option<&'static str>, given: &[&'static str]| {
            let mut headers = HeaderMap::new();
            if let Some(host) = host {
                headers.insert(header::HOST, HeaderValue::from_static(host));
            }
            for origin in given {
                headers.append(header::ORIGIN, HeaderValue::from_static(origin));
            }
            origins.admit(&headers)
        };
        let here = Some("127.0.0.1:8080");
        assert!(admits(here, &[]) && admits(None, &[]), "programs");
        assert!(
            admits(here, &["http://127.0.0.1:8080"]) && admits(Some("LOCALHOST:1"), &["http://localhost:1"])
        );
        assert!(admits(here, &["https://games.example.org"]) && admits(None, &["http://other.example:81"]));
        for stranger in [
            "http://evil.example",
            "http://127.0.0.1",
            "http://127.0.0.1:8081",
            "http://127.0.0.1:8080.evil.example",
            "http://games.example.org",
            "https://games.example.org.evil.example",
            "https://games.example.org:444",
            "null",
            "",
            "file://",
        ] {
            assert!(!admits(here, &[stranger]), "{stranger}");
        }
        assert!(!admits(here, &["http://127.0.0.1:8080", "http://evil.example"]), "two at once");
        assert!(!admits(None, &["http://127.0.0.1:8080"]), "without a host there is nothing to compare with");
    }
}
