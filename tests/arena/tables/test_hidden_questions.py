"""Hidden questions of a suite to people at a table: they count as in a terminal, and once."""

import asyncio
from collections import Counter
from dataclasses import replace
from functools import partial
from random import Random

import pytest

from agonist.api import plan_of
from agonist.arena.accounts.permissions import LOCAL
from agonist.arena.agents.player_factories import registry
from agonist.arena.replay.shown_match import Replays
from agonist.arena.tables import clocks
from agonist.arena.tables.advancing import advance
from agonist.arena.tables.open_asks import open_asks
from agonist.arena.tables.table import StaleAnswer, TableTerms, answer, resign, table_with
from agonist.core import CHANCE
from agonist.games import KITS
from agonist.models.mock_endpoint import Endpoint
from agonist.models.model_assembly import aclose_all
from agonist.players.human_at_console import HumanPlayer
from agonist.reports.match_verification import verify
from agonist.store import Store
from agonist.store.platform.answers_of_people import kept_answers
from agonist.store.platform.human_tables import add_table, table_of
from agonist.suites.magic import Magic
from agonist.suites.registry import games_of
from agonist.text import written
from agonist.tournament.evaluation_request import Entry
from agonist.tournament.stored_match_play import play_stored

ROLES = ("chameleon", "non-chameleon", "undercover", "civilian")
ENTRY = Entry(players=("human",), opponents=("reference",), matches=1)


def fixture_of(role, suite="magic", **more):
    made, _ = plan_of([suite], replace(ENTRY, **more))
    return next(each for each in made if each.probes and each.part.endswith(f": {role}"))


def planned(store, fixture, **terms):
    run = store.start_run(ENTRY.as_dict(), [fixture])
    (stored,) = store.matches(run)
    if terms:
        people = [seat for seat, name in enumerate(fixture.players) if name == "human"]
        table = table_with(stored.id, LOCAL, people, people, TableTerms(**terms), "")
        store.change(lambda connection: add_table(connection, table))
    return run, stored.id


def play_on(store, match):
    async def advanced():
        try:
            return await advance(store, match, registry())
        finally:
            await aclose_all()

    return asyncio.run(advanced())


def asked(store, match):
    replay = Replays(store, partial(games_of, store)).of(store.match(match))
    return replay, open_asks(store, replay, kept_answers(store, match))


def give(store, match, seat=None):
    """Answer the first open question, or this seat's first; returns it."""
    replay, left = asked(store, match)
    own = next(each for each in left if seat in (None, each.seat))
    answer(store, replay, own, f"1:nonce {own.key}", own.ask.sample(Random(str(own.key))))
    return own


def play_to_the_end(store, match):
    """Lines that a person in a terminal types for the answers that are given here."""
    lines = []
    play_on(store, match)
    while store.match(match).status != "finished":
        own = give(store, match)
        replay, _ = asked(store, match)
        say = partial(replay.kit.words.label, own.view)
        typed = written(own.ask, kept_answers(store, match)[own.key], "line", say)
        lines += [line.partition(": ")[2] for line in typed.splitlines()]
        play_on(store, match)
    return lines


class Desk:
    """A terminal with somebody who types these lines."""

    def __init__(self, lines):
        self.turn, self.lines = asyncio.Lock(), list(lines)

    def fits(self, text):
        return True

    def say(self, text):
        pass

    async def hear(self, prompt):
        return self.lines.pop(0)


def in_a_terminal(store, match, lines):
    stored, desk, players = store.match(match), Desk(lines), registry()

    def player_of(_seat, spec):
        return partial(HumanPlayer, console=desk) if spec == "human" else players.factory(spec)

    asyncio.run(play_stored(store, stored, games_of(store, stored.run), player_of))
    assert desk.lines == []


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.every(4)
def test_a_page_and_a_terminal_give_the_same_match_and_the_same_results_of_magic(tmp_path, role):
    with Store.open(tmp_path / "page.db") as page, Store.open(tmp_path / "terminal.db") as terminal:
        fixture = fixture_of(role)
        run, match = planned(page, fixture)
        lines = play_to_the_end(page, match)
        other, same = planned(terminal, fixture)
        in_a_terminal(terminal, same, lines)
        page.flush()
        terminal.flush()
        steps, theirs = page.steps(match), terminal.steps(same)
        assert [(step.moves, step.probes) for step in steps] == [(step.moves, step.probes) for step in theirs]
        people = [seat for seat, name in enumerate(fixture.players) if name == "human"]
        given = [probe.answer for step in steps for probe in step.probes if probe.seat in people]
        assert given
        assert None not in given
        assert Magic().sections(page, run, ENTRY) == Magic().sections(terminal, other, ENTRY)
        assert verify(KITS[fixture.game], page.match(match), steps) == []


def test_llmarenas_guess_is_asked_of_the_person_who_is_tested(store):
    made, _ = plan_of(["llmarena"], replace(ENTRY, sweep="communication", opponents=()))
    fixture = next(each for each in made if each.probes)
    _, match = planned(store, fixture)
    play_to_the_end(store, match)
    found = [probe for step in store.steps(match) for probe in step.probes]
    assert found
    assert all(fixture.players[probe.seat] == "human" and probe.answer for probe in found)


def test_after_each_answer_the_process_and_its_database_can_be_started_anew(tmp_path):
    with Endpoint("first") as endpoint:
        fixture = fixture_of("civilian", opponents=(f"model=vllm/x?base_url={endpoint.url}",))
        with Store.open(tmp_path / "a.db") as store:
            _, match = planned(store, fixture)
        times = Counter()
        while True:
            with Store.open(tmp_path / "a.db") as store:
                play_on(store, match)
                if store.match(match).status == "finished":
                    break
                own = give(store, match)
                times[own.key] += 1
                replay, left = asked(store, match)
                assert own.key not in {each.key for each in left}
                answer(store, replay, own, f"1:nonce {own.key}", kept_answers(store, match)[own.key])
                with pytest.raises(StaleAnswer):
                    answer(store, replay, own, "2:another window", own.ask.sample(Random(9)))
        with Store.open(tmp_path / "a.db") as store:
            steps = store.steps(match)
            given = {
                (nth, probe.seat, probe.name): probe.answer
                for nth, step in enumerate(steps)
                for probe in step.probes
                if fixture.players[probe.seat] == "human"
            }
            kept = {tuple(key): action for key, action in kept_answers(store, match).items() if key.probe}
        assert given
        assert given == kept
        assert set(times.values()) == {1}
        # Nobody who had answered already was asked again.
        assert endpoint.requests == sum(bool(call.sent) for step in steps for call in step.calls) > 0


def at_a_hidden_question(store, **terms):
    """A match in which two people are asked hidden questions, and one of them a move too."""
    _, match = planned(store, fixture_of("non-chameleon"), **terms)
    play_on(store, match)
    while True:
        _, left = asked(store, match)
        if {bool(own.probe) for own in left} == {True, False} and len({own.seat for own in left}) == 2:
            return match
        give(store, match)
        play_on(store, match)


def test_one_clock_runs_for_all_that_is_asked_of_a_person_at_once_and_gets_one_increment(store, now):
    match = at_a_hidden_question(store, clock=600.0, increment=2.0)
    _, left = asked(store, match)
    seat = next(own.seat for own in left if not own.probe)
    before = clocks.left(table_of(store, match), seat, is_asked=False)
    questions = [own for own in left if own.seat == seat]
    assert len(questions) > 1
    for own in questions:
        assert own.key == give(store, match, seat).key
        play_on(store, match)
        now[0] += 10
    ran = 10 * (len(questions) - 1)
    assert clocks.left(table_of(store, match), seat, is_asked=False) == before - ran + 2


def test_what_was_not_answered_in_time_is_unknown_and_what_was_is_kept(store, now):
    match = at_a_hidden_question(store, clock=600.0, on_time="fallback")
    _, left = asked(store, match)
    own = give(store, match)
    now[0] += 1000
    with pytest.raises(StaleAnswer):
        give(store, match)
    play_on(store, match)
    step = store.steps(match)[own.step]
    known = {(probe.name, probe.seat): probe.answer for probe in step.probes}
    hidden = [(each.probe, each.seat) for each in left if each.probe]
    assert len(hidden) > 1
    assert {key: known[key] for key in hidden} == {
        key: kept_answers(store, match)[own.key] if key == (own.probe, own.seat) else None for key in hidden
    }
    asked_to_move = {each.seat for each in left if not each.probe}
    assert set(step.fallback) == asked_to_move
    assert set(step.moves) == asked_to_move != {CHANCE}


@pytest.mark.parametrize("way", ["resigned", "out of time"])
def test_a_match_that_is_given_up_at_a_hidden_question_ends_and_verifies(store, now, way):
    match = at_a_hidden_question(store, clock=600.0)
    own = give(store, match)
    if way == "resigned":
        resign(store, match, own.seat)
    now[0] += 1000
    play_on(store, match)
    over = store.match(match)
    assert over.status == "finished"
    assert over.forfeits
    assert asked(store, match)[1] == []
    assert [probe for step in store.steps(match)[own.step :] for probe in step.probes] == []
    assert verify(KITS["chameleon"], over, store.steps(match)) == []
