"""OpenSpiel's parameters as options of a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import Field
from typing import Any, Final

from agonist.core import UsageError, option

SEATS: Final = ("players", "num_players", "numPlayers")
"""What the library calls the number of players."""

SEATS_IGNORED: Final = frozenset(("python_dynamic_routing",))
"""Games that have such a parameter, and the same number of players whatever it is."""

SPELT: Final[Mapping[str, str]] = {"50_move_rule": "fifty_move_rule"}
"""Parameters whose names are no identifiers, and our names for them."""

POKER_LISTS: Final[Mapping[str, tuple[str, ...]]] = {
    "numPlayers": ("blind", "stack"),
    "numRounds": ("numBoardCards", "firstPlayer", "raiseSize", "maxRaises"),
}
"""Which lists of universal_poker have as many numbers as there are players, or rounds."""

LEFT_OUT: Final = frozenset(
    ("ansi_color_output", "boards_file", "instances_file", "random_start_player", "word_list_file")
)
"""Codes for terminals, which no message may hold; files, which a record could not be replayed without, and
strangers could read; and an option by which Hanabi fails."""

LOWEST: Final[Mapping[tuple[str, str], int]] = {
    ("amazons", "board_size"): 6,
    ("battleship", "board_height"): 2,
    ("battleship", "board_width"): 2,
    ("breakthrough", "columns"): 2,
    ("breakthrough", "rows"): 2,
    ("checkers", "columns"): 2,
    ("checkers", "rows"): 8,
    ("cliff_walking", "height"): 2,
    ("cliff_walking", "width"): 3,
    ("clobber", "columns"): 2,
    ("clobber", "rows"): 2,
    ("coin_game", "columns"): 2,
    ("coin_game", "rows"): 2,
    ("colored_trails", "board_size"): 4,
    ("colored_trails", "num_colors"): 5,
    ("cursor_go", "board_size"): 2,
    ("dark_chess", "board_size"): 4,
    ("dark_hex", "board_size"): 2,
    ("dark_hex", "num_cols"): 2,
    ("dark_hex", "num_rows"): 2,
    ("dark_hex_ir", "board_size"): 2,
    ("dark_hex_ir", "num_cols"): 2,
    ("dark_hex_ir", "num_rows"): 2,
    ("gin_rummy", "num_ranks"): 13,
    ("gin_rummy", "num_suits"): 2,
    ("go", "board_size"): 2,
    ("hex", "board_size"): 2,
    ("hex", "num_cols"): 2,
    ("hex", "num_rows"): 2,
    ("kriegspiel", "board_size"): 4,
    ("lewis_signaling", "num_states"): 3,
    ("oh_hell", "num_cards_per_suit"): 2,
    ("phantom_go", "board_size"): 2,
    ("rbc", "board_size"): 4,
    ("snake", "columns"): 4,
    ("snake", "rows"): 4,
    ("tiny_hanabi", "num_actions"): 3,
    ("tiny_hanabi", "num_chance"): 2,
    ("twixt", "board_size"): 5,
}
"""The least value of a parameter, where it is neither 1 nor 0: others do not load, or crash the library."""

HIGHEST: Final[Mapping[tuple[str, str], int]] = {
    ("blotto", "fields"): 10,
    ("breakthrough", "columns"): 26,
    ("breakthrough", "rows"): 26,
    ("bridge", "dealer"): 3,
    ("checkers", "columns"): 8,
    ("checkers", "rows"): 10,
    ("clobber", "columns"): 26,
    ("clobber", "rows"): 26,
    ("cursor_go", "board_size"): 19,
    ("dark_hex", "board_size"): 19,
    ("dark_hex", "num_cols"): 19,
    ("dark_hex", "num_rows"): 19,
    ("dark_hex_ir", "board_size"): 19,
    ("dark_hex_ir", "num_cols"): 19,
    ("dark_hex_ir", "num_rows"): 19,
    ("dots_and_boxes", "num_cols"): 25,
    ("go", "board_size"): 19,
    ("go_fish", "ranks"): 13,
    ("hanabi", "colors"): 5,
    ("hanabi", "hand_size"): 5,
    ("hanabi", "ranks"): 5,
    ("havannah", "board_size"): 13,
    ("hex", "board_size"): 26,
    ("hex", "num_cols"): 26,
    ("hex", "num_rows"): 26,
    ("leduc_poker", "starting_player"): 1,
    ("oware", "num_houses_per_player"): 10,
    ("oware", "num_seeds_per_house"): 8,
    ("phantom_go", "board_size"): 19,
    ("rbc", "sense_size"): 8,
    ("universal_poker", "numHoleCards"): 3,
    ("universal_poker", "numRanks"): 13,
    ("universal_poker", "numSuits"): 4,
    ("y", "board_size"): 26,
    ("yacht", "dice_sides"): 10,
    ("yacht", "num_dice"): 6,
}
"""The greatest value, where the library itself crashes or writes nonsense beyond it."""

UNBOUNDED: Final = frozenset((("universal_poker", "numRounds"),))
"""Whole numbers that have no range of their own, since another option must fit them."""


def options_of(described: Any, usual: Mapping[str, Any]) -> dict[str, tuple[type, Any]]:
    """The options of a game, in order: each with its type and its value or field; without `seats`.

    `usual`: values that are the usual ones instead of the library's.
    """
    found: dict[str, tuple[type, Any]] = {}
    for name, value in sorted(described.parameter_specification.items()):
        if name not in (*SEATS, *LEFT_OUT) and type(value) in (bool, int, float, str):
            value = usual.get(name, value)
            found[SPELT.get(name, name)] = type(value), _field(described.short_name, name, value)
    return found


def library_values(described: Any) -> dict[str, Any]:
    """The library's own values of its parameters, by our names."""
    return {SPELT.get(name, name): value for name, value in described.parameter_specification.items()}


def _field(game: str, name: str, value: Any) -> Any:
    """The value, or a field with the range of a whole number.

    Where 0 or less is the usual value, it means that the library chooses.
    """
    if type(value) is not int or (game, name) in UNBOUNDED:
        return value
    low = LOWEST.get((game, name), min(value, 1))
    high = HIGHEST.get((game, name))
    field: Field[int] | int = option(value, low=low) if high is None else option(value, low=low, high=high)
    return field


def seats_parameter(described: Any) -> str:
    """The parameter that is the number of players; empty if it is fixed."""
    if described.short_name in SEATS_IGNORED:
        return ""
    return next((name for name in SEATS if name in described.parameter_specification), "")


def check_lists(name: str, options: Mapping[str, Any]) -> None:
    """Raise `UsageError` if lists of universal_poker lack numbers, which would crash the library."""
    if name != "universal_poker":
        return
    for counted, lists in POKER_LISTS.items():
        for each in lists:
            if options[each] and len(options[each].split()) != options[counted]:
                raise UsageError(
                    f"openspiel:{name}: {each} has {options[counted]} numbers, one each of "
                    f"{counted.replace('num', '').lower()}, not {options[each]!r}"
                )
