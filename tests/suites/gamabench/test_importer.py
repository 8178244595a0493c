"""Records of the published format, with each irregularity it is known for; written for these tests."""

import json

import pytest

from agonist import api
from agonist.cli.commands.leaderboard import board_objects
from agonist.core import UsageError
from agonist.games import find_kit
from agonist.games.sealed_bid_auction.rules import published_valuations
from agonist.reports.match_verification import verify
from agonist.store import Store
from agonist.suites import SUITES
from agonist.suites.gamabench.published.importer import import_records
from agonist.suites.gamabench.report.import_summary import findings
from agonist.suites.gamabench.report.people import SESSION
from agonist.suites.gamabench.report.recomputed_tables import reproduction
from agonist.suites.gamabench.scoring import GAMES

SEATS = 10


def players(columns, *, utility=None, model="gpt-3.5-turbo", head="You are participating in a game.", **more):
    models = model if isinstance(model, list) else [model] * SEATS
    return [
        {
            "model": models[seat],
            "id": f"player_{seat}",
            "prompt": [{"role": "system", "content": f"{head}\n\nGame Rules:\n\n1. …"}],
            "records": list(columns[seat]),
            "utility": utility[seat] if utility else [],
        }
        | more
        for seat in range(SEATS)
    ]


def put(folder, name, meta, rounds, data):
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    meta = {
        "name_exp": "not to be trusted",
        "player_num": SEATS,
        "round_id": len(rounds),
        "version": "v1",
    } | meta
    path.write_text(json.dumps({"meta": meta, "round_records": rounds, "player_data": data}))
    return path


def guessing(folder, name="guessing_game/guessing_game_v1_1.json", row=tuple(range(10, 20)), **changes):
    """Two rounds; the stored responses are in another order than the seats."""
    shuffled = sorted(row, key=lambda number: number * 7 % 10)
    mean = sum(row) / SEATS
    best = min(row, key=lambda number: abs(number - mean * 2 / 3))
    entry = {
        "responses": shuffled,
        "mean": mean,
        "mean_ratio": mean * 2 / 3,
        "winner": best,
        "winner_num": row.count(best),
    }
    meta = {"min": 0, "max": 100, "ratio": 2 / 3, "ratio_str": "200.0%"} | changes.pop("meta", {})
    return put(folder, name, meta, [entry, entry], players([[n, n] for n in row], **changes))


def dollar(folder, row, name="divide_dollar/divide_dollar_v1_1.json", **more):
    paid = row if sum(row) <= 100 else [0] * SEATS
    entry = {"responses": list(reversed(row)), "total_proposal": sum(row)}
    data = players([[bid] for bid in row], utility=[[gain] for gain in paid], **more)
    return put(folder, name, {"golds": 100}, [entry], data)


def diner(folder, row, name="diner_dilemma/diner_dilemma_v1_1.json", **more):
    cheap = row.count("cheap")
    bill = 20 * SEATS - 10 * cheap
    entry = {
        "responses": row,
        "cheap_player": cheap,
        "total_cost": bill,
        "cost_msg": "",
        "avg_cost": bill / SEATS,
    }
    meta = {"cheap_cost": 10, "cheap_utility": 15, "exp_cost": 20, "exp_utility": 20}
    return put(folder, name, meta, [entry], players([[dish] for dish in row], **more))


def auction(folder, name="sealed_bid_auction/first_price/sealed_bid_auction_v1_1.json", over=0, **meta):
    rounds, columns, gains = [], [[] for _ in range(SEATS)], [[] for _ in range(SEATS)]
    second = meta.get("mode", "") == "second highest bid"
    for nth in range(2):
        worth = published_valuations(42 + nth, range(0, 201, 10), SEATS)
        bids = [value // 2 for value in worth]
        bids[2] += over
        best = max(range(SEATS), key=lambda seat: bids[seat])
        price = sorted(bids)[-2] if second else bids[best]
        own = [worth[seat] - price if seat == best else 0 for seat in range(SEATS)]
        for seat in range(SEATS):
            columns[seat].append(bids[seat])
            gains[seat].append(own[seat])
        rounds.append(
            {
                "responses": bids,
                "bid_winner": f"player_{best}",
                "bid_winner_proposed": bids[best],
                "bid_winner_payment": price,
                "utility": own,
                "valuations": list(worth),
            }
        )
    meta = {"valuation_min": 0, "valuation_max": 200, "interval": 10, "seed": 62} | meta
    return put(folder, name, meta, rounds, players(columns, utility=gains))


def shot(shooter, target, alive, *, out=False, **more):
    rates = [[f"player_{seat}", 35 + 5 * seat] for seat in alive]
    named = "null" if target is None else str(target)
    return {
        "responses": [named],
        "player_shooting": str(shooter),
        "initial_players": rates,
        "shot_player": named,
        "action": "shoot",
        "out": out,
    } | more


def battle(folder, rounds, name="battle_royale/battle_royale_v1_1.json", **meta):
    meta = {"base_hit_rate": 35, "interval": 5, "models": "x"} | meta
    return put(folder, name, meta, rounds, players([[]] * SEATS))


def last_man(hits_from=0):
    """Each in turn is shot by player 0 or misses, until player 0 is alone."""
    alive, rounds, turn = list(range(SEATS)), [], 0
    while len(alive) > 1:
        if turn == 0:
            rounds.append(shot(0, alive[-1], list(alive), out=True, removed_player_info=["player_4"]))
            alive.pop()
        else:
            rounds.append(shot(turn, None, list(alive)))
        turn = min((seat for seat in alive if seat > turn), default=0)
        if len(rounds) == 20:
            break
    return rounds


def pirates(folder, rounds, name="pirate_game/pirate_game_v1_3.json", meta=(), **more):
    entries = [
        {"gold_distribution": list(shares), "responses": ["accept" if vote else "reject" for vote in votes]}
        for shares, votes in rounds
    ]
    return put(folder, name, dict(meta), entries, players([[]] * SEATS, **more))


ALL_REFUSE = [True, *[False] * 9]
PASSED = [True] * 9
TWO_PLANS = [((100, *[0] * 9), ALL_REFUSE), ((98, 0, 1, 0, 1, 0, 0, 0, 0), PASSED)]


def one(folder, store=None):
    (row,) = import_records(folder, store)
    return row


def test_guesses_are_taken_from_the_players_since_responses_were_shuffled(tmp_path):
    guessing(tmp_path)
    with Store.open(tmp_path / "matches.db") as store:
        row = one(tmp_path, store)
        (match,) = store.results()
        steps = store.steps(match)
    assert (row.status, row.differences, row.marks) == ("finished", (), ())
    assert row.score_paper == row.score_updated == pytest.approx(100 - 14.5)
    assert steps[0].moves == dict(enumerate(range(10, 20)))
    assert match.fixture.players == ("published/gpt-3.5-turbo-0125",) * SEATS
    assert match.scores == (2.0, *[0.0] * 9)


def test_guesses_at_equal_distance_are_a_difference_and_not_hidden(tmp_path):
    # Two thirds of 15 are 10: 9 and 11 are equally near, and the published code saw only one of them.
    guessing(tmp_path, row=[9, 11, *[16] * 5, 16, 16, 18])
    row = one(tmp_path)
    assert [line.partition(",")[0] for line in row.differences] == [
        "winning number differs 2 times",
        "number of winners differs 2 times",
    ]


def test_incomplete_records_of_players_still_give_a_score(tmp_path):
    path = guessing(tmp_path)
    data = json.loads(path.read_text())
    data["player_data"][3]["records"].pop()
    path.write_text(json.dumps(data))
    row = one(tmp_path)
    assert row.score_paper == pytest.approx(85.5)
    assert "who chose what is not known" in row.marks[0]


def test_a_lowest_number_other_than_0_is_marked(tmp_path):
    guessing(
        tmp_path, "guessing_game/guessing_game_v1_m4.json", row=[100] * 10, meta={"min": 100, "max": 200}
    )
    row = one(tmp_path)
    assert (row.score_paper, row.score_updated) == (100, 200)
    assert any("takes it off twice" in mark for mark in row.marks)


def test_a_bid_above_the_gold_is_scored_and_void(tmp_path):
    dollar(tmp_path, [187, *[1] * 9])
    with Store.open(tmp_path / "matches.db") as store:
        row = one(tmp_path, store)
        (match,) = store.matches(store.run("latest").id)
    assert (row.score_paper, row.score_updated, row.status) == (pytest.approx(4), pytest.approx(4), "void")
    assert "187 is not a whole number from 0 to 100" in row.error
    assert (match.status, match.scores) == ("void", ())
    assert row.error in match.error
    assert "4.00" in match.error


def test_the_papers_dollar_falls_below_0_and_the_others_do_not(tmp_path):
    dollar(tmp_path, [60] * 10)
    row = one(tmp_path)
    assert (row.score_paper, row.score_updated, row.score_as_printed) == (-400, 0, 0)


def test_seats_with_fixed_answers_are_players_of_their_own(tmp_path):
    models = [*["gpt-3.5-turbo"] * 9, "specified=91"]
    dollar(tmp_path, [*[1] * 9, 91], "divide_dollar/divide_dollar_v1_s1.json", model=models)
    with Store.open(tmp_path / "matches.db") as store:
        row = one(tmp_path, store)
        (match,) = store.results()
    assert match.fixture.players[8:] == ("published/gpt-3.5-turbo-0125", "fixed?answers=91")
    assert "player 10 always answered 91" in row.marks


def test_any_other_word_for_a_dish_is_scored_as_costly_and_void(tmp_path):
    diner(tmp_path, ["cheap"] * 5 + ["costly"] * 4 + ["the costly dish"])
    row = one(tmp_path)
    assert (row.score_paper, row.status) == (50, "void")
    assert "'the costly dish'" in row.error


def test_public_goods_hold_what_was_kept_and_budgets_that_mean_nothing(tmp_path):
    row = list(range(10))
    entry = {"responses": row, "total_tokens": sum(row)}
    data = players([[n] for n in row], utility=[[20 - n] for n in row], tokens=[20] * 41)
    meta = {"tokens": 20, "ratio": 2, "token_initialization": "fixed", "reset": True, "rand_min": 11}
    put(tmp_path, "public_goods/qwen2-72b_public_goods_v1_2.json", meta, [entry], data)
    found = one(tmp_path)
    assert (found.model, found.run, found.status) == ("qwen2-72b", 2, "finished")
    assert found.score_paper == pytest.approx(100 * (20 - 4.5) / 20)
    (line,) = found.differences
    assert "what was kept" in line
    assert "10 times" in line


def test_a_mode_that_is_missing_comes_from_the_folder(tmp_path):
    auction(tmp_path, "sealed_bid_auction/first_price/sealed_bid_auction_v1_role3.json")
    row = one(tmp_path)
    assert (row.status, row.differences) == ("finished", ())
    assert "meta has no mode: taken from the folder" in row.marks
    assert row.score_updated == 47.5  # one valuation is 0


def test_bids_above_the_valuation_are_replayed_where_they_are_allowed(tmp_path):
    auction(tmp_path, over=3, mode="highest bid")
    row = one(tmp_path)
    assert row.status == "finished"
    assert "1 bids are above the valuation" in row.marks


@pytest.mark.parametrize(
    ("suffix", "player"),
    [
        ("cot2", "cot:published/gpt-4o"),
        ("cot3", "persona:published/gpt-4o?as=cooperative"),
        ("cot5", "persona:published/gpt-4o?as=mathematician"),
    ],
)
def test_second_price_ablations_keep_the_numbers_of_the_first_upload(tmp_path, suffix, player):
    name = f"sealed_bid_auction/second_price/gpt-4o_sealed_bid_auction_v1_{suffix}.json"
    auction(tmp_path, name, mode="second highest bid")
    row = one(tmp_path)
    assert (row.player, row.status, row.differences) == (player, "finished", ())
    assert "second price: no table scores it" in row.marks


def test_a_battle_with_old_keys_ends_by_the_cap(tmp_path):
    battle(tmp_path, last_man(), "battle_royale/llama-3.1-70b_battle_royale_v1_h0.json", model="x")
    path = tmp_path / "battle_royale/llama-3.1-70b_battle_royale_v1_h0.json"
    data = json.loads(path.read_text())
    del data["meta"]["models"]
    path.write_text(json.dumps(data))
    row = one(tmp_path)
    assert (row.status, row.differences) == ("finished", ())
    assert "meta has `model` instead of `models`" in row.marks
    shots = last_man()
    right = sum(entry["shot_player"] == str(len(entry["initial_players"]) - 1) for entry in shots)
    assert row.score_paper == pytest.approx(100 * right / 20)


def test_shots_at_the_dead_and_at_oneself_are_never_right_and_refused_by_our_rules(tmp_path):
    alive = list(range(10))
    battle(tmp_path, [shot(0, 9, alive, out=True), shot(1, 9, alive[:9]), shot(2, 2, alive[:9])])
    row = one(tmp_path)
    assert row.score_paper == pytest.approx(100 / 3)
    assert row.status == "void"
    assert row.marks == ("shot 2 is at someone who is out", "shot 3 is at oneself")


def test_a_missing_gold_is_100(tmp_path):
    pirates(tmp_path, TWO_PLANS)
    row = one(tmp_path)
    assert (row.status, row.differences) == ("finished", ())
    assert "meta has no gold: taken as 100" in row.marks
    # 8 and 1 + 1 + 1 + 1 off; of 17 votes the 9 first and the two for one coin are right.
    distance, votes = (8 + 2 + 1 + 1) / 2, 11 / 17
    assert row.score_paper == pytest.approx((200 - distance) / 4 + votes * 50)


def test_pirates_of_august_are_printed_by_another_count(tmp_path):
    pirates(tmp_path, TWO_PLANS, "pirate_game/qwen2-72b_pirate_game_v1_1.json")
    row = one(tmp_path)
    assert row.score_as_printed == pytest.approx((200 - 6) / 4 + 11 / (81 + 64) * 50)


def test_a_persona_in_a_plain_run_is_contamination(tmp_path):
    pirates(
        tmp_path, TWO_PLANS, "pirate_game/pirate_game_v1_4.json", head="You are a selfish and greedy player."
    )
    row = one(tmp_path)
    assert row.player == "persona:published/gpt-3.5-turbo-0125?as=selfish"
    assert any("carries the selfish persona" in mark for mark in row.marks)
    assert any("contaminated" in mark for mark in row.marks)


def test_known_copies_are_void_so_that_no_match_counts_twice(tmp_path):
    guessing(tmp_path)
    guessing(tmp_path, "guessing_game/guessing_game_v1.json")
    guessing(tmp_path, "guessing_game/guessing_game_v1_r4.json", row=range(20, 30))
    with Store.open(tmp_path / "matches.db") as store:
        rows = {row.file.rpartition("_")[2]: row for row in import_records(tmp_path, store)}
        assert len(list(store.results())) == 2
    assert rows["v1.json"].status == "void"
    assert rows["v1.json"].score_paper == rows["1.json"].score_paper
    assert "guessing_game_v1_1.json" in rows["v1.json"].marks[0]
    assert "does not" in rows["r4.json"].marks[0]


def test_equal_choices_alone_are_only_a_mark(tmp_path):
    diner(tmp_path, ["cheap"] * 10)
    diner(tmp_path, ["cheap"] * 10, "diner_dilemma/diner_dilemma_v1_2.json")
    first, second = import_records(tmp_path)
    assert (first.marks, second.status) == ((), "finished")
    assert "coincidence" in second.marks[0]


def test_geminis_layout_has_no_system_role(tmp_path):
    path = guessing(tmp_path, "guessing_game/gemini-1.0-pro_guessing_game_v1_role1.json")
    data = json.loads(path.read_text())
    for player in data["player_data"]:
        player["prompt"] = [{"role": "user", "parts": ["You are a cooperative player.\n\nGame Rules: …"]}]
    path.write_text(json.dumps(data))
    row = one(tmp_path)
    assert (row.player, row.marks) == ("persona:published/gemini-1.0-pro?as=cooperative", ())


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("guessing_game/guessing_game_v1_1.json", "{", "no JSON"),
        ("guessing_game/guessing_game_v1_1.json", "[]", "not an object"),
        ("guessing_game/guessing_game_v1_1.json", "{}", "meta is missing"),
        ("chess/chess_v1_1.json", "{}", "neither its folder nor its name"),
        ("pirate_game/pirate_game_v1_1.json", '{"meta":{},"round_records":[],"player_data":[]}', "no rounds"),
        (
            "divide_dollar/divide_dollar_v1_1.json",
            '{"meta":{},"round_records":[{}],"player_data":[{},{}]}',
            "meta.golds is missing",
        ),
        (
            "divide_dollar/divide_dollar_v1_1.json",
            '{"meta":{"golds":0},"round_records":[{}],"player_data":[{},{}]}',
            "meta.golds is 0",
        ),
        (
            "battle_royale/battle_royale_v1_1.json",
            '{"meta":{"base_hit_rate":35,"interval":5},"round_records":[{}],"player_data":[{},{}]}',
            "initial_players is missing",
        ),
    ],
)
def test_what_cannot_be_read_is_listed_and_stops_nothing(tmp_path, name, text, told):
    guessing(tmp_path, "guessing_game/gpt-4o_guessing_game_v1_1.json")
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).write_text(text)
    rows = {row.file: row for row in import_records(tmp_path)}
    assert rows["guessing_game/gpt-4o_guessing_game_v1_1.json"].status == "finished"
    assert rows[name].status == "unreadable"
    assert told in rows[name].error
    assert rows[name].score_paper is None


def test_records_that_are_stored_already_are_not_stored_again(tmp_path):
    guessing(tmp_path)
    with Store.open(tmp_path / "matches.db") as store:
        import_records(tmp_path, store)
        diner(tmp_path, ["cheap"] * 10)
        assert len(import_records(tmp_path, store)) == 2
        import_records(tmp_path, store)
        assert [run.matches for run in store.runs()] == [1, 1]


def test_a_folder_without_records_is_refused(tmp_path):
    with pytest.raises(UsageError, match="raw_results"):
        import_records(tmp_path)
    with pytest.raises(UsageError, match="nowhere"):
        import_records(tmp_path / "nowhere")


def test_a_row_is_plain_data(tmp_path):
    guessing(tmp_path)
    row = json.loads(json.dumps(one(tmp_path).as_dict()))
    assert row["file"] == "guessing_game/guessing_game_v1_1.json"
    assert {"game", "model", "score_paper", "score_updated"} < row.keys()


def test_printed_cells_are_computed_anew_from_records(tmp_path):
    # Contributions of 16 and 15 score 22.5: far from the 45.7 that is printed for run 3.
    row = [16, 15] * 5
    data = players([[n] for n in row])
    meta = {"tokens": 20, "ratio": 2, "reset": True}
    entry = {"responses": row, "total_tokens": sum(row)}
    put(tmp_path, "public_goods/public_goods_v1_3.json", meta, [entry], data)
    diner(tmp_path, ["costly"] * 10, "diner_dilemma/diner_dilemma_v1_3.json")
    pirates(tmp_path, TWO_PLANS, "pirate_game/pirate_game_v1_g3.json", meta={"gold": 100}.items())
    models, board, runs, options = reproduction(import_records(tmp_path)).tables
    cells = {line[:2]: line[2:] for line in runs.rows}
    assert cells["public_goods", "3"][:2] == (1, 22.5)
    assert cells["public_goods", "3"][3] == 45.7
    assert cells["public_goods", "3"][5] == "no"
    assert cells["diners_dilemma", "3"][3:6] == (0.0, None, "no")
    assert {line[:2]: line[5] for line in options.rows}["pirate_game", "400"] == 83.6
    # Table 1 prints this row's public goods in that of 0613.
    (goods,) = [line for line in models.rows if line[2] == "public_goods"]
    assert (goods[1], goods[6]) == ("gpt-3.5-0125", 38.8)
    assert {line[1] for line in board.rows} == {"GPT-3.5-0125"}


def test_one_record_is_not_held_against_a_printed_mean_of_five_runs(tmp_path):
    guessing(tmp_path, "guessing_game/gpt-4o_guessing_game_v1_1.json")
    models, board = reproduction(import_records(tmp_path)).tables
    assert not models.rows
    assert [line[-2] for line in board.rows] == [None]
    for run in range(2, 6):
        guessing(tmp_path, f"guessing_game/gpt-4o_guessing_game_v1_{run}.json")
    found = reproduction(import_records(tmp_path))
    assert [line[-2] for line in found.tables[1].rows] == ["no"]
    assert found.text.startswith("0 of 1 printed means")


def test_findings_are_counted_by_kind(tmp_path):
    guessing(tmp_path, row=[9, 11, *[16] * 7, 18])
    guessing(tmp_path, "guessing_game/guessing_game_v1_2.json", row=[9, 11, *[16] * 6, 17, 17])
    dollar(tmp_path, [187, *[1] * 9])
    (tmp_path / "notes.json").write_text("{}")
    first, second = findings(import_records(tmp_path))
    assert first.text.startswith("Of 4 files, 2 can be replayed by our rules; 1 void")
    scores, remarks = first.tables
    assert scores.rows[-1] == ("notes.json", None, None, None, None, "unreadable")
    counts = {row[:2]: row[2] for row in remarks.rows}
    assert counts["difference", "winning number differs … times"] == 2
    assert counts["cannot be read", "neither its folder nor its name is that of a game"] == 1
    assert remarks.rows[0][0] == "cannot be read"
    assert "printed means" in second.text


def test_the_report_of_an_import_is_the_scores_of_its_models(tmp_path):
    guessing(tmp_path / "records", "guessing_game/gpt-4o_guessing_game_v1_1.json")
    db = tmp_path / "m.db"
    with Store.open(db) as store:
        import_records(tmp_path / "records", store)
    board, again = api.report(db=db).sections
    ((player, *_, note),) = board.tables[0].rows
    assert (player, note) == ("published/gpt-4o", "")
    assert "Guess 2/3 of the Average: winning number" in {chart.title for chart in board.charts}
    assert again.title == "Published tables from published records"
    assert [table.title for table in again.tables][1] == "Leaderboard, profile updated"


def test_guesses_stand_beside_those_of_nagel_s_people(tmp_path):
    guessing(tmp_path / "records", "guessing_game/gpt-4o_guessing_game_v1_1.json", row=[30] * 10)
    db = tmp_path / "m.db"
    with Store.open(db) as store:
        import_records(tmp_path / "records", store)
    board, _ = api.report(db=db).sections
    table = next(table for table in board.tables if "beside people" in table.title)
    rows = {row[0]: row[1:] for row in table.rows}
    assert rows["published/gpt-4o"] == (30, 30, None, None)
    assert rows["people (Nagel, 1995), 67 in all sessions"][0] == 36.73
    assert rows["people (Nagel, 1995), session 4"] == SESSION
    chart = next(chart for chart in board.charts if chart.title.endswith(": average number"))
    assert chart.option["legend"]["data"] == ["published/gpt-4o", "people (Nagel, 1995), session 4"]


def test_the_rounds_of_every_ablation_are_drawn_beside_its_table(tmp_path):
    records = tmp_path / "records"
    for name, row in (("1", [40] * 10), ("2", [38] * 10), ("t0", [20] * 10), ("t2", [30] * 10)):
        guessing(records, f"guessing_game/guessing_game_v1_{name}.json", row=row)
    guessing(records, "guessing_game/gpt-4o_guessing_game_v1_t1.json")
    db = tmp_path / "m.db"
    with Store.open(db) as store:
        import_records(records, store)
    _, again = api.report(db=db).sections
    scores, runs, temperatures = again.charts
    assert runs.title == "Beside Table 5, Guess 2/3 of the Average: average number, by run"
    assert temperatures.title == "Beside Table 6, Guess 2/3 of the Average: average number, by temperature"
    drawn = {line["name"]: line["data"] for line in temperatures.option["series"]}
    assert drawn == {"0.0": [20, 20], "0.4": [30, 30]}
    assert [series["name"] for series in scores.option["series"]] == ["run", "temperature"]


def test_table_3_is_the_games_with_an_enciphered_prompt(tmp_path):
    for run in (1, 2):
        diner(tmp_path, ["costly"] * 10, f"diner_dilemma/gpt-4o_diner_dilemma_v1_{run}.json")
        diner(tmp_path, ["cheap"] * 10, f"diner_dilemma/gpt-4o_diner_dilemma_v1_jailbreak{run}.json")
    bar(tmp_path, ["go"] * 10, "bar_game_implicit/gpt-4o_bar_game_implicit_v1_jailbreak1.json")
    bar(tmp_path, ["stay"] * 10, "bar_game_implicit/gpt-4o_bar_game_implicit_v1_jailbreak1_v2.json")
    guessing(tmp_path, "guessing_game/gpt-4o_guessing_game_v1_1.json")
    table = reproduction(import_records(tmp_path)).tables[-1]
    assert table.title.startswith("Table 3")
    assert [row[:4] for row in table.rows] == [
        ("el_farol", "enciphered", 1, pytest.approx(100 / 3)),
        ("el_farol", "enciphered, second text", 1, 0),
        ("diners_dilemma", "plain", 2, 100),
        ("diners_dilemma", "enciphered", 2, 0),
    ]


def bar(folder, row, name):
    entry = {"responses": row, "go_num": row.count("go"), "winner": "go", "utility": 10}
    meta = {"min": 0, "max": 10, "home": 5, "ratio": 0.6, "mode": "implicit"}
    return put(folder, name, meta, [entry], players([[word] for word in row]))


def one_run(folder, model):
    """A record of each game, four of them with moves that our rules refuse."""
    dollar(folder, [187, *[1] * 9], f"divide_dollar/{model}_divide_dollar_v1_1.json")
    diner(folder, ["cheap"] * 5 + ["the lobster"] * 5, f"diner_dilemma/{model}_diner_dilemma_v1_1.json")
    alive = list(range(10))
    shots = [shot(0, 9, alive, out=True), shot(1, 9, alive[:9]), shot(2, 8, alive[:9])]
    battle(folder, shots, f"battle_royale/{model}_battle_royale_v1_1.json")
    row = [35, *[5] * 9]
    meta = {"tokens": 20, "ratio": 2, "reset": True}
    entry = {"responses": row, "total_tokens": sum(row)}
    put(folder, f"public_goods/{model}_public_goods_v1_1.json", meta, [entry], players([[n] for n in row]))
    auction(folder, f"sealed_bid_auction/first_price/{model}_sealed_bid_auction_v1_1.json", over=120)
    guessing(folder, f"guessing_game/{model}_guessing_game_v1_1.json")
    pirates(folder, TWO_PLANS, f"pirate_game/{model}_pirate_game_v1_1.json")
    bar(folder, ["go"] * 6 + ["stay"] * 4, f"bar_game_implicit/{model}_bar_game_implicit_v1_1.json")


def test_records_with_refused_moves_are_scored_as_the_published_code_took_them_and_flagged(tmp_path):
    """Bids of any size count, every word but "cheap" is costly, shots at the dead are wrong (repository)."""
    name = "gpt-3.5-turbo-0613"
    one_run(tmp_path / "records", name)
    with Store.open(tmp_path / "m.db") as store:
        rows = import_records(tmp_path / "records", store)
        (line,) = board_objects(SUITES["gamabench"].leaderboard(store, "updated"))
    assert [row.status for row in rows].count("void") == 4
    expected = {
        "divide_dollar": 100 - 96,
        "diners_dilemma": 50,
        "battle_royale": 200 / 3,
        "public_goods": 60,
        "guess_average": 85.5,
        "el_farol": 100,
    }
    assert {game: line[game] for game in expected} == pytest.approx(expected)
    assert line["player"] == f"published/{name}"
    assert line["rating"] == pytest.approx(sum(line[game] for game in GAMES) / 8)
    flags = (
        "divide_dollar 1 of 10",
        "diners_dilemma 5 of 10",
        "battle_royale 1 of 3",
        "public_goods 1 of 10",
    )
    assert all(flag in line["note"] for flag in flags)


MIXTRAL_POTS = (
    (78, 106, 118, 128, 140, 115, 160, 165, 175, 205, 190, 185, 193, *[200] * 6, 160),
    (90, 135, 163, 161, 159, 159, 165, 161, 158, 157, 155, *[150] * 9),
    (63, 120, 110, 150, 132, 130, 145, 162, 160, 172, 168, 168, 191, 185, *[190] * 6),
    (47, 110, 115, 135, 125, 155, 132, 150, 150, 160, 167, 155, 161, 150, 155, 146, *[150] * 3, 155),
    (39, 76, 90, 110, 133, 120, 115, 115, 108, 110, 115, 95, 120, 125, 135, 120, 110, 65, 120, 104),
)
"""The pot of each round in the five published records of Mixtral-8x7B at public goods."""

MIXTRAL_OVERSPENT = {(0, 9): 35, (2, 12): 30, (4, 14): 30}
"""By record and round, both counted from 0: the one contribution above the 20 tokens that there are."""


def test_the_pots_of_five_published_records_with_refused_moves_give_the_printed_cells(tmp_path):
    """Mixtral-8x7B at public goods: 27.7 ± 11.7 in Table 2, 27.6 on the later leaderboard."""
    for run, pots in enumerate(MIXTRAL_POTS):
        rows = []
        for nth, pot in enumerate(pots):
            over = [MIXTRAL_OVERSPENT[run, nth]] if (run, nth) in MIXTRAL_OVERSPENT else []
            left, others = pot - sum(over), SEATS - len(over)
            rows.append([*over, *(left // others + (seat < left % others) for seat in range(others))])
        rounds = [{"responses": row, "total_tokens": sum(row)} for row in rows]
        name = f"public_goods/mixtral-8x7b_public_goods_v1_{run + 1}.json"
        meta = {"tokens": 20, "ratio": 2, "reset": True}
        put(tmp_path, name, meta, rounds, players(list(zip(*rows, strict=True))))
    rows = import_records(tmp_path)
    assert [row.status for row in rows] == ["void", "finished", "void", "finished", "void"]
    models, board = reproduction(rows).tables
    cells = [line for table in (models, board) for line in table.rows]
    assert [(line[0], line[3], line[6], line[8]) for line in cells] == [
        ("Table 2", 5, 27.7, "yes"),
        ("leaderboard", 5, 27.6, "yes"),
    ]
    assert cells[0][5] == pytest.approx(11.7, abs=0.05)


def test_all_five_records_count_contaminated_and_repeated_ones_too_as_in_the_published_means(tmp_path):
    folder = tmp_path / "records"
    heads = {4: "You are a selfish and greedy player."}
    for run in range(1, 6):
        plans = [((100 - run, run, *[0] * 8), [True] * 10)]
        head = heads.get(run, "You are playing a game.")
        pirates(folder, plans, f"pirate_game/pirate_game_v1_{run}.json", head=head)
    pirates(folder, [((98, 2, *[0] * 8), [True] * 10)], "pirate_game/pirate_game_v1_cot1.json")
    with Store.open(tmp_path / "m.db") as store:
        rows = {row.file.rpartition("/")[2]: row for row in import_records(folder, store)}
        (line,) = board_objects(SUITES["gamabench"].leaderboard(store, "updated"))
    usual = [rows[f"pirate_game_v1_{run}.json"].score_updated for run in range(1, 6)]
    assert rows["pirate_game_v1_2.json"].status == "void"
    assert line["matches"] == 5
    assert line["pirate_game"] == pytest.approx(sum(usual) / 5)
    assert "records with a persona: pirate_game 1" in line["note"]
    assert "records that repeat another: pirate_game 1" in line["note"]


def test_the_overall_of_the_leaderboard_is_recomputed_from_five_runs_of_eight_games(tmp_path):
    """Overall: the mean over the games of the means of five runs (leaderboard of Huang et al.)."""
    one_run(tmp_path, "gpt-4o")
    for path in list(tmp_path.rglob("*_1.json")):
        for run in range(2, 6):
            path.with_name(path.name.replace("_1.json", f"_{run}.json")).write_text(path.read_text())
    rows = import_records(tmp_path)
    _, board = reproduction(rows).tables
    cells = {line[2]: line[3:] for line in board.rows}
    assert len(cells) == 9
    own = [row.score_updated for row in rows if row.run == 1]
    assert cells["overall"][:2] == (5, pytest.approx(sum(own) / 8))
    assert cells["overall"][3] == 66.7


def test_chance_of_an_imported_record_is_its_own(tmp_path):
    battle(tmp_path / "records", last_man(), "battle_royale/gpt-4o_battle_royale_v1_1.json")
    with Store.open(tmp_path / "m.db") as store:
        import_records(tmp_path / "records", store)
        (match,) = store.results()
        assert match.fixture.script["hit"]
        assert verify(find_kit("battle_royale"), match, store.steps(match)) == []
