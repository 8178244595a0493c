"""The suite: every player in both arms of each game, on the same deals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import cycle
from typing import TYPE_CHECKING, ClassVar, Final

from agonist.core import UsageError, counted
from agonist.kit import option_texts
from agonist.match import Fixture
from agonist.match.invalid_answer_policy import parse_policy
from agonist.metrics import Section
from agonist.suites.ablation.arms import ARMS, SILENCE, Arm, change_of, target_of
from agonist.suites.ablation.effects import effects_section
from agonist.tournament import GameRegistry
from agonist.tournament.evaluation_request import Entry
from agonist.tournament.game_spec import Target
from agonist.tournament.suite import Suite

if TYPE_CHECKING:
    from agonist.store import Reader

DEALS: Final = 20
QUICK_DEALS: Final = 6


class Ablation(Suite):
    """Games as usual and with one option changed; unless another is named, talk is switched off.

    Without opponents, each player plays a whole table against itself, and what all its seats get is measured.
    With opponents, it has one seat among them, a deal after the other, and what that seat gets is measured.
    Both arms have the same deals and seats, so that effects are differences within pairs.
    """

    name: ClassVar[str] = "ablation"
    title: ClassVar[str] = "Ablation"
    options: ClassVar[Mapping[str, str]] = {
        "games": f"games separated by commas [{', '.join(SILENCE)}]",
        "change": "what is changed, as OPTION:VALUE, several separated by commas [talk is switched off]",
        "with": "options of the game in both arms, written in the same way [as usual in the game]",
    }
    rotates: ClassVar[bool] = False
    seating: ClassVar[str] = (
        "In ablation a player has all seats of a table, or with opponents each seat in turn."
    )

    def check(self, entry: Entry) -> None:
        super().check(entry)
        if entry.seats:
            raise UsageError("ablation gives players their seats and doesn't take --seat")
        for game in games_of(entry):
            usual, changed = (_target(entry, game, arm) for arm in ARMS)
            if usual.game == changed.game:
                change = change_of(game, entry.options.get("change", ""))
                raise UsageError(f"ablation: {game} is the same with {change}: change another option")

    def notes(self, entry: Entry) -> list[str]:
        deals, games = counted(deals_of(entry), "deal"), counted(len(games_of(entry)), "game")
        return [f"Each player has {deals} in both arms of {games}."]

    def schedule(self, entry: Entry) -> list[Fixture]:
        self.check(entry)
        return [
            fixture
            for game in games_of(entry)
            for deal in range(deals_of(entry))
            for arm in ARMS
            for fixture in _fixtures(entry, game, arm, deal)
        ]

    def sections(self, store: Reader, run: str, entry: Entry) -> list[Section]:
        found = effects_section(store, run, entry.players, alone=bool(entry.opponents))
        return [] if found is None else [found]


def deals_of(entry: Entry) -> int:
    """The deals of each player in each arm."""
    if entry.matches is not None:
        return entry.matches
    return QUICK_DEALS if entry.quick else DEALS


def games_of(entry: Entry) -> list[str]:
    """The games that are played."""
    return list(dict.fromkeys(entry.options.get("games", ",".join(SILENCE)).split(",")))


def _target(entry: Entry, game: str, arm: Arm) -> Target:
    return target_of(game, arm, entry.options.get("with", ""), entry.options.get("change", ""))


def _fixtures(entry: Entry, game: str, arm: Arm, deal: int) -> Iterator[Fixture]:
    target = _target(entry, game, arm)
    digest = GameRegistry(entry.prompts).kit(target.name, target.wording).words.prompts.digest
    seats = target.game.seats
    changed = change_of(game, entry.options.get("change", ""))
    for player in entry.players:
        seated = (player,) * seats
        if entry.opponents:
            others = cycle(entry.opponents)
            seated = tuple(player if seat == deal % seats else next(others) for seat in range(seats))
        yield Fixture(
            game=target.name,
            version=target.game.version,
            options=option_texts(target.game),
            seed=f"{entry.seed}/{deal}",
            players=seated,
            specs=entry.specs_of(seated),
            policy=parse_policy(entry.policy or "default"),
            prompts=digest,
            block=f"ablation/{arm}/{deal}",
            part=f"{game}|{changed}|{arm}",
            wording=target.wording,
        )
