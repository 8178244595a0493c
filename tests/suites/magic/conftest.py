"""Finished games of which every answer is known."""

from types import SimpleNamespace

import pytest

from agonist.core import CHANCE
from agonist.games import find_kit
from agonist.kit import make_game, option_texts
from agonist.match import ProbeAnswer, Record
from agonist.metrics.run_matches import Played
from agonist.store import Turn
from agonist.suites.magic.competition import seats_in_role
from agonist.suites.magic.hits_and_trials import Facts
from agonist.suites.magic.settings import load

NAMES = ("Player 1", "Player 2", "Player 3")


class Known(Played):
    """A finished game that was never stored."""

    def __init__(self, match, turns):
        super().__init__(None, match)
        self.__dict__["log"] = turns


@pytest.fixture(scope="session")
def settings():
    """The first setting of each game by name."""
    found = {}
    for setting in load():
        found.setdefault(setting.game, setting)
    return found


@pytest.fixture
def game(settings):
    """Builds the facts of a game from its moves, the answers that the policy gave, and probes by turn."""

    def build(
        name, role, moves, *, seat=0, fallback=(), probes=None, nth=1, options=None, defender="openai/them"
    ):
        setting = settings[name]
        made = make_game(find_kit(name).game, {**setting.options, **(options or {})})
        (seats,) = [
            seats for seats in seats_in_role(setting, role) if not setting.challengers or seats == (seat,)
        ]
        deal = [{CHANCE: answers[0]} for _, answers in _in_order(made, setting.script)]
        every = [*deal, *moves]
        turns = [
            Turn(
                move,
                tuple(s for at, s in fallback if at == number),
                tuple(ProbeAnswer(*probe) for probe in (probes or {}).get(number, ())),
                (),
            )
            for number, move in enumerate(every, start=-len(deal))
        ]
        outcome = Record(name, made, tuple(every)).outcome
        assert outcome is not None
        fixture = SimpleNamespace(
            game=name,
            version=made.version,
            options=option_texts(made),
            players=tuple("us" if s in seats else "them" for s in range(3)),
            part=f"magic: {role}",
            block=f"{role}/{name} {nth}/us",
            taken_over=0,
            spec=lambda player: defender if player == "them" else "openai/us",
        )
        ends = {"scores": outcome.scores, "ranks": outcome.ranks, "forfeits": ()}
        return Facts(Known(SimpleNamespace(fixture=fixture, **ends), turns))

    return build


def _in_order(game, script):
    """The scripted answers of chance in the order in which they are asked for."""
    state, answers = game.new(), []
    while set(asks := game.turn(state)) == {CHANCE}:
        about = asks[CHANCE].about
        answers.append((about, script[about]))
        state = game.act(state, {CHANCE: script[about][0]})
    return answers
