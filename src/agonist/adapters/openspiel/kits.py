"""A kit for each of OpenSpiel's games."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from random import Random
from typing import Any, Final, Protocol, cast

from agonist.adapters.openspiel.library_words import words
from agonist.adapters.openspiel.offered_games import description_of
from agonist.adapters.openspiel.parameters import library_values, options_of, seats_parameter
from agonist.adapters.openspiel.playouts import position, random_end
from agonist.adapters.openspiel.reference_players import PLAYOUTS, at_random, is_searched, tree_search
from agonist.adapters.openspiel.sampling import resampled
from agonist.adapters.openspiel.spiel_game import SpielGame
from agonist.adapters.openspiel.states import History, loaded
from agonist.adapters.openspiel.views import Seen, Shown, View
from agonist.core import counted
from agonist.games import DRESSED
from agonist.kit import CannotSample, Kit

QUICK: Final[Mapping[str, Mapping[str, Any]]] = {
    "2048": {"max_tile": 32},
    "amazons": {"board_size": 6},
    "backgammon": {"max_player_turns": 8},
    "banqi": {"max_no_progress": 8},
    "battleship": {
        "board_height": 3,
        "board_width": 3,
        "num_shots": 5,
        "ship_sizes": "[2]",
        "ship_values": "[1]",
    },
    "breakthrough": {"columns": 4, "rows": 6},
    "bridge": {"use_double_dummy_result": False},
    "capture_the_flag": {"horizon": 20},
    "checkers": {"columns": 4},
    "chinese_checkers": {"max_moves": 20},
    "cliff_walking": {"horizon": 20},
    "clobber": {"columns": 4, "rows": 4},
    "coop_box_pushing": {"horizon": 10},
    "crazy_eights": {"max_turns": 20},
    "cursor_go": {"board_size": 3, "max_cursor_moves": 5},
    "dark_chess": {"board_size": 4},
    "gin_rummy": {"hand_size": 7, "num_suits": 2},
    "go": {"board_size": 4},
    "gomoku": {"connect": 4, "size": 5},
    "havannah": {"board_size": 3},
    "hex": {"board_size": 4, "num_cols": 4, "num_rows": 4},
    "hive": {"board_size": 4},
    "kriegspiel": {"board_size": 4},
    "laser_tag": {"horizon": 20},
    "lines_of_action": {"max_game_length": 12},
    "markov_soccer": {"horizon": 20},
    "mnk": {"k": 3, "m": 4, "n": 4},
    "pathfinding": {"horizon": 20},
    "phantom_go": {"board_size": 3},
    "pig": {"winscore": 15},
    "python_iterated_prisoners_dilemma": {"max_game_length": 10},
    "rbc": {"board_size": 4},
    "solitaire": {"depth_limit": 20},
    "spades": {"win_threshold": 50},
    "twixt": {"board_size": 5},
    "y": {"board_size": 4},
    "yacht": {"num_dice": 2},
}
"""Smaller variants of games whose random matches take long, for the contract."""


UNSAMPLED: Final = frozenset(
    (
        "coin_game", "crazy_eights", "cribbage", "dark_hex", "dou_dizhu", "go_fish", "hanabi", "kriegspiel",
        "latent_ttt", "oh_hell", "phantom_go", "python_block_dominoes", "python_liars_poker",
        "python_team_dominoes", "rbc", "skat", "spades",
    )
)  # fmt: skip
"""Games for which no state can be drawn that a seat cannot tell from the true one: the library cannot, and
replays with other hidden parts come to dead ends."""

SOLVABLE: Final = frozenset(
    ("breakthrough", "clobber", "connect_four", "dots_and_boxes", "hex", "mnk", "nim", "tic_tac_toe", "y")
)
"""Games that are solved in seconds as they are or on a small board."""

NEED_SAMPLES: Final = ("views_do_not_depend_on_what_they_hide", "asking_tells_nothing")
NO_SAMPLES: Final = "no state can be drawn that differs only in what a seat cannot see"
SEARCH: Final = f"OpenSpiel's Monte Carlo tree search, with {PLAYOUTS} random playouts for a move"


class Dress(Protocol):
    """The folder of a game under `games/`: what the game has of its own."""

    Rules: type[SpielGame]
    """`SpielGame`, or a subclass with a title, abilities, sources, `facts` or `ending`."""

    def dressed(self, kit: Kit) -> Kit:
        """The library's kit with the game's own words, and whatever else it has."""


def dress_of(name: str) -> Dress | None:
    """What a game has of its own; `None` for one that has only the library's."""
    if name not in DRESSED["openspiel"]:
        return None
    return cast("Dress", import_module(f"agonist.adapters.openspiel.games.{name}"))


@cache
def find_kit(name: str) -> Kit:
    """The kit of the library's game of this name. Raises `UsageError` for one that is not offered."""
    dress = dress_of(name)
    kit = _plain_kit(name, dress.Rules if dress else SpielGame)
    return dress.dressed(kit) if dress else kit


def _plain_kit(name: str, rules: type[SpielGame]) -> Kit:
    """The kit with what the library knows of a game."""
    game = _game_class(name, rules)
    searched = is_searched(description_of(name))
    return Kit(
        game=game,
        words=words(),
        reference=tree_search if searched else at_random,
        reference_is=SEARCH if searched else "any legal move, since no better player is known",
        sample_state=None if name in UNSAMPLED else sample_state,
        unchecked=dict.fromkeys(NEED_SAMPLES, NO_SAMPLES) if name in UNSAMPLED else {},
        size=_size(game().spiel),
        quick_options=QUICK.get(name, {}),
        random_end=random_end,
        position=position,
        solvable=name in SOLVABLE,
    )


def _size(game: Any) -> str:
    """The size of one of the library's games."""
    return f"{counted(game.num_distinct_actions(), 'move')}, up to {counted(game.max_game_length(), 'turn')}"


def _game_class(name: str, rules: type[SpielGame]) -> type[SpielGame]:
    described = description_of(name)
    usual = loaded(name, ())
    parameter = seats_parameter(described)
    most = described.max_num_players if parameter else usual.num_players()
    least = max(1, described.min_num_players) if parameter else most
    options = options_of(described, rules.usual)
    members: dict[str, Any] = {
        "__annotations__": {"seats": int, **{each: kind for each, (kind, _) in options.items()}},
        "__doc__": f"{described.long_name}, by OpenSpiel.",
        "__module__": __name__,
        "name": f"openspiel:{name}",
        "title": rules.title or described.long_name,
        "short_name": name,
        "library_values": library_values(described),
        "seats_parameter": parameter,
        "usual_seats": usual.num_players(),
        "sizes": tuple(range(least, most + 1)),
        "most_steps": max(SpielGame.most_steps, 4 * usual.max_game_length()),
        "seats": usual.num_players(),
        **{each: value for each, (_, value) in options.items()},
    }
    return dataclass(frozen=True)(type(rules.__name__, (rules,), members))


def sample_state(game: SpielGame, view: View, rng: Random) -> History:
    """A state that this view does not rule out. Raises `CannotSample`."""
    match view:
        case Seen():
            if view.seat is None or (true := view.truth) is None:
                raise CannotSample("a copied view has lost what is needed to draw a state")
            return resampled(true, game.tells, view.seat, rng)
        case Shown():
            return view.history
    return view
