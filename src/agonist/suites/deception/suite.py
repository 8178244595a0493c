"""The suite: games in which some hide what they are, with hidden questions around each speech."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Final

from agonist.core import UsageError
from agonist.kit.options_from_text import typed_value
from agonist.match import Fixture, Probe
from agonist.match.invalid_answer_policy import parse_policy
from agonist.metrics import Section
from agonist.metrics.run_matches import Played, finished
from agonist.players import parse_player
from agonist.suites.deception.hidden_questions import PROBES, names_of
from agonist.suites.deception.hidden_role_games import CASES, Case
from agonist.suites.deception.measures import section
from agonist.suites.deception.speeches import Heard, heard
from agonist.suites.deception.verdicts import PARTS, judging, table
from agonist.tournament import parse_target
from agonist.tournament.evaluation_request import Entry
from agonist.tournament.game_spec import GameRegistry
from agonist.tournament.judgements import judge_player
from agonist.tournament.schedule import schedule
from agonist.tournament.suite import Suite

if TYPE_CHECKING:
    from agonist.store import Reader

MATCHES: Final = 20
QUICK_MATCHES: Final = 4

PART: Final = "deception: "
WORDING: Final = "deception"


class Deception(Suite):
    """Werewolf, Avalon and Chameleon, and what speeches in them do to what the others believe.

    Players meet as in a run of these games, with seats rotated. Everyone who does not know who hides what
    they are is asked before and after each speech how likely each other player is to hide, and each speaker,
    before speaking, what they want others to believe. What is true is known by the rules.
    """

    name: ClassVar[str] = "deception"
    title: ClassVar[str] = "Deception and trust"
    options: ClassVar[Mapping[str, str]] = {
        "games": f"games separated by commas, of {', '.join(CASES)} [all]",
        "seats": "players at the table, in games for so many [as usual in the game]",
        "judge": "a player that judges what the rules don't know of speeches, such as a model [none]",
        "second": "a second judge, to measure agreement [none]",
    }
    wordings: ClassVar[Mapping[str, Path]] = {WORDING: Path(__file__).parent / "prompts"}
    probes: ClassVar[Mapping[str, Probe]] = PROBES

    def check(self, entry: Entry) -> None:
        super().check(entry)
        cases_of(entry)
        if "second" in entry.options and "judge" not in entry.options:
            raise UsageError("deception: a second judge needs a first: name it with judge=")
        for option in PARTS:
            if option in entry.options:
                parse_player(judge_player(entry.options[option]))

    def notes(self, entry: Entry) -> list[str]:
        del entry
        return ["Each speech is followed by a hidden question to each listener: most requests are these."]

    def more(self, store: Reader, run: str, entry: Entry) -> list[Fixture]:
        if "judge" not in entry.options:
            return []
        return judging(entry, _heard(store, run), _judged(store, run))

    def schedule(self, entry: Entry) -> list[Fixture]:
        self.check(entry)
        many = entry.matches or (QUICK_MATCHES if entry.quick else MATCHES)
        found = list[Fixture]()
        for case in cases_of(entry):
            kit = GameRegistry(entry.prompts, self.wordings).kit(case.name, WORDING)
            fixtures = schedule(
                parse_target(f"{case.name}?seats={case.seats}", *entry.prompts),
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
                    part=f"{PART}{case.name}",
                    wording=WORDING,
                    prompts=kit.words.prompts.digest,
                    probes=names_of(case),
                )
                for fixture in fixtures
            ]
        return found

    def sections(self, store: Reader, run: str, entry: Entry) -> list[Section]:
        matches = _heard(store, run)
        judged = table(entry, matches, _judged(store, run))
        found = section(matches, *([] if judged is None else [judged]))
        return [] if found is None else [found]


def _heard(store: Reader, run: str) -> list[Heard]:
    return [heard(played) for played in finished(store, run, PART)]


def _judged(store: Reader, run: str) -> dict[str, list[Played]]:
    """The finished matches of the judges, by the option that names them."""
    return {option: finished(store, run, part) for option, part in PARTS.items()}


def cases_of(entry: Entry) -> list[Case]:
    """The games that are played. Raises `UsageError` for one that the suite hasn't got, or a wrong number of
    seats."""
    chosen = entry.options["games"].split(",") if "games" in entry.options else list(CASES)
    if unknown := [game for game in chosen if game not in CASES]:
        raise UsageError(f"deception: {unknown[0]} is not a game of the suite: {', '.join(CASES)}")
    found = []
    for game in dict.fromkeys(chosen):
        usual = int(parse_target(game).game.seats)
        seats = typed_value("deception", "seats", entry.options.get("seats", usual), int)
        if seats not in CASES[game].sizes:
            if len(chosen) == 1:
                raise UsageError(f"deception: {game} is not for {seats} players")
            seats = usual
        found.append(CASES[game](seats))
    return found
