"""Who meets whom in the main tournament and the sweeps."""

from collections import Counter

import pytest

from agonist.core import UsageError
from agonist.games import KITS
from agonist.players.spec import with_style
from agonist.suites.llmarena.environments import ENVIRONMENTS
from agonist.suites.llmarena.suite import LLMArena
from agonist.tournament.evaluation_request import Entry


def of(game, made):
    return [fixture for fixture in made if fixture.game == game]


def test_all_seven_are_scheduled_with_the_options_of_the_paper(fixtures):
    made = fixtures()
    assert list(dict.fromkeys(f.game for f in made)) == [each.game for each in ENVIRONMENTS]
    assert of("texas_holdem", made)[0].options["positions"] == "llmarena"
    assert of("texas_holdem", made)[0].options["raises"] == "llmarena"
    hanabi = of("hanabi", made)[0].options
    assert (hanabi["colors"], hanabi["hand_size"], hanabi["tokens"], hanabi["lives"]) == (2, 2, 3, 1)
    bid = of("sealed_bid_auction", made)[0].options
    assert (bid["seats"], bid["rounds"], bid["high"], bid["interval"]) == (2, 1, 1000, None)
    assert of("undercover", made)[0].options["seats"] == 5
    assert {f.policy.then for f in made} == {"random"}
    assert {(f.policy.retries, f.policy.feedback) for f in made} == {(0, False)}
    assert len({f.key for f in made}) == len(made)


@pytest.mark.parametrize(("players", "each"), [(2, 50), (3, 26), (4, 18), (14, 4)])
def test_pairs_meet_on_deals_of_their_own_from_both_seats_50_games_a_player(fixtures, players, each):
    names = [f"p/{n}" for n in range(players)]
    for game in ("tictactoe", "connect_four", "texas_holdem", "bargain", "sealed_bid_auction"):
        made = of(game, fixtures(*names))
        met = Counter((f.seed, f.players) for f in made)
        assert set(met.values()) == {1}
        assert len(made) == each * players * (players - 1) // 2
        assert all(sum(name in f.players for f in made) >= 50 for name in names)
        assert len({(f.seed, frozenset(f.players)) for f in made}) == len({f.seed for f in made})
        for pair in {frozenset(f.players) for f in made}:
            own = [f for f in made if set(f.players) == pair]
            assert Counter(f.players[0] for f in own) == dict.fromkeys(pair, each // 2)
            # No number rests on two deals: four matches are on four, eighteen on nine.
            assert len({f.seed for f in own}) == (each // 2 if each >= 10 else each)
        blocks = Counter(f.block for f in made)
        dealt = game not in ("tictactoe", "connect_four")
        assert set(blocks.values()) == ({2 if each >= 10 else 1} if dealt else {len(made)}), (
            "what chance does not deal is not shared"
        )


@pytest.mark.parametrize(
    ("players", "least", "cap", "games"),
    [(14, 50, 50, 26), (9, 50, 55, 48), (3, 51, 51, 48), (14, 50, 150, 52)],
)
def test_the_first_matches_keep_to_the_cap(fixtures, players, least, cap, games):
    made = fixtures(*(f"p/{n}" for n in range(players)), options={"least": str(least), "cap": str(cap)})
    assert set(Counter(name for f in of("tictactoe", made) for name in f.players).values()) == {games}


def test_more_players_than_the_cap_has_room_for_are_refused(fixtures):
    names = [f"p/{n}" for n in range(7)]
    small = {"least": "10", "window": "5", "cap": "10"}
    with pytest.raises(UsageError, match=r"12 .* cap=12"):
        fixtures(*names, options=small)
    assert len(of("tictactoe", fixtures(*names, options=small | {"cap": "12"}))) == 7 * 6
    assert fixtures(*names, options=small | {"games": "hanabi"})


def test_tables_take_turns(fixtures):
    made = of("tictactoe", fixtures("a/a", "b/b", "c/c"))
    assert len({frozenset(f.players) for f in made[:6]}) == 3


def test_opponents_meet_every_player_but_not_each_other(fixtures):
    made = of("tictactoe", fixtures("a/a", "b/b", opponents=("random", "reference")))
    pairs = {frozenset(f.players) for f in made}
    assert frozenset(("random", "reference")) not in pairs
    assert len(pairs) == 5


@pytest.mark.parametrize(
    ("players", "opponents", "crowd"),
    [
        (("a/a", "b/b"), ("c/c",), {"c/c"}),
        (("a/a", "b/b", "d/d"), (), {"reference"}),
        (("a/a",), (), {"reference"}),
    ],
)
def test_the_tested_player_is_undercover_on_every_seat_among_a_fixed_crowd(
    fixtures, players, opponents, crowd
):
    made = of("undercover", fixtures(*players, opponents=opponents))
    own = made[:100]
    assert len(made) == 100 * len(players)
    for nth, fixture in enumerate(own):
        assert fixture.script == {"undercover": (nth % 5,)}
        assert fixture.players[nth % 5] == players[0]
        assert set(fixture.players) - {players[0]} == crowd
    assert [f.seed for f in own[:5]] == ["0/0"] * 5
    assert len({f.block for f in own}) == 20


def test_a_few_matches_have_a_deal_each(fixtures):
    made = fixtures("a/a", quick=True)
    for game in ("undercover", "texas_holdem", "hanabi"):
        own = of(game, made)
        assert len({f.seed for f in own}) == len(own) >= 4


def test_hanabi_is_played_with_oneself(fixtures):
    made = of("hanabi", fixtures("a/a", "b/b"))
    assert Counter(f.players for f in made) == {("a/a", "a/a"): 50, ("b/b", "b/b"): 50}
    assert len({f.seed for f in made}) == 50


def test_dialogues_go_on_and_other_turns_stand_alone_unless_the_player_says_otherwise(fixtures):
    made = fixtures("a/a", "b/b?history=full")
    talk = {f.game: f.style["history"] for f in made}
    dialogues = {game for game, how in talk.items() if how == "full"}
    assert dialogues == {"sealed_bid_auction", "bargain", "undercover"}
    names = {name for f in made for name in f.players}
    assert names == {"a/a", "b/b?history=full", "reference"}
    (board,) = of("tictactoe", made)[:1]
    models = names - {"reference"}
    assert {with_style(name, board.style) for name in models} == {"a/a?history=none", "b/b?history=full"}


def test_numbers_and_games_can_be_chosen(fixtures):
    made = fixtures(options={"games": "hanabi,tictactoe"}, quick=True)
    assert Counter(f.game for f in made) == {"tictactoe": 4, "hanabi": 8}
    assert Counter(f.game for f in fixtures(matches=10, options={"games": "undercover"})) == {
        "undercover": 20
    }


def test_each_sweep_has_matches_of_its_own(fixtures):
    made = fixtures(sweep="hints")
    assert Counter((f.game, f.style["options"]) for f in made) == {
        (game, how): 200 for game in ("tictactoe", "connect_four") for how in ("listed", "hidden")
    }
    assert all(len(set(f.players)) == 1 for f in made)
    for sweep, game, count in (
        ("planning", "connect_four", 50),
        ("bid", "sealed_bid_auction", 200),
        ("risk", "texas_holdem", 200),
        ("collaboration", "hanabi", 100),
    ):
        assert Counter(f.game for f in fixtures(sweep=sweep)) == {game: count}
    risk = fixtures(sweep="risk")
    assert {f.seed for f in risk if "A/a" in f.players} == {f.seed for f in risk if "B/b" in f.players}


def test_who_is_asked_for_words_sits_everywhere_and_is_undercover_by_lot(fixtures):
    made = fixtures(sweep="communication")
    assert len(made) == 100
    for nth, fixture in enumerate(made[:50]):
        assert fixture.players[nth % 5] == "A/a"
        assert fixture.probes == (f"llmarena_guess_{nth % 5}",)
        assert fixture.script == {}
    plain = LLMArena().schedule(Entry(("A/a", "B/b"), options={"games": "undercover"}))
    assert made[0].prompts != plain[0].prompts


def test_a_person_plays_six_games_against_each_model(fixtures):
    made = fixtures("human", "a/a", "b/b", sweep="human")
    assert Counter(frozenset(f.players) for f in made) == {
        frozenset(("human", "a/a")): 6,
        frozenset(("human", "b/b")): 6,
    }
    assert Counter(f.players.index("human") for f in made) == {0: 6, 1: 6}


@pytest.mark.parametrize(
    ("players", "given", "why"),
    [
        (("a/a", "a/a"), {}, "named twice"),
        (("a/a", "b/b"), {"opponents": ("a/a",)}, "named twice"),
        (("a/a",), {"seats": {0: "human"}}, "for people, use --player human"),
        (("a/a",), {"sweep": "hint"}, "did you mean 'hints'"),
        (("a/a?options=hidden",), {"sweep": "hints"}, "leave it out of"),
        (("a/a?format=schema",), {"sweep": "hints"}, "schema lists them"),
        (("a/a",), {"sweep": "human"}, "needs --player human"),
        (("a/a",), {"options": {"games": "chess"}}, "no environment of llmarena 'chess'"),
        (("a/a",), {"options": {"games": "hanabi"}, "sweep": "bid"}, "leave out games="),
        (("a/a",), {"options": {"counting": "lines"}}, "no counting 'lines'"),
        (("a/a",), {"options": {"judge": "ruels"}}, "no player 'ruels'"),
        (("a/a",), {"options": {"rounds": "3"}}, "no option 'rounds'"),
        (("a/a",), {"matches": 0}, "matches must be 1 or more, not 0"),
    ],
)
def test_what_cannot_be_is_refused_before_the_first_move(entry, players, given, why):
    with pytest.raises(UsageError, match=why):
        entry(*players, **given)


def test_every_environment_is_a_game_of_ours():
    for each in ENVIRONMENTS:
        assert isinstance(each.make(), KITS[each.game].game)


def test_the_crowd_is_the_same_around_everyone_and_can_be_named(fixtures):
    made = of(
        "undercover",
        fixtures("a/a", "reference", options={"crowd": "c/c?base_url=http://x.example/v1;top_p=1"}),
    )
    for fixture in made:
        (seat,) = fixture.script["undercover"]
        assert {name for at, name in enumerate(fixture.players) if at != seat} == {"c/c?top_p=1"}
        assert fixture.spec("c/c?top_p=1") == "c/c?base_url=http://x.example/v1&top_p=1"
    with pytest.raises(UsageError, match="refrence"):
        fixtures(options={"crowd": "refrence"})


def test_the_papers_profile_has_its_policy_temperature_and_methods(fixtures):
    made = fixtures("a/a", "cot:b/b?temperature=1", profile="paper")
    assert {(f.policy.retries, f.policy.then, f.policy.illegal) for f in made} == {(0, "random", "forfeit")}
    asked = {f.game: with_style("a/a", f.style) for f in made}
    assert {game for game, spec in asked.items() if spec.startswith("cot:")} == {
        "texas_holdem",
        "sealed_bid_auction",
        "hanabi",
    }
    assert all(("asks=1" in spec) == spec.startswith("cot:") for spec in asked.values())
    assert all("temperature=0" in spec for spec in asked.values())
    assert with_style("cot:b/b?temperature=1", made[0].style) == "cot:b/b?temperature=1&history=none"
    assert {f.policy.retries for f in fixtures("a/a", profile="paper", policy="strict?retries=4")} == {4}


def test_games_take_options_through_the_suite(fixtures, tmp_path):
    (tmp_path / "words.txt").write_text("Lake - River\nsea,ocean\n", encoding="utf-8")
    (tmp_path / "deals.txt").write_text("1,2,3 8,1,0 4,0,2\n2,2,1 2,2,2 1,3,2\n", encoding="utf-8")
    options = {
        "hanabi": "full",
        "lives": "2",
        "pairs": str(tmp_path / "words.txt"),
        "instances": str(tmp_path / "deals.txt"),
    }
    made = fixtures(options=options)
    hanabi = of("hanabi", made)[0].options
    assert (hanabi["colors"], hanabi["tokens"], hanabi["lives"]) == (5, 8, 2)
    assert of("undercover", made)[0].options["pairs"] == ["Lake/River", "sea/ocean"]
    pools = [f.script["pool"] for f in of("bargain", made)[:6]]
    assert pools[0:2] == pools[4:6] == [pools[0]] * 2, "one line for both seats, and the lines in turn"
    assert {*pools[:2], *pools[2:4]} == {((1, 2, 3),), ((2, 2, 1),)}
    assert of("undercover", fixtures(options={"pairs": "tea/coffee"}))[0].options["pairs"] == ["tea/coffee"]
    for wrong, why in (
        ({"hanabi": "large"}, "size of Hanabi"),
        ({"lives": "0"}, "lives"),
        ({"pairs": "tea/tea"}, "tea/coffee"),
        ({"pairs": "nothing.txt"}, "cannot be read"),
        ({"instances": "nothing.txt"}, "cannot be read"),
    ):
        with pytest.raises(UsageError, match=why):
            fixtures(options=wrong)


def test_everyone_meets_the_same_fixed_flops_whatever_the_seed(fixtures):
    flops = [[f.script for f in fixtures(sweep="risk", seed=seed) if "A/a" in f.players] for seed in (0, 9)]
    assert len(flops[0]) == 100
    assert flops[0] == flops[1]
    assert [f.script for f in fixtures(sweep="risk") if "B/b" in f.players] == flops[0]
    assert len({script["flop"] for script in flops[0]}) == 100


def test_built_in_players_are_no_part_of_the_hints(fixtures):
    made = fixtures("a/a", "reference", sweep="hints")
    assert {name for f in made for name in f.players} == {"a/a"}
    with pytest.raises(UsageError, match=r"hints.*--player"):
        fixtures("random", "reference", sweep="hints")
