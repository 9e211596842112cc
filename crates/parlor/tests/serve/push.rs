//! Web push, against push services that are good, slow, dead and lying. What they take is decrypted with the browser's keys.

use std::io::Write;
use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use ring::agreement::{ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey, agree_ephemeral};
use ring::hkdf::{HKDF_SHA256, KeyType, Salt};
use ring::rand::SystemRandom;
use ring::signature::ECDSA_P256_SHA256_FIXED;
use serde_json::{Value, json};

use super::hooks::{
    self, DAY, Hook, Taken, dead_url, json_hook, moves, on_postgresql, put, set, turn_of_who_is_away,
};
use crate::support::client::Client;
use crate::support::http::{Answer, get, get_as, post_as, request};
use crate::support::server::ServerProcess;

const AUTH: [u8; 16] = [7; 16];

fn start(data: &Path, args: &[&str]) -> ServerProcess {
    hooks::start(data, &[&["--push-contact", "mailto:operator@example.org"], args].concat())
}

struct Length(usize);

impl KeyType for Length {
    fn len(&self) -> usize {
        self.0
    }
}

fn derive<const N: usize>(salt: &[u8], secret: &[u8], info: &[&[u8]]) -> [u8; N] {
    let mut key = [0; N];
    let extracted = Salt::new(HKDF_SHA256, salt).extract(secret);
    extracted.expand(info, Length(N)).unwrap().fill(&mut key).unwrap();
    key
}

/// A browser with its key, which reads one message.
struct Browser {
    private: EphemeralPrivateKey,
    endpoint: String,
}

impl Browser {
    fn at(endpoint: String) -> Self {
        let private = EphemeralPrivateKey::generate(&ECDH_P256, &SystemRandom::new()).unwrap();
        Self { private, endpoint }
    }

    fn public(&self) -> Vec<u8> {
        self.private.compute_public_key().unwrap().as_ref().to_vec()
    }

    fn subscription(&self) -> Value {
        let keys =
            json!({"p256dh": URL_SAFE_NO_PAD.encode(self.public()), "auth": URL_SAFE_NO_PAD.encode(AUTH)});
        json!({"endpoint": self.endpoint, "keys": keys})
    }

    /// Reads a message as RFC 8188 and RFC 8291 say.
    fn reads(self, body: &[u8]) -> Value {
        let own = self.public();
        let (salt, rest) = body.split_at(16);
        assert_eq!(rest[..5], [0, 0, 16, 0, 65], "one record of 4096, and a key of 65 bytes");
        let (sender, sealed) = rest[5..].split_at(65);
        let theirs = UnparsedPublicKey::new(&ECDH_P256, sender.to_vec());
        let both: [u8; 32] = agree_ephemeral(self.private, &theirs, |secret| {
            derive(&AUTH, secret, &[b"WebPush: info\0", &own, sender])
        })
        .unwrap();
        let key: [u8; 16] = derive(salt, &both, &[b"Content-Encoding: aes128gcm\0"]);
        let nonce: [u8; 12] = derive(salt, &both, &[b"Content-Encoding: nonce\0"]);
        let cipher = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key).unwrap());
        let mut text = sealed.to_vec();
        let nonce = Nonce::assume_unique_for_key(nonce);
        let opened = cipher.open_in_place(nonce, Aad::empty(), &mut text).unwrap();
        let (last, text) = opened.split_last().unwrap();
        assert_eq!(*last, 2, "the delimiter of the last record");
        serde_json::from_slice(text).unwrap()
    }
}

fn subscribe(server: &ServerProcess, token: &str, body: &Value) -> Answer {
    put(server, "/api/push", token, body)
}

fn unsubscribe(server: &ServerProcess, token: &str, id: &str) -> Answer {
    let headers = [&*format!("Authorization: Bearer {token}")];
    request(server, "DELETE", &format!("/api/push/{id}"), &headers, "")
}

/// What the sender says of itself, signed with the key that browsers subscribe with.
fn claims(taken: &Taken, public_key: &str) -> Value {
    let header = taken.header("authorization").unwrap();
    let (token, key) = header.strip_prefix("vapid t=").unwrap().split_once(", k=").unwrap();
    assert_eq!(key, public_key);
    let (signed, signature) = token.rsplit_once('.').unwrap();
    let key = URL_SAFE_NO_PAD.decode(key).unwrap();
    let key = ring::signature::UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, key);
    key.verify(signed.as_bytes(), &URL_SAFE_NO_PAD.decode(signature).unwrap()).unwrap();
    let (_, claims) = signed.split_once('.').unwrap();
    serde_json::from_slice(&URL_SAFE_NO_PAD.decode(claims).unwrap()).unwrap()
}

async fn who_is_away_is_called_on_every_browser(data: &Path, args: &[&str]) {
    let server = start(data, args);
    let operator = server.admin_token().to_owned();
    let (one, other) = (Hook::good(), Hook::good());
    let (mut ann, ben) = (Client::hello(&server, "Ann").await, Client::hello(&server, "Ben").await);
    let (ann_token, ben_token) = (ann.token.clone(), ben.token.clone());
    let browsers = [Browser::at(one.url()), Browser::at(other.url())];
    let mut second = browsers[1].subscription();
    second["language"] = json!("fi");
    assert_eq!(subscribe(&server, &ben_token, &second).error(), (400, "bad_request".to_owned()));
    second["language"] = json!("sv");
    for body in [&browsers[0].subscription(), &second] {
        assert_eq!(subscribe(&server, &ben_token, body).status, 204);
    }
    let state = get_as(&server, "/api/push", &ben_token).json();
    assert_eq!(state["subscriptions"].as_array().unwrap().len(), 2);
    let key = URL_SAFE_NO_PAD.decode(state["public_key"].as_str().unwrap()).unwrap();
    assert_eq!((key.len(), key[0]), (65, 4));
    assert!(get_as(&server, "/api/push", &ann_token).json()["subscriptions"].as_array().unwrap().is_empty());
    let table = turn_of_who_is_away(&server, &operator, &mut ann, ben).await;
    // Each in the language of its browser; who never said one is called in English.
    let said = [("Your turn: Gomoku for three", "With Ann."), ("Din tur: Gomoku för tre", "Med Ann.")];
    for ((hook, browser), (title, text)) in [&one, &other].into_iter().zip(browsers).zip(said) {
        let taken = hook.taken(&server, &operator);
        assert_eq!(taken.header("content-encoding"), Some("aes128gcm"));
        assert_eq!((taken.header("topic"), taken.header("urgency")), (Some(&*table), Some("normal")));
        let ttl: u32 = taken.header("ttl").unwrap().parse().unwrap();
        assert!((80_000..86_400).contains(&ttl), "as long as the clock runs: {ttl}");
        let claims = claims(&taken, state["public_key"].as_str().unwrap());
        assert_eq!(claims["aud"], format!("http://{}", hook.address));
        assert_eq!(claims["sub"], "mailto:operator@example.org");
        let expires = claims["exp"].as_i64().unwrap() - 1_700_000_000;
        assert!((40_000..86_400).contains(&expires), "a push service refuses more than a day: {expires}");
        let message = browser.reads(&taken.body);
        assert_eq!(message["web_push"], 8030);
        let shown = &message["notification"];
        assert_eq!((&shown["title"], &shown["body"]), (&json!(title), &json!(text)));
        assert_eq!((&shown["navigate"], &shown["tag"]), (&json!(format!("/t/{table}")), &json!(table)));
    }
    while !get(&server, "/metrics").body.contains("parlor_calls_total 1") {
        ann.done("ping", json!({})).await;
    }
    // One browser is enough for the alarm; the key is the same after a kill.
    let subscriptions = state["subscriptions"].as_array().unwrap();
    let id = subscriptions.iter().find(|one| one["endpoint"] == other.url()).unwrap()["id"].as_str().unwrap();
    assert_eq!(unsubscribe(&server, &ann_token, id).error(), (404, "no_such_subscription".to_owned()));
    assert_eq!(unsubscribe(&server, &ben_token, id).status, 204);
    let left = Browser::at(one.url());
    assert_eq!(subscribe(&server, &ben_token, &left.subscription()).status, 204);
    server.kill();
    let server = start(data, args);
    let again = get_as(&server, "/api/push", &ben_token).json();
    assert_eq!(again["public_key"], state["public_key"]);
    assert_eq!(again["subscriptions"].as_array().unwrap().len(), 1);
    for _ in 0..20 {
        moves(&server, &operator, 3_600_000);
    }
    let alarm = one.taken(&server, &operator);
    assert_eq!(alarm.header("urgency"), Some("high"));
    assert_eq!(left.reads(&alarm.body)["notification"]["title"], "Your time is nearly up: Gomoku for three");
    assert!(other.has_none(), "nobody is called where they do not want to be");
    server.stop();
}

#[tokio::test]
async fn who_is_away_is_called_on_every_browser_on_sqlite() {
    let folder = tempfile::tempdir().unwrap();
    who_is_away_is_called_on_every_browser(folder.path(), &[]).await;
}

#[tokio::test]
async fn who_is_away_is_called_on_every_browser_on_postgresql() {
    on_postgresql(who_is_away_is_called_on_every_browser).await;
}

#[tokio::test]
async fn push_services_that_are_slow_dead_or_lying_hold_nobody_and_stale_browsers_are_removed() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path(), &[]);
    let operator = server.admin_token().to_owned();
    let good = Hook::good();
    let (slow, elsewhere) = (Hook::slow(), Hook::leading_to(&good));
    let gone = Hook::open(|stream| drop(stream.write_all(b"HTTP/1.1 410 Gone\r\nContent-Length: 0\r\n\r\n")));
    let (mut ann, ben) = (Client::hello(&server, "Ann").await, Client::hello(&server, "Ben").await);
    let token = ben.token.clone();
    let reader = Browser::at(good.url());
    let endpoints = [slow.url(), gone.url(), elsewhere.url(), dead_url()];
    for endpoint in endpoints {
        assert_eq!(subscribe(&server, &token, &Browser::at(endpoint).subscription()).status, 204);
    }
    assert_eq!(subscribe(&server, &token, &reader.subscription()).status, 204);
    turn_of_who_is_away(&server, &operator, &mut ann, ben).await;
    let taken = good.taken(&server, &operator);
    assert_eq!(reader.reads(&taken.body)["notification"]["title"], "Your turn: Gomoku for three");
    let known = || get_as(&server, "/api/push", &token).json()["subscriptions"].as_array().unwrap().clone();
    // The one that is gone is removed, and those that fail are noted.
    let settled = |known: &[Value]| {
        known.len() == 4 && known.iter().filter(|one| one["failing_since"].is_number()).count() == 3
    };
    while !settled(&known()) {
        tokio::task::yield_now().await;
    }
    assert!(good.has_none(), "a redirect is not followed");
    // It was delivered once, so that it does not come again; the alarm finds those that have failed for most of a day.
    moves(&server, &operator, 70_000_000);
    good.taken(&server, &operator);
    while !get(&server, "/metrics").body.contains("parlor_calls_total 2") {
        tokio::task::yield_now().await;
    }
    assert_eq!(known().len(), 4);
    moves(&server, &operator, DAY - 70_000_000);
    assert_eq!(post_as(&server, "/api/push/test", &token, &json!({})).status, 204);
    assert_eq!(known().len(), 1, "those that failed for a day are removed");
    server.stop();
}

#[tokio::test]
async fn a_browser_is_called_neither_in_quiet_hours_nor_after_its_device_is_ended_nor_beyond_the_limit() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path(), &[]);
    let operator = server.admin_token().to_owned();
    let hook = Hook::good();
    let (mut ann, ben) = (Client::hello(&server, "Ann").await, Client::hello(&server, "Ben").await);
    let token = ben.token.clone();
    // At most five: the first makes room.
    for number in 0..6 {
        moves(&server, &operator, 1);
        let browser = Browser::at(format!("{}/{number}", hook.url()));
        assert_eq!(subscribe(&server, &token, &browser.subscription()).status, 204);
    }
    let known = get_as(&server, "/api/push", &token).json()["subscriptions"].as_array().unwrap().clone();
    assert_eq!(known.len(), 5);
    assert!(known.iter().all(|one| !one["endpoint"].as_str().unwrap().ends_with("/0")));
    for one in &known {
        assert_eq!(unsubscribe(&server, &token, one["id"].as_str().unwrap()).status, 204);
    }
    // It is 22:13 in UTC: quiet until 23:00.
    let browser = Browser::at(hook.url());
    let mut body = browser.subscription();
    body["quiet"] = json!({"from": 1_500, "to": 0, "utc_offset": 0});
    assert_eq!(subscribe(&server, &token, &body).error(), (400, "bad_options".to_owned()));
    body["quiet"] = json!({"from": 22 * 60, "to": 23 * 60, "utc_offset": 0});
    assert_eq!(subscribe(&server, &token, &body).status, 204);
    turn_of_who_is_away(&server, &operator, &mut ann, ben).await;
    moves(&server, &operator, 40 * 60_000);
    ann.done("ping", json!({})).await;
    assert!(hook.has_none());
    moves(&server, &operator, 10 * 60_000);
    hook.taken(&server, &operator);
    // The device is ended from elsewhere: its browser is not called any more.
    let devices = get_as(&server, "/api/devices", &token).json();
    let device = devices["devices"][0]["id"].as_str().unwrap();
    let headers = [&*format!("Authorization: Bearer {token}")];
    assert_eq!(request(&server, "DELETE", &format!("/api/devices/{device}"), &headers, "").status, 204);
    moves(&server, &operator, 20 * 3_600_000);
    ann.done("ping", json!({})).await;
    moves(&server, &operator, 3_600_000);
    ann.done("ping", json!({})).await;
    assert!(hook.has_none());
    server.stop();
}

#[tokio::test]
async fn what_is_no_browser_is_refused_and_addresses_inside_are_not_reached() {
    let folder = tempfile::tempdir().unwrap();
    let args = ["--push-contact", "https://example.org/contact"];
    let server = ServerProcess::start_with(folder.path(), &args);
    let ann = Client::hello(&server, "Ann").await;
    let inside = Hook::good();
    let port = inside.address.port();
    let good = Browser::at("https://push.example.net/abc".to_owned());
    let mut bad = Vec::new();
    for endpoint in ["", "push", "http://push.example.net/abc", "https://a:b@push.example.net/", "ftp://a/b"]
    {
        let mut body = good.subscription();
        body["endpoint"] = json!(endpoint);
        bad.push(body);
    }
    for (key, value) in [("p256dh", json!("AAAA")), ("auth", json!("AAAA")), ("auth", json!("%"))] {
        let mut body = good.subscription();
        body["keys"][key] = value;
        bad.push(body);
    }
    for body in &bad {
        assert_eq!(subscribe(&server, &ann.token, body).error(), (400, "bad_options".to_owned()), "{body}");
    }
    assert_eq!(subscribe(&server, &ann.token, &json!({"endpoint": 1})).status, 400);
    let none = post_as(&server, "/api/push/test", &ann.token, &json!({}));
    assert_eq!(none.error(), (404, "no_such_subscription".to_owned()));
    // A name or number that leads inside is looked up and not connected to.
    for host in ["127.0.0.1", "localhost", "[::1]"] {
        let browser = Browser::at(format!("https://{host}:{port}/push"));
        assert_eq!(subscribe(&server, &ann.token, &browser.subscription()).status, 204);
    }
    let tried = post_as(&server, "/api/push/test", &ann.token, &json!({}));
    assert_eq!(tried.error(), (502, "not_delivered".to_owned()));
    assert!(inside.has_none());
    assert_eq!(request(&server, "GET", "/api/push", &[], "").status, 401);
    server.stop();
}

#[tokio::test]
async fn without_a_contact_there_is_no_web_push_and_webhooks_work_as_before() {
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::start_with(folder.path(), &["--webhook-networks", "127.0.0.1"]);
    let ann = Client::hello(&server, "Ann").await;
    let hook = Hook::good();
    let state = get_as(&server, "/api/push", &ann.token).json();
    assert!(state["public_key"].is_null());
    let browser = Browser::at(hook.url());
    let refused = subscribe(&server, &ann.token, &browser.subscription());
    assert_eq!(refused.error(), (404, "no_push".to_owned()));
    assert_eq!(set(&server, &ann.token, &json_hook(&hook)).status, 204);
    assert_eq!(post_as(&server, "/api/webhook/test", &ann.token, &json!({})).status, 204);
    server.stop();
}
