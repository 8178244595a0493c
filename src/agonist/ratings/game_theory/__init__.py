"""Players compared as strategies of a game: equilibria, α-rank, votes of games, cycles.

Balduzzi et al., "Re-evaluating Evaluation" (2018); Omidshafiei et al., "α-Rank" (2019); Lanctot et al.,
"Evaluating Agents using Social Choice Theory" (2023) and "Soft Condorcet Optimization" (2024).
"""
