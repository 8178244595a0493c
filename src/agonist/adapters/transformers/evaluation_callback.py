"""A callback of a trainer that evaluates the model as it learns, and logs rating and interval."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import torch
from transformers import Trainer, TrainerCallback

import agonist
from agonist.core import UsageError
from agonist.export.training_log import write_history
from agonist.models.transformers_in_process import PREFIX, lent

STEP: Final = "{step}"
"""What in a player's specification is replaced by the step."""


class EvaluationCallback(TrainerCallback):  # type: ignore[misc]  # transformers may be missing
    """Plays the model against fixed opponents every so many steps, or at each save, all in one run.

    The numbers of each evaluation (`agonist.Evaluation.logs`) go to wherever the trainer logs. The main
    process evaluates, and the others wait for it. What stops an evaluation, such as an endpoint that is down,
    is a warning, and training goes on; what cannot be played at all raises `UsageError` at once.
    """

    def __init__(
        self,
        trainer: Trainer,
        targets: Sequence[str] | str,
        *,
        every: int | None = None,
        player: str = "",
        options: str = "max_tokens=256",
        name: str = "ckpt",
        opponents: Any = ("baseline", "reference"),
        matches: int | None = None,
        seed: int = 0,
        db: str | Path = "agonist.db",
        run: str = "",
        log_file: str | Path | None = None,
        config: agonist.RunConfig | None = None,
    ) -> None:
        """Make a callback, to be added with `trainer.add_callback`.

        Args:
            trainer: The trainer, which logs.
            targets: Games with options, as in `agonist.evaluate`.
            every: Steps between evaluations; `None`: one after each save of the trainer. There is one before
                the first step, too.
            player: Where the model is served, such as `vllm/policy?base_url=http://127.0.0.1:8000/v1`;
                `{step}` in it becomes the step. Empty: the model in this process plays, a question at a time.
            options: Options of the model in this process, such as `max_tokens=64&temperature=0`.
            name: The name of the series of checkpoints.
            opponents: As in `agonist.evaluate`.
            matches: As in `agonist.evaluate`.
            seed: As in `agonist.evaluate`.
            db: As in `agonist.evaluate`.
            run: The run that goes on, of an earlier part of this training; empty for a new one.
            log_file: A file of JSON Lines, written anew after each evaluation: a line for each checkpoint,
                with `_step`, as W&B has them.
            config: As in `agonist.evaluate`; by default with `keep_going`, since a model that has learnt
                nothing yet may answer nothing that can be played.

        Raises:
            UsageError: For a step below 1, and where no process has the whole model.
        """
        if every is not None and every < 1:
            raise UsageError(f"every={every}: evaluate every step, or more seldom")
        if not player and (trainer.is_fsdp_enabled or trainer.is_deepspeed_enabled):
            raise UsageError(
                "no process of this training has the whole model: serve it, and say where by player=…"
            )
        self.run = run
        """The id of the run; empty before the first evaluation."""
        self._trainer, self._targets, self._every = trainer, targets, every
        self._player, self._options, self._name = player, options, name
        self._log_file = None if log_file is None else Path(log_file)
        self._how = {"opponents": opponents, "matches": matches, "seed": seed, "db": db}
        self._how["config"] = agonist.RunConfig(keep_going=True) if config is None else config

    def on_train_begin(self, args: Any, state: Any, control: Any, **kwargs: Any) -> None:
        """Evaluate the model as it is before the first step."""
        if state.global_step == 0:
            self._evaluate(0, state.is_world_process_zero, control, kwargs)

    def on_step_end(self, args: Any, state: Any, control: Any, **kwargs: Any) -> None:
        """Evaluate the model after every so many steps."""
        if self._every is not None and state.global_step % self._every == 0:
            self._evaluate(state.global_step, state.is_world_process_zero, control, kwargs)

    def on_save(self, args: Any, state: Any, control: Any, **kwargs: Any) -> None:
        """Evaluate the model that was saved, unless steps are counted."""
        if self._every is None:
            self._evaluate(state.global_step, state.is_world_process_zero, control, kwargs)

    def _evaluate(self, step: int, leads: bool, control: Any, given: dict[str, Any]) -> None:
        if leads:
            with self._playing(step, given["model"], given.get("processing_class")) as player:
                found = agonist.evaluate(
                    player, self._targets, step=step, name=self._name, run=self.run, **self._how
                )
            self.run = found.run
            if found.status.status != "finished":
                why = next(iter(found.status.reasons), found.status.status)
                warnings.warn(f"the evaluation at step {step} is not complete: {why}", stacklevel=2)
            # A trainer of TRL would add what it has measured since its last line, and forget it; and any
            # trainer takes this line for the one that it was about to write.
            due = control.should_log
            if found.logs:
                Trainer.log(self._trainer, dict(found.logs))
            control.should_log = due
            if self._log_file is not None:
                write_history(found.history, self._log_file)
        self._trainer.accelerator.wait_for_everyone()

    @contextmanager
    def _playing(self, step: int, model: Any, tokenizer: Any) -> Iterator[str]:
        """The specification of the model as it is now, which plays in evaluation mode while this is open."""
        if self._player:
            yield self._player.replace(STEP, str(step))
            return
        if tokenizer is None:
            raise UsageError("the trainer has no tokenizer: give it one by processing_class=…")
        trained = model.training
        model.eval()
        try:
            name = f"{self._name}@{step}"
            # What is drawn for answers must not change what training draws: dropout, the order of its data.
            draws = torch.random.fork_rng(devices=range(torch.cuda.device_count()))
            with draws, lent(name, getattr(tokenizer, "tokenizer", tokenizer), model):
                yield f"{PREFIX}{name}{'?' if self._options else ''}{self._options}"
        finally:
            model.train(trained)
