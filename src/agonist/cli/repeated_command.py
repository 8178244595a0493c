"""Repeating a command that was interrupted."""

from __future__ import annotations

from collections.abc import Sequence


def repeat_hint(arguments: Sequence[str]) -> str:
    """The message after an interrupted command that leaves nothing to continue.

    Arguments that may contain a secret (a header, a password in an address) are not repeated.

    >>> print(repeat_hint(["report", "latest"]))
    Nothing is left half done. To start again:
      agonist report latest
    >>> repeat_hint(["run", "hanabi", "random", "--header=X-Key: 1"])
    'Nothing is left half done: type the same command again.'
    """
    from shlex import join  # Ctrl-C while modules load must find this one loaded already

    if any(each.startswith("--header") or "@" in each for each in arguments):
        return "Nothing is left half done: type the same command again."
    return f"Nothing is left half done. To start again:\n  {join(['agonist', *arguments])}"
