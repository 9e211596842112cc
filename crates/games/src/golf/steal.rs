//! Stealing: another player's open card against an own hidden one.
//!
//! Both lie face up afterwards, so every steal leaves one hidden card less, and nobody can steal for ever.

use super::layout::{Layout, Place};
use super::refusal::Refusal;

/// Whether the thief may lay the card at `own` down for the victim's card at `theirs`.
///
/// # Errors
/// The condition that fails.
pub fn check(thief: &Layout, own: Place, victim: &Layout, theirs: Place) -> Result<(), Refusal> {
    if thief.all_up() {
        Err(Refusal::NoHiddenCardLeft)
    } else if !victim.is_up(theirs) {
        Err(Refusal::StealHiddenCard(theirs))
    } else if thief.is_up(own) {
        Err(Refusal::StealWithOpenCard(own))
    } else {
        Ok(())
    }
}

/// Exchanges the two cards; both lie face up then. Returns the thief's new card and the victim's new card.
pub const fn exchange(
    thief: &mut Layout,
    own: Place,
    victim: &mut Layout,
    theirs: Place,
) -> (cards::Card, cards::Card) {
    let stolen = victim.turn_up(theirs);
    let given = thief.replace(own, stolen);
    victim.replace(theirs, given);
    (stolen, given)
}
