"""Registered agents: their forms, tests and trials, records and costs."""
