"""Chess engines as players: a program of ours that speaks UCI about noughts and crosses, and its failures."""

import asyncio
import os
import sys
import textwrap
import time
from dataclasses import replace
from pathlib import Path

import pytest

from agonist.core import UsageError
from agonist.games.tictactoe import KIT
from agonist.kit import UciPosition
from agonist.match import play
from agonist.players.registry import PlayerRegistry
from agonist.players.spec import parse_player
from agonist.players.uci_process import EngineError

PROGRAM = """
    import os, sys, time
    log = open({log!r}, "a", buffering=1)
    print("started", os.getpid(), file=log)
    for line in sys.stdin:
        word, *rest = line.split()
        print(line.strip(), file=log)
        if word == "uci":
            print("id name Ours")
            print("option name Threads type spin default 1 min 1 max 512")
            print("option name UCI_LimitStrength type check default false")
            print("option name UCI_Elo type spin default 1350 min 1350 max 2850")
            print("uciok", flush=True)
        elif word == "isready":
            print("readyok", flush=True)
        elif word == "position":
            taken = rest[rest.index("moves") + 1:] if "moves" in rest else []
        elif word == "go":
            free = [c + r for r in "123" for c in "abc" if c + r not in taken]
            {thinks}
            print("info depth 1 score cp 0")
            print("bestmove", free[0], flush=True)
"""


def position(game, view):
    moves = tuple("abc"[column - 1] + str(row) for row, column in view.marked)
    (ask,) = game.turn(view).values()
    return UciPosition(
        None, moves, {"abc"[column - 1] + str(row): (row, column) for row, column in ask.choices}
    )


ENGINE_KIT = replace(KIT, uci_position=position)


@pytest.fixture
def engine(tmp_path):
    """Writes a program that does this before it answers; returns its path and its log."""

    def write(thinks="pass"):
        path, log = tmp_path / "engine", tmp_path / "log"
        code = textwrap.dedent(PROGRAM).format(log=str(log), thinks=thinks)
        path.write_text(f"#!{sys.executable}\n{code}")
        path.chmod(0o755)
        return path, log

    return write


async def played(*specs, kit=ENGINE_KIT):
    registry = PlayerRegistry(lambda spec: None)
    return await play(kit, kit.game(), [registry.factory(spec) for spec in specs], seed="1")


def is_running(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def processes(log):
    return [int(line.split()[1]) for line in log.read_text().splitlines() if line.startswith("started")]


async def test_an_engine_plays_by_moves_and_has_one_process_for_each_seat(engine):
    program, log = engine()
    match = await played(f"uci:{program}?nodes=50", f"uci:{program}?depth=3&seconds=0.01&elo=1500")
    assert match.outcome is not None
    assert [step.fallback for step in match.steps] == [()] * len(match.steps)
    lines = log.read_text().splitlines()
    assert len(processes(log)) == 2
    assert {
        "go nodes 50",
        "go depth 3 movetime 10",
        "position startpos",
        "setoption name Threads value 1",
    } <= set(lines)
    assert {"setoption name UCI_LimitStrength value true", "setoption name UCI_Elo value 1500"} <= set(lines)
    assert not any(map(is_running, processes(log)))


@pytest.mark.parametrize(
    ("thinks", "why"),
    [
        ("sys.exit(3)", "has ended, with the exit status 3"),
        ("time.sleep(60)", "said no bestmove within 0.3 seconds"),
        ("os.close(1); time.sleep(60)", "has ended"),
        ("[print('x' * 99999, flush=True) for _ in range(99)]", "text without end"),
    ],
)
async def test_an_engine_that_fails_is_named_and_ended(engine, thinks, why):
    program, log = engine(thinks)
    began = time.monotonic()
    with pytest.raises(EngineError, match=why):
        await played(f"uci:{program}?timeout=0.3", "random")
    assert time.monotonic() - began < 20
    assert not any(map(is_running, processes(log)))


async def test_a_move_that_is_none_is_an_invalid_answer(engine):
    program, _ = engine("free = ['z9']")
    match = await played(f"uci:{program}", "random")
    assert match.steps[0].fallback == (0,)


async def test_a_match_that_is_given_up_ends_its_engine(engine):
    program, log = engine("time.sleep(60)")
    task = asyncio.create_task(played(f"uci:{program}", "random"))
    while not log.exists() or "go nodes" not in log.read_text():  # noqa: ASYNC110  a process writes it
        await asyncio.sleep(0.01)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert not any(map(is_running, processes(log)))


async def test_what_an_engine_cannot_do_is_said(engine, tmp_path):
    program, log = engine()
    with pytest.raises(UsageError, match="from 1350 to 2850"):
        await played(f"uci:{program}?elo=900", "random")
    with pytest.raises(UsageError, match="there is no chess engine"):
        await played(f"uci:{tmp_path / 'none'}", "random")
    (tmp_path / "torn").write_text("#!/no/such/interpreter\n")
    (tmp_path / "torn").chmod(0o755)
    with pytest.raises(UsageError, match="cannot be started"):
        await played(f"uci:{tmp_path / 'torn'}", "random")
    with pytest.raises(UsageError, match="tictactoe has no positions"):
        await played(f"uci:{program}", "random", kit=KIT)
    assert not any(map(is_running, processes(log)))
    (tmp_path / "deaf").write_text("#!/bin/sh\nread line\nexit 1\n")
    (tmp_path / "deaf").chmod(0o755)
    with pytest.raises(EngineError, match="has ended"):
        await played(f"uci:{tmp_path / 'deaf'}", "random")


def test_engines_are_written_with_their_program_and_limits():
    spec = parse_player("strong=uci:/usr/games/stockfish?nodes=0100&timeout=5")
    assert (spec.engine, spec.given, spec.is_model, spec.is_agent) == (
        "/usr/games/stockfish",
        "strong",
        False,
        False,
    )
    assert spec.canonical == "uci:/usr/games/stockfish?nodes=100&timeout=5"
    for wrong, why in (
        ("uci:", "uci:PROGRAM"),
        ("uci:stockfish?node=5", "did you mean 'nodes'"),
        ("uci:stockfish?nodes=many", "whole number"),
        ("uci:stockfish?nodes=0", "nodes"),
    ):
        with pytest.raises(UsageError, match=why):
            parse_player(wrong)
    assert Path(spec.engine).is_absolute()
