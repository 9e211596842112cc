"""What can go wrong."""

from __future__ import annotations

from .protocol import Refused as RefusedMessage


class ParlorError(Exception):
    """Base class of all errors of this package."""


class Refused(ParlorError):
    """The server refused a request, and nothing has changed.

    `code` is for programs, `message` a sentence for people. `retry_ms` is set if a rate limit refused the request.
    """

    def __init__(self, refused: RefusedMessage) -> None:
        super().__init__(f"{refused['code']}: {refused['message']}")
        self.code: str = refused["code"]
        self.message: str = refused["message"]
        self.retry_ms: int | None = refused.get("retry_ms")


class ConnectionLost(ParlorError):
    """The connection was lost before the answer came, and it is not known whether the request was carried out."""


class ConnectionClosed(ParlorError):
    """The client was closed, or the server does not want it back."""


class TableClosed(ParlorError):
    """The table was closed, or the player is no longer at it."""
