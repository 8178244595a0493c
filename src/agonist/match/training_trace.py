"""What a trainer learns from: the calls of one seat of one match, by the ids of their tokens.

The fields are those of OpenEnv's neutral format (openenv 0.10, `core/harness/training.py`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from math import isfinite
from typing import Any, Final, Literal

from agonist.core import UsageError

SCHEMA_VERSION: Final = 1


class NoTokenIds(UsageError):
    """A call has no ids of its tokens, or not all of them, so that no trainer may learn from it."""


@dataclass(frozen=True, slots=True)
class TrainingTurn:
    """One call of the policy. Its ids are those that the engine had: no text is ever tokenised again.

    `node_id` is unique in its trace. `per_token_logps` has the log-probability of each id of the completion.
    `loss_mask` has a number for each id of prompt and completion: 1 on what the policy wrote, else 0.
    `request` has the messages that were new in this call (`messages`), after so many of the same conversation
    (`kept`), and the settings that were sent; `response` the answer as OpenAI's API has it. `metadata` says
    which step and attempt it was, and what was wrong with it.

    Without ids, as in a trace of texts, these four are empty. Raises `NoTokenIds` for numbers that no trainer
    could use.
    """

    node_id: str
    prompt_token_ids: tuple[int, ...] = ()
    completion_token_ids: tuple[int, ...] = ()
    per_token_logps: tuple[float, ...] = ()
    loss_mask: tuple[int, ...] = ()
    request: Mapping[str, Any] = field(default_factory=dict)
    response: Mapping[str, Any] = field(default_factory=dict)
    metadata: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        prompt, completion, mask = self.prompt_token_ids, self.completion_token_ids, self.loss_mask
        if not any((prompt, completion, self.per_token_logps, mask)):
            return
        read, wrote = len(prompt), len(completion)
        self._expect(read, "there are no ids of its prompt")
        self._expect(
            len(self.per_token_logps) == wrote,
            f"its completion has {wrote} ids and {len(self.per_token_logps)} log-probabilities",
        )
        self._expect(
            all(type(each) is int and each >= 0 for each in prompt + completion),
            "an id is no whole number from 0 up",
        )
        self._expect(
            all(isfinite(each) and each <= 0 for each in self.per_token_logps),
            "a log-probability is above 0, or not finite",
        )
        self._expect(
            len(mask) == read + wrote and {*mask} <= {0, 1} and not any(mask[:read]),
            "its loss mask is not 0 for each id of the prompt and 0 or 1 for each of the completion",
        )

    def _expect(self, holds: object, why: str) -> None:
        if not holds:
            raise NoTokenIds(f"{self.node_id}: {why}")

    def plain(self) -> dict[str, Any]:
        """As a JSON object, which OpenEnv's class of the same name reads."""
        return {
            "node_id": self.node_id,
            "prompt_token_ids": list(self.prompt_token_ids),
            "completion_token_ids": list(self.completion_token_ids),
            "per_token_logps": list(self.per_token_logps),
            "loss_mask": list(self.loss_mask),
            "request": dict(self.request),
            "response": dict(self.response),
            "metadata": dict(self.metadata),
        }

    @classmethod
    def from_plain(cls, plain: Any) -> TrainingTurn:
        """What `plain` made of a turn. Raises `UsageError` for anything else."""
        if not isinstance(plain, Mapping) or not {"node_id"} <= {*plain} <= {*_FIELDS}:
            raise UsageError(f"a turn of a trace is an object with the fields {', '.join(_FIELDS)}")
        given: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value for name, value in plain.items()
        }
        return cls(**given)


_FIELDS: Final = tuple(each.name for each in fields(TrainingTurn))


@dataclass(frozen=True, slots=True)
class TrainingTrace:
    """All calls by which the policy played one seat of one match, in order; one row a call.

    `reward` is the seat's score in the game. `metadata` says which match and seat it was: `game`, `options`,
    `deal`, `seed`, `seat`, `role`, `player`, `opponents`, `invalid` (attempts), `outcome` and more.
    """

    turns: tuple[TrainingTurn, ...]
    reward: float | None = None
    metadata: Mapping[str, Any] = field(default_factory=dict)
    schema_version: Literal[1] = SCHEMA_VERSION

    def __post_init__(self) -> None:
        if len({turn.node_id for turn in self.turns}) != len(self.turns):
            raise UsageError("two turns of a trace have the same node_id")
        if self.schema_version != SCHEMA_VERSION:
            raise UsageError(f"schema_version of a trace is {SCHEMA_VERSION}, not {self.schema_version}")

    def openenv(self) -> dict[str, Any]:
        """The JSON object that OpenEnv's class of the same name reads. It has no room for the reward and the
        metadata: there a session gives its reward in answer to `verify`.
        """
        return {"schema_version": self.schema_version, "turns": [turn.plain() for turn in self.turns]}

    def plain(self) -> dict[str, Any]:
        """As a JSON object: `trace` as OpenEnv has it, and `reward` and `metadata` beside it."""
        return {"trace": self.openenv(), "reward": self.reward, "metadata": dict(self.metadata)}

    @classmethod
    def from_plain(cls, plain: Mapping[str, Any]) -> TrainingTrace:
        """What `plain` or `openenv` made of a trace. Raises `UsageError` for anything else."""
        around: Mapping[str, Any] = plain if "trace" in plain else {"trace": plain}
        trace = around["trace"]
        if not isinstance(trace, Mapping) or not isinstance(trace.get("turns"), list):
            raise UsageError("a trace is an object with turns, as agonist export --format rollouts writes it")
        return cls(
            tuple(map(TrainingTurn.from_plain, trace["turns"])),
            around.get("reward"),
            around.get("metadata", {}),
            trace.get("schema_version", SCHEMA_VERSION),
        )
