"""Texas hold'em as a picture."""

from __future__ import annotations

from typing import Final

from agonist.core import Ask, player_name
from agonist.games.texas_holdem.cards import in_words
from agonist.games.texas_holdem.rules import View
from agonist.kit.picture import Card, Emphasis, Label, Picture, Shape, Style, Token, seat_style

SUITS: Final = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
RED: Final = "dh"
STREETS: Final = {0: "before the flop", 3: "flop", 4: "turn", 5: "river"}


def picture(view: View, ask: Ask | None) -> Picture:
    """Both hands as this seat sees them, the board, and the chips in the pot."""
    del ask
    table = view.table
    parts: list[Shape] = []
    for place in range(5):
        x = 1.3 + 1.2 * place
        parts.append(
            _card(table.board[place], x, 2.15, "on the board")
            if place < len(table.board)
            else Card(x, 2.15, f"board, place {place + 1}: no card yet", "·", style="outline")
        )
    parts.append(Label(7.4, 2.65, f"pot: {table.pot} chips", f"pot {table.pot}", 0.42, "start", 1.6))
    if table.mover is not None and table.to_call:
        called = f"{player_name(table.mover)} has to put in {table.to_call} chips to call"
        parts.append(Label(7.4, 3.2, called, f"to call {table.to_call}", 0.36, "start", 1.6))
    for seat, y in ((0, 4.3), (1, 0.0)):
        you = " (you)" if seat == view.seat else ""
        folded = table.folded == seat
        now: Emphasis = "out" if folded else "turn" if table.mover == seat else ""
        state = "folded" if folded else "to act" if now else ""
        name = f"{player_name(seat)}{you}{', dealer' if table.dealer == seat else ''}"
        alt = f"{name}{f', {state}' if state else ''}: {table.paid[seat]} chips in the pot"
        parts.append(Token(0.55, y + 0.7, alt, str(seat + 1), 0.42, style=seat_style(seat), emphasis=now))
        for place in range(2):
            x = 1.3 + 1.2 * place
            if place < len(view.hole[seat]):
                parts.append(_card(view.hole[seat][place], x, y, f"of {player_name(seat)}"))
            elif table.stage not in ("dealer", "hole"):
                parts.append(Card(x, y, f"card {place + 1} of {player_name(seat)}, face down", face_up=False))
        parts.append(Label(3.9, y + 0.4, name, name, 0.4, "start", 5))
        chips = f"{f'{state}, ' if state else ''}{table.paid[seat]} in the pot"
        alt = f"{player_name(seat)}: {chips}"
        parts.append(Label(3.9, y + 0.95, alt, chips, 0.36, "start", 5, emphasis=now))
    board = ", ".join(map(in_words, table.board)) or "no cards yet"
    street = STREETS.get(len(table.board), "")
    alt = f"Texas Hold'em, hand {table.hand}, {street}. Board: {board}. Pot: {table.pot}."
    return Picture(9, 5.7, tuple(parts), alt)


def _card(card: str, x: float, y: float, where: str) -> Card:
    rank = "10" if card[0] == "T" else card[0]
    style: Style = "red" if card[1] in RED else "white"
    # A hair space keeps rank and suit words of their own, which can have other names.
    found: Card = Card(x, y, f"{in_words(card)} {where}", f"{rank}\u200a{SUITS[card[1]]}", style=style)
    return found
