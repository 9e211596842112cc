//! Encrypted connections to the database.

use std::fmt;
use std::io;
use std::path::Path;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use rustls::client::WebPkiServerVerifier;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::{CryptoProvider, verify_tls12_signature, verify_tls13_signature};
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, InvalidDnsNameError, ServerName, UnixTime};
use rustls::{CertificateError, ClientConfig, DigitallySignedStruct, Error, RootCertStore, SignatureScheme};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio_postgres::tls::{ChannelBinding, MakeTlsConnect, TlsConnect, TlsStream};
use tokio_rustls::TlsConnector;

use super::url::{TlsMode, TlsSettings};

/// Where systems keep the certificates they believe.
const SYSTEM_CERTIFICATES: [&str; 3] =
    ["/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem"];

/// Makes encrypted connections.
#[derive(Clone)]
pub(super) struct Tls(Arc<ClientConfig>);

impl Tls {
    /// `None` if connections are not to be encrypted.
    pub(super) fn new(settings: &TlsSettings) -> Result<Option<Self>, String> {
        let crypto = Arc::new(rustls::crypto::ring::default_provider());
        let verifier: Arc<dyn ServerCertVerifier> = match settings.mode {
            TlsMode::Disable => return Ok(None),
            TlsMode::Prefer | TlsMode::Require => Arc::new(AnyServer(Arc::clone(&crypto))),
            TlsMode::VerifyCa => Arc::new(AnyName(signed_by_root(settings, &crypto)?)),
            TlsMode::VerifyFull => signed_by_root(settings, &crypto)?,
        };
        let config = ClientConfig::builder_with_provider(crypto)
            .with_safe_default_protocol_versions()
            .map_err(|error| error.to_string())?
            .dangerous()
            .with_custom_certificate_verifier(verifier)
            .with_no_client_auth();
        Ok(Some(Self(Arc::new(config))))
    }
}

fn signed_by_root(
    settings: &TlsSettings,
    crypto: &Arc<CryptoProvider>,
) -> Result<Arc<WebPkiServerVerifier>, String> {
    let Some(path) = &settings.root_certificates else {
        return Err(
            "sslmode=verify-ca and verify-full need sslrootcert=FILE or sslrootcert=system".to_owned()
        );
    };
    let mut roots = RootCertStore::empty();
    if path.as_os_str() == "system" {
        let found = SYSTEM_CERTIFICATES.iter().map(Path::new).find(|path| path.exists());
        add(&mut roots, found.ok_or("this system has no certificates; name a file with sslrootcert")?)?;
    } else {
        add(&mut roots, path)?;
    }
    let verifier = WebPkiServerVerifier::builder_with_provider(Arc::new(roots), Arc::clone(crypto)).build();
    verifier.map_err(|error| format!("the certificates in {} cannot be used: {error}", path.display()))
}

fn add(roots: &mut RootCertStore, path: &Path) -> Result<(), String> {
    let wrong = |error: &dyn fmt::Display| format!("sslrootcert={}: {error}", path.display());
    let certificates = CertificateDer::pem_file_iter(path).map_err(|error| wrong(&error))?;
    let certificates = certificates.collect::<Result<Vec<_>, _>>().map_err(|error| wrong(&error))?;
    let (added, _) = roots.add_parsable_certificates(certificates);
    if added == 0 { Err(wrong(&"it holds no certificate")) } else { Ok(()) }
}

/// Any server: `sslmode=require` promises that nobody listens, not that the right one does.
#[derive(Debug)]
struct AnyServer(Arc<CryptoProvider>);

impl ServerCertVerifier for AnyServer {
    fn verify_server_cert(
        &self,
        _end_entity: &CertificateDer<'_>,
        _intermediates: &[CertificateDer<'_>],
        _server_name: &ServerName<'_>,
        _ocsp_response: &[u8],
        _now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls12_signature(message, certificate, signature, &self.0.signature_verification_algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls13_signature(message, certificate, signature, &self.0.signature_verification_algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.0.signature_verification_algorithms.supported_schemes()
    }
}

/// A certificate that somebody believed has signed, for whatever host.
#[derive(Debug)]
struct AnyName(Arc<WebPkiServerVerifier>);

impl ServerCertVerifier for AnyName {
    fn verify_server_cert(
        &self,
        end_entity: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        server_name: &ServerName<'_>,
        ocsp_response: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        let verified = self.0.verify_server_cert(end_entity, intermediates, server_name, ocsp_response, now);
        match verified {
            // The name is looked at last, when all else is well.
            Err(Error::InvalidCertificate(
                CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. },
            )) => Ok(ServerCertVerified::assertion()),
            other => other,
        }
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.0.verify_tls12_signature(message, certificate, signature)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.0.verify_tls13_signature(message, certificate, signature)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.0.supported_verify_schemes()
    }
}

impl<S: AsyncRead + AsyncWrite + Send + Unpin + 'static> MakeTlsConnect<S> for Tls {
    type Stream = Encrypted<S>;
    type TlsConnect = TlsTo;
    type Error = InvalidDnsNameError;

    fn make_tls_connect(&mut self, domain: &str) -> Result<TlsTo, InvalidDnsNameError> {
        // A Unix socket has no name, and no TLS either.
        let domain = if domain.is_empty() { "localhost" } else { domain };
        let name = ServerName::try_from(domain)?.to_owned();
        Ok(TlsTo { connector: TlsConnector::from(Arc::clone(&self.0)), name })
    }
}

/// Makes one encrypted connection.
pub(super) struct TlsTo {
    connector: TlsConnector,
    name: ServerName<'static>,
}

impl<S: AsyncRead + AsyncWrite + Send + Unpin + 'static> TlsConnect<S> for TlsTo {
    type Stream = Encrypted<S>;
    type Error = io::Error;
    type Future = Pin<Box<dyn Future<Output = io::Result<Encrypted<S>>> + Send>>;

    fn connect(self, stream: S) -> Self::Future {
        Box::pin(async move {
            let stream = self.connector.connect(self.name, stream).await?;
            Ok(Encrypted(Box::new(stream)))
        })
    }
}

/// An encrypted connection.
pub(super) struct Encrypted<S>(Box<tokio_rustls::client::TlsStream<S>>);

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncRead for Encrypted<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_read(context, buffer)
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncWrite for Encrypted<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.0).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_shutdown(context)
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> TlsStream for Encrypted<S> {
    fn channel_binding(&self) -> ChannelBinding {
        ChannelBinding::none()
    }
}
