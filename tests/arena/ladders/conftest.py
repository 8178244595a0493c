"""Databases of both kinds, as the tests of the store have them."""

from tests.store.conftest import made, postgresql, store, where

__all__ = ["made", "postgresql", "store", "where"]
