"""The contract of a game with other options."""

from dataclasses import replace

from agonist.contract import check_game

REPLAYS = 20
"""With the usual options, `scripts/test-long` replays the matches of each game 200 times."""


def breaches(kit, options, seeds):
    """The clauses that the game breaks with these options."""
    return check_game(replace(kit, quick_options=options), seeds, replays=REPLAYS)
