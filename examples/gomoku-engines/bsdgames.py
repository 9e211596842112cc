#!/usr/bin/env python3
r"""Puts the gomoku of the BSD games behind the protocol of the Gomoku tournaments.

    apt install bsdgames
    parlor arena gomoku --options size=19 --engine-time-ms 30000 \
        --bots expert,engine:examples/gomoku-engines/bsdgames.py

That program is made for a terminal, so it gets one. Its move is read from the game that it saves when told to. It knows
one board, of 19 lines, and five or more in a row. GOMOKU names another place for it than /usr/games/gomoku.
"""

import os
import pty
import signal
import sys
import tempfile
import time

PROGRAM = os.environ.get("GOMOKU", "/usr/games/gomoku")
LINES = 19
LETTERS = "ABCDEFGHJKLMNOPQRST"  # no I, as on a board for go
RESPONSE_TIMEOUT = 120.0


class Program:
    """One game of the program."""

    def __init__(self, begins):
        self.saves = tempfile.TemporaryDirectory()
        self.moves = 0
        self.saved = 0
        # On a terminal of its own it ends when this program does, however that ends.
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            os.execve(PROGRAM, [PROGRAM], {**os.environ, "TERM": "vt100"})
        os.set_blocking(self.terminal, False)
        # The person says which side she takes; black begins.
        self.type("white" if begins else "black")

    def runs(self):
        if self.pid and os.waitpid(self.pid, os.WNOHANG)[0]:
            self.pid = 0
        return self.pid != 0

    def type(self, line):
        os.write(self.terminal, (line + "\r").encode())

    def put(self, x, y):
        self.type(f"{LETTERS[x]}{LINES - y}")
        self.moves += 1

    def answer(self):
        """Waits until the program has moved, and says where."""
        self.moves += 1
        deadline = time.monotonic() + RESPONSE_TIMEOUT
        while time.monotonic() < deadline and self.runs():
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
        deadline = time.monotonic() + RESPONSE_TIMEOUT
        while time.monotonic() < deadline and self.runs():
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
        if self.runs():
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        os.close(self.terminal)
        self.saves.cleanup()


def say(text):
    print(text, flush=True)


def board():
    """What follows BOARD: the crossings of the program and of its opponent, in order."""
    own, others = [], []
    for line in sys.stdin:
        if line.strip().upper() == "DONE":
            break
        x, y, whose = (int(number) for number in line.split(","))
        (own if whose == 1 else others).append((x, y))
    return own, others


class Table:
    """The game as the tournament tells it."""

    def __init__(self):
        self.program = None
        self.told = set()

    def clear(self):
        if self.program:
            self.program.close()
        self.__init__()

    def play(self, news):
        """The program learns what is new, a pebble at most, and answers."""
        if len(news) > 1:
            say("ERROR this program cannot begin in the middle of a game")
            return
        if not os.access(PROGRAM, os.X_OK):
            say(f"ERROR there is no program {PROGRAM}: install bsdgames, or let GOMOKU say where it is")
            return
        if self.program is None:
            self.program = Program(begins=not news)
        for crossing in news:
            self.program.put(*crossing)
            self.told.add(crossing)
        x, y = self.program.answer()
        say(f"{x},{y}")


def main():
    table = Table()
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        word = word.upper()
        if word == "START":
            table.clear()
            say("OK" if rest.strip() == str(LINES) else f"ERROR only boards of {LINES} lines")
        elif word == "RESTART":
            table.clear()
            say("OK")
        elif word == "BEGIN":
            table.play([])
        elif word == "TURN":
            x, y = (int(number) for number in rest.split(","))
            table.play([(x, y)])
        elif word == "BOARD":
            _, others = board()
            table.play([crossing for crossing in others if crossing not in table.told])
        elif word == "ABOUT":
            say('name="gomoku of the BSD games", author="Ralph Campbell"')
        elif word == "END":
            break
        elif word != "INFO":
            say("UNKNOWN command")
    table.clear()


if __name__ == "__main__":
    main()
