"""What a wire format is: from messages to a request, from a body to a reply."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from agonist.models.errors import OptionRejected

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from agonist.models.protocol import Message, Reply, Settings
    from agonist.models.providers import Route

SAMPLING = ("temperature", "top_p", "top_k")
"""Settings that reasoning models refuse, since they sample by rules of their own."""


@dataclass(frozen=True, slots=True)
class Quirks:
    """What a model's endpoint has taught us by refusing requests.

    `new_limit`: the length limit must be named max_completion_tokens. `left_out`: sampling settings that
    the model does not take, and is asked without.
    """

    new_limit: bool = False
    left_out: frozenset[str] = frozenset()


NO_QUIRKS = Quirks()


class Format(Protocol):
    """One provider's way of asking and answering."""

    def url(self, route: Route) -> str:
        """Where requests go."""

    def headers(self, route: Route) -> Mapping[str, str]:
        """What every request carries besides its body: the key, and the version of the API."""

    def request(
        self, route: Route, messages: Sequence[Message], settings: Settings, quirks: Quirks
    ) -> dict[str, Any]:
        """The body of a request. Raises `OptionRejected` for a setting that the format cannot express."""

    def read(self, body: bytes, model: str, seconds: float) -> Reply:
        """The reply in a body; `model` stands in where it names none.

        Raises `Misshapen`, `Overlong` or `Refused`.
        """


def sampling(settings: Settings, quirks: Quirks) -> dict[str, float | int]:
    """The sampling settings that are given, less those that the model refuses."""
    given = ((name, getattr(settings, name)) for name in SAMPLING if name not in quirks.left_out)
    return {name: value for name, value in given if value is not None}


def refuse(route: Route, settings: Settings, *names: str) -> None:
    """Raise `OptionRejected` if one of these settings is given: the format has no field for it."""
    for name in names:
        if getattr(settings, name) is not None:
            provider = route.name.partition("/")[0]
            raise OptionRejected(f"{provider} has no option {name}; leave it out for {route.name}")
