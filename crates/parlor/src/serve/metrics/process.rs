//! What the server's process uses of the machine, under the names that all Prometheus clients use.

use std::fmt;

use prometheus_client::collector::Collector;
use prometheus_client::encoding::{DescriptorEncoder, EncodeMetric};
use prometheus_client::metrics::counter::ConstCounter;
use prometheus_client::metrics::gauge::ConstGauge;
use rustix::process::{Resource, getrlimit};

use crate::process::Measured;

/// Asks the system whenever somebody looks. What it does not tell is left out; outside Linux that is everything.
#[derive(Debug)]
pub(super) struct ProcessCollector;

impl Collector for ProcessCollector {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> fmt::Result {
        let Ok(process) = Measured::ourselves() else { return Ok(()) };
        let mut show = |name: &str, help: &str, metric: &dyn EncodeMetric| {
            metric.encode(encoder.encode_descriptor(name, help, None, metric.metric_type())?)
        };
        if let Ok(seconds) = process.cpu_seconds() {
            // The encoder adds `_total`.
            let help = "User and system CPU time spent, in seconds.";
            show("process_cpu_seconds", help, &ConstCounter::new(seconds))?;
        }
        if let Ok(bytes) = process.resident() {
            show("process_resident_memory_bytes", "Resident memory, in bytes.", &ConstGauge::new(bytes))?;
        }
        if let Ok(files) = process.open_files() {
            show("process_open_fds", "Open file descriptors.", &ConstGauge::new(files))?;
        }
        if let Some(files) = getrlimit(Resource::Nofile).current {
            show("process_max_fds", "Maximum number of open file descriptors.", &ConstGauge::new(files))?;
        }
        if let Ok(seconds) = process.started() {
            let help = "Start time of the process, in seconds since 1970.";
            show("process_start_time_seconds", help, &ConstGauge::new(seconds))?;
        }
        Ok(())
    }
}
