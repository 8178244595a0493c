"""Adapters for other projects, each with an extra of its own."""
