"""The commands of `agonist`: a module each, with a function of its name."""
