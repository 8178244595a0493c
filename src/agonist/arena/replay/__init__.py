"""Stored matches for those who watch: states, scenes, key moments, new steps."""
