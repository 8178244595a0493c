"""From player specifications to players."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, cast
from urllib.parse import unquote

from agonist.core import Game, Seat, UsageError
from agonist.kit import Kit
from agonist.models.budget import Budget
from agonist.models.model_assembly import Stack
from agonist.models.protocol import Model, Settings
from agonist.models.usage_meter import Meter
from agonist.players import redteam
from agonist.players.board_image import expect_pictures
from agonist.players.cot_bap_tot_sc import BapPlayer, CotPlayer, DeliberationStyle, ScPlayer, TotPlayer
from agonist.players.human_at_console import Console, HumanPlayer
from agonist.players.minimax_and_mcts import MctsPlayer, MinimaxPlayer
from agonist.players.model import ModelPlayer, PromptStyle
from agonist.players.pgm import PgmPlayer, PgmStyle
from agonist.players.player import Player, PlayerFactory, SeatContext
from agonist.players.python_agents import OBJECT, AgentPlayer, ModelHandle, define, find_agent, is_agent
from agonist.players.python_agents.python_model import PYTHON, PythonModel, is_model
from agonist.players.python_agents.recording import Recording
from agonist.players.rap import RapPlayer, RapStyle
from agonist.players.rap.tree import Plan
from agonist.players.recording_model import RecordingModel, UnderWay
from agonist.players.settings_and_style import given_fields, guide, reasons_apart, settings_of, style_of
from agonist.players.simple import BaselinePlayer, FixedPlayer, RandomPlayer, ReferencePlayer, TypedScript
from agonist.players.spec import INSPECT, PlayerSpec, parse_player
from agonist.players.uci_player import UciPlayer
from agonist.players.written_programs.program_player import ProgramPlayer, ProgramStyle
from agonist.players.written_programs.program_shelf import ProgramShelf

if TYPE_CHECKING:
    from agonist.players.http_agent import AgentEndpoint


def _no_console() -> Console:
    raise UsageError("a human player needs a terminal")


def expect_players(texts: Iterable[str]) -> None:
    """Raise `UsageError` if a player among these specifications cannot play; no request is sent.

    The settings of models are checked, and modules of agents are imported. Python objects (`object:NAME`) are
    skipped.
    """
    for text in texts:
        spec = parse_player(text)
        if spec.is_model:
            settings_of(spec)
        elif spec.is_agent and not spec.name.startswith(f"{OBJECT}:"):
            define(spec.name, find_agent(spec.name, {}), spec.options)


@dataclass(frozen=True)
class PlayerRegistry:
    """Makes players, and holds what they share.

    `connect` gives the model for a specification; `console` the terminal, if there is one. `objects` are
    the Python objects that play, by name.
    """

    connect: Callable[[PlayerSpec], Model]
    console: Callable[[], Console] = _no_console
    objects: Mapping[str, Any] = field(default_factory=dict)
    meter: Meter = field(default_factory=Meter)
    """The usage of each model, by specification."""
    budget: Budget | None = None
    private_addresses: bool = True
    """Whether HTTP agents may be on this machine or in a private network; if not, they are refused."""
    environ: Mapping[str, str] | None = field(default=None, repr=False)
    """The environment with the tokens of agents, if not that of this process."""
    endpoints: dict[str, AgentEndpoint] = field(default_factory=dict)
    """HTTP agents, by address."""
    relayed: dict[tuple[str, str], Model] = field(default_factory=dict)
    """Models whose requests Inspect sends, by agent and name."""
    programs: ProgramShelf = field(default_factory=ProgramShelf)
    """The programs that models have written."""
    under_way: UnderWay = field(default_factory=UnderWay)
    """Requests of matches that were stopped; await them before the store is closed."""

    def factory(self, text: str) -> PlayerFactory:
        """The factory for the player of this specification. Raises `UsageError` for an invalid one."""
        spec = parse_player(text)
        if spec.is_model:
            return self._model(spec)
        if spec.address:
            return self._attacking(spec, self._http_agent(spec))
        if spec.engine:
            limits = {key: spec.value(key) for key in (*spec.options, "timeout")}
            return partial(UciPlayer, program=spec.engine, **limits)
        if spec.is_agent:
            return self._agent(spec)
        return self._attacking(spec, self._built_in(spec))

    def _attacking(self, spec: PlayerSpec, factory: PlayerFactory) -> PlayerFactory:
        """The factory, wrapped by an attack if the specification names one."""
        if "attack" not in spec.methods:
            return factory
        line = redteam.line(spec.options["as"])
        return lambda context: redteam.AttackPlayer(factory(context), line)

    def _built_in(self, spec: PlayerSpec) -> PlayerFactory:
        match spec.name:
            case "random":
                return partial(_unless_speech_only, "random", lambda _context: RandomPlayer())
            case "baseline":
                return BaselinePlayer
            case "reference":
                return partial(_unless_speech_only, "reference", ReferencePlayer)
            case "human":
                console = self.console()
                return lambda context: HumanPlayer(context, console)
            case "minimax":
                return partial(MinimaxPlayer, depth=spec.value("depth"))
            case "mcts":
                return partial(MctsPlayer, playouts=spec.value("playouts"))
            case "equilibrium":
                from agonist.players.equilibrium.player import EquilibriumPlayer

                return EquilibriumPlayer
            case "fixed":
                return partial(FixedPlayer, answers=fixed_answers(spec))
            case "scripted":
                return partial(TypedScript, answers=_lines(spec))
        raise AssertionError(spec.name)

    def factory_of(self, player: Any) -> PlayerFactory:
        """The factory for a player given as a specification, an agent, or a factory already."""
        if isinstance(player, str):
            return self.factory(player)
        if is_model(player):
            given = PythonModel(f"{PYTHON}model", player)
            return replace(self, connect=lambda _spec: given).factory(given.name)
        if not is_agent(player):
            return cast("PlayerFactory", player)
        name = getattr(player, "__name__", type(player).__name__)
        return partial(AgentPlayer, define(name, player, {}), open_model=partial(self._handle, name))

    def try_out(self, text: str, kit: Kit, game: Game[Any, Any], seat: Seat) -> None:
        """Raise `UsageError` if this player cannot play this game; no request is sent."""
        player = self.factory(text)(SeatContext(kit, game, seat, "", lambda _call: None))
        if isinstance(player, (AgentPlayer, ProgramPlayer)):
            player.prepare()

    def _http_agent(self, spec: PlayerSpec) -> PlayerFactory:
        # Importing the HTTP library takes time, which other players should not cost.
        from agonist.players.http_agent import AgentEndpoint, HttpAgentPlayer, agent_route

        if spec.address not in self.endpoints:
            self.endpoints[spec.address] = AgentEndpoint(
                agent_route(spec.address, spec.options.get("key_env"), self.environ),
                spec.text,
                timeout=spec.value("timeout"),
                budget=self.budget,
                meter=self.meter,
                public_only=not self.private_addresses,
            )
        endpoint = self.endpoints[spec.address]
        return lambda context: HttpAgentPlayer(context, endpoint, self.under_way)

    def _agent(self, spec: PlayerSpec) -> PlayerFactory:
        definition = define(spec.name, find_agent(spec.name, self.objects), spec.options)
        return partial(AgentPlayer, definition, open_model=partial(self._handle, spec.text))

    def _handle(self, agent: str, text: str, context: SeatContext, recording: Recording) -> ModelHandle:
        """A model for an agent's own calls, whose usage counts as the agent's."""
        if text.startswith(INSPECT):
            relayed = self._relayed(agent, text.removeprefix(INSPECT))
            return ModelHandle(self._seated(relayed, context, again=True), Settings(), recording)
        # An option of an agent ends at the next &, so options of its model may come percent-encoded.
        spec = parse_player(unquote(text) if "?" not in text else text)
        if not spec.is_model or spec.methods:
            raise UsageError(f"{text!r} is not a model for an agent's own calls; write provider/model")
        model = self.connect(spec)
        labelled = model.labelled(agent) if isinstance(model, Stack) else model
        return ModelHandle(self._seated(labelled, context), settings_of(spec), recording)

    def _relayed(self, agent: str, name: str) -> Model:
        """A model whose requests Inspect sends for an agent; they count as those of any other model."""
        if (agent, name) not in self.relayed:
            from agonist.models.prices import load_prices
            from agonist.models.usage_meter import Metered
            from agonist.players.python_agents.inspect_request_hook import RelayedModel

            price = load_prices().find(name)
            self.relayed[agent, name] = Metered(RelayedModel(name), self.budget, price, self.meter, agent)
        return self.relayed[agent, name]

    def _model(self, spec: PlayerSpec) -> PlayerFactory:
        model, settings, style = self.connect(spec), settings_of(spec), style_of(spec)
        if style.see == "image":
            expect_pictures()
        warned: set[str] = set()

        def make(context: SeatContext) -> Player:
            if "guard" in spec.methods:
                context = replace(context, kit=replace(context.kit, words=context.kit.words.with_marks()))
            texts = [style.persona]
            if spec.value("guide"):
                texts.append(guide(context.kit))
            if spec.value("canary"):
                texts.append(redteam.canary_told(context.seed))
            here = replace(style, persona="\n\n".join(filter(None, texts)))
            recorded = self._seated(model, context)
            if "code" in spec.methods:
                numbers = ProgramStyle(**given_fields(spec, ProgramStyle))
                return ProgramPlayer(
                    *(context, recorded, settings, self.programs, numbers),
                    player=spec.identity,
                    persona=here.persona,
                )
            return player_by_method(spec, context, recorded, settings, here, warned=warned)

        return make

    def _seated(self, model: Model, context: SeatContext, *, again: bool = False) -> Model:
        """The model as used by one seat; `again`: requests are sent again, even if they were answered before
        an interruption.

        A cache keeps answers apart by match and seat: five runs are five samples.
        """
        salted = model.salted(context.seed) if isinstance(model, Stack) else model
        if again:
            context = replace(context, answered=lambda _messages: None)
        return RecordingModel(salted, context, self.under_way)


def _unless_speech_only(kind: str, make: PlayerFactory, context: SeatContext) -> Player:
    """The player. Raises `UsageError` in a game of which no answer can be drawn or computed."""
    if context.kit.speech_only:
        raise UsageError(
            f"{kind} cannot play {context.game.name}: its answers are texts, and only its own code can "
            f"tell which are moves; baseline gives {context.kit.baseline_is}"
        )
    return make(context)


def player_by_method(
    spec: PlayerSpec,
    context: SeatContext,
    model: Model,
    settings: Settings,
    style: PromptStyle,
    *,
    warned: set[str] | None = None,
) -> ModelPlayer:
    """A model at a seat, with the method of its specification.

    `warned`: the models that a warning was already printed for, so that it is printed once.
    """
    if "pgm" in spec.methods:
        return PgmPlayer(context, model, settings, style, PgmStyle(**given_fields(spec, PgmStyle)))
    if "rap" in spec.methods:
        rap = RapStyle(Plan(**given_fields(spec, Plan)), **given_fields(spec, RapStyle))
        return RapPlayer(context, model, settings, style, rap, warned=warned)
    for method, player in DELIBERATING.items():
        if method in spec.methods and (method != "cot" or reasons_apart(spec)):
            numbers = DeliberationStyle(**given_fields(spec, DeliberationStyle))
            return player(context, model, settings, style, numbers)
    return ModelPlayer(context, model, settings, style)


DELIBERATING: Final = {"bap": BapPlayer, "tot": TotPlayer, "sc": ScPlayer, "cot": CotPlayer}
"""Methods that deliberate, and their players."""


def fixed_answers(spec: PlayerSpec) -> list[str]:
    """The answers of a fixed player, separated by semicolons if there are any, otherwise by commas.

    >>> fixed_answers(parse_player("fixed?answers=(1, 1);(2, 2)"))
    ['(1, 1)', '(2, 2)']
    >>> fixed_answers(parse_player("fixed?answers=(1, 1);"))
    ['(1, 1)']
    """
    answers = spec.options["answers"]
    return answers.removesuffix(";").split(";") if ";" in answers else answers.split(",")


def _lines(spec: PlayerSpec) -> list[str]:
    try:
        text = Path(spec.options["file"]).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{spec.text!r}: the answers cannot be read: {error}") from None
    return [line for line in text.splitlines() if line.strip()]
