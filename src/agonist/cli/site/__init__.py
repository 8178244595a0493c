"""The commands of the site: a module each, with a function of its name."""
