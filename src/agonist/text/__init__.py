"""Prompts, answer formats and reading answers; the same for every game."""

from typing import TYPE_CHECKING

from agonist.core.on_demand import on_demand

if TYPE_CHECKING:
    from agonist.text.formats import Format, Say, instruction, schema, written
    from agonist.text.options import parse_spec
    from agonist.text.prompts import Prompts
    from agonist.text.reading import read, without_thought
    from agonist.text.vocabulary import Vocabulary

__all__ = [
    "Format",
    "Prompts",
    "Say",
    "Vocabulary",
    "instruction",
    "parse_spec",
    "read",
    "schema",
    "without_thought",
    "written",
]

__getattr__ = on_demand(
    __name__,
    {
        "formats": ("Format", "Say", "instruction", "schema", "written"),
        "options": ("parse_spec",),
        "prompts": ("Prompts",),
        "reading": ("read", "without_thought"),
        "vocabulary": ("Vocabulary",),
    },
)
