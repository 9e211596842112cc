//! The help: the document's words, then ours.

use bots::Level;
use game::{OptionRange, Options};
use games::onecard::OneCardOptions;

/// The document's table, word for word. It says "larger than 2" although its own sample has two players; two are
/// accepted.
const DOCUMENT: &str = "\
-h|--help                 print this help message
--log filename            write the logs in filename (default: onecard.log)
-n n|--player-number=n    n players, n must be larger than 2 (default: 4)
-c c|--initial-cards=c    deal c cards per player, c must be at least 2 (default: 5)
-d d|--decks=d            use d decks 52 cards each, d must be at least 2 (default: 2)
-r r|--rounds=r           play r rounds, r must be at least 1 (default: 1)
-a|--auto                 run in demo mode
";

const OURS: &str = "\
--seed s                  take all luck from s, 0 to 2^64-1: same seed, options and choices, same log
--bots b                  let bots play the last b players (default: 0)
--rules k=v[,k=v...]      change the rules below; or --rules FILE, one k=v a line, # begins a comment
--art[=ascii|unicode]     draw the cards on the screen (default: ascii)
--pace MS                 wait MS milliseconds after each turn of the demo or of bots alone (default: 0)
--color auto|always|never when to use colours (default: auto)
";

const NOTES: &str = "\
A value may stand after = or after a space. Of an option given twice, the last counts.
2 to 10 can play, with 2 to 8 decks and up to 1000 rounds.
";

/// The whole help.
pub(super) fn text() -> String {
    let levels = format!("--level {}", Level::ALL.map(Level::name).join("|"));
    let mut text = format!("{DOCUMENT}{OURS}{levels:<25} how well the bots play (default: thumb)\n");
    text.push_str("Rules for --rules:\n");
    for spec in OneCardOptions::specs() {
        let range = match &spec.range {
            OptionRange::Switch => "on|off".to_owned(),
            OptionRange::Choice(words) => words.join("|"),
            OptionRange::Number { min, max } => format!("{min}..{max}"),
        };
        let assignment = format!("{}={range}", spec.name);
        text.push_str(&format!("  {assignment:<33} {} (default: {})\n", spec.description, spec.default));
    }
    text.push_str(NOTES);
    text
}
