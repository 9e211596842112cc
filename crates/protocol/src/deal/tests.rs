//! Values that never change, made with other tools.

use serde_json::json;

use super::*;

fn secret() -> Secret {
    Secret::from_random([0xab; 32])
}

fn of_form(form: DealForm) -> BoundSecret {
    BoundSecret { form, secret: secret() }
}

#[test]
fn commitments_and_seeds_of_both_forms_are_pinned_for_ever() {
    // All were made with printf and sha256sum.
    let game: ReplayId = "ss439rrzy0-2".parse().unwrap();
    let nonces = [Some("ann".parse().unwrap()), None, Some("b-e_n".parse().unwrap())];
    let pinned = [
        (
            DealForm::First,
            "271a413bd339c5709fdceaec41f14f11e9fbfb5042d72d331c65f32b284cd09a",
            "71bfa36a12e2da5646b3e2bee33bf343aa2b5af490a874ad7e7532fc661e33c9",
        ),
        (
            DealForm::Second,
            "29d5667791a436f85b395a69ce1a572be3b960b3c18c9b3e1bf01794b2c9af14",
            "e138c655bbc4671ef9675ff4f914bd1799e389591fe473da1ea247cf6b15b18f",
        ),
    ];
    for (form, commitment, seed) in pinned {
        assert_eq!(of_form(form).commitment().to_string(), commitment);
        assert_eq!(of_form(form).seed(game, &nonces).to_string(), seed);
    }
}

#[test]
fn nothing_but_the_secret_and_the_nonces_moves_a_seed_and_each_of_them_does() {
    let game: ReplayId = "ss439rrzy0-1".parse().unwrap();
    let nonces = |texts: &[&str]| texts.iter().map(|text| text.parse().ok()).collect::<Vec<_>>();
    let bound = BoundSecret::new(secret());
    let seed = bound.seed(game, &nonces(&["a", "b"]));
    assert_eq!(bound.seed("ss439rrzy0-2".parse().unwrap(), &nonces(&["a", "b"])), seed);
    let others = [
        BoundSecret::new(Secret::from_random([0xac; 32])).seed(game, &nonces(&["a", "b"])),
        bound.seed(game, &nonces(&["b", "a"])),
        bound.seed(game, &nonces(&["ab", ""])),
        bound.seed(game, &nonces(&["a", "b", ""])),
        bound.seed(game, &nonces(&["a"])),
    ];
    assert!(others.iter().all(|other| *other != seed));
}

#[test]
fn commitments_and_seeds_of_a_day_are_pinned_for_ever() {
    // Made with printf and sha256sum.
    let date: DayDate = "2026-11-17".parse().unwrap();
    let nonces = || vec!["b-e_n".parse().unwrap(), "ann".parse().unwrap()];
    let deal = Deal::of_day(date, "sorry", secret(), nonces());
    let commitment = "0590d11bfb6e892419a7cf3f2ac0fc70ea1a012684926523060912192f1f407f";
    assert_eq!((deal.commitment.to_string().as_str(), deal.keeps_commitment()), (commitment, true));
    let game: ReplayId = "ss439rrzy0-2".parse().unwrap();
    let seed = "cfd6cfbcc64621bcdcca7de883864b8be5bc89174c1d1b22bb8edb149693061b";
    assert_eq!(deal.seed(game).to_string(), seed, "the order in which nonces came is nothing");
    let written = serde_json::to_value(&deal).unwrap();
    assert_eq!(written["day"], json!({"date": "2026-11-17", "game": "sorry"}));
    assert_eq!(serde_json::from_value::<Deal>(written).unwrap(), deal);
    let others = [
        Deal::of_day(date, "golf", secret(), nonces()),
        Deal::of_day(date.plus(1), "sorry", secret(), nonces()),
        Deal::of_day(date, "sorry", secret(), Vec::new()),
    ];
    assert!(others.iter().all(|other| other.seed(game) != deal.seed(game)));
    let without_day = Deal { day: None, ..deal.clone() };
    let other_form = Deal { form: DealForm::Second, ..deal };
    assert!(!without_day.keeps_commitment() && !other_form.keeps_commitment());
}

#[test]
fn a_commitment_binds_to_its_form() {
    let (first, second) = (of_form(DealForm::First), of_form(DealForm::Second));
    assert_ne!(first.commitment(), second.commitment());
    let deal = Deal::new(second, vec![None]);
    assert!(deal.keeps_commitment());
    assert!(!Deal { form: DealForm::First, ..deal }.keeps_commitment());
}

#[test]
fn a_bound_secret_and_a_deal_are_read_as_they_were_written() {
    for form in [DealForm::First, DealForm::Second] {
        let bound = of_form(form);
        assert_eq!(bound.to_string().parse(), Ok(bound));
        let deal = Deal::new(bound, vec![None, "x".parse().ok()]);
        let json = serde_json::to_value(&deal).unwrap();
        assert_eq!(json.get("form").is_some(), form == DealForm::Second);
        assert_eq!(serde_json::from_value::<Deal>(json).unwrap(), deal);
    }
    let unknown = json!({"commitment": "ab".repeat(32), "form": 4, "nonces": [], "secret": "ab".repeat(32)});
    assert!(serde_json::from_value::<Deal>(unknown).is_err());
}

#[test]
fn what_is_no_secret_and_what_is_no_nonce_is_refused() {
    let digits = "ab".repeat(32);
    assert_eq!(digits.parse(), Ok(secret()));
    for wrong in [&digits[1..], &digits.to_uppercase(), &format!("{digits}0"), &digits.replace('a', "g")] {
        assert_eq!(wrong.parse::<Secret>(), Err(DigitsError), "{wrong}");
    }
    for wrong in ["", "a b", "a\n", "é", &"a".repeat(65)] {
        assert_eq!(wrong.parse::<Nonce>(), Err(NonceError), "{wrong:?}");
    }
    assert!(["a", "A-_0", &"f".repeat(64)].iter().all(|good| good.parse::<Nonce>().is_ok()));
    assert_eq!(Nonce::from_random([1; 32]).as_str(), "01".repeat(32));
}

#[test]
fn a_secret_is_never_printed() {
    assert_eq!(format!("{:?}", Deal::new(BoundSecret::new(secret()), vec![])).matches("abab").count(), 0);
}

#[test]
fn a_seal_covers_everything_but_itself_and_no_order() {
    let replay = json!({"id": "x", "names": ["Ann", "Ben"], "record": {"b": 1, "a": 2}});
    let seal = Seal::of(&replay);
    let again: serde_json::Value =
        serde_json::from_str(r#"{"record":{"a":2,"b":1},"seal":"?","names":["Ann","Ben"],"id":"x"}"#)
            .unwrap();
    assert_eq!(Seal::of(&again), seal);
    assert_ne!(Seal::of(&json!({"id": "x", "names": ["Ann", "Bea"], "record": {"b": 1, "a": 2}})), seal);
}
