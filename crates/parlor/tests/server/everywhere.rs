//! Each scenario on each database.

use store::testing::Postgres;

use crate::server::harness::Database;

macro_rules! on_sqlite {
    ($($file:ident::$promise:ident,)*) => {
        mod sqlite {
            $(#[tokio::test]
            async fn $promise() {
                crate::server::$file::$promise().await;
            })*
        }
    };
}

scenarios!(on_sqlite);

macro_rules! on_postgres {
    ($($file:ident::$promise:ident,)*) => {
        mod postgres {
            $(#[tokio::test]
            async fn $promise() {
                if super::chooses_postgres() {
                    crate::server::$file::$promise().await;
                }
            })*
        }
    };
}

scenarios!(on_postgres);

/// Servers that are opened on this thread keep their data in PostgreSQL from now on, if it is wanted. `scripts/test-needs` says
/// when it is not.
fn chooses_postgres() -> bool {
    let is_wanted = Postgres::is_wanted();
    if is_wanted {
        Database::Postgres.choose();
    }
    is_wanted
}
