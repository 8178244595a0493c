"""The platform without HTTP: accounts, agents, tables, ladders, who may see what, replays, boards.

Tested without HTTP; `agonist.web` puts it on pages.
"""
