"""Clauses of the contract on what a game declares, its traits, sizes and ranges."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from math import inf
from typing import Any, Final

from agonist.contract.sample_matches import Broken, Sample, expect, random_moves
from agonist.core import CHANCE, AgonistError, Game, Speech, UsageError
from agonist.core.ask import atoms
from agonist.core.options import ranges_of
from agonist.kit import Kit, make_game

MOVES_AT_ENDS: Final = 50
"""Moves with an option at an end of its range."""


def traits_are_true(samples: Sequence[Sample]) -> None:
    """The traits simultaneous, hidden, talk and constant sum are as declared."""
    game = samples[0].game
    together = any(
        len([seat for seat in game.turn(state) if seat != CHANCE]) > 1 for s in samples for state in s.states
    )
    expect(
        together == game.traits.simultaneous,
        f"the traits say simultaneous={game.traits.simultaneous}, the matches show {together}",
    )
    speech = any(isinstance(a, Speech) for s in samples for *_, ask in s.questions() for _, a in atoms(ask))
    expect(speech == game.traits.talk, f"the traits say talk={game.traits.talk}, the matches show {speech}")
    hides = any(_differ(sample, nth) for sample in samples for nth in range(len(sample.states)))
    expect(
        hides == game.traits.hidden, f"the traits say hidden={game.traits.hidden}, the matches show {hides}"
    )
    totals = {round(sum(outcome.scores), 6) for s in samples if (outcome := s.record.outcome)}
    expect(
        not game.traits.constant_sum or len(totals) == 1,
        f"the traits say constant_sum, the scores add up to {totals}",
    )


def sizes_can_be_played(samples: Sequence[Sample]) -> None:
    """The game has sizes, and its number of seats is one of them."""
    game = samples[0].game
    expect(len(game.sizes), f"{game.name}.sizes is empty: list the possible numbers of players")
    expect(
        game.seats in game.sizes,
        f"the game has {game.seats} seats, which is not one of its sizes {list(game.sizes)}",
    )


def ranges_are_true(samples: Sequence[Sample]) -> None:
    """Each end of an option's declared range can be played for some moves, and nothing beyond it.

    The other options are the usual ones, the quick ones, or each at the low end of its own range,
    since an end of one range may need another of another (a small board has room for few rocks).
    """
    kit = samples[0].kit
    ranges = ranges_of(kit.game)
    least = {name: range_.low for name, range_ in ranges.items() if range_.low != -inf}

    def made(name: str, value: float) -> Game[Any, Any] | None:
        wanted = ({**others, name: value} for others in ({}, kit.quick_options, least))
        return next((game for options in wanted if (game := _made(kit, options))), None)

    for name, range_ in ranges.items():
        for end, beyond in ((range_.low, range_.low - 1), (range_.high, range_.high + 1)):
            if abs(end) != inf:
                game = made(name, end)
                if game is None:
                    raise Broken(f"{name} is {range_}, and the game refuses {name}={end}", f"game.{name}")
                _begin(game, name)
                expect(
                    not made(name, beyond),
                    f"{name} is {range_}, and the game takes {name}={beyond}; a `__post_init__` of its own "
                    "calls `super().__post_init__()`, which checks ranges",
                    f"game.{name}",
                )


def _made(kit: Kit, options: Mapping[str, Any]) -> Game[Any, Any] | None:
    """The game with these options, `None` if it refuses them."""
    try:
        return make_game(kit.game, options)
    except UsageError:
        return None


def _begin(game: Game[Any, Any], name: str) -> None:
    """Play some moves with this option at an end of its range."""
    try:
        random_moves(game, 0, MOVES_AT_ENDS)
    except AgonistError as error:
        error.args = (f"with {name}={getattr(game, name)}: {error}",)
        raise


def _differ(sample: Sample, nth: int) -> bool:
    """Whether the views of the seats (and a bystander) differ in this state, apart from their own numbers."""
    views = []
    for seat in (None, *range(sample.game.seats)):
        view = sample.game.observe(sample.states[nth], seat)
        numbered = any(field.name == "seat" for field in dataclasses.fields(view))
        views.append(dataclasses.replace(view, seat=None) if numbered else view)
    return any(view != views[0] for view in views)
