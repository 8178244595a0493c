"""Databases to test with; PostgreSQL's is a server of our own in a temporary folder."""

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from agonist.core import Outcome
from agonist.games import KITS
from agonist.kit import make_game
from agonist.match import Fixture, Match, Policy, ProbeAnswer, Record, Step
from agonist.models.protocol import Message, Usage
from agonist.players.model_call_record import ModelCall
from agonist.store import Store

BEFORE_20 = (
    "DROP TABLE programs",
    "ALTER TABLE matches ADD COLUMN key TEXT NOT NULL DEFAULT ''",
    "CREATE INDEX model_calls_in_numbers ON model_calls (match)",
)

BEFORE_13 = (
    "ALTER TABLE matches DROP COLUMN move_counts",
    "ALTER TABLE matches DROP COLUMN course",
    "ALTER TABLE matches DROP COLUMN worker",
    "ALTER TABLE matches DROP COLUMN deaths",
    "ALTER TABLE matches DROP COLUMN died_at",
    "ALTER TABLE matches DROP COLUMN usage",
    "DROP TABLE sent_messages",
    "DROP TABLE call_tokens",
    "DROP TABLE prompts",
    "DROP TABLE run_workers",
    "DROP TABLE run_rates",
    "ALTER TABLE model_calls DROP COLUMN form",
    *BEFORE_20,
)
"""What the tables of runs are before a database of today is given an older version."""


@pytest.fixture
def postgresql(server: str) -> Iterator[str]:
    """The URL of an empty database, emptied after the test."""
    import psycopg

    url = f"{server}/postgres"
    yield url
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE pid <> pg_backend_pid() AND datname = current_database()"
        )
        # To make and drop a database for each test took more of the server's time than all tests in it.
        connection.execute("DROP SCHEMA public CASCADE")
        connection.execute("CREATE SCHEMA public")


@pytest.fixture(params=["sqlite", "postgresql"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database that does not exist yet, or is empty."""
    if request.param == "sqlite":
        return str(tmp_path / "agonist.db")
    return str(request.getfixturevalue("postgresql"))


@pytest.fixture
def store(where: str) -> Iterator[Store]:
    with Store.open(where) as store:
        yield store


def fixture(nth: int = 0, **changes: object) -> Fixture:
    given: dict[str, object] = {
        "game": "tictactoe", "version": 1, "options": {"seats": 2}, "seed": f"s{nth}",
        "players": ("openai/x?temperature=0", "random"),
        "policy": Policy(retries=1, then="forfeit", seconds=2.5),
        "prompts": "abc", "block": f"b{nth // 2}", "part": "all",
        "script": {"deal": [("a", 1), ("b", 2)], "who": [0]},
    }  # fmt: skip
    return Fixture(**given | changes)  # type: ignore[arg-type]


def call(**changes: object) -> ModelCall:
    given: dict[str, object] = {
        "sent": (Message("system", "the rules"), Message("user", "your turn")), "kept": 0,
        "text": '{"cell": "1,1"}', "finish": "stop", "model": "x-2026", "settings": {"temperature": 0.0},
        "thought": "Hm.\n\u0000?",
        "usage": Usage(100, 60, 20, 5), "cost": 0.25, "seconds": 1.5,
    }  # fmt: skip
    return ModelCall(**given | changes)  # type: ignore[arg-type]


STEPS = (
    Step({-1: ("ace", 2), 0: (0, (1, "two")), 1: None}, probes=(ProbeAnswer("spy", 1, ("p", 2)),)),
    Step(
        {0: "fold"},
        (
            call(error="illegal", complaint="cell 1,1 is taken", attempt=1),
            call(kept=2, attempt=2, logprobs=(("a", -0.5, (("b", float("-inf")),)),), cost=None),
            call(seat=1, probe="spy", error="empty", from_cache=True, tries=0),
        ),
        (0,),
    ),
    Step({1: 2**70}, (call(seat=1, text="half \ud83d and nul \0, é 中", model="\0"),)),
    Step({0: True, 1: 1.5}, (ModelCall(seat=1, error="timeout", complaint="late"),)),
    Step({}, fallback=(1,)),
)
"""Steps of no game in particular, with everything in them that is hard to keep."""


def played(steps: tuple[Step, ...] = STEPS, forfeits: tuple[int, ...] = (1,)) -> Match:
    game = make_game(KITS["tictactoe"].game, {})
    record = Record("tictactoe", game, tuple(step.moves for step in steps if step.moves), forfeits)
    return Match(record, steps, Outcome((1.0, -1.0), "Player 2 forfeits", ((0,), (1,))))


@pytest.fixture
def made() -> SimpleNamespace:
    """What tests put into a database."""
    return SimpleNamespace(fixture=fixture, call=call, steps=STEPS, played=played)
