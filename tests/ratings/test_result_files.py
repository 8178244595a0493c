"""Lists of results as people write them."""

import pytest

from agonist.core import UsageError
from agonist.ratings.bootstrapped_ratings import Scored
from agonist.ratings.result_files import read_results

ANN_WINS = Scored("go", (("ann",), ("bob",)), (1.0, 0.0))


@pytest.mark.parametrize(
    "text",
    [
        '[{"game": "go", "ann": 1, "bob": 0.0}]',
        '\ufeff[{"game": "go", "ann": 1, "bob": 0.0}]',
        '{"game": "go", "ann": 1, "bob": 0.0}\n\n',
        '{"game": "go", "player_1": "ann", "player_2": "bob", "winner": "ann"}',
        '{"game": "go", "player_1": "ann", "player_2": "bob", "winner": 1}',
        "game,player_1,player_2,score_1,score_2\ngo,ann,bob,1,0\n",
        "game,player_1,player_2,winner\r\ngo,ann,bob,1\r\n",
        "game,match,player,score\ngo,m1,ann,1\ngo,m1,bob,0\n",
    ],
)
def test_one_match_in_every_way_to_write_it(text):
    assert read_results(text, "f") == [ANN_WINS]


def test_ranks_teams_and_deals_of_more_than_two():
    text = "match,player,team,rank,deal\n1,ann,red,2,d\n1,bob,red,2,d\n1,cy,blue,1,d\n1,di,green,3,d\n"
    assert read_results(text, "f") == [
        Scored("all", (("ann", "bob"), ("cy",), ("di",)), (-2.0, -1.0, -3.0), "d")
    ]


def test_one_agent_of_gamebench_has_two_spellings():
    (match,) = read_results('[{"game": "pit", "gpt4-rap": 1, "random": 0}]', "f")
    assert match.sides == (("gpt-4-rap",), ("random",))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "^f"),
        ("[]", "^f"),
        ("[1]", "match 1.*object"),
        ("[{", "JSON"),
        ('{"a": 1}\n{', "line [12]"),
        ('[{"game": "go", "ann": 1}]', "match 1"),
        ('[{"game": "go", "ann": 1, "bob": "x"}]', "match 1.*bob.*'x'"),
        ('[{"game": "go", "ann": NaN, "bob": 0}]', "match 1.*ann"),
        ('[{"game": "go", "ann": true, "bob": 0}]', "match 1.*ann"),
        ("player_1,player_2,winner\nann,bob,cy\n", "line 2.*winner.*cy"),
        ("player_1,player_2,winner\nann,ann,1\n", "line 2.*ann"),
        ("player_1,player_2,winner\n,bob,1\n", "line 2.*name"),
        ("player_1,player_2,score_1,score_2\nann,bob,1\n", "line 2.*score_2"),
        ("player_1,player_2,winner\nann,bob,1,7\n", "line 2.*columns"),
        ("match,player,score\n1,ann,1\n", "line 2.*sides"),
        ("match,player,score\n,ann,1\n", "line 2.*match"),
        ("match,player,team,score\n1,ann,a,1\n1,bob,a,2\n1,cy,b,0\n", "line 3.*team"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(text, said):
    with pytest.raises(UsageError, match=said):
        read_results(text, "f")
