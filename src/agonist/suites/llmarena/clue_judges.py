"""Whether a clue describes a word: by rules, by a model, or by hand in a file."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Mapping, Sequence
from os import W_OK, access
from pathlib import Path
from typing import Final, TypeAlias

from agonist.core import UsageError
from agonist.kit.word_attributes import ours
from agonist.match import Fixture
from agonist.metrics.run_matches import Played
from agonist.players import parse_player
from agonist.store import StoreError
from agonist.suites.llmarena.judged_clue import ClueJudge
from agonist.tournament.evaluation_request import Entry
from agonist.tournament.judgements import judge_player, judgements

WordAndClue: TypeAlias = tuple[str, str]
"""A word, and a clue to it."""

Judge: TypeAlias = Callable[[WordAndClue], bool | None]
"""Whether the clue describes the word; `None` where it cannot say."""

PART: Final = "llmarena judge: clues"
GAME: Final = "agonist.suites.llmarena.judged_clue:KIT"
TRUE_ENOUGH: Final = 0.5
"""The share of a clue that the lexicon must know to be true of the word."""
COLUMNS: Final = ("word", "clue", "describes")


def by_rules(answer: WordAndClue) -> bool | None:
    """By the lexicon of Undercover's words: at least half of what the clue says is true of the word.

    `None` for words that it does not have, and for clues of which it knows no term. It knows few of the
    things that are true of a word, so for free clues its rate is a lower bound.

    >>> by_rules(("tea", "You drink it hot, from a cup.")), by_rules(("tea", "It barks."))
    (True, False)
    """
    word, clue = answer
    if not ours().knows(word):
        return None
    fit = ours().fit(clue, word)
    return None if fit is None else fit >= TRUE_ENOUGH


def judge_of(entry: Entry, judged: Sequence[Played]) -> tuple[Judge, str]:
    """The chosen judge, and its name for reports.

    `judged`: the finished matches of the judge, where it is a model or a person at the terminal.
    """
    name = entry.options.get("judge", "rules")
    if name == "rules":
        return by_rules, "rules, from a lexicon of what is true of our words"
    if not is_file(name):
        return verdicts_of(judged).get, judge_player(name)
    path = Path(name)
    return read_sheet(path).get, f"hand, in {name}{'' if path.exists() else ', which is not there'}"


def check_judge(name: str) -> None:
    """Raise `UsageError` unless this is `rules`, a CSV file, or a player; `StoreError` for an unusable file.

    A file is tried before anything is played, since it is written when all that the clues cost is spent.
    """
    if is_file(name):
        path = Path(name)
        if not access(path if path.exists() else path.parent, W_OK) or path.is_dir():
            raise StoreError(f"the clues cannot be written to {name}")
        read_sheet(path)
    elif name != "rules":
        parse_player(judge_player(name))


def is_file(name: str) -> bool:
    return name.endswith(".csv")


def questions(
    entry: Entry, clues: Iterable[WordAndClue], judged: Iterable[Mapping[str, object]]
) -> list[Fixture]:
    """A question to the judge for each clue that it has not been asked of; `judged`: options of the rest."""
    games = [ClueJudge(word=word, clue=clue) for word, clue in clues]
    return judgements(entry, entry.options["judge"], GAME, games, judged, PART)


def asked_of(match: Played) -> WordAndClue:
    """The question to the judge in one of its matches."""
    options = match.match.fixture.options
    return options["word"], options["clue"]


def verdicts_of(judged: Iterable[Played]) -> dict[WordAndClue, bool | None]:
    """The judge's verdicts, from its finished matches."""
    return {asked_of(match): None if match.match.forfeits else match.match.scores[0] > 0 for match in judged}


def read_sheet(path: Path) -> dict[WordAndClue, bool | None]:
    """The verdicts in a file with the columns `word`, `clue` and `describes`: yes, no, or still nothing."""
    verdicts: dict[WordAndClue, bool | None] = {}
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            rows = list(csv.DictReader(file))
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise UsageError(f"llmarena: the verdicts in {path} cannot be read: {error}") from None
    for number, row in enumerate(rows, start=2):
        if any(row.get(column) is None for column in COLUMNS):
            raise UsageError(f"llmarena: {path}, line {number}: write the columns {', '.join(COLUMNS)}")
        verdict = row["describes"].strip().casefold()
        if verdict not in VERDICTS:
            raise UsageError(f"llmarena: {path}, line {number}: describes is yes or no, not {verdict!r}")
        verdicts[row["word"], row["clue"]] = VERDICTS[verdict]
    return verdicts


VERDICTS: Final[Mapping[str, bool | None]] = {"yes": True, "no": False, "": None}


def write_sheet(path: Path, clues: Iterable[WordAndClue]) -> None:
    """Write a file with a line for each of these clues; verdicts that it already has are kept."""
    there = read_sheet(path)
    wanted = dict.fromkeys(clues) | there
    if wanted.keys() == there.keys() and path.exists():
        return
    words = {True: "yes", False: "no", None: ""}
    try:
        with path.open("w", encoding="utf-8", newline="") as file:
            sheet = csv.writer(file, lineterminator="\n")
            sheet.writerow(COLUMNS)
            sheet.writerows((word, clue, words[verdict]) for (word, clue), verdict in wanted.items())
    except OSError as error:
        raise StoreError(f"the clues cannot be written to {path}: {error}") from None
