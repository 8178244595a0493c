"""The command line: `agonist --help`."""

import sys

from agonist.cli.repeated_command import repeat_hint

__all__ = ["main"]


def main() -> None:
    """Run the command in `sys.argv` and leave with its exit code."""
    try:
        # Loading takes a moment, in which Ctrl-C must not show a traceback either.
        from agonist.core.garbage_collection import collect_seldom

        collect_seldom()
        from agonist.cli import app
    except KeyboardInterrupt:
        if sys.stderr.isatty():
            print(file=sys.stderr)  # the terminal has shown ^C
        print(f"agonist: interrupted\n{repeat_hint(sys.argv[1:])}", file=sys.stderr)
        sys.exit(130)
    app.main()
