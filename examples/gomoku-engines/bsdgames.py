#!/usr/bin/env python3
"""Puts the gomoku of the BSD games behind the protocol of the Gomoku tournaments.

    apt install bsdgames
    parlor arena gomoku --options size=19 --bots hard,engine:examples/gomoku-engines/bsdgames.py

That program is made for a terminal, so it gets one. Its move is read from the game that it saves when told to. It knows
one board, of 19 lines, and five or more in a row. GOMOKU names another place for it than /usr/games/gomoku.
"""

import os
import pty
import subprocess
import sys
import tempfile
import time

PROGRAM = os.environ.get("GOMOKU", "/usr/games/gomoku")
LINES = 19
LETTERS = "ABCDEFGHJKLMNOPQRST"  # no I, as on a board for go
PATIENCE = 120.0


class Program:
    """One game of the program."""

    def __init__(self, begins):
        self.saves = tempfile.TemporaryDirectory()
        self.moves = 0
        self.saved = 0
        self.terminal, inside = pty.openpty()
        os.set_blocking(self.terminal, False)
        self.process = subprocess.Popen(
            [PROGRAM], stdin=inside, stdout=inside, stderr=inside, env={**os.environ, "TERM": "vt100"}
        )
        os.close(inside)
        # The person says which side she takes; black begins.
        self.type("white" if begins else "black")

    def type(self, line):
        os.write(self.terminal, (line + "\r").encode())

    def put(self, x, y):
        self.type(f"{LETTERS[x]}{LINES - y}")
        self.moves += 1

    def answer(self):
        """Waits until the program has moved, and says where."""
        self.moves += 1
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline and self.process.poll() is None:
            moves = self.save()
            if len(moves) >= self.moves:
                move = moves[self.moves - 1].strip()
                return LETTERS.index(move[0]), LINES - int(move[1:])
        raise RuntimeError("the program does not answer")

    def save(self):
        """The moves so far. It is asked at its next prompt, so this waits while the program thinks."""
        self.saved += 1
        path = os.path.join(self.saves.name, str(self.saved))
        self.type("save")
        self.type(path)
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline and self.process.poll() is None:
            try:
                os.read(self.terminal, 65536)  # nobody looks at the screen; it must not fill up
            except (BlockingIOError, OSError):
                pass
            time.sleep(0.002)
            if os.path.exists(path) and os.path.getsize(path) >= 3 * self.moves:
                with open(path, encoding="ascii") as file:
                    return file.read().split()
        return []

    def close(self):
        self.process.kill()
        self.process.wait()
        os.close(self.terminal)
        self.saves.cleanup()


def say(text):
    print(text, flush=True)


def turn(program, begins, opponent=None):
    if program is None:
        program = Program(begins)
    if opponent:
        program.put(*opponent)
    x, y = program.answer()
    say(f"{x},{y}")
    return program


def main():
    program = None
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        word = word.upper()
        if word in ("START", "RESTART", "END") and program:
            program.close()
            program = None
        if word == "START":
            say("OK" if rest.strip() == str(LINES) else f"ERROR only boards of {LINES} lines")
        elif word == "RESTART":
            say("OK")
        elif word == "BEGIN":
            program = turn(program, True)
        elif word == "TURN":
            x, y = (int(number) for number in rest.split(","))
            program = turn(program, False, (x, y))
        elif word == "ABOUT":
            say('name="gomoku of the BSD games", author="Ralph Campbell"')
        elif word == "END":
            break
        elif word != "INFO":
            say("UNKNOWN command")


if __name__ == "__main__":
    main()
