"""The four questions of a report: who is better, at what, why players lost, and what it cost."""
