"""The contents of published records of the sequential games: battle royale and the pirate game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agonist.suites.gamabench.published.published_match import PublishedMatch, unanswered
from agonist.suites.gamabench.published.record_file import Published, RecordProblem, in_short, seat_of, whole
from agonist.suites.gamabench.scoring import Battle, Pirates, Plan, Shot


def battle(published: Published) -> PublishedMatch:
    base, step = published.whole("base_hit_rate"), published.whole("interval")
    rates = tuple(base + step * seat for seat in range(published.seats))
    shots, answers, hits = [], unanswered(published), []
    marks = []
    for nth, entry in enumerate(published.rounds, 1):
        shot = _shot(entry, nth)
        if max(*shot.alive, shot.shooter) >= published.seats or shot.shooter not in shot.alive:
            raise RecordProblem(f"round {nth}: the shooter or a survivor is nobody who plays")
        answers[shot.shooter].append("nobody" if shot.target is None else shot.target)
        if shot.target is not None:
            hits.append("hit" if shot.hit else "miss")
            if shot.target == shot.shooter:
                marks.append(f"shot {nth} is at oneself")
            elif shot.target not in shot.alive:
                marks.append(f"shot {nth} is at someone who is out")
        shots.append(shot)
    options = {"seats": published.seats, "base_hit_rate": base, "interval": step}
    return PublishedMatch(options, Battle(rates, tuple(shots)), answers, {"hit": hits}, tuple(marks))


def _shot(entry: Mapping[str, Any], nth: int) -> Shot:
    """One shot. Only the target counts: an action "shoot" at nobody is a miss on purpose."""
    living = entry.get("initial_players")
    if not isinstance(living, list) or not living or not all(isinstance(one, list) and one for one in living):
        raise RecordProblem(f"round {nth}: initial_players is {in_short(living)}, not a list of players")
    target = entry.get("shot_player")
    return Shot(
        seat_of(entry.get("player_shooting"), f"round {nth}: player_shooting"),
        None if target in (None, "null") else seat_of(target, f"round {nth}: shot_player"),
        tuple(seat_of(one[0], f"round {nth}: initial_players") for one in living),
        hit=entry.get("out") is True,
    )


def pirates(published: Published) -> PublishedMatch:
    gold = published.positive("gold", 100)
    plans, answers = [], unanswered(published)
    for nth, entry in enumerate(published.rounds):
        left = tuple(range(nth, published.seats))
        shares: Any = entry.get("gold_distribution")
        votes: Any = entry.get("responses")
        for key, value in (("gold_distribution", shares), ("responses", votes)):
            if not isinstance(value, list) or len(value) != len(left):
                raise RecordProblem(
                    f"round {nth + 1}: {key} does not have a value for each of {len(left)} pirates"
                )
        if odd := [vote for vote in votes if vote not in ("accept", "reject")]:
            raise RecordProblem(f"round {nth + 1}: a vote is {in_short(odd[0])}")
        coins = tuple(whole(share, f"round {nth + 1}: a share") for share in shares)
        plans.append(Plan(left, coins, tuple(vote == "accept" for vote in votes)))
        answers[nth].append(coins)
        for seat, vote in zip(left[1:], votes[1:], strict=True):
            answers[seat].append(vote)
    options = {"seats": published.seats, "gold": gold}
    marks = () if "gold" in published.meta else ("meta has no gold: taken as 100",)
    return PublishedMatch(options, Pirates(gold, tuple(plans)), answers, marks=marks)
