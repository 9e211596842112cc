//! What old clients get while nothing can be stored.

use store::Fault;

use super::harness::House;
use super::old_gomoku::OldGomoku;

#[test]
fn a_gomoku_client_gets_its_number_before_anything_is_stored() {
    let house = House::open(&[]);
    house.faults.set(Fault::Silent);
    // Nothing is answered by the store, for ever: a client that waits for it gets no number.
    let mut players: Vec<OldGomoku> = (0..7).map(|_| OldGomoku::connect(&house)).collect();
    assert_eq!(players.iter().map(OldGomoku::id).collect::<Vec<_>>(), [1, 2, 3, 1, 2, 3, 1]);
    house.faults.lift();
    players[1].starts();
    players[..3].iter_mut().for_each(|player| player.expect("EnterGame"));
    players[3].starts();
    players[3..6].iter_mut().for_each(|player| player.expect("EnterGame"));
}
