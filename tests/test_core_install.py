"""What `pip install agonist` installs, without extras, is enough to import it and to play."""

import re
import subprocess
import sys
import tomllib
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path

import pytest

PROJECT = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text("utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]

CORE_ALONE = """
import sys
from importlib.abc import MetaPathFinder
from importlib.metadata import packages_distributions


class Missing(MetaPathFinder):
    def find_spec(self, name, path, target=None):
        there = {each.lower().replace("_", "-") for each in OF_MODULE.get(name.partition(".")[0], ())}
        if there and not there & CORE:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        return None


CORE, OF_MODULE = set(sys.argv[1].split()), packages_distributions()
sys.meta_path.insert(0, Missing())

import agonist
from agonist.cli.app import leave

run = agonist.evaluate("random", "tictactoe", step=1, opponents=["random"], matches=2).run
for line in sys.argv[2:]:
    assert leave(line.split()) == 0, line
"""

COMMANDS = [
    "games tictactoe",
    "players",
    "suites",
    "run tictactoe --player random --opponent baseline --matches 2",
    "resume latest --player ckpt@2=reference",
    "report latest",
    "replay 1",
    "compare random baseline",
    "export latest --format jsonl",
    "export latest --format wandb",
    "export latest --format eval-results --player random",
    "export latest --format lm-eval --player random",
]


def name_of(requirement):
    return re.split(r"[\[<>=!~; ]", requirement, maxsplit=1)[0].lower().replace("_", "-")


def core():
    """All distributions that the core needs, and those that they need, by name."""
    found, left = {"agonist"}, [name_of(each) for each in PROJECT["dependencies"]]
    while left:
        name = left.pop()
        if name not in found:
            found.add(name)
            try:
                left += [name_of(each) for each in requires(name) or () if "extra ==" not in each]
            except PackageNotFoundError:  # for another platform or Python
                continue
    return found


def test_no_package_of_an_extra_is_installed_with_the_core():
    of_extras = {name_of(each) for some in EXTRAS.values() for each in some} - {"agonist"}
    assert {"torch", "trl", "gymnasium", "pettingzoo", "inspect-ai", "openenv"} <= of_extras
    assert of_extras & core() == set()


@pytest.mark.long
def test_commands_and_evaluate_work_with_the_core_alone(tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", CORE_ALONE, " ".join(sorted(core())), *COMMANDS],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
