"""MAgIC: seven metrics of a challenger among fixed defenders."""

from agonist.suites.magic.suite import Magic

__all__ = ["Magic"]
