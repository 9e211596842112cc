"""What a player sees, without a server."""

import copy
import unittest

from parlor_client import apply_changes, legal_actions

SEEN = {
    "you": 0,
    "seats": 2,
    "turn": 1,
    "to_act": [0],
    "scores": [0, 0],
    "sheet": [],
    "outcome": None,
    "legal": "implied",
    "view": {"rows": ["1.", ".."], "last": None},
}


class Seen(unittest.TestCase):
    def test_changes_set_values_and_splice_lists(self):
        seen = copy.deepcopy(SEEN)
        changes = [
            ["turn", 2],
            ["scores.1", 5],
            ["view.rows.0", "12"],
            ["view.last", {"x": 1, "y": 0}],
            ["to_act", 0, 1, [1]],
            ["sheet", 0, 0, [[0, 5]]],
        ]
        apply_changes(seen, changes)
        self.assertEqual((seen["turn"], seen["scores"], seen["to_act"], seen["sheet"]), (2, [0, 5], [1], [[0, 5]]))
        self.assertEqual(seen["view"], {"rows": ["12", ".."], "last": {"x": 1, "y": 0}})

    def test_a_change_that_does_not_fit_is_an_error(self):
        for change in [["nothing", 1], ["scores.2", 1], ["scores", 1, 2, []], ["turn", 0, 0, [1]], ["view.x.y", 1]]:
            with self.assertRaises(LookupError, msg=str(change)):
                apply_changes(copy.deepcopy(SEEN), [change])

    def test_implied_actions_are_the_free_crossings(self):
        places = [(action["place"]["x"], action["place"]["y"]) for action in legal_actions(SEEN)]
        self.assertEqual(places, [(1, 0), (0, 1), (1, 1)])
        self.assertEqual(legal_actions({**SEEN, "to_act": [1]}), [])
        self.assertEqual(legal_actions({**SEEN, "you": None}), [])
        self.assertEqual(legal_actions({**SEEN, "legal": ["draw"]}), ["draw"])
        self.assertEqual(legal_actions(None), [])
