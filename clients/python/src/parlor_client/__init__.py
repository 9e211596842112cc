"""Client for Parlor, a self-hosted server for table games.

    async with Client("ws://127.0.0.1:8080/ws", name="Monty") as client:
        table = await client.open("gomoku", bots=["easy", "easy"])
        async for decision in table.decisions():
            await decision.act(random.choice(decision.legal))
        print(table.result)
"""

from .client import Client
from .errors import ConnectionClosed, ConnectionLost, ParlorError, Refused, TableClosed
from .seen import apply_changes, legal_actions
from .table import Decision, Table
from .tokens import TokenFile

__all__ = [
    "Client",
    "ConnectionClosed",
    "ConnectionLost",
    "Decision",
    "ParlorError",
    "Refused",
    "Table",
    "TableClosed",
    "TokenFile",
    "apply_changes",
    "legal_actions",
]
