"""What is asked before the five suites play, and what a terminal shows until then."""

import io
import sys

import pytest
import typer

from agonist.cli.estimates import estimating
from agonist.cli.suite_estimates import confirm
from agonist.core import UsageError


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.fixture
def terminal(monkeypatch):
    def sit_down():
        monkeypatch.setattr(sys, "stdin", Terminal())
        monkeypatch.setattr(sys, "stderr", Terminal())
        return sys.stderr

    return sit_down


@pytest.mark.parametrize("answer", [True, False])
def test_at_a_terminal_it_plays_only_after_a_yes(terminal, monkeypatch, answer):
    shown = terminal()
    monkeypatch.setattr(typer, "confirm", lambda *_words, **_options: answer)
    assert confirm([], quick=True, yes=False) is answer
    assert ("Nothing was played." in shown.getvalue()) is not answer


def test_ctrl_c_at_the_question_is_a_no_and_no_defect(terminal, monkeypatch):
    shown = terminal()

    def stopped(*_words, **_options):
        raise typer.Abort

    monkeypatch.setattr(typer, "confirm", stopped)
    assert confirm([], quick=True, yes=False) is False
    assert "Nothing was played." in shown.getvalue()


def test_without_a_terminal_it_says_what_to_add(monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    with pytest.raises(UsageError, match="add --yes"):
        confirm([], quick=True, yes=False)


def test_a_terminal_shows_which_game_is_estimated_and_a_file_does_not(terminal, capsys):
    with estimating() as heard:
        heard("gamebench: pit")
    assert capsys.readouterr().err == ""
    shown = terminal()
    with estimating() as heard:
        heard("gamebench: pit")
    assert "gamebench: Pit …" in shown.getvalue()
    assert shown.getvalue().endswith("\r\x1b[2K")
