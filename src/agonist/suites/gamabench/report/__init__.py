"""What γ-Bench prints: tables, figures, sweeps, the leaderboard, the published tables recomputed."""
