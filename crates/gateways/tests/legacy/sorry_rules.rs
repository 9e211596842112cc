//! Just enough of the rules for an independent client: written from the description of the game, not from the server.

/// Where a turn leads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Outcome {
    /// The pawns stand so.
    Moved(Vec<u8>),
    /// Nothing changes.
    Nothing,
    /// Home.
    Home,
}

fn ring(square: i32) -> u8 {
    ((square - 1).rem_euclid(60) + 1) as u8
}

/// A legal turn for this player (from 0): forward if possible, never against anybody unless it lands there.
pub(crate) fn turn(pawns: &[u8], player: usize, roll: u8, unity: bool) -> Outcome {
    let side = player as i32 * 15;
    let (exit, entry) = (side + 5, side + 3);
    let own = i32::from(pawns[player]);
    let forward = |steps: i32| {
        let mut after = pawns.to_vec();
        after[player] = ring(own + steps);
        bump(after, player)
    };
    if own == 0 {
        if roll > 2 {
            return Outcome::Nothing;
        }
        let mut after = pawns.to_vec();
        after[player] = exit as u8;
        return Outcome::Moved(bump(after, player));
    }
    let distance = (entry - own).rem_euclid(60) + 1;
    let (nine, ten) = if unity { (11, 12) } else { (12, 11) };
    let steps = match roll {
        1..=3 | 5 => i32::from(roll),
        6 => 7,
        7 => 8,
        8 => 10,
        9 => nine,
        10 => ten,
        4 => return Outcome::Moved(forward(-2)),
        _ => return Outcome::Nothing,
    };
    match steps.cmp(&distance) {
        std::cmp::Ordering::Less => Outcome::Moved(forward(steps)),
        std::cmp::Ordering::Equal => Outcome::Home,
        std::cmp::Ordering::Greater if roll == 8 => Outcome::Moved(forward(-1)),
        std::cmp::Ordering::Greater => Outcome::Nothing,
    }
}

fn bump(mut pawns: Vec<u8>, player: usize) -> Vec<u8> {
    let square = pawns[player];
    for (other, pawn) in pawns.iter_mut().enumerate() {
        if other != player && *pawn == square {
            *pawn = 0;
        }
    }
    pawns
}
