"""`python -m agonist` is `agonist`."""

from agonist.cli import main

if __name__ == "__main__":
    main()
