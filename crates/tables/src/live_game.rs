//! A game at a table, whatever game it is.
//!
//! The house handles all games alike: actions, events and views are JSON to it. Behind this trait they are typed
//! again.

use std::any::Any;
use std::sync::Arc;

use bots::{Budget, Level, Question, Thinker};
use game::json::{self, NotJson, field};
use game::options::Settings;
use game::{Chance, Dice, Game, Options, PerSeat, Seat, Seed, Silent, Status, Told, Viewer, Voice};
use games::{Kind, with_game};
use protocol::{EventTold, GameJson, Refusal, RefusalCode, Seal, Wire};
use serde::{Deserialize, Serialize};

use crate::desk::Written;
use crate::legacy_rules::LegacyRules;
use crate::table::{EventOf, UpdateHead};

/// Who chose an action: it stands in the record.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Chooser {
    /// The person on the seat.
    Person,
    /// The clock played what the person had marked.
    Draft,
    /// The clock played the default.
    Clock,
    /// A bot: the seat's own, or one that plays for somebody who is away.
    Bot,
}

/// A refused action, with what would be legal.
#[derive(Clone, Debug)]
pub(crate) struct RefusedAction {
    /// Why.
    pub refusal: Refusal,
    /// What would be legal now; nothing if it is not the seat's turn.
    pub legal: Option<GameJson>,
}

/// One game at a table, from the deal to its end and after.
pub(crate) trait LiveGame: Send + Sync {
    /// How many play.
    fn seats(&self) -> u8;
    /// Who is to act, or how it ended.
    fn status(&self) -> Status;
    /// Points so far.
    fn scores(&self) -> Vec<i32>;
    /// How many decisions a seat has made: the `nth` of its next one.
    fn decisions(&self, seat: Seat) -> u32;
    /// What a seat decided, and who chose it.
    fn decided(&self, seat: Seat, nth: u32) -> Option<(GameJson, Chooser)>;
    /// What a viewer sees.
    fn view(&self, viewer: Viewer) -> GameJson;
    /// Plays an action on a copy.
    ///
    /// # Errors
    /// If it cannot be read or the rules forbid it.
    fn attempt(&self, seat: Seat, action: &str) -> Result<Attempt, RefusedAction>;
    /// Plays what was tried: the same happens as on the copy, for all luck is in the position.
    fn accept(&mut self, attempt: Attempt, by: Chooser);
    /// What is played when the time is up and there is no legal draft. Only for seats to act.
    fn default_action(&self, seat: Seat) -> GameJson;
    /// Tells what a viewer hears of the last action, or of the deal before the first, as it goes over the wire.
    fn update(&self, head: &UpdateHead<'_>, viewer: Viewer, voice: &Voice, tell: &mut dyn FnMut(Written<'_>));
    /// What was told by each action after the first `count`, from the deal on if `count` is nothing.
    fn events_after(&self, count: Option<usize>, viewer: Viewer, voice: &Voice) -> Vec<Vec<EventTold>>;
    /// How long people may look at a result before the next decision.
    fn pause_seconds(&self) -> u32;
    /// Whether whoever acted last is in the middle of a turn.
    fn turn_goes_on(&self) -> bool;
    /// A bot's decision, to be made elsewhere: it holds the seat's view and nothing more.
    fn thought(&self, seat: Seat, level: Level) -> Thought;
    /// Writes the game down, and what is played after: with who chose each action, in one line, the fields in
    /// alphabetical order.
    fn write_record(&self, after: &[PlayedBy<&GameJson>], out: &mut Vec<u8>) -> Result<(), NotJson>;
}

/// An action that was tried on a copy of the position.
pub(crate) struct Attempt {
    /// The action as it is always written.
    pub action: GameJson,
    /// The state afterwards.
    pub status: Status,
    /// The points afterwards.
    pub scores: PerSeat<i32>,
    /// The seal of the game, if this ends it and the game was written down already.
    pub seal: Option<Seal>,
    inner: Box<dyn Any + Send>,
}

/// A decision that a bot still has to make.
pub(crate) struct Thought(Box<Decider>);

type Decider = dyn FnOnce(&mut Dice, Budget<'_>) -> GameJson + Send;

impl Thought {
    /// A decision made in a test's own way.
    #[cfg(test)]
    pub(crate) fn of(decide: impl FnOnce(&mut Dice, Budget<'_>) -> GameJson + Send + 'static) -> Self {
        Self(Box::new(decide))
    }

    /// Makes it.
    #[must_use]
    pub(crate) fn decide(self, dice: &mut Dice, budget: Budget<'_>) -> GameJson {
        (self.0)(dice, budget)
    }
}

/// The legacy protocol that a table was opened through, and what its programs need.
pub(crate) struct LegacyTable {
    pub(crate) protocol: Wire,
    pub(crate) rules: Arc<dyn LegacyRules>,
}

/// Deals a game.
///
/// # Errors
/// If the settings are wrong or do not fit so many seats.
pub(crate) fn deal(
    kind: Kind,
    settings: &Settings,
    seats: u8,
    seed: Seed,
    legacy: Option<LegacyTable>,
) -> Result<Box<dyn LiveGame>, Refusal> {
    with_game!(kind, G => Live::<G>::deal(settings, seats, seed, legacy).map(|live| Box::new(live) as Box<dyn LiveGame>))
}

/// Checks a table's settings and gives them completed with the defaults.
///
/// # Errors
/// If the settings are wrong or do not fit so many seats.
pub(crate) fn check_settings(kind: Kind, settings: &Settings, seats: u8) -> Result<Settings, Refusal> {
    with_game!(kind, G => read_options::<G>(settings, seats).map(|options| options.settings()))
}

/// The settings of the next game of the same people.
///
/// # Errors
/// If the settings are wrong.
pub(crate) fn rematch_settings(kind: Kind, settings: &Settings, seats: u8) -> Result<Settings, Refusal> {
    with_game!(kind, G => read_options::<G>(settings, seats)
        .map(|options| <G as Game>::rematch_options(&options, seats).settings()))
}

fn read_options<G: Game>(settings: &Settings, seats: u8) -> Result<G::Options, Refusal> {
    let bad = |sentence: String| Refusal::new(RefusalCode::BadOptions, sentence);
    let options = G::Options::from_settings(settings).map_err(|error| bad(error.to_string()))?;
    G::admits(&options, seats).map_err(|error| bad(error.to_string()))?;
    Ok(options)
}

fn to_json(thing: &impl Serialize) -> GameJson {
    // Actions, events and views are plain data: writing them cannot fail. Were it to, null says so.
    serde_json::value::to_raw_value(thing).unwrap_or_else(|_| GameJson::default())
}

struct Live<G: Game> {
    options: G::Options,
    seed: Seed,
    legacy: Option<LegacyTable>,
    position: G,
    played: Vec<PlayedBy<G::Action>>,
    decisions: PerSeat<u32>,
    last: Told<G::Event>,
}

/// An action, by whom it was chosen, and for which seat.
#[derive(Clone, Copy)]
pub(crate) struct PlayedBy<A> {
    pub(crate) action: A,
    pub(crate) by: Chooser,
    pub(crate) seat: Seat,
}

impl<A> PlayedBy<A> {
    fn write(
        &self,
        out: &mut Vec<u8>,
        action: impl FnOnce(&A, &mut Vec<u8>) -> Result<(), NotJson>,
    ) -> Result<(), NotJson> {
        out.extend_from_slice(b"{\"action\":");
        action(&self.action, out)?;
        field(out, b",\"by\":", &self.by)?;
        field(out, b",\"seat\":", &self.seat)?;
        out.push(b'}');
        Ok(())
    }
}

/// What was tried. The copy it was tried on is gone: to play it again costs less than to keep that.
struct Tried<A> {
    seat: Seat,
    action: A,
}

impl<G: Game> Live<G> {
    fn deal(
        settings: &Settings,
        seats: u8,
        seed: Seed,
        legacy: Option<LegacyTable>,
    ) -> Result<Self, Refusal> {
        let options = read_options::<G>(settings, seats)?;
        let mut last = Told::new();
        let position = G::deal(&options, seats, Chance::new(seed), &mut last);
        let decisions = PerSeat::new(seats);
        Ok(Self { options, seed, legacy, position, played: Vec::new(), decisions, last })
    }

    fn legal_actions(&self, seat: Seat) -> Vec<G::Action> {
        let mut legal = Vec::new();
        if self.position.status().to_act().contains(seat) {
            self.position.legal_actions(seat, &mut legal);
        }
        legal
    }

    fn legal(&self, seat: Seat) -> Option<GameJson> {
        let legal = self.legal_actions(seat);
        (!legal.is_empty()).then(|| to_json(&legal))
    }

    /// What the clock and bots may choose for a seat where old programs sit, the clock's preference first; `None` where
    /// they may choose anything legal.
    fn survivable(&self, seat: Seat) -> Option<Vec<G::Action>> {
        let LegacyTable { protocol, rules } = self.legacy.as_ref()?;
        let legal = self.legal_actions(seat);
        let json: Vec<GameJson> = legal.iter().map(to_json).collect();
        let kept = rules.survivable(*protocol, &json);
        let read = kept.iter().filter_map(|action| serde_json::from_str(action.get()).ok());
        let kept: Vec<G::Action> = read.filter(|action| legal.contains(action)).collect();
        (!kept.is_empty() && kept.len() < legal.len()).then_some(kept)
    }
}

/// The same view with these legal actions only.
fn with_legal<G: Game>(view: G::View, kept: &[G::Action]) -> G::View {
    let legal: Vec<_> = G::legal_in(&view).iter().filter(|action| kept.contains(action)).collect();
    let restricted = || {
        let mut json = serde_json::to_value(&view)?;
        json["legal"] = serde_json::to_value(&legal)?;
        serde_json::from_value(json)
    };
    // A law holds that views survive JSON.
    restricted().unwrap_or(view)
}

fn events<G: Game>(told: &Told<G::Event>, viewer: Viewer, voice: &Voice) -> Vec<EventTold> {
    let tell = |event| EventTold { event: to_json(event), text: G::sentence(event, voice) };
    told.to(viewer).map(tell).collect()
}

/// A comma, unless what is written after it is the first of a list that begins there.
fn separate(out: &mut Vec<u8>, begin: usize) {
    if out.len() > begin {
        out.push(b',');
    }
}

impl<G: Thinker> LiveGame for Live<G> {
    fn seats(&self) -> u8 {
        self.position.seats()
    }

    fn status(&self) -> Status {
        self.position.status()
    }

    fn scores(&self) -> Vec<i32> {
        self.position.scores().as_slice().to_vec()
    }

    fn decisions(&self, seat: Seat) -> u32 {
        self.decisions.get(seat).copied().unwrap_or_default()
    }

    fn decided(&self, seat: Seat, nth: u32) -> Option<(GameJson, Chooser)> {
        let played = self.played.iter().filter(|played| played.seat == seat).nth(nth as usize)?;
        Some((to_json(&played.action), played.by))
    }

    fn view(&self, viewer: Viewer) -> GameJson {
        to_json(&self.position.view(viewer))
    }

    fn attempt(&self, seat: Seat, action: &str) -> Result<Attempt, RefusedAction> {
        let refuse = |refusal| RefusedAction { refusal, legal: self.legal(seat) };
        let action: G::Action = serde_json::from_str(action).map_err(|error| {
            let sentence = format!("This is no action of {}: {error}.", G::TITLE);
            refuse(Refusal::new(RefusalCode::BadAction, sentence))
        })?;
        let mut position = self.position.clone();
        position.play(seat, action, &mut Silent).map_err(|illegal| {
            refuse(Refusal { code: illegal.code().to_owned(), message: illegal.to_string() })
        })?;
        Ok(Attempt {
            action: to_json(&action),
            status: position.status(),
            scores: position.scores(),
            seal: None,
            inner: Box::new(Tried { seat, action }),
        })
    }

    fn accept(&mut self, attempt: Attempt, by: Chooser) {
        // An attempt of another game would be a mistake of the house; it is dropped rather than believed.
        let Ok(tried) = attempt.inner.downcast::<Tried<G::Action>>() else {
            debug_assert!(false, "an attempt of another game");
            return;
        };
        let Tried { seat, action } = *tried;
        self.last.0.clear();
        self.position.apply(seat, action, &mut self.last);
        self.decisions[seat] += 1;
        self.played.push(PlayedBy { action, by, seat });
    }

    fn default_action(&self, seat: Seat) -> GameJson {
        let default = self.position.default_action(seat);
        let preferred = self.survivable(seat).filter(|kept| !kept.contains(&default));
        to_json(&preferred.and_then(|kept| kept.first().copied()).unwrap_or(default))
    }

    fn update(
        &self,
        head: &UpdateHead<'_>,
        viewer: Viewer,
        voice: &Voice,
        tell: &mut dyn FnMut(Written<'_>),
    ) {
        let told = |event| EventOf { event, text: G::sentence(event, voice) };
        let events: Vec<_> = self.last.to(viewer).map(told).collect();
        let nth = viewer.seat().map_or(0, |seat| self.decisions(seat));
        head.tell(nth, &events, |out| self.position.write_view(viewer, out), tell);
    }

    fn events_after(&self, count: Option<usize>, viewer: Viewer, voice: &Voice) -> Vec<Vec<EventTold>> {
        let mut told = Told::new();
        let mut position = G::deal(&self.options, self.seats(), Chance::new(self.seed), &mut told);
        let mut missed = Vec::new();
        if count.is_none() {
            missed.push(events::<G>(&told, viewer, voice));
        }
        for (index, played) in self.played.iter().enumerate() {
            if count.is_some_and(|count| index < count) {
                position.apply(played.seat, played.action, &mut Silent);
            } else {
                let mut told = Told::new();
                position.apply(played.seat, played.action, &mut told);
                missed.push(events::<G>(&told, viewer, voice));
            }
        }
        missed
    }

    fn pause_seconds(&self) -> u32 {
        self.position.pause_seconds()
    }

    fn turn_goes_on(&self) -> bool {
        self.position.turn_goes_on()
    }

    fn thought(&self, seat: Seat, level: Level) -> Thought {
        let (options, mut view) = (self.options, self.position.view(Viewer::Seat(seat)));
        if let Some(kept) = self.survivable(seat) {
            view = with_legal::<G>(view, &kept);
        }
        Thought(Box::new(move |dice, budget| {
            let question = Question { options: &options, seat, view: &view };
            to_json(&level.bot::<G>().choose(question, dice, budget))
        }))
    }

    fn write_record(&self, after: &[PlayedBy<&GameJson>], out: &mut Vec<u8>) -> Result<(), NotJson> {
        out.extend_from_slice(b"{\"actions\":[");
        let begin = out.len();
        for played in &self.played {
            separate(out, begin);
            played.write(out, |action, out| json::write(out, action))?;
        }
        for played in after {
            separate(out, begin);
            played.write(out, |action, out| {
                out.extend_from_slice(action.get().as_bytes());
                Ok(())
            })?;
        }
        let mut options = self.options.settings();
        options.0.sort_unstable();
        field(out, b"],\"game\":", G::NAME)?;
        field(out, b",\"options\":", &options)?;
        field(out, b",\"rules\":", &G::RULES)?;
        field(out, b",\"seats\":", &self.seats())?;
        field(out, b",\"seed\":", &self.seed)?;
        out.push(b'}');
        Ok(())
    }
}

#[cfg(test)]
mod tests;
