"""The parts of pages: templates, one stylesheet, the match browser, small charts as SVG, packed data.

Used by reports and by the site. Nothing here depends on a run or a database.
"""

from agonist.pages.assets import digest_of, environment, read
from agonist.pages.packing import packed, unpacked

__all__ = ["digest_of", "environment", "packed", "read", "unpacked"]
