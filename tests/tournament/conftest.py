"""Databases to test with, as the tests of the store have them."""

from tests.store.conftest import postgresql, where

__all__ = ["postgresql", "where"]
