"""Our matches and published records come to the same plays: ours, written down as theirs, come back."""

import json

import pytest

from agonist import api
from agonist.games import KITS
from agonist.kit import make_game
from agonist.match import Record
from agonist.suites.gamabench.published.importer import read_file
from agonist.suites.gamabench.scoring import GAMES, PROFILES, choices_of, score
from agonist.suites.gamabench.suite import SETTING

STEMS = {
    "guess_average": "guessing_game",
    "el_farol": "bar_game_implicit",
    "divide_dollar": "divide_dollar",
    "public_goods": "public_goods",
    "diners_dilemma": "diner_dilemma",
    "sealed_bid_auction": "sealed_bid_auction",
    "battle_royale": "battle_royale",
    "pirate_game": "pirate_game",
}


def published(game, choices, record):
    """A record of the published format; only what a score or a replay needs."""
    outcome = list(record.states())
    match game:
        case "guess_average":
            meta = {"min": choices.low, "max": choices.high, "ratio": float(choices.ratio)}
        case "el_farol":
            meta = {"min": 0, "max": 10, "home": 5, "ratio": float(choices.ratio), "mode": "implicit"}
        case "divide_dollar":
            meta = {"golds": choices.golds}
        case "public_goods":
            meta = {"tokens": choices.tokens, "ratio": 2, "reset": True}
        case "diners_dilemma":
            meta = {"cheap_cost": 10, "cheap_utility": 15, "exp_cost": 20, "exp_utility": 20}
        case "sealed_bid_auction":
            meta = {"valuation_min": 0, "valuation_max": 200, "interval": 10, "mode": "highest bid"}
        case "battle_royale":
            return {"base_hit_rate": 35, "interval": 5}, [shot_entry(choices, shot) for shot in choices.shots]
        case "pirate_game":
            return {"gold": choices.gold}, [plan_entry(plan) for plan in choices.plans]
    entries = [{"responses": list(row)} for row in choices.rounds]
    if game == "sealed_bid_auction":
        for entry, auction in zip(entries, outcome[-1].rounds, strict=True):
            entry |= {"valuations": list(auction.valuations), "bid_winner": f"player_{auction.winner}"}
    return meta, entries


def shot_entry(choices, shot):
    return {
        "player_shooting": str(shot.shooter),
        "initial_players": [[f"player_{seat}", choices.rates[seat]] for seat in shot.alive],
        "shot_player": "null" if shot.target is None else str(shot.target),
        "action": "shoot",
        "out": shot.hit,
    }


def plan_entry(plan):
    votes = ["accept" if vote else "reject" for vote in plan.accepts]
    return {"gold_distribution": list(plan.shares), "responses": votes}


@pytest.mark.parametrize("player", ["random", "reference"])
@pytest.mark.parametrize("game", GAMES)
def test_a_match_written_as_a_published_record_is_the_same_match(tmp_path, game, player):
    options = "&".join(f"{key}={value}" for key, value in SETTING.get(game, {}).items())
    record = api.play(f"{game}?{options}" if options else game, [player] * 10, seed=3).record
    choices = choices_of(record)
    meta, entries = published(game, choices, record)
    rows = getattr(choices, "rounds", ())
    players = [{"id": f"player_{seat}", "records": [row[seat] for row in rows]} for seat in range(10)]
    path = tmp_path / STEMS[game] / f"{STEMS[game]}_v1_1.json"
    path.parent.mkdir()
    path.write_text(json.dumps({"meta": meta, "round_records": entries, "player_data": players}))
    read = read_file(path, path.name)
    assert read.choices == choices
    assert read.played.moves == record.moves
    assert (read.row.status, read.row.differences) == ("finished", ())
    expected = [score(choices, profile).value for profile in PROFILES]
    assert [read.row.score_paper, read.row.score_updated, read.row.score_as_printed] == expected


@pytest.mark.parametrize("game", GAMES)
def test_a_match_broken_off_has_the_play_up_to_there(game):
    kit = KITS[game]
    record = api.play(f"{game}?seats=4", ["random"] * 4, seed=1).record
    whole = choices_of(record)
    for length in range(0, len(record.moves), 7):
        part = choices_of(Record(game, make_game(kit.game, {"seats": 4}), record.moves[:length]))
        for field in ("rounds", "shots", "plans"):
            if hasattr(whole, field):
                done = getattr(part, field)
                assert getattr(whole, field)[: len(done)] == done
        score(part, "paper")
