"""The connection to a server: it reconnects, keeps its token, and waits rather than being refused."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import random
from collections.abc import Callable, Iterable, Mapping
from types import TracebackType
from typing import Any

import websockets.asyncio.client
import websockets.exceptions

from .errors import ConnectionClosed, ConnectionLost, ParlorError, Refused
from .pacing import Pacer
from .protocol import PROTOCOL_VERSION, TableInfo
from .table import Table
from .tokens import TokenFile

# Requests that can be sent twice without another effect: after a lost connection they are sent again.
REPEATABLE = {"act", "add_bot", "draft", "join", "leave", "lobby", "mute", "ping", "rematch", "rename", "start", "sync", "watch"}
# Refusals that only mean: later.
LATER = {"rate_limited", "shutting_down", "table_busy"}
# Requests that the server also counts on their own: they wait on their own, too.
OWN_QUOTA = {"open", "say"}
# Reasons of a goodbye after which the same client is not welcome at once.
UNWANTED = {"bad_messages", "rate_limited", "too_many_connections"}

MIN_PAUSE, MAX_PAUSE = 0.1, 5.0


class _Request:
    def __init__(self, kind: str, body: dict[str, Any]) -> None:
        self.kind, self.body = kind, body
        self.answer: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()

    def text(self) -> str:
        return json.dumps({self.kind: self.body}, separators=(",", ":"))


class Client:
    """One person on one server.

    `name` is the person's name. The token of that name is kept in `tokens`, so that the next run is the same person and
    finds its seats again. `program` says that a program plays, which other players can see.

    `messages_per_second` and `burst` are below what a server allows by default: 25 a second, bursts of 100.
    """

    def __init__(
        self,
        url: str,
        *,
        name: str,
        tokens: TokenFile | None = None,
        program: bool = True,
        messages_per_second: float = 20.0,
        burst: int = 60,
        give_up_after: float | None = None,
        on_message: Callable[[str, Any], None] | None = None,
    ) -> None:
        self.url, self.name, self.program = url, name, program
        self.tables: dict[str, Table] = {}
        self.lobby_tables: dict[str, TableInfo] = {}
        self._tokens = tokens if tokens is not None else TokenFile()
        self._pacer = Pacer(messages_per_second, burst)
        self._give_up_after = give_up_after
        self._on_message = on_message
        self._refs = itertools.count(1)
        self._pending: dict[int, _Request] = {}
        self._socket: websockets.asyncio.client.ClientConnection | None = None
        self._signed_in = asyncio.Event()
        self._lobby_changed = asyncio.Event()
        self._observes_lobby = False
        self._runner: asyncio.Task[None] | None = None
        self._ended: ParlorError | None = None

    async def __aenter__(self) -> Client:
        self._runner = asyncio.create_task(self._run())
        signed_in = asyncio.create_task(self._signed_in.wait())
        await asyncio.wait({self._runner, signed_in}, return_when=asyncio.FIRST_COMPLETED)
        signed_in.cancel()
        self._check_open()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Closes the connection. Seats are kept; after a while a bot plays them."""
        self._end(ConnectionClosed("the client was closed"))
        if self._socket is not None:
            await self._socket.close()
        if self._runner is not None:
            self._runner.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._runner

    async def open(
        self,
        game: str,
        *,
        seats: int | None = None,
        options: Mapping[str, int | str] | None = None,
        bots: Iterable[str] = (),
        **config: Any,
    ) -> Table:
        """Opens a table and sits down at it. `config` takes the other fields of `open`, such as `clock` and `private`."""
        new = {"game": game, "bots": list(bots), **config}
        if seats is not None:
            new["seats"] = seats
        if options is not None:
            new["options"] = dict(options)
        answer = await self.request("open", {"config": new})
        return await self._table(answer["table"])

    async def join(self, table: str, *, seat: int | None = None, invite_code: str | None = None) -> Table:
        """Sits down at a table."""
        optional = {"seat": seat, "invite_code": invite_code}
        body = {"table": table, **{name: value for name, value in optional.items() if value is not None}}
        await self.request("join", body)
        return await self._table(table)

    async def watch(self, table: str, *, invite_code: str | None = None) -> Table:
        """Watches a table."""
        await self.request("watch", {"table": table} if invite_code is None else {"table": table, "invite_code": invite_code})
        return await self._table(table)

    async def join_any(self, games: Iterable[str] | str) -> Table:
        """Sits down at the first table of these games that has a free seat; waits until there is one."""
        wanted = {games} if isinstance(games, str) else set(games)
        if not self._observes_lobby:
            self._observes_lobby = True
            await self.request("lobby", {"on": True})
        tried: set[str] = set()
        while True:
            changed = self._lobby_changed
            for info in list(self.lobby_tables.values()):
                free = any(seat["occupant"] == "empty" for seat in info["seats"])
                if not free:
                    tried.discard(info["table"])
                if free and info["game"] in wanted and info["stage"] == "waiting" and info["table"] not in tried:
                    tried.add(info["table"])
                    # Somebody else may be quicker.
                    with contextlib.suppress(Refused):
                        return await self.join(info["table"])
            await changed.wait()
            self._check_open()

    async def request(self, kind: str, body: Mapping[str, Any]) -> dict[str, Any]:
        """Sends a request and returns its answer: the body of `done`, `table`, `welcome`, `lobby` or `pong`.

        Waits if the server would refuse it as too fast. After a lost connection it is sent again if that is safe, else
        `ConnectionLost` is raised.
        """
        while True:
            await self._pacer.wait()
            ref = next(self._refs)
            request = _Request(kind, {**body, "ref": ref})
            self._pending[ref] = request
            try:
                await self._signed_in.wait()
                self._check_open()
                await self._send(request)
                return await request.answer
            except Refused as refused:
                if refused.code not in LATER:
                    raise
                wait = (refused.retry_ms or 500) / 1000
                if refused.code == "rate_limited" and kind not in OWN_QUOTA:
                    # Everything waits: requests that all came back at the same time would be refused again.
                    self._pacer.slow_down(wait)
                else:
                    await asyncio.sleep(wait)
            finally:
                self._pending.pop(ref, None)
                self._pacer.answered()

    async def _send(self, request: _Request) -> None:
        # A connection that is lost here is noticed by the reader, which sends again what can be.
        with contextlib.suppress(websockets.exceptions.ConnectionClosed):
            if self._socket is not None:
                await self._socket.send(request.text())

    async def _table(self, table: str) -> Table:
        while table not in self.tables:
            await self.request("sync", {"table": table})
        return self.tables[table]

    def _check_open(self) -> None:
        if self._ended is not None:
            raise self._ended

    def _end(self, error: ParlorError) -> None:
        self._ended = self._ended or error
        self._signed_in.set()
        for request in self._pending.values():
            if not request.answer.done():
                request.answer.set_exception(self._ended)
                # Nobody may be waiting any more.
                request.answer.exception()
        for table in self.tables.values():
            table._notify()
        self._notify_lobby()

    async def _run(self) -> None:
        """Reconnects until the client is closed."""
        pause, lost_for = MIN_PAUSE, 0.0
        while self._ended is None:
            try:
                async with websockets.asyncio.client.connect(self.url, max_size=None) as socket:
                    self._socket = socket
                    await self._sign_in(socket)
                    pause, lost_for = MIN_PAUSE, 0.0
                    async for text in socket:
                        await self._take(json.loads(text))
            except ParlorError as error:
                self._end(error)
            except (OSError, websockets.exceptions.WebSocketException):
                pass
            except Exception as error:
                # A message that this client does not understand: nobody may wait for its answer for ever.
                self._end(ParlorError(f"unexpected message from {self.url}: {error!r}"))
                raise
            finally:
                self._socket = None
                if self._ended is None:
                    self._signed_in.clear()
            if self._give_up_after is not None and lost_for > self._give_up_after:
                self._end(ConnectionClosed(f"{self.url} cannot be reached"))
            self._lose_unrepeatable()
            if self._ended is None:
                wait = pause * random.uniform(0.5, 1.0)
                await asyncio.sleep(wait)
                pause, lost_for = min(2 * pause, MAX_PAUSE), lost_for + wait

    def _lose_unrepeatable(self) -> None:
        for request in self._pending.values():
            if request.kind not in REPEATABLE and not request.answer.done():
                request.answer.set_exception(ConnectionLost(f"the connection was lost before {request.kind} was answered"))

    async def _sign_in(self, socket: websockets.asyncio.client.ClientConnection) -> None:
        token = self._tokens.get(self.url, self.name)
        who = {"name": self.name} if token is None else {"token": token}
        await socket.send(json.dumps({"hello": {"version": PROTOCOL_VERSION, "program": self.program, **who}}))
        async for text in socket:
            ((kind, body),) = json.loads(text).items()
            if kind == "welcome":
                self._tokens.set(self.url, self.name, body["token"])
                break
            if kind == "refused" and body["code"] == "unknown_token":
                # The server has forgotten the person, or is another one.
                self._tokens.set(self.url, self.name, None)
                return await self._sign_in(socket)
            if kind == "refused":
                raise Refused(body)
            await self._take({kind: body})
        else:
            return
        self._signed_in.set()
        if self._observes_lobby:
            await socket.send(json.dumps({"lobby": {"on": True}}))
        for request in list(self._pending.values()):
            if request.kind in REPEATABLE and not request.answer.done():
                await socket.send(request.text())

    async def _take(self, message: dict[str, Any]) -> None:
        """Handles one message of the server. Kinds that are not known are ignored: a server may add some."""
        ((kind, body),) = message.items()
        if self._on_message is not None:
            self._on_message(kind, body)
        if kind == "table":
            self._take_snapshot(body)
        elif kind == "update":
            table = self.tables.get(body["table"])
            if table is not None and not table._update(body) and self._socket is not None:
                await self._socket.send(json.dumps({"sync": {"table": table.id}}))
        elif kind == "seats_update" and body["table"] in self.tables:
            self.tables[body["table"]]._update_seats(body)
        elif kind == "table_removed" and body["table"] in self.tables:
            self.tables.pop(body["table"])._close()
        elif kind == "lobby":
            self.lobby_tables = {info["table"]: info for info in body["tables"]}
            self._notify_lobby()
        elif kind == "lobby_update":
            self._take_lobby_update(body)
        elif kind == "bye" and body["reason"] in UNWANTED:
            self._end(ConnectionClosed(body["message"]))
        self._answer(kind, body)

    def _take_snapshot(self, body: Any) -> None:
        table = self.tables.get(body["info"]["table"])
        if table is None:
            self.tables[body["info"]["table"]] = Table(self, body)
        else:
            table._replace(body)

    def _take_lobby_update(self, body: Any) -> None:
        if "table" in body:
            self.lobby_tables[body["table"]["table"]] = body["table"]
        elif "removed" in body:
            self.lobby_tables.pop(body["removed"], None)
        self._notify_lobby()

    def _notify_lobby(self) -> None:
        self._lobby_changed.set()
        self._lobby_changed = asyncio.Event()

    def _answer(self, kind: str, body: Any) -> None:
        ref: int | None = body.get("ref") if isinstance(body, dict) else None
        request = self._pending.get(ref) if ref is not None else None
        if request is None or request.answer.done():
            return
        if kind == "refused":
            request.answer.set_exception(Refused(body))
        else:
            request.answer.set_result(body)
