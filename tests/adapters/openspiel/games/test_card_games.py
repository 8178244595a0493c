"""What the words of card games say of a state agrees with the library, with every option."""

import re
from functools import cache
from itertools import product
from math import comb
from random import Random

import pytest

from agonist.adapters.openspiel.games.battleship.seat_knowledge import WATER, targets
from agonist.adapters.openspiel.games.blackjack.reference import hits
from agonist.adapters.openspiel.games.blotto.title_and_endings import fields_won, soldiers
from agonist.adapters.openspiel.games.crazy_eights.seat_knowledge import cost
from agonist.adapters.openspiel.games.first_sealed_auction.reference import bid_for
from agonist.adapters.openspiel.games.oshi_zumo.title_and_endings import field_of
from agonist.adapters.openspiel.states import spiel_of
from agonist.adapters.openspiel.views import labels_of
from agonist.core import CHANCE
from agonist.games import DRESSED, find_kit
from agonist.kit import make_game
from agonist.kit.indicators import course_of

MATCHES = 15


def states_of(name, options, matches=MATCHES):
    """The game, and all states of a few matches at random."""
    game = make_game(find_kit(f"openspiel:{name}").game, options)
    for seed in range(matches):
        rng, state = Random(seed), game.new()
        yield game, state
        while asks := game.turn(state):
            state = game.act(state, {seat: ask.sample(rng) for seat, ask in asks.items()})
            yield game, state


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"seats": 4},
        {"suit_isomorphism": True},
        {"action_mapping": True, "seats": 3},
        {"starting_player": 1},
    ],
)
def test_chips_of_leduc_poker_are_as_open_spiel_counts_them(options):
    for game, state in states_of("leduc_poker", options):
        spiel = spiel_of(state)
        hand = game.facts(spiel, 0)
        if asks := game.turn(state):
            money = re.search(r"Money.*: (.*)", str(spiel))[1].split()
            assert hand.paid == tuple(100 - int(chips) for chips in money)
            for seat in set(asks) - {CHANCE}:
                assert (hand.price(seat) > 0) == (0 in spiel.legal_actions()) or game.action_mapping
        else:
            assert all(
                score in (-paid, abs(score)) for paid, score in zip(hand.paid, spiel.returns(), strict=True)
            )


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"seats": 3, "num_cards": 5},
        {"points_order": "ascending"},
        {"num_cards": 6, "num_turns": 3},
        {"imp_info": True, "num_cards": 4},
        {"points_order": "descending", "imp_info": True},
    ],
)
def test_points_and_hands_of_goofspiel_are_as_open_spiel_counts_them(options):
    for game, state in states_of("goofspiel", options, 6):
        text = str(spiel_of(state))
        table = game.facts(spiel_of(state), 0)
        assert f"Points: {' '.join(map(str, table.points))} " in text
        for seat, hand in enumerate(table.hands):
            if hand is None:
                assert seat > 0
                assert options["imp_info"]
            else:
                assert f"P{seat} hand: {' '.join(map(str, hand))}".strip() in text


@cache
def dealers_end(total, soft):
    """The probabilities of the dealer's last total, with cards that are put back."""
    if total + 10 * (soft and total + 10 <= 21) >= 17:
        end = total + 10 * (soft and total + 10 <= 21)
        return {min(end, 22): 1.0}
    found = {}
    for card in range(1, 11):
        for end, chance in dealers_end(total + card, soft or card == 1).items():
            found[end] = found.get(end, 0) + chance * (4 if card == 10 else 1) / 13
    return found


def value(low, soft, card):
    """What a player is paid on average who plays best; `low`: the total with aces for 1."""
    return -1.0 if low > 21 else max(standing(low, soft, card), hitting(low, soft, card))


def standing(low, soft, card):
    best = low + 10 * (soft and low + 10 <= 21)
    ends = dealers_end(card, card == 1)
    return sum(chance * (end > 21 or (best > end) - (best < end)) for end, chance in ends.items())


@cache
def hitting(low, soft, card):
    return sum(
        (4 if new == 10 else 1) / 13 * value(low + new, soft or new == 1, card) for new in range(1, 11)
    )


def test_basic_strategy_of_blackjack_is_the_best_with_cards_put_back():
    for card in range(1, 11):
        for best in range(4, 22):
            assert hits(best, False, card) == (hitting(best, False, card) > standing(best, False, card))
        for best in range(12, 22):
            low = best - 10
            assert hits(best, True, card) == (hitting(low, True, card) > standing(low, True, card))


def test_folded_pairs_and_bluffs_of_leduc_poker_are_counted():
    kit = find_kit("leduc_poker")
    game, states, steps = kit.game(), [kit.game().new()], []
    for action in (0, 4, 2, 1, 1, 1, 2, 0):  # a jack bets and is called; another is open; it checks and folds
        ((seat, _),) = game.turn(states[-1]).items()
        steps.append(({seat: action}, ()))
        states.append(game.act(states[-1], steps[-1][0]))
    course = course_of(game, ("a", "b"), (0, 0), (1, 1), states, steps)
    assert kit.indicators.measure(course) == [{"bluffs": [1], "folded-pairs": [1]}, {}]


@pytest.mark.parametrize("name", [name for name in DRESSED["openspiel"] if name.startswith("matrix_")])
def test_no_other_choice_gains_on_the_reference_player_of_a_matrix_game(name):
    kit = find_kit(name)
    (shares,) = kit.reference.args
    spiel = kit.game().spiel
    for seat in range(2):
        other = shares[1 - seat]

        def paid(action, seat=seat, other=other):
            cells = ((action, its) if seat == 0 else (its, action) for its in range(len(other)))
            return sum(
                share * spiel.player_utility(seat, *cell) for share, cell in zip(other, cells, strict=True)
            )

        best = max(map(paid, range(len(shares[seat]))))
        for action, share in enumerate(shares[seat]):
            assert not share or paid(action) == pytest.approx(best)


@pytest.mark.parametrize(
    ("bidders", "most", "gained"), [(2, 5, 0), (4, 5, 0), (5, 5, 0), (2, 10, 0.05), (3, 10, 0.04)]
)
def test_no_other_bid_gains_much_on_the_reference_player_of_the_auction(bidders, most, gained):
    bids = [bid_for(value, bidders) for value in range(1, most + 1)]

    def paid(value, bid):
        below, same = (sum(each < bid for each in bids) / most, sum(each == bid for each in bids) / most)
        others = range(bidders)
        return (value - bid) * sum(
            comb(bidders - 1, ties) * same**ties * below ** (bidders - 1 - ties) / (ties + 1)
            for ties in others
        )

    for value in range(1, most + 1):
        gain = max(paid(value, bid) for bid in range(value)) - paid(value, bid_for(value, bidders))
        assert gain < gained + 1e-9


@pytest.mark.parametrize(
    "options", [{}, {"min_bid": 2, "coins": 9}, {"alesia": True, "size": 1}, {"horizon": 3, "size": 2}]
)
def test_the_wrestler_of_oshi_zumo_moves_as_its_rules_say(options):
    for game, state in states_of("oshi_zumo", options, 10):
        field, size = field_of(spiel_of(state)), game.options["size"]
        place, coins = 0, [game.options["coins"]] * 2
        for bids in field.bids:
            place += (bids[0] > bids[1]) - (bids[1] > bids[0])
            coins = [left - bid for left, bid in zip(coins, bids, strict=True)]
        assert field.place == place
        assert field.coins == tuple(coins)
        if outcome := game.outcome(state):
            off = abs(place) > size
            assert off or not any(coins) or len(field.bids) == game.options["horizon"]
            assert outcome.scores[0] == (
                0 if game.options["alesia"] and not off else (place > 0) - (place < 0)
            )


@pytest.mark.parametrize(
    ("allocations", "scores"),
    [
        (["[5,5,0]", "[4,3,3]"], (1, -1)),
        (["[5,3,2]", "[3,2,5]"], (1, -1)),
        (["[5,5,0]", "[5,0,5]"], (0, 0)),
        (["[4,4,2]", "[4,4,2]", "[3,3,4]"], (-0.5, -0.5, 1)),  # a field that two have most of is nobody's
        (["[10,0,0]", "[0,10,0]", "[4,5,1]"], (0, 0, 0)),
        (["[6,4,0]", "[0,6,4]", "[1,5,4]"], (0.5, 0.5, -1)),
    ],
)
def test_blotto_is_won_as_its_rules_say(allocations, scores):
    game = make_game(find_kit("blotto").game, {"seats": len(scores)})
    labels = labels_of(game.new(), 0)
    numbers = {text: action for action, text in labels.items()}
    state = game.act(game.new(), {seat: numbers[text] for seat, text in enumerate(allocations)})
    assert game.outcome(state).scores == scores
    won = [len(fields) for fields in fields_won([soldiers(text) for text in allocations])]
    assert [score > 0 for score in scores] == [count == max(won) and len({*won}) > 1 for count in won]


@pytest.mark.parametrize("name", ["phantom_ttt", "dark_hex"])
@pytest.mark.parametrize("obstype", ["reveal-nothing", "reveal-numturns"])
@pytest.mark.parametrize("repeated", [True, False])
def test_a_dark_board_is_drawn_as_open_spiel_shows_it(name, obstype, repeated):
    kit = find_kit(name)
    version = (
        kit.game().options["gameversion"] if repeated else {"phantom_ttt": "abrupt", "dark_hex": "adh"}[name]
    )
    for game, state in states_of(name, {"obstype": obstype, "gameversion": version}, 5):
        for seat in range(2):
            view = game.observe(state, seat)
            sight = view.facts
            assert view.observation.split("\nTotal")[0] == "\n".join(sight.rows)
            assert [f"{seat},{each.cell}" for each in sight.tries] == re.findall(
                rf"\b{seat},\d+", view.memory
            )


def test_trades_succeed_as_the_rules_say_and_always_between_reference_players():
    kit = find_kit("trade_comm")
    game = kit.game(num_items=3)
    for items in product(range(3), repeat=2):
        start = game.act(game.new(), {CHANCE: items[0] * 3 + items[1]})
        for said in range(2):
            start = game.act(start, {said: 0})
        for offers in product(product(range(3), repeat=2), repeat=2):
            state = start
            for seat, (give, want) in enumerate(offers):
                state = game.act(state, {seat: 3 + give * 3 + want})
            right = offers == (items, items[::-1])
            assert game.outcome(state).scores == (right, right)
            assert game.observe(state, 0).facts.offers == offers
    for seed in range(5):
        state, rng = game.act(game.new(), {CHANCE: seed}), Random(seed)
        while asks := game.turn(state):
            ((seat, ask),) = asks.items()
            state = game.act(state, {seat: kit.reference(game, game.observe(state, seat), ask, rng)})
        assert game.outcome(state).scores == (1, 1)


@pytest.mark.parametrize(
    "options",
    [{}, {"seats": 3, "rows": 6, "columns": 5}, {"seats": 1}, {"num_extra_coin_colors": 2, "rows": 6}],
)
def test_the_coin_game_pays_as_its_rules_say(options):
    for game, state in states_of("coin_game", options, 5):
        if outcome := game.outcome(state):
            fields = [game.observe(state, seat).facts for seat in range(game.seats)]
            colours = [field.colour for field in fields]
            count = [sum(each) for each in zip(*fields[0].collected, strict=True)]
            spare = sum(n for colour, n in enumerate(count) if colour not in colours)
            for own, score in zip(colours, outcome.scores, strict=True):
                others = sum(count[colour] for colour in colours if colour != own)
                assert score == count[own] ** 2 + others**2 - spare**2
            assert fields[0].moves == game.options["episode_length"]


@pytest.mark.parametrize(
    "options",
    [
        {"board_height": 4, "board_width": 3, "num_shots": 9, "ship_sizes": "[2;1]", "ship_values": "[3;1]"},
        {
            "board_height": 4,
            "board_width": 4,
            "num_shots": 30,
            "loss_multiplier": 2.0,
            "ship_sizes": "[3]",
            "ship_values": "[1]",
        },
    ],
)
def test_battleship_pays_for_the_ships_that_its_rules_call_sunk(options):
    for game, state in states_of("battleship", options, 12):
        fleets = [game.observe(state, seat).facts for seat in range(2)]
        for fleet, other in (fleets, fleets[::-1]):
            assert list(fleet.incoming) == targets(other)
            taken = {cell for ship in fleet.ships for cell in ship.cells()}
            assert all(
                (result == WATER) == ((row, column) not in taken) for row, column, result in other.shots
            )
        if outcome := game.outcome(state):
            gains = [
                sum(
                    worth
                    for worth, ship in zip(game.worths, fleet.ships, strict=True)
                    if {*ship.cells()} <= {*fleet.incoming}
                )
                for fleet in fleets
            ]
            times = options.get("loss_multiplier", 1.0)
            assert outcome.scores == (gains[1] - times * gains[0], gains[0] - times * gains[1])


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"pass_cards": False, "jd_bonus": True, "avoid_all_tricks_bonus": True, "must_break_hearts": False},
        {"can_lead_any_club": True, "no_pts_on_first_trick": False, "can_lead_hearts_instead_of_qs": True},
    ],
)
def test_hearts_is_scored_and_led_as_its_rules_say(options):
    for game, state in states_of("hearts", options, 4):
        facts = game.facts(spiel_of(state), 0)
        if outcome := game.outcome(state):
            taken = game.taken(facts.tricks)
            tricks = [sum(trick.winner == seat for trick in facts.tricks) for seat in range(4)]
            assert "moon" not in outcome.reason
            bonus = [5 * (options.get("avoid_all_tricks_bonus", False) and not each) for each in tricks]
            assert list(outcome.scores) == [26 - each + more for each, more in zip(taken, bonus, strict=True)]
        elif facts.tricks and (seat := min(game.turn(state))) >= 0:
            trick = facts.tricks[-1]
            assert seat == (trick.player(len(trick.cards)) if len(trick.cards) < 4 else trick.winner)
            assert set(game.turn(state)[seat].options()) <= set(game.facts(spiel_of(state), seat).hand)


def test_who_takes_all_points_of_hearts_shoots_the_moon():
    # Player 1 has the highest cards of all suits: 4 clubs, 3 spades, 4 hearts, 2 diamonds, and leads them so.
    order = [48, 44, 40, 36, 51, 47, 43, 50, 46, 42, 38, 49, 45]
    rest = sorted(set(range(52)) - set(order), key=lambda card: (card % 4, card))
    hands = [order, *(rest[nth::3] for nth in range(3))]
    game = find_kit("hearts").game()
    state = game.act(game.new(), {CHANCE: 0})
    for nth in range(52):
        state = game.act(state, {CHANCE: hands[nth % 4][nth // 4]})
    while asks := game.turn(state):
        ((seat, ask),) = asks.items()
        state = game.act(state, {seat: next(card for card in hands[seat] if card in ask.options())})
        hands[seat] = [card for card in hands[seat] if card not in game.facts(spiel_of(state), None).played]
    outcome = game.outcome(state)
    assert outcome.scores == (26, 0, 0, 0)
    assert outcome.reason == "a player shot the moon"


@pytest.mark.parametrize(
    "options", [{"seats": 2}, {"seats": 3, "use_special_cards": True}, {"seats": 6, "reshuffle": True}]
)
def test_crazy_eights_costs_and_counts_cards_as_open_spiel_does(options):
    for game, state in states_of("crazy_eights", {"max_turns": 20, **options}, 3):
        tables = [game.facts(spiel_of(state), seat) for seat in range(game.seats)]
        for seat, table in enumerate(tables):
            assert not table.counts or table.counts[seat] == len(table.hand)
            assert table.left == tables[0].left
        if outcome := game.outcome(state):
            assert list(outcome.scores) == [-sum(map(cost, table.hand)) for table in tables]


@pytest.mark.parametrize(
    "options", [{}, {"oklahoma": True, "gin_bonus": 10}, {"num_suits": 3, "hand_size": 7}]
)
def test_gin_rummy_is_told_and_paid_as_open_spiel_does(options):
    kit = find_kit("gin_rummy")
    game = make_game(kit.game, options)
    paid = set()
    for seed in range(6):
        rng, state = Random(seed), game.new()
        while asks := game.turn(state):
            ((seat, ask),) = asks.items()
            if seat == CHANCE:
                action = ask.sample(rng)
            else:
                spiel, view = spiel_of(state), game.observe(state, seat)
                assert len(view.facts.hand) == len(spiel.hands()[seat])
                assert f"Stock size: {view.facts.stock}" in view.observation
                assert kit.words.request(game, view, ask)
                action = kit.reference(game, view, ask, rng)
            state = game.act(state, {seat: action})
        outcome, tables = game.outcome(state), [game.facts(spiel_of(state), seat) for seat in range(2)]
        knocker = tables[0].knocker
        if knocker is None:
            assert outcome.scores == (0, 0)
        else:
            own, other = tables[knocker].deadwood, tables[1 - knocker].deadwood
            gain = other - own + (game.options["gin_bonus"] if own == 0 else 0)
            assert outcome.scores[knocker] == gain - (game.options["undercut_bonus"] if gain < 0 else 0)
            assert own <= tables[0].knock
        paid.add(outcome.reason)
    assert paid - {"nobody knocked"}


@pytest.mark.parametrize("options", [{}, {"num_suits": 2, "hand_size": 7}])
def test_a_hand_of_gin_rummy_is_drawn_from_what_a_seat_knows_alone(options):
    kit, others = find_kit("gin_rummy"), 0
    for game, state in [*states_of("gin_rummy", options, 2)][::7]:
        for seat in set(game.turn(state)) - {CHANCE}:
            view = game.observe(state, seat)
            other = kit.sample_state(game, view, Random(len(state.actions)))
            assert game.observe(other, seat) == view
            assert game.turn(other) == game.turn(state)
            again = [kit.sample_state(game, each, Random(7)) for each in (view, game.observe(other, seat))]
            assert again[0] == again[1], "the true hand has led the draw"
            others += other != state
    assert others > 5
