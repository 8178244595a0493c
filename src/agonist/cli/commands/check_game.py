"""The command `check-game`."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

import typer

from agonist import contract
from agonist.cli import completion
from agonist.cli.streams import only_data, say
from agonist.contract.determinism import REPLAYS
from agonist.games import find_kit
from agonist.kit import make_game, typed_options
from agonist.reports.safe_text import on_one_line
from agonist.text import parse_spec


def check_game(
    name: Annotated[
        str,
        typer.Argument(
            help="A game with options, or module:KIT for your own.", autocompletion=completion.games
        ),
    ],
    matches: Annotated[
        int,
        typer.Option(
            min=1,
            max=1000,
            help="How many random matches to check: some seconds for most games; twice as many take up to "
            "twice as long.",
        ),
    ] = 5,
    replays: Annotated[
        int,
        typer.Option(
            min=0,
            max=1_000_000,
            help="How often their moves are replayed, all together; 200 show a rule that is random once in "
            "50 with 98%, 2,000 once in 500.",
        ),
    ] = REPLAYS,
) -> int:
    """Check that a game keeps the contract: replays, hidden information, words, answers."""
    game, options = parse_spec(name)
    with only_data():
        kit = find_kit(game)
        kit = replace(kit, quick_options={**kit.quick_options, **typed_options(kit.game, options)})
        make_game(kit.game, kit.quick_options)
        breaches = contract.check_game(kit, range(matches), replays)
        if not any(breach.clause == "plays_to_an_end" for breach in breaches):
            breaches += contract.check_elsewhere({game: options}, min(matches, 3)).values()
    for breach in breaches:
        say(on_one_line(str(breach)))
    for clause, why in kit.unchecked.items():
        say(on_one_line(f"not checked: {clause}: {why}"))
    if breaches:
        broken = len(breaches)
        clauses = "clause" if broken == 1 else "clauses"
        print(f"{game}: {broken} {clauses} of the contract broken")
        return 1
    held = len(contract.CLAUSES) + len(contract.MATCH_SET_CLAUSES) + 1 - len(kit.unchecked)
    played = f"{matches} random matches and {replays} replays"
    which = f"{held} clauses of the contract hold, and {len(kit.unchecked)} can't be checked,"
    every = f"all {held} clauses of the contract hold"
    print(f"{game}: {which if kit.unchecked else every} on {played}")
    return 0
