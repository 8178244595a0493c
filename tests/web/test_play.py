"""Playing on pages: every kind of ask, answers that are kept, repeated, stale or wrong."""

import asyncio
import re
from functools import partial
from html import escape, unescape
from random import Random

import httpx
import pytest
from tests.web.conftest import HOME, fields_of, pages_of, send, sit_down

from agonist.api import make
from agonist.arena.agents.player_factories import registry
from agonist.arena.replay.shown_match import Replays
from agonist.arena.tables.advancing import advance
from agonist.arena.tables.open_asks import open_asks
from agonist.core import Amount, Choice, Form, InvalidAnswer, Menu, Pick, Speech, Split, form, menu
from agonist.games import KITS
from agonist.metrics.leaderboard import leaderboard
from agonist.players.simple import typed
from agonist.text.answer_formats import option_text
from agonist.tournament import GameRegistry
from agonist.web.answer_form import action_of, field_of


def filled(ask, action, name="a"):
    """The form that a person would send to give this answer."""
    match ask:
        case Choice():
            return {name: str(ask.choices.index(action))}
        case Amount():
            return {name: str(action)}
        case Speech():
            return {name: action}
        case Split():
            return {f"{name}.{n}": str(part) for n, part in enumerate(action)}
        case Pick():
            left, places = list(enumerate(ask.things)), []
            for thing in action:
                at = next(pair for pair in left if pair[1] == thing)
                left.remove(at)
                places.append(str(at[0]))
            return {name: places}
        case Form():
            sent = {}
            for n, ((_, part), value) in enumerate(zip(ask.parts, action, strict=True)):
                sent |= filled(part, value, f"{name}.{n}")
            return sent
        case Menu():
            at = [verb for verb, _ in ask.verbs].index(action[0])
            return {name: str(at), **filled(ask.verbs[at][1], action[1:], f"{name}.{at}")}
    raise AssertionError(ask)


def as_sent(fields):
    return {name: value if isinstance(value, list) else [value] for name, value in fields.items()}


ASKS = [
    Choice(("tea", ("milk", 1)), about="drink"),
    Amount(-2, 8, 2),
    Speech(max_words=5),
    Speech(optional=True),
    Split(("ann", "bob", "eve"), 10, step=2),
    Pick(("a", "b", "a", "c"), 1, 3),
    form("offer", price=Amount(1, 3), to=Choice((0, 2)), message=Speech(optional=True)),
    menu(
        "talk", wait={}, say={"text": Speech(), "to": Choice((1, 2))}, give={"cards": Pick(("x", "y"), 0, 2)}
    ),
]


@pytest.mark.parametrize("ask", ASKS, ids=lambda ask: type(ask).__name__)
def test_every_kind_of_ask_is_a_form_that_gives_every_answer(ask):
    assert field_of(ask, option_text).kind == type(ask).__name__.lower()
    rng = Random(3)
    for _ in range(20):
        action = ask.sample(rng)
        assert action_of(ask, as_sent(filled(ask, action))) == action
    for nth, action in enumerate(ask.options() or ()):
        assert action_of(ask, {"option": [str(nth)]}) == action


@pytest.mark.parametrize(
    "sent",
    [{}, {"a": [""]}, {"a": ["99"]}, {"a": ["-1"]}, {"a": ["²"]}, {"a": ["1e3"]}, {"a": ["x" * 9999]},
     {"option": ["99999"]}, {"option": ["x"]}, {"a": ["9" * 5000]}],
)  # fmt: skip
@pytest.mark.parametrize(
    "ask", [a for a in ASKS if not isinstance(a, Speech)], ids=lambda a: type(a).__name__
)
def test_what_is_no_answer_is_refused_with_a_message(ask, sent):
    with pytest.raises(ValueError, match=r"\w+ \w+"):
        action_of(ask, sent)


async def test_a_person_plays_to_the_end_and_the_match_is_like_any_other(person, tables, door):
    store, _ = tables
    where = await sit_down(person, door, "tictactoe", ["ann=human", "random"])
    page = (await person.get(where)).text
    assert "<title>Your move" in page
    while "<title>Your move" in page:
        fields, _ = fields_of(page)
        answer = await send(person, where, door, **fields, option="0")
        assert answer.status_code == 303
        page = (await person.get(answer.headers["location"])).text
    assert "The end:" in unescape(page)
    (match,) = store.results()
    assert [row.player for row in leaderboard([match])].count("ann") == 1
    assert (await person.get(f"/matches/{match.id}/1?as=seat1")).status_code == 200
    assert store.run(match.run).status == "finished"


async def test_a_page_shows_table_and_question_of_one_moment_though_the_match_moves_on_meanwhile(
    person, tables, door, monkeypatch
):
    where = await sit_down(person, door, "tictactoe", ["random", "human"])
    assert "<title>Your move" in (await person.get(where)).text
    read, looks = Replays.of, []

    def moving_on(self, stored):
        looks.append(stored)
        replay = read(self, stored)
        return replay.until(replay.last - 1) if len(looks) == 1 else replay

    monkeypatch.setattr(Replays, "of", moving_on)
    page = await person.get(where)
    assert page.status_code == 200
    assert "<title>Your move" not in page.text


async def test_an_answer_is_kept_once_a_repeat_is_the_same_and_a_stale_one_shows_the_fresh_table(
    person, tables, door
):
    store, _ = tables
    where = await sit_down(person, door, "tictactoe", ["human", "random"])
    fields, _ = fields_of((await person.get(where)).text)
    first = await send(person, where, door, **fields, a="4")
    again = await send(person, where, door, **fields, a="4")
    assert first.status_code == again.status_code == 303
    assert first.headers["location"] == again.headers["location"]
    assert len(store.steps(1)) == 2
    other = await send(person, where, door, **{**fields, "nonce": "another-window"}, a="0")
    assert other.status_code == 409
    assert "The match has moved on" in other.text
    assert "<title>Your move" in other.text
    assert len(store.steps(1)) == 2


async def test_a_match_that_is_parked_survives_a_restart(person, tables, door):
    store, _ = tables
    where = await sit_down(person, door, "tictactoe", ["random", "human"])
    before = (await person.get(where)).text
    # Nothing of the match is in memory: another server over the same database goes on with it.
    async with httpx.AsyncClient(
        transport=httpx.ASGITransport(pages_of(store, door)), base_url=HOME
    ) as later:
        await later.get(door.link)
        page = (await later.get(where)).text
        assert fields_of(page)[0]["step"] == fields_of(before)[0]["step"]
        while "<title>Your move" in page:
            answer = await send(later, where, door, **fields_of(page)[0], option="0")
            page = (await later.get(answer.headers["location"])).text
    assert store.match(1).status == "finished"


async def test_an_answer_that_was_written_before_a_crash_is_played_when_somebody_looks(tables, door):
    store, _ = tables
    woken = []
    from agonist.web.app import make_app

    async with httpx.AsyncClient(
        transport=httpx.ASGITransport(make_app(store, door, woken.append)), base_url=HOME
    ) as client:
        await client.get(door.link)
        where = await sit_down(client, door, "tictactoe", ["human", "random"])
        await advance(store, 1, registry())
        fields, _ = fields_of((await client.get(where)).text)
        await send(client, where, door, **fields, a="4")
        assert len(store.steps(1)) == 0
        assert woken == [1, 1]
        assert "The others are answering" in (await client.get(where)).text
        assert woken == [1, 1, 1]
        await advance(store, 1, registry())
    assert len(store.steps(1)) == 2


async def test_a_table_of_built_in_players_alone_is_played_as_well(person, tables, door):
    assert await sit_down(person, door, "tictactoe", ["random", "random"]) == "/matches/1"
    assert tables[0].match(1).status == "finished"


async def test_the_ask_says_what_is_wrong_and_what_was_typed_stays(person, tables, door):
    where = await sit_down(person, door, "undercover", ["human", "random", "random", "random"])
    page = (await person.get(where)).text
    while "<title>Your move" not in page:
        page = (await person.get(where)).text
    fields, shown = fields_of(page)
    assert "<textarea" in shown
    words = "<script>alert(1)</script> " + "word " * 200
    answer = await send(person, where, door, **fields, a=words)
    assert answer.status_code == 422
    assert "in at most" in answer.text
    assert "&lt;script&gt;alert(1)&lt;/script&gt; word word" in answer.text


async def test_a_visitor_does_not_see_the_hand_of_a_person_who_plays(person, tables, door):
    store, _ = tables
    where = await sit_down(person, door, "texas_holdem", ["human", "human"], options="hands=1")
    assert "<title>Your move" in (await person.get(where)).text
    watching = (await person.get(f"/matches/1/{len(store.steps(1))}?as=seat1")).text
    assert "you see what a bystander sees" in watching
    kit, game = KITS["texas_holdem"], make("texas_holdem?hands=1")
    state = game.new()
    for step in store.steps(1):
        state = game.act(state, step.moves)
    secrets = kit.secrets(game, state, 1)
    assert secrets
    for secret in secrets:
        assert secret not in watching
    assert (await person.get(f"/runs/{store.match(1).run}/report")).status_code == 409


@pytest.mark.parametrize(
    ("players", "why"),
    [
        (["human"], "is for 2 players, not 1"),
        (["human", "openai/gpt-5-mini"], "OPENAI_API_KEY"),
        (["human", "nobody"], "nobody"),
        (["human", "x" * 400], "at most"),
    ],
)
async def test_a_table_that_cannot_be_is_refused_and_nothing_is_kept(
    person, tables, door, players, why, monkeypatch
):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    answer = await send(person, "/play", door, game="tictactoe", player=players)
    assert answer.status_code == 400
    assert why in unescape(answer.text)
    assert tables[0].runs() == []


async def test_forms_of_other_pages_and_seats_are_refused(person, tables, door):
    where = await sit_down(person, door, "tictactoe", ["human", "random"])
    fields, _ = fields_of((await person.get(where)).text)
    for wrong in ({"seat": "2"}, {"seat": "x"}, {"step": "-1"}, {"nonce": ""}):
        assert (await send(person, where, door, **{**fields, **wrong}, a="4")).status_code == 400
    assert (await send(person, where, door, **{**fields, "step": "7"}, a="4")).status_code == 409
    assert (await send(person, "/play/99", door, **fields, a="4")).status_code == 404
    assert len(tables[0].steps(1)) == 0


@pytest.mark.parametrize("name", KITS)
@pytest.mark.every(4)
def test_every_game_is_playable_from_its_forms_alone(name, tmp_path):
    """Each seat of a person, with answers that went through the form of their ask."""
    from agonist.arena.replay.shown_match import Replays
    from agonist.arena.tables.table import open_table
    from agonist.kit import make_game, option_texts
    from agonist.store import Store
    from agonist.store.platform.answers_of_people import keep_answer, kept_answers
    from agonist.suites.registry import games_of

    kit = KITS[name]
    small = {**option_texts(make_game(kit.game, kit.quick_options))}
    with Store.open(tmp_path / "games.db") as store:
        seats = small["seats"]
        target = f"{name}?seats={seats}"
        number = open_table(store, target, ["human", *["random"] * (seats - 1)])
        every = Replays(store, partial(games_of, store))
        rng, players = Random(1), registry()
        for _ in range(3):
            asyncio.run(advance(store, number, players))
            asked = open_asks(store, every.of(store.match(number)), kept_answers(store, number))
            if not asked:
                break
            (own,) = asked
            action = own.ask.sample(rng)
            assert action_of(own.ask, as_sent(filled(own.ask, action))) == action
            assert keep_answer(store, number, own.key, f"nonce-{own.step}", action)
        assert store.match(number).status in ("suspended", "finished")
        assert store.match(number).error == "" or "is asked in the browser" in store.match(number).error


async def test_a_seed_deals_the_same_again_and_one_that_is_none_is_refused_with_what_was_typed(
    person, tables, door
):
    async def dealt(seed):
        await sit_down(person, door, "chameleon", ["human", "random", "random"], seed=seed)
        newest = tables[0].runs()[-1]
        return tables[0].steps(tables[0].matches(newest.id)[0])[0].moves

    assert await dealt("12") == await dealt("12")
    for wrong in ("-1", "twelve", "9" * 11):
        answer = await send(person, "/play", door, game="tictactoe", player=["human", "random"], seed=wrong)
        assert answer.status_code == 400
        assert "a seed is a whole number" in answer.text
        assert f'value="{wrong}"' in answer.text


async def test_a_typed_move_is_read_as_any_answer_and_a_wrong_one_gets_the_readers_complaint(
    person, tables, door
):
    store, _ = tables
    where = await sit_down(person, door, "connect_four", ["human", "random"], seed="1")
    page = (await person.get(where)).text
    assert 'name="typed"' in page
    assert '<dialog id="keys"' in page
    fields, _ = fields_of(page)
    replay = Replays(store, lambda _run: GameRegistry()).of(store.match(1))
    (question,) = open_asks(store, replay, ())
    words = replay.kit.words
    reads = partial(
        typed, question.ask, say=partial(words.label, question.view),
        vocabulary=words.vocabulary(replay.game, question.view),
    )  # fmt: skip
    for text in ("9", "into the moon", "<b>"):
        with pytest.raises(InvalidAnswer) as why:
            reads(text)
        answer = await send(person, where, door, **fields, typed=text)
        assert answer.status_code == 422
        shown = unescape(answer.text)
        assert str(why.value)[1:] in shown
        assert f'value="{escape(text)}"' in answer.text
    long = await send(person, where, door, **fields, typed="x" * 1_001)
    assert long.status_code == 422
    answer = await send(person, where, door, **fields, typed="column 4")
    assert answer.status_code == 303
    assert store.steps(1)[0].moves[0] == reads("column 4")


async def test_what_is_free_text_or_a_number_has_a_field_of_its_own_and_no_second_one(person, tables, door):
    for game in ("guess_average?rounds=1", "undercover"):
        name, _, options = game.partition("?")
        seats = 10 if name == "guess_average" else 5
        where = await sit_down(person, door, name, ["human", *["random"] * (seats - 1)], options=options)
        assert 'name="typed"' not in (await person.get(where)).text


async def test_a_form_counts_what_the_rule_counts(person, tables, door):
    """Words up to a limit; characters where a longer text is cut, as in Who is Spy; bytes."""
    for ask, counted in (
        (Speech(max_words=3), 'data-words="3"'),
        (Speech(cut=120), 'data-characters="120"'),
        (Speech(max_words=9, max_bytes=40), 'data-words="9" data-bytes="40"'),
    ):
        field = field_of(ask, option_text)
        given = {unit: getattr(field, unit) for unit in ("words", "characters", "bytes")}
        shown = " ".join(f'data-{unit}="{most}"' for unit, most in given.items() if most)
        assert shown == counted
    where = await sit_down(person, door, "who_is_spy", ["human"] * 4)
    page = (await person.get(where)).text
    assert re.findall(r"<textarea[^>]*data-(\w+)=", page) == ["characters"]


async def test_a_live_hold_em_says_pot_stakes_and_who_acts_and_fits_a_phone(person, tables, door):
    where = await sit_down(person, door, "texas_holdem", ["human", "random"], seed="1")
    page = (await person.get(where)).text
    picture = re.search(r'<svg[^>]*class="picture".*?</svg>', page, re.DOTALL)[0]
    drawn = re.findall(r"<text[^>]*>([^<]*)", picture)
    assert {"pot 3", "to call 1"} <= set(drawn)
    assert any(each.startswith("to act") for each in drawn)
