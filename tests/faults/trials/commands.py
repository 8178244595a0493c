"""Odd command lines: every one ends with a code of the table, and one message where it fails."""

from __future__ import annotations

from pathlib import Path
from random import Random

from tests.faults.trials.case import ODD, agonist, decent, expect, inside, some

from agonist import api

OPTIONS = {
    "games": ("--json", "--help"),
    "players": ("--json", "--help"),
    "runs": ("--db", "--json"),
    "report": ("--db", "--format", "--output", "--method", "--help"),
    "leaderboard": ("--db", "--game", "--method", "--board", "--suite", "--profile", "--json"),
    "replay": ("--db", "--seat", "--verify"),
    "resume": ("--db", "--concurrency", "--budget-usd", "--budget-requests", "--rpm", "--cache", "--json"),
    "play": ("--seed", "--policy", "--prompts", "--json"),
    "run": (
        *("--player", "--opponent", "--matches", "--seed", "--db", "--seat", "--sweep", "--profile"),
        *(
            "--concurrency",
            "--budget-usd",
            "--budget-tokens",
            "--cache",
            "--policy",
            "--prompts",
            "--estimate",
        ),
    ),
    "endpoint": ("--fault", "--mock", "--latency"),
}
FLAGS = ("--json", "--help", "--verify", "--estimate", "--quick")
FIRST = {
    "report": ("latest",),
    "replay": ("1", "2"),
    "resume": ("latest",),
    "play": ("tictactoe", "guess_average?rounds=1"),
    "run": ("tictactoe", "guess_average?rounds=1"),
}
CODES = (0, 1, 2, 3, 4, 5, 6, 7, 130)


def trial(rng: Random, folder: Path) -> str:
    with inside(folder):
        if rng.random() < 0.5:
            api.run(["tictactoe"], ["random"], matches=1, db="agonist.db")
        command = some(rng, tuple(OPTIONS))
        words = [command]
        if command in FIRST:
            words.append(some(rng, FIRST[command] if rng.random() < 0.7 else ODD))
        if command == "play":
            words += [some(rng, ("random", "reference", some(rng, ODD))) for _ in range(2)]
        if command == "run":
            # Small, unless an odd word says otherwise.
            words += ["--player", "random", "--matches", "1"]
        if command == "endpoint":
            # Never one that serves: nobody would end it.
            words += ["--port", some(rng, ("-1", "65536", "x", ""))]
        for _ in range(int(rng.random() * 3)):
            option = some(rng, OPTIONS[command])
            words += [option] if option in FLAGS else [option, some(rng, ODD)]
        if rng.random() < 0.1:
            words.append(some(rng, ODD))
        before = {path.name for path in folder.parent.iterdir()}
        said = agonist(*words)
        decent(said, CODES)
        expect({path.name for path in folder.parent.iterdir()} == before, f"{words} wrote outside its folder")
        if "--json" in words and "--help" not in words and said.code == 0 and said.out.strip():
            expect(said.out.lstrip()[0] in "[{", f"{words} printed something else than JSON", said)
    return f"code {said.code}"
