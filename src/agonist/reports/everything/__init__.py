"""What the suites of one run say together: a matrix, a profile of abilities, ranks by several aggregates."""
