"""A PostgreSQL server of our own in a temporary folder, for tests."""

from __future__ import annotations

import importlib.util
import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

QUICK = (
    "fsync=off",
    "full_page_writes=off",
    "synchronous_commit=off",
    "wal_level=minimal",
    "max_wal_senders=0",
)
"""Settings of a server whose data may be lost."""


class NotInstalled(Exception):
    """PostgreSQL cannot be run here; the message says what is missing."""


@contextmanager
def running(settings: tuple[str, ...] = QUICK) -> Iterator[str]:
    """The URL of a server on loopback, without the name of a database. Raises `NotInstalled`."""
    installed = sorted(Path("/usr/lib/postgresql").glob("*/bin/pg_ctl"))
    programs = shutil.which("pg_ctl") or (installed[-1] if installed else None)
    if programs is None:
        raise NotInstalled("no PostgreSQL server is installed (pg_ctl not found)")
    if importlib.util.find_spec("psycopg") is None:
        raise NotInstalled("the extra agonist[postgresql] is not installed (no psycopg)")
    user: dict[str, Any] = {}
    if os.geteuid() == 0:  # the server refuses to run as root
        try:
            account = pwd.getpwnam("postgres")
        except KeyError:
            raise NotInstalled("root cannot run PostgreSQL, and there is no user postgres") from None
        user = {"user": account.pw_uid, "group": account.pw_gid}
    folder = Path(tempfile.mkdtemp(prefix="agonist-pg-"))
    if user:
        os.chown(folder, user["user"], user["group"])
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    tool = Path(programs).resolve()

    def call(*words: str) -> None:
        done = subprocess.run(
            words, **user, cwd=folder, check=False, stdin=subprocess.DEVNULL, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr

    options = f"-p {port} -h 127.0.0.1 -k {folder} " + " ".join(f"-c {setting}" for setting in settings)
    data, log = str(folder / "data"), str(folder / "log")
    try:
        call(str(tool), "initdb", "-D", data, "-o", "-A trust -U agonist -E UTF8 --locale=C --no-sync")
        # Its output goes to a file: a pipe would stay open as long as the server runs.
        call("/bin/sh", "-c", f"'{tool}' start -w -D '{data}' -l '{log}' -o '{options}' >/dev/null 2>&1")
        yield f"postgresql://agonist@127.0.0.1:{port}"
    finally:
        subprocess.run([tool, "stop", "-m", "immediate", "-D", data], **user, cwd=folder, capture_output=True)
        shutil.rmtree(folder, ignore_errors=True)
