"""The suite of ablations: the same deals in both arms, and effects that can be computed by other means."""

from statistics import fmean

import pytest

from agonist import api
from agonist.core import UsageError
from agonist.games import find_kit
from agonist.kit import make_game
from agonist.store import Reader
from agonist.suites.ablation import Ablation
from agonist.suites.ablation.arms import SILENCE
from agonist.tournament.evaluation_request import Entry


def entry(*players, matches=4, opponents=(), **options):
    return Entry(players, opponents, options, matches=matches)


def effects(tmp_path, target, players, **more):
    """The rows of a run by game and measure, and its matches."""
    db = str(tmp_path / "runs.db")
    status = api.run(target, players, db=db, **more)
    with Reader.open(db) as store:
        matches = list(store.matches(status.run))
        (section,) = Ablation().sections(
            store, status.run, entry(*players, opponents=more.get("opponents", ()))
        )
    return {row[3]: row for row in section.tables[0].rows}, matches


@pytest.mark.parametrize("game", SILENCE)
def test_the_options_of_silence_leave_no_talk(game):
    key, value = SILENCE[game].split(":")
    kit = find_kit(game)
    assert make_game(kit.game, {}).traits.talk
    assert not make_game(kit.game, {key: value}).traits.talk


def test_both_arms_have_the_same_deals_and_seats():
    fixtures = Ablation().schedule(entry("reference", games="negotiation", opponents=("random",)))
    usual, changed = fixtures[::2], fixtures[1::2]
    assert (
        [each.seed for each in usual] == [each.seed for each in changed] == [f"0/{deal}" for deal in range(4)]
    )
    assert [each.players for each in usual] == [each.players for each in changed]
    assert [each.players.index("reference") for each in usual] == [0, 1, 0, 1]
    assert {each.options["talk"] for each in usual} == {True}
    assert {each.options["talk"] for each in changed} == {False}
    alone = Ablation().schedule(entry("reference", games="commons"))
    assert {each.players for each in alone} == {("reference",) * 5}


def test_a_known_effect_has_its_size(tmp_path):
    """Three references take 48 a month without pledges, and 50 with them, from the second month on."""
    rows, _ = effects(tmp_path, "ablation?games=commons&with=seats:3", ("reference",), matches=2)
    assert rows["Harvest"][5:8] == (pytest.approx(598 / 3), 192, pytest.approx(-22 / 3))
    assert rows["Harvest"][8:] == (None, None, None)


def test_effects_are_means_of_differences_within_pairs(tmp_path):
    rows, matches = effects(
        tmp_path,
        "ablation?games=negotiation&change=discount:10",
        ("reference",),
        opponents=("random",),
        matches=8,
    )
    by_arm = {arm: {} for arm in ("usual", "changed")}
    for match in matches:
        deal = int(match.fixture.seed.rpartition("/")[2])
        by_arm[match.fixture.part.rpartition("|")[2]][deal] = match.scores[deal % 2]
    gaps = [by_arm["changed"][deal] - by_arm["usual"][deal] for deal in range(8)]
    _, game, change, _, pairs, _, _, effect, low, high, p = rows["Score"]
    assert (game, change, pairs) == ("Negotiation", "discount:10", 8)
    assert effect == pytest.approx(fmean(gaps))
    assert low < effect < high
    assert 0 < p <= 1


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({"games": "tictactoe"}, "no talk to switch off"),
        ({"games": "commons", "change": "talk:true"}, "the same with talk:true"),
        ({"games": "commons", "change": "talk=false"}, "talk:false,rounds:4"),
        ({"games": "commons", "change": "talks:0"}, "talk"),
        ({"games": "commmons"}, "commons"),
    ],
)
def test_what_cannot_be_compared_is_refused(asked, told):
    with pytest.raises(UsageError, match=told):
        Ablation().check(entry("reference", **asked))
