use game::{Chance, DiscardEvents, Game, Seed, Viewer, dice};
use games::chicago::ChicagoOptions;

use super::*;
use crate::{Bot, Level};

/// Plays games between two levels; how many the first wins, and how many Chicagos it made and failed.
fn play(levels: [Level; 2], games: u64, options: &ChicagoOptions) -> (u64, [u32; 2]) {
    let mut bots: Vec<Box<dyn Bot<Chicago>>> = levels.iter().map(|level| level.bot()).collect();
    let (mut rng, mut won, mut calls) = (dice(9), 0, [0; 2]);
    for game in 0..games {
        let chance = Chance::new(Seed::from_number(8).nth(game));
        let mut position = Chicago::start(options, 2, chance, &mut DiscardEvents).unwrap();
        let turned = (game % 2) as usize;
        while let Some(seat) = position.status().to_act().first() {
            let view = position.seen(Viewer::Seat(seat));
            let input = BotInput { rules: 1, options, seat, view: &view };
            let bot = (seat.index() + turned) % 2;
            let action = bots[bot].choose(input, &mut rng, Budget::usual());
            let mut emitted = game::EventLog::new();
            position.play(seat, action, &mut emitted).unwrap();
            for (_, event) in &emitted.0 {
                if let Some((who, what)) = Chicago::note(event)
                    && (who.index() + turned).is_multiple_of(2)
                {
                    calls[usize::from(what == "Chicagos failed")] += 1;
                }
            }
        }
        let winners = position.status().outcome().unwrap().winners;
        won += u64::from(winners.contains(Seat::of((turned % 2) as u8)));
    }
    (won, calls)
}

#[test]
fn whoever_thinks_beats_a_beginner() {
    let (won, _) = play([Level::Hard, Level::Easy], 16, &ChicagoOptions::default());
    assert!(won >= 11, "{won} of 16");
}

#[test]
fn it_thinks_by_every_house_rule() {
    let options = ChicagoOptions {
        one_up: true,
        must_chicago: true,
        chicago_plus_last: true,
        buy_stop: games::chicago::BuyStop::At42,
        ..ChicagoOptions::default()
    };
    let (won, _) = play([Level::Medium, Level::Random], 6, &options);
    assert!(won >= 4, "{won} of 6");
}

#[test]
fn a_hand_that_nobody_can_beat_is_called_and_a_poor_one_is_not() {
    let options = ChicagoOptions::default();
    let call = |cards: &str| {
        let chance = Chance::new(Seed::from_number(4));
        let mut position = Chicago::start(&options, 2, chance, &mut DiscardEvents).unwrap();
        for seat in [0, 1].map(Seat::of).into_iter().cycle().take(6) {
            position.play(seat, Action::Change(CardSet::EMPTY), &mut DiscardEvents).unwrap();
        }
        let mut view = position.seen(Viewer::Seat(Seat::of(0)));
        let cards: Vec<Card> =
            cards.split(' ').map(|card| serde_json::from_value(card.into()).unwrap()).collect();
        view.view.hand = Some(std::array::from_fn(|place| Some(cards[place])));
        let input = BotInput { rules: 1, options: &options, seat: Seat::of(0), view: &view };
        Chicago::evaluate(input, Effort::Hard, &mut dice(1), Budget::usual()).choice().action
    };
    assert_eq!(call("SA SK SQ HA CA"), Action::CallChicago);
    assert_eq!(call("S2 S7 H9 C3 D4"), Action::NoChicago);
}

#[test]
fn imagined_hands_of_an_expert_tell_the_story_that_the_table_saw() {
    let options = ChicagoOptions::default();
    let mut position =
        Chicago::start(&options, 4, Chance::new(Seed::from_number(12)), &mut DiscardEvents).unwrap();
    let own = Seat::of(0);
    // The others change as the rule of thumb has it, twice; the seat keeps its cards.
    for _ in 0..8 {
        let seat = position.status().to_act().first().unwrap();
        let view = position.seen(Viewer::Seat(seat));
        let action = match seat == own {
            true => Action::Change(CardSet::EMPTY),
            false => {
                Chicago::heuristic(BotInput { rules: 1, options: &options, seat, view: &view }, &mut dice(1))
            }
        };
        position.play(seat, action, &mut DiscardEvents).unwrap();
    }
    let view = position.seen(Viewer::Seat(own));
    let known = RoundKnowledge::of(BotInput { rules: 1, options: &options, seat: own, view: &view }, true);
    let mut dice = dice(3);
    let paid = match view.awards.last() {
        Some(games::chicago::Award::Paid { seat, class, .. }) if *seat != own => (*seat, *class),
        other => panic!("the seat or nobody was paid: {other:?}"),
    };
    let worlds = 200;
    let mut agree = 0;
    for _ in 0..worlds {
        let world = known.imagine(&mut dice, &Meter::of(&Budget::usual()));
        let class = |seat: usize| thumb_exchange::value_of(world.hands[seat]).unwrap().class();
        let best = (1..4).map(class).max().unwrap();
        agree += u32::from(class(paid.0.index()) == paid.1 && best == paid.1);
        let hands = world.hands.iter().fold(CardSet::EMPTY, |all, hand| all | *hand);
        let deck: CardSet = world.deck.iter().copied().collect();
        assert_eq!(hands.len() + deck.len() + world.returned.len(), 52, "no card is missing or twice");
        assert!((hands & deck).is_empty() && ((hands | deck) & world.returned).is_empty());
    }
    // Now and then a world doubts that the others play by rules of thumb.
    assert!(agree > worlds * 3 / 5, "{agree} of {worlds}");
}

#[test]
fn imagined_hands_hold_what_was_played_and_no_suit_that_was_not_followed() {
    let options = ChicagoOptions::default();
    let (own, other) = (Seat::of(0), Seat::of(1));
    let mut checked = 0;
    for seed in 0..12 {
        let chance = Chance::new(Seed::from_number(seed));
        let mut position = Chicago::start(&options, 2, chance, &mut DiscardEvents).unwrap();
        while let Some(seat) = position.status().to_act().first() {
            let view = position.seen(Viewer::Seat(seat));
            let input = BotInput { rules: 1, options: &options, seat, view: &view };
            let played: Vec<CardSet> = view
                .tricks
                .iter()
                .map(|trick| trick.played(2).filter(|(who, _)| *who == other).map(|(_, card)| card).collect())
                .collect();
            let played = played.into_iter().fold(CardSet::EMPTY, |all, some| all | some);
            if view.phase == Phase::Tricks && seat == own && !played.is_empty() {
                let known = RoundKnowledge::of(input, true);
                let world = known.imagine(&mut dice(seed), &Meter::of(&Budget::usual()));
                let held = world.hands[1];
                assert_eq!(held.len() + played.len(), 5);
                assert!((held & played).is_empty() && (held & known.held).is_empty());
                checked += 1;
            }
            let action = Chicago::heuristic(input, &mut dice(1));
            position.play(seat, action, &mut DiscardEvents).unwrap();
            if view.round > 3 {
                break;
            }
        }
    }
    assert!(checked > 50, "{checked}");
}
