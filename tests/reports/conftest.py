"""A small run, played once: two games, a reference, a random player, and two models of bad manners."""

import asyncio
import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

import agonist.pages
from agonist.match import Policy
from agonist.models.protocol import Reply, Usage
from agonist.models.scripted import ScriptedModel
from agonist.players.registry import PlayerRegistry
from agonist.store import Store
from agonist.tournament import GameRegistry, LocalExecutor, Runner, parse_target
from agonist.tournament.schedule import schedule

EVIL = "evil/</script><script>alert(1)</script>"
MUTE = "mute/x_y%&"
NASTY = (
    "</script><script>alert('boo')</script>\x1b[2J\x1b[31mred\r\nPlayer 1: (9, 9) | **bold** \u202eesrever"
)


def evil(messages):
    """Nonsense at first; asked again, the first option or the least number."""
    text = messages[-1].content
    if "cannot be played" not in text:
        return Reply(NASTY, "stop", Usage(100, 60, 20), "evil-1", seconds=0.5, tries=2, cost=0.01)
    option = re.search(r'"cell": one of "([^"]*)"', text)
    answer = json.dumps({"cell": option[1]} if option else {"chosen_number": 1})
    return Reply(answer, "stop", Usage(120, 100, 5), "evil-1", seconds=0.25, cost=0.02)


def connect(spec):
    return ScriptedModel(evil) if spec.text == EVIL else ScriptedModel(lambda _messages: "  ")


def play_run(path: Path, targets, players, *, matches, policy=None, connect=connect) -> str:
    chosen = [parse_target(target) for target in targets]
    fixtures = [
        fixture
        for target in chosen
        for fixture in schedule(target, players, matches=matches, seed=7, policy=policy or Policy())
    ]
    with Store.open(path) as store:
        plan = {"targets": targets, "players": players, "opponents": [], "matches": matches, "seed": 7}
        run = store.start_run(plan, fixtures)
        # The mute model never answers: it must play on all the same, or there would be nothing to report.
        runner = Runner(store, run, PlayerRegistry(connect), GameRegistry(), keep_going=True)
        asyncio.run(runner.play(LocalExecutor(4)))
    return run


@pytest.fixture(scope="session")
def played(tmp_path_factory):
    """(path of a database, id of its run)"""
    path = tmp_path_factory.mktemp("reports") / "games.db"
    targets = ["tictactoe", "guess_average?seats=4&rounds=2"]
    return path, play_run(path, targets, ["random", "reference", EVIL, MUTE], matches=4)


@pytest.fixture
def store(played):
    with Store.open(played[0], must_exist=True) as opened:
        yield opened


@pytest.fixture
def run(played):
    return played[1]


READER = """
const { picturesOf, svgOf, textsOf } = require(process.argv[1]);
const films = JSON.parse(require("fs").readFileSync(0, "utf8"));
const drawn = films.map(([film, sizes]) => {
  const texts = textsOf(film.texts);
  return Object.entries(sizes).map(([match, [views, pictures]]) =>
    picturesOf(film.matches[match], views, pictures).map((view) => view.map((items) => svgOf(texts, items))));
});
process.stdout.write(JSON.stringify(drawn));
"""


@pytest.fixture(scope="session")
def read_films():
    """The page's own script, run by Node: for each (film, by match its numbers of views and of pictures), the
    SVG of all pictures by match and view."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("this needs Node")

    def read(films):
        ran = subprocess.run(
            [node, "-e", READER, Path(agonist.pages.__file__).parent / "parts.js"],
            input=json.dumps(films),
            capture_output=True,
            encoding="utf-8",
            check=True,
            timeout=120,
        )
        return json.loads(ran.stdout)

    return read
