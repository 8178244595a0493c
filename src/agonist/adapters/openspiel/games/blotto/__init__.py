"""Colonel Blotto: soldiers on several fields at once."""

from __future__ import annotations

from dataclasses import replace

from agonist.adapters.openspiel.games.blotto.reference import capped
from agonist.adapters.openspiel.games.blotto.skins import SKINS
from agonist.adapters.openspiel.games.blotto.text import WORDS
from agonist.adapters.openspiel.games.blotto.title_and_endings import Blotto as Rules
from agonist.kit import Kit

__all__ = ["Rules", "dressed"]


def dressed(kit: Kit) -> Kit:
    return replace(
        kit,
        words=WORDS,
        reference=capped,
        reference_is="any allocation at random that puts no more than twice the even share on a field",
        skins=SKINS,
    )
