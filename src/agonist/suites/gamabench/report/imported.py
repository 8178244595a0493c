"""The report of imported records: a board of their models, figures, and the published tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from agonist.metrics import Section
from agonist.store import Run
from agonist.suites.gamabench.published.records_in_database import PUBLISHED, stored_choices, stored_rows
from agonist.suites.gamabench.report.ablation_round_charts import ablation_charts
from agonist.suites.gamabench.report.board import board, usual_records
from agonist.suites.gamabench.report.charts import charts_of, left_out
from agonist.suites.gamabench.report.people import beside_people
from agonist.suites.gamabench.report.recomputed_tables import reproduction
from agonist.suites.gamabench.report.tables_in_paper_layout import suite_scores
from agonist.suites.gamabench.results import ScoredMatch, published_result
from agonist.suites.gamabench.scoring import Choices, Profile

if TYPE_CHECKING:
    from agonist.store import Reader


def import_sections(store: Reader, run: Run, profile: Profile) -> list[Section]:
    """Sections for the scores of the usual runs with figures, and for the printed tables recomputed from
    records.
    """
    in_plan = stored_choices(store, run)
    found = usual_results(store, run, profile, in_plan)
    models = list(dict.fromkeys(result.player for result in found))
    text, tables = board(store, profile, {}, only=run.id, choices=in_plan)
    if (people := beside_people(found)) is not None:
        tables = (*tables, people)
    scores, charts = suite_scores(found, models, profile), charts_of(found, models, profile)
    first = Section("γ-Bench: all players", f"{text}{left_out(models)}", tables, charts, scores)
    rows = stored_rows(store, run, in_plan)
    choices = {
        match.fixture.block.removeprefix(PUBLISHED): in_plan[match.id] for match in store.matches(run.id)
    }
    return [first, replace(reproduction(rows), charts=ablation_charts(rows, choices))]


def usual_results(
    store: Reader, run: Run, profile: Profile, known: Mapping[int, Choices]
) -> list[ScoredMatch]:
    """The scored usual runs of every model in an import; `known`: the choices of each match, by id."""
    return [
        published_result(match, known[match.id], f"{PUBLISHED}{name.model}", number - 1, profile)
        for match, name, number in usual_records(store, run)
    ]
