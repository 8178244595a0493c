"""A person at the table: one thing is asked after the other, and slips are no invalid answers."""

import asyncio
from dataclasses import replace
from random import Random

from agonist.core import Amount, Choice, Speech, form, menu
from agonist.games import KITS
from agonist.games.tictactoe.text import TicTacToeWords
from agonist.players.human import HumanPlayer
from agonist.players.player import Question, SeatContext


class Desk:
    """A console with somebody who types these lines."""

    def __init__(self, *lines):
        self.turn = asyncio.Lock()
        self._lines = list(lines)
        self.shown = []

    def say(self, text):
        self.shown.append(text)

    async def hear(self, prompt):
        return self._lines.pop(0)


class Plain(TicTacToeWords):
    """Words that fit any ask."""

    def request(self, game, view, ask):
        return "Your turn."

    def label(self, view, key, option):
        return str(option)


async def answered(ask, *lines):
    kit = replace(KITS["tictactoe"], words=Plain(KITS["tictactoe"].words.prompts))
    desk = Desk(*lines)
    player = HumanPlayer(SeatContext(kit, kit.game(), 0, "", lambda _call: None), desk)
    return await player.answer(Question(kit.game().new(), ask, Random(1))), desk.shown


async def test_a_verb_is_asked_before_its_parts():
    talk = menu("talk", wait={}, say={"to": Choice(("room", 2)), "text": Speech()})
    action, shown = await answered(talk, "say", "2", "hello: there")
    assert action == ("say", 2, "hello: there")
    assert 'Action: one of "wait", "say"' in shown[-3]
    action, _shown = await answered(talk, "wait")
    assert action == ("wait",)


async def test_a_form_is_asked_part_by_part():
    action, _shown = await answered(form("deal", yes=Choice(("yes", "no")), much=Amount(0, 9)), "NO", "5")
    assert action == ("no", 5)


async def test_a_slip_is_asked_again():
    action, shown = await answered(Amount(0, 9, about="number"), "ten", "10", "?", "9")
    assert action == 9
    assert sum("cannot be played" in text for text in shown) == 2


async def test_what_may_be_empty_may_be_left_out():
    action, _shown = await answered(Speech(optional=True, about="message"), "")
    assert action == ""
