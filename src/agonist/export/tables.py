"""Runs, matches, moves, model calls and ratings as flat tables, with one value per cell."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

from agonist.core import CHANCE
from agonist.export.secrets import clean, cleaner
from agonist.metrics.leaderboard import Method, leaderboard
from agonist.metrics.results import part_of
from agonist.store import StoredMatch
from agonist.tournament.growth import confidence_of

if TYPE_CHECKING:
    from agonist.store import Reader

Kind: TypeAlias = Literal["text", "whole", "number", "truth"]
Row: TypeAlias = dict[str, Any]


@dataclass(frozen=True, slots=True)
class ExportTable:
    """A table: the meaning of a row, its columns with their types, and a function that finds a run's rows.

    A cell is `None` where there is no value. Structured values, such as an action, are JSON texts.
    """

    name: str
    row: str
    columns: Mapping[str, Kind]
    find: Callable[[Reader, str, Method], Iterator[Row]]

    def rows(self, store: Reader, run: str, method: Method = "bradley-terry") -> Iterator[Row]:
        """The rows of a run, without secrets, in the order of the plan and of the moves."""
        cleaned = cleaner()
        for row in self.find(store, run, method):
            yield {name: cleaned(row.get(name)) for name in self.columns}


def tables_of(names: tuple[str, ...] = ()) -> list[ExportTable]:
    """The tables with these names, or all of them."""
    return [TABLES[name] for name in names or TABLES]


def _json(value: Any) -> str:
    return json.dumps(clean(value), ensure_ascii=False, default=str)


def _runs(store: Reader, run: str, _method: Method) -> Iterator[Row]:
    found = store.run(run)
    yield {
        "run": found.id,
        "created": found.created,
        "status": found.status,
        "note": found.note,
        "matches": found.matches,
        "finished": found.finished,
        "plan": _json(found.plan),
    }


def _matches(store: Reader, run: str, _method: Method) -> Iterator[Row]:
    tallies = {(tally.match, tally.seat): tally for tally in store.tallies(run=run)}
    for match in store.matches(run):
        for seat, player in enumerate(match.fixture.players):
            tally = tallies.get((match.id, seat))
            yield _of(match, seat) | {
                "options": _json(match.fixture.options),
                "part": part_of(match),
                "block": match.fixture.block,
                "seed": match.fixture.seed,
                "spec": match.fixture.spec(player),
                "status": match.status,
                "error": match.error,
                "team": _team(match, seat),
                "score": match.scores[seat] if match.scores else None,
                "rank": match.ranks[seat] if match.ranks else None,
                "fallback": seat in match.fallback,
                "forfeit": seat in match.forfeits,
                "reason": match.reason,
                "seconds": match.seconds,
                "invalid": sum(tally.invalid.values()) if tally else 0,
                "requests": tally.requests if tally else 0,
                "prompt_tokens": tally.prompt if tally else 0,
                "completion_tokens": tally.completion if tally else 0,
                "cost": tally.cost if tally else 0.0,
            }


def _moves(store: Reader, run: str, _method: Method) -> Iterator[Row]:
    for match in store.matches(run):
        for nth, step in enumerate(store.steps(match)):
            for seat, action in step.moves.items():
                wrong = [
                    call.error for call in step.calls if call.seat == seat and call.error and not call.probe
                ]
                yield _of(match, seat) | {
                    "step": nth,
                    "action": _json(action),
                    "fallback": seat in step.fallback,
                    "invalid": len(wrong),
                    "errors": ",".join(wrong),
                }


def _calls(store: Reader, run: str, _method: Method) -> Iterator[Row]:
    for match in store.matches(run):
        for step, calls in [
            *((nth, step.calls) for nth, step in enumerate(store.steps(match))),
            (None, store.broken_off(match)),
        ]:
            for nth, call in enumerate(calls):
                yield _of(match, call.seat) | {
                    "step": step,
                    "nth": nth,
                    "attempt": call.attempt,
                    "probe": call.probe,
                    "model": call.model,
                    "kept": call.kept,
                    "sent": _json([each.plain() for each in call.sent]),
                    "text": call.text,
                    "thought": call.thought,
                    "finish": call.finish,
                    "error": call.error,
                    "complaint": call.complaint,
                    "settings": _json(call.settings),
                    "prompt_tokens": call.usage.prompt,
                    "cached_tokens": call.usage.cached,
                    "completion_tokens": call.usage.completion,
                    "reasoning_tokens": call.usage.reasoning,
                    "cost": call.cost,
                    "seconds": call.seconds,
                    "tries": call.tries,
                    "from_cache": call.from_cache,
                }


def _ratings(store: Reader, run: str, method: Method) -> Iterator[Row]:
    found = store.run(run)
    confidence = confidence_of(str(found.plan.get("until", "")))
    matches = list(store.results(run=run))
    parts = sorted({part_of(match) for match in matches})
    for part in ["", *parts]:
        some = [match for match in matches if not part or part_of(match) == part]
        for board in ("strict", "fallback"):
            for row in leaderboard(some, method=method, board=board, confidence=confidence):
                yield {
                    "run": found.id,
                    "method": method,
                    "part": part,
                    "board": board,
                    "confidence": round(confidence, 4),
                    **row.as_dict(),
                }


def _team(match: StoredMatch, seat: int) -> int | None:
    """The number of a seat's team, from 1; `None` if it plays alone."""
    return next((nth for nth, team in enumerate(match.teams, 1) if seat in team), None)


def _of(match: StoredMatch, seat: int) -> Row:
    player = "chance" if seat == CHANCE else match.fixture.players[seat]
    return {"run": match.run, "match": match.id, "game": match.fixture.game, "seat": seat, "player": player}


_SEAT: Final[dict[str, Kind]] = {
    "run": "text",
    "match": "whole",
    "game": "text",
    "seat": "whole",
    "player": "text",
}

TABLES: Final[Mapping[str, ExportTable]] = {
    table.name: table
    for table in (
        ExportTable(
            "runs",
            "a run",
            {
                "run": "text", "created": "text", "status": "text", "note": "text", "matches": "whole",
                "finished": "whole", "plan": "text",
            },
            _runs,
        ),
        ExportTable(
            "matches",
            "a seat of a match",
            {
                **_SEAT, "options": "text", "part": "text", "block": "text", "seed": "text", "spec": "text",
                "status": "text", "error": "text", "team": "whole", "score": "number", "rank": "whole",
                "fallback": "truth", "forfeit": "truth", "reason": "text", "seconds": "number",
                "invalid": "whole", "requests": "whole", "prompt_tokens": "whole",
                "completion_tokens": "whole", "cost": "number",
            },
            _matches,
        ),
        ExportTable(
            "moves",
            "a move of a seat, chance being seat -1",
            {
                **_SEAT, "step": "whole", "action": "text", "fallback": "truth", "invalid": "whole",
                "errors": "text",
            },
            _moves,
        ),
        ExportTable(
            "calls",
            "a request to a model, or an answer of anyone that was written or invalid",
            {
                **_SEAT, "step": "whole", "nth": "whole", "attempt": "whole", "probe": "text",
                "model": "text", "kept": "whole", "sent": "text", "text": "text", "thought": "text",
                "finish": "text", "error": "text", "complaint": "text", "settings": "text",
                "prompt_tokens": "whole",
                "cached_tokens": "whole", "completion_tokens": "whole", "reasoning_tokens": "whole",
                "cost": "number", "seconds": "number", "tries": "whole", "from_cache": "truth",
            },
            _calls,
        ),
        ExportTable(
            "ratings",
            "a player on a board of a game, or of all games (`part` is empty)",
            {
                "run": "text", "method": "text", "part": "text", "board": "text", "player": "text",
                "rating": "number", "low": "number", "high": "number", "rank_low": "whole",
                "rank_high": "whole", "matches": "whole", "wins": "whole", "draws": "whole",
                "losses": "whole", "win_rate": "number", "win_low": "number", "win_high": "number",
                "score": "number", "score_low": "number", "score_high": "number", "note": "text",
                "confidence": "number",
            },
            _ratings,
        ),
    )
}  # fmt: skip
"""The tables by name."""
