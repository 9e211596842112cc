//! Games that were never played.

use ratings::{Player, RatedGame, RatedSeat};

/// Numbers that look random, the same every time.
pub(super) struct Dice(pub(super) u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.0 >> 33
    }

    pub(super) fn below(&mut self, limit: usize) -> usize {
        self.next() as usize % limit
    }

    pub(super) fn chance(&mut self) -> f64 {
        self.next() as f64 / f64::from(1u32 << 31)
    }

    pub(super) fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

pub(super) const fn person(number: usize) -> u64 {
    number as u64 + 1
}

pub(super) fn bot(level: &str) -> Player {
    Player::Bot { level: level.to_owned(), version: bots::VERSION }
}

fn seat(player: &Player) -> RatedSeat {
    match player {
        Player::Person(id) => {
            RatedSeat { person: Some(*id), name: Some(format!("P{id}")), ..RatedSeat::default() }
        }
        Player::Bot { level, version } => {
            RatedSeat { bot: Some(level.clone()), bot_version: Some(*version), ..RatedSeat::default() }
        }
        Player::Deleted { .. } => RatedSeat::default(),
    }
}

/// A game for two.
pub(super) fn two(number: u64, game: &str, one: Player, other: Player, one_won: bool) -> RatedGame {
    let seats = [(one, one_won), (other, !one_won)].map(|(player, won)| {
        let score = if (game == "golf") == won { 1 } else { 2 };
        RatedSeat { won, score, ..seat(&player) }
    });
    RatedGame {
        number,
        game: game.to_owned(),
        ended_at: 1_800_000_000_000,
        replay_id: Some(format!("game-{number}")),
        seats: seats.into(),
    }
}

/// Games between people of rising skill and sometimes a bot; the order of a table is drawn by their skill.
pub(super) fn games_of(
    dice: &mut Dice,
    game: &str,
    seats: usize,
    people: usize,
    count: u64,
) -> Vec<RatedGame> {
    let games = (0..count).map(|number| {
        let mut players: Vec<(Player, f64)> = Vec::new();
        while players.len() < seats {
            let drawn = dice.below(people);
            let player = if dice.below(6) == 0 {
                // The arena measured these in every game.
                bot(["easy", "medium"][dice.below(2)])
            } else {
                Player::Person(person(drawn))
            };
            if players.iter().all(|(other, _)| *other != player || matches!(player, Player::Bot { .. })) {
                let skill = 2.0 * drawn as f64 / people as f64;
                // The larger one of such numbers is the first with the chances of Plackett and Luce.
                let luck = -(-(dice.chance().max(1e-12)).ln()).ln();
                players.push((player, skill + luck));
            }
        }
        let mut order: Vec<usize> = (0..seats).collect();
        order.sort_by(|one, other| players[*other].1.total_cmp(&players[*one].1));
        let results = players.iter().enumerate().map(|(index, (player, _))| {
            let place = order.iter().position(|other| *other == index).unwrap() as i64;
            let score = if game == "golf" { 10 * place } else { -10 * place };
            RatedSeat { won: place == 0, score, ..seat(player) }
        });
        RatedGame {
            number,
            game: game.to_owned(),
            ended_at: 1_800_000_000_000 - number as i64 * 3_600_000,
            replay_id: None,
            seats: results.collect(),
        }
    });
    games.collect()
}
