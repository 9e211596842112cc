"""The pace of requests, counted from their answers."""

import asyncio
import time
import unittest

from parlor_client.pacing import Pacer


class UnansweredRequests(unittest.IsolatedAsyncioTestCase):
    async def test_a_stalled_server_is_sent_no_more_than_one_burst(self):
        # However much time passes, there is no place before there is an answer.
        pacer = Pacer(per_second=1_000_000, burst=3)
        for _ in range(3):
            await pacer.wait()
        fourth = asyncio.create_task(pacer.wait())
        with self.assertRaises(asyncio.TimeoutError):
            await asyncio.wait_for(asyncio.shield(fourth), 0.05)
        pacer.answered()
        await asyncio.wait_for(fourth, 10)

    async def test_answered_places_come_back_one_after_the_other(self):
        pacer = Pacer(per_second=50, burst=5)
        for _ in range(5):
            await pacer.wait()
        answered_at = time.monotonic()
        for _ in range(5):
            pacer.answered()
        for _ in range(5):
            await pacer.wait()
        self.assertGreaterEqual(time.monotonic() - answered_at, 5 / 50)

    async def test_after_a_refusal_the_pace_is_the_servers(self):
        pacer = Pacer(per_second=1_000_000, burst=10)
        await pacer.wait()
        refused_at = time.monotonic()
        pacer.slow_down(0.05)
        pacer.answered()
        await pacer.wait()
        self.assertGreaterEqual(time.monotonic() - refused_at, 0.05)


if __name__ == "__main__":
    unittest.main()
