"""What a page of a live match is sent at each new step."""

from functools import partial

import agonist
from agonist.arena.replay.shown_match import Replays
from agonist.store import Store
from agonist.suites.registry import games_of
from agonist.web.live_updates import Database


def test_an_announcement_keeps_its_numbers_beside_the_new_steps_in_words(tmp_path):
    agonist.run("tictactoe", "random", matches=2, db=tmp_path / "a.db")
    with Store.open(tmp_path / "a.db") as store:
        numbers = {"topic": "match:1", "status": "playing", "steps": 4, "from": 2}
        shown = Database(store, Replays(store, partial(games_of, store))).shown(
            1, ("playing", 2), ("playing", 4)
        )
    assert not numbers.keys() & shown.keys(), "they are sent in one object"
    assert [f'data-step="{nth}"' in shown["new_steps"] for nth in (2, 3, 4, 5)] == [False, True, True, False]
    assert "<svg" in shown["scene"]
