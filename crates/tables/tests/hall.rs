//! The hall in one process: sessions without sockets, time passed in, a real database.

mod hall {
    pub(crate) mod bed;
    mod chat;
    mod clocks;
    mod games;
    mod presence;
    mod refusals;
    mod restart;
    mod seats;
    mod watchers;
}
