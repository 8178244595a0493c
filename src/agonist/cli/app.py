"""The command line as a whole: its commands, its exit codes, and how errors are told.

| code | meaning |
|---|---|
| 0 | done |
| 1 | checked, and found wrong: a law is broken, a replay does not match |
| 2 | the command cannot be: an unknown name, an option out of range |
| 3 | the database or a file cannot be used |
| 4 | a model could not be reached or refused; the run can be resumed |
| 5 | a budget is spent; what is finished stands, and the run can be resumed |
| 6 | a game broke its own contract |
| 70 | a defect of this program |
| 130 | interrupted by Ctrl-C, or a person left the table; a run can be resumed |
"""

from __future__ import annotations

import os
import sys
import threading
import traceback
from typing import Any, Final

import typer
from typer.core import TyperGroup

from agonist.cli import demo, importing, inspect, playing, serving, tables
from agonist.cli.interruption import Interrupted
from agonist.core import AgonistError

DEFECT: Final = 70


class InOrder(TyperGroup):
    """Lists commands in the order in which one meets them."""

    def list_commands(self, ctx: object) -> list[str]:
        del ctx
        return list(self.commands)

    def invoke(self, ctx: Any) -> Any:
        # Further out, Typer would turn both into exit codes without a word.
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            raise Interrupted("interrupted") from None
        except BrokenPipeError as error:
            raise _Unheard from error


class _Unheard(Exception):
    """Whoever reads our output has seen enough."""


app = typer.Typer(
    cls=InOrder,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="Evaluate language models and agents by letting them play games with and against each other.",
    epilog="Exit codes: 0 done, 1 found wrong, 2 wrong command, 3 database, 4 model, 5 budget, 6 game, "
    "130 interrupted.",
)

app.command("games")(tables.games)
app.command("players")(tables.players)
app.command("play")(playing.play)
app.command("run")(playing.run)
app.command("resume")(playing.resume)
app.command("runs")(tables.runs)
app.command("report")(tables.report)
app.command("leaderboard")(tables.leaderboard)
app.command("replay")(inspect.replay)
app.command("check-game")(inspect.check)
app.command("import")(importing.records)
app.command("endpoint")(serving.endpoint)
app.command("demo")(demo.demo)


def main() -> None:
    """Run the command in `sys.argv` and leave with its exit code."""
    code = leave(sys.argv[1:])
    if threading.active_count() > 1:
        # A search that nobody waits for any more, or a prompt: the interpreter would wait for its end.
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)
    sys.exit(code)


def leave(arguments: list[str]) -> int:
    """The exit code of a command; every error is one message on standard error."""
    # A user's own game or player is a module of the folder he stands in, as with `python -m`.
    if "" not in sys.path:
        sys.path.insert(0, "")
    try:
        code = app(arguments, standalone_mode=False)
        sys.stdout.flush()
    except (_Unheard, BrokenPipeError):
        # The interpreter must not try to flush the rest.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except AgonistError as error:
        print(f"agonist: {error}", file=sys.stderr)
        return error.exit_code
    except Exception as error:  # noqa: BLE001  the last resort: a user gets a message, never a traceback
        return _told(error)
    return code if isinstance(code, int) else 0


def _told(error: Exception) -> int:
    if hasattr(error, "format_message") and hasattr(error, "exit_code"):  # Click's own usage errors
        if said := error.format_message():  # without any arguments, the help is shown and nothing is said
            command = getattr(getattr(error, "ctx", None), "command_path", None) or "agonist"
            print(f"agonist: {said.rstrip('.')}; see {command} --help", file=sys.stderr)
        return 2
    if os.environ.get("AGONIST_DEBUG"):
        traceback.print_exc()
    print(
        f"agonist: this is a defect of agonist: {type(error).__name__}: {error}\n"
        "Run again with AGONIST_DEBUG=1 to see where, and please report it. What is stored is safe.",
        file=sys.stderr,
    )
    return DEFECT
