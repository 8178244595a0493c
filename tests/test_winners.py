"""150 games of Who is Spy: every page and number names the winners of WiS's appendix A, and there is one win
rate."""

import csv
import json
from collections import Counter

import pytest

from agonist.api import report, run
from agonist.core import Outcome
from agonist.games import find_kit
from agonist.match.record import game_of
from agonist.metrics.run_matches import Played
from agonist.ratings.result_files import read_results
from agonist.reports.browser.replays import FIELDS, replays_of
from agonist.reports.match_text import outcome_in_words
from agonist.reports.match_verification import verify
from agonist.store import Store

PLAYERS = ["ann=reference", "bob=reference", "cy=random", "di=random"]


@pytest.fixture(scope="module")
def database(tmp_path_factory):
    path = tmp_path_factory.mktemp("winners") / "games.db"
    assert run("wis?design=paper", PLAYERS, db=path).status == "finished"
    return path


@pytest.fixture
def store(database):
    with Store.open(database, must_exist=True) as opened:
        yield opened


@pytest.fixture(scope="module")
def won(database):
    """By match, whether each seat won: the spy who is in at the end, otherwise the civilians."""
    found = {}
    with Store.open(database, must_exist=True) as store:
        for match in list(store.results()):
            end = Played(store, match).end
            spy_in = end.spy not in {gone.seat for gone in end.exits}
            found[match.id] = [(seat == end.spy) == spy_in for seat in range(len(match.fixture.players))]
    assert len(found) == 150
    return found


@pytest.fixture
def rates(store, won):
    """The share of each player's seats that won."""
    seats, wins = Counter(), Counter()
    for match in store.results():
        seats.update(match.fixture.players)
        wins.update(name for name, first in zip(match.fixture.players, won[match.id], strict=True) if first)
    return {name: wins[name] / seats[name] for name in seats}


def test_points_would_name_other_winners_in_many_games(store, won):
    by_points = {
        match.id: [rank == 1 for rank in Outcome(match.scores, "", match.teams).ranks]
        for match in store.results()
    }
    assert sum(by_points[match] != won[match] for match in won) > 10


@pytest.mark.slow
def test_matches_transcripts_and_pages_name_the_winners(store, won):
    (found,) = {match.run for match in store.results()}
    lines = replays_of(store, found).index["matches"]
    index = {line[0]: dict(zip(FIELDS, line, strict=True)) for line in lines}
    for match in list(store.results()):
        kit = find_kit(match.fixture.game)
        assert verify(kit, match, store.steps(match)) == []
        assert [rank == 1 for rank in match.ranks] == won[match.id]
        assert index[match.id]["results"] == [1 if first else -1 for first in won[match.id]]
        game = game_of(match.fixture.game, match.fixture.version, match.fixture.options, find_kit)
        outcome = game.outcome(Played(store, match).end)
        told = outcome_in_words(outcome, match.fixture.players)[1:-1]
        firsts = {int(line.split("Player ")[1].split()[0]) - 1 for line in told if line.startswith("  1. ")}
        assert firsts == {seat for seat, first in enumerate(won[match.id]) if first}


def test_reports_boards_and_the_suites_tables_have_one_win_rate(database, rates, command):
    found = report(db=database)
    wide = {name: value / 100 for name, value in suite_column(found, "As Table 2", "wins, %").items()}
    assert wide == pytest.approx(rates)
    (part,) = found.parts
    rows = {row.player: row for row in part.strict}
    assert {name: row.win_rate for name, row in rows.items()} == pytest.approx(rates)
    assert {name: row.wins / (row.wins + row.losses) for name, row in rows.items()} == pytest.approx(rates)
    assert {one.player: one.won / (one.won + one.beaten) for one in found.losses} == pytest.approx(rates)
    printed = command("leaderboard", "--db", database, "--json").json
    assert {row["player"]: row["win_rate"] for row in printed} == pytest.approx(rates)
    printed = command("leaderboard", "--suite", "wis", "--db", database, "--json").json
    assert {row["player"]: row["wins, %"] / 100 for row in printed} == pytest.approx(rates)


def suite_column(found, title, column):
    (table,) = (table for section in found.sections for table in section.tables if table.title == title)
    at = table.header.index(column)
    return {row[0]: row[at] for row in table.rows if row[0] in {player.split("=")[0] for player in PLAYERS}}


@pytest.mark.parametrize("kind", ["csv", "jsonl"])
def test_exported_tables_say_it_and_are_rated_by_it(database, won, rates, command, tmp_path, kind):
    assert command("export", "latest", "--db", database, "--format", kind, "--output", "out").code == 0
    (file,) = (tmp_path / "out").glob(f"matches.{kind}")
    text = file.read_text(encoding="utf-8")
    rows = (
        list(csv.DictReader(text.splitlines())) if kind == "csv" else list(map(json.loads, text.splitlines()))
    )
    assert len(rows) == 150 * 6
    for row in rows:
        assert (int(row["rank"]) == 1) == won[int(row["match"])][int(row["seat"])]
    wins, seats = Counter(), Counter()
    for match in read_results(text, file.name):
        for side, score in zip(match.sides, match.scores, strict=True):
            seats.update(side)
            wins.update(side if score == max(match.scores) else ())
    assert {name: wins[name] / seats[name] for name in seats} == pytest.approx(rates)
