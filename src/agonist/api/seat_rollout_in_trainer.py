"""One seat of one match as a training trace, in the event loop of a trainer that samples the policy there."""

from __future__ import annotations

import json
from typing import Any, Final

from agonist.api.policy_rollouts import POLICY
from agonist.api.single_match import fixture
from agonist.core import Seat, UsageError
from agonist.match import play as play_match
from agonist.match.invalid_answer_policy import parse_policy
from agonist.match.seat_traces import traces_of
from agonist.match.token_sequences import TokenSequence, one_sequence
from agonist.match.training_trace import TrainingTrace
from agonist.metrics.roles_from_indicators import roles_of
from agonist.players.policy_sampled_by_trainer import Generate, TokenPolicy
from agonist.players.python_agents import specs_of
from agonist.players.python_agents.python_model import PYTHON, Complete
from agonist.players.spec import with_style
from agonist.run_config import RunConfig
from agonist.suites.registry import game_registry
from agonist.tournament import check, parse_target
from agonist.tournament.stored_match_play import terms_of

ROW: Final = frozenset({"game", "seed", "opponents", "seat", "on_invalid"})
"""What a row of a trainer's data can say."""


async def seat_rollout(
    policy: Complete | str,
    game: str,
    opponents: Any = (),
    *,
    seed: int | str,
    seat: Seat = 0,
    on_invalid: str = "default",
    config: RunConfig | None = None,
) -> TrainingTrace:
    """Play one match and give the trace of one seat. Nothing is stored.

    Trainers such as verl, SkyRL and OpenRLHF ask for one trajectory at a time, and for a thousand at once;
    who asks for a batch gets it from `rollouts`.

    Args:
        policy: What is trained: a function or a model's specification, as in `rollouts`.
        game: A game with options, as in `make`.
        opponents: Players for the other seats in order, or one for all; without any, the policy has all.
        seed: Decides the deal and what opponents draw.
        seat: The seat of the trace.
        on_invalid: What happens after invalid answers, as in `rollouts`.
        config: Budget and connections.

    Raises:
        UsageError: For wrong names, options and numbers of players.
        NoTokenIds: For a call without the ids of its tokens.
        AgonistError: As `play`.
    """
    objects: dict[str, Any] = {} if isinstance(policy, str) else {POLICY: policy}
    named = policy if isinstance(policy, str) else f"{POLICY}={PYTHON}{POLICY}"
    ours, others = with_style(named, {"token_ids": "yes"}), specs_of(opponents, objects)
    seats = parse_target(game).game.seats
    if seat not in range(seats):
        raise UsageError(f"{game} has the seats 0 to {seats - 1}, not {seat}")
    if len(others) == 1:
        others *= seats - 1
    players = [*others[:seat], ours, *others[seat:]] if others else [ours] * seats
    planned = fixture(game, players, seed=seed, policy=parse_policy(on_invalid))
    registry, games = (config or RunConfig()).player_registry(objects=objects), game_registry(None)
    check([planned], registry, games)
    kit, rules, _ = terms_of(planned, games)
    match = await play_match(
        kit,
        rules,
        [registry.factory(planned.spec(player)) for player in planned.players],
        seed=planned.seed,
        name=planned.game,
        players=planned.players,
        policy=planned.policy,
    )
    (trace,) = traces_of(planned, match, [seat], roles=roles_of(match))
    return trace


async def row_rollout(
    row: Any, tokenizer: Any, generate: Generate, room: int | None = None, limit: str = "the model"
) -> tuple[TrainingTrace, TokenSequence]:
    """What a row of a trainer's data says, played by a policy of that trainer (`TokenPolicy`).

    A row is an object of JSON with the arguments of `seat_rollout`: `game` and `seed`, and if need be
    `opponents`, `seat` and `on_invalid`. Rows with the same seed have the same deal.

    Returns the trace of the seat, and its tokens as one sequence (see `one_sequence`).

    Raises `UsageError` for another row, and the errors of `seat_rollout` and `one_sequence`.
    """
    try:
        given = json.loads(row)
    except (TypeError, ValueError):
        given = None
    if not isinstance(given, dict) or not {"game", "seed"} <= given.keys() <= ROW:
        raise UsageError(
            'a row of data has JSON such as {"game": "tictactoe", "seed": 1}, if need be with opponents, '
            f"seat and on_invalid, and not {row!r:.100}"
        )
    end = tokenizer.eos_token_id
    trace = await seat_rollout(TokenPolicy(tokenizer, generate, [end], room, limit), **given)
    return trace, one_sequence(trace, end)
