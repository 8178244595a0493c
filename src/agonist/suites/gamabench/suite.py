"""γ-Bench as a suite: ten copies of a player in eight games, five runs of each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final

from agonist.core import UsageError, counted, nearest
from agonist.games.battle_royale import PRESETS as BATTLE
from agonist.games.sealed_bid_auction.rules import PRESETS as AUCTION
from agonist.kit import Indicators, make_game, option_texts
from agonist.match import Fixture
from agonist.match.invalid_answer_policy import parse_policy
from agonist.metrics import Section
from agonist.players import parse_player
from agonist.suites.gamabench.custom_sweep_levels import levels_of
from agonist.suites.gamabench.published.records_in_database import SOURCE
from agonist.suites.gamabench.report.board import board
from agonist.suites.gamabench.report.charts import charts_of, left_out
from agonist.suites.gamabench.report.imported import import_sections
from agonist.suites.gamabench.report.sweep_tables import LEVEL, attainable, comparison
from agonist.suites.gamabench.report.tables_in_paper_layout import suite_scores, tables
from agonist.suites.gamabench.results import PREFIX, collect
from agonist.suites.gamabench.score_indicator import INDICATORS
from agonist.suites.gamabench.scoring import GAMES, PROFILES, Profile
from agonist.suites.gamabench.sweeps import NULL, SWEEPS, WORDINGS, Arm, arms_of, refuse_factor
from agonist.tournament import GameRegistry
from agonist.tournament.evaluation_request import Entry
from agonist.tournament.suite import Board, Suite

if TYPE_CHECKING:
    from agonist.store import Reader

RUNS: Final = 5
QUICK_RUNS: Final = 2
QUICK_ROUNDS: Final = 5
SEATS: Final = 10

SETTING: Final[Mapping[str, Mapping[str, Any]]] = {
    "sealed_bid_auction": AUCTION["gamabench"],
    "battle_royale": BATTLE["gamabench"],
}
"""The paper's options that differ from the defaults of the games."""

OPTION_OF: Final = {
    "valuations": "sealed_bid_auction",
    "price": "sealed_bid_auction",
    "mode": "el_farol",
}
"""The game of each option that only one game has."""

CONDITIONS: Final = {
    "": "Played with each model's default temperature, with an explanation if a question is repeated after "
    "an invalid answer, and with rules of Battle Royale that mention the limit of shots; --profile paper "
    "plays under the paper's conditions.",
    "paper": "Played under the paper's conditions: temperature 1 unless a player sets another, questions "
    "repeated in the same words after an invalid answer unless --policy says otherwise, rules of Battle "
    "Royale that do not mention the limit of shots.",
}

PROMPTS: Final = Path(__file__).parent / "prompts"

UNROUNDED: Final = ("battle_royale", "pirate_game")
"""The games that end by themselves."""


class GamaBench(Suite):
    """Eight economic games with ten seats. Each player takes all of them, or shares them with the opponents.

    A run is one match of each game, and gives one overall score. The valuations of the auction are the
    published ones in all runs, unless `valuations=chance`. In sweeps, except that of prompts, each run takes
    the next of the five wordings, so that the spread of an arm includes that between wordings;
    `wordings=v1` keeps one wording, as the paper does.

    The profile `paper` also changes how matches are played: models get a temperature of 1, a question is
    repeated in the same words after an invalid answer, and the rules of Battle Royale, like the paper's,
    do not say that shots are limited and that players who are out later score more.
    """

    name: ClassVar[str] = "gamabench"
    title: ClassVar[str] = "γ-Bench (Huang et al., 2024)"
    indicators: ClassVar[Mapping[str, Indicators]] = INDICATORS
    options: ClassVar[Mapping[str, str]] = {
        "games": "some of the eight games, separated by commas",
        "rounds": "rounds of the six simultaneous games [20]",
        "seats": "players at the table [10]",
        "valuations": "published (as in the paper) or chance",
        "wordings": "some of v1 to v5, which runs take in turn [v1; in sweeps, all]",
        "mode": "el_farol: implicit (as in the tables) or explicit",
        "price": "sealed_bid_auction: first (as in the tables) or second",
        "temperatures": "levels of --sweep temperatures, such as 0,0.7,1.5",
        "personas": "levels of --sweep personas: built-in ones, or files (.md, .txt) with a sentence",
        "levels": "levels of --sweep options: a TOML file",
    }
    sweeps: ClassVar[tuple[str, ...]] = SWEEPS
    profiles: ClassVar[tuple[str, ...]] = PROFILES
    rotates: ClassVar[bool] = False  # a mixed table is one match of ten seats
    wordings: ClassVar[Mapping[str, Path]] = {
        **{f"gamabench/{name}": PROMPTS / name for name in WORDINGS[1:]},
        **{f"gamabench/paper-{name}": PROMPTS / "paper" / name for name in WORDINGS},
    }

    def check(self, entry: Entry) -> None:
        super().check(entry)
        games_of(entry), wordings_of(entry), runs_of(entry), levels_of(entry.options, entry.sweep)
        refuse_factor(entry.sweep, map(entry.spec, entry.players))
        if entry.sweep == "prompts" and (entry.prompts or "wordings" in entry.options):
            option = "--prompts" if entry.prompts else "wordings="
            raise UsageError(
                f"{self.name}: the sweep of prompts varies the wording itself: leave out {option}"
            )
        seats = _number(entry, "seats", SEATS)
        if len(entry.players) != len(set(entry.players)):
            raise UsageError(f"{self.name}: a player is named twice, but once is enough: it takes all seats")
        for seat, player in entry.seats.items():
            if seat not in range(seats):
                raise UsageError(f"{self.name}: there is no seat {seat}, only 0 to {seats - 1}")
            parse_player(entry.spec(player))

    def notes(self, entry: Entry) -> list[str]:
        self.check(entry)
        if not entry.sweep:
            return []
        runs, levels = runs_of(entry), levels_of(entry.options, entry.sweep)
        arms = {game: len(arms_of(entry.sweep, game, levels)) for game in games_of(entry)}
        least = {game: attainable(number, runs) for game, number in arms.items()}
        shown = ", ".join(f"{game} {p:.2g} ({arms[game] - 2} compared)" for game, p in least.items())
        notes = [
            f"Sweep of {entry.sweep}: {counted(runs, 'run')} an arm, each compared with the "
            f"{2 * runs} runs of the control (the arm {NULL!r} included). The least p, corrected by Holm's "
            f"method, that a difference can reach: {shown}."
        ]
        if blind := [game for game, p in least.items() if p >= LEVEL]:
            enough = next(more for more in range(runs, 100) if attainable(max(arms.values()), more) < LEVEL)
            notes.append(
                f"No difference can be shown at {', '.join(blind)}, however large: no p gets below {LEVEL}. "
                f"Play at least --matches {enough}."
            )
        return notes

    def schedule(self, entry: Entry) -> list[Fixture]:
        self.check(entry)
        game_registry = GameRegistry(entry.prompts, self.wordings)
        levels = levels_of(entry.options, entry.sweep)
        return [
            self._fixture(entry, game_registry, nth, game, arm, run)
            for run in range(runs_of(entry))
            for nth in range(len(entry.players))
            for game in games_of(entry)
            for arm in arms_of(entry.sweep, game, levels)
        ]

    def _fixture(
        self, entry: Entry, game_registry: GameRegistry, nth: int, name: str, arm: Arm, run: int
    ) -> Fixture:
        wordings, paper = wordings_of(entry), entry.profile == "paper"
        wording = wording_of(entry, name, arm.wording or wordings[run % len(wordings)])
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
            policy=parse_policy(entry.policy or (self.name if paper else f"{self.name}?feedback=yes")),
            prompts=kit.words.prompts.digest,
            block=f"{PREFIX}{nth}/{run}/{part}",
            part=part,
            wording=wording,
            style=({"temperature": "1"} if paper else {}) | one_reply(spec),
        )

    def sections(self, store: Reader, run: str, entry: Entry) -> list[Section]:
        profile = profile_of(entry)
        plan = store.run(run).plan
        if plan.get("source") == SOURCE:
            return import_sections(store, store.run(run), profile)
        found = collect(store, run, entry, profile)
        if entry.sweep:
            return comparison(found, entry, profile, arms_in(store, run))
        bounds = "" if profile == "paper" else " from 0 to 100"
        text = f"Scores{bounds} by the profile {profile!r}; mean ± sample standard deviation of the runs."
        if why := incomparable(entry):
            text += f" Not comparable with the published rows: {why}."
        played = plan.get("suites", {}).get(self.name, {}).get("profile", entry.profile)
        text += f" {CONDITIONS['paper' if played == 'paper' else '']}"
        text += left_out(entry.players)
        score_tables, charts = tables(found, entry, profile), charts_of(found, entry.players, profile)
        return [Section(self.title, text, score_tables, charts, suite_scores(found, entry.players, profile))]

    def board(self, store: Reader, profile: str) -> Board:
        """Those of our runs, and the models of published records."""
        options = {run.id: run.plan.get("suites", {}).get(self.name) for run in store.runs()}
        settings = {run: Entry.from_dict(entry) for run, entry in options.items() if entry is not None}
        return board(store, profile_of(Entry((), profile=profile)), settings)


def one_reply(spec: str) -> dict[str, str]:
    """The option of a player that reasons: in one reply with the answer, as in the paper's Table 8."""
    return {"asks": "1"} if "cot" in parse_player(spec).methods else {}


def profile_of(entry: Entry) -> Profile:
    """The profile of an evaluation: by default `updated`, whose scores are between 0 and 100."""
    return next((profile for profile in PROFILES if profile == entry.profile), "updated")


def wording_of(entry: Entry, game: str, version: str) -> str:
    """The name of the words for a game; under the profile `paper`, without what the paper's prompts omit."""
    laid = [] if version == "v1" else [f"gamabench/{version}"]
    if entry.profile == "paper" and game == "battle_royale":
        laid.append(f"gamabench/paper-{version}")
    return "+".join(laid)


def arms_in(store: Reader, run: str) -> dict[str, list[str]]:
    """The arms of each game of a sweep, as they were planned: the control first, the null arm last."""
    arms: dict[str, list[str]] = {}
    for match in store.matches(run):
        if match.fixture.block.startswith(PREFIX):
            labels = arms.setdefault(match.fixture.game, [])
            label = match.fixture.part.partition("=")[2]
            if label not in labels:
                labels.append(label)
    return arms


def runs_of(entry: Entry) -> int:
    """How many runs an evaluation has."""
    if entry.matches is not None:
        return entry.matches
    return QUICK_RUNS if entry.quick else RUNS


def games_of(entry: Entry) -> list[str]:
    """The games of an evaluation, in the paper's order."""
    text = entry.options.get("games")
    if text is None:
        return list(GAMES)
    chosen = [game.strip() for game in text.split(",")]
    for game in chosen:
        if game not in GAMES:
            raise UsageError(f"gamabench: {nearest('game', game, GAMES)}")
    return [game for game in GAMES if game in chosen]


def wordings_of(entry: Entry) -> list[str]:
    """The wordings that runs use in turn, if the arm does not fix one."""
    text = entry.options.get("wordings")
    if text is None:
        return list(WORDINGS) if entry.sweep and entry.sweep != "prompts" else ["v1"]
    chosen = [name.strip() for name in text.split(",")]
    for name in chosen:
        if name not in WORDINGS:
            raise UsageError(f"gamabench: {nearest('wording', name, WORDINGS)}")
    return chosen


def game_options(entry: Entry, game: str) -> dict[str, Any]:
    """The options that an evaluation sets for one game."""
    options = dict(SETTING.get(game, {})) | {"seats": _number(entry, "seats", SEATS)}
    if game not in UNROUNDED:
        if entry.quick:
            options["rounds"] = QUICK_ROUNDS
        if "rounds" in entry.options:
            options["rounds"] = _number(entry, "rounds", 20)
    for key, of in OPTION_OF.items():
        if game == of and key in entry.options:
            options[key] = entry.options[key]
    return options


def line_up(entry: Entry, player: str, seats: int, run: int) -> tuple[str, ...]:
    """The player of each seat: the player and opponents in turn, one seat further in each run; fixed seats
    take precedence.

    >>> line_up(Entry(("a",), ("b",), seats={3: "human"}), "a", 4, 1)
    ('b', 'a', 'b', 'human')
    """
    table: Sequence[str] = (player, *entry.opponents)
    return tuple(entry.seats.get(seat, table[(seat + run) % len(table)]) for seat in range(seats))


def incomparable(entry: Entry) -> str:
    """Why a run cannot be compared with the published rows; empty if it can."""
    reasons = ["a quick run has fewer rounds and runs"] if entry.quick else []
    reasons += [
        f"{key} was set to {entry.options[key]}" for key in ("rounds", "seats") if key in entry.options
    ]
    reasons += ["valuations are drawn by chance"] if entry.options.get("valuations") == "chance" else []
    reasons += ["el_farol is explicit"] if entry.options.get("mode") == "explicit" else []
    reasons += ["the auction is of the second price"] if entry.options.get("price") == "second" else []
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
