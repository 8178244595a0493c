"""What a trainer learns from: `rollouts` plays matches and yields a training trace for each seat."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from agonist.api.evaluation import play_run
from agonist.api.single_match import fixture
from agonist.core import UsageError
from agonist.export.rollouts import run_traces
from agonist.match import Fixture
from agonist.match.invalid_answer_policy import parse_policy
from agonist.match.seat_traces import Incomplete
from agonist.match.training_trace import TrainingTrace
from agonist.players.python_agents import specs_of
from agonist.players.python_agents.python_model import PYTHON, Complete, is_model
from agonist.players.spec import parse_player, with_style
from agonist.run_config import RunConfig
from agonist.store import Store
from agonist.suites.registry import game_registry
from agonist.text.prompt_files import forget_words
from agonist.tournament import check
from agonist.tournament.evaluation_request import Entry
from agonist.tournament.game_spec import folders, parse_target

POLICY: Final = "policy"
"""The name of a policy that is a function."""


def rollouts(
    game: str,
    policy: str | Complete,
    opponents: Any = (),
    n: int = 1,
    *,
    group: int = 1,
    seats: int | None = None,
    options: Mapping[str, Any] | None = None,
    seed: int | str = 0,
    first: int = 0,
    on_invalid: str = "default",
    incomplete: Incomplete = "error",
    prompts: Path | None = None,
    config: RunConfig | None = None,
    db: str | Path | None = None,
) -> Iterator[TrainingTrace]:
    """Play matches and yield a training trace for each seat that the policy plays, match by match.

    They are played at once, as those of a run, when the first trace is asked for. The same seed and answers
    give the same traces. If a match cannot be played to its end, the traces of the others come first, and
    then its error is raised.

    Args:
        game: A game with options, as in `make`.
        policy: What is trained: a model's specification, such as `vllm/m?temperature=1`, at an endpoint that
            gives the ids of tokens; or a function `complete(messages, settings)`, asynchronous or not, that
            returns a `Reply` with `token_ids`.
        opponents: Players of the other seats, as in `run`, in turn; earlier policies too, in the same ways.
            Without any, the policy plays itself on all seats.
        n: Matches, 1 or more.
        group: Matches with the same deal, seats and opponents, whose rewards are compared, as GRPO does. It
            divides `n`.
        seats: How many seats the policy plays where there are opponents; by default one. They change from
            group to group, so that it plays each as often.
        options: More options of the policy, such as `{"history": "none", "temperature": 1}`.
        seed: Decides deals, what opponents draw, and the seeds that are sent to an endpoint, if any.
        first: The number of the first deal, 0 or more: a trainer goes on where its last call ended, so that
            deals, seats and opponents go on too.
        on_invalid: What happens after invalid answers, as `policy` in `run`.
        incomplete: What becomes of a trace with a call whose ids are not whole: `error`, `skip` (it is left
            out, with a warning in the log), or `text`: no ids are asked for, and no trace has any.
        prompts: As in `run`.
        config: As in `run`.
        db: A database in which the run is stored, as in `run`; `None` stores nothing.

    Raises:
        UsageError: For wrong names and options, before anything is played.
        NoTokenIds: For a call without the ids of its tokens.
        ProviderError: For a model that cannot be reached; `BudgetSpent`, `AgentError` and others as `play`.

    >>> from agonist import Reply, TokenIds
    >>> def first_free(messages, settings):
    ...     _, _, free = messages[-1].content.partition("one of ")
    ...     return Reply(f'{{"cell": {free[:8]}}}', "stop", token_ids=TokenIds((7, 8), (9,), (-0.1,)))
    >>> first, second = rollouts("tictactoe", first_free)
    >>> first.reward, second.reward, first.metadata["role"], first.turns[0].loss_mask
    (1.0, -1.0, 'Player 1', (0, 0, 1))
    """
    forget_words()
    # An untrained policy may write nothing that can be played; it is here to learn that.
    config, objects = replace(config or RunConfig(), keep_going=True), dict[str, Any]()
    ours, others = _policy(policy, options or {}, group, objects), specs_of(opponents, objects)
    if incomplete != "text":
        ours = [with_style(spec, {"token_ids": "yes"}) for spec in ours]
    fixtures = [
        replace(
            fixture(game, players, seed=f"{seed}/{deal}", policy=parse_policy(on_invalid), prompts=prompts),
            block=f"{seed}/{deal}" if group > 1 else "",
        )
        for deal, players in _tables(parse_target(game).game.seats, ours, others, n, seats, first)
    ]
    check(fixtures, config.player_registry(objects=objects), game_registry(prompts))
    entry = Entry(tuple(ours), others, matches=n, prompts=tuple(each.absolute() for each in folders(prompts)))
    targets = list(dict.fromkeys(fixture.part for fixture in fixtures))
    plan = {**entry.as_dict(), "targets": targets, "suites": {}, "seed": seed}
    return _played(plan, fixtures, config, objects, incomplete, db)


def _policy(
    policy: str | Complete, options: Mapping[str, Any], group: int, objects: dict[str, Any]
) -> list[str]:
    """The specification of the policy in each match of a group: by another name, it draws other numbers."""
    if isinstance(policy, str):
        spec = parse_player(policy)
        name, text = spec.given, policy.removeprefix(f"{spec.given}=")
    elif is_model(policy):
        objects[POLICY] = policy
        name, text = POLICY, f"{PYTHON}{POLICY}"
    else:
        raise UsageError(
            "a policy is a model's specification, or a function with the parameters messages and settings, "
            f"not {policy!r}"
        )
    if type(group) is not int or group < 1:
        raise UsageError(f"group is 1 or more, not {group!r}")
    more = "&".join(f"{key}={value}" for key, value in options.items())
    text += f"{'&' if '?' in text else '?'}{more}" if more else ""
    if not parse_player(text).is_model:
        raise UsageError(f"{text!r} has no tokens to learn from: a policy is a model, written provider/model")
    if group == 1:
        return [f"{name}={text}" if name else text]
    series, at, step = (name or POLICY).partition("@")
    return [f"{series}.{nth + 1}{at}{step}={text}" for nth in range(group)]


def _tables(
    size: int, ours: Sequence[str], others: Sequence[str], n: int, seats: int | None, begin: int
) -> Iterator[tuple[int, list[str]]]:
    """For each match the number of its deal, and the player of each of so many seats."""
    many = (1 if others else size) if seats is None else seats
    most = size - 1 if others else size
    if not 1 <= many <= most:
        raise UsageError(f"the policy can have 1 to {most} of {size} seats, not {many!r}")
    if not others and many < size:
        raise UsageError(f"there are {size} seats, and the policy has {many}: name opponents for the others")
    if type(n) is not int or n < 1 or n % len(ours):
        raise UsageError(f"n is 1 or more, and as many for each group of {len(ours)}: {n!r} is not")
    if type(begin) is not int or begin < 0:
        raise UsageError(f"first is the number of a deal, 0 or more, not {begin!r}")
    for nth in range(n):
        deal, member = divmod(nth + begin * len(ours), len(ours))
        turn, first = divmod(deal, size)
        learning = {(first + place) % size for place in range(many)}
        table, met = [ours[member]] * size, turn
        for seat in range(size):
            if seat not in learning:
                table[seat] = others[met % len(others)]
                met += 1
        yield deal, table


def _played(
    plan: Mapping[str, Any],
    fixtures: Sequence[Fixture],
    config: RunConfig,
    objects: Mapping[str, Any],
    incomplete: Incomplete,
    db: str | Path | None,
) -> Iterator[TrainingTrace]:
    """Play these matches as a run; yields their traces."""
    with ExitStack() as stack:
        if db is None:
            db = f"{stack.enter_context(TemporaryDirectory(prefix='agonist-'))}/rollouts.db"
        store = stack.enter_context(Store.open(db))
        run = store.start_run(plan, fixtures)
        registry = config.player_registry(objects=objects)
        status = play_run(store, run, registry, config, lambda _progress: None, db=db)
        yield from run_traces(store, run, incomplete=incomplete)
        if status.reasons:
            raise status.reasons[0]
