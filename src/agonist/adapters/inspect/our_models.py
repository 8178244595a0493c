"""Our models as a provider of Inspect's: `agonist/endpoint/sensible` is `endpoint/sensible`."""

from __future__ import annotations

import sys
from typing import Any, Final, Literal, cast

from inspect_ai.hooks import Hooks, RunEnd, hooks
from inspect_ai.model import ChatMessage, GenerateConfig, Model, ModelAPI, ModelOutput, get_model, modelapi
from inspect_ai.tool import ToolChoice, ToolInfo

from agonist.adapters.inspect.our_errors import prerequisites
from agonist.core import UsageError, nearest
from agonist.models.inspect_conversion import from_inspect, output_of, settings_from
from agonist.models.model_assembly import aclose_all, build, connect
from agonist.players.spec import PlayerSpec

PROVIDER: Final = "agonist"
"""What the names of our models begin with."""


OPTIONS: Final = {"key_env", "api_version", "timeout"}
"""Options of our models besides those that Inspect has for all (`-M key_env=MY_KEY`)."""


class OurModel(ModelAPI):
    """A model behind one of our clients, which retries by itself. It has no tools."""

    def __init__(
        self,
        model_name: str,
        base_url: str | None = None,
        api_key: str | None = None,
        config: GenerateConfig = GenerateConfig(),  # noqa: B008  as in Inspect's own providers
        **model_args: Any,
    ) -> None:
        super().__init__(model_name, base_url, api_key, [], config)
        with prerequisites():
            if api_key is not None:
                raise UsageError(
                    f"{model_name}: put the key into its environment variable; key_env= names it"
                )
            if unknown := set(model_args) - OPTIONS:
                raise UsageError(nearest(f"option of {model_name}", min(unknown), sorted(OPTIONS)))
            self._model = build(connect(model_name, base_url=base_url, **model_args))

    async def generate(
        self,
        input: list[ChatMessage],  # noqa: A002  Inspect's name
        tools: list[ToolInfo],
        tool_choice: ToolChoice,
        config: GenerateConfig,
    ) -> ModelOutput:
        """The model's answer. Raises `ProviderError`."""
        if tools:
            raise UsageError(
                f"agonist/{self.model_name} has no tools: give an agent a model of Inspect's, such as "
                "openai/gpt-5-mini"
            )
        return output_of(await self._model.complete(list(map(from_inspect, input)), settings_from(config)))

    def force_reasoning_history(self) -> Literal["none"]:
        """What a model thought is never sent again."""
        return "none"


@modelapi(name=PROVIDER)
def agonist() -> type[ModelAPI]:
    """Our clients of models."""
    return OurModel


def opened(spec: PlayerSpec) -> Model:
    """The model of a specification, as Inspect opens it; a provider that only we know is opened by us.

    Raises `UsageError`, or Inspect's error for what is missing, if it cannot be opened.
    """
    options = {key: spec.options[key] for key in ("base_url",) if key in spec.options}
    try:
        return get_model(spec.name, **cast("Any", options))
    except ValueError as error:
        if "not recognized" not in str(error):
            raise UsageError(f"{spec.name}: {error}") from None
    for key in ("key_env", "api_version"):
        if key in spec.options:
            options[key] = spec.options[key]
    return get_model(f"{PROVIDER}/{spec.name}", **cast("Any", options))


@hooks(name="agonist_connections", description="Closes the connections of Agonist's models and agents.")
class OurConnections(Hooks):
    """Closes connections before the event loop ends."""

    def enabled(self) -> bool:
        """Whether there may be any."""
        return "agonist.models.connection_pool" in sys.modules

    async def on_run_end(self, data: RunEnd) -> None:
        """Close them."""
        await aclose_all()
