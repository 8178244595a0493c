"""The suites, and the games with their words, hidden questions and indicators."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeVar

from agonist.core import AgonistError
from agonist.games import find_kit
from agonist.kit.guarded_kit import guarded, guarded_indicators
from agonist.kit.indicators import Indicators, joined
from agonist.tournament import GameRegistry
from agonist.tournament.evaluation_request import prompts_from
from agonist.tournament.game_spec import Folders, folders

if TYPE_CHECKING:
    from agonist.store import Reader
    from agonist.tournament.suite import Suite

T = TypeVar("T")


def suites() -> Mapping[str, Suite]:
    """All suites by name, those of installed packages among them."""
    from agonist.suites import SUITES

    return SUITES


def game_registry(prompts: Folders = None, suites: Iterable[str] = ()) -> GameRegistry:
    """The registry in which matches find words and hidden questions: the user's prompts, and those of our
    suites and of the suites that are named.
    """
    names = tuple(suites)
    return GameRegistry(
        folders(prompts),
        _OnDemand(lambda: _of_suites(names, lambda suite: suite.wordings)),
        _OnDemand(lambda: _of_suites(names, lambda suite: suite.probes)),
    )


def games_of(store: Reader, run: str) -> GameRegistry:
    """The registry in which the matches of this run find words and hidden questions.

    It is the same wherever they are played: in its process, in a browser or on a ladder.
    """
    return games_of_plan(store.plan(run))


def games_of_plan(plan: Mapping[str, Any]) -> GameRegistry:
    """The same for the plan of a run."""
    return game_registry(prompts_from(plan.get("prompts")), plan.get("suites", ()))


def that_load() -> Iterator[Suite]:
    """All suites but those of packages that cannot be loaded, of which users are told when they name them."""
    known = suites()
    for name in known:
        with suppress(AgonistError):
            yield known[name]


def indicators_of(game: str) -> Indicators:
    """What is measured in matches of a game, by suites and by itself. Raises `AgonistError` for a game that
    cannot be loaded."""
    found = [
        guarded_indicators(suite.title, suite.indicators[game])
        for suite in that_load()
        if game in suite.indicators
    ]
    kit = guarded(find_kit(game))
    if kit.indicators:
        found.append(kit.indicators)
    if kit.solvable:
        from agonist.players.equilibrium.perfect_moves import perfect_moves

        found.append(guarded_indicators(kit.title, perfect_moves(kit.position)))
    return joined(found)


class _OnDemand(Mapping[str, T]):
    """A mapping that is made when something is looked up in it.

    All suites take longer to load than a short run takes to play, and most runs need none of them.
    """

    def __init__(self, make: Callable[[], dict[str, T]]) -> None:
        self._make = make
        self._made: dict[str, T] | None = None

    def _all(self) -> dict[str, T]:
        if self._made is None:
            self._made = self._make()
        return self._made

    def __getitem__(self, name: str) -> T:
        return self._all()[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._all())


def _of_suites(names: Sequence[str], part: Callable[[Suite], Mapping[str, T]]) -> dict[str, T]:
    from agonist.suites import OURS, SUITES

    used = [*OURS.values(), *(SUITES[name] for name in names if name not in OURS)]
    return {name: value for suite in used for name, value in part(suite).items()}
