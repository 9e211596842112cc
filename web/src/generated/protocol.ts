// The protocol of the house in TypeScript. Generated from crates/protocol by its tests: do not edit, but run
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
message: string, };

/**
 * Why a connection ends.
 */
export type ByeReason = "server_shutdown" | "bad_messages" | "rate_limited" | "idle_timeout" | "too_many_connections";

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
export type ClientMsg = { "hello": Hello } | { "rename": Rename } | { "lobby": Lobby } | { "open": Open } | { "join": Join } | { "leave": Leave } | { "watch": Watch } | { "add_bot": AddBot } | { "remove_bot": RemoveBot } | { "act": Act } | { "draft": Draft } | { "say": Say } | { "mute": Mute } | { "start": Start } | { "rematch": Rematch } | { "sync": Sync } | { "ping": Ping };

/**
 * How long a decision may take.
 */
export type Clock = number | "off";

/**
 * The hash of a [`BoundSecret`]: sent before the deal, it binds the server.
 */
export type Commitment = string;

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
 * How it is hashed. Absent in deals of the first form.
 */
form?: DealForm,
/**
 * What each seat added, by seat; nothing for bots and for those who gave none.
 */
nonces: Array<Nonce | null>,
/**
 * What the server had drawn.
 */
secret: Secret, };

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
 * The name of a new person, if there is no token.
 */
name?: string,
/**
 * Whether a program plays, which other players can see.
 */
program?: boolean,
/**
 * Repeated in the answer, to match it with its request.
 */
ref?: number, };

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
bot_delay_ms?: number, };

/**
 * What somebody adds to the luck of a game: 1 to 64 letters, digits, `-` and `_`.
 */
export type Nonce = string;

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
 * Asks for a `pong`.
 */
export type Ping = {
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
 * Why the server refuses a request. A game's own refusals have codes of their own, such as `must_follow_suit`.
 */
export type RefusalCode = "bad_message" | "too_long" | "hello_required" | "unsupported_version" | "bad_name" | "name_taken" | "name_required" | "unknown_token" | "no_such_game" | "bad_options" | "no_such_table" | "not_invited" | "table_full" | "seat_taken" | "already_seated" | "not_seated" | "watching_disabled" | "not_host" | "no_such_bot" | "already_started" | "not_started" | "not_over" | "cannot_start" | "first_player_only" | "stale" | "other_game" | "too_early" | "bad_action" | "illegal" | "bad_chat" | "not_in_room" | "no_such_person" | "rate_limited" | "table_busy" | "limit_reached" | "not_saved" | "shutting_down";

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
 * Sets or changes the name.
 */
export type Rename = {
/**
 * The new name.
 */
name: string,
/**
 * Repeated in the answer, to match it with its request.
 */
ref?: number, };

/**
 * One game of a table: the first one played there is number 1.
 */
export type ReplayId = string;

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
wants_rematch: boolean, };

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
export type ServerMsg = { "welcome": Welcome } | { "done": Done } | { "refused": Refused } | { "lobby": LobbySnapshot } | { "lobby_update": LobbyUpdate } | { "table": TableSnapshot } | { "update": GameUpdate } | { "seats_update": SeatsUpdate } | { "said": {
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
table: TableId, } } | { "pong": Done } | { "bye": Bye };

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
 * Tables where the person is seated.
 */
tables: Array<SeatedTable>,
/**
 * Commitment for the first game at the next table that is opened on this connection.
 */
commitment?: Commitment,
/**
 * The `ref` of the hello.
 */
ref?: number, };
