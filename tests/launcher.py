"""Starts `agonist` in processes of its own without loading it anew each time.

Run as a script it loads the program once, forks a process for every line of JSON it reads
({"argv", "cwd", "env", "files"}), answers its id, and writes its exit code into a file when it ends.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
from typing import Any

import numpy as np  # noqa: F401  what every child would load

from agonist.api import reports, runs, single_match  # noqa: F401  likewise
from agonist.cli import app
from agonist.cli.command_table import COMMANDS, SITE, function_of
from agonist.metrics import leaderboard  # noqa: F401
from agonist.players import registry  # noqa: F401
from agonist.reports import render  # noqa: F401
from agonist.store.runs import store  # noqa: F401


def child(order: dict[str, Any]) -> None:
    ignored = order.get("ignores_sigint", False)
    signal.signal(signal.SIGINT, signal.SIG_IGN if ignored else signal.default_int_handler)
    os.setsid()
    os.chdir(order["cwd"])
    os.environ.clear()
    os.environ.update(order["env"])
    flags = (os.O_RDONLY, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    for number, (path, flag) in enumerate(zip(order["files"], flags, strict=True)):
        os.dup2(os.open(path, flag, 0o644), number)
    sys.stdin = os.fdopen(os.dup(0))
    sys.stdout = os.fdopen(os.dup(1), "w")
    sys.stderr = os.fdopen(os.dup(2), "w", buffering=1)
    os.umask(0o022)
    for limit, value in order.get("limits", {}).items():
        import resource

        resource.setrlimit(getattr(resource, limit), (value, value))
    if user := order.get("user"):
        os.setgid(user)
        os.setuid(user)
    sys.argv = ["agonist", *order["argv"]]
    code = 70
    try:
        app.main()
        code = 0
    except SystemExit as left:
        code = left.code if isinstance(left.code, int) else 0 if left.code is None else 1
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def say(number: int) -> None:
    sys.stdout.write(f"{number}\n")
    sys.stdout.flush()


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for name in COMMANDS:
        if name not in SITE:
            function_of(name)
    orders = sys.stdin
    while line := orders.readline():
        order = json.loads(line)
        if "wait" in order:
            _, status = os.waitpid(order["wait"], 0)
            say(os.waitstatus_to_exitcode(status))
            continue
        assert threading.active_count() == 1, "a fork would copy a lock that some thread holds"
        pid = os.fork()
        if pid == 0:
            child(order)
        say(pid)


if __name__ == "__main__":
    main()
