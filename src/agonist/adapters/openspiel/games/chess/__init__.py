"""Chess."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from agonist.adapters.openspiel.games.chess.key_moments import key_moments
from agonist.adapters.openspiel.games.chess.picture import picture
from agonist.adapters.openspiel.games.chess.position_for_engines import uci_position
from agonist.adapters.openspiel.games.chess.reference import POSITIONS, alpha_beta
from agonist.adapters.openspiel.games.chess.text import WORDS, drawing
from agonist.adapters.openspiel.games.chess.title_and_endings import Chess as Rules
from agonist.kit import Kit

__all__ = ["Rules", "dressed"]


def dressed(kit: Kit) -> Kit:
    return replace(
        kit,
        words=WORDS,
        reference=alpha_beta,
        reference_is=f"alpha-beta search over {POSITIONS:,} positions, by material and where pieces stand",
        drawing=drawing,
        picture=picture,
        key_moments=key_moments,
        uci_position=uci_position,
        section=_section,
        files={"pgn": _as_pgn},
    )


# What reads databases takes three times as long to import as the game, and is needed after it only.


def _section(store: Any, run: str) -> Any:
    from agonist.adapters.openspiel.games.chess.report_section import section

    return section(store, run)


def _as_pgn(store: Any, match: Any) -> str:
    from agonist.adapters.openspiel.games.chess.pgn_file import pgn_of

    return pgn_of(store, match)
