"""Ladders: their matches, the matchmaker, who pays, and the workers that play them."""
