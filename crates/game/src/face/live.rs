//! The faces of a game whose type is known here and nowhere above.

use serde::Serialize;
use serde_json::value::RawValue;

use super::before::Before;
use super::{
    ActionError, ChosenBy, Face, FaceEvent, FaceReplay, Knowledge, LiveGame, OptionsError, SeatKnowledge,
    TriedAction, Words, replay,
};
use crate::json::{self, NotJson, field};
use crate::options::RawOptions;
use crate::{
    Chance, DiscardEvents, EventLog, FigureSpec, Figures, Game, GameSpec, Options, PerSeat, RecordError,
    Replay, Seat, Status, Tell, Viewer, Voice,
};

/// The face of the game `G`.
pub struct FaceOf<G: Game>(Words<G>);

impl<G: Game> FaceOf<G> {
    /// Without words.
    #[must_use]
    pub const fn plain() -> Self {
        Self(Words::plain())
    }
}

impl<G: Tell> FaceOf<G> {
    /// With the game's own words.
    #[must_use]
    pub const fn with_text() -> Self {
        Self(Words::with_text())
    }
}

impl<G: Tell + Figures> FaceOf<G> {
    /// With the game's own words and figures.
    #[must_use]
    pub const fn with_figures() -> Self {
        Self(Words::with_figures())
    }
}

fn read_options<G: Game>(options: &RawOptions) -> Result<G::Options, OptionsError> {
    G::Options::from_settings(options).map_err(OptionsError::Option)
}

impl<G: Game> Face for FaceOf<G> {
    fn spec(&self) -> GameSpec {
        G::spec()
    }

    fn rules(&self) -> std::ops::RangeInclusive<u16> {
        G::RULES
    }

    fn has_secrets(&self) -> bool {
        G::SECRETS
    }

    fn figures(&self) -> &'static [FigureSpec] {
        self.0.figures
    }

    fn options_to_open(&self, options: &RawOptions, seats: u8) -> Result<RawOptions, OptionsError> {
        let options = read_options::<G>(options)?;
        G::admits(&options, seats).and_then(|()| G::may_open(&options, seats)).map_err(OptionsError::Deal)?;
        Ok(options.settings())
    }

    fn text(&self, seen: &str) -> Option<String> {
        let mut seen: serde_json::Value = serde_json::from_str(seen).ok().filter(|_| self.0.has_words)?;
        if seen["legal"] == "implied" {
            let view: G::View = serde_json::from_value(seen["view"].clone()).ok()?;
            let mut legal = Vec::new();
            G::implied_actions(&view, &mut legal);
            seen["legal"] = serde_json::to_value(legal).ok()?;
        }
        Some((self.0.text)(&serde_json::from_value(seen).ok()?))
    }

    fn options_of_rematch(&self, options: &RawOptions, seats: u8) -> Result<RawOptions, OptionsError> {
        Ok(G::rematch_options(&read_options::<G>(options)?, seats).settings())
    }

    fn deal(
        &self,
        rules: u16,
        options: &RawOptions,
        seats: u8,
        chance: Chance,
    ) -> Result<Box<dyn LiveGame>, OptionsError> {
        let options = read_options::<G>(options)?;
        let mut last = EventLog::new();
        let position = G::start_by(rules, &options, seats, chance, &mut last).map_err(OptionsError::Deal)?;
        Ok(Box::new(Live {
            words: self.0,
            rules,
            options,
            chance,
            position,
            before: None,
            shown: None,
            played: Vec::new(),
            decisions: PerSeat::new(seats),
            sheet: Vec::new(),
            last,
        }))
    }

    fn replay(&self, record: &str) -> Result<Box<dyn FaceReplay>, RecordError> {
        Ok(Box::new(replay::TypedReplay { replay: Replay::<G>::read(record)?, words: self.0 }))
    }
}

struct Live<G: Game> {
    words: Words<G>,
    rules: u16,
    options: G::Options,
    /// Its luck before the deal.
    chance: Chance,
    position: G,
    /// The position before the last action, until its changes are sent.
    before: Option<Before<G>>,
    /// The view as it was last written for everybody.
    shown: Option<Vec<u8>>,
    played: Vec<PlayedBy<G::Action>>,
    decisions: PerSeat<u32>,
    /// The scores after each round that has ended.
    sheet: Vec<PerSeat<i32>>,
    last: EventLog<G::Event>,
}

#[derive(Clone, Copy)]
struct PlayedBy<A> {
    action: A,
    by: ChosenBy,
    seat: Seat,
}

struct Tried<A> {
    seat: Seat,
    action: A,
}

pub(super) fn raw(thing: &impl Serialize) -> Box<RawValue> {
    // A law holds that actions, events and views can be written as JSON.
    serde_json::value::to_raw_value(thing).unwrap_or_else(|_| RawValue::NULL.to_owned())
}

pub(super) fn events<G: Game>(
    words: Words<G>,
    emitted: &EventLog<G::Event>,
    viewer: Viewer,
    voice: &Voice,
) -> Vec<FaceEvent> {
    emitted
        .for_viewer(viewer)
        .map(|event| FaceEvent { event: raw(event), text: (words.sentence)(event, voice) })
        .collect()
}

/// Adds what a viewer sees, as messages carry it.
pub(super) fn write_seen<G: Game>(
    position: &G,
    viewer: Viewer,
    sheet: &[PerSeat<i32>],
    out: &mut Vec<u8>,
) -> Result<(), NotJson> {
    let status = position.status();
    let you = viewer.seat().filter(|seat| seat.number() < position.seats());
    field(out, b"{\"you\":", &you)?;
    write_frame(position, &status, sheet, out)?;
    out.extend_from_slice(b",\"legal\":");
    write_legal(position, &status, you, out)?;
    field(out, b",\"view\":", &position.view(viewer))?;
    out.push(b'}');
    Ok(())
}

/// Adds what everybody sees of every game, as members that follow others.
pub(super) fn write_frame<G: Game>(
    position: &G,
    status: &Status,
    sheet: &[PerSeat<i32>],
    out: &mut Vec<u8>,
) -> Result<(), NotJson> {
    field(out, b",\"seats\":", &position.seats())?;
    field(out, b",\"turn\":", &position.turn())?;
    field(out, b",\"to_act\":", &status.to_act())?;
    field(out, b",\"scores\":", &position.scores())?;
    field(out, b",\"sheet\":", sheet)?;
    field(out, b",\"outcome\":", &status.outcome())
}

/// Adds what a seat can do; a list that the view implies is not written.
pub(super) fn write_legal<G: Game>(
    position: &G,
    status: &Status,
    seat: Option<Seat>,
    out: &mut Vec<u8>,
) -> Result<(), NotJson> {
    let Some(seat) = seat.filter(|seat| status.to_act().contains(*seat)) else {
        out.extend_from_slice(b"[]");
        return Ok(());
    };
    if G::LEGAL_IS_IMPLIED {
        out.extend_from_slice(b"\"implied\"");
        return Ok(());
    }
    let mut legal = Vec::new();
    position.legal_actions(seat, &mut legal);
    json::write(out, &legal)
}

/// A comma, unless what is written after it is the first of a list that begins there.
fn separate(out: &mut Vec<u8>, begin: usize) {
    if out.len() > begin {
        out.push(b',');
    }
}

fn write_played(
    out: &mut Vec<u8>,
    seat: Seat,
    by: ChosenBy,
    action: impl FnOnce(&mut Vec<u8>) -> Result<(), NotJson>,
) -> Result<(), NotJson> {
    out.extend_from_slice(b"{\"action\":");
    action(out)?;
    field(out, b",\"by\":", &by)?;
    field(out, b",\"seat\":", &seat)?;
    out.push(b'}');
    Ok(())
}

impl<G: Game> Live<G> {
    fn list_legal(&self, seat: Seat) -> Vec<G::Action> {
        let mut legal = Vec::new();
        if self.position.status().to_act().contains(seat) {
            self.position.legal_actions(seat, &mut legal);
        }
        legal
    }

    fn apply(&mut self, played: PlayedBy<G::Action>) {
        let PlayedBy { seat, action, .. } = played;
        let (round, was_over) = (self.position.round(), self.position.status().is_over());
        self.before = Some(Before::new(self.position.clone(), self.sheet.len(), self.shown.take()));
        self.last.0.clear();
        self.position.apply(seat, action, &mut self.last);
        let is_over = self.position.status().is_over();
        if self.position.round() > round || (is_over && !was_over) {
            self.sheet.push(self.position.scores());
        }
        self.decisions[seat] += 1;
        self.played.push(played);
    }
}

impl<G: Game> LiveGame for Live<G> {
    fn rules(&self) -> u16 {
        self.rules
    }

    fn seats(&self) -> u8 {
        self.position.seats()
    }

    fn status(&self) -> Status {
        self.position.status()
    }

    fn turn(&self) -> u32 {
        self.position.turn()
    }

    fn scores(&self) -> PerSeat<i32> {
        self.position.scores()
    }

    fn decisions(&self, seat: Seat) -> u32 {
        self.decisions.get(seat).copied().unwrap_or_default()
    }

    fn decided(&self, seat: Seat, nth: u32) -> Option<(Box<RawValue>, ChosenBy)> {
        let played = self.played.iter().filter(|played| played.seat == seat).nth(nth as usize)?;
        Some((raw(&played.action), played.by))
    }

    fn legal(&self, seat: Seat) -> Option<Box<RawValue>> {
        let status = self.position.status();
        if !status.to_act().contains(seat) {
            return None;
        }
        let mut out = Vec::new();
        write_legal(&self.position, &status, Some(seat), &mut out).ok()?;
        RawValue::from_string(String::from_utf8(out).ok()?).ok()
    }

    fn legal_actions(&self, seat: Seat) -> Vec<Box<RawValue>> {
        self.list_legal(seat).iter().map(raw).collect()
    }

    fn default_action(&self, seat: Seat) -> Box<RawValue> {
        raw(&self.position.default_action(seat))
    }

    fn attempt(&self, seat: Seat, action: &str) -> Result<TriedAction, ActionError> {
        let action: G::Action =
            serde_json::from_str(action).map_err(|error| ActionError::Unreadable(error.to_string()))?;
        let mut position = self.position.clone();
        position.play(seat, action, &mut DiscardEvents).map_err(|illegal| ActionError::Illegal {
            code: illegal.code(),
            sentence: illegal.to_string(),
        })?;
        Ok(TriedAction {
            action: raw(&action),
            status: position.status(),
            scores: position.scores(),
            // The copy it was tried on is dropped: to play it again costs less than to keep that.
            inner: Box::new(Tried { seat, action }),
        })
    }

    fn read_stored(&self, seat: Seat, action: &RawValue) -> Result<Vec<Box<RawValue>>, ActionError> {
        let mut parts = Vec::new();
        self.position
            .read_stored_action(seat, action, &mut parts)
            .map_err(|error| ActionError::Unreadable(error.to_string()))?;
        Ok(parts.iter().map(raw).collect())
    }

    fn accept(&mut self, tried: TriedAction, by: ChosenBy) {
        // An attempt of another game would be a programming error; it is dropped rather than believed.
        let Ok(tried) = tried.inner.downcast::<Tried<G::Action>>() else {
            debug_assert!(false, "an attempt of another game");
            return;
        };
        let Tried { seat, action } = *tried;
        self.apply(PlayedBy { action, by, seat });
    }

    fn actions_before_last_of(&self, seat: Seat) -> Option<usize> {
        self.played.iter().rposition(|played| played.seat == seat)
    }

    fn rewind(&mut self, count: usize) {
        let played = std::mem::take(&mut self.played);
        self.last = EventLog::new();
        self.position = G::deal(self.rules, &self.options, self.seats(), self.chance, &mut self.last);
        self.decisions = PerSeat::new(self.seats());
        self.sheet.clear();
        for played in played.into_iter().take(count) {
            self.apply(played);
        }
        (self.before, self.shown) = (None, None);
    }

    fn write_seen(&self, viewer: Viewer, out: &mut Vec<u8>) -> Result<(), NotJson> {
        write_seen(&self.position, viewer, &self.sheet, out)
    }

    fn write_changes(&self, viewer: Viewer, out: &mut Vec<u8>) -> Result<bool, NotJson> {
        let Some(before) = &self.before else { return Ok(false) };
        before.write_changes(&self.position, &self.sheet, viewer, out)?;
        Ok(true)
    }

    fn forget_before(&mut self) {
        self.shown = self.before.take().and_then(Before::into_shown);
    }

    fn last_events(&self, viewer: Viewer, voice: &Voice) -> Vec<FaceEvent> {
        events(self.words, &self.last, viewer, voice)
    }

    fn write_last_events(&self, viewer: Viewer, voice: &Voice, out: &mut Vec<u8>) -> Result<(), NotJson> {
        out.push(b'[');
        let begin = out.len();
        for event in self.last.for_viewer(viewer) {
            separate(out, begin);
            field(out, b"{\"event\":", event)?;
            field(out, b",\"text\":", &(self.words.sentence)(event, voice))?;
            out.push(b'}');
        }
        out.push(b']');
        Ok(())
    }

    fn events_after(&self, count: Option<usize>, viewer: Viewer, voice: &Voice) -> Vec<Vec<FaceEvent>> {
        let mut emitted = EventLog::new();
        let mut position = G::deal(self.rules, &self.options, self.seats(), self.chance, &mut emitted);
        let mut missed = Vec::new();
        if count.is_none() {
            missed.push(events(self.words, &emitted, viewer, voice));
        }
        for (index, played) in self.played.iter().enumerate() {
            if count.is_some_and(|count| index < count) {
                position.apply(played.seat, played.action, &mut DiscardEvents);
            } else {
                emitted.0.clear();
                position.apply(played.seat, played.action, &mut emitted);
                missed.push(events(self.words, &emitted, viewer, voice));
            }
        }
        missed
    }

    fn pause_seconds(&self) -> u32 {
        let pauses = self.last.0.iter().map(|(_, event)| (self.words.pause_seconds)(&self.options, event));
        pauses.max().unwrap_or_default()
    }

    fn knowledge(&self, seat: Seat, among: Option<&[Box<RawValue>]>) -> Knowledge {
        let mut seen = self.position.seen(Viewer::Seat(seat));
        if let Some(among) = among {
            let among: Vec<G::Action> =
                among.iter().filter_map(|action| serde_json::from_str(action.get()).ok()).collect();
            seen.legal.retain(|action| among.contains(action));
        }
        let legal = seen.legal.iter().map(raw).collect();
        Knowledge {
            known: Box::new(SeatKnowledge::<G> { rules: self.rules, options: self.options, seat, seen }),
            legal,
        }
    }

    fn write_record(&self, last: &[(Seat, &RawValue, ChosenBy)], out: &mut Vec<u8>) -> Result<(), NotJson> {
        out.extend_from_slice(b"{\"actions\":[");
        let begin = out.len();
        for played in &self.played {
            separate(out, begin);
            write_played(out, played.seat, played.by, |out| json::write(out, &played.action))?;
        }
        for (seat, action, by) in last {
            separate(out, begin);
            write_played(out, *seat, *by, |out| {
                out.extend_from_slice(action.get().as_bytes());
                Ok(())
            })?;
        }
        let mut options = self.options.settings();
        options.0.sort_unstable();
        out.push(b']');
        if self.chance.is_duplicate() {
            field(out, b",\"duplicate\":", &true)?;
        }
        field(out, b",\"game\":", G::NAME)?;
        field(out, b",\"options\":", &options)?;
        field(out, b",\"rules\":", &self.rules)?;
        field(out, b",\"seats\":", &self.seats())?;
        field(out, b",\"seed\":", &self.chance.seed())?;
        out.push(b'}');
        Ok(())
    }
}
