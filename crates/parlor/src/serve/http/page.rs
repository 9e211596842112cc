//! `GET /`: a plain page, until there is a better one.

use axum::response::Html;

const PAGE: &str = include_str!("page.html");

pub(super) async fn page() -> Html<&'static str> {
    Html(PAGE)
}
