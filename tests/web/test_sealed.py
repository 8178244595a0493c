"""How a match went is read nowhere before all matches on its deal are over: two sites that differ in nothing
else look the same, at every address of the table of routes."""

import re

import httpx
import pytest
from sqlalchemy import text
from tests.arena.conftest import SECRET
from tests.web.conftest import HOME as LOOPBACK
from tests.web.everything import everything
from tests.web.public import browser, door_of, site_of

from agonist import api
from agonist.arena.accounts.platform_secret import VARIABLE
from agonist.match import Policy
from agonist.store import Store
from agonist.store.platform.agents import add_agent
from agonist.tournament import parse_target
from agonist.tournament.schedule import schedule
from agonist.web.app import make_app
from agonist.web.visitor_identity import Door

GAMES = {"texas_holdem?hands=1": ("random", "reference"), "chameleon?seats=3": ("random", "reference")}

WAYS = ("finished", "void", "broken", "suspended", "playing")


@pytest.fixture(autouse=True)
def _secret(monkeypatch):
    monkeypatch.setenv(VARIABLE, SECRET)


def halves(target):
    """The fixtures of one deal: everyone on every seat."""
    seats = parse_target(target).game.seats
    names = ["ann", "bob", "cat"][:seats]
    made = schedule(
        parse_target(target), names, matches=5 * seats, seed=3, policy=Policy(),
        specs=dict.fromkeys(names, "random"),
    )  # fmt: skip
    return made[:seats]


def filled(path, target, status, player):
    """A database in which the first match of a deal went as this player plays it, and has this status."""
    store = Store.open(path)
    add_agent(store, "ann", "random")
    run = store.start_run({"targets": [target], "players": ["ann", "bob"]}, halves(target))
    first, *rest = store.matches(run)
    played = play(target, first.fixture, player)
    store.begin(first.id)
    for nth, step in enumerate(played.steps):
        store.add_step(first.id, nth, step)
    if status == "finished":
        store.finish(first.id, played, 1.0)
    elif status != "playing":
        store.suspend(first.id, status, f"the game failed at {played.steps[-1].moves}")
    if rest:
        store.begin(rest[0].id)
    store.flush()
    alike(store)
    return store


def play(target, fixture, player):
    return api.play(target, [player] * len(fixture.players), seed=fixture.seed)


def alike(store):
    """Everything that two databases differ in by chance."""
    for change in (
        "UPDATE matches SET ended = 1767225600.0 WHERE ended IS NOT NULL",
        "UPDATE matches SET seconds = 1.0",
        "UPDATE agents SET created = 1.0",
        "UPDATE versions SET created = 1.0",
        "UPDATE runs SET id = 'feedbee5', created = '2026-01-01T00:00:00.000000+00:00'",
    ):
        store.change(lambda connection, change=change: connection.execute(text(change)))


async def read(store, *, public, said):
    """All texts of a site, without what is random in each."""
    if public:
        site = site_of(store, door_of(store))
        async with browser(site) as reader:
            found = await everything(reader, site, store, said)
    else:
        door = Door.on_loopback(8642)
        site = make_app(store, door, lambda _match: None)
        async with httpx.AsyncClient(transport=httpx.ASGITransport(site), base_url=LOOPBACK) as reader:
            await reader.get(door.link)
            found = await everything(reader, site, store, said)
    return {address: plain(page) for address, page in found.items()}


def plain(page):
    page = re.sub(r'(name="(?:csrf|nonce)" value=")\w+', r"\1", page)
    page = re.sub(r'(data-follow="board@|"ended": ?|retry: )[\d.]+', r"\1", page)
    return re.sub(r'("at": ?)[\d.]+', r"\1", page)


def of(pages, ways):
    return {address: page for address, page in pages.items() if re.search(ways, address)}


@pytest.mark.parametrize(
    ("target", "status", "public"),
    [
        # One of each game; scripts/test-long has all that are left.
        pytest.param(
            *way,
            id="-".join((way[0], way[1], "public" if way[2] else "local")),
            marks=pytest.mark.slow if nth % 10 == 0 else pytest.mark.long,
        )
        for nth, way in enumerate(
            (target, status, public)
            for target in GAMES
            for status in WAYS
            for public in (True, False)
            if public or status != "playing"  # the local person may follow a match: they started the run
        )
    ],
)
async def test_no_address_tells_how_a_match_went_while_another_has_its_deal(tmp_path, target, status, public):
    stores = [
        filled(tmp_path / f"{nth}.db", target, status, player) for nth, player in enumerate(GAMES[target])
    ]
    fixture = halves(target)[0]
    steps = [play(target, fixture, player).steps for player in GAMES[target]]
    assert steps[0] != steps[1], "the two matches went alike, so nothing is tested"
    said = sorted({word for own in steps for step in own for word in re.findall(r"\w{3,}", str(step.moves))})[
        :6
    ]
    one, other = [await read(store, public=public, said=said) for store in stores]
    both = one.keys() & other.keys()
    assert len(both) > 50
    assert [address for address in sorted(both) if one[address] != other[address]] == []
    # Addresses of steps that one of them does not have.
    for pages, mine, theirs in ((one, one, other), (other, other, one)):
        for address in mine.keys() - theirs.keys():
            assert re.match(r"/matches/1/|/events", address), address
            assert pages[address] == pages[re.sub(r"/1/\d+", "/1/0", address)] or address.startswith(
                "/events"
            )
    for store in stores:
        store.close()


@pytest.mark.slow
async def test_everything_is_shown_when_the_deal_is_over(tmp_path):
    target = "texas_holdem?hands=1"
    stores = [
        filled(tmp_path / f"{nth}.db", target, "finished", player) for nth, player in enumerate(GAMES[target])
    ]
    for store in stores:
        last = store.matches("feedbee5")[1]
        store.finish(last.id, play(target, last.fixture, "random"), 1.0)
        store.flush()
        alike(store)
    one, other = [await read(store, public=True, said=["raise"]) for store in stores]
    differ = {
        address.partition("?")[0] for address in one.keys() & other.keys() if one[address] != other[address]
    }
    tables = {"/leaderboard", "/leaderboard.json", "/games/texas_holdem", "/runs/feedbee5", "/agents/ann"}
    lists = {"/", "/matches", "/matches.json", "/matches.csv"}
    assert tables | lists | {"/matches/1", "/matches/1/record.jsonl"} <= differ
    for store in stores:
        store.close()
