//! The server in one process: sessions without sockets, time passed in, a real database.

#[macro_use]
#[path = "server/list.rs"]
mod list;

mod server {
    pub(crate) mod answers;
    pub(crate) mod chat;
    pub(crate) mod clocks;
    pub(crate) mod deals;
    pub(crate) mod games;
    pub(crate) mod harness;
    pub(crate) mod hints;
    pub(crate) mod lives;
    pub(crate) mod outages;
    pub(crate) mod person;
    pub(crate) mod presence;
    pub(crate) mod refusals;
    pub(crate) mod restart;
    pub(crate) mod seats;
    pub(crate) mod secrets;
    pub(crate) mod storm;
    pub(crate) mod strangers;
    pub(crate) mod watchers;
}

macro_rules! tests {
    ($($file:ident::$promise:ident,)*) => {
        $(#[tokio::test]
        async fn $promise() {
            server::$file::$promise().await;
        })*
    };
}

scenarios!(tests);
