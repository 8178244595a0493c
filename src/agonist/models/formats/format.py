"""The interface of a wire format: messages to a request, a body to a reply."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Protocol

from agonist.models.errors import OptionRejected
from agonist.models.protocol import Message

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from agonist.models.protocol import Reply, Settings
    from agonist.models.providers import Route

SAMPLING = ("temperature", "top_p", "top_k")
"""Sampling settings that reasoning models reject."""


SYSTEM = "system"
"""The name by which `Quirks.left_out` says that a model takes no system message."""

TOKEN_IDS = "token_ids"
"""The name by which `Quirks.left_out` says that an endpoint gives no ids of tokens."""

BOUNDS = "bounds"
"""The name by which `Quirks.left_out` says that a model takes no bounds of numbers in schemas."""

ANSWER_TOKENS = 1_024
"""Tokens of a limit that are left for the answer where a budget of thought would fill it."""


@dataclass(frozen=True, slots=True)
class Quirks:
    """What is known of a model from requests that its endpoint rejected.

    `new_limit`: the length limit must be named max_completion_tokens. `left_out`: what the model
    does not take, so that requests leave it out: sampling settings, the bounds of schemas (`BOUNDS`), the
    request for ids of tokens (`TOKEN_IDS`), or a system message (`SYSTEM`), whose text then stands before the
    first question.
    """

    new_limit: bool = False
    left_out: frozenset[str] = frozenset()


NO_QUIRKS = Quirks()


class Format(Protocol):
    """One provider's format of requests and responses."""

    def url(self, route: Route) -> str:
        """The URL of a request."""

    def headers(self, route: Route) -> Mapping[str, str]:
        """The headers of every request, such as the key and the API version."""

    def request(
        self, route: Route, messages: Sequence[Message], settings: Settings, quirks: Quirks
    ) -> dict[str, Any]:
        """The body of a request. Raises `OptionRejected` for a setting that the format cannot express."""

    def read(self, body: bytes, model: str, seconds: float) -> Reply:
        """The reply in a body; `model` is used if the body names none.

        Raises `Misshapen`, `Overlong` or `Refused`.
        """


def within(budget: int, max_tokens: int | None) -> int:
    """A budget of thought that leaves room for an answer within a limit on both.

    >>> within(16_384, None), within(16_384, 4_096), within(2_048, 1_500), within(1_024, 16_000)
    (16384, 3072, 750, 1024)
    """
    if max_tokens is None:
        return budget
    return min(budget, max(max_tokens - ANSWER_TOKENS, max_tokens // 2))


def without_system(messages: Sequence[Message]) -> Sequence[Message]:
    """The same conversation, with the text of system messages before that of the user's first."""
    rules = [message.content for message in messages if message.role == "system"]
    rest = [message for message in messages if message.role != "system"]
    at = next((nth for nth, message in enumerate(rest) if message.role == "user"), None)
    if at is None:
        return [Message("user", "\n\n".join(rules)), *rest]
    first = replace(rest[at], content="\n\n".join([*rules, rest[at].content]))
    return [*rest[:at], first, *rest[at + 1 :]]


def sampling(settings: Settings, quirks: Quirks) -> dict[str, float | int]:
    """The sampling settings that are given, without those that the model rejects."""
    options = ((name, getattr(settings, name)) for name in SAMPLING if name not in quirks.left_out)
    return {name: value for name, value in options if value is not None}


def schema_sent(settings: Settings, quirks: Quirks, *, bounds: bool = True) -> dict[str, Any]:
    """The schema of the answer as a request holds it; `bounds`: whether the format has those of numbers."""
    assert settings.schema is not None
    bounds = bounds and BOUNDS not in quirks.left_out
    return dict(settings.schema) if bounds else without_bounds(settings.schema)


def without_bounds(schema: Mapping[str, Any]) -> dict[str, Any]:
    """A JSON schema without the bounds of its numbers, which not every provider takes; whoever reads the
    answer checks them in any case.

    >>> without_bounds({"properties": {"minimum": {"type": "integer", "minimum": 0, "maximum": 9}}})
    {'properties': {'minimum': {'type': 'integer'}}}
    """
    rest = {name: value for name, value in schema.items() if name not in ("minimum", "maximum")}
    if "properties" in rest:
        rest["properties"] = {name: without_bounds(inner) for name, inner in rest["properties"].items()}
    if "anyOf" in rest:
        rest["anyOf"] = [without_bounds(inner) for inner in rest["anyOf"]]
    if "items" in rest:
        rest["items"] = without_bounds(rest["items"])
    return rest


def refuse(route: Route, settings: Settings, *names: str) -> None:
    """Raise `OptionRejected` if one of these settings is given: the format has no field for it."""
    for name in names:
        if getattr(settings, name) is not None:
            provider = route.name.partition("/")[0]
            raise OptionRejected(f"{provider} has no option {name}; leave it out for {route.name}")
