//! The store in a folder: one SQLite file, one thread that writes, one that reads.

mod apply;
pub(crate) mod backup;
mod figures;
mod folder;
mod open;
#[cfg(test)]
mod plans;
mod probe;
mod queries;
mod reader;
mod statement_cache;
mod table_queries;
mod vacuum;
mod writer;

use std::path::Path;
use std::thread;

use tokio::runtime::Handle;

pub(crate) use figures::*;
pub(crate) use queries::*;
pub(crate) use reader::Reader;
pub(crate) use table_queries::*;

use crate::queue::{self, Queue};
use crate::{OpenError, StoreOptions};

/// Opens the folder and starts both threads.
pub(crate) async fn open(folder: &Path, options: StoreOptions) -> Result<(Queue, Reader), OpenError> {
    let path = folder.to_owned();
    let opening = tokio::task::spawn_blocking(move || open::open(&path));
    let opened = opening.await.map_err(|error| unfit(folder, &error))??;
    let (queue, orders) = queue::queue();
    let writer = writer::WriterThread {
        connection: opened.writer,
        lock: opened.lock,
        orders,
        faults: options.faults,
        node: options.node,
        place: folder.display().to_string(),
        runtime: Handle::current(),
        vacuum: vacuum::Vacuum::default(),
        limit: writer::MAX_PAGES,
    };
    let (reader, reading) = Reader::new();
    let spawn = |name: &str| thread::Builder::new().name(name.to_owned());
    spawn("store-writer").spawn(move || writer.run()).map_err(|error| unfit(folder, &error))?;
    spawn("store-reader").spawn(move || reading.run(opened.reader)).map_err(|error| unfit(folder, &error))?;
    Ok((queue, reader))
}

fn unfit(path: &Path, error: &impl ToString) -> OpenError {
    OpenError::Unfit { place: path.display().to_string(), detail: error.to_string() }
}
