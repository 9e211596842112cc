//! How many files may be open: every connection is one.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Raises the limit of open files to the hard limit, and returns the limit.
pub(crate) fn allow_many() -> u64 {
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    // If it cannot be raised, the current limit is used.
    if setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum }).is_ok() {
        return maximum.unwrap_or(u64::MAX);
    }
    current.unwrap_or(u64::MAX)
}
