"""GRPO of TRL 1.16 trains a tiny model on tic-tac-toe against itself, on a processor, in seconds."""

from __future__ import annotations

import math
from collections import defaultdict
from types import SimpleNamespace

import pytest

pytest.importorskip("trl", reason="scripts/test-trainers installs TRL and runs these")

import torch
from datasets import Dataset  # type: ignore[import-untyped]  # it ships none
from tests.trainers.torch.tiny_models import player_of_tictactoe
from trl import GRPOConfig, GRPOTrainer

from agonist.adapters.trl import GameRollouts, outcome_reward
from agonist.api import make
from agonist.core import UsageError
from agonist.match import Record
from agonist.store import Store


class Watched(GRPOTrainer):
    """A trainer that remembers what its engine was asked and wrote, and what the loss was computed from."""

    def __init__(self, *arguments, **options):
        super().__init__(*arguments, **options)
        self.asked, self.batches, self.losses = [], [], []

    def _generate_single_turn(self, prompt_ids, *arguments, **options):
        wrote, logprobs = super()._generate_single_turn(prompt_ids, *arguments, **options)
        self.asked += [(tuple(read), tuple(new)) for read, new in zip(prompt_ids, wrote, strict=True)]
        return wrote, logprobs

    def _compute_loss(self, model, inputs):
        loss = super()._compute_loss(model, inputs)
        self.losses.append(loss.item())
        self.batches.append({name: value for name, value in inputs.items() if torch.is_tensor(value)})
        return loss


def trainer_of(folder, rollouts, *, rows=16, reward=outcome_reward, room=8192, **options):
    model, tokenizer = player_of_tictactoe(room)
    settings = {
        "per_device_train_batch_size": 8,
        "num_generations": 4,
        "max_completion_length": 4,
        "max_steps": 2,
        "learning_rate": 1e-2,
        "logging_steps": 1,
        "save_strategy": "no",
        "report_to": [],
        "use_cpu": True,
        "disable_tqdm": True,
        **options,
    }
    return Watched(
        model=model,
        reward_funcs=reward,
        args=GRPOConfig(output_dir=str(folder), **settings),
        train_dataset=Dataset.from_dict({"prompt": ["tictactoe"] * rows}),
        processing_class=tokenizer,
        rollout_func=rollouts,
    )


@pytest.fixture(scope="module")
def trained(tmp_path_factory):
    """A trainer after two steps of self-play, the weights before, the rows it had and its database."""
    folder = tmp_path_factory.mktemp("trained")
    db, rows = folder / "self-play.db", []
    play = GameRollouts(db=db)

    def remembering(prompts, trainer):
        rows.append(play(prompts, trainer))
        return rows[-1]

    trainer = trainer_of(folder, remembering)
    before = {name: value.clone() for name, value in trainer.model.state_dict().items()}
    trainer.train()
    return trainer, before, rows, db


def test_losses_are_finite_and_the_parameters_change(trained):
    trainer, before, _, _ = trained
    assert len(trainer.losses) == 2
    assert all(map(math.isfinite, trainer.losses))
    assert any(loss != 0 for loss in trainer.losses)
    after = trainer.model.state_dict()
    assert all(value.isfinite().all() for value in after.values())
    assert any(not torch.equal(before[name], after[name]) for name in before)


def test_the_loss_counts_each_token_that_the_policy_wrote_and_no_other(trained):
    """What the engine wrote, by its own record, is compared with the tensors that the loss is made from."""
    trainer, _, _, _ = trained
    answers = defaultdict(list)
    for read, wrote in trainer.asked:
        answers[read].append(wrote)
    seen = 0
    for batch in trainer.batches:
        for row in range(len(batch["prompt_ids"])):
            prompt = batch["prompt_ids"][row][batch["prompt_mask"][row].bool()].tolist()
            there = batch["completion_mask"][row].bool()
            tokens = batch["completion_ids"][row][there].tolist()
            counted = batch["tool_mask"][row][there].tolist()
            at = 0
            while at < len(tokens):
                if counted[at]:
                    # Somebody was asked exactly what stands before, and wrote what is counted here.
                    wrote = [
                        each
                        for each in answers[(*prompt, *tokens[:at])]
                        if list(each) == tokens[at : at + len(each)]
                    ]
                    assert wrote, tokens[at:]
                    length = len(wrote[0])
                    assert counted[at : at + length] == [1] * length
                    assert at + length == len(tokens) or not counted[at + length]
                    at, seen = at + length, seen + 1
                else:
                    at += 1
            assert batch["tool_mask"][row][~there].sum() == len(batch["tool_mask"][row][~there])  # padding
    assert seen == len(trainer.asked)


def test_what_is_between_two_answers_is_what_the_template_writes(trained):
    trainer, _, rows, _ = trained
    tokenizer = trainer.processing_class
    prompt, completion, mask = (rows[0][name][0] for name in ("prompt_ids", "completion_ids", "env_mask"))
    assert tokenizer.decode(prompt).startswith("<|im_start|>system\nYou are playing Tic-Tac-Toe")
    told = tokenizer.decode([token for token, ours in zip(completion, mask, strict=True) if not ours])
    assert "<|im_start|>user\n" in told
    assert told.count("<|im_start|>assistant\n") == told.count("<|im_start|>user\n")
    assert "{%" not in told
    assert "\n!" not in told


def test_rewards_are_the_outcomes_of_the_stored_matches_by_the_rules(trained):
    _, _, rows, db = trained
    by_rules = {}
    with Store.open(db) as store:
        for run in store.runs():
            for stored in store.matches(run.id):
                moves = tuple(step.moves for step in store.steps(stored.id))
                by_rules[stored.fixture.key] = Record("tictactoe", make("tictactoe"), moves).outcome.scores
    rewarded = [
        row
        for columns in rows
        for row in zip(columns["match"], columns["seat"], columns["outcome"], strict=True)
    ]
    assert len(rewarded) == 16
    assert {match for match, _, _ in rewarded} == set(by_rules)
    for match, seat, outcome in rewarded:
        assert outcome == by_rules[match][seat]
    assert len({outcome for _, _, outcome in rewarded}) > 1


def test_the_rows_of_a_group_are_one_seat_on_one_deal(trained):
    _, _, rows, _ = trained
    for columns in rows:
        assert len(columns["seat"]) == 8
        for start in (0, 4):
            group = slice(start, start + 4)
            assert len(set(columns["seat"][group])) == len(set(columns["deal"][group])) == 1
            assert len(set(columns["match"][group])) == 4
        assert set(columns["seat"]) == {0, 1}
    assert not set(rows[0]["deal"]) & set(rows[1]["deal"])


def test_against_players_the_seat_changes_from_group_to_group_and_batch_to_batch(trained):
    trainer, *_ = trained
    play = GameRollouts(["random"])
    first, second = (play(["tictactoe"] * 4, trainer) for _ in range(2))
    assert {*first["seat"]} != {*second["seat"]}
    assert first["opponents"] == [["random"]] * 4
    assert first["deal"][0] != second["deal"][0]


def test_groups_that_are_cut_by_a_batch_and_games_that_are_none_are_refused(trained):
    trainer, *_ = trained
    with pytest.raises(UsageError, match="num_generations"):
        GameRollouts()(["tictactoe"] * 6, trainer)
    with pytest.raises(UsageError, match="tictactoo"):
        GameRollouts()(["tictactoo"] * 4, trainer)


def test_a_policy_that_asks_again_in_the_same_words_has_no_row_and_is_refused(trained):
    trainer, *_ = trained
    # Four matches of a model that was shown 12 times what an answer is have invalid ones.
    with pytest.raises(UsageError, match="sequences"):
        GameRollouts(on_invalid="gamabench")(["tictactoe"] * 4, trainer)


def test_a_conversation_that_leaves_no_room_for_an_answer_is_refused_with_the_limit(trained, tmp_path):
    _, _, rows, _ = trained
    opens = len(rows[0]["prompt_ids"][0])
    with pytest.raises(UsageError, match=rf"has room for {opens}: choose a shorter game"):
        trainer_of(tmp_path, GameRollouts(), room=opens + 4).train()  # answers have at most 4


@pytest.mark.parametrize(
    ("more", "together"),
    [
        ({"use_vllm": True, "vllm_mode": "server", "vllm_tensor_parallel_size": 1}, 'vllm_mode="server"'),
        (
            {"use_vllm": True, "vllm_mode": "colocate", "vllm_tensor_parallel_size": 2},
            "vllm_tensor_parallel_size",
        ),
        ({"use_vllm": False, "is_fsdp_enabled": True}, "FSDP"),
    ],
)
def test_processes_that_generate_only_together_are_refused_since_each_would_wait_forever(more, together):
    processes = SimpleNamespace(num_processes=2, state=SimpleNamespace())
    with pytest.raises(UsageError, match=f"with {together}"):
        GameRollouts()(["tictactoe"] * 4, SimpleNamespace(accelerator=processes, **more))


def test_a_group_whose_seat_was_asked_nothing_trains_nothing_and_breaks_nothing(tmp_path):
    # The first answer decides each match: the seat that moves second is hardly ever asked.
    trainer = trainer_of(tmp_path, GameRollouts(on_invalid="strict"), reward=outcome_reward, max_steps=1)
    for parameter in trainer.model.parameters():
        torch.nn.init.normal_(parameter, std=0.02)
    trainer.train()
    (batch,) = trainer.batches
    assert all(map(math.isfinite, trainer.losses))
    assert all(value.isfinite().all() for value in trainer.model.state_dict().values())
    nothing = ~(batch["tool_mask"].bool() & batch["completion_mask"].bool()).any(dim=1)
    assert nothing.any()
    assert batch["advantages"].isfinite().all()
    assert not batch["advantages"][nothing].any()
