"""The environments with the options of an entry: Hanabi's size and lives, own words and instances."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from agonist.core import UsageError, nearest
from agonist.games import hanabi
from agonist.games.bargain.instance_file import load_instances
from agonist.suites.llmarena.environments import Environment, chosen, environment
from agonist.tournament.evaluation_request import Entry

OPTIONS: Final[Mapping[str, str]] = {
    "hanabi": "small or full: the paper's cards or the rulebook's [small]",
    "lives": "the lives at Hanabi [1; 3 if it is full]",
    "pairs": "Undercover's pairs of words: tea/coffee,violin/cello or a file with a pair a line [our list]",
    "instances": "a file of Bargain's pools and values, such as 1,2,3 8,1,0 4,0,2 a line [drawn at random]",
}


def environments_of(entry: Entry) -> list[Environment]:
    """The environments that an entry plays, with its options."""
    return [_changed(each, entry) for each in chosen(entry.options.get("games"))]


def environment_of(entry: Entry, game: str) -> Environment:
    """The environment of a game, with the options of an entry."""
    return _changed(environment(game), entry)


def check(entry: Entry) -> None:
    """Raise `UsageError` for options of the games that cannot be."""
    for game in ("hanabi", "undercover"):
        environment_of(entry, game).make()
    deal_script(entry, "bargain", 0)


def deal_script(entry: Entry, game: str, deal: int) -> dict[str, Sequence[Any]]:
    """Chance's answers on a deal, from a file whose lines are used in turn; none without a file."""
    if game != "bargain" or "instances" not in entry.options:
        return {}
    instances = _instances(Path(entry.options["instances"]))
    return {about: tuple(answers) for about, answers in instances[deal % len(instances)].items()}


_instances = lru_cache(maxsize=8)(load_instances)


def _changed(each: Environment, entry: Entry) -> Environment:
    options: dict[str, Any] = dict(each.options)
    if each.game == "hanabi":
        size = entry.options.get("hanabi", "small")
        if size not in ("small", "full"):
            raise UsageError(f"llmarena: {nearest('size of Hanabi', size, ('small', 'full'))}")
        options |= hanabi.PRESETS["full"] if size == "full" else {}
        options |= {"lives": entry.options["lives"]} if "lives" in entry.options else {}
    if each.game == "undercover" and "pairs" in entry.options:
        options["pairs"] = _pairs(entry.options["pairs"])
    return replace(each, options=options)


@lru_cache(maxsize=8)
def _pairs(text: str) -> tuple[str, ...]:
    """Pairs of words from a list, or from a file with `left,right`, `left/right` or `left - right` a line."""
    if "/" in text and not Path(text).is_file():
        return tuple(part.strip() for part in text.split(",") if part.strip())
    try:
        lines = Path(text).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or "it is not UTF-8"
        raise UsageError(
            f"llmarena: the file of pairs {text} cannot be read ({why}); "
            "write pairs as tea/coffee,violin/cello"
        ) from None
    pairs = []
    for number, line in enumerate(lines, 1):
        if line.strip():
            mark = next((mark for mark in ("/", ",", " - ") if line.count(mark) == 1), None)
            if mark is None:
                raise UsageError(
                    f"{text}, line {number}: write two words as 'tea/coffee', not {line.strip()!r}"
                )
            left, right = line.split(mark)
            pairs.append(f"{left.strip()}/{right.strip()}")
    if not pairs:
        raise UsageError(f"{text} has no pairs of words")
    return tuple(pairs)
