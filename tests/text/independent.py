"""Replies to questions of the playthroughs, by writers who hadn't seen the reader: plain ones, and ones that
name another answer, take one back, or give none.

Rows of an eighth writer are a few, each with the `family` of replies that it stands for; those of a ninth,
with many remarks behind JSON, come last. The reader was changed after its first look at all of them: these
say that it stays as good, not how good it is with others.
"""

import json
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from tests.text.plain import tuples
from tests.text.situations import Situation

from agonist.core import CHANCE, uniform
from agonist.games import KITS
from agonist.kit import make_game
from agonist.match import Chance


class Row(NamedTuple):
    """A reply, and the only action that it may be read as, if any; a `plain` one should be read."""

    at: Situation
    text: str
    action: Any
    plain: bool


def rows():
    """All replies."""
    text = (Path(__file__).parent / "independent.jsonl").read_text(encoding="utf-8")
    for row in map(json.loads, text.splitlines()):
        at = questions(row["game"])[row["turn"], row["seat"]]
        yield Row(at, row["text"], tuples(row.get("action")), row.get("plain", False))


@cache
def questions(name):
    """The questions of a game's playthrough, by turn and seat."""
    kit = KITS[name]
    game, chance, found, turn = make_game(kit.game, kit.quick_options), Chance("playthrough 0"), {}, 0
    state = game.new()
    while asks := game.turn(state):
        turn, moves = turn + 1, {}
        for seat, ask in asks.items():
            if seat == CHANCE:
                moves[seat] = chance.pick(ask)
                continue
            view, rng = game.observe(state, seat), Random(f"playthrough 0:{seat}:{turn}")
            found[turn, seat] = Situation(
                ask, partial(kit.words.label, view), kit.words.vocabulary(game, view)
            )
            moves[seat] = uniform(ask, rng) if seat % 2 else kit.reference(game, view, ask, rng)
        state = game.act(state, moves)
    return found
