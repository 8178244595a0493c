"""The tasks: `agonist/game` for any game, and one for each suite. A sample is a match, for one seat."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from inspect import signature
from typing import Any, Final, ParamSpec, TypeAlias, get_type_hints

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample

from agonist.adapters.inspect.our_errors import prerequisites
from agonist.adapters.inspect.our_models import opened
from agonist.adapters.inspect.sample_contents import PlannedMatch
from agonist.adapters.inspect.scorers import seat_score, suite_score
from agonist.adapters.inspect.seated_models import EVALUATED, ROLE, in_words
from agonist.adapters.inspect.solver import play_match
from agonist.core import UsageError, player_name
from agonist.kit.options_from_text import typed_value
from agonist.match import Fixture
from agonist.match.invalid_answer_policy import parse_policy
from agonist.players.python_agents.models_opened_by_inspect import expect_model
from agonist.players.registry import expect_players
from agonist.players.spec import INSPECT, parse_player, with_style
from agonist.suites.registry import suites
from agonist.text import parse_spec
from agonist.tournament import parse_target
from agonist.tournament.evaluation_request import Entry
from agonist.tournament.pairing import tables
from agonist.tournament.schedule import schedule

P = ParamSpec("P")

Names: TypeAlias = str | Sequence[str]
"""One name or several; Inspect makes a list of a text with commas."""

SELF: Final = "self"
"""As the opponents: the evaluated model has all seats."""

SHORT: Final = {"react": "inspect_ai.agent@react"}
"""Agents that need not be written out."""


def checked(made: Callable[P, Task]) -> Callable[P, Task]:
    """The same, with arguments of the declared types, and errors that Inspect shows without a traceback."""
    hints = get_type_hints(made)

    @wraps(made)
    def with_types(*args: P.args, **kwargs: P.kwargs) -> Task:
        with prerequisites():
            given: Any = signature(made).bind(*args, **kwargs)
            for key, value in given.arguments.items():
                if hints[key] is not Names:
                    given.arguments[key] = typed_value("-T", key, value, hints[key])
            return made(*given.args, **given.kwargs)

    return with_types


@task
@checked
def game(
    target: str = "tictactoe",
    opponents: Names = "random",
    deals: int = 10,
    seed: int = 0,
    policy: str = "default",
    style: str = "",
    player: str = "",
) -> Task:
    """The evaluated model at every seat of each deal of a game, against the opponents.

    Args:
        target: A game with options, such as `connect_four?rows=5`.
        opponents: Players as Agonist writes them, such as `random` or `cot:openai/gpt-5-mini`; `role:NAME` is
            the model of a role (`--model-role NAME=…`); `self`: the evaluated model has all seats.
        deals: How many deals; each is played from every seat (with fewer than 5, each match has its own).
        seed: The same seed gives the same deals.
        policy: What happens after an invalid answer, such as `strict`.
        style: How models are asked, such as `method=cot&history=none`.
        player: An agent that plays instead of the model, such as `inspect:my_agents@solver` or `react`.
    """
    if deals < 1:
        raise UsageError(f"deals must be 1 or more, not {deals}")
    chosen, me = parse_target(target), _evaluated(player, style)
    others = [] if opponents == SELF else _opponents(opponents, style)
    entry = Entry((me,), tuple(others))
    _expect([me, *others])
    if entry.players[0] in entry.opponents:
        raise UsageError(f"{me} is evaluated, so it is no opponent; opponents=self gives it all seats")
    design = tables(entry.players, entry.opponents, chosen.game.seats, seed, "round-robin", frozenset())
    fixtures = schedule(
        chosen,
        entry.players,
        entry.opponents,
        matches=deals * len(design[0]),
        seed=seed,
        policy=parse_policy(policy),
        specs=entry.specs,
    )
    return Task(
        dataset=_dataset([PlannedMatch(each, _seats(each, entry)) for each in fixtures]),
        solver=play_match(),
        scorer=seat_score(),
        display_name=chosen.text,
        version=chosen.game.version,
    )


def task_of(name: str) -> Callable[..., Task]:
    """The task of a suite."""

    @task(name=name)
    @checked
    def evaluation(
        opponents: Names = (),
        options: Names = "",
        matches: int | None = None,
        quick: bool = False,
        seed: int = 0,
        sweep: str = "",
        profile: str = "",
        policy: str | None = None,
        player: str = "",
    ) -> Task:
        """The evaluation of a paper, planned and scored as `agonist run` does it.

        Args:
            opponents: As for a game.
            options: The suite's options, such as `games=el_farol&rounds=5`.
            matches: Matches for each table; as in the paper if left out.
            quick: A first impression: fewer matches.
            seed: The same seed gives the same deals.
            sweep: A sweep of the suite.
            profile: How the suite plays and scores, such as `paper`.
            policy: What happens after an invalid answer; that of the suite if left out.
            player: As for a game.
        """
        text = options if isinstance(options, str) else ",".join(map(str, options))
        _expect([_evaluated(player, ""), *_opponents(opponents, "")])
        entry = Entry(
            players=(_evaluated(player, ""),),
            opponents=tuple(_opponents(opponents, "")),
            options=parse_spec(f"{name}?{text}")[1] if text else {},
            matches=matches,
            quick=quick,
            seed=seed,
            sweep=sweep,
            profile=profile,
            policy=policy,
        )
        suite = suites()[name]
        suite.check(entry)
        planned = [
            PlannedMatch(each, _seats(each, entry), name, entry.as_dict()) for each in suite.schedule(entry)
        ]
        return Task(dataset=_dataset(planned), solver=play_match(), scorer=suite_score())

    return evaluation


def _evaluated(player: str, style: str) -> str:
    """The specification of the evaluated player, with a placeholder for its model."""
    if player in SHORT:
        player = f"{INSPECT}{SHORT[player]}"
    if not player:
        return _styled(EVALUATED, style)
    if not player.startswith(INSPECT):
        raise UsageError(f"player={player!r}: an agent of Inspect is written {INSPECT}module@agent, or react")
    if style:
        raise UsageError("style says how models are asked, and an agent asks its model itself: leave it out")
    if "model" in parse_player(player).options:
        raise UsageError(f"player={player!r}: the agent's model is the evaluated one (--model)")
    return f"{player}{'&' if '?' in player else '?'}model={EVALUATED}"


def _expect(players: Sequence[str]) -> None:
    """Raise `UsageError`, or Inspect's own error, for a player that cannot play: a wrong option, a model
    without its key. Models of roles are known only when a sample begins."""
    expect_players(players)
    for spec in map(parse_player, players):
        if spec.name == "human":
            raise UsageError("human: people play by agonist play, and not while Inspect evaluates")
        if spec.is_model and spec.name != EVALUATED and not spec.name.startswith(ROLE):
            opened(spec)
        elif spec.name.startswith(INSPECT) and spec.options.get("model", EVALUATED) != EVALUATED:
            expect_model(spec.options["model"])


def _opponents(opponents: Names, style: str) -> list[str]:
    texts = opponents.split() if isinstance(opponents, str) else list(opponents)
    return [_styled(text.replace("role:", ROLE), style) for text in texts]


def _styled(spec: str, style: str) -> str:
    if not style:
        return spec
    styled = with_style(spec, parse_spec(f"style?{style}")[1])
    try:
        parse_player(styled)
    except UsageError as error:
        raise UsageError(f"style={style!r}: {error}") from None
    return styled


def _seats(fixture: Fixture, entry: Entry) -> tuple[int, ...]:
    """The seats of the evaluated player, of whom a suite may have variants."""
    (me,) = entry.players
    return tuple(
        seat for seat, name in enumerate(fixture.players) if name == me or _with_evaluated(fixture.spec(name))
    )


def _with_evaluated(spec: str) -> bool:
    parsed = parse_player(spec)
    return EVALUATED in (parsed.name, parsed.options.get("model"))


def _dataset(planned: Sequence[PlannedMatch]) -> MemoryDataset:
    """A sample for each match; its input says in words what is played."""
    samples = []
    for nth, each in enumerate(planned, start=1):
        fixture = each.fixture
        who = "; ".join(f"{player_name(seat)}: {in_words(name)}" for seat, name in enumerate(fixture.players))
        text = f"{fixture.part or fixture.game}, deal {fixture.seed}. {who}"
        samples.append(Sample(id=nth, input=text, metadata=each.metadata()))
    return MemoryDataset(samples, name="agonist")


SUITE_TASKS = {name: task_of(name) for name in suites()}
"""The tasks of the suites, ours and those of installed packages, by name."""
