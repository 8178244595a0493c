"""Agonist in the browser: HTTP, pages and forms; no rules and no SQL.

Needs the extra `serve`."""
