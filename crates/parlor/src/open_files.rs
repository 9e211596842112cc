//! How many files may be open: every connection is one.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Takes as many as the system lets this process have, and says how many that are.
pub(crate) fn allow_many() -> u64 {
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    // If it cannot be raised, what there is must do.
    if setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum }).is_ok() {
        return maximum.unwrap_or(u64::MAX);
    }
    current.unwrap_or(u64::MAX)
}
