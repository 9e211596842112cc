//! Random games are played by the rules and by this copy of them, and compared after every card.

use game::options::RawOptions;
use game::{
    Audience, Chance, DiscardEvents, EventLog, Game, Options, Seat, Seed, Unveiled, Viewer, below, dice,
};
use games::chicago::{Action, Chicago, ChicagoOptions, Event, Phase, Seen};

use super::*;
use crate::BotInput;

/// The proof that the omniscient view needs, from a finished game.
fn unveiled() -> Unveiled {
    let (options, mut rng) = (ChicagoOptions::default(), dice(1));
    let mut position =
        Chicago::start(&options, 2, Chance::new(Seed::from_number(1)), &mut DiscardEvents).unwrap();
    while let Some(seat) = position.status().to_act().first() {
        let action = any(&position, seat, &mut rng);
        position.play(seat, action, &mut DiscardEvents).unwrap();
    }
    Unveiled::after(&position).unwrap()
}

fn any(position: &Chicago, seat: Seat, rng: &mut game::FastRng) -> Action {
    let mut legal = Vec::new();
    position.legal_actions(seat, &mut legal);
    legal[below(rng, legal.len() as u32) as usize]
}

/// The copy from the first card of a round on, and what its result is compared with.
struct Copy {
    play: Play,
    stake: Stake,
    /// All hands before the first card.
    hands: [CardSet; 4],
    totals: Vec<i32>,
}

impl Copy {
    fn of(options: &ChicagoOptions, position: &Chicago, unveiled: Unveiled) -> Self {
        let own = Seat::of(0);
        let view = position.seen(Viewer::Seat(own));
        let input: BotInput<'_, Chicago> = BotInput { rules: 1, options, seat: own, view: &view };
        let (known, stake) = (RoundKnowledge::of(input, false), Stake::of(input));
        let all = position.view(Viewer::Everything(unveiled)).unhidden.unwrap();
        let mut hands = [CardSet::EMPTY; 4];
        for (hand, cards) in hands.iter_mut().zip(&all.hands) {
            *hand = cards.iter().flatten().copied().collect();
        }
        let world = World { hands, ..World::default() };
        let play = match view.caller {
            Some(caller) => Play::called_by(&known, &world, caller.index()),
            None => Play::begin(&known, &world),
        };
        Self { play, stake, hands, totals: view.scores.as_slice().to_vec() }
    }

    /// Compares a card about to be played.
    fn agrees_before(&self, view: &Seen, seat: Seat) {
        assert_eq!(self.play.mover(), seat.index());
        let legal: CardSet = view
            .legal
            .iter()
            .map(|action| match action {
                Action::Play(card) => *card,
                other => panic!("{other} among cards"),
            })
            .collect();
        assert_eq!(self.play.legal(), legal);
        assert!(self.play.end().is_none());
    }

    /// Compares the end of the round.
    fn agrees_at_the_end(&self, view: &Seen, paid: &[i32]) {
        let round = view.last_round.as_ref().unwrap();
        let end = self.play.end().unwrap();
        assert_eq!(end.caller, round.caller.map(Seat::index));
        assert_eq!(round.chicago_made, round.caller.map(|_| !end.failed));
        let last = round.tricks.last().and_then(|trick| trick.winner).unwrap();
        assert_eq!(end.last, last.index());
        let mut points = [0; 4];
        let settled = settle(end, &self.stake, &self.hands, &mut points);
        let made = round.caller.filter(|_| round.chicago_made == Some(true)).map(Seat::index);
        assert_eq!(settled, Settled::Paid { made });
        let totals: Vec<i32> =
            self.totals.iter().zip(points).map(|(before, points)| before + points).collect();
        assert_eq!(totals, paid);
    }
}

#[test]
fn tricks_and_pay_are_those_of_the_rules_in_thousands_of_rounds() {
    const ROUNDS: u8 = 40;
    let unveiled = unveiled();
    let (mut rng, mut rounds, mut called) = (dice(7), 0, 0);
    let tables = [
        "",
        "chicago_plus_last=on,straight_flush=8",
        "four_resets=on",
        "must_chicago=on,one_up=on",
        "buy_stop=42",
    ];
    for settings in tables {
        let options = ChicagoOptions::from_settings(&RawOptions::parse(settings).unwrap()).unwrap();
        for game in 0..80 {
            let chance = Chance::new(Seed::from_number(3).nth(game));
            let mut position =
                Chicago::start(&options, 2 + (game % 3) as u8, chance, &mut DiscardEvents).unwrap();
            let mut copy: Option<Copy> = None;
            while let Some(seat) = position.status().to_act().first() {
                let mut action = any(&position, seat, &mut rng);
                // Random calls would leave too few rounds without a Chicago.
                if action == Action::CallChicago && below(&mut rng, 3) > 0 {
                    action = Action::NoChicago;
                }
                if let Action::Play(card) = action {
                    let view = position.seen(Viewer::Seat(seat));
                    assert_eq!(view.phase, Phase::Tricks);
                    let copy = copy.get_or_insert_with(|| Copy::of(&options, &position, unveiled));
                    copy.agrees_before(&view, seat);
                    copy.play.put(card);
                }
                let mut emitted = EventLog::new();
                position.play(seat, action, &mut emitted).unwrap();
                if let Some(ended) = copy.take_if(|copy| copy.play.cards() == 0) {
                    let view = position.seen(Viewer::Watcher);
                    let totals = |(_, event): &(Audience, Event)| match event {
                        Event::RoundEnded { totals, .. } => Some(totals.as_slice().to_vec()),
                        _ => None,
                    };
                    ended.agrees_at_the_end(&view, &emitted.0.iter().find_map(totals).unwrap());
                    rounds += 1;
                    called += usize::from(ended.play.caller.is_some());
                    // After many failed Chicagos a total saturates, which the copy does not model.
                    if view.round > ROUNDS {
                        break;
                    }
                }
            }
        }
    }
    assert!(rounds > 5_000 && called > 1_000, "{rounds} rounds, {called} with a Chicago");
}

// Four of a kind is too rare for the random games.
#[test]
fn four_of_a_kind_takes_the_totals_of_all_others_where_that_is_the_rule() {
    let options = ChicagoOptions { four_resets: true, ..ChicagoOptions::default() };
    let position =
        Chicago::start(&options, 2, Chance::new(Seed::from_number(1)), &mut DiscardEvents).unwrap();
    let mut view = position.seen(Viewer::Seat(Seat::of(0)));
    view.scores = game::PerSeat::from_fn(2, |seat| if seat.index() == 0 { 20 } else { 31 });
    let stake = Stake::of(BotInput { rules: 1, options: &options, seat: Seat::of(0), view: &view });
    let hand = |text: &str| -> CardSet {
        text.split(' ').map(|card| serde_json::from_value::<Card>(card.into()).unwrap()).collect()
    };
    let mut hands = [CardSet::EMPTY; 4];
    hands[0] = hand("SA HA DA CA S2");
    hands[1] = hand("SK HK DK S3 H3");
    let mut points = [0, 5, 0, 0];
    assert_eq!(stake.pay_best(&hands, &mut points), None);
    assert_eq!(points, [7, -31, 0, 0]);
}
