"""Who won, by the sentence of each game's rulebook or paper (`docs/winning.md`), whatever the game paid."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from agonist.api import play
from agonist.contract.sample_matches import sample_match
from agonist.core import events_for, sides
from agonist.games import KITS
from agonist.games.arctic_scavengers.cards import CATALOG
from agonist.games.hive.hexes import around
from agonist.games.hive.pieces import QUEENS
from agonist.games.sea_battle.movement_and_shots import HULL
from agonist.kit import option_texts

PAGE = Path(__file__).parents[2] / "docs" / "winning.md"


@pytest.fixture(autouse=True)
def _short_searches(monkeypatch):
    """In Santorini, the reference thinks as long as in a real match otherwise."""
    monkeypatch.setattr("agonist.games.santorini.reference.BOARDS", 200)


def most(worth):
    return {seat for seat, own in enumerate(worth) if own == max(worth)}


def paid_most(game, state):
    """What the players aim for is the pay."""
    return most(game.outcome(state).scores)


def everyone(game, _state):
    return set(range(game.seats))


def who_moved_last(game, state):
    return everyone(game, state) if "full" in game.outcome(state).reason else {1 - state.mover}


def tictactoe(game, state):
    last = who_moved_last(game, state)
    return {1 - seat for seat in last} if game.misere and len(last) == 1 else last


def air_land_sea(game, state):
    return {seat for seat, points in enumerate(state.table.points) if points >= game.to_win}


def arctic_scavengers(_game, state):
    return most([sum(CATALOG[name].people for name in area.owned) for area in state.areas])


def are_you_the_traitor(game, state):
    worth = {
        "crown jewels": 5,
        "platinum pyramid": 4,
        "bag of gold": 3,
        "silver goblet": 2,
        "gilded statue": 0,
    }
    able = state.declared or range(game.seats)
    totals = {seat: sum(worth.get(card, 1) for card in state.hands[seat]) for seat in able}
    return {seat for seat, total in totals.items() if total == max(totals.values())}


def avalon(game, state):
    """Good wins only if three quests succeed and the Assassin then names somebody other than Merlin."""
    good = {seat for seat, role in enumerate(state.roles) if role in ("Merlin", "Percival", "Servant")}
    merlin_is_safe = state.named is not None and state.roles[state.named] != "Merlin"
    return good if merlin_is_safe else everyone(game, state) - good


def bargain(_game, state):
    table = state.table
    if not table.agreed:
        return {0, 1}
    kept = table.plan.keeps
    left = [count - own for count, own in zip(table.pool, kept, strict=True)]
    halves = (kept, left) if table.plan.seat == 0 else (left, kept)
    return most(
        [
            sum(count * value for count, value in zip(half, values, strict=True))
            for half, values in zip(halves, state.values, strict=True)
        ]
    )


def battle_royale(_game, state):
    return set(state.alive)


def chameleon(game, state):
    hidden, all_seats = {state.chameleon}, everyone(game, state)
    won = {"guessed wrong": all_seats - hidden, "wrong accusation": hidden}
    return won.get(state.ending, all_seats)


def codenames(_game, state):
    colour = dict(zip(state.words, state.key, strict=True))
    guesses = [event for event in events_for(state.log, 0) if event[0] == "guess"]
    if guesses and colour[guesses[-1][2]] == "assassin":
        return {0, 1, 2, 3} - {guesses[-1][1], (guesses[-1][1] + 2) % 4}
    left = {colour[word] for word in state.words if word not in state.covered}
    return {0, 2} if "red" not in left else {1, 3}


def cost_sharing(game, state):
    return everyone(game, state) if state.agreed is None else most([-share for share in state.agreed])


def hive(_game, state):
    taken = {cell for cell in state.cells if cell is not None}
    queens = [state.cells[queen] for queen in QUEENS]
    lost = {seat for seat, cell in enumerate(queens) if cell is not None and taken >= set(around(cell))}
    return {0, 1} - lost or {0, 1}


def liars_dice(_game, state):
    return {seat for seat, left in enumerate(state.dice_left) if left}


def negotiation(game, state):
    """Whoever gains most over the alternative they had without a deal; without one, nobody gains."""
    if not state.agreed:
        return everyone(game, state)
    left = (1 - game.discount / 100) ** (state.round - 1)
    options = [sum(row[n - 1] for row, n in zip(t.rows, state.deal, strict=True)) for t in state.tables]
    return most([round(own * left - t.batna, 9) for own, t in zip(options, state.tables, strict=True)])


def sea_battle(game, state):
    left = [sum(max(0, HULL - ship.damage) for ship in state.ships[team::2]) for team in (0, 1)]
    return {seat for seat in range(game.seats) if seat % 2 in most(left)}


def two_rooms(game, state):
    blue, pair = {"President", "Blue Team"}, {state.cards.index("President"), state.cards.index("Bomber")}
    boom = any(pair <= set(room) for room in state.rooms)
    return {seat for seat in range(game.seats) if (state.cards[seat] in blue) != boom}


def undercover(game, state):
    undercovers = set(state.undercovers)
    return undercovers if undercovers & set(state.alive) else everyone(game, state) - undercovers


def werewolf(game, state):
    """The village wins "when all werewolves have been successfully exiled", else the werewolves."""
    pack = {seat for seat, role in enumerate(state.roles) if role == "Werewolf"}
    return pack if pack & set(state.alive) else everyone(game, state) - pack


def who_is_spy(game, state):
    return (
        everyone(game, state) - {state.spy}
        if state.spy in {gone.seat for gone in state.exits}
        else {state.spy}
    )


WINNERS = {
    "air_land_sea": air_land_sea,
    "arctic_scavengers": arctic_scavengers,
    "are_you_the_traitor": are_you_the_traitor,
    "avalon": avalon,
    "bargain": bargain,
    "battle_royale": battle_royale,
    "chameleon": chameleon,
    "codenames": codenames,
    "commons": paid_most,
    "connect_four": who_moved_last,
    "cost_sharing": cost_sharing,
    "diners_dilemma": paid_most,
    "divide_dollar": paid_most,
    "el_farol": paid_most,
    "guess_average": paid_most,
    "hanabi": everyone,
    "hive": hive,
    "liars_dice": liars_dice,
    "negotiation": negotiation,
    "pirate_game": paid_most,
    "pit": paid_most,
    "prisoners_dilemma": paid_most,
    "public_goods": paid_most,
    "santorini": who_moved_last,
    "sea_battle": sea_battle,
    "sealed_bid_auction": paid_most,
    "texas_holdem": paid_most,
    "tictactoe": tictactoe,
    "two_rooms": two_rooms,
    "undercover": undercover,
    "werewolf": werewolf,
    "who_is_spy": who_is_spy,
}

OTHERS = {
    "are_you_the_traitor": [{"goal": "most", "rounds": 2, "talk": "questions"}],
    "avalon": [{"seats": 7, "mordred": True, "oberon": True, "lady": True, "talk": False}],
    "bargain": [{"score": "own_value"}],
    "codenames": [{"score": "points"}, {"score": "published"}],
    "commons": [{"quota": "agreed", "monitoring": "paid", "sanctions": "graduated"}],
    "liars_dice": [{"hands": 1, "seats": 3}],
    "tictactoe": [{"misere": True}],
    "negotiation": [{"seats": 4, "agreement": "all_but_one", "discount": 10, "breakdown": 10}],
    "undercover": [{"seats": 3, "clue_rounds": 2, "votes": 1, "tie": "undercovers_win", "too_few": 0}],
    "werewolf": [{"seats": 10, "werewolves": 3, "hunter": True, "masons": True, "tie": "nobody"}],
    "who_is_spy": [{"rounds": 5}, {"end": "survivors"}],
}
"""Options with which a game pays or ends otherwise."""


def ends(name, count, played):
    """The ends of `count` matches at random, and of so many `played` by reference players."""
    kit = KITS[name]
    for more in [{}, *OTHERS.get(name, ())]:
        options = {**kit.quick_options, **more}
        for seed in range(count):
            yield sample_match(replace(kit, quick_options=options), seed).record
        texts = option_texts(kit.game(**options))
        typed = [f"{key}={str(texts[key]).strip('[]').replace(' ', '')}" for key in options]
        target = f"{name}?{'&'.join(typed)}" if typed else name
        for seed in range(played):
            yield play(target, ["reference"] * kit.game(**options).seats, seed=seed).record


def rows():
    """The rows of the page: by game, its sides, and what decides."""
    found = re.findall(
        r"^\| `(\w+)` \| ([^|]+) \|.*\| ([^|]+) \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE
    )
    return [(name, (how, winner)) for name, how, winner in found]


def test_every_game_has_its_line_on_the_page_and_its_authority_here():
    assert [name for name, _ in rows()] == sorted(KITS)
    assert set(WINNERS) == set(KITS)


@pytest.mark.parametrize("played", [1, pytest.param(6, marks=pytest.mark.long)])
@pytest.mark.parametrize("name", KITS)
def test_winners_are_those_of_the_rulebook_or_paper(name, played):
    how, winner = dict(rows())[name]
    for record in ends(name, 6, played):
        *_, state = record.states()
        outcome = record.outcome
        assert {seat for seat, rank in enumerate(outcome.ranks) if rank == 1} == WINNERS[name](
            record.game, state
        )
        assert bool(outcome.places) == (winner == "by the rules")
        count = len(sides(record.game.seats, outcome.teams))
        assert how == ("players" if not outcome.teams else "one team" if count == 1 else "teams")
