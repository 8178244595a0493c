"""`agonist rate` as somebody with a file of results meets it."""

import json

DUELS = (
    "player_1,player_2,winner\nann,bob,1\nann,bob,1\nbob,ann,1\nann,cy,draw\ncy,bob,1\n"
    "cy,ann,1\n"
    "bob,cy,2\n"
    "ann,bob,2\n"
    "cy,bob,1\n"
    "ann,cy,1\n"
    "bob,cy,2\nann,bob,1\ncy,ann,1\nbob,ann,2\ncy,bob,1\nann,cy,draw\n"
)


def test_a_file_of_results_becomes_a_table_and_json(command, tmp_path):
    (tmp_path / "duels.csv").write_text(DUELS)
    shown = command("rate", tmp_path / "duels.csv")
    assert shown.code == 0
    assert "Overall" in shown.out
    found = json.loads(command("rate", tmp_path / "duels.csv", "--json").out)
    first = found["overall"][0]
    assert first["player"] == "cy"
    assert first["low"] <= first["q1"] <= first["median"] <= first["q3"] <= first["high"]
    assert {row["matches"] for row in found["games"]["all"]} == {10, 11}


def test_the_same_seed_gives_the_same_numbers(command, tmp_path):
    (tmp_path / "duels.csv").write_text(DUELS)
    runs = [
        command("rate", tmp_path / "duels.csv", "--json", "--seed", seed, "--bootstrap", 50).out
        for seed in (1, 1, 2)
    ]
    assert runs[0] == runs[1] != runs[2]


def test_trueskill_of_a_file(command, tmp_path):
    (tmp_path / "duels.csv").write_text(DUELS)
    found = json.loads(command("rate", tmp_path / "duels.csv", "--json", "--method", "trueskill").out)
    assert [row["player"] for row in found["overall"]][-1] == "bob"


def test_what_cannot_be_is_said(command, tmp_path):
    (tmp_path / "bad.csv").write_text("player_1,player_2\nann,bob\n")
    (tmp_path / "latin.csv").write_bytes(b"player_1,player_2,winner\n\xe9,b,1\n")
    for args, said in (
        (("rate", tmp_path / "none.csv"), "cannot be read"),
        (("rate", tmp_path / "bad.csv"), "score_1 must be a number"),
        (("rate", tmp_path / "latin.csv"), "not UTF-8"),
        (("rate", tmp_path / "bad.csv", "--bootstrap", 1), "score_1"),
    ):
        found = command(*args)
        assert (found.code, said in found.err, "Traceback" in found.err) == (2, True, False), found.err
