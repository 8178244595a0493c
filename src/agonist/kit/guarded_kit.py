"""Guarding a game's words, pictures, indicators and players: their errors become `AgonistError`s."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from agonist.core import Ask, Event, Game, GameError
from agonist.core.plain_values import shown
from agonist.kit.indicators import Course, Indicators, Measurements, checked
from agonist.kit.kit import Kit
from agonist.kit.limits_of_user_code import code_of, is_ours
from agonist.kit.text_interface import Words
from agonist.text.accepted_words import Notation, Part


def guarded(kit: Kit) -> Kit:
    """The same game; its words, pictures, indicators and players raise only `AgonistError`s."""
    if isinstance(kit.words, _Guarded):
        return kit
    return replace(
        kit,
        words=_Guarded(
            kit.words.prompts, kit.words, f"the words of {kit.name}", limited=not is_ours(type(kit.words))
        ),
        reference=_guarded_call(f"the reference player of {kit.name}", kit.reference),
        baseline=kit.baseline and _guarded_call(f"the baseline player of {kit.name}", kit.baseline),
        picture=kit.picture and _guarded_call(f"the picture of {kit.name}", kit.picture),
        indicators=kit.indicators and guarded_indicators(kit.name, kit.indicators),
        section=kit.section and _guarded_call(f"the report of {kit.name}", kit.section),
        key_moments=kit.key_moments and _guarded_moments(kit.name, kit.key_moments),
    )


def guarded_indicators(of: str, indicators: Indicators) -> Indicators:
    """The same; what is measured is checked, and errors are `GameError`s. `of`: whose, for messages."""

    def measure(course: Course) -> list[Measurements]:
        with code_of(what, limited=limited):
            return checked(what, indicators, course, indicators.measure(course))

    what, limited = f"the measuring of {of}", not is_ours(indicators.measure)
    return replace(indicators, measure=measure)


def _guarded_moments(of: str, key_moments: Callable[..., str]) -> Callable[..., str]:
    call = _guarded_call(f"the key moments of {of}", key_moments)

    def guarded_moments(*arguments: Any) -> str:
        words = call(*arguments)
        if not isinstance(words, str):
            raise GameError(f"the key moments of {of} are {shown(words)}, not text")
        return words

    return guarded_moments


def _guarded_call(what: str, call: Callable[..., Any]) -> Callable[..., Any]:
    def guarded_call(*arguments: Any) -> Any:
        with code_of(what, limited=limited):
            return call(*arguments)

    limited = not is_ours(call)
    return guarded_call


@dataclass(frozen=True)
class WordsAround(Words[Any, Any], ABC):
    """The words of another, each of whose texts is made by `_text`."""

    inner: Words[Any, Any]

    @abstractmethod
    def _text(self, call: Callable[..., str], *arguments: Any) -> str:
        """What becomes of the text that a method of `inner` makes of these arguments."""

    def with_marks(self) -> Words[Any, Any]:
        return replace(self, inner=self.inner.with_marks(), marked=True)

    def rules(self, game: Game[Any, Any]) -> str:
        return self._text(self.inner.rules, game)

    def scene(self, game: Game[Any, Any], view: Any) -> str:
        return self._text(self.inner.scene, game, view)

    def news(self, game: Game[Any, Any], old: Any, new: Any) -> str:
        return self._text(self.inner.news, game, old, new)

    def sentence(self, game: Game[Any, Any], view: Any, event: Event) -> str:
        return self._text(self.inner.sentence, game, view, event)

    def status(self, game: Game[Any, Any], view: Any) -> str:
        return self._text(self.inner.status, game, view)

    def request(self, game: Game[Any, Any], view: Any, ask: Ask) -> str:
        return self._text(self.inner.request, game, view, ask)

    def label(self, view: Any, key: str, option: Any) -> str:
        return self._text(self.inner.label, view, key, option)

    def hint(self, view: Any, key: str) -> str:
        return self._text(self.inner.hint, view, key)

    def chance(self, view: Any, ask: Ask, action: Any) -> str:
        return self._text(self.inner.chance, view, ask, action)


@dataclass(frozen=True)
class _Guarded(WordsAround):
    """Words whose methods are called in `code_of`; those that return text are checked to do so."""

    what: str
    limited: bool = field(kw_only=True)

    def quoted(self, text: str) -> str:
        return self._text(self.inner.quoted, text)

    def rules(self, game: Game[Any, Any]) -> str:
        text = self._text(self.inner.rules, game)
        if not text.strip():
            # It is a message by itself, and endpoints refuse empty messages.
            raise GameError(f"{self.what}: rules gave no text")
        return text

    def aliases(self, view: Any, key: str, option: Any) -> Sequence[str]:
        with code_of(self.what, limited=self.limited):
            return self.inner.aliases(view, key, option)

    def parts(self, view: Any, key: str, option: Any) -> Sequence[Part]:
        with code_of(self.what, limited=self.limited):
            return self.inner.parts(view, key, option)

    def units(self, game: Game[Any, Any], view: Any, key: str) -> Mapping[str, int]:
        with code_of(self.what, limited=self.limited):
            return self.inner.units(game, view, key)

    def known(self, game: Game[Any, Any], view: Any, key: str) -> Sequence[str] | None:
        with code_of(self.what, limited=self.limited):
            return self.inner.known(game, view, key)

    def bounds(self, game: Game[Any, Any], view: Any, key: str) -> tuple[int, int] | None:
        with code_of(self.what, limited=self.limited):
            return self.inner.bounds(game, view, key)

    def roles(self, key: str) -> Sequence[str]:
        with code_of(self.what, limited=self.limited):
            return self.inner.roles(key)

    def notation(self, view: Any) -> Notation | None:
        with code_of(self.what, limited=self.limited):
            inner = self.inner.notation(view)
        return None if inner is None else partial(self._noted, inner)

    def _noted(self, inner: Notation, key: str, text: str) -> Sequence[Any] | None:
        with code_of(self.what, limited=self.limited):
            return inner(key, text)

    def _text(self, call: Callable[..., Any], *arguments: Any) -> str:
        with code_of(self.what, limited=self.limited):
            text = call(*arguments)
        if not isinstance(text, str):
            raise GameError(f"{self.what}: {call.__name__} gave {shown(text)}, not text")
        return text
