//! A PostgreSQL that speaks TLS.

use std::fs;

use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair};
use store::testing::Postgres;
use store::{OpenError, Store, StoreLocation};
use tempfile::TempDir;

use super::harness::{append, open, seqs};

/// Somebody whose signature can be believed.
struct Authority {
    certificate: String,
    issuer: Issuer<'static, KeyPair>,
}

impl Authority {
    fn new() -> Self {
        let key = KeyPair::generate().unwrap();
        let mut params = CertificateParams::default();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let certificate = params.self_signed(&key).unwrap().pem();
        Self { certificate, issuer: Issuer::new(params, key) }
    }

    /// The certificate and the key of a server.
    fn sign(&self, host: &str) -> (String, String) {
        let key = KeyPair::generate().unwrap();
        let params = CertificateParams::new(vec![host.to_owned()]).unwrap();
        (params.signed_by(&key, &self.issuer).unwrap().pem(), key.serialize_pem())
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_connection_is_as_safe_as_sslmode_says() {
    if !Postgres::is_wanted() {
        return;
    }
    let authority = Authority::new();
    let (certificate, key) = authority.sign("localhost");
    let postgres = Postgres::start_encrypted(&certificate, &key).unwrap();
    let port = postgres.port();
    let folder = TempDir::new().unwrap();
    let (ours, other) = (folder.path().join("our ca.pem"), folder.path().join("other.pem"));
    fs::write(&ours, &authority.certificate).unwrap();
    fs::write(&other, Authority::new().certificate).unwrap();
    let percent = |path: &std::path::Path| path.to_str().unwrap().replace(' ', "%20");
    let (ours, other) = (percent(&ours), percent(&other));
    let place = |host: &str, query: &str| {
        StoreLocation::Postgres(format!("postgres://parlor@{host}:{port}/postgres?{query}"))
    };
    let mut table = 0;
    for (host, query, encrypted) in [
        ("localhost", "sslmode=disable", false),
        ("localhost", "", true),
        ("localhost", "sslmode=require", true),
        ("127.0.0.1", "sslmode=require", true),
        ("127.0.0.1", &*format!("sslmode=verify-ca&sslrootcert={ours}"), true),
        ("localhost", &*format!("sslmode=verify-full&sslrootcert={ours}"), true),
    ] {
        let store = Store::open(&place(host, query)).await.unwrap_or_else(|error| panic!("{query}: {error}"));
        table += 1;
        store.commit(vec![open(table), append(table, 1)]).await.unwrap();
        assert_eq!(seqs(&store, table).await, [1]);
        let sql =
            "SELECT count(*) FILTER (WHERE ssl), count(*) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid)
                   WHERE application_name = 'parlor'";
        let counts = postgres
            .sql(&StoreLocation::Postgres("postgres://parlor@localhost/postgres".to_owned()), sql)
            .unwrap();
        assert_eq!(counts, if encrypted { "2|2" } else { "0|2" }, "{host} {query}");
        store.close().await;
    }
    for (host, query, why) in [
        ("127.0.0.1", format!("sslmode=verify-full&sslrootcert={ours}"), "not valid for name"),
        ("localhost", format!("sslmode=verify-full&sslrootcert={other}"), "certificate"),
        ("localhost", format!("sslmode=verify-ca&sslrootcert={other}"), "certificate"),
        ("localhost", format!("sslmode=require&sslrootcert={other}"), "certificate"),
        ("localhost", "sslmode=verify-full".to_owned(), "sslrootcert=FILE"),
        ("localhost", "sslmode=verify-full&sslrootcert=/nowhere.pem".to_owned(), "/nowhere.pem"),
        ("localhost", "sslmode=maybe".to_owned(), "sslmode=maybe is unknown"),
    ] {
        match Store::open(&place(host, &query)).await {
            Ok(_) => panic!("{query} was opened"),
            Err(error @ OpenError::Unreachable { .. }) => {
                assert!(error.to_string().contains(why), "{query}: {error}");
            }
            Err(error) => panic!("{error:?}"),
        }
    }
}
