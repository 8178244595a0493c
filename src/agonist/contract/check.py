"""Checking a game against all clauses of its contract."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, TypeVar

from agonist.contract import (
    arrays,
    declared_traits,
    illegal_actions,
    indicators_and_moments,
    pictures,
    prompts_and_answers,
    states_asks_and_outcomes,
    texts,
    views,
)
from agonist.contract.breach_places import place_of_breach
from agonist.contract.determinism import REPLAYS, every_replay_is_the_same
from agonist.contract.option_variants import variants
from agonist.contract.sample_matches import Sample, sample_match
from agonist.core import AgonistError, GameError, nearest
from agonist.core.source_places import Place, in_brackets
from agonist.kit import Kit
from agonist.kit.limits_of_user_code import code_of

T = TypeVar("T")

CLAUSES: Final[Mapping[str, Callable[[Sample], None]]] = {
    clause.__name__: clause
    for clause in (
        states_asks_and_outcomes.options_survive_json,
        states_asks_and_outcomes.replays_through_json,
        states_asks_and_outcomes.acting_changes_nothing,
        states_asks_and_outcomes.states_hash,
        states_asks_and_outcomes.over_when_nobody_is_asked,
        states_asks_and_outcomes.every_seat_has_a_score,
        states_asks_and_outcomes.the_winners_are_told,
        states_asks_and_outcomes.only_seats_are_asked,
        states_asks_and_outcomes.samples_are_legal,
        illegal_actions.illegal_actions_are_refused,
        states_asks_and_outcomes.states_hold_plain_values,
        states_asks_and_outcomes.asks_and_outcomes_hold_plain_values,
        prompts_and_answers.prompts_can_be_written,
        views.looking_twice_shows_the_same,
        views.logs_only_grow,
        views.private_events_are_told_to_nobody_else,
        views.without_secrets_the_view_is_the_state,
        views.views_do_not_depend_on_what_they_hide,
        views.asking_tells_nothing,
        views.secrets_stay_secret,
        texts.no_message_is_empty,
        texts.messages_hold_no_control_characters,
        texts.what_players_say_is_quoted,
        prompts_and_answers.options_differ_in_words,
        prompts_and_answers.answers_survive_every_format,
        prompts_and_answers.reference_plays_by_the_rules,
        prompts_and_answers.baseline_plays_by_the_rules,
        prompts_and_answers.passing_is_legal,
        pictures.every_view_has_its_picture,
        pictures.pictures_say_what_they_show,
        pictures.pictures_offer_what_is_asked,
        pictures.pictures_lie_within_their_frame,
        pictures.pictures_keep_secrets,
        pictures.pictures_are_harmless_svg,
        arrays.arrays_lie_in_their_bounds,
        arrays.arrays_show_only_the_view,
        indicators_and_moments.measurements_are_finite_numbers,
        indicators_and_moments.key_moments_are_short_texts,
    )
}
"""The clauses that are checked on each match."""

MATCH_SET_CLAUSES: Final[Mapping[str, Callable[[Sequence[Sample]], None]]] = {
    clause.__name__: clause
    for clause in (
        declared_traits.traits_are_true,
        declared_traits.sizes_can_be_played,
        declared_traits.ranges_are_true,
        every_replay_is_the_same,
    )
}
"""The clauses that need several matches."""


@dataclass(frozen=True, slots=True)
class Breach:
    """A clause that does not hold, as `rules.py:12: in Nim.act: why (clause, match 0)`.

    `seed` is that of the match that showed it, `None` if it took several. `place` is the line in the game's
    own files that broke it, or the function if no line is known; `None` if the game is in no file.
    """

    clause: str
    seed: int | None
    why: str
    place: Place | None = None

    def __str__(self) -> str:
        where = "" if self.place is None else f"{self.place}: "
        return f"{where}{self.why} ({self.clause}{'' if self.seed is None else f', match {self.seed}'})"


def check_game(kit: Kit, seeds: Iterable[int] = range(5), replays: int = REPLAYS) -> list[Breach]:
    """The clauses this game breaks on random matches from these seeds; empty if all hold. Those that its kit
    lists as `unchecked` are left out; raises `GameError` if it lists one that there is not.

    The matches are replayed `replays` times, all together: more find what is random more rarely. Each reason
    is given once, for the first clause and match that showed it. A game whose code raises, prints, exits or
    never ends breaks the clause that was being checked; its exceptions are not raised here.
    """
    every_clause = [*CLAUSES, *MATCH_SET_CLAUSES]
    for name in kit.unchecked:
        if name not in every_clause:
            raise GameError(f"{kit.name}: {nearest('clause of the contract', name, every_clause)}")
    samples: list[Sample] = []
    for seed in seeds:
        sample, error = _attempt(kit, sample_match, kit, seed)
        if sample is None:
            assert error is not None
            return [_breach(kit, "plays_to_an_end", seed, error)]
        samples.append(sample)
    found: list[tuple[str, int | None, AgonistError]] = [
        (name, sample.seed, error)
        for name, clause in CLAUSES.items()
        if name not in kit.unchecked
        for sample in samples
        if (error := _attempt(kit, clause, sample)[1])
    ]
    several: dict[str, Callable[[Sequence[Sample]], None]] = {
        **MATCH_SET_CLAUSES,
        "every_replay_is_the_same": partial(every_replay_is_the_same, replays=replays),
    }
    found += [
        (name, None, error)
        for name, clause in several.items()
        if name not in kit.unchecked and (error := _attempt(kit, clause, samples)[1])
    ]
    if "traits_are_true" not in kit.unchecked:
        found += [("traits_are_true", None, error) for error in _variants_that_fail(kit, len(samples))]
    first: dict[str, Breach] = {}
    broken = set[str]()
    for name, at, error in found:
        # For each clause, the first match is enough; for each reason, the first clause.
        if name not in broken:
            broken.add(name)
            first.setdefault(str(error), _breach(kit, name, at, error))
    return list(first.values())


def _breach(kit: Kit, clause: str, seed: int | None, error: AgonistError) -> Breach:
    # The place stands at the beginning, with its folder.
    why = str(error).replace(in_brackets(error) or "\0", "")
    return Breach(clause, seed, why, place_of_breach(kit, clause, error))


def _variants_that_fail(kit: Kit, matches: int) -> Iterator[AgonistError]:
    """Why the traits are not true with other options."""
    for options, variant in variants(kit):
        played = [_attempt(kit, sample_match, variant, seed) for seed in range(matches)]
        error = (
            next((error for _, error in played if error), None)
            or (_attempt(kit, declared_traits.traits_are_true, [sample for sample, _ in played])[1])
        )
        if error:
            error.args = (f"with the options {dict(options)}: {error}",)
            yield error


def _attempt(kit: Kit, call: Callable[..., T], *arguments: Any) -> tuple[T | None, AgonistError | None]:
    """The result of the call, and why it failed if it did."""
    try:
        with code_of(f"the code of {kit.name}"):
            return call(*arguments), None
    except AgonistError as error:
        return None, error
