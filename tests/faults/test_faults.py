"""A short draw of the trials that `scripts/test-faults` makes in thousands."""

import sys
from pathlib import Path
from random import Random

import pytest

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.faults.trials import codes, endpoints, kills
from tests.faults.trials.draw import TRIALS, draw

FEW = {
    "failing endpoints": 2,
    "hostile endpoints": 3,
    "damaged databases": 4,
    "exit codes": 1,
    "command lines": 8,
    "files of settings": 20,
    "strange agents": 3,
    "broken games": 3,
    "kills": 1,
}
"""Cases of each trial."""


def test_every_trial_is_drawn_from():
    assert set(FEW) == set(TRIALS)


# What is killed is looked at more closely by the tests of runs, workers and databases.
LONG = {"kills": pytest.mark.long}


@pytest.mark.parametrize("name", [pytest.param(name, marks=LONG.get(name, ())) for name in FEW])
@pytest.mark.every(4)
def test_a_short_draw(name):
    figures = draw(name, FEW[name], seed=1)
    assert figures.cases == FEW[name]
    assert not figures.wrong, "\n".join(figures.wrong)


def test_the_table_of_exit_codes_has_those_of_the_situations():
    assert set(codes.TABLE) == {code for code, _ in codes.SITUATIONS.values()}


@pytest.mark.parametrize("name", codes.SITUATIONS)
@pytest.mark.every(4)
def test_a_situation_ends_with_the_code_of_the_table(name, tmp_path):
    codes.tried(name, tmp_path)


@pytest.mark.parametrize("seed", range(3))
def test_right_answers_in_odd_forms_are_accepted(seed, tmp_path):
    endpoints.tried(Random(seed), tmp_path, mild=True)


@pytest.mark.long
@pytest.mark.parametrize("postgres", [False, True])
@pytest.mark.parametrize("kind", kills.RUNS)
def test_every_kind_of_run_survives_kills(kind, postgres, tmp_path):
    kills.tried(Random(f"{kind} {postgres}"), tmp_path, kind, postgres=postgres)
