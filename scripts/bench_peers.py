"""Compares our rollouts with OpenSpiel's C++ ones. Called by scripts/bench-peers with the path of our program."""

import os
import random
import statistics
import subprocess
import sys
import time

import pyspiel

ROUNDS = 5
# (our game, players, the peer's game, the bar as a ratio)
PAIRS = [
    ("gomoku", 3, "gomoku", 15),
    ("onecard", 3, "crazy_eights(players=3)", 5),
    ("chicago", 4, "tic_tac_toe", 1),
    ("golf", 2, "tic_tac_toe", 1),
    ("sorry", 4, "tic_tac_toe", 1),
]


def first_decision(game):
    """The peer's first position at which a player chooses: its deal is not measured."""
    state = game.new_initial_state()
    dealer = random.Random(1)
    while state.is_chance_node():
        state.apply_action(dealer.choice(state.chance_outcomes())[0])
    return state


class Peer:
    """OpenSpiel's own roll-outs: one step of its tree search that does nothing but play random games in C++."""

    def __init__(self, name):
        self.game = pyspiel.load_game(name)
        self.state = first_decision(self.game)
        self.length = self.mean_length()
        self.rollouts = max(200, int(400_000 / self.length))

    def mean_length(self):
        bots = [pyspiel.make_uniform_random_bot(player, player + 7) for player in range(self.game.num_players())]
        start, total, games = self.state.move_number(), 0, 1000
        for number in range(games):
            state = self.state.clone()
            pyspiel.evaluate_bots(state, bots, number)
            total += state.move_number() - start
        return total / games

    def actions_per_second(self):
        evaluator = pyspiel.RandomRolloutEvaluator(self.rollouts, random.randrange(1 << 30))
        bot = pyspiel.MCTSBot(self.game, evaluator, 1.0, 1, 100, False, 1, False)
        started = time.perf_counter()
        bot.step(self.state)
        return self.rollouts * self.length / (time.perf_counter() - started)


def ours(program, game, players):
    run = subprocess.run([program, "actions-per-second", game, str(players)], check=True, capture_output=True, text=True)
    return float(run.stdout)


def main():
    program = sys.argv[1]
    # One core for both, so that neither has a quieter one.
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    print(f"{'game, players':<16}{'actions/s':>14}  {'peer':<26}{'actions/s':>12}{'ratio':>8}{'bar':>6}")
    missed = 0
    for game, players, peer_name, bar in PAIRS:
        peer = Peer(peer_name)
        our_speeds, their_speeds = [], []
        for _ in range(ROUNDS):
            our_speeds.append(ours(program, game, players))
            their_speeds.append(peer.actions_per_second())
        ratio = statistics.median(our / their for our, their in zip(our_speeds, their_speeds))
        missed += ratio < bar
        print(
            f"{game + ', ' + str(players):<16}{statistics.median(our_speeds):>14,.0f}  {peer_name:<26}"
            f"{statistics.median(their_speeds):>12,.0f}{ratio:>8.1f}{'≥ ' + str(bar):>6}"
            f"{'' if ratio >= bar else '  missed'}",
            flush=True,
        )
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
