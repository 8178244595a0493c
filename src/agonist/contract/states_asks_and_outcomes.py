"""Clauses of the contract on rules."""

from __future__ import annotations

import copy
import dataclasses
import json
import math
from typing import Any

from agonist.contract.sample_matches import Broken, Sample, expect
from agonist.core import CHANCE, Draw, IllegalAction, Shuffle
from agonist.core.ask import atoms
from agonist.kit import make_game, option_texts
from agonist.match import Record, checked_game


def replays_through_json(sample: Sample) -> None:
    """A record that was written as JSON and read again replays to equal states."""
    again = Record.loads(sample.record.dumps(), lambda _name: sample.kit)
    expect(again == sample.record, "the record changes when it is written as JSON and read", "game.turn")
    for nth, (old, new) in enumerate(zip(sample.states, again.states(), strict=True)):
        expect(old == new, f"after move {nth} the replayed state differs")


def acting_changes_nothing(sample: Sample) -> None:
    """`act` changes neither the state nor the moves that it is given."""
    for nth, (state, moves) in enumerate(zip(sample.states, sample.record.moves, strict=False)):
        before = copy.deepcopy((state, moves))
        sample.game.act(state, moves)
        expect(
            (state, moves) == before, f"act changed its arguments at move {nth}; return a new state instead"
        )


def states_hash(sample: Sample) -> None:
    """States are hashable, as search and caches need."""
    for nth, state in enumerate(sample.states):
        try:
            hash(state)
        except TypeError as error:
            raise Broken(f"the state after move {nth} is not hashable: {error}", _made_by(nth)) from None


def over_when_nobody_is_asked(sample: Sample) -> None:
    """A game is over exactly when nobody is asked."""
    for nth, state in enumerate(sample.states):
        asks, outcome = sample.game.turn(state), sample.game.outcome(state)
        expect(
            bool(asks) == (outcome is None),
            f"after move {nth} turn asks {list(asks)}, and the outcome is {outcome}",
        )


def every_seat_has_a_score(sample: Sample) -> None:
    """The outcome has a finite score for each seat and a reason, its teams consist of seats, and a game that
    pays as it goes on has paid the scores.
    """
    outcome = sample.record.outcome
    assert outcome is not None
    expect(
        len(outcome.scores) == sample.game.seats, f"{sample.game.seats} seats, but scores {outcome.scores}"
    )
    expect(
        all(math.isfinite(score) for score in outcome.scores),
        f"scores must be finite numbers, not {outcome.scores}",
    )
    expect(outcome.reason.strip(), "the reason of the outcome is empty")
    paid = sample.game.paid(sample.states[-1])
    expect(paid in (None, outcome.scores), f"at the end, paid is {paid} and the scores are {outcome.scores}")
    members = [seat for team in outcome.teams for seat in team]
    expect(len(members) == len(set(members)), f"a seat is in two teams: {outcome.teams}")
    expect(
        set(members) <= set(range(sample.game.seats)),
        f"teams {outcome.teams} contain other numbers than seats",
    )


def the_winners_are_told(sample: Sample) -> None:
    """Somebody is first, and a team wins and loses together, by its `places` if its seats are paid
    differently."""
    outcome = sample.record.outcome
    assert outcome is not None
    ranks = outcome.ranks
    expect(1 in ranks, f"nobody is first: {ranks}")
    for team in outcome.teams:
        expect(len({ranks[seat] for seat in team}) == 1, f"the team {team} does not share a place: {ranks}")
        paid = {outcome.scores[seat] for seat in team}
        expect(
            outcome.places or len(paid) == 1,
            f"the seats of the team {team} are paid differently, {outcome.scores}: the outcome needs "
            "`places`, which say who won",
        )


def only_seats_are_asked(sample: Sample) -> None:
    """Only existing seats and chance are asked, and only chance is asked to shuffle or draw."""
    for nth, state in enumerate(sample.states):
        for seat, ask in sample.game.turn(state).items():
            expect(
                seat in (CHANCE, *range(sample.game.seats)),
                f"at move {nth} turn asks {seat!r}, which is not a seat",
            )
            expect(
                ask.about.isidentifier(),
                f"at move {nth} `about` of the ask is {ask.about!r}, which is not an identifier",
            )
            chance = [atom for _, atom in atoms(ask) if isinstance(atom, Shuffle | Draw)]
            expect(
                seat == CHANCE or not chance,
                f"at move {nth} seat {seat} is asked for {chance}; only CHANCE shuffles and draws",
            )


def samples_are_legal(sample: Sample) -> None:
    """A random answer and all options of an ask pass its check, and there is at least one option."""
    for nth, state in enumerate(sample.states):
        for seat, ask in sample.game.turn(state).items():
            options = ask.options()
            expect(
                options is None or len(options),
                f"at move {nth} the ask of seat {seat} has no legal answer: {ask}",
            )
            for action in [ask.sample(sample.rng("legal", nth, seat)), *(options or ())[:50]]:
                try:
                    ask.check(action)
                except IllegalAction as why:
                    expect(holds=False, why=f"at move {nth} seat {seat}: {action!r} is refused: {why}")


def states_hold_plain_values(sample: Sample) -> None:
    """States and views consist only of dataclasses, tuples, strings, numbers, booleans and None."""
    for nth, state in enumerate(sample.states):
        views = [sample.game.observe(state, seat) for seat in (None, *range(sample.game.seats))]
        for value, part in ((state, _made_by(nth)), *((view, "game.observe") for view in views)):
            odd = _not_plain(value)
            expect(
                odd is None,
                f"after move {nth} {type(value).__name__} contains {odd!r}, which is not a plain value",
                part,
            )


def asks_and_outcomes_hold_plain_values(sample: Sample) -> None:
    """Numbers in asks and outcomes are Python's own types, and sequences are tuples."""
    game = sample.game
    for nth, state in enumerate(sample.states):
        for seat, ask in game.turn(state).items():
            expect(
                checked_game.plain_ask(ask) is ask,
                f"at move {nth} the ask of seat {seat!r} has values of other types than Python's own: {ask}",
            )
        outcome = game.outcome(state)
        if outcome is not None:
            kinds = {type(score).__name__ for score in outcome.scores} - {"int", "float"}
            expect(
                not kinds,
                f"scores are of the types {', '.join(sorted(kinds))}, not int or float",
                "game.outcome",
            )
            expect(
                type(outcome.scores) is tuple,
                f"scores are a {type(outcome.scores).__name__}, not a tuple",
                "game.outcome",
            )
            expect(
                checked_game.checked_outcome(game, outcome) == outcome,
                f"teams or places are no tuples of numbers: {outcome}",
                "game.outcome",
            )
            expect(outcome.reason.strip(), "the reason of the outcome is empty", "game.outcome")


def options_survive_json(sample: Sample) -> None:
    """The options of a game can be written as JSON, and equal options make equal games."""
    stored = json.loads(json.dumps(option_texts(sample.game)))
    expect(
        make_game(sample.kit.game, stored) == sample.game,
        f"the options {stored} make a game with other options",
    )


def _made_by(nth: int) -> str:
    """The part of the kit that made the state after this many moves."""
    return "game.act" if nth else "game.new"


def _not_plain(value: Any) -> Any:
    """The first part of this value that is not plain; `None` if all is."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        parts = [getattr(value, field.name) for field in dataclasses.fields(value)]
        frozen = type(value).__dataclass_params__.frozen  # type: ignore[attr-defined]  # every dataclass has it
        if not frozen:
            return value
    elif isinstance(value, tuple):
        parts = list(value)
    else:
        return None if value is None or type(value) in (str, int, float, bool) else value
    return next((odd for part in parts if (odd := _not_plain(part)) is not None), None)
