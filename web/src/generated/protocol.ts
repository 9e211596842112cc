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
 * Play.
 */
export type Act = {
/**
 * Where.
 */
table: TableId,
/**
 * Which game at this table, as its updates say: a late repetition cannot hit the next game.
 */
game_number: number,
/**
 * Which of your decisions in this game it is, counted from 0: sent twice, it is played once.
 */
nth: number,
/**
 * What to do.
 */
action: unknown,
/**
 * Repeated in the answer.
 */
ref?: number, };

/**
 * Put a bot on a free seat.
 */
export type AddBot = {
/**
 * Where.
 */
table: TableId,
/**
 * How well it plays.
 */
level: string,
/**
 * On which seat; the first free one if it is not said.
 */
seat?: number,
/**
 * Repeated in the answer.
 */
ref?: number, };

/**
 * The connection ends.
 */
export type Bye = {
/**
 * Why.
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
 * Whose decision.
 */
seat: number,
/**
 * Milliseconds from now.
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
 * Repeats the `ref` of the request.
 */
ref?: number,
/**
 * The table that was opened or joined.
 */
table?: TableId,
/**
 * After an `open`: what the server is bound to for the first game of the next table that one opens.
 */
commitment?: Commitment, };

/**
 * Note what to play if the time runs out.
 */
export type Draft = {
/**
 * Where.
 */
table: TableId,
/**
 * Which game at this table.
 */
game_number: number,
/**
 * For which of your decisions.
 */
nth: number,
/**
 * What to do; nothing takes the draft back.
 */
action?: unknown,
/**
 * Repeated in the answer.
 */
ref?: number, };

/**
 * Something that happened in the game.
 */
export type GameEvent = {
/**
 * For programs.
 */
event: unknown,
/**
 * For people.
 */
text: string, };

/**
 * A game that has ended.
 */
export type GameResult = {
/**
 * Who won; nobody = a draw, or abandoned.
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
 * Where it can be seen again.
 */
replay_id: ReplayId,
/**
 * How it was dealt; nothing if it was dealt before deals could be checked.
 */
deal?: Deal,
/**
 * The hash of its replay: whoever notes it can tell later whether a byte was changed.
 */
seal?: Seal,
/**
 * What the server is bound to for the next game here.
 */
next_commitment?: Commitment, };

/**
 * Something was played: the acknowledgement for whoever played it, the news for everybody else.
 */
export type GameUpdate = {
/**
 * Where.
 */
table: TableId,
/**
 * Counts up; what is said and who sits down counts too, so there may be gaps.
 */
seq: number,
/**
 * Which game at this table it is, from 1.
 */
game_number: number,
/**
 * The number one's next decision has.
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
 * Who has how long.
 */
deadlines: Array<Deadline>,
/**
 * How the game ended, if it just did.
 */
result?: GameResult, };

/**
 * Who I am: a token resumes a person; without one a new person comes in, who needs a name to sit down.
 */
export type Hello = {
/**
 * The version of the protocol.
 */
version: number,
/**
 * The secret of an earlier visit.
 */
token?: string,
/**
 * What to be called, if there is no token.
 */
name?: string,
/**
 * Whether this is a program that plays.
 */
program?: boolean,
/**
 * Repeated in the answer.
 */
ref?: number, };

/**
 * The secret in the link to a private table: 100 random bits.
 */
export type InviteCode = string;

/**
 * Sit down.
 */
export type Join = {
/**
 * Where.
 */
table: TableId,
/**
 * On which seat; any free one if it is not said.
 */
seat?: number,
/**
 * The secret of a private table's link.
 */
invite_code?: InviteCode,
/**
 * What one adds to the luck of the next game that is dealt here.
 */
nonce?: Nonce,
/**
 * Repeated in the answer.
 */
ref?: number, };

/**
 * Stand up, or stop watching.
 */
export type Leave = {
/**
 * Where.
 */
table: TableId,
/**
 * Repeated in the answer.
 */
ref?: number, };

/**
 * The original protocol through which a table was opened. Old clients sit there; anybody else can too.
 */
export type LegacyProtocol = "chicago" | "gomoku" | "sorry";

/**
 * Tell me about the lobby, or stop.
 */
export type Lobby = {
/**
 * Whether to tell.
 */
on: boolean,
/**
 * Repeated in the answer.
 */
ref?: number, };

/**
 * The lobby as it is.
 */
export type LobbySnapshot = {
/**
 * The tables that may be seen, oldest first.
 */
tables: Array<TableInfo>,
/**
 * How many people are connected.
 */
people_online: number,
/**
 * What was said last.
 */
chat: Array<ChatLine>, };

/**
 * Something in the lobby has changed.
 */
export type LobbyUpdate = { "table": TableInfo } | { "removed": TableId } | { "people_online": number };

/**
 * What happened in one update that was missed.
 */
export type Missed = {
/**
 * The number of the update.
 */
seq: number,
/**
 * What one would have been told.
 */
events: Array<GameEvent>, };

/**
 * Do not show me what this person says, or do again.
 */
export type Mute = {
/**
 * Who.
 */
name: string,
/**
 * Whether to hide.
 */
on: boolean,
/**
 * Repeated in the answer.
 */
ref?: number, };

/**
 * What kind of table to open.
 */
export type NewTable = {
/**
 * Which game.
 */
game: string,
/**
 * How many seats; what is usual if it is not said.
 */
seats?: number,
/**
 * The game's settings.
 */
options?: Record<string, string | number>,
/**
 * How long a decision may take.
 */
clock?: Clock,
/**
 * Whether an invitation is needed.
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
 * Seconds until a bot plays for somebody who is gone: 0 to 3600.
 */
grace_seconds?: number,
/**
 * Bots to seat at once, one level each.
 */
bots?: Array<string>,
/**
 * How well the bot plays that takes over an empty seat.
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
 * What they are called.
 */
name: string,
/**
 * Whether it is a client program.
 */
program: boolean, } } | { "bot": {
/**
 * How well it plays.
 */
level: string, } };

/**
 * What happens when somebody leaves a running game.
 */
export type OnLeave = "bot" | "end";

/**
 * Open a table and sit down at it.
 */
export type Open = {
/**
 * What kind of table.
 */
config: NewTable,
/**
 * What one adds to the luck of the next game that is dealt here.
 */
nonce?: Nonce,
/**
 * Repeated in the answer.
 */
ref?: number, };

/**
 * Are you there?
 */
export type Ping = {
/**
 * Repeated in the answer.
 */
ref?: number, };

/**
 * How present a person is, as the server measured it.
 */
export type Presence = "connected" | "thinking" | { "disconnected": {
/**
 * How long ago.
 */
for_ms: number,
/**
 * When a bot takes over, from now; nothing if none will.
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
 * Repeats the `ref` of the request.
 */
ref?: number,
/**
 * A word for programs.
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
 * Play another game with the same seats.
 */
export type Rematch = {
/**
 * Where.
 */
table: TableId,
/**
 * What one adds to the luck of that game.
 */
nonce?: Nonce,
/**
 * Repeated in the answer.
 */
ref?: number, };

/**
 * Send a bot away.
 */
export type RemoveBot = {
/**
 * Where.
 */
table: TableId,
/**
 * From which seat.
 */
seat: number,
/**
 * Repeated in the answer.
 */
ref?: number, };

/**
 * Call me that.
 */
export type Rename = {
/**
 * The new name.
 */
name: string,
/**
 * Repeated in the answer.
 */
ref?: number, };

/**
 * One game of a table: the first one played there is number 1.
 */
export type ReplayId = string;

/**
 * Say something.
 */
export type Say = {
/**
 * Where.
 */
room: ChatRoom,
/**
 * What.
 */
text: string,
/**
 * Repeated in the answer.
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
 * One's own seat.
 */
seat: number, };

/**
 * Who sits where has changed, or how present they are.
 */
export type SeatsUpdate = {
/**
 * Where.
 */
table: TableId,
/**
 * All seats.
 */
seats: Array<SeatInfo>,
/**
 * Which seat is the host's.
 */
host: number | null,
/**
 * How many watch.
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
 * Where.
 */
room: ChatRoom,
/**
 * What.
 */
line: ChatLine, } } | { "table_removed": {
/**
 * Which one.
 */
table: TableId, } } | { "pong": Done } | { "bye": Bye };

/**
 * Start the game, at a table that does not start by itself.
 */
export type Start = {
/**
 * Where.
 */
table: TableId,
/**
 * Repeated in the answer.
 */
ref?: number, };

/**
 * Tell me all about a table again.
 */
export type Sync = {
/**
 * Which one.
 */
table: TableId,
/**
 * The last update that I have seen: what came after it is told again.
 */
since?: number,
/**
 * Repeated in the answer.
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
 * Which table.
 */
table: TableId,
/**
 * Which game.
 */
game: string,
/**
 * Its settings.
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
 * Which seat is the host's.
 */
host: number | null,
/**
 * Where it stands.
 */
stage: TableStage,
/**
 * Who may watch.
 */
watch_policy: Watchers,
/**
 * How many watch.
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
 * What the server is bound to: for the game that is played, else for the next one. Told before that game is dealt.
 */
commitment?: Commitment, };

/**
 * A table as it is, for one viewer.
 */
export type TableSnapshot = {
/**
 * What everybody knows of it.
 */
info: TableInfo,
/**
 * One's own seat; nothing for watchers.
 */
you: number | null,
/**
 * The secret of the link to a private table, for those seated there.
 */
invite_code?: InviteCode,
/**
 * The number of the last update.
 */
seq: number,
/**
 * Which game at this table it is, from 1; 0 before the first.
 */
game_number: number,
/**
 * The number one's next decision has.
 */
nth: number,
/**
 * What you see, in the frame that all games share; `null` before the first game.
 */
seen: Seen | null,
/**
 * One's own draft.
 */
draft: unknown,
/**
 * Who has how long.
 */
deadlines: Array<Deadline>,
/**
 * How the last game ended.
 */
result: GameResult | null,
/**
 * What was said last, in the rooms one may hear.
 */
chat: Array<ChatLine>,
/**
 * What happened since the update one has seen last, if it was asked for.
 */
missed: Array<Missed>,
/**
 * Repeats the `ref` of the request.
 */
ref?: number, };

/**
 * Where a table stands.
 */
export type TableStage = "waiting" | "running" | "finished";

/**
 * Watch a table.
 */
export type Watch = {
/**
 * Which one.
 */
table: TableId,
/**
 * The secret of a private table's link.
 */
invite_code?: InviteCode,
/**
 * Repeated in the answer.
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
 * What one is called; nothing until a name is picked.
 */
name: string | null,
/**
 * The secret that resumes this person anywhere. Told to nobody else.
 */
token: string,
/**
 * The tables one sits at.
 */
tables: Array<SeatedTable>,
/**
 * What the server is bound to for the first game of the next table that one opens on this connection.
 */
commitment?: Commitment,
/**
 * Repeats the `ref` of the hello.
 */
ref?: number, };
