"""The pages of methods: what they tell the reader to type is run by tests, and their plots are today's."""

import re
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path

import pytest
from tests.page_blocks import BLOCK, blocks

from agonist.cli.command_table import COMMANDS

ROOT = Path(__file__).parent.parent
METHODS = [
    *(
        "ablation",
        "deception",
        "equal-cost",
        "forecasts",
        "forks",
        "game-theory",
        "luck-and-skill",
        "programs",
    ),
    *("reliability", "reskins", "stopping", "variance"),
]
SCRIPT = ROOT / "scripts" / "plots"
PLOTS = re.findall(r'^    "([a-z-]+)": \w+,$', SCRIPT.read_text(encoding="utf-8"), re.MULTILINE)
INLINE = re.compile(r"`([^`\n]+)`")


def page(name):
    return ROOT / "docs" / f"{name}.md"


def sentences(name):
    """What a page writes as code in its sentences: neither in blocks nor in tables."""
    text = BLOCK.sub("", page(name).read_text(encoding="utf-8"))
    return INLINE.findall("\n".join(line for line in text.splitlines() if not line.startswith("|")))


@pytest.mark.parametrize("name", METHODS)
def test_a_command_in_a_sentence_is_a_verb_alone_or_begins_a_command_that_is_run(name):
    """Those in blocks are run by tests/test_documents.py."""
    run = [f"{line} " for block in blocks(page(name), "bash") for line in block.splitlines()]
    for code in sentences(name):
        words = code.split()
        if words[0] == "agonist" and words[1:]:
            verb_alone = len(words) == 2 and words[1] in COMMANDS
            assert verb_alone or any(line.startswith(f"{code} ") for line in run), f"`{code}` is not run"
        if words[0].startswith("--") and sum(word.startswith("--") for word in words) > 1:
            assert any(f" {code} " in line for line in run), f"`{code}` is part of no command that is run"


@pytest.mark.parametrize("name", METHODS)
def test_a_page_names_plots_that_can_be_drawn(name):
    for code in sentences(name):
        if code.startswith("scripts/plots "):
            (plot,) = code.split()[1:]
            assert plot in PLOTS
            assert f"(pictures/{plot}.svg)" in page(name).read_text(encoding="utf-8")


@pytest.mark.long
@pytest.mark.parametrize("plot", PLOTS)
def test_a_plot_is_what_is_measured_today(plot, tmp_path, monkeypatch):
    loader = SourceFileLoader("plots", str(SCRIPT))
    module = module_from_spec(spec_from_loader("plots", loader))
    loader.exec_module(module)
    assert list(module.PLOTS) == PLOTS
    kept = (module.PICTURES / f"{plot}.svg").read_text(encoding="utf-8")
    monkeypatch.setattr(module, "PICTURES", tmp_path)
    module.main(plot)
    assert (tmp_path / f"{plot}.svg").read_text(encoding="utf-8") == kept, f"run scripts/plots {plot}"
