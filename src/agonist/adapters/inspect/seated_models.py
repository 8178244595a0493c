"""Models of Inspect's at the seats of a match: the one that is evaluated, those of roles, and others."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from inspect_ai._util.error import PrerequisiteError
from inspect_ai.model import ChatMessage, Model, get_model
from inspect_ai.util import span

from agonist.adapters.inspect.our_models import PROVIDER, opened
from agonist.core import UsageError, player_name
from agonist.match import Fixture
from agonist.models.inspect_conversion import SAME, config_of, reply_of, to_inspect
from agonist.models.protocol import Message, Reply, Settings
from agonist.players.spec import PlayerSpec
from agonist.store.runs.row_conversion import fixture_from
from agonist.store.runs.serialization import pack, unpack

if TYPE_CHECKING:
    from inspect_ai.solver import TaskState

EVALUATED: Final = "eval/model"
"""Stands in a planned match for the model that is evaluated."""

ROLE: Final = "role/"
"""Begins what stands for the model of a role: `role/rival`."""

_PLACE: Final = re.compile(r"(eval/model|role/[\w.-]+)(\?)?")


def model_of(spec: PlayerSpec) -> Model:
    """The model that plays for a specification in this sample.

    Raises `UsageError` for a role that no model was given for.
    """
    if spec.name == EVALUATED:
        return get_model()
    if spec.name.startswith(ROLE):
        return _of_role(spec.name.removeprefix(ROLE))
    return opened(spec)


def _of_role(role: str) -> Model:
    try:
        return get_model(role=role, required=True)
    except PrerequisiteError:
        raise UsageError(
            f"the opponent role:{role} has no model; add --model-role {role}=PROVIDER/MODEL"
        ) from None


def in_words(text: str) -> str:
    """What a sample calls a player before models are known."""
    text = re.sub(rf"[?&]model={EVALUATED}", " with the evaluated model", text)
    return text.replace(EVALUATED, "the evaluated model").replace(ROLE, "the model of the role ")


def named(value: Any) -> Any:
    """A plain value in which models have the names that Inspect gives them, with their sampling settings."""

    def name(place: re.Match[str]) -> str:
        role = place[1].removeprefix(ROLE) if place[1] != EVALUATED else None
        model = get_model() if role is None else _of_role(role)
        given = {key: getattr(model.config, key) for key in SAME if key != "top_logprobs"}
        options = "&".join(f"{key}={found}" for key, found in sorted(given.items()) if found is not None)
        mark, between = "?" if options or place[2] else "", "&" if options and place[2] else ""
        return f"{_named(model)}{mark}{options}{between}"

    return unpack(_PLACE.sub(name, pack(value)))


def _named(model: Model) -> str:
    """A model's name; ours are named as in our own runs."""
    return str(model).removeprefix(f"{PROVIDER}/")


def seated(fixture: Fixture) -> Fixture:
    """The match with the names of those who play it."""
    return fixture_from(pack(named(fixture.plain())))


class SeatModel:
    """A model of Inspect's as players use it: each request is in a span named after its seat.

    The conversation of the `shown` seat becomes that of the sample.
    """

    def __init__(self, model: Model, state: TaskState, shown: int | None, players: Sequence[str]) -> None:
        self._model, self._state, self._shown, self._players = model, state, shown, players
        self._known: dict[tuple[int, int, Message], ChatMessage] = {}

    @property
    def name(self) -> str:
        """Provider and model."""
        return str(self._model)

    async def complete(self, messages: Sequence[Message], settings: Settings) -> Reply:
        """The model's answer. Raises what Inspect raises: a limit that ends the sample, an error of the
        provider."""
        origin = settings.origin
        seat = -1 if origin is None else origin.seat
        sent = [self._message(seat, nth, message) for nth, message in enumerate(messages)]
        who = f"{player_name(seat)} ({self._players[seat]})" if origin else self.name
        async with span(who, type="seat"):
            output = await self._model.generate(sent, config=config_of(settings))
        if seat == self._shown and not (origin and origin.probe):
            self._state.messages = sent if output.empty else [*sent, output.message]
            self._state.output = output
        return reply_of(output, settings)

    def _message(self, seat: int, nth: int, message: Message) -> ChatMessage:
        """The same object for the same message, since logs keep each once."""
        key = (seat, nth, message)
        if key not in self._known:
            self._known[key] = to_inspect(message)
        return self._known[key]
