"""Key moments of a match: steps with rare events."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from agonist.arena.replay.states import States
from agonist.core import Game, GameError, Moves, player_name
from agonist.kit import Kit
from agonist.match.checked_game import rules_of
from agonist.store import StoredMatch
from agonist.store.runs.query_results import Turn

MOST_MOMENTS: Final = 40
"""The most key moments of a match, as a slider has no room for more."""

STEPS_PER_RARE: Final = 5
"""An event is a key moment if at most one step in this many has an event of its kind."""

STEPS_NOT_SEARCHED: Final = 1_000
"""Matches of this many steps or more are not searched for the game's own key moments and swings."""

LEAST_SWING: Final = 0.4
"""The least change of expected scores that counts as a swing; from a lost match to a won one it is 2."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A step, counted from 1, and what happened there in a few words; `kind`: event, wrong or end."""

    nth: int
    words: str
    kind: str


def moments_of(
    stored: StoredMatch, turns: Sequence[Turn], kit: Kit, game: Game[Any, Any], states: States, last: int
) -> list[Moment]:
    """Invalid answers, fallback moves, forfeits, rare events (a vote), the game's own key moments,
    swings, and the end.

    For matches that may be shown in full. `last`: the number of the last step.
    """
    noted = (*_events(game, states), *_game_moments(turns, kit, game, states))
    found = {moment.nth: moment for moment in noted}
    for nth, turn in enumerate(turns, start=1):
        if turn.fallback:
            found[nth] = Moment(nth, "a fallback move", "wrong")
        elif nth == last and stored.forfeits:
            found[nth] = Moment(nth, "a forfeit", "wrong")
        elif turn.errors:
            found[nth] = Moment(nth, "an invalid answer", "wrong")
    chosen = _fewer(sorted(found.values(), key=lambda moment: moment.nth))
    if last and stored.status == "finished" and last not in {one.nth for one in chosen}:
        chosen.append(Moment(last, "the end", "end"))
    return chosen


def _game_moments(turns: Sequence[Turn], kit: Kit, game: Game[Any, Any], states: States) -> Iterator[Moment]:
    """What the game itself calls key moments, and swings. An error of its code is one, and the last."""
    if len(states) > STEPS_NOT_SEARCHED:
        return
    before = states[0]
    try:
        for nth, turn in enumerate(turns, start=1):
            if not turn.moves:
                continue
            after = states[nth]
            if words := words_of(kit, game, before, after, turn.moves):
                yield Moment(nth, words, "event")
            before = after
    except GameError as error:
        yield Moment(nth, str(error), "wrong")


def words_of(kit: Kit, game: Game[Any, Any], before: Any, after: Any, moves: Moves) -> str:
    """The key moment in this step, in a few words; empty if there was none."""
    words = kit.key_moments(game, before, after, moves) if kit.key_moments else ""
    return words or _swing(kit, game, before, after)


def _swing(kit: Kit, game: Game[Any, Any], before: Any, after: Any) -> str:
    """The swing to a player whose expected score rose by `LEAST_SWING` or more, in words; empty without one.

    Tree search estimates the scores, so only games without hidden information have swings.
    """
    if kit.playouts is None or game.traits.hidden:
        return ""
    with rules_of(game):
        was, now = kit.playouts.estimate(game, before), kit.playouts.estimate(game, after)
    gain, seat = max((new - old, seat) for seat, (old, new) in enumerate(zip(was, now, strict=True)))
    return f"a swing to {player_name(seat)}" if gain >= LEAST_SWING else ""


def _events(game: Game[Any, Any], states: States) -> list[Moment]:
    """Steps with a public event of a rare kind, named after it."""
    log_lengths, last = states.log_lengths, states[-1]
    log: Sequence[Any] = getattr(last, "log", ())
    hidden = game.traits.hidden or game.traits.simultaneous
    kinds: dict[int, list[str]] = {}
    for nth in range(1, len(log_lengths)):
        for entry in log[log_lengths[nth - 1] : log_lengths[nth]]:
            ears, event = entry if hidden and len(entry) == 2 else (None, entry)
            if ears is None and isinstance(event, tuple) and event and isinstance(event[0], str):
                kinds.setdefault(nth, []).append(event[0])
    often = Counter(kind for kinds_of_match in kinds.values() for kind in set(kinds_of_match))
    most = max(1, min(MOST_MOMENTS // 2, (len(log_lengths) - 1) // STEPS_PER_RARE))
    found = []
    for nth, kinds_of_match in kinds.items():
        rare = [kind for kind in kinds_of_match if often[kind] <= most]
        if rare:
            found.append(
                Moment(nth, ", ".join(dict.fromkeys(kind.replace("_", " ") for kind in rare)), "event")
            )
    return found


def _fewer(moments: list[Moment]) -> list[Moment]:
    """At most `MOST_MOMENTS`, evenly chosen."""
    if len(moments) < MOST_MOMENTS:
        return moments
    step = len(moments) / (MOST_MOMENTS - 1)
    return [moments[int(n * step)] for n in range(MOST_MOMENTS - 1)]
