#!/usr/bin/env python3
"""A complete bot in Python: it comes in as a bot, takes a free seat at a table of its game, and plays one game.

    pip install websockets
    python3 bot.py ws://127.0.0.1:8080/ws Monty gomoku

It needs no rules: the view lists what is legal, and any of it can be sent back. Replace `choose` by something clever.
"""

import asyncio
import json
import random
import sys

import websockets


def choose(game, view):
    """One of the legal actions: a few thoughts for Gomoku, any for the other games."""
    legal = view["legal"]
    if game != "gomoku":
        return random.choice(legal)
    rows, own = view["rows"], str(view["you"] + 1)

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
        theirs = max(longest(x, y, str(seat + 1)) for seat in range(view["seats"]) if str(seat + 1) != own)
        return (mine >= 5, theirs >= 5, theirs >= 4, mine, theirs, random.random())

    return max(legal, key=worth)


class Bot:
    def __init__(self, socket, name, game):
        self.socket, self.name, self.game = socket, name, game
        self.table = self.seat = self.decided = None
        self.joining = False

    async def say(self, kind, **body):
        await self.socket.send(json.dumps({kind: body}))

    async def join(self, card):
        """Takes a free seat, if this is a table for us. Somebody else may be quicker."""
        free = any(seat["who"] == "empty" for seat in card["seats"])
        if not self.joining and card["game"] == self.game and card["stage"] == "open" and free:
            self.joining = True
            await self.say("join", table=card["table"])

    async def play(self, news):
        """Decides if it is our turn. Whether the game is over."""
        table = news["card"]["table"] if "card" in news else news["table"]
        if table != self.table:
            return False
        if news.get("result"):
            won = self.seat in news["result"]["winners"]
            print(f"{self.name} {'won' if won else 'did not win'}", flush=True)
            await self.say("leave", table=table)
            return True
        view = news.get("view")
        # A decision has a number: it is made once, whatever is told twice.
        decision = (news["game_number"], news["nth"])
        if view and view["legal"] and self.decided != decision:
            self.decided = decision
            await self.say("act", table=table, nth=news["nth"], action=choose(self.game, view))
        return False

    async def run(self):
        await self.say("hello", version=1, name=self.name, bot=True)
        async for text in self.socket:
            ((kind, body),) = json.loads(text).items()
            if kind == "welcome":
                # The token is the key to this seat after a lost connection: keep it if you want to come back.
                await self.say("lobby", on=True)
            elif kind == "lobby":
                for card in body["tables"]:
                    await self.join(card)
            elif kind == "lobby_news" and body.get("table"):
                await self.join(body["table"])
            elif kind in ("table", "update"):
                if kind == "table" and body.get("you") is not None and self.table is None:
                    self.table, self.seat = body["card"]["table"], body["you"]
                    print(f"{self.name} sits at table {self.table} on seat {self.seat}", flush=True)
                if await self.play(body):
                    return 0
            elif kind == "refused":
                print(f"refused: {body['message']}", file=sys.stderr, flush=True)
                self.joining = self.table is not None
                if self.table is None and body["code"] in ("bad_name", "name_taken", "other_version"):
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
