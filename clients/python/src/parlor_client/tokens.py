"""Tokens: the secret that makes a client the same person again."""

from __future__ import annotations

import json
import os
from pathlib import Path


class TokenFile:
    """A JSON file of tokens, by server and name. Only its owner can read it."""

    def __init__(self, path: str | os.PathLike[str] | None = None) -> None:
        state = os.environ.get("XDG_STATE_HOME") or os.path.join(os.path.expanduser("~"), ".local", "state")
        self.path = Path(path) if path is not None else Path(state) / "parlor" / "tokens.json"

    def _read(self) -> dict[str, dict[str, str]]:
        try:
            tokens: dict[str, dict[str, str]] = json.loads(self.path.read_text())
        except FileNotFoundError:
            return {}
        return tokens

    def get(self, url: str, name: str) -> str | None:
        return self._read().get(url, {}).get(name)

    def set(self, url: str, name: str, token: str | None) -> None:
        """Stores a token, or forgets it. The file is replaced as a whole: it is never half written."""
        tokens = self._read()
        of_server = tokens.setdefault(url, {})
        if of_server.get(name) == token:
            return
        if token is None:
            of_server.pop(name, None)
        else:
            of_server[name] = token
        self.path.parent.mkdir(parents=True, exist_ok=True)
        draft = self.path.with_name(f".{self.path.name}.{os.getpid()}")
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            json.dump(tokens, file, indent=1)
        draft.replace(self.path)
