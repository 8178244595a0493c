"""Clauses of the contract on arrays, for games that have them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import prod
from typing import Any

from agonist.contract.sample_matches import Broken, Sample, expect
from agonist.kit.arrays import Array


def arrays_lie_in_their_bounds(sample: Sample) -> None:
    """Every declared array is filled, with as many numbers as its shape has, all within its bounds."""
    if sample.kit.arrays is None:
        return
    shapes = sample.kit.arrays.shapes(sample.game)
    for where, values in _filled(sample):
        expect(
            set(values) == set(shapes),
            f"{where} the arrays are {sorted(values)}, but {sorted(shapes)} are declared",
        )
        for name, shape in shapes.items():
            _check(f"{where} the array {name!r}", shape, values[name])


def arrays_show_only_the_view(sample: Sample) -> None:
    """Equal views give equal arrays: asked twice, and if the hidden part is replaced by another.

    The replacement comes from the kit's `sample_state`.
    """
    kit, game = sample.kit, sample.game
    if kit.arrays is None:
        return
    for nth, state in enumerate(sample.states):
        for seat in range(game.seats):
            view = game.observe(state, seat)
            first = _plain(kit.arrays.values(game, view, seat))
            others = [state]
            if game.traits.hidden and kit.sample_state is not None and seat in game.turn(state):
                others.append(kit.sample_state(game, view, sample.rng("array", nth, seat)))
            for other in others:
                expect(
                    _plain(kit.arrays.values(game, game.observe(other, seat), seat)) == first,
                    f"after move {nth}, for seat {seat}, equal views give different arrays",
                )


def _filled(sample: Sample) -> Iterator[tuple[str, Mapping[str, Sequence[int]]]]:
    assert sample.kit.arrays is not None
    for nth, state in enumerate(sample.states):
        for seat in range(sample.game.seats):
            view = sample.game.observe(state, seat)
            yield f"after move {nth}, for seat {seat},", sample.kit.arrays.values(sample.game, view, seat)


def _check(what: str, shape: Array, values: Sequence[int]) -> None:
    expect(
        len(values) == prod(shape.shape),
        f"{what} has {len(values)} numbers, but the shape {shape.shape} has {prod(shape.shape)}",
    )
    for place, value in enumerate(values):
        if not isinstance(value, int):
            raise Broken(f"{what} has {value!r} at {place}, which is not a whole number")
        if not shape.low <= value <= shape.high:
            raise Broken(f"{what} has {value!r} at {place}, not from {shape.low} to {shape.high}")


def _plain(values: Mapping[Any, Sequence[int]]) -> dict[Any, list[float]]:
    return {name: list(numbers) for name, numbers in values.items()}
