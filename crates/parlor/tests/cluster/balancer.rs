//! The documented balancer, as Debian packages it, in front of three nodes.

use std::net::{SocketAddr, TcpListener};
use std::process::{Child, Command, Stdio};

use protocol::{ClientMsg, Open, ServerMsg, Sync, TableId};
use rustix::process::Signal;
use serde_json::json;
use tokio::net::TcpStream;
use tokio::time::timeout;

use super::harness::Bed;
use crate::support::client::{Client, kind, legal};
use crate::support::server::{ServerProcess, TEST_TIMEOUT};
use crate::support::skipped::is_installed;

const DOCUMENT: &str = include_str!("../../../../docs/cluster.md");

struct Nginx {
    process: Child,
    address: SocketAddr,
}

impl Nginx {
    /// The documented configuration with the addresses of these nodes, on a free port and without TLS.
    fn start(bed: &Bed, nodes: &[&ServerProcess]) -> Self {
        let block = DOCUMENT.split("```nginx\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let address = SocketAddr::from(([127, 0, 0, 1], port));
        let mut config = block.replace("listen 443 ssl", &format!("listen {address}"));
        for (node, documented) in nodes.iter().zip(["10.0.0.11:8080", "10.0.0.12:8080", "10.0.0.13:8080"]) {
            assert!(config.contains(documented), "{config}");
            config = config.replace(documented, &node.address.to_string());
        }
        let without_tls = config.lines().filter(|line| !line.trim_start().starts_with("ssl_"));
        let config = without_tls.collect::<Vec<_>>().join("\n");
        let folder = bed.path("nginx");
        std::fs::create_dir(&folder).unwrap();
        let temporary: String = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
            .map(|name| format!("{name}_temp_path {}/{name};\n", folder.display()))
            .concat();
        let user = if rustix::process::getuid().is_root() { "user root;\n" } else { "" };
        let config = format!(
            "daemon off;\n{user}pid {0}/pid;\nerror_log {0}/error.log;\nevents {{}}\n\
             http {{\naccess_log off;\n{temporary}{config}\n}}\n",
            folder.display()
        );
        let file = folder.join("nginx.conf");
        std::fs::write(&file, config).unwrap();
        let mut command = Command::new("nginx");
        command.arg("-e").arg(folder.join("error.log")).arg("-c").arg(&file);
        let checked = Command::new("nginx").args(command.get_args()).arg("-t").output().unwrap();
        assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stderr));
        let process = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        Self { process, address }
    }

    /// A WebSocket as a page makes it that was loaded through the balancer.
    async fn connect(&self) -> Client {
        let origin = format!("http://{}", self.address);
        let connected = async {
            loop {
                if let Ok(stream) = TcpStream::connect(self.address).await {
                    let url = format!("ws://{}/ws", self.address);
                    match Client::over(stream, &url, &[("origin", &origin)]).await {
                        Ok(client) => return client,
                        Err(error) => assert!(error.to_string().contains("50"), "{error}"),
                    }
                }
                tokio::task::yield_now().await;
            }
        };
        tokio::time::timeout(TEST_TIMEOUT, connected).await.expect("the balancer leads somewhere")
    }

    async fn hello(&self, name: &str) -> Client {
        let mut client = self.connect().await;
        let welcome = client.done("hello", json!({"version": protocol::VERSION, "name": name})).await;
        client.token = welcome["token"].as_str().unwrap().to_owned();
        client
    }

    async fn come_back(&self, client: &Client) -> Client {
        let mut again = self.connect().await;
        let hello = json!({"version": protocol::VERSION, "token": client.token});
        again.done("hello", hello).await;
        again.token.clone_from(&client.token);
        again
    }
}

impl Drop for Nginx {
    fn drop(&mut self) {
        // Its first process ends the others.
        let _ = rustix::process::kill_process(rustix::process::Pid::from_child(&self.process), Signal::TERM);
        let _ = self.process.wait();
    }
}

/// Three nodes that believe the balancer about addresses.
fn three_behind_a_proxy(bed: &Bed) -> [ServerProcess; 3] {
    ["a", "b", "c"].map(|name| {
        let mut command = bed.command(name);
        command.args(["--trusted-proxies", "127.0.0.1"]);
        ServerProcess::spawn(&mut command)
    })
}

#[tokio::test]
async fn the_documented_balancer_leads_to_the_nodes_that_are_there() {
    if !is_installed("nginx", "-v", "a balancer before three nodes") {
        return;
    }
    let Some(bed) = Bed::new() else { return };
    let [a, b, c] = three_behind_a_proxy(&bed);
    let nginx = Nginx::start(&bed, &[&a, &b, &c]);
    let mut ann = nginx.hello("Ann").await;
    let table = ann.open(json!({"game": "gomoku", "seats": 2})).await;
    let mut ben = nginx.hello("Ben").await;
    ben.done("join", json!({"table": table})).await;
    let act = json!({"table": table, "nth": 0, "action": {"place": {"x": 7, "y": 7}}});
    ann.done("act", act).await;
    assert_eq!(ben.until("update").await["seen"]["view"]["pebbles"], 1);

    // One node is killed, one is shut down as an operator does: their clients reconnect through the same address.
    a.kill();
    b.stop();
    let mut ann = nginx.come_back(&ann).await;
    let mut ben = nginx.come_back(&ben).await;
    let snapshot = ann.done("sync", json!({"table": table})).await;
    assert_eq!(snapshot["nth"], 1, "{snapshot}");
    let act = json!({"table": table, "nth": 0, "action": {"place": {"x": 3, "y": 3}}});
    let answer = ben.ask("act", act).await;
    assert_ne!(kind(&answer), "refused", "{answer}");
    assert_eq!(ann.until("update").await["seen"]["view"]["pebbles"], 2);
    drop(c);
}

#[tokio::test]
async fn a_client_goes_on_at_another_node_by_itself() {
    if !is_installed("nginx", "-v", "a client that finds another node by itself") {
        return;
    }
    let Some(bed) = Bed::new() else { return };
    let nodes = three_behind_a_proxy(&bed);
    let nginx = Nginx::start(&bed, &nodes.each_ref());
    // The balancer is there when it leads somewhere.
    drop(nginx.hello("Somebody").await);
    let identity = client::Identity::New { name: "Ann".to_owned(), bot: true };
    let url = format!("ws://{}/ws", nginx.address);
    let (ann, _, mut incoming) = client::Client::connect(&url, identity).await.unwrap();
    tokio::spawn(async move { while incoming.recv().await.is_some() {} });
    let config = json!({"game": "gomoku", "seats": 2, "bots": ["random"], "bot_delay_ms": 0, "clock": "off"});
    let config = serde_json::from_value(config).unwrap();
    let open = ClientMsg::Open(Open { config, nonce: None, reference: None });
    let ServerMsg::Done(done) = ann.request(open).await.unwrap() else { panic!("the table is not opened") };
    let table = done.table.unwrap();
    // Two of three nodes die, her own and her table's among them sooner or later; she only plays on, in turn with the bot.
    let mut nodes = Vec::from(nodes);
    for killed in 0..2 {
        nodes.remove(0).kill();
        for _ in 0..3 {
            let played = timeout(TEST_TIMEOUT, plays(&ann, table)).await.expect("a turn");
            assert!(played, "a move was refused after kill {killed}");
        }
    }
}

/// Waits for the turn of a player and makes one move; whether the server took it, or the game is over.
async fn plays(player: &client::Client, table: TableId) -> bool {
    loop {
        let sync = ClientMsg::Sync(Sync { table, since: None, reference: None });
        let Ok(ServerMsg::Table(snapshot)) = player.request(sync).await else { continue };
        if snapshot.result.is_some() {
            return true;
        }
        let scene = serde_json::to_value(&snapshot).unwrap();
        let Some(action) = legal(&scene).into_iter().nth(7) else {
            tokio::task::yield_now().await;
            continue;
        };
        let action = serde_json::value::to_raw_value(&action).unwrap();
        return player.act(table, snapshot.game_number, snapshot.nth, action).await.is_ok();
    }
}
