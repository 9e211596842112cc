//! Every metric of the server, and how Prometheus reads them.

mod process;

use std::borrow::Cow;
use std::collections::HashSet;

use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::gauge::ConstGauge;
use prometheus_client::registry::Registry;
use tables::Hall;

use self::process::ProcessCollector;

/// Collects the metrics of all parts of the server.
pub(super) fn registry(hall: &Hall) -> Registry {
    let mut registry = Registry::default();
    registry.register_collector(Box::new(ProcessCollector));
    let parlor = registry.sub_registry_with_prefix("parlor");
    hall.metrics().register(parlor);
    hall.store().register_metrics(parlor);
    let version = (Cow::from("version"), Cow::from(env!("CARGO_PKG_VERSION")));
    let build = parlor.sub_registry_with_label(version);
    build.register("build_info", "Version of the server, as a label", ConstGauge::new(1_i64));
    registry
}

/// All metrics in the text format of Prometheus.
pub(super) fn prometheus_text(registry: &Registry) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = encode(&mut text, registry);
    from_open_metrics(&text)
}

/// Makes the older text format of OpenMetrics, which is what the library writes. In the older one a counter is described
/// under the name of its samples, with `_total`; every scraper and `promtool` reads it.
fn from_open_metrics(open_metrics: &str) -> String {
    let described = |line: &'_ str| -> Option<(usize, usize)> {
        let start = ["# HELP ", "# TYPE "].iter().find(|start| line.starts_with(**start))?.len();
        Some((start, start + line[start..].find(' ')?))
    };
    let types = open_metrics.lines().filter_map(|line| line.strip_prefix("# TYPE "));
    let counters: HashSet<&str> = types.filter_map(|line| line.strip_suffix(" counter")).collect();
    let mut text = String::with_capacity(open_metrics.len() + 1_024);
    for line in open_metrics.lines().filter(|line| *line != "# EOF") {
        match described(line) {
            Some((start, end)) if counters.contains(&line[start..end]) => {
                text.extend([&line[..end], "_total", &line[end..], "\n"]);
            }
            _ => text.extend([line, "\n"]),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use prometheus_client::metrics::counter::Counter;

    use super::*;

    #[test]
    fn a_counter_is_described_under_the_name_of_its_samples() {
        let mut registry = Registry::with_prefix("parlor");
        let actions: Counter = Counter::default();
        actions.inc_by(3);
        registry.register("actions", "Actions counter", actions);
        registry.register("actions_running", "Not a counter", ConstGauge::new(2_i64));
        let expected = "\
# HELP parlor_actions_total Actions counter.
# TYPE parlor_actions_total counter
parlor_actions_total 3
# HELP parlor_actions_running Not a counter.
# TYPE parlor_actions_running gauge
parlor_actions_running 2
";
        assert_eq!(prometheus_text(&registry), expected);
    }
}
