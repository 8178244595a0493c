"""What leaves the database: the same numbers as the report's, in other programs' files, without secrets."""

import asyncio
import csv
import json
import os
import shutil
import subprocess
import sys
import time
import urllib.request

import pandas as pd
import polars as pl
import pyarrow.parquet as pq
import pytest

import agonist
from agonist import api
from agonist.adapters.inspect.runs_as_logs import inspect_logs
from agonist.core import UsageError
from agonist.export.flat_tables import TABLES
from agonist.export.table_files import export
from agonist.match import Fixture, Step
from agonist.models.mock_endpoint import Endpoint
from agonist.models.protocol import Usage
from agonist.players.model_call_record import UNANSWERED, ModelCall
from agonist.reports.browser.match_messages import CALL, Texts, talk_of
from agonist.store import Store

KEY = "k3y-0123456789-of-mine"
FORMULA = '=HYPERLINK("http://x.example")'


@pytest.fixture(scope="module")
def db(tmp_path_factory):
    """A run of a model that writes a formula and a key, against built-in players."""
    path = tmp_path_factory.mktemp("export") / "run.db"
    said = iter(range(10_000))

    def model(messages, rng):
        nth = next(said)
        return (
            f"{FORMULA} {KEY}" if nth == 1 else json.dumps({"cell": f"({nth % 3 + 1}, {nth // 3 % 3 + 1})"})
        )

    with Endpoint(model) as endpoint:
        player = f"llm=endpoint/x?base_url={endpoint.url}"
        api.run(["tictactoe"], [player, "random", "reference"], matches=2, db=path)
    return path


def rows_of(db, table):
    with Store.open(db) as store:
        return list(TABLES[table].rows(store, "latest"))


@pytest.mark.parametrize("form", ["parquet", "jsonl", "csv"])
def test_every_table_is_written_in_every_format(command, db, tmp_path, form, monkeypatch):
    monkeypatch.setenv("MY_API_KEY", KEY)
    said = command("export", "latest", "--db", db, "--format", form, "--output", "out")
    assert said.code == 0, said.err
    for name, table in TABLES.items():
        path = tmp_path / "out" / f"{name}.{form}"
        rows = rows_of(db, name)
        if form == "parquet":
            read = pq.read_table(path).to_pylist()
        elif form == "jsonl":
            read = [json.loads(line) for line in path.read_text().splitlines()]
        else:
            with path.open(newline="") as file:
                read = list(csv.DictReader(file))
            assert [list(row) for row in read] == [list(table.columns)] * len(rows)
        assert len(read) == len(rows) > 0
        if form != "csv":
            assert read == rows
        assert KEY.encode() not in path.read_bytes()


def test_a_cell_that_a_spreadsheet_would_compute_is_text_in_csv_alone(command, db, tmp_path):
    command("export", "latest", "--db", db, "--format", "csv", "--output", "out")
    with (tmp_path / "out" / "calls.csv").open(newline="") as file:
        texts = [row["text"] for row in csv.DictReader(file)]
    assert any(text.startswith("'=HYPERLINK") for text in texts)
    assert not any(text.startswith(("=", "+", "-", "@")) for text in texts)
    assert any(row["text"].startswith("=HYPERLINK") for row in rows_of(db, "calls"))
    with (tmp_path / "out" / "moves.csv").open(newline="") as file:
        assert {row["seat"] for row in csv.DictReader(file)} == {"0", "1"}


def test_the_tables_say_what_the_report_says(db):
    report = agonist.report(db=db)
    ratings = agonist.ratings_df(db=db)
    strict = ratings[(ratings.part == "") & (ratings.board == "strict")].set_index("player")
    for row in report.overall.strict:
        assert strict.rating[row.player] == pytest.approx(row.rating)
        assert strict.low[row.player] == pytest.approx(row.low)
    matches = agonist.matches_df(db=db)
    usage = {each.player: each for each in report.usage}
    assert int(matches[matches.player == "llm"].prompt_tokens.sum()) == usage["llm"].prompt
    assert agonist.calls_df(db=db).prompt_tokens.sum() == usage["llm"].prompt
    assert len(agonist.moves_df(db=db)) == sum(each.asked for each in report.usage)


def test_frames_have_types_in_pandas_and_polars(db):
    frame = agonist.matches_df(db=db)
    assert isinstance(frame, pd.DataFrame)
    assert str(frame.score.dtype) == "Float64"
    assert str(frame["rank"].dtype) == "Int64"
    other = agonist.matches_df(db=db, library="polars")
    assert isinstance(other, pl.DataFrame)
    assert other.schema["fallback"] == pl.Boolean
    assert len(other) == len(frame)
    with pytest.raises(UsageError, match="did you mean 'pandas'"):
        agonist.matches_df(db=db, library="panda")


def test_what_cannot_be_written_is_told(command, db, tmp_path):
    (tmp_path / "taken").write_text("")
    command("export", "latest", "--db", db, "--output", "taken").told(3, "taken cannot be written")
    command("export", "nothing", "--db", db).told(2, "there is no run 'nothing'")
    with Store.open(db) as store, pytest.raises(UsageError, match="format"):
        export(store, "latest", tmp_path / "x", "xlsx")


def test_a_data_set_folder_has_a_card_that_names_its_files(command, db, tmp_path):
    assert command("export", "latest", "--db", db, "--format", "huggingface", "-o", "set").code == 0
    card = (tmp_path / "set" / "README.md").read_text()
    assert card.startswith("---\n")
    named = [line.split(": ")[1] for line in card.split("---")[1].splitlines() if "data_files" in line]
    assert len(named) == len(TABLES)
    assert all(pq.read_metadata(tmp_path / "set" / name).num_rows for name in named)
    assert "llm, random, reference" in card


LOAD = """
import json, sys
import datasets

datasets.disable_progress_bars()
for folder in sys.argv[1:]:
    names = datasets.get_dataset_config_names(folder)
    loaded = {name: datasets.load_dataset(folder, name, split="train") for name in names}
    print(json.dumps({name: [len(table), table.column_names] for name, table in loaded.items()}))
"""


@pytest.mark.long
def test_the_datasets_library_loads_the_folders_of_runs_with_models_and_without(command, db, tmp_path):
    # Without a model there are no calls, and the library refuses tables without rows.
    assert command("run", "tictactoe", "random", "reference", "--matches", 2, "--db", "bots.db").code == 0
    sources = {"models": db, "bots": "bots.db"}
    for folder, source in sources.items():
        said = command("export", "latest", "--db", source, "--format", "huggingface", "-o", folder)
        assert said.code == 0
    done = subprocess.run(
        [sys.executable, "-c", LOAD, *sources],
        env=os.environ | {"HF_HOME": str(tmp_path / "cache"), "HF_HUB_OFFLINE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    for source, line in zip(sources.values(), done.stdout.splitlines(), strict=True):
        loaded = json.loads(line)
        assert set(loaded) == set(TABLES) - ({"calls"} if source == "bots.db" else set())
        for name, (rows, columns) in loaded.items():
            expected = rows_of(source, name)
            assert rows == len(expected)
            assert columns == list(expected[0])


@pytest.mark.long
def test_inspect_reads_its_logs_and_its_viewer_serves_them(command, db, tmp_path):
    from inspect_ai.log import read_eval_log

    assert command("export", "latest", "--db", db, "--format", "inspect", "-o", "logs").code == 0
    logs = [read_eval_log(str(path)) for path in sorted((tmp_path / "logs").glob("*.eval"))]
    assert [log.eval.model for log in logs] == ["llm", "random", "reference"]
    assert all(log.status == "success" for log in logs)
    scores = {row["player"]: [] for row in rows_of(db, "matches")}
    for row in rows_of(db, "matches"):
        scores[row["player"]].append(row["score"])
    for log in logs:
        assert [sample.scores["score"].value for sample in log.samples] == scores[log.eval.model]
    first = logs[0].samples[0]
    tokens = [row["prompt_tokens"] + row["completion_tokens"] for row in rows_of(db, "matches")]
    spent = [usage.total_tokens for sample in logs[0].samples for usage in sample.model_usage.values()]
    assert sum(spent) == sum(tokens) > 0
    assert logs[0].stats.model_usage["llm"].total_tokens == sum(spent)
    assert logs[0].stats.completed_at > logs[0].stats.started_at
    assert first.scores["score"].answer
    assert first.total_time > 0
    assert [message.role for message in first.messages][:3] == ["system", "user", "assistant"]
    port = 7500 + time.time_ns() % 400
    viewer = subprocess.Popen(
        [sys.executable, "-m", "inspect_ai", "view", "start", "--log-dir", "logs", "--port", str(port)],
        cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        listed = _fetched(f"http://127.0.0.1:{port}/api/logs", viewer)
        assert listed.count(".eval") >= 3
        _expect_shown(f"http://127.0.0.1:{port}/", first)
    finally:
        viewer.terminate()
        viewer.wait()


def _expect_shown(url, sample):
    """The viewer in a browser: its list of logs, the samples of one, and what was said in a sample."""
    browser = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if browser is None:
        pytest.skip("the viewer's pages need a browser: apt install chromium")
    from playwright.sync_api import sync_playwright

    with (
        sync_playwright() as playing,
        playing.chromium.launch(executable_path=browser, args=["--no-sandbox"]) as chromium,
    ):
        tab = chromium.new_page(viewport={"width": 1300, "height": 900})
        tab.set_default_timeout(60_000)
        tab.goto(url)
        tab.get_by_text("llm", exact=True).first.click()
        tab.get_by_text(sample.input[:30]).first.click()
        tab.get_by_text(sample.messages[1].text.splitlines()[0][:30]).first.wait_for()


def _fetched(url, process):
    end = time.monotonic() + 300
    while time.monotonic() < end and process.poll() is None:
        try:
            with urllib.request.urlopen(url, timeout=5) as response:
                return response.read().decode()
        except OSError:
            time.sleep(0.1)
    raise AssertionError(f"nothing at {url}")


def test_tokens_that_an_endpoint_did_not_count_are_estimates_in_every_form(tmp_path):
    with Store.open(tmp_path / "a.db") as store:
        run = store.start_run({}, [Fixture("tictactoe", 1, {}, "s", ("llm", "random"))])
        (match,) = store.matches(run)
        usage = Usage(9, 0, 1)
        calls = tuple(ModelCall(usage=usage, finish="stop", estimated=each) for each in (False, True))
        store.add_step(match, 0, Step({0: 1}, calls))
        store.flush()
        assert [row["estimated"] for row in TABLES["calls"].rows(store, run)] == [False, True]
        talk = talk_of(store.steps(match), Texts())
    assert [call[CALL.index("estimated")] for call in talk["calls"]] == [0, 1]


@pytest.mark.long  # Inspect takes seconds to import
def test_in_inspects_logs_too_a_request_without_an_answer_has_no_tokens_and_no_dollars(tmp_path):
    from inspect_ai.log import read_eval_log

    with Store.open(tmp_path / "a.db") as store:
        run = store.start_run({}, [Fixture("tictactoe", 1, {}, "s", ("llm", "random"))])
        (match,) = store.matches(run)
        calls = [ModelCall(usage=Usage(9, 0, 1), cost=0.5, finish=each) for each in ("stop", UNANSWERED)]
        store.add_step(match, 0, Step({0: 1}, tuple(calls)))
        log, _ = [read_eval_log(str(path)) for path in inspect_logs(store, run, tmp_path / "logs")]
    usage = log.stats.model_usage["llm"]
    assert (usage.total_tokens, usage.total_cost) == (10, 0.5)


async def test_arun_plays_beside_other_tasks(tmp_path):
    ticks = []

    async def tick():
        while True:
            ticks.append(1)
            await asyncio.sleep(0.001)

    ticking = asyncio.create_task(tick())
    status = await agonist.arun("tictactoe", ["random", "reference"], matches=4, db=tmp_path / "a.db")
    ticking.cancel()
    assert status.status == "finished"
    assert len(ticks) > 3


async def test_arun_that_is_cancelled_can_be_resumed(tmp_path):
    db, begun = tmp_path / "b.db", asyncio.Event()
    loop = asyncio.get_running_loop()

    def on_change(progress):
        if progress.finished == 2:
            loop.call_soon_threadsafe(begun.set)
        time.sleep(0.01)

    task = asyncio.create_task(
        agonist.arun("tictactoe", ["random", "reference"], matches=40, db=db, on_change=on_change)
    )
    await begun.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    with Store.open(db) as store:
        assert store.run("latest").status == "interrupted"
        assert store.run("latest").finished < 40
    assert (await asyncio.to_thread(agonist.resume, "latest", db=db)).status == "finished"


def test_figures_have_names_and_hold_the_numbers_of_the_report(db, tmp_path):
    assert {"ratings", "pairs", "tokens"} <= set(agonist.figures(db=db))
    ratings = agonist.figure("ratings", db=db)
    strict = {row.player: row.rating for row in agonist.report(db=db).overall.strict}
    middles = [value[0] for value in ratings.data["values"]]
    middles += [rating for _, rating, *_ in ratings.data["yardsticks"]]
    assert sorted(middles) == sorted(rating for rating in strict.values() if rating is not None)
    ratings.save(tmp_path / "ratings.html")
    page = (tmp_path / "ratings.html").read_text()
    assert page.count("<table") == 1
    assert "reference" in page
    assert ratings._repr_html_().startswith("<iframe srcdoc=")
    with pytest.raises(UsageError, match="did you mean 'ratings'"):
        agonist.figure("rating", db=db)


NOTEBOOK = """
import agonist
status = await agonist.arun("tictactoe", ["random", "reference"], matches=4, db="n.db")
agonist.run("tictactoe", ["random"], matches=2, db="other.db")
---
agonist.report(db="n.db")
---
agonist.play("tictactoe", ["random", "reference"])
---
agonist.matches_df(db="n.db")
"""


@pytest.mark.long
def test_a_notebook_kernel_shows_progress_reports_matches_and_frames(tmp_path):
    import nbformat
    from nbclient import NotebookClient

    cells = [nbformat.v4.new_code_cell(text.strip()) for text in NOTEBOOK.split("---")]
    notebook = nbformat.v4.new_notebook(cells=cells)
    kernel = {"metadata": {"path": str(tmp_path)}}
    NotebookClient(notebook, timeout=120, kernel_name="python3", resources=kernel).execute()
    shown = [
        "".join(output.get("data", {}).get("text/html", "") for output in cell.outputs) for cell in cells
    ]
    assert "4 of 4 matches" in shown[0]
    assert "<td>reference</td>" in shown[1]
    assert "<th>Score</th>" in shown[2]
    assert "<td>reference</td>" in shown[3]
