"""The paper's printed rows give the areas and averages that the specification of the suite states."""

import pytest

from agonist.suites.magic.metrics import AXES
from agonist.suites.magic.printed_tables import AVERAGE, MISPRINTS, area_of, everyone, published
from agonist.suites.magic.tables_in_paper_layout import improvement, with_pgm

AREAS = {
    "GPT o1": 12901, "GPT-4-turbo": 9316, "GPT-4": 9071, "Claude 2": 4132, "GPT-3.5-turbo": 3823,
    "Llama-2-70B": 3135, "PaLM 2": 3086, "Cohere": 2854, "GPT-4-turbo+PGM": 10536, "GPT-4+PGM": 11371,
    "Claude 2+PGM": 9359, "GPT-3.5-turbo+PGM": 6775, "Llama-2-70B+PGM": 4183, "PaLM 2+PGM": 4403,
    "Cohere+PGM": 3556,
}  # fmt: skip


def test_areas_of_all_fifteen_printed_rows():
    assert {model: round(area_of(row)) for model, row in everyone().items()} == AREAS


def test_the_best_has_more_than_three_times_the_area_of_llama_2_and_gpt_4_turbo_just_less():
    smallest = AREAS["Llama-2-70B"]
    assert [round(AREAS[model] / smallest, 2) for model in ("GPT o1", "GPT-4-turbo")] == [4.12, 2.97]


@pytest.mark.parametrize(
    ("column", "gain", "as_printed"),
    [
        ("win_rate", 6.57, True), ("judgement", 8.73, True), ("reasoning", 5.21, True),
        ("cooperation", 5.46, True), ("coordination", 12.23, True), ("rationality", 13.01, True),
        ("deception", 10.36, False), ("self_awareness", 1.23, False),
    ],
)  # fmt: skip
def test_average_improvements_by_pgm_and_the_two_that_table_4_misprints(column, gain, as_printed):
    rows = {model: dict(row) for model, row in everyone().items()}
    rows["GPT-4"] |= published("4")["GPT-4"]
    pairs = [(model, f"{model}+PGM") for model in rows if f"{model}+PGM" in rows]
    average = improvement(rows, pairs)[column]
    assert len(pairs) == 7
    assert round(average, 2) == pytest.approx(gain, abs=0.011)
    assert (abs(average - published("4")[AVERAGE][column]) < 0.05) == as_printed
    assert (("4", AVERAGE, column) in MISPRINTS) != as_printed


def test_pairs_are_a_model_and_the_same_with_pgm_wherever_it_is_served():
    specs = {
        "me": "vllm/m?base_url=http://10.0.0.1/v1&temperature=0",
        "aware": "pgm:vllm/m?base_url=http://10.0.0.2/v1&temperature=0",
        "other": "pgm:vllm/m?temperature=1",
        "reference": "reference",
    }
    assert with_pgm(specs) == [("me", "aware")]


def test_every_misprint_stands_in_the_tables():
    for table, model, column in MISPRINTS:
        assert column in published(table)[model]


def test_denominators_judgement_of_80_cooperation_of_21_rationality_of_210():
    for row in everyone().values():
        for column, trials in (
            ("judgement", 80),
            ("cooperation", 21),
            ("coordination", 21),
            ("rationality", 210),
        ):
            near = round(row[column] * trials / 100)
            assert abs(100 * near / trials - row[column]) < 0.11, (column, row[column])


def test_all_axes_are_printed():
    assert all(set(AXES) <= set(row) for row in everyone().values())
