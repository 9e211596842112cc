//! Tests that hold on both stores.

/// Names a test for each store: a function that takes what the server is started with to use that store.
macro_rules! on_both_stores {
    ($($in_sqlite:ident, $in_postgresql:ident: $test:ident;)*) => {$(
        #[tokio::test]
        async fn $in_sqlite() {
            Box::pin($test(&[])).await;
        }

        #[tokio::test]
        async fn $in_postgresql() {
            let Some(postgres) = store::testing::Postgres::shared() else { return };
            let store::StoreLocation::Postgres(url) = postgres.create_database().unwrap() else {
                panic!("no URL")
            };
            Box::pin($test(&["--database-url", &url])).await;
        }
    )*};
}
pub(crate) use on_both_stores;
