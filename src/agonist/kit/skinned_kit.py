"""A kit in the words of a re-skin: everything that players and people read of it has other names."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final

from agonist.core import Ask, Game, UsageError
from agonist.kit.guarded_kit import WordsAround, guarded
from agonist.kit.kit import Kit
from agonist.kit.picture import Picture, Shape
from agonist.kit.skins import Skin, counterfactual_of
from agonist.text.accepted_words import Notation, Part

LABELS: Final = "labels"
PAYOFFS: Final = "payoffs"
"""The beginnings of the names of wordings that are re-skins, as in `labels/7`; the number is the seed."""


def seed_of_layer(layer: str) -> tuple[str, int] | None:
    """The kind and the seed of a wording that is a re-skin; `None` for any other.

    >>> seed_of_layer("labels/7"), seed_of_layer("gamabench/v2")
    (('labels', 7), None)
    """
    kind, slash, seed = layer.partition("/")
    return (kind, int(seed)) if slash and kind in (LABELS, PAYOFFS) and seed.isdecimal() else None


def skinned(kit: Kit, layers: Sequence[str]) -> Kit:
    """The same game in the words of those of these wordings that are re-skins; the others change nothing.

    Raises `UsageError` for a game that has no other words.
    """
    found = [each for each in map(seed_of_layer, layers) if each is not None]
    for kind, seed in sorted(found, reverse=True):  # payoffs first: what is exchanged then has other names
        kit = _over(kit, _skin(kit, kind, seed))
    return kit


def _over(kit: Kit, skin: Skin) -> Kit:
    prompts = kit.words.prompts
    return replace(
        kit,
        words=SkinnedWords(
            replace(prompts, laid_over=f"{prompts.laid_over}{skin!r}"), guarded(kit).words, skin
        ),
        picture=kit.picture and _picture(kit.picture, skin),
        drawing=kit.drawing and _drawing(kit.drawing, skin),
    )


def _skin(kit: Kit, kind: str, seed: int) -> Skin:
    if kind == PAYOFFS:
        if not kit.counterfactuals:
            raise UsageError(f"{kit.name} has no counterfactual rules: leave out payoffs")
        swap = counterfactual_of(kit.counterfactuals, kit.name, seed).swap(seed)
        return replace(swap, plain_only=kit.skins.plain_only) if kit.skins else swap
    if kit.skins is None:
        raise UsageError(f"{kit.name} has no other labels: leave out labels")
    return kit.skins.drawn(seed, kit.name)


@dataclass(frozen=True)
class SkinnedWords(WordsAround):
    """Words in which those of a skin have taken the place of the game's own."""

    skin: Skin

    def rules(self, game: Game[Any, Any]) -> str:
        opening = f"{self.skin.opening}\n\n" if self.skin.opening else ""
        return f"{opening}{super().rules(game)}"

    def aliases(self, view: Any, key: str, option: Any) -> Sequence[str]:
        return self._all(self.inner.aliases(view, key, option))

    def parts(self, view: Any, key: str, option: Any) -> Sequence[Part]:
        return [
            (self._all(names), self._all(values)) for names, values in self.inner.parts(view, key, option)
        ]

    def units(self, game: Game[Any, Any], view: Any, key: str) -> Mapping[str, int]:
        return {self.skin.say(unit): worth for unit, worth in self.inner.units(game, view, key).items()}

    def known(self, game: Game[Any, Any], view: Any, key: str) -> Sequence[str] | None:
        known = self.inner.known(game, view, key)
        return None if known is None else self._all(known)

    def bounds(self, game: Game[Any, Any], view: Any, key: str) -> tuple[int, int] | None:
        return self.inner.bounds(game, view, key)

    def roles(self, key: str) -> Sequence[str]:
        return self._all(self.inner.roles(key))

    def notation(self, view: Any) -> Notation | None:
        if self.inner.notation(view) is not None:
            raise NotImplementedError("a notation in which letters are names cannot have other names")
        return None

    def _text(self, call: Callable[..., str], *arguments: Any) -> str:
        return self.skin.say(call(*arguments))

    def _all(self, words: Sequence[str]) -> list[str]:
        return [self.skin.say(word) for word in words if word.casefold() not in self.skin.plain_only]


def _drawing(drawing: Callable[[Any], str], skin: Skin) -> Callable[[Any], str]:
    return lambda view: skin.say(drawing(view))


def _picture(
    picture: Callable[[Any, Ask | None], Picture], skin: Skin
) -> Callable[[Any, Ask | None], Picture]:
    @lru_cache(maxsize=50_000)
    def other(shape: Shape) -> Shape:
        words: dict[str, Any] = {"alt": skin.say(shape.alt), "text": skin.say(shape.text)}
        if lines := getattr(shape, "lines", ()):
            words["lines"] = tuple(map(skin.say, lines))
        return replace(shape, **words)

    def skinned_picture(view: Any, ask: Ask | None) -> Picture:
        plain = picture(view, ask)
        return replace(plain, shapes=tuple(map(other, plain.shapes)), alt=skin.say(plain.alt))

    return skinned_picture
