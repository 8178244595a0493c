"""Small games solved: their whole tree, equilibria, best responses, and a player of equilibria."""
