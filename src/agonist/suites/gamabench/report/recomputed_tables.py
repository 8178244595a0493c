"""The published tables of γ-Bench, recomputed from its published records."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from agonist.metrics import ResultTable, Section
from agonist.metrics.report_section import Cell
from agonist.ratings import mean
from agonist.suites.gamabench.published.names import DEFAULT_POINT, OLDEST
from agonist.suites.gamabench.published.printed_tables import (
    is_doubtful,
    misprint_of,
    note_of,
    published_levels,
    published_rows,
)
from agonist.suites.gamabench.published.scored_record import FileResult
from agonist.suites.gamabench.scoring import GAMES
from agonist.suites.gamabench.sweeps import FACTOR, OPTIONS

RUNS: Final = 5
"""The number of runs behind each printed mean of a model."""

PRINTING_ERROR: Final = 0.1
"""The largest error of a reproduced value, since tables are printed to one digit."""

FACTORS: Final = {5: "run", 6: "temperature", 7: "prompt", 8: "method", 9: "option"}
"""The tables of ablations, of single matches, with the factor of each."""

NAMES: Final = {
    "gpt-3.5-turbo-0613": ("gpt-3.5-0613", "GPT-3.5-0613"),
    "gpt-3.5-turbo-1106": ("gpt-3.5-1106", "GPT-3.5-1106"),
    "gpt-3.5-turbo-0125": ("gpt-3.5-0125", "GPT-3.5-0125"),
    "gpt-4-0125-preview": ("gpt-4t-0125", "GPT-4t-0125"),
    "gpt-4o": ("", "GPT-4o-0806"),
    "gemini-1.0-pro": ("gemini-1.0-pro", "Gemini-1.0-Pro"),
    "gemini-1.5-pro": ("gemini-1.5-pro", "Gemini-1.5-Pro"),
    "llama-3.1-8b": ("llama-3.1-8b", "LLaMA-3.1-8B"),
    "llama-3.1-70b": ("llama-3.1-70b", "LLaMA-3.1-70B"),
    "llama-3.1-405b": ("llama-3.1-405b", "LLaMA-3.1-405B"),
    "mixtral-8x7b": ("mixtral-8x7b", "Mixtral-8x7B"),
    "mixtral-8x22b": ("mixtral-8x22b", "Mixtral-8x22B"),
    "qwen2-72b": ("qwen2-72b", "Qwen-2-72B"),
}
"""By name of a model in the records, its names in Tables 1 and 2 and on the leaderboard."""

ENCIPHERED: Final = "jailbreak"
"""How the arms of records with an enciphered prompt begin."""

ENCIPHERED_OF: Final = "gpt-4o"
"""Their model."""

EXCHANGED: Final = {"gpt-3.5-0613": "gpt-3.5-0125", "gpt-3.5-0125": "gpt-3.5-0613"}
"""The two rows of Table 1 that have each other's values in some games."""
EXCHANGED_GAMES: Final = ("public_goods", "sealed_bid_auction", "overall")


def reproduction(rows: Sequence[FileResult]) -> Section:
    """Tables of printed cells beside those recomputed from imported records; cells without records are left
    out.
    """
    tables = [
        _models(rows, ("1", "2"), "as-printed", "Tables 1 and 2, profile as-printed"),
        _models(rows, ("leaderboard",), "updated", "Leaderboard, profile updated"),
        *_ablations(rows),
    ]
    notes = [row[-2] for table in tables for row in table.rows]
    tables += _enciphered(rows)
    near, total = notes.count("yes"), len(notes) - notes.count(None)
    text = f"{near} of {total} printed means are within {PRINTING_ERROR} of the recomputed ones."
    if None in notes:
        text += f" {notes.count(None)} more are means of {RUNS} runs, of which some are missing."
    return Section("Published tables from published records", text, tuple(tables))


def scored(row: FileResult) -> bool:
    """Whether the printed tables score this kind of record."""
    return row.score_paper is not None and not any(
        mark.startswith(("explicit:", "second price:")) for mark in row.marks
    )


def _by_run(rows: Iterable[FileResult], model: str, game: str, profile: str) -> dict[int, float]:
    """The scores of the usual runs of a model in a game, by the number of the run."""
    found: dict[int, float] = {}
    for row in rows:
        if row.run and (row.model, row.game) == (model, game) and scored(row):
            value = row.score_as_printed if profile == "as-printed" else row.score_updated
            if value is not None:
                found.setdefault(row.run, value)
    return found


def _overall(games: Mapping[str, Mapping[int, float]]) -> dict[int, float]:
    """The mean of the eight games, for each run that has all of them."""
    runs = set.intersection(*(set(by_run) for by_run in games.values()))
    return {run: sum(by_run[run] for by_run in games.values()) / len(GAMES) for run in sorted(runs)}


def _models(rows: Sequence[FileResult], tables: Sequence[str], profile: str, title: str) -> ResultTable:
    """Tables of models, by the arithmetic of a profile."""
    printed = published_rows()
    lines: list[tuple[Cell, ...]] = []
    for model, names in NAMES.items():
        for table in tables:
            name = names[table == "leaderboard"]
            if (table, name) not in printed:
                continue
            by_game = {game: _by_run(rows, model, game, profile) for game in GAMES}
            for game, ours in (by_game | {"overall": _overall(by_game)}).items():
                swapped = table == "1" and game in EXCHANGED_GAMES and name in EXCHANGED
                cell = printed[table, EXCHANGED[name] if swapped else name][game]
                note = note_of(table, name) if is_doubtful(table, name, game) else ""
                note = "printed in the other one's row" if swapped and game != "overall" else note
                row = (table if table == "leaderboard" else f"Table {table}", name, game)
                lines += _line(row, list(ours.values()), cell.value, cell.std, note, RUNS)
    return _table(title, ("table", "model", "game"), lines)


def _ablations(rows: Sequence[FileResult]) -> list[ResultTable]:
    """Tables 5 to 9: single matches of the oldest model, by the arithmetic as printed."""
    cells: dict[tuple[str, str, str], float] = {}
    for row in rows:
        if row.model == OLDEST and row.game is not None and scored(row):
            for factor, level in cells_of(row):
                assert row.score_as_printed is not None
                cells.setdefault((factor, row.game, level), row.score_as_printed)
    return [
        _table(f"Table {number}, profile as-printed", ("game", "level"), lines)
        for number, factor in FACTORS.items()
        if (lines := _ablation(factor, cells))
    ]


def _ablation(factor: str, cells: Mapping[tuple[str, str, str], float]) -> list[tuple[Cell, ...]]:
    """The rows of one table: every cell with a record, the averages of rows, and the means of all games."""
    lines: list[tuple[Cell, ...]] = []
    for game in (*GAMES, "overall"):
        found: list[float] = []
        printed = published_levels(factor, game)
        for level, cell in printed.items():
            whole = len(found) == len(printed) - 1
            of = found if level == "average" and whole else _of_level(cells, factor, game, level)
            mean = [sum(of) / len(of)] if of and level != "average" else of
            found += mean if level != "average" else []
            misprint = misprint_of(factor, game, level)
            lines += _line((game, level), mean, cell.value, cell.std, misprint)
    return lines


def _enciphered(rows: Sequence[FileResult]) -> list[ResultTable]:
    """Table 3: the games that GPT-4o also played with an enciphered prompt, by the paper's formulas."""
    found: dict[tuple[str, str], list[float]] = {}
    for row in rows:
        enciphered = row.arm.startswith(ENCIPHERED)
        if row.model == ENCIPHERED_OF and row.game is not None and scored(row) and (row.run or enciphered):
            prompt = "plain"
            if enciphered:
                prompt = "enciphered, second text" if "_v2" in row.arm else "enciphered"
            assert row.score_paper is not None
            found.setdefault((row.game, prompt), []).append(row.score_paper)
    games = [game for game in GAMES if any(of == game and prompt != "plain" for of, prompt in found)]
    lines: list[tuple[Cell, ...]] = []
    for game in games:
        for prompt in ("plain", "enciphered", "enciphered, second text"):
            if sample := found.get((game, prompt)):
                of = mean(sample)
                lines.append((game, prompt, of.count, of.mean, of.deviation))
    header = ("game", "prompt", "records", "mean", "std")
    note = "Whether a model plays otherwise if its training to be kind does not recognise the game."
    title = "Table 3: GPT-4o with an enciphered prompt, profile paper"
    return [ResultTable(title, header, tuple(lines), digits=1, note=note)] if lines else []


def _of_level(cells: Mapping[tuple[str, str, str], float], factor: str, game: str, level: str) -> list[float]:
    """The scores behind a cell: one, or for `overall` those of all eight games."""
    games = GAMES if game == "overall" else (game,)
    found = [cells[key] for of in games if (key := (factor, of, level)) in cells]
    return found if len(found) == len(games) else []


def cells_of(row: FileResult) -> list[tuple[str, str]]:
    """The cells of Tables 5 to 9 that show this record, each as its factor and level."""
    assert row.game is not None
    if row.run is not None:
        usual = [("method", "default"), ("prompt", "v1")] if row.run == 1 else []
        return [("run", str(row.run)), *usual]
    sweep, _, level = row.arm.partition("=")
    if sweep == "temperatures":
        return [("temperature", f"{float(level):.1f}")]
    if sweep in FACTOR:
        return [(FACTOR[sweep], level)]
    kind = DEFAULT_POINT[row.game].rstrip("0123456789")
    number = row.arm.removeprefix(kind)
    if not row.arm.startswith(kind) or not number.isdecimal():
        return []
    # Grids are numbered from 0, except those of divide_dollar and diners_dilemma.
    place = int(number) - (row.game in ("divide_dollar", "diners_dilemma"))
    levels = OPTIONS[row.game]
    return [("option", levels[place][0])] if 0 <= place < len(levels) else []


def _line(
    name: tuple[str, ...],
    ours: Sequence[float | None],
    value: float | None,
    std: float | None,
    note: str,
    of: int = 1,
) -> list[tuple[Cell, ...]]:
    sample = [score for score in ours if score is not None]
    if not sample or value is None:
        return []
    found = mean(sample)
    assert found.mean is not None
    near = (
        None
        if len(ours) < of
        else "yes"
        if abs(round(found.mean, 1) - value) < PRINTING_ERROR + 1e-9
        else "no"
    )
    return [(*name, found.count, found.mean, found.deviation, value, std, near, note)]


_HEADER: Final = ("records", "mean", "std", "printed", "printed std", f"within {PRINTING_ERROR}", "note")


def _table(title: str, keys: tuple[str, ...], lines: list[tuple[Cell, ...]]) -> ResultTable:
    return ResultTable(title, (*keys, *_HEADER), tuple(lines), digits=2)
