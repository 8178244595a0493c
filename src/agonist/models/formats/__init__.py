"""The providers' wire formats, one module each."""

from agonist.models.formats.body import LONGEST, Misshapen, Overlong, Refused
from agonist.models.formats.registry import FORMATS, Format, Quirks

__all__ = ["FORMATS", "LONGEST", "Format", "Misshapen", "Overlong", "Quirks", "Refused"]
