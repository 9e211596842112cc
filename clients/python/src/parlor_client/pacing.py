"""Pacing: requests wait here rather than being refused by the server."""

from __future__ import annotations

import asyncio
import time
from collections import deque

# How fast the pace recovers after the server refused something: a little with each request.
RECOVERY = 0.95


class Pacer:
    """Bursts of `burst` requests, `per_second` sustained, counted from the answers.

    The server counts a request when it reads it, which after a stall is later than it was sent. It has certainly read what
    it has answered: a place becomes free only after its answer, and the places one after the other.
    """

    def __init__(self, per_second: float, burst: int) -> None:
        self._shortest = self._interval = 1 / per_second
        self._burst = burst
        self._unanswered = 0
        # When the places of answered requests become free, in order.
        self._free_at: deque[float] = deque()
        self._answer = asyncio.Event()
        # Requests leave in the order in which they came.
        self._turn = asyncio.Lock()

    async def wait(self) -> None:
        """Returns when a request may be sent; `answered` must be called when it is over, whatever became of it."""
        async with self._turn:
            while True:
                now = time.monotonic()
                while self._free_at and self._free_at[0] <= now:
                    self._free_at.popleft()
                if self._unanswered + len(self._free_at) < self._burst:
                    break
                if self._free_at:
                    await asyncio.sleep(self._free_at[0] - now)
                else:
                    self._answer.clear()
                    await self._answer.wait()
            self._unanswered += 1
            self._interval = max(self._shortest, self._interval * RECOVERY)

    def answered(self) -> None:
        """A request is over: its place becomes free again."""
        self._unanswered -= 1
        last = self._free_at[-1] if self._free_at else 0.0
        self._free_at.append(max(last, time.monotonic()) + self._interval)
        self._answer.set()

    def slow_down(self, seconds: float) -> None:
        """The server will accept one request after this time, and more no faster than that."""
        self._interval = max(self._interval, seconds)
        now = time.monotonic()
        taken = self._burst - self._unanswered
        # All places are taken, and come back one after the other.
        self._free_at = deque(now + seconds + place * self._interval for place in range(taken))
