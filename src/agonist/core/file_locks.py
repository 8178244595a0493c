"""Locks on files, which the system releases when the process that holds them ends, however it ends."""

from __future__ import annotations

from agonist.core.errors import UsageError


def lock(file: int, *, shared: bool = False) -> None:
    """Lock an open file now, alone or with others who share it.

    Raises `BlockingIOError` if another process holds a lock that excludes this one, `UsageError` as
    `need_locks`.
    """
    need_locks()
    import fcntl

    fcntl.flock(file, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)


def need_locks() -> None:
    """Raise `UsageError` on a system without such locks: it could not tell who plays a run, or an agent."""
    try:
        import fcntl  # noqa: F401  imported here, since not every system has it
    except ModuleNotFoundError:
        raise UsageError(
            "this system has no locks on files as POSIX has them, by which a run and an agent are claimed: "
            "play on Linux or macOS, or on Windows in WSL"
        ) from None
