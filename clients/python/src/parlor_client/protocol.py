"""Types of the protocol. Generated from docs/schema/protocol.json by generate.py: do not edit."""

from __future__ import annotations

from typing import Any, Literal, TypedDict, Union

PROTOCOL_VERSION = 2


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


class Bye(TypedDict):
    """The connection ends."""

    message: str
    reason: ByeReason


ByeReason = Union["Union[Literal['server_shutdown'], Literal['bad_messages'], Literal['rate_limited'], Literal['idle_timeout'], Literal['too_many_connections']]"]


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


class ClientMsgAct(TypedDict):
    """Plays an action."""

    act: Act


class ClientMsgDraft(TypedDict):
    """Sets the action to play if the time runs out."""

    draft: Draft


class ClientMsgSay(TypedDict):
    """Sends a chat message."""

    say: Say


class ClientMsgMute(TypedDict):
    """Hides a person's chat messages on this connection, or shows them again."""

    mute: Mute


class ClientMsgStart(TypedDict):
    """Starts the game, at a table that does not start by itself."""

    start: Start


class ClientMsgRematch(TypedDict):
    """Asks for another game with the same seats."""

    rematch: Rematch


class ClientMsgSync(TypedDict):
    """Asks for the whole table again, with what was missed."""

    sync: Sync


class ClientMsgPing(TypedDict):
    """Asks for a `pong`."""

    ping: Ping


ClientMsg = Union['Union[ClientMsgHello, ClientMsgRename, ClientMsgLobby, ClientMsgOpen, ClientMsgJoin, ClientMsgLeave, ClientMsgWatch, ClientMsgAddBot, ClientMsgRemoveBot, ClientMsgAct, ClientMsgDraft, ClientMsgSay, ClientMsgMute, ClientMsgStart, ClientMsgRematch, ClientMsgSync, ClientMsgPing]']


Clock = Union["Union[int, Literal['off']]"]


Commitment = str


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

    form: DealForm


DealForm = Union['Literal[1, 2]']


class Done(TypedDict, total=False):
    """A request was carried out."""

    commitment: Union[Commitment, None]
    ref: Union[int, None]
    table: Union[TableId, None]


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
    next_commitment: Union[Commitment, None]
    seal: Union[Seal, None]


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

    name: Union[str, None]
    program: bool
    ref: Union[int, None]
    token: Union[str, None]


InviteCode = str


class _JoinRequired(TypedDict):
    table: TableId


class Join(_JoinRequired, total=False):
    """Takes a seat."""

    invite_code: Union[InviteCode, None]
    nonce: Union[Nonce, None]
    ref: Union[int, None]
    seat: Union[Seat, None]


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
    on_leave: OnLeave
    options: RawOptions
    private: bool
    seats: Union[int, None]
    substitute_level: Union[str, None]
    watch_policy: Watchers


Nonce = str


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


class Ping(TypedDict, total=False):
    """Asks for a `pong`."""

    ref: Union[int, None]


class PresenceDisconnected_Disconnected(TypedDict):
    bot_in_ms: Union[int, None]
    for_ms: int


class PresenceDisconnected(TypedDict):
    """The connection was lost."""

    disconnected: PresenceDisconnected_Disconnected


Presence = Union["Union[Literal['connected'], Literal['thinking'], PresenceDisconnected, Literal['left']]"]


RawOptions = Union['dict[str, Union[int, str]]']


RefusalCode = Union["Union[Literal['bad_message'], Literal['too_long'], Literal['hello_required'], Literal['unsupported_version'], Literal['bad_name'], Literal['name_taken'], Literal['name_required'], Literal['unknown_token'], Literal['no_such_game'], Literal['bad_options'], Literal['no_such_table'], Literal['not_invited'], Literal['table_full'], Literal['seat_taken'], Literal['already_seated'], Literal['not_seated'], Literal['watching_disabled'], Literal['not_host'], Literal['no_such_bot'], Literal['already_started'], Literal['not_started'], Literal['not_over'], Literal['cannot_start'], Literal['first_player_only'], Literal['stale'], Literal['other_game'], Literal['too_early'], Literal['bad_action'], Literal['illegal'], Literal['bad_chat'], Literal['not_in_room'], Literal['no_such_person'], Literal['rate_limited'], Literal['table_busy'], Literal['limit_reached'], Literal['not_saved'], Literal['shutting_down']]"]


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

    nonce: Union[Nonce, None]
    ref: Union[int, None]


class _RemoveBotRequired(TypedDict):
    seat: Seat
    table: TableId


class RemoveBot(_RemoveBotRequired, total=False):
    """Removes a bot, as the host, before the game."""

    ref: Union[int, None]


class _RenameRequired(TypedDict):
    name: str


class Rename(_RenameRequired, total=False):
    """Sets or changes the name."""

    ref: Union[int, None]


ReplayId = str


class _SayRequired(TypedDict):
    room: ChatRoom
    text: str


class Say(_SayRequired, total=False):
    """Sends a chat message."""

    ref: Union[int, None]


Seal = str


Seat = int


class SeatInfo(TypedDict):
    """One seat as others see it."""

    occupant: Occupant
    played_by_bot: bool
    presence: Presence
    wants_rematch: bool


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


class ServerMsgPong(TypedDict):
    """Answer to a `ping`."""

    pong: Done


class ServerMsgBye(TypedDict):
    """The connection ends."""

    bye: Bye


ServerMsg = Union['Union[ServerMsgWelcome, ServerMsgDone, ServerMsgRefused, ServerMsgLobby, ServerMsgLobbyUpdate, ServerMsgTable, ServerMsgUpdate, ServerMsgSeatsUpdate, ServerMsgSaid, ServerMsgTableRemoved, ServerMsgPong, ServerMsgBye]']


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
    legacy_protocol: Union[LegacyProtocol, None]


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


TableStage = Union["Union[Literal['waiting'], Literal['running'], Literal['finished']]"]


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

    commitment: Union[Commitment, None]
    ref: Union[int, None]
