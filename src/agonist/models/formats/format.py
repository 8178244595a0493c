"""The interface of a wire format: messages to a request, a body to a reply."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from agonist.models.errors import OptionRejected

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from agonist.models.protocol import Message, Reply, Settings
    from agonist.models.providers import Route

SAMPLING = ("temperature", "top_p", "top_k")
"""Sampling settings that reasoning models reject."""


@dataclass(frozen=True, slots=True)
class Quirks:
    """What is known of a model from requests that its endpoint rejected.

    `new_limit`: the length limit must be named max_completion_tokens. `left_out`: sampling settings that
    the model does not take, so that requests leave them out.
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


def sampling(settings: Settings, quirks: Quirks) -> dict[str, float | int]:
    """The sampling settings that are given, without those that the model rejects."""
    given = ((name, getattr(settings, name)) for name in SAMPLING if name not in quirks.left_out)
    return {name: value for name, value in given if value is not None}


def refuse(route: Route, settings: Settings, *names: str) -> None:
    """Raise `OptionRejected` if one of these settings is given: the format has no field for it."""
    for name in names:
        if getattr(settings, name) is not None:
            provider = route.name.partition("/")[0]
            raise OptionRejected(f"{provider} has no option {name}; leave it out for {route.name}")
