"""The suite of re-skins: its schedule, and players of whom it is known what they know by heart."""

from pathlib import Path

import pytest

from agonist import api
from agonist.core import UsageError
from agonist.games import KITS, find_kit
from agonist.kit.skinned_kit import skinned
from agonist.store import Store
from agonist.suites.reskins import Reskins
from agonist.suites.reskins.cells import CELLS, GAMES, OF_LIBRARIES, cells_of
from agonist.suites.reskins.gaps import Marks
from agonist.tournament.evaluation_request import Entry

EXAMPLES = Path(__file__).parents[3] / "examples"


def entry(*players, games="prisoners_dilemma", matches=4, **more):
    return Entry(players, options={"games": games}, matches=matches, **more)


def test_the_listed_games_are_those_whose_kits_have_other_names_or_rules():
    ours = {name for name, kit in KITS.items() if kit.skins is not None or kit.counterfactuals}
    assert set(GAMES) == ours
    for name in (*GAMES, *OF_LIBRARIES):
        assert cells_of(find_kit(name))[0] == "plain"


def row(name):
    kit = find_kit(name)
    changes = "; ".join(each.changes for each in kit.counterfactuals) or "–"
    return f"| {kit.title} | `{name}` | {'yes' if kit.skins else '–'} | {changes} |"


def test_the_page_has_the_table_of_these_games():
    page = (EXAMPLES.parent / "docs" / "reskins.md").read_text()
    table = page[page.index("| game | name |") : page.index("## Where the truth")].strip().splitlines()
    assert table[2:] == [row(name) for name in (*GAMES, *OF_LIBRARIES)]


def test_all_players_have_the_same_deals_seats_names_and_rules_in_a_cell():
    fixtures = Reskins().schedule(entry("mcts", games="tictactoe", matches=6))
    assert len(fixtures) == 6 * 4 * 3
    for deal in range(6):
        of_deal = [each for each in fixtures if each.seed == f"0/{deal}"]
        for cell in CELLS:
            here = [each for each in of_deal if each.part == f"tictactoe|cell={cell}"]
            assert [each.players[deal % 2] for each in here] == ["mcts", "baseline", "reference"]
            assert {each.players[1 - deal % 2] for each in here} == {"opponent"}
            assert len({(repr(each.options), each.wording) for each in here}) == 1
            assert here[0].options["misere"] == (cell in ("payoffs", "both"))
            assert here[0].wording == (f"labels/{deal}" if cell in ("labels", "both") else "")


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (entry("mcts", games="hive"), "hive has no other names or rules; these have: "),
        (entry("mcts", "mcts"), "named twice"),
        (entry("mcts", seats={0: "random"}), "--seat"),
        (Entry(("reference",), specs={"reference": "random"}), "reference is a player of the suite"),
        (Entry(("mcts",), options={"rounds": "x"}), "rounds is a whole number"),
    ],
)
def test_what_the_suite_cannot_do_is_refused(asked, said):
    with pytest.raises(UsageError, match=said):
        Reskins().check(asked)


@pytest.fixture(scope="module")
def marks(tmp_path_factory):
    """A run of players of whom the truth is known."""
    db = tmp_path_factory.mktemp("reskins") / "runs.db"
    players = ("by_heart:by_heart", "by_heart:by_rules", "mine=reference")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(EXAMPLES))
        status = api.run("reskins?games=prisoners_dilemma", players, matches=12, db=str(db))
    assert status.status == "finished"
    with Store.open(db) as store:
        found = Reskins().sections(store, status.run, entry(*players))
        matches = store.matches(status.run)
        return Marks(matches, [*players[:2], "mine", "baseline", "reference"]), found


@pytest.mark.parametrize("cell", CELLS[1:])
def test_where_names_are_exchanged_who_goes_by_the_name_has_a_gap(exchanged, cell):
    gap = gap_of((exchanged,), "by_heart:by_name", cell)
    assert gap.gap.span.value > 30
    if cell == "payoffs":
        assert gap.gap.span.low > 0
    reads = gap_of((exchanged,), "mine", cell)
    assert reads.gap.span.value == pytest.approx(0)


@pytest.fixture(scope="module")
def exchanged(tmp_path_factory):
    """The one round of the Prisoner's Dilemma, in which other rules exchange its names."""
    db = tmp_path_factory.mktemp("exchanged") / "runs.db"
    players = ("by_heart:by_name", "mine=reference")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(EXAMPLES))
        status = api.run("reskins?games=matrix_pd", players, matches=16, db=str(db))
    with Store.open(db) as store:
        return Marks(store.matches(status.run), ["by_heart:by_name", "mine", "baseline", "reference"])


def gap_of(marks, player, cell):
    (found,) = (each for each in marks[0].gaps() if each.player == player and each.cell == cell)
    return found


@pytest.mark.parametrize("cell", CELLS[1:])
def test_who_knows_the_usual_game_by_heart_has_a_gap_that_excludes_0(marks, cell):
    gap = gap_of(marks, "by_heart:by_heart", cell)
    assert gap.gap.span.low > 0
    assert gap.p < 0.05


@pytest.mark.parametrize("cell", CELLS[1:])
@pytest.mark.parametrize("player", ["by_heart:by_rules", "mine"])
def test_who_reads_the_rules_has_none(marks, player, cell):
    gap = gap_of(marks, player, cell)
    assert gap.gap.span.value == pytest.approx(0)
    assert gap.p == 1


def test_under_other_names_the_reference_player_scores_exactly_the_same(marks):
    found = marks[0]
    plain, labels = (found.seen["prisoners_dilemma", cell, "reference"] for cell in ("plain", "labels"))
    assert [each.score for each in plain.values()] == [each.score for each in labels.values()]
    assert found.of("prisoners_dilemma", "plain", "reference").value == pytest.approx(100)


@pytest.mark.slow
def test_in_games_whose_names_are_other_or_exchanged_the_reference_player_scores_exactly_the_same(tmp_path):
    db = str(tmp_path / "runs.db")
    status = api.run(f"reskins?games={','.join(OF_LIBRARIES)}", ("mine=reference",), matches=1, db=db)
    with Store.open(db) as store:
        seen = Marks(store.matches(status.run), ["mine", "baseline", "reference"]).seen
    for game in OF_LIBRARIES:
        scores = {
            cell: [
                [each.score for each in seen[game, cell, player].values()] for player in ("mine", "baseline")
            ]
            for cell in cells_of(find_kit(game))
        }
        assert all(each == scores["plain"] for each in scores.values()), game


def test_a_report_has_gaps_marks_and_scales(marks):
    (section,) = marks[1]
    gaps, by_cell, scales = section.tables
    assert gaps.header[4:8] == ("gap", "low", "high", "p")
    assert {row[2] for row in gaps.rows} == set(CELLS[1:])
    assert {row[2] for row in by_cell.rows} == set(CELLS)
    assert all(high > low for _, _, _, low, high in scales.rows)
    assert section.charts


def test_a_match_under_other_names_is_stored_and_replayed_in_its_words(command, tmp_path):
    db = str(tmp_path / "runs.db")
    typed = "prisoners_dilemma?labels=7"
    assert command("run", typed, "--player", "random", "--matches", "1", "--db", db).code == 0
    said = command("replay", "1", "--db", db)
    kit = skinned(find_kit("prisoners_dilemma"), ["labels/7"])
    names = {kit.words.label(None, "decision", each) for each in ("cooperate", "defect")}
    assert any(name in said.out for name in names)
    assert "cooperate" not in said.out
    assert "defect" not in said.out
    assert command("replay", "1", "--verify", "--db", db).code == 0


@pytest.mark.long
@pytest.mark.parametrize("game", ["arctic_scavengers", "battle_royale", "blackjack", "hanabi", "pit"])
def test_who_knows_a_longer_game_by_heart_has_a_gap_and_who_reads_the_rules_has_none(game, tmp_path):
    db = tmp_path / "runs.db"
    players = ("by_heart:by_heart", "mine=reference")
    deals = {"battle_royale": 100, "blackjack": 200}.get(game, 12)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(EXAMPLES))
        status = api.run(f"reskins?games={game}", players, matches=deals, db=str(db))
    with Store.open(db) as store:
        found = (Marks(store.matches(status.run), [*players[:1], "mine", "baseline", "reference"]),)
    for cell in ("payoffs", "both"):
        assert gap_of(found, players[0], cell).gap.span.low > 0
        # Some reference players draw, so that their luck differs from that of the same player as a yardstick.
        assert gap_of(found, "mine", cell).gap.span.low <= 0
    assert gap_of(found, "mine", "labels").gap.span.value == pytest.approx(0)
