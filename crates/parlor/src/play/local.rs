//! Playing without a server of one's own: one inside this process, whose tables are kept in a folder.

use std::path::Path;

use anyhow::{Context, Result};
use clap::Parser;

use crate::serve::InsideServer;
use crate::serve::settings::{Layers, ServeArgs};

#[derive(Parser, Debug)]
struct InsideArgs {
    #[command(flatten)]
    serve: ServeArgs,
}

/// Opens the server on this folder. Nothing of the environment changes it: it is not the operator's.
pub(super) async fn open(data_dir: &Path) -> Result<InsideServer> {
    let flags = ["parlor".into(), "--listen".into(), "127.0.0.1:0".into(), "--data-dir".into()];
    let args = InsideArgs::try_parse_from(flags.into_iter().chain([data_dir.as_os_str().to_owned()]))?;
    let settings = Layers::read(&args.serve, |_| None)?.merged();
    InsideServer::open(&args.serve, &settings)
        .await
        .with_context(|| format!("The games in {} cannot be opened", data_dir.display()))
}
