//! What a process uses of the machine, as the system counts it.

use std::fs;

use anyhow::{Context, Result, bail};
use rustix::process::Pid;
use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

/// A process that is measured.
pub(super) struct Measured {
    pid: u32,
    ticks_per_second: f64,
}

impl Measured {
    /// # Errors
    /// If there is no such process, or the system does not tell.
    pub(super) fn new(pid: u32) -> Result<Self> {
        let measured = Self { pid, ticks_per_second: rustix::param::clock_ticks_per_second() as f64 };
        measured.cpu_seconds()?;
        measured.resident()?;
        Ok(measured)
    }

    /// This process.
    pub(super) fn ourselves() -> Result<Self> {
        Self::new(std::process::id())
    }

    fn read(&self, what: &str) -> Result<String> {
        let path = format!("/proc/{}/{what}", self.pid);
        fs::read_to_string(&path).with_context(|| format!("There is no process {} to be measured", self.pid))
    }

    /// The time it has had on the cores so far, in itself and in the system for it.
    pub(super) fn cpu_seconds(&self) -> Result<f64> {
        let stat = self.read("stat")?;
        // The name of the program stands in brackets and may hold anything.
        let after = stat.rsplit_once(')').map_or("", |(_, after)| after);
        let ticks: Vec<f64> =
            after.split_whitespace().skip(11).take(2).filter_map(|n| n.parse().ok()).collect();
        let [own, system] = ticks[..] else {
            bail!("The system does not tell the time of process {}", self.pid)
        };
        Ok((own + system) / self.ticks_per_second)
    }

    /// The bytes of memory it has.
    pub(super) fn resident(&self) -> Result<u64> {
        let status = self.read("status")?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kib = line.and_then(|line| line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok());
        Ok(kib.context("The system does not tell the memory of the process")? * 1024)
    }

    /// Keeps it on the first core that we may use, and us on the others.
    pub(super) fn pin_beside_us(&self) -> Result<()> {
        let ours = sched_getaffinity(None)?;
        let cores: Vec<usize> = (0..CpuSet::MAX_CPU).filter(|core| ours.is_set(*core)).collect();
        let [first, others @ ..] = cores.as_slice() else { bail!("There is no core to use") };
        if others.is_empty() {
            bail!("--pin needs two cores");
        }
        let set_of = |cores: &[usize]| {
            let mut set = CpuSet::new();
            cores.iter().for_each(|core| set.set(*core));
            set
        };
        for thread in fs::read_dir(format!("/proc/{}/task", self.pid))? {
            let number = thread?.file_name().to_str().and_then(|name| name.parse().ok());
            let thread = number.and_then(Pid::from_raw).context("A thread without a number")?;
            sched_setaffinity(Some(thread), &set_of(&[*first])).context("The server cannot be pinned")?;
        }
        sched_setaffinity(None, &set_of(others)).context("The load cannot be pinned")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_is_measured_and_one_that_is_not_there_is_refused() {
        let own = Measured::ourselves().unwrap();
        assert!(own.resident().unwrap() > 100_000);
        let before = own.cpu_seconds().unwrap();
        while own.cpu_seconds().unwrap() <= before {}
        assert!(Measured::new(u32::MAX - 1).is_err());
    }
}
