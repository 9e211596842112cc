//! The nodes of a cluster, for operators.

use std::io::Write;

use anyhow::Result;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Report;

/// The nodes of the cluster, as the node that was asked sees them.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct ClusterNodes {
    /// Whether this server is a node of a cluster.
    pub(crate) in_cluster: bool,
    /// Whether this node's lease is valid.
    pub(crate) lease_valid: bool,
    /// Whether this node is connected to NATS.
    pub(crate) link_up: bool,
    /// All nodes whose lease is valid, by name; this one too.
    pub(crate) nodes: Vec<ClusterNode>,
}

/// A node of the cluster.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct ClusterNode {
    /// Its name.
    pub(crate) name: String,
    /// Its number, another one at every start.
    pub(crate) id: String,
    /// Version of the server.
    pub(crate) version: String,
    /// Number of tables in use there.
    pub(crate) tables: u64,
    /// Number of people connected to it.
    pub(crate) people: u32,
    /// Whether messages reach it.
    pub(crate) reachable: bool,
    /// Whether it is the node that was asked.
    pub(crate) this_node: bool,
}

impl ClusterNodes {
    pub(crate) fn of(status: Option<tables::ClusterStatus>) -> Self {
        let Some(status) = status else {
            return Self { in_cluster: false, lease_valid: false, link_up: false, nodes: Vec::new() };
        };
        let node = |node: tables::NodeStatus| ClusterNode {
            this_node: node.node.id == status.node,
            id: node.node.id.to_string(),
            name: node.node.name,
            version: node.node.build,
            tables: node.tables,
            people: node.people,
            reachable: node.is_reachable,
        };
        Self {
            in_cluster: true,
            lease_valid: status.lease_is_valid,
            link_up: status.link_is_up,
            nodes: status.nodes.into_iter().map(node).collect(),
        }
    }
}

impl Report for ClusterNodes {
    fn write_text(&self, out: &mut dyn Write) -> Result<()> {
        if !self.in_cluster {
            writeln!(out, "This server is not a node of a cluster.")?;
            return Ok(());
        }
        for node in &self.nodes {
            let ClusterNode { name, version, tables, people, .. } = node;
            let note = match (node.this_node, node.reachable) {
                (true, _) if !self.lease_valid => " (this node, its lease has run out)",
                (true, _) if !self.link_up => " (this node, NATS is not connected)",
                (true, _) => " (this node)",
                (false, true) => "",
                (false, false) => " (cannot be reached)",
            };
            writeln!(out, "{name}  Parlor {version}  {tables} tables, {people} people{note}")?;
        }
        Ok(())
    }
}
