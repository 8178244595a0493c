"""Exit codes: situations of which each ends with one code of the table in docs/commands.md, and no other."""

from __future__ import annotations

import re
import shutil
import sqlite3
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from typing import Final, TypeAlias
from unittest.mock import patch

from tests.faults.trials.case import Said, agonist, decent, expect, inside, some
from tests.faults.trials.damage import played
from tests.faults.trials.games import MODULE

from agonist.cli.commands import games as listing
from agonist.models.mock_endpoint import Endpoint, Faults

DOCUMENT: Final = Path(__file__).parents[3] / "docs" / "commands.md"
TABLE: Final = {
    int(code): meaning
    for code, meaning in re.findall(
        r"^\| (\d+) \| (.+) \|$", DOCUMENT.read_text().partition("## Exit codes")[2], re.MULTILINE
    )
}
"""What each code means, as the documentation says."""

AGENT: Final = "def agent(observation, legal):\n    raise ValueError('tired')\n"

Situation: TypeAlias = Callable[[Path], Said]


def _run(*words: object) -> Said:
    return agonist("run", "tictactoe", *words)


def _broken_game(*words: object) -> Said:
    Path("odd.py").write_text(MODULE.format(method="act", lines="1 / 0"))
    try:
        return agonist(*words)
    finally:
        sys.modules.pop("odd", None)


def _unreadable_game(*words: object) -> Said:
    Path("torn.py").write_text("def torn(:\n")
    return agonist(*words)


def _failing_agent(*words: object) -> Said:
    Path("mine.py").write_text(AGENT)
    try:
        return agonist(*words)
    finally:
        sys.modules.pop("mine", None)


def _damaged(*words: object) -> Said:
    shutil.copyfile(played(), "agonist.db")
    with Path("agonist.db").open("r+b") as file:
        file.write(b"nonsense")
    return agonist(*words)


def _tampered(*words: object) -> Said:
    shutil.copyfile(played(), "agonist.db")
    with sqlite3.connect("agonist.db") as connection:
        connection.execute("UPDATE matches SET scores = '[7, 7]' WHERE id = 1")
    connection.close()
    return agonist(*words)


def _with_endpoint(mock: str, faults: Faults, *words: object, key: str | None = None) -> Said:
    with Endpoint(mock, faults, key=key) as endpoint:
        model = f"endpoint/m?base_url={endpoint.url}"
        return _run("--player", model, "--opponent", "random", "--matches", 20, *words)


def _raising(error: BaseException) -> Said:
    def games() -> None:
        raise error

    with patch.object(listing, "games", games):
        return agonist("games")


BOTS: Final = ("--player", "random", "--matches", 1)
SITUATIONS: Final[Mapping[str, tuple[int, Situation]]] = {
    "a list": (0, lambda _: agonist("games")),
    "a run": (0, lambda _: _run(*BOTS)),
    "a sound game": (0, lambda _: agonist("check-game", "tictactoe", "--matches", 1)),
    "a verified replay": (
        0,
        lambda _: Said(max(_run(*BOTS).code, agonist("replay", 1, "--verify").code), "", ""),
    ),
    "a broken game is checked": (1, lambda _: _broken_game("check-game", "odd:KIT", "--matches", 1)),
    "a failing player is checked": (
        1,
        lambda _: _failing_agent("check-player", "mine:agent", "--game", "tictactoe"),
    ),
    "a changed match is verified": (1, lambda _: _tampered("replay", 1, "--verify")),
    "an unknown command": (2, lambda _: agonist("gmaes")),
    "an unknown game": (2, lambda _: agonist("run", "tictacto", *BOTS)),
    "an unknown player": (2, lambda _: _run("--player", "radnom")),
    "an unknown option": (2, lambda _: _run(*BOTS, "--mathces", 3)),
    "an option out of range": (2, lambda _: _run("--player", "random", "--matches", 0)),
    "an unknown run": (2, lambda _: Said(max(_run(*BOTS).code, agonist("resume", "none").code), "", "said")),
    "a damaged database is listed": (3, lambda _: _damaged("runs")),
    "a damaged database is run into": (3, lambda _: _damaged("run", "tictactoe", *BOTS)),
    "a damaged database is resumed": (3, lambda _: _damaged("resume", "latest")),
    "a folder for a database": (3, lambda here: agonist("runs", "--db", here)),
    "a file that is not there": (3, lambda _: agonist("leaderboard", "--db", "none/agonist.db")),
    "nobody listens": (
        4,
        lambda _: _run(
            "--player",
            "endpoint/m?base_url=http://127.0.0.1:9/v1",
            "--opponent",
            "random",
            "--matches",
            1,
            "--policy",
            "default",
        ),
    ),
    "access is refused": (4, lambda _: _with_endpoint("sensible", Faults(), key="another")),
    "an endpoint that fails": (4, lambda _: _with_endpoint("sensible", Faults(rate_500=1.0))),
    "thirty invalid answers": (4, lambda _: _with_endpoint("sensible", Faults(garbage=1.0))),
    "a budget of requests": (5, lambda _: _with_endpoint("sensible", Faults(), "--budget-requests", 5)),
    "a budget of tokens": (5, lambda _: _with_endpoint("sensible", Faults(), "--budget-tokens", 2000)),
    "a broken game is run": (6, lambda _: _broken_game("run", "odd:KIT", *BOTS)),
    "a broken game is played": (6, lambda _: _broken_game("play", "odd:KIT", "random", "random")),
    "the module of a game is not there": (2, lambda _: agonist("run", "nowhere:KIT", *BOTS)),
    "a game that cannot be imported": (6, lambda _: _unreadable_game("run", "torn:KIT", *BOTS)),
    "an agent fails in a run": (
        7,
        lambda _: _failing_agent("run", "tictactoe", "mine:agent", "--opponent", "random", "--matches", 1),
    ),
    "an agent fails in a match": (7, lambda _: _failing_agent("play", "tictactoe", "mine:agent", "random")),
    "a bug": (70, lambda _: _raising(RuntimeError("a bug"))),
    "Ctrl-C": (130, lambda _: _raising(KeyboardInterrupt())),
}
"""Each situation with its code."""


def tried(name: str, folder: Path) -> Said:
    """A situation, which must end with its code."""
    code, situation = SITUATIONS[name]
    with inside(folder, AGONIST_DEBUG=""), patch("agonist.models.retry.RetryPolicy.wait", lambda *_: 0.001):
        said = situation(folder)
    expect(said.code == code, f"{name}: not {code} ({TABLE.get(code)})", said)
    if code != 70:
        decent(said, (code,))
    else:
        expect("Traceback" not in said.err and said.err.strip(), "a bug is told in one message", said)
    return said


def trial(rng: Random, folder: Path) -> str:
    expect(set(TABLE) == {code for code, _ in SITUATIONS.values()}, f"the table has the codes {set(TABLE)}")
    return f"code {tried(some(rng, tuple(SITUATIONS)), folder).code}"
