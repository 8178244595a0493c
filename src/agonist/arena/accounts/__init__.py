"""Who uses the site: accounts, permissions, limits on requests, keys and passwords."""
