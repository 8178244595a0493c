"""Agonist in the browser: HTTP, pages and forms; no rules and no SQL.

Needs `pip install 'agonist[serve]'`."""
