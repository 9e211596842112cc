// The protocol of the server in TypeScript. Generated from crates/protocol by its tests: do not edit, but run
// UPDATE_GENERATED=1 cargo test -p protocol

/** The version of the protocol, for the hello. */
export const VERSION = 2;

/** The longest message a client may send, in bytes. */
export const MAX_CLIENT_MESSAGE = 16384;

/** One change of what is seen: a value that is set, or elements of a list that are replaced. */
export type Change =
  | [path: string, value: unknown]
  | [path: string, at: number, remove: number, items: unknown[]];

/**
 * Accepts or declines a proposal.
 */
export type Accept = {
/**
 * Number of the proposal.
 */
proposal: number,
/**
 * Whether to sit down; to decline takes one off the list.
 */
accept: boolean,
/**
 * What the player adds to the randomness of the first game.
 */
nonce?: Nonce,
/**
 * Repeated in the answer, to match it with its request.
 */
ref?: number, };

/**
 * Says that a notice was read: it is not sent again.
 */
export type Acknowledge = {
/**
 * Id of the notice.
 */
notice: string,
/**
 * Repeated in the answer, to match it with its request.
 */
ref?: number, };

/**
 * Plays an action.
 */
export type Act = {
/**
 * The table.
 */
table: TableId,
/**
 * Number of the game at this table, as in its updates: a late repetition cannot reach the next game.
 */
game_number: number,
/**
 * Number of your decision in this game, from 0: sent twice, it is played once.
 */
nth: number,
/**
 * The action, in the form of the game.
 */
action: unknown,
/**
 * Repeated in the answer, to match it with its request.
 */
ref?: number, };

/**
 * Seats a bot, as the host, before the game.
 */
export type AddBot = {
/**
 * The table.
 */
table: TableId,
/**
 * Level of the bot.
 */
level: string,
/**
 * The seat; the first free one if it is missing.
 */
seat?: number,
/**
 * Repeated in the answer, to match it with its request.
 */
ref?: number, };

/**
 * The connection ends.
 */
export type Bye = {
/**
 * Why it ends.
 */
reason: ByeReason,
/**
 * The same as a sentence.
 */
message: string,
/**
 * Milliseconds after which to connect again, if a limit ended the connection.
 */
retry_ms?: number, };

/**
 * Why a connection ends.
 */
export type ByeReason = "server_shutdown" | "bad_messages" | "rate_limited" | "idle_timeout" | "too_many_connections" | "signed_out" | "banned";

/**
 * One line of chat.
 */
export type ChatLine = {
/**
 * Counts up in its room, so that nothing is shown twice.
 */
number: number,
/**
 * Who said it; the server itself has no name.
 */
from: string | null,
/**
 * What was said.
 */
text: ChatText,
/**
 * When, in milliseconds since 1970.
 */
at: number, };

/**
 * Where people talk.
 */
export type ChatRoom = "lobby" | { "table": TableId } | { "watchers": TableId };

/**
 * A line of chat that was cleaned: one line, nothing that hides or turns text.
 */
export type ChatText = string;

/**
 * A message from a client.
 */
export type ClientMsg = { "hello": Hello } | { "rename": Rename } | { "lobby": Lobby } | { "open": Open } | { "join": Join } | { "leave": Leave } | { "watch": Watch } | { "add_bot": AddBot } | { "remove_bot": RemoveBot } | { "remove_player": RemovePlayer } | { "lock_seat": LockSeat } | { "act": Act } | { "draft": Draft } | { "hint": Hint } | { "say": Say } | { "mute": Mute } | { "report": Report } | { "acknowledge": Acknowledge } | { "start": Start } | { "rematch": Rematch } | { "undo": Undo } | { "pause": Pause } | { "resign": Resign } | { "ready": Ready } | { "accept": Accept } | { "play_day": PlayDay } | { "day_nonce": DayNonce } | { "sync": Sync } | { "ping": Ping };

/**
 * How long a decision may take.
 */
export type Clock = number | "off";

/**
 * The hash of a [`BoundSecret`]: sent before the deal, it binds the server.
 */
export type Commitment = string;

/**
 * A day, written as in `2026-11-17`.
 */
export type DayDate = string;

/**
 * One deal of a day.
 */
export type DayDeal = {
/**
 * Name of the game.
 */
game: string,
/**
 * Number of seats; bots have all but one.
 */
seats: number,
/**
 * Options of the game.
 */
options: Record<string, string | number>,
/**
 * Level of the bots.
 */
level: string,
/**
 * How results are compared: `points`, `margin` (points ahead of the best bot), `moves` or `race` (a win in few moves or
 * turns, else how long one held out or how far one came).
 */
comparison: string,
/**
 * How many people have begun it.
 */
started: number,
/**
 * How many people have finished it.
 */
finished: number,
/**
 * What the requester made of it.
 */
own?: DayTry,
/**
 * The results, the best first, at most 100; only when the day is closed.
 */
standings?: Array<DayStanding>, };

/**
 * The deals of one day: one for each game, the same for everybody.
 */
export type DayInfo = {
/**
 * The day, from midnight to midnight UTC.
 */
date: DayDate,
/**
 * The time of the server, in milliseconds since 1970.
 */
now: number,
/**
 * When the day begins.
 */
begins_at: number,
/**
 * When the day is over.
 */
ends_at: number,
/**
 * Whether the day is over and its results are final.
 */
closed: boolean,
/**
 * Where the luck of the day comes from.
 */
luck: DayLuck,
/**
 * The deals, in the order of the games.
 */
deals: Array<DayDeal>,
/**
 * On how many days in a row the requester has finished a deal, this day or the day before included.
 */
streak?: DayStreak,
/**
 * The next day, for which everybody may still add to the randomness; only with the current day.
 */
next?: NextDay, };

/**
 * Where the luck of a day comes from.
 */
export type DayLuck = {
/**
 * What the server is bound to.
 */
commitment: Commitment,
/**
 * When it was published, in milliseconds since 1970.
 */
committed_at: number,
/**
 * Whether that was at least a day before the day began.
 */
committed_early: boolean,
/**
 * How many people added to the randomness before the day began. With nobody the server alone chose the deals.
 */
nonce_count: number,
/**
 * The secret of the day, once it is over.
 */
secret?: Secret,
/**
 * What people added, in alphabetical order, once the day is over.
 */
nonces?: Array<Nonce>, };

/**
 * Adds to the randomness of all deals of a day, before that day begins. A second one of the same person replaces the
 * first.
 */
export type DayNonce = {
/**
 * The day.
 */
date: DayDate,
/**
 * What is added.
 */
nonce: Nonce,
/**
 * Repeated in the answer, to match it with its request.
 */
ref?: number, };

/**
 * How a deal of the day ended for somebody.
 */
export type DayResult = {
/**
 * Whether the person won.
 */
won: boolean,
/**
 * Whether nobody won.
 */
drawn: boolean,
/**
 * The score of the person.
 */
score: number,
/**
 * Points ahead of the best bot, or behind it.
 */
margin: number,
/**
 * How many moves or turns the person made.
 */
moves: number,
/**
 * What is compared: more is better.
 */
value: number, };

/**
 * One row of the standings of a deal.
 */
export type DayStanding = {
/**
 * Name of the person.
 */
name: string,
/**
 * How it ended.
 */
result: DayResult,
/**
 * How it compares with the others.
 */
matchpoints: Matchpoints,
/**
 * Id of the replay.
 */
replay_id: ReplayId, };

/**
 * On how many days in a row somebody has finished a deal.
 */
export type DayStreak = {
/**
 * Days in a row up to this day; if none of this day's deals is finished yet, up to the day before.
 */
days: number,
/**
 * The longest that was.
 */
best: number,
/**
 * Whether one of this day's deals is finished.
 */
today: boolean, };

/**
 * What somebody made of a deal of the day.
 */
export type DayTry = {
/**
 * Where it is played.
 */
table: TableId,
/**
 * Whether it is over.
 */
finished: boolean,
/**
 * Whether it was given up, or finished after the day: then it is not compared.
 */
uncounted: boolean,
/**
 * How it ended.
 */
result?: DayResult,
/**
 * How it compares with the others, when the day is closed.
 */
matchpoints?: Matchpoints, };

/**
 * How long a seat may still think.
 */
export type Deadline = {
/**
 * The seat that has to decide.
 */
seat: number,
/**
 * Milliseconds left.
 */
remaining_ms: number, };

/**
 * How a game was dealt, sent when it is over. Its fields stand in alphabetical order: a replay is sealed as it is
 * written.
 */
export type Deal = {
/**
 * What the server was bound to before the deal.
 */
commitment: Commitment,
/**
 * Which deal of a day it is; in deals of the third form alone.
 */
day?: DealDay,
/**
 * How it is hashed. Absent in deals of the first form.
 */
form?: DealForm,
/**
 * What each seat added, by seat; nothing for bots and for those who gave none. In the third form, what everybody gave
 * before that day began, in alphabetical order.
 */
nonces: Array<Nonce | null>,
/**
 * What the server had drawn.
 */
secret: Secret, };

/**
 * Which deal of which day it is.
 */
export type DealDay = {
/**
 * The day.
 */
date: DayDate,
/**
 * Name of the game.
 */
game: string, };

/**
 * A way to hash secrets and deals.
 */
export type DealForm = number;

/**
 * A request was carried out.
 */
export type Done = {
/**
 * The `ref` of the request.
 */
ref?: number,
/**
 * The table that was opened or joined.
 */
table?: TableId,
/**
 * After `open`: commitment for the first game at the next table that is opened.
 */
commitment?: Commitment, };

/**
 * Who may become a person here. People who are known come in through any door.
 */
export type Door = "open" | "invited" | "closed";

/**
 * Sets the action to play if the time runs out, or deletes it.
 */
export type Draft = {
/**
 * The table.
 */
table: TableId,
/**
 * Number of the game at this table.
 */
game_number: number,
/**
 * Number of the decision.
 */
nth: number,
/**
 * The action; if it is missing the draft is deleted.
 */
action?: unknown,
/**
 * Repeated in the answer, to match it with its request.
 */
ref?: number, };

/**
 * Something that happened in the game.
 */
export type GameEvent = {
/**
 * The event in the form of the game, for programs.
 */
event: unknown,
/**
 * The event as a sentence, for people.
 */
text: string, };

/**
 * A game that has ended.
 */
export type GameResult = {
/**
 * The winners; none after a draw or an abandoned game.
 */
winners: number[],
/**
 * The scores by seat.
 */
scores: Array<number>,
/**
 * Whether the game was ended because somebody left.
 */
abandoned: boolean,
/**
 * How often a decision was taken back: such a game counts for nobody.
 */
undo_count?: number,
/**
 * Id of the replay.
 */
replay_id: ReplayId,
/**
 * How it was dealt; missing if it was dealt before deals could be verified.
 */
deal?: Deal,
/**
 * SHA-256 of its replay: a player who notes it can detect any later change.
 */
seal?: Seal,
/**
 * Seats that took hints.
 */
hinted?: Array<number>,
/**
 * Whether it counts for ratings: `GET /api/replays/{id}/ratings` says how they changed.
 */
rated?: boolean,
/**
 * Commitment for the next game at this table.
 */
next_commitment?: Commitment, };

/**
 * Something was played: the acknowledgement for the client that played it, the news for everybody else.
 */
export type GameUpdate = {
/**
 * The table.
 */
table: TableId,
/**
 * Number of the update. It grows, may skip numbers, and never restarts.
 */
seq: number,
/**
 * Number of the game at this table, from 1.
 */
game_number: number,
/**
 * Number of your next decision in this game.
 */
nth: number,
/**
 * What happened.
 */
events: Array<GameEvent>,
/**
 * What you see, whole: with the first update of a game.
 */
seen?: Seen,
/**
 * The number of the update before this one in the same game, which `changes` build on.
 */
base?: number,
/**
 * What changed in what you see since `base`.
 */
changes?: Change[],
/**
 * Seats that have to decide, with the time they have left.
 */
deadlines: Array<Deadline>,
/**
 * Result of the game, if it just ended.
 */
result?: GameResult, };

/**
 * Signs in: a token resumes a person; without one a new person signs in, who needs a name to sit down.
 */
export type Hello = {
/**
 * The version of the protocol.
 */
version: number,
/**
 * The token of an earlier `welcome`.
 */
token?: string,
/**
 * A code that a signed-in device or a recovery sheet shows: it signs in this device too, with a token of its own.
 */
sign_in_code?: string,
/**
 * The name of a new person, if there is no token.
 */
name?: string,
/**
 * The invitation of a new person, where the door is not open to everybody.
 */
invitation?: string,
/**
 * Whether a program plays, which other players can see.
 */
program?: boolean,
/**
 * Repeated in the answer, to match it with its request.
 */
ref?: number, };

/**
 * Asks for the best choice at your decision, at a table that allows hints. The answer is a `hint`, for you alone; the
 * result names your seat as one that took hints.
 */
export type Hint = {
/**
 * The table.
 */
table: TableId,
/**
 * Number of the game at this table.
 */
game_number: number,
/**
 * Number of your decision.
 */
nth: number,
/**
 * Repeated in the answer, to match it with its request.
 */
ref?: number, };

/**
 * The best choice at a decision, from what the seat knows.
 */
export type HintAnswer = {
/**
 * The table.
 */
table: TableId,
/**
 * Number of the game at this table.
 */
game_number: number,
/**
 * Number of the decision.
 */
nth: number,
/**
 * Which of `choices` is the best.
 */
best: number,
/**
 * Every legal choice, in the order of `legal`.
 */
choices: Array<HintedChoice>,
/**
 * The best choice, why, and the next as sentences, for people.
 */
text: string,
/**
 * What speaks for the best choice; missing if there is no other one, or no words for it.
 */
why?: HintReason,
/**
 * The `ref` of the request.
 */
ref?: number, };

/**
 * What speaks for a choice: facts that can be counted from what the seat sees.
 */
export type HintReason = {
/**
 * The reason, in the form of the game.
 */
reason: unknown,
/**
 * The same as a sentence.
 */
text: string, };

/**
 * One legal choice and what it is worth.
 */
export type HintedChoice = {
/**
 * The action, in the form of the game.
 */
action: unknown,
/**
 * The same in a few words.
 */
text: string,
/**
 * Your expected share of the win after it, 0 to 1; `null` if it was not looked at.
 */
value: number | null, };

/**
 * The secret in the link to a private table: 100 random bits.
 */
export type InviteCode = string;

/**
 * Takes a seat.
 */
export type Join = {
/**
 * The table.
 */
table: TableId,
/**
 * The seat; any free one if it is missing.
 */
seat?: number,
/**
 * The invitation code, for a private table.
 */
invite_code?: InviteCode,
/**
 * What the player adds to the randomness of the next game that is dealt here.
 */
nonce?: Nonce,
/**
 * Repeated in the answer, to match it with its request.
 */
ref?: number, };

/**
 * The seats of a scheduled table are kept for those who said yes, for some minutes after it was opened.
 */
export type KeptSeats = {
/**
 * Until when, in milliseconds since 1970.
 */
until: number,
/**
 * Names of those who said yes.
 */
people: Array<string>, };

/**
 * Leaves the seat, or stops watching.
 */
export type Leave = {
/**
 * The table.
 */
table: TableId,
/**
 * Repeated in the answer, to match it with its request.
 */
ref?: number, };

/**
 * The original protocol through which a table was opened. Old clients sit there; anybody else can too.
 */
export type LegacyProtocol = "chicago" | "gomoku" | "sorry";

/**
 * Starts or stops observing the lobby.
 */
export type Lobby = {
/**
 * Whether to observe it.
 */
on: boolean,
/**
 * Only tables of this game.
 */
game?: string,
/**
 * How many pages of 50 tables are shown, 1 to 20; without it one.
 */
pages?: number,
/**
 * Whether changes come as one message, `changes`, instead of one each.
 */
bundled?: boolean,
/**
 * Repeated in the answer, to match it with its request.
 */
ref?: number, };

/**
 * What changed in the lobby since the last time.
 */
export type LobbyChanges = {
/**
 * Tables that are new, have changed or are shown from now on.
 */
tables: Array<TableInfo>,
/**
 * Tables that were closed or are not shown any more.
 */
removed: Array<TableId>,
/**
 * Number of people connected, if it changed.
 */
people_online?: number,
/**
 * Number of public tables that were asked for, if it changed.
 */
total?: number,
/**
 * Number of public tables of each game, if `total` changed.
 */
counts?: { [key in string]: number }, };

/**
 * The lobby as it is.
 */
export type LobbySnapshot = {
/**
 * The first of the public tables that were asked for: those with a free seat first, then the newest.
 */
tables: Array<TableInfo>,
/**
 * Number of people connected.
 */
people_online: number,
/**
 * Number of public tables that were asked for; more than are shown if there are several pages.
 */
total?: number,
/**
 * Number of public tables of each game that has one.
 */
counts?: { [key in string]: number },
/**
 * The last chat messages.
 */
chat: Array<ChatLine>, };

/**
 * Something in the lobby has changed.
 */
export type LobbyUpdate = { "table": TableInfo } | { "removed": TableId } | { "people_online": number } | { "changes": LobbyChanges };

/**
 * Locks a free seat, as the host, before the game: nobody sits down there until it is free again. A bot may be seated
 * there, which ends the lock.
 */
export type LockSeat = {
/**
 * The table.
 */
table: TableId,
/**
 * The free seat.
 */
seat: number,
/**
 * Whether to lock it.
 */
on: boolean,
/**
 * Repeated in the answer, to match it with its request.
 */
ref?: number, };

/**
 * How a result compares with the others: 2 points for each that is worse, 1 for each that is as good.
 */
export type Matchpoints = {
/**
 * The points.
 */
points: number,
/**
 * As many as there could be: 2 for each other result.
 */
max: number,
/**
 * The place; equal results share it.
 */
place: number, };

/**
 * What happened in one update that was missed.
 */
export type Missed = {
/**
 * Number of the update.
 */
seq: number,
/**
 * The events that the update would have had.
 */
events: Array<GameEvent>, };

/**
 * Hides a person's chat messages on this connection, or shows them again.
 */
export type Mute = {
/**
 * Name of the person.
 */
name: string,
/**
 * Whether to hide the messages.
 */
on: boolean,
/**
 * Repeated in the answer, to match it with its request.
 */
ref?: number, };

/**
 * What kind of table to open.
 */
export type NewTable = {
/**
 * Name of the game.
 */
game: string,
/**
 * Number of seats; the game's default if it is missing.
 */
seats?: number,
/**
 * Options of the game.
 */
options?: Record<string, string | number>,
/**
 * Time limit of a decision.
 */
clock?: Clock,
/**
 * Whether an invitation code is needed.
 */
private?: boolean,
/**
 * Who may watch.
 */
watch_policy?: Watchers,
/**
 * What happens when somebody leaves.
 */
on_leave?: OnLeave,
/**
 * Seconds from a lost connection until `on_leave` happens: 0 to 3600.
 */
grace_seconds?: number,
/**
 * Bots to seat at once, one level each.
 */
bots?: Array<string>,
/**
 * Level of a bot that takes over a seat.
 */
substitute_level?: string,
/**
 * Milliseconds a bot pauses before it plays, when people are at the table.
 */
bot_delay_ms?: number,
/**
 * Whether players may ask for hints; if it is missing, only where `bots` take all other seats.
 */
hints?: boolean,
/**
 * Whether its games count for ratings. Such a table has a clock, `on_leave` is `bot`, and there are no hints.
 */
rated?: boolean,
/**
 * Whether games are rated although two players have one address, because they sit together.
 */
same_address?: boolean, };

/**
 * A tournament to be opened.
 */
export type NewTournament = {
/**
 * What it is called, 1 to 60 characters.
 */
name: string,
/**
 * Name of the game.
 */
game: string,
/**
 * Options of the game.
 */
options: Record<string, string | number>,
/**
 * Seats of a table, 2 to 4, as the game admits.
 */
seats: number,
/**
 * How people are brought together; `rounds` if it is missing.
 */
form?: TournamentForm,
/**
 * Number of rounds, 1 to 20; missing for an arena.
 */
rounds?: number,
/**
 * Minutes of an arena, 5 to 480; 60 if it is missing.
 */
minutes?: number,
/**
 * Time limit of a decision in seconds, 5 to 86,400; 30 if it is missing.
 */
clock_seconds?: number,
/**
 * When it begins, in milliseconds since 1970, at most 30 days ahead: entry to rounds closes then. Without it, when the
 * organiser starts.
 */
closes_at?: number,
/**
 * Whether bots take the seats that are left over. Without them some tables are smaller, or somebody has a free round.
 */
bots?: boolean,
/**
 * Level of the bots, also of those that play for people who are away; `casual` if it is missing.
 */
level?: string,
/**
 * Whether all tables of a round have the same deal, and seats are compared across tables. Needs `bots`.
 */
duplicate?: boolean,
/**
 * Minutes after which a round ends whatever is still played, 1 to 10,080; 60 if it is missing.
 */
round_minutes?: number,
/**
 * Seconds between the end of a round and the next, 0 to 3,600; 60 if it is missing.
 */
break_seconds?: number,
/**
 * Seconds until a bot plays for somebody who is not there, 30 to 3,600; 120 if it is missing, 60 in an arena.
 */
grace_seconds?: number, };

/**
 * A day to come.
 */
export type NextDay = {
/**
 * The day.
 */
date: DayDate,
/**
 * What the server is bound to.
 */
commitment: Commitment,
/**
 * How many people have added to its randomness.
 */
nonce_count: number,
/**
 * What the requester has added.
 */
own_nonce?: Nonce, };

/**
 * What somebody adds to the randomness of a game: 1 to 64 letters, digits, `-` and `_`.
 */
export type Nonce = string;

/**
 * Something that the person should read.
 */
export type Notice = {
/**
 * Id of a notice that is sent again until it is acknowledged.
 */
id?: string,
/**
 * What it is about.
 */
kind: NoticeKind,
/**
 * The table it is about.
 */
table?: TableId,
/**
 * The sentence. Of a warning: what the operator wrote; of a table that was closed: why, if the operator said so; of a
 * round: the name of the tournament.
 */
message: string, };

/**
 * What a notice is about.
 */
export type NoticeKind = "warning" | "muted" | "removed" | "table_closed" | "round_began";

/**
 * Who sits on a seat.
 */
export type Occupant = "empty" | { "person": {
/**
 * Name of the person.
 */
name: string,
/**
 * Whether a client program plays.
 */
program: boolean, } } | { "bot": {
/**
 * Level of the bot.
 */
level: string, } };

/**
 * What happens when somebody leaves a running game.
 */
export type OnLeave = "bot" | "end";

/**
 * Opens a table and takes a seat at it.
 */
export type Open = {
/**
 * What is opened.
 */
config: NewTable,
/**
 * What the player adds to the randomness of the next game that is dealt here.
 */
nonce?: Nonce,
/**
 * Repeated in the answer, to match it with its request.
 */
ref?: number, };

/**
 * What a tournament is to the requester.
 */
export type OwnTournament = {
/**
 * Whether they organise it.
 */
organises: boolean,
/**
 * Whether they have entered, not withdrawn, and not been away at the end of a game of an arena since.
 */
entered: boolean,
/**
 * What they added to the luck.
 */
nonce?: Nonce,
/**
 * Their table in the round that is played, or in the arena.
 */
table?: TableId, };

/**
 * How fast a game is played.
 */
export type Pace = "quick" | "calm" | "days";

/**
 * Pauses a game alone against bots, or goes on with it: while it is paused no clock runs and no bot plays.
 */
export type Pause = {
/**
 * The table.
 */
table: TableId,
/**
 * Whether to pause it. Playing goes on with it, too.
 */
on: boolean,
/**
 * Repeated in the answer, to match it with its request.
 */
ref?: number, };

/**
 * Asks for a `pong`.
 */
export type Ping = {
/**
 * Repeated in the answer, to match it with its request.
 */
ref?: number, };

/**
 * Sits down at the deal of the day: a table alone with bots is opened, once for each person. Later it leads back there.
 */
export type PlayDay = {
/**
 * Name of the game.
 */
game: string,
/**
 * Repeated in the answer, to match it with its request.
 */
ref?: number, };

/**
 * How present a person is, as the server measured it.
 */
export type Presence = "connected" | "thinking" | { "disconnected": {
/**
 * Milliseconds since the connection was lost.
 */
for_ms: number,
/**
 * Milliseconds until a bot takes over; `null` if none will.
 */
bot_in_ms: number | null, } } | "left";

/**
 * A table that is opened if everybody accepts.
 */
export type Proposal = {
/**
 * Number of the proposal.
 */
proposal: number,
/**
 * Name of the game.
 */
game: string,
/**
 * Number of seats.
 */
seats: number,
/**
 * How fast.
 */
pace: Pace,
/**
 * Everybody who is asked, in the order of the seats.
 */
people: Array<string>,
/**
 * Those of them who are away and are called: that takes longer. Missing if nobody is.
 */
called?: Array<string>,
/**
 * Number of bots on the other seats.
 */
bots: number,
/**
 * Milliseconds left to accept.
 */
expires_in_ms: number,
/**
 * Commitment for the first game at the table.
 */
commitment: Commitment, };

/**
 * A proposal is over.
 */
export type ProposalEnded = {
/**
 * Number of the proposal.
 */
proposal: number,
/**
 * The table where you are seated now: `join` it. Missing if not everybody accepted.
 */
table?: TableId,
/**
 * Whether you are still on the list of those who would play.
 */
waiting: boolean, };

/**
 * Says what one would play, or that one would not any more.
 */
export type Ready = {
/**
 * What one would play; missing to be taken off the list.
 */
wish?: ReadyWish,
/**
 * Repeated in the answer, to match it with its request.
 */
ref?: number, };

/**
 * People who would play the same game.
 */
export type ReadyGroup = {
/**
 * Name of the game.
 */
game: string,
/**
 * How fast.
 */
pace: Pace,
/**
 * Their names, the one who waits longest first.
 */
people: Array<string>,
/**
 * How many seats a table needs that suits all of them.
 */
needed: number, };

/**
 * What somebody would play.
 */
export type ReadyWish = {
/**
 * Names of the games, the one they like best first.
 */
games: Array<string>,
/**
 * Fewest seats at the table, bots included.
 */
min_seats: number,
/**
 * Most seats at the table, bots included.
 */
max_seats: number,
/**
 * How fast.
 */
pace?: Pace,
/**
 * Seconds after which bots may fill the seats that are left; never if it is missing.
 */
bots_after_seconds?: number,
/**
 * How many minutes to stay on the list, 1 to 120; 120 if it is missing.
 */
minutes?: number,
/**
 * Whether to stay on the list without a connection, and to be called when there is a table.
 */
call?: boolean, };

/**
 * Why the server refuses a request. A game's own refusals have codes of their own, such as `must_follow_suit`.
 */
export type RefusalCode = "bad_message" | "too_long" | "hello_required" | "unsupported_version" | "bad_name" | "name_taken" | "name_required" | "unknown_token" | "unknown_code" | "door_closed" | "no_such_game" | "bad_options" | "no_such_table" | "not_invited" | "table_full" | "seat_taken" | "already_seated" | "seat_locked" | "seat_kept" | "removed_by_host" | "not_seated" | "watching_disabled" | "not_host" | "no_such_bot" | "already_played" | "no_calls" | "already_started" | "not_started" | "not_over" | "cannot_start" | "first_player_only" | "hints_disabled" | "stale" | "other_game" | "too_early" | "bad_action" | "illegal" | "bad_chat" | "not_in_room" | "muted" | "banned" | "no_such_line" | "already_done" | "no_such_person" | "no_such_tournament" | "rate_limited" | "table_busy" | "limit_reached" | "not_saved" | "shutting_down" | "not_alone" | "nothing_to_undo" | "rated_table";

/**
 * A request was refused, and nothing was changed.
 */
export type Refused = {
/**
 * The `ref` of the request.
 */
ref?: number,
/**
 * Code of the refusal, for programs: a `RefusalCode`, or one of the game's own.
 */
code: string,
/**
 * A sentence for people.
 */
message: string,
/**
 * What would be legal now, if an action was refused.
 */
legal?: unknown[] | "implied",
/**
 * If a rate limit refused it: after how many milliseconds the same request would be accepted.
 */
retry_ms?: number, };

/**
 * Asks for another game with the same seats.
 */
export type Rematch = {
/**
 * The table.
 */
table: TableId,
/**
 * What the player adds to the randomness of that game.
 */
nonce?: Nonce,
/**
 * Level of bots that replace those who have been disconnected for 30 seconds or more, if all others want to play.
 */
bots_for_absent?: string,
/**
 * Repeated in the answer, to match it with its request.
 */
ref?: number, };

/**
 * Removes a bot, as the host, before the game.
 */
export type RemoveBot = {
/**
 * The table.
 */
table: TableId,
/**
 * The seat of the bot.
 */
seat: number,
/**
 * Repeated in the answer, to match it with its request.
 */
ref?: number, };

/**
 * Removes a person, as the host, before the game. That person can watch, and does not sit down here again.
 */
export type RemovePlayer = {
/**
 * The table.
 */
table: TableId,
/**
 * The seat of the person.
 */
seat: number,
/**
 * Repeated in the answer, to match it with its request.
 */
ref?: number, };

/**
 * Sets or changes the name.
 */
export type Rename = {
/**
 * The new name.
 */
name: string,
/**
 * The invitation of a new person, where the door is not open to everybody.
 */
invitation?: string,
/**
 * Repeated in the answer, to match it with its request.
 */
ref?: number, };

/**
 * One game of a table: the first one played there is number 1.
 */
export type ReplayId = string;

/**
 * Reports a chat message that one was shown. The operator reads this message and no other.
 */
export type Report = {
/**
 * The room.
 */
room: ChatRoom,
/**
 * Number of the message.
 */
number: number,
/**
 * What is wrong with it, in a few words.
 */
reason?: string,
/**
 * Repeated in the answer, to match it with its request.
 */
ref?: number, };

/**
 * Ends a game alone against bots: it counts for nobody, and its replay is kept.
 */
export type Resign = {
/**
 * The table.
 */
table: TableId,
/**
 * Repeated in the answer, to match it with its request.
 */
ref?: number, };

/**
 * Sends a chat message.
 */
export type Say = {
/**
 * The room.
 */
room: ChatRoom,
/**
 * The text.
 */
text: string,
/**
 * Repeated in the answer, to match it with its request.
 */
ref?: number, };

/**
 * The SHA-256 of a whole replay: a changed byte anywhere changes it.
 */
export type Seal = string;

/**
 * One seat as others see it.
 */
export type SeatInfo = {
/**
 * Who sits there.
 */
occupant: Occupant,
/**
 * How present a person is; bots always are.
 */
presence: Presence,
/**
 * Whether a bot plays for the person at the moment.
 */
played_by_bot: boolean,
/**
 * Whether the person wants another game.
 */
wants_rematch: boolean,
/**
 * Whether the host keeps the free seat from being taken.
 */
locked?: boolean,
/**
 * Until when the person is on vacation, in milliseconds since 1970: their clock stands until then.
 */
vacation_until?: number, };

/**
 * A table one sits at.
 */
export type SeatedTable = {
/**
 * The table.
 */
info: TableInfo,
/**
 * Your seat.
 */
seat: number, };

/**
 * Who sits where has changed, or how present they are.
 */
export type SeatsUpdate = {
/**
 * The table.
 */
table: TableId,
/**
 * All seats.
 */
seats: Array<SeatInfo>,
/**
 * Seat of the host.
 */
host: number | null,
/**
 * Number of watchers.
 */
watcher_count: number, };

/**
 * What the server draws for one game and tells nobody until that game is over.
 */
export type Secret = string;

/**
 * All that one viewer sees of a game: the frame that all games share, and the game's own view in it.
 */
export type Seen = {
/**
 * Your seat; `null` for watchers.
 */
you: number | null,
/**
 * How many play.
 */
seats: number,
/**
 * The number of the turn: a seat has one clock for all its decisions in one turn.
 */
turn: number,
/**
 * The seats that are to act; none when the game is over.
 */
to_act: number[],
/**
 * Points so far, by seat.
 */
scores: Array<number>,
/**
 * The scores after each round that has ended.
 */
sheet: Array<Array<number>>,
/**
 * How the game ended: its winners.
 */
outcome: { winners: number[] } | null,
/**
 * What you can do now: a list, or `"implied"` where it follows from the view by the game's rule.
 */
legal: unknown[] | "implied",
/**
 * What is particular to the game.
 */
view: unknown, };

/**
 * A message from the server.
 */
export type ServerMsg = { "welcome": Welcome } | { "done": Done } | { "refused": Refused } | { "lobby": LobbySnapshot } | { "lobby_update": LobbyUpdate } | { "table": TableSnapshot } | { "update": GameUpdate } | { "seats_update": SeatsUpdate } | { "hint": HintAnswer } | { "said": {
/**
 * The room.
 */
room: ChatRoom,
/**
 * The message.
 */
line: ChatLine, } } | { "table_removed": {
/**
 * The table.
 */
table: TableId, } } | { "ready": {
/**
 * People by game and pace.
 */
groups: Array<ReadyGroup>, } } | { "proposal": Proposal } | { "proposal_ended": ProposalEnded } | { "notice": Notice } | { "devices_changed": Record<symbol, never> } | { "blocks_changed": Record<symbol, never> } | { "pong": Done } | { "bye": Bye };

/**
 * Starts the game, at a table that does not start by itself.
 */
export type Start = {
/**
 * The table.
 */
table: TableId,
/**
 * Repeated in the answer, to match it with its request.
 */
ref?: number, };

/**
 * Asks for the whole table again.
 */
export type Sync = {
/**
 * The table.
 */
table: TableId,
/**
 * `seq` of the last update received: what happened after it is in `missed`.
 */
since?: number,
/**
 * Repeated in the answer, to match it with its request.
 */
ref?: number, };

/**
 * A table: 50 random bits, written as ten letters and digits.
 */
export type TableId = string;

/**
 * A table as the lobby lists it.
 */
export type TableInfo = {
/**
 * Id of the table.
 */
table: TableId,
/**
 * Name of the game.
 */
game: string,
/**
 * Options of the game.
 */
options: Record<string, string | number>,
/**
 * The clock: a number of seconds, or `off`.
 */
clock: Clock,
/**
 * The seats, free ones too.
 */
seats: Array<SeatInfo>,
/**
 * Seat of the host.
 */
host: number | null,
/**
 * Whether the table waits for players, plays or has finished.
 */
stage: TableStage,
/**
 * Whether the only person at it has paused the game.
 */
paused?: boolean,
/**
 * Who may watch.
 */
watch_policy: Watchers,
/**
 * Number of watchers.
 */
watcher_count: number,
/**
 * What happens when somebody leaves a running game.
 */
on_leave: OnLeave,
/**
 * Whether it needs an invitation. Such tables are listed only to those seated there.
 */
private: boolean,
/**
 * Whether players may ask for hints.
 */
hints?: boolean,
/**
 * Whether its games count for ratings.
 */
rated?: boolean,
/**
 * Why the running game, or else the next one, is not rated although the table is.
 */
unrated_because?: UnratedReason,
/**
 * The day whose deal is played here: hints, pauses, taking back and another game are not possible.
 */
day?: DayDate,
/**
 * For whom the free seats are kept, at a table that was scheduled.
 */
kept?: KeptSeats,
/**
 * The tournament that it belongs to: nobody else sits down, and one game is played.
 */
tournament?: TournamentId,
/**
 * When it was opened, in milliseconds since 1970.
 */
opened_at: number,
/**
 * The original protocol it was opened through, if it was.
 */
legacy_protocol?: LegacyProtocol,
/**
 * Commitment for the running game, else for the next one. It is published before that game is dealt.
 */
commitment?: Commitment, };

/**
 * A table as it is, for one viewer.
 */
export type TableSnapshot = {
/**
 * What everybody knows of the table.
 */
info: TableInfo,
/**
 * Your seat; `null` for watchers.
 */
you: number | null,
/**
 * Invitation code of a private table, for players seated there.
 */
invite_code?: InviteCode,
/**
 * Number of the last fact about the table.
 */
seq: number,
/**
 * Number of the game at this table, from 1; 0 before the first.
 */
game_number: number,
/**
 * Number of your next decision in this game.
 */
nth: number,
/**
 * What you see, in the frame that all games share; `null` before the first game.
 */
seen: Seen | null,
/**
 * Your draft for the next decision.
 */
draft: unknown,
/**
 * Seats that have to decide, with the time they have left.
 */
deadlines: Array<Deadline>,
/**
 * Result of the last game.
 */
result: GameResult | null,
/**
 * The last chat messages in the rooms that you can read.
 */
chat: Array<ChatLine>,
/**
 * How often a decision of this game was taken back. What was sent of it before the last time does not count.
 */
undo_count?: number,
/**
 * What happened since the `since` of the request.
 */
missed: Array<Missed>,
/**
 * The `ref` of the request.
 */
ref?: number, };

/**
 * Where a table stands.
 */
export type TableStage = "waiting" | "running" | "finished";

/**
 * All that is public about a tournament.
 */
export type TournamentDetails = {
/**
 * What the list says.
 */
info: TournamentInfo,
/**
 * The time of the server, in milliseconds since 1970.
 */
now: number,
/**
 * Where the luck comes from.
 */
luck: TournamentLuck,
/**
 * Everybody who has entered, in the order of entry, or of the lot when entry to rounds is closed.
 */
entrants: Array<TournamentEntrant>,
/**
 * The best first; after each round, or each game of an arena.
 */
standings: Array<TournamentStanding>,
/**
 * The rounds that have begun; none in an arena.
 */
rounds: Array<TournamentRound>,
/**
 * The tables of an arena, the latest first: all that are played, and the latest 50 that are finished; with `all`, all.
 */
tables?: Array<TournamentTable>,
/**
 * Names of those who wait for a table in an arena, the longest first.
 */
waiting?: Array<string>,
/**
 * When the next round begins, if one has ended and another follows.
 */
next_round_at?: number,
/**
 * What it is to the requester; missing if nobody is signed in.
 */
own?: OwnTournament, };

/**
 * Somebody who has entered.
 */
export type TournamentEntrant = {
/**
 * Name of the person.
 */
name: string,
/**
 * Whether they are not paired any more: they withdrew, or missed two rounds in a row, or a game of an arena.
 */
withdrawn?: boolean,
/**
 * Whether the person was forgotten: the name leads to nobody.
 */
forgotten?: boolean, };

/**
 * How people are brought together.
 */
export type TournamentForm = "rounds" | "arena";

/**
 * A tournament: 50 random bits, written as ten letters and digits.
 */
export type TournamentId = string;

/**
 * A tournament in the list.
 */
export type TournamentInfo = {
/**
 * Id of the tournament.
 */
id: TournamentId,
/**
 * What it is called.
 */
name: string,
/**
 * Name of the organiser; missing if the operator opened it.
 */
organiser?: string,
/**
 * Name of the game.
 */
game: string,
/**
 * Options of the game.
 */
options: Record<string, string | number>,
/**
 * Seats of a table.
 */
seats: number,
/**
 * How people are brought together.
 */
form: TournamentForm,
/**
 * Number of rounds; 0 in an arena.
 */
rounds: number,
/**
 * Minutes of an arena.
 */
minutes?: number,
/**
 * Time limit of a decision.
 */
clock: Clock,
/**
 * Whether bots take the seats that are left over.
 */
bots: boolean,
/**
 * Level of the bots.
 */
level: string,
/**
 * Whether all tables of a round have the same deal.
 */
duplicate: boolean,
/**
 * Minutes after which a round ends whatever is still played; 0 in an arena.
 */
round_minutes: number,
/**
 * Seconds between the end of a round and the next; 0 in an arena.
 */
break_seconds: number,
/**
 * Seconds until a bot plays for somebody who is not there.
 */
grace_seconds: number,
/**
 * Where it stands.
 */
stage: TournamentStage,
/**
 * The round that is played, or was played last; 0 before the first, and in an arena.
 */
round: number,
/**
 * How many people have entered.
 */
entrant_count: number,
/**
 * When it was opened, in milliseconds since 1970.
 */
opened_at: number,
/**
 * When it begins, and entry to rounds closes; missing if the organiser starts it.
 */
closes_at?: number,
/**
 * When the time of an arena that has begun is up.
 */
ends_at?: number,
/**
 * When it ended.
 */
ended_at?: number, };

/**
 * The list of tournaments.
 */
export type TournamentList = {
/**
 * The time of the server, in milliseconds since 1970.
 */
now: number,
/**
 * The latest first.
 */
tournaments: Array<TournamentInfo>, };

/**
 * Where the luck of a tournament comes from.
 */
export type TournamentLuck = {
/**
 * What the server is bound to since the tournament was opened.
 */
commitment: Commitment,
/**
 * How many entrants added to the luck.
 */
nonce_count: number,
/**
 * The secret, once the tournament is over.
 */
secret?: Secret,
/**
 * What entrants added, in alphabetical order, once the tournament is over.
 */
nonces?: Array<Nonce>, };

/**
 * A round.
 */
export type TournamentRound = {
/**
 * Its number, from 1.
 */
number: number,
/**
 * When it began, in milliseconds since 1970.
 */
begun_at: number,
/**
 * When it ends at the latest.
 */
deadline_at: number,
/**
 * When it ended; missing while it is played.
 */
ended_at?: number,
/**
 * Its tables, from the top.
 */
tables: Array<TournamentTable>,
/**
 * Names of those who have a free round.
 */
free?: Array<string>, };

/**
 * A seat at a table of a round.
 */
export type TournamentSeat = {
/**
 * Name of the person; missing for a bot.
 */
name?: string,
/**
 * Its score in the game; missing before the game is over.
 */
score?: number,
/**
 * Whether it won the game.
 */
won?: boolean,
/**
 * Whether a bot played for the person when the game ended: that is no points.
 */
away?: boolean,
/**
 * Points for the tournament, in hundredths; missing before they are final.
 */
points?: number, };

/**
 * Where a tournament stands.
 */
export type TournamentStage = "entry" | "running" | "over" | "cancelled";

/**
 * A row of the standings. Points are hundredths: 1,200 for a table won.
 */
export type TournamentStanding = {
/**
 * The place; equal results share one.
 */
place: number,
/**
 * Name of the person.
 */
name: string,
/**
 * Points, in hundredths.
 */
points: number,
/**
 * The points of all opponents met, in hundredths: they decide between equal points in rounds. 0 in an arena.
 */
opponents: number,
/**
 * Tables won: they decide if these are equal, too.
 */
won: number,
/**
 * Tables played: in an arena fewer of them decide last.
 */
played: number,
/**
 * Whether they are not paired any more.
 */
withdrawn?: boolean,
/**
 * Whether the person was forgotten: the name leads to nobody.
 */
forgotten?: boolean, };

/**
 * A table of a round or of an arena.
 */
export type TournamentTable = {
/**
 * Its number, from 1 at the top, or in the order in which an arena opened them.
 */
number: number,
/**
 * Where it is played; missing until it is open.
 */
table?: TableId,
/**
 * Who sits there, by seat.
 */
seats: Array<TournamentSeat>,
/**
 * Whether the game is over.
 */
finished: boolean,
/**
 * Whether it was stopped before its end, by the end of the time or by the operator: then all who were there share.
 */
stopped?: boolean,
/**
 * Its replay; with duplicate deals once the round has ended.
 */
replay_id?: ReplayId, };

/**
 * Takes back your last decision and all that was played after it, alone against bots. The result says so.
 */
export type Undo = {
/**
 * The table.
 */
table: TableId,
/**
 * Number of the game at this table.
 */
game_number: number,
/**
 * Number of your next decision, as in the last update: the decision before it is taken back, once.
 */
nth: number,
/**
 * Repeated in the answer, to match it with its request.
 */
ref?: number, };

/**
 * Why a game at a rated table does not count for ratings.
 */
export type UnratedReason = "same_address" | "legacy_client";

/**
 * Watches a table.
 */
export type Watch = {
/**
 * The table.
 */
table: TableId,
/**
 * The invitation code, for a private table.
 */
invite_code?: InviteCode,
/**
 * Repeated in the answer, to match it with its request.
 */
ref?: number, };

/**
 * Who may watch.
 */
export type Watchers = "none" | "open" | { "delayed": number };

/**
 * The answer to a hello.
 */
export type Welcome = {
/**
 * The version of the protocol.
 */
version: number,
/**
 * Name of the person; `null` until it is set.
 */
name: string | null,
/**
 * The token that resumes this person anywhere. Keep it secret.
 */
token: string,
/**
 * Who may become a person here; missing if everybody may.
 */
door?: Door,
/**
 * Tables where the person is seated.
 */
tables: Array<SeatedTable>,
/**
 * What the person would play, if they are on that list; with the minutes that are left.
 */
wish?: ReadyWish,
/**
 * Commitment for the first game at the next table that is opened on this connection.
 */
commitment?: Commitment,
/**
 * The build of the server's pages; missing if it has none. A page of another build can be loaded again.
 */
build?: string,
/**
 * The `ref` of the hello.
 */
ref?: number, };
