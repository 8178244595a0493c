"""What only the site stores: accounts, agents, ladders, leases, people's seats, pages of matches.

Importing it adds its tables to those that every database has which is opened after that.
"""

from agonist.store.platform.migrations import MIGRATIONS
from agonist.store.platform.schema import MEASURED, METADATA, SPECTATOR_LINES, SPECTATOR_REPORTS
from agonist.store.runs.removal import OF_MATCHES
from agonist.store.runs.schema_version import PARTS, Part

PARTS.append(Part("platform", METADATA, 17, MIGRATIONS))
OF_MATCHES.extend((MEASURED, SPECTATOR_REPORTS, SPECTATOR_LINES))
