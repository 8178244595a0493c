"""From views to words, and from words to actions; the same for every game."""

from agonist.text.formats import Format, Say, instruction, schema, written
from agonist.text.options import parse_spec
from agonist.text.prompts import Prompts
from agonist.text.reading import read

__all__ = ["Format", "Prompts", "Say", "instruction", "parse_spec", "read", "schema", "written"]
