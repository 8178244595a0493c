"""What a report or a leaderboard leaves out of a damaged database."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from agonist.cli.streams import say

NAMED: Final = 5
"""The most matches that cannot be rated and are listed; of the others only the number is given."""


def say_left_out(damaged: Sequence[str]) -> int:
    """Print what was left out; returns the exit code."""
    from agonist.store import StoreError

    if not damaged:
        return 0
    more = f"; and {len(damaged) - NAMED:,} more" if len(damaged) > NAMED else ""
    say(f"agonist: left out: {'; '.join(damaged[:NAMED])}{more}")
    return StoreError.exit_code
