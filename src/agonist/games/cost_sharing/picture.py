"""Cost sharing as a picture."""

from __future__ import annotations

from functools import partial
from operator import eq

from agonist.core import Ask, player_name
from agonist.games.cost_sharing.rules import State
from agonist.games.cost_sharing.text import airline
from agonist.kit.picture import Picture, choices_where
from agonist.kit.rounds_picture import TableRow, table_picture


def picture(view: State, ask: Ask | None) -> Picture:
    """The proposals of the latest round as they were made, and the votes for them; a click votes for one."""
    voting = ask if ask is not None and ask.about == "vote" else None
    shared = [event[1:] for event in view.log if event[0] == "proposal"]
    number = shared[-1][0] if shared else view.round
    plans = [(seat, shares) for nth, seat, shares, _ in shared if nth == number]
    votes = [event[3] for event in view.log if event[0] == "vote" and event[1] == number]
    head = [airline(seat) for seat in range(len(view.usage))]
    rows = [
        TableRow(
            f"{player_name(seat)} proposes",
            (*(f"{share}%" for share in shares), str(votes.count(seat)) if votes else ""),
            "shade1",
            "win" if view.agreed == shares else "",
            choices_where(voting, partial(eq, seat)),
        )
        for seat, shares in plans
    ]
    title = f"Cost sharing, round {number}" if plans else "Cost sharing: no proposal yet"
    return table_picture(title, [*head, "votes"], rows, wide=1.5)
