//! How a server becomes a node of a cluster.

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Result, bail};
use links::{NatsConfig, NatsLink};
use store::{Store, Write};
use tables::{ClusterMember, LEASE};

use super::settings::Settings;

/// Where the database keeps what the subjects of its cluster begin with.
const CLUSTER_ID: &str = "cluster_id";

/// How long one node may take to choose it before another does.
const CHOOSING: Duration = Duration::from_secs(2);

/// Which node this is. Another one at every start: whatever the last process of this name owned is not its own.
pub(super) fn node_number() -> Result<u64> {
    // 0 means no owner, and 1 a server without a cluster.
    Ok((getrandom::u64()? >> 2) | 2)
}

/// Refuses settings that contradict each other.
pub(super) fn check(settings: &Settings) -> Result<()> {
    let of_cluster = [
        ("cluster_root_certificates", settings.cluster_root_certificates.is_some()),
        ("node_name", settings.node_name.is_some()),
    ];
    for (name, is_set) in of_cluster {
        if is_set && settings.cluster.is_none() {
            bail!("{name} is for a node of a cluster. Set cluster as well, or unset {name}.");
        }
    }
    if settings.cluster.is_some() && settings.database_url.is_none() {
        bail!(
            "cluster needs a PostgreSQL database that all nodes share. Set database_url as well, or unset cluster."
        );
    }
    Ok(())
}

/// Takes a lease and connects to the other nodes; also returns the time of the database. `None` if no cluster is
/// configured.
pub(super) async fn join(
    settings: &Settings,
    store: &Store,
    node: u64,
) -> Result<Option<(ClusterMember, i64)>> {
    let Some(addresses) = &settings.cluster else { return Ok(None) };
    let name = settings.node_name.as_ref().map_or_else(|| settings.listen.to_string(), |name| name.0.clone());
    let build = env!("CARGO_PKG_VERSION").to_owned();
    let prefix = format!("parlor.{}", cluster_id(store).await?);
    let config = NatsConfig {
        addresses: addresses.0.clone(),
        root_certificates: settings.cluster_root_certificates.clone(),
        prefix,
        node,
        name: format!("parlor {name}"),
    };
    let (link, events) = NatsLink::connect(config).await?;
    let lease = store.renew_lease(&name, &build, LEASE).await?;
    tracing::info!(node, name, nodes = lease.living.len(), "joined the cluster");
    Ok(Some((ClusterMember { node, name, build, link: Arc::new(link), events }, lease.now)))
}

/// What the subjects of this database's cluster begin with: several clusters may use one NATS.
async fn cluster_id(store: &Store) -> Result<String> {
    loop {
        if let Some(id) = store.meta(CLUSTER_ID).await? {
            return Ok(id);
        }
        // Of nodes that start at once one chooses.
        if store.hold_lease(CLUSTER_ID, CHOOSING).await? {
            let value = format!("{:016x}", getrandom::u64()?);
            store.commit(vec![Write::SetMeta { key: CLUSTER_ID.to_owned(), value }]).await?;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}
