"""Mancala as a picture."""

from __future__ import annotations

from functools import partial
from operator import eq

from agonist.adapters.openspiel.games.mancala.text import PITS
from agonist.adapters.openspiel.games.mancala.title_and_endings import counts
from agonist.adapters.openspiel.states import History, spiel_of
from agonist.core import Ask, counted
from agonist.kit.picture import Cell, Emphasis, Label, Picture, Shape, Style, Token, choices_where


def picture(view: History, ask: Ask | None) -> Picture:
    """Two rows of pits between the stores; a click on a pit empties it."""
    seeds = counts(spiel_of(view))
    last = view.actions[-1] if view.actions else None
    shapes: list[Shape] = []
    for pit, name in enumerate(PITS):
        if not name:
            continue
        upper = pit > 7
        x, y = (14 - pit if upper else pit) + 1.0, 1.1 if upper else 2.5
        style: Style = "orange" if upper else "blue"
        emphasis: Emphasis = "last" if pit == last else ""
        alt = f"{name}: {counted(seeds[pit], 'seed')}"
        choices = choices_where(ask, partial(eq, pit))
        count = str(seeds[pit])
        shapes.append(Token(x, y, alt, count, 0.45, style=style, emphasis=emphasis, choices=choices))
        shapes.append(Label(x, 0.35 if upper else 3.25, name, name, 0.35, style="muted"))
    for store, name, left in ((0, "B", 0.2), (7, "A", 7.6)):
        shade: Style = "blue" if store else "orange"
        alt = f"store {name}: {counted(seeds[store], 'seed')}"
        shapes.append(Cell(left, 0.6, alt, str(seeds[store]), style=shade, width=1.2, height=2.4))
        shapes.append(Label(left + 0.6, 3.25, f"store {name}", f"store {name}", 0.35, style="muted"))
    said = ", ".join(f"{name or 'store'} {count}" for name, count in zip(PITS, seeds, strict=True))
    return Picture(9, 3.6, tuple(shapes), f"Mancala. Seeds: {said}.")
