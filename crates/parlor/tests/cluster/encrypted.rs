//! Nodes that reach PostgreSQL and NATS over TLS and with passwords, with certificates of a test's own authority.

use std::path::{Path, PathBuf};
use std::process::Command;

use store::StoreLocation;
use store::testing::Postgres;
use tempfile::TempDir;

use super::harness::{Nats, wait_for};
use super::player::{Player, play_in_turn};
use crate::support::server::{ServerProcess, parlor, run};
use crate::support::skipped::{is_installed, skipped};

/// The name that the certificates are for. It leads to this machine everywhere.
const HOST: &str = "localhost";

fn openssl(folder: &Path, args: &str) {
    let output = Command::new("openssl").args(args.split(' ')).current_dir(folder).output().unwrap();
    assert!(output.status.success(), "openssl {args}: {}", String::from_utf8_lossy(&output.stderr));
}

/// An authority, and a server's certificate that it has signed.
struct Authority {
    folder: PathBuf,
}

impl Authority {
    fn new(parent: &Path, name: &str) -> Self {
        let folder = parent.join(name);
        std::fs::create_dir(&folder).unwrap();
        let key = "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes";
        openssl(
            &folder,
            &format!("req -x509 {key} -days 2 -subj /CN={name} -keyout authority.key -out authority.pem"),
        );
        openssl(&folder, &format!("req -new {key} -subj /CN={HOST} -keyout server.key -out request.pem"));
        std::fs::write(folder.join("names"), format!("subjectAltName=DNS:{HOST}")).unwrap();
        openssl(
            &folder,
            "x509 -req -in request.pem -CA authority.pem -CAkey authority.key -CAcreateserial -days 2 -extfile names \
             -out server.pem",
        );
        Self { folder }
    }

    fn file(&self, name: &str) -> String {
        self.folder.join(name).display().to_string()
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.folder.join(name)).unwrap()
    }
}

/// A PostgreSQL and a NATS that demand TLS and a password.
struct Encrypted {
    folder: TempDir,
    authority: Authority,
    /// Somebody else, whose signature proves nothing.
    other: Authority,
    _postgres: Postgres,
    _nats: Nats,
    database: String,
    database_port: u16,
    nats_port: u16,
}

impl Encrypted {
    fn start() -> Option<Self> {
        if !Postgres::is_wanted() {
            skipped("a cluster over TLS", "PostgreSQL is not wanted");
            return None;
        }
        if !is_installed("openssl", "version", "a cluster over TLS") {
            return None;
        }
        let folder = tempfile::tempdir().unwrap();
        let (authority, other) =
            (Authority::new(folder.path(), "Right"), Authority::new(folder.path(), "Wrong"));
        let (certificate, key) = (authority.file("server.pem"), authority.file("server.key"));
        let tls = ["--tls", "--tlscert", &certificate, "--tlskey", &key];
        let nats = Nats::start(&[&tls[..], &["--user", "ann", "--pass", "p@ss/1"]].concat())?;
        let nats_port = nats.port();
        let postgres =
            Postgres::start_encrypted(&authority.read("server.pem"), &authority.read("server.key")).unwrap();
        let place = postgres.create_database().unwrap();
        // Over TCP this user needs a password and an encrypted connection. Programs run in the data directory.
        postgres.sql(&place, "CREATE ROLE guarded LOGIN SUPERUSER PASSWORD 's3cret/'").unwrap();
        let rules = "unnest(ARRAY['hostssl all guarded all scram-sha-256', 'host all guarded all reject'])";
        let prepend = "cat - pg_hba.conf > pg_hba.new && mv pg_hba.new pg_hba.conf";
        postgres.sql(&place, &format!("COPY (SELECT {rules}) TO PROGRAM '{prepend}'")).unwrap();
        postgres.sql(&place, "SELECT pg_reload_conf()").unwrap();
        let StoreLocation::Postgres(url) = &place else { panic!("no URL") };
        let database = url.rsplit('/').next().unwrap().to_owned();
        let database_port = postgres.port();
        Some(Self {
            folder,
            authority,
            other,
            _postgres: postgres,
            _nats: nats,
            database,
            database_port,
            nats_port,
        })
    }

    fn database_url(&self, password: &str, authority: &Authority) -> String {
        let Self { database, database_port, .. } = self;
        let roots = authority.file("authority.pem");
        format!(
            "postgres://guarded:{password}@{HOST}:{database_port}/{database}?sslmode=verify-full&sslrootcert={roots}"
        )
    }

    fn nats_url(&self, who: &str) -> String {
        format!("tls://{who}@{HOST}:{}", self.nats_port)
    }

    fn command(&self, name: &str, database: &str, nats: &str, authority: &Authority) -> Command {
        let mut command = parlor(&["serve", "--listen", "127.0.0.1:0", "--node-name", name]);
        command.args(["--database-url", database, "--cluster", nats, "--data-dir"]);
        command.arg(self.folder.path().join(format!("data-{name}")));
        command.args(["--cluster-root-certificates", &authority.file("authority.pem")]);
        command
    }

    fn node(&self, name: &str) -> ServerProcess {
        let database = self.database_url("s3cret%2F", &self.authority);
        let nats = self.nats_url("ann:p%40ss%2F1");
        ServerProcess::spawn(&mut self.command(name, &database, &nats, &self.authority))
    }

    /// What a node says that cannot start; never a password.
    fn refused(&self, database: &str, nats: &str, authority: &Authority) -> String {
        let ended = run(&mut self.command("x", database, nats, authority));
        assert_eq!(ended.code, Some(1), "{} {}", ended.stdout, ended.stderr);
        for secret in ["s3cret", "p@ss", "p%40ss", "wr0ng"] {
            assert!(!ended.stderr.contains(secret), "{}", ended.stderr);
        }
        ended.stderr
    }
}

#[tokio::test]
async fn nodes_play_over_tls_with_passwords_and_what_is_wrong_is_named_with_what_to_do() {
    let Some(encrypted) = Encrypted::start() else { return };
    let (a, b) = (encrypted.node("a"), encrypted.node("b"));
    for node in [&a, &b] {
        wait_for(node, "parlor_cluster_nodes", |nodes| nodes == 2.0);
    }
    let (mut ann, mut ben) = Player::pair(&a, &b).await;
    play_in_turn(&mut ann, &mut ben, 3).await;
    a.stop();
    b.stop();

    let Encrypted { authority, other, .. } = &encrypted;
    let database = encrypted.database_url("s3cret%2F", authority);
    let nats = encrypted.nats_url("ann:p%40ss%2F1");
    let said = encrypted.refused(&encrypted.database_url("wr0ng", authority), &nats, authority);
    assert!(said.contains("password") && said.contains("database_url"), "{said}");
    let said = encrypted.refused(&encrypted.database_url("s3cret%2F", other), &nats, authority);
    assert!(said.contains("certificate") && said.contains("sslrootcert"), "{said}");
    let elsewhere = database.replace(HOST, "127.0.0.1");
    let said = encrypted.refused(&elsewhere, &nats, authority);
    assert!(said.contains("certificate") && said.contains("127.0.0.1"), "{said}");
    let plain = database.replace("sslmode=verify-full", "sslmode=disable");
    let said = encrypted.refused(&plain, &nats, authority);
    assert!(said.contains("encryption") && said.contains("sslmode"), "{said}");

    let said = encrypted.refused(&database, &encrypted.nats_url("ann:wr0ng"), authority);
    assert!(said.contains("refuses the connection") && said.contains("USER:PASSWORD"), "{said}");
    let said = encrypted.refused(&database, &nats, other);
    assert!(said.contains("certificate") && said.contains("cluster_root_certificates"), "{said}");
    let said = encrypted.refused(&database, &nats.replace(HOST, "127.0.0.1"), authority);
    assert!(said.contains("certificate") && said.contains("cluster_root_certificates"), "{said}");
}
