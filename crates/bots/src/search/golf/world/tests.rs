//! Random games are played by the rules and by this copy of them, and compared after every action.

use game::options::RawOptions;
use game::{Chance, DiscardEvents, Game, Options, Seed, Unveiled, Viewer, below, dice};
use games::golf::{Action, Golf};

use super::*;

/// The proof that the omniscient view needs, from a finished game.
fn unveiled() -> Unveiled {
    let options = GolfOptions::from_settings(&RawOptions::parse("rounds=1").unwrap()).unwrap();
    let mut position =
        Golf::start(&options, 2, Chance::new(Seed::from_number(1)), &mut DiscardEvents).unwrap();
    while let Some(seat) = position.status().to_act().first() {
        position.play(seat, position.default_action(seat), &mut DiscardEvents).unwrap();
    }
    Unveiled::after(&position).unwrap()
}

fn ranks(cards: impl IntoIterator<Item = Card>) -> Vec<u8> {
    cards.into_iter().map(|card| card.rank() as u8).collect()
}

impl World {
    /// The round as it really is.
    fn really(view: &Seen) -> Self {
        let mut world = Self {
            seats: usize::from(view.layouts.seats()),
            ranks: [[0; CARDS]; GOLF_MAX_SEATS],
            up: [0; GOLF_MAX_SEATS],
            stock: ranks(view.stock_order.iter().flatten().rev().copied()),
            discards: ranks(view.discards.iter().copied()),
            about: [0; RANKS],
            turn: view.mover.index(),
            turns: view.turns,
            last_turns: view.last_turns.map(|last| last.left),
            over: false,
        };
        let hidden = view.face_down.unwrap();
        for (seat, faces) in view.layouts.iter() {
            for place in 0..CARDS {
                let (up, down) = (faces[place], hidden[seat][place]);
                let card = up.or(down).unwrap().rank() as u8;
                world.ranks[seat.index()][place] = card;
                if up.is_some() {
                    world.up[seat.index()] |= 1 << place;
                } else {
                    world.about[usize::from(card)] += 1;
                }
            }
        }
        for card in &world.stock {
            world.about[usize::from(*card)] += 1;
        }
        world
    }
}

/// The copy, and what the player in turn holds.
struct Copy {
    world: World,
    rules: Rules,
    held: Option<u8>,
    /// A card thrown away by a player who must still turn one: the copy does both in one step.
    thrown: Option<u8>,
}

impl Copy {
    fn of(options: &GolfOptions, view: &Seen) -> Self {
        Self { world: World::really(view), rules: Rules::of(options, view), held: None, thrown: None }
    }

    /// Applies an action to the copy, given the real table after it.
    fn follow(&mut self, seat: Seat, action: Action, now: &Seen, rng: &mut FastRng) {
        let (own, rules) = (seat.index(), self.rules);
        let world = &mut self.world;
        match action {
            Action::Reveal(two) => {
                two.places().into_iter().for_each(|place| world.turn_up(own, place.index()));
            }
            Action::TakeStock => {
                let made_new = world.stock.is_empty();
                let drawn = world.draw(rng).unwrap();
                let real = now.held.unwrap().card.unwrap().rank() as u8;
                if made_new {
                    // The same cards, in another order.
                    let mut cards = [&world.stock[..], &[drawn]].concat();
                    world.stock = ranks(now.stock_order.iter().flatten().rev().copied());
                    let mut real_cards = [&world.stock[..], &[real]].concat();
                    cards.sort_unstable();
                    real_cards.sort_unstable();
                    assert_eq!(cards, real_cards);
                    world.about[usize::from(drawn)] += 1;
                    world.about[usize::from(real)] -= 1;
                } else {
                    assert_eq!(drawn, real);
                }
                self.held = Some(real);
            }
            Action::TakeDiscard => self.held = world.discards.pop(),
            Action::Swap(place) => world.swap(&rules, own, place.index(), self.held.take().unwrap()),
            Action::ThrowAway if now.phase == ViewPhase::TurnOne && now.mover == seat => {
                self.thrown = self.held.take();
            }
            Action::ThrowAway => world.throw(&rules, own, self.held.take().unwrap(), None),
            Action::Turn(place) => {
                world.throw(&rules, own, self.thrown.take().unwrap(), Some(place.index()));
            }
            Action::Steal(steal) => world.steal(&rules, own, steal.own, steal.from, steal.card),
        }
    }

    /// Compares everything with the real table, except between two steps that are one in the copy.
    fn agrees(&self, now: &Seen) {
        if self.thrown.is_some() {
            return;
        }
        let (world, real) = (&self.world, World::really(now));
        assert!(!world.is_over());
        assert_eq!(world.ranks, real.ranks);
        assert_eq!(world.up, real.up);
        assert_eq!(world.stock, real.stock);
        assert_eq!(world.discards, real.discards);
        assert_eq!(world.about, real.about);
        assert_eq!(world.turns, real.turns);
        assert_eq!(world.last_turns, real.last_turns);
        if now.phase == ViewPhase::Take {
            assert_eq!(world.turn, real.turn);
        }
    }
}

/// Plays one game by the rules and by the copy. How many rounds were compared, and how often the stock was renewed.
fn play(
    options: &GolfOptions,
    seats: u8,
    chance: Chance,
    unveiled: Unveiled,
    rng: &mut FastRng,
) -> (u32, u32) {
    let everything = Viewer::Everything(unveiled);
    let mut position = Golf::start(options, seats, chance, &mut DiscardEvents).unwrap();
    let mut view = position.seen(everything);
    let mut copy = Copy::of(options, &view);
    let (mut legal, mut rounds, mut made_new) = (Vec::new(), 0, 0);
    while let Some(seat) = position.status().to_act().first() {
        legal.clear();
        position.legal_actions(seat, &mut legal);
        if view.phase == ViewPhase::Take {
            assert_eq!(copy.world.can_draw(), legal.contains(&Action::TakeStock));
        }
        let action = legal[below(rng, legal.len() as u32) as usize];
        position.play(seat, action, &mut DiscardEvents).unwrap();
        let now = position.seen(everything);
        copy.follow(seat, action, &now, rng);
        if now.round == view.round && now.outcome.is_none() {
            copy.agrees(&now);
            made_new += u32::from(now.new_stocks > view.new_stocks);
        } else {
            assert!(copy.world.is_over());
            let points: Vec<i32> =
                (0..copy.world.seats).map(|seat| copy.world.points(&copy.rules, seat)).collect();
            assert_eq!(points, now.results.last().unwrap().as_slice());
            rounds += 1;
            copy = Copy::of(options, &now);
        }
        view = now;
    }
    (rounds, made_new)
}

#[test]
fn a_round_goes_as_by_the_rules_in_thousands_of_games() {
    let unveiled = unveiled();
    let mut rng = dice(5);
    let tables = [
        ("rounds=1", 2, 4, 500),
        ("rounds=1,packs=2,values=court", 2, 8, 300),
        ("rounds=1,end_rule=first_out,steal=on", 2, 4, 600),
        ("rounds=1,end_rule=first_out_plus_one,flip_on_discard=on,values=plus_two", 2, 4, 600),
        ("rounds=2,packs=2,steal=on,flip_on_discard=on,first_discard=off", 2, 8, 300),
        ("peers=on,steal=on", 2, 4, 60),
        ("peers=on", 2, 4, 60),
    ];
    let mut all_made_new = 0;
    for (settings, least, most, games) in tables {
        let options = GolfOptions::from_settings(&RawOptions::parse(settings).unwrap()).unwrap();
        let (mut rounds, mut made_new) = (0, 0);
        for game in 0..games {
            let seats = least + (game % (u64::from(most - least) + 1)) as u8;
            let chance = Chance::new(Seed::from_number(9).nth(game));
            let (played, new_stocks) = play(&options, seats, chance, unveiled, &mut rng);
            rounds += u64::from(played);
            made_new += new_stocks;
        }
        assert!(rounds >= games, "{settings}: {rounds}");
        all_made_new += made_new;
    }
    assert!(all_made_new > 500, "the stock was renewed {all_made_new} times");
}
