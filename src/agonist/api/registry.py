"""The suites, and the games with their words and hidden questions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from agonist.tournament import GameRegistry

if TYPE_CHECKING:
    from agonist.tournament.suite import Suite


def suites() -> Mapping[str, Suite]:
    """All suites by name, those of installed packages among them."""
    from agonist.suites import SUITES

    return SUITES


def game_registry(prompts: Path | None, suites: Iterable[str] = ()) -> GameRegistry:
    """The registry in which matches find words and hidden questions: the user's prompts, and those of our
    suites and of the suites that are named.
    """
    from agonist.suites import OURS, SUITES

    used = [*OURS.values(), *(SUITES[name] for name in suites if name not in OURS)]
    return GameRegistry(
        prompts,
        {name: folder for suite in used for name, folder in suite.wordings.items()},
        {name: probe for suite in used for name, probe in suite.probes.items()},
    )
