"""Bradley-Terry's bootstrap against a plain loop: `python benchmarks/ratings.py`.

300 matches of 7 players. The loop fits a resample at a time with the textbook iteration (Hunter,
"MM algorithms for generalized Bradley-Terry models", 2004) in plain Python.
"""

import random
import time
from math import exp

from agonist.ratings import Result
from agonist.ratings.bradley_terry import fit

PLAYERS, MATCHES, RESAMPLES, LOOPED = 7, 300, 10_000, 20


def tournament() -> list[tuple[int, int]]:
    """Winner and loser of each match, between players whose strengths lie evenly from -1 to 1."""
    rng = random.Random("ratings")
    matches = []
    for _ in range(MATCHES):
        i, j = rng.sample(range(PLAYERS), 2)
        i_wins = rng.random() < 1 / (1 + exp(2 * (j - i) / (PLAYERS - 1)))
        matches.append((i, j) if i_wins else (j, i))
    return matches


def loop_fit(matches: list[tuple[int, int]]) -> list[float]:
    """Strengths as odds, to eight digits."""
    odds = [1.0] * PLAYERS
    while True:
        wins, shares = [0.0] * PLAYERS, [0.0] * PLAYERS
        for winner, loser in matches:
            wins[winner] += 1
            share = 1 / (odds[winner] + odds[loser])
            shares[winner] += share
            shares[loser] += share
        new = [won / share for won, share in zip(wins, shares, strict=True)]
        total = sum(new)
        new = [value * PLAYERS / total for value in new]
        if max(abs(a - b) for a, b in zip(new, odds, strict=True)) < 1e-8:
            return new
        odds = new


def main() -> None:
    """Print seconds and the ratio."""
    matches = tournament()
    results = [Result(((str(i),), (str(j),)), (1, 2)) for i, j in matches]
    rng = random.Random("resamples")
    start = time.perf_counter()
    for _ in range(LOOPED):
        loop_fit(rng.choices(matches, k=MATCHES))
    looped = (time.perf_counter() - start) / LOOPED * RESAMPLES
    fit(results, bootstrap=100)  # warm
    seconds = []
    for seed in range(5):
        start = time.perf_counter()
        fit(results, bootstrap=RESAMPLES, seed=seed)
        seconds.append(time.perf_counter() - start)
    median = sorted(seconds)[2]
    print(f"{RESAMPLES} resamples of {MATCHES} matches of {PLAYERS} players")
    print(f"agonist     {median:8.2f} s (median of 5; {min(seconds):.2f} to {max(seconds):.2f})")
    print(f"plain loop  {looped:8.2f} s (from {LOOPED} resamples)")
    print(f"ratio       {looped / median:8.0f}")


if __name__ == "__main__":
    main()
