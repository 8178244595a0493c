"""All matches of a run for the match browser: an index, moves with pictures, and texts.

Parts are packed separately, so that a page unpacks only what is opened.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any, Final

from agonist.core import AgonistError
from agonist.match import Step
from agonist.metrics.results import is_contest, part_of, result_of, shared_deal, sides_of
from agonist.pages.packing import dumped, packed, unpacked
from agonist.reports.browser.forms import packed_texts, texts_of
from agonist.reports.browser.frames import Pool, only_used
from agonist.reports.browser.moves import Find, moves_of
from agonist.reports.browser.talk import CALL, Texts, talk_of
from agonist.reports.ending import ending_of
from agonist.reports.printable import on_one_line
from agonist.tournament import GameRegistry

if TYPE_CHECKING:
    from agonist.store import Reader, StoredMatch

ROOM: Final = 5_000_000
"""The most bytes of a page in one file, for up to 1,000 matches: texts that do not fit are left out."""

OTHERWISE: Final = 700_000
"""Bytes of that page for everything except matches."""

LEAST: Final = 500_000
"""The least bytes reserved for texts."""

OWN: Final = 0.4
"""The assumed share of seats' own pictures in the bytes of moves and pictures."""

DRAWN: Final = 30_000
"""The most pictures of seats' own views that are drawn for a page in one file: they take some seconds."""

ROUNDS: Final = 4
"""How many times, at most, more of these pictures are left out, since the share is not known in advance."""

PART: Final = 60
"""Matches whose moves are packed together."""

SPOKEN: Final = 1_200_000
"""Characters of texts that are packed together."""


@dataclass(frozen=True, slots=True)
class Replays:
    """What the match browser shows.

    `index` has a line for each match; `moves` and `talks` are packed parts, to which the index refers.
    """

    index: Mapping[str, Any]
    moves: tuple[str, ...]
    talks: tuple[str, ...]
    matches: int
    texts_kept: int
    """Matches with their texts included."""
    with_texts: int
    """Matches in which a model was sent anything."""

    @property
    def size(self) -> int:
        """Bytes of all parts."""
        return sum(map(len, (*self.moves, *self.talks)))


def replays_of(
    store: Reader, run: str, find: Find | None = None, *, room: int | None = ROOM, steps: Steps | None = None
) -> Replays:
    """All matches of a run that have begun; `room` limits the bytes of all parts, and with `None` all texts
    are kept.

    `find` gives the game for a name and a wording, as `GameRegistry.kit` does; by default, in its own words.
    `steps`: by match id, the steps that have been read already.
    """
    find = find or GameRegistry().kit
    matches = [match for match in store.matches(store.run(run).id) if match.status != "planned"]
    read = steps.get if steps is not None else store.steps
    # Matches of one game share the shapes of its pictures.
    order = sorted(matches, key=lambda match: (match.fixture.game, match.nth))
    known = {match.id: list(read(match.id) or ()) for match in order}
    moves, where = _moves(order, known, find, None if room is None else room - OTHERWISE - LEAST)
    left = None if room is None else max(room - OTHERWISE - sum(map(len, moves)), LEAST)
    with_texts = [
        match for match in matches if any(call.sent or call.text for call in _calls(known[match.id]))
    ]
    talks, heard = _talks(sorted(with_texts, key=lambda match: _telling(match, known[match.id])), known, left)
    return Replays(
        index=_index(matches, known, where, heard),
        moves=tuple(moves),
        talks=tuple(talks),
        matches=len(matches),
        texts_kept=len(heard),
        with_texts=len(with_texts),
    )


Steps = Mapping[int, Sequence[Step]]


def _moves(
    order: Sequence[StoredMatch], steps: Steps, find: Find, room: int | None
) -> tuple[list[str], dict[int, tuple[int, int]]]:
    """The parts of moves and pictures; by match, its part and how many steps it has.

    If they take more than `room` bytes, seats' own pictures are left out, from the matches with the most of
    them first. Of these pictures, at most `DRAWN` are drawn.
    """
    groups = list(_groups(order))
    own = dict[int, int]()
    too_long = set[int]() if room is None else _longest(order, steps, find)
    parts, where = [], dict[int, tuple[int, int]]()
    for nth, group in enumerate(groups):
        part, lengths = _part(group, steps, find, own, too_long)
        parts.append(part)
        where.update((match, (nth, length)) for match, length in lengths.items())
    for _ in range(ROUNDS):
        excess = 0 if room is None else sum(map(len, parts)) - room
        if excess <= 0 or not own:
            break
        a_byte = OWN * sum(map(len, parts)) / sum(own.values())
        chosen = set[int]()
        for match in sorted(own, key=lambda match: (-own[match], match)):
            if excess <= 0:
                break
            chosen.add(match)
            excess -= int(own.pop(match) * a_byte)
        for nth, group in enumerate(groups):
            if here := [match.id for match in group if match.id in chosen]:
                parts[nth] = _without_own(parts[nth], here)
    return parts, where


def _longest(order: Sequence[StoredMatch], steps: Steps, find: Find) -> set[int]:
    """The matches whose seats' own pictures are not drawn, so that at most `DRAWN` are; those with the most
    first."""
    pictures = {
        match.id: len(steps[match.id]) * len(match.fixture.players)
        for match in order
        if _has_own(match, find)
    }
    total, found = sum(pictures.values()), set[int]()
    for match in sorted(pictures, key=lambda match: (-pictures[match], match)):
        if total <= DRAWN:
            break
        found.add(match)
        total -= pictures[match]
    return found


def _has_own(match: StoredMatch, find: Find) -> bool:
    """Whether seats may see other pictures than a bystander."""
    try:
        kit = find(match.fixture.game, match.fixture.wording)
    except AgonistError:
        return False  # reported when the match is read
    traits = kit.game.traits
    return kit.picture is not None and (traits.hidden or traits.simultaneous)


def _part(
    group: Sequence[StoredMatch],
    steps: Steps,
    find: Find,
    own: dict[int, int],
    left_out: Container[int],
) -> tuple[str, dict[int, int]]:
    """Some matches packed together, and by match how many steps it has.

    For each match, the size of its seats' own pictures in bytes, before compression, is written into `own`;
    the own pictures of matches in `left_out` are dropped.
    """
    pool, found = Pool(), dict[str, Any]()
    for match in group:
        found[str(match.id)] = moves_of(match, steps[match.id], find, pool, own=match.id not in left_out)
    # Numbers and words are kept apart, since similar data is compressed best together.
    frames = {name: told.pop("frames") for name, told in found.items() if "frames" in told}
    own.update((int(name), len(dumped(views[1:]))) for name, views in frames.items() if len(views) > 1)
    part = {"heads": pool.heads, "pool": packed_texts(pool.texts), "matches": found, "frames": frames}
    return packed(part), {int(name): len(told["steps"]) for name, told in found.items()}


def _without_own(part: str, matches: Iterable[int]) -> str:
    """A packed part without the seats' own pictures of some of its matches."""
    told = unpacked(part)
    frames = told["frames"]
    for name in map(str, matches):
        frames[name] = frames[name][:1]
        match = told["matches"][name]
        match |= {"views": [0] * len(match["views"]), "bystander": 1}
    heads, texts, renumbered = only_used(told["heads"], texts_of(told["pool"]), chain(*frames.values()))
    frames = {name: list(map(renumbered, views)) for name, views in frames.items()}
    return packed({"heads": heads, "pool": packed_texts(texts), "matches": told["matches"], "frames": frames})


def _groups(order: Sequence[StoredMatch]) -> Iterator[list[StoredMatch]]:
    group: list[StoredMatch] = []
    for match in order:
        if group and (len(group) == PART or group[-1].fixture.game != match.fixture.game):
            yield group
            group = []
        group.append(match)
    if group:
        yield group


def _talks(order: Sequence[StoredMatch], steps: Steps, room: int | None) -> tuple[list[str], dict[int, int]]:
    """The parts of what was said, the most telling matches first; by match, its part."""
    parts: list[str] = []
    where: dict[int, int] = {}
    texts, found = Texts(), dict[str, Any]()
    for nth, match in enumerate(order):
        found[str(match.id)] = talk_of(steps[match.id], texts)
        if texts.size < SPOKEN and nth + 1 < len(order):
            continue
        part = packed({"texts": texts.texts, "matches": found})
        if room is not None:
            room -= len(part)
            if room < 0:
                break
        where.update(dict.fromkeys(map(int, found), len(parts)))
        parts.append(part)
        texts, found = Texts(), {}
    return parts, where


def _telling(match: StoredMatch, steps: Sequence[Step]) -> tuple[bool, bool, int]:
    """A sort key that puts matches with errors first, and short matches before long ones."""
    wrong = any(call.error and not call.probe for call in _calls(steps))
    return not wrong, not (match.fallback or match.forfeits), sum(len(call.text) for call in _calls(steps))


def _calls(steps: Sequence[Step]) -> Iterator[Any]:
    for step in steps:
        yield from step.calls


def _index(
    matches: Sequence[StoredMatch],
    steps: Steps,
    where: Mapping[int, tuple[int, int]],
    heard: Mapping[int, int],
) -> dict[str, Any]:
    """The names, each once, and a line for each match with the places that `FIELDS` lists."""
    players, games, endings = _Names(), _Names(), _Names()
    deals: dict[str, list[int]] = {}
    for match in matches:
        if deal := shared_deal(match):
            deals.setdefault(deal, []).append(match.id)
    numbers = {deal: n for n, (deal, ids) in enumerate(deals.items()) if len(ids) > 1}
    lines = []
    for match in matches:
        part, length = where[match.id]
        invalid: dict[str, int] = {}
        for call in _calls(steps[match.id]):
            if call.error and not call.probe:
                key = f"{call.seat}:{call.error}"
                invalid[key] = invalid.get(key, 0) + 1
        lines.append(
            [
                match.id,
                games.place(on_one_line(part_of(match))),
                [players.place(on_one_line(name)) for name in match.fixture.players],
                [round(score, 4) for score in match.scores],
                _results(match),
                endings.place(ending_of(match)),
                on_one_line(match.reason or match.error or match.status),
                invalid,
                numbers.get(shared_deal(match), -1),
                length,
                part,
                heard.get(match.id, -1),
                list(match.fallback),
            ]
        )
    return {
        "players": players.names,
        "games": games.names,
        "endings": endings.names,
        "fields": FIELDS,
        "call": CALL,
        "matches": lines,
    }


FIELDS: Final = (
    "id", "game", "players", "scores", "results", "ending", "reason", "invalid", "deal",
    "steps", "part", "talk", "fallback",
)  # fmt: skip
"""What each place in a line of the index holds. `results`: for each seat 1, 0 or -1, won, drawn, lost."""


def _results(match: StoredMatch) -> list[int]:
    """For each seat: 1 if its side finished above all others, 0 if level with the best of them, -1 if
    below."""
    if match.status != "finished" or not is_contest(match):
        return []
    result = result_of(match, "strict")
    best = min(result.ranks)
    alone = result.ranks.count(best) == 1
    found = [0] * len(match.fixture.players)
    for side, rank in zip(sides_of(match), result.ranks, strict=True):
        for seat in side:
            found[seat] = (1 if alone else 0) if rank == best else -1
    return found


class _Names:
    """A list of names without repetitions."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self._places: dict[str, int] = {}

    def place(self, name: str) -> int:
        if name not in self._places:
            self._places[name] = len(self.names)
            self.names.append(name)
        return self._places[name]
