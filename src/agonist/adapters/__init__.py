"""Bridges to other projects, each an extra of its own."""
