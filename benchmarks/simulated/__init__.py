"""Tournaments between players of known strength, to count how often printed intervals hold the truth."""
