"""γ-Bench as a suite: ten copies of a player in eight games, five runs of each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, Final

from agonist.core import UsageError, nearest
from agonist.games.battle_royale import PRESETS as BATTLE
from agonist.games.sealed_bid_auction.rules import PRESETS as AUCTION
from agonist.kit import make_game, option_texts
from agonist.match import Fixture
from agonist.match.policy import parse_policy
from agonist.metrics import Section
from agonist.players import parse_player
from agonist.store import Store
from agonist.suites.gamabench.published.store import SOURCE
from agonist.suites.gamabench.report.board import leaderboard as board
from agonist.suites.gamabench.report.charts import charts_of
from agonist.suites.gamabench.report.comparison import comparison
from agonist.suites.gamabench.report.tables import tables
from agonist.suites.gamabench.results import PREFIX, collect
from agonist.suites.gamabench.scoring.games import GAMES, PROFILES, Profile
from agonist.suites.gamabench.sweeps import SWEEPS, WORDINGS, Arm, arms_of
from agonist.tournament import GameRegistry
from agonist.tournament.suite import Entry, Suite

RUNS: Final = 5
QUICK_RUNS: Final = 2
QUICK_ROUNDS: Final = 5
SEATS: Final = 10

SETTING: Final[Mapping[str, Mapping[str, Any]]] = {
    "sealed_bid_auction": AUCTION["gamabench"],
    "battle_royale": BATTLE["gamabench"],
}
"""The paper's options, where they are not those that a game has by itself."""

UNROUNDED: Final = ("battle_royale", "pirate_game")
"""The games that end by themselves."""


class GamaBench(Suite):
    """Every player takes all ten seats, or shares them with the opponents in turn.

    A run is a match of each game; runs of the same number, over all games, make one overall score. The
    valuations of the auction are the published ones, alike in all runs, unless `valuations=chance`.
    In sweeps but that of prompts, run after run takes the next of the five wordings, so that the spread of an
    arm holds that between wordings; `wordings=v1` keeps to one, as the paper does.
    """

    name: ClassVar[str] = "gamabench"
    title: ClassVar[str] = "γ-Bench (Huang et al., 2024)"
    options: ClassVar[Mapping[str, str]] = {
        "games": "some of the eight games, separated by commas",
        "rounds": "rounds of the six simultaneous games; 20 unless told",
        "seats": "players at the table; 10 unless told",
        "valuations": "published (as in the paper) or chance",
        "wordings": "some of v1 to v5, which runs take in turn; all of them in sweeps, else v1",
    }
    sweeps: ClassVar[tuple[str, ...]] = SWEEPS
    profiles: ClassVar[tuple[str, ...]] = PROFILES
    wordings: ClassVar[Mapping[str, Path]] = {
        f"gamabench/{name}": Path(__file__).parent / "prompts" / name for name in WORDINGS[1:]
    }

    def check(self, entry: Entry) -> None:
        super().check(entry)
        games_of(entry), wordings_of(entry), runs_of(entry)
        seats = _number(entry, "seats", SEATS)
        if len(entry.players) != len(set(entry.players)):
            raise UsageError(f"{self.name}: a player is named twice; it takes all seats by itself")
        for seat, player in entry.seats.items():
            if seat not in range(seats):
                raise UsageError(f"{self.name}: there are the seats 0 to {seats - 1}, not {seat}")
            parse_player(entry.spec(player))

    def schedule(self, entry: Entry) -> list[Fixture]:
        self.check(entry)
        game_registry = GameRegistry(entry.prompts, self.wordings)
        return [
            self._fixture(entry, game_registry, nth, game, arm, run)
            for run in range(runs_of(entry))
            for nth in range(len(entry.players))
            for game in games_of(entry)
            for arm in arms_of(entry.sweep, game)
        ]

    def _fixture(
        self, entry: Entry, game_registry: GameRegistry, nth: int, name: str, arm: Arm, run: int
    ) -> Fixture:
        wordings = wordings_of(entry)
        wording = arm.wording or wordings[run % len(wordings)]
        wording = "" if wording == "v1" else f"gamabench/{wording}"
        kit = game_registry.kit(name, wording)
        game = make_game(kit.game, game_options(entry, name) | dict(arm.options))
        part = f"{name}|{entry.sweep}={arm.label}" if entry.sweep else name
        again = "again/" if arm.null else ""
        player, spec = arm.player(entry.players[nth], entry.spec(entry.players[nth]))
        players = line_up(entry, player, game.seats, run)
        return Fixture(
            game=name,
            version=game.version,
            options=option_texts(game),
            seed=f"{entry.seed}/{again}{run}",
            players=players,
            specs=entry.specs_of(players) | ({player: spec} if spec != player else {}),
            policy=parse_policy(entry.policy or f"{self.name}?feedback=yes"),
            prompts=kit.words.prompts.digest,
            block=f"{PREFIX}{nth}/{run}/{part}",
            part=part,
            wording=wording,
        )

    def sections(self, store: Store, run: str, entry: Entry) -> list[Section]:
        profile = profile_of(entry)
        if store.run(run).plan.get("source") == SOURCE:
            return [board(store, profile, {}, only=store.run(run).id)]
        found = collect(store, run, entry, profile)
        if entry.sweep:
            return comparison(found, entry, profile)
        text = (
            f"Scores from 0 to 100 by the profile {profile!r}; mean ± sample standard deviation of the runs."
        )
        if why := incomparable(entry):
            text += f" Not comparable with the published rows: {why}."
        return [Section(self.title, text, tables(found, entry, profile), charts_of(found, entry))]

    def leaderboard(self, store: Store, profile: str = "") -> Section:
        """All players of a database: those of our runs, and the models of published records."""
        asked = {run.id: run.plan.get("suites", {}).get(self.name) for run in store.runs()}
        settings = {run: Entry.from_dict(entry) for run, entry in asked.items() if entry is not None}
        return board(store, profile_of(Entry((), profile=profile)), settings)


def profile_of(entry: Entry) -> Profile:
    """The arithmetic of an evaluation: `paper` unless told."""
    return next((profile for profile in PROFILES if profile == entry.profile), "paper")


def runs_of(entry: Entry) -> int:
    """How many runs an evaluation has."""
    if entry.matches is not None:
        if entry.matches < 1:
            raise UsageError(f"gamabench: matches must be 1 or more, not {entry.matches}")
        return entry.matches
    return QUICK_RUNS if entry.quick else RUNS


def games_of(entry: Entry) -> list[str]:
    """The games of an evaluation, in the paper's order."""
    given = entry.options.get("games")
    if given is None:
        return list(GAMES)
    chosen = [game.strip() for game in given.split(",")]
    for game in chosen:
        if game not in GAMES:
            raise UsageError(f"gamabench: {nearest('game', game, GAMES)}")
    return [game for game in GAMES if game in chosen]


def wordings_of(entry: Entry) -> list[str]:
    """The wordings that runs take in turn, where the arm does not say which."""
    given = entry.options.get("wordings")
    if given is None:
        return list(WORDINGS) if entry.sweep and entry.sweep != "prompts" else ["v1"]
    chosen = [name.strip() for name in given.split(",")]
    for name in chosen:
        if name not in WORDINGS:
            raise UsageError(f"gamabench: {nearest('wording', name, WORDINGS)}")
    return chosen


def game_options(entry: Entry, game: str) -> dict[str, Any]:
    """The options of one game in an evaluation, as far as they are not its own."""
    options = dict(SETTING.get(game, {})) | {"seats": _number(entry, "seats", SEATS)}
    if game not in UNROUNDED:
        if entry.quick:
            options["rounds"] = QUICK_ROUNDS
        if "rounds" in entry.options:
            options["rounds"] = _number(entry, "rounds", 20)
    if game == "sealed_bid_auction" and "valuations" in entry.options:
        options["valuations"] = entry.options["valuations"]
    return options


def line_up(entry: Entry, player: str, seats: int, run: int) -> tuple[str, ...]:
    """Who sits where: the player and opponents in turn, one seat further in each run; fixed seats go first.

    >>> line_up(Entry(("a",), ("b",), seats={3: "human"}), "a", 4, 1)
    ('b', 'a', 'b', 'human')
    """
    table: Sequence[str] = (player, *entry.opponents)
    return tuple(entry.seats.get(seat, table[(seat + run) % len(table)]) for seat in range(seats))


def incomparable(entry: Entry) -> str:
    """Why a run cannot be held against the published rows; empty if it can."""
    reasons = ["a quick run has fewer rounds and runs"] if entry.quick else []
    reasons += [
        f"{key} was set to {entry.options[key]}" for key in ("rounds", "seats") if key in entry.options
    ]
    reasons += ["valuations were drawn anew"] if entry.options.get("valuations") == "chance" else []
    reasons += ["seats are mixed"] if entry.opponents or entry.seats else []
    reasons += ["the prompts are a user's own"] if entry.prompts else []
    return "; ".join(reasons)


def _number(entry: Entry, key: str, default: int) -> int:
    try:
        number = int(entry.options.get(key, default))
    except ValueError:
        raise UsageError(f"gamabench: {key} is a whole number, not {entry.options[key]!r}") from None
    if number < 1:
        raise UsageError(f"gamabench: {key} is 1 or more, not {number}")
    return number
