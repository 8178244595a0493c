"""A player of gin rummy that lowers its deadwood."""

from __future__ import annotations

from random import Random
from typing import Any

from agonist.adapters.openspiel.games.gin_rummy.seat_knowledge import (
    KNOCK,
    MELDS,
    PASS,
    STOCK,
    UPCARD,
    Table,
)
from agonist.core import Ask


def least_deadwood(game: Any, view: Any, ask: Ask, rng: Random) -> int:
    """Take what melds, throw what leaves the least deadwood, knock, lay melds, and lay off what is loose."""
    del rng
    table: Table = view.facts
    utils = game.utils
    legal = [int(action) for action in ask.options() or ()]
    hand = utils.card_strings_to_card_ints(list(table.hand))
    if KNOCK in legal:
        return KNOCK
    if UPCARD in legal:
        (upcard,) = utils.card_strings_to_card_ints([table.upcard])
        helps = any(upcard in meld for meld in utils.best_meld_group([*hand, upcard]))
        return UPCARD if helps else STOCK if STOCK in legal else PASS
    melds = [action for action in legal if action >= MELDS]
    if melds:
        return min(melds, key=lambda action: _left(utils, hand, utils.int_to_meld[action - MELDS]))
    cards = [action for action in legal if action < UPCARD]
    if PASS in legal:  # cards that no meld of one's own needs are laid off
        before = utils.min_deadwood(hand)
        loose = [card for card in cards if _left(utils, hand, [card]) < before]
        return max(loose, key=utils.card_value, default=PASS)
    if not cards:
        return legal[0]
    return min(cards, key=lambda card: (_left(utils, hand, [card]), -utils.card_value(card)))


def _left(utils: Any, hand: list[int], without: list[int]) -> int:
    """The deadwood of a hand without some of its cards."""
    return int(utils.min_deadwood([card for card in hand if card not in without]))
