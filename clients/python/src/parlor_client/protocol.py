"""Types of the protocol. Generated from docs/schema/protocol.json by generate.py: do not edit."""

from __future__ import annotations

from typing import Any, Literal, TypedDict, Union

PROTOCOL_VERSION = 2


class _AcceptRequired(TypedDict):
    accept: bool
    proposal: int


class Accept(_AcceptRequired, total=False):
    """Accepts or declines a proposal."""

    nonce: Union[Nonce, None]
    ref: Union[int, None]


class _AcknowledgeRequired(TypedDict):
    notice: str


class Acknowledge(_AcknowledgeRequired, total=False):
    """Says that a notice was read: it is not sent again."""

    ref: Union[int, None]


class _ActRequired(TypedDict):
    action: Any
    game_number: int
    nth: int
    table: TableId


class Act(_ActRequired, total=False):
    """Plays an action."""

    ref: Union[int, None]


class _AddBotRequired(TypedDict):
    level: str
    table: TableId


class AddBot(_AddBotRequired, total=False):
    """Seats a bot, as the host, before the game."""

    ref: Union[int, None]
    seat: Union[Seat, None]


class _ByeRequired(TypedDict):
    message: str
    reason: ByeReason


class Bye(_ByeRequired, total=False):
    """The connection ends."""

    retry_ms: Union[int, None]


ByeReason = Union["Union[Literal['server_shutdown'], Literal['bad_messages'], Literal['rate_limited'], Literal['idle_timeout'], Literal['too_many_connections'], Literal['signed_out'], Literal['banned']]"]


Change = Union['Union[list[Any]]']


_ChatLineRequired = TypedDict('_ChatLineRequired', {"at": "int", "from": "Union[str, None]", "number": "int", "text": "ChatText"})


class ChatLine(_ChatLineRequired, total=False):
    """One line of chat."""


class ChatRoomTable(TypedDict):
    """The players of a table."""

    table: TableId


class ChatRoomWatchers(TypedDict):
    """The watchers of a table, apart from the players while the game runs."""

    watchers: TableId


ChatRoom = Union["Union[Literal['lobby'], ChatRoomTable, ChatRoomWatchers]"]


ChatText = str


class ClientMsgHello(TypedDict):
    """Signs in: the first message of a connection."""

    hello: Hello


class ClientMsgRename(TypedDict):
    """Sets or changes the name."""

    rename: Rename


class ClientMsgLobby(TypedDict):
    """Starts or stops observing the lobby."""

    lobby: Lobby


class ClientMsgOpen(TypedDict):
    """Opens a table and takes a seat at it."""

    open: Open


class ClientMsgJoin(TypedDict):
    """Takes a seat."""

    join: Join


class ClientMsgLeave(TypedDict):
    """Leaves the seat, or stops watching."""

    leave: Leave


class ClientMsgWatch(TypedDict):
    """Watches a table."""

    watch: Watch


class ClientMsgAddBot(TypedDict):
    """As the host: seats a bot."""

    add_bot: AddBot


class ClientMsgRemoveBot(TypedDict):
    """As the host: removes a bot."""

    remove_bot: RemoveBot


class ClientMsgRemovePlayer(TypedDict):
    """As the host: removes a person before the game."""

    remove_player: RemovePlayer


class ClientMsgLockSeat(TypedDict):
    """As the host: keeps a free seat from being taken, or frees it."""

    lock_seat: LockSeat


class ClientMsgAct(TypedDict):
    """Plays an action."""

    act: Act


class ClientMsgDraft(TypedDict):
    """Sets the action to play if the time runs out."""

    draft: Draft


class ClientMsgHint(TypedDict):
    """Asks for the best choice at your decision, at a table that allows hints."""

    hint: Hint


class ClientMsgSay(TypedDict):
    """Sends a chat message."""

    say: Say


class ClientMsgMute(TypedDict):
    """Hides a person's chat messages on this connection, or shows them again."""

    mute: Mute


class ClientMsgReport(TypedDict):
    """Reports a chat message to the operator."""

    report: Report


class ClientMsgAcknowledge(TypedDict):
    """Says that a notice of the operator was read."""

    acknowledge: Acknowledge


class ClientMsgStart(TypedDict):
    """Starts the game, at a table that does not start by itself."""

    start: Start


class ClientMsgRematch(TypedDict):
    """Asks for another game with the same seats."""

    rematch: Rematch


class ClientMsgUndo(TypedDict):
    """Takes back your last decision, alone against bots."""

    undo: Undo


class ClientMsgPause(TypedDict):
    """Pauses a game alone against bots, or goes on with it."""

    pause: Pause


class ClientMsgResign(TypedDict):
    """Ends a game alone against bots."""

    resign: Resign


class ClientMsgReady(TypedDict):
    """Says what one would play with others who want the same, or that one would not any more."""

    ready: Ready


class ClientMsgAccept(TypedDict):
    """Accepts or declines a proposal."""

    accept: Accept


class ClientMsgPlayDay(TypedDict):
    """Sits down at the deal of the day, or comes back to it."""

    play_day: PlayDay


class ClientMsgDayNonce(TypedDict):
    """Adds to the randomness of the deals of a day to come."""

    day_nonce: DayNonce


class ClientMsgSync(TypedDict):
    """Asks for the whole table again, with what was missed."""

    sync: Sync


class ClientMsgPing(TypedDict):
    """Asks for a `pong`."""

    ping: Ping


ClientMsg = Union['Union[ClientMsgHello, ClientMsgRename, ClientMsgLobby, ClientMsgOpen, ClientMsgJoin, ClientMsgLeave, ClientMsgWatch, ClientMsgAddBot, ClientMsgRemoveBot, ClientMsgRemovePlayer, ClientMsgLockSeat, ClientMsgAct, ClientMsgDraft, ClientMsgHint, ClientMsgSay, ClientMsgMute, ClientMsgReport, ClientMsgAcknowledge, ClientMsgStart, ClientMsgRematch, ClientMsgUndo, ClientMsgPause, ClientMsgResign, ClientMsgReady, ClientMsgAccept, ClientMsgPlayDay, ClientMsgDayNonce, ClientMsgSync, ClientMsgPing]']


Clock = Union["Union[int, Literal['off']]"]


Commitment = str


DayDate = str


class _DayNonceRequired(TypedDict):
    date: DayDate
    nonce: Nonce


class DayNonce(_DayNonceRequired, total=False):
    """Adds to the randomness of all deals of a day, before that day begins. A second one of the same person replaces the"""

    ref: Union[int, None]


class Deadline(TypedDict):
    """How long a seat may still think."""

    remaining_ms: int
    seat: Seat


class _DealRequired(TypedDict):
    commitment: Commitment
    nonces: list[Union[Nonce, None]]
    secret: Secret


class Deal(_DealRequired, total=False):
    """How a game was dealt, sent when it is over. Its fields stand in alphabetical order: a replay is sealed as it is"""

    day: Union[DealDay, None]
    form: DealForm


class DealDay(TypedDict):
    """Which deal of which day it is."""

    date: DayDate
    game: str


DealForm = Union['Literal[1, 2, 3]']


class Done(TypedDict, total=False):
    """A request was carried out."""

    commitment: Union[Commitment, None]
    ref: Union[int, None]
    table: Union[TableId, None]


Door = Union["Union[Literal['open'], Literal['invited'], Literal['closed']]"]


class _DraftRequired(TypedDict):
    game_number: int
    nth: int
    table: TableId


class Draft(_DraftRequired, total=False):
    """Sets the action to play if the time runs out, or deletes it."""

    action: Any
    ref: Union[int, None]


class GameEvent(TypedDict):
    """Something that happened in the game."""

    event: Any
    text: str


class _GameResultRequired(TypedDict):
    abandoned: bool
    replay_id: ReplayId
    scores: list[int]
    winners: Seats


class GameResult(_GameResultRequired, total=False):
    """A game that has ended."""

    deal: Union[Deal, None]
    hinted: Seats
    next_commitment: Union[Commitment, None]
    rated: bool
    seal: Union[Seal, None]
    undo_count: int


class _GameUpdateRequired(TypedDict):
    deadlines: list[Deadline]
    events: list[GameEvent]
    game_number: int
    nth: int
    seq: int
    table: TableId


class GameUpdate(_GameUpdateRequired, total=False):
    """Something was played: the acknowledgement for the client that played it, the news for everybody else."""

    base: Union[int, None]
    changes: Union[list[Change], None]
    result: Union[GameResult, None]
    seen: Union[Seen, None]


class _HelloRequired(TypedDict):
    version: int


class Hello(_HelloRequired, total=False):
    """Signs in: a token resumes a person; without one a new person signs in, who needs a name to sit down."""

    invitation: Union[str, None]
    name: Union[str, None]
    program: bool
    ref: Union[int, None]
    sign_in_code: Union[str, None]
    token: Union[str, None]


class _HintRequired(TypedDict):
    game_number: int
    nth: int
    table: TableId


class Hint(_HintRequired, total=False):
    """Asks for the best choice at your decision, at a table that allows hints. The answer is a `hint`, for you alone; the"""

    ref: Union[int, None]


class _HintAnswerRequired(TypedDict):
    best: int
    choices: list[HintedChoice]
    game_number: int
    nth: int
    table: TableId
    text: str


class HintAnswer(_HintAnswerRequired, total=False):
    """The best choice at a decision, from what the seat knows."""

    ref: Union[int, None]
    why: Union[HintReason, None]


class HintReason(TypedDict):
    """What speaks for a choice: facts that can be counted from what the seat sees."""

    reason: Any
    text: str


class HintedChoice(TypedDict):
    """One legal choice and what it is worth."""

    action: Any
    text: str
    value: Union[float, None]


InviteCode = str


class _JoinRequired(TypedDict):
    table: TableId


class Join(_JoinRequired, total=False):
    """Takes a seat."""

    invite_code: Union[InviteCode, None]
    nonce: Union[Nonce, None]
    ref: Union[int, None]
    seat: Union[Seat, None]


class KeptSeats(TypedDict):
    """The seats of a scheduled table are kept for those who said yes, for some minutes after it was opened."""

    people: list[str]
    until: int


class _LeaveRequired(TypedDict):
    table: TableId


class Leave(_LeaveRequired, total=False):
    """Leaves the seat, or stops watching."""

    ref: Union[int, None]


LegacyProtocol = Union["Union[Literal['chicago'], Literal['gomoku'], Literal['sorry']]"]


LegalActions = Union["Union[list[Any], Literal['implied']]"]


class _LobbyRequired(TypedDict):
    on: bool


class Lobby(_LobbyRequired, total=False):
    """Starts or stops observing the lobby."""

    bundled: bool
    game: Union[str, None]
    pages: Union[int, None]
    ref: Union[int, None]


class _LobbyChangesRequired(TypedDict):
    removed: list[TableId]
    tables: list[TableInfo]


class LobbyChanges(_LobbyChangesRequired, total=False):
    """What changed in the lobby since the last time."""

    counts: Union[dict[str, int], None]
    people_online: Union[int, None]
    total: Union[int, None]


class LobbySnapshot(TypedDict):
    """The lobby as it is."""

    chat: list[ChatLine]
    counts: dict[str, int]
    people_online: int
    tables: list[TableInfo]
    total: int


class LobbyUpdateTable(TypedDict):
    """A table is new or has changed."""

    table: TableInfo


class LobbyUpdateRemoved(TypedDict):
    """A table was closed."""

    removed: TableId


class LobbyUpdatePeopleOnline(TypedDict):
    """Number of people connected."""

    people_online: int


class LobbyUpdateChanges(TypedDict):
    """All that changed since the last time, for those who asked for it `bundled`."""

    changes: LobbyChanges


LobbyUpdate = Union['Union[LobbyUpdateTable, LobbyUpdateRemoved, LobbyUpdatePeopleOnline, LobbyUpdateChanges]']


class _LockSeatRequired(TypedDict):
    on: bool
    seat: Seat
    table: TableId


class LockSeat(_LockSeatRequired, total=False):
    """Locks a free seat, as the host, before the game: nobody sits down there until it is free again. A bot may be seated"""

    ref: Union[int, None]


class Missed(TypedDict):
    """What happened in one update that was missed."""

    events: list[GameEvent]
    seq: int


class _MuteRequired(TypedDict):
    name: str
    on: bool


class Mute(_MuteRequired, total=False):
    """Hides a person's chat messages on this connection, or shows them again."""

    ref: Union[int, None]


class _NewTableRequired(TypedDict):
    game: str


class NewTable(_NewTableRequired, total=False):
    """What kind of table to open."""

    bot_delay_ms: Union[int, None]
    bots: list[str]
    clock: Clock
    grace_seconds: Union[int, None]
    hints: Union[bool, None]
    on_leave: OnLeave
    options: RawOptions
    private: bool
    rated: bool
    same_address: bool
    seats: Union[int, None]
    substitute_level: Union[str, None]
    watch_policy: Watchers


Nonce = str


class _NoticeRequired(TypedDict):
    kind: NoticeKind
    message: str


class Notice(_NoticeRequired, total=False):
    """Something that the person should read."""

    id: Union[str, None]
    table: Union[TableId, None]


NoticeKind = Union["Union[Literal['warning'], Literal['muted'], Literal['removed'], Literal['table_closed'], Literal['round_began']]"]


class OccupantPerson_Person(TypedDict):
    name: str
    program: bool


class OccupantPerson(TypedDict):
    """A person, or a program with an account of its own."""

    person: OccupantPerson_Person


class OccupantBot_Bot(TypedDict):
    level: str


class OccupantBot(TypedDict):
    """A bot of the server."""

    bot: OccupantBot_Bot


Occupant = Union["Union[Literal['empty'], OccupantPerson, OccupantBot]"]


OnLeave = Union["Union[Literal['bot'], Literal['end']]"]


class _OpenRequired(TypedDict):
    config: NewTable


class Open(_OpenRequired, total=False):
    """Opens a table and takes a seat at it."""

    nonce: Union[Nonce, None]
    ref: Union[int, None]


class Outcome(TypedDict):
    """How a game ended: its winners. Nobody = a draw; several = they share the win."""

    winners: Seats


Pace = Union["Union[Literal['quick'], Literal['calm'], Literal['days']]"]


class _PauseRequired(TypedDict):
    on: bool
    table: TableId


class Pause(_PauseRequired, total=False):
    """Pauses a game alone against bots, or goes on with it: while it is paused no clock runs and no bot plays."""

    ref: Union[int, None]


class Ping(TypedDict, total=False):
    """Asks for a `pong`."""

    ref: Union[int, None]


class _PlayDayRequired(TypedDict):
    game: str


class PlayDay(_PlayDayRequired, total=False):
    """Sits down at the deal of the day: a table alone with bots is opened, once for each person. Later it leads back there."""

    ref: Union[int, None]


class PresenceDisconnected_Disconnected(TypedDict):
    bot_in_ms: Union[int, None]
    for_ms: int


class PresenceDisconnected(TypedDict):
    """The connection was lost."""

    disconnected: PresenceDisconnected_Disconnected


Presence = Union["Union[Literal['connected'], Literal['thinking'], PresenceDisconnected, Literal['left']]"]


class _ProposalRequired(TypedDict):
    bots: int
    commitment: Commitment
    expires_in_ms: int
    game: str
    pace: Pace
    people: list[str]
    proposal: int
    seats: int


class Proposal(_ProposalRequired, total=False):
    """A table that is opened if everybody accepts."""

    called: list[str]


class _ProposalEndedRequired(TypedDict):
    proposal: int
    waiting: bool


class ProposalEnded(_ProposalEndedRequired, total=False):
    """A proposal is over."""

    table: Union[TableId, None]


RawOptions = Union['dict[str, Union[int, str]]']


class Ready(TypedDict, total=False):
    """Says what one would play, or that one would not any more."""

    ref: Union[int, None]
    wish: Union[ReadyWish, None]


class ReadyGroup(TypedDict):
    """People who would play the same game."""

    game: str
    needed: int
    pace: Pace
    people: list[str]


class _ReadyWishRequired(TypedDict):
    games: list[str]
    max_seats: int
    min_seats: int


class ReadyWish(_ReadyWishRequired, total=False):
    """What somebody would play."""

    bots_after_seconds: Union[int, None]
    call: bool
    minutes: Union[int, None]
    pace: Pace


RefusalCode = Union["Union[Literal['bad_message'], Literal['too_long'], Literal['hello_required'], Literal['unsupported_version'], Literal['bad_name'], Literal['name_taken'], Literal['name_required'], Literal['unknown_token'], Literal['unknown_code'], Literal['door_closed'], Literal['no_such_game'], Literal['bad_options'], Literal['no_such_table'], Literal['not_invited'], Literal['table_full'], Literal['seat_taken'], Literal['already_seated'], Literal['seat_locked'], Literal['seat_kept'], Literal['removed_by_host'], Literal['not_seated'], Literal['watching_disabled'], Literal['not_host'], Literal['no_such_bot'], Literal['already_played'], Literal['no_calls'], Literal['already_started'], Literal['not_started'], Literal['not_over'], Literal['cannot_start'], Literal['first_player_only'], Literal['hints_disabled'], Literal['stale'], Literal['other_game'], Literal['too_early'], Literal['bad_action'], Literal['illegal'], Literal['bad_chat'], Literal['not_in_room'], Literal['muted'], Literal['banned'], Literal['no_such_line'], Literal['already_done'], Literal['no_such_person'], Literal['no_such_tournament'], Literal['rate_limited'], Literal['table_busy'], Literal['limit_reached'], Literal['not_saved'], Literal['shutting_down'], Literal['not_alone'], Literal['nothing_to_undo'], Literal['rated_table']]"]


class _RefusedRequired(TypedDict):
    code: str
    message: str


class Refused(_RefusedRequired, total=False):
    """A request was refused, and nothing was changed."""

    legal: Union[LegalActions, None]
    ref: Union[int, None]
    retry_ms: Union[int, None]


class _RematchRequired(TypedDict):
    table: TableId


class Rematch(_RematchRequired, total=False):
    """Asks for another game with the same seats."""

    bots_for_absent: Union[str, None]
    nonce: Union[Nonce, None]
    ref: Union[int, None]


class _RemoveBotRequired(TypedDict):
    seat: Seat
    table: TableId


class RemoveBot(_RemoveBotRequired, total=False):
    """Removes a bot, as the host, before the game."""

    ref: Union[int, None]


class _RemovePlayerRequired(TypedDict):
    seat: Seat
    table: TableId


class RemovePlayer(_RemovePlayerRequired, total=False):
    """Removes a person, as the host, before the game. That person can watch, and does not sit down here again."""

    ref: Union[int, None]


class _RenameRequired(TypedDict):
    name: str


class Rename(_RenameRequired, total=False):
    """Sets or changes the name."""

    invitation: Union[str, None]
    ref: Union[int, None]


ReplayId = str


class _ReportRequired(TypedDict):
    number: int
    room: ChatRoom


class Report(_ReportRequired, total=False):
    """Reports a chat message that one was shown. The operator reads this message and no other."""

    reason: Union[str, None]
    ref: Union[int, None]


class _ResignRequired(TypedDict):
    table: TableId


class Resign(_ResignRequired, total=False):
    """Ends a game alone against bots: it counts for nobody, and its replay is kept."""

    ref: Union[int, None]


class _SayRequired(TypedDict):
    room: ChatRoom
    text: str


class Say(_SayRequired, total=False):
    """Sends a chat message."""

    ref: Union[int, None]


Seal = str


Seat = int


class _SeatInfoRequired(TypedDict):
    occupant: Occupant
    played_by_bot: bool
    presence: Presence
    wants_rematch: bool


class SeatInfo(_SeatInfoRequired, total=False):
    """One seat as others see it."""

    locked: bool
    vacation_until: Union[int, None]


class SeatedTable(TypedDict):
    """A table one sits at."""

    info: TableInfo
    seat: Seat


Seats = Union['list[Seat]']


class SeatsUpdate(TypedDict):
    """Who sits where has changed, or how present they are."""

    host: Union[Seat, None]
    seats: list[SeatInfo]
    table: TableId
    watcher_count: int


Secret = str


class Seen(TypedDict):
    """All that one viewer sees of a game: the frame that all games share, and the game's own view in it."""

    legal: LegalActions
    outcome: Union[Outcome, None]
    scores: list[int]
    seats: int
    sheet: list[list[int]]
    to_act: Seats
    turn: int
    view: Any
    you: Union[Seat, None]


class ServerMsgWelcome(TypedDict):
    """The answer to a hello."""

    welcome: Welcome


class ServerMsgDone(TypedDict):
    """A request was carried out."""

    done: Done


class ServerMsgRefused(TypedDict):
    """A request was refused, and nothing was changed."""

    refused: Refused


class ServerMsgLobby(TypedDict):
    """The lobby as it is."""

    lobby: LobbySnapshot


class ServerMsgLobbyUpdate(TypedDict):
    """Something in the lobby has changed."""

    lobby_update: LobbyUpdate


class ServerMsgTable(TypedDict):
    """A table as it is."""

    table: TableSnapshot


class ServerMsgUpdate(TypedDict):
    """Something was played."""

    update: GameUpdate


class ServerMsgSeatsUpdate(TypedDict):
    """Who sits where has changed, or how present they are."""

    seats_update: SeatsUpdate


class ServerMsgHint(TypedDict):
    """The answer to a `hint`."""

    hint: HintAnswer


class ServerMsgSaid_Said(TypedDict):
    line: ChatLine
    room: ChatRoom


class ServerMsgSaid(TypedDict):
    """Somebody said something."""

    said: ServerMsgSaid_Said


class ServerMsgTableRemoved_TableRemoved(TypedDict):
    table: TableId


class ServerMsgTableRemoved(TypedDict):
    """The table is gone, or one is no longer at it."""

    table_removed: ServerMsgTableRemoved_TableRemoved


class ServerMsgReady_Ready(TypedDict):
    groups: list[ReadyGroup]


class ServerMsgReady(TypedDict):
    """Who would play what, for those who observe the lobby."""

    ready: ServerMsgReady_Ready


class ServerMsgProposal(TypedDict):
    """A table that is opened if everybody accepts."""

    proposal: Proposal


class ServerMsgProposalEnded(TypedDict):
    """A proposal is over."""

    proposal_ended: ProposalEnded


class ServerMsgNotice(TypedDict):
    """Something that the person should read, from the host of a table or from the operator."""

    notice: Notice


class ServerMsgDevicesChanged(TypedDict):
    """The list of the person's devices has changed."""

    devices_changed: dict[str, Any]


class ServerMsgBlocksChanged(TypedDict):
    """The list of those whom the person blocks has changed."""

    blocks_changed: dict[str, Any]


class ServerMsgPong(TypedDict):
    """Answer to a `ping`."""

    pong: Done


class ServerMsgBye(TypedDict):
    """The connection ends."""

    bye: Bye


ServerMsg = Union['Union[ServerMsgWelcome, ServerMsgDone, ServerMsgRefused, ServerMsgLobby, ServerMsgLobbyUpdate, ServerMsgTable, ServerMsgUpdate, ServerMsgSeatsUpdate, ServerMsgHint, ServerMsgSaid, ServerMsgTableRemoved, ServerMsgReady, ServerMsgProposal, ServerMsgProposalEnded, ServerMsgNotice, ServerMsgDevicesChanged, ServerMsgBlocksChanged, ServerMsgPong, ServerMsgBye]']


class _StartRequired(TypedDict):
    table: TableId


class Start(_StartRequired, total=False):
    """Starts the game, at a table that does not start by itself."""

    ref: Union[int, None]


class _SyncRequired(TypedDict):
    table: TableId


class Sync(_SyncRequired, total=False):
    """Asks for the whole table again."""

    ref: Union[int, None]
    since: Union[int, None]


TableId = str


class _TableInfoRequired(TypedDict):
    clock: Clock
    game: str
    host: Union[Seat, None]
    on_leave: OnLeave
    opened_at: int
    options: RawOptions
    private: bool
    seats: list[SeatInfo]
    stage: TableStage
    table: TableId
    watch_policy: Watchers
    watcher_count: int


class TableInfo(_TableInfoRequired, total=False):
    """A table as the lobby lists it."""

    commitment: Union[Commitment, None]
    day: Union[DayDate, None]
    hints: bool
    kept: Union[KeptSeats, None]
    legacy_protocol: Union[LegacyProtocol, None]
    paused: bool
    rated: bool
    tournament: Union[TournamentId, None]
    unrated_because: Union[UnratedReason, None]


class _TableSnapshotRequired(TypedDict):
    chat: list[ChatLine]
    deadlines: list[Deadline]
    draft: Any
    game_number: int
    info: TableInfo
    missed: list[Missed]
    nth: int
    result: Union[GameResult, None]
    seen: Union[Seen, None]
    seq: int
    you: Union[Seat, None]


class TableSnapshot(_TableSnapshotRequired, total=False):
    """A table as it is, for one viewer."""

    invite_code: Union[InviteCode, None]
    ref: Union[int, None]
    undo_count: int


TableStage = Union["Union[Literal['waiting'], Literal['running'], Literal['finished']]"]


TournamentId = str


class _UndoRequired(TypedDict):
    game_number: int
    nth: int
    table: TableId


class Undo(_UndoRequired, total=False):
    """Takes back your last decision and all that was played after it, alone against bots. The result says so."""

    ref: Union[int, None]


UnratedReason = Union["Union[Literal['same_address'], Literal['legacy_client']]"]


class _WatchRequired(TypedDict):
    table: TableId


class Watch(_WatchRequired, total=False):
    """Watches a table."""

    invite_code: Union[InviteCode, None]
    ref: Union[int, None]


class WatchersDelayed(TypedDict):
    """Everybody may watch, this number of actions late."""

    delayed: int


Watchers = Union["Union[Literal['none'], Literal['open'], WatchersDelayed]"]


class _WelcomeRequired(TypedDict):
    name: Union[str, None]
    tables: list[SeatedTable]
    token: str
    version: int


class Welcome(_WelcomeRequired, total=False):
    """The answer to a hello."""

    build: Union[str, None]
    commitment: Union[Commitment, None]
    door: Door
    ref: Union[int, None]
    wish: Union[ReadyWish, None]
