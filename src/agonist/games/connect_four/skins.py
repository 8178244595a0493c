"""Connect Four under other names, and with lines of another length."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Final

from agonist.kit.skins import Counterfactual, Skins, Story

MARKS: Final = "B D F G H K M P R S T W Z"

SKINS: Final = Skins(
    words={
        "Connect Four": "{title}",
        "board": "{board}",
        "boards": "{board}s",
        "disc": "{piece}",
        "discs": "{piece}s",
        "X": "{first}",
        "O": "{second}",
    },
    stories=(
        Story(
            "Two dockers stack crates in the shafts of a warehouse that is open at the top.",
            {
                "title": "Crate_Yard Warehouse Dockers",
                "board": "warehouse",
                "piece": "crate",
                "first second": MARKS,
            },
        ),
        Story(
            "Two brewers fill a tall shelf with jars, from the bottom up.",
            {
                "title": "Jar_Shelf Cellar Brewers",
                "board": "shelf-wall",
                "piece": "jar",
                "first second": MARKS,
            },
        ),
        Story(
            "Two masons raise a wall together, and each signs the bricks that they lay.",
            {
                "title": "Wall_Builders Masons Brickwork",
                "board": "wall",
                "piece": "brick",
                "first second": MARKS,
            },
        ),
    ),
    plain_only=frozenset({"x", "o"}),
)


def three_in_a_line(rng: Random, _game: Any) -> Mapping[str, Any]:
    return {"rows": rng.choice((4, 5)), "columns": rng.choice((5, 6)), "length": 3}


def five_in_a_line(rng: Random, _game: Any) -> Mapping[str, Any]:
    return {"rows": rng.choice((6, 7)), "columns": rng.choice((8, 9)), "length": 5}


COUNTERFACTUALS: Final = (
    Counterfactual(
        "three in a line win on a smaller board: two with room on both sides cannot be stopped",
        three_in_a_line,
    ),
    Counterfactual(
        "five in a line win on a larger board: three with room on both sides can wait", five_in_a_line
    ),
)
