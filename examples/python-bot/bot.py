#!/usr/bin/env python3
"""A bot in Python: it takes a free seat at a table of its game, and plays one game.

    pip install ./clients/python
    python3 examples/python-bot/bot.py ws://127.0.0.1:8080/ws Monty gomoku
"""

import asyncio
import random
import sys

from parlor_client import Client


def choose(decision):
    """Any legal action. Replace it by something clever: decision.view is what the game shows (docs/schema)."""
    return random.choice(decision.legal)


async def main(url, name, game):
    async with Client(url, name=name) as client:
        table = await client.join_any(game)
        print(f"{name} sits at table {table.id} on seat {table.seat}", flush=True)
        async for decision in table.decisions():
            await decision.act(choose(decision))
        print(f"{name} {'won' if table.seat in table.result['winners'] else 'did not win'}", flush=True)
        await table.leave()


asyncio.run(main(*sys.argv[1:]))
