"""What trainers import is installed by `scripts/test-trainers`, and the tests here are skipped without it."""

# They hold no tests; looking for doctests in them, pytest would import them, and with them torch.
collect_ignore_glob = ["*/tiny_*.py"]
