"""How clearly a game's reference player beats random play, and whether the seats are fair.

    uv run benchmarks/mirrored.py GAME [PAIRS] [OPTION=VALUE …] [--first-seed N] [--only random]

A pair is two matches on the same deal with the sides exchanged: the two teams where the game or its deal
makes two of one size, else the even seats and the odd ones. Shares are those of GameBench
(`agonist.suites.gamebench.share_rule`), with the 95% interval over pairs. Then random plays itself, with the
seats exchanged in the same way: the interval shall contain a half.
"""

from __future__ import annotations

import argparse
import time
from random import Random
from typing import Any

from agonist.core import CHANCE, Game, Seat, uniform
from agonist.games import find_kit
from agonist.kit import Kit, make_game
from agonist.match import Chance
from agonist.ratings import clustered_mean
from agonist.suites.gamebench.share_rule import share_of


def main(name: str, seeds: range, options: dict[str, str], players: tuple[str, ...]) -> None:
    kit = find_kit(name)
    game = make_game(kit.game, options)
    for player in players:
        reference, title = player == "reference", f"{player} against random"
        start = time.perf_counter()
        values = []
        for seed in seeds:
            one, other = sides_of(game, seed)
            for sides in ((one, other), (other, one)):
                scores = scores_of(kit, game, seed, sides[0] if reference else (), sides[0])
                values.append((str(seed), share_of(name, scores, sides)[0]))
            if (pairs := len(values) // 2) % 100 == 0 or pairs == len(seeds):
                mean, low, high = clustered_mean(values, seen=(0.0, 1.0))
                took = (time.perf_counter() - start) / len(values)
                span = f"{mean:.3f} ({low:.3f} to {high:.3f})"
                print(
                    f"{name}, {title}: share {span} in {pairs:,} pairs, {took * 1000:.0f} ms a match",
                    flush=True,
                )
        if not reference:
            firsts = [(seed, value) for nth, (seed, value) in enumerate(values) if nth % 2 == 0]
            mean, low, high = clustered_mean(firsts, seen=(0.0, 1.0))
            print(
                f"{name}, random on the first side: share {mean:.3f} ({low:.3f} to {high:.3f}), not rotated"
            )


def sides_of(game: Game[Any, Any], seed: int) -> tuple[tuple[Seat, ...], tuple[Seat, ...]]:
    """The two teams of this deal, if it makes two of one size; else the even and the odd seats."""
    state, chance = game.new(), Chance(str(seed))
    while not game.teams(state) and list(asks := game.turn(state)) == [CHANCE]:
        state = game.act(state, {CHANCE: chance.pick(asks[CHANCE])})
    match game.teams(state):
        case (one, other) if len(one) == len(other):
            return one, other
    return tuple(range(0, game.seats, 2)), tuple(range(1, game.seats, 2))


def scores_of(
    kit: Kit, game: Game[Any, Any], seed: int, reference: tuple[Seat, ...], side: tuple[Seat, ...]
) -> Any:
    """The scores of one match; the sides draw their own numbers, whichever seats they hold."""
    chance = Chance(str(seed))
    others = [seat for seat in range(game.seats) if seat not in side]
    places = {seat: f"A:{nth}" for nth, seat in enumerate(sorted(side))}
    places |= {seat: f"B:{nth}" for nth, seat in enumerate(others)}
    dice = {seat: Random(f"{seed}:{place}") for seat, place in places.items()}
    state = game.new()
    while asks := game.turn(state):
        moves = {}
        for seat, ask in asks.items():
            if seat == CHANCE:
                moves[seat] = chance.pick(ask)
            elif seat in reference:
                moves[seat] = kit.reference(game, game.observe(state, seat), ask, dice[seat])
            else:
                moves[seat] = uniform(ask, dice[seat])
        state = game.act(state, moves)
    outcome = game.outcome(state)
    assert outcome is not None
    return outcome.scores


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="How clearly a reference player beats random play.")
    parser.add_argument("game")
    parser.add_argument("more", nargs="*", metavar="PAIRS | OPTION=VALUE")
    parser.add_argument("--first-seed", type=int, default=0, help="other deals than those from 0 on")
    parser.add_argument("--only", choices=("reference", "random"), help="one of the two comparisons")
    given = parser.parse_intermixed_args()
    counts = [int(word) for word in given.more if "=" not in word]
    first, pairs = given.first_seed, counts[0] if counts else 500
    if pairs < 2:
        parser.error("an interval needs two pairs or more")
    main(
        given.game,
        range(first, first + pairs),
        dict(word.split("=", 1) for word in given.more if "=" in word),
        (given.only,) if given.only else ("reference", "random"),
    )
