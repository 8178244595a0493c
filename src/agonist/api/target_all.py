"""The target `all`: our suites in one run, with `baseline` and `reference` beside the players in each."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from agonist.core import UsageError, nearest
from agonist.players.unique_names import identity
from agonist.suites.registry import suites
from agonist.text import parse_spec
from agonist.tournament.evaluation_request import Entry
from agonist.tournament.game_spec import one_spelling
from agonist.tournament.schedule import sits_once

ALL: Final = "all"

ANCHORS: Final = ("baseline", "reference")
"""The anchors play everything that the players play, so that every game has the same scale."""

NOT_IN_ALL: Final = ("ablation", "deception", "forecasts", "reskins")
"""They measure beliefs, and differences between forms of a game: no marks to put beside other suites'."""

RUNS_IF_QUICK: Final = 3
"""Runs of γ-Bench in the small version: with two, the interval would span nearly every score."""


def expanded(targets: Sequence[str], entry: Entry) -> list[tuple[str, Entry]]:
    """Each target, in its one spelling, with its entry; `all` is replaced by the suites, with the settings of
    a joint run.

    `all?suites=magic+wis` leaves out the others. Raises `UsageError` for what `all` decides by itself.
    """
    if not any(is_all(text) for text in targets):
        return [(one_spelling(text), entry) for text in targets]
    if len(targets) > 1:
        raise UsageError("all already includes every suite, so don't name other games or suites with it")
    _check(entry)
    names = _suites_of(parse_spec(targets[0])[1])
    if entry.profile and not any(entry.profile in suites()[name].profiles for name in names):
        known = {profile for name in names for profile in suites()[name].profiles}
        raise UsageError(nearest("profile", entry.profile, sorted(known)))
    return [(name, _suite_entry(name, entry)) for name in names]


GAMES_IF_QUICK: Final = (
    *("air_land_sea", "arctic_scavengers", "are_you_the_traitor", "codenames"),
    *("santorini", "sea_battle", "two_rooms"),
)
"""Games of GameBench in the small version: those whose matches end within some sixty turns of a player."""


LEFT_OUT: Final = (
    "gamebench: the small version has seven of the nine games. Hive and Pit take hundreds of turns; to play "
    "them, run 'gamebench?games=hive+pit'"
)


def is_all(text: str) -> bool:
    return text.partition("?")[0] == ALL


def _check(entry: Entry) -> None:
    """Refuse options that would change what the papers played, and players that can sit on one seat only."""
    for value, option in (
        (entry.opponents, "--opponent"),
        (entry.seats, "--seat"),
        (entry.sweep, "--sweep"),
        (entry.matches is not None, "--matches"),
    ):
        if value:
            raise UsageError(
                f"all doesn't take {option}: each suite has its own opponents and numbers. Name all players "
                "with --player, use --quick for the small version, or run one suite by itself"
            )
    if single := sorted(sits_once(entry.players, entry.specs)):
        raise UsageError(
            f"{single[0]} is an HTTP agent, which can take only one seat in a match; γ-Bench, Hanabi and "
            "others give a player several. Run wis or single games instead: agonist run wis --player …"
        )


def _suites_of(options: Mapping[str, str]) -> list[str]:
    from agonist.suites import OURS

    for key in options:
        if key != "suites":
            raise UsageError(f"all: {nearest('option', key, ('suites',))}")
    every = [name for name in OURS if name not in NOT_IN_ALL]
    chosen = options["suites"].split("+") if "suites" in options else every
    for name in chosen:
        if name not in every:
            raise UsageError(f"all: {nearest('suite', name, every)}; write suites=magic+wis")
    return [name for name in every if name in chosen]


def _suite_entry(name: str, entry: Entry) -> Entry:
    """The entry of one suite, with the anchors as players too."""
    known = {identity(entry.spec(player)) for player in entry.players}
    everyone = (*entry.players, *(anchor for anchor in ANCHORS if anchor not in known))
    profile = entry.profile if entry.profile in suites()[name].profiles else ""
    suite_entry = replace(entry, players=everyone, profile=profile)
    return OWN[name](suite_entry) if name in OWN else suite_entry


def _gamabench(entry: Entry) -> Entry:
    return replace(entry, matches=RUNS_IF_QUICK) if entry.quick else entry


def _gamebench(entry: Entry) -> Entry:
    return replace(entry, options={"games": "+".join(GAMES_IF_QUICK)}) if entry.quick else entry


def _llmarena(entry: Entry) -> Entry:
    # Under a name of its own: the scores of `reference` are those of the seat that is evaluated.
    return replace(entry, options={"crowd": "crowd=reference"})


def _magic(entry: Entry) -> Entry:
    return replace(entry, opponents=("defender=reference",))


OWN: Final[Mapping[str, Callable[[Entry], Entry]]] = {
    "gamabench": _gamabench,
    "gamebench": _gamebench,
    "llmarena": _llmarena,
    "magic": _magic,
}
"""Further settings of suites."""
