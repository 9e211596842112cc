//! What a process uses of the machine, as the system counts it.

use std::fs;

use anyhow::{Context, Result, bail};
use rustix::process::Pid;
use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

/// A process that is measured.
pub(crate) struct Measured {
    pid: u32,
    ticks_per_second: f64,
}

impl Measured {
    /// # Errors
    /// If there is no such process, or the system does not tell.
    pub(crate) fn new(pid: u32) -> Result<Self> {
        let measured = Self { pid, ticks_per_second: rustix::param::clock_ticks_per_second() as f64 };
        measured.cpu_seconds()?;
        measured.resident()?;
        Ok(measured)
    }

    /// This process.
    pub(crate) fn ourselves() -> Result<Self> {
        Self::new(std::process::id())
    }

    fn read(&self, what: &str) -> Result<String> {
        let path = format!("/proc/{}/{what}", self.pid);
        fs::read_to_string(&path).with_context(|| format!("There is no process {} to be measured", self.pid))
    }

    /// The time it has had on the cores so far, in itself and in the system for it.
    pub(crate) fn cpu_seconds(&self) -> Result<f64> {
        let [own, system] = self.numbers(11)?;
        Ok((own + system) / self.ticks_per_second)
    }

    /// The bytes of memory it has.
    pub(crate) fn resident(&self) -> Result<u64> {
        let status = self.read("status")?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kib = line.and_then(|line| line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok());
        Ok(kib.context("The system does not tell the memory of the process")? * 1024)
    }

    /// The bytes that it has caused to be written to disks.
    pub(crate) fn bytes_written(&self) -> Result<u64> {
        let io = self.read("io")?;
        let written = io.lines().find_map(|line| line.strip_prefix("write_bytes:")?.trim().parse().ok());
        written.context("The system does not tell what the process writes")
    }

    /// When it started, in seconds since 1970.
    pub(crate) fn started(&self) -> Result<f64> {
        let boot = fs::read_to_string("/proc/stat")?;
        let boot = boot.lines().find_map(|line| line.strip_prefix("btime ")?.trim().parse::<f64>().ok());
        let boot = boot.context("The system does not tell when it was booted")?;
        let [ticks] = self.numbers(19)?;
        Ok(boot + ticks / self.ticks_per_second)
    }

    /// How many files it has open, sockets among them.
    pub(crate) fn open_files(&self) -> Result<usize> {
        Ok(fs::read_dir(format!("/proc/{}/fd", self.pid))?.count())
    }

    /// Numbers of its `stat`, after this many others behind the program's name.
    fn numbers<const N: usize>(&self, skip: usize) -> Result<[f64; N]> {
        let stat = self.read("stat")?;
        // The name of the program stands in brackets and may hold anything.
        let after = stat.rsplit_once(')').map_or("", |(_, after)| after);
        let numbers: Vec<f64> =
            after.split_whitespace().skip(skip).take(N).filter_map(|number| number.parse().ok()).collect();
        let unknown = |_| anyhow::anyhow!("The system does not tell the times of process {}", self.pid);
        numbers.try_into().map_err(unknown)
    }

    /// Keeps it on the first core that we may use, and us on the others.
    pub(crate) fn pin_beside_us(&self) -> Result<()> {
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
        assert!(own.open_files().unwrap() >= 3);
        let now = std::time::SystemTime::UNIX_EPOCH.elapsed().unwrap().as_secs_f64();
        let age = now - own.started().unwrap();
        assert!((-2.0..600.0).contains(&age), "{age}");
        assert!(Measured::new(u32::MAX - 1).is_err());
    }
}
