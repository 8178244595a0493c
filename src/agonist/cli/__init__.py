"""The command line: `agonist --help`."""

import sys

__all__ = ["main"]


def main() -> None:
    """Run the command in `sys.argv` and leave with its exit code."""
    try:
        # Loading takes a moment, in which Ctrl-C must not show a traceback either.
        from agonist.core.garbage import collect_seldom

        collect_seldom()
        from agonist.cli import app
    except KeyboardInterrupt:
        print("agonist: interrupted", file=sys.stderr)
        sys.exit(130)
    app.main()
