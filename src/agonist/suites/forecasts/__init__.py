"""Forecasts: hidden questions about what others will do, want or have, beside what turns out."""

from agonist.suites.forecasts.suite import Forecasts

__all__ = ["Forecasts"]
