"""The suites, listed and described."""

from __future__ import annotations

from agonist.suites import ABOUT, SUITES


def test_suites_are_listed_and_described(command):
    listed = command("suites", "--json").json
    assert [suite["name"] for suite in listed] == list(SUITES)
    said = command("suites")
    assert all(suite["name"] in said.out for suite in listed)
    assert all(ABOUT[suite["name"]].startswith(f"{suite['title']}: ") for suite in listed)
    one = command("suites", "gamabench")
    (gamabench,) = (suite for suite in listed if suite["name"] == "gamabench")
    assert all(option in one.out for option in gamabench["options"])
    assert "paper" in one.out
    assert command("suites", "gamabench", "--json").json == gamabench


def test_a_suite_that_is_not_there_names_the_nearest(command):
    said = command("suites", "gamabnch")
    assert said.code == 2
    assert "did you mean 'gamabench'?" in said.err
