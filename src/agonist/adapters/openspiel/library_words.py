"""OpenSpiel's games in words: the library's texts, and what it knows of a game in place of rules in prose."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from functools import lru_cache
from typing import Any, ClassVar, Final

import pyspiel

from agonist.adapters.openspiel.spiel_game import SpielGame
from agonist.adapters.openspiel.states import History, apply, replayed, spiel_of
from agonist.adapters.openspiel.views import Seen, Shown, View, as_written, distinct, labels_of, position_of
from agonist.core import CHANCE, Ask, Seat, player_name
from agonist.kit import Words
from agonist.text import Prompts

MOST_CHARACTERS: Final = 6_000
"""Longer texts of the library are cut in the middle, and say so."""

LAST: Final = 12
"""How many of the last moves a scene repeats at most, where nothing is hidden."""

MOST_OF_AN_OPTION: Final = 40
"""Longer values of options are not repeated in the rules: grids, files."""


class SpielWords(Words[SpielGame, View]):
    last: ClassVar[int] = LAST
    """How many of the last moves a scene repeats."""

    def spelt(self, text: str) -> str:
        """The library's text of an action or of an outcome of chance, as players read and write it."""
        return text

    def rules(self, game: SpielGame) -> str:
        facts = "\n".join(f"- {fact}" for fact in self._facts(game))
        return self.prompts.fill(
            "rules", title=game.title, name=game.short_name, options=_options(game), facts=facts
        )

    def _facts(self, game: SpielGame) -> Iterator[str]:
        """What the library knows of a game, a sentence each."""
        fill, kinds, kind = self.prompts.fill, pyspiel.GameType, game.kind
        yield fill("alone") if game.seats == 1 else fill("players", players=game.seats)
        if game.seats > 1:
            yield fill("together" if game.traits.simultaneous else "in_turn")
        if kind.chance_mode != kinds.ChanceMode.DETERMINISTIC:
            yield fill("chance")
        yield fill("hidden" if game.traits.hidden else "open")
        if teams := game.teams(game.new()):
            against = " against ".join(map(_names, teams))
            yield fill("all_one") if len(teams) == 1 else fill("teams", teams=against)
        elif game.traits.constant_sum:
            yield fill("constant_sum")
        span = game.score_range
        yield fill("paid") if span is None else fill("paid_from", low=f"{span[0]:g}", high=f"{span[1]:g}")

    def scene(self, game: SpielGame, view: View) -> str:
        if isinstance(view, Seen):
            return self._seen(game, view)
        history = view.history if isinstance(view, Shown) else view
        return self.prompts.fill(
            "scene",
            you=self.you(view.seat if isinstance(view, Shown) else None),
            moves=self.moves(history),
            position=self._cut(position_of(history)),
            next=self.what_next(game, view),
        )

    def _seen(self, game: SpielGame, view: Seen) -> str:
        coming = self.what_next(game, view)
        if view.seat is None:
            return self.prompts.fill("watched", next=coming)
        memory, seen = view.memory.strip(), view.observation.strip()
        texts = [memory] if seen in memory else [seen] if memory in seen else [seen, memory]
        return self.prompts.fill(
            "seen",
            you=self.you(view.seat),
            text=self._cut("\n\n".join(filter(None, texts))) or self.prompts.fill("nothing"),
            next=coming,
        )

    def you(self, seat: Seat | None) -> str:
        """Which player reads this, as a paragraph; empty for a bystander."""
        return "" if seat is None else self.prompts.fill("you", player=player_name(seat)) + "\n\n"

    def what_next(self, game: SpielGame, view: View) -> str:
        """Who is asked next, or at the end what everybody is paid; from any view."""
        if isinstance(view, Seen):
            asked, scores = view.asked, view.scores
        else:
            history = view.history if isinstance(view, Shown) else view
            asked, outcome = tuple(game.turn(history)), game.outcome(history)
            scores = tuple(outcome.scores) if outcome else ()
        return self.coming([seat for seat in asked if seat != CHANCE], scores)

    def coming(self, asked: Sequence[Seat], scores: Sequence[float]) -> str:
        """Who is asked next, or at the end what everybody is paid."""
        if scores:
            paid = ", ".join(f"{player_name(seat)} {score:g}" for seat, score in enumerate(scores))
            return self.prompts.fill("over", scores=paid)
        if not asked:
            return self.prompts.fill("chances_turn")
        return self.prompts.fill("next", players=_names(asked))

    def moves(self, history: History) -> str:
        """How many moves there were, and the last of them, as a paragraph."""
        if not (count := len(history.actions)):
            return self.prompts.fill("first")
        said = "; ".join(
            ", ".join(f"{_who(seat)}: {self.spelt(text)}" for seat, text in step)
            for step in last_moves(history)[-self.last :]
        )
        return self.prompts.fill("moves", count=count, moves=said)

    def _cut(self, text: str) -> str:
        """A text, without its middle if it is too long."""
        text = text.rstrip()
        if len(text) <= MOST_CHARACTERS:
            return text
        left_out = self.prompts.fill("cut", characters=f"{len(text) - MOST_CHARACTERS:,}")
        half = MOST_CHARACTERS // 2
        return f"{text[:half]}\n{left_out}\n{text[-half:]}"

    def request(self, game: SpielGame, view: View, ask: Ask) -> str:
        return self.prompts.fill(ask.about)

    def label(self, view: View, key: str, option: Any) -> str:
        return self.spelt(_labels(view)[option])

    def aliases(self, view: View, key: str, option: Any) -> Sequence[str]:
        return [as_written(_labels(view)[option])]

    def hint(self, view: View, key: str) -> str:
        return self.prompts.fill("hint", move=self.spelt(next(iter(_labels(view).values()), "pass")))

    def chance(self, view: View, ask: Ask, action: Any) -> str:
        if (history := _told_of_chance(view)) is None:
            return self.prompts.fill("secret_chance", number=action)
        outcome = " ".join(labels_of(history, CHANCE)[action].split()).removeprefix("Chance outcome: ")
        return self.prompts.fill("drawn", outcome=self.spelt(outcome))


@lru_cache(maxsize=512)  # a scene is often written twice
def last_moves(history: History) -> Sequence[Sequence[tuple[Seat, str]]]:
    """The last steps, at most `LAST`: who moved (`CHANCE` too), and the move as the library writes it."""
    recent = max(0, len(history.actions) - LAST)
    spiel, said = replayed(history, recent), []
    for action in history.actions[recent:]:
        each = enumerate(action) if isinstance(action, tuple) else [(int(spiel.current_player()), action)]
        said.append([(seat, _text(spiel, seat, a)) for seat, a in each if spiel.legal_actions(seat)])
        apply(spiel, action)
    return said


def _told_of_chance(view: View) -> History | None:
    """The state whose chance this view may name; `None`: none, or it was copied and has lost it."""
    match view:
        case Seen():
            return view.truth if view.seat is None else None
        case Shown():
            return view.history
    return view


def _labels(view: View) -> Mapping[int, str]:
    """The options of the seat that is asked, in words."""
    match view:
        case Seen():
            return dict(view.options)
        case Shown():
            return labels_of(view.history, view.seat or 0)
    # Alone in a game in which all act at once, one is asked as if by oneself.
    return labels_of(view, max(0, int(spiel_of(view).current_player())))


def _text(spiel: Any, seat: Seat, action: int) -> str:
    """An action as the library writes it, on one line."""
    (label,) = distinct((spiel.action_to_string(seat, action),))
    return " ".join(label.split())


def _who(seat: Seat) -> str:
    return "chance" if seat == CHANCE else player_name(seat)


def _names(seats: Sequence[Seat]) -> str:
    return " and ".join(map(player_name, seats))


def _options(game: SpielGame) -> str:
    """The options of a game as the library writes them."""
    values = ((each.name, getattr(game, each.name)) for each in fields(game) if each.name != "seats")
    shown = [f"{name}={value}" for name, value in values if 0 < len(str(value)) <= MOST_OF_AN_OPTION]
    return f" ({', '.join(shown)})" if shown else ""


def words() -> SpielWords:
    return SpielWords(Prompts.beside(__file__))
