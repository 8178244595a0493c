"""Leaderboards: finished matches as columns, ratings, indicators, standings, comparisons."""
