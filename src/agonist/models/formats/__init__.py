"""The providers' wire formats, one module each."""

from agonist.models.formats.json_bodies import MAX_CHARACTERS, Misshapen, Overlong, Refused
from agonist.models.formats.registry import FORMATS, Format, Quirks

__all__ = ["FORMATS", "MAX_CHARACTERS", "Format", "Misshapen", "Overlong", "Quirks", "Refused"]
