"""A game with everything that comes with it, as one value."""

from __future__ import annotations

import sys
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any

from agonist.core import AgonistError, Ask, Game, Moves, Seat, Traits
from agonist.kit.arrays import Arrays
from agonist.kit.indicators import Indicators
from agonist.kit.options_from_text import make_game, option_texts
from agonist.kit.picture import Picture
from agonist.kit.skins import Counterfactual, Skins
from agonist.kit.text_interface import Words
from agonist.kit.wis_protocol import WisProtocol


def _no_secrets(game: Any, state: Any, seat: Seat) -> Sequence[str]:
    del game, state, seat
    return ()


class CannotSample(AgonistError):
    """No state that fits a view could be drawn; clauses of the contract that need one are not checked."""


@dataclass(frozen=True, slots=True)
class Playouts:
    """How Monte Carlo tree search cuts random play in a game where it is long or not informative."""

    moves: int
    """Random moves after which a playout is cut."""

    estimate: Callable[[Any, Any], tuple[float, ...]]
    """(game, state) -> the expected scores from there, in the unit of the outcome's scores."""


@dataclass(frozen=True, slots=True)
class UciPosition:
    """A position in the words of the Universal Chess Interface."""

    start: str | None
    """The first position in Forsyth-Edwards notation; `None` for the usual one."""

    moves: tuple[str, ...]
    """The moves since, such as `e2e4` and `e7e8q`."""

    answers: Mapping[str, Any]
    """The action of each legal move."""


@dataclass(frozen=True)
class Kit:
    """A game with all that comes with it. `agonist.games.KITS` lists ours; a user's is `module:KIT`."""

    game: type[Game[Any, Any]]

    words: Words[Any, Any]

    reference: Callable[[Any, Any, Ask, Random], Any]
    """(game, view, ask, rng) -> action: the best simple player known."""

    reference_is: str
    """A phrase that describes the reference player: perfect play, an equilibrium, a heuristic."""

    baseline: Callable[[Any, Any, Ask, Random], Any] | None = None
    """(game, view, ask, rng) -> a random answer among sensible ones, in games where any answer at random does
    worse than none; `None`: any answer."""

    baseline_is: str = "any answer at random"
    """A phrase that says among which answers the baseline player chooses."""

    sample_state: Callable[[Any, Any, Random], Any] | None = None
    """(game, view, rng) -> a state that this view does not rule out; `None` where the view is the state.
    Raises `CannotSample` where none can be drawn."""

    secrets: Callable[[Any, Any, Seat], Sequence[str]] = _no_secrets
    """(game, state, seat) -> texts that must not occur in anything that this seat is sent."""

    passes: Callable[[Any, Ask], Any] | None = None
    """(view, ask) -> the answer that does least, for the policy `pass`; `None` where the game has none."""

    playouts: Playouts | None = None
    """How playouts are cut short; `None`: they are played to the end."""

    random_end: Callable[[Any, Any, Random], tuple[float, ...]] | None = None
    """(game, state, rng) -> the scores at the end of random play from there; `None`: it is played step by
    step."""

    position: Callable[[Any, Any], Hashable] | None = None
    """(game, state) -> what matters of it for the rest of the match, in games in which nothing is hidden:
    states with the same position go on alike. `None`: the state itself."""

    quick_options: Mapping[str, Any] = field(default_factory=dict)
    """Options under which a random match takes milliseconds, for the contract."""

    drawing: Callable[[Any], str] | None = None
    """(view) -> a drawing for people in a fixed-width font, where a picture helps."""

    picture: Callable[[Any, Ask | None], Picture] | None = None
    """(view, the ask of this seat or `None`) -> a picture; `None` for games without pictures."""

    arrays: Arrays[Any, Any] | None = None
    """What a seat sees as named arrays of numbers, for programs that learn; `None` where it is words."""

    wis_protocol: WisProtocol[Any, Any] | None = None
    """The game in the published messages of the WiS agent protocol, where there are any for it."""

    uci_position: Callable[[Any, Any], UciPosition] | None = None
    """(game, view) -> the position for chess engines; `None` where the game is none of theirs."""

    indicators: Indicators | None = None
    """What the game measures in a finished match besides who won; `None`: nothing."""

    solvable: bool = False
    """Whether the game is small enough to be solved, with its usual options or smaller ones, and nothing is
    hidden: then boards count perfect moves."""

    key_moments: Callable[[Any, Any, Any, Moves], str] | None = None
    """(game, state before, state after, moves) -> what happened in this step in a few words, if readers of a
    match should not miss it; empty for an ordinary step. Rare public events are found without it."""

    section: Callable[[Any, str], Any] | None = None
    """(store, run) -> the game's own `Section` of a run's report, from its finished matches, or `None`."""

    files: Mapping[str, Callable[[Any, Any], str]] = field(default_factory=dict)
    """By the ending of a file's name, (store, stored match) -> the text of a finished match in a notation
    of the game's own."""

    size: str = ""
    """How many moves there are and how long a match can be, where a library tells; empty: not told."""

    speech_only: bool = False
    """Whether answers are texts, and only the game's code can tell which are moves: then nobody plays at
    random, and no reference player is known."""

    unchecked: Mapping[str, str] = field(default_factory=dict)
    """Clauses of the contract that cannot be checked on this game, each with the reason."""

    skins: Skins | None = None
    """Other words for the same rules, drawn by a seed; `None` where there are none."""

    counterfactuals: Sequence[Counterfactual] = ()
    """Other rules than the usual ones, of which a seed draws one: under them, what is known to be good in the
    usual game is not."""

    sides: tuple[str, str] | None = None
    """What the smaller and the larger of two sides are called, where they have different roles."""

    @property
    def name(self) -> str:
        return self.game.name

    @property
    def title(self) -> str:
        """What people read of the game's name, everywhere."""
        return self.game.title or self.name

    @property
    def traits(self) -> Traits:
        """The traits of the game with its default options."""
        return make_game(self.game, {}).traits

    @property
    def contract(self) -> str:
        """What of the contract can be checked on this game: `full`, `speech only`, or what cannot."""
        if self.speech_only:
            return "speech only"
        names = ", ".join(name.replace("_", " ") for name in self.unchecked)
        return f"not checked: {names}" if names else "full"

    def presets(self) -> Mapping[str, Mapping[str, Any]]:
        """The named sets of options that the game's module lists as `PRESETS`."""
        found = getattr(sys.modules.get(self.game.__module__), "PRESETS", {})
        return found if isinstance(found, Mapping) else {}

    def with_prompts(self, folder: Path | None) -> Kit:
        """The same game with a user's prompts: files in `folder/GAME/` replace ours of the same names."""
        theirs = folder / self.name if folder else None
        if theirs is None or not theirs.is_dir():
            return self
        return replace(self, words=replace(self.words, prompts=self.words.prompts.over(theirs)))

    def options(self) -> dict[str, Any]:
        """The options of the game with their defaults, as JSON values."""
        return option_texts(make_game(self.game, {}))
