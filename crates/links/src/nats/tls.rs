//! Encrypted connections to NATS.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, RootCertStore};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;

use crate::LinkError;

/// Where systems keep the certificates they believe.
const SYSTEM_CERTIFICATES: [&str; 3] =
    ["/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem"];

/// Makes encrypted connections to servers whose certificate is believed.
pub(super) struct Tls(TlsConnector);

impl Tls {
    pub(super) fn new(root_certificates: Option<&Path>) -> Result<Self, LinkError> {
        let mut roots = RootCertStore::empty();
        match root_certificates {
            Some(path) => add(&mut roots, path)?,
            None => {
                let found = SYSTEM_CERTIFICATES.iter().map(Path::new).find(|path| path.exists());
                let none = || LinkError::Certificates {
                    path: "the system".to_owned(),
                    detail: "it has no certificates".to_owned(),
                };
                add(&mut roots, found.ok_or_else(none)?)?;
            }
        }
        let crypto = Arc::new(rustls::crypto::ring::default_provider());
        let config = ClientConfig::builder_with_provider(crypto)
            .with_safe_default_protocol_versions()
            .map_err(|error| LinkError::NotSent(error.to_string()))?
            .with_root_certificates(roots)
            .with_no_client_auth();
        Ok(Self(TlsConnector::from(Arc::new(config))))
    }

    pub(super) async fn connect(
        &self,
        host: &str,
        stream: TcpStream,
    ) -> Result<TlsStream<TcpStream>, TlsError> {
        let name =
            ServerName::try_from(host.to_owned()).map_err(|error| TlsError::Failed(error.to_string()))?;
        self.0.connect(name, stream).await.map_err(|error| {
            let cause = error.get_ref().and_then(|cause| cause.downcast_ref::<rustls::Error>());
            match cause {
                Some(rustls::Error::InvalidCertificate(_)) => TlsError::Untrusted(error.to_string()),
                _ => TlsError::Failed(error.to_string()),
            }
        })
    }
}

/// Why a connection was not encrypted.
pub(super) enum TlsError {
    /// The server's certificate proves nothing to us.
    Untrusted(String),
    Failed(String),
}

fn add(roots: &mut RootCertStore, path: &Path) -> Result<(), LinkError> {
    let wrong = |error: &dyn fmt::Display| LinkError::Certificates {
        path: path.display().to_string(),
        detail: error.to_string(),
    };
    let certificates = CertificateDer::pem_file_iter(path).map_err(|error| wrong(&error))?;
    let certificates = certificates.collect::<Result<Vec<_>, _>>().map_err(|error| wrong(&error))?;
    let (added, _) = roots.add_parsable_certificates(certificates);
    if added == 0 { Err(wrong(&"it holds no certificate")) } else { Ok(()) }
}
