"""Runs as logs of Inspect: one log per player."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import reduce
from operator import add
from pathlib import Path
from typing import Any

from inspect_ai.log import (
    EvalConfig,
    EvalDataset,
    EvalLog,
    EvalMetric,
    EvalResults,
    EvalSample,
    EvalScore,
    EvalSpec,
    EvalStats,
    write_eval_log,
)
from inspect_ai.model import ChatMessage, ModelOutput, ModelUsage
from inspect_ai.scorer import Score

from agonist.adapters.inspect.sample_contents import KEY, PlayedMatch
from agonist.export.secrets import clean
from agonist.models.inspect_conversion import model_usage, to_inspect
from agonist.models.protocol import Message, Usage
from agonist.players.model_call_record import NOT_KEPT, UNANSWERED, ModelCall
from agonist.store import Reader, Run, StoredMatch


def inspect_logs(store: Reader, run: str, folder: Path) -> list[Path]:
    """Write a log for each player into a folder; a sample is a seat of a match, with its score in the game.

    `inspect view --log-dir FOLDER` shows the logs, and `agonist import inspect` reads them.
    """
    found = store.run(run)
    matches = store.matches(found.id)
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for nth, player in enumerate(sorted({name for match in matches for name in match.fixture.players})):
        log = _log(store, found, player, [m for m in matches if player in m.fixture.players])
        path = folder / f"{found.id}-{nth:02d}.eval"
        write_eval_log(log, str(path))
        paths.append(path)
    return paths


def _log(store: Reader, run: Run, player: str, matches: list[StoredMatch]) -> EvalLog:
    games = sorted({match.fixture.game for match in matches})
    suite, entry = next(iter(run.plan.get("suites", {}).items()), ("", None))
    samples = [
        _sample(store, match, seat, suite, entry)
        for match in matches
        for seat, name in enumerate(match.fixture.players)
        if name == player
    ]
    scores = [
        match.scores[seat]
        for match in matches
        if match.scores
        for seat, name in enumerate(match.fixture.players)
        if name == player
    ]
    mean = {"mean": EvalMetric(name="mean", value=sum(scores) / len(scores))} if scores else {}
    return EvalLog(
        status="success" if len(scores) == len(samples) else "cancelled",
        eval=EvalSpec(
            created=run.created,
            task=f"agonist/{'+'.join(games)}"[:120],
            dataset=EvalDataset(name=f"agonist run {run.id}", samples=len(samples)),
            model=clean(player),
            config=EvalConfig(),
            metadata={"run": run.id, "specification": clean(matches[0].fixture.spec(player))},
        ),
        results=EvalResults(
            total_samples=len(samples),
            completed_samples=len(scores),
            scores=[EvalScore(name="score", scorer="agonist", metrics=mean)],
        ),
        stats=EvalStats(
            started_at=run.created,
            completed_at=_completed(run.created, matches),
            model_usage={
                clean(player): reduce(add, (sample.model_usage[clean(player)] for sample in samples))
            },
        ),
        samples=samples,
    )


def _completed(created: str, matches: list[StoredMatch]) -> str:
    """When the last of these matches ended, in ISO 8601; `created` if none has a known end."""
    ends = [match.ended for match in matches if match.ended is not None]
    return datetime.fromtimestamp(max(ends), UTC).isoformat() if ends else created


def _sample(store: Reader, match: StoredMatch, seat: int, suite: str, entry: Any) -> EvalSample:
    steps = store.steps(match)
    calls = [call for step in steps for call in step.calls if call.seat == seat and not call.probe]
    player = clean(match.fixture.players[seat])
    score = match.scores[seat] if match.scores else None
    moves = [step.moves[seat] for step in steps if seat in step.moves]
    record = PlayedMatch(f"{match.run}/{match.id}", match, steps, (seat,), suite, entry)
    return EvalSample(
        id=f"{match.id}-{seat}",
        epoch=1,
        input=f"{match.fixture.game}, seat {seat}, against "
        + clean(", ".join(name for at, name in enumerate(match.fixture.players) if at != seat)),
        target="",
        messages=[_message(each) for each in _talk(calls)],
        output=ModelOutput.from_content(player, clean(calls[-1].text if calls else "")),
        scores=None
        if score is None
        else {
            "score": Score(
                value=score,
                answer=clean(str(moves[-1])) if moves else None,
                explanation=match.reason,
                metadata={"rank": match.ranks[seat], "status": match.status},
            )
        },
        model_usage={player: _usage(calls)},
        total_time=sum(call.seconds for call in calls),
        metadata={
            "match": match.id,
            "options": dict(match.fixture.options),
            "seed": match.fixture.seed,
            "moves": clean([str(move) for move in moves]),
            "fallback": seat in match.fallback,
            "error": clean(match.error),
        },
        store={KEY: clean(record.plain())},
    )


def _message(message: Message) -> ChatMessage:
    """A message; of a picture, what the database keeps."""
    found = to_inspect(replace(message, content=clean(message.content)))
    found.metadata = None if message.image is None else {"image": message.image.plain()}
    return found


def _usage(calls: list[ModelCall]) -> ModelUsage:
    answered = [call for call in calls if call.finish != UNANSWERED]
    costs = [call.cost for call in answered]
    total = sum((call.usage for call in answered), Usage())
    return model_usage(total, None if None in costs else sum(filter(None, costs)))


def _talk(calls: Sequence[ModelCall]) -> list[Message]:
    """All messages to and from one seat, in order, with each message of a conversation only once."""
    talk: list[Message] = []
    for call in calls:
        talk += (Message("user", f"({NOT_KEPT})"),) if call.unkept else call.sent
        if call.text:
            talk.append(Message("assistant", call.text))
    return talk
