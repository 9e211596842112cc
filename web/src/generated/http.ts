// What the HTTP API takes and answers. Generated from docs/openapi.json by scripts/http-types.js: do not edit.
import type {
  DayDeal,
  DayInfo,
  DayLuck,
  DayResult,
  DayStanding,
  DayStreak,
  DayTry,
  Door,
  GameEvent,
  KeptSeats,
  LegacyProtocol,
  Matchpoints,
  NewTable,
  NewTournament,
  NextDay,
  Occupant,
  OnLeave,
  OwnTournament,
  Presence,
  SeatInfo,
  TableInfo,
  TableStage,
  TournamentDetails,
  TournamentEntrant,
  TournamentForm,
  TournamentInfo,
  TournamentList,
  TournamentLuck,
  TournamentRound,
  TournamentSeat,
  TournamentStage,
  TournamentStanding,
  TournamentTable,
  UnratedReason,
  Watchers,
} from './protocol';

export type {
  DayDeal,
  DayInfo,
  DayLuck,
  DayResult,
  DayStanding,
  DayStreak,
  DayTry,
  Door,
  GameEvent,
  KeptSeats,
  LegacyProtocol,
  Matchpoints,
  NewTable,
  NewTournament,
  NextDay,
  Occupant,
  OnLeave,
  OwnTournament,
  Presence,
  SeatInfo,
  TableInfo,
  TableStage,
  TournamentDetails,
  TournamentEntrant,
  TournamentForm,
  TournamentInfo,
  TournamentList,
  TournamentLuck,
  TournamentRound,
  TournamentSeat,
  TournamentStage,
  TournamentStanding,
  TournamentTable,
  UnratedReason,
  Watchers,
};

/** All tables, including private ones. */
export type AllTables = {
/** The tables, oldest first. */
tables: TableInfo[];
};

/** A message to all players. */
export type Announcement = {
/** At least one visible character and at most 500; invisible ones are removed first. */
text: string;
};

/** Whether you come. */
export type Answer = "yes" | "no";

/** An error response. */
export type ApiError = {
/** Error code, for programs. */
code: string;
/** Error message, for people. */
message: string;
/** Milliseconds after which the same request can be sent again, if it was refused by a rate limit. */
retry_ms?: number | null;
};

/** The actions of the person who learns. */
export type Attempt = {
/** All decisions in this lesson so far, as in `act`; the last one is judged. */
actions: unknown[];
};

/** What operators did. */
export type AuditList = {
/** The latest first. */
entries: AuditedAction[];
};

/** Something that an operator did. */
export type AuditedAction = {
/** What: `announce`, `ban`, `close_report`, `close_table`, `invite`, `lift`, `mute`, `shutdown` or `warn`. */
action: string;
/** When, in milliseconds since 1970. */
at: number;
/** How long, why, with what words. */
detail: string;
/** The address that the request came from, or `console`. */
from: string;
/** To whom or what. */
target: string;
};

/** Somebody whom you block. */
export type Block = {
/** Name of the person. */
name: string;
/** Since when, in milliseconds since 1970. */
since: number;
};

/** The people whom you block. */
export type BlockList = {
/** The latest first. */
blocks: Block[];
};

/** How a call is written. */
export type CallFormat = "json" | "ntfy" | "discord" | "slack";

/** The language of a call: one that the pages speak. */
export type CallLanguage = "en" | "sv" | "zh";

/** A node of the cluster. */
export type ClusterNode = {
/** Its number, another one at every start. */
id: string;
/** Its name. */
name: string;
/** Number of people connected to it. */
people: number;
/** Whether messages reach it. */
reachable: boolean;
/** Number of tables in use there. */
tables: number;
/** Whether it is the node that was asked. */
this_node: boolean;
/** Version of the server. */
version: string;
};

/** The nodes of the cluster, as the node that was asked sees them. */
export type ClusterNodes = {
/** Whether this server is a node of a cluster. */
in_cluster: boolean;
/** Whether this node's lease is valid. */
lease_valid: boolean;
/** Whether this node is connected to NATS. */
link_up: boolean;
/** All nodes whose lease is valid, by name; this one too. */
nodes: ClusterNode[];
};

/** The connected players. */
export type ConnectedPlayers = {
/** Names, sorted. */
players: string[];
};

/** A device that can sign in as the person. */
export type Device = {
/** Address from which it connected last; may be empty. */
address: string;
/** Whether it is connected now. */
connected: boolean;
/** When it was added, in milliseconds since 1970. */
created_at: number;
/** Whether it is the device that asks. */
current: boolean;
/** Id of the device. */
id: string;
/** What kind of device it seemed to be; may be empty. */
label: string;
/** When it connected last, in milliseconds since 1970. */
seen_at: number;
};

/** The devices of a person. */
export type DeviceList = {
/** The one that connected last first. */
devices: Device[];
/** When the recovery code was made, in milliseconds since 1970; absent if there is none. */
recovery_code_made_at?: number | null;
};

/** What somebody who enters adds to the luck. */
export type Entry = {
/** A text of your own, 1 to 64 letters, digits, `-` and `_`: no deal of the tournament can have been chosen against it. */
nonce?: string | null;
};

/** A finished game. */
export type FinishedGame = {
/** When it ended, in milliseconds since 1970. */
ended_at: number;
/** Name of the game. */
game: string;
/** Whether people who did not play may see it. */
public: boolean;
/** Whether it counts for ratings. */
rated: boolean;
/** Id of the replay. */
replay_id: string;
/** The players, by seat. */
seats: FinishedSeat[];
};

/** How a game ended for one seat. */
export type FinishedSeat = {
/** Whether it is the person whose games are listed. */
is_person: boolean;
/** Name at that time. */
name: string;
rating?: RatingAfterGame | null;
/** Its points. */
score: number;
/** Whether it won. */
won: boolean;
};

/** Somebody whom you follow. */
export type Follow = {
/** Name of the person. */
name: string;
/** Since when, in milliseconds since 1970. */
since: number;
};

/** The people whom you follow. */
export type FollowList = {
/** The latest first; without people whom you block. */
follows: Follow[];
};

/** Running games of people whom you follow. */
export type FollowedGames = {
/** The public tables where one of them plays, the newest first. */
tables: TableInfo[];
};

/** One step. */
export type Frame = {
/** Events of the step. */
events: GameEvent[];
/** Seat that acted; `null` for the deal. */
seat?: number | null;
/** What the requested perspective sees after the step. A replay offers no actions, so its `legal` is empty. */
seen: Record<string, unknown>;
/** Number of the step. */
step: number;
};

/** A finished game step by step. */
export type Frames = {
/** Whether `as=everything` is allowed: not if the game was abandoned. */
everything: boolean;
/** The requested frames. */
frames: Frame[];
/** Name of the game. */
game: string;
/** Names of the players, by seat. */
names: string[];
/** Options of the game. */
options: Record<string, unknown>;
/** Scores by seat after every step. */
scores: number[][];
/** Number of the last step; the deal is step 0. */
steps: number;
};

/** Description of a game. */
export type GameInfo = {
/** Default number of seats. */
default_seats: number;
/** How many lessons it has (`/api/lessons`). */
lessons: number;
/** The bot levels that differ in this game, weakest first. Requests may name any level. */
levels: LevelInfo[];
/** Whether the lowest score wins. */
low_score_wins: boolean;
/** Maximum number of seats. */
max_seats: number;
/** Minimum number of seats. */
min_seats: number;
/** Name in requests, such as `gomoku`. */
name: string;
/** The options of the game. */
options: OptionInfo[];
/** Version of the rules. */
rules_version: number;
/** The game in one sentence. */
summary: string;
/** Name for display. */
title: string;
};

/** The lessons of a game. */
export type GameLessons = {
/** Name of the game. */
game: string;
/** Its lessons, in the order in which they are learnt. */
lessons: LessonTitle[];
};

/** A person's results in one game. */
export type GameResults = {
/** What is counted in this game, in the order of the game. Games that have just ended are counted in the background. */
figures: PersonFigure[];
/** Name of the game. */
game: string;
/** Number of games played to the end. */
played: number;
/** The same apart by number of seats. */
sizes: SizeResults[];
/** Number of games won. */
won: number;
};

/** The games and the bot levels. */
export type Games = {
/** The games, in display order. */
games: GameInfo[];
/** All bot levels, weakest first; those that a game offers are listed with it. */
levels: string[];
};

/** How two people did where both played. */
export type HeadToHead = {
/** By game; only games that both played in. */
games: HeadToHeadGame[];
/** Name of the person. */
name: string;
/** Name of the other one. */
opponent: string;
};

/** How two people did in one game. */
export type HeadToHeadGame = {
/** Name of the game. */
game: string;
/** Number of them that the other one won. */
opponent_won: number;
/** Number of games that both played to the end. */
played: number;
/** Number of them that the person won. */
won: number;
};

/** An invitation that can still be used. */
export type Invitation = {
/** When it ends, in milliseconds since 1970. */
expires_at: number;
/** Id of the invitation; not its code. */
id: string;
/** When it was made, in milliseconds since 1970. */
made_at: number;
/** How many people it still lets in. */
uses_left: number;
};

/** A new invitation. */
export type InvitationCode = {
/** The code: for `hello.invitation` and `rename.invitation`, or behind `/door#` in a link. It is shown this once. */
code: string;
/** When it ends, in milliseconds since 1970. */
expires_at: number;
};

/** Invitations that can still be used. */
export type InvitationList = {
/** Who may become a person here. */
door: Door;
/** Your invitations, the newest first. */
invitations: Invitation[];
};

/** What became of an action. */
export type Judgement = {
/** What happened, step by step: the action, and what the others did after it. */
frames: LessonStep[];
refusal?: LessonRefusal | null;
text?: Texts | null;
/** `refused`: the rules forbid it, nothing has happened. `wrong`: legal, and not what the lesson asks for. `right`: another decision follows. `solved`: the lesson is over. */
verdict: string;
};

/** A person on a leaderboard. */
export type Leader = RatingNumbers & {
/** Name of the person. */
name: string;
};

/** The strongest people in one game at one class of tables. */
export type Leaderboard = {
/** The moment as of which games are weighed, in milliseconds since 1970. */
as_of: number;
/** The server's bots that played, the strongest first. */
bots: RatedBot[];
/** Number of seats. */
class: string;
/** Name of the game. */
game: string;
/** Number of rated games. */
games: number;
/** Rated games that somebody needs to be listed. */
min_games: number;
/** People, the strongest first; at most 100. */
people: Leader[];
};

/** A lesson as it begins. */
export type LessonInfo = {
/** How many lessons the game has. */
count: number;
/** How many decisions it has. */
decisions: number;
/** What the person who learns sees. */
frame: LessonStep;
/** Name of the game. */
game: string;
/** Id of the lesson. */
id: string;
/** What the players are called, by seat. */
names: string[];
/** Its number among the lessons of the game, from 1. */
number: number;
/** Options of the table. */
options: Record<string, unknown>;
/** What to do. */
task: Texts;
/** What it is about. */
title: Texts;
};

/** The lessons of all games. */
export type LessonList = {
/** The games that have lessons, in display order. */
games: GameLessons[];
};

/** The lessons that a person has solved. */
export type LessonProgress = {
/** Each as `game/lesson`, the latest first. */
solved: string[];
};

/** Why the rules forbid an action. */
export type LessonRefusal = {
/** For programs. */
code: string;
/** For people. */
message: string;
};

/** What the person who learns sees at one moment. */
export type LessonStep = {
/** What happened. */
events: GameEvent[];
/** Seat that acted; `null` at the beginning. */
seat?: number | null;
/** What the seat of the person who learns sees, as in `update`, with the legal actions. */
seen: Record<string, unknown>;
};

/** A lesson in the list. */
export type LessonTitle = {
/** Id of the lesson in its game. It never changes. */
id: string;
/** What it is about. */
title: Texts;
};

/** A level that a game offers. */
export type LevelInfo = {
/** Name in requests, such as `hard`. */
name: string;
/** Strength for two players as measured between the levels: 400 points are odds of ten to one, `medium` has 1000. `null` if it was not measured. */
rating?: number | null;
};

/** What an invitation is good for. */
export type NewInvitation = {
/** How many days it lasts, 1 to 90. */
days: number;
/** How many people it lets in, 1 to 50. */
uses: number;
};

/** A mute or a ban. */
export type NewSanction = {
/** An address or a block of addresses such as `192.0.2.0/24`, for a ban; either this or `person`. */
addresses?: string | null;
kind: NewSanctionKind;
/** How long it lasts. */
minutes: number;
/** Name of the person; either this or `addresses`. */
person?: string | null;
/** The reason, which the person receives: at most 500 characters. */
reason?: string | null;
};

/** What is not allowed for a time. */
export type NewSanctionKind = "mute" | "ban";

/** A table to announce. */
export type NewScheduled = {
/** What you say about it, at most 200 letters. */
note?: string | null;
/** When it is opened, in milliseconds since 1970: a minute to 90 days ahead. */
starts_at: number;
/** What kind of table, as in `open`. With `private` only those who have its link find it. */
table: NewTable;
};

/** A browser that you want to be called on. */
export type NewSubscription = {
/** The address of its push service: https, at most 500 bytes. */
endpoint: string;
keys: SubscriptionKeys;
language?: CallLanguage | null;
quiet?: Quiet | null;
};

/** A vacation to be taken. */
export type NewVacation = {
/** How many days, each of 24 hours, from now on. */
days: number;
};

/** A warning. */
export type NewWarning = {
/** Name of the person. */
person: string;
/** The text that they receive: 1 to 500 characters. */
text: string;
};

/** Chat messages that were reported. */
export type OpenReports = {
/** The latest first. */
reports: ReportedMessage[];
};

/** A tournament that was opened. */
export type OpenedTournament = {
/** Id of the tournament. */
id: string;
};

/** One option of a game. */
export type OptionInfo = {
/** Default value. */
default: string;
/** Effect of the option. */
description: string;
/** Name in requests. */
name: string;
/** Allowed values. */
range: Range;
};

/** One figure of a person in one game. */
export type PersonFigure = {
/** Stable key, unique within the game. */
key: string;
/** How the values became one number: their sum (`count`), their mean, the lowest or the highest. */
kind: string;
/** Number of values. */
samples: number;
/** What it is, in English. */
title: string;
/** The number; absent if it is not a count and there are no values. */
value?: number | null;
};

/** A page of a person's games. */
export type PersonGames = {
/** Finished games, newest first. */
games: FinishedGame[];
/** `before` of the next page; absent on the last one. */
next?: number | null;
};

/** A person's rating in one game at one class of tables. */
export type PersonRating = RatingNumbers & {
/** Number of seats: `2`, `3-4` or `5-10`. */
class: string;
/** Name of the game. */
game: string;
};

/** A person's results. */
export type PersonResults = {
/** Results by game; only games played at least once. */
games: GameResults[];
/** Name of the person. */
name: string;
/** Ratings by game and class of table size; only where a rated game was played. */
ratings: PersonRating[];
};

/** A table that waits for players. */
export type PersonTable = {
/** Id of the table. */
table: string;
};

/** Web push at this server, and your browsers. */
export type PushState = {
/** The key that browsers subscribe with, in base64url; absent if the operator offers no web push. */
public_key?: string | null;
/** Your browsers, the latest first; at most 5. */
subscriptions: Subscription[];
};

/** The time of the day at which you are not called. */
export type Quiet = {
/** Its first minute of the day, 0 to 1439. */
from: number;
/** The minute of the day at which it is over, 0 to 1439; it may be before `from`, on the next day. */
to: number;
/** Minutes by which your clock is ahead of UTC, -840 to 840. */
utc_offset: number;
};

/** Allowed values of an option. */
export type Range = "switch" | {
/** One of these values. */
choice: string[];
} | {
/** An integer in this range. */
number: {
/** Maximum. */
max: number;
/** Minimum. */
min: number;
};
};

/** A bot of the server, with its rating. */
export type RatedBot = RatingNumbers & {
/** Level of the bot. */
level: string;
/** Version of the bot. */
version: number;
};

/** A rated game: who sat there, and how it ended. */
export type RatedResult = {
/** When it ended, in milliseconds since 1970. */
ended_at: number;
/** Name of the game. */
game: string;
/** Its number among all games of the server. */
number: number;
/** Id of the replay, if everybody may see it. */
replay_id?: string | null;
/** The seats, in their order. */
seats: RatedResultSeat[];
};

/** How a rated game ended for one seat. A seat with neither person nor bot was that of a person who was deleted since. */
export type RatedResultSeat = {
/** Level of the server's bot. */
bot?: string | null;
/** Version of the server's bot. */
bot_version?: number | null;
/** Whether the person was gone when the game ended; absent if not. */
left?: boolean | null;
/** Name of the person when the game ended. */
name?: string | null;
/** Number of the person. */
person?: number | null;
/** Its points. */
score: number;
/** Whether the seat won. */
won: boolean;
};

/** A page of rated games. */
export type RatedResults = {
/** The moment as of which the server weighs games today, in milliseconds since 1970. */
as_of: number;
/** Rated games, in the order in which they were stored. */
games: RatedResult[];
/** `after` of the next page; absent on the last one. */
next?: number | null;
};

/** A person's rating after a game, in whole points. */
export type RatingAfterGame = {
/** By how much the game changed it. */
change: number;
/** Half the width of its 95 % interval. */
interval: number;
/** Whether it is shown with a question mark. */
provisional: boolean;
/** The rating. */
rating: number;
};

/** How a game changed ratings. */
export type RatingChanges = {
/** Whether the game is rated. */
rated: boolean;
/** Whether the ratings after it are computed. They follow within seconds. */
ready: boolean;
/** By seat; `null` for bots, and for people whose rating is not computed. */
seats: (RatingAfterGame | null)[];
};

/** A person's ratings through time. */
export type RatingHistory = {
/** What was shown after each rated game, the oldest first; at most the newest 500. */
points: RatingPoint[];
};

/** A rating as it is shown. */
export type RatingNumbers = {
/** Number of rated games. */
games: number;
/** Half the width of its 95 % interval. */
interval: number;
/** Whether the interval is too wide to take the number for granted: it is shown with a question mark. */
provisional: boolean;
/** The rating: 400 points are odds of ten to one. */
rating: number;
};

/** A rating as it was shown after a game, in whole points. */
export type RatingPoint = {
/** When the game ended, in milliseconds since 1970. */
ended_at: number;
/** Half the width of its 95 % interval. */
interval: number;
/** The rating. */
rating: number;
};

/** A code that signs in this browser. */
export type Redeem = {
/** The code of a link, or of a recovery sheet. */
code: string;
};

/** The person to remember. */
export type Remember = {
/** The token received in `welcome`. */
token: string;
};

/** A chat message that was reported. */
export type ReportedMessage = {
/** When it was reported, in milliseconds since 1970. */
at: number;
/** Who said it, by the name of that time. */
from: string;
/** Id of the report. */
id: string;
/** Why, in the reporter's words. */
reason?: string | null;
/** Who reported it. */
reporter: string;
/** Where it was said: `lobby`, `table` or `watchers`. */
room: string;
/** When it was said, in milliseconds since 1970. */
said_at: number;
/** At which table. */
table?: string | null;
/** What was said. */
text: string;
};

/** Where a review stands. */
export type ReviewAnswer = {
/** How much of it is done, in per cent. */
percent: number;
/** The review, once it is done; the same for everybody. If the game could not be judged it has a `problem` and nothing else. Its fields are described in docs/reviews.md. */
review?: Record<string, unknown> | null;
/** `none` if nobody asked for it, `running`, or `done`. */
state: string;
};

/** A mute or a ban. */
export type SanctionInfo = {
/** The block of addresses. */
addresses?: string | null;
/** Its id. */
id: string;
/** `mute` or `ban`. */
kind: string;
/** Since when, in milliseconds since 1970. */
made_at: number;
/** Name of the person. */
person?: string | null;
/** The reason, as people read it. */
reason: string;
/** Until when, in milliseconds since 1970. */
until: number;
};

/** Mutes and bans. */
export type SanctionList = {
/** Those that count, the latest first. */
sanctions: SanctionInfo[];
};

/** An announced table. */
export type Scheduled = {
/** Number of bots that take seats. */
bots: number;
/** Seconds for a decision, or off. */
clock: number | "off";
/** Those who come, the first to say so first. */
coming: string[];
/** Those who do not. */
declined: string[];
/** Name of the game. */
game: string;
/** What they say about it. */
note?: string | null;
/** Now, in milliseconds since 1970. */
now: number;
/** Who announced it. */
opened_by: string;
/** Whether only those who have the link find it. */
private: boolean;
/** Whether its games count for ratings. */
rated: boolean;
/** Number of seats. */
seats: number;
stage: Stage;
/** When it is opened, in milliseconds since 1970. */
starts_at: number;
/** Id that the table has when it is open. */
table: string;
your_answer?: Answer | null;
/** Whether you announced it. */
yours: boolean;
};

/** Your answer. */
export type ScheduledAnswer = {
answer: Answer;
};

/** The announced tables. */
export type ScheduledTables = {
/** Now, in milliseconds since 1970. */
now: number;
/** The next first: public ones, and private ones that you announced or answered. One that was opened a short time ago is among them. */
scheduled: Scheduled[];
};

/** One schema. */
export type SchemaLink = {
/** Its name. */
name: string;
/** Its address. */
url: string;
};

/** The schemas. */
export type Schemas = {
/** `protocol` for the messages, and one for each game. */
schemas: SchemaLink[];
};

/** A code that signs in one more device. */
export type SignInCode = {
/** The code: for `hello.sign_in_code`, or behind `/link#` in a link. */
code: string;
/** When it ends, in milliseconds since 1970; absent if it does not. */
expires_at?: number | null;
};

/** Who is signed in. */
export type SignedInAs = {
/** Name of the person. */
name: string;
};

/** A person's results in one game at tables of one size. */
export type SizeResults = {
/** Number of games played to the end. */
played: number;
/** Number of seats. */
seats: number;
/** Number of games won. */
won: number;
};

/** Lessons that were solved. */
export type SolvedLessons = {
/** Each as `game/lesson`. */
solved: string[];
};

/** What became of it. */
export type Stage = "announced" | "opened" | "dropped";

/** Status of the server. */
export type Status = {
/** Number of actions played since the start. */
actions_played: number;
/** Number of open connections. */
connections: number;
/** Number of games played to the end since the start. */
games_finished: number;
/** Number of people connected. */
people: number;
/** Status of the database. */
store: StoreStatus;
/** Number of tables whose game has ended. */
tables_finished: number;
/** Number of tables not opened because their journal is invalid. */
tables_quarantined?: number;
/** Number of tables with a running game. */
tables_running: number;
/** Number of tables that wait for players. */
tables_waiting: number;
/** Time since the start, in seconds. */
uptime_seconds: number;
/** Version of the server. */
version: string;
};

/** Status of the database. */
export type StoreStatus = {
/** Number of commits since the start. */
commits: number;
/** Number of commits that failed. */
failures: number;
/** Time until the last commit was durable, in milliseconds. */
last_latency_ms: number;
/** Location of the database, without passwords. */
location: string;
/** Longest such time since the start, in milliseconds. */
max_latency_ms: number;
/** Number of commits waiting. */
queue_length: number;
/** Whether the database can be written; while it cannot, writes are refused. */
up: boolean;
};

/** A browser that you are called on. */
export type Subscription = {
/** When it subscribed, in milliseconds since 1970. */
created_at: number;
/** The address of its push service. */
endpoint: string;
/** Since when all calls to it have failed; absent if they arrive. */
failing_since?: number | null;
/** What it is removed by. */
id: string;
/** The language that you are called in; absent if it was not said. */
language?: string | null;
quiet?: Quiet | null;
};

/** The keys of a browser's subscription, as the browser gives them. */
export type SubscriptionKeys = {
/** 16 bytes in base64url that authenticate messages. */
auth: string;
/** Its public key: a point of P-256 in base64url. */
p256dh: string;
};

/** Why a table is closed. */
export type TableClosing = {
/** The text that everybody at the table receives. */
reason?: string | null;
};

/** The public tables. */
export type Tables = {
/** The `after` of the next page; `null` on the last one. */
next?: string | null;
/** Number of people connected. */
people_online: number;
/** A page of tables: those with a free seat first, then the newest. */
tables: TableInfo[];
/** Number of public tables, on all pages. */
total: number;
};

/** A text in each language. */
export type Texts = {
/** English. */
en: string;
/** Swedish. */
sv: string;
/** Chinese. */
zh: string;
};

/** Your vacation. */
export type VacationInfo = {
/** Days that a person has in a year; 0 if this server has no vacations. */
max_days: number;
/** Until when you are on vacation, in milliseconds since 1970; absent if you are not. */
until?: number | null;
/** Days that you have taken this year (UTC). */
used_days: number;
};

/** Where you want to be called. */
export type WebhookSettings = {
format: CallFormat;
language?: CallLanguage | null;
quiet?: Quiet | null;
/** The address that a call is sent to with one POST: http or https, at most 500 bytes, without a password. */
url: string;
};

/** Your webhook. */
export type WebhookState = {
/** Since when all calls have failed, in milliseconds since 1970; absent if they arrive. */
failing_since?: number | null;
/** Whether they have failed for a day: you are not called any more until you set the webhook again. */
stopped: boolean;
webhook?: WebhookSettings | null;
};
