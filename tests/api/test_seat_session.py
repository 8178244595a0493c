"""A seat that is answered from outside plays the same match as a player inside."""

import asyncio

import pytest

import agonist
from agonist.api.seat_session import SeatSession
from agonist.core import UsageError
from agonist.models.event_loop import in_background
from agonist.players.python_agents import AgentError
from agonist.run_config import RunConfig


def session(target="tictactoe", opponents=("reference",), **more):
    return SeatSession(target, opponents, RunConfig().player_registry(), **more)


async def first_legal(seat, seed, at=None):
    situations = [await seat.begin(seed, at)]
    while not situations[-1].over:
        situations.append(await seat.answer(situations[-1].legal[0]))
    return situations


def first(legal):
    return legal[0]


def test_the_match_is_that_of_the_same_player_inside():
    seat = session("tictactoe", ("random",))
    for at in (0, 1):
        situations = asyncio.run(first_legal(seat, 5, at))
        players = ["random"]
        players.insert(at, first)
        inside = agonist.play("tictactoe", players, seed=5)
        assert seat.match.record.moves == inside.record.moves
        assert situations[-1].score == inside.outcome.scores[at]


def test_answers_that_cannot_be_played_are_told_and_counted():
    async def clumsy():
        seat = session()
        await seat.begin(1)
        told = [await seat.answer("nothing") for _ in range(3)]
        return seat, told

    seat, told = asyncio.run(clumsy())
    # After two retries a random legal answer was played, and the next question is a new one.
    assert [bool(each.complaint) for each in told] == [True, True, True]
    assert (seat.answers, seat.invalid) == (3, 3)
    assert told[0].text != told[2].text


def test_a_match_can_be_begun_in_one_call_and_answered_in_others_without_a_loop():
    seat = session("liars_dice?seats=3", ("random", "reference"), seat=2)
    begun = in_background(seat.begin(3)).result()
    assert in_background(seat.answer(begun.legal[0] if begun.legal else "")).result().text
    in_background(seat.leave()).result()
    with pytest.raises(UsageError, match="nothing is asked"):
        in_background(seat.answer("doubt")).result()


def test_wrong_seats_players_and_numbers_of_them_are_refused():
    for wrong in ({"seat": 2}, {"opponents": ("random", "random")}, {"opponents": ("radnom",)}):
        with pytest.raises(UsageError):
            session(**wrong)


def test_who_gives_up_has_the_score_of_a_forfeit_and_who_played_on_their_own():
    async def scores():
        seat = session("tictactoe", ("random",))
        begun = await seat.begin(1)
        await seat.answer(begun.legal[0])
        given_up = await seat.forfeit()
        played = await first_legal(seat, 15)
        return given_up, await seat.forfeit(), played[-1].score

    given_up, kept, score = asyncio.run(scores())
    assert given_up == -1
    assert kept == score == 0


def test_a_match_that_another_player_broke_has_no_score_of_a_forfeit_but_its_error():
    def failing(question):
        raise ValueError("out of order")

    async def broken():
        seat = session("tictactoe", (failing,))
        begun = await seat.begin(1)
        with pytest.raises(AgentError, match="out of order"):
            await seat.answer(begun.legal[0])
        await seat.forfeit()

    with pytest.raises(AgentError, match="out of order"):
        asyncio.run(broken())
