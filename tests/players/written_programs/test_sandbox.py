"""A program of a model's can answer and do nothing else, even if it gets past the check of its text."""

import os
import re
import sys
import textwrap
from pathlib import Path

import pytest

from agonist.players.written_programs import sandbox as sandbox_module
from agonist.players.written_programs.allowed_code import faults_of
from agonist.players.written_programs.sandbox import ProgramFault, Sandbox, obstacle

REACHES = """
    def reach(name):
        for kind in ().__class__.__mro__[1].__subclasses__():
            space = getattr(getattr(kind, "__init__", None), "__globals__", {})
            found = space.get("sys")
            if found is not None and name in found.modules:
                return found.modules[name]
"""
"""The way from any value to the modules of the interpreter."""


def program(body, before=""):
    lines = textwrap.indent(textwrap.dedent(body).strip(), "    ")
    return f"{textwrap.dedent(before)}\ndef choose(view, request, options, rng):\n{lines}\n"


@pytest.fixture
def run(monkeypatch):
    """Runs a program without the check of its text, and gives what it answers."""
    monkeypatch.setenv("SECRET_KEY", "sk-of-the-host")
    opened = []

    def run(source, seconds=1.0, times=1):
        sandbox = Sandbox(source, seconds)
        opened.append(sandbox)
        return [sandbox.answer({"a": [1]}, "What?", ["x", "y"], f"{nth}") for nth in range(times)][-1]

    yield run
    for sandbox in opened:
        sandbox.close()


def test_it_answers_from_what_it_is_given(run):
    assert run(program("return options[view['a'][0]] + request")) == "yWhat?"


def test_the_same_seed_draws_the_same_also_from_the_global_generator(run):
    source = program("return str(random.random()) + str(rng.random())", "import random")
    assert run(source) == run(source) != run(source, times=2)


def test_nothing_is_remembered(run):
    source = program("seen.append(1); return str(len(seen))", "seen = []")
    assert run(source, times=3) == "1"


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("return 1 // 0", "line 4: ZeroDivisionError"),
        ("return 3", "returned 3, a int and no text"),
        ("raise SystemExit(3)", "SystemExit"),
        ("raise KeyboardInterrupt", "KeyboardInterrupt"),
        ("import os", "os cannot be imported"),
        ("return open('/etc/passwd').read()", "name 'open' is not defined"),
        ("return eval('1')", "name 'eval' is not defined"),
        ("x = 'x' * 2_000_000_000; return x", "MemoryError"),
        ("while True: pass", "longer than 0.2 seconds"),
        ("def f(): return f()\nreturn f()", "RecursionError"),
    ],
)
def test_what_fails_is_told_and_the_next_question_is_answered(run, body, said):
    lines = body.replace("\n", "\n    ")
    source = program(f"if request == 'What?' and rng.random() < 2:\n    {lines}")
    with pytest.raises(ProgramFault, match=said):
        run(source, seconds=0.2)
    assert run(program("return 'x'")) == "x"


def test_one_that_does_not_heed_the_alarm_is_ended_by_the_system(run):
    stubborn = program("""
        while True:
            try:
                while True: pass
            except BaseException: pass
    """)
    with pytest.raises(ProgramFault, match=r"longer than 0\.1 seconds"):
        run(stubborn, seconds=0.1)


ATTACKS = {
    "write": "reach('os').open({path!r}, 66); return 'done'",
    "read": "return reach('io').open('/etc/hostname').read()",
    "environment": "return str(dict(reach('os').environ))",
    "shell": "return str(reach('os').system('touch {path}'))",
    "processes": "return str(reach('os').fork())",
    "signals": "reach('os').kill({pid}, 9); return 'done'",
    "network": "return str(reach('_socket').socket())",
    "load": "return str(reach('sys').modules['importlib'].import_module('socket'))",
}


@pytest.mark.parametrize("attack", ATTACKS)
def test_who_gets_at_the_interpreter_meets_the_next_wall(run, attack, tmp_path):
    path = tmp_path / "mark"
    body = ATTACKS[attack].format(path=str(path), pid=os.getpid())
    if attack == "environment":
        assert "sk-of-the-host" not in run(program(body, REACHES))
    else:
        with pytest.raises(ProgramFault, match=r"may not do this|has no attribute|No module"):
            run(program(body, REACHES))
    assert not path.exists()


@pytest.mark.skipif(sys.platform != "linux", reason="namespaces are Linux's")
def test_its_process_has_no_network_and_no_files_of_this_machine(monkeypatch):
    """What the audit hook forbids is forbidden by Linux, too, where it lets processes have namespaces."""
    monkeypatch.setenv("SECRET_KEY", "sk-of-the-host")
    sandbox = Sandbox(program("return 'x'"), 1.0)
    try:
        assert sandbox.answer({}, "", ["x"], "1") == "x"
        assert sandbox._child is not None
        its, ours = Path(f"/proc/{sandbox._child._process.pid}"), Path("/proc/self")
        assert b"sk-of-the-host" not in (its / "environ").read_bytes()
        if (its / "ns/net").readlink() == (ours / "ns/net").readlink():
            pytest.skip("this system lets processes have no namespaces")
        assert (its / "root").readlink() == Path(sandbox._folder)
        assert list((its / "root").iterdir()) == []
    finally:
        sandbox.close()
    assert not Path(sandbox._folder).exists()


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("def choose(view, request, options, rng): return ().__class__", "__class__ cannot be used"),
        ("from os import path", "os cannot be imported"),
        ("from . import x", r"\. cannot be imported"),
        ("import json.decoder, socket", "socket cannot be imported"),
        ("def choose(view): return ''", "no function choose"),
        ("async def choose(view, request, options, rng): return ''", "must not be async"),
        ("choose = print", "no function choose"),
        ("def choose(:", "line 1: it is no valid Python"),
        ("(" * 5000, "valid Python"),
        ("x = 1\n" * 20_000, "characters"),
        ("a\0b", "valid Python"),
    ],
)
def test_the_check_of_the_text_names_what_may_not_be(source, said):
    assert any(re.search(said, fault) for fault in faults_of(source))


@pytest.mark.parametrize(
    "source",
    [
        "def choose(*given): return given[2][0]",
        "import math\ndef choose(view, request, options, rng, depth=3): return options[0]",
        "class A:\n    def __init__(self): self.x = 1\ndef choose(v, r, o, g): return o[0]",
    ],
)
def test_the_check_lets_usual_programs_pass(source):
    assert faults_of(source) == []


@pytest.fixture
def _anew():
    obstacle.cache_clear()
    yield
    obstacle.cache_clear()


@pytest.mark.usefixtures("_anew")
def test_an_obstacle_is_said_and_there_is_none_where_programs_play(monkeypatch):
    assert obstacle() == ""
    monkeypatch.setattr(sys, "platform", "win32")
    obstacle.cache_clear()
    assert "needs Linux or macOS" in obstacle()


@pytest.mark.usefixtures("_anew")
def test_strangers_programs_need_a_process_without_network_and_files(monkeypatch, tmp_path):
    child = tmp_path / "child.py"
    child.write_text(
        sandbox_module.CHILD.read_text().replace("chroot(os.fsencode(folder)) == 0", "chroot(b'/none') == 0")
    )
    monkeypatch.setattr(sandbox_module, "CHILD", child)
    assert obstacle() == ""
    assert "namespaces" in obstacle(alone=True)


def test_a_sandbox_that_is_closed_starts_no_process(monkeypatch):
    closed = Sandbox("def choose(view, request, options, rng): return 'x'", 1.0)
    closed.close()
    monkeypatch.setattr(sandbox_module, "LineProcess", None)
    with pytest.raises(ProgramFault, match="stopped"):
        closed.answer(None, "", None, "")
