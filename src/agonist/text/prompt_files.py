"""Prompts are data: one Markdown file each, holding words and {blanks} but no logic."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from functools import cache, cached_property
from pathlib import Path
from string import Formatter
from typing import Final, TypeAlias

from agonist.core import UsageError

File: TypeAlias = tuple[Path, str, frozenset[str]]
"""The file of a prompt, its text and its blanks."""

_READ: Final[dict[tuple[Path, ...], dict[str, File]]] = {}
"""The prompts read so far, by folders and name: each is read once, and filled many times."""


@dataclass(frozen=True)
class Prompts:
    """The prompts of one game in one language.

    `folders` are searched in order: a user's overlay, a suite's, and last the game's own. A file is read
    once, so that the words do not change during a run; `forget_words` makes them be read again.
    """

    folders: tuple[Path, ...]
    others: tuple[Path, ...] = ()
    """Folders of the same prompts in other languages; `speaking` uses them, and the digest covers them."""
    laid_over: str = ""
    """What is changed in the words once they are filled in, if anything, for the digest."""

    @classmethod
    def beside(cls, module_file: str, *languages: str) -> Prompts:
        """The folder `prompts/LANGUAGE` next to a module, English unless told; the first language is used."""
        first, *more = (Path(module_file).parent / "prompts" / language for language in languages or ("en",))
        return cls((first,), tuple(more))

    def over(self, folder: Path) -> Prompts:
        """These prompts with another folder, whose files replace ours."""
        return replace(self, folders=(folder, *self.folders))

    def speaking(self, language: str) -> Prompts:
        """The same prompts in one of their languages, with the same overlays."""
        *over, last = self.folders
        return replace(self, folders=(*over, last.parent / language), others=())

    def fill(self, name: str, /, **blanks: object) -> str:
        """The named prompt with its blanks filled in.

        A blank without a value is always refused, and so is a value without a blank in the game's own
        files. An overlay may leave values out: a paper's wording need not contain everything in ours.
        """
        path, template, wanted = self._files.get(name) or _find(self.folders, name)
        if blanks.keys() != wanted:
            if missing := wanted - blanks.keys():
                raise UsageError(
                    f"{path} has the blanks {sorted(missing)}, which this prompt does not have; "
                    f"it has {sorted(blanks)}"
                )
            if path.parent == self.folders[-1] and (left := blanks.keys() - wanted):
                raise UsageError(f"{path} is missing the blanks {sorted(left)}: add them to the text")
        return template.format(**blanks)

    def has(self, name: str) -> bool:
        """Whether there is a prompt of this name."""
        return any((folder / f"{name}.md").is_file() for folder in self.folders)

    def find(self, name: str) -> Path:
        """The file that holds the named prompt."""
        return _find(self.folders, name)[0]

    @cached_property
    def _files(self) -> dict[str, File]:
        return _READ.setdefault(self.folders, {})

    @property
    def digest(self) -> str:
        """Twelve hexadecimal digits that change with any word of the prompts in use."""
        return _digest(self.folders, self.others, self.laid_over)


def forget_words() -> None:
    """Make all prompts be read again, since their files may have changed."""
    for files in _READ.values():
        files.clear()
    _digest.cache_clear()


@cache
def _digest(folders: tuple[Path, ...], others: tuple[Path, ...] = (), laid_over: str = "") -> str:
    names = sorted({path.stem for folder in folders for path in folder.glob("*.md")})
    words = "\0".join(f"{name}\0{_find(folders, name)[1]}" for name in names)
    words += "".join(f"\0{_digest((other,))}" for other in others)
    words += f"\0{laid_over}" if laid_over else ""
    return hashlib.sha256(words.encode()).hexdigest()[:12]


def _find(folders: tuple[Path, ...], name: str) -> File:
    files = _READ.setdefault(folders, {})
    if name not in files:
        files[name] = _read(folders, name)
    return files[name]


def _read(folders: tuple[Path, ...], name: str) -> File:
    for folder in folders:
        if (path := folder / f"{name}.md").is_file():
            return path, *_load(path)
    raise UsageError(f"there is no prompt {name}.md in {' or '.join(map(str, folders))}")


def _load(path: Path) -> tuple[str, frozenset[str]]:
    try:
        template = path.read_text(encoding="utf-8").strip()
        wanted = frozenset(field for _, field, _, _ in Formatter().parse(template) if field is not None)
    except (OSError, UnicodeDecodeError, ValueError) as error:
        raise UsageError(f"the prompt {path} cannot be used: {error}") from None
    if bad := sorted(field for field in wanted if not field.isidentifier()):
        raise UsageError(
            f"the prompt {path} has the blanks {bad}; for a brace in the text, write {{{{ or }}}}"
        )
    return template, wanted
