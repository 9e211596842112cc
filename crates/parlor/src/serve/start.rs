//! From settings to an running server, and from there to a stopped one.

use std::io::Write;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Result;
use store::{Faults, Store, StoreOptions};
use tables::{Server, ServerConfig, Time};
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

use super::admin_auth::{AdminAuth, NewToken};
use super::admin_service::AdminService;
use super::admin_token::TokenSource;
use super::app::App;
use super::golf::GolfManager;
use super::hosts::Hosts;
use super::legacy_ports::LegacyPorts;
use super::limited_addresses::LimitedAddresses;
use super::listen::listen;
use super::origin::Origins;
use super::page_files::PageFiles;
use super::session_cookie::SessionCookie;
use super::settings::{ListenAddress, ServeArgs, Settings, cannot_listen};
use super::shutdown::{ShutdownSignal, listen_for_signals};
use super::{calls, cluster, console, http, metrics};
use crate::output;

/// How long requests in progress may take once the server shuts down.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(5);

/// How long the store may take to tidy up. All that was acknowledged is stored before: on a disk that is busy with other
/// things, the log stays beside the database, and the next start moves it in.
const STORE_CLOSE_TIMEOUT: Duration = Duration::from_secs(10);

/// The same for a node of a cluster, which has nothing to tidy up and whose operator waits to start the next.
const SHARED_STORE_CLOSE_TIMEOUT: Duration = Duration::from_secs(3);

pub(crate) async fn serve(args: &ServeArgs, settings: &Settings, started: Instant) -> Result<()> {
    let stop = ShutdownSignal::new();
    listen_for_signals(stop.clone())?;
    // The port is bound first: if it is in use, no admin token is made that would never be printed.
    let listener = bind("The server", &settings.listen, "listen").await?;
    let address = listener.local_addr()?;
    let legacy_ports = LegacyPorts::bind(settings).await?;
    let golf = GolfManager::bind(settings).await?;
    let (app, new_token) = open(args, settings, started, &stop).await?;
    announce(settings, address, new_token.as_ref(), &legacy_ports, golf.as_ref())?;
    legacy_ports.open(&app, settings, &stop);
    if let Some(golf) = golf {
        golf.open(app.server.clone(), settings).await?;
    }
    tracing::info!(%address, store = %settings.place(), took = ?started.elapsed(), "server started");
    console::listen(app.clone());

    let (router, addresses) = (http::router(app.clone()), app.limited_addresses.clone());
    let server = tokio::spawn(listen(listener, router, addresses, settings.timeouts(), stop.clone()));

    stop.wanted().await;
    close(&app, server).await
}

/// A server inside another command: on a free port of this machine only, without signals, console and announcements.
pub(crate) struct InsideServer {
    pub(crate) address: SocketAddr,
    app: Arc<App>,
    listening: tokio::task::JoinHandle<()>,
    stop: ShutdownSignal,
}

impl InsideServer {
    pub(crate) async fn open(args: &ServeArgs, settings: &Settings) -> Result<Self> {
        let stop = ShutdownSignal::new();
        let listener = bind("The server", &settings.listen, "listen").await?;
        let address = listener.local_addr()?;
        let (app, _) = open(args, settings, Instant::now(), &stop).await?;
        let (router, addresses) = (http::router(app.clone()), app.limited_addresses.clone());
        let listening = tokio::spawn(listen(listener, router, addresses, settings.timeouts(), stop.clone()));
        Ok(Self { address, app, listening, stop })
    }

    /// Stores and closes everything: the next server continues where this one stopped.
    pub(crate) async fn close(self) -> Result<()> {
        self.stop.now();
        close(&self.app, self.listening).await
    }
}

/// Binds a TCP port; the error says which setting to change.
pub(super) async fn bind(what: &str, address: &ListenAddress, setting: &str) -> Result<TcpListener> {
    let bound = async { TcpListener::bind(&*address.resolve().await?).await };
    bound.await.map_err(|error| cannot_listen(what, address, setting, &error))
}

async fn open(
    args: &ServeArgs,
    settings: &Settings,
    started: Instant,
    stop: &ShutdownSignal,
) -> Result<(Arc<App>, Option<NewToken>)> {
    // Before the store is opened: a wrong setting changes nothing.
    let token_source = TokenSource::from_settings(settings)?;
    let place = settings.place();
    let faults = Faults::none();
    let response_timeout = Duration::from_secs(settings.database_timeout.0.into());
    cluster::check(settings)?;
    let mut options = StoreOptions { faults: faults.clone(), response_timeout, ..StoreOptions::default() };
    if settings.cluster.is_some() {
        (options.node, options.shared) = (cluster::node_number()?, true);
    }
    let node = options.node;
    let store = Store::open_with(&place, options).await?;
    let (admin_auth, new_token) = AdminAuth::open(&store, &token_source, args.new_admin_token).await?;
    let member = cluster::join(settings, &store, node).await?;
    let real = || member.as_ref().map_or_else(Time::real, |(_, now)| Time::real_from(*now));
    let time = args.test_time.map_or_else(real, Time::manual);
    let shared = member.is_some().then_some(&store);
    let pages = PageFiles::open(args.test_pages.clone(), &settings.data_dir, shared, time.now()).await;
    let config = ServerConfig { build: pages.build().map(str::to_owned), ..settings.server() };
    let server = match member {
        Some((member, _)) => Server::open_in_cluster(store, time, config, member).await?,
        None => Server::open(store, time, config).await?,
    };
    let push = calls::PushSender::of(settings, &server).await?;
    calls::start(&server, settings, push.clone());
    let app = App {
        admin_service: AdminService::new(server.clone(), place.to_string(), started, stop.clone()),
        server: server.clone(),
        admin_auth,
        admin_networks: settings.admin_networks.clone(),
        origins: Origins::of(settings),
        hosts: Hosts::of(settings),
        cookies: SessionCookie { secure: settings.is_behind_tls() },
        limited_addresses: Arc::new(LimitedAddresses::new(settings, server.limiter().clone())),
        trusted_proxies: settings.trusted_proxies.clone(),
        proxy_user_header: settings.proxy_user_header.clone(),
        silent_after: Duration::from_secs(settings.idle_timeout.0.into()),
        request_within: settings.timeouts().request,
        places: Arc::new(Semaphore::new(settings.max_connections.0 as usize)),
        max_connections: settings.max_connections.0,
        public_url: settings.public_url.as_ref().map(ToString::to_string),
        webhooks: calls::WebhookPoster::of(settings),
        push,
        pages,
        metrics: metrics::registry(&server),
        faults: args.test_faults.then_some(faults),
    };
    Ok((Arc::new(app), new_token))
}

/// Tells the token, at the very first start, and where to go.
fn announce(
    settings: &Settings,
    address: SocketAddr,
    new_token: Option<&NewToken>,
    legacy_ports: &LegacyPorts,
    golf: Option<&GolfManager>,
) -> Result<()> {
    let mut out = output::stdout();
    if let Some(NewToken { token, file }) = new_token {
        writeln!(out, "Admin token (shown once): {token}")?;
        writeln!(out, "Admin token file: {}", file.display())?;
    }
    let here = if address.ip().is_unspecified() {
        format!("http://localhost:{}/", address.port())
    } else {
        format!("http://{address}/")
    };
    match &settings.public_url {
        Some(public) => writeln!(out, "Parlor is listening at {public} (local: {here})")?,
        None => writeln!(out, "Parlor is listening at {here}")?,
    }
    if let Some(golf) = golf {
        writeln!(out, "Golf manager at {} (UDP)", golf.address())?;
    }
    for (title, address) in legacy_ports.places() {
        writeln!(out, "{title} legacy protocol at {address}")?;
    }
    out.flush()?;
    Ok(())
}

/// New connections are refused, clients are notified, requests in progress complete, data is flushed and closed.
async fn close(app: &App, server: tokio::task::JoinHandle<()>) -> Result<()> {
    tracing::info!("shutting down");
    let finished = tokio::time::timeout(SHUTDOWN_TIMEOUT, async {
        app.server.close().await;
        app.all_have_left().await;
        server.await
    });
    match finished.await {
        Ok(Ok(())) => {}
        Ok(Err(error)) => tracing::error!(%error, "the server failed"),
        Err(_) => tracing::warn!("some connections did not close in time"),
    }
    let store = app.server.store().clone();
    let patience = if store.is_shared() { SHARED_STORE_CLOSE_TIMEOUT } else { STORE_CLOSE_TIMEOUT };
    if tokio::time::timeout(patience, store.close()).await.is_err() {
        tracing::warn!("closing the store timed out; everything that was acknowledged is stored");
    }
    tracing::info!("server stopped");
    Ok(())
}
