"""The pictures that models were sent in a match, redrawn from the views."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from agonist.core import Game, UsageError, player_name
from agonist.drawing import svg
from agonist.match import Step, checked_game
from agonist.models.image import Image, digest_of
from agonist.players.board_image import image_of, picture_of

if TYPE_CHECKING:
    from agonist.kit import Kit
    from agonist.kit.picture import Picture
    from agonist.players.model_call_record import ModelCall


@dataclass(frozen=True, slots=True)
class SentPicture:
    """A picture as the transcript describes it, and as its view is drawn now; `move` counts from 1."""

    move: int
    call: ModelCall
    image: Image
    picture: Picture

    @property
    def where(self) -> str:
        """The move, player and attempt of the picture, in words."""
        again = f", attempt {self.call.attempt}" if self.call.attempt > 1 else ""
        return f"move {self.move}, {player_name(self.call.seat)}{again}"


def sent_pictures(kit: Kit, game: Game[Any, Any], steps: Sequence[Step]) -> Iterator[SentPicture]:
    """Every picture sent in complete steps, in order; empty for a game without pictures."""
    if kit.picture is None or not any(_images(step) for step in steps):
        return
    state = checked_game.new(game)
    for nth, step in enumerate(steps, start=1):
        for call, image in _images(step):
            yield SentPicture(nth, call, image, picture_of(kit, checked_game.observe(game, state, call.seat)))
        if step.moves:
            state = checked_game.act(game, state, step.moves)


def _images(step: Step) -> list[tuple[ModelCall, Image]]:
    return [
        (call, message.image) for call in step.calls for message in call.sent if message.image is not None
    ]


@dataclass(frozen=True, slots=True)
class PictureComparison:
    """The result of redrawing pictures: `differences` in content, `notes` about different pixels."""

    pictures: int
    differences: tuple[str, ...]
    notes: tuple[str, ...]


def compare(kit: Kit, game: Game[Any, Any], steps: Sequence[Step]) -> PictureComparison:
    """Redraw all pictures and compare hashes.

    The shapes are always compared, the PNG only if the extra `pictures` is installed. If only the PNG
    differs, the match is unchanged: another version of the extra drew it, or a text has characters that our
    font does not have, and this machine has other fonts for them.
    """
    many, differences, other = 0, list[str](), 0
    without = ""
    for sent in sent_pictures(kit, game, steps):
        many += 1
        if sent.image.source != digest_of(svg(sent.picture)):
            differences.append(
                f"{sent.where}: the picture that was sent differs from the one that its view gives now"
            )
            continue
        try:
            other += not without and image_of(sent.picture).digest != sent.image.digest
        except UsageError as error:
            without = str(error)
    notes = []
    if other:
        notes.append(
            f"{other} of {many} pictures have the same shapes but differ as PNG: they were drawn by another "
            "version of Agonist or resvg_py, or with other fonts for characters that ours does not have"
        )
    if without:
        notes.append(f"Pictures were compared by their shapes only, not as PNG: {without}")
    return PictureComparison(many, tuple(differences), tuple(notes))


def write_pictures(kit: Kit, game: Game[Any, Any], steps: Sequence[Step], folder: Path) -> list[Path]:
    """Write all pictures that were sent as PNG files, one per request, named after move and seat."""
    written, seen = list[Path](), Counter[tuple[int, int]]()
    for sent in sent_pictures(kit, game, steps):
        data = image_of(sent.picture).data
        place = sent.move, sent.call.seat
        seen[place] += 1
        nth = f"-{seen[place]}" if seen[place] > 1 else ""
        path = folder / f"move-{sent.move:03d}-seat-{sent.call.seat}{nth}.png"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        except OSError as error:
            raise UsageError(f"{str(path)!r} cannot be written: {error}") from None
        written.append(path)
    return written
