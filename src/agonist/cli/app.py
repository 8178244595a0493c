"""The command line as a whole: its commands, its exit codes, and how errors are shown.

| code | meaning |
|---|---|
| 0 | done |
| 1 | a check failed: a clause is broken, a replay does not match |
| 2 | the command is wrong: an unknown name, an option out of range, a port that is taken |
| 3 | the database or a file cannot be used |
| 4 | a model could not be reached or refused; the run can be resumed |
| 5 | a budget is spent; finished matches are kept, and the run can be resumed |
| 6 | a game broke its own contract |
| 7 | the code of an agent failed; its match is suspended and can be resumed |
| 70 | a bug in this program |
| 130 | interrupted by Ctrl-C, SIGTERM or a closed terminal, or a person left; a run can be resumed |
"""

from __future__ import annotations

import os
import re
import signal
import sys
import threading
import traceback
from typing import Annotated, Any, Final

import typer
from typer.core import TyperGroup

from agonist.cli.command_table import COMMANDS, HELP, Command
from agonist.cli.interruption import Interrupted
from agonist.cli.repeated_command import repeat_hint
from agonist.cli.streams import OutputError, abandon, finish, output_error, prepare, say
from agonist.core import AgonistError, nearest
from agonist.core.garbage_collection import collect_no_more
from agonist.kit.limits_of_user_code import watched

DEFECT: Final = 70


class _Commands(TyperGroup):
    def invoke(self, ctx: Any) -> Any:
        # Caught here, since Typer would turn both into exit codes without a message.
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            raise Interrupted("interrupted") from None
        except BrokenPipeError as error:
            raise _PipeClosed from error


class _PipeClosed(Exception):
    """The reader of our output has closed the pipe."""


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version  # imported here, since it loads the parsers of mail

        print(f"agonist {version('agonist')}")
        raise typer.Exit


def _global_options() -> list[Any]:
    """The options of `agonist` itself, which Typer makes from a function's parameters."""

    def options(
        version: Annotated[
            bool,
            typer.Option("--version", callback=_version, is_eager=True, help="Show the version and exit."),
        ] = False,
    ) -> None:
        pass

    alone = typer.Typer(add_completion=True)
    alone.callback()(options)
    return typer.main.get_command(alone).params


app = _Commands(
    name="agonist",
    commands={name: Command(name, help=about) for name, about in COMMANDS.items()},
    params=_global_options(),
    context_settings=HELP,
    no_args_is_help=True,
    help="Evaluate language models and agents by letting them play games with and against each other.",
    epilog="Exit codes: 0 done, 1 a check failed, 2 wrong command, 3 database, 4 model, 5 budget, 6 game, "
    "7 agent, 130 interrupted.\n\n"
    "Environment: AGONIST_PRICES (a file of prices), AGONIST_CODE_SECONDS and AGONIST_AGENT_SECONDS (how "
    "long code may take), AGONIST_SECRET_KEY, AGONIST_PRIVATE_ADDRESSES, AGONIST_SMTP and AGONIST_SIGN_IN "
    "(of a public site), AGONIST_DEBUG (show the traceback of a bug), COLUMNS, NO_COLOR; keys: agonist "
    "players.",
)


def main() -> None:
    """Run the command in `sys.argv` and leave with its exit code."""
    prepare()
    stop_like_ctrl_c()
    code = leave(sys.argv[1:])
    finish()
    collect_no_more()
    if threading.active_count() > 1:
        # For an abandoned search or a prompt the interpreter would wait.
        os._exit(code)
    sys.exit(code)


def stop_like_ctrl_c() -> None:
    """Make SIGTERM and SIGHUP end a command like Ctrl-C, unless they are ignored, as under nohup.

    If SIGINT is ignored, as in the background of a script, it remains ignored.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        # Blocked instead, since asyncio ends a run in order only with the usual handler in place.
        if sys.platform != "win32":
            signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        signal.signal(signal.SIGINT, signal.default_int_handler)

    def interrupt(number: int, frame: Any) -> None:
        handler = signal.getsignal(signal.SIGINT)
        (handler if callable(handler) else signal.default_int_handler)(number, frame)

    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, interrupt)


def leave(arguments: list[str]) -> int:
    """The exit code of a command; every error is one message on standard error."""
    # Users' games and players are found in the current folder, as with `python -m`.
    if "" not in sys.path:
        sys.path.insert(0, "")
    try:
        with watched():
            code = app(arguments, prog_name="agonist", standalone_mode=False)
        sys.stdout.flush()
    except (_PipeClosed, BrokenPipeError):
        abandon()
        return 0
    except AgonistError as error:
        notes = getattr(error, "__notes__", [])
        if isinstance(error, Interrupted):
            notes = notes or [repeat_hint(arguments)]
            if sys.stderr.isatty():
                say("")  # the terminal has shown ^C
        say("\n".join([f"agonist: {error}", *notes]))
        return error.exit_code
    except SystemExit as left:
        return left.code if isinstance(left.code, int) else 1
    except Exception as error:  # noqa: BLE001  the last resort: a user gets a message, never a traceback
        return _report_error(error)
    return code if isinstance(code, int) else 0


PLAINER_PHRASES: Final = {
    "is not a valid float range": "is not a number",
    "is not a valid float": "is not a number",
    "is not a valid int range": "is not a whole number",
    "is not a valid int": "is not a whole number",
    "is not a valid integer range": "is not a whole number",
    "is not a valid integer": "is not a whole number",
}
"""Click's phrases and the plainer ones that replace them."""

CHOICE: Final = re.compile(
    r"Invalid value for '(?:-\w / )?--([\w-]+)': '(.*)' is not one of '(.*)'\.?", re.DOTALL
)
"""Click's message for a value that is not among an option's choices."""


def _with_nearest_choice(match: re.Match[str]) -> str:
    """The message with the nearest choice.

    >>> CHOICE.sub(_with_nearest_choice, "Invalid value for '--format': 'htm' is not one of 'csv', 'html'.")
    "there is no format 'htm'; did you mean 'html'?"
    """
    option, typed, choices = match.groups()
    return nearest(option, typed, choices.split("', '"))


def _too_little_memory(error: BaseException | None) -> str:
    """What failed for lack of memory; empty if nothing did."""
    while error is not None:
        message = str(error)
        if isinstance(error, MemoryError) or "can't start new thread" in message:
            return message or "out of memory"
        if isinstance(error, ImportError) and "failed to map segment" in message:
            return "a library cannot be loaded"
        error = error.__cause__ or error.__context__
    return ""


def _report_error(error: Exception) -> int:
    if isinstance(error, OSError) and (failed := output_error(error)):
        abandon()
        say(f"agonist: {failed}")
        return failed.exit_code
    if hasattr(error, "format_message") and hasattr(error, "exit_code"):  # Click's own usage errors
        if message := error.format_message():  # without arguments only the help is shown
            command = getattr(getattr(error, "ctx", None), "command_path", None) or "agonist"
            for theirs, ours in PLAINER_PHRASES.items():
                message = message.replace(theirs, ours)
            message = CHOICE.sub(_with_nearest_choice, message).rstrip(".")
            say(f"agonist: {message}{' See' if message.endswith('?') else '; see'} {command} --help")
        return 2
    if os.environ.get("AGONIST_DEBUG"):
        traceback.print_exc()
    if why := _too_little_memory(error):
        say(f"agonist: there is too little memory, or a limit of it (ulimit -v): {why}; allow 1 GB or more")
        return OutputError.exit_code
    say(
        f"agonist: this is a bug in Agonist: {type(error).__name__}: {error}\n"
        "Run again with AGONIST_DEBUG=1 to see where, and please report it. What is stored is safe."
    )
    return DEFECT
