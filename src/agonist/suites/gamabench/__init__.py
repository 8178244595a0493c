"""γ-Bench (Huang et al., 2024): eight games for groups, their scores, their tables."""
