"""Matches as rollouts of TRL's GRPO: the policy plays, and each seat of each match is one row."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby, islice
from pathlib import Path
from typing import Any, Final

from agonist.adapters.trl.batched_engine import BatchedEngine
from agonist.api.policy_rollouts import rollouts
from agonist.api.single_match import make
from agonist.core import UsageError
from agonist.match.token_sequences import one_sequence
from agonist.match.training_trace import TrainingTrace
from agonist.players.policy_sampled_by_trainer import TokenPolicy
from agonist.run_config import RunConfig

ABOUT: Final = ("game", "deal", "match", "seat", "role", "opponents", "invalid", "fallback")
"""What a reward function gets about each row, as keywords, besides `outcome`, the seat's score."""


def outcome_reward(*, outcome: Sequence[float | None], **_more: Any) -> list[float | None]:
    """The reward of each row: the score of its seat, `None` for a seat that was asked nothing."""
    return list(outcome)


class GameRollouts:
    """A `rollout_func` for `GRPOTrainer`. Each prompt of the data set names a game, with options behind `?`.

    The rows of one prompt, as many as `num_generations`, are one seat on one deal against the same opponents,
    so their rewards are compared with each other and with no other seat's. In self-play each match gives rows
    for all its seats. A row is the whole conversation of its seat: `env_mask` is 1 on what the policy wrote
    and 0 on what it was told. Prompts and sampling are the trainer's own engine's; ids are never rendered or
    tokenised again.

    Args:
        opponents: Players of the other seats, as in `agonist.rollouts`; without any, the policy plays itself.
        seats: How many seats the policy plays where there are opponents; by default one.
        seed: Decides deals and what opponents draw. Every call goes on with new deals.
        on_invalid: What happens after invalid answers, as in `agonist.rollouts`.
        prompts: A folder with your own prompts; `None` for ours.
        config: Budget and connections of opponents; how many matches are played at once.
        db: A database in which every call is stored as a run; `None` stores nothing.
    """

    def __init__(
        self,
        opponents: Sequence[Any] = (),
        *,
        seats: int | None = None,
        seed: int | str = 0,
        on_invalid: str = "default",
        prompts: Path | None = None,
        config: RunConfig | None = None,
        db: str | Path | None = None,
    ) -> None:
        self._opponents, self._seats, self._seed = opponents, seats, seed
        self._more: Mapping[str, Any] = {
            "on_invalid": on_invalid,
            "prompts": prompts,
            "config": config or RunConfig(),
            "db": db,
        }
        self._deals: dict[str, int] = defaultdict(int)
        self._calls = 0

    def __call__(self, prompts: Sequence[Any], trainer: Any) -> dict[str, list[Any]]:
        """The rows of one batch, in the order of its prompts. Raises the errors of `agonist.rollouts`."""
        _check_processes(trainer)
        training = trainer.model.training
        many = trainer.num_generations if training else trainer.num_generations_eval
        games = [_game(prompt) for prompt in prompts]
        groups = list(_groups(games, many))
        room = _room(trainer)
        new = {
            game: self._rows(
                game,
                groups.count(game),
                many,
                TokenPolicy(
                    trainer.processing_class,
                    BatchedEngine(trainer).generate,
                    trainer.eos_token_ids,
                    room,
                    "the model, less max_completion_length for an answer,",
                ),
                trainer.accelerator.process_index,
            )
            for game in dict.fromkeys(groups)
        }
        rows = [row for game in groups for row in islice(new[game], many)]
        return _columns(rows, trainer.processing_class.pad_token_id)

    def _rows(
        self, game: str, groups: int, many: int, policy: TokenPolicy, process: int
    ) -> Iterator[TrainingTrace]:
        """So many groups of traces of one game: of each deal, the seats of the policy one after another."""
        size = make(game).seats
        learning = self._seats or (1 if self._opponents else size)
        deals = -(-groups // learning)
        traces = rollouts(
            game,
            policy,
            self._opponents,
            deals * many,
            group=many,
            seats=self._seats,
            seed=f"{self._seed}/{process}",
            first=self._deals[game],
            **self._more,
        )
        found = _by_deal_and_seat(traces)
        # Where seats are left over, they are others in the next batch, so that all are trained alike.
        skipped = self._calls % (len(found) - groups + 1)
        self._calls += 1
        self._deals[game] += deals
        yield from (trace for group in found[skipped : skipped + groups] for trace in group)


def _game(prompt: Any) -> str:
    """The game that a prompt names: a text, or the last message of a conversation."""
    text = prompt if isinstance(prompt, str) else prompt[-1]["content"]
    if not isinstance(text, str) or not text.strip():
        raise UsageError('each prompt of the data set names a game, as in {"prompt": "tictactoe"}')
    return text.strip()


def _check_processes(trainer: Any) -> None:
    """Raises `UsageError` where processes generate only all together: their matches take different numbers of
    turns, so each would wait for the others forever.
    """
    if trainer.accelerator.num_processes == 1:
        return
    plugin = getattr(trainer.accelerator.state, "deepspeed_plugin", None)
    if trainer.use_vllm:
        together = {
            'vllm_mode="server"': trainer.vllm_mode == "server",
            "vllm_tensor_parallel_size above 1": trainer.vllm_tensor_parallel_size > 1,
        }
    else:
        together = {
            "FSDP": trainer.is_fsdp_enabled,
            "DeepSpeed's stage 3": plugin is not None and plugin.zero_stage == 3,
        }
    for what, holds in together.items():
        if holds:
            raise UsageError(
                f"with {what}, {trainer.accelerator.num_processes} processes of TRL generate together only, "
                "and matches need different numbers of turns: train in one process, or with "
                'use_vllm=True, vllm_mode="colocate", vllm_tensor_parallel_size=1'
            )


def _room(trainer: Any) -> int | None:
    """How many tokens a prompt may have, so that an answer of the longest length fits behind it."""
    most = getattr(trainer.model.config.get_text_config(), "max_position_embeddings", None)
    if trainer.use_vllm and trainer.args.vllm_max_model_length is not None:
        most = trainer.args.vllm_max_model_length
    return None if most is None else most - trainer.max_completion_length


def _groups(games: Sequence[str], many: int) -> Iterator[str]:
    """The game of each group of so many rows. Raises `UsageError` where a group is not in one batch."""
    for game, rows in groupby(games):
        groups, rest = divmod(len(list(rows)), many)
        if rest:
            raise UsageError(
                f"{game} has {rest + groups * many} rows in a row in this process, and a group is {many}: "
                "let per_device_train_batch_size × steps_per_generation (gradient_accumulation_steps, unless "
                "given) be a multiple of num_generations, and in an evaluation per_device_eval_batch_size of "
                "num_generations_eval"
            )
        yield from [game] * groups


def _by_deal_and_seat(traces: Iterable[TrainingTrace]) -> list[list[TrainingTrace]]:
    """The traces of each seat on each deal."""
    found: dict[tuple[Any, Any], list[TrainingTrace]] = defaultdict(list)
    for trace in traces:
        found[trace.metadata["deal"], trace.metadata["seat"]].append(trace)
    return list(found.values())


def _columns(traces: Sequence[TrainingTrace], empty: int) -> dict[str, list[Any]]:
    rows = [one_sequence(trace, empty) for trace in traces]
    return {
        "prompt_ids": [list(row.prompt_ids) for row in rows],
        "completion_ids": [list(row.completion_ids) for row in rows],
        "logprobs": [list(row.logprobs) for row in rows],
        "env_mask": [list(row.mask) for row in rows],
        "outcome": [trace.reward if trace.turns else None for trace in traces],
        **{name: [trace.metadata[name] for trace in traces] for name in ABOUT},
    }
