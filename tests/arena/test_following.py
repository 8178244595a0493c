"""Following a match: nothing is missed, nothing is told twice, and it ends with the match."""

import asyncio

from agonist.arena.following import Following


class Clock:
    """A match whose progress a test moves on."""

    def __init__(self, *progress):
        self.now, self.looks = progress, 0

    def __call__(self, _match):
        self.looks += 1
        return self.now


async def heard(following, after, until):
    found = []
    async for now in following.changes(7, after):
        if now is not None:
            found.append(now)
        if len(found) == until:
            break
    return found


async def test_a_follower_hears_each_change_from_where_it_was_and_the_end():
    match = Clock("playing", 2)
    following = Following(match, pause=0.001)
    task = asyncio.create_task(heard(following, 2, 99))
    for progress in (("playing", 3), ("playing", 5), ("finished", 5)):
        await asyncio.sleep(0.03)
        match.now = progress
    assert await asyncio.wait_for(task, 5) == [("playing", 3), ("playing", 5), ("finished", 5)]
    assert following.followers == 0


async def test_whoever_was_away_gets_the_state_as_it_is_at_once():
    following = Following(Clock("playing", 9), pause=0.001)
    assert await asyncio.wait_for(heard(following, 4, 1), 5) == [("playing", 9)]
    over = Following(Clock("finished", 9), pause=0.001)
    assert await asyncio.wait_for(heard(over, 9, 99), 5) == [("finished", 9)]


async def test_many_followers_cost_one_look_and_a_ping_comes_when_nothing_happens():
    match = Clock("playing", 1)
    following = Following(match, pause=0.05, ping=0.01)

    async def pinged():
        async for now in following.changes(7, 1):
            if now is None:
                return True
        return False

    assert all(await asyncio.gather(*(pinged() for _ in range(50))))
    assert match.looks <= 5
    assert following.followers == 0
