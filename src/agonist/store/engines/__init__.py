"""The two databases, SQLite and PostgreSQL: files, claims, locks, errors."""
