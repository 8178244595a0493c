"""Following matches: nothing is missed or told twice, one look serves all, and nobody holds up others."""

import asyncio
import json
import threading

from agonist.arena.replay.live_feed import MOST_WAITING, Following


class Database:
    """Matches whose progress a test moves on."""

    def __init__(self, **matches):
        self.matches = {int(name[1:]): progress for name, progress in matches.items()}
        self.looks = self.end = self.drawn = 0
        self.now = ()

    def progress(self, wanted):
        self.looks += 1
        return {number: self.matches[number] for number in wanted if number in self.matches}

    def playing(self):
        return self.now

    def last_end(self):
        return self.end

    def shown(self, match, before, now):
        self.drawn += 1
        return {"scene": f"after {now[1]}"}


async def heard(following, topics, until):
    found = []
    async for data in following.changes(topics):
        found += [] if data is None else [json.loads(data)]
        if len(found) >= until:
            break
    return found


async def until(condition):
    """Wait for something that says nothing when it happens."""
    while not condition():  # noqa: ASYNC110  the code under test has no event for it
        await asyncio.sleep(0)


async def followed(following, count=1):
    """Until so many follow, and have been caught up with."""
    await until(lambda: following.followers >= count and following._task is not None)


async def test_a_follower_hears_each_change_from_where_it_was_and_the_end():
    database = Database(m7=("playing", 2))
    following = Following(database, pause=0.001)
    task = asyncio.create_task(heard(following, {"match:7": 2}, 3))
    await followed(following)
    for progress in (("playing", 3), ("playing", 5), ("finished", 5)):
        database.matches[7] = progress
        drawn = database.drawn
        await until(lambda: database.drawn > drawn)  # noqa: B023  it is called at once
    news = await asyncio.wait_for(task, 30)
    assert [(each["from"], each["steps"], each["status"]) for each in news] == [
        (2, 3, "playing"),
        (3, 5, "playing"),
        (5, 5, "finished"),
    ]
    assert news[0]["scene"] == "after 3"
    assert following.followers == 0


async def test_whoever_was_away_is_told_at_once_where_the_match_is():
    following = Following(Database(m7=("playing", 9), m8=("finished", 4)), pause=0.001)
    (news,) = await asyncio.wait_for(heard(following, {"match:7": 4}, 1), 30)
    assert (news["steps"], news["from"]) == (9, None)
    (news,) = await asyncio.wait_for(heard(following, {"table:8": 4}, 1), 30)
    assert news["status"] == "finished"
    (news,) = await asyncio.wait_for(heard(following, {"match:9": 0}, 1), 30)
    assert news["status"] == ""


class SlowForTheNew(Database):
    """What a new follower of match 7 alone is told was read before the match ended, and comes after that."""

    def progress(self, wanted):
        found = super().progress(wanted)
        if set(wanted) == {7}:
            self.matches[7] = ("finished", 5)
            self.seen.wait(30)
        elif found.get(7) == ("finished", 5):
            self.seen.set()
        return found


async def test_an_end_between_the_look_for_a_new_follower_and_its_answer_is_not_missed():
    database = SlowForTheNew(m5=("playing", 1), m7=("playing", 5))
    database.seen = threading.Event()
    following = Following(database, pause=0.001)
    other = asyncio.create_task(heard(following, {"match:5": 1}, 1))
    await followed(following)
    (news,) = await asyncio.wait_for(heard(following, {"match:7": 5}, 1), 30)
    assert news["status"] == "finished"
    other.cancel()


async def test_lists_and_boards_are_announced_when_other_matches_run_and_when_one_has_ended():
    database = Database()
    following = Following(database, pause=0.001)
    task = asyncio.create_task(heard(following, {"playing": 0, "board": 0}, 2))
    await followed(following)
    await until(lambda: following._playing is not None and following._end is not None)
    database.now, database.end = (4, 3), 12.5
    news = await asyncio.wait_for(task, 30)
    assert {each["topic"] for each in news} == {"playing", "board"}


async def test_fifty_followers_cost_one_look_and_one_drawing():
    database = Database(m7=("playing", 1))
    following = Following(database, pause=0.02)
    tasks = [asyncio.create_task(heard(following, {"match:7": 1}, 1)) for _ in range(50)]
    await followed(following, 50)
    await until(lambda: 7 in following._known and database.looks > 51)
    database.matches[7] = ("playing", 2)
    found = await asyncio.wait_for(asyncio.gather(*tasks), 30)
    assert database.drawn == 1
    assert len({json.dumps(each) for each in found}) == 1


async def test_a_slow_follower_is_told_to_look_for_itself_and_holds_up_nobody():
    database = Database(m7=("playing", 0))
    following = Following(database, pause=0.0)
    slow = following.changes({"match:7": 0})
    first = asyncio.create_task(anext(slow))
    await followed(following)
    quick = asyncio.create_task(heard(following, {"match:7": 0}, MOST_WAITING + 10))
    await followed(following, 2)
    for steps in range(1, MOST_WAITING + 20):
        database.matches[7] = ("playing", steps)
        drawn = database.drawn
        await until(lambda: database.drawn > drawn)  # noqa: B023  it is called at once
    assert len(await asyncio.wait_for(quick, 30)) == MOST_WAITING + 10
    news = [json.loads(await first)]
    while news[-1]["topic"] != "all":
        news.append(json.loads(await anext(slow)))
    assert len(news) <= MOST_WAITING + 2
    await slow.aclose()


async def test_a_ping_comes_when_nothing_happens():
    following = Following(Database(m7=("playing", 1)), pause=0.001, ping=0.01)
    async for data in following.changes({"match:7": 1}):
        assert data is None
        break


async def test_all_who_follow_are_told_when_nothing_more_will_be_announced():
    following = Following(Database(), pause=0.001)
    both = [asyncio.create_task(heard(following, {topic: 0}, 1)) for topic in ("board", "playing")]
    await followed(following, 2)
    following.end()
    assert await asyncio.wait_for(asyncio.gather(*both), 30) == [[], []]
    assert following.followers == 0


async def test_a_page_that_knows_of_an_earlier_end_than_the_last_is_told_at_once():
    database = Database()
    database.end = 12.5
    for known, news in ((12_499, [{"topic": "board", "end": 12.5}]), (12_500, [])):
        following = Following(database, pause=0.001)
        task = asyncio.create_task(heard(following, {"board": known}, 1))
        await followed(following)
        if not news:
            following.end()
        assert await asyncio.wait_for(task, 30) == news
