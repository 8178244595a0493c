"""Stored matches as people want to see them: boards, reports in many formats, replays, playthroughs."""
