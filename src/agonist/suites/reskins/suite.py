"""The suite: every player in all four cells of each game, on the same deals and seats."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import cycle
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final

from agonist.core import RoundGame, UsageError, counted
from agonist.games import find_kit, full_name
from agonist.kit import option_texts
from agonist.kit.options_from_text import typed_value
from agonist.match import Fixture
from agonist.match.invalid_answer_policy import parse_policy
from agonist.metrics import Section
from agonist.suites.reskins.cells import GAMES, OF_LIBRARIES, SEEDS_APART, USUAL, Cell, cells_of, target_of
from agonist.suites.reskins.gaps import gaps_section
from agonist.tournament import GameRegistry
from agonist.tournament.evaluation_request import Entry
from agonist.tournament.suite import Suite

if TYPE_CHECKING:
    from agonist.store import Reader

DEALS: Final = 20
QUICK_DEALS: Final = 6
ROUNDS: Final = 5
SEATS: Final = 4

ANCHORS: Final = ("baseline", "reference")
"""What 0 and 100 are: players who cost nothing, in every cell beside the players."""

OPPONENT: Final = "opponent"
"""The name of the reference player on the other seats, unless opponents are named."""

POINTS: Final = "reskins/points"


class Reskins(Suite):
    """Games in four cells: as usual, with other names, with other rules, and with both.

    Each player has one seat among opponents (by default the reference player), a deal after the other; the
    names and the other rules are drawn anew for every deal. In all cells a player has the same deals, seats
    and opponents, and so have `baseline` and `reference`, whose scores are the marks 0 and 100 of a cell. The
    gap is a player's mark in the usual game less that in another cell.
    """

    name: ClassVar[str] = "reskins"
    title: ClassVar[str] = "Re-skins: memorised or understood"
    options: ClassVar[Mapping[str, str]] = {
        "games": f"games separated by commas, of {', '.join((*GAMES, *OF_LIBRARIES))} [{', '.join(USUAL)}]",
        "rounds": f"rounds of games that have a number of rounds [{ROUNDS}]",
        "seats": f"players at the table, in games for so many [as usual, but at most {SEATS}]",
    }
    rotates: ClassVar[bool] = False
    seating: ClassVar[str] = (
        "In reskins the player that is measured takes each seat in turn, and the opponents have the others."
    )
    wordings: ClassVar[Mapping[str, Path]] = {POINTS: Path(__file__).parent / "prompts" / "points"}

    def check(self, entry: Entry) -> None:
        super().check(entry)
        if entry.seats:
            raise UsageError("reskins gives players their seats and doesn't take --seat")
        if len(set(entry.players)) < len(entry.players):
            raise UsageError("reskins: a player is named twice")
        for anchor in ANCHORS:
            if entry.spec(anchor) != anchor:
                raise UsageError(f"reskins: {anchor} is a player of the suite; give yours another name")
        if deals_of(entry) > SEEDS_APART:
            raise UsageError(f"reskins: at most {SEEDS_APART} matches")
        for game in games_of(entry):
            options_of(entry, game)

    def notes(self, entry: Entry) -> list[str]:
        deals, games = counted(deals_of(entry), "deal"), counted(len(games_of(entry)), "game")
        return [f"Each player has {deals} in each cell of {games}; baseline and reference too, at no cost."]

    def schedule(self, entry: Entry) -> list[Fixture]:
        self.check(entry)
        return [
            fixture
            for game in games_of(entry)
            for deal in range(deals_of(entry))
            for cell in cells_of(find_kit(full_name(game)))
            for fixture in _fixtures(entry, game, cell, deal)
        ]

    def sections(self, store: Reader, run: str, entry: Entry) -> list[Section]:
        matches = [match for match in store.matches(run) if match.fixture.block.startswith(f"{self.name}/")]
        found = gaps_section(matches, everyone(entry))
        return [] if found is None else [found]


def everyone(entry: Entry) -> list[str]:
    """The players that are measured, the anchors last."""
    return [*entry.players, *(anchor for anchor in ANCHORS if anchor not in entry.players)]


def deals_of(entry: Entry) -> int:
    """The deals of each player in each cell."""
    if entry.matches is not None:
        return entry.matches
    return QUICK_DEALS if entry.quick else DEALS


def games_of(entry: Entry) -> list[str]:
    """The games that are played. Raises `UsageError` for one without re-skins."""
    chosen = entry.options["games"].split(",") if "games" in entry.options else list(USUAL)
    for game in chosen:
        cells_of(find_kit(full_name(game)))
    return list(dict.fromkeys(chosen))


def options_of(entry: Entry, game: str) -> dict[str, Any]:
    """The options of a game that are the same in every cell."""
    kind = find_kit(full_name(game)).game
    chosen: dict[str, Any] = {}
    if issubclass(kind, RoundGame):
        chosen["rounds"] = typed_value("reskins", "rounds", entry.options.get("rounds", ROUNDS), int)
    usual = target_of(game, "plain", {}, 0).game.seats
    seats = typed_value("reskins", "seats", entry.options.get("seats", min(usual, SEATS)), int)
    if seats != usual and seats in kind.sizes:
        chosen["seats"] = seats
    target_of(game, "plain", chosen, 0)
    return chosen


def _fixtures(entry: Entry, game: str, cell: Cell, deal: int) -> Iterator[Fixture]:
    target = target_of(game, cell, options_of(entry, game), SEEDS_APART * entry.seed + deal)
    layers = [POINTS] if (Reskins.wordings[POINTS] / target.name).is_dir() else []
    wording = "+".join([*layers, *filter(None, [target.wording])])
    digest = GameRegistry(entry.prompts, Reskins.wordings).kit(target.name, wording).words.prompts.digest
    seats = target.game.seats
    names: Sequence[str] = entry.opponents or (OPPONENT,)
    specs = {OPPONENT: "reference"} if not entry.opponents else {}
    for player in everyone(entry):
        others = cycle(names)
        seated = tuple(player if seat == deal % seats else next(others) for seat in range(seats))
        yield Fixture(
            game=target.name,
            version=target.game.version,
            options=option_texts(target.game),
            seed=f"{entry.seed}/{deal}",
            players=seated,
            specs=entry.specs_of(seated) | {name: spec for name, spec in specs.items() if name in seated},
            policy=parse_policy(entry.policy or "default"),
            prompts=digest,
            block=f"reskins/{cell}/{deal}",
            part=f"{game}|cell={cell}",
            wording=wording,
        )
