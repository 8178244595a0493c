"""A stored match is one match, whichever door it is played through: run, table, ladder, single."""

import asyncio
from dataclasses import replace
from functools import partial

import pytest

from agonist.api import plan_of, play, resume
from agonist.arena.agents.house import house_agents
from agonist.arena.agents.player_factories import registry
from agonist.arena.ladders.ladder import open_ladder
from agonist.arena.ladders.leased_match_play import play_leased
from agonist.arena.replay.shown_match import Replays
from agonist.arena.tables.advancing import advance
from agonist.core import CHANCE
from agonist.games import KITS
from agonist.models.mock_endpoint import Endpoint
from agonist.models.model_assembly import aclose_all
from agonist.reports.match_verification import verify
from agonist.store import Store
from agonist.store.platform.agents import add_agent, agents
from agonist.store.platform.ladders import Sitting, plan_matches
from agonist.store.platform.leases import take
from agonist.store.platform.waiting_matches import Room
from agonist.suites.registry import games_of
from agonist.tournament.evaluation_request import Entry

PLAYED = 3
"""Steps that are played before a match is continued elsewhere."""


@pytest.fixture(scope="module")
def tested():
    """A model that always gives the first legal answer."""
    with Endpoint("first") as endpoint:
        yield f"tested=vllm/x?base_url={endpoint.url}"


def fixtures(tested, suite, **entry):
    planned, _ = plan_of([suite], Entry(players=(tested,), **entry))
    return planned


def flops(tested):
    """The dealer is scripted: button, hole cards, flop."""
    found = [each for each in fixtures(tested, "llmarena", sweep="risk") if "flop" in each.script][:6]
    assert len(found) == 6
    return found


def clues(tested):
    """Roles and speaking order are scripted, hidden questions are put in the suite's words."""
    (found,) = [
        each
        for each in fixtures(tested, "magic", matches=1)
        if each.game == "undercover" and each.probes and each.players.count("tested") == 1
    ][:1]
    return [found]


def guesses(tested):
    """One seat is asked a hidden question, and a style says how models are prompted."""
    found = [each for each in fixtures(tested, "llmarena", sweep="communication", matches=1) if each.probes]
    return [replace(each, style={"method": "cot", "history": "none"}) for each in found[:1]]


def begun(store, match, steps):
    """Store the first steps of a match, as a killed process leaves them."""
    if not steps:
        return
    store.begin(match)
    for nth, step in enumerate(steps):
        store.add_step(match, nth, step)
    store.flush()


def in_a_run(store, where, fixture, steps, monkeypatch):
    run = store.start_run({}, [fixture])
    (stored,) = store.matches(run)
    begun(store, stored.id, steps)
    assert resume(run, db=where).reasons == []
    return stored.id


def at_a_table(store, where, fixture, steps, monkeypatch):
    (stored,) = store.matches(store.start_run({}, [fixture]))
    begun(store, stored.id, steps)
    play_at_a_table(store, stored.id)
    return stored.id


def play_at_a_table(store, match):
    async def play_on():
        await advance(store, match, registry())
        await aclose_all()

    asyncio.run(play_on())


def on_a_ladder(store, where, fixture, steps, monkeypatch):
    house_agents(store)
    known = {each.name for each in agents(store)}
    for name in dict.fromkeys(fixture.players):
        if name not in known:
            add_agent(store, name, fixture.spec(name))
    of = {each.name: each for each in agents(store)}
    lineup = [Sitting(of[name].id, of[name].version.id, 0) for name in fixture.players]
    ladder = open_ladder(store, f"{fixture.game}?seats={len(fixture.players)}")
    (match,) = store.change(lambda connection: plan_matches(connection, ladder, [(fixture, lineup)]))
    begun(store, match, steps)

    async def play_on():
        (lease,) = take(store, "a worker", Room(1))
        await play_leased(store, lease, registry())
        await aclose_all()

    asyncio.run(play_on())
    return match


def alone(store, where, fixture, steps, monkeypatch):
    planned, original = [], Store.start_run

    def start_run(self, plan, _made):
        run = original(self, plan, [fixture])
        planned.extend(match.id for match in self.matches(run))
        begun(self, planned[0], steps)
        return run

    with monkeypatch.context() as patched:
        patched.setattr(Store, "start_run", start_run)
        play(
            f"{fixture.game}?seats={len(fixture.players)}",
            [fixture.spec(name) for name in fixture.players],
            db=where,
        )
    return planned[0]


DOORS = (in_a_run, at_a_table, on_a_ladder, alone)


def told(steps):
    """All of a match that its players and its rules produced; not how long it took."""
    return [
        (
            step.moves,
            step.fallback,
            step.probes,
            [(call.seat, call.probe, call.sent, call.settings, call.text, call.error) for call in step.calls],
        )
        for step in steps
    ]


def played(door, where, fixture, steps, monkeypatch):
    """The match and its steps, after it was continued through a door from these first steps."""
    with Store.open(where) as store:
        match = door(store, where, fixture, steps, monkeypatch)
        return store.match(match), store.steps(match)


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("planned", [flops, clues, guesses])
@pytest.mark.every(4)
def test_a_suites_match_is_the_same_through_every_door(tmp_path, tested, planned, door, monkeypatch):
    for nth, fixture in enumerate(planned(tested)):
        expected, whole = played(in_a_run, tmp_path / f"run {nth}.db", fixture, (), monkeypatch)
        asked = {probe.name for step in whole for probe in step.probes}
        assert asked == set(fixture.probes)
        for left in (0, PLAYED):
            stored, steps = played(door, tmp_path / f"{nth} {left}.db", fixture, whole[:left], monkeypatch)
            assert stored.status == "finished", stored.error
            assert told(steps) == told(whole)
            assert (stored.scores, stored.reason) == (expected.scores, expected.reason)
            assert verify(KITS[fixture.game], stored, steps) == []


@pytest.mark.parametrize("door", DOORS)
def test_the_dealer_deals_what_the_suite_wrote_down(tmp_path, tested, door, monkeypatch):
    for nth, fixture in enumerate(flops(tested)):
        _, steps = played(door, tmp_path / f"{nth}.db", fixture, (), monkeypatch)
        dealt = [step.moves[CHANCE] for step in steps if CHANCE in step.moves]
        script = fixture.script
        assert dealt == [script["dealer"][0], script["hole"][0], script["flop"][0]]


def test_a_users_own_words_are_told_at_a_table_and_shown_on_its_page(tmp_path, tested):
    folder = tmp_path / "words" / "tictactoe"
    folder.mkdir(parents=True)
    (folder / "rules.md").write_text("Noughts and crosses, as grandmother played it.\n")
    entry = Entry((tested,), opponents=("random",), matches=1, prompts=(folder.parent,))
    (fixture, *_), _ = plan_of(["tictactoe"], entry)
    with Store.open(tmp_path / "a.db") as store:
        (match,) = store.matches(store.start_run(entry.as_dict(), [fixture]))
        play_at_a_table(store, match.id)
        assert store.match(match.id).status == "finished"
        sent = next(call.sent for step in store.steps(match) for call in step.calls if call.sent)
        assert any("grandmother" in message.content for message in sent)
        kit = Replays(store, partial(games_of, store)).of(match).kit
        assert "grandmother" in kit.words.rules(kit.game())
