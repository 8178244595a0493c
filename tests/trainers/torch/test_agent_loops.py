"""Matches in verl, OpenRLHF and SkyRL: their own code reads our rows and makes batches of what is played.

Only their engines are replaced, since those need a GPU.
"""

from __future__ import annotations

import asyncio
import json
import re
import shlex
import subprocess
import sys
import time
import typing
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import MagicMock

import pytest

pytest.importorskip("trl", reason="scripts/test-trainers installs trainers and runs these")

import typing_extensions
from datasets import load_dataset  # type: ignore[import-untyped]  # it ships none
from tests.trainers.torch.tiny_models import CELLS, END, player_of_tictactoe

from agonist.api.seat_rollout_in_trainer import row_rollout
from agonist.core import UsageError

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "trainers.md").read_text("utf-8")


def command(trainer):
    """The words of the last of the three commands below a heading of the page."""
    block = re.findall(rf"^## {trainer}\n.*?^```text\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)[0]
    install, rows, train = block.replace("\\\n", " ").splitlines()
    assert install.startswith("pip install")
    assert rows == "python examples/rows_for_trainers.py tictactoe > rows.jsonl"
    return shlex.split(train)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Where a tiny model and four rows lie: two deals of tic-tac-toe against a random player, both seats."""
    folder = tmp_path_factory.mktemp("loops")
    for part in player_of_tictactoe():
        part.save_pretrained(folder / "tiny")
    script = [sys.executable, str(ROOT / "examples" / "rows_for_trainers.py"), "tictactoe", "random"]
    rows = subprocess.run(script, capture_output=True, text=True, check=True).stdout.splitlines()
    assert len(rows) == 1000
    (folder / "rows.jsonl").write_text("\n".join(rows[:4]))
    return folder


@pytest.fixture(scope="module")
def tokenizer(folder):
    from transformers import AutoTokenizer

    return AutoTokenizer.from_pretrained(folder / "tiny")


class Engine:
    """Answers with cells in turn, some of which are taken; remembers what it read and wrote."""

    def __init__(self, tokenizer):
        self.tokenizer, self.calls = tokenizer, {}

    def write(self, prompt, conversation):
        calls = self.calls.setdefault(conversation, [])
        wrote = self.tokenizer(f"{CELLS[len(calls) % 9]}{END}").input_ids
        logprobs = [-0.25 - number / 100 for number in range(len(wrote))]
        calls.append((list(prompt), wrote, logprobs))
        return wrote, logprobs

    def expect(self, whole, masked, logprobs):
        """Masked in is what was written in one conversation, each token after exactly what was read."""
        calls = next(calls for calls in self.calls.values() if calls[-1][0] + calls[-1][1] == whole)
        told = [0.0] * len(whole)
        for read, wrote, how_likely in calls:
            begins, ends = len(read), len(read) + len(wrote)
            assert whole[begins:ends] == wrote
            told[begins:ends] = how_likely
        assert [bool(each) for each in masked] == [each < 0 for each in told]
        assert logprobs == pytest.approx(told)


def test_verl_0_9_makes_a_batch_of_our_rows_by_its_own_worker_and_data_set(folder, tokenizer, monkeypatch):
    from hydra import compose, initialize_config_module
    from verl.experimental.agent_loop.agent_loop import AgentLoopWorker
    from verl.protocol import DataProto
    from verl.utils.dataset.rl_dataset import RLHFDataset, collate_fn
    from verl.workers.rollout.replica import TokenOutput

    monkeypatch.chdir(ROOT)
    python, m, module, *overrides = command("verl")
    assert (python, m, module) == ("python", "-m", "verl.trainer.main_ppo")
    engine, limits = Engine(tokenizer), []

    class Servers:
        async def generate(self, request_id, *, prompt_ids, sampling_params):
            assert sampling_params["logprobs"]
            limits.append(sampling_params["max_tokens"])
            wrote, logprobs = engine.write(prompt_ids, request_id)
            return TokenOutput(token_ids=wrote, log_probs=logprobs)

    def batch(*more):
        with initialize_config_module("verl.trainer.config", version_base=None):
            path = f"actor_rollout_ref.model.path={folder / 'tiny'}"
            config = compose("ppo_trainer", overrides=[*overrides, path, *more])
        rows = RLHFDataset([str(folder / "rows.jsonl")], tokenizer, config.data)
        asked = DataProto.from_single_dict(collate_fn([rows[0], rows[1]])).repeat(2, interleave=True)
        return asyncio.run(AgentLoopWorker(config, Servers()).generate_sequences(asked))

    output = batch()
    for row in range(4):
        tensors = output.batch[row]
        there = tensors["attention_mask"].bool()
        opens = int(there[: len(tensors["prompts"])].sum())
        follows = there[len(tensors["prompts"]) :]
        engine.expect(
            tensors["input_ids"][there].tolist(),
            [0] * opens + tensors["response_mask"][follows].tolist(),
            [0.0] * opens + tensors["rollout_log_probs"][follows].tolist(),
        )
        assert not tensors["response_mask"][~follows].any()
        assert tensors["rm_scores"].sum() == tensors["rm_scores"][follows][-1]
        assert tensors["rm_scores"].sum() in (-1, 0, 1)
    assert set(limits) == {256}
    first = min(len(calls[0][0]) for calls in engine.calls.values())
    with pytest.raises(UsageError, match="max_prompt_length"):
        batch(f"data.max_prompt_length={first - 1}")
    limits.clear()
    with pytest.raises(UsageError, match="max_response_length is 50"):
        batch("data.max_response_length=50")
    assert set(limits) == {50}


def test_openrlhf_0_11_loads_our_agent_and_makes_an_experience_of_its_answer(folder, tokenizer, monkeypatch):
    for name in ("vllm", "vllm.inputs", "vllm.utils"):
        monkeypatch.setitem(sys.modules, name, MagicMock())
    import openrlhf
    from openrlhf.datasets.prompts_dataset import PromptDataset
    from openrlhf.trainer.ppo_utils.samples_generator import SamplesGenerator
    from openrlhf.trainer.ray.vllm_engine import _load_agent_executor

    monkeypatch.chdir(ROOT)
    python, m, module, *flags = command("OpenRLHF")
    assert (python, m) == ("python", "-m")
    source = Path(openrlhf.__file__).parents[1].joinpath(*module.split(".")).with_suffix(".py")
    known = re.findall(r'"--([\w.]+)"', source.read_text("utf-8"))
    given = dict(zip(flags[::2], flags[1::2], strict=True))
    assert {flag.removeprefix("--") for flag in given} <= set(known)
    engine = Engine(tokenizer)

    class Vllm:
        async def generate(self, read, params, multi_modal_data=None):
            assert params.max_tokens == min(16, 10_000 - len(read))
            wrote, logprobs = engine.write(read, 0)
            found = [
                {token: SimpleNamespace(logprob=each)} for token, each in zip(wrote, logprobs, strict=True)
            ]
            return SimpleNamespace(outputs=[SimpleNamespace(token_ids=wrote, logprobs=found)])

    keys = SimpleNamespace(input_key=given["--data.input_key"], label_key=given["--data.label_key"])
    strategy = SimpleNamespace(args=SimpleNamespace(data=keys), is_rank_0=lambda: False)
    rows = load_dataset("json", data_files=str(folder / "rows.jsonl"))["train"]
    _, prompt, label, _ = PromptDataset(rows, tokenizer, strategy)[1]
    executor, params = _load_agent_executor(given["--train.agent_func_path"]), SimpleNamespace()
    params.max_tokens, params.logprobs = 16, 1

    def executed(label, most):
        return asyncio.run(executor.execute(prompt, label, params, most, tokenizer, Vllm()))

    response = executed(label, 10_000)
    whole = response["observation_tokens"]
    masked = [any(start <= at < end for start, end in response["action_ranges"]) for at in range(len(whole))]
    engine.expect(whole, masked, response["rollout_log_probs"])
    experience = SamplesGenerator._process_response_into_experience(None, response, max_len=10_000)
    assert experience.action_mask.sum() == sum(masked)
    assert experience.rewards.tolist() == [response["reward"]]
    assert not experience.truncated.any()
    assert json.loads(label)["seat"] == response["extra_logs"]["seat"] == 1
    with pytest.raises(UsageError, match=r"data\.max_len has room for 99"):
        executed(label, 100)
    with pytest.raises(UsageError, match="a row of data"):
        executed("tictactoe", 10_000)


def test_skyrl_0_3_makes_tensors_of_our_rows_by_its_own_data_set_and_checks(folder, tokenizer, monkeypatch):
    # pydantic takes that of `typing` from Python 3.12 on, which is SkyRL's.
    monkeypatch.setattr(typing, "TypedDict", typing_extensions.TypedDict)
    from skyrl.backends.skyrl_train.inference_servers.base import InferenceEngineInput
    from skyrl.train.config import SkyRLTrainConfig
    from skyrl.train.dataset import PromptDataset
    from skyrl.train.dataset.preprocess import convert_prompts_responses_to_batch_tensors
    from skyrl.train.generators.base import GeneratorInterface, GeneratorOutput
    from skyrl.train.generators.utils import prepare_generator_input
    from skyrl.train.utils.trainer_utils import validate_generator_output

    from agonist.adapters.skyrl import GameGenerator

    python, script, *overrides = command("SkyRL")
    assert (python, script) == ("python", "examples/train_with_skyrl.py")
    config = SkyRLTrainConfig.from_cli_overrides(overrides)
    engine = Engine(tokenizer)

    class Client:
        async def generate(self, asked, model=None):
            assert set(asked) <= set(InferenceEngineInput.__annotations__)
            assert "logprobs" in asked["sampling_params"]
            (session,), (prompt,) = asked["session_ids"], asked["prompt_token_ids"]
            wrote, logprobs = engine.write(prompt, session)
            return {"response_ids": [wrote], "response_logprobs": [logprobs], "stop_reasons": ["stop"]}

    data = PromptDataset(str(folder / "rows.jsonl"), tokenizer, 512, num_workers=1)
    rows = data.collate_fn([data[0], data[1]])
    asked, uids = prepare_generator_input(rows, 2, {"temperature": 1.0}, "none", "train", 0)
    generator = GameGenerator(Client(), tokenizer, "m", config.generator.max_input_length)
    assert isinstance(generator, GeneratorInterface)
    output = asyncio.run(generator.generate(asked))
    assert set(output) <= set(GeneratorOutput.__annotations__)
    assert output["trajectory_ids"] == asked["trajectory_ids"]
    validate_generator_output(len(uids), output)
    for row in range(4):
        prompt, response = output["prompt_token_ids"][row], output["response_ids"][row]
        told = [0] * len(prompt)
        engine.expect(
            prompt + response, told + output["loss_masks"][row], told + output["rollout_logprobs"][row]
        )
        assert output["rewards"][row] in (-1, 0, 1)
    # The same row twice is one deal against the same draws, and this engine writes the same.
    assert output["response_ids"][0] == output["response_ids"][1] != output["response_ids"][2]
    names = ("prompt_token_ids", "response_ids", "rewards", "loss_masks", "rollout_logprobs")
    prompts, responses, rewards, masks, logprobs = (output[name] for name in names)
    each = [[0.0] * (len(ids) - 1) + [reward] for ids, reward in zip(responses, rewards, strict=True)]
    _, _, _, paid, counted, likely, *_ = convert_prompts_responses_to_batch_tensors(
        tokenizer, prompts, responses, each, masks, logprobs
    )
    assert counted.sum(1).tolist() == [sum(mask) for mask in masks]
    assert paid.sum(1).tolist() == rewards
    assert likely.sum(1).tolist() == pytest.approx([sum(row) for row in logprobs])
    with pytest.raises(UsageError, match="a row of data"):
        asyncio.run(generator.generate({"prompts": [[]], "env_extras": [{}]}))


def test_the_script_of_the_page_gives_skyrl_0_3s_experiment_our_generator():
    # In a process of its own, since SkyRL changes how others are started.
    program = """
import runpy, sys, typing, typing_extensions
typing.TypedDict = typing_extensions.TypedDict
names = runpy.run_path(sys.argv[1], run_name="script")
config = names["SkyRLTrainConfig"].from_cli_overrides(sys.argv[2:])
made = names["GameExperiment"].get_generator(None, config, "tokenizer", "client")
print(type(made).__name__, made._room, made._model)
"""
    _, script, *overrides = command("SkyRL")
    words = [sys.executable, "-c", program, script, *overrides]
    told = subprocess.run(words, capture_output=True, text=True, check=True, cwd=ROOT).stdout
    assert told.splitlines()[-1] == "GameGenerator 8192 Qwen/Qwen2.5-0.5B-Instruct"


def test_a_seat_that_is_asked_nothing_has_a_row_that_counts_nothing(tokenizer):
    async def no_move(prompt, conversation):
        wrote = tokenizer(f"Hm{END}").input_ids
        return wrote, [-0.5] * len(wrote)

    row = json.dumps({"game": "tictactoe", "seed": 1, "seat": 1, "on_invalid": "strict"})
    trace, sequence = asyncio.run(row_rollout(row, tokenizer, no_move))
    assert trace.turns == ()
    assert trace.reward == 1  # the other seat lost by its first answer
    assert sequence.mask == (0,)


def test_a_turn_takes_at_most_20_ms_of_processor_time_beside_the_engine(tokenizer):
    calls = []

    async def generate(prompt, conversation):
        calls.append(conversation)
        wrote = tokenizer(f"{CELLS[len(calls) % 9]}{END}").input_ids
        return wrote, [-0.5] * len(wrote)

    async def rows(many):
        texts = [json.dumps({"game": "tictactoe", "seed": seed}) for seed in range(many)]
        await asyncio.gather(*(row_rollout(text, tokenizer, generate) for text in texts))

    asyncio.run(rows(1))  # what is done once
    calls.clear()
    began = time.process_time()
    asyncio.run(rows(10))
    assert len(calls) > 50
    assert (time.process_time() - began) / len(calls) < 0.02
