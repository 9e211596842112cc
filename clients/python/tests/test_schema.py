"""What a real server sends and accepts is what its schemas say. PARLOR names the program."""

import json
import urllib.request
from pathlib import Path

from jsonschema_rs import Draft202012Validator, meta
from test_client import ClientTest

DOCS = Path(__file__).resolve().parents[3] / "docs" / "schema"
GAMES = ["chicago", "gomoku", "golf", "sorry", "onecard"]


class Schemas(ClientTest):
    def fetch(self, path):
        with urllib.request.urlopen(f"http://127.0.0.1:{self.server.port}{path}") as answer:
            return json.load(answer)

    async def test_the_server_serves_the_schemas_of_the_documents(self):
        links = self.fetch("/api/schema")["schemas"]
        self.assertEqual([link["name"] for link in links], ["protocol", *GAMES])
        for link in links:
            schema = self.fetch(link["url"])
            meta.validate(schema)
            self.assertEqual(schema, json.loads((DOCS / f"{link['name']}.json").read_text()))

    def validator(self, name, definition):
        schema = json.loads((DOCS / f"{name}.json").read_text())
        return Draft202012Validator({**{k: v for k, v in schema.items() if k != "anyOf"}, "$ref": f"#/$defs/{definition}"})

    async def test_messages_views_actions_events_and_options_are_as_described(self):
        messages = []
        async with self.client("Monty", on_message=lambda kind, body: messages.append((kind, body))) as client:
            tables = {}
            for game in GAMES:
                table = await client.open(game, seats=2, bots=["random"], bot_delay_ms=0, clock="off")
                tables[table.id] = table
                # A copy of each whole view: the client changes its own.
                await self.within(self.play_and_check(game, table))
        told = self.validator("protocol", "ServerMsg")
        for kind, body in messages:
            told.validate({kind: body})
        events = {game: self.validator(game, "Event") for game in GAMES}
        for kind, body in messages:
            if kind == "update":
                for event in body["events"]:
                    events[tables[body["table"]].info["game"]].validate(event["event"])
        self.assertGreater(len(messages), 100)

    async def play_and_check(self, game, table):
        seen, action = self.validator(game, "Seen"), self.validator(game, "Action")
        self.validator(game, "Options").validate(table.info["options"])
        count = 0
        async for decision in table.decisions():
            if count < 40:
                seen.validate(decision.seen)
                action.validate(decision.legal[0])
            count += 1
            await decision.act(decision.legal[count % len(decision.legal)])
        seen.validate(table.seen)

    async def test_what_a_client_sends_is_as_described(self):
        sent = self.validator("protocol", "ClientMsg")
        table = "0123456789"
        for message in [
            {"hello": {"version": 2, "name": "Ann", "program": True}},
            {"open": {"config": {"game": "gomoku", "seats": 3, "options": {"size": 15}, "clock": "off", "bots": ["easy"]}, "ref": 1}},
            {"join": {"table": table, "seat": 1}},
            {"act": {"table": table, "game_number": 1, "nth": 0, "action": {"place": {"x": 1, "y": 2}}, "ref": 2}},
            {"say": {"room": "lobby", "text": "Hello"}},
            {"ping": {}},
        ]:
            sent.validate(message)
        for message in [{"hello": {}}, {"fly": {}}, {"join": {"table": 7}}, {"ping": {"loud": True}}]:
            self.assertFalse(sent.is_valid(message), message)


