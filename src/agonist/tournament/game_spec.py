"""A game with options, as users write it: `connect_four?rows=5`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeAlias

from agonist.core import Game, UsageError, nearest
from agonist.core.options import types_of
from agonist.games import find_kit, full_name, game_names
from agonist.kit import Kit, make_game
from agonist.kit.options_from_text import option_key
from agonist.kit.skinned_kit import LABELS, PAYOFFS, seed_of_layer, skinned
from agonist.kit.skins import counterfactual_of
from agonist.match import Probe
from agonist.match.own_wordings import wording_of
from agonist.text import parse_spec

Folders: TypeAlias = Path | Iterable[Path] | None
"""A user's folders of prompts: none, one, or several."""


def folders(prompts: Folders) -> tuple[Path, ...]:
    """These folders of prompts, however they are given."""
    return (prompts,) if isinstance(prompts, Path) else tuple(prompts or ())


@dataclass(frozen=True)
class Target:
    """A game with its options; the game is looked up by `name`."""

    text: str
    name: str
    kit: Kit
    game: Game[Any, Any]
    wording: str = ""
    """The wording and the re-skins in force, as `Fixture.wording` names them."""


def in_each_wording(text: str, prompts: Sequence[Path]) -> list[Target]:
    """The game in the words of each of a user's folders of prompts; in ours without any."""
    if len(prompts) < 2:
        return [parse_target(text, *prompts)]
    found = [(parse_target(text, folder), wording_of(folder)) for folder in prompts]
    return [replace(one, wording="+".join(filter(None, (own, one.wording)))) for one, own in found]


def parse_target(text: str, prompts: Path | None = None) -> Target:
    """The game for `connect_four?rows=5`, under its full name; a user's own wording overrides ours.

    `labels=SEED` gives it other words, `payoffs=SEED` other rules (`agonist.kit.skins`), whose options are
    written out. Raises `UsageError` for an unknown game or option, or one out of range.

    >>> parse_target("tictactoe?seats=3")
    Traceback (most recent call last):
    agonist.core.errors.UsageError: tictactoe is for 2 players, not 3
    >>> parse_target("tictactoe(players=2)").text
    'tictactoe?seats=2'
    >>> parse_target("connect_four?payoffs=1").text
    'connect_four?rows=4&columns=5&length=3'
    """
    typed, options = parse_spec(text)
    name = full_name(typed)
    kit = find_kit(name).with_prompts(checked_folder(prompts))
    given, layers, seeds = reskinned(kit, options)
    if layers:
        kit = skinned(kit, layers)
    game = make_game(kit.game, given)
    keys = [option_key(kit.game, key) for key in given]
    written = "&".join(f"{key}={value}" for key, value in [*zip(keys, given.values(), strict=True), *seeds])
    return Target(f"{name}?{written}" if written else name, name, kit, game, "+".join(layers))


def reskinned(
    kit: Kit, options: Mapping[str, str]
) -> tuple[dict[str, Any], list[str], list[tuple[str, int]]]:
    """The options of a game without `labels` and `payoffs`; the wordings that these name, and the seeds of
    those that no option stands for.

    Options that are given go before those that a seed draws. Raises `UsageError` for seeds that are no whole
    numbers, and for games without re-skins.
    """
    left: dict[str, Any] = dict(options)
    layers, seeds = list[str](), list[tuple[str, int]]()
    for kind in (PAYOFFS, LABELS):
        if kind not in left or kind in types_of(kit.game):
            continue
        typed = left.pop(kind)
        if not typed.isdecimal():
            raise UsageError(f"{kit.name}: {kind} is a seed, a whole number of 0 or more, not {typed!r}")
        seed = int(typed)
        if kind == PAYOFFS and kit.counterfactuals:
            chosen = counterfactual_of(kit.counterfactuals, kit.name, seed)
            usual = {key: value for key, value in left.items() if key != LABELS or key in types_of(kit.game)}
            left = {**chosen.options(make_game(kit.game, usual), seed), **left}
            if not chosen.exchanged:
                continue
        layers.append(f"{kind}/{seed}")
        seeds.append((kind, seed))
    return left, layers, seeds


def one_spelling(text: str) -> str:
    """A game as matches and plans name it, however it was typed; suites and unknown names stay.

    >>> one_spelling("tictactoe(players=2)"), one_spelling("tictactoe?seats=2"), one_spelling("tick")
    ('tictactoe?seats=2', 'tictactoe?seats=2', 'tick')
    """
    name, _ = parse_spec(text)
    return parse_target(text).text if ":" in name or name in game_names() else text


@dataclass(frozen=True)
class GameRegistry:
    """Where matches find their games, words and hidden questions by name.

    `prompts` is the user's own folder of prompts, which override all others; of several, each is a wording
    that matches name. `wordings` and `probes` are those of the suites.
    """

    prompts: tuple[Path, ...] = ()
    wordings: Mapping[str, Path] = field(default_factory=dict)
    probes: Mapping[str, Probe] = field(default_factory=dict)
    terms: dict[str, tuple[Kit, Game[Any, Any]]] = field(default_factory=dict, repr=False, compare=False)
    """The games that matches were played by so far, with their options and words."""

    def kit(self, name: str, wording: str = "") -> Kit:
        """The game of this name, with a suite's wording if one is named, and the user's prompts over both.

        Several wordings are joined by `+`; a later one overrides those before it. Re-skins, such as
        `labels/7`, go over all others.
        """
        kit = find_kit(name)
        layers = wording.split("+") if wording else []
        skins = [layer for layer in layers if seed_of_layer(layer) is not None]
        several = {wording_of(folder): folder for folder in self.prompts} if len(self.prompts) > 1 else {}
        for layer in layers:
            if layer in skins:
                continue
            folder = several.get(layer) or self.wordings.get(layer)
            if folder is None:
                raise UsageError(nearest("wording", layer, [*several, *self.wordings]))
            kit = kit.with_prompts(checked_folder(folder))
        if len(self.prompts) == 1:
            kit = kit.with_prompts(checked_folder(*self.prompts))
        return skinned(kit, skins) if skins else kit

    def probes_of(self, names: Sequence[str]) -> list[Probe]:
        """The hidden questions of these names."""
        for name in names:
            if name not in self.probes:
                raise UsageError(nearest("probe", name, self.probes))
        return [self.probes[name] for name in names]


def checked_folder(prompts: Path | None) -> Path | None:
    """The folder of a user's prompts, which must exist if it is named."""
    if prompts is not None and not prompts.is_dir():
        raise UsageError(f"there is no folder {prompts} of prompts")
    return prompts


def expect_words(prompts: Folders, games: Iterable[str]) -> None:
    """Raise `UsageError` if one of a user's folders of prompts has none for any of these games.

    Otherwise a misspelt folder would leave our wording in force unnoticed.
    """
    names = sorted(set(games))
    for folder in filter(None, map(checked_folder, folders(prompts))):
        if not any((folder / name).is_dir() for name in names):
            raise UsageError(
                f"{folder} has no folder named after a game that is played; "
                f"put the words into {' or '.join(str(folder / name) for name in names)}"
            )
