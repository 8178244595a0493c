"""What only the site stores: accounts, agents, ladders, leases, people's seats, pages of matches."""
