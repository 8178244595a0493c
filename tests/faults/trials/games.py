"""Broken games: exit 6 for their matches alone, found by check-game, and no leaderboard suffers."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from random import Random
from unittest.mock import patch

from tests.faults.trials.case import agonist, decent, expect, inside, some

from agonist import api, contract
from agonist.store import Store

MODULE = """
import random, sys, time
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
import numpy as np
from agonist.core import *
from agonist.games.tictactoe import KIT as OTHER
from agonist.kit import Kit

class Odd(type(OTHER.game())):
    name = "odd"
    def {method}(self, *given):
        {lines}
        return super().{method}(*given)

KIT = replace(OTHER, game=Odd)
"""
VALUES = (
    *(
        "None",
        "0",
        "'text'",
        "()",
        "[]",
        "{}",
        "(None, None)",
        "object()",
        "float('nan')",
        "10**400",
        "lambda: 1",
    ),
    *(
        "{0: None}",
        "{9: Choice((1, 2))}",
        "{0: Choice(())}",
        "{0: Choice((float('nan'), object()))}",
        "{'0': Choice((1,))}",
    ),
    *(
        "{0: Amount(0, 10**400)}",
        "{0: Amount(2, 1)}",
        "{0: Shuffle((1, 2), 1)}",
        "{CHANCE: Draw((1, 2), (0.0,))}",
    ),
    *(
        "Outcome((1,), 'short')",
        "Outcome((1, None), 'none')",
        "Outcome((1, 10**400), 'huge')",
        "Outcome((1, 'x'), 'text')",
    ),
    *("Outcome((float('nan'), 0), 'nan')", "Outcome((1, 0), None)", "Outcome((1, 0), 'teams', ((0, 5),))"),
    *(
        "Outcome((np.float64('inf'), 0), 'inf')",
        "Outcome((Decimal('1e30'), 0), 'big')",
        "Outcome((2j, 0), 'complex')",
    ),
)
LINES = (
    *(f"return {value}" for value in VALUES),
    *(
        "raise ValueError('oops')",
        "sys.exit(0)",
        "sys.exit('bye')",
        "raise KeyError",
        "raise MemoryError",
        "1 / 0",
    ),
    *("print('noise')", "sys.stdout.write('noise')", "raise GeneratorExit", "assert False", "self.x = 1"),
    *("while True: pass", "time.sleep(60)", "return self.{method}(*given)"),
)
METHODS = ("new", "turn", "act", "observe", "outcome")


def finished(db: str, game: str) -> list[str]:
    """What the finished matches of this game came to, with all their moves."""
    with Store.open(db, must_exist=True) as store:
        of_game = [match for match in store.results() if match.fixture.game == game]
        return sorted(
            repr((m.fixture.key, m.scores, m.reason, [dict(step.moves) for step in store.steps(m)]))
            for m in of_game
        )


def trial(rng: Random, folder: Path) -> str:
    method, line = some(rng, METHODS), some(rng, LINES)
    # Sometimes only later in a match, when other moves are played already.
    if rng.random() < 0.3 and method in ("turn", "act", "observe", "outcome"):
        line = f"if sum(cell is not None for cell in getattr(given[0], 'cells', ())) > 2: {line}"
        if "while" in line:
            line = line.replace("while True: pass", "time.sleep(60)")
    name = f"odd_{int(rng.random() * 1e12)}"
    (folder / f"{name}.py").write_text(MODULE.format(method=method, lines=line.replace("{method}", method)))
    with inside(folder, AGONIST_CODE_SECONDS="1"):
        api.run(["tictactoe"], ["random"], opponents=["minimax?depth=1"], matches=2, db="agonist.db")
        # Other processes take seconds each, and have tests of their own.
        with patch.object(contract, "check_elsewhere", return_value={}):
            checked = agonist("check-game", f"{name}:KIT", "--matches", "1")
        players = ("--player", "random", "--opponent", "minimax?depth=1", "--matches", "2")
        alone = finished("agonist.db", "tictactoe")
        ran = agonist("run", f"{name}:KIT", "tictactoe", *players, "--db", "beside.db", "--json")
        decent(checked, (0, 1, 2, 6))
        decent(ran, (0, 6))
        if ran.out.strip():
            json.loads(ran.out)
        expect(ran.code == 0 or checked.code != 0, f"check-game did not find {method}: {line}", ran)
        expect("noise" not in ran.out + checked.out, "what a game prints reached standard output", ran)
        expect(
            finished("beside.db", "tictactoe") == alone, "a broken game changed the matches of another", ran
        )
        with Store.open("beside.db") as store:
            own = {match.status for match in store.matches("latest") if match.fixture.game != "tictactoe"}
        expect(own == ({"broken"} if ran.code else {"finished"}), f"its own matches are {own}", ran)
        board = agonist("leaderboard", "--db", "beside.db", "--json")
        decent(board, (0,))
        expect(len(json.loads(board.out)) >= 2, "the leaderboard lost players", board)
    sys.modules.pop(name, None)
    return f"{'found' if checked.code else 'harmless'}: code {ran.code}"
