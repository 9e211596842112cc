"""The client against a real server. PARLOR names the program."""

import asyncio
import os
import random
import re
import stat
import subprocess
import tempfile
import unittest
from pathlib import Path

from parlor_client import Client, ConnectionClosed, Refused, TableClosed, TokenFile

TIMEOUT = 60


class Server:
    """A server process on its own data directory; it keeps its port over restarts."""

    def __init__(self, folder, *args):
        self.folder, self.args, self.port = folder, args, 0
        self.start()

    def start(self):
        listen = ["--listen", f"127.0.0.1:{self.port}", "--data-dir", str(self.folder / "data")]
        command = [os.environ["PARLOR"], "serve", *listen, *self.args]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        for line in self.process.stdout:
            if found := re.search(r"http://127\.0\.0\.1:(\d+)/", line):
                self.port = int(found[1])
                return
        raise AssertionError("the server did not start")

    @property
    def url(self):
        return f"ws://127.0.0.1:{self.port}/ws"

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()


async def play(table, moves=None):
    """Plays at random to the end, or for a number of moves. Returns the number of moves."""
    played = 0
    async for decision in table.decisions():
        played += await decision.act(random.choice(decision.legal))
        if played == moves:
            break
    return played


class ClientTest(unittest.IsolatedAsyncioTestCase):
    # A server and clients in a hurry.
    ARGS = ("--messages-per-second", "1000")

    async def asyncSetUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.server = Server(self.folder, *self.ARGS)
        self.addCleanup(lambda: self.server.kill())
        self.tokens = TokenFile(self.folder / "tokens.json")

    def client(self, name, **more):
        pace = {"messages_per_second": 900, "burst": 900}
        return Client(self.server.url, name=name, tokens=self.tokens, **{**pace, **more})

    async def within(self, work):
        return await asyncio.wait_for(work, TIMEOUT)


class Playing(ClientTest):
    async def test_every_game_is_played_to_the_end_at_the_same_time(self):
        async with self.client("Monty") as client:
            games = ["chicago", "gomoku", "golf", "sorry", "onecard"]
            tables = [await client.open(game, seats=2, bots=["random"], bot_delay_ms=0, clock="off") for game in games]
            played = await self.within(asyncio.gather(*map(play, tables)))
            self.assertTrue(all(count > 0 for count in played), played)
            for table in tables:
                self.assertTrue(table.result["replay_id"].startswith(table.id))
                self.assertTrue(all(event["text"] for event in table.take_events()))
                self.assertEqual(table.take_events(), [])

    async def test_two_clients_meet_play_and_play_again(self):
        async with self.client("Ann") as ann, self.client("Ben") as ben:
            joining = asyncio.create_task(ben.join_any(["onecard", "gomoku"]))
            table = await ann.open("gomoku", seats=2)
            other = await self.within(joining)
            self.assertEqual((table.id, table.seat, other.seat), (other.id, 0, 1))
            await self.within(asyncio.gather(play(table), play(other)))
            self.assertEqual(table.result, other.result)
            await self.within(asyncio.gather(table.rematch(), other.rematch()))
            self.assertEqual((table.game_number, table.result), (2, None))
            await self.within(asyncio.gather(play(table), play(other)))
            await other.leave()
            with self.assertRaises(TableClosed):
                await other.changed()

    async def test_a_private_table_needs_its_code_and_refusals_are_exceptions(self):
        async with self.client("Ann") as ann, self.client("Ben") as ben:
            table = await ann.open("onecard", seats=2, private=True)
            with self.assertRaises(Refused) as refused:
                await ben.join(table.id)
            self.assertEqual(refused.exception.code, "not_invited")
            await ben.join(table.id, invite_code=table.invite_code)
            while table.seen is None:
                await self.within(table.changed())
            decision = await self.within(anext(table.decisions() if table.seen["to_act"] == [0] else ben.tables[table.id].decisions()))
            with self.assertRaises(Refused) as refused:
                await decision.act({"fly": 1})
            self.assertEqual(refused.exception.code, "bad_action")
            self.assertTrue(await decision.act(decision.legal[0]))
            self.assertFalse(await decision.act({"play": "2S"} if decision.legal[0] != {"play": "2S"} else "draw"))


class Reconnecting(ClientTest):
    async def test_a_game_goes_on_after_the_server_was_killed(self):
        async with self.client("Monty") as client:
            table = await client.open("gomoku", seats=2, bots=["random"], bot_delay_ms=0)
            for _ in range(3):
                await self.within(play(table, moves=2))
                self.server.kill()
                # Decided without a connection: it is sent when there is one.
                going_on = asyncio.create_task(play(table, moves=1))
                await asyncio.sleep(0)
                self.server.start()
                self.assertEqual(await self.within(going_on), 1)
            await self.within(play(table))
            self.assertEqual(client.tables[table.id], table)

    async def test_the_next_run_is_the_same_person_and_finds_its_seat(self):
        async with self.client("Monty") as client:
            table = await client.open("golf", seats=2, bots=["random"], bot_delay_ms=0, clock="off", grace_seconds=3600)
            await self.within(play(table, moves=1))
        mode = stat.S_IMODE(self.tokens.path.stat().st_mode)
        self.assertEqual(mode, 0o600)
        async with self.client("Monty") as client:
            while table.id not in client.tables:
                await self.within(client.request("ping", {}))
            again = client.tables[table.id]
            self.assertEqual((again.seat, again.nth >= 1), (0, True))
            await self.within(play(again))

    async def test_a_token_that_the_server_does_not_know_is_replaced(self):
        self.tokens.set(self.server.url, "Monty", "0" * 64)
        async with self.client("Monty") as client:
            await client.request("ping", {})
        self.assertNotEqual(self.tokens.get(self.server.url, "Monty"), "0" * 64)

    async def test_a_name_that_is_taken_and_a_server_that_is_gone_are_errors(self):
        async with self.client("Monty"):
            other = Client(self.server.url, name="Monty", tokens=TokenFile(self.folder / "other.json"))
            with self.assertRaises(Refused) as refused:
                async with other:
                    pass
            self.assertEqual(refused.exception.code, "name_taken")
        self.server.kill()
        with self.assertRaises(ConnectionClosed):
            async with self.client("Monty", give_up_after=0.2):
                pass
        self.server.start()

    async def test_a_closed_client_says_so(self):
        async with self.client("Monty") as client:
            table = await client.open("gomoku", seats=2)
            waiting = asyncio.create_task(table.finished())
            await asyncio.sleep(0)
        with self.assertRaises(ConnectionClosed):
            await waiting
        with self.assertRaises(ConnectionClosed):
            await client.request("ping", {})


class Pacing(ClientTest):
    ARGS = ("--messages-per-second", "10")

    async def test_requests_wait_instead_of_failing(self):
        # Faster than the server allows: it refuses some, and each is sent again when the server said.
        async with self.client("Hasty", messages_per_second=200, burst=100) as client:
            answers = await self.within(asyncio.gather(*(client.request("ping", {}) for _ in range(55))))
        self.assertEqual(len(answers), 55)

    async def test_a_client_within_its_own_pace_is_never_refused(self):
        refused = []
        watch = lambda kind, body: refused.append(body) if kind == "refused" else None
        async with self.client("Calm", messages_per_second=9, burst=20, on_message=watch) as client:
            await self.within(asyncio.gather(*(client.request("ping", {}) for _ in range(50))))
        self.assertEqual(refused, [])
