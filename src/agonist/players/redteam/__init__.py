"""Players that attack others through what they say, and players that are warned of attacks."""

from agonist.players.redteam.attacker import AttackPlayer
from agonist.players.redteam.instructions import ATTACKS, CANARY, attack, canary, canary_told, guard, line

__all__ = ["ATTACKS", "CANARY", "AttackPlayer", "attack", "canary", "canary_told", "guard", "line"]
