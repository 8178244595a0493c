"""Playing a match: who is asked, what happens to invalid answers, and how an interrupted match resumes."""

import asyncio
import dataclasses
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import pytest

from agonist.core import (
    CHANCE,
    AmbiguousAnswer,
    Choice,
    EmptyAnswer,
    Game,
    GameError,
    Outcome,
    Traits,
    UsageError,
)
from agonist.games import KITS, find_kit
from agonist.match import (
    Chance,
    Policy,
    Probe,
    Record,
    RecordError,
    invalid_answers,
    opening,
    play,
)
from agonist.models.errors import ProviderError
from agonist.models.protocol import Message
from agonist.players.model_call_record import ModelCall
from agonist.players.player import Player, Question
from agonist.players.simple import FixedPlayer, RandomPlayer, ReferencePlayer, ScriptedPlayer

TICTACTOE = KITS["tictactoe"]
GUESS = KITS["guess_average"]


def anyone(_context):
    return RandomPlayer()


async def tictactoe(first, second, **how):
    return await play(TICTACTOE, TICTACTOE.game(), [first, second], **{"seed": "1", **how})


async def test_same_seed_same_match():
    once, again = [await tictactoe(anyone, anyone) for _ in range(2)]
    other = await tictactoe(anyone, anyone, seed="2")
    assert once == again
    assert once.record != other.record


async def test_every_step_is_heard_as_it_is_played():
    heard = []
    match = await tictactoe(anyone, anyone, on_step=lambda nth, step: heard.append((nth, step)))
    assert heard == list(enumerate(match.steps))


async def test_a_match_goes_on_from_any_step_to_the_same_end():
    whole = await tictactoe(anyone, anyone)
    for cut in range(len(whole.steps)):
        assert await tictactoe(anyone, anyone, steps=whole.steps[:cut]) == whole


async def test_hidden_games_go_on_to_the_same_end_too():
    kit = KITS["texas_holdem"]
    game = kit.game(hands=2)
    whole = await play(kit, game, [anyone, anyone], seed="7")
    for cut in range(len(whole.steps)):
        assert await play(kit, game, [anyone, anyone], seed="7", steps=whole.steps[:cut]) == whole


async def test_invalid_answers_are_asked_again_with_the_reason():
    player = ScriptedPlayer([AmbiguousAnswer("which one?"), (4, 4), (1, 1), (1, 2), (1, 3), (3, 1), (3, 2)])
    match = await tictactoe(lambda _context: player, anyone)
    first = [q for q in player.seen if not q.view.marked]
    assert [q.attempt for q in first] == [1, 2, 3]
    assert str(first[1].complaint) == "which one?"
    assert invalid_answers(match.steps)[0, "ambiguous"] == 1
    assert invalid_answers(match.steps)[0, "illegal"] >= 1


async def test_without_feedback_nobody_is_told_what_was_wrong():
    player = ScriptedPlayer([EmptyAnswer("nothing")] * 2 + [(1, 1)])
    await tictactoe(lambda _context: player, anyone, policy=Policy(feedback=False))
    assert [q.complaint for q in player.seen[:3]] == [None, None, None]


async def test_after_the_last_retry_a_random_legal_move_is_played_and_marked():
    match = await tictactoe(lambda _context: ScriptedPlayer([]), ReferencePlayer)
    assert match.fallback == {0}
    assert invalid_answers(match.steps)[0, "unreadable"] == 3 * sum(0 in step.moves for step in match.steps)
    assert match == await tictactoe(lambda _context: ScriptedPlayer([]), ReferencePlayer)


async def test_a_forfeit_ends_the_match_against_the_player():
    match = await tictactoe(
        lambda _context: ScriptedPlayer([(2, 2)]), anyone, policy=Policy(retries=0, then="forfeit")
    )
    assert match.record.forfeits == (0,)
    assert match.outcome.scores == (-1, 1)
    assert "Player 1 forfeits" in match.outcome.reason
    assert Record.loads(match.record.dumps(), find_kit).outcome == match.outcome


async def test_passing_needs_a_game_with_a_pass():
    with pytest.raises(UsageError, match="no answer that does nothing"):
        await tictactoe(anyone, anyone, policy=Policy(then="pass"))
    kit = KITS["texas_holdem"]
    match = await play(
        kit, kit.game(), [lambda _context: ScriptedPlayer([]), anyone], seed="1", policy=Policy(then="pass")
    )
    assert match.fallback == {0}


async def test_a_slow_answer_is_late_and_nothing_else():
    class Slow(Player):
        async def answer(self, question: Question) -> Any:
            await asyncio.sleep(10)

    match = await tictactoe(
        lambda _context: Slow(), anyone, policy=Policy(retries=0, seconds=0.001), seed="3"
    )
    assert {kind for _seat, kind in invalid_answers(match.steps)} == {"timeout"}


async def test_a_provider_error_is_nobodys_loss():
    class Unlucky(Player):
        async def answer(self, question: Question) -> Any:
            raise ProviderError("the endpoint is down")

    steps = []
    with pytest.raises(ProviderError):
        await tictactoe(anyone, lambda _context: Unlucky(), on_step=lambda _nth, step: steps.append(step))
    assert len(steps) == 1


class _Answering(Player):
    """Notes what it was sent for each answer, as a model's player does; one among them may fail."""

    def __init__(self, context, *answers):
        self._context, self._answers = context, list(answers)

    async def answer(self, question: Question) -> Any:
        answer = self._answers.pop(0)
        if isinstance(answer, ProviderError):
            raise answer
        call = ModelCall(sent=(Message("user", "?"),), text=str(answer), cost=0.5)
        self._context.record(self._context.origin(question), call)
        self._context.note(call)
        return answer


async def test_what_was_said_is_handed_over_as_it_comes_though_the_step_is_broken_off():
    players = [
        lambda context: _Answering(context, 10, 30),
        lambda context: _Answering(context, 20, 777, ProviderError("the endpoint is down")),
        lambda context: _Answering(context, ProviderError("the endpoint is down")),
    ]
    steps, said = [], []
    for factories in (players[:2], players):
        with pytest.raises(ProviderError):
            await play(
                GUESS,
                GUESS.game(seats=len(factories), rounds=2),
                factories,
                seed="1",
                on_step=lambda _nth, step: steps.append(step),
                on_call=lambda step, number, call: said.append((step, number, call.seat, call.text)),
            )
    assert [[e.text for e in step.calls] for step in steps] == [["10", "20"]]
    first, second = said[:4], said[4:]
    assert first == [(0, 0, 0, "10"), (0, 1, 1, "20"), (1, 0, 0, "30"), (1, 1, 1, "777")]
    assert second == [(0, 0, 0, "10"), (0, 1, 1, "20")]


async def test_what_was_said_is_there_when_a_match_is_cancelled():
    class Stuck(Player):
        async def answer(self, question: Question) -> Any:
            await asyncio.Event().wait()

    said = []
    factories = [lambda _context: Stuck(), lambda context: _Answering(context, 20)]
    game = GUESS.game(seats=2, rounds=1)
    task = asyncio.create_task(
        play(GUESS, game, factories, seed="1", on_call=lambda *call: said.append(call))
    )
    await asyncio.sleep(0.01)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert [(step, number, call.seat, call.text) for step, number, call in said] == [(0, 0, 1, "20")]


async def test_everyone_sees_the_end():
    player = ScriptedPlayer([(1, 1), (1, 2), (1, 3)])
    match = await tictactoe(lambda _context: player, lambda _context: ScriptedPlayer([(2, 1), (2, 2)]))
    assert match.outcome.reason == "three in a line"
    assert player.ended_with == list(match.record.states())[-1]


async def test_too_few_players_are_refused():
    with pytest.raises(UsageError, match="2 seats, and 1 players"):
        await play(TICTACTOE, TICTACTOE.game(), [anyone], seed="1")


async def test_rules_that_raise_are_named():
    class Faulty(TICTACTOE.game):
        name: ClassVar[str] = "faulty"

        def act(self, state: Any, moves: Any) -> Any:
            raise KeyError("oops")

    kit = dataclasses.replace(TICTACTOE, game=Faulty)
    with pytest.raises(GameError, match="the rules of faulty raised KeyError"):
        await play(kit, Faulty(), [anyone, anyone], seed="1")


async def test_seats_asked_together_answer_together():
    inside, most = 0, 0

    class Counting(Player):
        async def answer(self, question: Question) -> Any:
            nonlocal inside, most
            inside += 1
            most = max(most, inside)
            await asyncio.sleep(0)
            inside -= 1
            return 50

    await play(GUESS, GUESS.game(seats=10, rounds=1), [lambda _context: Counting()] * 10, seed="1")
    assert most == 10


async def test_probes_change_nothing_but_the_transcript():
    probe = Probe("corner", lambda _old, view: Choice((1, 2), about="corner") if view.marked else None)
    plain, probed = await tictactoe(anyone, anyone), await tictactoe(anyone, anyone, probes=[probe])
    assert probed.record == plain.record
    answers = [answer for step in probed.steps for answer in step.probes]
    assert answers
    assert {answer.name for answer in answers} == {"corner"}


def test_a_script_fixes_one_question_and_leaves_the_rest_to_chance():
    kit = KITS["undercover"]
    deal = opening(kit.game(), Chance("1", {"undercover": [2]}))
    assert [move[CHANCE] for move in deal if move == {CHANCE: 2}]
    other = opening(kit.game(), Chance("1"))
    assert deal[0] == other[0] or deal[-1] == other[-1]


def test_a_script_that_cannot_be_is_refused():
    kit = KITS["undercover"]
    with pytest.raises(GameError, match="script's answer 1 to 'undercover'"):
        opening(kit.game(), Chance("1", {"undercover": [99]}))


def test_records_of_other_versions_are_refused():
    text = '{"game": "tictactoe", "version": 99, "options": {"seats": 2}}\n'
    with pytest.raises(RecordError, match="played by version 99"):
        Record.loads(text, find_kit)


async def test_fixed_players_give_their_answers_in_turn():
    players = [lambda context: FixedPlayer(context, ["0", "100"]), anyone]
    match = await play(GUESS, GUESS.game(seats=2, rounds=4), players, seed="1")
    assert [moves[0] for moves in match.record.moves] == [0, 100, 0, 100]


@dataclass(frozen=True)
class _Stub(Game[int, int]):
    name: ClassVar[str] = "stub"
    sizes: ClassVar[range] = range(1, 3)
    traits: ClassVar[Traits] = Traits()
    seats: int = 1

    def new(self) -> int:
        return 0

    def turn(self, state: int) -> Mapping[int, Any]:
        return {}

    def act(self, state: int, moves: Any) -> int:
        return state

    def observe(self, state: int, seat: int | None) -> int:
        return state

    def outcome(self, state: int) -> Outcome | None:
        return None


async def test_a_game_that_ends_without_an_outcome_is_told_so():
    kit = dataclasses.replace(TICTACTOE, game=_Stub)
    with pytest.raises(GameError, match="nobody is asked, yet there is no outcome"):
        await play(kit, _Stub(), [anyone], seed="1")


async def test_a_script_plays_the_first_answers_of_a_seat_for_a_player_who_then_sees_them():
    seen = []

    class Watching(Player):
        async def answer(self, question):
            seen.append(question.view.log)
            return question.ask.sample(question.rng)

    kit = KITS["undercover"]
    game = kit.game(seats=3, clue_rounds=2, votes=1, tie="undercovers_win", too_few=0)
    script = {"clue@1": ["first words", "second words"]}
    steps = []
    factories = [lambda _context: Watching()] * 3
    match = await play(
        kit, game, factories, seed="1", script=script, on_step=lambda _nth, step: steps.append(step)
    )
    *_, last = match.record.states()
    said = [event[4] for event in game.observe(last, None).log if event[0] == "clue"]
    assert (said[1], said[4]) == ("first words", "second words")
    assert len(seen) == 4 + 3
    again = await play(kit, game, factories, seed="1", script=script, steps=steps[: len(steps) // 2])
    assert again.record == match.record


async def test_a_scripted_answer_that_is_illegal_is_refused():
    kit = KITS["tictactoe"]
    with pytest.raises(GameError, match="'cell@0' is not valid"):
        await play(kit, kit.game(), [anyone, anyone], seed="1", script={"cell@0": [(9, 9)]})


async def forfeited_by(kit, game, quitters, script=None):
    """A match in which these seats give nothing that can be played, and the others play at random."""
    factories = [
        (lambda _context: ScriptedPlayer([])) if seat in quitters else anyone for seat in range(game.seats)
    ]
    return await play(kit, game, factories, seed="1", policy=Policy(retries=0, then="forfeit"), script=script)


async def test_all_who_forfeit_at_once_pay():
    game = GUESS.game(seats=4)
    match = await forfeited_by(GUESS, game, {1, 3})
    assert match.record.forfeits == (1, 3)
    assert match.outcome.scores == (0, -1, 0, -1)
    assert match.outcome.reason == "Player 2 and Player 4 forfeit by invalid answers"
    assert Record.loads(match.record.dumps(), find_kit) == match.record
    assert (await play(GUESS, game, [anyone] * 4, seed="1", steps=match.steps)) == match


async def test_a_team_loses_together_when_one_of_it_forfeits():
    kit = KITS["hanabi"]
    match = await forfeited_by(kit, kit.game(), {1})
    assert match.outcome.scores == (0, 0)
    assert match.outcome.ranks == (1, 1)
    kit = KITS["undercover"]
    match = await forfeited_by(kit, kit.game(), {0}, {"undercover": [2]})
    assert match.outcome.scores == (-1, -1, 1, -1, -1)


async def test_an_illegal_action_forfeits_where_the_policy_says_so_and_an_unreadable_one_does_not():
    policy = Policy(retries=0, illegal="forfeit")
    match = await tictactoe(lambda _context: ScriptedPlayer([(4, 4)]), anyone, policy=policy)
    assert match.record.forfeits == (0,)
    match = await tictactoe(lambda _context: ScriptedPlayer([]), anyone, policy=policy)
    assert match.record.forfeits == ()
    assert match.fallback == {0}


class _Gives(Player):
    """Answers with the first legal option, as this makes of it."""

    def __init__(self, make):
        self._make = make

    async def answer(self, question: Question) -> Any:
        return self._make((question.ask.options() or ())[0])


def _nested(levels):
    found = 3
    for _ in range(levels):
        found = [found]
    return found


@pytest.mark.parametrize("make", [np.array, list, np.int64])
async def test_numpy_and_lists_of_a_players_are_plain_in_the_record(make):
    name = "tictactoe" if make is not np.int64 else "connect_four"
    kit = KITS[name]
    match = await play(kit, kit.game(), [lambda _context: _Gives(make), anyone], seed="1")
    assert not match.fallback
    assert Record.loads(match.record.dumps(), find_kit) == match.record


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (float, "is not one of"),
        (lambda _: 3 + 0j, "not complex"),
        (lambda _: {"column": 3}, "not dict"),
        (lambda _: object(), "not object"),
        (lambda _: [{3}], "not set"),
        (lambda _: float("nan"), "nan is not"),
        (lambda _: _nested(3000), "at most 20 levels of lists in lists"),
        (lambda _: _nested(19), "is not one of"),
    ],
)
async def test_what_no_record_can_hold_is_an_invalid_answer(make, why):
    kit = KITS["connect_four"]
    match = await play(kit, kit.game(), [lambda _context: _Gives(make), anyone], seed="1")
    call = next(call for step in match.steps for call in step.calls if call.error)
    assert (call.error, why in call.complaint) == ("illegal", True)
    assert Record.loads(match.record.dumps(), find_kit) == match.record


async def test_a_fallback_that_the_rules_forbid_names_the_game():
    kit = dataclasses.replace(KITS["tictactoe"], passes=lambda _view, _ask: "pass")
    with pytest.raises(GameError, match="tictactoe: the fallback's answer 'pass' to 'cell' is illegal"):
        await play(
            kit,
            kit.game(),
            [lambda _context: ScriptedPlayer([]), anyone],
            seed="1",
            policy=Policy(then="pass"),
        )


async def test_the_fallback_is_legal_where_own_words_are_the_fillers():
    kit = KITS["undercover"]
    game = kit.game(pairs=("thing/item",))
    match = await play(kit, game, [lambda _context: ScriptedPlayer([])] * 5, seed="1")
    assert match.fallback == {0, 1, 2, 3, 4}


async def test_a_players_seed_is_its_own_and_not_chances():
    seeds = []

    def make(context):
        seeds.append(context.seed)
        return RandomPlayer()

    await play(TICTACTOE, TICTACTOE.game(), [make, make], seed="deal 5")
    await play(TICTACTOE, TICTACTOE.game(), [make, make], seed="deal 5")
    assert seeds[:2] == seeds[2:]
    assert len(set(seeds)) == 2
    assert not any("deal 5" in seed for seed in seeds)


# In a process of its own, since CPython 3.11 may hang when it profiles coroutines that have run before.
@pytest.mark.long
def test_a_step_of_players_who_wait_for_nothing_takes_few_calls_of_functions():
    done = subprocess.run([sys.executable, "-c", COUNTED], capture_output=True, text=True, check=True)
    assert float(done.stdout) < 240


COUNTED = """
import asyncio, sys
from agonist.games.tictactoe import KIT
from agonist.match import play
from agonist.players.simple import RandomPlayer

async def match():
    return await play(KIT, KIT.game(), [lambda _context: RandomPlayer()] * 2, seed="1", match="1")

asyncio.run(match())  # what is made once is made
calls = []
sys.setprofile(lambda _frame, event, _argument: calls.append(event))
played = asyncio.run(match())
sys.setprofile(None)
print(sum("call" in event for event in calls) / len(played.steps))
"""
"""Calls of functions for each step of a match, in Python and in C: a count, since times say little on a
machine that does other things."""


async def test_players_who_do_not_listen_are_not_shown_the_end():
    class Watched(type(TICTACTOE.game())):
        def observe(self, state, seat):
            assert self.outcome(state) is None, "nobody hears how it ended"
            return super().observe(state, seat)

    await play(TICTACTOE, Watched(), [anyone, anyone], seed="1")
