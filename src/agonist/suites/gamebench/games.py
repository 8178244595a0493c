"""The nine games of GameBench: their names there, what they test, and in which form they are played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from agonist.core import CHANCE, Game, Seat, UsageError, nearest
from agonist.games import find_kit
from agonist.kit import make_game
from agonist.match import Chance


@dataclass(frozen=True, slots=True)
class Title:
    """One game of the paper.

    `printed`: the column of Tables 2 and 3 that really has its numbers; all labels there except one are
    wrong. `tags`: the kinds of reasoning that the paper's Table 1 gives it. `paper`: the options of its
    reduction.
    """

    game: str
    printed: str
    tags: tuple[str, ...]
    paper: Mapping[str, Any] = field(default_factory=dict)
    published_id: str = ""

    @property
    def id(self) -> str:
        """The game's name in the published list of matches."""
        return self.published_id or self.game


TAGS: Final = (
    "abstract strategy",
    "non-deterministic",
    "hidden information",
    "language communication",
    "social deduction",
    "cooperation",
)
"""The six kinds of reasoning."""

_STRATEGY, _CHANCE, _HIDDEN, _LANGUAGE, _SOCIAL, _TEAM = TAGS

TITLES: Final = (
    Title("air_land_sea", "CN", (_STRATEGY,)),
    Title(
        "arctic_scavengers",
        "TRB",
        (_STRATEGY, _CHANCE, _HIDDEN),
        {"contested": 6, "quiet": 0, "stays": 1},
    ),
    Title(
        "are_you_the_traitor",
        "AYT",
        (_HIDDEN, _LANGUAGE, _SOCIAL, _TEAM),
        {"goal": "most", "rounds": 5, "talk": "questions"},
    ),
    Title(
        "codenames",
        "SN",
        (_STRATEGY, _LANGUAGE, _TEAM),
        {"neutral": 3, "starts": "red", "score": "points"},
    ),
    Title("hive", "PT", (_STRATEGY,), {"beetles": False, "repetition": False}),
    Title("pit", "SB", (_LANGUAGE,), {"corner": 6}),
    Title("santorini", "HV", (_STRATEGY,), {"setup": "alternating", "free_choice": False}),
    Title("sea_battle", "ALS", (_STRATEGY, _CHANCE, _TEAM)),
    Title(
        "two_rooms",
        "ARC",
        (_CHANCE, _HIDDEN, _LANGUAGE, _SOCIAL, _TEAM),
        {"talk": "questions", "leaders": "drawn", "sharing": False},
        "two_rooms_and_a_boom",
    ),
)

BY_GAME: Final[Mapping[str, Title]] = {title.game: title for title in TITLES}
BY_ID: Final[Mapping[str, Title]] = {title.id: title for title in TITLES}


def chosen(text: str) -> list[Title]:
    """The games of the option `games`; all nine where it is empty. Raises `UsageError`."""
    names = [name for name in text.split("+") if name]
    for name in names:
        if name not in BY_GAME:
            raise UsageError(f"gamebench: {nearest('game', name, BY_GAME)}; write games=hive+pit")
    return [title for title in TITLES if not names or title.game in names]


def game_of(title: Title, rules: str) -> Game[Any, Any]:
    """The game by the published rules, or in the paper's reduction."""
    return make_game(find_kit(title.game).game, title.paper if rules == "paper" else {})


def sides(game: Game[Any, Any], seed: str) -> tuple[tuple[Seat, ...], tuple[Seat, ...]]:
    """The two sides on this deal: the teams if they have the same size, else even and odd seats."""
    state, chance = game.new(), Chance(seed)
    while not game.teams(state) and list(asks := game.turn(state)) == [CHANCE]:
        state = game.act(state, {CHANCE: chance.pick(asks[CHANCE])})
    teams: Sequence[tuple[Seat, ...]] = game.teams(state)
    if len(teams) == 2 and len(teams[0]) == len(teams[1]):
        return tuple(teams[0]), tuple(teams[1])
    return tuple(range(0, game.seats, 2)), tuple(range(1, game.seats, 2))
