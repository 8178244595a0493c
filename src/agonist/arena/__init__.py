"""What goes on around matches without a browser: who may see what of them, replays, standings.

Tested without HTTP; `agonist.web` puts it on pages.
"""
