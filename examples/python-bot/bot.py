#!/usr/bin/env python3
"""A complete bot in Python: it comes in as a bot, takes a free seat at a table of its game, and plays one game.

    pip install websockets
    python3 bot.py ws://127.0.0.1:8080/ws Monty gomoku

It needs no rules: what it sees lists what is legal, and any of it can be sent back. Replace `choose` by something clever.
"""

import asyncio
import json
import random
import sys

import websockets


def apply(seen, changes):
    """Applies the changes of an update to what was seen before: [path, value] or [path, at, remove, items]."""
    for path, *change in changes:
        *parents, last = [int(name) if name.isdigit() else name for name in path.split(".")]
        place = seen
        for name in parents:
            place = place[name]
        if len(change) == 1:
            place[last] = change[0]
        else:
            at, remove, items = change
            place[last][at : at + remove] = items


def legal_actions(seen):
    """What can be done now. Gomoku does not list it: every empty crossing is legal for a seat that is to act."""
    if seen["you"] not in seen["to_act"]:
        return []
    if seen["legal"] != "implied":
        return seen["legal"]
    rows = enumerate(seen["view"]["rows"])
    return [{"place": {"x": x, "y": y}} for y, row in rows for x, point in enumerate(row) if point == "."]


def choose(game, seen, legal):
    """One of the legal actions: a few thoughts for Gomoku, any for the other games."""
    if game != "gomoku":
        return random.choice(legal)
    rows, own = seen["view"]["rows"], str(seen["you"] + 1)

    def longest(x, y, letter):
        """How long a row would be with a pebble of this letter at (x, y)."""
        best = 0
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
            count = 1
            for sign in (1, -1):
                cx, cy = x + sign * dx, y + sign * dy
                while 0 <= cy < len(rows) and 0 <= cx < len(rows) and rows[cy][cx] == letter:
                    count += 1
                    cx, cy = cx + sign * dx, cy + sign * dy
            best = max(best, count)
        return best

    def worth(action):
        """The own five first, then whatever stops another's, then the longest row."""
        x, y = action["place"]["x"], action["place"]["y"]
        mine = longest(x, y, own)
        theirs = max(longest(x, y, str(seat + 1)) for seat in range(seen["seats"]) if str(seat + 1) != own)
        return (mine >= 5, theirs >= 5, theirs >= 4, mine, theirs, random.random())

    return max(legal, key=worth)


class Bot:
    def __init__(self, socket, name, game):
        self.socket, self.name, self.game = socket, name, game
        self.table = self.seat = self.decided = None
        self.seen, self.seq = None, 0
        self.joining = False

    async def say(self, kind, **body):
        await self.socket.send(json.dumps({kind: body}))

    async def join(self, info):
        """Takes a free seat, if this is a table for us. Somebody else may be quicker."""
        free = any(seat["occupant"] == "empty" for seat in info["seats"])
        if not self.joining and info["game"] == self.game and info["stage"] == "waiting" and free:
            self.joining = True
            await self.say("join", table=info["table"])

    async def look(self, news):
        """Notes what a snapshot or an update shows. Whether it follows what was seen before."""
        if "info" not in news and news["seq"] <= self.seq:
            return False
        if "changes" in news:
            if self.seen is None or news["base"] > self.seq:
                # An update is missing: ask for the whole table again.
                await self.say("sync", table=self.table)
                return False
            apply(self.seen, news["changes"])
        else:
            self.seen = news["seen"]
        self.seq = news["seq"]
        return True

    async def play(self, news):
        """Decides if it is our turn. Whether the game is over."""
        table = news["info"]["table"] if "info" in news else news["table"]
        if table != self.table or not await self.look(news):
            return False
        if news.get("result"):
            won = self.seat in news["result"]["winners"]
            print(f"{self.name} {'won' if won else 'did not win'}", flush=True)
            await self.say("leave", table=table)
            return True
        # A decision has a number: it is made once, whatever is told twice.
        decision = (news["game_number"], news["nth"])
        legal = legal_actions(self.seen) if self.seen else []
        if legal and self.decided != decision:
            self.decided = decision
            game_number, nth = decision
            action = choose(self.game, self.seen, legal)
            await self.say("act", table=table, game_number=game_number, nth=nth, action=action)
        return False

    async def run(self):
        await self.say("hello", version=2, name=self.name, program=True)
        async for text in self.socket:
            ((kind, body),) = json.loads(text).items()
            if kind == "welcome":
                # The token is the key to this seat after a lost connection: keep it if you want to come back.
                await self.say("lobby", on=True)
            elif kind == "lobby":
                for info in body["tables"]:
                    await self.join(info)
            elif kind == "lobby_update" and body.get("table"):
                await self.join(body["table"])
            elif kind in ("table", "update"):
                if kind == "table" and body.get("you") is not None and self.table is None:
                    self.table, self.seat = body["info"]["table"], body["you"]
                    print(f"{self.name} sits at table {self.table} on seat {self.seat}", flush=True)
                if await self.play(body):
                    return 0
            elif kind == "refused":
                print(f"refused: {body['message']}", file=sys.stderr, flush=True)
                self.joining = self.table is not None
                if self.table is None and body["code"] in ("bad_name", "name_taken", "unsupported_version"):
                    return 1
            elif kind == "bye":
                print(body["message"], file=sys.stderr, flush=True)
                return 1
        return 1


async def main():
    if len(sys.argv) != 4:
        sys.exit("usage: bot.py URL NAME GAME")
    _, url, name, game = sys.argv
    try:
        async with websockets.connect(url) as socket:
            return await Bot(socket, name, game).run()
    except (OSError, websockets.WebSocketException) as error:
        sys.exit(f"bot.py: {error}")


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
