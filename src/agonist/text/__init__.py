"""Prompts, answer formats and reading answers; the same for every game.

You may rely on the names in `__all__`; others may change.
"""

from typing import TYPE_CHECKING

from agonist.core.on_demand import on_demand

if TYPE_CHECKING:
    from agonist.text.answer_form import as_asked as as_asked
    from agonist.text.formats import Format as Format
    from agonist.text.formats import Say as Say
    from agonist.text.formats import instruction as instruction
    from agonist.text.formats import schema as schema
    from agonist.text.formats import written as written
    from agonist.text.prompts import Prompts
    from agonist.text.reading import read as read
    from agonist.text.reading import without_thought as without_thought
    from agonist.text.spec import parse_spec as parse_spec
    from agonist.text.vocabulary import Vocabulary as Vocabulary

__all__ = [
    "Prompts",
]

__getattr__, __dir__ = on_demand(
    __name__,
    {
        "formats": ("Format", "Say", "instruction", "schema", "written"),
        "answer_form": ("as_asked",),
        "spec": ("parse_spec",),
        "prompts": ("Prompts",),
        "reading": ("read", "without_thought"),
        "vocabulary": ("Vocabulary",),
    },
)
