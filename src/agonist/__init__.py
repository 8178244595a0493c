"""Agonist: evaluate language models and agents by letting them play games with and against each other."""
