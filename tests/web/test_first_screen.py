"""The first page: a match that plays itself, what of it may be seen, and a table of the same game."""

import re
from html import unescape

from tests.web.conftest import send

from agonist import api
from agonist.arena.boards.standings import Standing
from agonist.arena.secret_seeds import dealt
from agonist.metrics.leaderboard import Row
from agonist.tournament import parse_target
from agonist.web.home import leaders


def begun(store, target, players, steps=3):
    """A match that is being played, as a process that plays it leaves it for the moment."""
    fixture = dealt(parse_target(target), players, specs={}, seed=3)
    (match,) = store.matches(store.start_run({"targets": [target], "players": list(players)}, [fixture]))
    store.begin(match.id)
    played = api.play(target, ["random"] * len(players), seed=fixture.seed)
    for nth, step in enumerate(played.steps[:steps]):
        store.add_step(match.id, nth, step)
    store.flush()
    return match


async def test_the_latest_match_plays_itself_step_by_step_as_a_bystander_sees_it(person, tables, tmp_path):
    store = tables[0]
    await api.arun("connect_four", ["random", "reference"], matches=1, db=tmp_path / "tables.db")
    *_, match = store.matches(store.runs()[0].id)
    home = (await person.get("/")).text
    assert f'data-show="{match.id}" data-last="{len(store.steps(match))}"' in home
    assert "Connect Four" in home
    assert "<table" not in home
    steps, after = [], 0
    while True:
        answer = (await person.get(f"/matches/{match.id}/scenes.json?after={after}")).json()
        if not answer["scenes"]:
            break
        steps += answer["scenes"]
        after = steps[-1]["step"]
    assert [each["step"] for each in steps] == list(range(1, len(store.steps(match)) + 1))
    for each in (steps[0], steps[-1]):
        page = (await person.get(f"/matches/{match.id}/{each['step']}")).text
        assert each["scene"] in page
        assert all(line in unescape(page) for line in each["lines"])
    assert (await person.get(f"/matches/{match.id}/scenes.json?after=9999")).json()["scenes"] == []
    assert (await person.get("/matches/999/scenes.json")).status_code == 404


async def test_a_match_that_is_played_now_comes_first_and_is_followed(person, tables, tmp_path):
    store = tables[0]
    await api.arun("connect_four", ["random", "reference"], matches=1, db=tmp_path / "tables.db")
    live = begun(store, "tictactoe", ["random", "reference"])
    home = (await person.get("/")).text
    assert f'data-follow="match:{live.id}@3"' in home
    assert f'data-scene="{live.id}"' in home
    assert "data-show=" not in home


async def test_where_something_is_hidden_from_a_person_no_step_is_shown_early(person, tables, tmp_path):
    store = tables[0]
    live = begun(store, "liars_dice?seats=2", ["human", "random"], steps=6)
    home = (await person.get("/")).text
    assert f'data-scene="{live.id}"' not in home
    early = (await person.get(f"/matches/{live.id}/scenes.json")).json()
    assert early["last"] == 3
    assert len(early["scenes"]) == 3
    # The same with nothing hidden, and without a person, is shown at once.
    for target, players in (
        ("tictactoe", ["human", "random"]),
        ("liars_dice?seats=2", ["random", "reference"]),
    ):
        other = begun(store, target, players)
        assert f'data-scene="{other.id}"' in (await person.get("/")).text
        assert (await person.get(f"/matches/{other.id}/scenes.json")).json()["last"] == 3
        store.suspend(other.id, "void", "enough seen")
        store.flush()


async def test_one_button_opens_a_table_of_the_same_game(person, tables, door, tmp_path):
    store = tables[0]
    await api.arun(
        "connect_four?rows=5&columns=5", ["random", "reference"], matches=1, db=tmp_path / "tables.db"
    )
    form = re.search(r'<form action="/play".*?</form>', (await person.get("/")).text, re.DOTALL)[0]
    assert "Play this game now" in form
    fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', unescape(form)))
    opened = await send(person, "/play", door, **{**fields, "csrf": door.csrf})
    match = store.match(int(opened.headers["location"].rpartition("/")[2]))
    assert match.fixture.options == store.match(1).fixture.options


async def test_an_empty_site_says_how_to_begin_and_has_the_button(person):
    home = (await person.get("/")).text
    assert "Nobody has played yet" in home
    assert "Play Connect Four now" in home


def test_one_leads_alone_only_if_all_other_intervals_lie_below_its_own():
    def of(*ranks):
        rows = [Standing(Row(name), name, rank=rank) for name, rank in zip("abcd", ranks, strict=False)]
        return leaders(rows)

    assert of(1, 2, 2, 4) == ["a"]
    assert of(1, 1, 3) == ["a", "b"]
    assert of(None, None) == []
