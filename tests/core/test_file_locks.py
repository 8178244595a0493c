"""A system without POSIX's locks on files: commands that need none work, the others say what is missing."""

import re
import sys
from pathlib import Path

import agonist

POSIX = "fcntl|grp|posix|pty|pwd|readline|resource|syslog|termios|tty|uvloop"
AT_THE_TOP = re.compile(rf"^(?:import|from) (?:{POSIX})\b.*", re.MULTILINE)


def test_no_module_needs_what_only_posix_has_to_be_imported():
    sources = Path(agonist.__file__).parent.rglob("*.py")
    assert {path.name: found for path in sources if (found := AT_THE_TOP.findall(path.read_text()))} == {}


def test_without_locks_nothing_is_played_and_everything_can_be_read(command, monkeypatch):
    assert command("play", "tictactoe", "random", "random").code == 0
    monkeypatch.setitem(sys.modules, "fcntl", None)
    monkeypatch.delattr("os.getuid")
    monkeypatch.delattr("os.pread")
    assert command("runs").code == command("replay", 1).code == 0
    for play in (("play", "tictactoe", "random", "random"), ("run", "tictactoe", "--player", "random")):
        said = command(*play)
        assert said.code == 2
        assert "this system has no locks on files" in said.err
    assert len(command("runs", "--json").json) == 1, "what was refused leaves no run"
