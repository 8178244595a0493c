"""Runs as logs of Inspect, the evaluation framework of the UK AI Security Institute: one log per player."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import reduce
from operator import add
from pathlib import Path
from typing import TYPE_CHECKING, Any

from agonist.core import UsageError
from agonist.export.secrets import clean
from agonist.extras import install
from agonist.models.protocol import Message, Usage
from agonist.players.model_call import NOT_KEPT, UNANSWERED, ModelCall
from agonist.store import StoredMatch

if TYPE_CHECKING:
    from agonist.store import Reader


def inspect_logs(store: Reader, run: str, folder: Path) -> list[Path]:
    """Write a log for each player into a folder; a sample is a seat of a match, with its score in the game.

    `inspect view --log-dir FOLDER` shows the logs. Raises `UsageError` if the package is not installed.
    """
    try:
        from inspect_ai.log import write_eval_log
    except ImportError:
        raise UsageError(f"Inspect logs need the package inspect-ai: {install('inspect')}") from None
    found = store.run(run)
    matches = store.matches(found.id)
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for nth, player in enumerate(sorted({name for match in matches for name in match.fixture.players})):
        log = _log(
            store, found.id, found.created, player, [m for m in matches if player in m.fixture.players]
        )
        path = folder / f"{found.id}-{nth:02d}.eval"
        write_eval_log(log, str(path))
        paths.append(path)
    return paths


def _log(store: Reader, run: str, created: str, player: str, matches: list[StoredMatch]) -> Any:
    from inspect_ai.log import (
        EvalConfig,
        EvalDataset,
        EvalLog,
        EvalMetric,
        EvalResults,
        EvalScore,
        EvalSpec,
        EvalStats,
    )

    games = sorted({match.fixture.game for match in matches})
    samples = [
        _sample(store, match, seat)
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
            created=created,
            task=f"agonist/{'+'.join(games)}"[:120],
            dataset=EvalDataset(name=f"agonist run {run}", samples=len(samples)),
            model=clean(player),
            config=EvalConfig(),
            metadata={"run": run, "specification": clean(_spec(matches, player))},
        ),
        results=EvalResults(
            total_samples=len(samples),
            completed_samples=len(scores),
            scores=[EvalScore(name="score", scorer="agonist", metrics=mean)],
        ),
        stats=EvalStats(
            started_at=created,
            completed_at=_completed(created, matches),
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


def _spec(matches: list[StoredMatch], player: str) -> str:
    return matches[0].fixture.spec(player)


def _sample(store: Reader, match: StoredMatch, seat: int) -> Any:
    from inspect_ai.log import EvalSample
    from inspect_ai.model import (
        ChatMessageAssistant,
        ChatMessageSystem,
        ChatMessageUser,
        ModelOutput,
    )
    from inspect_ai.scorer import Score

    kinds: dict[str, Any] = {
        "system": ChatMessageSystem,
        "user": ChatMessageUser,
        "assistant": ChatMessageAssistant,
    }
    steps = store.steps(match)
    calls = [call for step in steps for call in step.calls if call.seat == seat and not call.probe]
    messages = [
        kinds[each.role](content=clean(each.content), metadata=each.image and {"image": each.image.plain()})
        for each in _talk(calls)
    ]
    score = match.scores[seat] if match.scores else None
    moves = [step.moves[seat] for step in steps if seat in step.moves]
    return EvalSample(
        id=f"{match.id}-{seat}",
        epoch=1,
        input=f"{match.fixture.game}, seat {seat}, against "
        + clean(", ".join(name for at, name in enumerate(match.fixture.players) if at != seat)),
        target="",
        messages=messages,
        output=ModelOutput.from_content(
            clean(match.fixture.players[seat]), clean(calls[-1].text if calls else "")
        ),
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
        model_usage={clean(match.fixture.players[seat]): _usage(calls)},
        total_time=sum(call.seconds for call in calls),
        metadata={
            "match": match.id,
            "options": dict(match.fixture.options),
            "seed": match.fixture.seed,
            "moves": clean([str(move) for move in moves]),
            "fallback": seat in match.fallback,
            "error": clean(match.error),
        },
    )


def _usage(calls: list[ModelCall]) -> Any:
    from inspect_ai.model import ModelUsage

    answered = [call for call in calls if call.finish != UNANSWERED]
    total = sum((call.usage for call in answered), Usage())
    costs = [call.cost for call in answered]
    return ModelUsage(
        input_tokens=total.prompt,
        output_tokens=total.completion,
        total_tokens=total.total,
        input_tokens_cache_read=total.cached,
        reasoning_tokens=total.reasoning,
        total_cost=None if None in costs else sum(filter(None, costs)),
    )


def _talk(calls: list[ModelCall]) -> list[Message]:
    """All messages to and from one seat, in order, with each message of a conversation only once."""
    talk: list[Message] = []
    for call in calls:
        talk += (Message("user", f"({NOT_KEPT})"),) if call.unkept else call.sent
        if call.text:
            talk.append(Message("assistant", call.text))
    return talk
