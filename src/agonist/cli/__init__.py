"""The command line: `agonist --help`."""

import sys

from agonist.core.garbage import collect_seldom

__all__ = ["main"]


def main() -> None:
    """Run the command in `sys.argv` and leave with its exit code."""
    collect_seldom()
    try:
        # Loading takes a moment, in which Ctrl-C must not show a traceback either.
        from agonist.cli import app
    except KeyboardInterrupt:
        print("agonist: interrupted", file=sys.stderr)
        sys.exit(130)
    app.main()
