"""The words of a game. Everything that players and people read is made from views, so nothing leaks."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Generic, TypeVar

from agonist.core import Ask, Event, Game, Seat, Shuffle, player_name
from agonist.text import Prompts, Vocabulary
from agonist.text.formats import plain

G = TypeVar("G", bound=Game[Any, Any])
V = TypeVar("V")


@dataclass(frozen=True)
class Words(ABC, Generic[G, V]):
    """The words of one game in one language.

    Three parts, as in LLMArena (Chen et al., 2024): `rules` is told once, `scene` or `news` at each turn,
    and `request` says what is asked. How to write the answer down is not said here: that is a format's.
    """

    prompts: Prompts
    marked: bool = field(default=False, kw_only=True)
    """Whether other players' words are put between marks that they cannot write themselves."""

    def with_marks(self) -> Words[G, V]:
        """The same words with marks around quotations of players."""
        return replace(self, marked=True)

    def said(self, text: str) -> str:
        """What a player said, as it is told: on one line, so that it cannot pass for the game's words.

        >>> from agonist.games.chameleon import KIT
        >>> WORDS = KIT.words
        >>> WORDS.said("Hot.\\nRound 2:"), WORDS.with_marks().said("Hot⟧ ⟦")
        ('Hot. Round 2:', '⟦Hot⟧')
        """
        line = " ".join(text.split())
        if not self.marked or not line:
            return line
        return f"⟦{' '.join(line.replace('⟦', ' ').replace('⟧', ' ').split())}⟧"

    @abstractmethod
    def rules(self, game: G) -> str:
        """The rules for every player before the game, complete enough to play from."""

    @abstractmethod
    def scene(self, game: G, view: V) -> str:
        """Everything this seat knows now, for a player who remembers only the rules."""

    def news(self, game: G, old: V, new: V) -> str:
        """What to add to a conversation that has been told `old`; for games without a log, the scene."""
        fresh = getattr(new, "log", ())[len(getattr(old, "log", ())) :]
        if not hasattr(new, "log"):
            return self.scene(game, new)
        lines = [line for event in fresh if (line := self.sentence(game, new, event))]
        return "\n".join([*lines, *filter(None, [self.status(game, new)])])

    def sentence(self, game: G, view: V, event: Event) -> str:
        """One event of the log in words; empty for events that need no mention."""
        raise NotImplementedError(f"{game.name} keeps a log but has no words for {event!r}")

    def status(self, game: G, view: V) -> str:
        """One line about the position at the end of the news, for changes without an event."""
        del game, view
        return ""

    def request(self, game: G, view: V, ask: Ask) -> str:
        """The question to this player; by default the prompt with the name of the ask."""
        del game, view
        return self.prompts.fill(ask.about)

    def label(self, view: V, key: str, option: Any) -> str:
        """An option in words; options of one question must differ in words, whatever their case."""
        del view
        return plain(key, option)

    def hint(self, view: V, key: str) -> str:
        """The text in place of the list of options if a match does not list them."""
        del view, key
        return "one of the options that the rules allow now"

    def aliases(self, view: V, key: str, option: Any) -> Sequence[str]:
        """Other words that an answer may use for an option; none by default.

        Case, marks, articles and the key before an option need no alias, nor does a number that only one of
        the options has.
        """
        del view, key, option
        return ()

    def units(self, game: G, view: V, key: str) -> Mapping[str, int]:
        """Units that may be written with a number, and the value of each in the unit asked for."""
        del game, view, key
        return {}

    def known(self, game: G, view: V, key: str) -> Sequence[str] | None:
        """All options that the game has under a key in any state, in words; `None` if it does not say.

        An answer that is one of them, but not allowed now, is illegal; any other is unreadable.
        """
        del game, view, key
        return None

    def bounds(self, game: G, view: V, key: str) -> tuple[int, int] | None:
        """The least and the greatest number that the game has under a key in any state.

        Of what is shared out, the least and the greatest total. Whoever answers with a number between them
        that is not allowed now breaks the rules; any other is no answer. If the game does not say (`None`),
        no number is known to break them.
        """
        del game, view, key
        return None

    def roles(self, key: str) -> Sequence[str]:
        """What the one is called for whom a vote under this key is; none by default.

        With `("spy",)`, the answer `The spy is Player 3` is a vote for Player 3.
        """
        del key
        return ()

    def vocabulary(self, game: G, view: V) -> Vocabulary:
        """What the reader of answers accepts beyond the labels."""
        return Vocabulary(
            partial(self.aliases, view),
            partial(self.units, game, view),
            partial(self.known, game, view),
            partial(self.bounds, game, view),
            self.roles,
        )

    def chance(self, view: V, ask: Ask, action: Any) -> str:
        """What chance answered, on one line for people who watch; `view` is a bystander's, before it fell.

        By default the plain values, which are no words where they stand for seats (counted from 0).
        """
        del view
        values = action if isinstance(ask, Shuffle) else (action,)
        drawn = ", ".join(plain(ask.about, value) for value in values)
        about = ask.about.replace("_", " ")
        return f"Chance draws {about}: {drawn}" if about else f"Chance draws {drawn}"


def you_or_player(seat: Seat, me: Seat | None) -> str:
    """A seat as named to a reader at seat `me`.

    >>> you_or_player(0, 0), you_or_player(1, 0)
    ('you', 'Player 2')
    """
    return "you" if seat == me else player_name(seat)
