//! `parlor healthcheck`: whether a server is ready, as an exit status. For images that have no other program.

use std::io::Write;
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use clap::Args;

use crate::http_client::ServerUrl;
use crate::output;
use crate::serve::settings::{self, Layers, ListenAddress};

#[derive(Args, Debug)]
pub(crate) struct HealthcheckArgs {
    /// URL of the server [default: where a server with these settings listens on this machine]
    #[arg(value_name = "URL")]
    url: Option<ServerUrl>,
    /// Ask only whether the program runs (/healthz), not whether it can serve (/readyz)
    #[arg(long)]
    live: bool,
    /// Read settings from this TOML file [env: PARLOR_CONFIG]
    #[arg(long, value_name = "FILE", conflicts_with = "url")]
    config: Option<PathBuf>,
}

pub(crate) fn run(args: &HealthcheckArgs) -> Result<()> {
    let server = match &args.url {
        Some(url) => url.clone(),
        None => local_server(args)?,
    };
    let path = if args.live { "/healthz" } else { "/readyz" };
    let answer = server.request("GET", path, None, None)?.accepted()?;
    let mut out = output::stdout();
    writeln!(out, "{}", answer.trim_end())?;
    out.flush()?;
    Ok(())
}

/// The server that the settings describe, as it is reached from this machine.
fn local_server(args: &HealthcheckArgs) -> Result<ServerUrl> {
    let settings = Layers::without_flags(args.config.clone(), settings::environment)?.merged();
    let url = match settings.listen {
        ListenAddress::Socket(address) if address.port() == 0 => {
            bail!("The settings leave the port open: give the URL of the server.")
        }
        ListenAddress::Socket(mut address) => {
            if address.ip().is_unspecified() {
                address.set_ip(match address {
                    SocketAddr::V4(_) => Ipv4Addr::LOCALHOST.into(),
                    SocketAddr::V6(_) => Ipv6Addr::LOCALHOST.into(),
                });
            }
            format!("http://{address}")
        }
        ListenAddress::Host { name, port } => format!("http://{name}:{port}"),
    };
    url.parse().map_err(|wrong| anyhow::anyhow!("{url}: {wrong}")).context("The address cannot be used")
}
