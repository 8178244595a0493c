"""All matches of a run for the match browser: an index, moves with pictures, and texts.

Parts are packed separately, so that a page unpacks only what is opened.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from agonist.match import Step
from agonist.metrics.results import is_contest, part_of, points_of, shared_deal
from agonist.pages.packing import packed
from agonist.reports.browser.match_messages import CALL, Texts, talk_of
from agonist.reports.browser.moves import Find
from agonist.reports.browser.packed_parts import Steps, parts_of
from agonist.reports.ending_of_match import ending_of
from agonist.reports.safe_text import on_one_line, shown_game
from agonist.tournament import GameRegistry

if TYPE_CHECKING:
    from agonist.store import Reader, StoredMatch

ROOM: Final = 5_000_000
"""The most bytes of a page in one file with up to 1,000 matches; texts that do not fit are left out."""

OTHERWISE: Final = 700_000
"""Assumed bytes of that page without its matches, if they have not been counted."""

A_LINE: Final = 130
"""About how many bytes the index has for each match."""

LEAST_TEXT_BYTES: Final = 500_000
"""The bytes that are reserved for texts at least, if there are any."""

SPOKEN: Final = 1_200_000
"""Characters of texts that are packed together."""


@dataclass(frozen=True, slots=True)
class BrowserReplays:
    """What the match browser shows.

    `index` has a line for each match; `moves`, `films` and `talks` are packed parts, to which it refers.
    A film has the pictures of the moves with the same number, and is empty where there are none.
    """

    index: Mapping[str, Any]
    moves: tuple[str, ...]
    films: tuple[str, ...]
    talks: tuple[str, ...]
    matches: int
    texts_kept: int
    """Matches with their texts included."""
    with_texts: int
    """Matches in which a model was sent anything."""

    @property
    def size(self) -> int:
        """Bytes of all parts."""
        return sum(map(len, (*self.moves, *self.films, *self.talks)))


def replays_of(
    store: Reader,
    run: str,
    find: Find | None = None,
    *,
    room: int | None = ROOM,
    besides: int = OTHERWISE,
    steps: Steps | None = None,
) -> BrowserReplays:
    """All matches of a run that have begun; `room` limits the bytes of the page, and with `None` all texts
    are kept. `besides`: the bytes of the page without matches.

    `find` gives the game for a name and a wording, as `GameRegistry.kit` does; by default, in its own words.
    `steps`: by match id, the steps that have been read already.
    """
    find = find or GameRegistry().kit
    matches = [match for match in store.matches(store.run(run).id) if match.status != "planned"]
    read = steps.get if steps is not None else store.steps
    # Matches of one game share the items of its pictures.
    order = sorted(matches, key=lambda match: (match.fixture.game, match.nth))
    known = {match.id: list(read(match.id) or ()) for match in order}
    with_texts = [
        match for match in matches if any(call.is_request or call.text for call in _calls(known[match.id]))
    ]
    least = LEAST_TEXT_BYTES if with_texts else 0
    if room is not None:
        room -= besides + A_LINE * len(matches)
    parts = parts_of(order, known, find, None if room is None else room - least)
    left = None if room is None else max(room - parts.size, least)
    talks, heard = _talks(sorted(with_texts, key=lambda match: _telling(match, known[match.id])), known, left)
    return BrowserReplays(
        index=_index(matches, known, parts.where, heard),
        moves=tuple(parts.moves),
        films=tuple(parts.films),
        talks=tuple(talks),
        matches=len(matches),
        texts_kept=len(heard),
        with_texts=len(with_texts),
    )


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
                games.place(shown_game(part_of(match))),
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
    """For each seat: 1 if its side finished above all others, 0 if it shared the first place, -1 if
    below."""
    if match.status != "finished" or not is_contest(match):
        return []
    return [round(2 * points) - 1 for points in points_of(match)]


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
