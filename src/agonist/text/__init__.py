"""From views to words, and from words to actions; the same for every game."""

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
