"""Faults that do not depend on how often a question was put, so that two runs can be compared."""

from agonist.models.mock_endpoint import Faults


class SameFaults(Faults):
    """The same question meets the same fault each time it is put."""

    def draw(self, key: str, number: int) -> str:
        return super().draw(key.rpartition(":")[0], number)
