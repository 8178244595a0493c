"""What pages are made of: templates, one stylesheet, the match browser, small charts as SVG, packed data.

Used by reports and by the pages of a server alike. Nothing here knows a run or a database.
"""

from agonist.pages.assets import digest_of, environment, read
from agonist.pages.packing import packed, unpacked

__all__ = ["digest_of", "environment", "packed", "read", "unpacked"]
