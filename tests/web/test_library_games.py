"""Games of libraries on the site: their pages, a table at which a person plays, and the list."""

from html import unescape

from tests.web.conftest import fields_of, send, sit_down

NAME = "textarena:KuhnPoker-v0-short"


async def test_a_person_plays_a_librarys_game(person, tables, door):
    store, _ = tables
    assert "Kuhn Poker short (TextArena)" in (await person.get(f"/games/{NAME}")).text
    assert NAME not in (await person.get("/games")).text
    assert 'value="baseline"' in (await person.get(f"/play?game={NAME}")).text
    where = await sit_down(person, door, NAME, ["human", "baseline"])
    refused = 0
    for _ in range(40):
        page = (await person.get(where)).text
        if "<title>Your move" not in page:
            break
        if not refused:
            answer = await send(person, where, door, **fields_of(page)[0], a="I raise!")
            assert answer.status_code == 422
            assert "Action must be" in unescape(answer.text)
            refused += 1
            continue
        fields, _ = fields_of(page)
        answer = await send(person, where, door, **fields, a="[check]")
        if answer.status_code == 422:
            await send(person, where, door, **fields, a="[fold]")
    assert store.match(1).status == "finished"
    assert refused
    assert (await person.get("/matches/1")).status_code == 200
    assert NAME in (await person.get("/games")).text
    assert (await person.get(f"/leaderboard?game={NAME}")).status_code == 200


async def test_no_address_loads_code_and_refused_games_are_not_found(person):
    for name in ("os:path", "textarena:Wordle-v0", "textarena:None-v0", "libraries:hex"):
        assert (await person.get(f"/games/{name}")).status_code == 404


async def test_a_dressed_game_has_its_page_and_table_under_the_bare_name(person, tables, door):
    store, _ = tables
    page = (await person.get("/games/kuhn_poker")).text
    assert page == (await person.get("/games/openspiel:kuhn_poker")).text
    assert "You are playing Kuhn Poker" in page
    assert "/games/openspiel:kuhn_poker" in (await person.get("/games")).text
    where = await sit_down(person, door, "kuhn_poker", ["human", "reference"])
    for _ in range(2):
        page = (await person.get(where)).text
        if "<title>Your move" in page:
            fields, _ = fields_of(page)
            await send(person, where, door, **fields, a="0")
    assert store.match(1).status == "finished"
    assert store.match(1).fixture.game == "openspiel:kuhn_poker"


async def test_a_person_plays_a_game_of_openspiels_at_a_table(person, tables, door):
    """With options, whose wrong values come back to the form with what is wrong."""
    store, _ = tables
    game, players = "openspiel:dots_and_boxes", ["human", "random"]
    refused = await send(person, "/play", door, game=game, player=players, options="num_rows=1&num_cols=x")
    assert refused.status_code == 400
    assert "num_cols" in unescape(refused.text)
    where = await sit_down(person, door, game, players, options="num_rows=1&num_cols=1")
    assert (
        '<h1>Dots and Boxes <span class="soft options-of">num_cols 1, num_rows 1</span></h1>'
        in (await person.get(where)).text
    )
    for _ in range(9):
        page = (await person.get(where)).text
        if "<title>Your move" not in page:
            break
        await send(person, where, door, **fields_of(page)[0], a="0")
    assert store.match(1).status == "finished"
    assert (await person.get("/matches/1")).status_code == 200
    assert game in (await person.get("/games")).text
