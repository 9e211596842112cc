"""Pacing: requests wait here rather than being refused by the server."""

from __future__ import annotations

import asyncio
import time

# How fast the pace recovers after the server refused something: a little with each request.
RECOVERY = 0.95


class Pacer:
    """A token bucket: bursts of `burst` requests, `per_second` sustained. It slows down when the server asks for it."""

    def __init__(self, per_second: float, burst: int) -> None:
        self._shortest = self._interval = 1 / per_second
        self._slack = burst * self._interval
        # When the bucket will be full again.
        self._full_at = time.monotonic()

    async def wait(self) -> None:
        """Returns when a request may be sent."""
        now = time.monotonic()
        self._full_at = max(self._full_at, now) + self._interval
        self._interval = max(self._shortest, self._interval * RECOVERY)
        await asyncio.sleep(max(0.0, self._full_at - now - self._slack))

    def slow_down(self, seconds: float) -> None:
        """The server will accept one request after this time: the bucket is empty, and fills no faster than that."""
        self._interval = max(self._interval, seconds)
        self._full_at = max(self._full_at, time.monotonic() + self._slack)
