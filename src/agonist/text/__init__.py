"""Prompts, answer formats and reading answers; the same for every game.

You may rely on the names in `__all__`; others may change.
"""

from typing import TYPE_CHECKING

from agonist.core.on_demand import on_demand

if TYPE_CHECKING:
    from agonist.text.accepted_words import Vocabulary as Vocabulary
    from agonist.text.answer_formats import Format as Format
    from agonist.text.answer_formats import Say as Say
    from agonist.text.answer_formats import instruction as instruction
    from agonist.text.answer_formats import schema as schema
    from agonist.text.answer_formats import written as written
    from agonist.text.asked_form_check import as_asked as as_asked
    from agonist.text.name_with_options import parse_spec as parse_spec
    from agonist.text.prompt_files import Prompts
    from agonist.text.reading import read as read
    from agonist.text.reading import without_thought as without_thought

__all__ = [
    "Prompts",
]

__getattr__, __dir__ = on_demand(
    __name__,
    {
        "answer_formats": ("Format", "Say", "instruction", "schema", "written"),
        "asked_form_check": ("as_asked",),
        "name_with_options": ("parse_spec",),
        "prompt_files": ("Prompts",),
        "reading": ("read", "without_thought"),
        "accepted_words": ("Vocabulary",),
    },
)
