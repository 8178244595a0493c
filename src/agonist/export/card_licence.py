"""The licence of exported data, as the card of a data set on the Hugging Face Hub names it."""

from __future__ import annotations

import re
from typing import Final

from agonist.core import UsageError

OPEN: Final = """\
This card names none. Who publishes the data chooses one, adds it to the metadata above as `license:`, and
sees to it that the terms of the models that wrote the texts allow it.
"""

NAMED: Final = """\
`{licence}`, chosen by who publishes the data. They see to it that the terms of the models that wrote the
texts allow it.
"""

_ID: Final = re.compile(r"[a-z0-9]+([.-][a-z0-9]+)*")


def card_licence(licence: str) -> tuple[str, str]:
    """The line of the card's metadata and the section of its text; `licence` is empty to leave it open.

    Raises `UsageError` for what cannot be an id, such as `cc-by-4.0`; only the Hub has the list.
    """
    if not licence:
        return "", f"## Licence\n\n{OPEN}"
    if not _ID.fullmatch(licence):
        raise UsageError(f"{licence[:60]!r} is no licence as the Hub names them, such as cc-by-4.0")
    return f"license: {licence}\n", f"## Licence\n\n{NAMED.format(licence=licence)}"
