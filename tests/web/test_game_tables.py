"""People against people by links, on a public site: each has one seat, and sees what is theirs."""

import asyncio
import re
from contextlib import AsyncExitStack
from html import unescape

import pytest
from tests.web.conftest import fields_of
from tests.web.public import HOME, browser, csrf_in, send, sign_in, sign_up, site_of

from agonist.arena.agents.player_factories import registry
from agonist.arena.tables.advancing import advance
from agonist.games import KITS
from agonist.kit import make_game
from agonist.store import Store


@pytest.fixture
def store(tmp_path):
    with Store.open(tmp_path / "public.db") as opened:
        yield opened


@pytest.fixture
async def people(store):
    """Three browsers of a public site where matches are played on as soon as somebody has answered."""
    site = site_of(store, wake=lambda match: asyncio.run(advance(store, match, registry())))
    async with AsyncExitStack() as stack:
        yield [
            await stack.enter_async_context(browser(site, f"203.0.113.{n}", **{"user-agent": f"b{n}"}))
            for n in (1, 2, 3)
        ]


async def open_table(client, players, game="tictactoe", **fields):
    answer = await send(client, "/play", game=game, player=players, **fields)
    assert answer.status_code == 303, unescape(answer.text)
    return answer.headers["location"]


def links_in(text):
    """The links that the page offers, by the name of the seat."""
    found = re.findall(r'value="https://[^/]+(/play/\d+/join/\w+)" aria-label="Link: ([^"]+)"', text)
    return {name: link for link, name in found}


async def answer(client, where, page, **fields):
    hidden, _ = fields_of(page)
    return await client.post(where, data={**hidden, **fields}, headers={"origin": HOME})


async def test_two_people_play_by_a_link_and_a_third_one_watches(people, store):
    ann, bob, eve = people
    where = await open_table(ann, ["human", "free"], name="Ann", minutes="5")
    page = (await ann.get(where)).text
    assert "Waiting for 1 player" in page
    assert "<title>Waiting for players" in page
    assert "data-asked" not in page
    link = links_in(page)["Player 2"]
    # A preview of the link takes no seat.
    invited = (await bob.get(link)).text
    assert "Ann (guest)" in invited
    assert (await eve.get(where)).headers["location"] == "/matches/1"
    assert (await send(bob, link, name="Bob")).headers["location"] == f"{where}?as=seat2"
    late = await eve.post(
        link, data={"csrf": csrf_in((await eve.get("/play")).text)}, headers={"origin": HOME}
    )
    assert late.status_code == 409
    assert "All seats are taken" in late.text
    clients = {0: ann, 1: bob}
    for _ in range(9):
        pages = {seat: (await client.get(where)).text for seat, client in clients.items()}
        if "The end:" in pages[0]:
            break
        (seat,) = [seat for seat, text in pages.items() if "<title>Your move" in text]
        assert (await answer(clients[seat], where, pages[seat], option="0")).status_code == 303
    assert "The end:" in pages[1]
    assert store.match(1).fixture.players == ("Ann (guest)", "Bob (guest)")
    board = (await eve.get("/leaderboard.json")).json()["players"]
    assert {line["player"] for line in board} == {"Ann (guest)", "Bob (guest)"}


async def test_nobody_moves_resigns_or_looks_from_the_seat_of_another(people, store):
    ann, bob, eve = people
    where = await open_table(ann, ["human", "free"], "texas_holdem", options="hands=1")
    await send(bob, links_in((await ann.get(where)).text)["Player 2"])
    page = (await ann.get(where)).text
    turn = "ann" if "<title>Your move" in page else "bob"
    mover = {"ann": ann, "bob": bob}[turn]
    asked = (await mover.get(where)).text
    kit, game = KITS["texas_holdem"], make_game(KITS["texas_holdem"].game, store.match(1).fixture.options)
    state = game.new()
    for step in store.steps(1):
        state = game.act(state, step.moves)
    for seat, client in ((0, ann), (1, bob)):
        shown = [unescape((await client.get(f"{where}?as=seat{n}")).text) for n in (1, 2)]
        assert shown[0].count("</b> (you)") == 1
        for secret in kit.secrets(game, state, seat):
            assert secret not in "".join(shown), "they see the other's hand"
    csrf = csrf_in((await eve.get("/play")).text)
    hidden, _ = fields_of(asked)
    for path, fields in (
        (where, {**hidden, "option": "0"}), (f"{where}/resign", {"seat": hidden["seat"]}),
        (f"{where}/again", {}), (f"{where}/left", {}), (f"{where}/close", {}),
        (f"{where}/link", {"seat": "1"}),
    ):  # fmt: skip
        refused = await eve.post(path, data={**fields, "csrf": csrf}, headers={"origin": HOME})
        assert refused.status_code == 403, path
    assert (await eve.get(f"{where}/now")).status_code == 403
    other = {"ann": bob, "bob": ann}[turn]
    own = csrf_in((await other.get("/play")).text)
    wrong = {**hidden, "option": "0", "csrf": own}
    assert (await other.post(where, data=wrong, headers={"origin": HOME})).status_code == 403


async def test_a_seat_follows_its_account_to_other_devices(people, store):
    ann, bob, phone = people
    await sign_up(ann, "Ann")
    where = await open_table(ann, ["human", "free"])
    assert store.match(1).fixture.players[0] == "Ann"
    await send(bob, links_in((await ann.get(where)).text)["Player 2"])
    assert (await phone.get(where)).headers["location"] == "/matches/1"
    await sign_in(phone, "Ann")
    page = (await phone.get(where)).text
    assert "<title>Your move" in page
    assert "Your tables" in (await phone.get("/play")).text
    assert (await answer(phone, where, page, option="0")).status_code == 303


async def test_a_visitor_who_signs_in_keeps_the_seat(people, store):
    ann, bob, _ = people
    await sign_up(ann, "Ann")
    where = await open_table(ann, ["human", "free"])
    await send(bob, links_in((await ann.get(where)).text)["Player 2"], name="Bob")
    await sign_up(bob, "Bob")
    assert 'data-now="/play/1/now?as=seat2"' in (await bob.get(where)).text


async def test_any_free_seat_new_links_and_closing(people, store):
    ann, bob, eve = people
    where = await open_table(ann, ["free", "free", "human"], "undercover")
    page = (await ann.get(where)).text
    links = links_in(page)
    assert list(links) == ["Player 1", "Player 2", "Any free seat"]
    await send(bob, links["Any free seat"])
    assert (await send(ann, f"{where}/link", where, seat="2")).status_code == 303
    assert (await send(ann, f"{where}/link", where, seat="1")).status_code == 409
    # The link follows from the browser that made it: it is shown there again, and nowhere else.
    assert links_in((await ann.get(where)).text)["Player 2"] == links["Player 2"]
    assert (await send(ann, f"{where}/close", where)).status_code == 303
    assert store.match(1).status == "void"
    assert "All seats are taken" in (await eve.get(links["Player 2"])).text
    assert "not played to the end" in (await ann.get(where)).text


async def test_clocks_presence_and_resigning_are_told_to_both(people, store):
    ann, bob, _ = people
    where = await open_table(ann, ["human", "free"], minutes="5", increment="3")
    await send(bob, links_in((await ann.get(where)).text)["Player 2"])
    now = (await bob.get(f"{where}/now?as=seat2")).json()
    assert [seat["presence"] for seat in now["seats"]] == ["here", "here"]
    assert now["seats"][0]["running"]
    assert not now["asked"]
    assert 290 < now["seats"][0]["left"] <= 300 == now["seats"][1]["left"]
    csrf = csrf_in((await ann.get("/play")).text)
    await ann.post(f"{where}/left", data={"csrf": csrf}, headers={"origin": HOME})
    assert (await bob.get(f"{where}/now")).json()["seats"][0]["presence"] == "away"
    assert (await ann.get(f"{where}/now")).json()["asked"]
    assert (await bob.get(f"{where}/now")).json()["seats"][0]["presence"] == "here"
    page = (await bob.get(where)).text
    assert page.index("<summary>Resign</summary>") < page.index("Yes, resign")
    await send(bob, f"{where}/resign", where, seat="2")
    assert "Player 2 resigns" in (await ann.get(where)).text
    assert (await bob.get(f"{where}/now")).json()["over"]


async def test_a_table_that_strangers_may_not_open_is_refused_with_all_that_was_typed(people, store):
    ann, *_ = people
    refused = await send(
        ann, "/play", game="tictactoe", player=["human", "http:http://10.0.0.1"], minutes="7", name="Ann"
    )
    assert refused.status_code == 400
    assert "there is no opponent" in unescape(refused.text)
    for typed in ("http:http://10.0.0.1", 'value="7"', 'value="Ann"'):
        assert typed in refused.text
    assert store.runs() == []
    # Nobody chooses what is dealt to them.
    await open_table(ann, ["human", "random"], seed="7")
    assert store.match(1).fixture.seed != "7"


async def test_what_is_wrong_is_said_at_its_field(people):
    ann, *_ = people
    where = await open_table(ann, ["human", "random", "random"], "guess_average")
    page = (await ann.get(where)).text
    assert 'type="number"' in page
    refused = await answer(ann, where, page, a="99999")
    assert refused.status_code == 422
    assert 'aria-invalid="true"' in refused.text
    assert 'class="wrong-note"' in refused.text
    assert 'value="99999"' in refused.text
    assert fields_of(refused.text)[0]["attempt"] == "2"


async def test_a_stranger_watches_a_game_with_hidden_cards_some_steps_later(people, store):
    ann, bob, eve = people
    where = await open_table(ann, ["human", "free"], "texas_holdem", options="hands=1")
    await send(bob, links_in((await ann.get(where)).text)["Player 2"])
    for _ in range(3):
        for client in (ann, bob):
            page = (await client.get(where)).text
            if "<title>Your move" in page:
                await answer(client, where, page, option="1")
    steps = len(store.steps(1))
    assert store.match(1).status == "suspended"
    watching = (await eve.get(f"/matches/1/{steps}")).text
    assert f'data-step="{steps - 3}" data-last="{steps - 3}"' in watching
    assert "Bystanders are 3 steps behind" in watching
    assert (await eve.get(f"/matches/1/{steps + 1}")).status_code == 404
