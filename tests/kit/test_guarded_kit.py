"""A game's own code fails in one message."""

from __future__ import annotations

import inspect

import pytest

from agonist.core import Draw, GameError, UsageError
from agonist.games import KITS
from agonist.kit import Words, code_of, guarded


def test_every_way_to_get_words_is_guarded():
    wrapped = type(guarded(KITS["tictactoe"]).words)
    public = {name for name, _ in inspect.getmembers(Words, inspect.isfunction) if not name.startswith("_")}
    # A vocabulary is built from the guarded methods.
    assert {name for name in public if getattr(wrapped, name) is getattr(Words, name)} == {"vocabulary"}


def test_words_stay_what_they_are():
    kit = KITS["tictactoe"]
    game = kit.game()
    view = game.observe(game.new(), 0)
    (ask,) = game.turn(game.new()).values()
    safe = guarded(kit).words
    assert safe.rules(game) == kit.words.rules(game)
    assert safe.scene(game, view) == kit.words.scene(game, view)
    assert safe.news(game, view, view) == kit.words.news(game, view, view)
    assert safe.request(game, view, ask) == kit.words.request(game, view, ask)
    assert safe.label(view, "cell", (1, 2)) == kit.words.label(view, "cell", (1, 2))
    assert safe.hint(view, "cell") == kit.words.hint(view, "cell")
    coin = Draw(("heads", "tails"), about="coin")
    assert safe.chance(view, coin, "tails") == kit.words.chance(view, coin, "tails")
    assert safe.prompts == kit.words.prompts


def test_what_is_raised_on_purpose_passes_through():
    with pytest.raises(UsageError, match="mine"), code_of("the rules of x"):
        raise UsageError("mine")
    told = r"the rules of x raised KeyError: 'a' \(test_guarded_kit.py, line \d+, in test_what_is_raised.*\)"
    with pytest.raises(GameError, match=told), code_of("the rules of x"):
        {}["a"]
