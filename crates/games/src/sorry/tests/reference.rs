//! The legal moves once more, written apart from the rules: a table of results by roll number, straight from the
//! paragraph that tells them in full. A result is where all pawns stand; 99 is Home.

/// The options, as plain values.
#[derive(Clone, Copy, Default)]
pub(super) struct Variant {
    pub(super) four_is_four: bool,
    pub(super) classic_sorry: bool,
    pub(super) must_advance: bool,
    pub(super) unity: bool,
}

const HOME: u8 = 99;

/// All results of a roll for the player with this index, sorted.
pub(super) fn results(variant: Variant, pawns: &[u8], player: usize, roll: u8) -> Vec<Vec<u8>> {
    // The other numbering only swaps two names.
    let roll = match (variant.unity, roll) {
        (true, 9) => 10,
        (true, 10) => 9,
        _ => roll,
    };
    let base = 15 * player as i32;
    let (home_entry, exit) = (base + 3, base + 5);
    let p = i32::from(pawns[player]);
    let others: Vec<usize> =
        (0..pawns.len()).filter(|other| *other != player && pawns[*other] != 0).collect();
    let unchanged = pawns.to_vec();
    let land = |square: i32| {
        let square = ((square - 1).rem_euclid(60) + 1) as u8;
        let mut pawns: Vec<u8> =
            pawns.iter().map(|other| if *other == square { 0 } else { *other }).collect();
        pawns[player] = square;
        pawns
    };
    let send_home_to_start = |other: usize| {
        let mut pawns = pawns.to_vec();
        pawns[other] = 0;
        pawns
    };

    let mut list: Vec<Vec<u8>> = Vec::new();
    if p == 0 {
        match roll {
            1 | 2 => list.push(land(exit)),
            11 => {
                for other in others {
                    list.push(if variant.classic_sorry {
                        land(i32::from(pawns[other]))
                    } else {
                        send_home_to_start(other)
                    });
                }
                list.push(unchanged.clone());
            }
            _ => {}
        }
    } else if roll == 4 {
        list.push(land(p - if variant.four_is_four { 4 } else { 2 }));
    } else if roll == 11 {
        if !variant.classic_sorry {
            list.extend(others.into_iter().map(send_home_to_start));
        }
        list.push(unchanged.clone());
    } else {
        let f = [0, 1, 2, 3, 0, 5, 7, 8, 10, 12, 11][usize::from(roll)];
        let d = (home_entry - p).rem_euclid(60) + 1;
        if f == d {
            let mut won = pawns.to_vec();
            won[player] = HOME;
            return vec![won];
        }
        if f < d {
            list.push(land(p + f));
        }
        if roll == 8 {
            list.push(land(p - 1));
        }
        if roll == 10 {
            for other in others {
                let mut pawns = pawns.to_vec();
                pawns[player] = pawns[other];
                pawns[other] = if variant.unity { 0 } else { p as u8 };
                list.push(pawns);
            }
            if !variant.must_advance || f > d {
                list.push(unchanged.clone());
            }
        }
    }
    if list.is_empty() {
        list.push(unchanged);
    }
    list.sort();
    list
}
