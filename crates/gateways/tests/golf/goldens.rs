//! Golden files of the messages of whole games, to be read by people. `UPDATE_GOLDEN=1` rewrites them.

use std::fmt::Write as _;
use std::time::Duration;

use games::golf::Action;
use gateways::golf::{Question, Timing};

use super::network::{Network, Ours, Program, Weather, contact};

/// The tamest player: the first two cards, then whatever turns a hidden card, so that the transcript stays short.
fn tame(question: &Question) -> Action {
    let legal = &question.view.legal;
    let own = question.view.layouts[question.seat];
    let turns = |action: &&Action| match action {
        Action::Swap(place) => own[place.index()].is_none(),
        Action::Steal(_) => question.view.turns % 5 == 1,
        _ => false,
    };
    legal.iter().find(turns).or_else(|| legal.first()).copied().unwrap()
}

fn transcript(seats: u16, steal: bool) -> String {
    let contacts: Vec<_> = (0..seats).map(contact).collect();
    let mut players: Vec<_> =
        (0..).zip(&contacts).map(|(n, contact)| Ours::new(contact, n, Timing::default())).collect();
    players.iter_mut().for_each(|player| player.thumb = Some(tame));
    assert!(players.last_mut().unwrap().peer.start(&contacts, steal, Duration::ZERO));
    let mut network = Network::new(Weather::default(), 1);
    network.log = Some(Vec::new());
    let mut programs: Vec<_> =
        contacts.iter().cloned().zip(players.iter_mut().map(|player| player as &mut dyn Program)).collect();
    assert!(network.run(&mut programs, Duration::from_secs(60)));
    let mut text = format!(
        "# A game of {seats}, {} stealing, as it goes over the wire. Each line is one datagram: when, from whom, to\n\
         # whom, what; +1 and +2 are the sockets above the base port, and | stands for the end of a line.\n\
         # Each is followed by its acknowledgement, marked <.\n",
        if steal { "with" } else { "without" }
    );
    let name = |address: std::net::SocketAddr| {
        let number = (address.port() - 4505) / 5;
        let offset = (address.port() - 4505) % 5;
        let offset = if offset == 0 { String::new() } else { format!("+{offset}") };
        format!("{}{offset}", contact(number).name())
    };
    for (at, from, to, said) in network.log.iter().flatten() {
        let comment = match said.lines().next() {
            Some("assign player") => "# The dealer tells who plays, to one after the other, itself last.\n",
            Some("announce initial reveal") => "# All cards are dealt: everybody turns two.\n",
            Some("stack") => "# What is left is the stock; its last card is the top.\n",
            _ => "",
        };
        if !text.contains(comment) {
            text.push_str(comment);
        }
        let line = match said.strip_prefix("ack ") {
            Some(said) if said.len() > 60 => format!("< {} …", said[..40].replace('\n', "|")),
            Some(said) => format!("< {}", said.replace('\n', "|")),
            None => said.replace('\n', "|"),
        };
        let _ = writeln!(text, "{:8.4} {:>6} > {:<6} {line}", at.as_secs_f64(), name(*from), name(*to));
    }
    for player in &players {
        let totals = player.peer.table().unwrap().totals();
        let _ = writeln!(text, "# {:?}, points by seat {totals:?}", player.ending().unwrap());
    }
    text
}

#[test]
fn whole_games_go_over_the_wire_as_they_are_written_down() {
    for (name, seats, steal) in [("golf-two", 2, false), ("golf-three-steal", 3, true)] {
        let path =
            std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("golden").join(format!("{name}.txt"));
        let now = transcript(seats, steal);
        if std::env::var_os("UPDATE_GOLDEN").is_some() {
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(&path, &now).unwrap();
        }
        let golden = std::fs::read_to_string(&path).unwrap();
        for (number, (golden, now)) in golden.lines().zip(now.lines()).enumerate() {
            assert_eq!(golden, now, "{name}, line {}", number + 1);
        }
        assert_eq!(golden.lines().count(), now.lines().count(), "{name}");
    }
}
