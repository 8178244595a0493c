"""The results of several suites together: a matrix, a profile of abilities, ranks by several aggregates."""
