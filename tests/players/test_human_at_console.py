"""A person at the table: one thing is asked after the other, and slips are no invalid answers."""

import asyncio
import re
from dataclasses import replace
from io import StringIO
from random import Random

import pytest

from agonist.core import Amount, Choice, InvalidAnswer, Speech, Split, form, menu
from agonist.games import KITS, find_kit, game_names
from agonist.games.tictactoe.text import TicTacToeWords
from agonist.kit import make_game
from agonist.players.human_at_console import HELP, HumanPlayer
from agonist.players.player import Question, SeatContext
from agonist.players.simple import typed
from agonist.players.terminal import Terminal
from agonist.players.terminal_style import with_symbols
from agonist.text.answer_formats import option_text


class Desk:
    """A console with somebody who types these lines."""

    def __init__(self, *lines):
        self.turn = asyncio.Lock()
        self.room = 1_000_000
        self._lines = list(lines)
        self.shown = []

    def fits(self, text):
        return len(text) < self.room

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

    def aliases(self, view, key, option):
        return ()


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


async def test_shares_may_be_separated_by_spaces():
    action, _shown = await answered(Split(("a", "b", "c"), 100, about="split"), "40 30 30")
    assert action == (40, 30, 30)


async def test_a_slip_is_asked_again():
    action, shown = await answered(Amount(0, 9, about="number"), "ten", "10", "?", "9")
    assert action == 9
    assert sum("cannot be played" in text for text in shown) == 2


async def test_what_may_be_empty_may_be_left_out():
    action, _shown = await answered(Speech(optional=True, about="message"), "")
    assert action == ""


HANABI = menu(
    "act",
    play={"card": Choice(("card 1", "card 2"))},
    discard={"card": Choice(("card 1", "card 2"))},
    hint={"hint": Choice(("Player 2: red", "Player 2: rank 3"))},
    wait={},
)


async def test_a_verb_with_its_part_in_one_line_is_a_move_whatever_its_case():
    assert (await answered(HANABI, "Play 1"))[0] == ("play", "card 1")
    assert (await answered(HANABI, "discard card 2"))[0] == ("discard", "card 2")
    talk = menu("talk", wait={}, say={"to": Choice(("room",)), "text": Speech()})
    assert (await answered(talk, "say hello there"))[0] == ("say", "room", "hello there")


async def test_a_part_alone_is_a_move_where_one_verb_takes_it():
    assert (await answered(HANABI, "red"))[0] == ("hint", "Player 2: red")
    assert (await answered(HANABI, "3"))[0] == ("hint", "Player 2: rank 3")
    assert (await answered(HANABI, "wait"))[0] == ("wait",)


async def test_what_several_moves_would_take_is_asked_about():
    action, shown = await answered(HANABI, "1", "blue", "play 2")
    assert action == ("play", "card 2")
    assert any("'1' could be 'play 1', 'discard 1'" in text for text in shown)


async def test_the_way_back_leads_to_the_menu_and_there_to_its_question_again():
    action, shown = await answered(HANABI, "back", "hint", "back", "", "wait")
    assert action == ("wait",)
    asked = [text.split(":")[0] for text in shown if text.startswith(("Action", "Hint", HELP))]
    assert asked == ["Action", "Action", "Hint", "Action", HELP.split(":")[0]]
    assert not any("cannot be played" in text for text in shown)


async def test_the_board_is_shown_again_when_asked_for():
    kit = KITS["tictactoe"]
    desk = Desk("board", "2 2")
    player = HumanPlayer(SeatContext(kit, kit.game(), 0, "", lambda _call: None), desk)
    view = kit.game().observe(kit.game().new(), 0)
    await player.answer(Question(view, kit.game().turn(kit.game().new())[0], Random(1)))
    assert sum("| _ | _ | _ |" in text for text in desk.shown) == 2


class Screen(StringIO):
    encoding = "utf-8"

    def isatty(self):
        return True


@pytest.mark.parametrize(
    ("variables", "coloured"),
    [({"TERM": "xterm"}, True), ({"TERM": "xterm", "NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)],
)
def test_colours_are_shown_where_the_terminal_has_them(monkeypatch, variables, coloured):
    for name in ("TERM", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    screen, pipe = Screen(), StringIO()
    for out in (screen, pipe):
        Terminal(out).say("red: Ten of Hearts")
    assert ("\x1b[31m" in screen.getvalue()) == coloured
    assert "10♥" in screen.getvalue()
    assert pipe.getvalue() == "red: Ten of Hearts\n"


@pytest.mark.parametrize("width", [80, 40])
def test_the_rules_of_every_game_fit_the_terminal_and_lists_stay_lists(monkeypatch, width):
    monkeypatch.setenv("COLUMNS", str(width))
    monkeypatch.setenv("NO_COLOR", "1")
    for name in game_names():
        kit = find_kit(name)
        rules, screen = kit.words.rules(make_game(kit.game, {})), Screen()
        Terminal(screen).say(rules)
        assert max(map(len, screen.getvalue().splitlines())) <= width, name
        assert screen.getvalue().split() == with_symbols(rules).split(), name
        joined = re.sub(r"\n +(?!- )(?=\S)", " ", screen.getvalue()).splitlines()
        assert {line for line in with_symbols(rules).splitlines() if line.startswith("- ")} <= {*joined}, name


async def test_where_the_rules_do_not_fit_the_board_comes_first():
    short, long = Desk("3"), Desk("rules", "3")
    short.room, long.room = 10_000, 300
    kit = KITS["connect_four"]
    game = kit.game()
    for desk in (short, long):
        player = HumanPlayer(SeatContext(kit, game, 0, "", lambda _call: None), desk)
        view = game.observe(game.new(), 0)
        assert await player.answer(Question(view, game.turn(game.new())[0], Random(0))) == 3
    rules = kit.words.rules(game)
    assert short.shown[0].startswith(rules)
    assert "type 'rules' to read the rules" in long.shown[0]
    assert "| _ | _ |" in long.shown[1]
    assert rules in long.shown


def test_a_cell_that_is_taken_is_not_read_as_another_with_the_same_number():
    cells = Choice(((1, 3), (2, 2)), about="cell")
    assert typed(cells, "3", option_text) == (1, 3)
    for text in ("1 1", "(1, 1)"):
        with pytest.raises(InvalidAnswer):
            typed(cells, text, option_text)
