#!/usr/bin/env python3
"""Writes src/parlor_client/protocol.py from docs/schema/protocol.json; `--check` only compares."""

import json
import keyword
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
SCHEMA = HERE / "../../docs/schema/protocol.json"
MODULE = HERE / "src/parlor_client/protocol.py"
HEAD = '''"""Types of the protocol. Generated from docs/schema/protocol.json by generate.py: do not edit."""

from __future__ import annotations

from typing import Any, Literal, TypedDict, Union

PROTOCOL_VERSION = {version}
'''
SIMPLE = {"integer": "int", "number": "float", "string": "str", "boolean": "bool", "null": "None"}


class Writer:
    def __init__(self):
        self.types = {}

    def annotation(self, schema, name):
        """The type of a value. `name` is for a type of its own, if it needs one."""
        if schema is True or not schema:
            return "Any"
        if "$ref" in schema:
            return schema["$ref"].rsplit("/", 1)[1]
        if "const" in schema:
            return f"Literal[{schema['const']!r}]"
        if "enum" in schema:
            return f"Literal[{', '.join(map(repr, schema['enum']))}]"
        for key in ("anyOf", "oneOf"):
            if key in schema:
                parts = [self.annotation(part, self.part_name(name, part)) for part in schema[key]]
                return f"Union[{', '.join(dict.fromkeys(parts))}]"
        kind = schema.get("type")
        if isinstance(kind, list):
            return f"Union[{', '.join(self.annotation({**schema, 'type': one}, name) for one in kind)}]"
        if kind == "array":
            return f"list[{self.annotation(schema.get('items', True), name + 'Item')}]"
        if kind == "object" and "properties" in schema:
            self.define(name, schema)
            return name
        if kind == "object":
            return f"dict[str, {self.annotation(schema.get('additionalProperties', True), name + 'Value')}]"
        return SIMPLE.get(kind, "Any")

    @staticmethod
    def part_name(name, part):
        first = next(iter(part.get("properties", {"": 0}))) if isinstance(part, dict) else ""
        return name + "".join(word.capitalize() for word in first.split("_"))

    def define(self, name, schema):
        required = set(schema.get("required", []))
        fields = {field: self.annotation(about, self.part_name(name + "_", {"properties": {field: 0}}))
                  for field, about in schema["properties"].items()}
        doc = schema.get("description", "").replace("\\", "").split("\n")[0]
        parts = [(f"_{name}Required", {field: kind for field, kind in fields.items() if field in required})]
        optional = {field: kind for field, kind in fields.items() if field not in required}
        text = ""
        needs_base = bool(optional) and bool(parts[0][1]) or any(keyword.iskeyword(field) for field in fields)
        base = "TypedDict"
        if needs_base and parts[0][1]:
            base, own = parts[0]
            if any(map(keyword.iskeyword, own)):
                pairs = ", ".join(f'"{field}": "{kind}"' for field, kind in own.items())
                text += f"{base} = TypedDict({base!r}, {{{pairs}}})\n\n\n"
            else:
                text += f"class {base}(TypedDict):\n" + self.lines(own) + "\n\n"
            text += f"class {name}({base}, total=False):\n" + self.doc(doc) + self.lines(optional, bool(doc))
        else:
            total = "" if parts[0][1] or not fields else ", total=False"
            text += f"class {name}(TypedDict{total}):\n" + self.doc(doc) + self.lines(fields, bool(doc))
        self.types[name] = text

    @staticmethod
    def doc(doc):
        return f'    """{doc}"""\n\n' if doc else ""

    @staticmethod
    def lines(fields, has_doc=False):
        if not fields:
            return "" if has_doc else "    pass\n"
        return "".join(f"    {field}: {kind}\n" for field, kind in fields.items())

    def add(self, name, schema):
        if schema.get("type") == "object" and "properties" in schema:
            self.define(name, schema)
        else:
            annotation = self.annotation(schema, name)
            # As a string, which only type checkers evaluate: it may name types that are defined further below.
            self.types[name] = f"{name} = {annotation}\n" if annotation in SIMPLE.values() else f"{name} = Union[{annotation!r}]\n"


def generated():
    schema = json.loads(SCHEMA.read_text())
    writer = Writer()
    for name, about in schema["$defs"].items():
        writer.add(name, about)
    version = schema["title"].rsplit(" ", 1)[1]
    body = "\n\n".join(text.rstrip("\n") + "\n" for text in writer.types.values())
    return HEAD.format(version=version) + "\n\n" + body


def main():
    text = generated()
    if "--check" in sys.argv:
        if not MODULE.exists() or MODULE.read_text() != text:
            sys.exit("clients/python/src/parlor_client/protocol.py is out of date: `make generated` writes it again")
    else:
        MODULE.write_text(text)


main()
