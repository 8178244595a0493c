"""The training traces of a match: one for each seat, made of its calls as they are recorded."""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any, Final, Literal, TypeAlias

from agonist.core import Seat, player_name
from agonist.match.checked_game import rules_of
from agonist.match.fixture import Fixture
from agonist.match.match_and_steps import Match, Step
from agonist.match.training_trace import NoTokenIds, TrainingTrace, TrainingTurn
from agonist.players.model_call_record import ModelCall

_LOG: Final = logging.getLogger(__name__)

Incomplete: TypeAlias = Literal["error", "skip", "text"]
"""What becomes of a trace with a call whose ids are not whole: an error, no trace, or one without any ids."""

ASK_FOR_IDS: Final = (
    "ask for the ids of tokens (--tokens of agonist run, or the player's option token_ids=yes), of an "
    "endpoint that gives them: vLLM and SGLang do when they are sent return_token_ids, and transformers/ does"
)


def traces_of(
    fixture: Fixture,
    match: Match,
    seats: Collection[Seat] | None = None,
    *,
    roles: Sequence[str] = (),
    incomplete: Incomplete = "error",
) -> Iterator[TrainingTrace]:
    """The traces of these seats of a finished match, in order; by default of all that asked a model.

    `roles`: the role of each seat, empty for one that has none but its place at the table.
    Hidden questions are left out, and requests whose answers came too late. Raises `NoTokenIds`.
    """
    steps, about, paid = match.steps, _about_match(fixture, match), _paid(match)
    for seat, player in enumerate(fixture.players):
        calls = [call for step in steps for call in step.calls if call.seat == seat and not call.probe]
        if seat not in seats if seats is not None else not any(call.is_request for call in calls):
            continue
        try:
            turns = _turns(f"{fixture.key}-{seat}", seat, steps, with_ids=incomplete != "text")
        except NoTokenIds as why:
            if incomplete == "error":
                raise
            _LOG.warning("no trace of seat %s: %s", seat, why)
            continue
        if paid is not None:
            turns = _rewarded(turns, [step[seat] for step in paid])
        yield TrainingTrace(
            tuple(turns),
            float(match.outcome.scores[seat]),
            {
                **about,
                "seat": seat,
                "role": (roles[seat] if roles else "") or player_name(seat),
                "player": player,
                "group": f"{fixture.deal}/{seat}",
                "opponents": [name for at, name in enumerate(fixture.players) if at != seat],
                "invalid": sum(1 for call in calls if call.error),
                "fallback": sum(seat in step.fallback for step in steps),
                "unanswered": sum(1 for call in calls if call.lost),
            },
        )


def _about_match(fixture: Fixture, match: Match) -> Mapping[str, Any]:
    outcome = match.outcome
    return {
        "game": fixture.game,
        "version": fixture.version,
        "options": dict(fixture.options),
        "match": fixture.key,
        "deal": fixture.deal,
        "seed": fixture.seed,
        "players": list(fixture.players),
        "steps": len(match.steps),
        "outcome": {
            "scores": list(outcome.scores),
            "ranks": list(outcome.ranks),
            "teams": [list(team) for team in outcome.teams],
            "reason": outcome.reason,
            "forfeits": list(match.record.forfeits),
        },
    }


def _paid(match: Match) -> Sequence[tuple[float, ...]] | None:
    """What each step paid each seat; `None` in a game that its end decides."""
    game = match.record.game
    with rules_of(game):
        if game.paid(game.new()) is None:
            return None
        totals = [game.paid(state) or () for state in match.record.states()]
    return [
        tuple(float(now - then) for then, now in zip(before, after, strict=True))
        for before, after in pairwise(totals)
    ]


def _turns(prefix: str, seat: Seat, steps: Sequence[Step], *, with_ids: bool) -> list[TrainingTurn]:
    """A turn for each request of the seat that counted, without rewards. Raises `NoTokenIds`."""
    turns = []
    for nth, step in enumerate(steps):
        asked = [e for e in step.calls if e.seat == seat and e.is_request and not e.probe and not e.lost]
        for number, call in enumerate(asked):
            node = f"{prefix}-{nth}-{number}"
            about = {
                "step": nth,
                "attempt": call.attempt,
                "purpose": call.purpose,
                "error": call.error,
                "complaint": call.complaint,
                "form": call.form,
                # The move that was played is then nobody's.
                "fallback": seat in step.fallback,
                "reward": None,
            }
            turns.append(
                TrainingTurn(
                    node,
                    **(_ids(node, call) if with_ids else {}),
                    request=_request(call),
                    response=_response(call),
                    metadata=about,
                )
            )
    return turns


def _rewarded(turns: Sequence[TrainingTurn], paid: Sequence[float]) -> list[TrainingTurn]:
    """The turns with what the seat was paid from each on until its next; what came before its first turn
    counts there. Earlier calls of a step have no part in it."""
    found = []
    first = 0
    steps = [turn.metadata["step"] for turn in turns]
    for turn, step, until in zip(turns, steps, [*steps[1:], len(paid)], strict=False):
        is_last = until > step
        reward = sum(paid[first:until]) if is_last else 0.0
        first = until if is_last else first
        found.append(replace(turn, metadata={**turn.metadata, "reward": reward}))
    return found


def _ids(node: str, call: ModelCall) -> dict[str, tuple[Any, ...]]:
    """The ids of a call, and its loss mask. Raises `NoTokenIds`."""
    tokens = call.token_ids
    if tokens is None:
        raise NoTokenIds(f"{node}: the call has no token ids: {ASK_FOR_IDS}")
    for what, values in (
        ("ids of its prompt", tokens.prompt),
        ("ids of its completion", tokens.completion),
        ("log-probabilities", tokens.logprobs),
    ):
        if values is None or (values == () and values is tokens.prompt):
            raise NoTokenIds(f"{node}: the endpoint gave no {what}, though it was asked for them")
    prompt, completion, logprobs = tokens.prompt or (), tokens.completion or (), tokens.logprobs or ()
    return {
        "prompt_token_ids": prompt,
        "completion_token_ids": completion,
        "per_token_logps": logprobs,
        "loss_mask": (0,) * len(prompt) + (1,) * len(completion),
    }


def _request(call: ModelCall) -> dict[str, Any]:
    messages = None if call.unkept else [message.plain() for message in call.sent]
    return {"messages": messages, "kept": call.kept, "model": call.model, **call.settings}


def _response(call: ModelCall) -> dict[str, Any]:
    thought = {"reasoning_content": call.thought} if call.thought else {}
    message = {"role": "assistant", "content": call.text, **thought}
    usage = {"prompt_tokens": call.usage.prompt, "completion_tokens": call.usage.completion}
    return {"choices": [{"message": message, "finish_reason": call.finish}], "usage": usage}
