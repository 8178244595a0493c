"""Key moments of a match: steps with rare events."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from agonist.arena.turning import turning_point
from agonist.match.border import rules_of

if TYPE_CHECKING:
    from agonist.arena.replay import Replay

MOST: Final = 40
"""Key moments of a match at most: a slider has no room for more."""

RARE: Final = 5
"""An event is a key moment if at most one step in so many has one of its kind."""


LONG: Final = 1_000
"""Steps from which on a match is not looked through for turning points."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A step, counted from 1, and what happened there in a few words; `kind`: event, wrong or end."""

    nth: int
    words: str
    kind: str


def moments_of(replay: Replay) -> list[Moment]:
    """Invalid answers, moves of the policy, forfeits, turning points, rare events (a vote), and the end.

    Only for matches of which everything may be shown.
    """
    found = {moment.nth: moment for moment in (*_events(replay), *_turning_points(replay))}
    for nth, turn in enumerate(replay.turns, start=1):
        if turn.fallback:
            found[nth] = Moment(nth, "the policy moved", "wrong")
        elif nth == replay.last and replay.stored.forfeits:
            found[nth] = Moment(nth, "a forfeit", "wrong")
        elif nth in replay.wrong:
            found[nth] = Moment(nth, "an invalid answer", "wrong")
    chosen = _fewer(sorted(found.values(), key=lambda moment: moment.nth))
    if replay.last and replay.stored.status == "finished" and replay.last not in {one.nth for one in chosen}:
        chosen.append(Moment(replay.last, "the end", "end"))
    return chosen


def _turning_points(replay: Replay) -> Iterator[Moment]:
    """Steps that changed much, by the rules of the game."""
    if len(replay.states) > LONG:
        return
    before = replay.states[0]
    with rules_of(replay.game):
        for nth, turn in enumerate(replay.turns, start=1):
            if not turn.moves:
                continue
            after = replay.states[nth]
            if words := turning_point(replay.kit, replay.game, before, after, turn.moves):
                yield Moment(nth, words, "event")
            before = after


def _events(replay: Replay) -> list[Moment]:
    """Steps with a public event of a rare kind, named after it."""
    said, last = replay.states.said, replay.states[-1]
    log: Sequence[Any] = getattr(last, "log", ())
    hidden = replay.game.traits.hidden or replay.game.traits.simultaneous
    kinds: dict[int, list[str]] = {}
    for nth in range(1, len(said)):
        for entry in log[said[nth - 1] : said[nth]]:
            ears, event = entry if hidden and len(entry) == 2 else (None, entry)
            if ears is None and isinstance(event, tuple) and event and isinstance(event[0], str):
                kinds.setdefault(nth, []).append(event[0])
    often = Counter(kind for own in kinds.values() for kind in set(own))
    most = max(1, min(MOST // 2, (len(said) - 1) // RARE))
    found = []
    for nth, own in kinds.items():
        rare = [kind for kind in own if often[kind] <= most]
        if rare:
            found.append(
                Moment(nth, ", ".join(dict.fromkeys(kind.replace("_", " ") for kind in rare)), "event")
            )
    return found


def _fewer(moments: list[Moment]) -> list[Moment]:
    """At most `MOST`, evenly chosen."""
    if len(moments) < MOST:
        return moments
    step = len(moments) / (MOST - 1)
    return [moments[int(n * step)] for n in range(MOST - 1)]
