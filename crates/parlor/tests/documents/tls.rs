//! Certificates of a test's own authority, and connections that trust it.

use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, RootCertStore};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;

use crate::support::client::Client;
use crate::support::server::TEST_TIMEOUT;

/// The name that the documents use.
pub(super) const HOST: &str = "games.example.org";

fn openssl(folder: &Path, args: &str) {
    let output = Command::new("openssl").args(args.split(' ')).current_dir(folder).output().unwrap();
    assert!(output.status.success(), "openssl {args}: {}", String::from_utf8_lossy(&output.stderr));
}

/// Writes `authority.pem`, `fullchain.pem` and `privkey.pem` for [`HOST`] and this address into the folder. Returns the path
/// of the first.
pub(super) fn make_certificates(folder: &Path, address: SocketAddr) -> PathBuf {
    let key = "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes";
    openssl(
        folder,
        &format!("req -x509 {key} -days 2 -subj /CN=Test -keyout authority.key -out authority.pem"),
    );
    openssl(folder, &format!("req -new {key} -subj /CN={HOST} -keyout privkey.pem -out request.pem"));
    std::fs::write(folder.join("names"), format!("subjectAltName=DNS:{HOST},IP:{}", address.ip())).unwrap();
    openssl(
        folder,
        "x509 -req -in request.pem -CA authority.pem -CAkey authority.key -CAcreateserial -days 2 -extfile names \
         -out fullchain.pem",
    );
    folder.join("authority.pem")
}

/// A TLS connection to this address, with the documented name, that trusts this authority alone.
async fn try_connect(address: SocketAddr, authority: &Path) -> io::Result<TlsStream<TcpStream>> {
    let mut roots = RootCertStore::empty();
    let certificate = CertificateDer::from_pem_file(authority).map_err(io::Error::other)?;
    roots.add(certificate).map_err(io::Error::other)?;
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    let stream = TcpStream::connect(address).await?;
    let connector = TlsConnector::from(Arc::new(config));
    connector.connect(ServerName::try_from(HOST).unwrap(), stream).await
}

/// The same, as soon as the proxy is ready for it.
async fn connect(address: SocketAddr, authority: &Path) -> TlsStream<TcpStream> {
    let ready = async {
        loop {
            match try_connect(address, authority).await {
                Ok(stream) => return stream,
                Err(_) => tokio::task::yield_now().await,
            }
        }
    };
    tokio::time::timeout(TEST_TIMEOUT, ready).await.expect("the proxy is ready")
}

/// A client whose WebSocket goes through a proxy, as that of a page of this origin would.
pub(super) async fn client(
    proxy: SocketAddr,
    authority: &Path,
    origin: &str,
) -> Result<Client, Box<tokio_tungstenite::tungstenite::Error>> {
    let url = format!("wss://{HOST}:{}/ws", proxy.port());
    Client::over(connect(proxy, authority).await, &url, &[("origin", origin)]).await
}

/// The status and the body of the answer to a GET.
pub(super) async fn get(proxy: SocketAddr, authority: &Path, path: &str) -> (u16, String) {
    let mut stream = connect(proxy, authority).await;
    let request =
        format!("GET {path} HTTP/1.1\r\nHost: {HOST}:{}\r\nConnection: close\r\n\r\n", proxy.port());
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    // Proxies end the connection without a farewell of TLS.
    let _ = stream.read_to_end(&mut answer).await;
    let answer = String::from_utf8_lossy(&answer).into_owned();
    let status = answer.split(' ').nth(1).and_then(|status| status.parse().ok());
    (status.unwrap_or_else(|| panic!("no answer: {answer:?}")), answer)
}
