"""Games, players and suites of installed packages: found by name, loaded late; broken ones are named."""

import sys
from pathlib import Path

import pytest

from agonist.core import UsageError
from agonist.plugins import PLAYERS, plugins
from agonist.suites import SUITES

NIM = Path(__file__).parents[2] / "examples" / "nim.py"

CODE = '''
from agonist.suites import OURS
from agonist.tournament import parse_target
from agonist.tournament.schedule import schedule
from agonist.match import Policy
from agonist.tournament.suite import Suite


class Greedy:
    """Takes the first legal answer."""

    def __init__(self, skip: int = 0):
        self.skip = skip

    def answer(self, legal):
        return legal[self.skip % len(legal)]


class Small(Suite):
    name = "small"
    title = "One game"

    def schedule(self, entry):
        return schedule(
            parse_target("tictactoe"), entry.players, (), matches=2, seed=entry.seed, policy=Policy(),
            specs=entry.specs,
        )

    def sections(self, store, run, entry):
        return []
'''


def package(folder, name, entries, code=""):
    """An installed package: a module, and the metadata that an installer writes."""
    info = folder / f"{name}-1.0.dist-info"
    info.mkdir(parents=True)
    (folder / f"{name}.py").write_text(code)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    groups = {}
    for entry in entries:
        group, _, line = entry.partition(" ")
        groups.setdefault(group, []).append(line)
    lines = [f"[agonist.{group}]\n" + "\n".join(each) for group, each in groups.items()]
    (info / "entry_points.txt").write_text("\n".join(lines) + "\n")


@pytest.fixture
def site(tmp_path_factory, command, monkeypatch):
    """A folder of installed packages; `command` forgets their modules."""
    folder = tmp_path_factory.mktemp("site")
    monkeypatch.syspath_prepend(str(folder))
    known = set(sys.modules)
    yield folder
    for name in set(sys.modules) - known:
        if Path(getattr(sys.modules[name], "__file__", None) or "/").is_relative_to(folder):
            del sys.modules[name]


@pytest.fixture
def extras(site):
    package(
        site,
        "agonist_extras",
        [
            "games heap = heap_game:KIT",
            "players greedy = agonist_extras:Greedy",
            "suites small = agonist_extras:Small",
        ],
        CODE,
    )
    (site / "heap_game.py").write_text(NIM.read_text())


def test_a_packages_game_player_and_suite_are_played_by_name(command, extras):
    assert "agonist_extras" not in sys.modules
    said = command("run", "heap", "small", "--player", "greedy?skip=1", "--player", "random", "--matches", 2)
    assert said.code == 0, said.err
    assert command("replay", 1, "--verify").code == 0
    assert command("report", "latest").code == 0
    assert command("play", "heap?matches=5", "greedy", "slow=greedy?skip=2").code == 0


def test_they_are_listed(command, extras):
    said = command("games")
    assert "heap" in said.out
    assert said.err == ""
    assert "heap" in [row["name"] for row in command("games", "--json").json]
    said = command("players")
    assert "greedy" in said.out
    assert "agonist_extras" in said.out
    assert "Takes the first legal answer." in said.out


def test_nothing_is_loaded_before_it_is_asked_for(command, extras):
    assert "small" in SUITES
    assert "greedy" in plugins(PLAYERS)
    assert command("play", "tictactoe", "random", "random").code == 0
    assert "agonist_extras" not in sys.modules
    assert "heap_game" not in sys.modules


def test_what_cannot_be_loaded_is_named_and_harms_nothing(command, site):
    package(
        site,
        "torn",
        [
            "games bad = torn:KIT",
            "games not_one = json:dumps",
            "players worse = torn:Agent",
            "suites worst = torn:S",
        ],
        "raise ValueError('the dog ate it')\n",
    )
    words = ("'bad'", "package torn", "ValueError: the dog ate it")
    command("play", "bad", "random", "random").told(6, *words)
    command("play", "tictactoe", "worse", "random").told(6, "'worse'", "package torn")
    command("run", "worst", "--player", "random").told(6, "'worst'", "package torn")
    said = command("games")
    assert said.code == 0
    assert "tictactoe" in said.out
    assert all(word in said.err for word in (*words, "not a Kit"))
    assert command("players").code == 0
    assert command("run", "tictactoe", "--player", "random", "--quick").code == 0


def test_two_packages_of_one_name_are_told_apart_by_their_modules(command, site, extras):
    package(site, "rival", ["players greedy = rival:Greedy", "players random = rival:Greedy"], CODE)
    said = command("play", "tictactoe", "greedy", "random")
    said.told(2, "several packages list a player 'greedy'", "agonist_extras", "rival (rival:Greedy)")
    assert command("play", "tictactoe", "rival:Greedy", "agonist_extras:Greedy").code == 0
    assert "has the name of one of ours" in command("players").err


def test_near_misses_know_packages(command, extras):
    command("play", "heep", "random", "random").told(2, "did you mean 'heap'")
    command("play", "tictactoe", "gredy", "random").told(2, "did you mean 'greedy'")
    with pytest.raises(KeyError):
        SUITES["nothing"]
    assert issubclass(UsageError, ValueError)
