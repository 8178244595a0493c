"""Clauses of the contract on what a seat may know."""

from __future__ import annotations

import dataclasses
import reprlib
from collections.abc import Mapping
from functools import partial
from typing import Any

from agonist.contract.sample_matches import Broken, Sample, expect
from agonist.core import CHANCE, Seat
from agonist.kit import guarded
from agonist.text import instruction


def looking_twice_shows_the_same(sample: Sample) -> None:
    """A view is a dataclass and depends only on the state and the seat."""
    for nth, state in enumerate(sample.states):
        for seat in (None, *range(sample.game.seats)):
            view = sample.game.observe(state, seat)
            expect(
                dataclasses.is_dataclass(view),
                f"after move {nth} the view is a {type(view).__name__}, not a dataclass",
            )
            expect(
                view == sample.game.observe(state, seat),
                f"after move {nth} two calls of observe for seat {seat} differ",
            )


def logs_only_grow(sample: Sample) -> None:
    """The log of a view only grows; earlier entries never change."""
    for seat in (None, *range(sample.game.seats)):
        old: tuple[Any, ...] = ()
        for nth, state in enumerate(sample.states):
            new = getattr(sample.game.observe(state, seat), "log", ())
            expect(
                new[: len(old)] == old,
                f"after move {nth} the log of seat {seat} lost or changed earlier entries",
            )
            old = new


def private_events_are_told_to_nobody_else(sample: Sample) -> None:
    """The log of a view holds no event that the state's log has for other seats alone."""
    owners = dict[Any, set[Seat] | None]()
    read, seen = 0, dict[Seat | None, int]()
    for nth, state in enumerate(sample.states):
        log = getattr(state, "log", ())
        if not _is_log(log):
            return
        for to, event in log[read:]:
            known = owners.setdefault(event, set())
            owners[event] = None if to is None or known is None else known | set(to)
        read = len(log)
        for seat in (None, *range(sample.game.seats)):
            view = sample.game.observe(state, seat)
            told = () if view is state else getattr(view, "log", ())
            for event in told[seen.get(seat, 0) :]:
                to = owners.get(event)
                expect(
                    to is None or seat in to,
                    f"after move {nth} {_called(seat)} sees {event!r}, which is only for "
                    f"{', '.join(map(_called, sorted(to or ())))}: `events_for(log, seat)` leaves it out",
                )
            seen[seat] = len(told)


def _is_log(log: Any) -> bool:
    """Whether it is one that `add_event` makes; a game may have a log of its own kind."""
    pairs = isinstance(log, tuple) and all(isinstance(entry, tuple) and len(entry) == 2 for entry in log)
    return pairs and all(to is None or isinstance(to, tuple) for to, _ in log)


def without_secrets_the_view_is_the_state(sample: Sample) -> None:
    """Without hidden information and simultaneous moves, the view is the state; search relies on it."""
    traits = sample.game.traits
    if traits.hidden or traits.simultaneous:
        return
    for nth, state in enumerate(sample.states):
        for seat in range(sample.game.seats):
            expect(
                sample.game.observe(state, seat) == state,
                f"after move {nth} the view of seat {seat} is not the state, although the traits say that "
                "nothing is hidden",
            )


def views_do_not_depend_on_what_they_hide(sample: Sample) -> None:
    """View, ask and prompts stay the same if the hidden part is replaced by another that fits the view.

    The replacement comes from the kit's `sample_state`; the bystander's view must also stay the same.
    """
    kit, game = sample.kit, sample.game
    if not game.traits.hidden:
        return
    if kit.sample_state is None:
        raise Broken(f"{game.name} has hidden information, so its kit needs `sample_state`", "game.traits")
    for nth, state, seat, ask in sample.questions():
        view = game.observe(state, seat)
        other = kit.sample_state(game, view, sample.rng("guess", nth, seat))
        expect(
            game.observe(other, seat) == view,
            f"at move {nth} sample_state for seat {seat} gives a state with another view"
            + _difference(game.observe(other, seat), view),
            "sample_state",
        )
        expect(
            game.turn(other).get(seat) == ask,
            f"at move {nth} sample_state for seat {seat} gives a state with another ask",
            "sample_state",
        )
        expect(
            game.observe(other, None) == game.observe(state, None),
            f"at move {nth} sample_state for seat {seat} gives a state with another view for bystanders"
            + _difference(game.observe(other, None), game.observe(state, None)),
            "sample_state",
        )
        expect_the_same(
            texts_for(sample, state, seat),
            texts_for(sample, other, seat),
            f"at move {nth} the prompts of seat {seat} depend on hidden information",
        )


def asking_tells_nothing(sample: Sample) -> None:
    """Who is asked is what everyone knows: the same seats in any state that a seat's view does not rule out.

    Pages, and the time that an answer takes, show everyone who is asked. So a seat that cannot act is asked
    too if others cannot know that.
    """
    kit, game = sample.kit, sample.game
    if kit.sample_state is None:
        return
    for nth, state in enumerate(sample.states):
        seats = set(game.turn(state))
        for seat in range(game.seats) if seats - {CHANCE} else ():
            other = kit.sample_state(game, game.observe(state, seat), sample.rng("asked", nth, seat))
            instead = set(game.turn(other))
            expect(
                instead == seats,
                f"after move {nth} the seats {sorted(seats)} are asked, although for all that seat {seat} "
                f"knows it could be {sorted(instead)}: being asked tells what a seat holds",
            )


def secrets_stay_secret(sample: Sample) -> None:
    """No secret that the kit declares appears in the prompts of a seat that must not know it."""
    for nth, state, seat, _ask in sample.questions():
        for part, text in texts_for(sample, state, seat).items():
            for secret in sample.kit.secrets(sample.game, state, seat):
                expect(
                    secret.casefold() not in text.casefold(),
                    f"at move {nth} the prompts of seat {seat} contain the secret {secret!r}",
                    part,
                )


def _called(seat: Seat | None) -> str:
    return "a bystander" if seat is None else f"seat {seat}"


def _difference(view: Any, expected: Any) -> str:
    """The first field of a view that differs, and how."""
    if type(view) is not type(expected):
        return ""
    for field in dataclasses.fields(view):
        found, wanted = getattr(view, field.name), getattr(expected, field.name)
        if found != wanted:
            return f": its {field.name} is {reprlib.repr(found)}, not {reprlib.repr(wanted)}"
    return ""


def expect_the_same(texts: Mapping[str, str], others: Mapping[str, str], why: str) -> None:
    """Raise `Broken` for the first part of two prompts that differs."""
    for part, text in texts.items():
        expect(text == others[part], why, part)


def texts_for(sample: Sample, state: Any, seat: Seat) -> Mapping[str, str]:
    """The whole prompt of a seat without memory in this state, by the part of the kit that writes it."""
    words, game = guarded(sample.kit).words, sample.game
    view, ask = game.observe(state, seat), game.turn(state)[seat]
    how = instruction(ask, "json", partial(words.label, view))
    return {
        "words.rules": words.rules(game),
        "words.scene": words.scene(game, view),
        "words.request": words.request(game, view, ask),
        "words.label": how,
    }
