"""Runs in several wordings of the prompts: the same deals in each, and the next ones as they are needed."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import numpy as np
import pytest

import agonist
from agonist.api.plan import plan_of
from agonist.api.settings_of_resumed_run import with_players
from agonist.core import UsageError
from agonist.match.own_wordings import own_wording
from agonist.metrics.leaderboard import leaderboard
from agonist.ratings.sandwich import Spread, Wordings
from agonist.run_config import RunConfig
from agonist.store import Reader
from agonist.tournament.evaluation_request import Entry
from agonist.tournament.next_wordings import matches_in_each, next_wordings

NAMES = ("plain", "terse", "polite", "long")


@pytest.fixture
def folders(tmp_path):
    """Wordings of two games; the first is ours."""
    for name in NAMES:
        for game in ("tictactoe", "texas_holdem"):
            (tmp_path / name / game).mkdir(parents=True)
            if name != "plain":
                (tmp_path / name / game / "rules.md").write_text(f"The rules in a {name} wording.\n")
    return tuple(tmp_path / name for name in NAMES)


def planned(game, folders, **options):
    return plan_of([game], Entry(("one=random", "other=random"), prompts=folders, **options))[0]


def test_every_deal_is_played_in_every_wording_from_both_seats(folders):
    fixtures = planned("texas_holdem", folders, matches=40)
    deals = defaultdict(set)
    for fixture in fixtures:
        deals[fixture.deal, fixture.block].add((own_wording(fixture.wording), fixture.players))
    assert len(deals) == 5
    assert all(len(seen) == 4 * 2 for seen in deals.values())
    assert [own_wording(fixture.wording) for fixture in fixtures[:5]] == [*NAMES, "plain"]
    assert len({fixture.prompts for fixture in fixtures}) == 4


def test_without_chance_matches_in_two_wordings_share_nothing(folders):
    fixtures = planned("tictactoe", folders, matches=40)
    assert len({fixture.seed for fixture in fixtures}) == len(fixtures) == 40


def test_one_folder_plans_what_it_always_did(folders):
    (fixture, *_) = planned("tictactoe", folders[1:2], matches=2)
    assert (fixture.wording, fixture.seed) == ("", planned("tictactoe", (), matches=2)[0].seed)
    assert Entry(("random",), prompts=folders[:1]).as_dict()["prompts"] == str(folders[0])
    several = Entry(("random",), prompts=folders)
    assert Entry.from_dict(several.as_dict()) == several


def test_what_does_not_go_together_is_refused(folders, tmp_path):
    with pytest.raises(UsageError, match="must differ"):
        Entry(("random",), prompts=(folders[0], tmp_path / "again" / "plain"))
    with pytest.raises(UsageError, match="several wordings"):
        planned("tictactoe", folders, pairing="informative")
    with pytest.raises(UsageError, match="several wordings"):
        planned("gamabench", folders)
    with pytest.raises(UsageError, match="no folder"):
        planned("tictactoe", (*folders, tmp_path / "nowhere"))


def test_a_run_takes_the_next_wordings_says_why_and_resumes_with_the_same(folders, tmp_path, command):
    options = [each for folder in folders for each in ("--prompts", folder)]
    many = ("--matches", 8, "--until", "width=300")
    db = tmp_path / "agonist.db"
    run = ("run", "tictactoe", "one=random", "other=random", *many, *options, "--db", db)
    said = command(*run)
    assert said.code == 0, said.err
    assert "3 wordings instead of 2" in said.err
    assert "with new deals only)" in said.err
    with Reader.open(db) as store:
        (found,) = store.runs()
        matches = list(store.matches(found.id))
        plan = store.plan(found.id)
    each = defaultdict(int)
    for match in matches:
        each[own_wording(match.fixture.wording)] += 1
    assert len(each) > 2
    assert len(set(each.values())) == 1
    assert len({match.fixture.key for match in matches}) == len(matches)
    (low, high) = next((row.low, row.high) for row in leaderboard(matches))
    assert high - low <= 300
    last = matches[-1]
    word = own_wording(last.fixture.wording)
    assert f"Played in the wording {word}." in command("replay", last.id, "--db", db).out
    forked = command("fork", last.id, "--at", 2, "--times", 1, "--db", db)
    assert forked.code == 0, forked.err
    with Reader.open(db) as store:
        assert {own_wording(match.fixture.wording) for match in store.matches("latest")} == {word}
    with pytest.raises(UsageError, match="chooses wordings by its results"):
        with_players(plan, ["third=random"])


@pytest.mark.slow
def test_any_number_of_workers_play_the_same_matches(folders, tmp_path, played):
    for workers in (1, 2):
        agonist.run(
            "texas_holdem",
            ["one=random", "other=random"],
            matches=20,
            until="width=350",
            prompts=list(folders),
            db=tmp_path / f"{workers}.db",
            config=RunConfig(workers=workers),
        )
    one, two = (played(Path(tmp_path / f"{workers}.db")) for workers in (1, 2))
    assert one == two
    assert len(one) > 20


def spread_of(deals, wordings, chance, *, played=(10, 2)):
    """The variance of two ratings, of which deals, wordings and chance have these parts after so many."""

    def part(blocks, variance):
        return Spread(
            np.zeros(2), np.array([[1, -1], [-1, 1]]) * variance * (1 - 1 / blocks), np.full(2, blocks * 1.0)
        )

    between, within = (
        part(played[1], wordings + chance),
        part(played[0] * played[1], chance),
    )
    whole = part(played[0], deals + chance)
    return Spread(whole.values, whole.covariance, whole.blocks, wordings=Wordings(between, within))


def test_where_wordings_vary_the_next_ones_are_taken_and_where_deals_do_new_deals():
    words = next_wordings(spread_of(0, 0.1, 0.01, played=(20, 4)), 4, 20, 1.5)
    assert words.wordings == 6
    assert words.width < words.unchanged
    deals = next_wordings(spread_of(0.1, 0, 1e-5, played=(20, 20)), 20, 40, 1.5)
    assert (deals.wordings, deals.width) == (20, deals.unchanged)
    assert next_wordings(spread_of(0, 0.1, 0.01, played=(20, 4)), 4, 4, 1.5).wordings == 4


def test_the_variance_of_both_is_that_of_two_way_analysis_of_variance():
    """Var(mean) = (MS_deals + MS_wordings - MS_rest) / n; Searle, Casella and McCulloch (1992), chapter 4."""
    found = spread_of(0.02, 0.05, 0.01, played=(12, 6)).over_both()[1]
    assert found == pytest.approx([0.08, 0.08])


def test_a_new_wording_has_all_deals_and_rotations_are_whole():
    assert matches_in_each(40, 20, 4, 6, 2) == (10, 10)
    assert matches_in_each(30, 15, 3, 3, 3) == (12, 15)
