"""How often the intervals of a curve hold: new checkpoints of a model against fixed opponents.

Results follow the model of Bradley and Terry; with luck, each deal favours one seat, is played with both
seatings, and is the same for all. The truth is what the board would show after infinitely many such matches.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

import numpy as np
from benchmarks.simulated.counting import LEAST, WRONG, Count, row

from agonist.metrics.checkpoint_ratings import gains_of
from agonist.metrics.leaderboard import rows_from
from agonist.ratings import Result
from agonist.ratings.bradley_terry import ELO, strengths
from agonist.ratings.result_arrays import outcomes_of

Array: TypeAlias = np.ndarray[Any, np.dtype[np.float64]]
Shape: TypeAlias = Literal["rising", "flat", "plateau", "steep"]

OPPONENTS: Final = (-1.5, 0.0, 1.5)
"""Strengths of the opponents on the natural log scale: 260 Elo points apart."""

RUNS: Final = 500


@dataclass(frozen=True)
class Training:
    """One line of the table: so many checkpoints, with so many matches against each opponent."""

    checkpoints: int
    matches: int
    shape: Shape
    luck: float = 0.0
    met: bool = False
    """Whether checkpoints also meet all earlier ones."""

    def strengths(self) -> Array:
        """Of the checkpoints, by step."""
        at = np.linspace(0.0, 1.0, self.checkpoints)
        match self.shape:
            case "rising":
                return 3 * at - 1.5
            case "steep":
                return 8 * at - 4.0
            case "plateau":
                return np.minimum(6 * at - 1.5, 1.5)
            case "flat":
                return 0 * at

    def in_words(self) -> tuple[str, ...]:
        """The first columns of the table."""
        met = "opponents and earlier ones" if self.met else "opponents"
        return (
            f"{self.checkpoints}",
            f"{self.matches}",
            self.shape,
            met,
            f"{self.luck:g}" if self.luck else "",
        )


TRAININGS: Final = (
    *(Training(8, matches, "rising") for matches in (4, 10, 20, 50)),
    Training(30, 10, "rising"),
    Training(8, 20, "flat"),
    Training(30, 20, "flat"),
    Training(12, 20, "plateau"),
    Training(8, 20, "steep"),
    Training(8, 20, "plateau", luck=1.0),
    Training(8, 10, "plateau", met=True),
)

HEADER: Final = (
    *("checkpoints", "matches", "shape", "meet", "luck", "n"),
    *("rating", "gain", "all gains together", "false claims", "rises found"),
)


def line(at: int, seed: int) -> tuple[list[str], list[str]]:
    """A line of the table, and what is clearly less than promised."""
    what, rng = TRAININGS[at], np.random.default_rng([seed, at])
    known = {f"ckpt@{1000 + step}": value for step, value in enumerate(what.strengths().tolist())}
    known |= {f"opponent {nth}": value for nth, value in enumerate(OPPONENTS)}
    names = sorted(known)
    truth = _truth(what, names, known)
    rating, gain, together, false, found = (Count() for _ in range(5))
    for _ in range(RUNS):
        outcomes = outcomes_of(_results(what, known, rng), names)
        for each in rows_from(outcomes, dict.fromkeys(names, 1)):
            if each.player.startswith("ckpt") and each.low is not None and each.high is not None:
                rating.add(int(each.low <= 1500 + truth[each.player] <= each.high), 1)
        held = wrong = 0
        gains = gains_of(outcomes)
        for one in gains:
            real = truth[one.player] - truth[one.before]
            gain.add(int(_within(one.low, real, one.high)), 1)
            held += _within(one.all_low, real, one.all_high)
            wrong += (one.verdict == "better" and real < 1e-6) or (one.verdict == "worse" and real > -1e-6)
            if real > 1e-6:
                found.add(int(one.verdict == "better"), 1)
        together.event(held == len(gains))
        false.event(wrong > 0)
        for count in (rating, gain, together, false, found):
            count.close()
    named = {"rating": rating, "gain": gain, "all gains together": together}
    shares = {name: share for name, count in named.items() if (share := count.share()) is not None}
    failed = [
        f"{', '.join(filter(None, what.in_words()))}: {name}: {share[0]:.3f} is below {LEAST}"
        for name, share in shares.items()
        if sum(share) < LEAST
    ]
    claims = false.share()
    if claims is not None and claims[0] - claims[1] > WRONG:
        failed.append(f"{', '.join(what.in_words())}: false claims: {claims[0]:.3f} is above {WRONG}")
    counts = (rating, gain, together, false, found)
    return [row((*what.in_words(), f"{RUNS}", *map(str, counts)))], failed


def _within(low: float | None, value: float, high: float | None) -> bool:
    return low is not None and high is not None and low <= value <= high


def _pairs(what: Training, names: list[str]) -> list[tuple[str, str]]:
    steps = [name for name in names if name.startswith("ckpt")]
    pairs = [(one, other) for one in steps for other in names if not other.startswith("ckpt")]
    return pairs + [(one, other) for one in steps for other in steps if what.met and other < one]


def _results(what: Training, known: dict[str, float], rng: np.random.Generator) -> list[Result]:
    luck = rng.normal(0, what.luck, what.matches // 2) if what.luck else np.zeros(what.matches)
    found = []
    for one, other in _pairs(what, sorted(known)):
        for nth in range(what.matches):
            deal, sign = (nth // 2, 1 - 2 * (nth % 2)) if what.luck else (nth, 0)
            chance = 1 / (1 + np.exp(known[other] - known[one] - sign * luck[deal]))
            won = rng.random() < chance
            block = f"deal {deal}" if what.luck else f"{one} {other} {nth}"
            found.append(Result(((one,), (other,)), (1, 2) if won else (2, 1), block))
    return found


def _truth(what: Training, names: list[str], known: dict[str, float]) -> dict[str, float]:
    """Ratings after infinitely many matches, in Elo points around 0."""
    nodes, weights = np.polynomial.hermite_e.hermegauss(40)
    wins = np.zeros((len(names), len(names)))
    for one, other in _pairs(what, names):
        chances = 1 / (1 + np.exp(known[other] - known[one] - what.luck * nodes))
        chance = float((weights / weights.sum() * chances).sum())
        wins[names.index(one), names.index(other)] += chance
        wins[names.index(other), names.index(one)] += 1 - chance
    fitted = strengths(wins)
    return dict(zip(names, (ELO * (fitted - fitted.mean())).tolist(), strict=True))
