use game::options::RawOptions;
use game::{Chance, Options, Seed, Viewer, dice};
use games::onecard::OneCardOptions;

use super::*;
use crate::{Bot, Level};

/// How many of the given number of games the first of these levels wins.
fn wins(levels: &[Level], settings: &str, games: u64) -> u64 {
    let options = OneCardOptions::from_settings(&RawOptions::parse(settings).unwrap()).unwrap();
    let seats = levels.len() as u8;
    let mut bots: Vec<Box<dyn Bot<OneCard>>> = levels.iter().map(|level| level.bot()).collect();
    let (mut rng, mut won) = (dice(2), 0);
    for game in 0..games {
        let chance = Chance::new(Seed::from_number(6).nth(game));
        let mut position = OneCard::start(&options, seats, chance, &mut DiscardEvents).unwrap();
        let turned = (game % u64::from(seats)) as usize;
        while let Some(seat) = position.status().to_act().first() {
            let view = position.seen(Viewer::Seat(seat));
            let input = BotInput { rules: 1, options: &options, seat, view: &view };
            let bot = (seat.index() + turned) % levels.len();
            let action = bots[bot].choose(input, &mut rng, Budget::usual());
            position.play(seat, action, &mut DiscardEvents).unwrap();
        }
        let own = Seat::of(((levels.len() - turned) % levels.len()) as u8);
        won += u64::from(position.status().outcome().unwrap().winners.contains(own));
    }
    won
}

#[test]
fn whoever_thinks_beats_a_random_player() {
    let won = wins(&[Level::Medium, Level::Random], "", 200);
    assert!(won >= 112, "{won} of 200");
}

#[test]
fn it_thinks_by_every_house_rule() {
    let every = "multi=on,play_drawn=on,may_draw=on,redirect=suit_or_rank,queen_skips_2=on";
    let won = wins(&[Level::Medium, Level::Random], every, 30);
    assert!(won >= 15, "{won} of 30");
    let won = wins(&[Level::Medium, Level::Random, Level::Random], "rounds=2,decks=3", 12);
    assert!(won >= 3, "{won} of 12");
}
