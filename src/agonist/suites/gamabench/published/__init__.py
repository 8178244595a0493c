"""What Huang et al. (2024) published: the records of their matches, and the tables they printed."""
