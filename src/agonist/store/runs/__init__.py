"""Runs, matches, steps and calls: their tables, writing and reading them."""
