"""A tiny model trained with what verifiers keeps of matches: ids, masks, log-probabilities, rewards.

verifiers 0.4 has no trainer of its own, and prime-rl is not on PyPI. The loss here is REINFORCE with the
baseline of SPIRAL (arXiv:2506.24119), which prime-rl calls `rae`: a mean of rewards for each `agent.name`.
"""

from collections import defaultdict
from itertools import islice

import pytest
import torch
import verifiers.v1 as vf
from renderers.configs import Qwen3RendererConfig
from tests.trainers.verifiers.tiny_engine import TinyModel, save_tokenizer, served
from verifiers.v1.clients import ModelContext, TrainClientConfig
from verifiers.v1.utils.loaders import load_environment, resolve_env_config


@pytest.fixture
def tiny(tmp_path):
    torch.manual_seed(0)
    torch.set_num_threads(1)
    return TinyModel(save_tokenizer(tmp_path))


async def played(model, folder, episodes, first=0, **taskset):
    """Episodes of an environment, and what the engine saw."""
    config = {"taskset": {"id": "agonist-verifiers", **taskset}}
    env = load_environment(resolve_env_config(config))
    async with served(model, most=3) as (address, seen):
        renderer = Qwen3RendererConfig(enable_thinking=False)
        client = TrainClientConfig(base_url=address, renderer=renderer, renderer_model_name=str(folder))
        context = ModelContext("tiny", client, vf.SamplingConfig())
        async with env.serving():
            tasks = islice(env.taskset, first, first + episodes)
            return [await env.run_episode(task, context) for task in tasks], seen


async def test_a_branch_has_the_ids_that_the_engine_saw_and_masks_what_it_did_not_write(tiny, tmp_path):
    episodes, seen = await played(tiny, tmp_path, 3, games=["tictactoe"])
    traces = [trace for episode in episodes for trace in episode.traces]
    assert all(episode.ok for episode in episodes)
    assert any(trace.metrics["invalid_answers"] for trace in traces)
    unseen = list(seen)
    for trace in traces:
        (branch,) = trace.branches
        ids, mask, logprobs = branch.token_ids, branch.sampled_mask, branch.logprobs
        assert len(ids) == len(mask) == len(logprobs)
        starts = [at for at in range(1, len(mask)) if mask[at] and not mask[at - 1]]
        assert len(starts) == trace.num_turns
        for at in starts:
            asked = next(call for call in unseen if call[0] == ids[:at])
            unseen.remove(asked)
            _, answer, sampled = asked
            until = at + len(answer)
            assert ids[at:until] == answer
            assert all(mask[at:until])
            assert logprobs[at:until] == sampled
            assert until == len(mask) or not mask[until]
        assert not any(logprob for logprob, written in zip(logprobs, mask, strict=True) if not written)
    assert not unseen
    assert sum(map(len, (answer for _, answer, _ in seen))) == sum(
        sum(branch.sampled_mask) for trace in traces for branch in trace.branches
    )


async def test_a_few_steps_of_training_in_self_play(tiny, tmp_path):
    optimizer = torch.optim.Adam(tiny.parameters(), lr=0.02)
    baselines = defaultdict(float)
    for step in range(3):
        episodes, _ = await played(tiny, tmp_path, 4, first=4 * step, games=["tictactoe"])
        batch = []
        for episode in episodes:
            assert sum(trace.reward for trace in episode.traces) == 1.0  # a win and a loss, or two draws
            for trace in episode.traces:
                advantage = trace.reward - baselines[trace.agent.name]
                baselines[trace.agent.name] += 0.05 * advantage
                for node in trace.nodes:
                    node.advantages = [advantage] * sum(node.mask)
                batch += trace.branches
        for branch in batch:
            kept = torch.tensor(branch.logprobs)[torch.tensor(branch.sampled_mask)]
            torch.testing.assert_close(written(tiny, branch), kept, atol=1e-3, rtol=0)
        before = objective(tiny, batch)
        optimizer.zero_grad()
        (-before).backward()
        assert all(parameter.grad.isfinite().all() for parameter in tiny.parameters())
        optimizer.step()
        assert objective(tiny, batch) > before
    assert set(baselines) == {"seat0", "seat1"}


def written(model, branch):
    """The model's log-probability of each token that is trained on."""
    ids = branch.token_ids
    at = [nth for nth, mine in enumerate(branch.sampled_mask) if mine]
    return model.logprobs(ids)[[nth - 1 for nth in at], [model.written.index(ids[nth]) for nth in at]]


def objective(model, batch):
    credit_of = [torch.tensor(branch.advantages)[torch.tensor(branch.sampled_mask)] for branch in batch]
    return torch.cat(
        [credit * written(model, branch) for credit, branch in zip(credit_of, batch, strict=True)]
    ).mean()
