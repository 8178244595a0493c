"""What a visitor sees of a match: a bystander's view while it goes on, everything afterwards."""

from dataclasses import replace

import pytest

from agonist.api import game_registry, make, play
from agonist.arena.audience import is_over, people, seat_shown
from agonist.arena.replay import Replay
from agonist.games import KITS
from agonist.kit import option_texts
from agonist.match import Fixture
from agonist.store import StoredMatch


def stored(target, players, status, **more):
    game = make(target)
    fixture = Fixture(game.name, game.version, option_texts(game), "1", players)
    return StoredMatch(1, "run", 0, fixture, status, **more)


def replay_of(target, status):
    players = ("random",) * make(target).seats
    match = play(target, players, seed=4)
    seats = stored(target, players, status, scores=match.outcome.scores, ranks=match.outcome.ranks)
    return Replay(seats, match.steps, game_registry(None).kit), match


@pytest.mark.parametrize("name", ["texas_holdem?hands=1", "chameleon", "sea_battle", "hanabi"])
def test_while_a_match_runs_every_seat_is_shown_what_a_bystander_sees(name):
    running, _ = replay_of(name, "playing")
    over, _ = replay_of(name, "finished")
    bystander = [over.scene(at) for at in range(over.last + 1)]
    for seat in (None, 0, 1):
        assert [running.scene(at, seat) for at in range(running.last + 1)] == bystander
    assert [over.scene(at, 0) for at in range(over.last + 1)] != bystander
    assert running.ending == []
    assert all(not told.calls for told in running.told(1, running.last))


def test_while_a_match_runs_moves_are_told_as_a_bystander_hears_them():
    running, match = replay_of("texas_holdem?hands=1", "playing")
    dealt = [line for told in running.told(1, 1) for line in told.lines]
    over, _ = replay_of("texas_holdem?hands=1", "finished")
    assert running.told(1, 1) != over.told(1, 1)
    assert not any(
        secret in line
        for line in dealt
        for secret in KITS["texas_holdem"].secrets(running.game, running.states[1], 0)
    )
    assert match.steps


def test_a_match_that_waits_for_a_person_is_not_over_and_one_of_models_may_be_looked_into():
    waiting = stored("tictactoe", ("human", "random"), "suspended")
    assert (people(waiting), is_over(waiting), seat_shown(waiting, 0)) == ([0], False, None)
    assert is_over(stored("tictactoe", ("openai/a", "random"), "suspended"))
    named = replace(
        waiting, fixture=replace(waiting.fixture, players=("ann", "random"), specs={"ann": "ann=human"})
    )
    assert people(named) == [0]
    assert seat_shown(replace(waiting, status="finished"), 1) == 1
    assert seat_shown(replace(waiting, status="finished"), 7) is None
