//! What searching costs at the tables where it costs most.

mod work;
