//! Messages that only one browser can read: RFC 8291, in one record of RFC 8188.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use ring::agreement::{ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey, agree_ephemeral};
use ring::error::Unspecified;
use ring::hkdf::{HKDF_SHA256, KeyType, Salt};
use ring::rand::{SecureRandom, SystemRandom};

/// A point of P-256, as it is sent.
const PUBLIC_KEY: usize = 65;
const AUTH: usize = 16;
const SALT: usize = 16;
/// Push services take this much in all, and a message is one record.
const RECORD: u32 = 4_096;
/// What is left for the text: header, tag and delimiter are taken off.
pub(crate) const MAX_TEXT: usize = RECORD as usize - (SALT + 4 + 1 + PUBLIC_KEY) - 16 - 1;

/// The keys of a browser: what messages to it are encrypted for.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct BrowserKeys {
    public: [u8; PUBLIC_KEY],
    auth: [u8; AUTH],
}

impl BrowserKeys {
    /// Parses the keys in the encoding of the Push API. `None` if they are not valid.
    pub(crate) fn read(p256dh: &str, auth: &str) -> Option<Self> {
        let decoded = |text: &str| URL_SAFE_NO_PAD.decode(text.trim_end_matches('=')).ok();
        let public: [u8; PUBLIC_KEY] = decoded(p256dh)?.try_into().ok()?;
        let auth = decoded(auth)?.try_into().ok()?;
        let keys = Self { public, auth };
        // A point that is not on the curve is found here, and not when somebody is called.
        encrypt(b"", &keys).is_ok().then_some(keys)
    }
}

/// The length of a derived key.
struct Length(usize);

impl KeyType for Length {
    fn len(&self) -> usize {
        self.0
    }
}

fn derived<const N: usize>(salt: &[u8], secret: &[u8], info: &[&[u8]]) -> Result<[u8; N], Unspecified> {
    let mut key = [0; N];
    Salt::new(HKDF_SHA256, salt).extract(secret).expand(info, Length(N))?.fill(&mut key)?;
    Ok(key)
}

/// Encrypts a text for a browser, as the body of a request.
///
/// # Errors
/// If the browser's key is not a point of the curve, the text is too long, or there is no randomness.
pub(crate) fn encrypt(text: &[u8], keys: &BrowserKeys) -> Result<Vec<u8>, Unspecified> {
    let random = SystemRandom::new();
    let own = EphemeralPrivateKey::generate(&ECDH_P256, &random)?;
    let public = own.compute_public_key()?;
    let mut salt = [0; SALT];
    random.fill(&mut salt)?;
    let theirs = UnparsedPublicKey::new(&ECDH_P256, &keys.public);
    agree_ephemeral(own, &theirs, |secret| seal(text, secret, keys, public.as_ref(), &salt))?
}

/// The record, from the secret that both sides agree on.
fn seal(
    text: &[u8],
    secret: &[u8],
    keys: &BrowserKeys,
    public: &[u8],
    salt: &[u8; SALT],
) -> Result<Vec<u8>, Unspecified> {
    if text.len() > MAX_TEXT {
        return Err(Unspecified);
    }
    let both: [u8; 32] = derived(&keys.auth, secret, &[b"WebPush: info\0", &keys.public, public])?;
    let key: [u8; 16] = derived(salt, &both, &[b"Content-Encoding: aes128gcm\0"])?;
    let nonce: [u8; 12] = derived(salt, &both, &[b"Content-Encoding: nonce\0"])?;
    // The delimiter of the last record.
    let mut sealed = [text, &[2]].concat();
    let cipher = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key)?);
    cipher.seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), Aad::empty(), &mut sealed)?;
    let length = u8::try_from(public.len()).map_err(|_| Unspecified)?;
    Ok([&salt[..], &RECORD.to_be_bytes(), &[length], public, &sealed].concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes(text: &str) -> Vec<u8> {
        URL_SAFE_NO_PAD.decode(text).unwrap()
    }

    /// The example of RFC 8291, appendix A, from the secret that both sides agree on.
    #[test]
    fn the_example_of_the_rfc_gives_its_message() {
        let public =
            "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
        let keys = BrowserKeys::read(public, "BTBZMqHH6r4Tts7J_aSIgg").unwrap();
        let own = "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8";
        let salt = bytes("DGv6ra1nlYgDCS1FRnbzlw").try_into().unwrap();
        let secret = bytes("kyrL1jIIOHEzg3sM2ZWRHDRB62YACZhhSlknJ672kSs");
        let text = b"When I grow up, I want to be a watermelon";
        let sealed = seal(text, &secret, &keys, &bytes(own), &salt).unwrap();
        let expected = "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS\
             6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN";
        assert_eq!(URL_SAFE_NO_PAD.encode(sealed), expected);
    }

    #[test]
    fn no_two_messages_are_alike_and_none_is_too_long() {
        let public =
            "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
        let keys = BrowserKeys::read(public, "BTBZMqHH6r4Tts7J_aSIgg==").unwrap();
        assert_ne!(encrypt(b"one", &keys).unwrap(), encrypt(b"one", &keys).unwrap());
        assert_eq!(encrypt(&[0; MAX_TEXT], &keys).unwrap().len(), RECORD as usize);
        assert!(encrypt(&[0; MAX_TEXT + 1], &keys).is_err());
    }

    #[test]
    fn what_is_not_the_key_of_a_browser_is_not_read() {
        let good = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
        let auth = "BTBZMqHH6r4Tts7J_aSIgg";
        // Not on the curve: the last bit is another.
        let off = good.replace("iw4", "iw5");
        for (public, auth) in [(&*off, auth), (&good[..40], auth), (good, "short"), ("", ""), (good, "+++")] {
            assert!(BrowserKeys::read(public, auth).is_none(), "{public} {auth}");
        }
    }
}
