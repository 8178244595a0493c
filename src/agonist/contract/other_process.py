"""Whether a game behaves the same in another process: at another time, with another hash seed.

The second process differs in everything that a game must not depend on. Its clocks leap whenever they are
read, so that a minute of the hour or a limit in seconds shows, too; those of the first tick at each reading.
If its results differ, further processes with one difference each find the cause. Games are found by name
there, as on the command line.
"""

from __future__ import annotations

import datetime as real
import hashlib
import json
import math
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import redirect_stdout
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, TypeAlias

from agonist.contract.breach_places import place_of_part
from agonist.contract.check import Breach
from agonist.core import AgonistError, UsageError
from agonist.core.source_places import Place, place_of_call

CAUSES: Final = {
    "hash": "the order of sets and dictionaries of text differs from one process to the next: sort them",
    "time": "it depends on the time of day: rules and words may not look at a clock",
    "random": "it depends on the global generator of random numbers: ask the seat CHANCE instead",
}
"""For each other process, what differs in it, and the advice for a game that depends on that."""

PARTS: Final = {
    "the options": "game",
    "moves": "game.turn",
    "outcomes": "game.outcome",
    **{
        f"the {text}": f"words.{text}"
        for text in ("rules", "scene", "news", "request", "label", "hint", "chance")
    },
    "questions": "game.turn",
    "measurements": "indicators.measure",
    "key moments": "key_moments",
    "reference answers": "reference",
}
"""For each part of what a game does, the part of the kit whose code does it."""

Line: TypeAlias = tuple[str, int, str]
"""A `Place` as JSON: file, line, function."""

BY_CHANCE: Final = "it differs from one process to the next by chance: ask the seat CHANCE instead"

PROCESS_SECONDS: Final = 600.0
"""Seconds for the matches of one process, on the clock: the machine may be busy."""

ROUNDS: Final = 5
"""How often each process plays the same matches."""

BEGINNING: Final = 1_800_000_000.0
"""The time of day at first, in seconds; clocks that only measure begin at 0."""

LATER: Final = 400 * 86_400.0 + 5 * 3_600
"""Seconds by which the clocks of the other process are ahead at first."""

TICK: Final = 1e-3
"""Seconds by which clocks go on at each reading, so that code that waits for a time ends."""

LEAPS: Final = (TICK, 1e6)
"""The least and the most seconds by which those of the other process do, evenly in logarithm."""

FARTHEST: Final = 200 * 365 * 86_400
"""Seconds after which they begin again, so that they stay within the years that Python knows."""


def check_elsewhere(games: Mapping[str, Mapping[str, str]], matches: int) -> dict[str, Breach]:
    """The games (with options) that differ in another process, by name; empty if none does.

    Raises `UsageError` if the games cannot be found by these names in another process.
    """
    (here, _), (there, _) = _together([(), tuple(CAUSES)], games, matches)
    found = {}
    for name in games:
        if here[name] == there[name]:
            continue
        (same, _), *single = _together([(), *((cause,) for cause in CAUSES)], {name: games[name]}, matches)
        others = zip(CAUSES, single, strict=True)
        causes = {cause: lines for cause, (other, lines) in others if other[name] != here[name]}
        if same[name] != here[name]:
            causes = {}
        parts = [part for part in here[name] if here[name][part] != there[name].get(part)]
        what = f"{' and '.join(parts) or 'nothing'} are not the same in every process"
        why = "; ".join(CAUSES[cause] for cause in causes) or BY_CHANCE
        found[name] = Breach("same_in_every_process", None, f"{what}: {why}", _place(name, parts, causes))
    return found


def _place(name: str, parts: Sequence[str], causes: Mapping[str, Mapping[str, Line]]) -> Place | None:
    """The first line of the game that looked at what it depends on; else the code of the first part that
    differs."""
    for cause, lines in causes.items():
        if cause in lines:
            path, line, function = lines[cause]
            return Place(Path(path), line, function)
    from agonist.games import find_kit

    return place_of_part(find_kit(name), next((PARTS[part] for part in parts if part in PARTS), "game"))


def _together(
    cases: Sequence[tuple[str, ...]], games: Mapping[str, Mapping[str, str]], matches: int
) -> list[tuple[dict[str, dict[str, str]], dict[str, Line]]]:
    """For each case, in a process of its own: the results of these games, and the first line of theirs that
    looked at a clock or at the global generator. All run at the same time."""
    path = os.pathsep.join(part for part in sys.path if part)
    order = json.dumps([{name: dict(options) for name, options in games.items()}, matches])
    running = []
    for causes in cases:
        env = os.environ | {"PYTHONHASHSEED": "2" if "hash" in causes else "1", "PYTHONPATH": path}
        line = [sys.executable, "-c", f"from {__name__} import main; main()", order, *causes]
        running.append(
            subprocess.Popen(line, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        )
    results = []
    try:
        for process in running:
            out, err = process.communicate(timeout=PROCESS_SECONDS)
            if process.returncode:
                why = err.strip().splitlines()[-1:]
                raise UsageError(f"the game cannot be played in another process: {''.join(why)}")
            results.append(json.loads(out))
    except subprocess.TimeoutExpired:
        raise UsageError(f"the game took more than {PROCESS_SECONDS:g} seconds in another process") from None
    finally:
        for process in running:
            process.kill()
            process.communicate()
    return results


def main() -> None:
    """In the other process: play the games named in the first argument, and print digests of the results."""
    order, *causes = sys.argv[1:]
    if "" not in sys.path:
        sys.path.insert(0, "")
    _set_clocks(leaping="time" in causes)
    _watch_the_global_generator()
    games, matches = json.loads(order)
    with redirect_stdout(sys.stderr):
        found = {name: _prints(name, options, range(matches), causes) for name, options in games.items()}
    sys.stdout.write(json.dumps([found, _lines]))
    sys.stdout.flush()
    os._exit(0)  # without the game's exit handlers


def _prints(
    name: str, options: Mapping[str, str], seeds: Sequence[int], causes: Sequence[str]
) -> dict[str, str]:
    """A digest for each part of a game's behaviour."""
    # Imported here, so that clocks are shifted before a game can import them.
    from agonist.games import find_kit

    kit = find_kit(name)
    kit = replace(kit, quick_options={**kit.quick_options, **options})
    found: dict[str, dict[str, None]] = {}
    for again in range(ROUNDS):
        parts: dict[str, Any] = {}
        for seed in seeds:
            random.seed(2 if "random" in causes else 1)
            for part, text in _parts(kit, seed, reference=again == 0):
                parts.setdefault(part, hashlib.sha256()).update(text.encode("utf-8", "surrogatepass") + b"\0")
        for part, digest in parts.items():
            found.setdefault(part, {})[digest.hexdigest()] = None
    return {part: " ".join(digests) for part, digests in found.items()}


def _parts(kit: Any, seed: int, *, reference: bool) -> Iterator[tuple[str, str]]:
    """Each part of one match, named; `reference`: also the answers of the reference player."""
    from agonist.contract.indicators_and_moments import course_of_sample, key_moments, measurements
    from agonist.contract.sample_matches import sample_match
    from agonist.contract.texts import texts

    try:
        sample = sample_match(kit, seed)
        yield "the options", repr(sample.game)
        yield "moves", sample.record.dumps()
        yield "outcomes", repr(sample.record.outcome)
        for name_of_text, part, text in texts(sample):
            which = part.removeprefix("words.")
            yield "outcomes" if which == part else f"the {which}", f"{name_of_text}: {text}"
        yield "measurements", repr(measurements(sample, course_of_sample(sample)))
        yield "key moments", repr(list(key_moments(sample)))
        for nth, state, seat, ask in sample.questions():
            yield "questions", repr(ask)
            if reference and nth < 30:
                view = sample.game.observe(state, seat)
                yield (
                    "reference answers",
                    repr(kit.reference(sample.game, view, ask, sample.rng("r", nth, seat))),
                )
    except AgonistError as error:
        yield "errors", str(error)
    except Exception as error:  # noqa: BLE001  errors of a game are found by the other clauses
        yield "errors", type(error).__name__


def _note(cause: str) -> None:
    """Keep the first line of the game that looks at this."""
    if cause not in _lines and (place := place_of_call()):
        _lines[cause] = str(place.path), place.line, place.function


_lines: Final[dict[str, Line]] = {}


def _watch_the_global_generator() -> None:
    """Note where code that is imported later asks the global generator of random numbers."""

    def noting(ask: Callable[..., Any]) -> Callable[..., Any]:
        def noted(*arguments: Any, **more: Any) -> Any:
            _note("random")
            return ask(*arguments, **more)

        return noted

    for name, ask in vars(random).copy().items():
        if isinstance(getattr(ask, "__self__", None), random.Random) and name != "seed":
            setattr(random, name, noting(ask))


def _set_clocks(*, leaping: bool) -> None:
    """Let the clocks of this process go on by readings alone, for code that is imported later."""
    leaps, passed = random.Random(1), LATER * leaping
    low, high = map(math.log, LEAPS)

    def clock(begun: float, *, exact: bool) -> Callable[..., Any]:
        def read(*_which: int) -> Any:
            nonlocal passed
            _note("time")
            passed += math.exp(low + leaps.random() * (high - low)) if leaping else TICK
            passed %= FARTHEST
            return int((begun + passed) * 1e9) if exact else begun + passed

        return read

    def at_that_time(convert: Callable[..., Any]) -> Callable[..., Any]:
        return lambda at=None: convert(now() if at is None else at)

    measuring = ("monotonic", "perf_counter", "process_time", "thread_time", "clock_gettime")
    for name, begun in (("time", BEGINNING), *((name, 0.0) for name in measuring)):
        for each in (name, f"{name}_ns"):
            setattr(time, each, clock(begun, exact=each != name))
    now = time.time
    for name in ("localtime", "gmtime", "ctime"):
        setattr(time, name, at_that_time(getattr(time, name)))
    strftime, asctime, localtime = time.strftime, time.asctime, time.localtime
    setattr(time, "strftime", lambda form, at=None: strftime(form, localtime() if at is None else at))  # noqa: B010  mypy knows it as a function
    setattr(time, "asctime", lambda at=None: asctime(localtime() if at is None else at))  # noqa: B010  likewise

    class Moment(real.datetime):
        @classmethod
        def now(cls, tz: real.tzinfo | None = None) -> Any:
            return cls.fromtimestamp(now(), tz)

        @classmethod
        def utcnow(cls) -> Any:
            return cls.fromtimestamp(now(), real.UTC).replace(tzinfo=None)

        @classmethod
        def today(cls) -> Any:
            return cls.fromtimestamp(now())

    class Day(real.date):
        @classmethod
        def today(cls) -> Any:
            return cls.fromtimestamp(now())

    setattr(real, "datetime", Moment)  # noqa: B010  likewise
    setattr(real, "date", Day)  # noqa: B010  likewise


if __name__ == "__main__":
    main()
