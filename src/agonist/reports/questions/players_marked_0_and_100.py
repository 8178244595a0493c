"""The players that are the 0 and the 100 of a run's marks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from agonist.games import kit_or_none
from agonist.metrics.results import part_of

if TYPE_CHECKING:
    from agonist.store import StoredMatch

ANCHORS: Final = ("baseline", "random", "reference")
"""The players that can be the 0, the first that plays, and the one that is the 100."""


def anchors_of(matches: Iterable[StoredMatch]) -> dict[str, str]:
    """The names under which `reference`, and `baseline` or else `random`, play in these matches."""
    seated = [(name, match.fixture.spec(name)) for match in matches for name in match.fixture.players]
    names = {name: name for name, _ in seated}
    specs = {spec: name for name, spec in seated}
    known = {**specs, **names}
    found: dict[str, str] = {which: known[which] for which in ANCHORS if which in known}
    if "baseline" in found:
        found.pop("random", None)
    return found


def declared_in(matches: Iterable[StoredMatch]) -> set[str]:
    """The parts with games whose kit declares which answers are sensible: in these, `random` is not the 0."""
    found = set()
    for match in matches:
        kit = kit_or_none(match.fixture.game)
        if kit is not None and kit.baseline is not None:
            found.add(part_of(match))
    return found
