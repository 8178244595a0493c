"""Evaluations by Inspect in this process, with its mock provider: nothing is sent anywhere."""

from __future__ import annotations

import gc
import logging
import warnings
from contextlib import contextmanager
from random import Random

import pytest

from agonist.models.mock_endpoint.mock_models import MOCK_MODELS


def mock(name, spoil=lambda nth: None):
    """A model of Inspect's mock provider that answers as this mock model of ours. `spoil` is called with the
    number of each request, and may raise. It calls `submit` if it has
    that tool."""
    from inspect_ai.model import ModelOutput, ModelUsage, get_model

    asked = []

    def answer(messages, tools, _choice, _config):
        asked.append(messages)
        spoil(len(asked))
        plain = [{"role": each.role, "content": each.text} for each in messages if each.text]
        text = MOCK_MODELS[name](plain, Random(len(asked)))
        output = ModelOutput.from_content(f"mockllm/{name}", text)
        if any(tool.name == "submit" for tool in tools):
            output = ModelOutput.for_tool_call(f"mockllm/{name}", "submit", {"answer": text})
        output.usage = ModelUsage(input_tokens=100, output_tokens=7, total_tokens=107)
        return output

    model = get_model(f"mockllm/{name}", custom_outputs=answer)
    model.asked = asked
    return model


@contextmanager
def not_ours():
    """Around calls of Inspect, which leaves streams of its own open, uses what is deprecated, and sets up
    logging for its process."""
    root = logging.getLogger()
    before = list(root.handlers), root.level
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield
        gc.collect()
    root.handlers[:], level = before
    root.setLevel(level)


@pytest.fixture
def evaluate(tmp_path, monkeypatch):
    """Calls Inspect's `eval` on one task; returns its log."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("INSPECT_DISPLAY", "none")

    def evaluated(task, model="random", roles=None, **options):
        from inspect_ai import eval as inspect_eval

        chosen = mock(model) if isinstance(model, str) else model
        found = {role: mock(name) for role, name in (roles or {}).items()}
        settings = {"display": "none", "log_dir": str(tmp_path / "logs"), **options}
        with not_ours():
            (log,) = inspect_eval(task, model=chosen, model_roles=found, **settings)
        return log

    return evaluated
