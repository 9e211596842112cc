//! The description of the API (`openapi.json`), as far as routes do not describe themselves.

use utoipa::openapi::path::{Operation, ParameterIn, PathItem};
use utoipa::openapi::security::{Http, HttpAuthScheme, SecurityScheme};
use utoipa::openapi::{
    Components, Content, Header, Info, ObjectBuilder, OpenApi, OpenApiBuilder, Ref, RefOr, Response,
    ResponseBuilder, Schema, Type,
};

/// The description before any route is added.
pub(super) fn base() -> OpenApi {
    let mut info = Info::new("Parlor", env!("CARGO_PKG_VERSION"));
    let about = "HTTP API of a Parlor server. Games are played over the WebSocket at /ws (docs/protocol.md).";
    info.description = Some(about.into());
    let mut components = Components::new();
    for (name, description) in [
        ("person", "The token of a person, received in `welcome`."),
        ("admin", "The admin token, printed at the first start of the server."),
    ] {
        let scheme = Http::builder().scheme(HttpAuthScheme::Bearer).description(Some(description));
        components.add_security_scheme(name, SecurityScheme::Http(scheme.build()));
    }
    OpenApiBuilder::new().info(info).components(Some(components)).build()
}

/// Adds the responses that the layers around the routes can give.
pub(super) fn add_common_responses(description: &mut OpenApi) {
    for item in description.paths.paths.values_mut() {
        for operation in operations(item) {
            let has_body = operation.request_body.is_some();
            let mut add = |status: &str, response: Response| {
                operation.responses.responses.entry(status.to_owned()).or_insert(response.into());
            };
            add(
                "408",
                error("request_timeout: the request was not answered within `request_timeout`").build(),
            );
            add("403", error("banned: the operator has banned this person or address for a time").build());
            add("421", error("host_not_allowed: the server has another name").build());
            let seconds =
                ObjectBuilder::new().schema_type(Type::Integer).description(Some("Seconds to wait"));
            let rate_limited =
                error("rate_limited: too many requests from this address; too_many: too many connections");
            add("429", rate_limited.header("Retry-After", Header::new(seconds)).build());
            let too_long = "the head of the request is longer than 16 KiB; the response has no body";
            add("431", ResponseBuilder::new().description(too_long).build());
            if has_body {
                add("413", error("bad_request: the body is too long").build());
                add("415", error("bad_request: the body is not `application/json`").build());
            }
        }
    }
}

/// Lists the games wherever a query names one.
pub(super) fn name_games(description: &mut OpenApi) {
    let names = games::Kind::ALL.iter().map(|kind| kind.name());
    let schema = ObjectBuilder::new().schema_type(Type::String).enum_values(Some(names)).build();
    for item in description.paths.paths.values_mut() {
        for parameter in operations(item).filter_map(|operation| operation.parameters.as_mut()).flatten() {
            if let RefOr::T(parameter) = parameter
                && parameter.name == "game"
                && parameter.parameter_in == ParameterIn::Query
            {
                parameter.schema = Some(Schema::Object(schema.clone()).into());
            }
        }
    }
}

fn operations(item: &mut PathItem) -> impl Iterator<Item = &mut Operation> {
    let PathItem { get, put, post, delete, patch, .. } = item;
    [get, put, post, delete, patch].into_iter().flatten()
}

fn error(description: &str) -> ResponseBuilder {
    let body = Content::new(Some(Ref::from_schema_name("ApiError")));
    ResponseBuilder::new().description(description).content("application/json", body)
}

/// The JSON of the description.
pub(super) fn to_json(description: &OpenApi) -> String {
    // The description is plain data: serializing it cannot fail.
    description.to_pretty_json().unwrap_or_default() + "\n"
}
