"""Trials of what surrounds the platform: each draws a case by seed, tries it, and says what did not hold."""
