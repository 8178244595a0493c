"""The suite: a commons under several designs, and a negotiation, with hidden questions about the others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Final

from agonist.core import UsageError
from agonist.match import Fixture, Probe
from agonist.match.invalid_answer_policy import parse_policy
from agonist.metrics import Section
from agonist.metrics.run_matches import finished
from agonist.suites.forecasts.hidden_questions import GAMES, PROBES
from agonist.suites.forecasts.measures import section
from agonist.tournament import parse_target
from agonist.tournament.evaluation_request import Entry
from agonist.tournament.game_spec import GameRegistry, Target
from agonist.tournament.schedule import schedule
from agonist.tournament.suite import Suite

if TYPE_CHECKING:
    from agonist.store import Reader

MATCHES: Final = 20
QUICK_MATCHES: Final = 4

USUAL: Final = "usual"
DESIGNS: Final = f"{USUAL}/quota:agreed/monitoring:paid/sanctions:peer"

PART: Final = "forecasts: "
WORDING: Final = "forecasts"


class Forecasts(Suite):
    """Commons and Negotiation, and what players expect of each other in them.

    Before each harvest of a commons players are asked what all others together will take, and whether they
    would pay to fine a raider; at the beginning of each round of a negotiation, what they take the BATNA and
    the most important issue of each other party to be. What is so is known when a match is over.
    """

    name: ClassVar[str] = "forecasts"
    title: ClassVar[str] = "Forecasts"
    options: ClassVar[Mapping[str, str]] = {
        "games": f"games separated by commas, of {', '.join(GAMES)} [all]",
        "designs": f"designs of the commons, separated by /: {USUAL}, or its options as OPTION:VALUE, "
        f"several separated by commas [{DESIGNS}]",
    }
    wordings: ClassVar[Mapping[str, Path]] = {WORDING: Path(__file__).parent / "prompts"}
    probes: ClassVar[Mapping[str, Probe]] = PROBES

    def check(self, entry: Entry) -> None:
        super().check(entry)
        list(targets_of(entry))

    def notes(self, entry: Entry) -> list[str]:
        del entry
        return [
            "Each harvest and each round comes with a hidden question: about half of the requests are these."
        ]

    def schedule(self, entry: Entry) -> list[Fixture]:
        self.check(entry)
        many = entry.matches or (QUICK_MATCHES if entry.quick else MATCHES)
        found = list[Fixture]()
        for design, target in targets_of(entry):
            kit = GameRegistry(entry.prompts, self.wordings).kit(target.name, WORDING)
            fixtures = schedule(
                target,
                entry.players,
                entry.opponents,
                matches=many,
                seed=entry.seed,
                policy=parse_policy(entry.policy or "default"),
                seats=entry.seats,
                specs=entry.specs,
            )
            found += [
                replace(
                    fixture,
                    part=f"{PART}{target.name} {design}".rstrip(),
                    wording=WORDING,
                    prompts=kit.words.prompts.digest,
                    probes=(GAMES[target.name],),
                )
                for fixture in fixtures
            ]
        return found

    def sections(self, store: Reader, run: str, entry: Entry) -> list[Section]:
        del entry
        found = section([(played.part.rpartition(" ")[2], played) for played in finished(store, run, PART)])
        return [] if found is None else [found]


def targets_of(entry: Entry) -> Iterator[tuple[str, Target]]:
    """The games that are played, each design of the commons by itself. Raises `UsageError` for others."""
    chosen = entry.options.get("games", ",".join(GAMES)).split(",")
    if unknown := [game for game in chosen if game not in GAMES]:
        raise UsageError(f"forecasts: {unknown[0]} is not a game of the suite: {', '.join(GAMES)}")
    for game in dict.fromkeys(chosen):
        if game != "commons":
            yield "", parse_target(game, *entry.prompts)
            continue
        for design in dict.fromkeys(entry.options.get("designs", DESIGNS).split("/")):
            typed = "" if design == USUAL else f"?{design.replace(':', '=').replace(',', '&')}"
            yield design, parse_target(f"{game}{typed}", *entry.prompts)
