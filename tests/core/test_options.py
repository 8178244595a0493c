"""An option's range is declared where the option stands, and all that is said of it follows."""

from dataclasses import dataclass
from math import inf, nan
from typing import Literal

import pytest

from agonist.core import UsageError, option
from agonist.games.connect_four.rules import ConnectFour
from agonist.games.tictactoe.rules import TicTacToe
from agonist.kit import make_game
from agonist.kit.option_help import option_help


@dataclass(frozen=True)
class Ranged(TicTacToe):
    height: int = option(5, low=1, high=10)
    """How high it is."""
    weight: float | None = option(None, low=0)
    plain: int = 7
    shape: Literal["flat", "deep"] = "flat"


def test_the_declared_default_holds():
    assert (Ranged().height, Ranged().weight, Ranged().plain) == (5, None, 7)


@pytest.mark.parametrize("height", [1, "10", 10.0])
def test_both_ends_of_a_range_belong_to_it(height):
    assert make_game(Ranged, {"height": height}).height == int(height)


@pytest.mark.parametrize(
    "options", [{"height": 0}, {"height": "11"}, {"weight": -0.5}, {"weight": inf}, {"weight": nan}]
)
def test_what_lies_beyond_a_range_is_refused_as_text_and_in_python(options):
    ((name, given),) = options.items()
    for make in (lambda: make_game(Ranged, options), lambda: Ranged(**{name: float(given)})):
        with pytest.raises(UsageError, match=name):
            make()


@pytest.mark.parametrize("options", [{"shape": "round"}, {"seats": 3}, {"plain": "seven"}])
def test_words_numbers_of_players_and_texts_that_are_none_of_the_possible_are_refused(options):
    with pytest.raises(UsageError, match=f"{next(iter(options))}|players"):
        make_game(Ranged, options)


def test_a_subclass_keeps_the_range_of_an_option_whose_default_it_changes():
    @dataclass(frozen=True)
    class Flat(ConnectFour):
        rows: int = 4

    assert Flat().rows == 4
    with pytest.raises(UsageError, match="rows"):
        make_game(Flat, {"rows": 21})


def test_help_names_the_type_and_the_range_and_only_the_type_where_none_is_declared():
    helped = {each.name: each for each in option_help(Ranged)}
    assert helped["height"].values == "a whole number; from 1 to 10"
    assert helped["height"].meaning == "How high it is."
    assert helped["weight"].values == "a number or none; 0 or more"
    assert (helped["plain"].values, helped["plain"].default) == ("a whole number", 7)
