"""What a player sees of a game: the frame that all games share, with the game's own view in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .protocol import Seen


def apply_changes(seen: Any, changes: Sequence[Sequence[Any]]) -> None:
    """Applies the changes of an update: `[path, value]` sets a value, `[path, at, remove, items]` splices a list.

    Raises `LookupError` if a change does not fit; then ask for `sync`.
    """
    for path, *change in changes:
        *parents, last = path.split(".")
        place = seen
        for name in parents:
            place = place[int(name)] if isinstance(place, list) else place[name]
        key: Any = int(last) if isinstance(place, list) else last
        # A change never adds a field: this fails if there is none.
        old = place[key]
        if len(change) == 1:
            place[key] = change[0]
            continue
        at, remove, items = change
        if not isinstance(old, list) or at + remove > len(old):
            raise LookupError(f"there is nothing at {path!r} that could change")
        old[at : at + remove] = items


def legal_actions(seen: Seen | None) -> list[Any]:
    """The actions that are legal for the viewer now; empty if the viewer is not to act."""
    if seen is None or seen["you"] is None or seen["you"] not in seen["to_act"]:
        return []
    legal = seen["legal"]
    if legal != "implied":
        return list(legal)
    # Gomoku: every free crossing.
    rows: list[str] = seen["view"]["rows"]
    return [{"place": {"x": x, "y": y}} for y, row in enumerate(rows) for x, point in enumerate(row) if point == "."]
