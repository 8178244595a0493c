"""Resigning, and a clock that has run out: how the match ends, what its record says, and that it verifies."""

import asyncio

import pytest

from agonist.core import OutOfTime
from agonist.games import KITS, find_kit
from agonist.kit import make_game, option_texts
from agonist.match import Fixture, Policy, Record, play
from agonist.match.match_and_steps import given_up
from agonist.players.player import Player
from agonist.players.simple import RandomPlayer
from agonist.reports.ending_of_match import ending_of
from agonist.reports.match_verification import verify
from agonist.store import Store

KIT = KITS["tictactoe"]


def played(steps, **more):
    return asyncio.run(
        play(
            KIT, make_game(KIT.game, {}), [lambda _context: RandomPlayer()] * 2, seed="1", steps=steps, **more
        )
    )


@pytest.mark.parametrize(
    ("how", "reason", "ending"),
    [
        ("resigned", "Player 2 resigns", "resigned"),
        ("out of time", "Player 2 loses on time", "lost on time"),
    ],
)
def test_who_gives_up_loses_whoever_is_to_move_and_the_record_says_how(how, reason, ending, tmp_path):
    begun = played(())
    match = played([*begun.steps[:2], given_up(1, how)])
    assert match.outcome.reason == reason
    assert match.outcome.scores == (1.0, -1.0)
    record = Record.loads(match.record.dumps(), find_kit)
    assert record.outcome == match.outcome
    assert match.fallback == {1}
    game = make_game(KIT.game, {})
    fixture = Fixture(game.name, game.version, option_texts(game), "1", ("a", "b"))
    with Store.open(tmp_path / "a.db") as store:
        (stored,) = store.matches(store.start_run({}, [fixture]))
        for nth, step in enumerate(match.steps):
            store.add_step(stored, nth, step)
        store.finish(stored, match, 1.0)
        stored = store.match(stored.id)
        assert verify(KIT, stored, store.steps(stored)) == []
        assert ending_of(stored) == ending


def test_whose_clock_has_run_out_is_not_asked_again_and_the_policy_plays():
    class Late(Player):
        asked = 0

        async def answer(self, question):
            Late.asked += 1
            raise OutOfTime("the clock has run out")

    factories = [lambda _context: Late(), lambda _context: RandomPlayer()]
    match = asyncio.run(play(KIT, make_game(KIT.game, {}), factories, seed="1", policy=Policy(retries=2)))
    own = [step for step in match.steps if 0 in step.moves]
    assert Late.asked == len(own)
    assert all(step.fallback == (0,) and [c.error for c in step.calls] == ["timeout"] for step in own)
