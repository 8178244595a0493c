"""Trade and communication: two strangers say a number each, and then trade."""

from __future__ import annotations

from dataclasses import replace

from agonist.adapters.openspiel.games.trade_comm.reference import honest
from agonist.adapters.openspiel.games.trade_comm.seat_knowledge import TradeComm as Rules
from agonist.adapters.openspiel.games.trade_comm.text import WORDS
from agonist.kit import Kit

__all__ = ["Rules", "dressed"]


def dressed(kit: Kit) -> Kit:
    return replace(
        kit,
        words=WORDS,
        reference=honest,
        reference_is="it says the number of its own item and believes that the other does, which is perfect "
        "play among players of its kind",
    )
