"""A table that the client sits at or watches."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Any

from .errors import Refused, TableClosed
from .protocol import GameEvent, GameResult, GameUpdate, SeatsUpdate, Seen, TableInfo, TableSnapshot
from .seen import apply_changes, legal_actions

if TYPE_CHECKING:
    from .client import Client

# Refusals of an action that mean: the decision has been made, or the game has moved on. The newest state follows.
MOVED_ON = {"stale", "other_game", "too_early", "not_started"}


class Decision:
    """A decision to make: what the player sees, and what is legal."""

    def __init__(self, table: Table, seen: Seen, legal: list[Any]) -> None:
        self.table, self.seen, self.legal = table, seen, legal
        self.game_number, self.nth = table.game_number, table.nth

    @property
    def view(self) -> Any:
        """The game's own part of what is seen."""
        return self.seen["view"]

    async def act(self, action: Any) -> bool:
        """Plays an action. False if the decision was made meanwhile, by the clock or by a bot.

        An action that breaks a rule raises `Refused`. It is sent again after a lost connection, and played once.
        """
        body = {"table": self.table.id, "game_number": self.game_number, "nth": self.nth, "action": action}
        try:
            await self.table.client.request("act", body)
        except Refused as refused:
            if refused.code in MOVED_ON:
                return False
            raise
        return True


class Table:
    """A table, kept up to date by the client."""

    def __init__(self, client: Client, snapshot: TableSnapshot) -> None:
        self.client = client
        self.id: str = snapshot["info"]["table"]
        self.is_closed = False
        self.events: list[GameEvent] = []
        self._changed = asyncio.Event()
        self._replace(snapshot)

    def _replace(self, snapshot: TableSnapshot) -> None:
        self.info: TableInfo = snapshot["info"]
        self.seat: int | None = snapshot["you"]
        self.invite_code: str | None = snapshot.get("invite_code")
        self.seq: int = snapshot["seq"]
        self.game_number: int = snapshot["game_number"]
        self.nth: int = snapshot["nth"]
        self.seen: Seen | None = snapshot["seen"]
        self.result: GameResult | None = snapshot["result"]
        self.events.extend(event for missed in snapshot["missed"] for event in missed["events"])
        self._notify()

    def _update(self, update: GameUpdate) -> bool:
        """Applies an update. False if one before it is missing."""
        if update["seq"] <= self.seq:
            return True
        whole = update.get("seen")
        if whole is not None:
            self.seen = whole
        else:
            base, changes = update.get("base"), update.get("changes")
            if self.seen is None or base is None or changes is None or base > self.seq:
                return False
            try:
                apply_changes(self.seen, changes)
            except LookupError:
                return False
        self.seq, self.game_number, self.nth = update["seq"], update["game_number"], update["nth"]
        self.result = update.get("result")
        self.events.extend(update["events"])
        self._notify()
        return True

    def _update_seats(self, update: SeatsUpdate) -> None:
        self.info["seats"], self.info["host"] = update["seats"], update["host"]
        self.info["watcher_count"] = update["watcher_count"]
        self._notify()

    def _close(self) -> None:
        self.is_closed = True
        self._notify()

    def _notify(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()

    async def changed(self) -> None:
        """Waits for the next change of anything here."""
        self.client._check_open()
        if self.is_closed:
            raise TableClosed(f"table {self.id} is closed")
        await self._changed.wait()
        self.client._check_open()

    def take_events(self) -> list[GameEvent]:
        """What has happened since the last call: each event for programs, and as a sentence."""
        events, self.events = self.events, []
        return events

    async def decisions(self) -> AsyncIterator[Decision]:
        """The player's decisions, one after the other, until the game is over. Waits for the game to begin."""
        made: tuple[int, int] | None = None
        while True:
            number = (self.game_number, self.nth)
            legal = legal_actions(self.seen)
            if self.result is not None:
                return
            if self.seen is not None and legal and number != made:
                made = number
                yield Decision(self, self.seen, legal)
                continue
            await self.changed()

    async def finished(self) -> GameResult:
        """The result of the game, when it is over."""
        while self.result is None:
            await self.changed()
        return self.result

    async def rematch(self) -> None:
        """Asks for another game with the same seats, and waits until it begins."""
        game_number = self.game_number
        await self.client.request("rematch", {"table": self.id})
        while self.game_number == game_number:
            await self.changed()

    async def add_bot(self, level: str, seat: int | None = None) -> None:
        body = {"table": self.id, "level": level}
        await self.client.request("add_bot", body if seat is None else {**body, "seat": seat})

    async def start(self) -> None:
        """Starts the game at a table that does not start by itself."""
        await self.client.request("start", {"table": self.id})

    async def say(self, text: str) -> None:
        await self.client.request("say", {"room": {"table": self.id}, "text": text})

    async def leave(self) -> None:
        await self.client.request("leave", {"table": self.id})
