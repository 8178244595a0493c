"""Stored matches for people: boards, reports in many formats, replays, playthroughs."""
