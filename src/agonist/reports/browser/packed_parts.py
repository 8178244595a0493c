"""Moves and pictures in parts: matches of one game that are packed together."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, TypeAlias

from agonist.core import AgonistError
from agonist.kit import make_game
from agonist.match import Step
from agonist.pages.packing import packed
from agonist.reports.browser.moves import Find, replayed
from agonist.reports.browser.picture_differences import Edits, ItemPool, edits_of, written

if TYPE_CHECKING:
    from agonist.store import StoredMatch

Steps: TypeAlias = Mapping[int, Sequence[Step]]
"""The steps of matches by id."""

PART_MATCHES: Final = 60
"""The most matches whose moves are packed together."""

PICTURES: Final = 12_000
"""The most pictures that are packed together, except for a single match that has more.

A browser unpacks them all when one of these matches is opened.
"""


@dataclass(frozen=True, slots=True)
class _Group:
    """The pictures of matches that are packed together, drawn once: what is left out later is only unwritten.

    `texts`: those of all items. `shared` and `own`, by match: a bystander's pictures, and those of the seats
    that differ from them.
    """

    part: int
    texts: Sequence[str]
    shared: dict[int, Edits]
    own: dict[int, Edits]


@dataclass(slots=True)
class Parts:
    """The parts of moves and of pictures, and by match its part and how many steps it has."""

    moves: list[str] = field(default_factory=list)
    films: list[str] = field(default_factory=list)
    where: dict[int, tuple[int, int]] = field(default_factory=dict)
    own: dict[int, float] = field(default_factory=dict)
    """About how many bytes the seats' own pictures of a match take, where it has some."""

    @property
    def size(self) -> int:
        """The bytes of all parts."""
        return sum(map(len, (*self.moves, *self.films)))

    def add(self, matches: Sequence[StoredMatch], steps: Steps, find: Find) -> _Group:
        """Add the moves of some matches as one part, and draw their pictures."""
        group = _Group(len(self.moves), (pool := ItemPool()).texts, {}, {})
        plain = []
        for match in matches:
            found = replayed(match, steps[match.id], find, pool)
            plain.append({"id": match.id, **found.plain})
            self.where[match.id] = group.part, len(found.plain["steps"])
            if found.frames:
                group.shared[match.id], group.own[match.id] = edits_of(found.frames)
        self.moves.append(packed({"matches": plain}))
        self.films.append("")
        return group

    def film(self, group: _Group, less: Container[int]) -> None:
        """Pack the pictures of a group; those of matches in `less` without the seats' own."""
        if not group.shared:
            return
        kept = [Edits() if match in less else own for match, own in group.own.items()]
        texts, edits = written(group.texts, [*group.shared.values(), *kept])
        matches = dict(zip(group.shared, zip(edits, edits[len(kept) :], strict=False), strict=True))
        film = packed({"texts": texts, "matches": {str(match): pair for match, pair in matches.items()}})
        self.films[group.part] = film
        length = sum(map(len, edits))
        for match, (_, own) in matches.items():
            self.own.pop(match, None)
            if own:
                self.own[match] = len(own) / length * len(film)


def parts_of(order: Sequence[StoredMatch], steps: Steps, find: Find, room: int | None) -> Parts:
    """All parts of moves and pictures.

    If they take more than `room` bytes, seats' own pictures are left out, from the matches where they take
    most first.
    """
    parts, less = Parts(), set[int]()
    groups = []
    for matches in _groups(order, steps, find):
        groups.append(parts.add(matches, steps, find))
        parts.film(groups[-1], less)
    while room is not None and parts.own and (excess := parts.size - room) > 0:
        chosen = set[int]()
        for match in sorted(parts.own, key=lambda match: (-parts.own[match], match)):
            if excess <= 0:
                break
            chosen.add(match)
            excess -= int(parts.own[match])
        less |= chosen
        for group in groups:
            if not chosen.isdisjoint(group.own):
                parts.film(group, less)
    return parts


def _groups(order: Sequence[StoredMatch], steps: Steps, find: Find) -> Iterator[list[StoredMatch]]:
    """Matches whose moves and pictures are packed together, up to `PART_MATCHES` of them with up to
    `PICTURES`.
    """
    group: list[StoredMatch] = []
    count = 0
    for match in order:
        views = 1 + len(match.fixture.players) if _has_own(match, find) else 1
        pictures = views * (len(steps[match.id]) + 1)
        if group and (
            len(group) == PART_MATCHES
            or count + pictures > PICTURES
            or group[-1].fixture.game != match.fixture.game
        ):
            yield group
            group, count = [], 0
        group.append(match)
        count += pictures
    if group:
        yield group


def _has_own(match: StoredMatch, find: Find) -> bool:
    """Whether seats may see other pictures than a bystander."""
    try:
        kit = find(match.fixture.game, match.fixture.wording)
        traits = make_game(kit.game, match.fixture.options).traits
    except AgonistError:
        return False  # reported when the match is read
    return kit.picture is not None and (traits.hidden or traits.simultaneous)
