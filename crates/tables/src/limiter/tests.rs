//! One account for each person and each address block, and no more of them than are needed.

use std::net::{IpAddr, Ipv4Addr};

use super::*;

fn limiter(config: LimitConfig) -> (Arc<Limiter>, Time) {
    let time = Time::manual(1_000);
    (Limiter::new(config, time.clone()), time)
}

fn addresses(addresses: AddressLimits) -> (Arc<Limiter>, Time) {
    limiter(LimitConfig { addresses, ..LimitConfig::default() })
}

fn address(text: &str) -> IpAddr {
    text.parse().unwrap()
}

#[test]
fn one_address_block_has_one_account_and_others_are_not_held_up() {
    let (limiter, _) =
        addresses(AddressLimits { max_connections_per_address: 2, ..AddressLimits::default() });
    let open = |text: &str| limiter.address(address(text)).open(LimitKind::OpenConnections);
    let held = [open("1.2.3.4").unwrap(), open("::ffff:1.2.3.4").unwrap()];
    let refused = open("1.2.3.4").unwrap_err();
    assert_eq!(refused, LimitExceeded { kind: LimitKind::OpenConnections, retry_ms: FULL_RETRY_MS });
    assert!(open("1.2.3.5").is_ok());
    assert!(limiter.address(address("1.2.3.4")).open(LimitKind::OpenRequests).is_ok(), "counted apart");
    let block = [open("2001:db8::1").unwrap(), open("2001:db8::ffff:2").unwrap()];
    assert!(open("2001:db8:0:0:7::").is_err(), "one block of 64 bits, one account");
    assert!(open("2001:db8:0:1::1").is_ok(), "the next block is somebody else's");
    drop((held, block));
    assert!(open("1.2.3.4").is_ok() && open("2001:db8::3").is_ok());
}

#[test]
fn a_refusal_says_when_there_is_enough_again() {
    let (limiter, time) = addresses(AddressLimits { connections_per_minute: 3, ..AddressLimits::default() });
    let take = || limiter.address(address("1.2.3.4")).take(LimitKind::Connections, 1, limiter.now());
    assert!((0..3).all(|_| take().is_ok()));
    assert_eq!(take(), Err(LimitExceeded { kind: LimitKind::Connections, retry_ms: 20_000 }));
    assert!(time.advance(19_999));
    assert_eq!(take().map_err(|refused| refused.retry_ms), Err(1));
    assert!(time.advance(1) && take().is_ok());
}

#[test]
fn nobody_gets_a_new_account_by_going_and_coming_back() {
    let (limiter, time) = limiter(LimitConfig { tables_per_minute: 2, ..LimitConfig::default() });
    let open = || limiter.person(PersonId(7)).take(LimitKind::Tables, 1, limiter.now());
    assert!(open().is_ok() && open().is_ok() && open().is_err());
    assert!(limiter.person(PersonId(8)).take(LimitKind::Tables, 1, limiter.now()).is_ok());
    assert!(time.advance(30_000) && open().is_ok() && open().is_err());
}

#[test]
fn accounts_do_not_grow_with_everybody_who_ever_came() {
    let (limiter, time) = limiter(LimitConfig::default());
    let kept = limiter.address(address("9.9.9.9")).open(LimitKind::OpenConnections).unwrap();
    for number in 0..50_000_u32 {
        let account = limiter.address(Ipv4Addr::from(number).into());
        assert!(account.take(LimitKind::Requests, 1, limiter.now()).is_ok());
        assert!(number % 100 != 0 || time.advance(60_000));
    }
    let addresses = limiter.addresses.lock().unwrap();
    assert!(addresses.all.len() < 5_000, "{}", addresses.all.len());
    assert!(addresses.all.contains_key(&address("9.9.9.9")), "a connected client is remembered");
    drop(addresses);
    drop(kept);
}

#[test]
fn addresses_beyond_the_bound_share_one_account() {
    let addresses = AddressLimits { requests_per_second: 1, ..AddressLimits::default() };
    let config = LimitConfig { addresses, ..LimitConfig::default() };
    let limiter = Limiter::bounded(config, Time::manual(1_000), 10);
    let ask = |number: u32| {
        limiter.address(Ipv4Addr::from(number).into()).take(LimitKind::Requests, 1, limiter.now()).is_ok()
    };
    assert!((0..10).all(ask), "each has its own");
    assert!((10..14).all(ask), "four for all others together");
    assert!(!ask(14) && !ask(15) && ask(3));
    assert_eq!(limiter.addresses.lock().unwrap().all.len(), 10);
}

/// Uses up an account's credits of a kind; returns the error of the next request.
fn used_up(account: &Arc<LimitAccount>, kind: LimitKind, now: i64) -> Option<LimitExceeded> {
    match account.limits.of(kind) {
        Limit::Unlimited => None,
        Limit::Rate(_) => (0..1_000_000).find_map(|_| account.take(kind, 1, now).err()),
        Limit::AtOnce(most) => {
            let _held: Vec<_> = (0..most).map(|_| account.open(kind).unwrap()).collect();
            account.open(kind).err()
        }
    }
}

#[test]
fn every_kind_says_when_to_try_again_and_keeps_its_word() {
    for kind in LimitKind::ALL {
        let (limiter, time) = limiter(LimitConfig::default());
        let accounts =
            [limiter.person(PersonId(7)), limiter.address(address("1.2.3.4")), limiter.legacy_connection()];
        let mut refused = 0;
        for account in accounts {
            let Some(exceeded) = used_up(&account, kind, time.now()) else { continue };
            refused += 1;
            assert_eq!(exceeded.kind, kind);
            assert!(exceeded.retry_ms > 0, "{kind:?} does not say when");
            if matches!(account.limits.of(kind), Limit::Rate(_)) {
                assert!(time.advance(exceeded.retry_ms));
                assert_eq!(account.take(kind, 1, time.now()), Ok(()), "{kind:?} after its wait");
            }
        }
        assert!(refused > 0, "{kind:?} is not limited at all");
    }
}
