"""Answers that are kept, and when they are not the same."""

import asyncio
import sqlite3
from contextlib import closing
from dataclasses import fields, replace

import pytest

from agonist.models.cache import Cache, Cached, CacheError, key_of
from agonist.models.errors import ServerFailed
from agonist.models.protocol import Message, Origin, Reply, Settings, TokenIds, Usage
from agonist.models.scripted import ScriptedModel

ASK = [Message("system", "You play."), Message("user", "Your move?")]
PLAIN = Settings()


@pytest.fixture
def cache(tmp_path):
    cache = Cache(tmp_path / "deep" / "cache.db")
    yield cache
    cache.close()


def numbered():
    count = iter(range(1000))
    return ScriptedModel(lambda _: str(next(count)))


async def said(cached, times=1, messages=ASK, settings=PLAIN):
    return [(await cached.complete(messages, settings)).text for _ in range(times)]


async def test_the_same_again_comes_from_the_cache_as_it_was_and_for_nothing(cache):
    logprobs = (("3", -0.1, (("3", -0.1), ("4", -2.5))),)
    first = Reply("3 ✓", "length", Usage(10, 5, 3, 1), "m", 2.5, tries=3, cost=0.1, logprobs=logprobs)
    await Cached(ScriptedModel([first]), cache, "u").complete(ASK, PLAIN)
    again = await Cached(ScriptedModel([]), cache, "u").complete(ASK, PLAIN)
    assert again == replace(first, cost=0.0, seconds=0.0, tries=0, from_cache=True)


async def test_ids_of_tokens_come_from_the_cache_and_only_where_they_were_asked_for(cache):
    asked = replace(PLAIN, token_ids=True)
    given = Reply("3", "stop", token_ids=TokenIds((1, 2), (3,), (-0.1,)))
    model = Cached(ScriptedModel([Reply("3", "stop"), given]), cache, "u")
    assert (await model.complete(ASK, PLAIN)).token_ids is None
    assert (await model.complete(ASK, asked)).token_ids == given.token_ids
    again = Cached(ScriptedModel([]), cache, "u")
    assert (await again.complete(ASK, asked)).token_ids == given.token_ids
    assert (await again.complete(ASK, PLAIN)).token_ids is None


async def test_repetitions_are_draws_of_their_own_and_all_are_found_again(cache):
    model = Cached(numbered(), cache, "u")
    first = [await said(model.salted(f"match {number}"), 3) for number in range(5)]
    assert len({text for texts in first for text in texts}) == 15
    silent = Cached(ScriptedModel([]), cache, "u")
    assert [await said(silent.salted(f"match {number}"), 3) for number in range(5)] == first


async def test_a_failed_call_is_no_draw_and_is_not_kept(cache):
    model = Cached(ScriptedModel([ServerFailed("busy"), "a", "b"]), cache, "u")
    with pytest.raises(ServerFailed):
        await model.complete(ASK, PLAIN)
    assert await said(model, 2) == ["a", "b"]
    assert await said(Cached(ScriptedModel([]), cache, "u"), 2) == ["a", "b"]


def test_a_key_depends_on_everything_that_shapes_the_answer():
    changed = Settings(0.5, 10, 0.9, 7, {"a": 1}, "low", 2, 40, 0.1, ("END",), {"safe_prompt": True})
    changed = replace(changed, token_ids=True)
    settings = [PLAIN, Settings(schema={"a": 1, "b": 2}), Settings(schema={"b": 2, "a": 1})]
    settings += [
        replace(PLAIN, **{field.name: getattr(changed, field.name)})
        for field in fields(Settings)
        if field.name not in ("timeout", "origin")
    ]
    keys = [key_of("u", "m", ASK, it, "") for it in settings]
    keys += [
        key_of("v", "m", ASK, PLAIN, ""),
        key_of("u", "n", ASK, PLAIN, ""),
        key_of("u", "m", ASK, PLAIN, "s"),
    ]
    keys += [
        key_of("u", "m", ASK[1:], PLAIN, ""),
        key_of("u", "m", [Message("user", "You play."), ASK[1]], PLAIN, ""),
    ]
    assert len(set(keys)) == len(keys)
    elsewhere = replace(PLAIN, origin=Origin("m", 0, 0))
    assert key_of("u", "m", ASK, elsewhere, "") == key_of("u", "m", ASK, PLAIN, "")
    assert key_of("u", "m", ASK, replace(PLAIN, timeout=1), "") == key_of("u", "m", ASK, PLAIN, "")


async def test_two_open_one_file_and_the_first_answer_stands(cache):
    other = Cache(cache.path)
    await said(Cached(ScriptedModel(["a"]), cache, "u"))
    assert await said(Cached(ScriptedModel(["b"]), other, "u")) == ["a"]
    other.put(b"key", Reply("x", "stop"))
    cache.put(b"key", Reply("y", "stop"))
    assert cache.get(b"key").text == "x"
    other.close()


async def test_it_opens_again_after_it_was_closed(cache):
    model = Cached(numbered(), cache, "u")
    await said(model)
    cache.close()
    cache.close()
    assert await said(Cached(ScriptedModel([]), cache, "u")) == ["0"]


def make_other(path):
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("CREATE TABLE matches (id)")


def make_newer(path):
    with closing(Cache(path)) as cache:
        cache.put(b"key", Reply("x", "stop"))
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("PRAGMA user_version = 99")


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (make_other, "no response cache"),
        (make_newer, "newer"),
        (lambda path: path.write_bytes(b"not a database" * 100), "cannot be used"),
        (lambda path: path.mkdir(), "cannot be used"),
    ],
)
def test_a_file_that_is_something_else_is_refused_and_left_alone(tmp_path, make, why):
    path = tmp_path / "cache.db"
    make(path)
    before = path.read_bytes() if path.is_file() else None
    cache = Cache(path)
    with pytest.raises(CacheError, match=why):
        cache.get(b"key")
    assert before == (path.read_bytes() if path.is_file() else None)


def test_a_damaged_entry_is_told(cache):
    cache.put(b"key", Reply("x", "stop"))
    with closing(sqlite3.connect(cache.path)) as connection, connection:
        connection.execute("UPDATE replies SET reply = ?", (b'{"text": 1}',))
    connection.close()
    with pytest.raises(CacheError, match="damaged"):
        cache.get(b"key")


async def test_many_at_once(cache):
    model = Cached(numbered(), cache, "u")
    each = [model.salted(str(number)) for number in range(200)]
    first = await asyncio.gather(*(said(one) for one in each))
    assert await asyncio.gather(*(said(one.salted(one.salt)) for one in each)) == first
