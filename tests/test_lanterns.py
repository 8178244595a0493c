"""The example of a game with dice, hidden cards and bids."""

import importlib
import sys
from dataclasses import replace
from itertools import permutations
from pathlib import Path

import pytest

from agonist import step
from agonist.core import CHANCE

CALM, STORM = "calm", "storm"


@pytest.fixture
def lanterns(monkeypatch):
    monkeypatch.syspath_prepend(Path(__file__).parents[1] / "examples")
    yield importlib.import_module("lanterns")
    del sys.modules["lanterns"]


@pytest.mark.parametrize("hand", [(CALM, CALM), (CALM, STORM), (STORM, STORM)])
@pytest.mark.parametrize("bid", range(7))
def test_the_reference_knows_the_odds_that_counting_all_deals_gives(lanterns, hand, bid):
    game = lanterns.Lanterns(seats=3)
    view = replace(game.observe(game.new(), 0), hand=hand, bid=bid)
    rest = list(game.deck)
    for card in hand:
        rest.remove(card)
    deals = [(*hand, *sorted(dealt[:2]), *sorted(dealt[2:])) for dealt in permutations(rest, 4)]
    without_storms = sum(len(cards) > bid and STORM not in cards[: bid + 1] for cards in deals)
    assert lanterns.chance_of_calm(game, view) == pytest.approx(without_storms / len(deals))


def test_a_round_is_paid_as_its_rules_say(lanterns):
    game = lanterns.Lanterns(seats=2, rounds=2)
    state = step(game, game.new(), {CHANCE: (3, 4, (STORM, CALM, CALM, CALM))})
    for seat, move in ((0, ("bid", 1)), (1, ("bid", 3)), (0, ("pass",))):
        state = step(game, state, {seat: move})
    assert state.scores == (0, 7)  # two cards of their own, then the calm one of the next player
    state = step(game, state, {CHANCE: (6, 6, (STORM, CALM, CALM, CALM))})
    for seat, move in ((1, ("bid", 4)), (0, ("pass",))):
        state = step(game, state, {seat: move})
    assert game.outcome(state).scores == (0.0, -5.0)
