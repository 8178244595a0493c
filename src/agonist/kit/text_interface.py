"""The words of a game. Everything that players and people read is made from views, so nothing leaks."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Generic, TypeVar

from agonist.core import Ask, Event, Game, Seat, Shuffle, player_name
from agonist.text import Prompts, Vocabulary
from agonist.text.accepted_words import Notation, Part
from agonist.text.answer_formats import option_text

G = TypeVar("G", bound=Game[Any, Any])
V = TypeVar("V")


@dataclass(frozen=True)
class Words(ABC, Generic[G, V]):
    """The words of one game in one language.

    Three parts, as in LLMArena (Chen et al., 2024): `rules` is sent once, `scene` or `news` at each turn, and
    `request` is the question. How to write the answer is up to the answer format.
    """

    prompts: Prompts
    marked: bool = field(default=False, kw_only=True)
    """Whether other players' words are quoted with marks that they cannot write themselves."""

    def with_marks(self) -> Words[G, V]:
        """The same words with marks around quotations of players."""
        return replace(self, marked=True)

    def quoted(self, text: str) -> str:
        """A player's words as others read them: on one line, so that they cannot be mistaken for the game's.

        >>> from agonist.games.chameleon import KIT
        >>> WORDS = KIT.words
        >>> WORDS.quoted("Hot.\\nRound 2:"), WORDS.with_marks().quoted("Hot⟧ ⟦")
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
        """Everything that this seat knows now, for a player who remembers only the rules."""

    def news(self, game: G, old: V, new: V) -> str:
        """What is new since the view `old`, for a conversation; for games without a log, the scene."""
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
        """An option in words; the words of all options of a question must differ, even if case is ignored."""
        del view
        return option_text(key, option)

    def hint(self, view: V, key: str) -> str:
        """The text in place of the list of options if a match does not list them."""
        del view, key
        return "one of the options that the rules allow now"

    def aliases(self, view: V, key: str, option: Any) -> Sequence[str]:
        """Other words that an answer may use for an option; none by default.

        Case, marks, articles and the key before an option need no alias, and neither does a number that
        occurs in only one option.
        """
        del view, key, option
        return ()

    def parts(self, view: V, key: str, option: Any) -> Sequence[Part]:
        """The parts of an option, for answers that give it as an object; none by default.

        Each part has the names that it may have as a key, and the ways to write its value: with
        `((("row",), ("1",)), (("column", "col"), ("3",)))`, `{"column": 3, "row": 1}` is the option.
        """
        del view, key, option
        return ()

    def units(self, game: G, view: V, key: str) -> Mapping[str, int]:
        """Units that an answer may write with a number, and the value of each in the unit of the question."""
        del game, view, key
        return {}

    def known(self, game: G, view: V, key: str) -> Sequence[str] | None:
        """All options that the game has under a key in any state, in words; `None` if not known.

        An answer that is one of them, but not allowed now, is illegal; any other is unreadable.
        """
        del game, view, key
        return None

    def bounds(self, game: G, view: V, key: str) -> tuple[int, int] | None:
        """The least and the greatest number that the game has under a key in any state; for a split, of its
        total.

        A number between them that is not allowed now is illegal; any other is unreadable. With `None` (not
        known), no number counts as illegal.
        """
        del game, view, key
        return None

    def roles(self, key: str) -> Sequence[str]:
        """What the one is called for whom a vote under this key is; none by default.

        With `("spy",)`, the answer `The spy is Player 3` is a vote for Player 3.
        """
        del key
        return ()

    def notation(self, view: V) -> Notation | None:
        """How the game writes the options of this view, if it has a notation in which case or order matter.

        A text that stands for no option is an illegal answer, one that stands for several is asked again.
        """
        del view
        return None

    def vocabulary(self, game: G, view: V) -> Vocabulary:
        """The words that the reader of answers accepts besides the labels."""
        return Vocabulary(
            partial(self.aliases, view),
            partial(self.units, game, view),
            partial(self.known, game, view),
            partial(self.bounds, game, view),
            self.roles,
            partial(self.parts, view),
            notation=self.notation(view),
            rules=partial(self.rules, game),
            scene=partial(self.scene, game, view),
        )

    def chance(self, view: V, ask: Ask, action: Any) -> str:
        """The answer of chance, on one line for people who watch; `view` is a bystander's before the answer.

        By default the plain values, which should be replaced by words if they are seats (counted from 0).
        """
        del view
        values = action if isinstance(ask, Shuffle) else (action,)
        drawn = ", ".join(option_text(ask.about, value) for value in values)
        about = ask.about.replace("_", " ")
        return f"Chance draws {about}: {drawn}" if about else f"Chance draws {drawn}"


def you_or_player(seat: Seat, me: Seat | None) -> str:
    """The name of a seat for a reader at seat `me`.

    >>> you_or_player(0, 0), you_or_player(1, 0)
    ('you', 'Player 2')
    """
    return "you" if seat == me else player_name(seat)


def subject(seat: Seat, me: Seat | None, mine: str = "", other: str = "") -> str:
    """The beginning of a sentence for a reader at seat `me`: a seat, and its verb if one is given.

    >>> subject(0, 0), subject(0, 0, "post", "posts"), subject(1, 0, "post", "posts")
    ('You', 'You post', 'Player 2 posts')
    """
    return (f"You {mine}" if seat == me else f"{player_name(seat)} {other}").rstrip()


def capital(text: str) -> str:
    """A text as the beginning of a sentence.

    >>> capital("you and Player 2")
    'You and Player 2'
    """
    return text[:1].upper() + text[1:]


def listed(things: Iterable[str], last: str = "and") -> str:
    """Things in a sentence.

    >>> listed(["red"]), listed("123", "or")
    ('red', '1, 2 or 3')
    """
    *first, end = things
    return f"{', '.join(first)} {last} {end}" if first else end
