"""Several engines of one model: which conversation goes where, over HTTP and with a clock set by hand."""

import asyncio
from collections import Counter
from random import Random

import pytest
from tests.models.conftest import ASK, HASTE

from agonist.core import UsageError
from agonist.models import connection_pool
from agonist.models.cache import Cache
from agonist.models.client import HttpModel
from agonist.models.engine_per_conversation import ASIDE_SECONDS, Engines
from agonist.models.errors import NoKey, RateLimited, Unreachable
from agonist.models.model_assembly import build, connect
from agonist.models.prices import FREE, load_prices
from agonist.models.protocol import Origin, Settings
from agonist.models.providers import route
from agonist.players import parse_player
from agonist.tournament.match_usage_forecast import price_of


def model_of(servers, **options):
    where = route("vllm/echo", base_url=",".join(each.url for each in servers))
    return HttpModel(where, **{"retry_policy": HASTE, "jitter": Random("test"), **options})


async def ask(model, match, seat=0, turn=0):
    return await model.complete(ASK, Settings(timeout=5.0, origin=Origin(match, seat, turn)))


def sessions(server):
    return [seen["x-session-id"] for seen in server.headers]


async def test_a_conversation_stays_on_its_engine_and_new_ones_are_spread(servers):
    for each in servers:
        each.does(each.right(delay=0.02))
    model = model_of(servers)
    talks = [(f"m{nth}", seat) for nth in range(6) for seat in (0, 1)]
    for turn in range(4):
        await asyncio.gather(*(ask(model, *talk, turn) for talk in talks))
        Random(turn).shuffle(talks)  # in the same order they might meet again by chance
    assert [len(each.headers) for each in servers] == [16, 16, 16]
    homes = [set(sessions(each)) for each in servers]
    assert [len(home) for home in homes] == [4, 4, 4]
    assert len(set.union(*homes)) == 12


async def test_a_new_conversation_goes_to_the_engine_with_the_fewest_requests_in_flight(servers):
    slow, quick = servers[:2]
    arrived, gate = asyncio.Event(), asyncio.Event()

    async def hold(request):
        arrived.set()
        await gate.wait()
        return await slow.right()(request)

    slow.does(hold)
    model = model_of([slow, quick])
    stuck = asyncio.create_task(ask(model, "stuck"))
    await arrived.wait()
    for nth in range(5):
        await ask(model, f"m{nth}")
    assert (len(slow.headers), len(quick.headers)) == (1, 5)
    gate.set()
    await stuck


async def test_conversations_of_an_engine_that_refuses_connections_move_at_once_and_stay(servers):
    model = model_of(servers)
    for nth in range(6):
        await ask(model, f"m{nth}")
    gone, *left = servers
    lost = set(sessions(gone))
    before = {name for each in left for name in sessions(each)}
    await gone.runner.cleanup()
    replies = [await ask(model, f"m{nth}", turn=turn) for turn in (1, 2) for nth in range(6)]
    assert sum(reply.tries > 1 for reply in replies) == 1, "one finds out; the others no longer try"
    moved = Counter(name for each in left for name in sessions(each) if name in lost)
    assert moved == dict.fromkeys(lost, 2)
    assert not set(sessions(left[0])) & set(sessions(left[1]))
    assert before | lost == {f"m{nth}-0" for nth in range(6)}


async def test_an_engine_that_refuses_several_requests_at_once_is_told_once(servers, caplog):
    await servers[0].runner.cleanup()
    model = model_of(servers)
    await asyncio.gather(*(ask(model, f"m{nth}") for nth in range(9)))
    assert len(caplog.records) == 1


async def test_a_conversation_finds_the_last_of_many_engines_that_is_up(servers):
    *gone, last = servers
    for each in gone:
        await each.runner.cleanup()
    # Two tries are all that an address gets that never answered; here are more engines than that.
    assert (await ask(model_of(servers), "m")).tries == 3
    assert sessions(last) == ["m-0"]


async def test_with_no_engine_up_the_call_fails_as_with_one(servers):
    for each in servers:
        await each.runner.cleanup()
    with pytest.raises(Unreachable):
        await ask(model_of(servers), "m")


async def test_limits_are_of_the_model_and_not_of_each_engine(servers):
    for each in servers:
        each.does(each.right(delay=0.01))
    model = model_of(servers, max_concurrency=2)
    inside = []

    async def one(nth):
        await ask(model, f"m{nth}")
        inside.append(sum(each.most for each in servers))

    await asyncio.gather(*map(one, range(12)))
    gate = connection_pool.limits(model.route.addresses, None, 2, None, None).gate
    assert gate.limit <= 2
    assert inside[0] <= 2  # when the first is answered, no more than two have been sent


async def test_answers_are_cached_by_model_whichever_engine_gave_them_and_when_engines_are_added(
    servers, tmp_path
):
    async def asked(some):
        model = build(
            connect("vllm/echo", base_url=",".join(each.url for each in some)), cache=Cache(tmp_path / "c")
        )
        settings = [Settings(origin=Origin(f"m{nth}", 0, 0)) for nth in range(4)]
        return [(await model.complete(ASK, each)).from_cache for each in settings]

    assert await asked(servers[:2]) == [False] * 4
    assert await asked(servers) == [True] * 4


async def test_a_refusal_for_load_leaves_the_conversation_where_it_is(servers):
    first, second = servers[:2]
    model = model_of([first, second])
    await ask(model, "m")
    first.does(first.refusing(429), first.right())
    await ask(model, "m", turn=1)
    first.does(first.refusing(429))
    with pytest.raises(RateLimited):
        await ask(model, "m", turn=2)
    assert not second.headers


def test_an_engine_set_aside_is_tried_again_after_a_while_and_its_old_conversations_do_not_return():
    now = [0.0]
    engines = Engines("ab", clock=lambda: now[0])
    assert [engines.enter("1"), engines.enter("2")] == ["a", "b"]
    assert engines.set_aside("a")
    assert [engines.enter("1"), engines.enter("3")] == ["b", "b"]
    now[0] = ASIDE_SECONDS
    assert [engines.enter("1"), engines.enter("4"), engines.enter("3")] == ["b", "a", "b"]
    assert engines.set_aside("a")
    now[0] += 1
    assert not engines.set_aside("b")
    assert engines.enter("1") == "a", "with all set aside, the one that is due first"


def test_conversations_long_over_are_forgotten(monkeypatch):
    monkeypatch.setattr("agonist.models.engines_and_last_prompts.MAX_CONVERSATIONS", 10)
    engines = Engines("ab")
    for nth in range(100):
        engines.leave(engines.enter(f"match {nth}"))
        engines.leave(engines.enter("the same"))
    assert len(engines._engine_of) == 10
    assert engines._engine_of.get("the same")


@pytest.mark.parametrize("base_url", ["http://a/v1,", "http://a/v1,http://a/v1/", "http://a/v1,b", ","])
def test_a_wrong_list_of_engines_is_refused(base_url):
    with pytest.raises(UsageError):
        route("vllm/echo", base_url=base_url)


def test_a_model_is_free_only_if_all_its_engines_are_on_this_machine():
    here, elsewhere = "http://127.0.0.1:1/v1,http://localhost:2/v1", "https://one.example/v1"
    for addresses, free in ((here, True), (f"{here},{elsewhere}", False)):
        name, keys = "openai/gpt-5-mini", {"K": "secret"}
        model = build(connect(name, base_url=addresses, key_env="K", environ=keys), prices=load_prices(None))
        assert (model.price == FREE) == free
        assert (price_of(parse_player(f"{name}?base_url={addresses}"), load_prices(None)) == FREE) == free


def test_a_key_goes_to_no_stranger_among_the_engines():
    addresses = "https://api.openai.com/v1,https://elsewhere.example/v1"
    with pytest.raises(NoKey):
        route("openai/gpt-5", base_url=addresses, environ={"OPENAI_API_KEY": "k"})
    with pytest.raises(UsageError):
        build(connect("vllm/m", base_url="https://one.example/v1,http://10.0.0.1/v1", public_only=True))
