"""The games that a site offers."""

import sys
from importlib.util import find_spec
from subprocess import run

import pytest


@pytest.mark.skipif(find_spec("textarena") is None, reason="TextArena is not installed")
@pytest.mark.slow
def test_a_list_of_games_does_not_wait_for_textarena():
    code = """
import sys
from agonist.arena.offered_games import offered_games
games = offered_games()
assert games["textarena:KuhnPoker-v0"] == "" and games["chess"] == "Chess"
assert "textarena" not in sys.modules
"""
    run([sys.executable, "-c", code], check=True)
