"""Planning an evaluation: turning its targets into matches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from math import ceil
from pathlib import Path
from typing import Final

from agonist.api.equal_cost import with_equal_cost
from agonist.api.target_all import ALL, LEFT_OUT, expanded, is_all
from agonist.core import UsageError, nearest
from agonist.games import full_name, game_names
from agonist.games.titles import name_of_title, title_of
from agonist.match import Fixture
from agonist.match.invalid_answer_policy import parse_policy
from agonist.players.spec import parse_player
from agonist.suites.registry import suites
from agonist.text import parse_spec
from agonist.tournament.evaluation_request import MATCHES, QUICK, Entry
from agonist.tournament.game_spec import Target, in_each_wording, one_spelling
from agonist.tournament.match_lengths import measured
from agonist.tournament.schedule import in_wordings, schedule, schedule_in_words

FIRST_WORDINGS: Final = 2
"""In how many wordings a run with a rule for stopping begins: with one, nothing shows what they add."""

GUESSED: Final = (
    "{}: the estimate takes matches to be as long as those with random answers, since how long those of "
    "models are was not measured."
)


def with_settings(targets: Sequence[str], settings: Path | None) -> list[str]:
    """These targets, with a file of settings for the suites that take one.

    Raises `UsageError` if none does.
    """
    if settings is None:
        return list(targets)
    takers = {name for name, suite in suites().items() if "settings" in suite.options}
    found = [
        f"{target}{'&' if '?' in target else '?'}settings={settings}"
        if parse_spec(target)[0] in takers
        else target
        for target in targets
    ]
    if found == list(targets):
        raise UsageError(f"none of {', '.join(targets)} takes settings; {', '.join(sorted(takers))} does")
    return found


def plan_of(targets: Sequence[str], entry: Entry) -> tuple[list[Fixture], dict[str, Entry]]:
    """All matches of an evaluation, and the entry of each suite among the targets."""
    fixtures: list[Fixture] = []
    entries: dict[str, Entry] = {}
    for text, target_entry in expanded(targets, entry):
        name, options = parse_spec(text)
        if name in suites():
            entries[name] = replace(target_entry, options={**target_entry.options, **options})
            suites()[name].check(entries[name])
            fixtures += suites()[name].schedule(entries[name])
            continue
        if ":" not in name and name not in (known := game_names()):
            if (named := name_of_title(name)) != name:
                raise UsageError(f"there is no game {name!r}; did you mean {named!r}?")
            raise UsageError(nearest("game or suite", name, [*known, *suites(), ALL]))
        worded = in_each_wording(text, entry.prompts)[: first_wordings(entry)]
        fixtures += in_wordings(worded, partial(_schedule, entry))
    for game in map(one_spelling, entry.weights):
        if game not in (parts := list(dict.fromkeys(fixture.part for fixture in fixtures))):
            raise UsageError(f"weights: {nearest('game of this run', game, parts)}")
    if entry.until:
        from agonist.tournament.adaptive_matches import parse_until

        parse_until(entry.until)
    if entries and (entry.pairing, entry.deals, entry.until) != ("round-robin", "own", ""):
        raise UsageError("suites have schedules of their own: --pairing, --deals and --until are for games")
    if len(entry.prompts) > 1 and (entries or entry.pairing == "informative"):
        raise UsageError(
            "several wordings (--prompts) are for games, with any pairing but informative: name one folder"
        )
    if not entries and (entry.sweep or entry.profile):
        raise UsageError("only suites have sweeps and profiles: name a suite, or leave them out")
    return with_equal_cost(fixtures, entry.equal), entries


def _schedule(entry: Entry, target: Target) -> list[Fixture]:
    return schedule(
        target,
        entry.players,
        entry.opponents,
        matches=matches_in_first(entry, target.game.seats),
        seed=entry.seed,
        policy=parse_policy(entry.policy or "default"),
        seats=entry.seats,
        specs=entry.specs,
        pairing=entry.pairing,
        deals=entry.deals,
    )


def first_wordings(entry: Entry) -> int:
    """In how many of its wordings a game is played at first."""
    several = len(entry.prompts)
    return min(several, FIRST_WORDINGS) if entry.until and several else max(several, 1)


def matches_in_first(entry: Entry, seats: int) -> int:
    """How many matches of each table are played at first in each of these wordings: the seats go round."""
    count, matches = first_wordings(entry), matches_of(entry)
    return matches if count == 1 else ceil(matches / count / seats) * seats


def notes(targets: Sequence[str], entry: Entry) -> list[str]:
    """What is to be known before an evaluation starts: the notes of its suites, and which games' estimates
    are guesses.
    """
    named = [(*parse_spec(text), target_entry) for text, target_entry in expanded(targets, entry)]
    models = any(parse_player(entry.spec(name)).is_model for name in (*entry.players, *entry.opponents))
    games = dict.fromkeys(full_name(name) for name, _, _ in named if name not in suites())
    guesses = [title_of(name) for name in games if models and name not in measured()]
    small = entry.quick and any(map(is_all, targets))
    found = [
        note
        for name, options, target_entry in named
        if name in suites()
        for note in (
            *([LEFT_OUT] if small and name == "gamebench" else []),
            *suites()[name].notes(replace(target_entry, options={**target_entry.options, **options})),
        )
    ]
    return [*found, *([GUESSED.format(", ".join(guesses))] if guesses else [])]


def plan_in_words(targets: Sequence[str], entry: Entry) -> list[str]:
    """The plan for each game among the targets, in a line: the design and the number of matches."""
    fixtures, suites = plan_of(targets, entry)
    return [
        schedule_in_words(text, fixtures, entry.pairing, _later(text, fixtures, entry))
        for text, _ in expanded(targets, entry)
        if parse_spec(text)[0] not in suites
    ]


def _later(text: str, fixtures: Sequence[Fixture], entry: Entry) -> str:
    """The matches added to those of a game that are planned at first, in words."""
    players, opponents = entry.players, entry.opponents
    if not (entry.until or entry.pairing == "informative") or len({*players, *opponents}) < 2:
        return ""
    from agonist.tournament.adaptive_matches import growth_in_words, most_matches, parse_until

    seats = len(next(fixture.players for fixture in fixtures if fixture.part == text))
    matches = matches_in_first(entry, seats) * first_wordings(entry)
    most = most_matches(
        players, opponents, seats, matches, entry.seed, entry.pairing, parse_until(entry.until)
    )
    return growth_in_words(sum(fixture.part == text for fixture in fixtures), most, entry.until)


def matches_of(entry: Entry) -> int:
    """The number of matches of each table of a game, or with `until` its first matches."""
    return entry.matches if entry.matches is not None else QUICK if entry.quick else MATCHES
