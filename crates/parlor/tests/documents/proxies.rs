//! The documented reverse proxies, as Debian packages them, in front of a real server.

use std::net::SocketAddr;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::json;

use super::blocks::{self, Block};
use super::sandbox::{Process, Sandbox, own_address};
use super::tls::{self, HOST};
use crate::support::server::{parlor, run};
use crate::support::skipped::is_installed;

/// Where the proxy of a test listens.
fn proxy_address() -> SocketAddr {
    (own_address(), 8443).into()
}

/// The only block of the documents in this language, but for the balancer of a cluster, which is tried with its nodes.
fn documented(language: &str) -> Block {
    let mut blocks = blocks::in_language(language);
    blocks.retain(|block| block.document != "docs/cluster.md");
    let [block] = &blocks[..] else { panic!("one block of {language}, not {}", blocks.len()) };
    block.clone()
}

/// A page plays an action through the proxy; other pages and the operator's addresses are kept out.
async fn plays_through(proxy: SocketAddr, authority: &Path) {
    let origin = format!("https://{HOST}:{}", proxy.port());
    let mut ann = tls::client(proxy, authority, &origin).await.expect("the WebSocket is accepted");
    let welcome = ann.done("hello", json!({"version": protocol::VERSION, "name": "Ann"})).await;
    assert_eq!(welcome["name"], "Ann");
    let table = ann.open(json!({"game": "gomoku", "seats": 2, "bots": ["random"], "bot_delay_ms": 0})).await;
    let scene = ann.scene().await;
    let next = ann.play_on(&table, scene, 1).await;
    assert!(next.0["events"].to_string().contains("placed"), "{:?}", next.0);

    assert!(tls::client(proxy, authority, "https://other.example").await.is_err(), "another origin");
    for (path, status) in
        [("/", 200), ("/api/games", 200), ("/metrics", 403), ("/api/admin/status", 403), ("/nothing", 404)]
    {
        let (found, answer) = tls::get(proxy, authority, path).await;
        assert_eq!(found, status, "{path}: {answer}");
    }
}

struct Nginx {
    proxy: SocketAddr,
    sandbox: Sandbox,
    _process: Process,
}

impl Nginx {
    /// The documented block in the least that nginx needs around it, with the certificates of this test. No `public_url`
    /// is set: what the proxy passes on must be enough.
    fn start(adapted: impl Fn(&str) -> String) -> Self {
        let proxy = proxy_address();
        let mut sandbox = Sandbox::new();
        sandbox.start_server(&["--trusted-proxies", "127.0.0.1", "--messages-per-second", "1000"]);
        tls::make_certificates(&sandbox.path(""), proxy);
        sandbox.replace("/etc/letsencrypt/live/games.example.org", sandbox.path("").display());
        sandbox.replace("listen 443", format!("listen {proxy}"));
        let folder = sandbox.path("");
        let server = adapted(&sandbox.adapted(&documented("nginx").text));
        let temporary: String = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
            .map(|name| format!("  {name}_temp_path {}/{name};\n", folder.display()))
            .concat();
        let config = format!(
            "daemon off;\nuser root;\npid {0}/pid;\nerror_log {0}/error.log;\nevents {{}}\n\
             http {{\n  access_log off;\n{temporary}{server}}}\n",
            folder.display()
        );
        let config =
            if rustix::process::getuid().is_root() { config } else { config.replace("user root;\n", "") };
        let file = sandbox.path("nginx.conf");
        std::fs::write(&file, config).unwrap();
        let nginx = |more: &[&str]| {
            let mut command = Command::new("nginx");
            // Before it has read its configuration it would write to the system's log.
            command.arg("-e").arg(folder.join("error.log")).arg("-c").arg(&file).args(more);
            command
        };
        let checked = nginx(&["-t"]).output().unwrap();
        assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stderr));
        let process = Process::start(nginx(&[]).stdout(Stdio::null()).stderr(Stdio::null()));
        Self { proxy, sandbox, _process: process }
    }
}

#[tokio::test]
async fn the_documented_nginx_configuration_carries_websockets_and_keeps_the_port_in_host() {
    if !is_installed("nginx", "-v", "nginx as a reverse proxy")
        || !is_installed("openssl", "version", "nginx with TLS")
    {
        return;
    }
    let nginx = Nginx::start(str::to_owned);
    plays_through(nginx.proxy, &nginx.sandbox.path("authority.pem")).await;
}

/// Why the documents say `$http_host`: with `$host` the port is lost, and the server cannot tell its own page.
#[tokio::test]
async fn a_proxy_that_drops_the_port_is_named_in_the_log() {
    if !is_installed("nginx", "-v", "nginx without the port in Host")
        || !is_installed("openssl", "version", "nginx with TLS")
    {
        return;
    }
    let nginx = Nginx::start(|config| config.replace("$http_host", "$host"));
    let origin = format!("https://{HOST}:{}", nginx.proxy.port());
    assert!(tls::client(nginx.proxy, &nginx.sandbox.path("authority.pem"), &origin).await.is_err());
    let line = nginx.sandbox.server().log_until("origin not allowed");
    assert!(line.contains("Host $http_host") && line.contains(&origin), "{line}");
}

/// `parlor replay`, `review` and `verify` over https, with the certificates that `SSL_CERT_FILE` names.
#[tokio::test]
async fn replays_are_read_over_https_from_a_server_whose_authority_is_trusted() {
    if !is_installed("nginx", "-v", "replays over https")
        || !is_installed("openssl", "version", "replays over https")
    {
        return;
    }
    let mut nginx = Nginx::start(str::to_owned);
    let id = nginx.sandbox.play_a_game().await;
    let authority = nginx.sandbox.path("authority.pem");
    // The programs do not wait for a proxy that is still starting.
    assert_eq!(tls::get(nginx.proxy, &authority, "/healthz").await.0, 200);
    let url = format!("https://{}/r/{id}", nginx.proxy);
    for command in [&["verify"][..], &["replay", "--json"], &["review", "--level", "medium"]] {
        let args = [command, &[&url]].concat();
        let trusted = run(parlor(&args).env("SSL_CERT_FILE", &authority));
        assert_eq!(trusted.code, Some(0), "{args:?}: {}", trusted.stderr);
        assert!(!trusted.stdout.is_empty());
        let distrusted = run(parlor(&args).env_remove("SSL_CERT_FILE"));
        assert_eq!(distrusted.code, Some(1), "{args:?}");
        assert!(distrusted.stderr.contains("No secure connection"), "{}", distrusted.stderr);
    }
}

#[tokio::test]
async fn the_documented_caddy_configuration_carries_websockets_and_keeps_the_port_in_host() {
    if !is_installed("caddy", "version", "Caddy as a reverse proxy") {
        return;
    }
    let proxy = proxy_address();
    let mut sandbox = Sandbox::new();
    sandbox.start_server(&["--trusted-proxies", "127.0.0.1", "--messages-per-second", "1000"]);
    // Certificates of Caddy's own authority: the tests cannot be reached by a public one.
    let options = format!(
        "{{\n\tlocal_certs\n\tskip_install_trust\n\tadmin off\n\tdefault_bind {}\n\thttp_port 8081\n\thttps_port {}\n}}\n",
        proxy.ip(),
        proxy.port()
    );
    let file = sandbox.path("Caddyfile");
    std::fs::write(&file, options + &sandbox.adapted(&documented("caddyfile").text)).unwrap();
    let caddy = |verb: &str| {
        let mut command = Command::new("caddy");
        command.args([verb, "--adapter", "caddyfile", "--config"]).arg(&file);
        command.env("XDG_DATA_HOME", sandbox.path("caddy")).env("XDG_CONFIG_HOME", sandbox.path("caddy"));
        command
    };
    let checked = caddy("validate").output().unwrap();
    assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stderr));
    let _process = Process::start(caddy("run").stdout(Stdio::null()).stderr(Stdio::null()));
    let authority = sandbox.path("caddy/caddy/pki/authorities/local/root.crt");
    plays_through(proxy, &authority).await;
}
