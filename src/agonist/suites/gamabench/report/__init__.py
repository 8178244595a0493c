"""Reports of γ-Bench: tables, figures, sweeps, the leaderboard, the recomputed published tables."""
