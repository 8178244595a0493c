"""Judges of speeches: asked once, budgeted as players are, and measured by a judge of known skill."""

from pathlib import Path

import pytest

from agonist import api
from agonist.core import UsageError
from agonist.models.mock_endpoint import Endpoint
from agonist.store import Store

EXAMPLES = Path(__file__).parents[3] / "examples"
PART = "deception judge"


@pytest.fixture(autouse=True)
def _examples(monkeypatch):
    monkeypatch.syspath_prepend(str(EXAMPLES))


def evaluated(tmp_path, options, matches=30, **named):
    status = api.run(
        f"deception?games=chameleon{options}",
        ["pointing:Pointer"],
        matches=matches,
        db=tmp_path / "a.db",
        **named,
    )
    with Store.open(tmp_path / "a.db", must_exist=True) as store:
        stored = store.matches(status.run)
    (section,) = [s for s in api.report(db=tmp_path / "a.db").sections if s.title == "Deception and trust"]
    table = section.tables[-1]
    found = [dict(zip(enumerate(table.header), row, strict=True)) for row in table.rows]
    return (
        status,
        stored,
        [{name: value for (_, name), value in row.items()} | {"row": list(row.values())} for row in found],
    )


def test_the_measured_agreement_is_that_of_judges_of_known_skill(tmp_path):
    status, stored, rows = evaluated(
        tmp_path, "&judge=pointing:Judge?right=80&second=pointing:Judge?right=100"
    )
    judged = [match for match in stored if match.fixture.part == PART]
    asked = [tuple(match.fixture.options.values()) for match in judged]
    assert len(set(asked)) == len(asked) > 20
    by_question = {row["question"]: row for row in rows}
    # Of three players one hides, and a third of the clues names it: two thirds mislead.
    share, right = 2 / 3, 0.8
    yes = share * right + (1 - share) * (1 - right)
    chance = share * yes + (1 - share) * (1 - yes)
    kappa = (right - chance) / (1 - chance)
    misleads = by_question["misleads"]["row"]
    assert misleads[10] < kappa < misleads[11]
    assert misleads[13] < kappa < misleads[14], "the second judge knows the truth"
    persuades, intention = by_question["persuades"]["row"], by_question["intention"]["row"]
    assert persuades[12] == 1.0
    assert intention[13] < 0 < intention[14]
    for other in (persuades, intention):
        assert other[9:12] == [None] * 3, "of this the game knows nothing"
    assert all(row["unjudged"] == 0 for row in rows)
    again = api.resume(status.run, db=tmp_path / "a.db")
    assert again.progress.total == len(stored)


def test_without_a_second_judge_agreement_is_known_with_the_truth_only(tmp_path):
    _, _, rows = evaluated(tmp_path, "&judge=reference", matches=6)
    assert all(row["row"][12:] == [None] * 3 for row in rows)
    assert {row["question"] for row in rows if row["row"][9] is not None} <= {"misleads"}


def test_without_a_judge_there_is_no_such_table(tmp_path):
    _, stored, rows = evaluated(tmp_path, "", matches=6)
    assert "question" not in rows[0]
    assert {match.fixture.part for match in stored} == {"deception: chameleon"}


def test_a_model_that_judges_is_told_no_name_and_its_failures_are_unjudged(tmp_path):
    heard = []

    def model(messages, _rng):
        heard.append("\n".join(message["content"] for message in messages))
        return (
            "I would rather not say."
            if len(heard) % 2
            else '{"misleads": "yes", "intention": "no", "persuades": "no"}'
        )

    with Endpoint(model) as endpoint:
        judge = f"vllm/x?base_url={endpoint.url};temperature=0"
        _, stored, rows = evaluated(tmp_path, f"&judge={judge}", matches=6)
    assert any(match.forfeits for match in stored if match.fixture.part == PART)
    assert sum(row["unjudged"] for row in rows) > 0
    assert not any("pointing" in text.casefold() for text in heard)
    assert all("Who hides what they are: Player" in text for text in heard)


@pytest.mark.parametrize(
    ("options", "said"),
    [("&judge=nobody", "nobody"), ("&second=random", "a second judge needs a first")],
)
def test_a_judge_that_cannot_be_is_refused_before_the_first_match(tmp_path, options, said):
    with pytest.raises(UsageError, match=said):
        evaluated(tmp_path, options)
