"""A match with all its steps as a JSON object, and back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, fields
from typing import Any, Final

from agonist.core.views_and_asks_as_json import tuples
from agonist.match import ProbeAnswer, Step
from agonist.match.record import moves_from
from agonist.models.image import image_from
from agonist.models.protocol import Message, TokenIds, Usage
from agonist.players.model_call_record import ModelCall
from agonist.store.runs.damage import UNREADABLE, Damaged, expect_end, in_short, whole_match
from agonist.store.runs.query_results import StoredMatch
from agonist.store.runs.row_conversion import fixture_from
from agonist.store.runs.serialization import pack

END: Final = ("forfeits", "scores", "ranks", "teams", "fallback")
"""The fields of a match that are tuples: they are about its end."""


def match_to_json(match: StoredMatch, steps: Iterable[Step]) -> dict[str, Any]:
    """The fields of `StoredMatch`, and `steps`.

    A step has the fields of `Step`, its `moves` by seat; what was `sent` is null where it is not kept.
    """
    plain = {field.name: getattr(match, field.name) for field in fields(match)}
    return plain | {"fixture": match.fixture.plain(), "steps": [step_to_json(step) for step in steps]}


def step_to_json(step: Step) -> dict[str, Any]:
    """A step with its calls."""
    moves = {str(seat): action for seat, action in step.moves.items()}
    return asdict(step) | {"moves": moves, "calls": list(map(call_to_json, step.calls))}


def call_to_json(call: ModelCall) -> dict[str, Any]:
    """A call, with what was `sent` as messages or null."""
    plain = asdict(call)
    unkept = plain.pop("unkept")
    if call.token_ids is None:
        del plain["token_ids"]
    return plain | {"sent": None if unkept else [message.plain() for message in call.sent]}


def match_from_json(plain: Mapping[str, Any]) -> tuple[StoredMatch, list[Step]]:
    """The match and the steps in what `match_to_json` made. Raises `Damaged` for what it cannot have made."""
    try:
        names = {field.name for field in fields(StoredMatch)}
        if missing := sorted({*names, "steps"} - set(plain)):
            raise Damaged(f"lacks {', '.join(missing)}")
        values = {name: tuples(plain[name]) if name in END else plain[name] for name in names}
        match = whole_match(StoredMatch(**values | {"fixture": fixture_from(pack(plain["fixture"]))}))
        seats, end = len(match.fixture.players), [values[name] for name in END]
        expect_end(seats, *end, finished=match.status == "finished")
        return match, [_step(step) for step in plain["steps"]]
    except Damaged:
        raise
    except UNREADABLE as error:
        raise Damaged(f"cannot be read ({in_short(error)})") from error


def _step(plain: Mapping[str, Any]) -> Step:
    return Step(
        moves=moves_from(plain["moves"]),
        calls=tuple(map(_call, plain["calls"])),
        fallback=tuples(plain["fallback"]),
        probes=tuple(
            ProbeAnswer(probe["name"], probe["seat"], tuples(probe["answer"])) for probe in plain["probes"]
        ),
    )


def _call(plain: Mapping[str, Any]) -> ModelCall:
    sent, tokens = plain["sent"], plain.get("token_ids")
    return ModelCall(
        **{
            **{key: tuples(value) if key == "logprobs" else value for key, value in plain.items()},
            "sent": tuple(map(_message, sent or ())),
            "usage": Usage(**plain["usage"]),
            "unkept": sent is None,
            "token_ids": tokens and TokenIds(**{name: tuples(ids) for name, ids in tokens.items()}),
        }
    )


def _message(plain: Mapping[str, Any]) -> Message:
    image = plain.get("image")
    return Message(plain["role"], plain["content"], None if image is None else image_from(image))
