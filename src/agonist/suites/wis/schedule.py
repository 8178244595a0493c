"""Seats and deals of the main experiment, of games with and without attacks, and of reasoning aloud."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import cycle, islice
from random import Random
from typing import Any, Final

from agonist.core import Seat
from agonist.games.who_is_spy import KIT, WhoIsSpy
from agonist.kit import make_game, option_texts
from agonist.match import Fixture
from agonist.match.invalid_answer_policy import parse_policy
from agonist.tournament.evaluation_request import Entry
from agonist.tournament.game_spec import GameRegistry
from agonist.tournament.pairing import filled
from agonist.tournament.schedule import sits_once

SEATS: Final = 6
DEALS: Final = 4
"""Deals of the balanced design for each six players, so that each sits 24 times, 4 of them as the spy."""
QUICK: Final = 1
PAPER: Final = 150
"""Games of the paper's design; with ten players each sits 90 times."""
TRIALS: Final = 24
"""Games of each arm of a sweep."""

POLICY: Final = "default?retries=0&then=pass"
"""An unreadable answer counts as silence or an abstention, as the rules say, without a retry."""


def main(entry: Entry) -> list[Fixture]:
    """The main experiment in its design."""
    return list(paper(entry) if entry.options.get("design") == "paper" else balanced(entry))


def everyone(entry: Entry) -> list[str]:
    return [*entry.players, *entry.opponents]


def balanced(entry: Entry) -> Iterator[Fixture]:
    """Deals on which six players rotate, so that each is the spy once on every deal.

    There are as many tables as everyone needs to play equally often.
    """
    deals = entry.matches or (QUICK if entry.quick else DEALS)
    players = everyone(entry)
    tables = [list(islice(cycle(players), start, start + SEATS)) for start in range(0, len(players), SEATS)]
    if len(players) < SEATS:
        tables = [list(filled(players, SEATS, sits_once(players, entry.specs)))]
    if len(players) > SEATS and len(players) % SEATS:
        # A last table that is filled up would seat the first players more often.
        tables = [list(islice(cycle(players), start, start + SEATS)) for start in range(len(players))]
    for nth, table in enumerate(tables):
        for deal in range(deals):
            for turn in range(SEATS):
                yield fixture(entry, [*table[turn:], *table[:turn]], f"{nth}.{deal}", "wis: main")


def paper(entry: Entry) -> Iterator[Fixture]:
    """Games of six different players if there are enough, everyone equally often, the spy drawn at random."""
    rng, sat = Random(f"wis {entry.seed}"), Counter[str](everyone(entry))
    once = sits_once(sat, entry.specs)
    for deal in range(entry.matches or (SEATS if entry.quick else PAPER)):
        order = sorted(sat, key=lambda player: (sat[player], rng.random()))
        seated = list(filled(order, SEATS, once))
        sat.update(seated)
        rng.shuffle(seated)
        yield fixture(entry, seated, str(deal), "wis: main")


def arms(
    entry: Entry, part: str, seatings: Mapping[str, Sequence[str]], spy: Seat | None, reasoner: str = ""
) -> Iterator[Fixture]:
    """Each arm on the same deals and seats; `reasoner` is the arm in which Player 1 reasons aloud."""
    for deal in range(entry.matches or (SEATS if entry.quick else TRIALS)):
        turn = deal % SEATS
        for arm, seating in seatings.items():
            seated = [seating[(seat - turn) % SEATS] for seat in range(SEATS)]
            script = {} if spy is None else {"spy": [(spy + turn) % SEATS]}
            options = {"reasoning": (turn,)} if arm == reasoner else {}
            yield fixture(
                entry, seated, f"{part} {deal}", f"wis {part}: {arm}", script=script, options=options
            )


def fixture(
    entry: Entry,
    seated: Sequence[str],
    deal: str,
    part: str,
    *,
    script: Mapping[str, Sequence[Any]] | None = None,
    options: Mapping[str, Any] | None = None,
) -> Fixture:
    game = game_of(entry, options or {})
    kit = GameRegistry(entry.prompts).kit(KIT.name)
    return Fixture(
        game=KIT.name,
        version=game.version,
        options=option_texts(game),
        seed=f"{entry.seed}/{deal}",
        players=tuple(seated),
        specs=entry.specs_of(seated),
        policy=parse_policy(entry.policy or POLICY),
        prompts=kit.words.prompts.digest,
        block=f"wis/{deal}",
        part=part,
        script=script or {},
    )


def game_of(entry: Entry, options: Mapping[str, Any]) -> WhoIsSpy:
    """The game in the language and by the end rule of the evaluation."""
    chosen = {key: entry.options[key] for key in ("language", "end") if key in entry.options}
    game = make_game(KIT.game, {"seats": SEATS, **chosen, **options})
    assert isinstance(game, WhoIsSpy)
    return game
