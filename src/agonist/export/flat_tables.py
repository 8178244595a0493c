"""Runs, matches, moves, model calls and ratings as flat tables, with one value per cell."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

from agonist.core import CHANCE
from agonist.export.secrets import clean, cleaner
from agonist.metrics.leaderboard import Method, leaderboard
from agonist.metrics.results import part_of
from agonist.players.model_call_record import FORMS
from agonist.store import StoredMatch
from agonist.tournament.adaptive_matches import confidence_of

if TYPE_CHECKING:
    from agonist.store import Reader, Tally

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
                **_forms(tally),
                "requests": tally.requests if tally else 0,
                "prompt_tokens": tally.prompt if tally else 0,
                "completion_tokens": tally.completion if tally else 0,
                "cost": tally.cost if tally else 0.0,
            }


def _forms(tally: Tally | None) -> Row:
    """How many answers of a seat had each form; `None` if it was asked for none, or none is known."""
    known = tally.forms if tally and any(form in tally.forms for form in FORMS) else None
    return {form.replace(" ", "_"): None if known is None else known.get(form, 0) for form in FORMS}


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
                    "sent": None if call.unkept else _json([each.plain() for each in call.sent]),
                    "text": call.text,
                    "thought": call.thought,
                    "finish": call.finish,
                    "error": call.error,
                    "form": call.form,
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
                    "estimated": call.estimated,
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


_OTHER_KINDS: Final[Sequence[tuple[Kind, str]]] = (
    ("whole", "match matches finished seat team rank rank_low rank_high wins draws losses step nth"),
    ("whole", "as_asked leniently asked_again refused"),
    ("whole", "unscored invalid requests prompt_tokens cached_tokens completion_tokens reasoning_tokens"),
    ("whole", "attempt kept tries"),
    ("number", "rating low high win_rate win_low win_high score score_low score_high confidence"),
    ("number", "cost seconds"),
    ("truth", "yardstick fallback forfeit from_cache estimated"),
)

_KINDS: Final = {name: kind for kind, names in _OTHER_KINDS for name in names.split()}
"""The kinds of all columns but texts."""

_SEAT: Final = "run match game seat player"


def _table(
    name: str, row: str, columns: str, find: Callable[[Reader, str, Method], Iterator[Row]]
) -> ExportTable:
    return ExportTable(name, row, {column: _KINDS.get(column, "text") for column in columns.split()}, find)


TABLES: Final[Mapping[str, ExportTable]] = {
    table.name: table
    for table in (
        _table("runs", "a run", "run created status note matches finished plan", _runs),
        _table(
            "matches",
            "a seat of a match",
            f"{_SEAT} options part block seed spec status error team score rank fallback forfeit reason "
            "seconds invalid as_asked leniently asked_again refused requests prompt_tokens "
            "completion_tokens cost",
            _matches,
        ),
        _table(
            "moves",
            "a move of a seat, chance being seat -1",
            f"{_SEAT} step action fallback invalid errors",
            _moves,
        ),
        _table(
            "calls",
            "a request to a model, or an answer of anyone that was written or invalid",
            f"{_SEAT} step nth attempt probe model kept sent text thought finish error form complaint "
            "settings prompt_tokens cached_tokens completion_tokens reasoning_tokens cost seconds tries "
            "from_cache estimated",
            _calls,
        ),
        _table(
            "ratings",
            "a player on a board of a game, or of all games (`part` is empty)",
            "run method part board player rating low high rank_low rank_high matches wins draws losses "
            "win_rate win_low win_high score score_low score_high unscored yardstick note "
            "confidence",
            _ratings,
        ),
    )
}
"""The tables by name."""
