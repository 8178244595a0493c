"""The share of prompts that a cache could hold, over whole matches with mock endpoints."""

from contextlib import ExitStack

import pytest

from agonist import api
from agonist.cli.run_ending import reuse_in_words
from agonist.models.amounts_spent import Spending
from agonist.models.mock_endpoint import Endpoint
from agonist.reports.report_tables import tables_of
from agonist.store import Store
from agonist.store.runs.shared_limits import beat, join
from agonist.tournament.evaluation_request import Entry


def usage(tmp_path, options, engines=1, target="prisoners_dilemma?rounds=40"):
    """What the report of a run says later, and what is printed at its end."""
    with ExitStack() as stack:
        urls = [stack.enter_context(Endpoint("sensible")).url for _ in range(engines)]
        player = f"endpoint/sensible?base_url={','.join(urls)}&{options}"
        entry = Entry(("m=" + player,), ("random",), matches=2)
        api.run_entry([target], entry, db=tmp_path / "reuse.db")
    found = api.report("latest", db=tmp_path / "reuse.db")
    (used,) = (each for each in found.usage if each.player == "m")
    return found, used, list(reuse_in_words(found.usage))


@pytest.mark.parametrize("engines", [1, 2])
def test_with_full_history_nine_tenths_of_the_prompts_of_a_long_game_are_in_the_cache(tmp_path, engines):
    found, used, (line,) = usage(tmp_path, "history=full", engines)
    assert 0.9 <= used.repeating < 1
    # With two engines as with one, for each conversation stays on its own.
    assert 0.9 <= used.cached / used.prompt < 1
    for share in (used.repeating, used.cached / used.prompt):
        assert f"{100 * share:.1f}%" in line
    (costs,) = (table for table in tables_of(found) if table.name == "costs")
    row = next(row for row in costs.rows if row[0] == "m")
    assert row[costs.columns.index("Repeated")] == f"{100 * used.repeating:.1f}%"


def test_without_history_only_the_rules_repeat(tmp_path):
    _, used, _ = usage(tmp_path, "history=none", target="prisoners_dilemma?rounds=10")
    assert 0 < used.repeating < 0.9


def test_what_repeats_is_added_up_over_all_processes_that_have_played_a_run(tmp_path):
    entry = Entry(("random",), ("reference",), matches=1)
    run = api.run_entry(["tictactoe"], entry, db=tmp_path / "run.db").run
    with Store.open(tmp_path / "run.db") as store:
        number, _ = store._number_and_id(run)
        for name, (tokens, repeated) in {"a": (1000, 900), "b": (3000, 100)}.items():
            news = {"prompts": {"random": [tokens, repeated]}}
            store.change(lambda connection, name=name: join(connection, number, name))
            store.change(
                lambda connection, name=name, news=news: beat(
                    connection, number, name, Spending(), Spending(), news=news, ended=True
                )
            )
        store.change(lambda connection: join(connection, number, "resumed"))
    by_player = {each.player: each.repeating for each in api.report(run, db=tmp_path / "run.db").usage}
    assert by_player == {"random": 0.25, "reference": None}
