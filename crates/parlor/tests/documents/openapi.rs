//! The description of the HTTP API is valid, and the server behaves as it says.

use std::path::PathBuf;
use std::process::Command;

use serde_json::json;

use super::blocks::root;
use super::sandbox::Sandbox;
use crate::support::client::Client;
use crate::support::skipped::skipped;

/// A program of the Python environment that `scripts/test-needs` prepares.
fn python_program(name: &str, what: &str) -> Option<PathBuf> {
    let program = std::env::var_os("PARLOR_PYTHON").map(|python| PathBuf::from(python).with_file_name(name));
    let program = program.filter(|program| program.exists());
    if program.is_none() {
        skipped(
            what,
            &format!("PARLOR_PYTHON names no environment with {name} (scripts/test-needs makes one)"),
        );
    }
    program
}

fn must_succeed(command: &mut Command) {
    let output = command.output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(output.status.success(), "{}{}", text(&output.stdout), text(&output.stderr));
}

#[test]
fn the_description_of_the_api_is_valid() {
    let what = "validity of docs/openapi.json";
    let Some(validator) = python_program("openapi-spec-validator", what) else { return };
    must_succeed(Command::new(validator).arg(root().join("docs/openapi.json")));
}

/// Names of things that are there, so that not every request ends in 404; and what a schema cannot say.
fn configuration(table: &str, replay: &str) -> String {
    format!(
        r#"
[parameters]
"path.name" = "Ann"

[[operations]]
include-path = "/api/tables/{{id}}"
parameters = {{ "path.id" = "{table}" }}

[[operations]]
include-path = "/api/replays/{{id}}"
parameters = {{ "path.id" = "{replay}" }}

# A seat that did not play in this game is refused.
[[operations]]
include-path = "/api/replays/{{id}}/frames"
parameters = {{ "path.id" = "{replay}" }}
checks.positive_data_acceptance.expected-statuses = ["2xx", 400]

# A text in which nothing is visible is refused, and no pattern says what is visible.
[[operations]]
include-path-regex = "^/api/admin/(say|announce|warnings)$"
checks.positive_data_acceptance.expected-statuses = ["2xx", 400, 404]

# The game decides how many seats and which options a tournament can have.
[[operations]]
include-path = "/api/tournaments"
checks.positive_data_acceptance.expected-statuses = ["2xx", 400]

# Either a person or addresses are named, and not all texts are addresses.
[[operations]]
include-path = "/api/admin/sanctions"
checks.positive_data_acceptance.expected-statuses = ["2xx", 400, 404]
"#
    )
}

/// Requests made from the description, valid and invalid ones: every answer must be one that it describes.
#[tokio::test]
async fn the_server_answers_as_the_description_of_the_api_says() {
    let what = "the HTTP API against docs/openapi.json";
    let Some(schemathesis) = python_program("schemathesis", what) else { return };
    let mut sandbox = Sandbox::new();
    sandbox.start_server(&[]);
    let replay = sandbox.play_a_game().await;
    let mut ben = Client::hello(sandbox.server(), "Ben").await;
    let table = ben.open(json!({"game": "golf"})).await;
    let server = sandbox.server();
    let config = sandbox.path("schemathesis.toml");
    std::fs::write(&config, configuration(&table, &replay)).unwrap();
    let mut command = Command::new(schemathesis);
    command.args(["--config-file"]).arg(&config).arg("run");
    command.arg(format!("http://{}/api/openapi.json", server.address));
    command.args(["--header", &format!("Authorization: Bearer {}", server.admin_token())]);
    command.args(["--exclude-path-regex", "^/api/admin/(quit|shutdown)$"]);
    command.args(["--phases", "examples,coverage,fuzzing", "--checks", "all"]);
    command.args(["--max-examples", "20", "--seed", "1", "--generation-database", "none", "--no-color"]);
    must_succeed(command.current_dir(sandbox.path("")));
}
