"""Hidden questions of a suite on the page of a table: a form, whose answer nobody else sees."""

import asyncio
import re
from dataclasses import replace
from functools import partial
from html import unescape
from random import Random

import pytest
from tests.arena.conftest import SECRET as SITE_SECRET
from tests.web.conftest import fields_of
from tests.web.conftest import send as send_form
from tests.web.everything import everything
from tests.web.public import browser, door_of, send, site_of
from tests.web.test_sealed import alike, plain

from agonist.api import plan_of
from agonist.arena.accounts.permissions import Visitor
from agonist.arena.accounts.platform_secret import VARIABLE
from agonist.arena.agents.player_factories import registry
from agonist.arena.match_visibility import sealed
from agonist.arena.replay.shown_match import Replays
from agonist.arena.tables.advancing import advance
from agonist.arena.tables.open_asks import OpenAsk, open_asks
from agonist.arena.tables.seats import invitation
from agonist.arena.tables.table import TableTerms, answer, table_with
from agonist.store import Store
from agonist.store.platform.answers_of_people import kept_answers
from agonist.store.platform.human_tables import add_table
from agonist.suites.registry import games_of
from agonist.tournament.evaluation_request import Entry
from agonist.web.game_table_page import TableVisit, seats_waited_for

ENTRY = Entry(players=("human",), opponents=("reference",), matches=1)
SECRET = "known to the browser that opened the table"
LAST = 99
IDENTITY, SUSPECTS = "magic_chameleon_identity", "magic_chameleon_suspects"


def fixture_of(role):
    made, _ = plan_of(["magic"], ENTRY)
    return next(each for each in made if each.part == f"magic: {role}")


def play_on(store, match):
    asyncio.run(advance(store, match, registry()))


async def test_a_hidden_question_is_a_form_in_the_words_of_its_suite(person, tables, door):
    store, _ = tables
    fixture = fixture_of("chameleon")
    match = store.matches(store.start_run(ENTRY.as_dict(), [fixture]))[0].id
    await asyncio.to_thread(play_on, store, match)
    where, seat = f"/play/{match}", fixture.players.index("human")
    first = unescape((await person.get(where)).text)
    kit = games_of(store, store.match(match).run).kit(fixture.game, fixture.wording)
    assert kit.words.prompts.fill("identity").strip() in first
    assert "<title>A question for you" in first
    fields, form = fields_of(first)
    assert fields["probe"] == IDENTITY
    assert re.findall(r">(Player \d)</option>", form) == ["Player 1", "Player 2", "Player 3"]
    assert "non-chameleon</option>" in form
    for wrong, status in (
        ({"a.0": "", "a.1": "0"}, 422), ({"a.0": "3", "a.1": "0"}, 422), ({"probe": SUSPECTS}, 409),
        ({"probe": "none"}, 409), ({"probe": "x" * 9999}, 409),
    ):  # fmt: skip
        refused = await send_form(person, where, door, **{"a.0": "0", "a.1": "0", **fields, **wrong})
        assert refused.status_code == status, wrong
    assert kept_answers(store, match) == {}
    for _ in range(2):  # sent twice, it counts once
        sent = await send_form(person, where, door, **fields, **{"a.0": str(seat), "a.1": "0"})
        assert sent.status_code == 303
    step = int(fields["step"])
    assert kept_answers(store, match) == {(step, seat, IDENTITY): (f"Player {seat + 1}", "chameleon")}
    other = await send_form(
        person, where, door, **{**fields, "nonce": "another window"}, **{"a.0": "0", "a.1": "2"}
    )
    assert other.status_code == 409
    assert len(kept_answers(store, match)) == 1


async def test_the_words_that_a_suite_deals_are_on_no_page_while_it_is_played(person, tables, door):
    store, _ = tables
    fixture = fixture_of("civilian")
    match = store.matches(store.start_run(ENTRY.as_dict(), [fixture]))[0].id
    await asyncio.to_thread(play_on, store, match)
    ((own, other),) = (pair.split("/") for pair in fixture.options["pairs"])
    seat = fixture.players.index("human") + 1
    pages = [
        unescape((await person.get(where)).text)
        for where in (f"/play/{match}?as=seat{seat}", f"/matches/{match}", f"/matches/{match}/0", "/matches")
    ]
    assert any(word in pages[0] for word in (own, other))
    for page in pages:
        assert not (own in page and other in page)


def seated_apart(store, fixture):
    """The match with a seat for each person, and another match on its deal; its id."""
    run = store.start_run(ENTRY.as_dict(), [fixture, replace(fixture, part="another of its deal")])
    match, other = store.matches(run)
    people = [seat for seat, name in enumerate(fixture.players) if name == "human"]
    nobody = Visitor(None, "", "visitor", "a third browser")
    table = table_with(match.id, nobody, people, [], TableTerms(), SECRET)
    store.change(lambda connection: add_table(connection, table))
    store.begin(other.id)
    return match.id, people


def play(store, match, seat, opinion, steps):
    """Play until this step, as everybody always does; at hidden questions, `seat` has this opinion."""
    replays, given = Replays(store, partial(games_of, store)), []
    while True:
        play_on(store, match)
        replay = replays.of(store.match(match))
        left = open_asks(store, replay, kept_answers(store, match))
        if not left or replay.last >= steps:
            # In this step, only hidden questions of this seat are answered.
            left = [own for own in left if own.probe and own.seat == seat]
        if not left:
            return given
        for own in left:
            action = own.ask.sample(Random(str(own.key)))
            if own.probe and own.seat == seat:
                action = tuple(part.options()[opinion] for _, part in own.ask.parts)
                given.append(action)
            answer(store, replay, own, f"1:nonce {own.key}", action)


def timeless(page):
    return re.sub(r'"created": ?[\d.]+|as of [\d:]+ UTC', "", plain(page))


@pytest.mark.parametrize(
    "steps",
    [pytest.param(6, marks=pytest.mark.slow), pytest.param(LAST, marks=pytest.mark.long)],
    ids=["asked now", "sealed"],
)
async def test_what_a_person_answers_is_read_nowhere_else(tmp_path, steps, monkeypatch):
    monkeypatch.setenv(VARIABLE, SITE_SECRET)
    fixture, found, given = fixture_of("non-chameleon"), [], []
    for opinion in (0, -1):
        with Store.open(tmp_path / f"{opinion}.db") as store:
            match, (ann_sits, bob_sits) = seated_apart(store, fixture)
            site = site_of(store, door_of(store))
            async with browser(site, "203.0.113.1") as ann, browser(site, "203.0.113.2") as bob:
                for client, seat in ((ann, ann_sits), (bob, bob_sits)):
                    link = f"/play/{match}/join/{invitation(SECRET, match, seat)}"
                    assert (await send(client, link)).status_code == 303
                given.append(await asyncio.to_thread(play, store, match, ann_sits, opinion, steps))
                over = store.match(match).status == "finished"
                assert over == (steps == LAST)
                assert sealed(store, [match])
                store.flush()
                alike(store)
                async with browser(site, "203.0.113.3") as eve:
                    pages = [await everything(client, site, store) for client in (eve, bob)]
            found.append([{address: timeless(page) for address, page in own.items()} for own in pages])
    assert len(given[0]) == len(given[1]) > 1
    assert all(one != other for one, other in zip(*given, strict=True))
    for one, other in zip(*found, strict=True):
        assert one.keys() == other.keys()
        assert len(one) > 50
        assert [address for address in sorted(one) if one[address] != other[address]] == []


def test_a_table_does_not_tell_who_else_is_asked_a_hidden_question():
    """Werewolves aren't asked whom they take for one: who is waited for would tell who is none."""
    questions = [OpenAsk(7, seat, None, None, "beliefs") for seat in (0, 2, 3)]
    questions.append(OpenAsk(7, 4, None, None))
    for mine, told in (((0,), [0, 4]), ((1,), [4]), ((), [4])):
        visit = TableVisit(None, None, mine, opener=False)
        assert seats_waited_for(visit, questions) == told
