//! Events in words.

use cards::Card;
use game::Voice;

use super::{Award, CHICAGO, Ending, Event, LAST_TRICK};

/// The event as one sentence.
pub(super) fn of(event: &Event, voice: &Voice) -> String {
    match event {
        Event::RoundBegan { round, dealer } => {
            format!("Round {round}: {}.", voice.does(*dealer, "deal", "deals"))
        }
        Event::Shuffled { .. } => "The deck is shuffled.".to_owned(),
        Event::Reshuffled { cards } => {
            format!("The deck is used up: the {cards} returned cards become the new deck.")
        }
        Event::Dealt { seat, hand: Some(hand) } => {
            format!("{} {}.", voice.does(*seat, "get", "gets"), listed(hand))
        }
        Event::Dealt { seat, hand: None } => format!("{} five cards.", voice.does(*seat, "get", "gets")),
        Event::ChangeChosen { seat, cards: Some(cards) } if cards.is_empty() => {
            format!("{} to keep the hand.", voice.does(*seat, "choose", "chooses"))
        }
        Event::ChangeChosen { seat, cards: Some(cards) } => {
            let cards: Vec<_> = cards.iter().collect();
            format!("{} to change {}.", voice.does(*seat, "choose", "chooses"), listed(&cards))
        }
        Event::ChangeChosen { seat, cards: None } => {
            format!("{} chosen.", voice.does(*seat, "have", "has"))
        }
        Event::Changed { seat, count: 0, .. } => format!("{} all cards.", voice.does(*seat, "keep", "keeps")),
        Event::Changed { seat, swaps: Some(swaps), .. } => {
            let old: Vec<_> = swaps.iter().map(|swap| swap.old).collect();
            let new: Vec<_> = swaps.iter().map(|swap| swap.new).collect();
            format!("{} {} into {}.", voice.does(*seat, "change", "changes"), listed(&old), listed(&new))
        }
        Event::Changed { seat, count, swaps: None } => {
            let cards = if *count == 1 { "card" } else { "cards" };
            format!("{} {count} {cards}.", voice.does(*seat, "change", "changes"))
        }
        Event::OpenCard { seat, card } => format!("{card} is turned up for {}.", voice.inner_name(*seat)),
        Event::OpenTaken { seat, card } => format!("{} {card}.", voice.does(*seat, "take", "takes")),
        Event::UnseenDrawn { seat, left, card } => {
            let drawn = card.map_or_else(|| "the next card unseen".to_owned(), |card| card.to_string());
            let leave = voice.does(*seat, "leave", "leaves");
            let draw = if voice.is_you(*seat) { "draw" } else { "draws" };
            format!("{leave} {left} and {draw} {drawn}.")
        }
        Event::HandPaid { number, award, .. } => award_sentence(*number, award, voice),
        Event::OthersReset { seat } => {
            format!("Everybody but {} stands at 0 points now.", voice.inner_name(*seat))
        }
        _ => after_the_exchanges(event, voice),
    }
}

fn after_the_exchanges(event: &Event, voice: &Voice) -> String {
    match event {
        Event::CallAnswered { seat, call: Some(true) } => {
            format!("{} Chicago.", voice.does(*seat, "say", "says"))
        }
        Event::CallAnswered { seat, call: Some(false) } => {
            format!("{} no Chicago.", voice.does(*seat, "say", "says"))
        }
        Event::CallAnswered { seat, call: None } => {
            format!("{} decided about Chicago.", voice.does(*seat, "have", "has"))
        }
        Event::CallDecided { caller: Some(seat) } => {
            format!("{} Chicago and must win all five tricks.", voice.does(*seat, "play", "plays"))
        }
        Event::CallDecided { caller: None } => "Nobody plays Chicago.".to_owned(),
        Event::CallVoid { seat } => {
            let verb = if voice.is_you(*seat) { "have" } else { "has" };
            let name = voice.name(*seat);
            format!("{name} {verb} called in vain: another caller is first in turn.")
        }
        Event::CardPlayed { seat, card } => format!("{} {card}.", voice.does(*seat, "play", "plays")),
        Event::TrickWon { seat, trick } => format!("{} trick {trick}.", voice.does(*seat, "win", "wins")),
        Event::ChicagoMade { seat } => {
            format!("{} the Chicago: {CHICAGO} points.", voice.does(*seat, "make", "makes"))
        }
        Event::ChicagoFailed { seat } => {
            format!("{} the Chicago: {CHICAGO} points lost.", voice.does(*seat, "miss", "misses"))
        }
        Event::LastTrickPaid { seat } => {
            format!("{} {LAST_TRICK} points for the last trick.", voice.does(*seat, "get", "gets"))
        }
        Event::LastTrickUnpaid { seat } => {
            format!("The last trick pays nobody: {} missed the Chicago.", voice.inner_name(*seat))
        }
        Event::RoundEnded { round, totals } => {
            let totals: Vec<_> =
                totals.iter().map(|(seat, total)| format!("{} {total}", voice.inner_name(seat))).collect();
            format!("After round {round}: {}.", totals.join(", "))
        }
        Event::LevelAtTop { seats } => {
            format!("{} are level at the top: another round is played.", voice.list(seats.iter()))
        }
        Event::GameOver { winners, ending } => {
            let names = voice.list(winners.iter());
            let several = winners.len() > 1 || winners.first().is_some_and(|seat| voice.is_you(seat));
            let win = if several { "win" } else { "wins" };
            match ending {
                Ending::Points => format!("{names} {win} the game."),
                Ending::RoyalFlush => format!("{names} {win} the game with a royal flush."),
                Ending::LastRound => format!("{names} {win} the game: the last round is played."),
            }
        }
        // `of` handles all other events.
        _ => String::new(),
    }
}

fn award_sentence(number: u8, award: &Award, voice: &Voice) -> String {
    match award {
        Award::Paid { seat, class, points } => {
            let s = if *points == 1 { "" } else { "s" };
            let holds = voice.does(*seat, "have", "has");
            format!("Hand {number}: {holds} the best, {}, for {points} point{s}.", class.phrase())
        }
        Award::Drawn { class } => {
            format!("Hand {number}: the best hands are equal ({}), so nobody is paid.", class.phrase())
        }
        Award::NoHand => format!("Hand {number}: nobody has a pair or better."),
        Award::Royal { seat } => {
            format!("Hand {number}: {} a royal flush.", voice.does(*seat, "have", "has"))
        }
    }
}

fn listed(cards: &[Card]) -> String {
    cards.iter().map(Card::to_string).collect::<Vec<_>>().join(" ")
}
