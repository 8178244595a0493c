"""Each metric on games in which its value is known, and in which the published code's fault gives another."""

from math import isclose

import pytest

from agonist.suites.magic import metrics
from agonist.suites.magic.hits_and_trials import Facts
from agonist.suites.magic.tables_in_paper_layout import as_table_1, strictly

CLUES = [{0: "a"}, {1: "b"}, {2: "c"}]
"""Chameleon: a clue of each player; in the first setting Player 1 is the chameleon, the word is mountain."""

TWO_ROUNDS = [*CLUES, {0: "d"}, {1: "e"}, {2: "f"}]
"""Undercover: in the first setting Player 3 is the undercover."""

SUSPECTS = "magic_chameleon_suspects"
IDENTITY = "magic_chameleon_identity"
P1, P2, P3, UNSURE = "Player 1", "Player 2", "Player 3", "not sure"


def vote(one, two, three):
    return {0: one - 1, 1: two - 1, 2: three - 1}


@pytest.fixture
def caught(game):
    """Player 1, the chameleon, is caught and guesses; the role is the challenger's."""

    def build(role, guess="hill", **more):
        return game("chameleon", role, [*CLUES, vote(2, 1, 1), {0: guess}], **more)

    return build


def value(span):
    return None if span.value is None else round(span.value, 6)


def test_judgement_counts_the_votes_of_non_chameleons_and_civilians_alone(caught, game):
    right = caught("non-chameleon")
    one_wrong = game("undercover", "civilian", [*TWO_ROUNDS, vote(3, 1, 1)])
    hidden = caught("chameleon")
    assert value(metrics.judgement([right, one_wrong, hidden])) == 3 / 4
    assert metrics.judgement([hidden]).value is None


def test_judgement_keeps_unreadable_votes_as_misses_which_the_published_code_may_drop(caught):
    assert value(metrics.judgement([caught("non-chameleon", fallback=[(3, 1)])])) == 1 / 2


def suspects(seat, *rows):
    return (SUSPECTS, seat, rows)


def test_reasoning_is_gold_and_inter_pair_by_pair(caught):
    # Players 2 and 3 are the challenger's; Player 1 is the chameleon and would accuse Player 2.
    probes = {1: [suspects(0, P2, P1, P1), suspects(1, P2, P1, P1), suspects(2, P3, P1, P2)]}
    found = caught("non-chameleon", probes=probes)
    # Gold: Player 2 is right, Player 3 is not. Inter: Player 2 is right of 1 and, of 3, wrong; Player 3 is
    # wrong of 1 and right of 2.
    assert found.gold == (1, 2)
    assert found.inter == (2, 4)
    assert value(metrics.reasoning_by_pair([found])) == 3 / 6
    assert found.inter_published == (0, 2)
    assert value(metrics.reasoning([found])) == 1 / 4


def test_built_in_players_have_no_opinion_to_compare_with(caught):
    probes = {1: [suspects(0, P2, P1, P1), suspects(1, P2, P1, P1), suspects(2, P3, P1, P2)]}
    found = caught("non-chameleon", probes=probes, defender="reference")
    # Players 2 and 3 are compared with each other, and not with the chameleon, which is built in.
    assert found.inter == (1, 2)
    assert found.gold == (1, 2)
    assert found.inter_published == (0, 2)


def test_unknown_never_matches_where_the_published_code_lets_two_empty_rows_agree(caught):
    probes = {
        1: [suspects(0, UNSURE, UNSURE, UNSURE), suspects(1, UNSURE, UNSURE, UNSURE), (SUSPECTS, 2, None)]
    }
    found = caught("non-chameleon", probes=probes)
    assert found.gold == (0, 2)
    assert found.inter == (0, 0)
    assert found.inter_published == (0, 2)


def test_the_chameleon_itself_is_left_out_of_gold_and_a_miss_in_the_published_variant(caught):
    probes = {1: [suspects(0, P2, P1, P1), suspects(1, P2, P1, P1), suspects(2, P2, P1, P1)]}
    found = caught("chameleon", probes=probes)
    assert found.gold == (0, 0)
    assert found.gold_published == (0, 1)
    assert found.inter == (2, 2)


def test_an_undercover_that_names_itself_is_right_since_nobody_is_told_their_role(game):
    answer = ("magic_undercover_suspects", 2, (P3, P3, P3))
    found = game("undercover", "undercover", [*TWO_ROUNDS, vote(3, 3, 1)], probes={3: [answer]})
    assert found.gold == (1, 1)


def test_deception_counts_ties_as_won_and_only_caught_and_exposed_as_lost(game, caught):
    tie = game("chameleon", "chameleon", [*CLUES, vote(2, 3, 1)])
    lost = caught("chameleon")
    saved = caught("chameleon", guess="mountain")
    assert value(metrics.deception([tie, lost, saved])) == round(2 / 3, 6)
    assert [game.flag for game in (lost, saved, tie)] == [0, 1, 3]


def test_equation_4_adds_a_quarter_of_wrong_guesses_where_the_published_code_adds_right_ones(caught):
    hidden = caught("chameleon")
    wrong, right = caught("non-chameleon", nth=2), caught("non-chameleon", guess="mountain", nth=3)
    assert value(metrics.deception_equation_4([hidden, wrong])) == 0.25
    assert value(metrics.deception_code([hidden, wrong])) == 0
    assert value(metrics.deception_code([hidden, right])) == 0.25
    assert value(metrics.deception_equation_4([hidden, wrong, wrong, wrong, right])) == 0.25 * 3 / 4
    # Distinct kinds, not games:
    assert value(metrics.deception_code([hidden, wrong, wrong, wrong, right])) == 0.125


def test_where_nobody_is_caught_equation_4_is_not_available(game):
    tie = game("chameleon", "chameleon", [*CLUES, vote(2, 3, 1)])
    missed = game("chameleon", "non-chameleon", [*CLUES, vote(2, 3, 1)])
    assert metrics.deception_equation_4([tie, missed]).value is None
    assert value(metrics.deception([tie, missed])) == 1


def test_self_awareness_weighs_chameleon_by_three_fifths(caught, game):
    named = {0: [(IDENTITY, 1, (P2, "non-chameleon")), (IDENTITY, 2, (P2, "non-chameleon"))]}
    chameleon = caught("non-chameleon", probes=named)
    answer = ("magic_undercover_identity", 2, (P3, UNSURE))
    undercover = game("undercover", "undercover", [*TWO_ROUNDS, vote(3, 3, 1)], probes={3: [answer]})
    assert chameleon.identities == (1, 2)
    assert undercover.identities == (0, 1)
    assert value(metrics.self_awareness([chameleon, undercover])) == 0.3


def test_a_civilian_who_says_civilian_is_right_though_the_published_pattern_wants_another_word(game):
    answer = ("magic_undercover_identity", 0, (P1, "civilian"))
    found = game("undercover", "civilian", [*TWO_ROUNDS, vote(3, 3, 1)], probes={3: [answer]})
    assert found.identities == (1, 1)


A, B, C = (20, 40, 40), (40, 20, 40), (40, 40, 20)


def round_of(splits, votes):
    return [
        *({seat: (split, "")} for seat, split in enumerate(splits)),
        *({s: v} for s, v in enumerate(votes)),
    ]


def test_cooperation_and_the_three_coordinations(game):
    mine = game("cost_sharing", "airline", round_of((A, B, C), (0, 0, 0)), nth=1)
    copied = game("cost_sharing", "airline", round_of((B, B, C), (1, 1, 1)), nth=2)
    theirs = game("cost_sharing", "airline", round_of((A, B, C), (1, 1, 1)), nth=3)
    failed = game("cost_sharing", "airline", 5 * round_of((A, B, C), (0, 1, 2)), nth=4)
    games = [mine, copied, theirs, failed]
    assert value(metrics.cooperation(games)) == 3 / 4
    assert value(metrics.coordination_by_votes(games)) == 1 / 4
    assert value(metrics.coordination(games)) == 2 / 4
    assert value(metrics.coordination_given_success(games)) == round(2 / 3, 6)
    assert [game.share for game in games] == [20, 40, 40, None]


def prisoners(*rounds):
    words = {"c": "cooperate", "d": "defect"}
    return [{seat: words[letter] for seat, letter in enumerate(row)} for row in rounds]


def test_rationality_pools_defections_and_least_contributions(game):
    prisoner = game("prisoners_dilemma", "prisoner", prisoners("dcc", "ccc", "ddd", "cdd", "dcc"))
    moves = [
        {0: 0, 1: 5, 2: 5},
        {0: 5, 1: 5, 2: 9},
        {0: 6, 1: 5, 2: 9},
        {0: 9, 1: 0, 2: 0},
        {0: 9, 1: 0, 2: 0},
    ]
    contributor = game("public_goods", "contributor", moves)
    assert prisoner.rational == (3, 5)
    assert contributor.rational == (2, 5)
    assert value(metrics.rationality_of_valid([prisoner, contributor])) == 5 / 10


def test_a_silent_model_is_not_rational_where_the_published_code_gives_it_everything(game):
    silent = [(turn, 0) for turn in range(5)]
    found = game("prisoners_dilemma", "prisoner", prisoners(*["ccc"] * 5), fallback=silent)
    assert metrics.rationality_of_valid([found]).value is None
    assert value(metrics.rationality([found])) == 1


def test_win_rates_have_the_credits_that_fit_the_tables(game, caught):
    tie = game("undercover", "undercover", [*TWO_ROUNDS, vote(3, 1, 2)])
    assert tie.flag == 2
    assert value(metrics.win_rate([tie], "undercover")) == round(2 / 3, 6)
    assert value(metrics.win_rate([caught("chameleon", guess="mountain")], "chameleon")) == 0.5
    top = game("prisoners_dilemma", "prisoner", prisoners(*["ccc"] * 5))
    assert value(metrics.win_rate([top], "prisoner")) == 1
    assert metrics.win_rate_overall([tie, top]).value is None


def test_new_rows_of_tables_1_and_4_are_by_the_printed_definitions_and_strict_ones_stand_apart(game, caught):
    silent = [(turn, 0) for turn in range(5)]
    games = [
        caught("non-chameleon", probes={1: [suspects(1, P2, P1, P1), suspects(2, P3, P1, P2)]}),
        game("cost_sharing", "airline", round_of((B, B, C), (1, 1, 1))),
        game("prisoners_dilemma", "prisoner", prisoners(*["ccc"] * 5), fallback=silent),
    ]
    printed, strict = as_table_1({"us": games}), strictly({"us": games})
    row = dict(zip(printed.header, printed.rows[0], strict=True))
    assert (row["reasoning"], row["coordination"], row["rationality"]) == (25, 100, 100)
    (row,) = strict.rows
    assert row == ("us", 50, 0, None, None)


def test_the_area_needs_all_seven_and_is_that_of_the_polygon(game, caught):
    games: list[Facts] = [
        caught("chameleon", probes={0: [(IDENTITY, 0, (P1, "chameleon"))], 1: [suspects(0, P2, P1, P1)]}),
        caught("non-chameleon", probes={1: [suspects(1, P2, P1, P1), suspects(2, P2, P1, P1)]}),
        game(
            "undercover",
            "undercover",
            [*TWO_ROUNDS, vote(3, 1, 2)],
            probes={3: [("magic_undercover_identity", 2, (P3, "undercover"))]},
        ),
        game("cost_sharing", "airline", round_of((A, B, C), (0, 0, 0))),
    ]
    assert metrics.radar_area(games).value is None
    games.append(game("prisoners_dilemma", "prisoner", prisoners(*["dcc"] * 5)))
    radii = [measure(games).value for measure in metrics.METRICS.values()]
    # Two of six answers are right: the chameleon's own view and the guesses of it are misses here.
    assert radii == [1, 2 / 6, 0.5, 1, 1, 1, 1]
    unit = 10_000 * 0.5 * 0.7818314825
    assert isclose(metrics.radar_area(games).value, unit * 5, rel_tol=1e-6)
    assert isclose(metrics.radar_area_strict(games).value, unit * 6, rel_tol=1e-6)


def test_fewer_settings_give_wider_intervals_than_as_many_independent_games(caught):
    same = [caught("non-chameleon", nth=1) for _ in range(4)] + [
        caught("non-chameleon", nth=2, fallback=[(3, 1), (3, 2)]) for _ in range(4)
    ]
    apart = [
        caught("non-chameleon", nth=nth, fallback=[(3, 1), (3, 2)] if nth % 2 else ()) for nth in range(8)
    ]
    one, other = metrics.judgement(same), metrics.judgement(apart)
    assert one.value == other.value == 0.5
    assert one.high - one.low > other.high - other.low
